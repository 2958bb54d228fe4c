/** The folders of the embedded Postgres (a "cluster" in its terms), and its programs initdb and postgres. */

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, type FileHandle, lstat, mkdir, mkdtemp, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Binaries, findBinaries } from './binaries.js';
import { EmbeddedPostgresError } from './error.js';
import { chooseIdentity, type Identity, launchAs } from './identity.js';

export interface Cluster {
  readonly binaries: Binaries;
  readonly identity: Identity | undefined;
  /** Absolute paths. */
  readonly folder: string;
  readonly socketFolder: string;
  readonly logFile: string;
}

export const SUPERUSER = 'platen';

/** sockaddr_un.sun_path holds 107 characters; macOS 103. */
const MAX_SOCKET_PATH = 103;
const SOCKET_LOCK = '.s.PGSQL.5432.lock';

/** Creates missing folders. @throws EmbeddedPostgresError */
export async function prepareCluster(dataDir: string): Promise<Cluster> {
  const binaries = await findBinaries();
  await mkdir(dataDir, { recursive: true });
  const folder = join(dataDir, 'postgres');
  const identity = await chooseIdentity(folder);
  const socketFolder = await prepareSocketFolder(dataDir, identity);
  const cluster = { binaries, identity, folder, socketFolder, logFile: join(dataDir, 'postgres.log') };
  await checkVersion(cluster);
  return cluster;
}

async function prepareSocketFolder(dataDir: string, identity: Identity | undefined): Promise<string> {
  const near = join(dataDir, 'run');
  const folder =
    Buffer.byteLength(join(near, SOCKET_LOCK)) <= MAX_SOCKET_PATH
      ? near
      : join(tmpdir(), `platen-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
  const owner = identity?.uid ?? process.getuid?.();
  if (!(await lstat(folder).catch(() => undefined))) await makeClosedFolder(folder, identity);
  // In a shared temporary folder another user may have created it: the owner could impersonate the server.
  const found = await lstat(folder);
  if (!found.isDirectory() || (found.mode & 0o077) !== 0 || (owner !== undefined && found.uid !== owner)) {
    throw new EmbeddedPostgresError(`${folder} must be a folder of user ${owner} that is closed to others (mode 700)`);
  }
  return folder;
}

/** Makes a folder that has its owner from the start: another process that starts at the same time checks it. */
async function makeClosedFolder(folder: string, identity: Identity | undefined): Promise<void> {
  const unfinished = await mkdtemp(`${folder}.`);
  try {
    if (identity) await chown(unfinished, identity.uid, identity.gid);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process was first, and its server is in the folder; or the folder is another user's, which is refused.
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

async function checkVersion({ folder, binaries }: Cluster): Promise<void> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined || Number.parseInt(version, 10) === binaries.major) return;
  throw new EmbeddedPostgresError(
    `${folder} was made by Postgres ${version.trim()}, here is Postgres ${binaries.major}: ` +
      'dump it with the old version and restore it with the new one',
  );
}

/** Creates the files of the cluster unless they exist. Safe in concurrent processes. */
export async function initialiseCluster(cluster: Cluster): Promise<void> {
  if (await stat(join(cluster.folder, 'PG_VERSION')).catch(() => undefined)) return;
  const { binaries, identity, folder } = cluster;
  const unfinished = await mkdtemp(`${folder}.`);
  try {
    if (identity) await chown(unfinished, identity.uid, identity.gid);
    const options = ['-D', unfinished, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-instructions'];
    await runInitdb(cluster, await launchAs(identity, binaries.initdb, options, [unfinished]));
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // ENOTEMPTY, EEXIST: another process was first.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

type LaunchOptions = Awaited<ReturnType<typeof launchAs>>;

async function runInitdb(cluster: Cluster, launch: LaunchOptions): Promise<void> {
  await withLog(cluster, async (log) => {
    const child = start(cluster, launch, log);
    const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('exit', resolve));
    if (code !== 0) throw new EmbeddedPostgresError(`initdb failed${await logTail(cluster)}`);
  });
}

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '300',
  shared_buffers: '64MB',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
} as const;

/**
 * Starts the server, in a session of its own: a Ctrl-C in the terminal must not end it before the service has.
 * @returns  `ended` resolves with the exit code, null after a signal, when the server has ended
 */
export async function startServer(
  cluster: Cluster,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ readonly ended: Promise<number | null> }> {
  const { binaries, folder, socketFolder, identity } = cluster;
  const all = { ...SETTINGS, unix_socket_directories: socketFolder, ...settings };
  const args = ['-D', folder, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const launch = await launchAs(identity, binaries.postgres, args, [folder, socketFolder]);
  return withLog(cluster, async (log) => {
    const child = start(cluster, launch, log);
    const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('exit', resolve));
    ended.catch(() => undefined);
    child.unref();
    return { ended };
  });
}

function start({ socketFolder }: Cluster, { command, args, uid, gid }: LaunchOptions, log: FileHandle) {
  return spawn(command, args, {
    cwd: socketFolder, // a folder that the other user can enter
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
    ...(uid !== undefined && { uid, gid }),
  });
}

async function withLog<T>({ logFile }: Cluster, work: (log: FileHandle) => Promise<T>): Promise<T> {
  const log = await open(logFile, 'a', 0o600);
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}

const LOG_LINES = 5;

/** The end of the server's log, for messages. */
export async function logTail({ logFile }: Cluster): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  const lines = text.trimEnd().split('\n').slice(-LOG_LINES);
  return `; the end of ${logFile}:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

/** The pid of the server that runs on the cluster; undefined when none does. */
export async function runningServer(cluster: Cluster): Promise<number | undefined> {
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return pid > 0 && (await isPostgres(pid)) ? pid : undefined;
}

/**
 * Removes the lock files of a killed server. Only the holder of the start lock may, when no server runs. Postgres itself
 * just checks whether any process has the pid in them, and after a restart of a container one nearly always has.
 */
export async function removeStaleLocks(cluster: Cluster): Promise<void> {
  await rm(pidFile(cluster), { force: true });
  await rm(join(cluster.socketFolder, SOCKET_LOCK), { force: true });
}

/** Written by the server itself, removed when it stops. */
const pidFile = ({ folder }: Cluster): string => join(folder, 'postmaster.pid');

async function isPostgres(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // "12345 (postgres) S …"; Z and X: it has ended, and its parent has not waited for it.
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return status === undefined ? process.platform !== 'linux' : /^\d+ \(postgres\) [^ZX]/.test(status);
}

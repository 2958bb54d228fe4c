import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import t, { type Test } from 'tap';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../../src/service/storage/embedded/server.js';
import { kill, message, start } from '../support/processes.js';
import { until } from '../support/until.js';

const FAST = { fsync: 'off' };

const folders = mkdtempSync(join(tmpdir(), 'platen-embedded-'));
t.teardown(() => rmSync(folders, { recursive: true, force: true }));

let count = 0;
const emptyDataDir = () => join(folders, `${++count}`, 'data');

/** With a database in it: to make one takes a second. */
function dataDir(): string {
  const folder = emptyDataDir();
  mkdirSync(folder, { recursive: true });
  execFileSync('cp', ['-a', join(firstDataDir, 'postgres'), folder]);
  return folder;
}

const firstDataDir = emptyDataDir();

async function open(t: Test, folder: string, onRestart = () => {}): Promise<EmbeddedPostgres> {
  const server = await openEmbeddedPostgres({ dataDir: folder, settings: FAST, onRestart });
  t.teardown(() => server.close());
  return server;
}

async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

const pidOf = (folder: string) => Number.parseInt(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8'), 10);

/** The server removes the file when it has stopped. */
const isRunning = (folder: string) => existsSync(join(folder, 'postgres/postmaster.pid'));

t.test('starts with nothing installed, keeps its data, and stops with its last user', async (t) => {
  const folder = firstDataDir;
  const first = await open(t, folder);
  await ask(first.url, 'create table kept as select 42 as answer');
  const pid = pidOf(folder);
  const second = await open(t, folder);
  t.equal(pidOf(folder), pid, 'the running server is used');
  await first.close();
  t.equal(await ask(second.url, 'select answer from kept'), 42, 'it runs for the second user');
  await second.close();
  t.notOk(isRunning(folder));
  const third = await open(t, folder);
  t.equal(await ask(third.url, 'select answer from kept'), 42);
  await third.close();
});

t.test('listens on a socket in a folder that is closed to others, and on no port', async (t) => {
  const folder = dataDir();
  const server = await open(t, folder);
  t.equal(await ask(server.url, 'show listen_addresses'), '');
  t.equal(await ask(server.url, 'show unix_socket_permissions'), '0700');
  await server.close();
});

t.test('several users that start at once make and share one server', async (t) => {
  const folder = emptyDataDir();
  const servers = await Promise.all(Array.from({ length: 4 }, () => open(t, folder)));
  const starts = await Promise.all(servers.map(({ url }) => ask(url, 'select pg_postmaster_start_time()::text')));
  t.equal(new Set(starts).size, 1);
  await Promise.all(servers.map((server) => server.close()));
  t.notOk(isRunning(folder));
});

t.test('users that come and go at once: who finds the server stopping starts the next', async (t) => {
  const folder = emptyDataDir();
  async function comeAndGo(): Promise<void> {
    for (let round = 0; round < 6; round++) {
      const server = await openEmbeddedPostgres({ dataDir: folder, settings: FAST });
      await server.close();
    }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, comeAndGo));
  t.strictSame(new Set(outcomes.map(({ status }) => status)), new Set(['fulfilled']));
  t.notOk(isRunning(folder));
});

t.test('a server whose user was killed is adopted', async (t) => {
  const folder = dataDir();
  const child = start(t, 'support/embedding-process.js', { dataDir: folder });
  const { url } = await message<EmbeddedPostgres>(child);
  const pid = pidOf(folder);
  const last = new pg.Client({ connectionString: url }); // as of an HTTP process that answers its last requests
  await last.connect();
  await kill(child);
  t.ok(isRunning(folder));
  const server = await open(t, folder);
  await last.end();
  t.equal(pidOf(folder), pid);
  await server.close();
  t.notOk(isRunning(folder));
});

t.test('a server whose user was killed ended with the next user only', async (t) => {
  const folder = dataDir();
  const child = start(t, 'support/embedding-process.js', { dataDir: folder });
  await message(child);
  await kill(child);
  await until('it has ended by itself', () => !isRunning(folder));
  const server = await open(t, folder);
  t.equal(await ask(server.url, 'select 1'), 1);
});

t.test('what a killed server left behind does not keep the next from starting', async (t) => {
  const folder = dataDir();
  await (await open(t, folder)).close();
  const other = `${process.pid}\n${join(folder, 'postgres')}\n1\n5432\n${join(folder, 'run')}\n\n1 1\nready\n`;
  writeFileSync(join(folder, 'postgres/postmaster.pid'), other);
  writeFileSync(join(folder, 'run/.s.PGSQL.5432.lock'), other);
  const server = await open(t, folder);
  t.equal(await ask(server.url, 'select 1'), 1);
  await server.close();
});

t.test('a server that dies is started again, with what was committed', async (t) => {
  const folder = dataDir();
  let restarted = () => {};
  const restart = new Promise<void>((resolve) => {
    restarted = resolve;
  });
  const server = await open(t, folder, () => restarted());
  await ask(server.url, 'create table later as select 42 as answer');
  process.kill(pidOf(folder), 'SIGKILL');
  await restart;
  t.equal(await askUntilUp(server), 42);
  await server.close();
});

async function askUntilUp({ url }: EmbeddedPostgres): Promise<unknown> {
  for (;;) {
    try {
      return await ask(url, 'select answer from later');
    } catch {
      await delay(20);
    }
  }
}

t.test('a path too long for a socket works: the socket goes to the temporary folder', async (t) => {
  const folder = join(folders, 'a-folder-with-a-long-name'.repeat(5));
  renameSync(dataDir(), folder);
  const server = await open(t, folder);
  t.notMatch(decodeURIComponent(server.url), folder);
  t.equal(await ask(server.url, 'select 1'), 1);
  const socketFolder = /@([^/]+)\//.exec(server.url)![1]!;
  await server.close();
  rmSync(decodeURIComponent(socketFolder), { recursive: true });
});

t.test('a socket folder that others can enter is refused', async (t) => {
  const folder = emptyDataDir();
  mkdirSync(join(folder, 'run'), { recursive: true });
  chmodSync(join(folder, 'run'), 0o777);
  await t.rejects(open(t, folder), { name: 'EmbeddedPostgresError', message: /closed to others/ });
});

t.test('data of another major version is refused with what to do', async (t) => {
  const folder = emptyDataDir();
  mkdirSync(join(folder, 'postgres'), { recursive: true });
  writeFileSync(join(folder, 'postgres/PG_VERSION'), '12\n');
  await t.rejects(open(t, folder), { message: /made by Postgres 12, here is Postgres \d+: dump it/ });
});

t.test('data that is damaged is refused with the end of the log', async (t) => {
  const folder = dataDir();
  await (await open(t, folder)).close();
  rmSync(join(folder, 'postgres/global'), { recursive: true });
  await t.rejects(open(t, folder), { message: /Postgres did not start; the end of .*postgres\.log:/ });
});

const canSwitchUser = process.getuid?.() === 0 && existsSync('/usr/bin/setpriv');
t.test('root can start it below a folder that is closed to everyone else', { skip: !canSwitchUser }, async (t) => {
  const folder = emptyDataDir();
  mkdirSync(dirname(folder), { mode: 0o700 });
  const server = await open(t, folder);
  const owner = execFileSync('stat', ['-c', '%u', `/proc/${pidOf(folder)}`], { encoding: 'utf8' });
  t.not(owner.trim(), '0');
  await server.close();
});

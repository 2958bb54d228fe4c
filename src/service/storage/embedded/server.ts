/**
 * Postgres without anything to install: runs the server of an npm package over a unix socket in the data folder.
 *
 * A server that already runs there is adopted: after a `kill -9` of this service, or by the operator's command line
 * beside a running service. Every user holds a shared advisory lock; the last one to close stops the server.
 */

import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { STOP_POSTGRES } from '../../../entry-points.js';
import { ADVISORY } from '../locks.js';
import {
  type Cluster,
  initialiseCluster,
  logTail,
  prepareCluster,
  removeStaleLocks,
  runningServer,
  SUPERUSER,
  startServer,
} from './database-cluster.js';
import { EmbeddedPostgresError } from './error.js';
import { watchParent } from './parent-watch.js';
import { withStartLock } from './start-lock.js';

export { EmbeddedPostgresError } from './error.js';

export interface EmbeddedPostgres {
  /** For `openDatabase`, in this process and in others. */
  readonly url: string;
  /** Stops the server if it has no other users. */
  close(): Promise<void>;
}

interface EmbeddedPostgresOptions {
  /** Absolute. */
  readonly dataDir: string;
  /** Further settings, used if this process starts the server. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called when the server ended unexpectedly and is restarted, and with the error when that fails. */
  readonly onRestart?: (error?: unknown) => void;
}

const START_SECONDS = 60;
const STOP_SECONDS = 20;
const POLL_MS = 20;
const RESTART_MS = 500;
/** Processes that lost their primary finish their renders first. */
const ABANDONED_SECONDS = 120;
const ABANDONED_POLL_MS = 500;
const DATABASE = 'platen';

/** @throws EmbeddedPostgresError */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = await prepareCluster(options.dataDir);
  let closing = false;
  let user = await join(cluster, options);
  const keeper = watchParent(STOP_POSTGRES, [options.dataDir]);

  /** Of all users of a server that ended, one restarts it and the others adopt it. */
  async function watch(): Promise<void> {
    while (!closing) {
      await user.closed;
      while (!closing) {
        options.onRestart?.();
        try {
          user = await join(cluster, options);
          if (closing) await user.client.end();
          break;
        } catch (error) {
          options.onRestart?.(error);
          await delay(RESTART_MS);
        }
      }
    }
  }
  void watch();

  return {
    url: socketUrl(cluster, DATABASE),
    async close() {
      closing = true;
      await user.client.end().catch(() => undefined);
      keeper.close();
      await stopIfUnused(cluster);
    },
  };
}

interface User {
  readonly client: pg.Client;
  /** Resolves when the connection has ended, by either end. */
  readonly closed: Promise<void>;
}

/** Starts or adopts the server, and takes the lock of its users. */
async function join(cluster: Cluster, { settings }: EmbeddedPostgresOptions): Promise<User> {
  const deadline = Date.now() + START_SECONDS * 1000;
  let started: StartedServer | undefined;
  for (;;) {
    try {
      return await connectAsUser(cluster);
    } catch (error) {
      if (Date.now() > deadline) {
        const reason = `${(error as Error).message}${await logTail(cluster)}`;
        throw new EmbeddedPostgresError(`Postgres does not answer: ${reason}`, { cause: error });
      }
      if (started?.state === 'failed') {
        throw new EmbeddedPostgresError(`Postgres did not start${await logTail(cluster)}`, { cause: error });
      }
      // It may have stopped already: another user has come and gone, and was the last.
      if (started?.state !== 'running')
        started = await withStartLock(cluster, deadline, () => startUnlessRunning(cluster, settings, deadline));
      await delay(POLL_MS);
    }
  }
}

interface StartedServer {
  /** "stopped": by a user of it. */
  readonly state: 'running' | 'stopped' | 'failed';
}

/**
 * Waits until the server has written its pid file, by which other processes find it.
 * @returns undefined when another process's server runs
 */
async function startUnlessRunning(
  cluster: Cluster,
  settings: EmbeddedPostgresOptions['settings'],
  deadline: number,
): Promise<StartedServer | undefined> {
  if (await runningServer(cluster)) return undefined;
  await initialiseCluster(cluster);
  await removeStaleLocks(cluster);
  const server: { state: StartedServer['state'] } = { state: 'running' };
  const { ended } = await startServer(cluster, settings);
  ended.then(
    (code) => {
      server.state = code === 0 ? 'stopped' : 'failed';
    },
    () => {
      server.state = 'failed';
    },
  );
  while (server.state === 'running' && !(await runningServer(cluster)) && Date.now() < deadline) await delay(POLL_MS);
  return server;
}

async function connectAsUser(cluster: Cluster): Promise<User> {
  await createDatabase(cluster);
  const client = new pg.Client({ connectionString: socketUrl(cluster, DATABASE), application_name: 'platen keeper' });
  const closed = new Promise<void>((resolve) => client.on('end', resolve));
  client.on('error', () => undefined); // "end" follows
  await client.connect();
  try {
    await client.query('select pg_advisory_lock_shared($1, 0)', [ADVISORY.user]);
    return { client, closed };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function createDatabase(cluster: Cluster): Promise<void> {
  const client = new pg.Client({ connectionString: socketUrl(cluster, 'postgres') });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    // 42P04, 23505: another process has created it in between.
    if (!(error instanceof pg.DatabaseError && ['42P04', '23505'].includes(error.code ?? ''))) throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Stops the server of a user that was killed, once nobody uses it: not the processes that still answer its last requests,
 * nor another user that has adopted it.
 */
export async function stopAbandoned(dataDir: string): Promise<void> {
  const cluster = await prepareCluster(dataDir);
  const client = new pg.Client({ connectionString: socketUrl(cluster, DATABASE) });
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (let left = ABANDONED_SECONDS * 1000; left > 0; left -= ABANDONED_POLL_MS) {
      const { rows } = await client.query(
        `select exists (select from pg_locks where locktype = 'advisory' and classid = $1 and objid = 0) as adopted,
           (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as clients`,
        [ADVISORY.user],
      );
      if (rows[0].adopted) return;
      if (rows[0].clients <= 1) break;
      await delay(ABANDONED_POLL_MS);
    }
  } catch {
    return; // it has ended
  } finally {
    await client.end().catch(() => undefined);
  }
  await stopIfUnused(cluster);
}

async function stopIfUnused(cluster: Cluster): Promise<void> {
  const client = new pg.Client({ connectionString: socketUrl(cluster, DATABASE) });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Held until the server ends: a new user waits for the lock, loses its connection and restarts the server.
    const { rows } = await client.query('select pg_try_advisory_lock($1, 0) as alone', [ADVISORY.user]);
    const pid = rows[0].alone ? await runningServer(cluster) : undefined;
    if (pid === undefined) return;
    process.kill(pid, 'SIGINT'); // "fast shutdown"
    for (let left = STOP_SECONDS * 1000; left > 0 && (await runningServer(cluster)); left -= POLL_MS)
      await delay(POLL_MS);
  } catch {
    // No answer: it has ended, or another process is stopping it.
  } finally {
    await client.end().catch(() => undefined);
  }
}

function socketUrl({ socketFolder }: Cluster, database: string): string {
  return `postgresql://${SUPERUSER}@${encodeURIComponent(socketFolder)}/${database}`;
}

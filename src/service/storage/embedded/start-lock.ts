/** One process at a time looks for a running server, removes what a killed one left, and starts another. */

import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './database-cluster.js';
import { EmbeddedPostgresError } from './error.js';

const POLL_MS = 20;

/**
 * Runs `work` while no other process runs any for the same cluster. The lock is a listening socket: the system gives
 * its name to one process, and takes it back when that process dies.
 * @param deadline  as `Date.now()`
 * @throws EmbeddedPostgresError when the other process has not finished by then, and the error of `listen` when there
 *         cannot be such a socket
 */
export async function withStartLock<T>(cluster: Cluster, deadline: number, work: () => Promise<T>): Promise<T> {
  const lock = await acquire(lockName(cluster), deadline);
  try {
    return await work();
  } finally {
    await new Promise((resolve) => lock.close(resolve));
  }
}

/** On Linux a name of the "abstract" namespace, unix(7), which leaves no file behind; elsewhere a socket file. */
function lockName({ folder, socketFolder }: Cluster): string {
  if (process.platform !== 'linux') return join(socketFolder, 'start');
  return `\0platen-start-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
}

async function acquire(name: string, deadline: number): Promise<Server> {
  for (;;) {
    const server = await listen(name);
    if (server) return server;
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError('another process has been starting Postgres in this folder all the time: end it');
    }
    if (!name.startsWith('\0') && !(await isHeld(name))) await rm(name, { force: true });
    await delay(POLL_MS);
  }
}

/** @returns undefined when another process listens under that name */
function listen(name: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((connection) => connection.destroy());
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(name, () => resolve(server));
  });
}

/** false: the socket file is that of a process that died. */
function isHeld(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(name);
    connection.on('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.on('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'ECONNREFUSED'));
  });
}

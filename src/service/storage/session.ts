/**
 * The one connection that a process keeps for itself. It holds an advisory lock, which tells every host that this
 * process lives: Postgres frees it when the process ends, however it ends. And it listens for what others announce.
 */

import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ServiceError } from '../errors.js';
import { type ConnectionOptions, clientConfig, translate } from './connection.js';
import { ADVISORY } from './locks.js';

export interface Session {
  /** The number of this process's lock. @throws ServiceError `storage_unavailable` while it is not held */
  readonly owner: number;
  readonly connected: boolean;
  /** Adds a listener for one channel's announcements. Add them before anything depends on them. */
  listen(channel: string, listener: (payload: string) => void): Promise<void>;
  /** Calls `listener` whenever the connection is lost or made again: announcements may have been missed. */
  onGap(listener: () => void): void;
  close(): Promise<void>;
}

export interface SessionOptions extends ConnectionOptions {
  readonly onConnectionLost?: (error: unknown) => void;
}

const HEARTBEAT_SECONDS = 5;
const HEARTBEAT_TIMEOUT_SECONDS = 2;
const RECONNECT_SECONDS = { first: 0.1, longest: 2 } as const;

/**
 * Lets the server notice within half a minute that this host is gone, and free the lock. On a unix socket, where that
 * cannot happen, they have no effect.
 */
const KEEPALIVES = ['set tcp_keepalives_idle = 10', 'set tcp_keepalives_interval = 5', 'set tcp_keepalives_count = 3'];

/** @throws ServiceError `storage_unavailable` when the first connection fails */
export async function openSession(options: SessionOptions): Promise<Session> {
  const session = new PostgresSession(options);
  await session.open();
  return session;
}

class PostgresSession implements Session {
  readonly #options: SessionOptions;
  readonly #listeners = new Map<string, Set<(payload: string) => void>>();
  readonly #gapListeners = new Set<() => void>();
  readonly #closing = new AbortController();
  #client: pg.Client | undefined;
  #owner: number | undefined;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  get owner(): number {
    if (!this.#client || this.#owner === undefined) {
      throw new ServiceError('storage_unavailable', undefined, { retryAfterSeconds: 1 });
    }
    return this.#owner;
  }

  get connected(): boolean {
    return this.#client !== undefined;
  }

  async open(): Promise<void> {
    const client = new pg.Client({ ...clientConfig(this.#options), query_timeout: HEARTBEAT_TIMEOUT_SECONDS * 1000 });
    let lost: unknown;
    client.on('error', (error) => {
      lost = error;
    });
    client.on('end', () => this.#lose(client, lost));
    client.on('notification', ({ channel, payload }) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener(payload ?? '');
    });
    try {
      await client.connect();
      for (const setting of KEEPALIVES) await client.query(setting);
      this.#owner = await takeOwnerLock(client, this.#owner);
      for (const channel of this.#listeners.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw translate(error);
    }
    if (this.#closing.signal.aborted) return void client.end().catch(() => undefined);
    this.#client = client;
    this.#heartbeat = setInterval(() => this.#beat(client), HEARTBEAT_SECONDS * 1000).unref();
    this.#announceGap();
  }

  async listen(channel: string, listener: (payload: string) => void): Promise<void> {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    // Without a connection the next one listens from its start.
    await this.#client?.query(`listen ${pg.escapeIdentifier(channel)}`).catch((error) => {
      throw translate(error);
    });
  }

  onGap(listener: () => void): void {
    this.#gapListeners.add(listener);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#heartbeat);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  /** A connection whose other end is gone says nothing: it is asked. */
  #beat(client: pg.Client): void {
    client.query('select 1').catch((error) => this.#lose(client, error));
  }

  #lose(client: pg.Client, error: unknown): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    clearInterval(this.#heartbeat);
    client.end().catch(() => undefined);
    this.#options.onConnectionLost?.(error);
    this.#announceGap();
    void this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    const { signal } = this.#closing;
    for (
      let wait: number = RECONNECT_SECONDS.first;
      !signal.aborted;
      wait = Math.min(wait * 2, RECONNECT_SECONDS.longest)
    ) {
      try {
        await delay(wait * 1000, undefined, { signal });
        return await this.open();
      } catch {
        // Whoever needs Postgres meanwhile is told so by their own query.
      }
    }
  }

  #announceGap(): void {
    for (const listener of this.#gapListeners) listener();
  }
}

/**
 * Takes the lock under the number it had before, so that what was reserved under it stays ours; under a new one when
 * the server still holds the old for a connection that it does not know to be dead.
 */
async function takeOwnerLock(client: pg.Client, previous: number | undefined): Promise<number> {
  for (let owner = previous ?? randomInt(1, 2 ** 31); ; owner = randomInt(1, 2 ** 31)) {
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as taken', [ADVISORY.owner, owner]);
    if (rows[0].taken) return owner;
  }
}

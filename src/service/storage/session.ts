/**
 * The dedicated connection of a process. It holds an advisory lock, which shows all hosts that this process lives:
 * Postgres releases it when the process ends, by whatever cause. It also receives notifications (LISTEN).
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
  /** Adds a listener for the notifications of a channel. */
  listen(channel: string, listener: (payload: string) => void): Promise<void>;
  /** Calls `listener` whenever the connection is lost or restored: notifications may have been missed. */
  onGap(listener: () => void): void;
  close(): Promise<void>;
}

interface SessionOptions extends ConnectionOptions {
  readonly onConnectionLost?: (error: unknown) => void;
}

const HEARTBEAT_SECONDS = 5;
const HEARTBEAT_TIMEOUT_SECONDS = 2;
const RECONNECT_SECONDS = { first: 0.1, max: 2 } as const;

/**
 * Lets the server detect within half a minute that this host is unreachable, and release the lock. No effect on a unix
 * socket.
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
    // Without a connection, `open` listens on the next one.
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

  /** Detects a connection that was lost silently. */
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
      wait = Math.min(wait * 2, RECONNECT_SECONDS.max)
    ) {
      try {
        await delay(wait * 1000, undefined, { signal });
        return await this.open();
      } catch {
        // Queries report the failure themselves in the meantime.
      }
    }
  }

  #announceGap(): void {
    for (const listener of this.#gapListeners) listener();
  }
}

/** A positive int4, the type of the second number of an advisory lock. */
const randomOwner = (): number => randomInt(1, 2 ** 31);

/**
 * Takes the lock with the previous number, so that this process keeps its reservations; with a new one while the server
 * still holds the old lock for a connection that it has not detected as lost.
 */
async function takeOwnerLock(client: pg.Client, previous: number | undefined): Promise<number> {
  for (let owner = previous ?? randomOwner(); ; owner = randomOwner()) {
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as taken', [ADVISORY.owner, owner]);
    if (rows[0].taken) return owner;
  }
}

/** A running HTTP process for tests, and a client for it. */

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Test } from 'tap';
import { loadConfig } from '../../../src/config.js';
import { type HttpProcess, openHttpProcess } from '../../../src/server/http-process.js';
import type { Pace } from '../../../src/service/http/body.js';
import { type Backend, environmentOf } from './postgres.js';

/** HTTP_SERVER of the test run: all tests of the service hold for both servers. */
const { HTTP_SERVER } = process.env;
export const SERVER: Record<string, string> = HTTP_SERVER === undefined ? {} : { HTTP_SERVER };

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** Parsed, when it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it field by field
  readonly json: any;
}

export interface Request {
  readonly key?: string | undefined;
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal;
}

export interface Owner {
  readonly id: string;
  readonly email: string;
  readonly key: string;
}

export interface Service {
  readonly process: HttpProcess;
  readonly url: string;
  /** Log entries, one object per line. */
  readonly log: Record<string, unknown>[];
  /** A new account with a key. */
  account(settings?: { credits?: number; plan?: string; locale?: string }): Promise<Owner>;
  send(method: string, path: string, request?: Request): Promise<Answer>;
}

/**
 * @param environment  variables of the service, on top of what suits tests
 * @param pace         how fast a body must come
 * @param portalFolder  of the built client of the portal
 * @param awaitsOthers  whether it is ready only once it is told that all processes serve
 */
export async function openService(
  t: Test,
  backend: Backend,
  environment: Record<string, string> = {},
  pace?: Pace,
  portalFolder?: string,
  awaitsOthers = false,
): Promise<Service> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-files-'));
  t.teardown(() => rm(dataDir, { recursive: true, force: true }));
  const config = loadConfig({
    PORT: '0',
    THREADS: '1',
    PROCESSES: '1',
    PLATEN_DATA_DIR: dataDir,
    ...SERVER,
    ...environmentOf(backend),
    ...environment,
  });
  const log: Record<string, unknown>[] = [];
  const http = await openHttpProcess(config, {
    databaseUrl: backend.url,
    ...(pace && { pace }),
    ...(portalFolder !== undefined && { portalFolder }),
    awaitsOthers,
    log: pino({ level: 'debug' }, { write: (line: string) => void log.push(JSON.parse(line)) }),
  });
  t.teardown(() => http.end('stopping'));
  const url = `http://127.0.0.1:${http.port}`;
  return { process: http, url, log, account: (settings) => makeAccount(http, settings), send: client(url) };
}

/** Renders of a process that run and that wait. */
export async function loadOf({ process: { metrics } }: Service): Promise<{ running: number; waiting: number }> {
  const all = (await metrics.snapshot()) as readonly { name: string; values: readonly { value: number }[] }[];
  const gauge = (name: string) => all.find((metric) => metric.name === `platen_renders_${name}`)!.values[0]!.value;
  return { running: gauge('running'), waiting: gauge('waiting') };
}

/** How many answers there are of each status. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

export function client(url: string): Service['send'] {
  return async (method, path, { key, headers, json, body, signal } = {}) => {
    const response = await fetch(url + path, {
      redirect: 'manual',
      method,
      headers: {
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined ? { body: JSON.stringify(json) } : body !== undefined && { body }),
      ...(signal && { signal }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && bytes.length > 0;
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      json: isJson ? JSON.parse(bytes.toString()) : undefined,
    };
  };
}

async function makeAccount(
  { data }: HttpProcess,
  { credits, plan = 'self-hosted', locale = 'en-US' }: { credits?: number; plan?: string; locale?: string } = {},
): Promise<Owner> {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const account = await data.accounts.create({ email, plan, locale });
  if (credits !== undefined && credits !== account.credits) {
    await data.accounts.addCredits(account.id, credits - account.credits);
  }
  const { key } = await data.keys.create(account.id, 'test');
  return { id: account.id, email, key };
}

/** A client of `platen serve` on this machine. */

import { type Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds between looks at a server that starts. */
const LOOK = 100;

export interface RenderRequest {
  readonly port: number;
  readonly agent: Agent;
  readonly key: string;
  readonly html: string;
}

export interface RenderAnswer {
  readonly status: number;
  /** Seconds; NaN: there is no such header. */
  readonly retryAfter: number;
  /** The header `Server-Timing`. */
  readonly timing: string;
  readonly body: Buffer;
}

/** Sends a request to `POST /v1/render` and reads the whole answer, whatever its status. */
export async function postRender({ port, agent, key, html }: RenderRequest): Promise<RenderAnswer> {
  const body = JSON.stringify({ html });
  const headers = {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  };
  const response = await send({ host: '127.0.0.1', port, path: '/v1/render', method: 'POST', agent, headers }, body);
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  const retryAfter = Number(response.headers['retry-after']);
  const timing = `${response.headers['server-timing'] ?? ''}`;
  return { status: response.statusCode!, retryAfter, timing, body: Buffer.concat(parts) };
}

/** Sends again what meets the end of an idle connection. Source: https://www.rfc-editor.org/rfc/rfc9112#section-9.3.1 */
function send(options: RequestOptions, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sending = request(options, resolve);
    sending.on('error', (error: NodeJS.ErrnoException) => {
      if (sending.reusedSocket && error.code === 'ECONNRESET') send(options, body).then(resolve, reject);
      else reject(error);
    });
    sending.end(body);
  });
}

/** @throws when the answer is not a PDF */
export async function renderPdf(input: RenderRequest): Promise<void> {
  const { status, body } = await postRender(input);
  if (status !== 200) throw new Error(`${status}: ${body}`);
}

/** Waits until the server answers. @throws when its process ends before */
export async function untilReady(port: number, child?: { readonly exitCode: number | null }): Promise<void> {
  for (;;) {
    if (child && child.exitCode !== null) throw new Error(`a server ended with code ${child.exitCode}`);
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await delay(LOOK);
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('no port is free');
  return address.port;
}

/** The environment of a service of two processes with a render thread each, whose data is in a folder of its own. */
export function smallService({ port, redisPort, folder }: { port: number; redisPort: number; folder: string }) {
  return {
    ...process.env,
    PORT: String(port),
    ADMIN_PORT: '0',
    LOG_LEVEL: 'silent',
    PLATEN_DATA_DIR: folder,
    PROCESSES: '2',
    THREADS: '1',
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
  };
}

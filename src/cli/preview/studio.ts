/**
 * The HTTP server of `platen preview`: the portal's editor on files of the disk. It listens on the loopback interface.
 * Other programs and pages of this machine cannot use it: calls need the token that only the printed address has, and
 * requests must name this server as their host, so that no other name leads to it (DNS rebinding).
 */

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PREVIEW_THREAD } from '../../entry-points.js';
import { type Client, openClient } from '../../portal/client.js';
import { previewBytes } from '../../portal/preview-bytes.js';
import { parseJson } from '../json.js';
import { UsageError } from '../outcome.js';
import { ReplaceableThread } from '../replaceable-thread.js';
import type { PreviewAnswer, PreviewSetup, PreviewTask } from './messages.js';
import { Conflict, type Save, Unsavable, Workspace, type WorkspaceState } from './workspace.js';

export interface StudioOptions {
  readonly template: string;
  readonly data: string | undefined;
  readonly setup: PreviewSetup;
  /** Initial settings of the editor. */
  readonly settings: Pick<PreviewTask, 'locale' | 'strict' | 'standard'>;
  /** 0: any free one. */
  readonly port: number;
  /** Of the built client. */
  readonly portalFolder: string;
}

export interface Studio {
  /** With the token. */
  readonly url: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
/** Bytes of a request: a template and its data. */
const MAX_BODY = 64_000_000;

/** @throws UsageError */
export async function openStudio(options: StudioOptions): Promise<Studio> {
  const studio = new StudioServer(options);
  return { url: await studio.listen(options.port), close: () => studio.close() };
}

/** A request that is refused. */
class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly diagnostics?: readonly unknown[],
  ) {
    super(message);
  }
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

class StudioServer {
  readonly #options: StudioOptions;
  readonly #workspace: Workspace;
  readonly #thread: ReplaceableThread<PreviewTask, PreviewAnswer>;
  readonly #client: Client;
  readonly #server: Server;
  readonly #token = randomBytes(32).toString('base64url');
  readonly #followers = new Set<ServerResponse>();
  /** Previews take turns. */
  #turn: Promise<unknown> = Promise.resolve();
  #watching: Promise<void> | undefined;

  constructor(options: StudioOptions) {
    const { template, data, setup, portalFolder } = options;
    this.#options = options;
    this.#workspace = new Workspace(template, data, (state) => this.#tell(state));
    const { problem } = this.#workspace.state;
    if (problem !== null) throw new UsageError(problem);
    this.#client = openClient(portalFolder);
    if (!this.#client.page('studio.html')) throw new UsageError('the portal is not built here: npm run build');
    this.#thread = new ReplaceableThread({
      entryPoint: PREVIEW_THREAD,
      setup,
      timeout: setup.maxTime,
      timeoutOption: '--max-time',
    });
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  async listen(port: number): Promise<string> {
    this.#thread.warmUp();
    this.#server.listen(port, HOST);
    try {
      await once(this.#server, 'listening');
    } catch (error) {
      await this.close();
      throw new UsageError(`cannot listen on ${HOST}:${port}: ${(error as Error).message}`);
    }
    this.#watching = this.#workspace.watch();
    return `http://${HOST}:${this.#port}/#${this.#token}`;
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#workspace.close();
    for (const follower of this.#followers) follower.end();
    this.#server.close();
    this.#server.closeAllConnections();
    await Promise.all([this.#thread.close(), this.#watching]);
  }

  /** Never throws. */
  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cache-Control', 'no-store');
    try {
      await this.#handlerOf(request)(request, response);
    } catch (error) {
      if (response.headersSent) return void response.destroy();
      const refused = error instanceof Refused ? error : new Refused(500, 'internal', describe(error));
      const { status, code, message, diagnostics } = refused;
      sendJson(response, { error: { code, message, diagnostics } }, status);
    }
  }

  /** @throws Refused */
  #handlerOf({ method, url = '/', headers }: IncomingMessage): Handler {
    if (![`${HOST}:${this.#port}`, `localhost:${this.#port}`].includes(headers.host ?? ''))
      throw new Refused(421, 'wrong_host', `This server is http://${HOST}:${this.#port}`);
    const { pathname } = new URL(url, 'http://studio');
    const isRead = method === 'GET' || method === 'HEAD';
    if (isRead && pathname === '/') return (_, response) => send(response, this.#client.page('studio.html')!);
    const asset = /^\/assets\/([^/]+)$/.exec(pathname)?.[1];
    if (isRead && asset !== undefined) return this.#assetHandler(asset, headers['accept-encoding']);
    if (!this.#isAuthorized(headers.authorization))
      throw new Refused(401, 'wrong_token', 'Open the address that platen preview has printed');
    const handler = this.#calls[`${method} ${pathname}`];
    if (!handler) throw new Refused(404, 'not_found', `There is no ${method} ${pathname}`);
    return handler;
  }

  #assetHandler(name: string, encoding: string | string[] | undefined): Handler {
    return (_, response) => {
      const file = this.#client.file(name, String(encoding));
      if (!file) throw new Refused(404, 'not_found', 'There is no such file');
      send(response, file);
    };
  }

  #isAuthorized(header = ''): boolean {
    const [given, expected] = [Buffer.from(header), Buffer.from(`Bearer ${this.#token}`)];
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  readonly #calls: Readonly<Record<string, Handler>> = {
    'GET /studio': (_, response) => sendJson(response, { ...this.#workspace.state, settings: this.#options.settings }),
    'GET /studio/changes': (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
      response.write(`${JSON.stringify(this.#workspace.state)}\n`);
      this.#followers.add(response);
      response.on('close', () => this.#followers.delete(response));
    },
    'POST /studio/preview': async (request, response) => {
      const task = (await readJson(request)) as PreviewTask;
      const preview = this.#turn.then(() => (response.destroyed ? undefined : this.#preview(task)));
      this.#turn = preview.catch(() => undefined);
      const bytes = await preview;
      if (bytes) send(response, { headers: { 'Content-Type': 'application/octet-stream' }, bytes });
    },
    'PUT /studio': async (request, response) => {
      const save = (await readJson(request)) as Save;
      try {
        sendJson(response, this.#workspace.save(save));
      } catch (error) {
        if (error instanceof Conflict) throw new Refused(409, 'conflict', error.message);
        if (error instanceof Unsavable) throw new Refused(422, 'unsavable', error.message);
        throw error;
      }
    },
  };

  /** @throws Refused */
  async #preview(task: PreviewTask): Promise<Uint8Array> {
    const end = await this.#thread.run(task);
    if ('failure' in end) throw new Refused(422, end.failure.code, end.failure.message);
    const { result, files } = end.answer;
    this.#workspace.follow(files);
    if ('previewed' in result) return previewBytes(result.previewed);
    const { code, message, diagnostics } = result.refusal;
    throw new Refused(422, code, message, diagnostics);
  }

  #tell(state: WorkspaceState): void {
    for (const follower of this.#followers) follower.write(`${JSON.stringify(state)}\n`);
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? `Platen failed: ${error.message}` : 'Platen failed';
}

function send(
  response: ServerResponse,
  { headers, bytes }: { readonly headers: Readonly<Record<string, string>>; readonly bytes: Uint8Array },
  status = 200,
): void {
  response.writeHead(status, { ...headers, 'Content-Length': bytes.length }).end(bytes);
}

function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  send(
    response,
    { headers: { 'Content-Type': 'application/json' }, bytes: Buffer.from(JSON.stringify(value)) },
    status,
  );
}

/** @throws Refused */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY) throw new Refused(413, 'body_too_large', `The request has more than ${MAX_BODY} bytes`);
    chunks.push(chunk);
  }
  try {
    return parseJson(Buffer.concat(chunks).toString());
  } catch (error) {
    throw new Refused(400, 'invalid_json', (error as Error).message);
  }
}

/**
 * The HTTP server of Node.js, where uWebSockets.js has no binary. It answers as that one does:
 * - a client that pipelines requests is disconnected, unless the one before is answered at once;
 * - replies are written as the client reads them, and a client that reads nothing for a while is disconnected;
 * - a connection ends when no whole head of a request arrives in time.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { ClientGone } from '../errors.js';
import { type BodyReader, type BodySource, bodySource, drained, type Pace, readBody, type TakeChunk } from './body.js';
import { BodyStream } from './body-stream.js';
import { Connections } from './connections.js';
import type { Exchange, Listener, ListenOptions, Outgoing } from './exchange.js';

/** Milliseconds for the head of a request, between requests, and without progress while a reply is written. */
const IDLE_MS = 10_000;
/** Milliseconds between checks of these. */
const CHECK_MS = 1000;
/** Bytes of the head of a request; more is answered 431. */
const MAX_HEAD = 16 * 1024;

/**
 * Processes of a cluster share the port: their primary accepts connections and deals them out.
 * @throws Error when the address is in use or not of this machine
 */
export function listen({ host, port, onRequest, pace, maxConnections, onFull }: ListenOptions): Promise<Listener> {
  const connections = new Connections(maxConnections, onFull);
  const latest = new WeakMap<Socket, ServerResponse>();
  const server = createServer(
    {
      headersTimeout: IDLE_MS,
      keepAliveTimeout: IDLE_MS,
      requestTimeout: 0, // bodies have a minimum speed
      connectionsCheckingInterval: CHECK_MS,
      maxHeaderSize: MAX_HEAD,
      requireHostHeader: false, // the application asks for it
    },
    (request, response) => {
      const { socket } = request;
      const before = latest.get(socket);
      latest.set(socket, response);
      const answer = () => onRequest(new NodeExchange(request, response, pace));
      if (before === undefined || before.writableEnded) answer();
      else setImmediate(() => void (before.writableEnded ? answer() : socket.destroy()));
    },
  );
  server.on('connection', (socket: Socket) => {
    socket.once('close', () => connections.count({ close: () => undefined }, -1));
    connections.count({ close: () => socket.destroy() }, 1);
  });
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(new Error(`cannot listen on ${host}:${port}: ${cause.message}`, { cause })));
    server.listen({ host, port }, () => resolve(new NodeListener(server, connections)));
  });
}

class NodeListener implements Listener {
  readonly port: number;
  readonly #server: Server;
  readonly #connections: Connections;

  constructor(server: Server, connections: Connections) {
    const address = server.address();
    this.port = typeof address === 'object' && address ? address.port : 0;
    this.#server = server;
    this.#connections = connections;
  }

  stop(): void {
    // That of HTTP servers closes idle connections, too, on which a request may just arrive.
    if (this.#server.listening) NetServer.prototype.close.call(this.#server);
  }

  empty(): Promise<void> {
    return this.#connections.none();
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

class NodeExchange implements Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly address: string;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #pace: Pace | undefined;
  readonly #disconnected = new AbortController();
  #body: BodyReader | undefined;
  #streamed: BodyStream | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, pace: Pace | undefined) {
    this.#request = request;
    this.#response = response;
    this.#pace = pace;
    const [path = '', query] = splitOnce(request.url ?? '', '?');
    this.method = request.method ?? '';
    this.path = path;
    this.query = query ?? '';
    this.headers = headersOf(request.rawHeaders);
    this.address = request.socket.remoteAddress ?? '';
    request.on('error', () => undefined); // the response tells that the client has gone
    response.on('error', () => undefined);
    response.once('close', () => {
      this.#body?.cancel();
      this.#streamed?.fail(new ClientGone());
      if (!response.writableFinished) this.#disconnected.abort();
    });
  }

  get signal(): AbortSignal {
    return this.#disconnected.signal;
  }

  read(limit: number, onGrowth?: BodySource['onGrowth']): BodyReader {
    const onChunk = (take: TakeChunk) => this.#onChunk(take);
    this.#body = readBody(bodySource(this.headers, { limit, onGrowth, onChunk }), this.#pace);
    return this.#body;
  }

  stream(): AsyncIterable<Uint8Array> {
    const request = this.#request;
    const streamed = new BodyStream({ pause: () => request.pause(), resume: () => request.resume() });
    this.#streamed = streamed;
    this.#onChunk((chunk, isLast) => streamed.push(chunk, isLast));
    return streamed;
  }

  /** Hands over copies: the memory of a chunk may be shared with others. */
  #onChunk(take: TakeChunk): void {
    this.#request.on('data', (chunk: Buffer) => take(new Uint8Array(chunk), false));
    this.#request.once('end', () => take(new Uint8Array(0), true));
  }

  async send(outgoing: Outgoing): Promise<void> {
    if (this.#body && !this.#body.isComplete) {
      // A client that sends its whole body before it reads would get a reset connection instead of the reply.
      this.#body.cancel();
      await drained(this.#body, this.signal);
    }
    return this.#send(outgoing);
  }

  async #send({ status, headers, body, stream, length, close }: Outgoing): Promise<void> {
    const response = this.#response;
    if (this.#isOver) return;
    // Otherwise the rest of the request body would have to be read.
    const ends = close || [this.#body, this.#streamed].some((one) => one?.isComplete === false);
    this.#body?.cancel();
    const isHead = this.method === 'HEAD';
    const contentLength = stream ? length : (length ?? body?.length ?? 0);
    for (const [name, value] of headers) response.appendHeader(name, asFieldValue(value));
    if (contentLength !== undefined && status !== 204 && status !== 304)
      response.setHeader('Content-Length', String(contentLength));
    if (ends) response.setHeader('Connection', 'close');
    response.writeHead(status);
    response.setTimeout(IDLE_MS, () => response.destroy());
    const over = new Promise<void>((resolve) => response.once('close', resolve));
    if (stream && !isHead) await this.#pump(stream, length);
    else response.end(isHead ? undefined : body);
    return over;
  }

  /** Writes chunks as the client reads them. @throws errors of `stream`, after a part of it may be sent */
  async #pump(stream: AsyncIterable<Uint8Array>, length: number | undefined): Promise<void> {
    let offset = 0;
    for await (const chunk of stream) {
      if (this.#isOver) return;
      if (!this.#response.write(chunk)) await this.#written();
      offset += chunk.length;
    }
    if (this.#isOver) return;
    if (length !== undefined && offset !== length) {
      throw new Error(`a reply of ${length} bytes ended after ${offset}`);
    }
    this.#response.end();
  }

  /** Resolves when the client has read what was written, or has gone. */
  #written(): Promise<void> {
    const response = this.#response;
    return new Promise((resolve) => {
      const done = () => {
        response.off('drain', done).off('close', done);
        resolve();
      };
      response.on('drain', done).on('close', done);
      if (this.#isOver) done();
    });
  }

  /** The reply is sent, or the client has gone. */
  get #isOver(): boolean {
    return this.#response.writableEnded || this.#response.destroyed || this.signal.aborted;
  }

  close(): void {
    if (!this.#isOver) this.#request.socket.destroy();
  }
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** @param raw  names and values in turns, as sent */
function headersOf(raw: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>();
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i]!.toLowerCase();
    const other = headers.get(name);
    headers.set(name, other === undefined ? raw[i + 1]! : `${other}, ${raw[i + 1]!}`);
  }
  return headers;
}

/** A field value as Node.js takes it: a string of bytes. Source: https://www.rfc-editor.org/rfc/rfc9110#section-5.5 */
function asFieldValue(value: string): string {
  return Buffer.from(value)
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, ' ');
}

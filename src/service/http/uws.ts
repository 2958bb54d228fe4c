/**
 * The HTTP server. The only file that imports uWebSockets.js; it hides the rules of that library:
 * - the process aborts when a handler returns or throws before it has attached `onAborted`;
 * - a request must not be read after its handler has returned;
 * - a response must not be used after it was sent or the client disconnected;
 * - writes outside the handler are corked;
 * - a large body is written as the client reads it, or the library would buffer all of it.
 */

import {
  App,
  type HttpRequest,
  type HttpResponse,
  type us_listen_socket,
  us_listen_socket_close,
  us_socket_local_port,
} from 'uWebSockets.js';
import { STATUS_CODES } from 'node:http';
import { ClientGone } from '../errors.js';
import { type BodyReader, type BodySource, type Pace, readBody, type TakeChunk } from './body.js';
import { BodyStream, type FlowControl } from './body-stream.js';

export interface Incoming {
  /** Upper case. */
  readonly method: string;
  /** As sent, percent-encoded. */
  readonly path: string;
  /** The part after the question mark, as sent; empty without one. */
  readonly query: string;
  /** By name in lower case; values of repeated headers are joined with commas. */
  readonly headers: ReadonlyMap<string, string>;
  /** IP address of the other end of the connection: the client, or a proxy. */
  readonly address: string;
}

export interface Outgoing {
  readonly status: number;
  readonly headers: Iterable<readonly [name: string, value: string]>;
  readonly body: Uint8Array | undefined;
  /** In place of `body`: sent in chunks, as the client reads them. */
  readonly stream?: AsyncIterable<Uint8Array> | undefined;
  /** Content-Length of a reply to HEAD, and of `stream`, which is chunked without; default: the length of `body`. */
  readonly length: number | undefined;
  /** Ends the connection after this answer. */
  readonly close: boolean;
}

/** One request and the one answer to it. */
export interface Exchange extends Incoming {
  /** Aborted when the client disconnects before it has the answer. */
  readonly signal: AbortSignal;
  /** Must be called, if at all, before the handler first awaits anything. */
  read(limit: number, onGrowth?: BodySource['onGrowth']): BodyReader;
  /**
   * The body in chunks, without a limit: the client waits while none is taken. As `read`; ends with ClientGone when the
   * client disconnects.
   */
  stream(): AsyncIterable<Uint8Array>;
  /** Sends the reply. Does nothing when the client has disconnected. @returns when the reply is sent or dropped */
  send(outgoing: Outgoing): Promise<void>;
  /** Closes the connection without an answer. Does nothing when the reply is sent or the client has disconnected. */
  close(): void;
}

export interface ListenOptions {
  readonly host: string;
  /** 0: any free one. Several processes may listen on one. */
  readonly port: number;
  /** Called for each request. Must not throw. */
  readonly onRequest: (exchange: Exchange) => void;
  /** Minimum speed of a request body; default: that of body.ts. */
  readonly pace?: Pace;
  /** Connections that may be open; more are closed at once. Default: unlimited. */
  readonly maxConnections?: number;
  /** Called when a connection is closed for that, and again only after half of them have ended. */
  readonly onFull?: () => void;
}

export interface Listener {
  readonly port: number;
  /** Accepts no further connections; open ones stay open. */
  stop(): void;
  /** Resolves when no connection is open. Call it after `stop`. Idle connections close after 12 s. */
  empty(): Promise<void>;
  /** Ends every connection. */
  close(): void;
}

/**
 * A connection ends 9 to 13 s after it was opened or the last answer was sent when no whole head of a request has arrived
 * since, however slowly it comes.
 * @throws Error when the address is in use or not of this machine
 */
export function listen({ host, port, onRequest, pace, maxConnections, onFull }: ListenOptions): Promise<Listener> {
  const connections = new Connections(maxConnections, onFull);
  const app = App()
    .filter((connection, change) => connections.count(connection, change))
    .any('/*', (response, request) => onRequest(new UwsExchange(response, request, pace)));
  return new Promise((resolve, reject) => {
    app.listen(host, port, (socket) => {
      if (socket) resolve(new UwsListener(socket, connections, () => app.close()));
      else reject(new Error(`cannot listen on ${host}:${port}: the address is in use, or not one of this machine's`));
    });
  });
}

/** Counts the open connections, and closes those that are too many. */
class Connections {
  #open = 0;
  #isFull = false;
  readonly #max: number;
  readonly #onFull: (() => void) | undefined;
  readonly #waiting = new Set<() => void>();

  constructor(max = Number.POSITIVE_INFINITY, onFull?: () => void) {
    this.#max = max;
    this.#onFull = onFull;
  }

  /** @param change  1 when the connection has opened, -1 when it has ended */
  count(connection: HttpResponse, change: number): void {
    this.#open += change;
    if (this.#open > this.#max && change > 0) {
      this.#refuse(connection);
      return;
    }
    if (this.#open < this.#max / 2) this.#isFull = false;
    if (this.#open > 0) return;
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  #refuse(connection: HttpResponse): void {
    if (!this.#isFull) this.#onFull?.();
    this.#isFull = true;
    connection.close(); // counted as ended
  }

  none(): Promise<void> {
    return this.#open === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.add(resolve));
  }
}

class UwsListener implements Listener {
  readonly port: number;
  #socket: us_listen_socket | undefined;
  readonly #connections: Connections;
  readonly #closeAll: () => void;

  constructor(socket: us_listen_socket, connections: Connections, closeAll: () => void) {
    this.#socket = socket;
    this.#connections = connections;
    this.#closeAll = closeAll;
    this.port = us_socket_local_port(socket as Parameters<typeof us_socket_local_port>[0]);
  }

  stop(): void {
    if (this.#socket) us_listen_socket_close(this.#socket);
    this.#socket = undefined;
  }

  empty(): Promise<void> {
    return this.#connections.none();
  }

  close(): void {
    this.stop();
    this.#closeAll();
  }
}

/** Milliseconds that the rest of a refused body is read and discarded before the reply. */
const DRAIN_MS = 500;
/** Replies from this size on are written as the client reads them. */
const STREAMED_BYTES = 64 * 1024;

class UwsExchange implements Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly address: string;
  readonly #response: HttpResponse;
  readonly #pace: Pace | undefined;
  readonly #disconnected = new AbortController();
  #body: BodyReader | undefined;
  #isOver = false;
  #onOver: (() => void) | undefined;
  #onDrain: ((offset: number) => boolean) | undefined;
  #streamed: BodyStream | undefined;

  constructor(response: HttpResponse, request: HttpRequest, pace: Pace | undefined) {
    response.onAborted(() => {
      this.#body?.cancel();
      this.#end();
      this.#disconnected.abort();
    });
    this.#pace = pace;
    this.#response = response;
    this.method = request.getCaseSensitiveMethod();
    this.path = request.getUrl();
    // getQuery(name) would decode in place and destroy the raw query; without a query, getQuery() returns undefined.
    this.query = request.getQuery() ?? '';
    this.headers = headersOf(request);
    this.address = Buffer.from(response.getRemoteAddressAsText()).toString();
  }

  get signal(): AbortSignal {
    return this.#disconnected.signal;
  }

  read(limit: number, onGrowth?: BodySource['onGrowth']): BodyReader {
    const length = this.headers.get('content-length');
    const contentLength = length === undefined ? undefined : Number(length);
    const source = {
      limit,
      contentLength,
      isEmpty: (contentLength ?? 0) === 0 && !this.headers.has('transfer-encoding'),
      ...(onGrowth && { onGrowth }),
      // The memory of the chunk is detached when the callback returns.
      onChunk: (take: TakeChunk) =>
        this.#response.onData((chunk, isLast) => take(new Uint8Array(chunk.slice(0)), isLast)),
    } satisfies BodySource;
    this.#body = readBody(source, this.#pace);
    return this.#body;
  }

  stream(): AsyncIterable<Uint8Array> {
    const response = this.#response;
    const streamed = new BodyStream(this.#flowOf(response));
    this.#streamed = streamed;
    // The memory of the chunk is detached when the callback returns.
    response.onData((chunk, isLast) => streamed.push(new Uint8Array(chunk.slice(0)), isLast));
    return streamed;
  }

  /**
   * `pause` stops the time limit of the body; but after a chunk was handed over, the library may start it anew. So the
   * response is paused after that, or a body that waits for 10 s would be cut off.
   */
  #flowOf(response: HttpResponse): FlowControl {
    let isWanted = true;
    let isPaused = false;
    return {
      pause: () => {
        isWanted = false;
        setImmediate(() => {
          if (isWanted || isPaused || this.#isOver) return;
          isPaused = true;
          response.pause();
        });
      },
      resume: () => {
        isWanted = true;
        if (!isPaused || this.#isOver) return;
        isPaused = false;
        response.resume();
      },
    };
  }

  async send(outgoing: Outgoing): Promise<void> {
    if (this.#body && !this.#body.isComplete) {
      // A client that sends its whole body before it reads would get a reset connection instead of the reply.
      this.#body.cancel();
      await this.#drained(this.#body);
    }
    return this.#send(outgoing);
  }

  /** Resolves when the body has arrived, or not within a time, or when the client has disconnected. */
  #drained(body: BodyReader): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, DRAIN_MS);
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      void body.completed.then(done);
      this.signal.addEventListener('abort', done, { once: true });
    });
  }

  async #send({ status, headers, body, stream, length, close }: Outgoing): Promise<void> {
    if (this.#isOver) return;
    const response = this.#response;
    // Otherwise the rest of the request body would have to be read.
    const ends = close || [this.#body, this.#streamed].some((one) => one?.isComplete === false);
    this.#body?.cancel();
    const over = new Promise<void>((resolve) => {
      this.#onOver = resolve;
    });
    response.cork(() => {
      response.writeStatus(`${status} ${STATUS_CODES[status] ?? ''}`);
      for (const [name, value] of headers) response.writeHeader(name, value.replace(/[\r\n\0]/g, ' '));
      if (stream && this.method !== 'HEAD') {
        if (ends) response.writeHeader('Connection', 'close');
      } else if (this.method === 'HEAD' || body === undefined) {
        this.#sendHeaders(stream ? undefined : (length ?? body?.length ?? 0), status, ends);
      } else if (body.length < STREAMED_BYTES) {
        this.#end();
        response.end(body, ends);
      } else {
        if (ends) response.writeHeader('Connection', 'close');
        this.#stream(body);
      }
    });
    if (stream && this.method !== 'HEAD') await this.#pump(stream, length);
    return over;
  }

  /** Writes chunks as the client reads them. @throws errors of `stream`, after a part of it may be sent */
  async #pump(stream: AsyncIterable<Uint8Array>, length: number | undefined): Promise<void> {
    const response = this.#response;
    // One handler for all chunks: it must not be replaced while it runs.
    response.onWritable((offset) => this.#isOver || (this.#onDrain?.(offset) ?? true));
    let offset = 0;
    for await (const chunk of stream) {
      if (this.#isOver) return;
      await (length === undefined ? this.#writeChunk(chunk) : this.#writePart(chunk, offset, length));
      this.#onDrain = undefined;
      offset += chunk.length;
    }
    if (this.#isOver) return;
    if (length !== undefined) throw new Error(`a reply of ${length} bytes ended after ${offset}`);
    this.#end();
    response.cork(() => response.end());
  }

  /** Resolves when the client has read nearly all of the chunk. */
  #writeChunk(chunk: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      this.#onDrain = () => {
        resolve();
        return true;
      };
      this.#response.cork(() => {
        if (this.#response.write(chunk)) resolve();
      });
    });
  }

  /** As `#writeChunk`, of a body whose length is told. @param start  offset of the chunk in the body */
  #writePart(chunk: Uint8Array, start: number, length: number): Promise<void> {
    return new Promise((resolve) => {
      const write = (offset: number): boolean => {
        if (this.#isOver) resolve();
        if (this.#isOver) return true;
        const [ok, isDone] = this.#response.tryEnd(chunk.subarray(offset - start), length);
        if (isDone) this.#end();
        if (ok || isDone) resolve();
        return ok;
      };
      this.#onDrain = write;
      this.#response.cork(() => write(start));
    });
  }

  close(): void {
    if (!this.#isOver) this.#response.close();
  }

  /** The response must not be used from now on. */
  #end(): void {
    this.#isOver = true;
    this.#onOver?.();
    this.#onDrain?.(0);
    this.#streamed?.fail(new ClientGone()); // what still arrives is discarded
  }

  /** `endWithoutBody(length)` does not complete the response, and without a length it writes a wrong one. */
  #sendHeaders(length: number | undefined, status: number, ends: boolean): void {
    const hasLength = status !== 204 && status !== 304 && length !== undefined;
    if (hasLength) this.#response.writeHeader('Content-Length', String(length));
    if (ends) this.#response.writeHeader('Connection', 'close');
    this.#end();
    this.#response.endWithoutBody();
  }

  #stream(body: Uint8Array): void {
    const response = this.#response;
    const write = (offset: number): boolean => {
      const [ok, isDone] = response.tryEnd(body.subarray(offset), body.length);
      if (isDone) this.#end();
      return ok;
    };
    response.onWritable((offset) => this.#isOver || write(offset));
    write(0);
  }
}

function headersOf(request: HttpRequest): Map<string, string> {
  const headers = new Map<string, string>();
  request.forEach((name, value) => {
    const other = headers.get(name);
    headers.set(name, other === undefined ? value : `${other}, ${value}`);
  });
  return headers;
}

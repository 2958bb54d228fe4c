/**
 * The HTTP server by uWebSockets.js, of which this is the only file; it hides the rules of that library:
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
import { type BodyReader, type BodySource, bodySource, drained, type Pace, readBody, type TakeChunk } from './body.js';
import { BodyStream, type FlowControl } from './body-stream.js';
import { Connections } from './connections.js';
import type { Exchange, Listener, ListenOptions, Outgoing } from './exchange.js';

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
    // The memory of the chunk is detached when the callback returns.
    const onChunk = (take: TakeChunk) =>
      this.#response.onData((chunk, isLast) => take(new Uint8Array(chunk.slice(0)), isLast));
    this.#body = readBody(bodySource(this.headers, { limit, onGrowth, onChunk }), this.#pace);
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
      await drained(this.#body, this.signal);
    }
    return this.#send(outgoing);
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

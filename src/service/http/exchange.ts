/** A request with its answer, and a listener: what the application sees of an HTTP server. */

import type { BodyReader, BodySource, Pace } from './body.js';

interface Incoming {
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

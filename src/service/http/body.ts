/** Reads a request body, bounded in size and time. */

import { ServiceError } from '../errors.js';

export interface BodyReader {
  /** @throws ServiceError `body_too_large`, `request_timeout`. Never settles once cancelled. */
  readonly bytes: Promise<Uint8Array<ArrayBuffer>>;
  /** The whole body has arrived. */
  readonly isComplete: boolean;
  /** Resolves when the whole body has arrived. What arrives after an error or `cancel` is discarded. */
  readonly completed: Promise<void>;
  /** Discards what has arrived and will arrive. */
  cancel(): void;
}

export interface BodySource {
  /** Bytes. */
  readonly limit: number;
  /** undefined: the body is chunked, or there is none. */
  readonly contentLength: number | undefined;
  readonly isEmpty: boolean;
  /** Called before bytes of a chunked body are kept. @throws ServiceError when they may not be */
  readonly onGrowth?: (bytes: number) => void;
  /** Calls `take` with each chunk, which the callee owns. */
  onChunk(take: TakeChunk): void;
}

export type TakeChunk = (chunk: Uint8Array<ArrayBuffer>, isLast: boolean) => void;

/** Minimum speed: so many bytes in so many milliseconds, unless the body ends earlier. */
export interface Pace {
  readonly milliseconds: number;
  readonly bytes: number;
}

/**
 * uWebSockets.js closes the connection of a client that sends less than 16 KB/s over about 10 s, without an answer.
 * This limit is reached a little earlier, and answered.
 */
const PACE: Pace = { milliseconds: 8000, bytes: 160 * 1024 };

/** The source of a request's body, by its header fields. */
export function bodySource(
  headers: ReadonlyMap<string, string>,
  { limit, onGrowth, onChunk }: Pick<BodySource, 'limit' | 'onChunk'> & { onGrowth: BodySource['onGrowth'] },
): BodySource {
  const length = headers.get('content-length');
  const contentLength = length === undefined ? undefined : Number(length);
  const isEmpty = (contentLength ?? 0) === 0 && !headers.has('transfer-encoding');
  return { limit, contentLength, isEmpty, ...(onGrowth && { onGrowth }), onChunk };
}

/** Must be called before the handler of the request first awaits anything. */
export function readBody(source: BodySource, pace: Pace = PACE): BodyReader {
  const { limit, contentLength } = source;
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isComplete = source.isEmpty;
  let isOver = false; // settled or cancelled: further chunks are discarded
  let timer: NodeJS.Timeout | undefined;

  let complete: () => void = () => undefined;
  const completed = new Promise<void>((resolve) => {
    complete = resolve;
  });

  const bytes = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      isOver = true;
      settle();
    };
    const tooLarge = () => {
      const actual = contentLength === undefined ? 'more' : `${contentLength} bytes`;
      reject(new ServiceError('body_too_large', `The body has ${actual}, the limit is ${limit} bytes`));
    };
    if (isComplete) {
      complete();
      return resolve(new Uint8Array(0));
    }
    let sizeBefore = 0;
    const checkPace = () => {
      if (size - sizeBefore < pace.bytes) return end(() => reject(new ServiceError('request_timeout')));
      sizeBefore = size;
      timer = setTimeout(checkPace, pace.milliseconds);
    };
    if (contentLength !== undefined && contentLength > limit) end(tooLarge);
    else timer = setTimeout(checkPace, pace.milliseconds);
    source.onChunk((chunk, isLast) => {
      if (isLast) {
        isComplete = true;
        complete();
      }
      if (isOver) return;
      size += chunk.length;
      if (size > limit) return end(tooLarge);
      try {
        if (contentLength === undefined) source.onGrowth?.(chunk.length);
      } catch (error) {
        return end(() => reject(error));
      }
      chunks.push(chunk);
      if (isLast) end(() => resolve(concatenated(chunks, size)));
    });
  });
  bytes.catch(() => undefined); // the reply may be sent before anything awaits the body
  return {
    bytes,
    completed,
    get isComplete() {
      return isComplete;
    },
    cancel() {
      isOver = true;
      clearTimeout(timer);
      chunks.length = 0;
    },
  };
}

/** One buffer that holds nothing else, so that it can be transferred to a thread. */
function concatenated(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const [only] = chunks;
  if (only && chunks.length === 1) return only as Uint8Array<ArrayBuffer>;
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** Milliseconds that the rest of a refused body is read and discarded before the reply. */
const DRAIN_MS = 500;

/** Resolves when the body has arrived, or not within a time, or when the client has disconnected. */
export function drained(body: BodyReader, disconnected: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, DRAIN_MS);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    void body.completed.then(done);
    disconnected.addEventListener('abort', done, { once: true });
  });
}

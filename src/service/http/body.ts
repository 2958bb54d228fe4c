/** A request's body, bounded in size and time. */

import { ServiceError } from '../errors.js';

export interface BodyReader {
  /** @throws ServiceError `body_too_large`, `request_timeout`. Never settles once cancelled. */
  readonly bytes: Promise<Uint8Array<ArrayBuffer>>;
  /** All of it has arrived. */
  readonly isComplete: boolean;
  /** Nobody wants it any more. */
  cancel(): void;
}

export interface BodySource {
  /** Bytes. */
  readonly limit: number;
  /** The Content-Length. */
  readonly announced: number | undefined;
  readonly isEmpty: boolean;
  /** Hands over each chunk, which is the taker's from then on. */
  onChunk(take: TakeChunk): void;
}

export type TakeChunk = (chunk: Uint8Array<ArrayBuffer>, isLast: boolean) => void;

/** So many bytes must come in so much time, unless the body ends before. */
export interface Pace {
  readonly milliseconds: number;
  readonly bytes: number;
}

/**
 * The server itself cuts off, without an answer, a client that sends less than 16 KB/s over some 10 s. This is asked
 * of it a little earlier, and answered.
 */
const PACE: Pace = { milliseconds: 8000, bytes: 160 * 1024 };

/** Must be called while the request's handler has not waited for anything yet. */
export function readBody(source: BodySource, pace: Pace = PACE): BodyReader {
  const { limit, announced } = source;
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isComplete = source.isEmpty;
  let isCancelled = false;
  let timer: NodeJS.Timeout | undefined;

  const bytes = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      isCancelled = true;
      settle();
    };
    const tooLarge = () => {
      const actual = announced === undefined ? 'more' : `${announced} bytes`;
      reject(new ServiceError('body_too_large', `The body has ${actual}, the limit is ${limit} bytes`));
    };
    if (isComplete) return resolve(new Uint8Array(0));
    if (announced !== undefined && announced > limit) return end(tooLarge);
    let sizeBefore = 0;
    const look = () => {
      if (size - sizeBefore < pace.bytes) return end(() => reject(new ServiceError('request_timeout')));
      sizeBefore = size;
      timer = setTimeout(look, pace.milliseconds);
    };
    timer = setTimeout(look, pace.milliseconds);
    source.onChunk((chunk, isLast) => {
      if (isLast) isComplete = true;
      if (isCancelled) return;
      size += chunk.length;
      if (size > limit) return end(tooLarge);
      chunks.push(chunk);
      if (isLast) end(() => resolve(joined(chunks, size)));
    });
  });
  bytes.catch(() => undefined); // an answer may be sent before anyone waits for the body
  return {
    bytes,
    get isComplete() {
      return isComplete;
    },
    cancel() {
      isCancelled = true;
      clearTimeout(timer);
      chunks.length = 0;
    },
  };
}

/** In memory that holds nothing else, so that it can be moved to a thread. */
function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
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

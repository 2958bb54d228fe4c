/** A time stamp authority by its URL. Nothing is sent to it but a hash. */

import type { TimestampAuthority } from '../renderer.js';
import { OperatorError, UsageError } from './outcome.js';

/** ms until an authority has to have answered. */
const MAX_TIME = 30_000;
/** Bytes of an answer; those of real authorities have a few thousand. */
const MAX_ANSWER = 100_000;

/**
 * @param option  the option that has the URL
 * @throws UsageError; what is returned rejects with an OperatorError
 * Source: RFC 3161, 3.4 (time stamp protocol via HTTP)
 */
export function authorityAt(url: string, option: string): TimestampAuthority {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`--${option} is the URL of a time stamp authority, such as https://example.com/tsa`);
  return async (request) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/timestamp-query', Accept: 'application/timestamp-reply' },
        body: request as Uint8Array<ArrayBuffer>,
        signal: AbortSignal.timeout(MAX_TIME),
      });
      if (!response.ok) throw new OperatorError(`it answers with status ${response.status}`);
      return await bytesOf(response);
    } catch (error) {
      const { message, cause } = error as Error;
      const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
      throw new OperatorError(`no time stamp from ${new URL(url).origin}: ${reason}`, { cause: error });
    }
  };
}

/** The body, of which no more is read than an answer has. */
async function bytesOf(response: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += (piece as Uint8Array).length;
    if (length > MAX_ANSWER) throw new OperatorError(`its answer has more than ${MAX_ANSWER} bytes`);
    pieces.push(piece as Uint8Array);
  }
  return Buffer.concat(pieces);
}

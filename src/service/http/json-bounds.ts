/** Bounds the depth and the number of values of JSON before it is parsed: `{}` takes 3 bytes sent and 60 parsed. */

import { ServiceError } from '../errors.js';

interface JsonLimits {
  /** Arrays and objects inside each other. */
  readonly maxDepth: number;
  /** Values and names. */
  readonly maxValues: number;
}

const LIMITS: JsonLimits = { maxDepth: 500, maxValues: 2_000_000 };

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Counts brackets and separators outside strings; whether the text is JSON is for its parser to say.
 * @throws ServiceError `invalid_request` when it is too deep, `body_too_large` when it has too many values
 */
export function checkJsonBounds(bytes: Uint8Array, { maxDepth, maxValues }: JsonLimits = LIMITS): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfString(bytes, at);
        break;
      case OPEN_BRACKET:
      case OPEN_BRACE:
        values += 1;
        if (++depth > maxDepth) {
          throw new ServiceError('invalid_request', `The body is nested more than ${maxDepth} levels deep`);
        }
        break;
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        depth -= 1;
        break;
      case COMMA:
      case COLON:
        values += 1;
    }
  }
  if (values <= maxValues) return;
  const limit = maxValues.toLocaleString('en-US');
  throw new ServiceError('body_too_large', `The body has more than ${limit} values. Split the document.`);
}

/** @returns the position of its closing quote, or the end of the text */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let end = start; ; ) {
    end = bytes.indexOf(QUOTE, end + 1);
    if (end < 0) return bytes.length;
    let escapes = 0;
    while (bytes[end - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
}

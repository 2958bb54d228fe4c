/** Decodes HTML and text files, as browsers do for documents without HTTP headers. */

import { declaredLabel, decoderOf, markedEncoding, startOf } from '../engine/html/encodings.js';

/**
 * Decodes by byte order mark, else by the encoding declared in a `meta` element, else as UTF-8.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 * @throws Error with a message for the user
 */
export function decodeHtml(bytes: Uint8Array): string {
  return decode(bytes, markedEncoding(bytes) ?? namedEncoding(bytes) ?? 'utf-8');
}

/** @throws Error with a message for the user */
export function decodeUtf8(bytes: Uint8Array): string {
  return decode(bytes, 'utf-8');
}

function decode(bytes: Uint8Array, encoding: string): string {
  const decoder = decoderOf(encoding, true);
  if (!decoder) throw new Error(`unknown encoding "${encoding}": save it as UTF-8`);
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Error(
      `it is not ${decoder.encoding.toUpperCase()}: save it as UTF-8, or declare its encoding in the document`,
    );
  }
}

function namedEncoding(bytes: Uint8Array): string | undefined {
  const start = startOf(bytes).replace(/<!--.*?-->/gs, '');
  const name = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(start)?.[1];
  return name === undefined ? undefined : declaredLabel(name);
}

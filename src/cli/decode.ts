/** Decodes HTML and text files, as browsers do for documents without HTTP headers. */

import { TextDecoder } from 'node:util';

/** Bytes searched for an encoding declaration. */
const PRESCAN_BYTES = 1024;

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
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new Error(`unknown encoding "${encoding}": save it as UTF-8`);
  }
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Error(
      `it is not ${decoder.encoding.toUpperCase()}: save it as UTF-8, or declare its encoding in the document`,
    );
  }
}

function markedEncoding([first, second]: Uint8Array): string | undefined {
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
}

function namedEncoding(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, PRESCAN_BYTES))
    .toString('latin1')
    .replace(/<!--.*?-->/gs, '');
  const name = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(start)?.[1]?.toLowerCase();
  // A declaration that is readable as ASCII cannot be UTF-16.
  return name?.startsWith('utf-16') ? 'utf-8' : name;
}

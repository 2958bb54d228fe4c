/** Copies of strings, for caches. */

/** V8 copies shorter slices anyway (`SlicedString::kMinLength` in src/objects/string.h). */
const MIN_SLICE = 13;

const LATIN1 = /^[\0-\xff]*$/;

/**
 * An equal string with characters of its own. A slice of a document, as a key or value of a cache, would keep the whole
 * document in memory.
 */
export function ownCopy(text: string): string {
  if (text.length < MIN_SLICE) return text;
  // Strings of UTF-16 take twice the memory.
  const encoding = LATIN1.test(text) ? 'latin1' : 'utf16le';
  return Buffer.from(text, encoding).toString(encoding);
}

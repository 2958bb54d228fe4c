/** Copies of strings, for caches. */

/** V8 copies shorter slices anyway (`SlicedString::kMinLength` in src/objects/string.h). */
const MIN_SLICE = 13;

/**
 * An equal string with characters of its own. A slice of a document, as a key or value of a cache, would keep the whole
 * document in memory.
 */
export function ownCopy(text: string): string {
  return text.length < MIN_SLICE ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}

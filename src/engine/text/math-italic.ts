/** Mathematical italic letters. Source: https://w3c.github.io/mathml-core/#italic-mappings */

/** Ranges of letters, and the italic one of the first. */
const RANGES = [
  { first: 0x41, last: 0x5a, italic: 0x1d434 },
  { first: 0x61, last: 0x7a, italic: 0x1d44e },
  { first: 0x391, last: 0x3a9, italic: 0x1d6e2 },
  { first: 0x3b1, last: 0x3c9, italic: 0x1d6fc },
] as const;

/** The letter h is among the letterlike symbols: the Planck constant. */
const SINGLE: ReadonlyMap<number, number> = new Map([
  [0x68, 0x210e],
  [0x131, 0x1d6a4],
  [0x237, 0x1d6a5],
  [0x3f4, 0x1d6f3],
  [0x2207, 0x1d6fb],
  [0x2202, 0x1d715],
  [0x3f5, 0x1d716],
  [0x3d1, 0x1d717],
  [0x3f0, 0x1d718],
  [0x3d5, 0x1d719],
  [0x3f1, 0x1d71a],
  [0x3d6, 0x1d71b],
]);

/** A text of one character in italics; others as they are. Source: css-text-4/#valdef-text-transform-math-auto */
export function mathItalic(text: string): string {
  if (text.length !== 1) return text;
  const code = text.charCodeAt(0);
  const single = SINGLE.get(code);
  if (single !== undefined) return String.fromCodePoint(single);
  const range = RANGES.find(({ first, last }) => code >= first && code <= last);
  // Between Rho and Sigma is no letter, but the capital theta symbol among the italic ones.
  return range ? String.fromCodePoint(range.italic + code - range.first) : text;
}

/**
 * Bidirectional text: embedding levels of paragraphs, control characters for CSS properties, visual order of lines.
 * Source: https://www.unicode.org/reports/tr9/, https://drafts.csswg.org/css-writing-modes-4/#text-direction
 */

import bidiFactory from 'bidi-js/dist/bidi.mjs';

const bidi = bidiFactory();

export type Direction = 'ltr' | 'rtl';

/** A range of the text. */
export interface BidiParagraph {
  readonly start: number;
  readonly end: number;
  readonly level: number;
}

export interface BidiLevels {
  /** Direction of the first paragraph. */
  readonly direction: Direction;
  /** Embedding level of each UTF-16 unit; odd is right to left. */
  readonly levels: Uint8Array;
  /** Paragraphs, which end at forced line breaks: the range with its line feed, and the base level. */
  readonly paragraphs: readonly BidiParagraph[];
}

/**
 * @param text       text of one inline formatting context; a line feed ends a paragraph but keeps embeddings open
 * @param direction  'auto': each paragraph takes the direction of its first strong character (unicode-bidi: plaintext)
 * @param override   a control character to insert at the start of every paragraph
 */
export function bidiLevels(text: string, direction: Direction | 'auto', override = ''): BidiLevels {
  const { expanded, origin } = reopenAfterBreaks(text, override);
  const result = bidi.getEmbeddingLevels(withoutSurrogates(expanded), direction);
  const levels = new Uint8Array(text.length);
  for (let i = 0; i < expanded.length; i++) if (origin[i]! >= 0) levels[origin[i]!] = result.levels[i]!;
  const paragraphs = [];
  let start = 0;
  for (const { end, level } of result.paragraphs) {
    const paragraphEnd = origin[end]! + 1;
    paragraphs.push({ start, end: paragraphEnd, level });
    start = paragraphEnd;
  }
  const base = paragraphs[0]?.level ?? (direction === 'rtl' ? 1 : 0);
  return { direction: base % 2 === 1 ? 'rtl' : 'ltr', levels, paragraphs };
}

const CONTROLS = {
  ltr: { embed: '\u202a', override: '\u202d', isolate: '\u2066' },
  rtl: { embed: '\u202b', override: '\u202e', isolate: '\u2067' },
} as const;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_DIRECTIONAL_FORMAT = '\u202c';
const POP_DIRECTIONAL_ISOLATE = '\u2069';

/**
 * The control characters at the start and end of an inline box for its `unicode-bidi` and `direction`.
 * @returns undefined for `normal`
 * Source: https://drafts.csswg.org/css-writing-modes-4/#unicode-bidi
 */
export function embeddingControls(
  unicodeBidi: string,
  direction: Direction,
): { readonly open: string; readonly close: string } | undefined {
  const { embed, override, isolate } = CONTROLS[direction];
  switch (unicodeBidi) {
    case 'embed':
      return { open: embed, close: POP_DIRECTIONAL_FORMAT };
    case 'bidi-override':
      return { open: override, close: POP_DIRECTIONAL_FORMAT };
    case 'isolate':
      return { open: isolate, close: POP_DIRECTIONAL_ISOLATE };
    case 'isolate-override':
      return { open: isolate + override, close: POP_DIRECTIONAL_FORMAT + POP_DIRECTIONAL_ISOLATE };
    case 'plaintext':
      return { open: FIRST_STRONG_ISOLATE, close: POP_DIRECTIONAL_ISOLATE };
    default:
      return undefined;
  }
}

/**
 * Rule L2: reorders a line.
 * @param levels  embedding levels of the line's items (characters or runs) in logical order
 * @returns       the indices of the items from left to right
 */
export function visualOrder(levels: ArrayLike<number>): number[] {
  const order = Array.from({ length: levels.length }, (_, index) => index);
  let highest = 0;
  let lowestOdd = Number.POSITIVE_INFINITY;
  for (let i = 0; i < levels.length; i++) {
    const level = levels[i]!;
    highest = Math.max(highest, level);
    if (level % 2 === 1) lowestOdd = Math.min(lowestOdd, level);
  }
  for (let level = highest; level >= lowestOdd; level--) {
    for (let start = 0; start < order.length; start++) {
      if (levels[order[start]!]! < level) continue;
      let end = start + 1;
      while (end < order.length && levels[order[end]!]! >= level) end++;
      reverse(order, start, end);
      start = end;
    }
  }
  return order;
}

function reverse(items: number[], start: number, end: number): void {
  for (let low = start, high = end - 1; low < high; low++, high--) {
    const item = items[low]!;
    items[low] = items[high]!;
    items[high] = item;
  }
}

const OPENS = /[\u202a\u202b\u202d\u202e\u2066-\u2068]/;
const ISOLATES = /[\u2066-\u2068]/;

/**
 * Repeats open controls after line feeds: a paragraph separator closes all embeddings, but in CSS they span lines.
 * @param override  a control character to open at the start
 * @returns the expanded text, and for each of its units the index in the original text (-1: inserted)
 */
function reopenAfterBreaks(text: string, override: string): { expanded: string; origin: Int32Array } {
  const open: string[] = [...override];
  const origin: number[] = open.map(() => -1);
  let expanded = override;
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    expanded += char;
    origin.push(i);
    if (OPENS.test(char)) open.push(char);
    else if (char === POP_DIRECTIONAL_FORMAT) {
      if (open.length > 0 && !ISOLATES.test(open[open.length - 1]!)) open.pop();
    } else if (char === POP_DIRECTIONAL_ISOLATE) closeIsolate(open);
    else if (char === '\n' && i + 1 < text.length) {
      expanded += open.join('');
      for (const _ of open) origin.push(-1);
    }
  }
  return { expanded, origin: Int32Array.from(origin) };
}

function closeIsolate(open: string[]): void {
  const isolate = open.findLastIndex((char) => ISOLATES.test(char));
  if (isolate >= 0) open.length = isolate;
}

/** A BMP character of each Bidi_Class that supplementary characters have. */
const REPRESENTATIVES: Readonly<Record<string, string>> = {
  L: 'a',
  R: '\u05d0',
  AL: '\u0627',
  EN: '0',
  AN: '\u0660',
  ON: '!',
  ET: '#',
  NSM: '\u0300',
  BN: '\u00ad',
};

/** Replaces surrogate pairs by two BMP characters of the same class, as bidi-js classifies single UTF-16 units. */
function withoutSurrogates(text: string): string {
  return text.replace(/[\u{10000}-\u{10ffff}]/gu, (char) =>
    (REPRESENTATIVES[bidi.getBidiCharTypeName(char)] ?? REPRESENTATIVES['L']!).repeat(2),
  );
}

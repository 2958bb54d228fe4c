/**
 * Right-to-left text: levels of a paragraph, the controls CSS stands for, and the visual order of a line.
 * Source: https://www.unicode.org/reports/tr9/, https://drafts.csswg.org/css-writing-modes-4/#text-direction
 */

import bidiFactory from 'bidi-js/dist/bidi.mjs';

const bidi = bidiFactory();

export type Direction = 'ltr' | 'rtl';

export interface BidiLevels {
  /** The direction of the (first) paragraph. */
  readonly direction: Direction;
  /** The embedding level of each UTF-16 unit; odd = right to left. */
  readonly levels: Uint8Array;
  /** One per forced line break: the range it covers, its line feed included, and its base level. */
  readonly paragraphs: readonly { readonly start: number; readonly end: number; readonly level: number }[];
}

/**
 * @param text       of one inline formatting context; a line feed ends a paragraph and leaves embeddings open
 * @param direction  'auto': each paragraph follows its first strong character (unicode-bidi: plaintext)
 * @param override   a control that goes before every paragraph
 */
export function bidiLevels(text: string, direction: Direction | 'auto', override = ''): BidiLevels {
  const { expanded, origin } = reopenAfterBreaks(text, override);
  const result = bidi.getEmbeddingLevels(standIns(expanded), direction);
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
 * The characters that stand at the start and end of an inline box for its `unicode-bidi` and `direction`.
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

/** A stretch of a line of one level, as `reorderLine` orders them. */
export interface VisualRun {
  readonly start: number;
  readonly end: number;
  readonly level: number;
}

/**
 * Rule L2: what stands where on a line.
 * @param levels  of the line's items (characters, or whole pieces) in logical order
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

/** @returns the runs of equal level, from left to right; inside a run of odd level the first unit is the right one */
export function reorderLine(levels: ArrayLike<number>): VisualRun[] {
  const runs: VisualRun[] = [];
  for (let start = 0; start < levels.length; ) {
    let end = start + 1;
    while (end < levels.length && levels[end] === levels[start]) end++;
    runs.push({ start, end, level: levels[start]! });
    start = end;
  }
  return visualOrder(runs.map((run) => run.level)).map((index) => runs[index]!);
}

/** White space and isolate controls: what rule L1 moves to the paragraph's side at a line's end. */
const TRAILING = /[\s\u2066-\u2069]/;

/**
 * Rule L1: the levels of text[start..end) as a line: what is white at its end, and tabs with the spaces before them,
 * get the paragraph's level.
 */
export function lineLevels(
  text: string,
  levels: Uint8Array,
  start: number,
  end: number,
  baseLevel: number,
): Uint8Array {
  const result = levels.slice(start, end);
  let resets = true;
  for (let i = end - 1; i >= start; i--) {
    const char = text[i]!;
    if (char === '\t') resets = true;
    else if (!TRAILING.test(char)) resets = false;
    if (resets) result[i - start] = baseLevel;
  }
  return result;
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
 * A paragraph separator closes all embeddings; CSS wants them open again in the next line.
 * @param override  opened before the first one
 * @returns the text with the open controls repeated after each line feed, and for each of its units the index in the
 *          original text (-1: none)
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

/** A character of the basic plane for each Bidi_Class that characters of other planes have. */
const STAND_INS: Readonly<Record<string, string>> = {
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

/** bidi-js looks at single UTF-16 units: each half of a surrogate pair becomes a character of the pair's class. */
function standIns(text: string): string {
  return text.replace(/[\u{10000}-\u{10ffff}]/gu, (char) =>
    (STAND_INS[bidi.getBidiCharTypeName(char)] ?? STAND_INS['L']!).repeat(2),
  );
}

/**
 * Bidirectional text: embedding levels of paragraphs, control characters for CSS properties, visual order of lines.
 * Source: https://www.unicode.org/reports/tr9/, https://drafts.csswg.org/css-writing-modes-4/#text-direction
 */

import type { Deadline } from '../deadline.js';
import { paragraphLevels } from './bidi-paragraph.js';
import { bidiType, TYPE } from './bidi-types.js';

export type Direction = 'ltr' | 'rtl';

/** A range of the text. */
export interface BidiParagraph {
  readonly start: number;
  readonly end: number;
  readonly level: number;
}

interface BidiLevels {
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
export function bidiLevels(
  text: string,
  direction: Direction | 'auto',
  override = '',
  deadline?: Deadline,
): BidiLevels {
  const levels = new Uint8Array(text.length);
  const paragraphs: BidiParagraph[] = [];
  const open = new OpenControls(override);
  const base = direction === 'auto' ? 'auto' : direction === 'rtl' ? 1 : 0;
  for (let start = 0; start < text.length; ) {
    deadline?.check();
    const end = endOfParagraph(text, start);
    const controls = start === 0 || text[start - 1] === '\n' ? open.text : '';
    const own = text.slice(start, end);
    const resolved = paragraphLevels(controls + own, base);
    levels.set(resolved.levels.subarray(controls.length), start);
    paragraphs.push({ start, end, level: resolved.base });
    open.add(own);
    start = end;
  }
  const first = paragraphs[0]?.level ?? (direction === 'rtl' ? 1 : 0);
  return { direction: first % 2 === 1 ? 'rtl' : 'ltr', levels, paragraphs };
}

/** P1. The separator belongs to the paragraph. */
function endOfParagraph(text: string, start: number): number {
  let end = start;
  while (end < text.length && bidiType(text, end) !== TYPE.B) end++;
  return Math.min(end + 1, text.length);
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

/** Whether a character is of a right-to-left script. */
export function isRightToLeft(char: string): boolean {
  const type = bidiType(char, 0);
  return type === TYPE.R || type === TYPE.AL;
}

/** Controls that are kept open: further ones are too deep to have an effect. Source: UAX 9, max_depth */
const MAX_OPEN = 128;

/** The controls that are open: a paragraph separator closes all embeddings, but in CSS they span lines. */
class OpenControls {
  readonly #open: string[];
  /** Those beyond the limit. */
  #further = 0;

  constructor(override: string) {
    this.#open = [...override];
  }

  get text(): string {
    return this.#open.join('');
  }

  add(text: string): void {
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= 0x202a && unit <= 0x2069) this.#addControl(text.charAt(i));
    }
  }

  #addControl(char: string): void {
    const open = this.#open;
    if (OPENS.test(char)) {
      if (open.length < MAX_OPEN) open.push(char);
      else this.#further++;
    } else if (char === POP_DIRECTIONAL_FORMAT || char === POP_DIRECTIONAL_ISOLATE) {
      if (this.#further > 0) this.#further--;
      else if (char === POP_DIRECTIONAL_ISOLATE) closeIsolate(open);
      else if (open.length > 0 && !ISOLATES.test(open[open.length - 1]!)) open.pop();
    }
  }
}

const OPENS = /[\u202a\u202b\u202d\u202e\u2066-\u2068]/;
const ISOLATES = /[\u2066-\u2068]/;

function closeIsolate(open: string[]): void {
  const isolate = open.findLastIndex((char) => ISOLATES.test(char));
  if (isolate >= 0) open.length = isolate;
}

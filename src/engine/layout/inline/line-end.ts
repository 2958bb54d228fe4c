/**
 * The end of a line at a given piece: the widths that remain there, and the break opportunities. The line breaker
 * chooses among them.
 */

import { HYPHEN_BREAK, NO_BREAK } from '../../text/line-break.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { LAYOUT_UNIT } from '../algorithm/units.js';
import { opensEmptyBox } from './content.js';
import { hangingEnd } from './hanging-punctuation.js';
import type { InlineContent, TextItem } from './inline-items.js';
import { lastIndexWithin, type Piece, SPACE, shapedWidth, shapeHyphen, textWidth, trimmedEnd } from './pieces.js';
import { hangs, trimmedWidth } from './trim-line.js';

/** Widths are rounded up to layout units, so a line may exceed its available width by one, px. */
export const TOLERANCE = LAYOUT_UNIT;
const LINE_FEED = 0x0a;

/** Remaining widths of the line, px. */
export interface RemainingWidth {
  /** For further text. */
  readonly text: number;
  /** If the line ends here. */
  readonly end: number;
  /** If the line breaks after its last spaces. */
  readonly spaces: number;
}

/**
 * The remaining widths of a line that ends after its first `count` pieces.
 * @param origin  inline position of the first piece, px
 */
export function remainingAfter(
  context: LayoutContext,
  content: InlineContent,
  pieces: readonly Piece[],
  count: number,
  origin: number,
  available: number,
): RemainingWidth {
  let position = origin;
  // End positions without trailing spaces, and without the closing tags after those.
  let end = position;
  let endAtSpaces = position;
  let isAtSpaces = false;
  for (let i = 0; i < count; i++) {
    const piece = pieces[i]!;
    const width = widthAtEnd(context, content, piece);
    if (piece.end > piece.start) {
      // A piece of spaces only hangs together with those before it.
      if (width > 0 || piece.type === 'atomic') {
        end = position + width;
        endAtSpaces = end;
      }
      isAtSpaces = endsWithSpaces(content, piece);
    } else if (piece.type === 'open' && width !== 0) {
      end = position + width;
      endAtSpaces = end;
    } else {
      end += width;
      if (!isAtSpaces) endAtSpaces += width;
    }
    position += piece.width;
  }
  return { text: available - position, end: available - end, spaces: available - endAtSpaces };
}

/** Width of a piece at the line's end: without collapsible and hanging spaces, with a hyphen. */
function widthAtEnd(context: LayoutContext, content: InlineContent, piece: Piece): number {
  if (piece.type === 'control') return hangs(piece.item.style) ? 0 : piece.width;
  if (piece.type !== 'text') return piece.width;
  const { item, start } = piece;
  const hanging = hangingEnd(context, content, item, start, trimmedEnd(content, item, start, piece.end));
  const isHyphen = content.breaks()[piece.end] === HYPHEN_BREAK;
  return (
    trimmedWidth(context, content, piece) - hanging + (isHyphen ? shapedWidth(shapeHyphen(context, piece.item)) : 0)
  );
}

function endsWithSpaces(content: InlineContent, piece: Piece): boolean {
  if (piece.type === 'control') return hangs(piece.item.style);
  if (piece.type !== 'text') return false;
  const end = trimmedEnd(content, piece.item, piece.start, piece.end);
  return end > piece.start && end < piece.end;
}

/** Text of an item on a line. */
export interface TextRange {
  readonly item: TextItem;
  readonly start: number;
  readonly end: number;
  /** The text starts its shaped run on the line. */
  readonly startsLine: boolean;
}

/**
 * The last break opportunity in (start, end] at which the text before it fits.
 * @param anywhere  includes the opportunities of `overflow-wrap`, between grapheme clusters
 */
export function lastFit(
  context: LayoutContext,
  content: InlineContent,
  { item, start, end, startsLine }: TextRange,
  remaining: RemainingWidth,
  anywhere: boolean,
): number | undefined {
  const { text } = content;
  const breaks = anywhere ? content.graphemes() : content.breaks();
  if (anywhere && !item.style.breakAnywhere) return undefined;
  let at = lastIndexWithin(item, start, end, remaining.text);
  if (item.style.collapses || item.style.wraps) while (at < end && text.charCodeAt(at) === SPACE) at++;
  if (at < end && (endTrim(context, item, at + 1) > 0 || hangingEnd(context, content, item, start, at + 1) > 0)) {
    at++;
    if (item.style.wraps) while (at < end && text.charCodeAt(at) === SPACE) at++;
  }
  for (; at > start; at--) {
    if (breaks[at] === NO_BREAK && at < text.length) continue;
    const trimmed = trimmedEnd(content, item, start, at);
    const hanging = hangingEnd(context, content, item, start, trimmed);
    const width = textWidth(context, item, start, trimmed, startsLine, true) - hanging;
    const hyphen = !anywhere && breaks[at] === HYPHEN_BREAK ? shapedWidth(shapeHyphen(context, item)) : 0;
    if (trimmed === start ? remaining.spaces >= 0 : width + hyphen <= remaining.text) return at;
    const trim = trimmed === at && trimmed > start ? endTrim(context, item, trimmed) : 0;
    if (trim > 0 && width - trim <= remaining.text - TOLERANCE) return at;
  }
  return undefined;
}

/** Width that the blank half of a full-width closing mark before `end` gives up at the line's end, px. */
export function endTrim(context: LayoutContext, { shaped, shapedStart, level }: TextItem, end: number): number {
  return level % 2 === 0 ? context.shaper.endTrim(shaped, end - shapedStart) : 0;
}

/**
 * Whether the line may break after the piece.
 * @param anywhere  includes the opportunities of `overflow-wrap`, between grapheme clusters
 */
export function canBreakAfter(content: InlineContent, piece: Piece, anywhere: boolean): boolean {
  if (piece.end >= content.text.length) return false;
  if (content.breaks()[piece.end] !== NO_BREAK && content.text.charCodeAt(piece.end - 1) !== LINE_FEED) {
    return true;
  }
  return anywhere && piece.type === 'text' && piece.item.style.breakAnywhere && content.graphemes()[piece.end] === 1;
}

/** Number of pieces of a line that breaks after the i-th: closing tags, empty and out-of-flow boxes after it stay. */
export function endAfter(content: InlineContent, pieces: readonly Piece[], i: number): number {
  let count = i + 1;
  for (let piece = pieces[count]; piece; piece = pieces[count]) {
    const isEmptyBox = piece.type === 'open' && opensEmptyBox(content.items, piece.index);
    if (piece.type !== 'close' && piece.type !== 'out-of-flow' && !isEmptyBox) break;
    count++;
  }
  return count;
}

/** Number of pieces up to the last leading float and those that stay with it; 0: only floats. */
export function countNextToFloats(
  content: InlineContent,
  pieces: readonly Piece[],
  floatsPlacedBefore: number,
): number {
  const first = pieces.findIndex((piece) => piece.end > piece.start);
  const leading = first < 0 ? pieces : pieces.slice(0, first);
  const float = leading.findLastIndex(({ type, index }) => type === 'float' && index < floatsPlacedBefore);
  const count = float < 0 ? 0 : endAfter(content, pieces, float);
  const isMore = pieces.slice(0, count).some(({ type }) => type === 'out-of-flow' || type === 'close');
  return isMore ? count : 0;
}

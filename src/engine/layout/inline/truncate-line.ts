/** `text-overflow`: what of a line that is too long gives way to an ellipsis. */

import type { TextBox } from '../../box/tree.js';
import type { ShapedText } from '../../text/types.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { snapCeil } from '../algorithm/units.js';
import type { InlineContent } from './inline-items.js';
import type { BrokenLine } from './line.js';
import type { LineSpace } from './line-result.js';
import { type AtomicPiece, shapedWidth, type TextPiece, textWidth } from './pieces.js';

export interface Truncation {
  /** What the ellipsis comes next to. */
  readonly last: TextPiece | AtomicPiece;
  /** What stays of it; undefined: all. */
  readonly kept: KeptText | undefined;
  /** Pieces that are not shown. */
  readonly hidden: ReadonlySet<unknown>;
  readonly ellipsis: ShapedText;
  /** For the ellipsis, which has the style of the block. */
  readonly box: TextBox;
}

interface KeptText {
  readonly start: number;
  readonly end: number;
  readonly width: number;
}

/** Text or an atomic inline and its left edge, from the line's origin. */
export interface PiecePlace {
  readonly piece: TextPiece | AtomicPiece;
  readonly x: number;
}

const ELLIPSIS = '\u2026';

/**
 * Whether something of the line gives way to an ellipsis.
 * @param left, right  edges of the line's content
 */
export function needsTruncation(
  content: InlineContent,
  line: BrokenLine,
  left: number,
  right: number,
  { bfcX, isClamped }: LineSpace,
): boolean {
  if (isClamped === true && line.next !== undefined) return true;
  const { style } = content.box;
  if (style['text-overflow'] === 'clip' || style['overflow-inline'] === 'visible') return false;
  return left < line.room.left - bfcX || right > line.room.right - bfcX;
}

/**
 * Hides from the side where the line ends what is not completely in its room, until the ellipsis has some; what stands
 * first on the other side keeps a character at least.
 * @param places  all text and atomic inlines, from left to right
 * @returns       undefined when there is nothing to be truncated
 * Source: https://drafts.csswg.org/css-overflow-4/#text-overflow; the order of steps is Blink's LineTruncator
 */
export function truncateLine(
  context: LayoutContext,
  content: InlineContent,
  places: readonly PiecePlace[],
  line: BrokenLine,
  { bfcX }: LineSpace,
  direction: 'ltr' | 'rtl',
): Truncation | undefined {
  const { style } = content.box;
  const overflow = style['text-overflow'];
  const text = places.find(({ piece }) => piece.type === 'text')?.piece;
  if (text?.type !== 'text') return undefined;
  const ellipsis = context.shaper.shape(
    typeof overflow === 'object' ? overflow.string : ELLIPSIS,
    content.style.shape,
    { direction: 'ltr' },
  );
  const box: TextBox = { ...text.item.box, style, decorations: [], text: ellipsis.text };
  const isLtr = direction === 'ltr';
  const left = line.room.left - bfcX + shapedWidth(ellipsis);
  const right = line.room.right - bfcX - shapedWidth(ellipsis);
  const fromEnd = isLtr ? places.toReversed() : places;
  const hidden = new Set<unknown>();
  for (const [i, { piece, x }] of fromEnd.entries()) {
    const isFirst = i === fromEnd.length - 1;
    const room = isLtr ? right - x : x + piece.width - left;
    if (room >= piece.width) return { last: piece, kept: undefined, hidden, ellipsis, box };
    const kept = piece.type === 'text' ? keptWithin(context, content, piece, room, isLtr, isFirst) : undefined;
    if (kept || isFirst) return { last: piece, kept, hidden, ellipsis, box };
    hidden.add(piece);
  }
  return undefined;
}

/**
 * The clusters that fit, of text that goes on towards the ellipsis from its start, of other text up to its end; of the
 * line's first text one stays in any case.
 */
function keptWithin(
  context: LayoutContext,
  content: InlineContent,
  { item, start, end, startsLine, endsLine }: TextPiece,
  room: number,
  isLtr: boolean,
  isFirst: boolean,
): KeptText | undefined {
  const graphemes = content.graphemes();
  const keepsStart = isLtr === (item.level % 2 === 0);
  const widthOf = (from: number, to: number) =>
    textWidth(context, item, from, to, from > start || startsLine, to < end || endsLine);
  let kept: KeptText | undefined;
  for (let length = 1; length < end - start; length++) {
    const [from, to] = keepsStart ? [start, start + length] : [end - length, end];
    if (!graphemes[keepsStart ? to : from]) continue;
    const width = widthOf(from, to);
    const fits = width <= room;
    if (fits || (!kept && isFirst)) kept = { start: from, end: to, width: Math.max(0, snapCeil(width)) };
    if (!fits) break;
  }
  return kept;
}

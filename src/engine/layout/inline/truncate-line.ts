/** `text-overflow` and `line-clamp`: replaces overflowing content by an ellipsis. */

import type { TextBox } from '../../box/tree.js';
import type { ShapedText } from '../../text/types.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { snapCeil } from '../algorithm/units.js';
import type { InlineContent } from './inline-items.js';
import type { BrokenLine } from './line.js';
import type { LineSpace } from './line-result.js';
import { type AtomicPiece, shapedWidth, type TextPiece, textWidth } from './pieces.js';

export interface Truncation {
  /** The piece next to the ellipsis. */
  readonly last: TextPiece | AtomicPiece;
  /** The visible part of it; undefined: all. */
  readonly kept: KeptText | undefined;
  /** Hidden pieces. */
  readonly hidden: ReadonlySet<unknown>;
  readonly ellipsis: ShapedText;
  /** The box of the ellipsis, with the style of the block. */
  readonly box: TextBox;
}

interface KeptText {
  readonly start: number;
  readonly end: number;
  readonly width: number;
}

/** Text or an atomic inline with its left edge from the line's origin, px. */
export interface PiecePlace {
  readonly piece: TextPiece | AtomicPiece;
  readonly x: number;
}

const ELLIPSIS = '\u2026';

/**
 * Whether an ellipsis replaces part of the line.
 * @param left, right  edges of the line's content, px
 */
export function needsTruncation(
  content: InlineContent,
  line: BrokenLine,
  left: number,
  right: number,
  { bfcX, clamped }: LineSpace,
): boolean {
  if (clamped === 'always' || (clamped === 'before-more' && line.next !== undefined)) return true;
  const { style, kind } = content.box;
  if (style['text-overflow'] === 'clip') return false;
  // Of a writing-mode root, which does not clip, `text-overflow` is that of the box around it where that clips.
  const clips = style['overflow-inline'] !== 'visible' || (kind === 'block' && content.box.writingModes !== undefined);
  if (!clips) return false;
  return left < line.opportunity.left - bfcX || right > line.opportunity.right - bfcX;
}

/**
 * Hides pieces from the line's end until the ellipsis fits. At least one character of the first piece remains.
 * @param places  text and atomic inlines in visual order
 * @returns       undefined: the line has no text
 * Source: https://drafts.csswg.org/css-overflow-4/#text-overflow; Blink: `LineTruncator`
 */
export function truncateLine(
  context: LayoutContext,
  content: InlineContent,
  places: readonly PiecePlace[],
  line: BrokenLine,
  { bfcX }: LineSpace,
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
  const isLtr = line.direction === 'ltr';
  const left = line.opportunity.left - bfcX + shapedWidth(ellipsis);
  const right = line.opportunity.right - bfcX - shapedWidth(ellipsis);
  const fromEnd = isLtr ? places.toReversed() : places;
  const hidden = new Set<unknown>();
  for (const [i, { piece, x }] of fromEnd.entries()) {
    const isFirst = i === fromEnd.length - 1;
    const remainingWidth = isLtr ? right - x : x + piece.width - left;
    if (remainingWidth >= piece.width) return { last: piece, kept: undefined, hidden, ellipsis, box };
    const kept =
      piece.type === 'text' ? keptWithin(context, content, piece, remainingWidth, isLtr, isFirst) : undefined;
    if (kept || isFirst) return { last: piece, kept, hidden, ellipsis, box };
    hidden.add(piece);
  }
  return undefined;
}

/**
 * The grapheme clusters that fit, from the text's start if its direction is towards the ellipsis, else from its end. At
 * least one remains of the line's first piece.
 */
function keptWithin(
  context: LayoutContext,
  content: InlineContent,
  { item, start, end, startsLine, endsLine }: TextPiece,
  remainingWidth: number,
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
    const fits = width <= remainingWidth;
    if (fits || (!kept && isFirst)) kept = { start: from, end: to, width: Math.max(0, snapCeil(width)) };
    if (!fits) break;
  }
  return kept;
}

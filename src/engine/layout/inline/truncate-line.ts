/** `text-overflow`: what of a line that is too long gives way to an ellipsis. */

import type { TextBox } from '../../box/tree.js';
import { describeElement } from '../../html/dom.js';
import type { ShapedText } from '../../text/types.js';
import type { LayoutContext, LineSpace } from '../types.js';
import { snapCeil } from '../units.js';
import type { InlineContent } from './content.js';
import type { BrokenLine } from './line.js';
import { type AtomicPiece, shapedWidth, type TextPiece, textWidth } from './pieces.js';

export interface Truncation {
  /** What the ellipsis comes after; undefined `end`: all of it stays. */
  readonly last: TextPiece | AtomicPiece;
  readonly end: number | undefined;
  /** Width of what stays of it. */
  readonly width: number;
  /** Pieces that are not shown. */
  readonly hidden: ReadonlySet<unknown>;
  readonly ellipsis: ShapedText;
  /** For the ellipsis, which has the style of the block. */
  readonly box: TextBox;
}

const ELLIPSIS = '\u2026';

/**
 * Hides from the line's end what is not completely in the box, until the ellipsis has room; the first character or
 * atomic inline stays. Right-to-left lines are cut off by `overflow` alone.
 * @param x  where the first piece starts, from the content's left edge
 * @returns  undefined when nothing is to be truncated
 * Source: https://drafts.csswg.org/css-overflow-4/#text-overflow; the order of steps is Blink's LineTruncator
 */
export function truncateLine(
  context: LayoutContext,
  content: InlineContent,
  line: BrokenLine,
  x: number,
  { availableWidth, isClamped }: LineSpace,
): Truncation | undefined {
  const { style } = content.box;
  const overflow = style['text-overflow'];
  const isCut = isClamped === true && line.next !== undefined;
  if (!isCut) {
    if (overflow === 'clip' || style['overflow-x'] === 'visible') return undefined;
    if (x + line.width - line.indent <= availableWidth) return undefined;
  }
  if (!content.isLeftToRight) {
    context.report.add('UnsupportedValue', 'text-overflow in right-to-left text', describeElement(content.box.element));
    return undefined;
  }
  const places = shownPieces(line, x);
  const text = places.find(({ piece }) => piece.type === 'text')?.piece;
  if (text?.type !== 'text') return undefined;
  const ellipsis = context.shaper.shape(
    typeof overflow === 'object' ? overflow.string : ELLIPSIS,
    content.style.shape,
    {
      direction: 'ltr',
    },
  );
  const box: TextBox = { ...text.item.box, style, decorations: [], text: ellipsis.text };
  const hidden = new Set<unknown>();
  for (let i = places.length - 1; i >= 0; i--) {
    const { piece, x: start } = places[i]!;
    const room = availableWidth - start - shapedWidth(ellipsis);
    if (room >= piece.width) return { last: piece, end: undefined, width: piece.width, hidden, ellipsis, box };
    const end = piece.type === 'text' ? endWithin(context, content, piece, room, i === 0) : undefined;
    if (end !== undefined && piece.type === 'text') {
      const width = snapCeil(textWidth(context, piece.item, piece.start, end, piece.startsLine, true));
      return { last: piece, end, width, hidden, ellipsis, box };
    }
    if (i === 0) return { last: piece, end: undefined, width: piece.width, hidden, ellipsis, box };
    hidden.add(piece);
  }
  return undefined;
}

/** Text and atomic inlines with their left edges. */
function shownPieces(line: BrokenLine, x: number): { readonly piece: TextPiece | AtomicPiece; readonly x: number }[] {
  const places: { readonly piece: TextPiece | AtomicPiece; readonly x: number }[] = [];
  let at = x;
  for (const piece of line.pieces) {
    if (piece.type === 'text' || piece.type === 'atomic') places.push({ piece, x: at });
    at += piece.width;
  }
  return places;
}

/** The last cluster boundary up to which the text fits; of the line's first text one cluster always stays. */
function endWithin(
  context: LayoutContext,
  content: InlineContent,
  { item, start, end, startsLine }: TextPiece,
  room: number,
  isFirst: boolean,
): number | undefined {
  const graphemes = content.graphemes();
  let fit: number | undefined;
  for (let at = start + 1; at < end; at++) {
    if (!graphemes[at]) continue;
    const fits = textWidth(context, item, start, at, startsLine, true) <= room;
    if (!fits && (fit !== undefined || !isFirst)) break;
    fit = at;
    if (!fits) break;
  }
  return fit;
}

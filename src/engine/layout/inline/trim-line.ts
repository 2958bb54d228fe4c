/** Trailing white space of a line. Source: https://drafts.csswg.org/css-text-3/#white-space-phase-2 */

import type { LayoutContext } from '../algorithm/layout-context.js';
import { snapCeil } from '../algorithm/units.js';
import type { InlineContent } from './inline-items.js';
import { isTrailing, type Piece, type TextPiece, textPieceWidth, textWidth, trimmedEnd } from './pieces.js';
import type { InlineStyle } from './styles.js';

/** Whether preserved spaces and tabs at a line's end hang. */
export const hangs = (style: InlineStyle) => style.wraps && !style.breakStyle.breakSpaces;

/** Width of a piece without trailing spaces, as at a line's end, px. */
export function trimmedWidth(context: LayoutContext, content: InlineContent, piece: TextPiece): number {
  const end = trimmedEnd(content, piece.item, piece.start, piece.end);
  return textWidth(context, piece.item, piece.start, end, piece.startsLine, true);
}

/**
 * Removes collapsible spaces at the end of a line, in place. Blink: `LineBreaker::RemoveTrailingCollapsibleSpace`.
 * @returns the width of hanging spaces, px
 */
export function trimLine(context: LayoutContext, content: InlineContent, pieces: Piece[]): number {
  let hang = 0;
  for (let i = pieces.length - 1; i >= 0; i--) {
    const piece = pieces[i]!;
    if (piece.type === 'atomic' || piece.type === 'leader') break;
    if (piece.type === 'control' && piece.item.control === 'tab') {
      if (!hangs(piece.item.style)) break;
      hang += piece.width;
    }
    if (piece.type !== 'text') continue;
    const end = trimmedEnd(content, piece.item, piece.start, piece.end);
    if (end < piece.end && !piece.item.style.collapses) {
      hang += piece.width - snapCeil(trimmedWidth(context, content, piece));
    } else if (end === piece.start) pieces.splice(i, 1);
    else if (end < piece.end) trimPiece(context, piece, end);
    if (end > piece.start) break;
  }
  return hang;
}

/**
 * Gives preserved spaces at the end of a line the level of the paragraph, in place, so that they are at the line's end in
 * visual order, too; those of `break-spaces` keep theirs. Blink: `LineBreaker::SplitTrailingBidiPreservedSpace`.
 * Source: https://www.unicode.org/reports/tr9/#L1
 */
export function resetTrailingSpaces(
  context: LayoutContext,
  content: InlineContent,
  pieces: Piece[],
  direction: 'ltr' | 'rtl',
): void {
  const level = direction === 'rtl' ? 1 : 0;
  for (let i = pieces.length - 1; i >= 0; i--) {
    const piece = pieces[i]!;
    if (piece.type === 'atomic' || piece.type === 'leader') return;
    if (piece.type !== 'text') continue;
    const { item, start, end, width } = piece;
    if (item.style.collapses || item.style.breakStyle.breakSpaces) return;
    let trimmed = end;
    while (trimmed > start && isTrailing(content.text.charCodeAt(trimmed - 1))) trimmed--;
    if (trimmed < end && item.level !== level) {
      const spaces = { ...piece, item: { ...item, level }, start: trimmed, startsLine: false };
      if (trimmed === start) pieces[i] = { ...spaces, startsLine: piece.startsLine };
      else {
        piece.width = snapCeil(textWidth(context, item, start, trimmed, piece.startsLine, true));
        piece.end = trimmed;
        piece.endsLine = true;
        pieces.splice(i + 1, 0, { ...spaces, width: width - piece.width });
      }
    }
    if (trimmed > start) return;
  }
}

/** Width of the collapsible space at the end of the pieces, px. Blink: `LineBreaker::TrailingCollapsibleSpaceWidth`. */
export function trailingSpaceWidth(context: LayoutContext, content: InlineContent, pieces: readonly Piece[]): number {
  let width = 0;
  for (let i = pieces.length - 1; i >= 0; i--) {
    const piece = pieces[i]!;
    if (piece.type === 'float' || piece.end === piece.start) continue;
    if (piece.type !== 'text' || !piece.item.style.collapses) break;
    const end = trimmedEnd(content, piece.item, piece.start, piece.end);
    if (end < piece.end) width += piece.width - trimmedWidth(context, content, piece);
    if (end > piece.start) break;
  }
  return width;
}

/**
 * Ends the piece at `end` and reshapes it from the last safe-to-break offset before that, unless that is its start. The
 * reshaped part has no letter-spacing.
 */
function trimPiece(context: LayoutContext, piece: TextPiece, end: number): void {
  const { item, start } = piece;
  piece.end = end;
  let safe = end;
  while (safe > start && item.shaped.unsafe[safe - item.shapedStart] === 1) safe--;
  const isReshaped = !piece.endsLine && item.exactEnd && safe > start && safe < end;
  piece.endsLine ||= isReshaped;
  piece.width = textPieceWidth(context, piece);
  if (isReshaped) piece.width -= item.style.shape.letterSpacing * (end - safe);
}

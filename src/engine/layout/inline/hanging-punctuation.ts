/**
 * `hanging-punctuation`: marks at the edges of a line that do not count in measuring it.
 * Source: https://drafts.csswg.org/css-text-4/#hanging-punctuation-property
 */

import type { LayoutContext } from '../algorithm/layout-context.js';
import { snapCeil } from '../algorithm/units.js';
import { edgeWidth, sideOf, tagEdges } from './edges.js';
import type { InlineContent, InlineItem, TextItem } from './inline-items.js';
import { isTrailing, type Piece, textWidth, trimmedEnd } from './pieces.js';

const OPENING = /^[\p{Ps}\p{Pi}\p{Pf}'"]$/u;
const CLOSING = /^[\p{Pe}\p{Pi}\p{Pf}'"]$/u;
const STOP = /^[,.\u060c\u06d4\u3001\u3002\uff0c\uff0e\ufe50\ufe51\ufe52\uff61\uff64]$/;

/** Width of the mark that hangs at the start of the content's first line, px. */
export function hangingStart(context: LayoutContext, content: InlineContent, availableWidth: number): number {
  if (!content.style.style['hanging-punctuation'].includes('first')) return 0;
  for (const item of content.items) {
    if (item.type === 'text') {
      let start = item.start;
      while (start < item.end && item.style.collapses && isTrailing(content.text.charCodeAt(start))) start++;
      if (start === item.end) continue;
      if (!OPENING.test(content.text[start]!)) return 0;
      return snapCeil(textWidth(context, item, start, start + 1, false, false));
    }
    if (!isTransparent(item, availableWidth)) return 0;
  }
  return 0;
}

/** Whether the text after the item may still be at the line's start. */
function isTransparent(item: InlineItem, availableWidth: number): boolean {
  if (item.type === 'out-of-flow' || item.type === 'float') return true;
  if (item.type === 'control') return item.control === 'bidi';
  return item.type === 'open' && edgeWidth(tagEdges(item, availableWidth), sideOf(item)) === 0;
}

/**
 * Width of the mark before `end` that hangs, or may hang, if a line ends there, px.
 * @param end  without trailing spaces
 */
export function hangingEnd(
  context: LayoutContext,
  { text, style }: Pick<InlineContent, 'text' | 'style'>,
  item: TextItem,
  start: number,
  end: number,
): number {
  const values = style.style['hanging-punctuation'];
  if (values.length === 0 || end <= start) return 0;
  const mark = text[end - 1]!;
  const isStop = STOP.test(mark) && (values.includes('force-end') || values.includes('allow-end'));
  if (!isStop && !(values.includes('last') && CLOSING.test(mark) && isEnd(text, end))) return 0;
  return textWidth(context, item, end - 1, end, false, false);
}

/** Whether only spaces follow. */
function isEnd(text: string, end: number): boolean {
  for (let i = end; i < text.length; i++) if (!isTrailing(text.charCodeAt(i))) return false;
  return true;
}

/**
 * Width of the mark that hangs at the end of a finished line, px.
 * @param rest  free space of the line, px; negative: it overflows. Only then do marks of `allow-end` hang.
 */
export function hangingEndOfLine(
  context: LayoutContext,
  content: InlineContent,
  pieces: readonly Piece[],
  rest: number,
): number {
  const values = content.style.style['hanging-punctuation'];
  if (values.length === 0) return 0;
  const last = pieces.findLast(
    (piece) => piece.type !== 'close' && piece.type !== 'out-of-flow' && piece.type !== 'float',
  );
  const piece = last?.type === 'control' ? pieces.findLast(({ type }) => type === 'text') : last;
  if (piece?.type !== 'text' || piece.hyphen) return 0;
  const { item, start } = piece;
  const end = trimmedEnd(content, item, start, piece.end);
  const isAllowed = STOP.test(content.text[end - 1] ?? '') && !values.includes('force-end');
  if (isAllowed && rest >= 0) return 0;
  return snapCeil(hangingEnd(context, content, item, start, end));
}

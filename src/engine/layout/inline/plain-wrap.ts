/**
 * Fast path for the lines of plain text that wraps, as most paragraphs do: one piece a line, without the states of the
 * line breaker, baseline alignment and reordering. The result equals that of the general algorithm in inline.ts, which
 * lays out what is not plain: see plain-line.ts.
 */

import { HYPHEN_BREAK } from '../../text/line-break.js';
import type { LineFragment } from '../algorithm/fragment.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { InlineContent, TextItem } from './inline-items.js';
import type { LinePosition } from './line.js';
import { textMetrics } from './line-box.js';
import { lastFit, TOLERANCE } from './line-end.js';
import { lineOverflow } from './line-overflow.js';
import type { LineResult, LineSpace } from './line-result.js';
import { SPACE, shapeHyphen, type TextPiece, textPiece, textPieceWidth } from './pieces.js';
import { placeOnly } from './place-line.js';
import { nextLine } from './plain-line.js';
import { textFragment } from './text-fragment.js';
import { trimLine } from './trim-line.js';

/**
 * A line of content with plain lines, without floats beside it.
 * @param indent  of the line, px
 * @returns       undefined: the line needs the general algorithm
 */
export function layoutWrappedLine(
  context: LayoutContext,
  content: InlineContent,
  space: LineSpace,
  position: LinePosition,
  indent: number,
): LineResult | undefined {
  context.deadline?.check(); // a paragraph may be all of a document
  const { exclusions, bfcX, bfcY, availableWidth } = space;
  if (indent < 0 || space.clamped || Math.max(exclusions.leftBottom, exclusions.rightBottom) > bfcY) return undefined;
  if (content.style.style['text-wrap-style'] !== 'auto') return undefined;
  // As the general algorithm has it, which rounds the same way.
  const available = bfcX + availableWidth - bfcX;
  const broken = breakPlain(context, content, position, indent, available);
  if (!broken) return undefined;
  const { piece, next, isLast } = broken;
  const rest = available - (indent + piece.width);
  // It may exceed the line by a tolerance, which decides about ellipses.
  if (rest < 0) return undefined;
  const { style } = piece.item;
  const { ascent, descent } = textMetrics(style);
  const x = placeOnly(content, piece, isLast, rest) + indent;
  const line: LineFragment = {
    kind: 'line',
    style: content.box.style,
    width: availableWidth,
    height: Math.max(0, ascent + descent),
    baseline: ascent,
    alphabeticBaseline: undefined,
    children: [{ fragment: textFragment(context, content, piece), x, y: ascent - style.metrics.ascent }],
    isLast,
    isEmpty: false,
    hanging: 0,
    rotation: undefined,
  };
  return {
    line,
    y: 0,
    height: line.height,
    empty: false,
    next,
    exclusions,
    floats: NONE,
    floatTokens: NONE,
    leading: undefined,
    outOfFlow: NONE,
    clearAfter: 'none',
    overflow: lineOverflow(line.children, availableWidth, line.height),
  };
}

const NONE: readonly never[] = [];

interface PlainLine {
  readonly piece: TextPiece;
  readonly next: LinePosition | undefined;
  /** The line ends with a forced break or is the last one. */
  readonly isLast: boolean;
}

/** Breaks a line as `breakLine` does. */
function breakPlain(
  context: LayoutContext,
  content: InlineContent,
  { index, offset }: LinePosition,
  indent: number,
  available: number,
): PlainLine | undefined {
  const item = content.items[index];
  if (item?.type !== 'text') return undefined;
  const start = afterSpaces(content, item, Math.max(offset, item.start));
  if (start === item.end) return undefined;
  const whole = textPiece(context, item, index, start, item.end, true);
  if (whole.width <= available - indent) {
    const after = nextLine(content, index);
    const isHyphen = content.breaks()[item.end] === HYPHEN_BREAK;
    return after && !isHyphen ? { piece: whole, next: after.position, isLast: true } : undefined;
  }
  // What fits by rounding alone is not decided here.
  if (whole.width <= available - indent + 2 * TOLERANCE) return undefined;
  const text = available + TOLERANCE - indent;
  const range = { item, start, end: item.end, startsLine: true };
  const fit = lastFit(context, content, range, { text, end: text, spaces: text }, false);
  const next = fit === undefined ? item.end : afterSpaces(content, item, fit);
  if (fit === undefined || next === item.end) return undefined;
  const piece = textPiece(context, item, index, start, fit, true);
  piece.endsLine = true;
  if (content.breaks()[fit] === HYPHEN_BREAK) piece.hyphen = shapeHyphen(context, item);
  piece.width = textPieceWidth(context, piece);
  const pieces = [piece];
  trimLine(context, content, pieces);
  if (pieces.length === 0) return undefined;
  return {
    piece,
    next: { kind: 'inline-token', index, offset: next, open: NONE, afterForcedBreak: false },
    isLast: false,
  };
}

/** The offset after the spaces at an offset of an item, which collapse at a line's start. */
function afterSpaces({ text }: InlineContent, { end }: TextItem, offset: number): number {
  let at = offset;
  while (at < end && text.charCodeAt(at) === SPACE) at++;
  return at;
}

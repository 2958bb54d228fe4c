/**
 * Fast path for the lines of plain text (plain-line.ts), also where it wraps, as most paragraphs do: one piece a line,
 * without the states of the line breaker, baseline alignment and reordering. The result equals that of the general
 * algorithm in inline.ts.
 */

import { HYPHEN_BREAK } from '../../text/line-break.js';
import type { LineFragment } from '../algorithm/fragment.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { InlineContent, TextItem } from './inline-items.js';
import type { LinePosition } from './line.js';
import { lastFit, TOLERANCE } from './line-end.js';
import { lineOverflow } from './line-overflow.js';
import type { LineResult, LineSpace } from './line-result.js';
import { SPACE, shapeHyphen, type TextPiece, textPiece, textPieceWidth } from './pieces.js';
import { placeOnly } from './place-line.js';
import { lineOfText, nextLine, plainLine, plainLineAt } from './plain-line.js';
import { textFragment } from './text-fragment.js';
import { trimLine } from './trim-line.js';

/**
 * A line of content with plain lines, without floats beside it.
 * @param indent  of the line, px
 * @returns       undefined: the line needs the general algorithm
 */
export function layoutPlainLine(
  context: LayoutContext,
  content: InlineContent,
  space: LineSpace,
  position: LinePosition,
  indent: number,
): LineResult | undefined {
  const { exclusions, bfcY, availableWidth } = space;
  if (space.clamped || Math.max(exclusions.leftBottom, exclusions.rightBottom) > bfcY) return undefined;
  const plain = plainLineAt(content, position);
  const only = plain && plainLine(content, plain.item, availableWidth, indent);
  const found = only ? { line: only, next: plain.next } : wrappedLine(context, content, space, position, indent);
  if (!found) return undefined;
  const { line, next } = found;
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

/** A line of text that wraps, and where the next one starts. */
function wrappedLine(
  context: LayoutContext,
  content: InlineContent,
  { bfcX, availableWidth }: LineSpace,
  position: LinePosition,
  indent: number,
): { readonly line: LineFragment; readonly next: LinePosition | undefined } | undefined {
  context.deadline?.check(); // a paragraph may be all of a document
  if (indent < 0 || content.style.style['text-wrap-style'] !== 'auto') return undefined;
  // As the general algorithm has it, which rounds the same way.
  const available = bfcX + availableWidth - bfcX;
  const broken = breakPlain(context, content, position, indent, available);
  if (!broken) return undefined;
  const { piece, next, isLast } = broken;
  const rest = available - (indent + piece.width);
  // It may exceed the line by a tolerance, which decides about ellipses.
  if (rest < 0) return undefined;
  const left = placeOnly(content, piece, isLast, rest) + indent;
  const fragment = textFragment(context, content, piece);
  return { line: lineOfText(content, piece.item.style, fragment, availableWidth, left, isLast), next };
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

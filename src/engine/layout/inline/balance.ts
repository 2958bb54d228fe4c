/**
 * `text-wrap: balance`: bisects the narrowest available width that needs no more lines. Of a paragraph with forced
 * breaks the lines up to the first one are balanced.
 * Source: https://drafts.csswg.org/css-text-4/#valdef-text-wrap-style-balance
 * Blink: `ParagraphLineBreaker::AttemptParagraphBalancing`
 */

import type { BlockBox } from '../../box/tree.js';
import { cacheOf, type LayoutContext } from '../algorithm/layout-context.js';
import { snap } from '../algorithm/units.js';
import { breakLine } from './break-line.js';
import type { InlineContent } from './inline-items.js';
import { CONTENT_START, type LinePosition } from './line.js';
import type { LineSpace } from './line-result.js';

/** Paragraphs with more lines are not balanced. Blink: `kMaxLinesForBalance` in score_line_break_context.h. */
const MAX_LINES = 6;
/** Bisection stops at this width, px, as `epsilon` of `AttemptParagraphBalancing`. */
const PRECISION = 1;

/**
 * The amount to reduce the available width by, px. 0 for lines that are not balanced: in paragraphs with floats, with one
 * line or more than `MAX_LINES`; after a forced break.
 * @param position  of the line
 * @param indent    of the first line, px
 */
export function balancedInset(
  context: LayoutContext,
  box: BlockBox,
  content: InlineContent,
  space: LineSpace,
  position: LinePosition,
  indent: number,
): number {
  if (Math.max(space.exclusions.leftBottom, space.exclusions.rightBottom) > space.bfcY) return 0;
  const cache = cacheOf<BlockBox, Balanced>(context, 'inline/balance');
  const known = cache.get(box);
  const balanced = known?.width === space.availableWidth ? known : balance(context, content, space, indent);
  if (balanced !== known) cache.set(box, balanced);
  const { inset, end } = balanced;
  return end && !isBefore(position, end) ? 0 : inset;
}

const isBefore = (a: LinePosition, b: LinePosition) =>
  a.index < b.index || (a.index === b.index && a.offset < b.offset);

function balance(context: LayoutContext, content: InlineContent, space: LineSpace, indent: number): Balanced {
  const width = space.availableWidth;
  if (content.items.some(({ type }) => type === 'float')) return { width, inset: 0, end: undefined };
  const lines = breakLines(context, content, space, indent, width);
  return { width, inset: width - balancedWidth(context, content, space, indent, lines.count), end: lines.end };
}

function balancedWidth(
  context: LayoutContext,
  content: InlineContent,
  space: LineSpace,
  indent: number,
  count: number,
): number {
  const lines = (width: number) => breakLines(context, content, space, indent, width).count;
  let high = space.availableWidth;
  if (count < 2 || count > MAX_LINES) return high;
  let low = 0;
  while (low + PRECISION < high) {
    const middle = snap((low + high) / 2);
    if (lines(middle) <= count) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * Breaks the lines up to the first forced break.
 * @returns `count`: Infinity if one overflows, or if there are too many; `end`: the line after the break
 */
function breakLines(
  context: LayoutContext,
  content: InlineContent,
  space: LineSpace,
  indent: number,
  width: number,
): { readonly count: number; readonly end: LinePosition | undefined } {
  let position: LinePosition | undefined = CONTENT_START;
  let count = 0;
  while (position) {
    const line = breakLine(context, content, space, {
      position,
      indent: count === 0 ? indent : 0,
      floatsPlacedBefore: 0,
      exclusions: space.exclusions,
      opportunity: { left: space.bfcX, right: space.bfcX + width, top: space.bfcY },
    });
    count++;
    if (!line.fits || count > MAX_LINES) return { count: Number.POSITIVE_INFINITY, end: undefined };
    if (line.endsWithForcedBreak) return { count, end: line.next };
    position = line.next;
  }
  return { count, end: undefined };
}

interface Balanced {
  readonly width: number;
  readonly inset: number;
  /** The line after the first forced break. */
  readonly end: LinePosition | undefined;
}

/**
 * `text-wrap: balance`: bisects the narrowest available width that needs no more lines.
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
 * The amount to reduce the available width by, px. 0 for paragraphs that are not balanced: with
 * floats or forced breaks, with one line or more than `MAX_LINES`.
 * @param indent  of the first line, px
 */
export function balancedInset(
  context: LayoutContext,
  box: BlockBox,
  content: InlineContent,
  space: LineSpace,
  indent: number,
): number {
  if (Math.max(space.exclusions.leftBottom, space.exclusions.rightBottom) > space.bfcY) return 0;
  const cache = cacheOf<BlockBox, Balanced>(context, 'inline/balance');
  const known = cache.get(box);
  if (known?.width === space.availableWidth) return known.inset;
  const width = canBalance(content) ? balancedWidth(context, content, space, indent) : space.availableWidth;
  const inset = space.availableWidth - width;
  cache.set(box, { width: space.availableWidth, inset });
  return inset;
}

function canBalance({ items }: InlineContent): boolean {
  return !items.some((item) => item.type === 'float' || (item.type === 'control' && item.control !== 'bidi'));
}

function balancedWidth(context: LayoutContext, content: InlineContent, space: LineSpace, indent: number): number {
  const lines = (width: number) => countLines(context, content, space, indent, width);
  let high = space.availableWidth;
  const count = lines(high);
  if (count < 2 || count > MAX_LINES) return high;
  let low = 0;
  while (low + PRECISION < high) {
    const middle = snap((low + high) / 2);
    if (lines(middle) <= count) high = middle;
    else low = middle;
  }
  return high;
}

/** The number of lines at a width; Infinity if one overflows, or if there are too many. */
function countLines(
  context: LayoutContext,
  content: InlineContent,
  space: LineSpace,
  indent: number,
  width: number,
): number {
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
    if (!line.fits || count > MAX_LINES) return Number.POSITIVE_INFINITY;
    position = line.next;
  }
  return count;
}

interface Balanced {
  readonly width: number;
  readonly inset: number;
}

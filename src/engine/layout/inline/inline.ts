/**
 * Inline layout, line by line.
 *   1. collect   inline boxes of a block container as one shaped text with items (inline/content.ts)
 *   2. break     items of one line (inline/break-line.ts)
 *   3. stack     baselines, `vertical-align`, line height (inline/line-box.ts)
 *   4. place     alignment, justification, visual order, fragments (inline/place-line.ts)
 * Source: https://www.w3.org/TR/CSS22/visuren.html#inline-formatting
 */

import type { BlockBox } from '../../box/tree.js';
import { resolveLength } from '../../css/values/values.js';
import type { BreakToken } from '../algorithm/break-token.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { PlacedFloat } from '../algorithm/result.js';
import { snap } from '../algorithm/units.js';
import { type Exclusion, isBelow, type LayoutOpportunity, opportunities, reachesBelow } from '../floats/exclusions.js';
import { placeFloat } from '../floats/floats.js';
import { movedAll } from '../positioned/out-of-flow.js';
import { balancedInset } from './balance.js';
import { breakLine } from './break-line.js';
import { inlineContent } from './content.js';
import { sideOf, tagEdges } from './edges.js';
import { continued } from './first-line.js';
import { hangingStart } from './hanging-punctuation.js';
import type { InlineContent, InlineItem } from './inline-items.js';
import {
  type BrokenLine,
  besideShapes,
  CONTENT_START,
  floatContainer,
  type LineLayoutOpportunity,
  type LinePosition,
} from './line.js';
import { type StackedLine, stackLine } from './line-box.js';
import { edgesWithoutHanging, lineOverflow } from './line-overflow.js';
import type { InlineToken, LeadingFloats, LineResult, LineSpace } from './line-result.js';
import { type PlacedLine, placeLine } from './place-line.js';
import { layoutPlainLine } from './plain-wrap.js';
import { prettyInset } from './pretty.js';

export { inlineContent } from './content.js';
export { inlineMinMax } from './min-max.js';
export { emptyLineStart } from './place-line.js';
export { plainLine } from './plain-line.js';

/**
 * Lays out one line of a block container.
 * @param start  end of the previous line; undefined: the start of the content
 */
export function layoutLine(
  context: LayoutContext,
  box: BlockBox,
  space: LineSpace,
  start: InlineToken | undefined,
): LineResult {
  const position = (start as LinePosition | undefined) ?? CONTENT_START;
  const startsContent = position.index === 0 && position.offset === 0;
  const isFirst = startsContent && box.firstLine !== undefined;
  const own = inlineContent(context, box);
  const content = isFirst ? inlineContent(context, box.firstLine!) : own;
  const indent = lineIndent(context, content, space, startsContent && !box.continues, position.afterForcedBreak);
  if (content.hasPlainLines && !isFirst) {
    const line = layoutPlainLine(context, content, space, position, indent);
    if (line) return line;
  }
  const leading = placeLeadingFloats(context, content, space, position);
  const inset = insetOf(context, box, content, space, position);
  const input: LineInput = { context, content, space, position, indent, inset, leading };
  const result = reachesBelow(leading.exclusions, space.bfcY) ? layoutBetweenFloats(input) : layoutUnobstructed(input);
  if (!isFirst || !result.next) return result;
  return { ...result, next: continued(content, own, result.next as LinePosition) };
}

/** Reduction of the available width by `text-wrap-style`, px. */
function insetOf(
  context: LayoutContext,
  box: BlockBox,
  content: InlineContent,
  space: LineSpace,
  position: LinePosition,
): number {
  const indentAt = (at: LinePosition) =>
    lineIndent(context, content, space, at === CONTENT_START && !box.continues, at.afterForcedBreak);
  switch (box.style['text-wrap-style']) {
    case 'balance':
      return balancedInset(context, box, content, space, position, indentAt(CONTENT_START));
    case 'pretty':
      return prettyInset(context, box, content, space, position, indentAt);
    default:
      return 0;
  }
}

interface LineInput {
  readonly context: LayoutContext;
  readonly content: InlineContent;
  readonly space: LineSpace;
  readonly position: LinePosition;
  readonly indent: number;
  /** Reduction of the available width by `text-wrap-style`, px. */
  readonly inset: number;
  readonly leading: PlacedLeadingFloats;
}

function layoutUnobstructed(input: LineInput): LineResult {
  const { left, right, top } = fullOpportunity(input.space);
  const broken = breakIn(input, left, Math.max(left, right), top);
  const stacked = stackLine(input.context, input.content, broken, input.space);
  return placeIn(input, broken, stacked, left, Math.max(left, right), top);
}

/** Tries the layout opportunities between floats until the line fits one. */
function layoutBetweenFloats(input: LineInput): LineResult {
  const { context, content, space, leading } = input;
  // Content that does not wrap overflows next to floats, instead of moving below them.
  const wraps = content.box.style['text-wrap-mode'] === 'wrap';
  const candidates = opportunities(leading.exclusions, space.bfcY, space.bfcX, space.bfcX + space.availableWidth);
  for (let candidate = candidates.next(); ; ) {
    const next = candidates.next();
    const opportunity = candidate.value ?? fullOpportunity(space);
    const isFinal = next.done === true;
    if (opportunity.beside) {
      const result = layoutBesideShapes(input, opportunity, opportunity.beside);
      if (result) return result;
      candidate = next;
      continue;
    }
    const { left, right, top, bottom } = opportunity;
    const broken = breakIn(input, left, right, top);
    const isNarrow = right - left < space.availableWidth;
    if (broken.empty || broken.fits || isFinal || !wraps || !isNarrow) {
      const stacked = stackLine(context, content, broken, space);
      if (broken.empty || stacked.height <= bottom - top || isFinal)
        return placeIn(input, broken, stacked, left, right, top);
    }
    candidate = next;
  }
}

/**
 * Lays out a line between shapes: first as if it had no height, then with the height of what it has got, until both
 * agree. A line that is too wide moves down by 1px at a time. Blink: `InlineLayoutAlgorithm::Layout`.
 * @param beside  the floats of the opportunity
 * @returns       undefined: the line does not fit the opportunity
 */
function layoutBesideShapes(
  input: LineInput,
  opportunity: LayoutOpportunity,
  beside: readonly Exclusion[],
): LineResult | undefined {
  const { context, content, space } = input;
  const wraps = content.box.style['text-wrap-mode'] === 'wrap';
  const isNarrow = opportunity.right - opportunity.left < space.availableWidth;
  let { top } = opportunity;
  let height = 0;
  let heightBefore: number | undefined;
  for (;;) {
    const edges = besideShapes(space, opportunity, beside, top, height);
    const broken = breakIn(input, edges.left, edges.right, top, edges.shaped);
    if (!broken.empty && !broken.fits && wraps && isNarrow) {
      if (top >= opportunity.bottom || isBelow(beside, top)) return undefined;
      top++;
      height = 0;
      heightBefore = undefined;
      continue;
    }
    const stacked = stackLine(context, content, broken, space);
    const place = () => placeIn(input, broken, stacked, edges.left, edges.right, top);
    if (broken.empty) return place();
    const needed = besideShapes(space, opportunity, beside, top, stacked.height);
    const change = needed.right - needed.left - (edges.right - edges.left);
    // Between two heights in turns, the line only becomes narrower.
    if (stacked.height === heightBefore ? change < 0 : change !== 0) {
      heightBefore = height;
      height = stacked.height;
      continue;
    }
    return top + stacked.height <= opportunity.bottom ? place() : undefined;
  }
}

function breakIn(
  input: LineInput,
  left: number,
  right: number,
  top: number,
  shaped?: LineLayoutOpportunity['shaped'],
): BrokenLine {
  const { context, content, space, position, indent, inset, leading } = input;
  const opportunity = { left, right: Math.max(left, right - inset), top };
  return breakLine(context, content, space, {
    position,
    indent,
    floatsPlacedBefore: leading.end,
    exclusions: leading.exclusions,
    opportunity: shaped ? { ...opportunity, shaped } : opportunity,
  });
}

function placeIn(
  { context, content, space, inset, leading }: LineInput,
  broken: BrokenLine,
  stacked: StackedLine,
  left: number,
  right: number,
  top: number,
): LineResult {
  // `text-wrap-style` reduces the width for line breaking only; lines are aligned in the full opportunity.
  const line = inset === 0 ? broken : { ...broken, opportunity: { left, right, top } };
  return finishLine(context, space, broken, placeLine(context, content, line, stacked, space), leading);
}

const fullOpportunity = ({ bfcX, bfcY, availableWidth }: LineSpace): LayoutOpportunity => ({
  left: bfcX,
  right: bfcX + availableWidth,
  top: bfcY,
  bottom: Number.POSITIVE_INFINITY,
});

/** The indent of a line without the mark that hangs at its start, px. */
export function lineIndent(
  context: LayoutContext,
  content: InlineContent,
  space: Pick<LineSpace, 'availableWidth'>,
  isFirst: boolean,
  afterForcedBreak: boolean,
): number {
  const indent = textIndent(content, space, isFirst, afterForcedBreak);
  return isFirst ? indent - hangingStart(context, content, space.availableWidth) : indent;
}

/** Source: https://drafts.csswg.org/css-text-3/#text-indent-property */
function textIndent(
  content: InlineContent,
  space: Pick<LineSpace, 'availableWidth'>,
  isFirst: boolean,
  afterForcedBreak: boolean,
): number {
  const { length, hanging, eachLine } = content.box.style['text-indent'];
  const applies = isFirst || (eachLine && afterForcedBreak);
  return applies !== hanging ? snap(resolveLength(length, space.availableWidth)) : 0;
}

interface PlacedLeadingFloats extends LeadingFloats {
  /** Floats among the items before this index are placed. */
  readonly end: number;
}

/**
 * Places the floats before the line's content at its top, regardless of their width; the line's layout opportunity is
 * determined afterwards. Blink: `InlineLayoutAlgorithm::PositionLeadingFloats`.
 */
function placeLeadingFloats(
  context: LayoutContext,
  content: InlineContent,
  space: LineSpace,
  position: LinePosition,
): PlacedLeadingFloats {
  const { index, floatsPlacedBefore = 0 } = position;
  let { exclusions } = space;
  const floats: PlacedFloat[] = [];
  const floatTokens: BreakToken[] = [];
  let end = index;
  for (; end < content.items.length; end++) {
    const item = content.items[end]!;
    if (item.type === 'float') {
      if (end < floatsPlacedBefore) continue;
      const placed = placeFloat(context, item.box, floatContainer(space, space.bfcY), exclusions);
      exclusions = placed.exclusions;
      if (placed.float) floats.push(placed.float);
      else if (placed.token) floatTokens.push(placed.token);
    } else if (!keepsFloatsLeading(item, space)) break;
  }
  const resume = floats.length + floatTokens.length === 0 ? position : { ...position, floatsPlacedBefore: end };
  return { exclusions, floats, floatTokens, end, resume };
}

/** Whether floats after the item are still leading floats. */
function keepsFloatsLeading(item: InlineItem, { availableWidth }: LineSpace): boolean {
  if (item.type !== 'open' && item.type !== 'close') return item.type === 'out-of-flow';
  const { margin, border, padding } = tagEdges(item, availableWidth);
  const side = sideOf(item);
  return margin[side] === 0 && border[side] === 0 && padding[side] === 0;
}

function finishLine(
  context: LayoutContext,
  space: LineSpace,
  broken: BrokenLine,
  { line, outOfFlow, floats: visualFloats, isTruncated }: PlacedLine,
  leading: PlacedLeadingFloats,
): LineResult {
  const y = broken.empty ? 0 : broken.opportunity.top - space.bfcY;
  const height = broken.empty ? 0 : line.height;
  let { exclusions } = broken;
  let { floats, floatTokens } = broken;
  if (leading.floats.length + leading.floatTokens.length + broken.laterFloats.length > 0) {
    const allFloats = [...leading.floats, ...broken.floats];
    const allTokens = [...leading.floatTokens, ...broken.floatTokens];
    // In visual order. Blink: `InlineLayoutAlgorithm::PlaceFloatingObjects`, after bidi reordering.
    const later = [...broken.laterFloats].sort((a, b) => visualFloats.indexOf(a) - visualFloats.indexOf(b));
    for (const box of later) {
      const placed = placeFloat(context, box, floatContainer(space, space.bfcY + y + height), exclusions);
      exclusions = placed.exclusions;
      if (placed.float) allFloats.push(placed.float);
      else if (placed.token) allTokens.push(placed.token);
    }
    floats = allFloats;
    floatTokens = allTokens;
  }
  return {
    line,
    y,
    height,
    empty: broken.empty,
    next: broken.next,
    exclusions,
    floats,
    floatTokens,
    leading: leading.floats.length + leading.floatTokens.length > 0 ? leading : undefined,
    outOfFlow: movedAll(outOfFlow, 0, y),
    clearAfter: broken.clearAfter,
    overflow: isTruncated
      ? undefined
      : lineOverflow(line.children, space.availableWidth, height, edgesWithoutHanging(line, broken.direction)),
  };
}

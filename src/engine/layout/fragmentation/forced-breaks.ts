/** Detects boxes that need layout with fragmentation even if they fit: those with forced breaks inside, for one. */

import type { BlockLevelBox, Box } from '../../box/tree.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import type { BreakBetween } from '../../css/properties/fragmentation.js';
import { isFloating, isOutOfFlow, isScrollable } from '../../css/style-queries.js';
import { isLengthPercentage } from '../../css/values/values.js';
import type { FragmentainerSpace } from '../algorithm/constraint-space.js';
import { cacheOf, type LayoutContext } from '../algorithm/layout-context.js';
import { childBoxes } from '../algorithm/result-cache.js';
import { establishesFormattingContext } from '../sizing/intrinsic.js';
import { isForced, joinBreaks } from './breaks.js';

/** Whether a descendant of the box forces a break, or may be higher with fragmentation. */
export function needsFragmentation(
  context: LayoutContext,
  box: BlockLevelBox,
  kind: FragmentainerSpace['kind'],
): boolean {
  return hasLowItems(box) || anyNeeds(context, childBoxes(box), kind);
}

/**
 * Whether an item of a column flex container may be lower than its content: its flex basis is a length, and its minimum
 * is not that of its content. With fragmentation it is not, even where it does not break.
 * Blink: `FlexLayoutAlgorithm::MinBlockSizeShouldEncompassIntrinsicSize`
 */
export const isLowItem = (style: LogicalStyle): boolean =>
  isLengthPercentage(style['flex-basis']) &&
  (style['min-block-size'] !== 'auto' || isScrollable(style['overflow-block']));

function hasLowItems(box: Box): boolean {
  if (box.kind !== 'block' || box.context !== 'flex' || box.content.type !== 'blocks') return false;
  return box.style['flex-direction'].startsWith('column') && box.content.children.some(({ style }) => isLowItem(style));
}

/**
 * The forced break before a box by its style, those of its first children, which propagate to it, and the box before it.
 * Source: https://drafts.csswg.org/css-break-3/#break-propagation
 * @param earlier  `break-after` of the box before it
 * @returns undefined: there is none, or layout has to tell
 */
export function forcedBreakBefore(
  context: LayoutContext,
  earlier: BreakBetween,
  box: BlockLevelBox,
  kind: FragmentainerSpace['kind'],
): BreakBetween | undefined {
  let last = box;
  let value = joinBreaks(earlier, box.style['break-before']);
  for (let child = firstChild(box); child; child = firstChild(child)) {
    value = joinBreaks(value, child.style['break-before']);
    last = child;
  }
  if (!isForced(value, kind)) return undefined;
  // Breaks inside the last one may propagate to it. In columns, those of pages override those of columns.
  return needsFragmentation(context, last, 'page') || needsFragmentation(context, last, kind) ? undefined : value;
}

/** The first child of a block if it is laid out in the block's formatting context. */
function firstChild(box: BlockLevelBox): BlockLevelBox | undefined {
  if (box.kind !== 'block' || box.content.type !== 'blocks' || establishesFormattingContext(box) || box.legend)
    return undefined;
  const [first] = box.content.children;
  if (!first || isFloating(first.style) || isOutOfFlow(first.style) || first.style['column-span'] === 'all')
    return undefined;
  return first;
}

function anyNeeds(context: LayoutContext, boxes: readonly Box[], kind: FragmentainerSpace['kind']): boolean {
  for (const box of boxes) if (needs(context, box, kind)) return true;
  return false;
}

function needs(context: LayoutContext, box: Box, kind: FragmentainerSpace['kind']): boolean {
  if (box.kind === 'text') return false; // its style is that of the block around it
  const { style } = box;
  const own =
    isForced(style['break-before'], kind) ||
    isForced(style['break-after'], kind) ||
    (kind === 'page' && style.page !== 'auto');
  if (own) return true;
  const cache = cacheOf<Box, boolean>(context, CACHE_NAMES[kind]);
  let known = cache.get(box);
  if (known === undefined) {
    known = hasLowItems(box) || anyNeeds(context, childBoxes(box), kind);
    cache.set(box, known);
  }
  return known;
}

const CACHE_NAMES = { page: 'forced-breaks-page', column: 'forced-breaks-column' } as const;

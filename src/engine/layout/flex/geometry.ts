/**
 * Where the items of a flex container go before pages come in.
 * Source: https://drafts.csswg.org/css-flexbox-1/#layout-algorithm; comments name its steps.
 */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import { uprightCharacters } from '../../css/compute/writing-mode.js';
import { isOutOfFlow } from '../../css/style-queries.js';
import { resolveLength } from '../../css/values/values.js';
import type { ConstraintSpace } from '../algorithm/constraint-space.js';
import type { BoxFragment } from '../algorithm/fragment.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { dependsOnHeight, layoutCached } from '../algorithm/result-cache.js';
import { snap } from '../algorithm/units.js';
import type { BlockFrame } from '../block/block-frame.js';
import { LOGICAL_SIDES, vertical } from '../sizing/edges.js';
import { growsBeyondRatio, usedHeight } from '../sizing/heights.js';
import { hasRatio } from '../sizing/ratio.js';
import { isScrollContainer } from '../sizing/sizes.js';
import { alignLines, freeShare, justifyItems } from './align.js';
import { balanceLines } from './balance.js';
import {
  clampCross,
  createItem,
  crossMargins,
  crossSpace,
  type FlexAxes,
  type FlexItem,
  flexAxes,
  hasAutoCrossMargin,
  isMainDefinite,
  itemSpace,
  mainMargins,
  stretches,
} from './item.js';
import { resolveFlexibleLengths } from './lengths.js';

export interface FlexLine {
  readonly items: readonly FlexItem[];
  cross: number;
  /** From the container's cross-start content edge, before any reversal. */
  offset: number;
  /** Distance from the line's cross-start to the shared baseline, and from its cross-end to that of `last baseline`. */
  baseline: number;
  lastBaseline: number;
}

/** Everything known of a container before pages come in. */
export interface FlexGeometry {
  readonly axes: FlexAxes;
  readonly lines: readonly FlexLine[];
  /** Content box. */
  readonly mainSize: number;
  readonly crossSize: number;
}

export function flexChildren(box: BlockBox): readonly BlockLevelBox[] {
  return box.content.type === 'blocks' ? box.content.children : [];
}

export function gap({ style }: BlockLevelBox, name: 'row-gap' | 'column-gap', basis: number): number {
  const value = style[name];
  return value === 'normal' ? 0 : Math.max(0, snap(resolveLength(value, basis)));
}

export function computeGeometry(
  context: LayoutContext,
  box: BlockBox,
  space: ConstraintSpace,
  frame: BlockFrame,
): FlexGeometry {
  const height = frame.percentageHeight ?? fixedContentHeight(space, frame);
  const axes = flexAxes(box, frame.contentWidth, height, frame.percentageHeight);
  const gaps = {
    row: gap(box, 'row-gap', frame.percentageHeight ?? 0),
    column: gap(box, 'column-gap', frame.contentWidth),
  };
  const mainGap = axes.isRow ? gaps.column : gaps.row;
  const crossGap = axes.isRow ? gaps.row : gaps.column;
  // 3. Flex base size and hypothetical main size
  const items = orderedItems(box).map((child) => createItem(context, box, axes, child));
  // 4., 5. Main size of the container, lines
  const ownHeight = growsBeyondRatio(box, space, frame.borderPadding) ? undefined : axes.height;
  const definiteMain = axes.isRow ? frame.contentWidth : ownHeight;
  const lines = collectLines(
    items,
    axes,
    mainLimit(box, space, frame, axes, axes.isRow ? frame.contentWidth : axes.height),
    mainGap,
  );
  const mainSize = definiteMain ?? autoMain(box, space, frame, lines, axes, mainGap);
  // 6. Resolve flexible lengths
  for (const { items: members } of lines) {
    resolveFlexibleLengths(members, mainSize - mainGap * (members.length - 1), (item) =>
      mainMargins(axes, item.margin),
    );
  }
  // 7., 8. Cross sizes of items and lines
  const definiteCross = axes.isRow ? ownHeight : frame.contentWidth;
  for (const line of lines) measureLine(context, line, axes);
  const clampedCross = (cross: number) => definiteCross ?? clampContainerCross(box, space, frame, cross);
  if (!axes.wraps && lines[0]) lines[0].cross = clampedCross(lines[0].cross);
  // 9. align-content: stretch; 15., 16. cross size of the container, lines placed
  const linesCross = lines.reduce((sum, line) => sum + line.cross, 0) + crossGap * Math.max(0, lines.length - 1);
  const crossSize = clampedCross(linesCross);
  alignLines(lines, box.style['align-content'], crossSize, crossGap, axes);
  for (const line of lines) {
    // 11. Stretched items, 12. main-axis alignment, 13., 14. cross-axis alignment
    stretchLine(context, line, axes);
    justifyItems(line.items, axes, box.style['justify-content'], mainSize, mainGap);
    alignItems(line, axes);
  }
  return { axes, lines, mainSize, crossSize };
}

/** The lines of a column whose width is not known yet. */
export function columnLines(context: LayoutContext, box: BlockBox, axes: FlexAxes): readonly FlexLine[] {
  const items = orderedItems(box).map((child) => createItem(context, box, axes, child));
  return collectLines(items, axes, axes.height ?? Number.POSITIVE_INFINITY, gap(box, 'row-gap', axes.height ?? 0));
}

/** A height fixed by the parent sizes the container even where percentages do not resolve against it. */
function fixedContentHeight(space: ConstraintSpace, frame: BlockFrame): number | undefined {
  return space.fixedHeight === undefined ? undefined : Math.max(0, space.fixedHeight - vertical(frame.borderPadding));
}

/** In order-modified document order. */
function orderedItems(box: BlockBox): BlockLevelBox[] {
  const items = flexChildren(box).filter(({ style }) => !isOutOfFlow(style));
  return items.some((item) => item.style.order !== 0) ? items.sort((a, b) => a.style.order - b.style.order) : items;
}

/**
 * Where lines wrap: a column of auto height still wraps at its max-height, one with a ratio at the height that gives,
 * and while the height of the content is looked for at the height that it will not have.
 */
function mainLimit(
  box: BlockBox,
  space: ConstraintSpace,
  frame: BlockFrame,
  axes: FlexAxes,
  definite: number | undefined,
): number {
  if (definite !== undefined || axes.isRow) return definite ?? frame.contentWidth;
  const huge = 10_000_000;
  const own = { ...space, contentHeight: false };
  const content = growsBeyondRatio(box, own, frame.borderPadding) ? 0 : huge;
  const clamped = usedHeight(box, own, frame.borderPadding, frame.width, content);
  return clamped >= huge ? Number.POSITIVE_INFINITY : clamped - vertical(frame.borderPadding);
}

function collectLines(items: readonly FlexItem[], axes: FlexAxes, limit: number, mainGap: number): FlexLine[] {
  const outer = (item: FlexItem) => item.hypothetical + mainMargins(axes, item.margin);
  const greedy = fillLines(items, axes, limit, mainGap);
  const count = Math.max(greedy.length, Math.min(axes.leastLines, items.length));
  const isBalanced = axes.leastLines > 0 && count > 1;
  const lines = isBalanced ? balanceLines(items, outer, count, limit, mainGap) : greedy;
  return lines.map((members) => ({ items: members, cross: 0, offset: 0, baseline: 0, lastBaseline: 0 }));
}

function fillLines(items: readonly FlexItem[], axes: FlexAxes, limit: number, mainGap: number): FlexItem[][] {
  const lines: FlexItem[][] = [];
  let used = 0;
  for (const item of items) {
    const size = item.hypothetical + mainMargins(axes, item.margin);
    const line = lines.at(-1);
    if (!line || (axes.wraps && used + mainGap + size > limit)) {
      lines.push([item]);
      used = size;
    } else {
      line.push(item);
      used += mainGap + size;
    }
  }
  return lines;
}

/** Height of a column container whose height is auto. */
function autoMain(
  box: BlockBox,
  space: ConstraintSpace,
  frame: BlockFrame,
  lines: readonly FlexLine[],
  axes: FlexAxes,
  mainGap: number,
): number {
  const edges = vertical(frame.borderPadding);
  const longest = lines.reduce((most, { items }) => {
    const sum = items.reduce((total, item) => total + item.hypothetical + mainMargins(axes, item.margin), 0);
    return Math.max(most, sum + mainGap * (items.length - 1));
  }, 0);
  return Math.max(0, usedHeight(box, space, frame.borderPadding, frame.width, longest + edges) - edges);
}

/** The height of a row container is its content's within its limits. */
function clampContainerCross(box: BlockBox, space: ConstraintSpace, frame: BlockFrame, cross: number): number {
  const edges = vertical(frame.borderPadding);
  return Math.max(0, usedHeight(box, space, frame.borderPadding, frame.width, cross + edges) - edges);
}

/** A column's item is as high as it flexed; percentages in it refer to that if the column's height or its own is definite. */
function fixedMain(axes: FlexAxes, item: FlexItem): Pick<ConstraintSpace, 'fixedHeight' | 'fixedHeightBehavior'> {
  return { fixedHeight: item.main, fixedHeightBehavior: isMainDefinite(axes, item) ? undefined : 'indefinite' };
}

/** 7. Hypothetical cross sizes, 8. the line's */
function measureLine(context: LayoutContext, line: FlexLine, axes: FlexAxes): void {
  const none = { before: Number.NEGATIVE_INFINITY, after: Number.NEGATIVE_INFINITY };
  const shared = { baseline: { ...none }, 'last-baseline': { ...none } };
  let largest = 0;
  for (const item of line.items) {
    const fixed = axes.isRow
      ? { fixedWidth: item.main, ...knownHeight(context, item, axes) }
      : { ...crossSpace(context, item, axes), ...fixedMain(axes, item) };
    item.result = layoutCached(context, item.box, itemSpace(axes, fixed));
    item.cross = axes.isRow ? item.result.fragment.height : item.result.fragment.width;
    const outer = item.cross + crossMargins(axes, item.margin);
    const group = baselineGroup(item, axes);
    if (!group) {
      largest = Math.max(largest, outer);
      continue;
    }
    const before = baselineDistance(item, axes);
    shared[group].before = Math.max(shared[group].before, before);
    shared[group].after = Math.max(shared[group].after, outer - before);
  }
  line.baseline = shared.baseline.before;
  line.lastBaseline = shared['last-baseline'].after;
  const across = ({ before, after }: { before: number; after: number }) => before + after;
  line.cross = Math.max(largest, across(shared.baseline), across(shared['last-baseline']));
}

/**
 * A stretched item of a single line is as high as the container if that is known. Such items do not make it higher where
 * a ratio gives its height, other ones do. Source: Blink's FlexLayoutAlgorithm::WillChildCrossSizeBeContainerCrossSize
 */
function knownHeight(context: LayoutContext, item: FlexItem, axes: FlexAxes): Pick<ConstraintSpace, 'fixedHeight'> {
  if (axes.wraps || axes.height === undefined || !stretches(axes, item.box, item.align)) return {};
  return { fixedHeight: clampCross(context, axes, item, Math.max(0, axes.height - crossMargins(axes, item.margin))) };
}

/** Which baseline the item shares with its line, if any. */
function baselineGroup(item: FlexItem, axes: FlexAxes): 'baseline' | 'last-baseline' | undefined {
  const { value } = item.align;
  if (hasAutoCrossMargin(axes, item.box)) return undefined;
  return value === 'baseline' || value === 'last-baseline' ? value : undefined;
}

/** From the item's cross-start margin edge to the baseline it is aligned by. */
function baselineDistance(item: FlexItem, { isRow, crossReversed }: FlexAxes): number {
  // In a column the left edges of the boxes stand for baselines.
  if (!isRow) return crossReversed ? item.cross + item.margin.right : item.margin.left;
  const baseline = baselineOf(item, item.align.value === 'last-baseline');
  return crossReversed ? item.cross - baseline + item.margin.bottom : item.margin.top + baseline;
}

export function baselineOf({ result: { fragment } }: FlexItem, last = false): number {
  return itemBaseline(fragment, last);
}

/** That of an item without one is its bottom; a scroll container's is not outside of it. */
export function itemBaseline(fragment: BoxFragment, last: boolean): number {
  const own = last ? fragment.lastBaseline : fragment.firstBaseline;
  const baseline = own ?? (isAlignedByMiddle(fragment) ? snap(fragment.height / 2) : fragment.height);
  return isScrollContainer(fragment.style) ? Math.max(0, Math.min(baseline, fragment.height)) : baseline;
}

/** Whether what has no baseline is aligned by its middle, as vertical text is. */
function isAlignedByMiddle({ box, style }: BoxFragment): boolean {
  if (box.kind !== 'block' || box.context !== 'orthogonal') return uprightCharacters(style) !== undefined;
  const content = box.content.children[0];
  const mode = content && 'writingModes' in content ? content.writingModes?.outside : undefined;
  return mode === 'vertical-rl' || mode === 'vertical-lr';
}

/** 11. Used cross size */
function stretchLine(context: LayoutContext, line: FlexLine, axes: FlexAxes): void {
  for (const item of line.items) {
    if (!stretches(axes, item.box, item.align)) {
      if (axes.wraps && !axes.isRow) fitInLine(context, line, axes, item);
      continue;
    }
    const cross = clampCross(context, axes, item, Math.max(0, line.cross - crossMargins(axes, item.margin)));
    // A height that is definite now may matter inside; one from a ratio has been all along.
    const matters = axes.isRow && !hasRatio(item.box) && dependsOnHeight(context, item.box);
    if (cross === item.cross && !matters) continue;
    item.cross = cross;
    const fixed = axes.isRow
      ? { fixedWidth: item.main, fixedHeight: cross }
      : { fixedWidth: cross, ...fixedMain(axes, item) };
    item.result = layoutCached(context, item.box, itemSpace(axes, fixed));
  }
}

/** An item of one of several columns has its column for room, not the container. */
function fitInLine(context: LayoutContext, line: FlexLine, axes: FlexAxes, item: FlexItem): void {
  if (item.box.style['inline-size'] !== 'auto' || item.box.kind !== 'block') return;
  const space = {
    ...itemSpace(axes, { autoWidthBehavior: 'fit-content', ...fixedMain(axes, item) }),
    availableWidth: line.cross,
  };
  item.result = layoutCached(context, item.box, space);
  item.cross = item.result.fragment.width;
}

/** 13. Auto margins, 14. align-self */
function alignItems(line: FlexLine, axes: FlexAxes): void {
  const [start, end] = axes.isRow ? (['top', 'bottom'] as const) : (['left', 'right'] as const);
  const [first, last] = axes.crossReversed ? ([end, start] as const) : ([start, end] as const);
  const axis = { reversed: axes.reversesCross, fromRight: axes.crossReversed, isInline: !axes.isRow };
  for (const item of line.items) {
    const free = line.cross - item.cross - crossMargins(axes, item.margin);
    const autoFirst = item.box.style[`margin-${LOGICAL_SIDES[first]}`] === 'auto';
    const autoLast = item.box.style[`margin-${LOGICAL_SIDES[last]}`] === 'auto';
    const group = baselineGroup(item, axes);
    let offset = item.margin[first];
    if (autoFirst || autoLast) {
      const room = Math.max(0, free);
      offset += autoFirst ? (autoLast ? room / 2 : room) : 0;
    } else if (group) {
      const shared = group === 'baseline' ? line.baseline : line.cross - line.lastBaseline;
      offset += shared - baselineDistance(item, axes);
    } else {
      const selfReversed = !axes.isRow && (item.box.style.direction === 'rtl') !== axes.rtl;
      offset += free * freeShare(item.align, free, axis, selfReversed);
    }
    item.crossOffset = line.offset + offset;
  }
}

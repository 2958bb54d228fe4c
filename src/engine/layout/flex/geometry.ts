/**
 * Layout of a flex container without fragmentation. Lengths in px.
 * Source: https://drafts.csswg.org/css-flexbox-1/#layout-algorithm; comments name its steps.
 */

import type { BlockBox } from '../../box/tree.js';
import { type ConstraintSpace, constraintSpace } from '../algorithm/constraint-space.js';
import { orderedItems } from '../algorithm/items.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { dependsOnHeight, layoutCached } from '../algorithm/result-cache.js';
import { itemBaseline } from '../alignment/baseline.js';
import { freeShare } from '../alignment/free-space.js';
import { usedGap } from '../alignment/gap.js';
import type { FragmentGeometry } from '../block/fragment-geometry.js';
import { LOGICAL_SIDES, vertical } from '../sizing/edges.js';
import { growsBeyondRatio, maxHeight, usedHeight } from '../sizing/heights.js';
import { hasRatio } from '../sizing/ratio.js';
import { alignLines, justifyItems } from './align.js';
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
  /** Free space that `justify-content` puts between the items, px. */
  between: number;
}

/** A container with placed items and lines. */
export interface FlexGeometry {
  readonly axes: FlexAxes;
  readonly lines: readonly FlexLine[];
  /** Content box. */
  readonly mainSize: number;
  readonly crossSize: number;
  /** Of `row-gap`. */
  readonly blockGap: number;
}

export function computeFlexGeometry(
  context: LayoutContext,
  box: BlockBox,
  space: ConstraintSpace,
  geometry: FragmentGeometry,
): FlexGeometry {
  const height = geometry.percentageHeight ?? fixedContentHeight(space, geometry);
  const axes = flexAxes(box, geometry.contentWidth, height, geometry.percentageHeight);
  const gaps = {
    row: usedGap(box.style, 'row-gap', geometry.percentageHeight ?? 0),
    column: usedGap(box.style, 'column-gap', geometry.contentWidth),
  };
  const mainGap = axes.isRow ? gaps.column : gaps.row;
  const crossGap = axes.isRow ? gaps.row : gaps.column;
  // 3. Flex base size and hypothetical main size
  const items = orderedItems(box).map((child) => createItem(context, box, axes, child));
  // 4., 5. Main size of the container, lines
  const ownHeight = growsBeyondRatio(box, space, geometry.borderPadding) ? undefined : axes.height;
  const definiteMain = axes.isRow ? geometry.contentWidth : ownHeight;
  const lines = collectLines(
    items,
    axes,
    mainLimit(box, space, geometry, axes, axes.isRow ? geometry.contentWidth : axes.height),
    mainGap,
  );
  const mainSize = definiteMain ?? usedContentHeight(box, space, geometry, longestLine(lines, axes, mainGap));
  // 6. Resolve flexible lengths
  for (const { items: members } of lines) {
    resolveFlexibleLengths(members, mainSize - mainGap * (members.length - 1), (item) =>
      mainMargins(axes, item.margin),
    );
  }
  // 7., 8. Cross sizes of items and lines
  const definiteCross = axes.isRow ? ownHeight : geometry.contentWidth;
  for (const line of lines) measureLine(context, line, axes);
  const clampedCross = (cross: number) => definiteCross ?? usedContentHeight(box, space, geometry, cross);
  if (!axes.wraps && lines[0]) lines[0].cross = clampedCross(lines[0].cross);
  // 9. align-content: stretch; 15., 16. cross size of the container, lines placed
  const linesCross = lines.reduce((sum, line) => sum + line.cross, 0) + crossGap * Math.max(0, lines.length - 1);
  const crossSize = clampedCross(linesCross);
  alignLines(lines, box.style['align-content'], crossSize, crossGap, axes);
  for (const line of lines) {
    // 11. Stretched items, 12. main-axis alignment, 13., 14. cross-axis alignment
    stretchLine(context, line, axes);
    line.between = justifyItems(line.items, axes, box.style['justify-content'], mainSize, mainGap);
    alignItems(line, axes);
  }
  return { axes, lines, mainSize, crossSize, blockGap: gaps.row };
}

/** Collects the lines of a column container of indefinite width. */
export function columnLines(context: LayoutContext, box: BlockBox, axes: FlexAxes): readonly FlexLine[] {
  const items = orderedItems(box).map((child) => createItem(context, box, axes, child));
  return collectLines(
    items,
    axes,
    axes.height ?? Number.POSITIVE_INFINITY,
    usedGap(box.style, 'row-gap', axes.height ?? 0),
  );
}

/** Content height fixed by the parent; percentages may not resolve against it. */
function fixedContentHeight(space: ConstraintSpace, geometry: FragmentGeometry): number | undefined {
  return space.fixedHeight === undefined
    ? undefined
    : Math.max(0, space.fixedHeight - vertical(geometry.borderPadding));
}

/**
 * Main size at which lines wrap. Columns of auto height wrap at `max-height` or at the height from their aspect ratio,
 * also while the height of their content is measured.
 */
function mainLimit(
  box: BlockBox,
  space: ConstraintSpace,
  geometry: FragmentGeometry,
  axes: FlexAxes,
  definite: number | undefined,
): number {
  if (definite !== undefined || axes.isRow) return definite ?? geometry.contentWidth;
  const { borderPadding, width } = geometry;
  const own = constraintSpace({ ...space, contentHeight: false });
  const height = growsBeyondRatio(box, own, borderPadding)
    ? usedHeight(box, own, borderPadding, width, 0)
    : maxHeight(box, own, borderPadding, width);
  return height - vertical(borderPadding);
}

function collectLines(items: readonly FlexItem[], axes: FlexAxes, limit: number, mainGap: number): FlexLine[] {
  const outer = (item: FlexItem) => item.hypothetical + mainMargins(axes, item.margin);
  const greedy = fillLines(items, axes, limit, mainGap);
  const count = Math.max(greedy.length, Math.min(axes.minLineCount, items.length));
  const isBalanced = axes.minLineCount > 0 && count > 1;
  const lines = isBalanced ? balanceLines(items, outer, count, limit, mainGap) : greedy;
  return lines.map((members) => ({ items: members, cross: 0, offset: 0, baseline: 0, lastBaseline: 0, between: 0 }));
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

/** Hypothetical outer main size of the longest line. */
function longestLine(lines: readonly FlexLine[], axes: FlexAxes, mainGap: number): number {
  return lines.reduce((max, { items }) => {
    const sum = items.reduce((total, item) => total + item.hypothetical + mainMargins(axes, item.margin), 0);
    return Math.max(max, sum + mainGap * (items.length - 1));
  }, 0);
}

/** Content height of the container, to which the height properties apply. @param content  height of its lines */
function usedContentHeight(box: BlockBox, space: ConstraintSpace, geometry: FragmentGeometry, content: number): number {
  const edges = vertical(geometry.borderPadding);
  return Math.max(0, usedHeight(box, space, geometry.borderPadding, geometry.width, content + edges) - edges);
}

/** Flexed height of an item in a column; definite for percentages if the item's or the container's height is. */
function fixedMain(axes: FlexAxes, item: FlexItem): Pick<ConstraintSpace, 'fixedHeight' | 'fixedHeightBehavior'> {
  return { fixedHeight: item.main, fixedHeightBehavior: isMainDefinite(axes, item) ? undefined : 'indefinite' };
}

/** 7. Hypothetical cross sizes, 8. the line's */
function measureLine(context: LayoutContext, line: FlexLine, axes: FlexAxes): void {
  const none = { before: Number.NEGATIVE_INFINITY, after: Number.NEGATIVE_INFINITY };
  const shared = { baseline: { ...none }, 'last-baseline': { ...none } };
  let largest = 0;
  for (const item of line.items) {
    const width = axes.isRow ? { fixedWidth: item.main } : crossSpace(context, item, axes);
    const height = axes.isRow ? knownHeight(context, item, axes) : fixedMain(axes, item);
    item.result = layoutCached(context, item.box, itemSpace(axes, width, height));
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
 * Height of a stretched item in a single-line row container of definite height.
 * Sources: https://drafts.csswg.org/css-flexbox-1/#definite-sizes,
 *   Blink's FlexLayoutAlgorithm::WillChildCrossSizeBeContainerCrossSize
 */
function knownHeight(context: LayoutContext, item: FlexItem, axes: FlexAxes): Pick<ConstraintSpace, 'fixedHeight'> {
  if (axes.wraps || axes.height === undefined || !stretches(axes, item.box, item.align)) return {};
  return { fixedHeight: clampCross(context, axes, item, Math.max(0, axes.height - crossMargins(axes, item.margin))) };
}

/** Baseline-sharing group of an item; undefined: none. */
function baselineGroup(item: FlexItem, axes: FlexAxes): 'baseline' | 'last-baseline' | undefined {
  const { value } = item.align;
  if (hasAutoCrossMargin(axes, item.box)) return undefined;
  return value === 'baseline' || value === 'last-baseline' ? value : undefined;
}

/** Distance from an item's cross-start margin edge to its alignment baseline. */
function baselineDistance(item: FlexItem, { isRow, crossReversed }: FlexAxes): number {
  // In a column, left border edges are synthesized baselines.
  if (!isRow) return crossReversed ? item.cross + item.margin.right : item.margin.left;
  const baseline = baselineOf(item, item.align.value === 'last-baseline');
  return crossReversed ? item.cross - baseline + item.margin.bottom : item.margin.top + baseline;
}

export function baselineOf({ result: { fragment } }: FlexItem, last = false): number {
  return itemBaseline(fragment, last);
}

/** 11. Used cross size */
function stretchLine(context: LayoutContext, line: FlexLine, axes: FlexAxes): void {
  for (const item of line.items) {
    if (!stretches(axes, item.box, item.align)) {
      if (axes.wraps && !axes.isRow) fitInLine(context, line, axes, item);
      continue;
    }
    const cross = clampCross(context, axes, item, Math.max(0, line.cross - crossMargins(axes, item.margin)));
    // A stretched height is definite for descendants; one from an aspect ratio was so before.
    const matters = axes.isRow && !hasRatio(item.box) && dependsOnHeight(context, item.box);
    if (cross === item.cross && !matters) continue;
    item.cross = cross;
    const height = axes.isRow ? { fixedHeight: cross } : fixedMain(axes, item);
    item.result = layoutCached(
      context,
      item.box,
      itemSpace(axes, { fixedWidth: axes.isRow ? item.main : cross }, height),
    );
  }
}

/** Lays out an item of a multi-line column container again with the width of its line as available width. */
function fitInLine(context: LayoutContext, line: FlexLine, axes: FlexAxes, item: FlexItem): void {
  if (item.box.style['inline-size'] !== 'auto' || item.box.kind !== 'block') return;
  const inLine = itemSpace(axes, { autoWidthBehavior: 'fit-content' }, fixedMain(axes, item));
  const space = constraintSpace({ ...inLine, availableWidth: line.cross });
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
      const available = Math.max(0, free);
      offset += autoFirst ? (autoLast ? available / 2 : available) : 0;
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

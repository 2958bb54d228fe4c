/** Flex items: base sizes, limits, constraint spaces. Source: https://drafts.csswg.org/css-flexbox-1/#algo-main-item */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import { isScrollable } from '../../css/style-queries.js';
import { type Alignment, isLengthPercentage, type MaxSize, resolveLength, type Size } from '../../css/values/values.js';
import {
  type ConstraintSpace,
  constraintSpace,
  type FragmentainerSpace,
  type HeightSpace,
} from '../algorithm/constraint-space.js';
import type { Edges } from '../algorithm/geometry.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { layoutCached } from '../algorithm/result-cache.js';
import { snap } from '../algorithm/units.js';
import { alignSelf } from '../alignment/self-alignment.js';
import { borderPaddingOf } from '../block/fragment-geometry.js';
import { replacedWidth } from '../replaced/replaced.js';
import { horizontal, resolveMargins, toBorderBox, vertical } from '../sizing/edges.js';
import { clampHeight, definiteHeight, resolvePercentage } from '../sizing/heights.js';
import { intrinsicSizes, minMax } from '../sizing/intrinsic.js';
import { hasRatio, ratioHeight, ratioWidth } from '../sizing/ratio.js';
import { clampWidth, contentSizes, fitContent, transferredHeight, transferredWidth } from '../sizing/sizes.js';

/** Sizes of border boxes, px; outer sizes include margins. */
export interface FlexItem {
  readonly box: BlockLevelBox;
  /** Used margins; auto margins are 0 until step 12. */
  margin: Edges;
  readonly borderPadding: Edges;
  readonly align: Alignment;
  /** Border and padding in the main axis. */
  readonly mainEdges: number;
  readonly base: number;
  readonly min: number;
  readonly max: number;
  /** Base size clamped by min and max. */
  readonly hypothetical: number;
  main: number;
  cross: number;
  /** Layout at the used main size, and the cross size if stretched. */
  result: LayoutResult;
  /** Offset of the border box from the container's main-start and cross-start content edges. */
  mainOffset: number;
  crossOffset: number;
}

/** Properties of a container by its axes. Lengths in px. */
export interface FlexAxes {
  readonly isRow: boolean;
  /** Whether main-start and cross-start are at the right or bottom. */
  readonly mainReversed: boolean;
  readonly crossReversed: boolean;
  /** `*-reverse`, `wrap-reverse`: flex-start is the end side of the writing mode. */
  readonly reversesMain: boolean;
  readonly reversesCross: boolean;
  readonly wraps: boolean;
  /** Minimum number of lines; 0: lines are not balanced. */
  readonly minLineCount: number;
  readonly rtl: boolean;
  /** Content box of the container. */
  readonly width: number;
  /** undefined: depends on the content. */
  readonly height: number | undefined;
  /** Basis of percentage heights of items; undefined: indefinite. */
  readonly percentageHeight: number | undefined;
}

export function flexAxes(
  box: BlockBox,
  width: number,
  height: number | undefined,
  percentageHeight: number | undefined,
): FlexAxes {
  const direction = box.style['flex-direction'];
  const wrap = box.style['flex-wrap'];
  const isRow = direction === 'row' || direction === 'row-reverse';
  const rtl = box.style.direction === 'rtl';
  const reversesMain = direction.endsWith('reverse');
  const reversesCross = wrap === 'wrap-reverse';
  return {
    isRow,
    mainReversed: isRow ? reversesMain !== rtl : reversesMain,
    crossReversed: reversesCross !== (!isRow && rtl),
    reversesMain,
    reversesCross,
    wraps: wrap !== 'nowrap',
    minLineCount: wrap === 'balance' ? box.style['flex-line-count'] : 0,
    rtl,
    width,
    height,
    percentageHeight,
  };
}

export function mainMargins({ isRow }: FlexAxes, margin: Edges): number {
  return isRow ? horizontal(margin) : vertical(margin);
}

export function crossMargins({ isRow }: FlexAxes, margin: Edges): number {
  return isRow ? vertical(margin) : horizontal(margin);
}

/** Constraints of an item that its axes do not determine. */
type WidthConstraints = Pick<ConstraintSpace, 'fixedWidth' | 'autoWidthBehavior'>;
export type HeightConstraints = Pick<ConstraintSpace, 'fixedHeight' | 'fixedHeightBehavior' | 'contentHeight'>;

const NO_CONSTRAINTS: WidthConstraints & HeightConstraints = {};

/** Constraint space of an item. */
export function itemSpace(
  axes: FlexAxes,
  { fixedWidth, autoWidthBehavior }: WidthConstraints = NO_CONSTRAINTS,
  { fixedHeight, fixedHeightBehavior, contentHeight }: HeightConstraints = NO_CONSTRAINTS,
  fragmentainer?: FragmentainerSpace,
): ConstraintSpace {
  return constraintSpace({
    availableWidth: axes.width,
    availableHeight: axes.percentageHeight,
    percentageWidth: axes.width,
    percentageHeight: axes.percentageHeight,
    autoWidthBehavior,
    fixedWidth,
    fixedHeight,
    fixedHeightBehavior,
    contentHeight,
    fragmentainer,
  });
}

export function createItem(context: LayoutContext, container: BlockBox, axes: FlexAxes, box: BlockLevelBox): FlexItem {
  const margin = resolveMargins(box.style, axes.width);
  const borderPadding = borderPaddingOf(box, axes.width);
  const parts = { context, axes, box, margin, borderPadding, align: alignOf(container, box) };
  const mainEdges = axes.isRow ? horizontal(borderPadding) : vertical(borderPadding);
  const base = Math.max(baseSize(parts), mainEdges);
  const { min, max } = limits(parts);
  const hypothetical = Math.max(min, Math.min(base, max));
  const result = undefined as unknown as LayoutResult; // set by the first layout, in measureLine()
  return {
    box,
    margin,
    borderPadding,
    align: parts.align,
    mainEdges,
    base,
    min,
    max,
    hypothetical,
    main: hypothetical,
    cross: 0,
    result,
    mainOffset: 0,
    crossOffset: 0,
  };
}

interface ItemParts {
  readonly context: LayoutContext;
  readonly axes: FlexAxes;
  readonly box: BlockLevelBox;
  readonly margin: Edges;
  readonly borderPadding: Edges;
  readonly align: Alignment;
}

export function alignOf(container: BlockBox, box: BlockLevelBox): Alignment {
  const align = alignSelf(box, container.style);
  return align.value === 'normal' ? { value: 'stretch' } : align;
}

export function hasAutoCrossMargin({ isRow }: FlexAxes, { style }: BlockLevelBox): boolean {
  return isRow
    ? style['margin-block-start'] === 'auto' || style['margin-block-end'] === 'auto'
    : style['margin-line-left'] === 'auto' || style['margin-line-right'] === 'auto';
}

/** Whether an item is stretched in the cross axis. Source: https://drafts.csswg.org/css-flexbox-1/#stretched */
export function stretches(axes: FlexAxes, box: BlockLevelBox, align: Alignment): boolean {
  const size = axes.isRow ? box.style['block-size'] : box.style['inline-size'];
  return align.value === 'stretch' && size === 'auto' && !hasAutoCrossMargin(axes, box);
}

/** Flex base size, border box (§9.2, step 3). */
function baseSize(item: ItemParts): number {
  const { axes, box } = item;
  const basis = box.style['flex-basis'];
  const size = basis === 'auto' ? (axes.isRow ? box.style['inline-size'] : box.style['block-size']) : basis;
  const definite = size === 'content' ? undefined : mainLength(item, size);
  if (definite !== undefined) {
    // The height of a table does not include its captions.
    return box.kind === 'table' && !axes.isRow && basis === 'auto' ? tableHeight(item) : definite;
  }
  return axes.isRow ? contentWidth(item) : naturalHeight(item);
}

/** Whether the main size is definite for percentages of descendants. */
export function isMainDefinite(axes: FlexAxes, { box }: Pick<FlexItem, 'box'>): boolean {
  if (axes.percentageHeight !== undefined || hasRatio(box)) return true;
  const basis = box.style['flex-basis'];
  const size = basis === 'auto' ? box.style['block-size'] : basis;
  if (!isLengthPercentage(size)) return false;
  return resolvePercentage(size, axes.percentageHeight) !== undefined;
}

/** Border-box length of a size in the main axis, px; undefined: automatic. */
function mainLength(item: ItemParts, size: Size | MaxSize): number | undefined {
  const { axes, box, borderPadding } = item;
  if (!isLengthPercentage(size)) return keywordSize(item, size);
  const length = axes.isRow ? resolveLength(size, axes.width) : resolvePercentage(size, axes.percentageHeight);
  if (length === undefined) return undefined;
  return toBorderBox(box.style, snap(length), axes.isRow ? horizontal(borderPadding) : vertical(borderPadding));
}

function keywordSize(item: ItemParts, size: Size | MaxSize): number | undefined {
  const { context, axes, box, borderPadding, margin } = item;
  if (size === 'auto' || size === 'none') return undefined;
  const edges = axes.isRow ? horizontal(borderPadding) : vertical(borderPadding);
  if (size === 'stretch') {
    const available = axes.isRow ? axes.width : axes.percentageHeight;
    return available === undefined ? undefined : Math.max(edges, available - mainMargins(axes, margin));
  }
  if (!axes.isRow) return contentHeight(item);
  if (box.kind === 'replaced') return contentWidth(item);
  const heights = crossHeights(item);
  const sizes = contentSizes(context, box, edges, heights);
  if (size === 'min-content') return sizes.min;
  if (size === 'max-content') return sizes.max;
  const limit =
    typeof size === 'object' && 'fitContent' in size
      ? toBorderBox(box.style, snap(resolveLength(size.fitContent, axes.width)), edges)
      : axes.width - horizontal(margin);
  return fitContent(context, box, limit, edges, heights);
}

/** Definite border-box height of an item in a row, also from stretching, px; undefined: it depends on the content. */
function crossHeight({ axes, box, borderPadding, margin, align }: ItemParts): number | undefined {
  const space = itemSpace(axes);
  const definite = definiteHeight(box, space, borderPadding);
  const height = axes.percentageHeight;
  if (definite !== undefined || axes.wraps || height === undefined || !stretches(axes, box, align)) return definite;
  return clampHeight(box, space, vertical(borderPadding), height - vertical(margin));
}

/** Height constraints of an item in a row while its width is computed. */
function crossHeights(item: ItemParts): HeightSpace {
  const { width, percentageHeight } = item.axes;
  return { percentageHeight, fixedHeight: crossHeight(item), percentageWidth: width };
}

/** Content-based width of an item in a row: max-content, or from an aspect ratio and a definite height. */
function contentWidth(item: ItemParts): number {
  const { context, axes, box, borderPadding } = item;
  const height = crossHeight(item);
  if (box.kind === 'replaced') {
    return replacedWidth(box, itemSpace(axes, undefined, { fixedHeight: height }), borderPadding);
  }
  if (hasRatio(box) && height !== undefined) return ratioWidth(box, borderPadding, height);
  const { max } = contentSizes(context, box, horizontal(borderPadding), crossHeights(item));
  return transferredWidth(box, itemSpace(axes), borderPadding, max);
}

/** Content-based height of an item in a column, or that from its aspect ratio. */
function naturalHeight(item: ItemParts): number {
  const { box, borderPadding } = item;
  if (!hasRatio(box)) return contentHeight(item);
  return ratioHeight(box, borderPadding, contentLayout(item).fragment.width);
}

/** Height of a table in a column with its captions. */
function tableHeight(item: ItemParts): number {
  const { context, axes, box } = item;
  return layoutCached(context, box, itemSpace(axes, crossSpace(context, item, axes))).fragment.height;
}

/** Height of the content of an item in a column. */
function contentHeight(item: ItemParts): number {
  return contentLayout(item).fragment.height;
}

function contentLayout(item: ItemParts): LayoutResult {
  const { context, axes, box } = item;
  return layoutCached(context, box, itemSpace(axes, crossSpace(context, item, axes), { contentHeight: true }));
}

/** Width constraints of an item in a column before cross sizes of lines are known. */
export function crossSpace(
  context: LayoutContext,
  { box, margin, borderPadding, align }: Pick<ItemParts, 'box' | 'margin' | 'borderPadding' | 'align'>,
  axes: FlexAxes,
): WidthConstraints {
  if (axes.wraps || !stretches(axes, box, align)) return { autoWidthBehavior: 'fit-content' };
  const edges = horizontal(borderPadding);
  const available = Math.max(edges, axes.width - horizontal(margin));
  return { fixedWidth: clampWidth(context, box, itemSpace(axes), available, edges, available) };
}

/** Used min and max main sizes of the border box, with the automatic minimum size (§4.5). */
function limits(item: ItemParts): { min: number; max: number } {
  const { axes, box, borderPadding } = item;
  const { style } = box;
  const edges = axes.isRow ? horizontal(borderPadding) : vertical(borderPadding);
  const maxValue = axes.isRow ? style['max-inline-size'] : style['max-block-size'];
  const max = Math.max(mainLength(item, maxValue) ?? Number.POSITIVE_INFINITY, edges);
  const minValue = axes.isRow ? style['min-inline-size'] : style['min-block-size'];
  // A table is never smaller than its content.
  const floor = Math.max(edges, box.kind === 'table' ? tableMinimum(item, box) : orthogonalTableMinimum(item));
  const min = minValue === 'auto' ? automaticMinimum(item, max) : (mainLength(item, minValue) ?? edges);
  return { min: Math.max(min, floor), max: Math.max(max, min, floor) };
}

/** Automatic minimum size. Source: https://drafts.csswg.org/css-flexbox-1/#min-size-auto */
function automaticMinimum(item: ItemParts, max: number): number {
  const { axes, box } = item;
  const overflow = axes.isRow ? box.style['overflow-inline'] : box.style['overflow-block'];
  if (isScrollable(overflow)) return 0;
  const specified = mainLength(item, axes.isRow ? box.style['inline-size'] : box.style['block-size']);
  if (box.kind === 'table') return Math.min(tableMinimum(item, box), max);
  const content = axes.isRow ? minContentWidth(item) : limitedHeight(item);
  return Math.min(specified ?? Number.POSITIVE_INFINITY, content, max);
}

/** Minimum main size of a table: that of its content, without its own width or height. */
function tableMinimum(item: ItemParts, table: Extract<BlockLevelBox, { kind: 'table' }>): number {
  const { context, axes } = item;
  const own = axes.isRow ? 'inline-size' : 'block-size';
  const box = table.style[own] === 'auto' ? table : { ...table, style: { ...table.style, [own]: 'auto' as const } };
  return axes.isRow ? minMax(context, box).min : contentHeight({ ...item, box });
}

/**
 * Minimum width of an item in a row that is an orthogonal table, whose block size is at least its own and that of its
 * rows; 0: the item is something else.
 */
function orthogonalTableMinimum({ context, axes, box }: ItemParts): number {
  if (!axes.isRow || box.kind !== 'block' || box.context !== 'orthogonal') return 0;
  const isTable = box.content.type === 'blocks' && box.content.children[0]?.kind === 'table';
  return isTable ? Math.max(intrinsicSizes(context, box).min, minMax(context, box).min) : 0;
}

function minContentWidth(item: ItemParts): number {
  const { context, axes, box, borderPadding } = item;
  if (box.kind === 'replaced') return contentWidth(item);
  const { min } = contentSizes(context, box, horizontal(borderPadding), crossHeights(item));
  if (!hasRatio(box)) return min;
  const height = crossHeight(item);
  if (height !== undefined) return Math.max(min, ratioWidth(box, borderPadding, height));
  // Limits of the height transfer also where the width is not auto.
  const auto = { ...box, style: { ...box.style, 'inline-size': 'auto' as const } };
  return transferredWidth(auto, itemSpace(axes), borderPadding, min);
}

function limitedHeight(item: ItemParts): number {
  const { context, axes, box, borderPadding, margin } = item;
  const available = axes.width - horizontal(margin);
  const minContentHeight = hasRatio(box) ? Math.max(naturalHeight(item), contentHeight(item)) : contentHeight(item);
  return transferredHeight(context, box, itemSpace(axes), borderPadding, available, minContentHeight);
}

/** Clamps a border-box cross size by the min and max properties. */
export function clampCross(context: LayoutContext, axes: FlexAxes, item: FlexItem, size: number): number {
  const space = itemSpace(axes);
  if (axes.isRow) return clampHeight(item.box, space, vertical(item.borderPadding), size);
  const available = Math.max(0, axes.width - horizontal(item.margin));
  return clampWidth(context, item.box, space, available, horizontal(item.borderPadding), size);
}

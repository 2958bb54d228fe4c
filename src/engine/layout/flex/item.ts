/** Flex items and what is known of each. Source: https://drafts.csswg.org/css-flexbox-1/#algo-main-item */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import type { Alignment, MaxSize, Size } from '../../css/values.js';
import { resolveLength } from '../../css/values.js';
import { borderPaddingOf } from '../block-frame.js';
import { layoutCached } from '../cached.js';
import { horizontal, resolveMargins, toBorderBox, vertical } from '../edges.js';
import { intrinsicSizes, minMax } from '../intrinsic.js';
import { clampHeight, clampWidth, definiteHeight, fitContent, resolvePercentage } from '../sizes.js';
import type { ConstraintSpace, Edges, LayoutContext, LayoutResult } from '../types.js';
import { snap } from '../units.js';

/** Sizes are of border boxes; "outer" adds the margins. */
export interface FlexItem {
  readonly box: BlockLevelBox;
  /** auto margins are 0 here until they take their share. */
  margin: Edges;
  readonly borderPadding: Edges;
  readonly align: Alignment;
  /** Border and padding in the main direction, which never shrink. */
  readonly mainEdges: number;
  readonly base: number;
  readonly min: number;
  readonly max: number;
  /** Base size within min and max. */
  readonly hypothetical: number;
  main: number;
  cross: number;
  /** Laid out at its main size, and stretched if it is to be. */
  result: LayoutResult;
  /** Border edge from the container's content edge, in main and cross direction, before any reversal. */
  mainOffset: number;
  crossOffset: number;
}

/** The container's facts, in terms of its axes. */
export interface FlexAxes {
  readonly isRow: boolean;
  readonly mainReversed: boolean;
  readonly crossReversed: boolean;
  readonly wraps: boolean;
  /** Content box of the container. */
  readonly width: number;
  /** undefined: indefinite. */
  readonly height: number | undefined;
}

export function flexAxes(box: BlockBox, width: number, height: number | undefined): FlexAxes {
  const direction = box.style['flex-direction'];
  const wrap = box.style['flex-wrap'];
  const isRow = direction === 'row' || direction === 'row-reverse';
  const rtl = box.style.direction === 'rtl';
  const reverse = direction.endsWith('reverse');
  return {
    isRow,
    mainReversed: isRow ? reverse !== rtl : reverse,
    crossReversed: (wrap === 'wrap-reverse') !== (!isRow && rtl),
    wraps: wrap !== 'nowrap',
    width,
    height,
  };
}

export function mainMargins({ isRow }: FlexAxes, margin: Edges): number {
  return isRow ? horizontal(margin) : vertical(margin);
}

export function crossMargins({ isRow }: FlexAxes, margin: Edges): number {
  return isRow ? vertical(margin) : horizontal(margin);
}

/** Space for an item; sizes that are known are fixed. */
export function itemSpace(
  axes: FlexAxes,
  fixed: { width?: number; height?: number; heightIsIndefinite?: boolean },
): ConstraintSpace {
  return {
    availableWidth: axes.width,
    availableHeight: axes.height,
    percentageWidth: axes.width,
    percentageHeight: axes.height,
    newFormattingContext: true,
    ...(fixed.width !== undefined && { fixedWidth: fixed.width }),
    ...(fixed.height !== undefined && { fixedHeight: fixed.height }),
    ...(fixed.heightIsIndefinite && { fixedHeightIsIndefinite: true }),
  };
}

export function createItem(context: LayoutContext, container: BlockBox, axes: FlexAxes, box: BlockLevelBox): FlexItem {
  const margin = resolveMargins(box.style, axes.width);
  const borderPadding = borderPaddingOf(box, axes.width);
  const parts = { context, axes, box, margin, borderPadding, align: alignOf(container, box) };
  const mainEdges = axes.isRow ? horizontal(borderPadding) : vertical(borderPadding);
  const base = Math.max(baseSize(parts), mainEdges);
  const { min, max } = limits(parts, base);
  const hypothetical = Math.max(min, Math.min(base, max));
  const result = undefined as unknown as LayoutResult; // set by the first layout, before anybody looks
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

function alignOf(container: BlockBox, box: BlockLevelBox): Alignment {
  const own = box.style['align-self'];
  const align = own.value === 'auto' ? container.style['align-items'] : own;
  return align.value === 'normal' ? { value: 'stretch' } : align;
}

/** §9.2, step 3 */
function baseSize(item: ItemParts): number {
  const { axes, box } = item;
  const basis = box.style['flex-basis'];
  const size = basis === 'auto' ? (axes.isRow ? box.style.width : box.style.height) : basis;
  const definite = size === 'content' ? undefined : mainLength(item, size);
  return definite ?? contentSize(item);
}

/** A size in the main axis as border box; undefined where it is content-based. */
function mainLength(item: ItemParts, size: Size | MaxSize): number | undefined {
  const { axes, box, borderPadding } = item;
  if (typeof size === 'string' || (typeof size === 'object' && 'fitContent' in size)) return keywordSize(item, size);
  const length = axes.isRow ? resolveLength(size, axes.width) : resolvePercentage(size, axes.height);
  if (length === undefined) return undefined;
  return toBorderBox(box.style, snap(length), axes.isRow ? horizontal(borderPadding) : vertical(borderPadding));
}

function keywordSize({ context, axes, box }: ItemParts, size: Size | MaxSize): number | undefined {
  if (!axes.isRow) return undefined;
  if (size === 'min-content') return intrinsicSizes(context, box).min;
  if (size === 'max-content') return intrinsicSizes(context, box).max;
  if (size === 'fit-content') return fitContent(context, box, axes.width);
  return undefined;
}

/** max-content in the main axis, through the ratio where the cross size is definite. */
function contentSize(item: ItemParts): number {
  const { context, axes, box } = item;
  if (!axes.isRow) return layoutCached(context, box, itemSpace(axes, { width: crossWidth(item) })).fragment.height;
  return transferred(item) ?? intrinsicSizes(context, box).max;
}

/** Main size that a ratio makes of a definite height (row containers). */
function transferred({ axes, box, borderPadding }: ItemParts): number | undefined {
  const ratio = box.style['aspect-ratio'].ratio ?? (box.kind === 'replaced' ? box.naturalRatio : undefined);
  if (!ratio) return undefined;
  const height = definiteHeight(box, itemSpace(axes, {}), borderPadding);
  if (height === undefined) return undefined;
  return snap((height - vertical(borderPadding)) * ratio) + horizontal(borderPadding);
}

/** Width of an item of a column container before it is stretched or not. */
export function crossWidth({
  context,
  axes,
  box,
  margin,
  borderPadding,
  align,
}: Omit<ItemParts, 'align'> & { align: Alignment }): number {
  const room = Math.max(0, axes.width - horizontal(margin));
  const { style } = box;
  const hasAutoMargin = style['margin-left'] === 'auto' || style['margin-right'] === 'auto';
  const edges = horizontal(borderPadding);
  const space = itemSpace(axes, {});
  if (style.width === 'auto' && box.kind === 'replaced')
    return layoutCached(context, box, { ...space, shrinkToFit: true }).fragment.width;
  let width: number;
  if (style.width === 'auto') {
    const stretches = align.value === 'stretch' && !hasAutoMargin && !axes.wraps;
    width = stretches ? Math.max(room, edges) : fitContent(context, box, room);
  } else return layoutCached(context, box, { ...space, shrinkToFit: true }).fragment.width;
  return clampWidth(context, box, space, room, edges, width);
}

/** §4.5 and the min/max properties of the main axis. */
function limits(item: ItemParts, base: number): { min: number; max: number } {
  const { axes, box, borderPadding } = item;
  const { style } = box;
  const edges = axes.isRow ? horizontal(borderPadding) : vertical(borderPadding);
  const maxValue = axes.isRow ? style['max-width'] : style['max-height'];
  const max = Math.max(
    maxValue === 'none' ? Number.POSITIVE_INFINITY : (mainLength(item, maxValue) ?? Number.POSITIVE_INFINITY),
    edges,
  );
  const minValue = axes.isRow ? style['min-width'] : style['min-height'];
  const min = minValue === 'auto' ? automaticMinimum(item, base, max) : (mainLength(item, minValue) ?? edges);
  return { min: Math.max(min, edges), max: Math.max(max, min) };
}

/** https://drafts.csswg.org/css-flexbox-1/#min-size-auto */
function automaticMinimum(item: ItemParts, base: number, max: number): number {
  const { context, axes, box } = item;
  const overflow = axes.isRow ? box.style['overflow-x'] : box.style['overflow-y'];
  if (overflow !== 'visible' && overflow !== 'clip') return 0;
  const specified = mainLength(item, axes.isRow ? box.style.width : box.style.height);
  let content = axes.isRow ? (transferred(item) ?? intrinsicSizes(context, box).min) : minContentHeight(item, base);
  if (box.kind === 'table') content = axes.isRow ? minMax(context, box).min : content;
  const suggestion = Math.min(content, max);
  return specified === undefined ? suggestion : Math.min(specified, suggestion);
}

function minContentHeight(item: ItemParts, base: number): number {
  const { context, axes, box } = item;
  const basis = box.style['flex-basis'];
  const isContent = box.style.height === 'auto' && (basis === 'auto' || basis === 'content');
  if (isContent) return base;
  const width = crossWidth(item);
  // The height that the content asks for, whatever height is specified.
  const auto =
    box.kind === 'block'
      ? { ...box, style: { ...box.style, height: 'auto' as const, 'min-height': 'auto' as const } }
      : box;
  return layoutCached(context, auto, itemSpace({ ...axes, height: undefined }, { width })).fragment.height;
}

/** Cross size limits in border-box terms. */
export function clampCross(context: LayoutContext, axes: FlexAxes, item: FlexItem, size: number): number {
  const space = itemSpace(axes, {});
  if (axes.isRow) return clampHeight(item.box, space, vertical(item.borderPadding), size);
  const room = Math.max(0, axes.width - horizontal(item.margin));
  return clampWidth(context, item.box, space, room, horizontal(item.borderPadding), size);
}

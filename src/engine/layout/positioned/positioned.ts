/**
 * Layout of absolutely positioned boxes.
 * Sources: https://drafts.csswg.org/css-position-3/#abspos-layout,
 * https://www.w3.org/TR/CSS22/visudet.html#abs-non-replaced-width
 */

import type { BlockLevelBox, Box } from '../../box/tree.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import { containsFixed, pageFloatEdge } from '../../css/style-queries.js';
import { type Alignment, type LengthPercentage, resolveLength } from '../../css/values/values.js';
import type { BreakToken } from '../algorithm/break-token.js';
import { type ConstraintSpace, constraintSpace, type FragmentainerSpace } from '../algorithm/constraint-space.js';
import type { BoxFragment, Placed } from '../algorithm/fragment.js';
import type { Edges, Rect } from '../algorithm/geometry.js';
import { layout } from '../algorithm/layout.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { layoutCached } from '../algorithm/result-cache.js';
import { snap } from '../algorithm/units.js';
import { freeShare } from '../alignment/free-space.js';
import { spaceLeft } from '../fragmentation/breaks.js';
import { needsFragmentation } from '../fragmentation/forced-breaks.js';
import { extentOf } from '../overflow/overflow.js';
import { horizontal, resolveBorderPadding, resolveMargins, vertical } from '../sizing/edges.js';
import { clampHeight, definiteHeight } from '../sizing/heights.js';
import { hasRatio } from '../sizing/ratio.js';
import { movedAll, type OutOfFlow } from './out-of-flow.js';

/** Whether the box is the anchor of a running element or footnote, or a page float. */
export function isAnchor(box: BlockLevelBox): boolean {
  return (box.kind === 'block' && (box.running !== undefined || box.footnote !== undefined)) || isPageFloat(box);
}

/** Whether the box is a page float, at its anchor; see `pageFloatStyle`. */
export const isPageFloat = ({ style }: BlockLevelBox): boolean =>
  style.position === 'fixed' && pageFloatEdge(style) !== undefined;

interface PositionedResult {
  readonly placed: readonly Placed[];
  /** Items whose containing block is further up. */
  readonly remaining: readonly OutOfFlow[];
}

/**
 * Lays out the out-of-flow positioned descendants that a box contains.
 * @param items  with static positions from the box's border box
 * @param area   the box's padding box, from its border box
 */
export function layoutOutOfFlow(
  context: LayoutContext,
  { style, isInline = false }: { readonly style: LogicalStyle; readonly isInline?: boolean },
  items: readonly OutOfFlow[],
  area: Rect,
): PositionedResult {
  const placed: Placed[] = [];
  const remaining: OutOfFlow[] = [];
  const containsFixedBoxes = containsFixed(style, isInline);
  // Grows by the descendants of the items.
  const queue = [...items];
  for (const item of queue) {
    if (!isContained(item, containsFixedBoxes)) {
      remaining.push(item);
      continue;
    }
    const child = layoutPositioned(context, item, areaOf(item, area), style.direction === 'rtl');
    placed.push(child);
    queue.push(...movedAll(child.outOfFlow, child.x, child.y));
  }
  return { placed, remaining };
}

/** The containing block of an item. @param padding  padding box of the box that contains it */
export function areaOf({ area }: Pick<OutOfFlow, 'area'>, padding: Rect): Rect {
  if (!area) return padding;
  const left = Number.isFinite(area.left) ? area.left : padding.x;
  const top = Number.isFinite(area.top) ? area.top : padding.y;
  const right = Number.isFinite(area.right) ? area.right : padding.x + padding.width;
  const bottom = Number.isFinite(area.bottom) ? area.bottom : padding.y + padding.height;
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** Whether a containing block of absolutely positioned boxes contains the item. */
function isContained({ box, within }: OutOfFlow, containsFixedBoxes: boolean): boolean {
  return !within && !isAnchor(box) && (box.style.position !== 'fixed' || containsFixedBoxes);
}

/** The part of a containing block in one fragmentainer. */
interface ContainingBlock {
  readonly box: Box;
  /** Its padding box, from its border box. */
  readonly area: Rect;
  /** Height in earlier fragmentainers, px. */
  readonly consumed: number;
  readonly isBroken: boolean;
}

/** Like `layoutOutOfFlow`, but postpones the items if the box or one of them spans fragmentainers (absolutes.ts). */
export function layoutContained(
  context: LayoutContext,
  { box, area, consumed, isBroken }: ContainingBlock,
  items: readonly OutOfFlow[],
  fragmentainer: FragmentainerSpace | undefined,
): PositionedResult {
  if (isBroken) return { placed: [], remaining: postpone(box, items, consumed) };
  const result = layoutOutOfFlow(context, box, items, area);
  const isPostponed = crossesEdge(context, result.placed, fragmentainer);
  return isPostponed ? { placed: [], remaining: postpone(box, items, consumed) } : result;
}

/** Whether a box of an unbroken containing block is not wholly in its fragmentainer, or has to be laid out for it. */
export function crossesEdge(
  context: LayoutContext,
  placed: readonly Placed[],
  fragmentainer: FragmentainerSpace | undefined,
): boolean {
  if (!fragmentainer) return false;
  const left = spaceLeft(fragmentainer, 0);
  return placed.some((child) => {
    const { y, height } = extentOf(child);
    if (y + height > left || y < -fragmentainer.offset) return true;
    const { fragment } = child;
    return fragment.kind === 'box' && needsFragmentation(context, fragment.box as BlockLevelBox, fragmentainer.kind);
  });
}

/** Marks the items that the box contains for layout after all fragmentainers. */
function postpone(box: Box, items: readonly OutOfFlow[], consumed: number): OutOfFlow[] {
  const containsFixedBoxes = containsFixed(box.style);
  return items.map((item) => {
    if (!isContained(item, containsFixedBoxes)) return item;
    return { ...item, within: { box, x: item.x, y: item.y + consumed } };
  });
}

/** The part of the box to lay out, if it breaks. */
interface PositionedPart {
  readonly fragmentainer?: FragmentainerSpace;
  readonly resume?: BreakToken;
}

export interface PositionedChild
  extends Placed<BoxFragment>,
    Pick<LayoutResult, 'outOfFlow' | 'breakToken' | 'appeal' | 'spaceShortage'> {}

/** Insets and margins of one axis, px; undefined: auto. */
interface Axis {
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly marginStart: number | undefined;
  readonly marginEnd: number | undefined;
  /** Size of the containing block. */
  readonly size: number;
  /** Static position in the containing block, and the margin edge at it. */
  readonly staticOffset: number;
  readonly staticEdge: 'start' | 'center' | 'end';
  /** `justify-self` or `align-self`. */
  readonly alignment: Alignment;
  readonly isInline: boolean;
}

/** @param area  the containing block, in the coordinates of the static position and of the result */
export function layoutPositioned(
  context: LayoutContext,
  item: OutOfFlow,
  area: Rect,
  rtl: boolean,
  part: PositionedPart = {},
): PositionedChild {
  const { box } = item;
  const { style } = box;
  const resolve = (value: LengthPercentage | 'auto', basis: number) =>
    value === 'auto' ? undefined : snap(resolveLength(value, basis));
  const x: Axis = {
    start: resolve(style['inset-line-left'], area.width),
    end: resolve(style['inset-line-right'], area.width),
    marginStart: resolve(style['margin-line-left'], area.width),
    marginEnd: resolve(style['margin-line-right'], area.width),
    size: area.width,
    staticOffset: item.x - area.x,
    staticEdge: item.xEdge,
    alignment: style['justify-self'],
    isInline: true,
  };
  const y: Axis = {
    start: resolve(style['inset-block-start'], area.height),
    end: resolve(style['inset-block-end'], area.height),
    marginStart: resolve(style['margin-block-start'], area.width),
    marginEnd: resolve(style['margin-block-end'], area.width),
    size: area.height,
    staticOffset: item.y - area.y,
    staticEdge: item.yEdge,
    alignment: style['align-self'],
    isInline: false,
  };
  const result = layoutInside(context, box, area, x, y, part);
  const { width, height } = result.fragment;
  return {
    fragment: result.fragment,
    x: area.x + offsetOf(x, width, rtl),
    y: area.y + offsetOf(y, height, false),
    outOfFlow: result.outOfFlow,
    breakToken: result.breakToken,
    appeal: result.appeal,
    spaceShortage: result.spaceShortage,
  };
}

function layoutInside(
  context: LayoutContext,
  box: BlockLevelBox,
  area: Rect,
  x: Axis,
  y: Axis,
  { fragmentainer, resume }: PositionedPart,
): LayoutResult {
  const margin = resolveMargins(box.style, area.width);
  const borderPadding: Edges = resolveBorderPadding(box.style, area.width);
  const stretches = x.start !== undefined && x.end !== undefined && box.kind === 'block' && !isAligned(x);
  const isOrthogonalFlow = box.kind === 'block' && box.context === 'orthogonal';
  const space = constraintSpace({
    availableWidth: Math.max(insetModifiedSize(x), horizontal(margin)),
    // The lines of an orthogonal flow are limited by the block-axis insets.
    availableHeight: isOrthogonalFlow ? Math.max(insetModifiedSize(y), vertical(margin)) : area.height,
    percentageWidth: area.width,
    percentageHeight: area.height,
    autoWidthBehavior: stretches ? 'stretch-explicit' : 'fit-content',
    fragmentainer,
  });
  const between = y.start !== undefined && y.end !== undefined && !isAligned(y);
  const fills = box.kind === 'block' && box.style['block-size'] === 'auto' && between && !hasRatioHeight(box, x, y);
  // Balanced columns lay out the same boxes in each attempt.
  const layoutIn = (used: ConstraintSpace) =>
    fragmentainer ? layout(context, box, used, resume) : layoutCached(context, box, used);
  if (!fills || definiteHeight(box, space, borderPadding) !== undefined) return layoutIn(space);
  const height = Math.max(0, insetModifiedSize(y) - vertical(margin));
  const fixedHeight = clampHeight(box, space, vertical(borderPadding), height);
  return layoutIn(constraintSpace({ ...space, fixedHeight }));
}

/**
 * Whether an aspect ratio and a width that is specified or stretched give the height, before block-axis insets.
 * Source: Blink's ComputeOutOfFlowBlockDimensions
 */
function hasRatioHeight(box: BlockLevelBox, x: Axis, y: Axis): boolean {
  if (!hasRatio(box) || y.alignment.value === 'stretch') return false;
  return box.style['inline-size'] !== 'auto' || (x.start !== undefined && x.end !== undefined && !isAligned(x));
}

/**
 * Whether a box between two insets is aligned, not stretched.
 * Source: https://drafts.csswg.org/css-position-3/#abspos-layout
 */
function isAligned({ start, end, alignment: { value } }: Axis): boolean {
  return start !== undefined && end !== undefined && value !== 'auto' && value !== 'normal' && value !== 'stretch';
}

/**
 * Size of the inset-modified containing block, px.
 * Source: https://drafts.csswg.org/css-position-3/#inset-modified-containing-block
 */
function insetModifiedSize(axis: Axis): number {
  if (axis.start !== undefined || axis.end !== undefined) {
    return Math.max(0, axis.size - (axis.start ?? 0) - (axis.end ?? 0));
  }
  if (axis.staticEdge === 'end') return Math.max(0, axis.staticOffset);
  const after = Math.max(0, axis.size - axis.staticOffset);
  return axis.staticEdge === 'center' ? 2 * Math.min(Math.max(0, axis.staticOffset), after) : after;
}

/**
 * Limits a margin box that overflows its inset-modified containing block to the union of that and the containing block;
 * one that overflows the union, too, is aligned to its start.
 * Source: https://drafts.csswg.org/css-align-3/#auto-safety-position
 */
function limitOverflow({ start, end, size }: Axis, at: number, outer: number, fromEnd: boolean): number {
  const min = Math.min(0, start ?? 0);
  const max = Math.max(size, size - (end ?? 0)) - outer;
  return fromEnd ? Math.min(max, Math.max(min, at)) : Math.max(min, Math.min(max, at));
}

/** Offset of the border box in the containing block, px. */
function offsetOf(axis: Axis, size: number, fromEnd: boolean): number {
  const { start, end, size: total } = axis;
  const marginStart = axis.marginStart ?? 0;
  const marginEnd = axis.marginEnd ?? 0;
  if (start === undefined && end === undefined) {
    if (axis.staticEdge === 'end') return axis.staticOffset - marginEnd - size;
    return axis.staticEdge === 'center'
      ? axis.staticOffset - (size + marginStart + marginEnd) / 2 + marginStart
      : axis.staticOffset + marginStart;
  }
  if (start === undefined) return total - (end ?? 0) - marginEnd - size;
  if (end === undefined) return start + marginStart;
  const free = total - start - end - size - marginStart - marginEnd;
  if (isAligned(axis) && axis.marginStart !== undefined && axis.marginEnd !== undefined) {
    const share = freeShare(axis.alignment, free, { reversed: false, fromRight: fromEnd, isInline: axis.isInline });
    const at = start + free * (fromEnd ? 1 - share : share);
    const isLimited = free < 0 && axis.alignment.safety === undefined;
    return marginStart + (isLimited ? limitOverflow(axis, at, size + marginStart + marginEnd, fromEnd) : at);
  }
  if (axis.marginStart === undefined && axis.marginEnd === undefined) {
    // In the inline axis the auto margin at the start does not become negative; in the block axis it does.
    if (!axis.isInline) return start + (Math.max(0, total - start - end) - size) / 2;
    return start + (free > 0 ? free / 2 : fromEnd ? free : 0);
  }
  if (axis.marginStart === undefined) return start + free;
  return fromEnd && axis.marginEnd !== undefined ? start + free + marginStart : start + marginStart;
}

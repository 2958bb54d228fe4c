/** Used widths and heights of border boxes. Sources: https://drafts.csswg.org/css-sizing-3/, https://www.w3.org/TR/CSS22/visudet.html */

import type { BlockLevelBox } from '../box/tree.js';
import type { ComputedStyle } from '../css/properties/table.js';
import { hasPercentage, type LengthPercentage, type MaxSize, resolveLength, type Size } from '../css/values.js';
import { horizontal, resolveBorders, resolvePadding, toBorderBox, vertical } from './edges.js';
import { intrinsicSizes } from './intrinsic.js';
import { hasRatio, ratioHeight, ratioWidth } from './ratio.js';
import type { ConstraintSpace, Edges, LayoutContext, MinMax } from './types.js';
import { MAX_LENGTH, snap } from './units.js';

/**
 * Used width of a non-replaced box.
 * @param margin         used margins, auto ones 0
 * @param borderPadding  border and padding together
 * @param content        intrinsic sizes, where they are not those the box contributes to its container's
 */
export function usedWidth(
  context: LayoutContext,
  box: BlockLevelBox,
  space: ConstraintSpace,
  margin: Edges,
  borderPadding: Edges,
  content?: MinMax,
): number {
  if (space.fixedWidth !== undefined) return space.fixedWidth;
  const edges = horizontal(borderPadding);
  const room = Math.max(0, space.availableWidth - horizontal(margin));
  const width =
    (isIntrinsic(box.style.width) ? widthFromHeight(context, box, space, borderPadding) : undefined) ??
    resolveWidth(context, box, box.style.width, space, room, edges, content) ??
    widthFromHeight(context, box, space, borderPadding) ??
    (space.shrinkToFit || box.kind === 'table'
      ? fitContent(context, box, room, edges, content)
      : Math.max(room, edges));
  return clampWidth(context, box, space, room, edges, transferredWidth(box, space, borderPadding, width), content);
}

function isIntrinsic(value: Size): boolean {
  return value === 'min-content' || value === 'max-content' || value === 'fit-content';
}

/** Applies min-width and max-width to a border-box width. @param room  border-box width that would fill the container */
export function clampWidth(
  context: LayoutContext,
  box: BlockLevelBox,
  space: ConstraintSpace,
  room: number,
  edges: number,
  width: number,
  content?: MinMax,
): number {
  const { style } = box;
  const resolve = (value: Size | MaxSize) => resolveWidth(context, box, value, space, room, edges, content);
  const upper = style['max-width'] === 'none' ? undefined : resolve(style['max-width']);
  const lower = style['min-width'] === 'auto' ? undefined : resolve(style['min-width']);
  return Math.max(edges, lower ?? 0, upper === undefined ? width : Math.min(width, upper));
}

/** A width, min-width or max-width as border-box length; undefined for auto and none. */
function resolveWidth(
  context: LayoutContext,
  box: BlockLevelBox,
  value: Size | MaxSize,
  space: ConstraintSpace,
  room: number,
  edges: number,
  content?: MinMax,
): number | undefined {
  if (value === 'auto' || value === 'none') return undefined;
  if (value === 'min-content') return contentSizes(context, box, edges, content).min;
  if (value === 'max-content') return contentSizes(context, box, edges, content).max;
  if (value === 'fit-content') return fitContent(context, box, room, edges, content);
  if (value === 'stretch') return Math.max(room, edges);
  if (typeof value === 'object' && 'fitContent' in value) {
    const limit = toBorderBox(box.style, snap(resolveLength(value.fitContent, space.percentageWidth)), edges);
    return fitContent(context, box, limit, edges, content);
  }
  return toBorderBox(box.style, snap(resolveLength(value, space.percentageWidth)), edges);
}

/**
 * Source: https://www.w3.org/TR/CSS22/visudet.html#float-width
 * @param edges  used horizontal border and padding
 */
export function fitContent(
  context: LayoutContext,
  box: BlockLevelBox,
  room: number,
  edges: number,
  content?: MinMax,
): number {
  const { min, max } = contentSizes(context, box, edges, content);
  return Math.min(Math.max(min, room), max);
}

/** Intrinsic sizes of a box whose paddings are known: percentages of them count for their used length. */
export function contentSizes(context: LayoutContext, box: BlockLevelBox, edges: number, content?: MinMax): MinMax {
  const sizes = content ?? intrinsicSizes(context, box);
  const { style } = box;
  if (!hasPercentage(style['padding-left']) && !hasPercentage(style['padding-right'])) return sizes;
  if (box.kind === 'table' && style['border-collapse'] === 'collapse') return sizes;
  const added = edges - horizontal(resolveBorders(style)) - horizontal(resolvePadding(style, 0));
  return { min: sizes.min + added, max: sizes.max + added };
}

/** The width that `aspect-ratio` gives to a definite height. */
function widthFromHeight(
  context: LayoutContext,
  box: BlockLevelBox,
  space: ConstraintSpace,
  borderPadding: Edges,
): number | undefined {
  if (!hasRatio(box)) return undefined;
  const height = definiteHeight(box, space, borderPadding);
  if (height === undefined) return undefined;
  const width = ratioWidth(box, borderPadding, height);
  // min-width: auto keeps the content inside: css-sizing-4/#aspect-ratio-minimum
  const keepsContent = box.style['min-width'] === 'auto' && box.style['overflow-x'] === 'visible';
  return keepsContent ? Math.max(width, contentSizes(context, box, horizontal(borderPadding)).min) : width;
}

/**
 * Limits of the height limit a width that is not given, through the ratio.
 * Source: https://drafts.csswg.org/css-sizing-4/#aspect-ratio-size-transfers
 */
export function transferredWidth(
  box: BlockLevelBox,
  space: ConstraintSpace,
  borderPadding: Edges,
  width: number,
): number {
  if (!hasRatio(box) || typeof box.style.width !== 'string') return width;
  const edges = vertical(borderPadding);
  const upper = resolveHeight(box, box.style['max-height'], space, edges);
  const lower = resolveHeight(box, box.style['min-height'], space, edges);
  const limited = upper === undefined ? width : Math.min(width, ratioWidth(box, borderPadding, upper));
  return lower === undefined ? limited : Math.max(limited, ratioWidth(box, borderPadding, lower));
}

/** Limits of the width limit a height that is not given, through the ratio. */
export function transferredHeight(
  context: LayoutContext,
  box: BlockLevelBox,
  space: ConstraintSpace,
  borderPadding: Edges,
  room: number,
  height: number,
): number {
  if (!hasRatio(box)) return height;
  const { style } = box;
  const edges = horizontal(borderPadding);
  const limit = (value: Size | MaxSize) => {
    const width = typeof value === 'string' ? undefined : resolveWidth(context, box, value, space, room, edges);
    return width === undefined ? undefined : ratioHeight(box, borderPadding, width);
  };
  const upper = limit(style['max-width']);
  const lower = limit(style['min-width']);
  return Math.max(lower ?? 0, upper === undefined ? height : Math.min(height, upper));
}

/**
 * Border-box height where it does not depend on the content: fixed by the parent, a length, or a percentage of a
 * definite height; min-height and max-height applied. It makes percentage heights inside resolve.
 */
export function definiteHeight(box: BlockLevelBox, space: ConstraintSpace, borderPadding: Edges): number | undefined {
  if (space.fixedHeight !== undefined) return space.fixedHeight;
  // Heights of cells are the table's to decide: they make rows higher.
  if (space.tableCell || space.contentHeight) return undefined;
  const edges = vertical(borderPadding);
  const height = resolveHeight(box, box.style.height, space, edges);
  return height === undefined ? undefined : clampHeight(box, space, edges, height);
}

/**
 * Used border-box height.
 * @param width       used border-box width
 * @param autoHeight  border-box height that the content takes
 */
export function usedHeight(
  box: BlockLevelBox,
  space: ConstraintSpace,
  borderPadding: Edges,
  width: number,
  autoHeight: number,
): number {
  const definite = definiteHeight(box, space, borderPadding);
  if (definite !== undefined) return space.fixedHeightIsLeast ? Math.max(definite, autoHeight) : definite;
  if (space.tableCell || space.contentHeight) return autoHeight;
  const edges = vertical(borderPadding);
  const fromRatio = hasRatio(box) ? ratioHeight(box, borderPadding, width) : undefined;
  // min-height: auto keeps the content of a box with a ratio inside: css-sizing-4/#aspect-ratio-minimum
  const keepsContent = box.style['min-height'] === 'auto' && box.style['overflow-y'] === 'visible';
  const height = fromRatio === undefined ? autoHeight : keepsContent ? Math.max(fromRatio, autoHeight) : fromRatio;
  return clampHeight(box, space, edges, height);
}

/** Whether content, however high, leaves the box as high as it is; or limited by its maximum height. */
export function isHeightDefinite(
  box: BlockLevelBox,
  space: ConstraintSpace,
  borderPadding: Edges,
  width: number,
): boolean {
  return usedHeight(box, space, borderPadding, width, MAX_LENGTH) < MAX_LENGTH;
}

/** Applies min-height and max-height to a border-box height. */
export function clampHeight(box: BlockLevelBox, space: ConstraintSpace, edges: number, height: number): number {
  const { style } = box;
  const upper = resolveHeight(box, style['max-height'], space, edges);
  const lower = resolveHeight(box, style['min-height'], space, edges);
  return Math.max(edges, lower ?? 0, upper === undefined ? height : Math.min(height, upper));
}

/** A height, min-height or max-height as border-box length; undefined where it behaves as auto or none. */
function resolveHeight(
  box: BlockLevelBox,
  value: Size | MaxSize,
  space: ConstraintSpace,
  edges: number,
): number | undefined {
  // Intrinsic heights are the height of the content, as auto.
  if (typeof value === 'string') {
    return value === 'stretch' && space.percentageHeight !== undefined
      ? Math.max(space.percentageHeight, edges)
      : undefined;
  }
  if (typeof value === 'object' && 'fitContent' in value) return undefined;
  const length = resolvePercentage(value, space.percentageHeight);
  return length === undefined ? undefined : toBorderBox(box.style, snap(length), edges);
}

/** undefined when the value is a percentage of something indefinite. */
export function resolvePercentage(value: LengthPercentage, basis: number | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (basis === undefined) return hasPercentage(value) ? undefined : resolveLength(value, 0);
  return resolveLength(value, basis);
}

export function isScrollContainer(style: ComputedStyle): boolean {
  return style['overflow-x'] !== 'visible' && style['overflow-x'] !== 'clip';
}

/** Used widths and heights of border boxes. Sources: https://drafts.csswg.org/css-sizing-3/, https://www.w3.org/TR/CSS22/visudet.html */

import type { BlockLevelBox } from '../box/tree.js';
import { hasPercentage, type LengthPercentage, type MaxSize, resolveLength, type Size } from '../css/values.js';
import { horizontal, toBorderBox, vertical } from './edges.js';
import { intrinsicSizes } from './intrinsic.js';
import type { ConstraintSpace, Edges, LayoutContext } from './types.js';
import { snap } from './units.js';

/**
 * Used width of a non-replaced box.
 * @param margin         used margins, auto ones 0
 * @param borderPadding  border and padding together
 */
export function usedWidth(
  context: LayoutContext,
  box: BlockLevelBox,
  space: ConstraintSpace,
  margin: Edges,
  borderPadding: Edges,
): number {
  if (space.fixedWidth !== undefined) return space.fixedWidth;
  const edges = horizontal(borderPadding);
  const room = Math.max(0, space.availableWidth - horizontal(margin));
  const width =
    resolveWidth(context, box, box.style.width, space, room, edges) ??
    widthFromHeight(box, space, borderPadding) ??
    (space.shrinkToFit || box.kind === 'table' ? fitContent(context, box, room) : Math.max(room, edges));
  return clampWidth(context, box, space, room, edges, width);
}

/** Applies min-width and max-width to a border-box width. @param room  border-box width that would fill the container */
export function clampWidth(
  context: LayoutContext,
  box: BlockLevelBox,
  space: ConstraintSpace,
  room: number,
  edges: number,
  width: number,
): number {
  const { style } = box;
  const upper =
    style['max-width'] === 'none' ? undefined : resolveWidth(context, box, style['max-width'], space, room, edges);
  const lower =
    style['min-width'] === 'auto' ? undefined : resolveWidth(context, box, style['min-width'], space, room, edges);
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
): number | undefined {
  if (value === 'auto' || value === 'none') return undefined;
  if (value === 'min-content') return intrinsicSizes(context, box).min;
  if (value === 'max-content') return intrinsicSizes(context, box).max;
  if (value === 'fit-content') return fitContent(context, box, room);
  if (value === 'stretch') return Math.max(room, edges);
  if (typeof value === 'object' && 'fitContent' in value) {
    const limit = toBorderBox(box.style, snap(resolveLength(value.fitContent, space.percentageWidth)), edges);
    return fitContent(context, box, limit);
  }
  return toBorderBox(box.style, snap(resolveLength(value, space.percentageWidth)), edges);
}

/** Source: https://www.w3.org/TR/CSS22/visudet.html#float-width */
export function fitContent(context: LayoutContext, box: BlockLevelBox, room: number): number {
  const { min, max } = intrinsicSizes(context, box);
  return Math.min(Math.max(min, room), max);
}

/** The width that `aspect-ratio` gives to a definite height. */
function widthFromHeight(box: BlockLevelBox, space: ConstraintSpace, borderPadding: Edges): number | undefined {
  const { ratio } = box.style['aspect-ratio'];
  if (!ratio || box.kind !== 'block') return undefined;
  const height = definiteHeight(box, space, borderPadding);
  if (height === undefined) return undefined;
  if (box.style['box-sizing'] === 'border-box') return snap(height * ratio);
  return snap((height - vertical(borderPadding)) * ratio) + horizontal(borderPadding);
}

/**
 * Border-box height where it does not depend on the content: fixed by the parent, a length, or a percentage of a
 * definite height; min-height and max-height applied. It makes percentage heights inside resolve.
 */
export function definiteHeight(box: BlockLevelBox, space: ConstraintSpace, borderPadding: Edges): number | undefined {
  if (space.fixedHeight !== undefined) return space.fixedHeight;
  // Heights of cells are the table's to decide: they make rows higher.
  if (space.tableCell) return undefined;
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
  if (definite !== undefined) return definite;
  if (space.tableCell) return autoHeight;
  const edges = vertical(borderPadding);
  const fromRatio = heightFromWidth(box, borderPadding, width);
  // min-height: auto keeps the content of a box with a ratio inside: css-sizing-4/#aspect-ratio-minimum
  const keepsContent = box.style['min-height'] === 'auto' && box.style['overflow-y'] === 'visible';
  const height = fromRatio === undefined ? autoHeight : keepsContent ? Math.max(fromRatio, autoHeight) : fromRatio;
  return clampHeight(box, space, edges, height);
}

/** The height that `aspect-ratio` gives to a width. */
function heightFromWidth(box: BlockLevelBox, borderPadding: Edges, width: number): number | undefined {
  const { ratio } = box.style['aspect-ratio'];
  if (!ratio || box.kind !== 'block') return undefined;
  if (box.style['box-sizing'] === 'border-box') return Math.max(snap(width / ratio), vertical(borderPadding));
  return snap((width - horizontal(borderPadding)) / ratio) + vertical(borderPadding);
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

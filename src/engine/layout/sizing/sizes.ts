/**
 * Used widths of border boxes, px.
 * Sources: https://drafts.csswg.org/css-sizing-3/, https://www.w3.org/TR/CSS22/visudet.html
 * Parameters are positional: the functions run several times for every box, without an object for each call.
 */

import type { BlockLevelBox } from '../../box/tree.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import { isScrollable } from '../../css/style-queries.js';
import { hasPercentage, type MaxSize, resolveLength, type Size } from '../../css/values/values.js';
import type { ConstraintSpace, HeightSpace } from '../algorithm/constraint-space.js';
import type { Edges, MinMax } from '../algorithm/geometry.js';
import { type LayoutContext, NO_FLOATS } from '../algorithm/layout-context.js';
import { snap } from '../algorithm/units.js';
import { horizontal, resolveBorders, resolvePadding, toBorderBox, vertical } from './edges.js';
import { definiteHeight, resolveHeight } from './heights.js';
import { intrinsicSizes } from './intrinsic.js';
import { hasRatio, ratioHeight, ratioWidth } from './ratio.js';

/**
 * Used width of a non-replaced box.
 * @param margin         used margins, auto ones 0
 * @param borderPadding  border and padding together
 * @param content        intrinsic border-box widths; default: intrinsicSizes()
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
  const available = Math.max(0, space.availableWidth - horizontal(margin));
  // A width from the aspect ratio comes before intrinsic sizes.
  const own = isIntrinsic(box.style['inline-size'])
    ? undefined
    : resolveWidth(context, box, box.style['inline-size'], space, available, edges, content);
  const fromHeight = own === undefined ? widthFromHeight(context, box, space, borderPadding) : undefined;
  // It includes transferred limits and the automatic minimum.
  if (fromHeight !== undefined) return clampWidth(context, box, space, available, edges, fromHeight, content);
  const width =
    own ??
    resolveWidth(context, box, box.style['inline-size'], space, available, edges, content) ??
    (space.autoWidthBehavior === 'fit-content' || box.kind === 'table'
      ? fitContent(context, box, available, edges, space, content)
      : Math.max(available, edges));
  return clampWidth(context, box, space, available, edges, transferredWidth(box, space, borderPadding, width), content);
}

function isIntrinsic(value: Size): boolean {
  return value === 'min-content' || value === 'max-content' || value === 'fit-content';
}

/** Applies min-width and max-width to a border-box width. @param available  stretch-fit border-box width */
export function clampWidth(
  context: LayoutContext,
  box: BlockLevelBox,
  space: ConstraintSpace,
  available: number,
  edges: number,
  width: number,
  content?: MinMax,
): number {
  const { style } = box;
  const resolve = (value: Size | MaxSize) => resolveWidth(context, box, value, space, available, edges, content);
  const upper = style['max-inline-size'] === 'none' ? undefined : resolve(style['max-inline-size']);
  const lower = style['min-inline-size'] === 'auto' ? undefined : resolve(style['min-inline-size']);
  return Math.max(edges, lower ?? 0, upper === undefined ? width : Math.min(width, upper));
}

/** A width, min-width or max-width as border-box length; undefined for auto and none. */
function resolveWidth(
  context: LayoutContext,
  box: BlockLevelBox,
  value: Size | MaxSize,
  space: ConstraintSpace,
  available: number,
  edges: number,
  content?: MinMax,
): number | undefined {
  if (value === 'auto' || value === 'none') return undefined;
  if (value === 'min-content') return contentSizes(context, box, edges, space, content).min;
  if (value === 'max-content') return contentSizes(context, box, edges, space, content).max;
  if (value === 'fit-content') return fitContent(context, box, available, edges, space, content);
  if (value === 'stretch') return Math.max(available, edges);
  if (typeof value === 'object' && 'fitContent' in value) {
    const limit = toBorderBox(box.style, snap(resolveLength(value.fitContent, space.percentageWidth)), edges);
    return fitContent(context, box, limit, edges, space, content);
  }
  return toBorderBox(box.style, snap(resolveLength(value, space.percentageWidth)), edges);
}

/**
 * Fit-content border-box width. Source: https://drafts.csswg.org/css-sizing-3/#fit-content-size
 * @param available  border-box width
 * @param edges      used horizontal border and padding
 */
export function fitContent(
  context: LayoutContext,
  box: BlockLevelBox,
  available: number,
  edges: number,
  heights: HeightSpace,
  content?: MinMax,
): number {
  const { min, max } = contentSizes(context, box, edges, heights, content);
  return Math.min(Math.max(min, available), max);
}

/** Intrinsic border-box widths with used paddings in place of percentages. @param edges  used border and padding */
export function contentSizes(
  context: LayoutContext,
  box: BlockLevelBox,
  edges: number,
  heights: HeightSpace,
  content?: MinMax,
): MinMax {
  const sizes = content ?? intrinsicSizes(context, box, NO_FLOATS, heights);
  const { style } = box;
  if (!hasPercentage(style['padding-line-left']) && !hasPercentage(style['padding-line-right'])) return sizes;
  if (box.kind === 'table' && style['border-collapse'] === 'collapse') return sizes;
  const added = edges - horizontal(resolveBorders(style)) - horizontal(resolvePadding(style, 0));
  return { min: sizes.min + added, max: sizes.max + added };
}

/** Border-box width from an aspect ratio and a definite height; undefined: none. */
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
  // Automatic minimum size: https://drafts.csswg.org/css-sizing-4/#aspect-ratio-minimum
  const keepsContent = box.style['min-inline-size'] === 'auto' && !isScrollContainer(box.style);
  return keepsContent ? Math.max(width, contentSizes(context, box, horizontal(borderPadding), space).min) : width;
}

/**
 * Applies limits of the height to an automatic width through the aspect ratio.
 * Source: https://drafts.csswg.org/css-sizing-4/#aspect-ratio-size-transfers
 */
export function transferredWidth(
  box: BlockLevelBox,
  space: ConstraintSpace,
  borderPadding: Edges,
  width: number,
): number {
  if (!hasRatio(box) || typeof box.style['inline-size'] !== 'string') return width;
  const edges = vertical(borderPadding);
  const upper = resolveHeight(box, box.style['max-block-size'], space, edges);
  const lower = resolveHeight(box, box.style['min-block-size'], space, edges);
  const limited = upper === undefined ? width : Math.min(width, ratioWidth(box, borderPadding, upper));
  return lower === undefined ? limited : Math.max(limited, ratioWidth(box, borderPadding, lower));
}

/** Applies limits of the width to an automatic height through the aspect ratio, as transferredWidth() does. */
export function transferredHeight(
  context: LayoutContext,
  box: BlockLevelBox,
  space: ConstraintSpace,
  borderPadding: Edges,
  available: number,
  height: number,
): number {
  if (!hasRatio(box)) return height;
  const { style } = box;
  const edges = horizontal(borderPadding);
  const limit = (value: Size | MaxSize) => {
    const width = typeof value === 'string' ? undefined : resolveWidth(context, box, value, space, available, edges);
    return width === undefined ? undefined : ratioHeight(box, borderPadding, width);
  };
  const upper = limit(style['max-inline-size']);
  const lower = limit(style['min-inline-size']);
  return Math.max(lower ?? 0, upper === undefined ? height : Math.min(height, upper));
}

export function isScrollContainer(style: LogicalStyle): boolean {
  return isScrollable(style['overflow-inline']);
}

/** Used heights of border boxes. Sources: https://drafts.csswg.org/css-sizing-3/, https://www.w3.org/TR/CSS22/visudet.html */

import type { BlockLevelBox } from '../../box/tree.js';
import { isScrollable } from '../../css/style-queries.js';
import {
  hasPercentage,
  type LengthPercentage,
  type MaxSize,
  resolveLength,
  type Size,
} from '../../css/values/values.js';
import type { HeightSpace } from '../algorithm/constraint-space.js';
import type { Edges } from '../algorithm/geometry.js';
import { MAX_LENGTH, snap } from '../algorithm/units.js';
import { toBorderBox, vertical } from './edges.js';
import { hasRatio, ratioHeight } from './ratio.js';

/** Where nothing is known from outside. */
export const NO_HEIGHT: HeightSpace = { percentageHeight: undefined };

/** What percentage heights of children refer to, as far as that is known without laying out. */
export function heightInside(box: BlockLevelBox, space: HeightSpace, borderPadding: Edges): number | undefined {
  if (box.origin === 'anonymous' && space.fixedHeight === undefined) return space.percentageHeight;
  if (space.fixedHeight !== undefined && space.fixedHeightBehavior === 'indefinite') return undefined;
  const height = definiteHeight(box, space, borderPadding);
  return height === undefined ? undefined : Math.max(0, height - vertical(borderPadding));
}

/**
 * Border-box height where it does not depend on the content: fixed by the parent, a length, or a percentage of a
 * definite height; min-height and max-height applied. It makes percentage heights inside resolve.
 */
export function definiteHeight(box: BlockLevelBox, space: HeightSpace, borderPadding: Edges): number | undefined {
  if (space.fixedHeight !== undefined) return space.fixedHeight;
  // Heights of cells are the table's to decide: they make rows higher.
  if (space.tableCell || space.contentHeight) return undefined;
  const edges = vertical(borderPadding);
  const height = resolveHeight(box, box.style['block-size'], space, edges);
  return height === undefined ? undefined : clampHeight(box, space, edges, height);
}

/**
 * Used border-box height.
 * @param width       used border-box width
 * @param autoHeight  border-box height that the content takes
 */
export function usedHeight(
  box: BlockLevelBox,
  space: HeightSpace,
  borderPadding: Edges,
  width: number,
  autoHeight: number,
): number {
  const definite = definiteHeight(box, space, borderPadding);
  if (definite !== undefined)
    return space.fixedHeightBehavior === 'minimum' ? Math.max(definite, autoHeight) : definite;
  if (space.tableCell || space.contentHeight) return autoHeight;
  const edges = vertical(borderPadding);
  const fromRatio = hasRatio(box) ? ratioHeight(box, borderPadding, width) : undefined;
  const height =
    fromRatio === undefined ? autoHeight : hasAutomaticMinHeight(box) ? Math.max(fromRatio, autoHeight) : fromRatio;
  return clampHeight(box, space, edges, height);
}

/** The border-box height that no content makes the box exceed. */
export function maxHeight(box: BlockLevelBox, space: HeightSpace, borderPadding: Edges, width: number): number {
  const most = usedHeight(box, space, borderPadding, width, MAX_LENGTH);
  return most < MAX_LENGTH ? most : Number.POSITIVE_INFINITY;
}

/** Whether a height that a ratio gives grows with the content: css-sizing-4/#aspect-ratio-minimum */
export function hasAutomaticMinHeight({ style }: BlockLevelBox): boolean {
  const isShown = !isScrollable(style['overflow-block']);
  return style['block-size'] === 'auto' && style['min-block-size'] === 'auto' && isShown;
}

/** Whether the height is from a ratio, and the content may make it more. */
export function growsBeyondRatio(box: BlockLevelBox, space: HeightSpace, borderPadding: Edges): boolean {
  return hasRatio(box) && hasAutomaticMinHeight(box) && definiteHeight(box, space, borderPadding) === undefined;
}

/** Applies min-height and max-height to a border-box height. */
export function clampHeight(box: BlockLevelBox, space: HeightSpace, edges: number, height: number): number {
  const { style } = box;
  const upper = resolveHeight(box, style['max-block-size'], space, edges);
  const lower = resolveHeight(box, style['min-block-size'], space, edges);
  return Math.max(edges, lower ?? 0, upper === undefined ? height : Math.min(height, upper));
}

/** A height, min-height or max-height as border-box length; undefined where it behaves as auto or none. */
export function resolveHeight(
  box: BlockLevelBox,
  value: Size | MaxSize,
  space: HeightSpace,
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

/**
 * Used heights of border boxes, px.
 * Sources: https://drafts.csswg.org/css-sizing-3/, https://www.w3.org/TR/CSS22/visudet.html
 */

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

/** Indefinite in all respects. */
export const NO_HEIGHT: HeightSpace = { percentageHeight: undefined };

/** Basis of percentage heights of children, known without layout; undefined: indefinite. */
export function heightInside(box: BlockLevelBox, space: HeightSpace, borderPadding: Edges): number | undefined {
  if (box.origin === 'anonymous' && space.fixedHeight === undefined) return space.percentageHeight;
  if (space.fixedHeight !== undefined && space.fixedHeightBehavior === 'indefinite') return undefined;
  const height = definiteHeight(box, space, borderPadding);
  return height === undefined ? undefined : Math.max(0, height - vertical(borderPadding));
}

/**
 * Definite border-box height: fixed by the parent, or a length or percentage of a definite height clamped by min-height
 * and max-height. undefined: the height depends on the content.
 */
export function definiteHeight(box: BlockLevelBox, space: HeightSpace, borderPadding: Edges): number | undefined {
  if (space.fixedHeight !== undefined) return space.fixedHeight;
  // Table layout applies the heights of cells to rows.
  if (space.tableCell || space.contentHeight) return undefined;
  const edges = vertical(borderPadding);
  const height = resolveHeight(box, box.style['block-size'], space, edges);
  return height === undefined ? undefined : clampHeight(box, space, edges, height);
}

/**
 * Used border-box height.
 * @param width       used border-box width
 * @param autoHeight  border-box height of the content
 */
export function usedHeight(
  box: BlockLevelBox,
  space: HeightSpace,
  borderPadding: Edges,
  width: number,
  autoHeight: number,
): number {
  return usedHeightAround(box, space, borderPadding, width, containedHeight(box, borderPadding) ?? autoHeight);
}

/** Border-box height of a box whose content has no influence on it. Source: css-contain-2/#containment-size */
function containedHeight(box: BlockLevelBox, borderPadding: Edges): number | undefined {
  const size = box.style['contained-block-size'];
  return size === undefined || !isSizeContained(box) ? undefined : size + vertical(borderPadding);
}

/** Tables and their internal boxes are not contained; captions are. */
export function isSizeContained({ kind, style: { display } }: BlockLevelBox): boolean {
  return kind === 'block' && (display === 'table-caption' || !display.startsWith('table'));
}

function usedHeightAround(
  box: BlockLevelBox,
  space: HeightSpace,
  borderPadding: Edges,
  width: number,
  autoHeight: number,
): number {
  const definite = definiteHeight(box, space, borderPadding);
  const edges = vertical(borderPadding);
  if (definite !== undefined) {
    if (space.fixedHeightBehavior === 'minimum') return Math.max(definite, autoHeight);
    if (space.fixedHeightBehavior !== 'stretched-minimum') return definite;
    return clampHeight(box, space, edges, Math.max(definite, autoHeight));
  }
  if (space.tableCell || space.contentHeight) return autoHeight;
  const fromRatio = hasRatio(box) ? ratioHeight(box, borderPadding, width) : undefined;
  const height =
    fromRatio === undefined ? autoHeight : hasAutomaticMinHeight(box) ? Math.max(fromRatio, autoHeight) : fromRatio;
  return clampHeight(box, space, edges, height);
}

/** Maximum border-box height with any content. */
export function maxHeight(box: BlockLevelBox, space: HeightSpace, borderPadding: Edges, width: number): number {
  const height = usedHeight(box, space, borderPadding, width, MAX_LENGTH);
  return height < MAX_LENGTH ? height : Number.POSITIVE_INFINITY;
}

/**
 * Whether the height from an aspect ratio grows with the content.
 * Source: https://drafts.csswg.org/css-sizing-4/#aspect-ratio-minimum
 */
function hasAutomaticMinHeight({ style }: BlockLevelBox): boolean {
  const isShown = !isScrollable(style['overflow-block']);
  return style['block-size'] === 'auto' && style['min-block-size'] === 'auto' && isShown;
}

/** Whether the height comes from an aspect ratio and grows with the content. */
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
  // Intrinsic keywords behave as auto.
  if (typeof value === 'string') {
    return value === 'stretch' && space.percentageHeight !== undefined
      ? Math.max(space.percentageHeight, edges)
      : undefined;
  }
  if (typeof value === 'object' && 'fitContent' in value) return undefined;
  const length = resolvePercentage(value, space.percentageHeight);
  return length === undefined ? undefined : toBorderBox(box.style, snap(length), edges);
}

/** Resolves a length or percentage, px; undefined: a percentage of an indefinite basis. */
export function resolvePercentage(value: LengthPercentage, basis: number | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (basis === undefined) return hasPercentage(value) ? undefined : resolveLength(value, 0);
  return resolveLength(value, basis);
}

/**
 * The minimum contributions of grid items, with their automatic minimum sizes.
 * Sources: https://drafts.csswg.org/css-grid-2/#algo-single-span-items, #min-size-auto
 */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import { isScrollable } from '../../css/style-queries.js';
import { isPercentageSize, type Size } from '../../css/values/values.js';
import type { HeightSpace } from '../algorithm/constraint-space.js';
import type { MinMax } from '../algorithm/geometry.js';
import { type LayoutContext, NO_FLOATS } from '../algorithm/layout-context.js';
import { borderPaddingOf } from '../block/fragment-geometry.js';
import { horizontal, toBorderBox } from '../sizing/edges.js';
import { minMax } from '../sizing/intrinsic.js';
import type { GridArea } from './placement.js';
import type { Tracks } from './sized-axis.js';
import { hasFixedMaximum, isFlexible, type Track } from './tracks.js';

/** Minimum contribution of a border box in its columns. */
export function minimumWidth(
  context: LayoutContext,
  item: GridArea,
  { tracks, gap: columnGap }: Tracks,
  margins: number,
  content: () => MinMax,
  heights: HeightSpace,
): number {
  const { box, column } = item;
  const { style } = box;
  const contribution = (own: BlockLevelBox) => minMax(context, own, NO_FLOATS, heights).min;
  if (!isAutomatic(style['inline-size'])) return contribution(box);
  const edges = horizontal(borderPaddingOf(box, 0));
  if (style['min-inline-size'] !== 'auto') {
    if (isAutomatic(style['min-inline-size'])) return edges;
    return Math.max(edges, contribution({ ...box, style: { ...style, 'inline-size': style['min-inline-size'] } }));
  }
  const spanned = tracks.slice(column.start, column.end);
  if (!hasAutomaticMinimum(style['overflow-inline'], spanned)) return edges;
  return Math.max(edges, Math.min(content().min, fixedLimitOf(spanned, columnGap) - margins));
}

export function isAutomatic(size: Size): boolean {
  return size === 'auto' || size === 'stretch' || size === 'fit-content' || isPercentageSize(size);
}

export function hasAutomaticMinimum(
  overflow: BlockBox['style']['overflow-inline'],
  spanned: readonly Track[],
): boolean {
  if (isScrollable(overflow) || !spanned.some((track) => track.min === 'auto')) return false;
  return spanned.length === 1 || !spanned.some(isFlexible);
}

/** Sum of fixed growth limits and gutters; infinite if a track has no fixed limit. */
export function fixedLimitOf(spanned: readonly Track[], trackGap: number): number {
  return spanned.reduce(
    (sum, track) => sum + (hasFixedMaximum(track) ? track.limit : Number.POSITIVE_INFINITY),
    trackGap * Math.max(0, spanned.length - 1),
  );
}

/**
 * Basis of percentage edges of a subgrid while tracks are sized: its columns if all have fixed limits, else 0.
 * Source: Blink's GridLayoutTrackCollection::IsSpanningIndefiniteSet
 */
export function fixedSpanSize(columns: readonly Track[], columnGap: number): number {
  const limit = fixedLimitOf(columns, columnGap);
  return limit === Number.POSITIVE_INFINITY ? 0 : limit;
}

/** Border-box length of `min-height`. */
export function minimumHeight({ style }: BlockLevelBox, edges: number, content: number): number {
  const value = style['min-block-size'];
  if (typeof value !== 'number') return content;
  return toBorderBox(style, value, edges);
}

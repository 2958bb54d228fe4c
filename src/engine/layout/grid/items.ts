/** Sizes and alignment of grid items in their areas. Source: https://drafts.csswg.org/css-grid-2/#grid-items */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import type { Alignment } from '../../css/values/values.js';
import { type ConstraintSpace, constraintSpace } from '../algorithm/constraint-space.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { layoutCached } from '../algorithm/result-cache.js';
import { type AlignmentAxis, freeShare } from '../alignment/free-space.js';
import { alignSelf, justifySelf } from '../alignment/self-alignment.js';
import { borderPaddingOf } from '../block/fragment-geometry.js';
import { horizontal, resolveMargins, vertical } from '../sizing/edges.js';
import { clampHeight, definiteHeight } from '../sizing/heights.js';
import { hasRatio } from '../sizing/ratio.js';
import { clampWidth, transferredWidth } from '../sizing/sizes.js';
import type { GridArea } from './placement.js';
import { type GridColumns, spanSize } from './sized-axis.js';
import { isSubgrid } from './subgrid.js';
import { subgridColumns } from './subgrid-tracks.js';

/** The part of the constraint space of an area that the alignment and tracks of its item add. */
type ItemSpace = Pick<
  ConstraintSpace,
  'autoWidthBehavior' | 'fixedWidth' | 'fixedHeight' | 'fixedHeightBehavior' | 'subgrid' | 'fragmentainer'
>;

const NO_CONSTRAINTS: ItemSpace = {};

/** Constraint space of a grid area, px. @param height  undefined: rows are not sized yet */
export function areaSpace(
  width: number,
  height: number | undefined,
  { autoWidthBehavior, fixedWidth, fixedHeight, fixedHeightBehavior, subgrid, fragmentainer } = NO_CONSTRAINTS,
): ConstraintSpace {
  return constraintSpace({
    availableWidth: width,
    availableHeight: height,
    percentageWidth: width,
    percentageHeight: height,
    autoWidthBehavior,
    fixedWidth,
    fixedHeight,
    fixedHeightBehavior,
    subgrid,
    fragmentainer,
  });
}

/** Border-box width of an item that stretches to its area, px; undefined: it does not stretch. */
export function itemWidth(
  context: LayoutContext,
  box: BlockLevelBox,
  area: number,
  container: BlockBox,
  areaHeight?: number,
): number | undefined {
  const { style } = box;
  const borderPadding = borderPaddingOf(box, area);
  const edges = horizontal(borderPadding);
  const available = Math.max(edges, area - horizontal(resolveMargins(style, area)));
  if (isSubgrid(box, 'column')) return available;
  if (style['inline-size'] !== 'auto' || style['margin-line-left'] === 'auto' || style['margin-line-right'] === 'auto')
    return undefined;
  const { value } = justifySelf(box, container.style);
  if (value !== 'stretch' && (value !== 'normal' || box.kind === 'replaced')) return undefined;
  const space = areaSpace(area, areaHeight);
  // An aspect ratio with a definite height comes before stretching.
  if (value === 'normal' && hasRatio(box)) {
    const isStretched = alignSelf(box, container.style).value === 'stretch' && style['block-size'] === 'auto';
    if (isStretched || definiteHeight(box, space, borderPadding) !== undefined) return undefined;
  }
  const width = value === 'normal' ? transferredWidth(box, space, borderPadding, available) : available;
  return clampWidth(context, box, space, available, edges, width);
}

function fillsWidth(box: BlockLevelBox, container: BlockBox): boolean {
  const { value } = justifySelf(box, container.style);
  const hasAutoMargin = box.style['margin-line-left'] === 'auto' || box.style['margin-line-right'] === 'auto';
  return (value === 'normal' || value === 'stretch') && !hasAutoMargin;
}

/** Border-box height of an item that stretches to its area, px; undefined: it does not stretch. */
export function itemHeight(box: BlockLevelBox, width: number, height: number, container: BlockBox): number | undefined {
  const { style } = box;
  // A box with an aspect ratio stretches in one axis, preferably the inline axis.
  const fillsOnlyWidth =
    hasRatio(box) &&
    alignSelf(box, container.style).value === 'normal' &&
    (style['inline-size'] !== 'auto' || fillsWidth(box, container));
  return fillsOnlyWidth && !isSubgrid(box, 'row') ? undefined : stretchedHeight(box, width, height, container);
}

/** The same for width contributions, where a box with an aspect ratio may stretch in both axes. */
export function stretchedHeight(
  box: BlockLevelBox,
  width: number,
  height: number,
  container: BlockBox,
): number | undefined {
  const { style } = box;
  const borderPadding = borderPaddingOf(box, width);
  const edges = vertical(borderPadding);
  const available = Math.max(edges, height - vertical(resolveMargins(style, width)));
  if (isSubgrid(box, 'row')) return available;
  if (style['block-size'] !== 'auto' || style['margin-block-start'] === 'auto' || style['margin-block-end'] === 'auto')
    return undefined;
  const { value } = alignSelf(box, container.style);
  if (value !== 'stretch' && (value !== 'normal' || box.kind === 'replaced')) return undefined;
  return clampHeight(box, areaSpace(width, height), edges, available);
}

/** An item in one axis of its area, px. */
interface AreaAxis {
  readonly area: number;
  readonly size: number;
  /** Margins; 0 for auto. */
  readonly start: number;
  readonly end: number;
  readonly startIsAuto: boolean;
  readonly endIsAuto: boolean;
  readonly alignment: Alignment;
  readonly axis: AlignmentAxis;
  /** The item's direction is opposite to the container's. */
  readonly selfReversed: boolean;
}

/** Offset of the border box from the start of its area, px. */
export function offsetInArea(item: AreaAxis): number {
  const { area, size, start, end, startIsAuto, endIsAuto, alignment, axis, selfReversed } = item;
  const free = area - size - start - end;
  if (startIsAuto || endIsAuto) {
    const available = Math.max(0, free);
    return start + (startIsAuto ? (endIsAuto ? available / 2 : available) : 0);
  }
  return start + free * freeShare(alignment, free, axis, selfReversed);
}

/** Lays out an item at its used width, with an indefinite height of its area. */
export function layoutInColumns(context: LayoutContext, item: GridArea, sized: GridColumns): LayoutResult {
  const width = spanSize(item.column, sized.columns);
  const own = itemWidth(context, item.box, width, sized.box);
  const columns = subgridColumns(item, sized);
  const space = areaSpace(width, undefined, {
    autoWidthBehavior: own === undefined ? 'fit-content' : undefined,
    fixedWidth: own,
    subgrid: columns && { columns },
  });
  return layoutCached(context, item.box, space);
}

/** Absolutely positioned children of grids. Source: https://drafts.csswg.org/css-grid-2/#abspos */

import type { BlockLevelBox } from '../../box/tree.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import { isAbsolutelyPositioned, isContainingBlockOf } from '../../css/style-queries.js';
import type { FragmentBuilder } from '../algorithm/builder.js';
import type { Rect } from '../algorithm/geometry.js';
import { containerChildren } from '../algorithm/items.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { alignSelf, justifySelf } from '../alignment/self-alignment.js';
import type { FragmentGeometry } from '../block/fragment-geometry.js';
import type { AreaEdges } from '../positioned/out-of-flow.js';
import { areaOf, layoutPositioned } from '../positioned/positioned.js';
import { alignedIn } from '../positioned/static-position.js';
import { paddingBox } from '../sizing/edges.js';
import type { GridGeometry } from './geometry.js';
import { isPlaced, resolvePlacement } from './placement.js';
import { BLOCK_AXIS, distributeTracks, inlineAxis } from './sized-axis.js';

/**
 * Places out-of-flow descendants whose containing block is a grid area. Others stay in the builder for the container or
 * boxes further out.
 * @param height  of the container's border box, px
 */
export function placePositionedChildren(
  context: LayoutContext,
  grid: GridGeometry,
  geometry: FragmentGeometry,
  height: number,
  builder: FragmentBuilder,
): void {
  const { box } = grid;
  const contains = ({ style }: BlockLevelBox) => isContainingBlockOf(box.style, style);
  const padding = paddingBox(geometry.width, height, geometry.border);
  const content = { x: geometry.left, y: geometry.top, width: geometry.contentWidth, height: grid.height };
  // The box around a writing-mode root contains what the grid would contain.
  const outer = box.writingModes?.contains;
  const isInOuter = ({ style: { position } }: BlockLevelBox) => outer === 'all' || (outer && position === 'absolute');
  const own = containerChildren(box)
    .filter(({ style }) => isAbsolutelyPositioned(style))
    .map((child) => {
      const lines = isInOuter(child) ? linesEdges(child, grid, geometry, NO_PADDING) : undefined;
      const around = lines ? areaOf({ area: lines }, content) : content;
      const area = contains(child) ? (linesRect(child, grid, geometry, height) ?? padding) : around;
      const rtl = box.style.direction === 'rtl';
      return alignedIn(area, child, rtl, justifySelf(child, box.style), alignSelf(child, box.style));
    });
  for (const item of [...builder.takeOutOfFlow(), ...own]) {
    // Grid lines apply to all descendants whose containing block is the container, not only to children.
    const area = contains(item.box) && !item.within ? linesRect(item.box, grid, geometry, height) : undefined;
    if (!area) {
      const isOuter = !item.within && !item.inlineContainer && isInOuter(item.box);
      const lines = isOuter ? linesEdges(item.box, grid, geometry, NO_PADDING) : undefined;
      builder.addOutOfFlowChild(lines ? { ...item, area: lines } : item);
      continue;
    }
    const placed = layoutPositioned(context, item, area, box.style.direction === 'rtl');
    builder.addResult(placed, placed.x, placed.y);
  }
}

/** Rectangle between the grid lines of a box, px. `auto` lines are padding edges; undefined: all four are auto. */
function linesRect(
  box: BlockLevelBox,
  grid: GridGeometry,
  geometry: FragmentGeometry,
  height: number,
): Rect | undefined {
  const { left, top, contentWidth, border } = geometry;
  const rtl = grid.box.style.direction === 'rtl';
  const paddingLeft = left - border.left;
  const paddingRight = geometry.width - left - contentWidth - border.right;
  const [before, after] = rtl ? [paddingRight, paddingLeft] : [paddingLeft, paddingRight];
  const edges = linesEdges(box, grid, geometry, {
    column: { from: -before, to: contentWidth + after },
    row: { from: border.top - top, to: height - border.bottom - top },
  });
  return edges && { x: edges.left, y: edges.top, width: edges.right - edges.left, height: edges.bottom - edges.top };
}

/** The padding box of a container as offsets from its content edge. */
interface PaddingExtents {
  readonly column: Extent;
  readonly row: Extent;
}

const UNKNOWN: Extent = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
const NO_PADDING: PaddingExtents = { column: UNKNOWN, row: UNKNOWN };

function linesEdges(
  { style }: BlockLevelBox,
  grid: GridGeometry,
  { left, top, contentWidth }: FragmentGeometry,
  padding: PaddingExtents,
): AreaEdges | undefined {
  const sides = ['grid-column-start', 'grid-column-end', 'grid-row-start', 'grid-row-end'] as const;
  if (sides.every((side) => style[side] === 'auto')) return undefined;
  const rtl = grid.box.style.direction === 'rtl';
  const x = linesExtent(style, 'column', grid, padding.column);
  const y = linesExtent(style, 'row', grid, padding.row);
  return {
    left: left + (rtl ? contentWidth - x.to : x.from),
    top: top + y.from,
    right: left + (rtl ? contentWidth - x.from : x.to),
    bottom: top + y.to,
  };
}

/** Offsets from the content edge in the direction of an axis, px. */
interface Extent {
  readonly from: number;
  readonly to: number;
}

/** @param padding  extent of the padding box */
function linesExtent(style: LogicalStyle, name: 'column' | 'row', grid: GridGeometry, padding: Extent): Extent {
  const { explicit, before } = grid.grid[`${name}s`];
  const [start, end] = [style[`grid-${name}-start`], style[`grid-${name}-end`]];
  const placement = resolvePlacement(start, end, explicit);
  if (!isPlaced(placement)) return padding;
  const from = start === 'auto' ? undefined : lineOffset(placement.start + before, 'start', name, grid);
  const to = end === 'auto' ? undefined : lineOffset(placement.end + before, 'end', name, grid);
  const used = from ?? padding.from;
  return { from: used, to: Math.max(used, to ?? padding.to) };
}

/** Offset of a line as an edge of an area, px; undefined: it is outside the implicit grid and behaves as auto. */
function lineOffset(
  line: number,
  edge: 'start' | 'end',
  name: 'column' | 'row',
  grid: GridGeometry,
): number | undefined {
  const { tracks, starts } = grid[`${name}s`];
  if (line < 0 || line > tracks.length) return undefined;
  if (tracks.length === 0) return onlyLineOffset(name, grid);
  // Gutters are between the lines at the end of a track and the start of the next.
  const startsTrack = edge === 'start' ? line < tracks.length : line === 0;
  return startsTrack ? starts[line] : starts[line - 1]! + tracks[line - 1]!.base;
}

/** Offset of the only line of an axis without tracks: that of its content alignment. */
function onlyLineOffset(name: 'column' | 'row', { box: { style }, width, height }: GridGeometry): number {
  if (name === 'row') return distributeTracks([], 0, height, style['align-content'], BLOCK_AXIS).before;
  return distributeTracks([], 0, width, style['justify-content'], inlineAxis(style)).before;
}

/** Absolutely positioned children of grids. Source: https://drafts.csswg.org/css-grid-2/#abspos */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import { isAbsolutelyPositioned, isContainingBlockOf } from '../../css/style-queries.js';
import type { FragmentBuilder } from '../algorithm/builder.js';
import type { Rect } from '../algorithm/geometry.js';
import { containerChildren } from '../algorithm/items.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { alignSelf, justifySelf } from '../alignment/self-alignment.js';
import type { FragmentGeometry } from '../block/fragment-geometry.js';
import { layoutPositioned } from '../positioned/positioned.js';
import { alignedIn } from '../positioned/static-position.js';
import type { GridGeometry } from './geometry.js';
import type { GridAxis } from './model.js';
import { isPlaced, resolvePlacement } from './placement.js';
import type { SizedAxis } from './sized-axis.js';

/**
 * Places out-of-flow descendants whose containing block is a grid area. Others stay in the builder for the container or
 * boxes further out.
 * @param height  of the container's border box, px
 */
export function placePositionedChildren(
  context: LayoutContext,
  box: BlockBox,
  grid: GridGeometry,
  geometry: FragmentGeometry,
  height: number,
  builder: FragmentBuilder,
): void {
  const contains = ({ style }: BlockLevelBox) => isContainingBlockOf(box.style, style);
  const { border } = geometry;
  const padding = {
    x: border.left,
    y: border.top,
    width: geometry.width - border.left - border.right,
    height: height - border.top - border.bottom,
  };
  const content = { x: geometry.left, y: geometry.top, width: geometry.contentWidth, height: grid.height };
  const own = containerChildren(box)
    .filter(({ style }) => isAbsolutelyPositioned(style))
    .map((child) => {
      const area = contains(child) ? (linesRect(child, box, grid, geometry, height) ?? padding) : content;
      return alignedIn(
        area,
        child,
        box.style.direction === 'rtl',
        justifySelf(child, box.style),
        alignSelf(child, box.style),
      );
    });
  for (const item of [...builder.takeOutOfFlow(), ...own]) {
    // Grid lines apply to all descendants whose containing block is the container, not only to children.
    const area = contains(item.box) && !item.within ? linesRect(item.box, box, grid, geometry, height) : undefined;
    if (!area) {
      builder.addOutOfFlowChild(item);
      continue;
    }
    const placed = layoutPositioned(context, item, area, box.style.direction === 'rtl');
    builder.addResult(placed, placed.x, placed.y);
  }
}

/** Rectangle between the grid lines of a box, px. `auto` lines are padding edges; undefined: all four are auto. */
function linesRect(
  { style }: BlockLevelBox,
  box: BlockBox,
  grid: GridGeometry,
  geometry: FragmentGeometry,
  height: number,
): Rect | undefined {
  const sides = ['grid-column-start', 'grid-column-end', 'grid-row-start', 'grid-row-end'] as const;
  if (sides.every((side) => style[side] === 'auto')) return undefined;
  const rtl = box.style.direction === 'rtl';
  const { border } = geometry;
  const between = (
    name: 'column' | 'row',
    axis: GridAxis,
    { starts, tracks }: SizedAxis,
    low: number,
    high: number,
  ): { from: number; to: number } => {
    const [start, end] = [style[`grid-${name}-start`], style[`grid-${name}-end`]];
    const placement = resolvePlacement(start, end, axis.explicit);
    if (!isPlaced(placement)) return { from: low, to: high };
    const first = placement.start + axis.before;
    const last = placement.end + axis.before - 1;
    // Lines outside the implicit grid behave as auto.
    const count = tracks.length;
    const endOf = (track: number) => starts[track]! + tracks[track]!.base;
    const from =
      start === 'auto' || first < 0 || first > count
        ? low
        : first === count && count > 0
          ? endOf(count - 1)
          : (starts[first] ?? low);
    const to = end === 'auto' || last < -1 || last >= count ? high : last < 0 ? starts[0]! : endOf(last);
    return { from, to: Math.max(from, to) };
  };
  // Distances of padding edges from content edges, by the direction of the axis.
  const before = rtl
    ? geometry.width - geometry.left - geometry.contentWidth - border.right
    : geometry.left - border.left;
  const after = rtl
    ? geometry.left - border.left
    : geometry.width - geometry.left - geometry.contentWidth - border.right;
  const x = between('column', grid.grid.columns, grid.columns, -before, geometry.contentWidth + after);
  const y = between('row', grid.grid.rows, grid.rows, border.top - geometry.top, height - border.bottom - geometry.top);
  return {
    x: geometry.left + (rtl ? geometry.contentWidth - x.to : x.from),
    y: geometry.top + y.from,
    width: x.to - x.from,
    height: y.to - y.from,
  };
}

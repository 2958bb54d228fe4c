/**
 * The grid of a container without sizes: tracks, lines and grid areas of items.
 * Source: https://drafts.csswg.org/css-grid-2/#grids
 */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import type { TrackList } from '../../css/values/values.js';
import type { Deadline } from '../../deadline.js';
import type { SubgridAxis, SubgridSpace } from '../algorithm/constraint-space.js';
import { orderedItems } from '../algorithm/items.js';
import { usedGap } from '../alignment/gap.js';
import { type AxisPlacement, type GridArea, isPlaced, placeItems, resolvePlacement, type Span } from './placement.js';
import { isSubgrid } from './subgrid.js';
import { areaLines, type ExplicitAxis, explicitAxis, type FillSpace, subgridNames } from './template.js';
import { createTrack, fixedTrack, orphanedTrack, type Track } from './tracks.js';

/** Track numbers count from the first implicit track. */
export interface Grid {
  readonly items: readonly GridArea[];
  readonly columns: GridAxis;
  readonly rows: GridAxis;
}

export interface GridAxis {
  readonly explicit: ExplicitAxis;
  /** Number of implicit tracks before the explicit ones. */
  readonly before: number;
  readonly count: number;
  /** Tracks of the parent grid; undefined: not a subgridded axis. */
  readonly subgrid: SubgridAxis | undefined;
  /** The axis is `subgrid` without a parent grid. */
  readonly isOrphaned: boolean;
}

/** Sizes of the container and tracks of its parent grid. */
export interface GridInput {
  readonly columns: Omit<FillSpace, 'gap'>;
  readonly rows: Omit<FillSpace, 'gap'>;
  readonly subgrid?: SubgridSpace | undefined;
  readonly deadline: Deadline | undefined;
}

export function formGrid(box: BlockBox, input: GridInput): Grid {
  const { style } = box;
  const areas = areaLines(style['grid-template-areas']);
  const columns = explicitAxis(
    style['grid-template-columns'],
    fillSpace(input.columns, usedGap(style, 'column-gap', input.columns.size ?? 0)),
    areas.columnCount,
    areas.columns,
    style['grid-auto-columns'],
    input.subgrid?.columns,
  );
  const rows = explicitAxis(
    style['grid-template-rows'],
    fillSpace(input.rows, usedGap(style, 'row-gap', input.rows.size ?? 0)),
    areas.rowCount,
    areas.rows,
    style['grid-auto-rows'],
    input.subgrid?.rows,
  );
  const pending = orderedItems(box).map((item) => ({
    box: item,
    row: placementOf(item, 'row', rows, input.subgrid?.rows),
    column: placementOf(item, 'column', columns, input.subgrid?.columns),
  }));
  const flow = style['grid-auto-flow'];
  const placed = placeItems(pending, rows.count, columns.count, flow.direction === 'row', flow.dense, input.deadline);
  const columnAxis = axisOf(
    columns,
    placed.map(({ column }) => column),
    style['grid-template-columns'],
    input.subgrid?.columns,
  );
  const rowAxis = axisOf(
    rows,
    placed.map(({ row }) => row),
    style['grid-template-rows'],
    input.subgrid?.rows,
  );
  const items = placed.map((item) => ({
    box: item.box,
    row: shifted(item.row, rowAxis),
    column: shifted(item.column, columnAxis),
  }));
  return { items, columns: columnAxis, rows: rowAxis };
}

function fillSpace({ size, minSize, maxSize }: Omit<FillSpace, 'gap'>, gap: number): FillSpace {
  return { size, minSize, maxSize, gap };
}

function placementOf(
  box: BlockLevelBox,
  axis: 'row' | 'column',
  lines: ExplicitAxis,
  subgrid: SubgridAxis | undefined,
): AxisPlacement {
  const { style } = box;
  const placement = resolvePlacement(style[`grid-${axis}-start`], style[`grid-${axis}-end`], lines);
  const list = style[axis === 'row' ? 'grid-template-rows' : 'grid-template-columns'];
  const isAuto = style[`grid-${axis}-start`] === 'auto' && style[`grid-${axis}-end`] === 'auto';
  if (isAuto && isSubgrid(box, axis) && list !== 'none') {
    return { span: Math.max(1, namedLineCount(list) - 1) };
  }
  if (!subgrid) return placement;
  // A subgrid has no implicit tracks: https://drafts.csswg.org/css-grid-2/#subgrid-implicit
  const { count } = lines;
  if (!isPlaced(placement)) return { span: Math.min(placement.span, count) };
  const start = Math.max(0, Math.min(placement.start, count - 1));
  return { start, end: Math.max(start + 1, Math.min(placement.end, count)) };
}

/** Number of name lists of a subgrid. A subgrid with automatic span covers them. */
function namedLineCount(list: Exclude<TrackList, 'none'>): number {
  return subgridNames(list.items).length;
}

function shifted(span: Span, { before, subgrid, count }: GridAxis): Span {
  if (!subgrid) return { start: span.start + before, end: span.end + before };
  // Items that auto-placement puts past the end of a subgrid share its last track.
  const start = Math.max(0, Math.min(span.start, count - 1));
  return { start, end: Math.max(start + 1, Math.min(span.end, count)) };
}

function axisOf(
  explicit: ExplicitAxis,
  spans: readonly Span[],
  list: TrackList,
  subgrid: SubgridAxis | undefined,
): GridAxis {
  const isOrphaned = !subgrid && list !== 'none' && list.subgrid;
  if (subgrid) return { explicit, before: 0, count: explicit.count, subgrid, isOrphaned };
  const first = spans.reduce((min, span) => Math.min(min, span.start), 0);
  const last = spans.reduce((max, span) => Math.max(max, span.end), explicit.count);
  return { explicit, before: -first, count: last - first, subgrid, isOrphaned };
}

/** @param basis  of percentages, px; undefined: indefinite */
export function createTracks(
  axis: GridAxis,
  auto: BlockBox['style']['grid-auto-rows'],
  basis: number | undefined,
  spans: readonly Span[],
): Track[] {
  if (axis.subgrid) return axis.subgrid.sizes.map(fixedTrack);
  if (axis.isOrphaned) return Array.from({ length: axis.count }, orphanedTrack);
  const used = axis.explicit.autoFit.size > 0 ? usedTracks(spans, axis.count) : [];
  return Array.from({ length: axis.count }, (_, index) => {
    const explicit = index - axis.before;
    const inside = explicit >= 0 && explicit < axis.explicit.count;
    // Implicit tracks repeat `grid-auto-*`, backwards before the explicit grid.
    const implicit = explicit < 0 ? explicit : explicit - axis.explicit.listedCount;
    const implicitSize = auto[((implicit % auto.length) + auto.length) % auto.length] ?? 'auto';
    const size = inside ? axis.explicit.tracks[explicit]! : implicitSize;
    const collapsed = inside && axis.explicit.autoFit.has(explicit) && !used[index];
    return createTrack(size, basis, collapsed);
  });
}

/** Whether something spans each of the tracks. */
function usedTracks(spans: readonly Span[], count: number): boolean[] {
  // Items that begin in a track, without those that have ended before it.
  const changes = new Int32Array(count + 1);
  for (const { start, end } of spans) {
    changes[start]! += 1;
    changes[end]! -= 1;
  }
  let items = 0;
  return Array.from({ length: count }, (_, track) => {
    items += changes[track]!;
    return items > 0;
  });
}

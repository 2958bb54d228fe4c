/**
 * The tracks that a subgrid shares with its parent grid, and the contributions of its items to their sizes. Lengths in px.
 * Sources: https://drafts.csswg.org/css-grid-2/#subgrids, #subgrid-item-contribution
 */

import type { SubgridAxis } from '../algorithm/constraint-space.js';
import { usedGap } from '../alignment/gap.js';
import { borderPaddingOf } from '../block/fragment-geometry.js';
import { horizontal, resolveMargins } from '../sizing/edges.js';
import type { Grid, GridAxis } from './model.js';
import type { GridArea, Span } from './placement.js';
import { type GridColumns, type SizedAxis, spanSize } from './sized-axis.js';
import { type Ends, endsOf, isSubgrid, namesWithin } from './subgrid.js';
import type { TrackItem } from './tracks.js';

/** Empty items at the edges of a subgrid: its margin, border and padding contribute where it has no items. */
export function edgeItems(count: number, ends: Ends): TrackItem[] {
  if (ends.start === 0 && ends.end === 0) return [];
  const none = () => 0;
  const at = (track: number) => ({
    span: { start: track, end: track + 1 },
    minContent: none,
    maxContent: none,
    minimum: none,
  });
  return count === 1 ? [at(0)] : [at(0), at(count - 1)];
}

/** Converts an item of a subgrid. @param halfGap  half the difference of the gutters of subgrid and parent */
export function toParentItem(item: TrackItem, { start, end }: Span, ends: Ends, halfGap: number): TrackItem {
  const span = { start: item.span.start + start, end: item.span.end + start };
  const extra = (item.span.start === 0 ? ends.start : halfGap) + (span.end === end ? ends.end : halfGap);
  return {
    span,
    minContent: () => item.minContent() + extra,
    maxContent: () => item.maxContent() + extra,
    minimum: (more = 0) => item.minimum(more + extra) + extra,
  };
}

/** The span with indices in the explicit grid. */
export function explicitSpan({ start, end }: Span, { before }: GridAxis): Span {
  return { start: start - before, end: end - before };
}

/** Columns that an item shares with its parent grid; undefined: it has its own columns. */
export function subgridColumns(
  { box, column }: GridArea,
  { box: container, grid, columns }: GridColumns,
): SubgridAxis | undefined {
  if (!isSubgrid(box, 'column')) return undefined;
  const area = spanSize(column, columns);
  const edges = [resolveMargins(box.style, area), borderPaddingOf(box, area)];
  return sharedTracks(
    column,
    columns,
    box.style['column-gap'] === 'normal'
      ? undefined
      : usedGap(box.style, 'column-gap', Math.max(0, area - edges.reduce((sum, edge) => sum + horizontal(edge), 0))),
    endsOf('column', edges, container.style.direction === 'rtl'),
    namesWithin(grid.columns.explicit.names, explicitSpan(column, grid.columns)),
  );
}

/** Rows that an item shares with its parent grid. @param width  of the item's area */
export function subgridRows(
  { box, row }: GridArea,
  grid: Grid,
  rows: SizedAxis,
  width: number,
): SubgridAxis | undefined {
  if (!isSubgrid(box, 'row')) return undefined;
  const edges = [resolveMargins(box.style, width), borderPaddingOf(box, width)];
  return sharedTracks(
    row,
    rows,
    box.style['row-gap'] === 'normal' ? undefined : usedGap(box.style, 'row-gap', spanSize(row, rows)),
    endsOf('row', edges, false),
    namesWithin(grid.rows.explicit.names, explicitSpan(row, grid.rows)),
  );
}

/**
 * Converts parent tracks to tracks of a subgrid. Half the difference of gutters goes to each side of a line.
 * @param span    the parent's tracks that the subgrid spans
 * @param ownGap  the subgrid's gutter, px; undefined: `normal`, the parent's
 */
function sharedTracks(
  span: Span,
  { tracks, starts }: SizedAxis,
  ownGap: number | undefined,
  ends: Ends,
  names: SubgridAxis['names'],
): SubgridAxis {
  const spanned = tracks.slice(span.start, span.end);
  // Distances between the parent's tracks, with its content alignment.
  const gaps = spanned.slice(1).map((_, i) => starts[span.start + i + 1]! - starts[span.start + i]! - spanned[i]!.base);
  const gap = ownGap ?? gaps[0] ?? 0;
  const sizes: number[] = [];
  const ownStarts: number[] = [];
  let at = 0;
  spanned.forEach(({ base: size }, i) => {
    const start = at + (i === 0 ? ends.start : (gap - gaps[i - 1]!) / 2);
    const end = at + size - (i === spanned.length - 1 ? ends.end : (gap - gaps[i]!) / 2);
    ownStarts.push(start - ends.start);
    sizes.push(Math.max(0, end - start));
    at += size + (gaps[i] ?? 0);
  });
  return { sizes, starts: ownStarts, gap, names };
}

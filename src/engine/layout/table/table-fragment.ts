/** Contents of a table fragment: sections, captions, column backgrounds, collapsed borders. Lengths in px. */

import type { TableBox, TableSection } from '../../box/tree.js';
import type { FragmentBuilder } from '../algorithm/builder.js';
import type { BoxFragment, CollapsedBorder, Placed } from '../algorithm/fragment.js';
import { NO_EDGES, type Rect } from '../algorithm/geometry.js';
import { overflowOf } from '../overflow/overflow.js';
import { rowFragment } from './cells.js';
import { columnLines, type TableGeometry } from './geometry.js';
import type { PlacedRow } from './parts.js';

/**
 * Wraps rows in section fragments.
 * @param rows       of this fragmentainer, from top to bottom
 * @param gridTop    offset of the grid's border edge from the wrapper's top
 * @param continues  whether the grid started in an earlier fragmentainer
 */
export function sectionsAround(
  geometry: TableGeometry,
  rows: readonly PlacedRow[],
  gridTop: number,
  continues: boolean,
): Placed[] {
  const { border, padding, sectionHeights, rowX } = geometry;
  const { grid } = geometry.model;
  const bySection = new Map<TableSection, PlacedRow[]>();
  for (const row of rows) {
    const { section } = grid.rows[row.index]!;
    const known = bySection.get(section);
    if (known) known.push(row);
    else bySection.set(section, [row]);
  }
  const placed: Placed[] = [];
  let bottom = continues ? 0 : border.top + padding.top;
  grid.sections.forEach(({ section, count }, i) => {
    const own = bySection.get(section) ?? [];
    if (own.length === 0 && (count > 0 || continues)) return;
    const top = own[0]?.y ?? bottom;
    const last = own.at(-1);
    bottom = last ? last.y + last.height : top + sectionHeights[i]!;
    const fragment = sectionFragment(geometry, section, own, top, bottom - top);
    placed.push({ fragment, x: rowX, y: gridTop + top });
  });
  return placed;
}

function sectionFragment(
  geometry: TableGeometry,
  section: TableSection,
  rows: readonly PlacedRow[],
  top: number,
  height: number,
): BoxFragment {
  const { rowWidth: width } = geometry;
  const children = rows.map((row) => ({ fragment: fragmentOf(geometry, row), x: 0, y: row.y - top }));
  return {
    kind: 'box',
    box: section,
    style: section.style,
    width,
    height,
    border: NO_EDGES,
    padding: NO_EDGES,
    children,
    firstBaseline: undefined,
    lastBaseline: undefined,
    lineBaseline: undefined,
    isFirst: rows[0]?.isFirst ?? true,
    isLast: rows.at(-1)?.isLast ?? true,
    consumed: 0,
    overflow: overflowOf(section.style, width, height, NO_EDGES, children, undefined),
    repeated: rows.at(-1)?.repeated ?? false,
    shift: undefined,
    writingMode: undefined,
    details: undefined,
  };
}

function fragmentOf(geometry: TableGeometry, row: PlacedRow): BoxFragment {
  const columnOf = ({ cell }: PlacedRow['cells'][number]) => cell.placed.column;
  const isSorted = row.cells.every((cell, i) => i === 0 || columnOf(row.cells[i - 1]!) <= columnOf(cell));
  // Cells that span rows come last.
  if (!isSorted) row.cells.sort((a, b) => columnOf(a) - columnOf(b));
  const { index, cells, height, isFirst, isLast, consumed } = row;
  return rowFragment(index, geometry, cells, height, { isFirst, isLast, consumed });
}

/** Total height of the margin boxes of captions on one side. */
export function captionsHeight({ captions }: TableGeometry, side: 'top' | 'bottom'): number {
  return captions
    .filter((caption) => caption.side === side)
    .reduce((sum, { result, margin }) => sum + margin.top + result.fragment.height + margin.bottom, 0);
}

/** Stacks the captions of one side from `top` down. */
export function placeCaptions(
  builder: FragmentBuilder,
  { captions }: TableGeometry,
  side: 'top' | 'bottom',
  top: number,
): void {
  let y = top;
  for (const { side: own, result, margin } of captions) {
    if (own !== side) continue;
    builder.addResult(result, margin.left, y + margin.top);
    y += margin.top + result.fragment.height + margin.bottom;
  }
}

/** Collapsed borders of the rows; y from the wrapper's top. */
export function paintBorders(
  table: TableBox,
  geometry: TableGeometry,
  rows: readonly PlacedRow[],
  gridTop: number,
): CollapsedBorder[] {
  const lines = columnLines(geometry, table.style.direction === 'rtl');
  const borders = geometry.model.collapsed!.paint(
    rows.filter(({ isPastEnd }) => !isPastEnd),
    lines,
  );
  return borders.map((border) => ({ ...border, rect: { ...border.rect, y: border.rect.y + gridTop } }));
}

/** Rectangles of column groups, then columns: the order of painting. */
export function columnRects(
  { columns }: TableBox,
  { columnX, columnWidths }: TableGeometry,
  rows: readonly PlacedRow[],
  gridTop: number,
): { style: TableBox['style']; rect: Rect }[] {
  const first = rows[0];
  const last = rows.at(-1);
  if (!first || !last) return [];
  const y = gridTop + first.y;
  const height = last.y + last.height - first.y;
  const rects: { style: TableBox['style']; rect: Rect }[] = [];
  let start = 0;
  columns.forEach(({ group }, i) => {
    if (i >= columnX.length || (columns[i + 1]?.group === group && i + 1 < columnX.length)) return;
    const left = Math.min(columnX[start]!, columnX[i]!);
    const right = Math.max(columnX[start]! + columnWidths[start]!, columnX[i]! + columnWidths[i]!);
    if (group) rects.push({ style: group.style, rect: { x: left, y, width: right - left, height } });
    start = i + 1;
  });
  columns.forEach(({ box }, i) => {
    const x = columnX[i];
    if (box && x !== undefined) rects.push({ style: box.style, rect: { x, y, width: columnWidths[i]!, height } });
  });
  return rects;
}

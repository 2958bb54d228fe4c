/** Contents of a table fragment: sections, captions, column backgrounds, collapsed borders. Lengths in px. */

import type { TableBox, TableSection } from '../../box/tree.js';
import { getOrMake } from '../../collections/maps.js';
import { containsAbsolute } from '../../css/style-queries.js';
import type { FragmentBuilder } from '../algorithm/builder.js';
import type { BoxFragment, CollapsedBorder, Placed } from '../algorithm/fragment.js';
import { NO_EDGES, type Rect } from '../algorithm/geometry.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { overflowOf } from '../overflow/overflow.js';
import { movedAll, movedOutOfFlow, type OutOfFlow } from '../positioned/out-of-flow.js';
import { layoutOutOfFlow } from '../positioned/positioned.js';
import { rowFragment } from './cells.js';
import { columnLines, type TableGeometry } from './geometry.js';
import { type FinishedPart, partFragment } from './part-fragment.js';
import type { PlacedRow } from './parts.js';

interface Sections {
  readonly placed: readonly Placed[];
  /** Out-of-flow descendants that neither rows nor sections contain, from the wrapper's border edge. */
  readonly outOfFlow: readonly OutOfFlow[];
}

/**
 * Wraps rows in section fragments.
 * @param rows       of this fragmentainer, from top to bottom
 * @param gridTop    offset of the grid's border edge from the wrapper's top
 * @param continues  whether the grid started in an earlier fragmentainer
 */
export function sectionsAround(
  context: LayoutContext,
  geometry: TableGeometry,
  rows: readonly PlacedRow[],
  gridTop: number,
  continues: boolean,
): Sections {
  const { border, padding, sectionHeights, rowX } = geometry;
  const { grid } = geometry.model;
  const bySection = new Map<TableSection, PlacedRow[]>();
  for (const row of rows) getOrMake(bySection, grid.rows[row.index]!.section, () => []).push(row);
  const placed: Placed[] = [];
  const outOfFlow: OutOfFlow[] = [];
  let bottom = continues ? 0 : border.top + padding.top;
  grid.sections.forEach(({ section, count }, i) => {
    const own = bySection.get(section) ?? [];
    if (own.length === 0 && (count > 0 || continues)) return;
    const top = own[0]?.y ?? bottom;
    const last = own.at(-1);
    bottom = last ? last.y + last.height : top + sectionHeights[i]!;
    const part = finishSection(context, geometry, section, own, top, bottom - top);
    placed.push({ fragment: part.fragment, x: rowX, y: gridTop + top });
    outOfFlow.push(...movedAll(part.outOfFlow, rowX, gridTop + top));
  });
  return { placed, outOfFlow };
}

function finishSection(
  context: LayoutContext,
  geometry: TableGeometry,
  section: TableSection,
  rows: readonly PlacedRow[],
  top: number,
  height: number,
): FinishedPart {
  const outOfFlow: OutOfFlow[] = [];
  const children = rows.map((row) => {
    const part = finishRow(context, geometry, row);
    if (part.outOfFlow.length > 0) outOfFlow.push(...movedAll(part.outOfFlow, 0, row.y - top));
    return { fragment: part.fragment, x: 0, y: row.y - top };
  });
  const [first, last] = [rows[0], rows.at(-1)];
  const part = { isFirst: first?.isFirst ?? true, isLast: last?.isLast ?? true, consumed: 0 };
  const fragment = partFragment(section, geometry.rowWidth, height, children, part, last?.repeated);
  return withContained(context, fragment, outOfFlow);
}

function finishRow(context: LayoutContext, geometry: TableGeometry, row: PlacedRow): FinishedPart {
  const columnOf = ({ cell }: PlacedRow['cells'][number]) => cell.placed.column;
  const isSorted = row.cells.every((cell, i) => i === 0 || columnOf(row.cells[i - 1]!) <= columnOf(cell));
  // Cells that span rows come last.
  if (!isSorted) row.cells.sort((a, b) => columnOf(a) - columnOf(b));
  const { index, cells, height, isFirst, isLast, consumed } = row;
  const fragment = rowFragment(index, geometry, cells, height, { isFirst, isLast, consumed });
  return withContained(context, fragment, movedAll(row.outOfFlow, -geometry.rowX, -row.y));
}

/**
 * Lays out the absolutely positioned boxes that a row or section contains.
 * @param items  with static positions from its border box
 */
function withContained(context: LayoutContext, fragment: BoxFragment, items: readonly OutOfFlow[]): FinishedPart {
  if (items.length === 0) return { fragment, outOfFlow: items };
  const { style, width, height, shift } = fragment;
  let positioned = fragment;
  let remaining = items;
  if (containsAbsolute(style)) {
    const contained = layoutOutOfFlow(context, { style }, items, { x: 0, y: 0, width, height });
    const children = [...fragment.children, ...contained.placed];
    const overflow = overflowOf(style, width, height, NO_EDGES, children, undefined);
    positioned = { ...fragment, children, overflow };
    remaining = contained.remaining;
  }
  if (!shift) return { fragment: positioned, outOfFlow: remaining };
  const move = (item: OutOfFlow) =>
    item.within || item.inlineContainer ? item : movedOutOfFlow(item, shift.x, shift.y);
  return { fragment: positioned, outOfFlow: remaining.map(move) };
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
export function collapsedBorders(
  table: TableBox,
  geometry: TableGeometry,
  rows: readonly PlacedRow[],
  gridTop: number,
): CollapsedBorder[] {
  const lines = columnLines(geometry, table.style.direction === 'rtl');
  const borders = geometry.model.collapsed!.bordersToPaint(rows, lines);
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

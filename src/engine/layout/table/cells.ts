/** Fragments of cells and rows: from what was measured to what is placed. */

import type { BlockBox, InlineLevelBox } from '../../box/tree.js';
import { containsAbsolute } from '../../css/style-queries.js';
import { hasPercentage } from '../../css/values/values.js';
import type { FragmentainerSpace } from '../algorithm/constraint-space.js';
import type { BoxFragment, FragmentDetails, Placed } from '../algorithm/fragment.js';
import { NO_EDGES } from '../algorithm/geometry.js';
import { layout } from '../algorithm/layout.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { cellAlignment } from '../alignment/box-alignment.js';
import { overflowOf } from '../overflow/overflow.js';
import { movedAll, type OutOfFlow } from '../positioned/out-of-flow.js';
import { cellX, type TableGeometry } from './geometry.js';
import { alignsToBaseline, baselineOf, cellSpace, hasOwnHeight, type MeasuredCell } from './heights.js';

export interface FinishedCell {
  readonly fragment: BoxFragment;
  readonly outOfFlow: readonly OutOfFlow[];
}

/** A whole cell, `height` high, its content aligned. */
export function finishCell(
  context: LayoutContext,
  geometry: TableGeometry,
  cell: MeasuredCell,
  height: number,
): FinishedCell {
  const { box } = cell.placed.cell;
  const hidden = isHidden(cell, geometry);
  const result = filledCell(context, geometry, cell, height);
  const contentShift = alignment(context, geometry, { ...cell, result }, height);
  if (height !== result.fragment.height && (containsAbsolute(box.style) || box.context === 'orthogonal')) {
    // Positioned boxes inside refer to the final height, lines that run down fill it.
    const sizes = { fixedHeight: height, contentShift };
    const final = cellSpace(geometry.model, cell.placed, cell.width, geometry.gridWidth, 'final', sizes);
    return moveContent(layout(context, box, final), height, 0, hidden);
  }
  const finished = moveContent(result, height, contentShift, hidden);
  const width = shownWidth(geometry, cell);
  return width === cell.width ? finished : { ...finished, fragment: { ...finished.fragment, width } };
}

/** Cells are measured as if no column were collapsed. */
function shownWidth({ model, columnX, columnWidths }: TableGeometry, { placed, width }: MeasuredCell): number {
  const { column, colspan } = placed;
  const last = column + colspan - 1;
  if (!model.hasCollapsedColumns) return width;
  return Math.max(
    columnX[last]! + columnWidths[last]! - columnX[column]!,
    columnX[column]! + columnWidths[column]! - columnX[last]!,
  );
}

/** The cell laid out with what percentages inside refer to, as high as its content takes then. */
function filledCell(
  context: LayoutContext,
  { model, gridWidth, rowWidth, hasOwnHeight: tableHasHeight }: TableGeometry,
  { placed, width, result }: MeasuredCell,
  height: number,
): LayoutResult {
  const { box } = placed.cell;
  const isDefinite = hasOwnHeight(placed) || (height > result.fragment.height && tableHasHeight);
  if (isDefinite && hasPercentHeights(box)) {
    const space = cellSpace(model, placed, width, rowWidth, 'final', { height });
    return layout(context, box, space);
  }
  if (gridWidth !== rowWidth && hasPercentPadding(box)) {
    // As in Blink: measured against the grid, used against the row, which has no spacing at its ends.
    return layout(context, box, cellSpace(model, placed, width, rowWidth, 'measure'));
  }
  return result;
}

function hasPercentPadding({ style }: BlockBox): boolean {
  const sides = ['block-start', 'line-right', 'block-end', 'line-left'] as const;
  return sides.some((side) => hasPercentage(style[`padding-${side}`]));
}

/** How far down the content goes. Source: https://www.w3.org/TR/CSS22/tables.html#height-layout */
function alignment(context: LayoutContext, geometry: TableGeometry, cell: MeasuredCell, height: number): number {
  const { box } = cell.placed.cell;
  const natural = cell.result.fragment.height;
  const align = cellAlignment(box);
  if (align === 'middle') return Math.max(0, (height - natural) / 2);
  if (align === 'bottom') return Math.max(0, height - natural);
  if (align === 'top') return 0;
  const own = baselineOf(cell);
  if (own === undefined) return 0;
  const shared = sharedBaseline(context, geometry, cell.placed.row);
  return shared === undefined ? 0 : shared - own;
}

/** The baseline of a row's cells, once percentages in them are resolved. */
function sharedBaseline(context: LayoutContext, geometry: TableGeometry, row: number): number | undefined {
  const { measured, heights } = geometry;
  const cells = measured.cells[row]!;
  const isOpen = cells.some(({ placed }) => alignsToBaseline(placed.cell.box) && hasPercentHeights(placed.cell.box));
  if (!isOpen) return measured.baselines[row];
  const baselines = cells.flatMap((cell) => {
    const result = filledCell(context, geometry, cell, heights[row]!);
    return baselineOf({ ...cell, result }) ?? [];
  });
  return baselines.length > 0 ? Math.max(...baselines) : undefined;
}

const HIDDEN: FragmentDetails = { kind: 'hidden-table-cell' };

/** The fragment of `result` with another height and its content moved down. */
export function moveContent(result: LayoutResult, height: number, shift: number, hide = false): FinishedCell {
  const { fragment, outOfFlow } = result;
  if (height === fragment.height && shift === 0 && !hide) return { fragment, outOfFlow };
  const down = (baseline: number | undefined) => (baseline === undefined ? undefined : baseline + shift);
  return {
    fragment: {
      ...fragment,
      height,
      children: hide
        ? []
        : shift === 0
          ? fragment.children
          : fragment.children.map((child) => ({ ...child, y: child.y + shift })),
      firstBaseline: down(fragment.firstBaseline),
      lastBaseline: down(fragment.lastBaseline),
      lineBaseline: down(fragment.lineBaseline),
      overflow: fragment.overflow && { ...fragment.overflow, y: fragment.overflow.y + shift },
      details: hide ? HIDDEN : fragment.details,
    },
    outOfFlow: movedAll(outOfFlow, 0, shift),
  };
}

/** `empty-cells: hide`, or all the columns are collapsed. Source: https://www.w3.org/TR/CSS22/tables.html#empty-cells */
function isHidden({ placed, result }: MeasuredCell, { model }: TableGeometry): boolean {
  const { column, colspan, cell } = placed;
  const hidesEmpty = cell.box.style['empty-cells'] === 'hide' && model.collapsed === undefined;
  if (hidesEmpty && result.fragment.children.length === 0) return true;
  for (let x = column; x < column + colspan; x += 1) if (!model.columns[x]!.isCollapsed) return false;
  return true;
}

/** Whether a second layout, with the row's height known, can change anything. */
function hasPercentHeights(box: BlockBox): boolean {
  const { content } = box;
  if (content.type === 'inlines') return content.children.some(hasPercentHeight);
  return content.children.some((child) => {
    const isTransparent = child.kind === 'block' && child.origin === 'anonymous' && !child.newFormattingContext;
    return isTransparent ? hasPercentHeights(child) : hasPercentHeight(child);
  });
}

function hasPercentHeight(box: InlineLevelBox): boolean {
  if (box.kind === 'text' || box.kind === 'break') return false;
  if (box.kind === 'inline') return box.children.some(hasPercentHeight);
  return (
    isPercentage(box.style['block-size']) ||
    isPercentage(box.style['min-block-size']) ||
    isPercentage(box.style['max-block-size'])
  );
}

function isPercentage(value: BlockBox['style']['block-size'] | BlockBox['style']['max-block-size']): boolean {
  return typeof value === 'object' && !('fitContent' in value) && hasPercentage(value);
}

/** Distance of a row's baseline from its top: the one its cells share, else the lowest bottom of their content. */
export function rowBaseline(
  context: LayoutContext,
  geometry: TableGeometry,
  index: number,
  cells: readonly { readonly fragment: BoxFragment }[],
  height: number,
): number {
  const shared = sharedBaseline(context, geometry, index);
  if (shared !== undefined) return shared;
  if (cells.length === 0) return 0;
  const edges = cells.map(({ fragment }) => fragment.padding.bottom + fragment.border.bottom);
  return Math.max(0, height - Math.min(...edges));
}

/** A row (or the part of one on this page) around its cells. Cells' y is from the row's top. */
export function rowFragment(
  index: number,
  geometry: TableGeometry,
  cells: readonly { readonly cell: MeasuredCell; readonly fragment: BoxFragment; readonly y: number }[],
  height: number,
  part: { readonly isFirst: boolean; readonly isLast: boolean; readonly consumed: number },
): BoxFragment {
  const children: Placed[] = cells.map(({ cell, fragment, y }) => ({
    fragment,
    x: cellX(geometry, cell.placed) - geometry.rowX,
    y,
  }));
  const { row } = geometry.model.grid.rows[index]!;
  return {
    kind: 'box',
    box: row,
    style: row.style,
    width: geometry.rowWidth,
    height,
    border: NO_EDGES,
    padding: NO_EDGES,
    children,
    firstBaseline: undefined,
    lastBaseline: undefined,
    lineBaseline: undefined,
    isFirst: part.isFirst,
    isLast: part.isLast,
    consumed: part.consumed,
    overflow: overflowOf(row.style, geometry.rowWidth, height, NO_EDGES, children, undefined),
    repeated: false,
    shift: undefined,
    writingMode: undefined,
    details: undefined,
  };
}

/** Where the page ends for a cell whose top is at `y` of a table. */
export function below(fragmentainer: FragmentainerSpace, y: number, reserved: number): FragmentainerSpace {
  const { earlyBreak: _, ...rest } = fragmentainer;
  return { ...rest, size: fragmentainer.size - reserved, offset: fragmentainer.offset + y };
}

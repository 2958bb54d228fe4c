/** Fragments of cells and rows: from what was measured to what is placed. */

import type { BlockBox } from '../../box/tree.js';
import { hasPercentage } from '../../css/values.js';
import { layout } from '../layout.js';
import { containsAbsolutes } from '../positioned.js';
import type { BoxFragment, FragmentainerSpace, LayoutContext, LayoutResult, OutOfFlow, Placed } from '../types.js';
import { NO_EDGES } from '../types.js';
import { cellX, type TableGeometry } from './geometry.js';
import type { GridRow } from './grid.js';
import { alignsToBaseline, cellSpace, type MeasuredCell } from './heights.js';

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
  const natural = cell.result.fragment.height;
  const hidden = hidesEmpty(box, cell.result.fragment, geometry);
  if (hasPercentHeights(box)) {
    const final = cellSpace(geometry.model, cell.placed, cell.width, 'final', { fixedHeight: height });
    const filled = layout(context, box, final);
    return moveContent(
      filled,
      height,
      alignment({ ...cell, result: filled }, contentHeight(filled), height, geometry),
      hidden,
    );
  }
  const contentShift = alignment(cell, natural, height, geometry);
  if (height !== natural && containsAbsolutes(box.style)) {
    // Positioned boxes inside refer to the final height.
    const final = cellSpace(geometry.model, cell.placed, cell.width, 'final', { fixedHeight: height, contentShift });
    return moveContent(layout(context, box, final), height, 0, hidden);
  }
  return moveContent(cell.result, height, contentShift, hidden);
}

/** Border-box height that the content in flow takes, once percentages are resolved. */
function contentHeight({ fragment }: LayoutResult): number {
  const { border, padding, children } = fragment;
  const bottom = children.reduce(
    (most, child) => Math.max(most, child.y + child.fragment.height),
    border.top + padding.top,
  );
  return Math.min(fragment.height, bottom + padding.bottom + border.bottom);
}

/** How far down the content goes. Source: https://www.w3.org/TR/CSS22/tables.html#height-layout */
function alignment(
  { placed, result }: MeasuredCell,
  natural: number,
  height: number,
  { measured }: TableGeometry,
): number {
  const { box } = placed.cell;
  const align = box.style['vertical-align'];
  if (align === 'middle') return Math.max(0, (height - natural) / 2);
  if (align === 'bottom') return Math.max(0, height - natural);
  const shared = measured.baselines[placed.row];
  const own = result.fragment.firstBaseline;
  return alignsToBaseline(box) && shared !== undefined && own !== undefined ? shared - own : 0;
}

/** The fragment of `result` with another height and its content moved down. */
export function moveContent(result: LayoutResult, height: number, shift: number, hideEmptyCell = false): FinishedCell {
  const { fragment, outOfFlow } = result;
  if (height === fragment.height && shift === 0 && !hideEmptyCell) return { fragment, outOfFlow };
  const down = (baseline: number | undefined) => (baseline === undefined ? undefined : baseline + shift);
  return {
    fragment: {
      ...fragment,
      height,
      children: shift === 0 ? fragment.children : fragment.children.map((child) => ({ ...child, y: child.y + shift })),
      firstBaseline: down(fragment.firstBaseline),
      lastBaseline: down(fragment.lastBaseline),
      overflow: fragment.overflow && { ...fragment.overflow, y: fragment.overflow.y + shift },
      ...(hideEmptyCell && { hideEmptyCell }),
    },
    outOfFlow: shift === 0 ? outOfFlow : outOfFlow.map((one) => ({ ...one, y: one.y + shift })),
  };
}

/** Source: https://www.w3.org/TR/CSS22/tables.html#empty-cells */
function hidesEmpty(box: BlockBox, fragment: BoxFragment, { model }: TableGeometry): boolean {
  return box.style['empty-cells'] === 'hide' && model.collapsed === undefined && fragment.children.length === 0;
}

/** Whether a second layout, with the row's height known, can change anything. */
function hasPercentHeights(box: BlockBox): boolean {
  const { content } = box;
  if (content.type !== 'blocks') return false;
  return content.children.some((child) => isPercentage(child.style.height) || isPercentage(child.style['min-height']));
}

function isPercentage(value: BlockBox['style']['height']): boolean {
  return typeof value === 'object' && !('fitContent' in value) && hasPercentage(value);
}

/** A row (or the part of one on this page) around its cells. Cells' y is from the row's top. */
export function rowFragment(
  { row }: GridRow,
  geometry: TableGeometry,
  cells: readonly { readonly cell: MeasuredCell; readonly fragment: BoxFragment; readonly y: number }[],
  height: number,
  part: { readonly isFirst: boolean; readonly isLast: boolean; readonly consumed: number },
): BoxFragment {
  const { x, width } = rowExtent(geometry);
  const children: Placed[] = cells.map(({ cell, fragment, y }) => ({
    fragment,
    x: cellX(geometry, cell.placed) - x,
    y,
  }));
  const baselines = cells
    .filter(({ cell }) => cell.placed.rowspan === 1 && alignsToBaseline(cell.placed.cell.box))
    .map(({ fragment, y }) => (fragment.firstBaseline === undefined ? undefined : fragment.firstBaseline + y))
    .filter((baseline) => baseline !== undefined);
  const baseline = baselines.length > 0 ? Math.max(...baselines) : undefined;
  return {
    kind: 'box',
    box: row,
    style: row.style,
    width,
    height,
    border: NO_EDGES,
    padding: NO_EDGES,
    children,
    firstBaseline: baseline,
    lastBaseline: baseline,
    overflow: undefined,
    ...part,
  };
}

/** Left edge (from the grid's border box) and width of all rows. */
export function rowExtent({ columnX, columnWidths, border, padding, width }: TableGeometry): {
  x: number;
  width: number;
} {
  if (columnX.length === 0) {
    const x = border.left + padding.left;
    return { x, width: Math.max(0, width - x - border.right - padding.right) };
  }
  const left = Math.min(columnX[0]!, columnX.at(-1)!);
  const right = Math.max(columnX[0]! + columnWidths[0]!, columnX.at(-1)! + columnWidths.at(-1)!);
  return { x: left, width: right - left };
}

/** Where the page ends for a cell whose top is at `y` of a table. */
export function below(fragmentainer: FragmentainerSpace, y: number, reserved: number): FragmentainerSpace {
  const { earlyBreak: _, ...rest } = fragmentainer;
  return { ...rest, size: fragmentainer.size - reserved, offset: fragmentainer.offset + y };
}

/** Fragments of cells and rows. */

import type { BlockBox, InlineLevelBox } from '../../box/tree.js';
import { containsAbsolute, isOutOfFlow } from '../../css/style-queries.js';
import { hasPercentage, isPercentageSize } from '../../css/values/values.js';
import type { BoxFragment, FragmentDetails, Placed } from '../algorithm/fragment.js';
import { layout } from '../algorithm/layout.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { cellAlignment } from '../alignment/box-alignment.js';
import { movedAll } from '../positioned/out-of-flow.js';
import { cellX, type TableGeometry } from './geometry.js';
import type { PlacedCell } from './grid.js';
import { alignsToBaseline, baselineOf, cellSpace, hasOwnHeight, type MeasuredCell } from './heights.js';
import { type FinishedPart, type PartPosition, partFragment } from './part-fragment.js';

/**
 * Makes the fragment of an unbroken cell, with its content aligned.
 * @param height        of the border box, px
 * @param isFragmented  whether the table is in a fragmentainer, where baselines of cells are not aligned: Blink's
 *                      TableRowLayoutAlgorithm::Layout
 */
export function finishCell(
  context: LayoutContext,
  geometry: TableGeometry,
  cell: MeasuredCell,
  height: number,
  isFragmented: boolean,
): FinishedPart {
  const { box } = cell.placed.cell;
  const hidden = isHidden(cell, geometry);
  const result = layoutWithFinalBases(context, geometry, cell, height);
  const isAtTop = isFragmented && cellAlignment(box) === 'baseline';
  const contentShift = isAtTop ? 0 : alignmentShift(context, geometry, cell.placed, result, height);
  if (height !== result.fragment.height && (containsAbsolute(box.style) || box.context === 'orthogonal')) {
    // Positioned descendants resolve against the final height; lines of an orthogonal flow fill it.
    const sizes = { fixedHeight: height, contentShift };
    const final = cellSpace(geometry.model, cell.placed, cell.width, geometry.gridWidth, 'final', sizes);
    return moveContent(layout(context, box, final), height, 0, hidden);
  }
  const finished = moveContent(result, height, contentShift, hidden);
  const width = visibleWidth(geometry, cell);
  return width === cell.width ? finished : { ...finished, fragment: { ...finished.fragment, width } };
}

/** Border-box width without collapsed columns. Cells are measured with them. */
function visibleWidth({ model, columnX, columnWidths }: TableGeometry, { placed, width }: MeasuredCell): number {
  const { column, colspan } = placed;
  const last = column + colspan - 1;
  if (!model.hasCollapsedColumns) return width;
  return Math.max(
    columnX[last]! + columnWidths[last]! - columnX[column]!,
    columnX[column]! + columnWidths[column]! - columnX[last]!,
  );
}

/** Lays out a cell again where the percentage bases of the final layout differ from those of measuring. */
function layoutWithFinalBases(
  context: LayoutContext,
  { model, gridWidth, rowWidth, hasOwnHeight: tableHasHeight }: TableGeometry,
  cell: MeasuredCell,
  height: number,
): FinishedPart {
  const { placed, width } = cell;
  const { box } = placed.cell;
  const isDefinite = hasOwnHeight(placed) || (height > cell.fragment.height && tableHasHeight);
  if (isDefinite && hasPercentHeights(box)) {
    const space = cellSpace(model, placed, width, rowWidth, 'final', { height });
    return layout(context, box, space);
  }
  if (gridWidth !== rowWidth && hasPercentPadding(box)) {
    // Percentage paddings resolve against the grid in measuring (Blink: TableLayoutAlgorithm::ComputeRows) and against
    // the row, which excludes the outer spacing, in layout (Blink: TableRowLayoutAlgorithm).
    return layout(context, box, cellSpace(model, placed, width, rowWidth, 'measure'));
  }
  return cell;
}

function hasPercentPadding({ style }: BlockBox): boolean {
  const sides = ['block-start', 'line-right', 'block-end', 'line-left'] as const;
  return sides.some((side) => hasPercentage(style[`padding-${side}`]));
}

/** Downward shift of the content, px. Source: https://www.w3.org/TR/CSS22/tables.html#height-layout */
function alignmentShift(
  context: LayoutContext,
  geometry: TableGeometry,
  placed: PlacedCell,
  { fragment, outOfFlow }: FinishedPart,
  height: number,
): number {
  const { box } = placed.cell;
  const natural = fragment.height;
  const align = cellAlignment(box);
  if (align === 'middle') return Math.max(0, (height - natural) / 2);
  if (align === 'bottom') return Math.max(0, height - natural);
  if (align === 'top') return 0;
  const own = baselineOf({ placed, fragment, outOfFlow });
  // Blink: FinalizeTableCellLayout and AlignBlockContent do not move cells that have only out-of-flow content.
  if (own === undefined || !fragment.children.some(isInFlow)) return 0;
  const shared = sharedBaseline(context, geometry, placed.row);
  return shared === undefined ? 0 : shared - own;
}

const isInFlow = ({ fragment }: Placed) => fragment.kind !== 'box' || !isOutOfFlow(fragment.style);

/** Shared baseline of a row's cells with percentages resolved, px from the row's top; undefined: none. */
function sharedBaseline(context: LayoutContext, geometry: TableGeometry, row: number): number | undefined {
  const { measured, heights } = geometry;
  const cells = measured.cells[row]!;
  const dependsOnHeights = cells.some(
    ({ placed }) => alignsToBaseline(placed.cell.box) && hasPercentHeights(placed.cell.box),
  );
  if (!dependsOnHeights) return measured.baselines[row];
  const baselines = cells.flatMap((cell) => {
    const { fragment, outOfFlow } = layoutWithFinalBases(context, geometry, cell, heights[row]!);
    return baselineOf({ placed: cell.placed, fragment, outOfFlow }) ?? [];
  });
  return baselines.length > 0 ? Math.max(...baselines) : undefined;
}

const HIDDEN: FragmentDetails = { kind: 'hidden-table-cell' };

/** Copies the fragment with another height and its content moved down by `shift`, px. */
export function moveContent(
  { fragment, outOfFlow }: FinishedPart,
  height: number,
  shift: number,
  hide = false,
): FinishedPart {
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

/**
 * Whether a cell is empty with `empty-cells: hide`, or all its columns are collapsed.
 * Source: https://www.w3.org/TR/CSS22/tables.html#empty-cells, Blink's FinalizeTableCellLayout (table_layout_utils.cc)
 */
function isHidden({ placed, fragment }: MeasuredCell, { model }: TableGeometry): boolean {
  const { column, colspan, cell } = placed;
  const hidesEmpty = cell.box.style['empty-cells'] === 'hide' && model.collapsed === undefined;
  if (hidesEmpty && fragment.children.length === 0) return true;
  for (let x = column; x < column + colspan; x += 1) if (!model.columns[x]!.isCollapsed) return false;
  return true;
}

/** Whether content has heights that resolve against the row's height. */
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
    isPercentageSize(box.style['block-size']) ||
    isPercentageSize(box.style['min-block-size']) ||
    isPercentageSize(box.style['max-block-size'])
  );
}

/**
 * Distance from a row's top to its baseline: the baseline that its cells share, else the lowest content edge of a cell.
 * Source: https://drafts.csswg.org/css-tables-3/#row-layout, Blink's RowBaselineTabulator::ComputeBaseline
 */
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

/**
 * Makes the fragment of a row, or of its part in one fragmentainer.
 * @param cells  y from the row's top
 */
export function rowFragment(
  index: number,
  geometry: TableGeometry,
  cells: readonly { readonly cell: MeasuredCell; readonly fragment: BoxFragment; readonly y: number }[],
  height: number,
  part: PartPosition,
): BoxFragment {
  const children: Placed[] = cells.map(({ cell, fragment, y }) => ({
    fragment,
    x: cellX(geometry, cell.placed) - geometry.rowX,
    y,
  }));
  const { row } = geometry.model.grid.rows[index]!;
  return partFragment(row, geometry.rowWidth, height, children, part);
}

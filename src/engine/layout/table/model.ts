/** Properties of a table that do not depend on its width: grid, borders, border spacing, column constraints. */

import type { BlockBox, TableBox } from '../../box/tree.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import type { Spacing } from '../../css/properties/tables.js';
import { isPercentageSize } from '../../css/values/values.js';
import { type Edges, type MinMax, NO_EDGES } from '../algorithm/geometry.js';
import { cacheOf, type LayoutContext } from '../algorithm/layout-context.js';
import {
  fixedBorderBoxLength,
  fixedLength,
  horizontal,
  percentageOf,
  resolveBorders,
  resolvePadding,
  sumEdges,
} from '../sizing/edges.js';
import { intrinsicSizes } from '../sizing/intrinsic.js';
import { CollapsedBorders } from './collapse.js';
import {
  type CellConstraint,
  type ColumnConstraint,
  capPercentages,
  columnsMinMax,
  distributeColspan,
  distributeColspanFixed,
  emptyColumn,
  encompass,
  mergeConstraints,
  UNBOUNDED,
} from './columns.js';
import { formGrid, type PlacedCell, type TableGrid } from './grid.js';

export interface TableModel {
  readonly grid: TableGrid;
  /** undefined: `border-collapse: separate` */
  readonly collapsed: CollapsedBorders | undefined;
  readonly spacing: { readonly x: number; readonly y: number };
  readonly border: Edges;
  readonly isFixedLayout: boolean;
  readonly columns: readonly ColumnConstraint[];
  readonly hasCollapsedColumns: boolean;
  /** Intrinsic contribution of the grid's border box to the container, without captions, px. */
  readonly gridMinMax: MinMax;
  /** Intrinsic widths of the grid's border box that its used width depends on, px. */
  readonly usedMinMax: MinMax;
}

export function tableModel(context: LayoutContext, table: TableBox): TableModel {
  const cache = cacheOf<TableBox, TableModel>(context, 'table');
  const known = cache.get(table);
  if (known) return known;
  const { style } = table;
  const isFixedLayout = hasFixedLayout(style);
  const columnElements = columnElementConstraints(table, isFixedLayout);
  const lastColumnElement = columnElements.findLastIndex((column) => !column.isMergeable);
  const grid = formGrid(table, lastColumnElement + 1, isFixedLayout);
  const isCollapsed = style['border-collapse'] === 'collapse';
  const collapsed = isCollapsed ? new CollapsedBorders(table, grid) : undefined;
  const spacing = isCollapsed ? { x: 0, y: 0 } : wholePixels(style['border-spacing']);
  const columns = columnConstraints(context, columnElements, { grid, collapsed, spacing, isFixedLayout });
  const border = collapsed ? collapsed.tableEdges() : resolveBorders(style);
  const padding = tablePadding(table, 0);
  const undistributable = horizontal(sumEdges(border, padding)) + spacingAcross(columns, spacing.x);
  const allowsPercentages = style['inline-size'] !== 'max-content';
  const sizes = (withPercentages: boolean) => {
    const { min, max } = columnsMinMax(columns, isFixedLayout, withPercentages);
    return { min: min + undistributable, max: max + undistributable };
  };
  const usedMinMax = sizes(allowsPercentages);
  const own = table.isConfined && allowsPercentages ? sizes(false) : usedMinMax;
  // A percentage width is unknown while the container is measured. Blink: TableLayoutAlgorithm::ComputeMinMaxSizes
  const gridMinMax =
    isFixedLayout && isPercentageSize(style['inline-size']) ? { min: own.min, max: Math.max(own.max, UNBOUNDED) } : own;
  const hasCollapsedColumns = columns.some((column) => column.isCollapsed);
  const model = {
    grid,
    collapsed,
    spacing,
    border,
    isFixedLayout,
    columns,
    hasCollapsedColumns,
    gridMinMax,
    usedMinMax,
  };
  cache.set(table, model);
  return model;
}

/** Source: https://drafts.csswg.org/css-tables-3/#table-layout-property */
function hasFixedLayout(style: LogicalStyle): boolean {
  return style['table-layout'] === 'fixed' && style['inline-size'] !== 'auto' && style['inline-size'] !== 'max-content';
}

export function tablePadding(table: TableBox, percentageWidth: number): Edges {
  return table.style['border-collapse'] === 'collapse' ? NO_EDGES : resolvePadding(table.style, percentageWidth);
}

/**
 * Total border spacing before, between and after columns that take space, px.
 * Source: Blink's ComputeUndistributableTableSpace (table_layout_algorithm.cc)
 */
export function spacingAcross(columns: readonly ColumnConstraint[], spacing: number): number {
  return (Math.max(1, columns.filter((column) => !column.isMergeable).length) + 1) * spacing;
}

type ModelParts = Pick<TableModel, 'grid' | 'collapsed' | 'spacing' | 'isFixedLayout'>;

/** Constraints from column and column group boxes. Source: Blink's ColumnConstraintsBuilder (table_layout_utils.cc) */
function columnElementConstraints(table: TableBox, isFixedLayout: boolean): ColumnConstraint[] {
  return table.columns.map(({ box, group }) => {
    if (!box) return columnConstraint(group?.style, undefined, isFixedLayout);
    const inherited = isFixedLayout || !group ? undefined : fixedLength(group.style['inline-size']);
    return columnConstraint(box.style, inherited, isFixedLayout);
  });
}

function columnConstraint(
  style: LogicalStyle | undefined,
  defaultWidth: number | undefined,
  isFixedLayout: boolean,
): ColumnConstraint {
  if (!style) return emptyColumn(isFixedLayout);
  const min = fixedLength(style['min-inline-size']);
  let width = fixedLength(style['inline-size']) ?? defaultWidth;
  if (min !== undefined && width !== undefined) width = Math.max(width, min);
  const percent = percentage(style) || undefined;
  return {
    min: min ?? 0,
    max: width,
    percent,
    isConstrained: width !== undefined,
    percentEdges: 0,
    isMergeable: !isFixedLayout && !width && percent === undefined,
    isCollapsed: style.visibility === 'collapse',
  };
}

/**
 * Constraints of all columns.
 * Source: https://drafts.csswg.org/css-tables-3/#computing-column-measures,
 *   Blink's ApplyCellConstraintsToColumnConstraints (table_layout_utils.cc)
 */
function columnConstraints(
  context: LayoutContext,
  columnElements: readonly ColumnConstraint[],
  { grid, collapsed, isFixedLayout, spacing }: ModelParts,
): ColumnConstraint[] {
  const columns = Array.from(
    { length: grid.columnCount },
    (_, index): ColumnConstraint => columnElements[index] ?? emptyColumn(isFixedLayout),
  );
  const firstRow = grid.sections.find(({ count }) => count > 0)?.start;
  // Fixed layout: only cells of the first row, https://www.w3.org/TR/CSS22/tables.html#fixed-table-layout
  const cells = isFixedLayout ? grid.cells.filter(({ row }) => row === firstRow) : grid.cells;
  const spanning = cells.filter(({ cell }) => cell.colspan > 1);
  // Each spanning cell needs a column that takes its width. Blink: EnsureDistributableColumnExists
  for (const placed of spanning) {
    const spanned = spannedColumns(columns, placed);
    const distributable = spanned.find((column) => !column.isCollapsed) ?? spanned[0];
    if (distributable) distributable.isMergeable = false;
  }
  const byColumn: (CellConstraint | undefined)[] = [];
  for (const placed of cells) {
    if (placed.cell.colspan > 1) continue;
    const constraint = cellConstraint(context, placed, collapsed, isFixedLayout);
    const known = byColumn[placed.column];
    byColumn[placed.column] = known ? mergeConstraints(known, constraint) : constraint;
  }
  byColumn.forEach((constraint, column) => {
    if (constraint) encompass(columns[column]!, constraint, isFixedLayout);
  });
  spanning.sort((a, b) => a.cell.colspan - b.cell.colspan || a.column - b.column);
  for (const placed of spanning) {
    const constraint = cellConstraint(context, placed, collapsed, isFixedLayout);
    const distribute = isFixedLayout ? distributeColspanFixed : distributeColspan;
    distribute(spannedColumns(columns, placed), constraint, spacing.x);
  }
  capPercentages(columns, isFixedLayout);
  return columns;
}

function spannedColumns(columns: readonly ColumnConstraint[], { column, colspan }: PlacedCell): ColumnConstraint[] {
  return columns.slice(column, column + colspan);
}

/**
 * Constraint of a cell.
 * Source: https://drafts.csswg.org/css-tables-3/#computing-cell-measures, Blink's
 *   TableTypes::CreateCellInlineConstraint
 */
function cellConstraint(
  context: LayoutContext,
  placed: PlacedCell,
  collapsed: CollapsedBorders | undefined,
  isFixedLayout: boolean,
): CellConstraint {
  const { box } = placed.cell;
  const { style } = box;
  const own = horizontal(resolveBorders(style));
  const border = collapsed ? horizontal(collapsed.cellEdges(placed)) : own;
  const edges = border + horizontal(resolvePadding(style, 0));
  const content = isFixedLayout ? { min: 0, max: edges } : sizesWithBorders(context, box, border - own);
  const width = fixedBorderBoxLength(style, style['inline-size'], edges);
  const lower = fixedBorderBoxLength(style, style['min-inline-size'], edges);
  const upper = fixedBorderBoxLength(style, style['max-inline-size'], edges);
  let min = isFixedLayout ? 0 : Math.max(content.min, lower ?? 0);
  // https://quirks.spec.whatwg.org/#the-table-cell-nowrap-minimum-width-calculation-quirk
  if (width !== undefined && !isFixedLayout && context.quirks && box.element.attribute('nowrap') !== undefined)
    min = Math.max(min, width);
  let max = width ?? content.max;
  if (upper !== undefined) {
    const limit = Math.max(upper, lower ?? 0);
    max = Math.min(max, limit);
    min = Math.min(min, limit);
  }
  const percent = percentage(style);
  return {
    min,
    max: Math.max(min, max),
    percent,
    isConstrained: width !== undefined,
    percentEdges: isFixedLayout && percent !== undefined && style['box-sizing'] === 'content-box' ? edges : 0,
  };
}

/** @param borderDifference  width of the collapsed borders minus that of the cell's own, px */
function sizesWithBorders(context: LayoutContext, box: BlockBox, borderDifference: number): MinMax {
  const { min, max } = intrinsicSizes(context, box);
  return { min: min + borderDifference, max: max + borderDifference };
}

function percentage({ 'inline-size': width, 'max-inline-size': upper }: LogicalStyle): number | undefined {
  const percent = percentageOf(width);
  const limit = percentageOf(upper);
  return percent === undefined || limit === undefined ? percent : Math.min(percent, limit);
}

/** Truncates border spacing to whole px: Blink's ComputedStyle::HorizontalBorderSpacing is a short. */
function wholePixels({ x, y }: Spacing): Spacing {
  return { x: Math.floor(x + WHOLE_TOLERANCE), y: Math.floor(y + WHOLE_TOLERANCE) };
}

/** Tolerance, px, for whole numbers that unit conversion has made smaller. */
const WHOLE_TOLERANCE = 1e-6;

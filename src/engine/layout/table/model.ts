/** What a table is before any width is known: its grid, borders, spacing and the widths its columns ask for. */

import type { BlockBox, TableBox } from '../../box/tree.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import type { Spacing } from '../../css/properties/tables.js';
import { hasPercentage, type MaxSize, resolveLength, type Size } from '../../css/values/values.js';
import { type Edges, type MinMax, NO_EDGES } from '../algorithm/geometry.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { snap } from '../algorithm/units.js';
import { horizontal, resolveBorders, resolvePadding, sumEdges, toBorderBox } from '../sizing/edges.js';
import { intrinsicSizes } from '../sizing/intrinsic.js';
import { CollapsedBorders } from './collapse.js';
import {
  type ColumnDemand,
  capPercentages,
  columnsMinMax,
  emptyColumn,
  encompass,
  encompassSpan,
  joinDemands,
  spreadFixed,
  UNBOUNDED,
  type WidthDemand,
} from './columns.js';
import { formGrid, type PlacedCell, type TableGrid } from './grid.js';

export interface TableModel {
  readonly grid: TableGrid;
  /** undefined: borders are separate. */
  readonly collapsed: CollapsedBorders | undefined;
  readonly spacing: { readonly x: number; readonly y: number };
  readonly border: Edges;
  readonly isFixedLayout: boolean;
  readonly columns: readonly ColumnDemand[];
  readonly hasCollapsedColumns: boolean;
  /** Of the grid box (border box), captions not counted: what the table contributes to its container's, … */
  readonly gridMinMax: MinMax;
  /** … and what its own width goes by. */
  readonly usedMinMax: MinMax;
}

export function tableModel(context: LayoutContext, table: TableBox): TableModel {
  const cache = cacheOf(context);
  const known = cache.get(table);
  if (known) return known;
  const { style } = table;
  const isFixedLayout = hasFixedLayout(style);
  const described = describedColumns(table, isFixedLayout);
  const lastDescribed = described.findLastIndex((column) => !column.isMergeable);
  const grid = formGrid(table, lastDescribed + 1, isFixedLayout);
  const isCollapsed = style['border-collapse'] === 'collapse';
  const collapsed = isCollapsed ? new CollapsedBorders(table, grid, grid.columnCount) : undefined;
  const spacing = isCollapsed ? { x: 0, y: 0 } : wholePixels(style['border-spacing']);
  const columns = columnDemands(context, described, { grid, collapsed, spacing, isFixedLayout });
  const border = collapsed ? collapsed.tableEdges() : resolveBorders(style);
  const padding = tablePadding(table, 0);
  const around = horizontal(sumEdges(border, padding)) + spacingAcross(columns, spacing.x);
  const withPercentages = style['inline-size'] !== 'max-content';
  const sizes = (percentages: boolean) => {
    const { min, max } = columnsMinMax(columns, isFixedLayout, percentages);
    return { min: min + around, max: max + around };
  };
  const usedMinMax = sizes(withPercentages);
  const own = table.isConfined && withPercentages ? sizes(false) : usedMinMax;
  // As in Blink: a percentage width cannot be known while the container is measured.
  const gridMinMax =
    isFixedLayout && isRelative(style['inline-size']) ? { min: own.min, max: Math.max(own.max, UNBOUNDED) } : own;
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

function isRelative(value: Size): boolean {
  return typeof value === 'object' && !('fitContent' in value) && hasPercentage(value);
}

export function tablePadding(table: TableBox, percentageWidth: number): Edges {
  return table.style['border-collapse'] === 'collapse' ? NO_EDGES : resolvePadding(table.style, percentageWidth);
}

/** Border spacing before, between and after columns that take room. */
export function spacingAcross(columns: readonly ColumnDemand[], spacing: number): number {
  return (Math.max(1, columns.filter((column) => !column.isMergeable).length) + 1) * spacing;
}

type Parts = Pick<TableModel, 'grid' | 'collapsed' | 'spacing' | 'isFixedLayout'>;

/** What `col` and `colgroup` elements say. */
function describedColumns(table: TableBox, isFixedLayout: boolean): ColumnDemand[] {
  return table.columns.map(({ box, group }) => {
    if (!box) return colDemand(group?.style, undefined, isFixedLayout);
    const inherited = isFixedLayout || !group ? undefined : length(group.style['inline-size']);
    return colDemand(box.style, inherited, isFixedLayout);
  });
}

function colDemand(
  style: LogicalStyle | undefined,
  defaultWidth: number | undefined,
  isFixedLayout: boolean,
): ColumnDemand {
  if (!style) return emptyColumn(isFixedLayout);
  const min = length(style['min-inline-size']);
  let width = length(style['inline-size']) ?? defaultWidth;
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

/** Source: https://drafts.csswg.org/css-tables-3/#computing-column-measures */
function columnDemands(
  context: LayoutContext,
  described: readonly ColumnDemand[],
  { grid, collapsed, isFixedLayout, spacing }: Parts,
): ColumnDemand[] {
  const columns = Array.from(
    { length: grid.columnCount },
    (_, index): ColumnDemand => described[index] ?? emptyColumn(isFixedLayout),
  );
  const firstRow = grid.sections.find(({ count }) => count > 0)?.start;
  // CSS 2.2 §17.5.2.1: in a fixed layout the first row decides.
  const cells = isFixedLayout ? grid.cells.filter(({ row }) => row === firstRow) : grid.cells;
  const spanning = cells.filter(({ cell }) => cell.colspan > 1);
  // Something must take a spanning cell's width, though no other cell may start in its columns.
  for (const placed of spanning) {
    const spanned = spannedBy(columns, placed);
    const taker = spanned.find((column) => !column.isCollapsed) ?? spanned[0];
    if (taker) taker.isMergeable = false;
  }
  const byColumn: (WidthDemand | undefined)[] = [];
  for (const placed of cells) {
    if (placed.cell.colspan > 1) continue;
    const demand = cellDemand(context, placed, collapsed, isFixedLayout);
    const known = byColumn[placed.column];
    byColumn[placed.column] = known ? joinDemands(known, demand) : demand;
  }
  byColumn.forEach((demand, column) => {
    if (demand) encompass(columns[column]!, demand, isFixedLayout);
  });
  spanning.sort((a, b) => a.cell.colspan - b.cell.colspan || a.column - b.column);
  for (const placed of spanning) {
    const demand = cellDemand(context, placed, collapsed, isFixedLayout);
    const spread = isFixedLayout ? spreadFixed : encompassSpan;
    spread(spannedBy(columns, placed), demand, spacing.x);
  }
  capPercentages(columns, isFixedLayout);
  return columns;
}

function spannedBy(columns: readonly ColumnDemand[], { column, colspan }: PlacedCell): ColumnDemand[] {
  return columns.slice(column, column + colspan);
}

/** What a cell asks for. Source: css-tables-3, "outer min-content and outer max-content widths" */
function cellDemand(
  context: LayoutContext,
  placed: PlacedCell,
  collapsed: CollapsedBorders | undefined,
  isFixedLayout: boolean,
): WidthDemand {
  const { box } = placed.cell;
  const { style } = box;
  const own = horizontal(resolveBorders(style));
  const border = collapsed ? horizontal(collapsed.cellEdges(placed)) : own;
  const edges = border + horizontal(resolvePadding(style, 0));
  const content = isFixedLayout ? { min: 0, max: edges } : contentSizes(context, box, border - own);
  const width = sizeInPixels(style['inline-size'], box, edges);
  const lower = sizeInPixels(style['min-inline-size'], box, edges);
  const upper = sizeInPixels(style['max-inline-size'], box, edges);
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

function contentSizes(context: LayoutContext, box: BlockBox, borderDifference: number): MinMax {
  const { min, max } = intrinsicSizes(context, box);
  return { min: min + borderDifference, max: max + borderDifference };
}

function sizeInPixels(value: Size | MaxSize, box: BlockBox, edges: number): number | undefined {
  const px = length(value);
  return px === undefined ? undefined : toBorderBox(box.style, px, edges);
}

function length(value: Size | MaxSize): number | undefined {
  if (typeof value === 'string' || (typeof value === 'object' && 'fitContent' in value) || hasPercentage(value))
    return undefined;
  return snap(resolveLength(value, 0));
}

function percentage({ 'inline-size': width, 'max-inline-size': upper }: LogicalStyle): number | undefined {
  const percent = percentOf(width);
  const limit = percentOf(upper);
  return percent === undefined || limit === undefined ? percent : Math.min(percent, limit);
}

function percentOf(value: Size | MaxSize): number | undefined {
  return typeof value === 'object' && 'percent' in value && value.px === 0 ? value.percent : undefined;
}

/** As in Blink, which cuts fractions off. */
function wholePixels({ x, y }: Spacing): Spacing {
  return { x: Math.floor(x + WHOLE_TOLERANCE), y: Math.floor(y + WHOLE_TOLERANCE) };
}

/** px: units that make a whole number may fall short of it by their arithmetic. */
const WHOLE_TOLERANCE = 1e-6;

function cacheOf(context: LayoutContext): Map<TableBox, TableModel> {
  const { byModule } = context.caches;
  const known = byModule.get('table') as Map<TableBox, TableModel> | undefined;
  if (known) return known;
  const made = new Map<TableBox, TableModel>();
  byModule.set('table', made);
  return made;
}

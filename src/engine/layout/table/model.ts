/** What a table is before any width is known: its grid, borders, spacing and the widths its columns ask for. */

import type { BlockBox, TableBox } from '../../box/tree.js';
import { hasPercentage, type MaxSize, resolveLength, type Size } from '../../css/values.js';
import { horizontal, resolveBorders, resolvePadding, sumEdges, toBorderBox } from '../edges.js';
import { intrinsicSizes, minMax } from '../intrinsic.js';
import { type Edges, type LayoutContext, type MinMax, NO_EDGES } from '../types.js';
import { snap } from '../units.js';
import { CollapsedBorders } from './collapse.js';
import {
  type ColumnDemand,
  capPercentages,
  columnsMinMax,
  emptyColumns,
  encompass,
  encompassSpan,
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
  /** Of the grid box (border box), captions not counted. */
  readonly gridMinMax: MinMax;
}

export function tableModel(context: LayoutContext, table: TableBox): TableModel {
  const cache = cacheOf(context);
  const known = cache.get(table);
  if (known) return known;
  const grid = formGrid(table);
  const { style } = table;
  const isCollapsed = style['border-collapse'] === 'collapse';
  const collapsed = isCollapsed ? new CollapsedBorders(table, grid, grid.columnCount) : undefined;
  const spacing = isCollapsed ? { x: 0, y: 0 } : style['border-spacing'];
  const isFixedLayout = style['table-layout'] === 'fixed' && style.width !== 'auto';
  const columns = columnDemands(context, table, { grid, collapsed, spacing, isFixedLayout });
  const border = collapsed ? collapsed.tableEdges() : resolveBorders(style);
  const padding = tablePadding(table, 0);
  const content = columnsMinMax(columns, isFixedLayout);
  const around = horizontal(sumEdges(border, padding)) + spacingAround(grid.columnCount, spacing.x);
  const gridMinMax = { min: content.min + around, max: content.max + around };
  const model = { grid, collapsed, spacing, border, isFixedLayout, columns, gridMinMax };
  cache.set(table, model);
  return model;
}

export function tablePadding(table: TableBox, percentageWidth: number): Edges {
  return table.style['border-collapse'] === 'collapse' ? NO_EDGES : resolvePadding(table.style, percentageWidth);
}

/** Border spacing before, between and after so many columns or rows. */
export function spacingAround(count: number, spacing: number): number {
  return count > 0 ? (count + 1) * spacing : 0;
}

type Parts = Pick<TableModel, 'grid' | 'collapsed' | 'spacing' | 'isFixedLayout'>;

/** Source: https://drafts.csswg.org/css-tables-3/#computing-column-measures */
function columnDemands(context: LayoutContext, table: TableBox, parts: Parts): ColumnDemand[] {
  const { grid, collapsed, isFixedLayout, spacing } = parts;
  const columns = emptyColumns(grid.columnCount);
  table.columns.forEach(({ box, group }, index) => {
    const column = columns[index];
    const demand = colDemand(box?.style ?? group?.style);
    if (!column || !demand) return;
    Object.assign(column, {
      ...demand,
      isFromCol: isFixedLayout && (demand.isConstrained || demand.percent !== undefined),
    });
  });
  const spanning: PlacedCell[] = [];
  for (const placed of grid.cells) {
    if (isFixedLayout && placed.row > 0) continue; // CSS 2.2 §17.5.2.1: the first row decides
    if (placed.colspan > 1) spanning.push(placed);
    else encompass(columns[placed.column]!, cellDemand(context, placed, collapsed, isFixedLayout), isFixedLayout);
  }
  spanning.sort((a, b) => a.colspan - b.colspan);
  for (const placed of spanning) {
    const demand = cellDemand(context, placed, collapsed, isFixedLayout);
    const spanned = columns.slice(placed.column, placed.column + placed.colspan);
    if (isFixedLayout) spreadFixed(spanned, demand, spacing.x);
    else encompassSpan(spanned, demand, spacing.x);
  }
  capPercentages(columns);
  return columns;
}

/** In a fixed layout a spanning cell's width is split evenly over the columns nothing has been said of. */
function spreadFixed(columns: ColumnDemand[], demand: WidthDemand, spacing: number): void {
  const open = columns.filter((column) => !column.isFromCol && !column.isConstrained && column.percent === undefined);
  if (open.length === 0) return;
  const share = Math.max(0, demand.max - spacing * (columns.length - 1)) / columns.length;
  for (const column of open) {
    if (demand.percent !== undefined)
      Object.assign(column, {
        percent: demand.percent / columns.length,
        percentEdges: demand.percentEdges / columns.length,
      });
    else if (demand.isConstrained) Object.assign(column, { max: snap(share), isConstrained: true });
  }
}

function colDemand(style: BlockBox['style'] | undefined): WidthDemand | undefined {
  if (!style) return undefined;
  const width = length(style.width);
  const percent = percentage(style.width);
  if (width === undefined && percent === undefined) return undefined;
  return { min: 0, max: width ?? 0, percent, isConstrained: width !== undefined, percentEdges: 0 };
}

/** What a cell asks for. Source: css-tables-3, "outer min-content and max-content widths" */
export function cellDemand(
  context: LayoutContext,
  { cell, ...place }: PlacedCell,
  collapsed: CollapsedBorders | undefined,
  isFixedLayout: boolean,
): WidthDemand {
  const { box } = cell;
  const { style } = box;
  const own = horizontal(resolveBorders(style));
  const border = collapsed ? horizontal(collapsed.cellEdges(place)) : own;
  const edges = border + horizontal(resolvePadding(style, 0));
  const content = isFixedLayout ? { min: edges, max: edges } : contentSizes(context, box, border - own);
  const width = sizeInPixels(style.width, box, edges);
  const lower = sizeInPixels(style['min-width'], box, edges) ?? 0;
  const upper = sizeInPixels(style['max-width'], box, edges);
  let min = Math.max(isFixedLayout ? 0 : content.min, lower);
  if (width !== undefined && context.quirks && box.element.attribute('nowrap') !== undefined)
    min = Math.max(min, width);
  let max = width ?? content.max;
  if (upper !== undefined) {
    max = Math.min(max, upper);
    min = Math.min(min, upper);
  }
  const percentEdges = style['box-sizing'] === 'border-box' ? 0 : edges;
  return {
    min,
    max: Math.max(min, max),
    percent: percentage(style.width),
    isConstrained: width !== undefined,
    percentEdges,
  };
}

function contentSizes(context: LayoutContext, box: BlockBox, borderDifference: number): MinMax {
  const keyword = box.style.width === 'min-content' || box.style.width === 'max-content';
  const { min, max } = keyword ? minMax(context, box) : intrinsicSizes(context, box);
  return { min: min + borderDifference, max: max + borderDifference };
}

function sizeInPixels(value: Size | MaxSize, box: BlockBox, edges: number): number | undefined {
  const px = length(value);
  return px === undefined ? undefined : toBorderBox(box.style, px, edges);
}

function length(value: Size | MaxSize): number | undefined {
  if (typeof value === 'string' || (typeof value === 'object' && 'fitContent' in value) || hasPercentage(value))
    return undefined;
  const px = snap(resolveLength(value, 0));
  return px > 0 ? px : undefined;
}

function percentage(value: Size | MaxSize): number | undefined {
  if (typeof value !== 'object' || !('percent' in value) || value.percent <= 0) return undefined;
  return value.percent;
}

function cacheOf(context: LayoutContext): Map<TableBox, TableModel> {
  const { byModule } = context.caches;
  const known = byModule.get('table') as Map<TableBox, TableModel> | undefined;
  if (known) return known;
  const made = new Map<TableBox, TableModel>();
  byModule.set('table', made);
  return made;
}

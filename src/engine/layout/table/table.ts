/**
 * Table layout. Sources: https://drafts.csswg.org/css-tables-3/, https://www.w3.org/TR/CSS22/tables.html
 *   model           grid of slots, borders, what columns ask for        (no width known)
 *   geometry        used column widths and row heights                  (one width)
 *   here            rows onto pages: breaks between rows, repeated headers and footers, cells over several rows
 *   row-part        one row on one page, breaks inside it
 *   table-fragment  sections, captions, borders of what is on the page
 */

import type { TableBox, TableSection } from '../../box/tree.js';
import { isEarlyBreakBefore, spaceLeft } from '../breaks.js';
import { FragmentBuilder } from '../builder.js';
import { horizontal, sumEdges, vertical } from '../edges.js';
import { appealOfBreakInside, breakBeforeChildIfNeeded } from '../fragmentation.js';
import { overflowOf } from '../overflow.js';
import { containsAbsolutes, layoutContained, type PositionedResult } from '../positioned.js';
import {
  type Algorithm,
  type BoxFragment,
  BreakAppeal,
  type BreakToken,
  type ConstraintSpace,
  type EarlyBreak,
  type Edges,
  type FragmentainerSpace,
  type LayoutContext,
  type LayoutResult,
  type MinMax,
  type OutOfFlow,
  type Placed,
} from '../types.js';
import { below, rowBaseline } from './cells.js';
import { captionMinWidth, type TableGeometry, tableGeometry } from './geometry.js';
import type { MeasuredCell } from './heights.js';
import { tableModel, tablePadding } from './model.js';
import type { OpenCell, PlacedRow, Repeated, RowResume, TableResume } from './parts.js';
import { RowLayout, type RowPart, type RowPlace, wholePlace } from './row-part.js';
import { captionsHeight, columnRects, paintBorders, placeCaptions, sectionsAround } from './table-fragment.js';

export const tableAlgorithm: Algorithm<TableBox> = {
  layout: layoutTable,
  intrinsicSizes(context: LayoutContext, table: TableBox): MinMax {
    const { min, max } = tableModel(context, table).gridMinMax;
    const caption = captionMinWidth(context, table);
    return { min: Math.max(min, caption), max: Math.max(max, caption) };
  },
  borderPadding: (context, table) => sumEdges(tableModel(context, table).border, tablePadding(table, 0)),
};

function layoutTable(
  context: LayoutContext,
  table: TableBox,
  space: ConstraintSpace,
  resume: BreakToken | undefined,
): LayoutResult {
  const geometry = tableGeometry(context, table, space);
  const first = new TablePage(context, table, geometry, space, resume, space.fragmentainer?.earlyBreak);
  const result = first.run();
  if (result) return result;
  const again = new TablePage(context, table, geometry, space, resume, first.builder.earlyBreak).run();
  if (!again) throw new Error('a second pass cannot ask for a third');
  return first.builder.repeatShortage(again);
}

/** A table's header and footer together repeat if they leave most of the page to the rows; each at most a quarter. */
const MOST_OF_PAGE = 1 / 4;

class TablePage {
  readonly builder = new FragmentBuilder();
  private readonly rows: PlacedRow[] = [];
  private readonly layout: RowLayout;
  private readonly from: TableResume;
  private readonly header: readonly number[];
  private readonly footer: readonly number[];
  private readonly footerHeight: number;
  private readonly open: OpenCell[];
  private next: TableResume | undefined;
  /** From the wrapper's top: where the grid's border box starts. */
  private readonly gridTop: number;
  /** From the grid's top: below the last row so far. */
  private y = 0;

  constructor(
    private readonly context: LayoutContext,
    private readonly table: TableBox,
    private readonly geometry: TableGeometry,
    private readonly space: ConstraintSpace,
    private readonly resume: BreakToken | undefined,
    private readonly early: EarlyBreak | undefined,
  ) {
    this.layout = new RowLayout(context, geometry);
    const known = resume?.before ? undefined : (resume?.data as TableResume | undefined);
    this.from = known ?? {
      hasBegun: false,
      row: 0,
      inside: undefined,
      open: [],
      repeats: this.repeatedSections(),
      consumed: 0,
    };
    this.open = [...this.from.open];
    this.header = this.from.repeats.header;
    this.footer = this.from.repeats.footer;
    this.footerHeight = this.height(this.footer);
    this.gridTop = this.continues ? 0 : captionsHeight(geometry, 'top');
  }

  private get continues(): boolean {
    return this.resume !== undefined && !this.resume.before;
  }

  /** undefined: lay out again up to `builder.earlyBreak`. */
  run(): LayoutResult | undefined {
    const { border, padding } = this.geometry;
    if (!this.from.hasBegun) this.y = border.top + padding.top;
    // Between the caption and the grid the page may end, but not between the header and the first row.
    const mayEnd = this.gridTop > 0 && this.fits(this.gridTop);
    if (mayEnd && !this.fits(this.gridTop + this.y + this.height(this.header))) this.stopAtGrid();
    else {
      if (mayEnd && this.header.length === 0) this.builder.hasBreakOpportunity = true;
      this.placeWhole(this.header, this.from.hasBegun);
      if (this.placeRows() === 'earlier') return undefined;
    }
    if (!this.next || this.from.hasBegun || this.rows.length > 0) this.placeWhole(this.footer, this.next !== undefined);
    this.closeOpenCells();
    return this.finish();
  }

  // ---- header and footer --------------------------------------------------------------------------------------------

  private repeatedSections(): Repeated {
    const { fragmentainer } = this.space;
    const none: readonly number[] = [];
    if (!fragmentainer || fragmentainer.repeated) return { header: none, footer: none };
    const find = (role: TableSection['role']) => {
      const found = this.geometry.model.grid.sections.find(({ section }) => section.role === role);
      const rows = found ? Array.from({ length: found.count }, (_, i) => found.start + i) : none;
      return this.height(rows) <= fragmentainer.size * MOST_OF_PAGE ? rows : none;
    };
    return { header: find('header'), footer: find('footer') };
  }

  /** Whether the page reaches down to there. */
  private fits(y: number): boolean {
    const { fragmentainer } = this.space;
    return !fragmentainer || y <= spaceLeft(fragmentainer, 0);
  }

  private stopAtGrid(): void {
    const first = this.geometry.model.grid.rows[this.header[0] ?? this.from.row];
    if (first) this.builder.breakBefore(first.row, { appeal: BreakAppeal.perfect });
    this.stopBefore(this.from.row);
  }

  /** Of rows with the spacing before each. */
  private height(rows: readonly number[]): number {
    return rows.reduce((sum, index) => sum + this.geometry.heights[index]! + this.spacingBefore(index), 0);
  }

  /** Puts rows that never break. */
  private placeWhole(rows: readonly number[], repeated: boolean): void {
    for (const index of rows) {
      // There is none at the top of a page, nor between rows that are cut and the footer; below that there is.
      const spacing = repeated && index === rows[0] ? 0 : this.spacingBefore(index);
      const y = this.y + spacing;
      const height = this.geometry.heights[index]!;
      const row = wholePlace(index, y, height, repeated);
      for (const cell of this.geometry.measured.cells[index]!) {
        this.layout.addWholeCell(row, cell, this.spanHeight(cell));
      }
      this.rows.push(row);
      this.y = y + height;
    }
  }

  /** Of a cell over its rows. One that starts in a collapsed row has no height at all. */
  private spanHeight({ placed }: MeasuredCell): number {
    const { heights, measured, spacing } = this.geometry;
    const first = placed.row;
    let height = heights[first]!;
    if (measured.rows[first]!.isCollapsed) return 0;
    for (let i = first + 1; i < first + placed.rowspan; i += 1) {
      if (!measured.rows[i]!.isCollapsed) height += heights[i]! + spacing.y;
    }
    return height;
  }

  /** Collapsed rows take no spacing either, but for the one around their section. */
  private spacingBefore(index: number): number {
    const { measured, model, spacing } = this.geometry;
    const { rows } = model.grid;
    const startsSection = (i: number) => rows[i - 1]?.section !== rows[i]!.section;
    if (startsSection(index)) return spacing.y;
    if (measured.rows[index]!.isCollapsed) return 0;
    let earlier = index - 1;
    while (measured.rows[earlier]!.isCollapsed && !startsSection(earlier)) earlier -= 1;
    return measured.rows[earlier]!.isCollapsed ? 0 : spacing.y;
  }

  // ---- rows onto the page -------------------------------------------------------------------------------------------

  private placeRows(): 'done' | 'earlier' {
    const { grid } = this.geometry.model;
    const apart = new Set([...this.header, ...this.footer]);
    for (let index = this.from.row; index < grid.rows.length; index += 1) {
      if (apart.has(index)) continue;
      const inside = index === this.from.row ? this.from.inside : undefined;
      // A repeated header needs no break after it: the page would hold nothing but the header.
      // The spacing goes where the page was broken between two rows.
      const isCut = this.from.hasBegun && this.rows.length === 0;
      const y = this.y + (isCut ? 0 : this.spacingBefore(index));
      const step = this.placeRow({ index, y, inside });
      if (step === 'earlier') return 'earlier';
      if (step === 'stop') break;
    }
    return 'done';
  }

  private placeRow(place: RowPlace): 'next' | 'stop' | 'earlier' {
    const { index, y, inside } = place;
    const { fragmentainer } = this.space;
    const { row } = this.geometry.model.grid.rows[index]!;
    const limited = fragmentainer && below(fragmentainer, this.gridTop, this.footerHeight);
    if (isEarlyBreakBefore(this.early, row)) {
      this.builder.breakBefore(row, {});
      this.stopBefore(index);
      return 'stop';
    }
    const { result, placed, tokens } = this.layoutRow(place, limited);
    if (limited) {
      const candidate = { box: row, result, y, resumed: inside !== undefined };
      const status = breakBeforeChildIfNeeded(this.builder, limited, candidate);
      if (status === 'needs-earlier-break') return 'earlier';
      if (status === 'broke-before') {
        this.stopBefore(index);
        return 'stop';
      }
      this.builder.followChild(result);
      this.builder.continueLater(result, appealOfBreakInside(limited, candidate));
    }
    this.accept(placed);
    this.builder.hasBreakOpportunity = true;
    if (!tokens) return 'next';
    const rest = { consumed: placed.consumed + placed.height, tokens };
    this.next = { ...this.from, hasBegun: true, row: index, inside: rest, open: [] };
    return 'stop';
  }

  private stopBefore(index: number): void {
    const hasBegun = this.from.hasBegun || this.rows.length > 0;
    this.next = { ...this.from, hasBegun, row: index, inside: undefined, open: [] };
  }

  private accept(row: PlacedRow): void {
    this.rows.push(row);
    this.y = row.y + row.height;
    for (const cell of this.geometry.measured.cells[row.index]!) {
      if (cell.placed.rowspan > 1 && row.isFirst) this.open.push({ cell, token: undefined, consumed: 0 });
    }
  }

  /** Spacing after the last row; the end of the page cuts it off. */
  private endSpace(): number {
    const { fragmentainer } = this.space;
    if (this.table.sections.length === 0) return 0;
    const left = fragmentainer ? spaceLeft(fragmentainer, this.gridTop + this.y) : Number.POSITIVE_INFINITY;
    return Math.min(this.geometry.spacing.y, Math.max(0, left));
  }

  // ---- one row ------------------------------------------------------------------------------------------------------

  private layoutRow(place: RowPlace, fragmentainer: FragmentainerSpace | undefined): RowPart {
    const { index, y, inside } = place;
    const rest = this.restHeight(index, inside);
    const left = fragmentainer ? spaceLeft(fragmentainer, y) : Number.POSITIVE_INFINITY;
    if (!fragmentainer || (!inside && rest <= left)) return this.layout.wholeRow(place, rest);
    return this.layout.brokenRow(place, rest, fragmentainer);
  }

  private restHeight(index: number, inside: RowResume | undefined): number {
    const rest = Math.max(0, this.geometry.heights[index]! - (inside?.consumed ?? 0));
    return rest + this.growthForOpenCells(index, rest);
  }

  /** A cell from above that resumes on this page may need its last row to be higher than the `rest` of it. */
  private growthForOpenCells(index: number, rest: number): number {
    let growth = 0;
    for (const { cell, token } of this.from.open) {
      const { row, rowspan } = cell.placed;
      if (row + rowspan - 1 !== index || !token) continue;
      const needed = this.layout.resumeCell(cell, token, undefined).fragment.height;
      const first = this.rows.find((one) => !one.repeated && one.index >= row);
      const above = first ? this.y + this.spacingBefore(index) - first.y : 0;
      growth = Math.max(growth, needed - above - rest);
    }
    return Math.max(0, growth);
  }

  // ---- cells over several rows ----------------------------------------------------------------------------------------

  /** Places the cells that began in an earlier row of this page, or on an earlier page. */
  private closeOpenCells(): void {
    const still: OpenCell[] = [];
    for (const open of this.open) {
      const { cell } = open;
      const { row, rowspan } = cell.placed;
      const shown = this.rows.filter(({ index, repeated }) => !repeated && index >= row && index < row + rowspan);
      const first = shown[0];
      const last = shown.at(-1);
      if (!first || !last) {
        still.push(open);
        continue;
      }
      const isWhole = last.index === row + rowspan - 1 && last.isLast;
      const height = last.y + last.height - first.y;
      this.addSpanningCell(open, first, height, isWhole, still);
    }
    if (this.next) this.next = { ...this.next, open: still };
  }

  private addSpanningCell(open: OpenCell, row: PlacedRow, height: number, isWhole: boolean, still: OpenCell[]): void {
    const { cell, consumed, token } = open;
    const isFirst = consumed === 0;
    if (isFirst && isWhole) {
      this.layout.addWholeCell(row, cell, height);
      return;
    }
    const { fragmentainer } = this.space;
    // Its content goes on to the end of the page, whatever row of its is the last one there.
    const space = isWhole || !fragmentainer ? undefined : below(fragmentainer, this.gridTop + row.y, this.footerHeight);
    const result = isFirst || token ? this.layout.resumeCell(cell, token, space) : undefined;
    const used = Math.max(height, result?.breakToken ? result.fragment.height : 0);
    this.layout.addPart(row, cell, result, { height: used, isFirst, isLast: isWhole, consumed });
    if (!isWhole) still.push({ cell, token: result?.breakToken, consumed: consumed + used });
  }

  // ---- the table's fragment -------------------------------------------------------------------------------------------

  private finish(): LayoutResult {
    const { geometry, table, builder, next } = this;
    const { model, padding, border, width } = geometry;
    const isLast = next === undefined;
    const isEmpty = !isLast && this.rows.length === 0;
    const gridHeight = Math.max(
      0,
      (isEmpty ? 0 : this.y + this.endSpace()) + (isLast ? padding.bottom + border.bottom : 0),
      isLast ? geometry.leastHeight - this.from.consumed : 0,
    );
    const outOfFlow = this.rows.flatMap((row) => row.outOfFlow.map((one) => ({ ...one, y: one.y + this.gridTop })));
    const children: Placed[] = [
      ...(this.continues ? [] : placeCaptions(geometry, 'top', 0, outOfFlow)),
      ...sectionsAround(geometry, this.rows, this.gridTop, this.from.hasBegun),
    ];
    const bottom = this.gridTop + gridHeight;
    if (isLast) children.push(...placeCaptions(geometry, 'bottom', bottom, outOfFlow));
    const height = bottom + (isLast ? captionsHeight(geometry, 'bottom') : 0);
    const consumed = this.continues ? (this.resume?.consumed ?? 0) : 0;
    const cut = { top: this.from.hasBegun ? 0 : border.top, bottom: isLast ? border.bottom : 0 };
    const hasCaptions = height !== gridHeight || this.gridTop > 0;
    const positioned = this.placeContained(outOfFlow, { ...border, ...cut }, height, consumed, !isLast);
    children.push(...positioned.placed);
    const baseline = (row: PlacedRow | undefined) =>
      row && this.gridTop + row.y + rowBaseline(this.context, geometry, row.index, row.cells, row.height);
    const fragment: BoxFragment = {
      kind: 'box',
      box: table,
      style: table.style,
      width,
      height,
      border: { ...border, ...cut },
      padding: { ...padding, top: this.from.hasBegun ? 0 : padding.top, bottom: isLast ? padding.bottom : 0 },
      children,
      firstBaseline: baseline(this.rows[0]),
      lastBaseline: baseline(this.rows.at(-1)),
      isFirst: !this.continues,
      isLast,
      consumed,
      overflow: overflowOf(table.style, width, height, { ...border, ...cut }, children, undefined),
      ...(hasCaptions && { gridRect: { x: 0, y: this.gridTop, width, height: gridHeight } }),
      ...(model.collapsed && { collapsedBorders: paintBorders(table, geometry, this.rows, this.gridTop) }),
      ...(table.columns.length > 0 && { columns: columnRects(table, geometry, this.rows, this.gridTop) }),
    };
    return {
      status: 'done',
      fragment,
      breakBefore: builder.joinedBreakBefore(table.style['break-before']),
      breakAfter: builder.joinedBreakAfter(table.style['break-after']),
      appeal: builder.appeal,
      outOfFlow: positioned.remaining,
      monolithicOverflow: builder.monolithicOverflow,
      ...(builder.earlyBreak && { earlyBreak: builder.earlyBreak }),
      ...(builder.spaceShortage !== undefined && { spaceShortage: builder.spaceShortage }),
      ...(next && {
        breakToken: this.token({ ...next, consumed: this.from.consumed + gridHeight }, consumed + height),
      }),
    };
  }

  /** Lays out the absolutely positioned boxes that the table contains; the others go further up. */
  private placeContained(
    items: readonly OutOfFlow[],
    border: Edges,
    height: number,
    consumed: number,
    goesOn: boolean,
  ): PositionedResult {
    const { table, geometry } = this;
    if (items.length === 0 || !containsAbsolutes(table.style)) return { placed: [], remaining: items };
    const area = {
      x: border.left,
      y: border.top,
      width: geometry.width - horizontal(border),
      height: Math.max(0, height - vertical(border)),
    };
    const block = { box: table, area, consumed, isBroken: this.continues || goesOn };
    return layoutContained(this.context, block, items, this.space.fragmentainer);
  }

  private token(next: TableResume, consumed: number): BreakToken {
    const { builder, resume, table } = this;
    return {
      box: table,
      consumed,
      sequence: (resume?.sequence ?? 0) + 1,
      before: false,
      forced: builder.forcedBreak !== undefined,
      ...(builder.forcedBreak && { forcedBreak: builder.forcedBreak }),
      children: builder.tokens,
      seenAll: false,
      atEnd: false,
      data: next,
    };
  }
}

/**
 * Table layout. Sources: https://drafts.csswg.org/css-tables-3/, https://www.w3.org/TR/CSS22/tables.html
 *   model     grid of slots, borders, what columns ask for        (no width known)
 *   geometry  used column widths and row heights                  (one width)
 *   here      rows onto pages: breaks between and inside rows, repeated headers and footers, cells over several rows
 */

import type { TableBox, TableSection } from '../../box/tree.js';
import { heightToEnd, isEarlyBreakBefore, spaceLeft } from '../breaks.js';
import { FragmentBuilder } from '../builder.js';
import { sumEdges } from '../edges.js';

import { appealOfBreakInside, breakBeforeChildIfNeeded } from '../fragmentation.js';
import { layout } from '../layout.js';
import {
  type Algorithm,
  type BoxFragment,
  BreakAppeal,
  type BreakAppealValue,
  type BreakToken,
  type ConstraintSpace,
  type EarlyBreak,
  type FragmentainerSpace,
  type LayoutContext,
  type LayoutResult,
  type MinMax,
  NO_EDGES,
  type OutOfFlow,
  type Placed,
  type Rect,
} from '../types.js';
import { below, finishCell, moveContent, rowBaseline, rowFragment } from './cells.js';
import { captionMinWidth, cellX, columnLines, type TableGeometry, tableGeometry } from './geometry.js';
import { cellSpace, type MeasuredCell } from './heights.js';
import { tableModel, tablePadding } from './model.js';

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
  return again;
}

/** Where the table goes on: kept in its break token. */
interface TableResume {
  /** First grid row that is not finished. */
  readonly row: number;
  /** What is left of that row when it broke inside. */
  readonly inside: RowResume | undefined;
  /** Cells from earlier rows that reach further down. */
  readonly open: readonly OpenCell[];
  /** What is repeated on every page. */
  readonly repeats: Repeated;
  /** Height of the grid on earlier pages. */
  readonly consumed: number;
}

/** Grid rows of the header and the footer. */
interface Repeated {
  readonly header: readonly number[];
  readonly footer: readonly number[];
}

interface RowResume {
  readonly consumed: number;
  /** By cell of the row; undefined: finished. */
  readonly tokens: readonly (BreakToken | undefined)[];
}

interface OpenCell {
  readonly cell: MeasuredCell;
  readonly token: BreakToken | undefined;
  readonly consumed: number;
}

/** A row put on this page; y from the grid's top. */
interface PlacedRow {
  readonly index: number;
  readonly y: number;
  readonly height: number;
  /** Cells of one row. */
  readonly cells: { cell: MeasuredCell; fragment: BoxFragment; y: number }[];
  readonly isFirst: boolean;
  isLast: boolean;
  readonly consumed: number;
  readonly repeated: boolean;
}

/** A table's header and footer together repeat if they leave most of the page to the rows; each at most a quarter. */
const MOST_OF_PAGE = 1 / 4;

class TablePage {
  readonly builder = new FragmentBuilder();
  private readonly rows: PlacedRow[] = [];
  private readonly outOfFlow: OutOfFlow[] = [];
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
    const known = resume?.before ? undefined : (resume?.data as TableResume | undefined);
    this.from = known ?? { row: 0, inside: undefined, open: [], repeats: this.repeatedSections(), consumed: 0 };
    this.open = [...this.from.open];
    this.header = this.from.repeats.header;
    this.footer = this.from.repeats.footer;
    this.footerHeight = this.height(this.footer);
    this.gridTop = this.continues ? 0 : this.captionsHeight('top');
  }

  private get continues(): boolean {
    return this.resume !== undefined && !this.resume.before;
  }

  /** undefined: lay out again up to `builder.earlyBreak`. */
  run(): LayoutResult | undefined {
    const { border, padding } = this.geometry;
    if (!this.continues) this.y = border.top + padding.top;
    this.placeWhole(this.header, this.continues);
    if (this.placeRows() === 'earlier') return undefined;
    this.placeWhole(this.footer, this.next !== undefined);
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

  /** Of rows with the spacing before each. */
  private height(rows: readonly number[]): number {
    return rows.reduce((sum, index) => sum + this.geometry.heights[index]! + this.spacingBefore(index), 0);
  }

  /** Puts rows that never break. */
  private placeWhole(rows: readonly number[], repeated: boolean): void {
    for (const index of rows) {
      const y = this.y + this.spacingBefore(index);
      const height = this.geometry.heights[index]!;
      const row: PlacedRow = { index, y, height, cells: [], isFirst: true, isLast: true, consumed: 0, repeated };
      for (const cell of this.geometry.measured.cells[index]!) this.addWholeCell(row, cell, this.spanHeight(cell));
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

  private addWholeCell(row: PlacedRow, cell: MeasuredCell, height: number): void {
    const finished = finishCell(this.context, this.geometry, cell, height);
    row.cells.push({ cell, fragment: finished.fragment, y: 0 });
    this.carry(finished.outOfFlow, cell, row.y);
  }

  private carry(list: readonly OutOfFlow[], cell: MeasuredCell, y: number): void {
    const x = cellX(this.geometry, cell.placed);
    for (const one of list) this.outOfFlow.push({ ...one, x: one.x + x, y: one.y + y + this.gridTop });
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
      const isCut = inside !== undefined || (this.continues && this.rows.length === 0);
      const y = this.y + (isCut ? 0 : this.spacingBefore(index));
      const step = this.placeRow(index, y, inside);
      if (step === 'earlier') return 'earlier';
      if (step === 'stop') break;
    }
    return 'done';
  }

  private placeRow(index: number, y: number, inside: RowResume | undefined): 'next' | 'stop' | 'earlier' {
    const { fragmentainer } = this.space;
    const { row } = this.geometry.model.grid.rows[index]!;
    const limited = fragmentainer && below(fragmentainer, this.gridTop, this.footerHeight);
    if (isEarlyBreakBefore(this.early, row)) {
      this.builder.breakBefore(row, {});
      this.stopBefore(index);
      return 'stop';
    }
    const { result, placed, tokens } = this.layoutRow(index, y, inside, limited);
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
    this.next = { ...this.from, row: index, inside: rest, open: [] };
    return 'stop';
  }

  private stopBefore(index: number): void {
    this.next = { ...this.from, row: index, inside: undefined, open: [] };
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

  private layoutRow(
    index: number,
    y: number,
    inside: RowResume | undefined,
    fragmentainer: FragmentainerSpace | undefined,
  ): { result: LayoutResult; placed: PlacedRow; tokens: readonly (BreakToken | undefined)[] | undefined } {
    const rest = this.restHeight(index, inside);
    const left = fragmentainer ? spaceLeft(fragmentainer, y) : Number.POSITIVE_INFINITY;
    if (!inside && rest <= left) return this.wholeRow(index, y, rest);
    if (!fragmentainer) return this.wholeRow(index, y, rest);
    return this.brokenRow(index, y, inside, rest, fragmentainer);
  }

  private restHeight(index: number, inside: RowResume | undefined): number {
    const height = this.geometry.heights[index]!;
    return Math.max(0, height - (inside?.consumed ?? 0)) + this.growthForOpenCells(index);
  }

  /** A cell from above that resumes on this page may need its last row to be higher than measured. */
  private growthForOpenCells(index: number): number {
    let growth = 0;
    for (const { cell, token, consumed } of this.from.open) {
      const { row, rowspan } = cell.placed;
      if (row + rowspan - 1 !== index || !token) continue;
      const needed = this.resumeCell(cell, token, undefined).fragment.height;
      growth = Math.max(growth, needed - (this.spanHeight(cell) - consumed));
    }
    return Math.max(0, growth);
  }

  private wholeRow(index: number, y: number, height: number) {
    const placed: PlacedRow = {
      index,
      y,
      height,
      cells: [],
      isFirst: true,
      isLast: true,
      consumed: 0,
      repeated: false,
    };
    for (const cell of this.geometry.measured.cells[index]!) {
      if (cell.placed.rowspan === 1) this.addWholeCell(placed, cell, height);
    }
    return { result: this.rowResult(index, placed, undefined, BreakAppeal.perfect, 0), placed, tokens: undefined };
  }

  /** Every cell goes as far as the page reaches. */
  private brokenRow(
    index: number,
    y: number,
    inside: RowResume | undefined,
    rest: number,
    fragmentainer: FragmentainerSpace,
  ) {
    const cells = this.geometry.measured.cells[index]!;
    const space = below(fragmentainer, y, 0);
    const parts = cells.map((cell, i) => {
      if (cell.placed.rowspan > 1) return undefined;
      const token = inside?.tokens[i];
      if (inside && !token) return { cell, result: undefined };
      return { cell, result: this.resumeCell(cell, token, space) };
    });
    const left = Math.max(0, spaceLeft(fragmentainer, y));
    const content = parts.reduce((height, part) => Math.max(height, part?.result?.fragment.height ?? 0), 0);
    const broke = parts.some((part) => part?.result?.breakToken) || Math.max(rest, content) > left;
    const overflow = parts.reduce((most, part) => Math.max(most, part?.result?.monolithicOverflow ?? 0), 0);
    const height = broke ? heightToEnd(left, content) : Math.max(rest, content);
    const isFirst = inside === undefined;
    const placed: PlacedRow = {
      index,
      y,
      height,
      cells: [],
      isFirst,
      isLast: !broke,
      consumed: inside?.consumed ?? 0,
      repeated: false,
    };
    for (const part of parts) {
      if (!part) continue;
      const { fragment, outOfFlow } = part.result
        ? moveContent(part.result, height, 0)
        : { fragment: this.emptyPart(part.cell, height, !broke, placed.consumed), outOfFlow: [] };
      placed.cells.push({ cell: part.cell, fragment: { ...fragment, isFirst, isLast: !broke }, y: 0 });
      this.carry(outOfFlow, part.cell, y);
    }
    const appeal = parts.reduce<BreakAppealValue>(
      (least, part) => (part?.result?.breakToken ? (Math.min(least, part.result.appeal) as BreakAppealValue) : least),
      BreakAppeal.perfect,
    );
    const tokens = broke ? parts.map((part) => part?.result?.breakToken) : undefined;
    const hasContentLeft = tokens?.some((token) => token !== undefined) ?? false;
    // Only height is left, no content: better not to break inside at all where the row can move on as a whole.
    const used = broke && !hasContentLeft ? BreakAppeal.violatesBreakAvoid : appeal;
    const shortages = parts.map((part) => part?.result?.spaceShortage ?? Number.POSITIVE_INFINITY);
    const shortage = Math.min(...shortages, hasContentLeft || rest <= left ? Number.POSITIVE_INFINITY : rest - left);
    const result = { ...this.rowResult(index, placed, tokens, used, overflow), spaceShortage: shortage };
    return { result, placed, tokens };
  }

  private resumeCell(
    cell: MeasuredCell,
    token: BreakToken | undefined,
    fragmentainer: FragmentainerSpace | undefined,
  ): LayoutResult {
    const space = cellSpace(
      this.geometry.model,
      cell.placed,
      cell.width,
      this.geometry.gridWidth,
      'measure',
      fragmentainer && { fragmentainer },
    );
    return layout(this.context, cell.placed.cell.box, space, token);
  }

  /** The rest of a cell whose content has ended on an earlier page. */
  private emptyPart(cell: MeasuredCell, height: number, isLast: boolean, consumed: number): BoxFragment {
    const { fragment } = cell.result;
    return {
      ...fragment,
      height,
      children: [],
      border: { ...fragment.border, top: 0 },
      padding: { ...fragment.padding, top: 0 },
      firstBaseline: undefined,
      lastBaseline: undefined,
      isFirst: false,
      isLast,
      consumed,
      overflow: undefined,
    };
  }

  private rowResult(
    index: number,
    placed: PlacedRow,
    tokens: readonly (BreakToken | undefined)[] | undefined,
    appeal: BreakAppealValue,
    monolithicOverflow: number,
  ): LayoutResult {
    const gridRow = this.geometry.model.grid.rows[index]!;
    const { row, section } = gridRow;
    const rows = this.geometry.model.grid.rows;
    const startsSection = rows[index - 1]?.section !== section;
    const endsSection = rows[index + 1]?.section !== section;
    const { isFirst, isLast, consumed } = placed;
    return {
      status: 'done',
      fragment: rowFragment(index, this.geometry, placed.cells, placed.height, { isFirst, isLast, consumed }),
      breakBefore:
        startsSection && section.style['break-before'] !== 'auto'
          ? section.style['break-before']
          : row.style['break-before'],
      breakAfter:
        endsSection && section.style['break-after'] !== 'auto'
          ? section.style['break-after']
          : row.style['break-after'],
      appeal,
      outOfFlow: [],
      monolithicOverflow,
      ...(tokens && { breakToken: this.rowToken(index, placed, tokens) }),
    };
  }

  private rowToken(index: number, placed: PlacedRow, tokens: readonly (BreakToken | undefined)[]): BreakToken {
    const { row } = this.geometry.model.grid.rows[index]!;
    return {
      box: row,
      consumed: placed.consumed + placed.height,
      sequence: 1,
      before: false,
      forced: false,
      children: tokens.filter((token) => token !== undefined),
      seenAll: true,
      atEnd: false,
    };
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
      this.addWholeCell(row, cell, height);
      return;
    }
    const { fragmentainer } = this.space;
    const space = isWhole || !fragmentainer ? undefined : below({ ...fragmentainer, size: height, offset: 0 }, 0, 0);
    const result = isFirst || token ? this.resumeCell(cell, token, space) : undefined;
    const part = result
      ? moveContent(result, height, 0)
      : { fragment: this.emptyPart(cell, height, isWhole, consumed), outOfFlow: [] };
    row.cells.push({ cell, fragment: { ...part.fragment, isFirst, isLast: isWhole }, y: 0 });
    this.carry(part.outOfFlow, cell, row.y);
    if (!isWhole) still.push({ cell, token: result?.breakToken, consumed: consumed + height });
  }

  // ---- the table's fragment -------------------------------------------------------------------------------------------

  private finish(): LayoutResult {
    const { geometry, table, builder, next } = this;
    const { model, padding, border, width } = geometry;
    const isLast = next === undefined;
    const gridHeight = Math.max(
      0,
      this.y + this.endSpace() + (isLast ? padding.bottom + border.bottom : 0),
      isLast ? geometry.leastHeight - this.from.consumed : 0,
    );
    const children: Placed[] = [...this.captions('top', 0), ...this.sections()];
    const bottom = this.gridTop + gridHeight;
    if (isLast) children.push(...this.captions('bottom', bottom));
    const height = bottom + (isLast ? this.captionsHeight('bottom') : 0);
    const consumed = this.continues ? (this.resume?.consumed ?? 0) : 0;
    const cut = { top: this.continues ? 0 : border.top, bottom: isLast ? border.bottom : 0 };
    const hasCaptions = height !== gridHeight || this.gridTop > 0;
    const baseline = (row: PlacedRow | undefined) =>
      row && this.gridTop + row.y + rowBaseline(geometry, row.index, row.cells, row.height);
    const fragment: BoxFragment = {
      kind: 'box',
      box: table,
      style: table.style,
      width,
      height,
      border: { ...border, ...cut },
      padding: { ...padding, top: this.continues ? 0 : padding.top, bottom: isLast ? padding.bottom : 0 },
      children,
      firstBaseline: baseline(this.rows[0]),
      lastBaseline: baseline(this.rows.at(-1)),
      isFirst: !this.continues,
      isLast,
      consumed,
      overflow: undefined,
      ...(hasCaptions && { gridRect: { x: 0, y: this.gridTop, width, height: gridHeight } }),
      ...(model.collapsed && { collapsedBorders: this.paintBorders() }),
      ...(table.columns.length > 0 && { columns: this.columnRects() }),
    };
    return {
      status: 'done',
      fragment,
      breakBefore: builder.joinedBreakBefore(table.style['break-before']),
      breakAfter: builder.joinedBreakAfter(table.style['break-after']),
      appeal: builder.appeal,
      outOfFlow: this.outOfFlow,
      monolithicOverflow: builder.monolithicOverflow,
      ...(builder.earlyBreak && { earlyBreak: builder.earlyBreak }),
      ...(builder.spaceShortage !== undefined && { spaceShortage: builder.spaceShortage }),
      ...(next && {
        breakToken: this.token({ ...next, consumed: this.from.consumed + gridHeight }, consumed + height),
      }),
    };
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

  private captionsHeight(side: 'top' | 'bottom'): number {
    return this.geometry.captions
      .filter((caption) => caption.side === side)
      .reduce((sum, { result, margin }) => sum + margin.top + result.fragment.height + margin.bottom, 0);
  }

  private captions(side: 'top' | 'bottom', from: number): Placed[] {
    if (side === 'top' && this.continues) return [];
    let y = from;
    const placed: Placed[] = [];
    for (const { side: own, result, margin } of this.geometry.captions) {
      if (own !== side) continue;
      placed.push({ fragment: result.fragment, x: margin.left, y: y + margin.top });
      for (const one of result.outOfFlow)
        this.outOfFlow.push({ ...one, x: one.x + margin.left, y: one.y + y + margin.top });
      y += margin.top + result.fragment.height + margin.bottom;
    }
    return placed;
  }

  /** Section fragments around their rows. */
  private sections(): Placed[] {
    const { sections } = this.geometry.model.grid;
    const { border, padding, sectionHeights, rowX } = this.geometry;
    const bySection = new Map<TableSection, PlacedRow[]>();
    for (const row of this.rows) {
      const { section } = this.geometry.model.grid.rows[row.index]!;
      const rows = bySection.get(section);
      if (rows) rows.push(row);
      else bySection.set(section, [row]);
    }
    const placed: Placed[] = [];
    let bottom = this.continues ? 0 : border.top + padding.top;
    sections.forEach(({ section, count }, i) => {
      const rows = bySection.get(section) ?? [];
      if (rows.length === 0 && (count > 0 || this.continues)) return;
      const top = rows[0]?.y ?? bottom;
      const last = rows.at(-1);
      bottom = last ? last.y + last.height : top + sectionHeights[i]!;
      placed.push({ fragment: this.sectionFragment(section, rows, top, bottom - top), x: rowX, y: this.gridTop + top });
    });
    return placed;
  }

  private sectionFragment(section: TableSection, rows: readonly PlacedRow[], top: number, height: number): BoxFragment {
    return {
      kind: 'box',
      box: section,
      style: section.style,
      width: this.geometry.rowWidth,
      height,
      border: NO_EDGES,
      padding: NO_EDGES,
      children: rows.map((row) => ({ fragment: this.rowFragment(row), x: 0, y: row.y - top })),
      firstBaseline: undefined,
      lastBaseline: undefined,
      isFirst: rows[0]?.isFirst ?? true,
      isLast: rows.at(-1)?.isLast ?? true,
      consumed: 0,
      overflow: undefined,
      ...(rows.at(-1)?.repeated && { repeated: true }),
    };
  }

  private rowFragment(row: PlacedRow): BoxFragment {
    row.cells.sort((a, b) => a.cell.placed.column - b.cell.placed.column);
    const { isFirst, isLast, consumed } = row;
    return rowFragment(row.index, this.geometry, row.cells, row.height, {
      isFirst,
      isLast,
      consumed,
    });
  }

  private paintBorders() {
    const borders = this.geometry.model.collapsed!.paint(
      this.rows,
      columnLines(this.geometry, this.table.style.direction === 'rtl'),
    );
    return borders.map((border) => ({ ...border, rect: { ...border.rect, y: border.rect.y + this.gridTop } }));
  }

  private columnRects(): { style: TableBox['style']; rect: Rect }[] {
    const { columnX, columnWidths } = this.geometry;
    const first = this.rows[0];
    const last = this.rows.at(-1);
    if (!first || !last) return [];
    const y = this.gridTop + first.y;
    const height = last.y + last.height - first.y;
    const rects: { style: TableBox['style']; rect: Rect }[] = [];
    const { columns } = this.table;
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
}

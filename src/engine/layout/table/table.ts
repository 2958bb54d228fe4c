/**
 * Table layout. Sources: https://drafts.csswg.org/css-tables-3/, https://www.w3.org/TR/CSS22/tables.html
 *   model           grid of slots, borders, what columns ask for        (no width known)
 *   geometry        used column widths and row heights                  (one width)
 *   here            rows onto pages: breaks between rows, repeated headers and footers, cells over several rows
 *   row-part        one row on one page, breaks inside it
 *   table-fragment  sections, captions, borders of what is on the page
 */

import type { TableBox, TableSection } from '../../box/tree.js';
import { FragmentBuilder } from '../algorithm/builder.js';
import {
  type Algorithm,
  type BoxFragment,
  BreakAppeal,
  type BreakAppealValue,
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
} from '../algorithm/types.js';
import { isAvoid, isEarlyBreakBefore, joinBreaks, spaceLeft } from '../fragmentation/breaks.js';
import { appealOfBreakInside, type BreakCandidate, breakBeforeChildIfNeeded } from '../fragmentation/fragmentation.js';
import { overflowOf } from '../overflow/overflow.js';
import { containsAbsolutes, layoutContained, type PositionedResult } from '../positioned/positioned.js';
import { horizontal, sumEdges, vertical } from '../sizing/edges.js';
import { below, rowBaseline } from './cells.js';
import { captionMinWidth, type TableGeometry, tableGeometry } from './geometry.js';
import { tableModel, tablePadding } from './model.js';
import type { OpenCell, PlacedRow, Repeated, TableResume } from './parts.js';
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
  /** Cells over several rows that go on on the next page. */
  private readonly open: OpenCell[] = [];
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
    this.header = this.from.repeats.header;
    this.footer = this.from.repeats.footer;
    this.footerHeight = this.height(this.footer);
    this.gridTop = this.continues ? 0 : captionsHeight(geometry, 'top');
  }

  private get continues(): boolean {
    return this.resume !== undefined && !this.resume.before;
  }

  /** The table's own height is on earlier pages: only cells that overflow it are left. */
  private get isOver(): boolean {
    return this.resume?.atEnd === true;
  }

  /** undefined: lay out again up to `builder.earlyBreak`. */
  run(): LayoutResult | undefined {
    const { border, padding } = this.geometry;
    if (this.isOver) {
      this.resumeOpenCells();
      return this.finish();
    }
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
    if (this.next) this.next = { ...this.next, open: this.open };
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
        this.layout.addWholeCell(row, cell, this.layout.heightOf(cell));
      }
      this.rows.push(row);
      this.y = y + height;
    }
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
    this.resumeOpenCells();
    for (let index = this.from.row; index < grid.rows.length; index += 1) {
      if (apart.has(index)) continue;
      const inside = index === this.from.row ? this.from.inside : undefined;
      // A repeated header needs no break after it: the page would hold nothing but the header.
      const step = this.placeRow({ index, y: this.rowTop(index), inside });
      if (step === 'earlier') return 'earlier';
      if (step === 'stop') break;
    }
    return 'done';
  }

  /** The spacing goes where the page was broken between two rows. */
  private rowTop(index: number): number {
    const isCut = this.from.hasBegun && this.rows.length === 0;
    return this.y + (isCut ? 0 : this.spacingBefore(index));
  }

  private placeRow(place: RowPlace): 'next' | 'stop' | 'earlier' {
    const { index, y, inside } = place;
    const { row } = this.geometry.model.grid.rows[index]!;
    const limited = this.limited;
    if (isEarlyBreakBefore(this.early, row)) {
      this.builder.breakBefore(row, {});
      this.stopBefore(index);
      return 'stop';
    }
    const { result, placed, tokens, open } = this.layoutRow(place, limited);
    if (limited) {
      const candidate = this.candidate({ box: row, result, y, resumed: inside !== undefined }, index, limited);
      const status = breakBeforeChildIfNeeded(this.builder, limited, candidate);
      if (status === 'needs-earlier-break') return 'earlier';
      if (status === 'broke-before') {
        this.stopBefore(index);
        return 'stop';
      }
      this.builder.followChild(result);
      this.builder.continueLater(result, appealOfBreakInside(limited, candidate));
    }
    this.rows.push(placed);
    this.y = placed.y + placed.height;
    this.open.push(...open);
    if (inside) this.resumeCells(placed);
    this.builder.hasBreakOpportunity = true;
    if (!tokens) return 'next';
    const rest = { consumed: placed.consumed + placed.height, tokens };
    this.next = { ...this.from, hasBegun: true, row: index, inside: rest, open: [] };
    return 'stop';
  }

  /** A section that is not to be cut makes breaks between and inside its rows worse, once it has begun on this page. */
  private candidate(row: BreakCandidate, index: number, fragmentainer: FragmentainerSpace): BreakCandidate {
    const { rows } = this.geometry.model.grid;
    const { section } = rows[index]!;
    const isFirst = rows[index - 1]?.section !== section;
    const { from } = this;
    const isCut =
      from.hasBegun && rows[from.row]?.section === section && (from.inside || rows[from.row - 1]?.section === section);
    if (isCut || !isAvoid(section.style['break-inside'], fragmentainer.kind)) return row;
    const inside = appealOfBreakInside(fragmentainer, row);
    const { breakBefore, breakToken } = row.result;
    return {
      ...row,
      result: isFirst ? row.result : { ...row.result, breakBefore: joinBreaks('avoid', breakBefore) },
      ...(!breakToken?.forced && {
        appealInside: Math.min(inside, BreakAppeal.violatesBreakAvoid) as BreakAppealValue,
      }),
    };
  }

  private stopBefore(index: number): void {
    const hasBegun = this.from.hasBegun || this.rows.length > 0;
    this.next = { ...this.from, hasBegun, row: index, inside: undefined, open: [] };
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
    const rest = Math.max(0, this.geometry.heights[index]! - (inside?.consumed ?? 0));
    const left = fragmentainer ? spaceLeft(fragmentainer, y) : Number.POSITIVE_INFINITY;
    if (!fragmentainer || (!inside && rest <= left && !this.layout.forcesBreaks(index, fragmentainer))) {
      return this.layout.wholeRow(place, rest, fragmentainer);
    }
    return this.layout.brokenRow(place, rest, fragmentainer);
  }

  /** The page for the rows, from the grid's top. */
  private get limited(): FragmentainerSpace | undefined {
    const { fragmentainer } = this.space;
    return fragmentainer && below(fragmentainer, this.gridTop, this.footerHeight);
  }

  // ---- cells over several rows ----------------------------------------------------------------------------------------

  /**
   * Cells that began in a row of an earlier page go on at the top. As in Blink it is as if that row were there, without
   * height: with spacing below, and a place to break at.
   */
  private resumeOpenCells(): void {
    const begun = this.from.open.map(({ cell }) => cell.placed.row);
    const indexes = [...new Set(begun)].filter((index) => !this.from.inside || index !== this.from.row);
    for (const index of indexes.sort((a, b) => a - b)) {
      const row: PlacedRow = { ...wholePlace(index, this.rowTop(index), 0), isFirst: false, isOver: true };
      this.resumeCells(row);
      this.rows.push(row);
      this.y = row.y;
      this.builder.hasBreakOpportunity = true;
    }
  }

  private resumeCells(row: PlacedRow): void {
    const { limited } = this;
    for (const open of this.from.open) {
      if (!limited || open.cell.placed.row !== row.index) continue;
      const rest = this.layout.addRest(row, open, limited);
      if (!rest) continue;
      this.open.push(rest);
      this.builder.tokens.push(rest.token);
    }
  }

  // ---- the table's fragment -------------------------------------------------------------------------------------------

  private finish(): LayoutResult {
    const { geometry, table, builder, next } = this;
    const { model, padding, border, width } = geometry;
    const isLast = next === undefined && !this.isOver;
    const gridHeight = this.isOver ? 0 : this.gridHeight();
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
      ...this.rest(this.from.consumed + gridHeight, consumed + height),
    };
  }

  private gridHeight(): number {
    const { border, padding, leastHeight } = this.geometry;
    if (!this.next) {
      const end = this.y + this.endSpace() + padding.bottom + border.bottom;
      return Math.max(0, end, leastHeight - this.from.consumed);
    }
    return this.rows.length === 0 ? 0 : Math.max(0, this.y + this.endSpace());
  }

  /** What is left for the next page: the table goes on, or cells overflow it. */
  private rest(gridConsumed: number, consumed: number): Pick<LayoutResult, 'breakToken'> {
    const { next, open, from } = this;
    if (next) return { breakToken: this.token({ ...next, consumed: gridConsumed }, consumed, false) };
    if (open.length === 0) return {};
    const row = this.geometry.model.grid.rows.length;
    const data = { ...from, hasBegun: true, row, inside: undefined, open, consumed: gridConsumed };
    return { breakToken: this.token(data, consumed, true) };
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

  private token(next: TableResume, consumed: number, atEnd: boolean): BreakToken {
    const { builder, resume, table } = this;
    return {
      box: table,
      consumed,
      sequence: (resume?.sequence ?? 0) + 1,
      before: false,
      forced: builder.forcedBreak !== undefined,
      ...(builder.forcedBreak && { forcedBreak: builder.forcedBreak }),
      children: builder.tokens,
      seenAll: atEnd,
      atEnd,
      data: next,
    };
  }
}

/**
 * Table layout. Sources: https://drafts.csswg.org/css-tables-3/, https://www.w3.org/TR/CSS22/tables.html
 *   model           grid of slots, borders, column constraints: all that is independent of the width
 *   geometry        used column widths and row heights for one constraint space
 *   table           fragmentation between rows, repeated headers and footers, spanning cells
 *   row-part        one row in one fragmentainer, breaks inside it
 *   table-fragment  sections, captions, borders of a fragment
 */

import type { TableBox, TableSection } from '../../box/tree.js';
import { containsAbsolute } from '../../css/style-queries.js';
import { type BreakToken, resumedToken, tokenData } from '../algorithm/break-token.js';
import { FragmentBuilder } from '../algorithm/builder.js';
import { type ConstraintSpace, type FragmentainerSpace, fragmentainerAt } from '../algorithm/constraint-space.js';
import { BreakAppeal, type BreakAppealValue, type EarlyBreak } from '../algorithm/early-break.js';
import type { BoxFragment } from '../algorithm/fragment.js';
import type { Edges, MinMax } from '../algorithm/geometry.js';
import type { Algorithm, LayoutContext } from '../algorithm/layout-context.js';
import { type LayoutResult, layoutResult } from '../algorithm/result.js';
import { heightToEnd, isAvoid, isEarlyBreakBefore, joinBreaks, spaceLeft } from '../fragmentation/breaks.js';
import { appealOfBreakInside, type BreakCandidate, breakBeforeChildIfNeeded } from '../fragmentation/fragmentation.js';
import { relayoutAndBreakEarlier } from '../fragmentation/relayout-and-break-earlier.js';
import { overflowOf } from '../overflow/overflow.js';
import { layoutContained } from '../positioned/positioned.js';
import { paddingBox, sumEdges, vertical } from '../sizing/edges.js';
import { rowBaseline } from './cells.js';
import { captionMinWidth, captionsHeight, type TableGeometry, tableGeometry } from './geometry.js';
import { tableModel, tablePadding } from './model.js';
import type { OpenCell, PlacedRow, Repeated, RowResume, TableBreakTokenData } from './parts.js';
import { RowLayout, type RowPart, type RowPlace, unbrokenRow } from './row-part.js';
import { collapsedBorders, columnRects, placeCaptions, sectionsAround } from './table-fragment.js';

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
  const algorithm = new TableLayoutAlgorithm(context, table, geometry, space, resume, space.fragmentainer?.earlyBreak);
  return algorithm.layout() ?? relayoutAndBreakEarlier(algorithm);
}

/**
 * Maximum height of a repeated header or footer, as a fraction of the fragmentainer's. It must avoid breaks inside.
 * Source: https://drafts.csswg.org/css-tables-3/#repeated-headers
 */
const MAX_REPEATED_FRACTION = 1 / 4;

/** The table in one fragmentainer. */
class TableLayoutAlgorithm {
  readonly builder = new FragmentBuilder();
  /** undefined: the table starts in this fragmentainer. */
  private readonly resume: BreakToken | undefined;
  private readonly rows: PlacedRow[] = [];
  private readonly rowLayout: RowLayout;
  /** Where this fragmentainer starts in the grid. */
  private readonly from: TableBreakTokenData;
  private readonly header: readonly number[];
  private readonly footer: readonly number[];
  private readonly footerHeight: number;
  /** Spanning cells that resume in the next fragmentainer. */
  private readonly open: OpenCell[] = [];
  /** Where the next fragmentainer starts; undefined: all rows are placed. */
  private next: TableBreakTokenData | undefined;
  /** Offset of the grid's border box from the wrapper's top. */
  private readonly gridTop: number;
  /** Bottom of the last row so far, from the grid's top. */
  private y = 0;

  constructor(
    private readonly context: LayoutContext,
    private readonly table: TableBox,
    private readonly geometry: TableGeometry,
    private readonly space: ConstraintSpace,
    token: BreakToken | undefined,
    private readonly earlyBreak: EarlyBreak | undefined,
  ) {
    this.rowLayout = new RowLayout(context, geometry, !context.isMonolithic);
    this.resume = resumedToken(token);
    this.builder.sequenceNumber = this.resume ? this.resume.sequenceNumber + 1 : 0;
    this.from = tokenData<TableBreakTokenData>(this.resume, 'table') ?? {
      type: 'table',
      hasBegun: false,
      row: 0,
      inside: undefined,
      open: [],
      repeats: this.repeatedSections(),
      consumed: 0,
      atCaptions: undefined,
    };
    this.header = this.from.repeats.header;
    this.footer = this.from.repeats.footer;
    this.footerHeight = this.heightOf(this.footer) + (this.footer.length > 0 ? this.repeatedBorder.bottom : 0);
    this.gridTop = this.resume ? 0 : captionsHeight(geometry.captions, 'top');
  }

  endingAt(earlyBreak: EarlyBreak): TableLayoutAlgorithm {
    const { context, table, geometry, space, resume } = this;
    return new TableLayoutAlgorithm(context, table, geometry, space, resume, earlyBreak);
  }

  /** The table ended in an earlier fragmentainer; only cells that overflow it are left. */
  private get isPastEnd(): boolean {
    return this.resume?.isAtBlockEnd === true;
  }

  /** @returns undefined: layout is to be repeated with a break at `builder.earlyBreak` */
  layout(): LayoutResult | undefined {
    const { border, padding } = this.geometry;
    if (this.isPastEnd) {
      this.resumeOpenCells();
      return this.finish();
    }
    if (this.from.atCaptions) return this.finish();
    if (!this.from.hasBegun || this.clones) this.y = border.top + padding.top;
    else if (this.header.length > 0) this.y = this.repeatedBorder.top;
    // There is a break opportunity between caption and grid, but none between a repeated header and the first row.
    const mayEnd = this.gridTop > 0 && this.fits(this.gridTop);
    if (mayEnd && !this.fits(this.gridTop + this.y + this.heightOf(this.header))) this.stopAtGrid();
    else {
      if (mayEnd && this.header.length === 0) this.builder.hasBreakOpportunity = true;
      const isRepeated = this.from.hasBegun;
      // No spacing precedes a repeated header; the rows within it have theirs.
      if (this.header[0] !== undefined && !isRepeated) this.y += this.spacingBefore(this.header[0]);
      this.placeUnbroken(this.header, isRepeated);
      if (this.placeRows() === 'earlier') return undefined;
    }
    if (!this.next || this.from.hasBegun || this.rows.length > 0) this.placeFooter();
    if (this.next) this.next = this.nextPart(this.next.row, this.next.inside, this.next.hasBegun, this.open);
    else if (this.breaksBeforeEnd()) return undefined;
    return this.finish();
  }

  // ---- header and footer --------------------------------------------------------------------------------------------

  private repeatedSections(): Repeated {
    const { fragmentainer } = this.space;
    const none: readonly number[] = [];
    if (!fragmentainer) return { header: none, footer: none };
    const find = (role: TableSection['role']) => {
      const found = this.geometry.model.grid.sections.find(({ section }) => section.role === role);
      if (!found?.count || !isAvoid(found.section.style['break-inside'], fragmentainer.kind)) return none;
      const rows = Array.from({ length: found.count }, (_, i) => found.start + i);
      const height = this.heightOf(rows) - this.spacingBefore(found.start);
      return height <= fragmentainer.size * MAX_REPEATED_FRACTION ? rows : none;
    };
    return { header: find('header'), footer: find('footer') };
  }

  /** The table's half of the collapsed borders above a repeated header and below a repeated footer, as in Chromium. */
  private get repeatedBorder(): { readonly top: number; readonly bottom: number } {
    const { border, model } = this.geometry;
    return model.collapsed ? border : { top: 0, bottom: 0 };
  }

  /** Whether the fragmentainer reaches down to `y` of the wrapper. */
  private fits(y: number): boolean {
    const { fragmentainer } = this.space;
    return !fragmentainer || y <= spaceLeft(fragmentainer, 0);
  }

  private stopAtGrid(): void {
    const first = this.geometry.model.grid.rows[this.header[0] ?? this.from.row];
    if (first) this.builder.breakBefore(first.row, { appeal: BreakAppeal.perfect });
    this.stopBefore(this.from.row);
  }

  /** Total height of rows with the spacing before each. */
  private heightOf(rows: readonly number[]): number {
    return rows.reduce((sum, index) => sum + this.geometry.heights[index]! + this.spacingBefore(index), 0);
  }

  /**
   * Places the footer below the last row, with spacing if that ends here. A row that is too high for the fragmentainer does
   * not push a repeated footer out of it.
   */
  private placeFooter(): void {
    const { builder, footer, footerHeight, gridTop, next } = this;
    const first = footer[0];
    if (first === undefined) return;
    if (!next?.inside) this.y += this.spacingBefore(first);
    const { fragmentainer } = this.space;
    // As in Chromium, cloned edges are reserved twice.
    const edges = this.clones ? 2 * this.endEdges : 0;
    if (next && fragmentainer) this.y = Math.min(this.y, spaceLeft(fragmentainer, gridTop) - footerHeight - edges);
    // That of rows is over the footer.
    builder.monolithicOverflow = Math.max(0, builder.monolithicOverflow - footerHeight);
    this.placeUnbroken(footer, next !== undefined);
  }

  /** Places unbroken rows at `y`. */
  private placeUnbroken(rows: readonly number[], repeated: boolean): void {
    for (const index of rows) {
      const y = this.y + (index === rows[0] ? 0 : this.spacingBefore(index));
      const height = this.geometry.heights[index]!;
      const row = unbrokenRow(index, y, height, repeated);
      for (const cell of this.geometry.measured.cells[index]!) {
        this.rowLayout.addUnbrokenCell(row, cell, this.rowLayout.heightOf(cell));
      }
      this.rows.push(row);
      this.y = y + height;
    }
  }

  /** Spacing before a row. Collapsed rows take none, except at the start of their section. */
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

  // ---- rows into the fragmentainer ----------------------------------------------------------------------------------

  private placeRows(): 'done' | 'earlier' {
    const { grid } = this.geometry.model;
    const separatelyPlaced = new Set([...this.header, ...this.footer]);
    this.resumeOpenCells();
    for (let index = this.from.row; index < grid.rows.length; index += 1) {
      if (separatelyPlaced.has(index)) continue;
      const inside = index === this.from.row ? this.from.inside : undefined;
      const step = this.placeRow({ index, y: this.rowTop(index), inside });
      if (step === 'earlier') return 'earlier';
      if (step === 'stop') break;
    }
    return 'done';
  }

  /** Y of the next row. A break between rows drops the spacing between them. */
  private rowTop(index: number): number {
    const isCut = this.from.hasBegun && this.rows.length === 0;
    return this.y + (isCut ? 0 : this.spacingBefore(index));
  }

  private placeRow(place: RowPlace): 'next' | 'stop' | 'earlier' {
    const { index, y, inside } = place;
    const { row } = this.geometry.model.grid.rows[index]!;
    const rowFragmentainer = this.rowFragmentainer;
    if (isEarlyBreakBefore(this.earlyBreak, row)) {
      this.builder.breakBefore(row, {});
      this.stopBefore(index);
      return 'stop';
    }
    const { result, placed, tokens, open } = this.layoutRow(place, rowFragmentainer);
    if (rowFragmentainer) {
      const candidate = this.avoidingBreaks(
        { box: row, result, y, resumed: inside !== undefined },
        index,
        rowFragmentainer,
      );
      const status = breakBeforeChildIfNeeded(this.builder, rowFragmentainer, candidate);
      if (status === 'needs-earlier-break') return 'earlier';
      if (status === 'broke-before') {
        this.stopBefore(index);
        return 'stop';
      }
      this.builder.propagateBreakInfo(result, rowFragmentainer);
      this.builder.addChildBreak(result, appealOfBreakInside(rowFragmentainer, candidate));
    }
    this.rows.push(placed);
    this.y = placed.y + placed.height;
    this.open.push(...open);
    if (inside) this.resumeCells(placed);
    this.builder.hasBreakOpportunity = true;
    if (!tokens) return 'next';
    const rest = { consumed: placed.consumed + placed.height, tokens };
    this.next = this.nextPart(index, rest, true, []);
    return 'stop';
  }

  /** Lowers the appeal of breaks between and inside rows of a section with `break-inside: avoid` that starts here. */
  private avoidingBreaks(row: BreakCandidate, index: number, fragmentainer: FragmentainerSpace): BreakCandidate {
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
      result: isFirst ? row.result : layoutResult({ ...row.result, breakBefore: joinBreaks('avoid', breakBefore) }),
      ...(!breakToken?.forcedBreak && {
        appealInside: Math.min(inside, BreakAppeal.violatesBreakAvoid) as BreakAppealValue,
      }),
    };
  }

  private stopBefore(index: number): void {
    const hasBegun = this.from.hasBegun || this.rows.length > 0;
    this.next = this.nextPart(index, undefined, hasBegun, []);
  }

  /** Where the next fragmentainer starts. Parameters: see `TableBreakTokenData`. */
  private nextPart(
    row: number,
    inside: RowResume | undefined,
    hasBegun: boolean,
    open: readonly OpenCell[],
    consumed = this.from.consumed,
    atCaptions = this.from.atCaptions,
  ): TableBreakTokenData {
    return { type: 'table', hasBegun, row, inside, open, repeats: this.from.repeats, consumed, atCaptions };
  }

  /** Spacing after the last row, truncated at the end of the fragmentainer, for which the block-end edges count. */
  private endSpace(): number {
    const { fragmentainer } = this.space;
    if (this.table.sections.length === 0) return 0;
    const edges = this.next && !this.clones ? 0 : this.endEdges;
    const left = fragmentainer ? spaceLeft(fragmentainer, this.gridTop + this.y + edges) : Number.POSITIVE_INFINITY;
    return Math.min(this.geometry.spacing.y, Math.max(0, left));
  }

  /** Every fragment has the padding and the borders of the table. */
  private get clones(): boolean {
    return this.table.style['box-decoration-break'] === 'clone';
  }

  private get endEdges(): number {
    const { border, padding } = this.geometry;
    return padding.bottom + border.bottom;
  }

  /** Whether the block-end edges do not fit below the rows, but a break before the last row is possible: `FinishFragmentation`. */
  private breaksBeforeEnd(): boolean {
    const { builder, earlyBreak, from, geometry } = this;
    const { fragmentainer } = this.space;
    if (!fragmentainer || earlyBreak || !builder.earlyBreak) return false;
    const end = this.y + this.endEdges;
    return end > spaceLeft(fragmentainer, this.gridTop) && geometry.minHeight - from.consumed <= end;
  }

  // ---- one row ------------------------------------------------------------------------------------------------------

  private layoutRow(place: RowPlace, fragmentainer: FragmentainerSpace | undefined): RowPart {
    const { index, y, inside } = place;
    const rest = Math.max(0, this.geometry.heights[index]! - (inside?.consumed ?? 0));
    const left = fragmentainer ? spaceLeft(fragmentainer, y) : Number.POSITIVE_INFINITY;
    if (!fragmentainer || (!inside && rest <= left && !this.rowLayout.needsFragmentation(index, fragmentainer))) {
      return this.rowLayout.layoutUnbroken(place, rest, fragmentainer);
    }
    return this.rowLayout.layoutBroken(place, rest, fragmentainer);
  }

  /** The fragmentainer of the rows, with space reserved for the repeated footer; offsets from the grid's top. */
  private get rowFragmentainer(): FragmentainerSpace | undefined {
    const { fragmentainer } = this.space;
    const reserved = this.footerHeight + (this.clones ? this.endEdges : 0);
    return fragmentainer && fragmentainerAt(fragmentainer, this.gridTop, undefined, reserved);
  }

  // ---- spanning cells -----------------------------------------------------------------------------------------------

  /**
   * Resumes spanning cells of rows that ended in earlier fragmentainers. Such a row resumes at the top with height 0,
   * has spacing below and is a break opportunity.
   * Source: Blink's TableSectionLayoutAlgorithm::Layout, which resumes rows from their break tokens
   */
  private resumeOpenCells(): void {
    const begun = this.from.open.map(({ cell }) => cell.placed.row);
    const indexes = [...new Set(begun)].filter((index) => !this.from.inside || index !== this.from.row);
    for (const index of indexes.sort((a, b) => a - b)) {
      const row: PlacedRow = { ...unbrokenRow(index, this.rowTop(index), 0), isFirst: false, isPastEnd: true };
      this.resumeCells(row);
      this.rows.push(row);
      this.y = row.y;
      this.builder.hasBreakOpportunity = true;
    }
  }

  private resumeCells(row: PlacedRow): void {
    const { rowFragmentainer } = this;
    for (const open of this.from.open) {
      if (!rowFragmentainer || open.cell.placed.row !== row.index) continue;
      const rest = this.rowLayout.addRest(row, open, rowFragmentainer);
      if (!rest) continue;
      this.open.push(rest);
      this.builder.addBreakToken(rest.token);
    }
  }

  // ---- the table's fragment -----------------------------------------------------------------------------------------

  private finish(): LayoutResult {
    const { geometry, table, builder, next, gridTop } = this;
    const { model, padding, border, width } = geometry;
    const isFirst = this.resume === undefined;
    const gridHeight = this.isPastEnd || this.from.atCaptions ? 0 : this.gridHeight();
    const endsGrid = next === undefined && !this.isPastEnd;
    const isLast = endsGrid && !this.breaksBeforeCaptions(gridHeight);
    const sections = sectionsAround(this.context, geometry, this.rows, gridTop, this.from.hasBegun);
    builder.addOutOfFlow(sections.outOfFlow);
    if (isFirst) placeCaptions(builder, geometry, 'top', 0);
    builder.addChildren(sections.placed);
    const bottom = gridTop + gridHeight;
    if (isLast) placeCaptions(builder, geometry, 'bottom', bottom);
    const height = bottom + (isLast ? captionsHeight(geometry.captions, 'bottom') : 0);
    const consumed = this.resume?.consumedBlockSize ?? 0;
    const hasStart = !this.from.hasBegun || (this.clones && !this.isPastEnd);
    const hasEnd = endsGrid || (this.clones && !this.isPastEnd);
    const cut = { ...border, top: hasStart ? border.top : 0, bottom: hasEnd ? border.bottom : 0 };
    const hasCaptions = height !== gridHeight || gridTop > 0;
    this.placeContained(cut, height, consumed, !isLast);
    const { children } = builder;
    const baseline = (row: PlacedRow | undefined) =>
      row && gridTop + row.y + rowBaseline(this.context, geometry, row.index, row.cells, row.height);
    const hasDetails = hasCaptions || model.collapsed !== undefined || table.columns.length > 0;
    const lastBaseline = baseline(this.rows.at(-1));
    const fragment: BoxFragment = {
      kind: 'box',
      box: table,
      style: table.style,
      width,
      height,
      border: cut,
      padding: { ...padding, top: hasStart ? padding.top : 0, bottom: hasEnd ? padding.bottom : 0 },
      children,
      firstBaseline: baseline(this.rows[0]),
      lastBaseline,
      lineBaseline: lastBaseline,
      isFirst,
      isLast,
      consumed,
      overflow: overflowOf(table.style, width, height, cut, children, undefined),
      repeated: false,
      shift: undefined,
      writingMode: undefined,
      details: hasDetails
        ? {
            kind: 'table',
            gridRect: hasCaptions ? { x: 0, y: gridTop, width, height: gridHeight } : undefined,
            collapsedBorders: model.collapsed && collapsedBorders(table, geometry, this.rows, gridTop),
            columns: columnRects(table, geometry, this.rows, gridTop),
          }
        : undefined,
    };
    return builder.toResult(
      fragment,
      this.breakToken(this.from.consumed + gridHeight, consumed + height, endsGrid && !isLast),
      builder.joinedBreakBefore(table.style['break-before']),
      builder.joinedBreakAfter(table.style['break-after']),
    );
  }

  /**
   * Whether the fragmentainer ends between the grid and bottom captions.
   * Source: Blink's TableLayoutAlgorithm::GenerateFragment, where sections and captions are siblings
   */
  private breaksBeforeCaptions(gridHeight: number): boolean {
    const { fragmentainer } = this.space;
    const captions = captionsHeight(this.geometry.captions, 'bottom');
    if (!fragmentainer || captions === 0 || this.rows.length === 0 || this.open.length > 0) return false;
    const left = spaceLeft(fragmentainer, this.gridTop + gridHeight);
    this.builder.propagateSpaceShortage(captions - left);
    return captions > left;
  }

  private gridHeight(): number {
    const { minHeight } = this.geometry;
    if (!this.next) {
      const end = this.y + this.endSpace() + this.endEdges;
      return Math.max(0, end, minHeight + this.clonedEdges - this.from.consumed);
    }
    if (this.rows.length === 0) return 0;
    const content = Math.max(0, this.y + this.endSpace() + (this.clones ? this.endEdges : 0));
    const { fragmentainer } = this.space;
    return fragmentainer ? Math.max(content, heightToEnd(spaceLeft(fragmentainer, this.gridTop), content)) : content;
  }

  /** The edges that `box-decoration-break: clone` has added in earlier fragments and at the start of this one, px. */
  private get clonedEdges(): number {
    const { border, padding } = this.geometry;
    return this.clones && this.resume ? vertical(sumEdges(border, padding)) * (this.resume.sequenceNumber + 1) : 0;
  }

  /** @returns undefined: the table is finished and no cell overflows it */
  private breakToken(gridConsumed: number, consumedBlockSize: number, atCaptions: boolean): BreakToken | undefined {
    const { next, open, builder, table } = this;
    if (!next && open.length === 0 && !atCaptions) return undefined;
    const row = this.geometry.model.grid.rows.length;
    const data = next
      ? this.nextPart(next.row, next.inside, next.hasBegun, next.open, gridConsumed)
      : this.nextPart(row, undefined, true, open, gridConsumed, atCaptions);
    const isAtBlockEnd = next === undefined && !atCaptions;
    return builder.breakToken(table, { consumedBlockSize, isAtBlockEnd }, isAtBlockEnd, data);
  }

  /** Lays out the out-of-flow boxes that the table contains and passes the others on to its containing block. */
  private placeContained(border: Edges, height: number, consumed: number, continues: boolean): void {
    const { table, geometry, builder } = this;
    if (builder.outOfFlow.length === 0 || !containsAbsolute(table.style)) return;
    const area = paddingBox(geometry.width, height, border);
    const block = { box: table, area, consumed, isBroken: this.resume !== undefined || continues };
    const { fragmentainer } = this.space;
    const { placed, remaining } = layoutContained(this.context, block, builder.takeOutOfFlow(), fragmentainer);
    for (const child of placed) builder.addChild(child.fragment, child.x, child.y);
    builder.addOutOfFlow(remaining);
  }
}

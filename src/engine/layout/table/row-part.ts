/** One row on one page: whole, or each of its cells as far as the page reaches. */

import { heightToEnd, spaceLeft } from '../breaks.js';
import { appealOfBreakInside } from '../fragmentation.js';
import { layout } from '../layout.js';
import {
  type BoxFragment,
  BreakAppeal,
  type BreakAppealValue,
  type BreakToken,
  type FragmentainerSpace,
  type LayoutContext,
  type LayoutResult,
} from '../types.js';
import { below, finishCell, moveContent, rowFragment } from './cells.js';
import type { TableGeometry } from './geometry.js';
import { cellSpace, type MeasuredCell } from './heights.js';
import { addCell, type PlacedRow, type RowResume } from './parts.js';

export interface RowPart {
  readonly placed: PlacedRow;
  /** As a child of the table, for the choice of the break. */
  readonly result: LayoutResult;
  /** By cell, when the row goes on on the next page. */
  readonly tokens: readonly (BreakToken | undefined)[] | undefined;
}

/** Which row, and where from the grid's top. */
export interface RowPlace {
  readonly index: number;
  readonly y: number;
  readonly inside: RowResume | undefined;
}

type Tokens = RowPart['tokens'];

/** Lays out the cells of one row; those over several rows are left to the table. */
export class RowLayout {
  constructor(
    private readonly context: LayoutContext,
    private readonly geometry: TableGeometry,
  ) {}

  wholeRow({ index, y }: RowPlace, height: number): RowPart {
    const placed = wholePlace(index, y, height);
    for (const cell of this.geometry.measured.cells[index]!) {
      if (cell.placed.rowspan === 1) this.addWholeCell(placed, cell, height);
    }
    return { result: this.#result(placed, undefined, BreakAppeal.perfect, 0), placed, tokens: undefined };
  }

  /** @param height  of the cell */
  addWholeCell(row: PlacedRow, cell: MeasuredCell, height: number): void {
    addCell(this.geometry, row, cell, finishCell(this.context, this.geometry, cell, height));
  }

  /**
   * Every cell goes as far as the page reaches.
   * @param rest  height of the row that earlier pages have not taken
   */
  brokenRow({ index, y, inside }: RowPlace, rest: number, fragmentainer: FragmentainerSpace): RowPart {
    const cells = this.geometry.measured.cells[index]!;
    const space = below(fragmentainer, y, 0);
    const parts = cells.map((cell, i) => {
      if (cell.placed.rowspan > 1) return undefined;
      const token = inside?.tokens[i];
      if (inside && !token) return { cell, result: undefined };
      return { cell, result: this.resumeCell(cell, token, space, (inside?.consumed ?? 0) + rest) };
    });
    const results = parts.flatMap((part) => part?.result ?? []);
    const left = Math.max(0, spaceLeft(fragmentainer, y));
    const content = Math.max(0, ...results.map(({ fragment }) => fragment.height));
    const broke = results.some(({ breakToken }) => breakToken) || Math.max(rest, content) > left;
    const placed: PlacedRow = {
      ...wholePlace(index, y, broke ? heightToEnd(left, content) : Math.max(rest, content)),
      isFirst: inside === undefined,
      isLast: !broke,
      consumed: inside?.consumed ?? 0,
    };
    for (const part of parts) if (part) this.addPart(placed, part.cell, part.result, placed);
    const tokens = broke ? parts.map((part) => part?.result?.breakToken) : undefined;
    const hasContentLeft = tokens?.some((token) => token !== undefined) ?? false;
    const appeal = leastAppeal(parts, fragmentainer);
    const overflow = Math.max(0, ...results.map(({ monolithicOverflow }) => monolithicOverflow ?? 0));
    const shortages = results.map(({ spaceShortage }) => spaceShortage ?? Number.POSITIVE_INFINITY);
    const shortage = Math.min(...shortages, hasContentLeft || rest <= left ? Number.POSITIVE_INFINITY : rest - left);
    const result = { ...this.#result(placed, tokens, appeal, overflow), spaceShortage: shortage };
    return { result, placed, tokens };
  }

  /**
   * @param token   where the cell goes on; undefined: from its beginning
   * @param height  of its row or rows, where that is known: the cell goes on with it
   */
  resumeCell(
    cell: MeasuredCell,
    token: BreakToken | undefined,
    fragmentainer: FragmentainerSpace | undefined,
    height?: number,
  ): LayoutResult {
    const { model, gridWidth } = this.geometry;
    const more = fragmentainer && { fragmentainer };
    const space = cellSpace(model, cell.placed, cell.width, gridWidth, 'measure', more);
    const fixed = height !== undefined && { fixedHeight: height, fixedHeightIsLeast: true };
    return layout(this.context, cell.placed.cell.box, { ...space, ...fixed }, token);
  }

  /**
   * Adds a part of a cell, at the top of the row.
   * @param result  undefined: its content has ended on an earlier page
   */
  addPart(
    row: PlacedRow,
    cell: MeasuredCell,
    result: LayoutResult | undefined,
    part: { readonly height: number; readonly isFirst: boolean; readonly isLast: boolean; readonly consumed: number },
  ): void {
    const { height, isFirst, isLast, consumed } = part;
    const { fragment, outOfFlow } = result
      ? moveContent(result, height, 0)
      : { fragment: emptyPart(cell, height, consumed), outOfFlow: [] };
    addCell(this.geometry, row, cell, { fragment: { ...fragment, isFirst, isLast }, outOfFlow });
  }

  #result(placed: PlacedRow, tokens: Tokens, appeal: BreakAppealValue, monolithicOverflow: number): LayoutResult {
    const { index, isFirst, isLast, consumed } = placed;
    const { rows } = this.geometry.model.grid;
    const { row, section } = rows[index]!;
    const startsSection = rows[index - 1]?.section !== section;
    const endsSection = rows[index + 1]?.section !== section;
    const { 'break-before': before, 'break-after': after } = section.style;
    return {
      status: 'done',
      fragment: rowFragment(index, this.geometry, placed.cells, placed.height, { isFirst, isLast, consumed }),
      breakBefore: startsSection && before !== 'auto' ? before : row.style['break-before'],
      breakAfter: endsSection && after !== 'auto' ? after : row.style['break-after'],
      appeal,
      outOfFlow: [],
      monolithicOverflow,
      ...(tokens && { breakToken: this.#token(placed, tokens) }),
    };
  }

  #token({ index, consumed, height }: PlacedRow, tokens: NonNullable<Tokens>): BreakToken {
    return {
      box: this.geometry.model.grid.rows[index]!.row,
      consumed: consumed + height,
      sequence: 1,
      before: false,
      forced: false,
      children: tokens.filter((token) => token !== undefined),
      seenAll: true,
      atEnd: false,
    };
  }
}

/** A row that does not break, still without cells. */
export function wholePlace(index: number, y: number, height: number, repeated = false): PlacedRow {
  return { index, y, height, cells: [], outOfFlow: [], isFirst: true, isLast: true, consumed: 0, repeated };
}

function leastAppeal(
  parts: readonly ({ readonly cell: MeasuredCell; readonly result: LayoutResult | undefined } | undefined)[],
  fragmentainer: FragmentainerSpace,
): BreakAppealValue {
  let least: BreakAppealValue = BreakAppeal.perfect;
  for (const part of parts) {
    const { result } = part ?? {};
    if (!part || !result?.breakToken) continue;
    const inside = appealOfBreakInside(fragmentainer, { box: part.cell.placed.cell.box, result, y: 0, resumed: false });
    least = Math.min(least, inside) as BreakAppealValue;
  }
  return least;
}

/** The rest of a cell whose content has ended on an earlier page. */
function emptyPart({ result: { fragment } }: MeasuredCell, height: number, consumed: number): BoxFragment {
  return {
    ...fragment,
    height,
    children: [],
    border: { ...fragment.border, top: 0 },
    padding: { ...fragment.padding, top: 0 },
    firstBaseline: undefined,
    lastBaseline: undefined,
    consumed,
    overflow: undefined,
  };
}

/** Layout of a row in one fragmentainer, unbroken or broken. */

import type { BreakBetween } from '../../css/properties/fragmentation.js';
import { type BreakToken, makeBreakToken } from '../algorithm/break-token.js';
import {
  type ConstraintSpace,
  constraintSpace,
  type FragmentainerSpace,
  fragmentainerAt,
  fragmentainerSpace,
} from '../algorithm/constraint-space.js';
import { BreakAppeal, type BreakAppealValue } from '../algorithm/early-break.js';
import type { BoxFragment } from '../algorithm/fragment.js';
import { layout } from '../algorithm/layout.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { type LayoutResult, layoutResult } from '../algorithm/result.js';
import { heightToEnd, joinBreaks, spaceLeft } from '../fragmentation/breaks.js';
import { needsFragmentation } from '../fragmentation/forced-breaks.js';
import { appealOfBreakInside } from '../fragmentation/fragmentation.js';
import { firstName } from '../fragmentation/page-names.js';
import { finishCell, moveContent, rowFragment } from './cells.js';
import type { TableGeometry } from './geometry.js';
import { cellSpace, type MeasuredCell } from './heights.js';
import { addCell, type OpenCell, type PlacedRow, type RowResume } from './parts.js';

export interface RowPart {
  readonly placed: PlacedRow;
  /** The row as a child of the table; input to the choice of breaks. */
  readonly result: LayoutResult;
  /** By cell, where the row resumes in the next fragmentainer; undefined: the row is finished. */
  readonly tokens: readonly (BreakToken | undefined)[] | undefined;
  /** Cells that resume in the next fragmentainer beside later rows: they span those, or overflow this row. */
  readonly open: readonly OpenCell[];
}

/** A row and its offset from the grid's top, px. */
export interface RowPlace {
  readonly index: number;
  readonly y: number;
  readonly inside: RowResume | undefined;
}

type Tokens = RowPart['tokens'];

interface CellPart {
  readonly cell: MeasuredCell;
  readonly result: LayoutResult | undefined;
}

/** Lays out the cells of one row. */
export class RowLayout {
  constructor(
    private readonly context: LayoutContext,
    private readonly geometry: TableGeometry,
    private readonly isFragmented: boolean,
  ) {}

  /** Lays out an unbroken row. @param fragmentainer  of the cells that span further rows */
  layoutUnbroken({ index, y }: RowPlace, height: number, fragmentainer: FragmentainerSpace | undefined): RowPart {
    const placed = unbrokenRow(index, y, height);
    const parts: CellPart[] = [];
    for (const cell of this.geometry.measured.cells[index]!) {
      if (cell.placed.rowspan > 1) continue;
      if (!fragmentainer || !overflows(cell, spaceLeft(fragmentainer, y))) this.addUnbrokenCell(placed, cell, height);
      else parts.push({ cell, result: this.#addFixedPart(placed, cell, undefined, fragmentainer) });
    }
    parts.push(...this.#addSpanning(placed, fragmentainer));
    return this.#rowPart(placed, undefined, parts, fragmentainer);
  }

  /** Whether content of the row's cells forces a break. */
  needsFragmentation(index: number, { kind }: FragmentainerSpace): boolean {
    return this.geometry.measured.cells[index]!.some(({ placed }) =>
      needsFragmentation(this.context, placed.cell.box, kind),
    );
  }

  /**
   * Border-box height of a cell across its rows, px; 0 if it starts in a collapsed row.
   * Source: Blink's ComputeCellBlockSize (table_layout_utils.cc)
   */
  heightOf({ placed }: MeasuredCell): number {
    const { heights, measured, spacing } = this.geometry;
    const first = placed.row;
    let height = heights[first]!;
    if (measured.rows[first]!.isCollapsed) return 0;
    for (let i = first + 1; i < first + placed.rowspan; i += 1) {
      if (!measured.rows[i]!.isCollapsed) height += heights[i]! + spacing.y;
    }
    return height;
  }

  /** @param height  of the cell's border box, px */
  addUnbrokenCell(row: PlacedRow, cell: MeasuredCell, height: number): void {
    const { context, geometry, isFragmented } = this;
    addCell(geometry, row, cell, finishCell(context, geometry, cell, height, isFragmented));
  }

  /**
   * Lays out each cell up to the end of the fragmentainer.
   * @param rest  height of the row that is left for this and later fragmentainers, px
   */
  layoutBroken({ index, y, inside }: RowPlace, rest: number, fragmentainer: FragmentainerSpace): RowPart {
    const cells = this.geometry.measured.cells[index]!;
    const named = fragmentainerSpace({ ...fragmentainer, pageName: this.#pageNameIn(index, fragmentainer) });
    // Below a repeated header, too, a row that resumes takes content, which may overflow: it would never end.
    const space = fragmentainerAt(named, y, undefined, 0, inside !== undefined && y > 0);
    const parts = cells.map((cell, i) => {
      if (cell.placed.rowspan > 1) return undefined;
      const token = inside?.tokens[i];
      if (inside && !token) return { cell, result: undefined };
      const height = { fixedHeight: (inside?.consumed ?? 0) + rest, fixedHeightBehavior: 'minimum' } as const;
      return { cell, result: this.resumeCell(cell, token, space, height) };
    });
    const results = parts.flatMap((part) => part?.result ?? []);
    const content = Math.max(0, ...results.map(({ fragment }) => fragment.height));
    // Monolithic content overflows the fragmentainer.
    const left = Math.max(0, spaceLeft(fragmentainer, y), content);
    const broke = results.some(({ breakToken }) => breakToken && !breakToken.isAtBlockEnd) || rest > left;
    const placed: PlacedRow = {
      ...unbrokenRow(index, y, broke ? heightToEnd(left, content) : Math.max(rest, content)),
      isFirst: inside === undefined,
      isLast: !broke,
      consumed: inside?.consumed ?? 0,
    };
    // Breaks may grow the row: cells without breaks align in the final height.
    const grows = !inside && content > rest;
    for (const part of parts) {
      if (part && grows && !part.result?.breakToken) this.addUnbrokenCell(placed, part.cell, placed.height);
      else if (part) this.addPart(placed, part.cell, part.result, placed);
    }
    const consumed = placed.consumed + placed.height;
    const tokens = broke ? parts.map((part) => atRowEnd(part?.result?.breakToken, consumed)) : undefined;
    const hasContentLeft = tokens?.some((token) => token !== undefined) ?? false;
    const shortages = results.map(({ spaceShortage }) => spaceShortage ?? Number.POSITIVE_INFINITY);
    const shortage = Math.min(...shortages, hasContentLeft || rest <= left ? Number.POSITIVE_INFINITY : rest - left);
    const spanning = inside ? [] : this.#addSpanning(placed, fragmentainer);
    const row = this.#rowPart(placed, tokens, [...parts.flatMap((part) => part ?? []), ...spanning], fragmentainer);
    const breakAfter = inside ? this.#breakAfter(index, results) : row.result.breakAfter;
    return { ...row, result: layoutResult({ ...row.result, breakAfter, spaceShortage: shortage }) };
  }

  /** @param parts  cells that may resume in the next fragmentainer */
  #rowPart(
    placed: PlacedRow,
    tokens: Tokens,
    parts: readonly CellPart[],
    fragmentainer: FragmentainerSpace | undefined,
  ): RowPart {
    const open = parts.flatMap(({ cell, result }) =>
      result?.breakToken && (!tokens || cell.placed.rowspan > 1) ? [{ cell, token: result.breakToken }] : [],
    );
    const appeal = fragmentainer ? minBreakAppeal(parts, fragmentainer) : BreakAppeal.perfect;
    const overflow = Math.max(0, ...parts.map(({ result }) => result?.monolithicOverflow ?? 0));
    const pageName = fragmentainer && this.#pageName(placed.index, fragmentainer);
    return { result: this.#result(placed, tokens, open, appeal, overflow, pageName), placed, tokens, open };
  }

  /** Adds cells that span several rows, up to the end of the fragmentainer. Later rows do not affect them. */
  #addSpanning(row: PlacedRow, fragmentainer: FragmentainerSpace | undefined): CellPart[] {
    const parts: CellPart[] = [];
    for (const cell of this.geometry.measured.cells[row.index]!) {
      if (cell.placed.rowspan === 1) continue;
      const height = this.heightOf(cell);
      if (!fragmentainer || height <= spaceLeft(fragmentainer, row.y)) this.addUnbrokenCell(row, cell, height);
      else parts.push({ cell, result: this.#addFixedPart(row, cell, undefined, fragmentainer) });
    }
    return parts;
  }

  /**
   * Adds the next part of a cell whose row ended in an earlier fragmentainer.
   * @returns the rest of the cell; undefined: it is finished
   */
  addRest(row: PlacedRow, { cell, token }: OpenCell, fragmentainer: FragmentainerSpace): OpenCell | undefined {
    const { breakToken } = this.#addFixedPart(row, cell, token, fragmentainer);
    return breakToken && { cell, token: breakToken };
  }

  /** Adds the next part of a cell whose height breaks do not change. */
  #addFixedPart(
    row: PlacedRow,
    cell: MeasuredCell,
    token: BreakToken | undefined,
    fragmentainer: FragmentainerSpace,
  ): LayoutResult {
    const fixedHeight = this.heightOf(cell);
    const result = this.resumeCell(cell, token, fragmentainerAt(fragmentainer, row.y, undefined), { fixedHeight });
    const { height, isFirst, isLast, consumed } = result.fragment;
    this.addPart(row, cell, result, { height, isFirst, isLast, consumed });
    return result;
  }

  /**
   * Lays out a cell, or the rest of it.
   * @param token   undefined: starts the cell
   * @param height  of the row or rows of the cell
   */
  resumeCell(
    cell: MeasuredCell,
    token: BreakToken | undefined,
    fragmentainer: FragmentainerSpace | undefined,
    height: Pick<ConstraintSpace, 'fixedHeight' | 'fixedHeightBehavior'>,
  ): LayoutResult {
    const { model, gridWidth } = this.geometry;
    const more = fragmentainer && { fragmentainer };
    const space = cellSpace(model, cell.placed, cell.width, gridWidth, 'measure', more);
    return layout(this.context, cell.placed.cell.box, constraintSpace({ ...space, ...height }), token);
  }

  /**
   * Adds part of a cell at the top of the row.
   * @param result  undefined: the content ended in an earlier fragmentainer
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

  #result(
    placed: PlacedRow,
    tokens: Tokens,
    open: readonly OpenCell[],
    appeal: BreakAppealValue,
    monolithicOverflow: number,
    pageName: string | undefined,
  ): LayoutResult {
    const { index, isFirst, isLast, consumed } = placed;
    const { breakBefore, breakAfter } = this.#breakValues(index);
    return layoutResult({
      status: 'done',
      fragment: rowFragment(index, this.geometry, placed.cells, placed.height, { isFirst, isLast, consumed }),
      breakToken: tokens || open.length > 0 ? this.#token(placed, tokens, open) : undefined,
      breakBefore,
      breakAfter,
      appeal,
      monolithicOverflow,
      outOfFlow: [],
      pageName,
    });
  }

  /** The page name for the cells of a row: its own, or that of its section, or that of the table. */
  #pageNameIn(index: number, { pageName }: FragmentainerSpace): string {
    const { row, section } = this.geometry.model.grid.rows[index]!;
    return [row.style.page, section.style.page].find((page) => page !== 'auto') ?? pageName;
  }

  /** The page name of a row: that of its first named cell. */
  #pageName(index: number, fragmentainer: FragmentainerSpace): string {
    const inside = this.#pageNameIn(index, fragmentainer);
    const cells = this.geometry.measured.cells[index]!;
    return firstName(
      cells.map(({ placed }) => placed.cell.box),
      inside,
    );
  }

  /** Break values around a row: its own joined with those of its cells, and of its section at the section's edges. */
  #breakValues(index: number): Pick<LayoutResult, 'breakBefore' | 'breakAfter'> {
    const { rows } = this.geometry.model.grid;
    const { row, section } = rows[index]!;
    const startsSection = rows[index - 1]?.section !== section;
    const cells = this.geometry.measured.cells[index]!;
    const before = joinAll(
      row.style['break-before'],
      cells.map(({ breakBefore }) => breakBefore),
    );
    return {
      breakBefore: startsSection ? joinBreaks(section.style['break-before'], before) : before,
      breakAfter: this.#breakAfter(index, cells),
    };
  }

  /**
   * The break value below a row.
   * @param cells  in the last fragmentainer of the row: forced breaks in earlier ones are behind the content after them
   */
  #breakAfter(index: number, cells: readonly Pick<LayoutResult, 'breakAfter'>[]): BreakBetween {
    const { rows } = this.geometry.model.grid;
    const { row, section } = rows[index]!;
    const after = joinAll(
      row.style['break-after'],
      cells.map(({ breakAfter }) => breakAfter),
    );
    return rows[index + 1]?.section !== section ? joinBreaks(after, section.style['break-after']) : after;
  }

  #token({ index, consumed, height }: PlacedRow, tokens: Tokens, open: readonly OpenCell[]): BreakToken {
    return makeBreakToken(this.geometry.model.grid.rows[index]!.row, {
      consumedBlockSize: consumed + height,
      childBreakTokens: [...(tokens ?? []).filter((token) => token !== undefined), ...open.map(({ token }) => token)],
      hasVisitedAllChildren: true,
      isAtBlockEnd: !tokens,
    });
  }
}

/** An unbroken row, still without cells. */
export function unbrokenRow(index: number, y: number, height: number, repeated = false): PlacedRow {
  return { index, y, height, cells: [], outOfFlow: [], isFirst: true, isLast: true, consumed: 0, repeated };
}

/**
 * A cell is as tall as its row: where content of another one overflows the fragmentainer, the cell consumes as much.
 * @param consumed  of the row, px
 */
function atRowEnd(token: BreakToken | undefined, consumed: number): BreakToken | undefined {
  if (!token || token.isBreakBefore || token.consumedBlockSize >= consumed) return token;
  return makeBreakToken(token.box, { ...token, consumedBlockSize: consumed });
}

/** Whether content overflows an unbroken cell by more than `left` from its top, px: it breaks in a parallel flow. */
function overflows({ fragment }: MeasuredCell, left: number): boolean {
  const { overflow } = fragment;
  return overflow !== undefined && overflow.y + overflow.height > Math.max(left, fragment.height);
}

function joinAll(own: BreakBetween, others: readonly BreakBetween[]): BreakBetween {
  return others.reduce(joinBreaks, own);
}

/** The lowest appeal of the breaks inside cells. */
function minBreakAppeal(parts: readonly CellPart[], fragmentainer: FragmentainerSpace): BreakAppealValue {
  let minAppeal: BreakAppealValue = BreakAppeal.perfect;
  for (const { cell, result } of parts) {
    if (!result?.breakToken) continue;
    const inside = appealOfBreakInside(fragmentainer, { box: cell.placed.cell.box, result, y: 0, resumed: false });
    minAppeal = Math.min(minAppeal, inside) as BreakAppealValue;
  }
  return minAppeal;
}

/** An empty fragment: the rest of a cell whose content ended in an earlier fragmentainer. */
function emptyPart({ fragment }: MeasuredCell, height: number, consumed: number): BoxFragment {
  return {
    ...fragment,
    height,
    children: [],
    border: { ...fragment.border, top: 0 },
    padding: { ...fragment.padding, top: 0 },
    firstBaseline: undefined,
    lastBaseline: undefined,
    lineBaseline: undefined,
    consumed,
    overflow: undefined,
  };
}

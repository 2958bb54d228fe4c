/**
 * One row of columns: the flow from a break token on, cut into columns of equal height, up to the next spanner or the
 * end of the page. How high balanced columns are is found as in Blink: at least an equal share of the content laid out
 * in one strip, then higher by the smallest amount that any column was short of, until all of it fits.
 * Source: https://drafts.csswg.org/css-multicol-1/#cf
 */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import { isAvoid, samePlace } from '../breaks.js';
import { layout } from '../layout.js';
import {
  BreakAppeal,
  type BreakAppealValue,
  type BreakToken,
  type Fragment,
  type LayoutContext,
  type LayoutResult,
} from '../types.js';
import { snapCeil } from '../units.js';
import type { Columns } from './geometry.js';

/** Where content that never fits is given up on: columns in a row, and heights tried for them. */
const MOST_COLUMNS = 200;
const MOST_ATTEMPTS = 100;

export interface RowInput {
  readonly flow: BlockBox;
  readonly columns: Columns;
  readonly spanners: ReadonlySet<BlockLevelBox>;
  /** Where the row before stopped. */
  readonly start: BreakToken | undefined;
  /** What percentage heights in the columns refer to. */
  readonly percentageHeight: number | undefined;
  readonly pageName: string;
  /** What the container's own height leaves for this row; undefined: it is auto. */
  readonly height: number | undefined;
  /** What its maximum height leaves. */
  readonly maxHeight: number;
  /** What the page (or outer column) leaves; undefined: unlimited. */
  readonly room: number | undefined;
  /** `column-fill: balance`, or a height is still looked for from outside. */
  readonly balances: boolean;
}

export interface Row {
  readonly columns: readonly LayoutResult[];
  readonly height: number;
  /** Where the flow goes on: after the spanner, or on the next page. */
  readonly next: BreakToken | undefined;
  readonly spanner: BlockLevelBox | undefined;
  /** How good the breaks between its columns, and at its end, are. */
  readonly appeal: BreakAppealValue;
  readonly spaceShortage: number | undefined;
  readonly monolithicOverflow: number;
}

export function layoutRow(context: LayoutContext, input: RowInput): Row {
  return new RowLayout(context, input).run();
}

class RowLayout {
  /** The row's columns are as many as there are; what is left goes to the next page. */
  private readonly isResumable: boolean;
  private balances: boolean;

  constructor(
    private readonly context: LayoutContext,
    private readonly input: RowInput,
  ) {
    const { room, height } = input;
    this.isResumable = room !== undefined && (height === undefined || height > room);
    this.balances = input.balances;
  }

  run(): Row {
    const { height, room, balances } = this.input;
    if (balances || (height === undefined && room === undefined)) return this.balanced(this.contentHeight());
    const size = this.constrain(height ?? Number.POSITIVE_INFINITY);
    const row = this.fill(size);
    if (row.spanner) {
      // What is before a spanner is balanced in any case.
      this.balances = true;
      return this.balanced(this.contentHeight());
    }
    if (height !== undefined) return row;
    const tallest = row.columns.reduce((most, { fragment }) => Math.max(most, fragment.height), 0);
    return { ...row, height: Math.min(size, tallest) };
  }

  private balanced(size: number): Row {
    let row = this.fill(size);
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      if (!this.balances || this.fits(row) || row.spaceShortage === undefined) break;
      const taller = this.constrain(row.height + row.spaceShortage);
      if (taller <= row.height) break;
      row = this.fill(taller);
    }
    return row;
  }

  private fits(row: Row): boolean {
    const isComplete = row.next === undefined || row.spanner !== undefined;
    return isComplete && row.appeal === BreakAppeal.perfect && row.columns.length <= this.input.columns.count;
  }

  /** Columns of one height, until nothing is left or the row is full. */
  private fill(height: number): Row {
    const { columns: used, start } = this.input;
    const columns: LayoutResult[] = [];
    let token = start;
    let appeal: BreakAppealValue = BreakAppeal.perfect;
    let shortage = Number.POSITIVE_INFINITY;
    let overflow = 0;
    let spanner: BlockLevelBox | undefined;
    const most = Math.max(MOST_COLUMNS, used.count);
    do {
      // As in Blink no column is lower than 1px. The last one takes all the rest.
      const isLast = columns.length + 1 >= most;
      const column = this.column(isLast ? Number.POSITIVE_INFINITY : Math.max(1, height), token);
      columns.push(column);
      token = column.breakToken;
      shortage = Math.min(shortage, column.spaceShortage ?? shortage);
      overflow = Math.max(overflow, column.monolithicOverflow ?? 0);
      spanner = column.spanner;
      if (spanner) break;
      appeal = Math.min(appeal, column.appeal) as BreakAppealValue;
    } while (token && columns.length < 2 * most && !(this.isResumable && columns.length >= used.count));
    return {
      columns,
      height,
      next: token,
      spanner,
      appeal,
      spaceShortage: Number.isFinite(shortage) ? shortage : undefined,
      monolithicOverflow: overflow,
    };
  }

  private column(size: number, token: BreakToken | undefined): LayoutResult {
    const { context } = this;
    const { flow, columns, percentageHeight, pageName, spanners } = this.input;
    const fragmentainer = { kind: 'column', size, offset: 0, pageName, spanners } as const;
    const space = {
      availableWidth: columns.width,
      availableHeight: percentageHeight,
      percentageWidth: columns.width,
      percentageHeight,
      newFormattingContext: true,
      fragmentainer,
    };
    const result = layout(context, flow, space, token);
    if (!token || !result.breakToken || result.spanner || !samePlace(token, result.breakToken)) return result;
    return layout(context, flow, { ...space, fragmentainer: { ...fragmentainer, mustProgress: true } }, token);
  }

  /** The least height that the content may need: of one strip per forced break, and without soft ones. */
  private contentHeight(): number {
    const { columns, start } = this.input;
    const strips: number[] = [];
    let unbreakable = 0;
    let token = start;
    do {
      const strip = this.column(Number.POSITIVE_INFINITY, token);
      strips.push(strip.fragment.height);
      unbreakable = Math.max(unbreakable, tallestUnbreakable(strip.fragment));
      token = strip.spanner ? undefined : strip.breakToken;
    } while (token && strips.length < columns.count);
    return this.constrain(Math.max(unbreakable, this.balances ? share(strips, columns.count) : Math.max(...strips)));
  }

  private constrain(size: number): number {
    const { height, maxHeight, room } = this.input;
    return Math.max(0, Math.min(size, height ?? maxHeight, maxHeight, room ?? maxHeight));
  }
}

/** The columns that forced breaks leave go to the tallest strips, one by one. */
function share(strips: readonly number[], count: number): number {
  const runs = strips.map((height) => ({ height, columns: 1 }));
  for (let left = count - runs.length; left > 0; left--) {
    const tallest = runs.reduce((most, run) => (run.height / run.columns > most.height / most.columns ? run : most));
    tallest.columns++;
  }
  return Math.max(...runs.map(({ height, columns }) => snapCeil(height / columns)));
}

/** Height of the tallest line or box in a fragment that is better not cut. */
function tallestUnbreakable(fragment: Fragment): number {
  if (fragment.kind !== 'box') return fragment.height;
  if (fragment.box.kind === 'replaced' || isAvoid(fragment.style['break-inside'], 'column')) return fragment.height;
  return fragment.children.reduce((most, child) => Math.max(most, tallestUnbreakable(child.fragment)), 0);
}

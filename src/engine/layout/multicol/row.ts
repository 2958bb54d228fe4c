/**
 * One row of columns: the flow from a break token on, cut into columns of equal height, up to the next spanner or the
 * end of the page. How high balanced columns are is found as in Blink: at least an equal share of the content laid out
 * in one strip, then higher by the smallest amount that any column was short of, until all of it fits.
 * Source: https://drafts.csswg.org/css-multicol-1/#cf
 */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import { type BreakToken, isSamePlace } from '../algorithm/break-token.js';
import { BreakAppeal, type BreakAppealValue } from '../algorithm/early-break.js';
import type { BoxFragment, Fragment } from '../algorithm/fragment.js';
import { layout } from '../algorithm/layout.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { snapCeil } from '../algorithm/units.js';
import { isAvoid } from '../fragmentation/breaks.js';
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
  /** The next page may have more room: something is before the row on this one. */
  readonly mayDoBetter: boolean;
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

interface FilledRow extends Row {
  /** All of the content is there, without a bad break, and in no more columns than there are. */
  readonly fits: boolean;
  readonly forcedBreaks: number;
}

export function layoutRow(context: LayoutContext, input: RowInput): Row {
  return new RowLayout(context, input).run();
}

class RowLayout {
  /** The row's columns are as many as there are; what is left goes to the next page. */
  private readonly isResumable: boolean;
  private balances: boolean;
  /** Height of what is better not cut. */
  private unbreakable = 0;

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
    // A single column leaves the rest of the page to what follows.
    const { fragment, breakToken } = row.columns[0]!;
    return breakToken ? row : { ...row, height: Math.min(size, contentExtent(fragment)) };
  }

  private balanced(size: number): Row {
    let row = this.fill(size);
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      if (!this.balances || row.fits) break;
      const taller = this.constrain(this.tallerThan(row));
      if (taller <= row.height) break;
      row = this.fill(taller);
    }
    return row;
  }

  /** By what the columns were short of; where forced breaks make too many columns nothing helps but the whole page. */
  private tallerThan({ height, spaceShortage, forcedBreaks }: FilledRow): number {
    if (this.input.columns.count > forcedBreaks + 1) return height + (spaceShortage ?? 0);
    return this.input.room === undefined ? height : Number.POSITIVE_INFINITY;
  }

  /** Columns of one height, until nothing is left or the row is full. */
  private fill(height: number): FilledRow {
    const { columns: used, start, mayDoBetter } = this.input;
    const columns: LayoutResult[] = [];
    let token = start;
    let isGood = true;
    let leastAppeal: BreakAppealValue = BreakAppeal.perfect;
    let forcedBreaks = 0;
    let shortage = Number.POSITIVE_INFINITY;
    let overflow = 0;
    let spanner: BlockLevelBox | undefined;
    const most = Math.max(MOST_COLUMNS, used.count);
    do {
      // As in Blink no column is lower than 1px. The last one takes all the rest.
      const isLast = columns.length + 1 >= most;
      // What breaks badly only in a later column had better begin on the next page.
      const least = mayDoBetter && this.isResumable && columns.length > 0 ? leastAppeal : BreakAppeal.last;
      const column = this.column(isLast ? Number.POSITIVE_INFINITY : Math.max(1, height), token, least);
      shortage = Math.min(shortage, column.spaceShortage ?? shortage);
      columns.push(column);
      token = column.breakToken;
      overflow = Math.max(overflow, column.monolithicOverflow ?? 0);
      spanner = column.spanner;
      if (spanner) break;
      if (column.appeal < BreakAppeal.perfect) isGood = false;
      if (column.breakToken?.forcedBreak) forcedBreaks++;
      // How the row as a whole ends does not count.
      if (token && this.isResumable && columns.length >= used.count) break;
      leastAppeal = Math.min(leastAppeal, column.appeal) as BreakAppealValue;
    } while (token && columns.length < 2 * most);
    return {
      columns,
      height,
      next: token,
      spanner,
      appeal: mayDoBetter && this.isResumable ? leastAppeal : BreakAppeal.perfect,
      spaceShortage: Number.isFinite(shortage) ? shortage : undefined,
      monolithicOverflow: overflow,
      fits: isGood && columns.length <= used.count && (token === undefined || spanner !== undefined),
      forcedBreaks,
    };
  }

  private column(
    size: number,
    token: BreakToken | undefined,
    leastAppeal: BreakAppealValue = BreakAppeal.last,
  ): LayoutResult {
    const { context } = this;
    const { flow, columns, percentageHeight, pageName, spanners } = this.input;
    const fragmentainer = { kind: 'column', size, offset: 0, pageName, spanners, leastAppeal } as const;
    const space = {
      availableWidth: columns.width,
      availableHeight: percentageHeight,
      percentageWidth: columns.width,
      percentageHeight,
      fragmentainer,
    };
    const result = layout(context, flow, space, token);
    const mayBeEmpty = leastAppeal > BreakAppeal.last;
    if (mayBeEmpty || !token || !result.breakToken || result.spanner || !isSamePlace(token, result.breakToken))
      return result;
    return layout(context, flow, { ...space, fragmentainer: { ...fragmentainer, mustProgress: true } }, token);
  }

  /** The least height that the content may need: of one strip per forced break, and without soft ones. */
  private contentHeight(): number {
    const { columns, start } = this.input;
    const strips: number[] = [];
    this.unbreakable = 0;
    let token = start;
    let count = 0;
    do {
      const strip = this.column(Number.POSITIVE_INFINITY, token);
      // What forced breaks bring to columns that overflow does not count.
      if (count < columns.count) strips.push(Math.max(strip.fragment.height, contentExtent(strip.fragment)));
      this.unbreakable = Math.max(this.unbreakable, tallestUnbreakable(strip.fragment));
      token = strip.spanner ? undefined : strip.breakToken;
      count++;
    } while (token && count < MOST_COLUMNS);
    const tallest = Math.max(...strips);
    if (this.unbreakable >= tallest) return this.constrain(this.unbreakable);
    return this.constrain(this.balances ? share(strips, columns.count) : tallest);
  }

  private constrain(size: number): number {
    const { height, maxHeight, room } = this.input;
    const least = Math.max(size, this.unbreakable);
    return Math.max(0, Math.min(least, height ?? maxHeight, maxHeight, room ?? maxHeight));
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

/** How far down the content of a fragment reaches, from its top. */
export function contentExtent(fragment: BoxFragment): number {
  return fragment.children.reduce((most, { fragment: child, y }) => Math.max(most, y + extentDown(child)), 0);
}

function extentDown(fragment: Fragment): number {
  if (fragment.kind !== 'box' || fragment.style['overflow-block'] !== 'visible') return fragment.height;
  return Math.max(fragment.height, contentExtent(fragment));
}

/** Height of the tallest line or box in a fragment that is better not cut, or of padding and border that never is. */
function tallestUnbreakable(fragment: Fragment): number {
  if (fragment.kind !== 'box') return fragment.height;
  const { box, style, border, padding, children, isFirst } = fragment;
  // What was cut before may be cut again.
  const avoids = isFirst && isAvoid(style['break-inside'], 'column');
  if (box.kind === 'replaced' || avoids) {
    return extentDown(fragment);
  }
  const own = Math.max(border.top + padding.top, border.bottom + padding.bottom);
  return children.reduce((most, child) => Math.max(most, tallestUnbreakable(child.fragment)), own);
}

/**
 * Fragmentation of the rows of a grid. The items are placed in the fragmentainer by their offsets in the unfragmented
 * container. Breaks inside items expand rows, and a break before a row shifts it with all rows below it.
 * Source: https://drafts.csswg.org/css-grid-2/#fragmentation-alg
 * Blink: `GridLayoutAlgorithm::PlaceGridItemsForFragmentation`
 */

import type { BreakBetween } from '../../css/properties/fragmentation.js';
import { type BreakToken, breakTokenBefore } from '../algorithm/break-token.js';
import type { FragmentBuilder } from '../algorithm/builder.js';
import { type FragmentainerSpace, fragmentainerAt } from '../algorithm/constraint-space.js';
import { BreakAppeal } from '../algorithm/early-break.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { LAYOUT_UNIT } from '../algorithm/units.js';
import { isAvoid, isForced, spaceLeft } from '../fragmentation/breaks.js';
import { type FlowItem, fitsUnbroken } from '../fragmentation/flow-item.js';
import { appealOfBreakInside, hasMonolithicOverflow } from '../fragmentation/fragmentation.js';
import type { Span } from './placement.js';

export interface GridFlowItem extends FlowItem {
  readonly row: Span;
  /** It grows, with its row, by content that breaks push down. */
  readonly grows: boolean;
}

/** The rows of the unfragmented container. */
export interface GridRows {
  /** In order-modified document order. */
  readonly items: readonly GridFlowItem[];
  /** Block offsets of the rows from the container's border edge, px. */
  readonly tops: readonly number[];
  /** Block offsets of the gaps below the rows, px; none below the last. */
  readonly gaps: readonly number[];
  /** By line, the joined break values of the items that end and start there. Blink: `row_break_between`. */
  readonly breaks: readonly BreakBetween[];
}

/** Part of the container's break token, as Blink's GridBreakTokenData. Lengths in px. */
export interface GridFlowState {
  /** Block offset of the fragmentainer's start in the container, including the space that breaks have added. */
  readonly base: number;
  /** By line, the space that expanded rows have added before it, and that of breaks. */
  readonly expansions: readonly number[];
  readonly shifts: readonly number[];
  /** The first row whose gap is in no fragmentainer so far. */
  readonly nextGap: number;
  readonly tokens: ReadonlyMap<GridFlowItem, BreakToken>;
}

interface GridFlowInput {
  readonly context: LayoutContext;
  readonly rows: GridRows;
  /** Block offset of the content from the container's border edge after a break. */
  readonly top: number;
  /** Its `offset` is that of the container's border edge. */
  readonly fragmentainer: FragmentainerSpace | undefined;
  readonly state: GridFlowState | undefined;
  /** The rows are those of the grid itself, not of a subgrid. */
  readonly isStandalone: boolean;
}

export interface GridFlowResult {
  /** undefined: all items are finished. */
  readonly state: GridFlowState | undefined;
  /** Space that breaks have added to the content so far, px. */
  readonly growth: number;
  /** Block-end edge of the content, from the container's border edge in this fragmentainer, px. */
  readonly end: number;
}

export function placeGridItems(builder: FragmentBuilder, input: GridFlowInput): GridFlowResult {
  return new GridFlow(builder, input).place();
}

/** An item in this fragmentainer. */
interface Placed {
  readonly item: GridFlowItem;
  /** From the container's border edge. */
  readonly y: number;
  readonly result: LayoutResult;
}

const NO_TOKENS: ReadonlyMap<GridFlowItem, BreakToken> = new Map();

/** A layout of an item, with what it depends on. */
interface Known extends Pick<Placed, 'y' | 'result'> {
  readonly growth: number;
}

class GridFlow {
  private readonly base: number;
  private readonly origin: number;
  private readonly expansions: number[];
  private readonly shifts: number[];
  private readonly tokens: ReadonlyMap<GridFlowItem, BreakToken>;
  private readonly known = new Map<GridFlowItem, Known>();
  /** Space from `origin` to the fragmentainer's end, or to a forced break if the fragmentainer is unlimited. */
  private space: number;

  private placed: Placed[] = [];
  /** The first item of the rows in later fragmentainers. */
  private subsequent: GridFlowItem | undefined;
  /** The row to expand, and by how much. */
  private expandedRow: number | undefined;
  private expansion = 0;
  private lastExpandedRow = -1;
  /** The row to break before. */
  private breakpoint: number | undefined;

  constructor(
    private readonly builder: FragmentBuilder,
    private readonly input: GridFlowInput,
  ) {
    const { state, top, fragmentainer, rows } = input;
    this.base = state?.base ?? 0;
    this.origin = state ? top : 0;
    const none = () => rows.breaks.map(() => 0);
    this.expansions = state ? [...state.expansions] : none();
    this.shifts = state ? [...state.shifts] : none();
    this.tokens = state?.tokens ?? NO_TOKENS;
    // Cloned edges may take more than there is.
    this.space = fragmentainer ? Math.max(0, spaceLeft(fragmentainer, this.origin)) : Number.POSITIVE_INFINITY;
  }

  place(): GridFlowResult {
    this.placeItems();
    while (this.expandRow()) this.placeItems();
    const shifted = this.shiftRows();
    if (shifted) this.placeItems();
    return this.finish(shifted);
  }

  // ---- offsets ------------------------------------------------------------------------------------------------------

  /** Space that breaks have added before the row, less that of earlier fragmentainers. */
  private shiftOf(row: number): number {
    return this.expansions[row]! + this.shifts[row]! - this.base;
  }

  private rowOffset(row: number): number {
    return this.input.rows.tops[row]! + this.shiftOf(row);
  }

  /** Height that expanded rows have added to the area of an item. */
  private growthOf({ row }: GridFlowItem): number {
    return this.expansions[row.end]! - this.expansions[row.start]!;
  }

  // ---- items --------------------------------------------------------------------------------------------------------

  private placeItems(): void {
    this.placed = [];
    this.subsequent = undefined;
    this.expandedRow = undefined;
    this.expansion = 0;
    this.breakpoint = undefined;
    for (const item of this.input.rows.items) this.placeItem(item);
  }

  private placeItem(item: GridFlowItem): void {
    const { fragmentainer } = this.input;
    const token = this.tokens.get(item);
    const row = item.row.start;
    const offset = this.rowOffset(row);
    const y = this.origin + (token ? 0 : item.y + this.shiftOf(row));
    const mustStay = fragmentainer?.mustProgress === true && offset <= 0;
    if (offset >= this.space && !mustStay) {
      this.subsequent ??= item;
      if (fragmentainer?.kind === 'column')
        this.builder.propagateSpaceShortage(
          spaceShortage(this.layoutItem(item, y, token), spaceLeft(fragmentainer, y)),
        );
      return;
    }
    // The row started in an earlier fragmentainer, and the item is finished.
    if (offset < 0 && !token && this.input.state) return;
    const result = this.layoutItem(item, y, token);
    this.placed.push({ item, y, result });
    if (!fragmentainer || (offset > 0 && this.breaksBefore(item, result, y, fragmentainer))) return;
    this.measureExpansion(item, result);
  }

  /** @param token  the item's break token from the previous fragmentainer */
  private layoutItem(item: GridFlowItem, y: number, token: BreakToken | undefined): LayoutResult {
    const { fragmentainer, context } = this.input;
    if (!fragmentainer) return item.result;
    const growth = this.growthOf(item) - (token ? this.unavailable(item, token) : 0);
    if (!token && growth === 0 && fitsUnbroken(context, item, fragmentainer, y)) return item.result;
    const known = this.known.get(item);
    if (known && known.y === y && known.growth === growth) return known.result;
    const space = fragmentainerAt(fragmentainer, y, undefined, 0, fragmentainer.requiresContent);
    const result = item.layout(space, token, growth);
    this.known.set(item, { y, growth, result });
    return result;
  }

  /** The part of the item's area that the overflow of another item past the fragmentainer's end has taken. */
  private unavailable(item: GridFlowItem, { consumedBlockSize }: BreakToken): number {
    return -(item.y + this.shiftOf(item.row.start)) - consumedBlockSize;
  }

  // ---- breaks before rows -------------------------------------------------------------------------------------------

  /** Whether the row of an item, or one above, moves to the next fragmentainer. */
  private breaksBefore(
    { box, row: { start } }: GridFlowItem,
    result: LayoutResult,
    y: number,
    fragmentainer: FragmentainerSpace,
  ): boolean {
    if (this.breakpoint !== undefined && start >= this.breakpoint) return false;
    const between = this.input.rows.breaks[start]!;
    if (isForced(between, fragmentainer.kind)) {
      this.breakpoint = start;
      return true;
    }
    const avoids = isAvoid(between, fragmentainer.kind);
    const appealBefore = avoids ? BreakAppeal.violatesBreakAvoid : BreakAppeal.perfect;
    const left = spaceLeft(fragmentainer, y);
    if (!result.fragment.isFirst || left === Number.POSITIVE_INFINITY) return false;
    const { breakToken } = result;
    const startsPastEnd = left < 0 || (left === 0 && breakToken !== undefined && !breakToken.isAtBlockEnd);
    if (!startsPastEnd) {
      if (left >= fragmentainer.size || fragmentainer.mustProgress) return false;
      const fits = result.fragment.height <= left && !hasMonolithicOverflow(result);
      const appealInside = appealOfBreakInside(fragmentainer, { box, result, y, resumed: breakToken === undefined });
      if (fits && appealInside >= appealBefore) return false;
    }
    this.builder.propagateSpaceShortage(spaceShortage(result, left));
    this.breakpoint = (avoids ? this.rowWithoutAvoid(start) : undefined) ?? start;
    return true;
  }

  /** The last row above, in this fragmentainer, whose break values are `auto`. */
  private rowWithoutAvoid(row: number): number | undefined {
    for (let index = row - 1; index >= 0 && this.rowOffset(index) > 0; index--)
      if (this.input.rows.breaks[index] === 'auto') return index;
    return undefined;
  }

  /** Moves the row to break before, with all rows below it, to the next fragmentainer. @returns whether it was in this */
  private shiftRows(): boolean {
    const { breakpoint, input } = this;
    if (breakpoint === undefined) return false;
    const between = input.rows.breaks[breakpoint]!;
    const offset = this.rowOffset(breakpoint);
    if (this.space === Number.POSITIVE_INFINITY) this.space = offset;
    else if (offset >= this.space) return false;
    else this.shift(breakpoint, this.space - offset);
    if (input.fragmentainer && isForced(between, input.fragmentainer.kind)) this.builder.forcedBreak = between;
    return true;
  }

  private shift(row: number, distance: number): void {
    for (let index = row; index < this.shifts.length; index++) this.shifts[index]! += distance;
  }

  /**
   * Truncates the last gap in this fragmentainer at a break in it: the row below moves to the fragmentainer's end. As in
   * Chromium, gaps do not move with rows that expand.
   * Source: https://drafts.csswg.org/css-align-3/#gap-flex; Blink: `PlaceGaps`, `MaybeSuppressLastGap`
   * @param end  of the content in this fragmentainer
   * @returns    the first row whose gap is below
   */
  private truncateGap(end: number): number {
    const { base, shifts } = this;
    const { gaps, tops } = this.input.rows;
    const first = this.input.state?.nextGap ?? 0;
    if (end === Number.POSITIVE_INFINITY) return first;
    let next = first;
    while (next < gaps.length && gaps[next]! + shifts[next]! - base <= end) next++;
    if (next === first) return next;
    const gapEnd = tops[next]! + shifts[next - 1]! - base;
    if (gapEnd > end) this.shift(next, end - gapEnd);
    return next;
  }

  // ---- expansion of rows --------------------------------------------------------------------------------------------

  /** Records by how much the row of an item expands for the content that breaks have pushed down in the item. */
  private measureExpansion(item: GridFlowItem, result: LayoutResult): void {
    // Without a break, an item that is higher than its row overflows it.
    if (result === item.result) return;
    const { breakToken, fragment } = result;
    const { start } = item.row;
    const areaEnd = item.areaEnd + this.shiftOf(start) + this.growthOf(item);
    const mayExpand = this.input.isStandalone && item.grows && start > this.lastExpandedRow;
    if (!mayExpand || this.space === Number.POSITIVE_INFINITY || areaEnd > this.space) return;
    if (this.expandedRow !== undefined && start > this.expandedRow) return;
    if (start !== this.expandedRow) this.expansion = 0;
    this.expandedRow = start;
    // What is left of an item that continues is not known: its row extends past the fragmentainer's end.
    const wanted = breakToken ? this.space - areaEnd + LAYOUT_UNIT : fragment.height - areaEnd;
    this.expansion = Math.max(this.expansion, wanted);
  }

  private expandRow(): boolean {
    const { expandedRow, expansion, expansions } = this;
    if (expandedRow === undefined || expansion === 0) return false;
    for (let line = expandedRow + 1; line < expansions.length; line++) expansions[line]! += expansion;
    this.lastExpandedRow = expandedRow;
    return true;
  }

  // ---- end ----------------------------------------------------------------------------------------------------------

  private finish(shifted: boolean): GridFlowResult {
    const { builder, input, origin, subsequent } = this;
    const { fragmentainer, rows } = input;
    const tokens = new Map<GridFlowItem, BreakToken>();
    let used = this.space;
    for (const { item, y, result } of this.placed) {
      builder.addResult(result, item.x, y);
      builder.propagateBreakInfo(result, fragmentainer);
      const itemEnd = y - origin + result.fragment.height;
      if (!shifted) used = Math.max(used, itemEnd);
      builder.monolithicOverflow = Math.max(builder.monolithicOverflow, itemEnd - this.space);
      const { breakToken } = result;
      if (!breakToken || !fragmentainer) continue;
      tokens.set(item, breakToken);
      builder.addChildBreak(result, appealOfBreakInside(fragmentainer, { box: item.box, result, y, resumed: false }));
    }
    builder.firstBreakBefore = rows.breaks[0];
    builder.previousBreakAfter = rows.breaks.at(-1)!;
    if (subsequent) {
      builder.addBreakToken(breakTokenBefore(subsequent.box, builder.forcedBreak));
      if (fragmentainer?.size === Number.POSITIVE_INFINITY) builder.brokeInFlow = true;
      // Overflow of monolithic content may reach past the row's offset.
      const distance = used - this.rowOffset(subsequent.row.start);
      if (distance > 0) this.shift(subsequent.row.start, distance);
    }
    const nextGap = this.truncateGap(used);
    const { base, expansions, shifts } = this;
    const isDone = tokens.size === 0 && !subsequent;
    return {
      state: isDone ? undefined : { base: base + used, expansions, shifts, nextGap, tokens },
      growth: expansions.at(-1)! + shifts.at(-1)!,
      end: origin + used,
    };
  }
}

/** The space that an item lacks. Blink: `CalculateSpaceShortage`. */
function spaceShortage(result: LayoutResult, left: number): number {
  return result.spaceShortage ?? result.fragment.height - left;
}

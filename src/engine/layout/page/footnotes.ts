/**
 * Footnotes: finds the page height that leaves space for the footnotes of the calls on the page. Footnotes that do not
 * fit continue on the next page. Source: https://drafts.csswg.org/css-gcpm-3/#footnotes
 */

import type { Footnote } from '../../box/raw.js';
import { partitionPoint } from '../../collections/partition-point.js';
import type { Fragment } from '../algorithm/fragment.js';
import type { LayoutResult } from '../algorithm/result.js';
import { LAYOUT_UNIT } from '../algorithm/units.js';
import { hasMonolithicOverflow } from '../fragmentation/fragmentation.js';
import type { OutOfFlow } from '../positioned/out-of-flow.js';
import type { AreaPage, FootnoteArea, FootnoteAreas, PendingNotes } from './footnote-area.js';

/** A footnote's call on a page. */
export interface FootnoteCall {
  readonly note: Footnote;
  /** Position of its box in document order. */
  readonly order: number;
  /** Bottom of its line from the top of the page area, px. */
  readonly y: number;
  /** The call is in a box that is placed after all pages; a lower page end does not move it to the next page. */
  readonly isLate?: boolean;
}

/** The call that an anchor follows; undefined: the box is not the anchor of a footnote. */
export function footnoteOf({ box, y }: OutOfFlow): FootnoteCall | undefined {
  return box.kind === 'block' && box.footnote ? { note: box.footnote, order: box.id, y } : undefined;
}

/** The calls in a layout result, in document order. @param offset  block offset of the content on its page, px */
export function callsIn({ outOfFlow }: Pick<LayoutResult, 'outOfFlow'>, offset: number): FootnoteCall[] {
  const calls = outOfFlow.flatMap((item) => footnoteOf({ ...item, y: item.y + offset }) ?? []);
  return calls.sort((a, b) => a.order - b.order);
}

/** The input of `layoutWithFootnotes`: a page, and how to lay it out. */
interface PageAttempt {
  readonly page: AreaPage;
  /** Height for content and footnotes: that of the page area without page floats at its end, px. */
  readonly height: number;
  readonly areas: FootnoteAreas;
  /** Footnotes that continue from the previous page. */
  readonly carried: readonly PendingNotes[];
  /** Block offset of the content on the page, px. */
  readonly offset: number;
  /** Lays out the page's content in this height; undefined: no content fits. */
  layout(height: number): LayoutResult | undefined;
  /** New calls, without those of earlier pages, in document order. */
  calls(result: LayoutResult): readonly FootnoteCall[];
}

export interface PageWithFootnotes {
  /** undefined: the page has footnotes only. */
  readonly result: LayoutResult | undefined;
  readonly calls: readonly FootnoteCall[];
  readonly area: FootnoteArea;
  /** Height without the footnotes, px. */
  readonly contentHeight: number;
}

/** Maximum layout passes of a page; each reserves more space for footnotes than the previous one. */
const MAX_PASSES = 12;

/** A page whose footnotes do not fit the reserved height. */
interface Attempted {
  readonly result: LayoutResult;
  readonly calls: readonly FootnoteCall[];
  /** Height reserved for the footnotes, px. */
  readonly reserved: number;
}

/** Lays out a page repeatedly, until the reserved height fits the footnotes of its calls. */
export function layoutWithFootnotes(attempt: PageAttempt): PageWithFootnotes {
  const { page, height, areas, carried } = attempt;
  /** Height reserved for the footnotes, px. */
  let reserved = areas.layout(page, carried, [], height).height;
  let best: Attempted | undefined;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const result = attempt.layout(height - reserved);
    // Monolithic content would overlap the footnotes.
    if (!result || (reserved > 0 && hasMonolithicOverflow(result))) break;
    const calls = attempt.calls(result);
    const notes = calls.map(({ note }) => note);
    const area = areas.layout(page, carried, notes, reserved);
    const found = { result, calls, area, contentHeight: height - reserved };
    if (hasSpace(found, reserved)) return found;
    best = { result, calls, reserved };
    if (hasParallelCalls(calls)) return bestReserve(attempt, best);
    const next = nextReserve(attempt, result, calls);
    if (next <= reserved) break;
    reserved = next;
  }
  if (best) return withRest(attempt, best);
  // No content fits in addition to the continued footnotes.
  return { result: undefined, calls: [], area: areas.layout(page, carried, [], height), contentHeight: 0 };
}

/** Whether a call is above one before it, as in columns and cells: a lower page end may move other calls than the last. */
function hasParallelCalls(calls: readonly FootnoteCall[]): boolean {
  let deepest = 0;
  for (const { y, isLate } of calls) {
    if (isLate) continue;
    if (y < deepest) return true;
    deepest = y;
  }
  return false;
}

const hasSpace = ({ area, calls }: PageWithFootnotes, reserved: number): boolean =>
  area.height <= reserved && isComplete(area, calls);

/** Accuracy of the reserved height, px. */
const RESERVE_STEP = 1;

/**
 * Bisects the least height to reserve: the more is reserved, the fewer calls are on the page.
 * @param failed  an attempt that has reserved too little
 */
function bestReserve(attempt: PageAttempt, failed: Attempted): PageWithFootnotes {
  const { page, height, areas, carried } = attempt;
  const notesOf = (calls: readonly FootnoteCall[]) => calls.map(({ note }) => note);
  const heightOf = (calls: readonly FootnoteCall[]) => areas.layout(page, carried, notesOf(calls), height).height;
  const tried = (reserved: number): PageWithFootnotes | undefined => {
    const result = attempt.layout(height - reserved);
    if (!result || hasMonolithicOverflow(result)) return undefined;
    const calls = attempt.calls(result);
    const area = areas.layout(page, carried, notesOf(calls), reserved);
    return { result, calls, area, contentHeight: height - reserved };
  };
  let found: PageWithFootnotes | undefined;
  let low = failed.reserved;
  let high = height;
  let reserved = Math.min(height, heightOf(failed.calls));
  while (high - low > RESERVE_STEP) {
    const page = tried(reserved);
    if (page && !hasSpace(page, reserved)) low = reserved;
    else {
      found = page ?? found;
      high = reserved;
    }
    const middle = (low + high) / 2;
    // The height of the footnotes alone may be enough.
    const needed = found?.area.height ?? middle;
    reserved = needed > low && needed < middle ? needed : middle;
  }
  if (!found) return withRest(attempt, failed);
  if (found.area.rest.length === 0) return found;
  // With as many calls, none of their footnotes needs to break.
  const whole = tried(heightOf(found.calls));
  return whole?.calls.length === found.calls.length && whole.area.rest.length === 0 ? whole : found;
}

/** Whether the area has all footnotes of the calls; the last one may break. */
function isComplete({ rest }: FootnoteArea, calls: readonly FootnoteCall[]): boolean {
  const missing = new Set(rest.flatMap(({ notes, resume }) => notes.filter((note) => !resume || !mayBreak(note))));
  return calls.every(({ note }) => !missing.has(note));
}

/** Whether the footnote may break; with other policies its call moves to the next page. */
const mayBreak = ({ style }: Footnote): boolean => style['footnote-policy'] === 'auto';

/** Height to reserve for the footnotes, px, given the positions of their calls. */
function nextReserve(attempt: PageAttempt, result: LayoutResult, calls: readonly FootnoteCall[]): number {
  const { page, height, areas, carried } = attempt;
  const notes = calls.map(({ note }) => note);
  // Of calls up to each: the place below the lowest one.
  const places: number[] = [];
  let deepest = 0;
  for (const { y, isLate } of calls) {
    if (!isLate) deepest = Math.max(deepest, y);
    places.push(Math.max(0, height - deepest));
  }
  const areaUpTo = (index: number, available = places[index]!) =>
    areas.layout(page, carried, notes.slice(0, index + 1), available);
  // With each call there are more footnotes, and less space for them.
  const index = partitionPoint([...calls.keys()], (upTo) => {
    const area = areaUpTo(upTo);
    return area.height <= places[upTo]! && area.rest.length === 0;
  });
  const before = index > 0 ? areaUpTo(index - 1).height : areas.layout(page, carried, [], height).height;
  const call = calls[index];
  if (!call) return before;
  const area = areaUpTo(index);
  if (area.height <= places[index]! && isComplete(area, calls.slice(0, index + 1))) return area.height;
  if (call.isLate) return areaUpTo(index, height).height;
  const top = call.note.style['footnote-policy'] === 'block' ? blockTop(attempt, result, call) : undefined;
  // The line of the call does not fit if the page ends above its bottom.
  return Math.max(before, height - (top ?? call.y - LAYOUT_UNIT));
}

/** Places the footnotes that fit below the content; the rest moves to the next page. */
function withRest(
  { page, height, areas, carried, offset }: PageAttempt,
  { result, calls, reserved }: Attempted,
): PageWithFootnotes {
  const bottom = result.breakToken ? height - reserved : offset + result.fragment.height;
  const available = Math.max(0, height - bottom);
  const notes = calls.map(({ note }) => note);
  const area = areas.layout(page, carried, notes, available);
  const fits = area.height <= available;
  const none = { fragment: undefined, x: 0, top: 0, height: 0, rest: areas.pending(page, carried, notes) };
  return { result, calls, area: fits ? area : none, contentHeight: height - (fits ? available : 0) };
}

/** Block offset of the block container with the call, px; undefined: the call is not in the result. */
function blockTop({ offset }: PageAttempt, { fragment }: LayoutResult, { note }: FootnoteCall): number | undefined {
  const find = (at: Fragment, top: number, block: number): number | undefined => {
    if (at.kind === 'text') return undefined;
    const isCall = at.kind === 'box' && 'origin' in at.box && at.box.origin === '::footnote-call';
    if (isCall && at.box.element === note.element) return block;
    const inner = at.kind === 'box' && at.box.kind === 'block' ? top : block;
    for (const child of at.children) {
      const found = find(child.fragment, top + child.y, inner);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return find(fragment, offset, offset);
}

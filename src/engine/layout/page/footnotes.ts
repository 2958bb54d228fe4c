/**
 * Footnotes on the page of their calls: the content gives way to them from below, and what does not fit goes on on the
 * next page. Source: https://drafts.csswg.org/css-gcpm-3/#footnotes
 */

import type { Footnote } from '../../box/footnotes.js';
import type { Fragment } from '../algorithm/fragment.js';
import type { LayoutResult } from '../algorithm/result.js';
import type { OutOfFlow } from '../positioned/out-of-flow.js';
import type { AreaPage, FootnoteArea, FootnoteAreas, PendingNotes } from './footnote-area.js';

/** A footnote's call on a page. */
export interface FootnoteCall {
  readonly note: Footnote;
  /** Of its box in document order. */
  readonly order: number;
  /** Bottom of its line, from the top of the page area. */
  readonly y: number;
}

/** The call that a mark stands behind; undefined: the box is no such mark. */
export function footnoteOf({ box, y }: OutOfFlow): FootnoteCall | undefined {
  return box.kind === 'block' && box.footnote ? { note: box.footnote, order: box.id, y } : undefined;
}

/** In document order. @param offset  of the content on its page */
export function callsIn({ outOfFlow }: LayoutResult, offset: number): FootnoteCall[] {
  const calls = outOfFlow.flatMap((item) => footnoteOf({ ...item, y: item.y + offset }) ?? []);
  return calls.sort((a, b) => a.order - b.order);
}

/** A page that is being laid out. */
export interface PageAttempt {
  readonly page: AreaPage;
  readonly areas: FootnoteAreas;
  /** Footnotes that go on from the page before. */
  readonly carried: readonly PendingNotes[];
  /** Top of the content, from the top of the page area. */
  readonly offset: number;
  /** The page's content in this height; undefined: nothing of it would be there. */
  layout(height: number): LayoutResult | undefined;
  /** Calls that are not those of earlier pages, in document order. */
  calls(result: LayoutResult): readonly FootnoteCall[];
}

export interface PageWithFootnotes {
  /** undefined: the page is for footnotes alone. */
  readonly result: LayoutResult | undefined;
  readonly calls: readonly FootnoteCall[];
  readonly area: FootnoteArea;
  /** Height of the page area that is left to the content. */
  readonly contentHeight: number;
}

/** Each leaves less to the content than the one before. */
const MOST_PASSES = 12;
/** px. The finest step of lengths: a line that ends this much lower does not fit. */
const STEP = 1 / 64;

export function layoutWithFootnotes(attempt: PageAttempt): PageWithFootnotes {
  const { page, areas, carried } = attempt;
  const { height } = page;
  /** Height that the content leaves to the footnotes. */
  let reserved = areas.layout(page, carried, [], height).height;
  let best: { readonly result: LayoutResult; readonly calls: readonly FootnoteCall[] } | undefined;
  let left = 0;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const result = attempt.layout(height - reserved);
    if (!result || (reserved > 0 && overlaps(result))) break;
    const calls = attempt.calls(result);
    const notes = calls.map(({ note }) => note);
    const area = areas.layout(page, carried, notes, reserved);
    if (area.height <= reserved && isComplete(area, calls))
      return { result, calls, area, contentHeight: height - reserved };
    best = { result, calls };
    left = reserved;
    const next = nextReserve(attempt, result, calls);
    if (next <= reserved) break;
    reserved = next;
  }
  if (best) return withRest(attempt, best, left);
  // No content fits beside what is carried on.
  return { result: undefined, calls: [], area: areas.layout(page, carried, [], height), contentHeight: 0 };
}

/** Content that cannot break reaches into the footnotes. */
const overlaps = (result: LayoutResult): boolean => (result.monolithicOverflow ?? 0) > 0;

/** Whether all footnotes are there that have to be: of the last one a part may be enough. */
function isComplete({ rest }: FootnoteArea, calls: readonly FootnoteCall[]): boolean {
  return calls.every(({ note }) =>
    rest.every(({ notes, resume }) => !notes.includes(note) || (resume && mayBreak(note))),
  );
}

/** With other policies the call goes to the next page rather than a part of the footnote. */
const mayBreak = ({ style }: Footnote): boolean => style['footnote-policy'] === 'auto';

/** How much the content has to leave to the footnotes, once it is known where their calls are. */
function nextReserve(attempt: PageAttempt, result: LayoutResult, calls: readonly FootnoteCall[]): number {
  const { page, areas, carried } = attempt;
  const { height } = page;
  let before = areas.layout(page, carried, [], height).height;
  let deepest = 0;
  for (const [index, call] of calls.entries()) {
    const upTo = calls.slice(0, index + 1);
    const notes = upTo.map(({ note }) => note);
    deepest = Math.max(deepest, call.y);
    const room = Math.max(0, height - deepest);
    const area = areas.layout(page, carried, notes, room);
    if (area.height <= room && area.rest.length === 0) {
      before = area.height;
      continue;
    }
    if (area.height <= room && isComplete(area, upTo)) return area.height;
    const top = call.note.style['footnote-policy'] === 'block' ? blockTop(attempt, result, call) : undefined;
    return Math.max(before, height - (top ?? call.y - STEP));
  }
  return before;
}

/** Puts what fits below the content as it is; the rest goes to the next page. */
function withRest(
  { page, areas, carried, offset }: PageAttempt,
  { result, calls }: { readonly result: LayoutResult; readonly calls: readonly FootnoteCall[] },
  reserved: number,
): PageWithFootnotes {
  const bottom = result.breakToken ? page.height - reserved : offset + result.fragment.height;
  const room = Math.max(0, page.height - bottom);
  const notes = calls.map(({ note }) => note);
  const area = areas.layout(page, carried, notes, room);
  const fits = area.height <= room;
  const none = { fragment: undefined, x: 0, top: 0, height: 0, rest: areas.pending(page, carried, notes) };
  return { result, calls, area: fits ? area : none, contentHeight: page.height - (fits ? room : 0) };
}

/** Top of the block that the call stands in; undefined: it is not there. */
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

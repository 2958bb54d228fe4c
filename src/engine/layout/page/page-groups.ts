/**
 * Page groups: the pages of one element that has a `page` name and starts on a page of its own.
 * Source: https://www.w3.org/TR/css-gcpm-3/#document-sequence-selectors
 */

import type { Box } from '../../box/tree.js';
import type { Breakable, BreakToken } from '../algorithm/break-token.js';
import { continuedChild, firstInFlow } from './page-names.js';

/** The boxes at the top of a page, outermost first. */
interface PageStart {
  /** They go on from the page before. */
  readonly continued: readonly Breakable[];
  /** They begin here. */
  readonly beginning: readonly Breakable[];
  /** A forced break is before them; the document's start counts as one. */
  readonly isForced: boolean;
}

export const NO_GROUPS: ReadonlyMap<string, number> = new Map();

/** @param token  what goes on on the page; undefined: the document begins */
export function pageStart(root: Box, token: BreakToken | undefined): PageStart {
  const continued: Breakable[] = [];
  let at = token;
  for (; at && !at.isBreakBefore; at = continuedChild(at)) continued.push(at.box);
  const beginning: Breakable[] = [];
  for (let box = token ? at?.box : root; box; box = firstInFlow(box)) beginning.push(box);
  return { continued, beginning, isForced: !token || at?.forcedBreak !== undefined };
}

/** Of a page that is blank so that what goes on is on the right side: nothing begins on it. */
export function blankStart(root: Box, token: BreakToken): PageStart {
  return { ...pageStart(root, token), beginning: [] };
}

/** The groups of the page after one of these, with nothing between. */
export function followingPage(groups: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map([...groups].map(([name, place]) => [name, place + 1]));
}

/** Numbers pages in their groups, page by page. */
export class PageGroups {
  /** The first page of each element with a group. */
  readonly #starts = new Map<Breakable, number>();
  /** Of the page before, by name. */
  #current = new Map<string, number>();

  /** @returns which page, from 1, it is of each group that it is part of; the innermost of a name counts */
  next(index: number, { continued, beginning, isForced }: PageStart): ReadonlyMap<string, number> {
    const starts = new Map<string, number>();
    const visit = (box: Breakable, begins: boolean) => {
      const name = box.style.page;
      if (name === 'auto') return;
      if (begins && isForced) this.#starts.set(box, index);
      // One that begins amidst other content of its name goes on with the pages of that.
      starts.set(name, this.#starts.get(box) ?? starts.get(name) ?? this.#current.get(name) ?? index);
    };
    for (const box of continued) visit(box, false);
    for (const box of beginning) visit(box, true);
    this.#current = starts;
    return starts.size === 0 ? NO_GROUPS : new Map([...starts].map(([name, start]) => [name, index - start + 1]));
  }
}

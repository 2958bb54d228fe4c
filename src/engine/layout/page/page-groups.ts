/**
 * Page groups: the pages of an element with a `page` name that starts after a forced break.
 * Source: https://www.w3.org/TR/css-gcpm-3/#document-sequence-selectors
 */

import type { Box } from '../../box/tree.js';
import type { Breakable, BreakToken } from '../algorithm/break-token.js';
import { continuedChild, firstInFlow } from '../fragmentation/page-names.js';

/** The boxes at the start of a page, outermost first. */
interface PageStart {
  /** Boxes that continue from the previous page. */
  readonly continued: readonly Breakable[];
  /** Boxes that start on this page. */
  readonly beginning: readonly Breakable[];
  /** Whether the page starts after a forced break; the document's start counts as one. */
  readonly isForced: boolean;
}

export const NO_GROUPS: ReadonlyMap<string, number> = new Map();

/** @param token  the break token at the start of the page; undefined: the first page */
export function pageStart(root: Box, token: BreakToken | undefined): PageStart {
  const continued: Breakable[] = [];
  let at = token;
  for (; at && !at.isBreakBefore; at = continuedChild(at)) continued.push(at.box);
  const beginning: Breakable[] = [];
  for (let box = token ? at?.box : root; box; box = firstInFlow(box)) beginning.push(box);
  return { continued, beginning, isForced: !token || at?.forcedBreak !== undefined };
}

/** The start of a blank page before a forced `left`, `right`, `recto` or `verso` break: no box starts on it. */
export function blankStart(root: Box, token: BreakToken): PageStart {
  return { ...pageStart(root, token), beginning: [] };
}

/** The groups of a page added directly after one with these groups. */
export function followingPage(groups: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map([...groups].map(([name, place]) => [name, place + 1]));
}

/** Numbers pages in their groups, page by page. */
export class PageGroups {
  /** Index of the first page of each element with a group. */
  readonly #starts = new Map<Breakable, number>();
  /** First pages of the groups of the previous page, by name. */
  #current = new Map<string, number>();

  /** @returns the page's number, from 1, in each of its groups; of nested groups of a name, in the innermost */
  next(index: number, { continued, beginning, isForced }: PageStart): ReadonlyMap<string, number> {
    const starts = new Map<string, number>();
    const visit = (box: Breakable, begins: boolean) => {
      const name = box.style.page;
      if (name === 'auto') return;
      if (begins && isForced) this.#starts.set(box, index);
      // A box that starts without a forced break continues the group of its name.
      starts.set(name, this.#starts.get(box) ?? starts.get(name) ?? this.#current.get(name) ?? index);
    };
    for (const box of continued) visit(box, false);
    for (const box of beginning) visit(box, true);
    this.#current = starts;
    return starts.size === 0 ? NO_GROUPS : new Map([...starts].map(([name, start]) => [name, index - start + 1]));
  }
}

/**
 * Named strings: assignments on pages, and the values of `string()`.
 * Source: https://www.w3.org/TR/css-gcpm-3/#using-named-strings
 */

import type { WhichOnPage } from '../../box/paged-media.js';
import { getOrMake } from '../../collections/maps.js';
import { valuesOnPages } from './named-values.js';
import { beginsPage, type OnPage, onPage, type ReferencedPage } from './page-references.js';

/** The assignments on one page, by name and in document order. */
type Assigned = ReadonlyMap<string, readonly OnPage<string>[]>;

/** Values of named strings; collects the assignments on first use. */
export class PageStrings {
  #assigned: readonly Assigned[] | undefined;

  constructor(private readonly pages: readonly ReferencedPage[]) {}

  /** @param page  0-based */
  value(page: number, name: string, which: WhichOnPage): string {
    this.#assigned ??= assignments(this.pages);
    const assigned = this.#assigned;
    const entry = assigned.slice(0, page).findLast((earlier) => earlier.has(name));
    const begins = (order: number) => beginsPage(order, this.pages[page]?.unsliced ?? []);
    return onPage(assigned[page]?.get(name) ?? [], entry?.get(name)?.at(-1)?.value, which, begins) ?? '';
  }
}

function assignments(pages: readonly ReferencedPage[]): Assigned[] {
  return valuesOnPages(pages).map((values) => {
    const byName = new Map<string, OnPage<string>[]>();
    for (const { value, order } of values) {
      if ('value' in value) getOrMake(byName, value.name, () => []).push({ value: value.value, order });
    }
    return byName;
  });
}

/**
 * Named strings: assignments on pages, and the values of `string()`.
 * Source: https://www.w3.org/TR/css-gcpm-3/#using-named-strings
 */

import type { NamedString, WhichOnPage } from '../../box/paged-media.js';
import { getOrMake } from '../../collections/maps.js';
import type { PhysicalFragment } from '../algorithm/fragment.js';
import { beginsPage, inOrder, type OnPage, onPage, type ReferencedPage } from './page-references.js';

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
    const begins = (order: number) => beginsPage(order, this.pages[page]?.content ?? []);
    return onPage(assigned[page]?.get(name) ?? [], entry?.get(name)?.at(-1)?.value, which, begins) ?? '';
  }
}

function assignments(pages: readonly ReferencedPage[]): Assigned[] {
  // Repeated table headers and fixed boxes set their strings on their first page only.
  const seen = new Set<NamedString>();
  return pages.map(({ content, running }) => {
    const found: OnPage<NamedString>[] = [];
    const add = (value: NamedString, order: number) => {
      if (!seen.has(value)) found.push({ value, order });
      seen.add(value);
    };
    for (const { fragment } of content) collect(fragment, add);
    for (const { value, order } of running) for (const string of value.strings ?? []) add(string, order);
    const byName = new Map<string, OnPage<string>[]>();
    for (const { value, order } of inOrder(found)) {
      getOrMake(byName, value.name, () => []).push({ value: value.value, order });
    }
    return byName;
  });
}

function collect(fragment: PhysicalFragment, add: (string: NamedString, order: number) => void): void {
  if (fragment.kind === 'text') return;
  if (fragment.kind === 'box') {
    const { box, isFirst, isLast } = fragment;
    for (const string of box.strings ?? []) {
      if (string.atEnd ? isLast : isFirst) add(string, string.atEnd ? Number.POSITIVE_INFINITY : box.id);
    }
  }
  for (const child of fragment.children) collect(child.fragment, add);
}

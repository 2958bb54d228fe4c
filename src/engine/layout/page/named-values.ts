/** The named strings and amounts that pages set. */

import type { NamedValue, RunningElement } from '../../box/paged-media.js';
import type { Fragment, PhysicalFragment } from '../algorithm/fragment.js';
import { inOrder, type OnPage } from './page-references.js';

/** The parts of a page that set values. */
export interface PageWithValues {
  readonly unsliced: readonly { readonly fragment: Fragment | PhysicalFragment }[];
  readonly running: readonly OnPage<RunningElement>[];
}

/** The values set on each page, in document order. */
export function valuesOnPages(pages: readonly PageWithValues[]): (readonly OnPage<NamedValue>[])[] {
  // Repeated table headers and fixed boxes set theirs on their first page only.
  const seen = new Set<NamedValue>();
  return pages.map(({ unsliced, running }) => {
    const found: OnPage<NamedValue>[] = [];
    const add = (value: NamedValue, order: number) => {
      if (!seen.has(value)) found.push({ value, order });
      seen.add(value);
    };
    for (const { fragment } of unsliced) collect(fragment, add);
    for (const { value, order } of running) for (const each of value.values ?? []) add(each, order);
    return inOrder(found);
  });
}

function collect(fragment: Fragment | PhysicalFragment, add: (value: NamedValue, order: number) => void): void {
  if (fragment.kind === 'text') return;
  if (fragment.kind === 'box') {
    const { box, isFirst, isLast } = fragment;
    for (const value of box.values ?? []) {
      if (value.atEnd ? isLast : isFirst) add(value, value.atEnd ? Number.POSITIVE_INFINITY : box.id);
    }
  }
  for (const child of fragment.children) collect(child.fragment, add);
}

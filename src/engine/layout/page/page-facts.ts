/** Facts about finished pages, for cross-references in generated content. */

import type { Origin, PageFacts } from '../../box/references.js';
import { getOrMake } from '../../collections/maps.js';
import type { ElementNode } from '../../html/dom.js';
import type { PhysicalFragment } from '../algorithm/fragment.js';
import { PageStrings } from './named-strings.js';
import { footnoteNumbers, pageCounters } from './page-counters.js';
import type { DocumentLayout } from './page-layout.js';

/** Index of the first page of each element's boxes. */
type Places = Map<ElementNode, Map<Origin, number>>;

export function pageFacts({ pages, around }: Pick<DocumentLayout, 'pages' | 'around'>): PageFacts {
  const places: Places = new Map();
  pages.forEach(({ unsliced }, page) => {
    for (const { fragment } of unsliced) collect(fragment, page, places);
  });
  const counters = pageCounters(pages, around);
  const strings = new PageStrings(pages);
  const footnotes = footnoteNumbers(pages);
  return {
    pageOf: (element, origin) => places.get(element)?.get(origin) ?? firstPage(element, places),
    counts: (name) => counters.at(-1)?.has(name) === true,
    counter: (page, name) => counters[page]?.get(name) ?? 0,
    namedString: (page, name, which) => strings.value(page, name, which),
    footnoteNumber: (element) => footnotes.get(element),
  };
}

function collect(fragment: PhysicalFragment, page: number, places: Places): void {
  const { element, origin } = fragment.kind === 'line' ? NOWHERE : fragment.box;
  if (element) {
    const origins = getOrMake(places, element, () => new Map<Origin, number>());
    getOrMake(origins, origin, () => page);
  }
  if (fragment.kind === 'text') return;
  for (const child of fragment.children) collect(child.fragment, page, places);
}

const NOWHERE = { element: undefined, origin: undefined };

/** Index of the first page with a box of the element, or of its descendants if it has none. */
function firstPage(element: ElementNode, places: Places): number | undefined {
  const own = places.get(element);
  if (own) return Math.min(...own.values());
  for (const child of element.children) {
    const page = child.kind === 'element' ? firstPage(child, places) : undefined;
    if (page !== undefined) return page;
  }
  return undefined;
}

/** Page-based counters. Source: https://drafts.csswg.org/css-page-3/#page-based-counters */

import type { ComputedStyle } from '../../css/properties/table.js';
import type { ElementNode } from '../../html/dom.js';
import { type PageWithValues, valuesOnPages } from './named-values.js';
import type { PageLayout, PagesAround } from './page-layout.js';

const COUNTER_PROPERTIES = ['counter-reset', 'counter-set', 'counter-increment'] as const;
type CounterProperty = (typeof COUNTER_PROPERTIES)[number];

/**
 * Values in a page-margin box, which counts for itself: no other box sees its changes.
 * @param counters  values on its page
 */
export function marginBoxCounters(
  style: ComputedStyle,
  counters: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const changes = COUNTER_PROPERTIES.flatMap((property) => style[property]);
  if (changes.length === 0) return counters;
  const values = new Map(counters);
  for (const { name } of changes) {
    const value = lastChange(style, 'counter-reset', name) ?? values.get(name) ?? 0;
    const increased = value + (lastChange(style, 'counter-increment', name) ?? 0);
    values.set(name, lastChange(style, 'counter-set', name) ?? increased);
  }
  return values;
}

const lastChange = (style: ComputedStyle, property: CounterProperty, name: string): number | undefined =>
  style[property].findLast((change) => change.name === name)?.value;

export const NO_PAGES_AROUND: PagesAround = { before: 0, after: 0 };

/** Values on each page: of `page` and `pages`, and of the counters in page contexts. */
export function pageCounters(
  pages: readonly Pick<PageLayout, 'style' | 'pageNumber'>[],
  { before, after }: PagesAround,
): ReadonlyMap<string, number>[] {
  const values = new Map<string, number>([['page', before]]);
  return pages.map(({ style, pageNumber }) => {
    const last = (property: CounterProperty, name: string) => lastChange(style, property, name);
    const names = [...style['counter-reset'], ...style['counter-increment'], ...style['counter-set']];
    for (const name of new Set(['page', ...names.map((change) => change.name)])) {
      const reset = last('counter-reset', name);
      // `page` is incremented on every page without `counter-increment: page` or `counter-reset: page`.
      const implied = name === 'page' && reset === undefined ? 1 : 0;
      const increment = last('counter-increment', name) ?? implied;
      values.set(name, last('counter-set', name) ?? (reset ?? values.get(name) ?? 0) + increment);
    }
    // Content is on the page after the page context has counted.
    if (pageNumber !== undefined) values.set('page', pageNumber);
    return new Map([...values, ['pages', before + pages.length + after]]);
  });
}

/**
 * The value that content gives the page counter on each page: that of the last of its elements in document order.
 * An element sets it on the page that its first box begins on.
 */
export function pageNumbers(pages: readonly PageWithValues[]): (number | undefined)[] {
  return valuesOnPages(pages).map((values) => {
    const last = values.findLast(({ value }) => 'number' in value)?.value;
    return last && 'number' in last ? last.number : undefined;
  });
}

/**
 * Values of the `footnote` counter by element, if page contexts change it, such as a reset on each page; else empty.
 * Source: https://drafts.csswg.org/css-gcpm-3/#footnote-counters
 */
export function footnoteNumbers(
  pages: readonly Pick<PageLayout, 'style' | 'footnotes'>[],
): ReadonlyMap<ElementNode, number> {
  const numbers = new Map<ElementNode, number>();
  const counts = ({ style }: Pick<PageLayout, 'style'>) =>
    COUNTER_PROPERTIES.some((property) => lastChange(style, property, 'footnote') !== undefined);
  if (!pages.some(counts)) return numbers;
  let value = 0;
  const apply = (style: ComputedStyle, implied: number) => {
    const reset = lastChange(style, 'counter-reset', 'footnote') ?? value;
    const increment = lastChange(style, 'counter-increment', 'footnote') ?? implied;
    value = lastChange(style, 'counter-set', 'footnote') ?? reset + increment;
  };
  for (const { style, footnotes } of pages) {
    apply(style, 0);
    for (const note of footnotes) {
      apply(note.style, 1);
      numbers.set(note.element, value);
    }
  }
  return numbers;
}

/** Counters of pages. Source: https://drafts.csswg.org/css-page-3/#page-based-counters */

import type { PageLayout } from './types.js';

type CounterProperty = 'counter-reset' | 'counter-set' | 'counter-increment';

/** The values on each page: of `page` and `pages`, and of those that the pages' own styles count. */
export function pageCounters(pages: readonly Pick<PageLayout, 'style'>[]): ReadonlyMap<string, number>[] {
  const values = new Map<string, number>();
  return pages.map(({ style }) => {
    const last = (property: CounterProperty, name: string) =>
      style[property].findLast((change) => change.name === name)?.value;
    const names = [...style['counter-reset'], ...style['counter-increment'], ...style['counter-set']];
    for (const name of new Set(['page', ...names.map((change) => change.name)])) {
      const reset = last('counter-reset', name);
      // `page` goes up by one on each page whose own counter properties do not touch it.
      const implied = name === 'page' && reset === undefined ? 1 : 0;
      const increment = last('counter-increment', name) ?? implied;
      values.set(name, last('counter-set', name) ?? (reset ?? values.get(name) ?? 0) + increment);
    }
    return new Map([...values, ['pages', pages.length]]);
  });
}

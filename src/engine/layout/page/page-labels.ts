/**
 * Labels of pages, by which viewers name them: the value of the page counter, in the style that the margin boxes show it.
 * Source: ISO 32000-1, 12.4.2
 */

import { CounterStyles } from '../../box/counter-styles.js';
import type { CounterStyleRule } from '../../css/compute/styled-document.js';
import type { CounterStyleName } from '../../css/values/values.js';
import { pageCounters } from './page-counters.js';
import type { Numbering, PageLabel, PageLayout, PagesAround } from './page-layout.js';

const NUMBERINGS: readonly Numbering[] = ['decimal', 'lower-roman', 'upper-roman', 'lower-alpha', 'upper-alpha'];
/** Letters are equal up to z: 27 is aa in both, 28 bb in PDF. */
const LAST_LETTER = 27;

/**
 * A page without a number has the style of the page before it, and the first pages of a run of consecutive numbers that
 * of the next page with one; a run that shows no number is decimal.
 */
export function pageLabels(
  pages: readonly Pick<PageLayout, 'style' | 'numberStyle' | 'pageNumber'>[],
  around: PagesAround,
  authorRules: ReadonlyMap<string, CounterStyleRule>,
): PageLabel[] {
  const styles = new CounterStyles(authorRules);
  const values = pageCounters(pages, around).map((counters) => counters.get('page')!);
  const labels: PageLabel[] = [];
  for (let start = 0; start < values.length; ) {
    let end = start + 1;
    while (end < values.length && values[end] === values[end - 1]! + 1) end++;
    const run = pages.slice(start, end);
    let style = run.find(({ numberStyle }) => numberStyle !== undefined)?.numberStyle ?? 'decimal';
    for (const [index, { numberStyle }] of run.entries()) {
      style = numberStyle ?? style;
      labels.push(labelOf(values[start + index]!, style, styles));
    }
    start = end;
  }
  return labels;
}

/** Those of PDF, which authors do not redefine. */
const PREDEFINED = new CounterStyles();

function labelOf(value: number, style: CounterStyleName, styles: CounterStyles): PageLabel {
  const text = styles.text(value, style);
  const numbering = NUMBERINGS.find((name) => {
    if (value < 1 || (name.endsWith('alpha') && value > LAST_LETTER)) return false;
    return PREDEFINED.text(value, name) === text;
  });
  return { text, value, numbering };
}

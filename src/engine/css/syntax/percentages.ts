/**
 * Percentages that cancel out: `calc(40px + 10% - 10%)` still depends on the percentage basis, so that it behaves as
 * `auto` where that is indefinite. lightningcss simplifies it to 40px.
 * Source: https://drafts.csswg.org/css-values-4/#calc-computed-value
 */

import type { RewrittenText } from './rewriting.js';
import { SKIPPED } from './unitless.js';

/** A percentage that no sum cancels. math.ts reads it as 0%. */
const REMAINDER = ' + 1e-30%';

/** A calculation without functions and parentheses inside. */
const CALC = new RegExp(`${SKIPPED}|\\b(calc\\()([^()%;{}"']*%[^(){};"']*)\\)`, 'gi');

/** @returns text with the same lines */
export function keepPercentages(css: RewrittenText): RewrittenText {
  return css.replaceAll(CALC, (all = '', name, sum = '') => {
    if (name === undefined) return all;
    const terms = sum.split(/\s([+-])\s/);
    let total = 0;
    for (let at = 0; at < terms.length; at += 2) {
      const term = terms[at]!;
      if (term.includes('%')) total += terms[at - 1] === '-' ? -percentOf(term) : percentOf(term);
    }
    return Math.abs(total) < 1e-9 && /\d[a-z]/i.test(sum) ? `${name}${sum}${REMAINDER})` : all;
  });
}

/** The percentage in a product; NaN for other terms. */
function percentOf(term: string): number {
  const [first = '', ...rest] = term.split(/([*/])/);
  let product = Number(first.trim().replace(/%$/, ''));
  for (let at = 0; at + 1 < rest.length; at += 2) {
    const factor = Number(rest[at + 1]!.trim().replace(/%$/, ''));
    product = rest[at] === '*' ? product * factor : product / factor;
  }
  return product;
}

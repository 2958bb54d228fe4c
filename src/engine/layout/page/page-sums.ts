/** Sums of `sum-set` by page. */

import { Decimal } from '../../box/decimal.js';
import { getOrMake } from '../../collections/maps.js';
import type { SumRange } from '../../css/values/values.js';
import { type PageWithValues, valuesOnPages } from './named-values.js';

/** Sums of one page; those of carried pages are the difference. */
interface OfPage {
  readonly page: Decimal;
  readonly running: Decimal;
}

/** Collects the amounts on first use. */
export class PageSums {
  readonly #byName = new Map<string, readonly OfPage[]>();
  #amounts: readonly ReadonlyMap<string, Decimal>[] | undefined;

  constructor(private readonly pages: readonly PageWithValues[]) {}

  /** With as many decimals as any amount of the document. @param page  0-based */
  value(page: number, name: string, of: SumRange): Decimal {
    const sums = getOrMake(this.#byName, name, () => this.#sumsOf(name));
    const sum = sums[page];
    if (!sum) return Decimal.ZERO;
    const value = of === 'carried' ? sum.running.minus(sum.page) : sum[of];
    return value.withDigits(sums.at(-1)!.running.digits);
  }

  #sumsOf(name: string): OfPage[] {
    this.#amounts ??= amountsOnPages(this.pages);
    let running = Decimal.ZERO;
    return this.#amounts.map((amounts) => {
      const page = amounts.get(name) ?? Decimal.ZERO;
      running = running.plus(page);
      return { page, running };
    });
  }
}

/** By name, the sum of each page. */
function amountsOnPages(pages: readonly PageWithValues[]): ReadonlyMap<string, Decimal>[] {
  return valuesOnPages(pages).map((values) => {
    const sums = new Map<string, Decimal>();
    for (const { value } of values) {
      if ('amount' in value) sums.set(value.name, (sums.get(value.name) ?? Decimal.ZERO).plus(value.amount));
    }
    return sums;
  });
}

/**
 * Sums of `sum-set` over the elements of a document, and the texts that show them: an extension of our own
 * (docs/templates.md), after the pattern of `string-set` and `string()`.
 */

import { getOrMake } from '../collections/maps.js';
import type { ComputedStyle } from '../css/properties/table.js';
import type { ContentItem } from '../css/values/values.js';
import type { Report } from '../diagnostics.js';
import { describeElement, type ElementNode } from '../html/dom.js';
import { Decimal } from './decimal.js';
import type { NamedAmount, PageSum } from './paged-media.js';
import type { RawText } from './raw.js';

export type SumItem = Extract<ContentItem, { type: 'sum' }>;

interface Totals {
  current: Decimal;
  lowest: Decimal;
  highest: Decimal;
}

/** Adds up in document order. */
export class DocumentSums {
  readonly #totals = new Map<string, Totals>();
  /** Texts to complete at the end of the document, when all decimals are known. */
  readonly #texts: (() => void)[] = [];

  constructor(private readonly report: Report) {}

  /** Adds what the element sets. */
  add(element: ElementNode, settings: ComputedStyle['sum-set']): readonly NamedAmount[] {
    if (settings.length === 0) return NONE;
    return settings.flatMap(({ name, amount }): readonly NamedAmount[] => {
      const written = amount.type === 'number' ? amount.value : element.attribute(amount.name);
      const text = written ?? (amount.type === 'attr' ? amount.fallback : undefined);
      if (text === undefined) return NONE;
      const value = Decimal.parse(text);
      if (!value) {
        const place = `${describeElement(element)}: “${text}” is not a number`;
        this.report.add('UnsupportedValue', `sum-set: ${name}`, place);
        return NONE;
      }
      const totals = this.#of(name);
      const current = totals.current.plus(value);
      if (current.isBelow(totals.lowest)) totals.lowest = current;
      if (totals.highest.isBelow(current)) totals.highest = current;
      totals.current = current;
      return [{ name, amount: value }];
    });
  }

  /** Completes a text at the end of the document with the sum up to here. */
  showCurrent(node: RawText, { name }: SumItem, text: PageSum['text']): void {
    const { current } = this.#of(name);
    this.#texts.push(() => {
      node.text = text(current.withDigits(this.#of(name).current.digits));
    });
  }

  /**
   * Completes a text at the end of the document with a placeholder: the longest of the least and the greatest sum, and of those
   * one away from them, which a counter style may write where it writes nothing for the others.
   */
  showOfPage(node: RawText, { name, of }: SumItem, text: PageSum['text']): void {
    node.pageSum = { name, of, text };
    this.#texts.push(() => {
      const { lowest, highest, current } = this.#of(name);
      for (const sum of [lowest, highest, lowest.plus(ONE), highest.plus(MINUS_ONE)]) {
        if (sum.isBelow(lowest) || highest.isBelow(sum)) continue;
        const written = text(sum.withDigits(current.digits));
        if (written.length > node.text.length) node.text = written;
      }
    });
  }

  complete(): void {
    for (const text of this.#texts) text();
  }

  #of(name: string): Totals {
    return getOrMake(this.#totals, name, () => ({
      current: Decimal.ZERO,
      lowest: Decimal.ZERO,
      highest: Decimal.ZERO,
    }));
  }
}

const NONE: readonly never[] = [];
const ONE = Decimal.parse('1')!;
const MINUS_ONE = Decimal.parse('-1')!;

/** Checks the option `pages`. */

import { EngineError } from './errors.js';

/** Pages from 1, both included. */
interface PageRange {
  readonly from: number;
  readonly to: number;
}

/** @throws EngineError `invalid_option` */
export function pageRanges(text: string | null | undefined): readonly PageRange[] | undefined {
  if (text === null || text === undefined) return undefined;
  if (typeof text !== 'string') throw wrong('it is a text, such as "1-3,7"');
  return text.split(',').map((part) => {
    const [, first, dash, last] = /^\s*([1-9]\d{0,5})\s*(?:(-)\s*([1-9]\d{0,5})?)?\s*$/.exec(part) ?? [];
    if (first === undefined)
      throw wrong(`"${part.trim().slice(0, 40)}" is no page or range: write it as in "1-3,7,9-"`);
    const from = Number(first);
    const to = last === undefined ? (dash ? Number.POSITIVE_INFINITY : from) : Number(last);
    if (to < from) throw wrong(`the range ${from}-${to} ends before it begins`);
    return { from, to };
  });
}

/**
 * @returns 0-based pages, ascending, each once
 * @throws EngineError `invalid_option` when a range begins after the last page
 */
export function chosenPages(ranges: readonly PageRange[], count: number): readonly number[] {
  const missing = ranges.find(({ from }) => from > count);
  if (missing) throw wrong(`there is no page ${missing.from}, the document has ${count}`);
  return Array.from({ length: count }, (_, index) => index).filter((index) =>
    ranges.some(({ from, to }) => from <= index + 1 && index + 1 <= to),
  );
}

const wrong = (problem: string): EngineError => new EngineError('invalid_option', `pages: ${problem}`);

/** What page-margin boxes show of their page. Source: https://drafts.csswg.org/css-gcpm-3/#running-elements */

import type { RunningElement, WhichOnPage } from '../../box/running.js';
import type {
  PhysicalBoxFragment,
  PhysicalLineFragment,
  PhysicalPlaced,
  PhysicalTextFragment,
} from '../algorithm/fragment.js';
import type { OutOfFlow } from '../positioned/out-of-flow.js';

/** An element, or a value, that stands on a page. */
export interface OnPage<Value> {
  readonly value: Value;
  /** Of its box in document order. */
  readonly order: number;
}

/** What is asked of a page. */
export interface AskedPage {
  readonly content: readonly PhysicalPlaced[];
  readonly running: readonly OnPage<RunningElement>[];
}

/** The running element that a mark stands for; undefined: the box is no mark. */
export function runningOf({ box }: OutOfFlow): OnPage<RunningElement> | undefined {
  return box.kind === 'block' && box.running ? { value: box.running, order: box.id } : undefined;
}

/** Answers for one page after the other, in their order. */
export class RunningElements {
  /** The last one of each name on the pages before. */
  readonly #entry = new Map<string, RunningElement>();
  #page: AskedPage | undefined;

  turnTo(page: AskedPage): void {
    for (const { value } of inOrder(this.#page?.running ?? [])) this.#entry.set(value.name, value);
    this.#page = page;
  }

  on(name: string, which: WhichOnPage): RunningElement | undefined {
    const page = this.#page;
    const here = inOrder(page?.running ?? []).filter(({ value }) => value.name === name);
    return onPage(here, this.#entry.get(name), which, (order) => page !== undefined && beginsPage(order, page.content));
  }
}

/**
 * Source: https://drafts.csswg.org/css-gcpm-3/#using-named-strings
 * @param here    what is assigned on the page, in document order
 * @param entry   what was assigned last before it
 * @param begins  whether nothing stands on the page before this box
 */
export function onPage<Value>(
  here: readonly OnPage<Value>[],
  entry: Value | undefined,
  which: WhichOnPage,
  begins: (order: number) => boolean,
): Value | undefined {
  const first = here[0];
  if (!first) return entry;
  switch (which) {
    case 'first':
      return first.value;
    case 'last':
      return here.at(-1)?.value;
    case 'start':
      return begins(first.order) ? first.value : entry;
    case 'first-except':
      return undefined;
  }
}

export const inOrder = <Value>(list: readonly OnPage<Value>[]): readonly OnPage<Value>[] =>
  list.length > 1 ? [...list].sort((a, b) => a.order - b.order) : list;

/** Whether a box comes before all that shows on the page. */
export function beginsPage(order: number, content: readonly PhysicalPlaced[]): boolean {
  const first = firstShown(content);
  return first === undefined || order < first;
}

/** Order of the first text, picture or box that takes room without showing any; what repeats does not count. */
function firstShown(placed: readonly PhysicalPlaced[]): number | undefined {
  for (const { fragment } of placed) {
    const found = fragment.kind === 'text' ? shownText(fragment) : shownInside(fragment);
    if (found !== undefined) return found;
  }
  return undefined;
}

const shownText = ({ text, box }: PhysicalTextFragment) => (text.trim() === '' ? undefined : box.id);

function shownInside(fragment: PhysicalBoxFragment | PhysicalLineFragment): number | undefined {
  if (fragment.kind === 'line') return firstShown(fragment.children);
  const { box, width, height, repeated } = fragment;
  if (repeated) return undefined;
  return firstShown(fragment.children) ?? (width > 0 && height > 0 ? box.id : undefined);
}

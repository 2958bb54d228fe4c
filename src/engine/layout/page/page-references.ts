/** Running elements and named values of pages. Source: https://drafts.csswg.org/css-gcpm-3/#running-elements */

import type { RunningElement, WhichOnPage } from '../../box/paged-media.js';
import type {
  PhysicalBoxFragment,
  PhysicalLineFragment,
  PhysicalPlaced,
  PhysicalTextFragment,
} from '../algorithm/fragment.js';
import type { OutOfFlow } from '../positioned/out-of-flow.js';

/** A running element or a named value, with its position on a page. */
export interface OnPage<Value> {
  readonly value: Value;
  /** Position of its box in document order. */
  readonly order: number;
}

/** The parts of a page that running elements and named strings depend on. */
export interface ReferencedPage {
  readonly unsliced: readonly PhysicalPlaced[];
  readonly running: readonly OnPage<RunningElement>[];
}

/** The running element of an anchor; undefined: the box is not the anchor of one. */
export function runningOf({ box }: OutOfFlow): OnPage<RunningElement> | undefined {
  return box.kind === 'block' && box.running ? { value: box.running, order: box.id } : undefined;
}

/** Values of `element()`, page by page in order. */
export class RunningElements {
  /** The last running element of each name on earlier pages. */
  readonly #entry = new Map<string, RunningElement>();
  #page: ReferencedPage | undefined;

  advanceTo(page: ReferencedPage): void {
    for (const { value } of inOrder(this.#page?.running ?? [])) this.#entry.set(value.name, value);
    this.#page = page;
  }

  on(name: string, which: WhichOnPage): RunningElement | undefined {
    const page = this.#page;
    const here = inOrder(page?.running ?? []).filter(({ value }) => value.name === name);
    return onPage(
      here,
      this.#entry.get(name),
      which,
      (order) => page !== undefined && beginsPage(order, page.unsliced),
    );
  }
}

/**
 * Selects a value by the keyword of `string()` or `element()`.
 * Source: https://drafts.csswg.org/css-gcpm-3/#using-named-strings
 * @param here    assignments on the page, in document order
 * @param entry   the entry value: the last assignment on earlier pages
 * @param begins  whether the box at this position is the first content of the page
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

/** Whether a box precedes all visible content of the page. */
export function beginsPage(order: number, content: readonly PhysicalPlaced[]): boolean {
  const first = firstShown(content);
  return first === undefined || order < first;
}

/** Position of the first text or box with an area, without repeated content. */
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

/**
 * The counters that an element or pseudo-element changes: those of its style, and `list-item` of lists and list items.
 * Sources: https://drafts.csswg.org/css-lists-3/#list-item-counter,
 * https://html.spec.whatwg.org/multipage/grouping-content.html#ordinal-value
 */

import type { ComputedStyle } from '../css/properties/table.js';
import type { CounterChange } from '../css/values/values.js';
import type { ElementNode } from '../html/dom.js';
import { parseInteger } from '../html/numbers.js';
import type { CounterScopes } from './counters.js';

export function applyCounters(counters: CounterScopes, element: ElementNode, style: ComputedStyle): void {
  if (!changesCounters(element, style)) return;
  // An element without a box does not change counters: https://drafts.csswg.org/css-lists-3/#counters-without-boxes
  const changes = style.display === 'contents' ? NO_CHANGES : changesOf(style);
  const changesItems = (list: readonly CounterChange[]) => list.some(({ name }) => name === 'list-item');
  for (const change of changes.reset) counters.reset(change);
  if (element.namespace === 'html' && LISTS.has(element.name) && !changesItems(changes.reset)) {
    counters.reset(listStart(element));
  }
  for (const change of changes.increment) counters.increment(change);
  if (style.display.endsWith('list-item') && !changesItems(changes.increment)) {
    counters.increment({ name: 'list-item', value: counters.step('list-item') });
  }
  for (const change of changes.set) counters.set(change);
  const value = element.name === 'li' ? parseInteger(element.attribute('value')) : undefined;
  if (value !== undefined && !changesItems(changes.set)) counters.set({ name: 'list-item', value });
}

/** Whether an element or its style resets, increments or sets a counter. */
function changesCounters({ name }: ElementNode, style: ComputedStyle): boolean {
  if (LISTS.has(name) || name === 'li' || style.display.endsWith('list-item')) return true;
  return hasCounterChanges(style);
}

/** Every element is asked: the names are not in a loop, where the property would be looked up by its name. */
export function hasCounterChanges(style: ComputedStyle): boolean {
  const reset = style['counter-reset'];
  const increment = style['counter-increment'];
  const set = style['counter-set'];
  return reset.length + increment.length + set.length > 0;
}

export function applyPseudoCounters(counters: CounterScopes, style: ComputedStyle): void {
  if (style.display === 'contents') return;
  counters.apply(changesOf(style));
  if (style.display.endsWith('list-item')) counters.increment({ name: 'list-item', value: 1 });
}

/**
 * Moves what `::footnote-call` adds to the `footnote` counter, or sets it to, to the footnote element: the call precedes
 * the marker, but boxes are generated for the footnote first, and the marker has the number of its call.
 * `counter-reset` stays: it makes a counter of the call's own, which the marker does not see.
 * @param note  style of the footnote element
 * @returns     both styles; the same where the call changes nothing
 */
export function withChangesOfCall<Call extends ComputedStyle | undefined>(
  note: ComputedStyle,
  call: Call,
): { readonly note: ComputedStyle; readonly call: Call } {
  if (!call || call.display === 'none' || call.display === 'contents') return { note, call };
  const added = call['counter-increment'].filter(isFootnote);
  const set = call['counter-set'].filter(isFootnote);
  if (added.length + set.length === 0) return { note, call };
  const value = [...note['counter-increment'].filter(isFootnote), ...added].reduce((sum, { value }) => sum + value, 0);
  const others = note['counter-increment'].filter((change) => !isFootnote(change));
  return {
    note: {
      ...note,
      'counter-increment': added.length > 0 ? [...others, { name: 'footnote', value }] : note['counter-increment'],
      'counter-set': [...note['counter-set'], ...set],
    },
    call: {
      ...call,
      'counter-increment': call['counter-increment'].filter((change) => !isFootnote(change)),
      'counter-set': call['counter-set'].filter((change) => !isFootnote(change)),
    },
  };
}

/**
 * The value that an element or pseudo-element with a box gives the page counter.
 * Source: https://drafts.csswg.org/css-page-3/#page-based-counters
 */
export function pageNumberOf(style: ComputedStyle): number | undefined {
  const last = (changes: readonly CounterChange[]) => changes.findLast(({ name }) => name === 'page')?.value;
  return last(style['counter-set']) ?? last(style['counter-reset']);
}

const isFootnote = ({ name }: CounterChange): boolean => name === 'footnote';

export const COUNTER_PROPERTIES = ['counter-reset', 'counter-increment', 'counter-set'] as const;

const LISTS = new Set(['ol', 'ul', 'menu', 'dir']);

function listStart(list: ElementNode): CounterChange {
  const start = list.name === 'ol' ? parseInteger(list.attribute('start')) : undefined;
  if (list.name === 'ol' && list.attribute('reversed') !== undefined) {
    const items = list.children.filter((child) => child.kind === 'element' && child.name === 'li').length;
    return { name: 'list-item', value: (start ?? items) + 1, reversed: true };
  }
  return { name: 'list-item', value: (start ?? 1) - 1 };
}

const NO_CHANGES = { reset: [], increment: [], set: [] } as const;

function changesOf(style: ComputedStyle) {
  return { reset: style['counter-reset'], increment: style['counter-increment'], set: style['counter-set'] };
}

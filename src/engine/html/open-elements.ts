/**
 * The stack of open elements.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements
 */

import type { ElementNode } from './dom.js';
import { isForeignBoundary } from './elements.js';
import { nameSet } from './name-sets.js';

const DEFAULT_SCOPE = nameSet('applet caption html table td th marquee object template');
const LIST_ITEM_SCOPE = nameSet('applet caption html table td th marquee object template ol ul');
const BUTTON_SCOPE = nameSet('applet caption html table td th marquee object template button');
const TABLE_SCOPE = nameSet('html table template');

const IMPLIED_END = nameSet('dd dt li optgroup option p rb rp rt rtc');
const IMPLIED_END_THOROUGHLY = nameSet(
  'caption colgroup dd dt li optgroup option p rb rp rt rtc tbody td tfoot th thead tr',
);

export class OpenElements {
  readonly items: ElementNode[] = [];
  /** Number of open HTML elements by name, so that most lookups need no search. */
  readonly #counts = new Map<string, number>();
  readonly #members = new Set<ElementNode>();

  get current(): ElementNode | undefined {
    return this.items[this.items.length - 1];
  }

  get depth(): number {
    return this.items.length;
  }

  push(element: ElementNode): void {
    this.items.push(element);
    this.#track(element);
  }

  pop(): ElementNode | undefined {
    const element = this.items.pop();
    if (element) this.#untrack(element);
    return element;
  }

  has(element: ElementNode): boolean {
    return this.#members.has(element);
  }

  hasName(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0;
  }

  indexOf(element: ElementNode): number {
    return this.items.lastIndexOf(element);
  }

  /** Index of the innermost HTML element with this name; -1 if there is none. */
  lastIndexOfName(name: string): number {
    return this.hasName(name) ? this.items.findLastIndex((item) => isHtml(item, name)) : -1;
  }

  remove(element: ElementNode): void {
    if (!this.has(element)) return;
    const index = this.indexOf(element);
    this.items.splice(index, 1);
    this.#untrack(element);
  }

  replace(index: number, element: ElementNode): void {
    const [old] = this.items.splice(index, 1, element);
    if (old) this.#untrack(old);
    this.#track(element);
  }

  insertAt(index: number, element: ElementNode): void {
    this.items.splice(index, 0, element);
    this.#track(element);
  }

  isCurrent(...names: string[]): boolean {
    const { current } = this;
    return current?.namespace === 'html' && names.includes(current.name);
  }

  popUntil(...names: string[]): void {
    for (let popped = this.pop(); popped; popped = this.pop()) {
      if (popped.namespace === 'html' && names.includes(popped.name)) return;
    }
  }

  popUntilElement(element: ElementNode): void {
    for (let popped = this.pop(); popped && popped !== element; popped = this.pop());
  }

  /** Pops elements until the current one has one of these names, or is `html` or `template`. */
  clearBackTo(...names: string[]): void {
    while (this.items.length > 1 && !this.isCurrent('template', 'html', ...names)) this.pop();
  }

  hasInScope(...names: string[]): boolean {
    return this.#search(names, DEFAULT_SCOPE);
  }

  hasInListItemScope(name: string): boolean {
    return this.#search([name], LIST_ITEM_SCOPE);
  }

  hasInButtonScope(name: string): boolean {
    return this.#search([name], BUTTON_SCOPE);
  }

  hasInTableScope(...names: string[]): boolean {
    return this.#search(names, TABLE_SCOPE, false);
  }

  /** In select scope, every element but `optgroup` and `option` is a boundary. */
  hasSelectInScope(): boolean {
    const top = this.items.findLast((item) => !(isHtml(item, 'optgroup') || isHtml(item, 'option')));
    return top !== undefined && isHtml(top, 'select');
  }

  isElementInScope(element: ElementNode): boolean {
    for (let index = this.items.length - 1; index >= 0; index -= 1) {
      const item = this.items[index]!;
      if (item === element) return true;
      if (endsScope(item, DEFAULT_SCOPE, true)) return false;
    }
    return false;
  }

  /** https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags */
  generateImpliedEndTags(except?: string): void {
    while (this.current && isHtmlOf(this.current, IMPLIED_END) && this.current.name !== except) this.pop();
  }

  generateImpliedEndTagsThoroughly(): void {
    while (this.current && isHtmlOf(this.current, IMPLIED_END_THOROUGHLY)) this.pop();
  }

  #search(names: readonly string[], boundaries: ReadonlySet<string>, foreignEnds = true): boolean {
    if (!names.some((name) => this.hasName(name))) return false;
    for (let index = this.items.length - 1; index >= 0; index -= 1) {
      const item = this.items[index]!;
      if (item.namespace === 'html' && names.includes(item.name)) return true;
      if (endsScope(item, boundaries, foreignEnds)) return false;
    }
    return false;
  }

  #track(element: ElementNode): void {
    this.#members.add(element);
    if (element.namespace === 'html') this.#counts.set(element.name, (this.#counts.get(element.name) ?? 0) + 1);
  }

  #untrack(element: ElementNode): void {
    this.#members.delete(element);
    if (element.namespace === 'html') this.#counts.set(element.name, (this.#counts.get(element.name) ?? 0) - 1);
  }
}

function endsScope(item: ElementNode, boundaries: ReadonlySet<string>, foreignEnds: boolean): boolean {
  if (item.namespace === 'html') return boundaries.has(item.name);
  return foreignEnds && isForeignBoundary(item.namespace, item.name);
}

function isHtmlOf(element: ElementNode, names: ReadonlySet<string>): boolean {
  return element.namespace === 'html' && names.has(element.name);
}

export function isHtml(element: ElementNode, name: string): boolean {
  return element.namespace === 'html' && element.name === name;
}

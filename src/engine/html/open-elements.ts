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
  /** Open HTML elements by name, so that most lookups need no search. */
  readonly #counts = new Map<string, { count: number }>();
  /** By the serial number of the element. */
  readonly #isOpen: boolean[] = [];

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
    return this.#isOpen[element.serial] === true;
  }

  hasName(name: string): boolean {
    const known = this.#counts.get(name);
    return known !== undefined && known.count > 0;
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

  isCurrent(name: string): boolean {
    const { current } = this;
    return current !== undefined && isHtml(current, name);
  }

  isCurrentIn(names: ReadonlySet<string>): boolean {
    const { current } = this;
    return current !== undefined && isHtmlOf(current, names);
  }

  popUntil(name: string): void {
    for (let popped = this.pop(); popped; popped = this.pop()) if (isHtml(popped, name)) return;
  }

  popUntilIn(names: ReadonlySet<string>): void {
    for (let popped = this.pop(); popped; popped = this.pop()) if (isHtmlOf(popped, names)) return;
  }

  popUntilElement(element: ElementNode): void {
    for (let popped = this.pop(); popped && popped !== element; popped = this.pop());
  }

  /** Pops elements until the current one has one of these names, which include `html` and `template`. */
  clearBackTo(context: ReadonlySet<string>): void {
    while (this.items.length > 1 && !this.isCurrentIn(context)) this.pop();
  }

  hasInScope(name: string): boolean {
    return this.hasName(name) && this.#search(name, DEFAULT_SCOPE);
  }

  hasOneInScope(names: ReadonlySet<string>): boolean {
    return this.#searchOne(names, DEFAULT_SCOPE);
  }

  hasInListItemScope(name: string): boolean {
    return this.hasName(name) && this.#search(name, LIST_ITEM_SCOPE);
  }

  hasInButtonScope(name: string): boolean {
    return this.hasName(name) && this.#search(name, BUTTON_SCOPE);
  }

  hasInTableScope(name: string): boolean {
    return this.hasName(name) && this.#search(name, TABLE_SCOPE, false);
  }

  hasOneInTableScope(names: ReadonlySet<string>): boolean {
    return this.#searchOne(names, TABLE_SCOPE, false);
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

  #search(name: string, boundaries: ReadonlySet<string>, foreignEnds = true): boolean {
    for (let index = this.items.length - 1; index >= 0; index -= 1) {
      const item = this.items[index]!;
      if (isHtml(item, name)) return true;
      if (endsScope(item, boundaries, foreignEnds)) return false;
    }
    return false;
  }

  #searchOne(names: ReadonlySet<string>, boundaries: ReadonlySet<string>, foreignEnds = true): boolean {
    let isOpen = false;
    for (const name of names) isOpen ||= this.hasName(name);
    for (let index = this.items.length - 1; isOpen && index >= 0; index -= 1) {
      const item = this.items[index]!;
      if (isHtmlOf(item, names)) return true;
      if (endsScope(item, boundaries, foreignEnds)) return false;
    }
    return false;
  }

  #track(element: ElementNode): void {
    this.#isOpen[element.serial] = true;
    if (element.namespace !== 'html') return;
    const known = this.#counts.get(element.name);
    if (known) known.count += 1;
    else this.#counts.set(element.name, { count: 1 });
  }

  #untrack(element: ElementNode): void {
    this.#isOpen[element.serial] = false;
    if (element.namespace === 'html') this.#counts.get(element.name)!.count -= 1;
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

/** `string-set`. Source: https://www.w3.org/TR/css-gcpm-3/#setting-named-strings-the-string-set-pro */

import type { StyledDocument } from '../css/compute/styled-document.js';
import type { ComputedStyle } from '../css/properties/table.js';
import type { ContentItem } from '../css/values/values.js';
import type { ElementNode } from '../html/dom.js';
import { contentPartText } from './content-text.js';
import type { NamedString, NamedValue } from './paged-media.js';
import type { RawBox, RawNode } from './raw.js';

/** A named string of an element before its boxes exist, which some parts depend on. */
interface DraftString {
  readonly name: string;
  /** Text, or `content()` functions to resolve when the boxes exist. */
  readonly parts: readonly (string | Extract<ContentItem, { type: 'content' }>)[];
}

/** Attaches the named strings of a document to the boxes that set them, in document order. */
export class NamedStrings {
  /** Strings and amounts of elements without boxes, for the next box. */
  #pending: NamedValue[] = [];

  constructor(private readonly styled: StyledDocument) {}

  /** The strings that an element sets. @param text resolves an item other than `content()` */
  drafts(settings: ComputedStyle['string-set'], text: (item: ContentItem) => string): readonly DraftString[] {
    if (settings.length === 0) return NONE;
    return settings.map(({ name, value }) => ({
      name,
      parts: value.map((item) => (item.type === 'content' ? item : text(item))),
    }));
  }

  /** Collects the strings of an element without boxes and of its descendants. */
  collectUnrendered(element: ElementNode, text: (item: ContentItem, element: ElementNode) => string): void {
    // Without any `string-set`, elements with `display: none` need no computed style.
    if (this.styled.declares('string-set') || /string-set/i.test(element.attribute('style') ?? '')) {
      const drafts = this.drafts(this.styled.style(element)['string-set'], (item) => text(item, element));
      this.#pending.push(...this.#values(element, drafts, []));
    }
    for (const child of element.children) if (child.kind === 'element') this.collectUnrendered(child, text);
  }

  /** Takes the strings of elements without boxes since the last call. */
  takePending(): readonly NamedValue[] {
    if (this.#pending.length === 0) return NONE;
    const pending = this.#pending;
    this.#pending = [];
    return pending;
  }

  /** Adds strings and other values to the first box among the nodes of an element. */
  attach(
    element: ElementNode,
    before: readonly NamedValue[],
    drafts: readonly DraftString[],
    others: readonly NamedValue[],
    nodes: RawNode[],
  ): RawNode[] {
    if (before.length === 0 && drafts.length === 0 && others.length === 0) return nodes;
    const values = [...before, ...this.#values(element, drafts, nodes), ...others];
    const box = nodes.find(({ kind }) => kind !== 'text' && kind !== 'break');
    if (!box) this.#pending.push(...values);
    else box.values = [...values, ...(box.values ?? [])];
    return nodes;
  }

  /** Adds the remaining strings to the root box, to be set at its end. */
  withRemaining(root: RawBox): RawBox {
    const rest = this.takePending().map((value): NamedValue => ({ ...value, atEnd: true }));
    return rest.length === 0 ? root : { ...root, values: [...(root.values ?? []), ...rest] };
  }

  #values(element: ElementNode, drafts: readonly DraftString[], nodes: readonly RawNode[]): NamedString[] {
    const resolve = (part: DraftString['parts'][number]) =>
      typeof part === 'string' ? part : contentPartText(part.part, element, nodes, this.styled);
    return drafts.map(({ name, parts }) => ({ name, value: parts.map(resolve).join('') }));
  }
}

/** All that is set in a subtree that is not rendered in place. */
export function valuesIn(nodes: readonly RawNode[]): NamedValue[] {
  return nodes.flatMap((node) => [...(node.values ?? []), ...(node.kind === 'box' ? valuesIn(node.children) : [])]);
}

const NONE: readonly never[] = [];

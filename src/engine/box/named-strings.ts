/** `string-set`. Source: https://www.w3.org/TR/css-gcpm-3/#setting-named-strings-the-string-set-pro */

import type { StyledDocument } from '../css/compute/styled-document.js';
import type { ComputedStyle } from '../css/properties/table.js';
import type { ContentItem } from '../css/values/values.js';
import type { ElementNode } from '../html/dom.js';
import { partOf } from './content-text.js';
import type { RawBox, RawNode } from './raw.js';
import type { NamedString } from './tree.js';

/** Strings that an element sets, some of whose parts are only known when its boxes are made. */
export interface DraftString {
  readonly name: string;
  /** Texts, and the parts of the element that `content()` asks for. */
  readonly parts: readonly (string | Extract<ContentItem, { type: 'content' }>)[];
}

/** Gives the named strings of a document to the boxes where they are set, in document order. */
export class NamedStrings {
  /** Set by elements without boxes: for the next box. */
  #pending: NamedString[] = [];

  constructor(private readonly styled: StyledDocument) {}

  /** What an element sets. @param text  of an item other than `content()`, as it is at the element */
  drafts(settings: ComputedStyle['string-set'], text: (item: ContentItem) => string): readonly DraftString[] {
    if (settings.length === 0) return NONE;
    return settings.map(({ name, value }) => ({
      name,
      parts: value.map((item) => (item.type === 'content' ? item : text(item))),
    }));
  }

  /** An element that has no boxes, and neither has anything in it: it sets its strings all the same. */
  passOver(element: ElementNode, text: (item: ContentItem, element: ElementNode) => string): void {
    // Most documents set none: then what is not displayed is not styled either.
    if (this.styled.declares('string-set') || /string-set/i.test(element.attribute('style') ?? '')) {
      const drafts = this.drafts(this.styled.style(element)['string-set'], (item) => text(item, element));
      this.#pending.push(...this.#values(element, drafts, []));
    }
    for (const child of element.children) if (child.kind === 'element') this.passOver(child, text);
  }

  /** Those of elements without boxes before this one. */
  takePending(): readonly NamedString[] {
    if (this.#pending.length === 0) return NONE;
    const pending = this.#pending;
    this.#pending = [];
    return pending;
  }

  /** The nodes that were made of an element, the first box among them with the strings that are set there. */
  attach(
    element: ElementNode,
    before: readonly NamedString[],
    drafts: readonly DraftString[],
    nodes: RawNode[],
  ): RawNode[] {
    if (before.length === 0 && drafts.length === 0) return nodes;
    const strings = [...before, ...this.#values(element, drafts, nodes)];
    const index = nodes.findIndex(({ kind }) => kind !== 'text' && kind !== 'break');
    const box = nodes[index];
    if (!box) this.#pending.push(...strings);
    else nodes[index] = { ...box, strings: [...strings, ...(box.strings ?? [])] };
    return nodes;
  }

  /** The root's box, with what elements at the document's end set that have no boxes. */
  withRest(root: RawBox): RawBox {
    const rest = this.takePending().map((string): NamedString => ({ ...string, atEnd: true }));
    return rest.length === 0 ? root : { ...root, strings: [...(root.strings ?? []), ...rest] };
  }

  #values(element: ElementNode, drafts: readonly DraftString[], nodes: readonly RawNode[]): NamedString[] {
    const resolve = (part: DraftString['parts'][number]) =>
      typeof part === 'string' ? part : partOf(part.part, element, nodes, this.styled);
    return drafts.map(({ name, parts }) => ({ name, value: parts.map(resolve).join('') }));
  }
}

/** What is set in boxes that are not shown where they are. */
export function stringsIn(nodes: readonly RawNode[]): NamedString[] {
  return nodes.flatMap((node) => [...(node.strings ?? []), ...(node.kind === 'box' ? stringsIn(node.children) : [])]);
}

const NONE: readonly never[] = [];

/** Structure elements, which are written just before their first content. */

import { isLanguageTag } from '../html/language-tag.js';
import { MAX_DEPTH, NONE, OP, TAG } from './format.js';
import type { ListWriter } from './writer.js';

/**
 * Depth below which tags no longer create elements; their content joins the parent. Leaves room for the parts of a list
 * or table, which are created with it.
 */
const MAX_ELEMENT_DEPTH = MAX_DEPTH - 8;

/** A structure element; it is numbered when its first content is written. */
export class Element {
  #number = NONE;
  readonly #depth: number;

  /**
   * @param parent  undefined: the document
   * @param write   writes the arguments of its kind
   */
  constructor(
    readonly parent: Element | undefined,
    private readonly kind: number,
    private readonly write?: (writer: ListWriter) => void,
  ) {
    this.#depth = parent ? parent.#depth + 1 : 1;
  }

  get isDeep(): boolean {
    return this.#depth >= MAX_ELEMENT_DEPTH;
  }

  get isLink(): boolean {
    return this.kind === TAG.link;
  }

  /** The element's number; writes the element, after its ancestors, on first use. */
  number(structure: Structure): number {
    if (this.#number === NONE) {
      const parent = this.parent ? this.parent.number(structure) : NONE;
      this.#number = structure.add(parent, this.kind, this.write);
    }
    return this.#number;
  }
}

/** The owner of content: a structure element, the document, or none for artifacts. */
export type ContentOwner = Element | 'document' | 'artifact';

export class Structure {
  #count = 0;
  #owner: ContentOwner | undefined;
  #language: string | undefined;

  constructor(private readonly writer: ListWriter) {}

  add(parent: number, kind: number, write: ((writer: ListWriter) => void) | undefined): number {
    this.writer.integer(OP.tag);
    this.writer.integer(parent);
    this.writer.integer(kind);
    write?.(this.writer);
    return this.#count++;
  }

  /** Starts a page; content is an artifact until `enter` is called. */
  startPage(): void {
    this.#owner = 'artifact';
  }

  /** Assigns the content that follows. @param language undefined: that of the document */
  enter(owner: ContentOwner, language?: string): void {
    if (owner === this.#owner && language === this.#language) return;
    const { writer } = this;
    if (owner === 'artifact') writer.integer(OP.artifact);
    else {
      const number = owner === 'document' ? NONE : owner.number(this);
      writer.integer(OP.inTag);
      writer.integer(number);
      writer.text(language && isLanguageTag(language) ? language : '');
    }
    this.#owner = owner;
    this.#language = language;
  }
}

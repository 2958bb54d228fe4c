/** What content means, as the core is told: elements of structure, written before what is the first in them. */

import { MAX_DEPTH, NONE, OP, TAG } from './format.js';
import type { ListWriter } from './writer.js';

/** Other tags than these are there for what is in them alone. */
const DEEPEST = MAX_DEPTH - 8;

/** An element of structure, which has a number once something is in it. */
export class Element {
  #number = NONE;
  readonly #depth: number;

  /**
   * @param parent  undefined: the document
   * @param write   writes the arguments of the kind
   */
  constructor(
    readonly parent: Element | undefined,
    private readonly kind: number,
    private readonly write?: (writer: ListWriter) => void,
  ) {
    this.#depth = parent ? parent.#depth + 1 : 1;
  }

  get isDeep(): boolean {
    return this.#depth >= DEEPEST;
  }

  get isLink(): boolean {
    return this.kind === TAG.link;
  }

  /** Its number, under which the core knows it from then on. */
  number(structure: Structure): number {
    if (this.#number === NONE) {
      const parent = this.parent ? this.parent.number(structure) : NONE;
      this.#number = structure.add(parent, this.kind, this.write);
    }
    return this.#number;
  }
}

/** What content belongs to: an element, the document itself, or nothing that is read. */
export type Place = Element | 'document' | 'artifact';

export class Structure {
  #count = 0;
  #place: Place | undefined;
  #language: string | undefined;

  constructor(private readonly writer: ListWriter) {}

  add(parent: number, kind: number, write: ((writer: ListWriter) => void) | undefined): number {
    this.writer.integer(OP.tag);
    this.writer.integer(parent);
    this.writer.integer(kind);
    write?.(this.writer);
    return this.#count++;
  }

  /** A page's content is nothing that is read unless it is said to be. */
  startPage(): void {
    this.#place = 'artifact';
  }

  /** What follows belongs to the place. @param language  undefined: the document's */
  enter(place: Place, language?: string): void {
    if (place === this.#place && language === this.#language) return;
    const { writer } = this;
    if (place === 'artifact') writer.integer(OP.artifact);
    else {
      const number = place === 'document' ? NONE : place.number(this);
      writer.integer(OP.inTag);
      writer.integer(number);
      writer.text(language ?? '');
    }
    this.#place = place;
    this.#language = language;
  }
}

/** The trees of a joined file, of two levels: a node for each document would be too many for one parent. */

import { type Dict, dict, name, type PdfObject, Ref } from '../syntax/objects.js';
import type { FileStream } from './file-stream.js';

const KIDS = 128;

interface Group {
  readonly number: number;
  readonly kids: Ref[];
}

/** The tree of pages: one node for each document. */
export class PageTree {
  readonly root: number;
  readonly #out: FileStream;
  readonly #groups: Ref[] = [];
  #group: Group | undefined;
  #inGroup = 0;
  #count = 0;

  constructor(out: FileStream) {
    this.#out = out;
    this.root = out.reserve();
  }

  /** Pages so far. */
  get count(): number {
    return this.#count + this.#inGroup;
  }

  /** Adds the node of a document's pages. @param pages  numbers of the page objects */
  add(node: number, pages: readonly number[]): void {
    this.#group ??= { number: this.#out.reserve(), kids: [] };
    const { number, kids } = this.#group;
    this.#out.put(node, pagesNode({ Parent: new Ref(number), Kids: pages.map((page) => new Ref(page)) }, pages.length));
    kids.push(new Ref(node));
    this.#inGroup += pages.length;
    if (kids.length === KIDS) this.#flush();
  }

  end(): void {
    this.#flush();
    this.#out.put(this.root, pagesNode({ Kids: this.#groups }, this.#count));
  }

  #flush(): void {
    if (!this.#group) return;
    const { number, kids } = this.#group;
    this.#out.put(number, pagesNode({ Parent: new Ref(this.root), Kids: kids }, this.#inGroup));
    this.#groups.push(new Ref(number));
    this.#count += this.#inGroup;
    this.#group = undefined;
    this.#inGroup = 0;
  }
}

const pagesNode = (entries: Readonly<Record<string, PdfObject>>, count: number): Dict =>
  dict({ Type: name('Pages'), ...entries, Count: count });

interface Leaf {
  readonly ref: Ref;
  readonly limits: readonly [PdfObject, PdfObject];
}

/** A tree of names or numbers, to which leaves are added in their order. Source: ISO 32000-1, 7.9.6 and 7.9.7 */
export class KeyTree {
  readonly #out: FileStream;
  readonly #groups: Leaf[] = [];
  #leaves: Leaf[] = [];

  constructor(out: FileStream) {
    this.#out = out;
  }

  get isEmpty(): boolean {
    return this.#groups.length === 0 && this.#leaves.length === 0;
  }

  /** @param leaf  the number of the leaf's object */
  add(leaf: number, limits: readonly [PdfObject, PdfObject]): void {
    this.#leaves.push({ ref: new Ref(leaf), limits });
    if (this.#leaves.length === KIDS) this.#flush();
  }

  /** @returns the root */
  end(): Dict {
    this.#flush();
    return dict({ Kids: this.#groups.map(({ ref }) => ref) });
  }

  #flush(): void {
    const leaves = this.#leaves;
    if (leaves.length === 0) return;
    const number = this.#out.reserve();
    const limits = [leaves[0]!.limits[0], leaves.at(-1)!.limits[1]] as const;
    this.#out.put(number, dict({ Limits: [...limits], Kids: leaves.map(({ ref }) => ref) }));
    this.#groups.push({ ref: new Ref(number), limits });
    this.#leaves = [];
  }
}

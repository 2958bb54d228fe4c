/** Targets of links within the document. */

import type { PhysicalFragment } from '../algorithm/fragment.js';
import type { Anchor, PageLayout } from './page-layout.js';

const NAMES = ['id'];
const NAMES_OF_LINKS = ['id', 'name'];

/** Targets by `id` (or `name` of an `a` element): the top left corner of the first box. Found when the first is asked for. */
export class Anchors {
  #found: Map<string, Anchor> | undefined;

  constructor(private readonly pages: readonly PageLayout[]) {}

  get(name: string): Anchor | undefined {
    this.#found ??= findAnchors(this.pages);
    return this.#found.get(name);
  }
}

function findAnchors(pages: readonly PageLayout[]): Map<string, Anchor> {
  const anchors = new Map<string, Anchor>();
  pages.forEach((page, index) => {
    for (const { fragment, x, y } of page.unsliced) collect(fragment, index, x, y, anchors);
  });
  return anchors;
}

function collect(fragment: PhysicalFragment, page: number, x: number, y: number, anchors: Map<string, Anchor>): void {
  if (fragment.kind === 'text') return;
  if (fragment.kind === 'box' && fragment.box.origin === undefined && fragment.box.element.attributes.size > 0) {
    const { element } = fragment.box;
    for (const attribute of element.name === 'a' ? NAMES_OF_LINKS : NAMES) {
      const name = element.attribute(attribute);
      if (name && !anchors.has(name)) anchors.set(name, { page, x, y });
    }
  }
  for (const child of fragment.children) collect(child.fragment, page, x + child.x, y + child.y, anchors);
}

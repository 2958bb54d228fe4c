/** Reading order: content in document order as far as the rendering allows. */

import { intersects } from './bounds.js';
import type { Piece } from './piece.js';

/** Pages with more pieces keep painting order: the sweep compares all pieces that share a vertical position. */
const MAX_PIECES = 4000;

/**
 * Sorts pieces by the document order of their boxes, but never moves one below an earlier painted one that it overlaps.
 * Painting order has floats before and positioned boxes after the surrounding text; read aloud or copied, they belong
 * where they stand in the document.
 */
export function inReadingOrder(pieces: readonly Piece[]): readonly Piece[] {
  if (isInOrder(pieces) || pieces.length > MAX_PIECES) return pieces;
  const { after, blockers } = overlaps(pieces);
  const ready = new Heap((a, b) => pieces[a]!.order - pieces[b]!.order || a - b);
  blockers.forEach((count, index) => {
    if (count === 0) ready.push(index);
  });
  const ordered: Piece[] = [];
  for (let index = ready.pop(); index !== undefined; index = ready.pop()) {
    ordered.push(pieces[index]!);
    for (const next of after[index]!) {
      blockers[next]!--;
      if (blockers[next] === 0) ready.push(next);
    }
  }
  return ordered;
}

function isInOrder(pieces: readonly Piece[]): boolean {
  let last = 0;
  for (const { order, item } of pieces) {
    if (item.kind === 'rect' || item.kind === 'path') continue;
    if (order < last) return false;
    last = order;
  }
  return true;
}

/** The overlap graph: for each piece, the later painted ones that overlap it, and the number of earlier ones. */
function overlaps(pieces: readonly Piece[]): { after: number[][]; blockers: number[] } {
  const after: number[][] = pieces.map(() => []);
  const blockers: number[] = pieces.map(() => 0);
  const byTop = pieces.map((_, index) => index).sort((a, b) => pieces[a]!.bounds.y - pieces[b]!.bounds.y);
  let active: number[] = [];
  for (const index of byTop) {
    const { bounds } = pieces[index]!;
    active = active.filter((other) => pieces[other]!.bounds.y + pieces[other]!.bounds.height > bounds.y);
    for (const other of active) {
      if (!intersects(bounds, pieces[other]!.bounds)) continue;
      const [first, second] = other < index ? [other, index] : [index, other];
      after[first]!.push(second);
      blockers[second]!++;
    }
    active.push(index);
  }
  return { after, blockers };
}

/** A binary min-heap. */
class Heap {
  readonly #items: number[] = [];
  constructor(private readonly compare: (a: number, b: number) => number) {}

  push(item: number): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.compare(items[parent]!, item) <= 0) break;
      items[at] = items[parent]!;
      at = parent;
    }
    items[at] = item;
  }

  pop(): number | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (top === undefined || last === undefined || items.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && this.compare(items[child + 1]!, items[child]!) < 0) child++;
      if (this.compare(last, items[child]!) <= 0) break;
      items[at] = items[child]!;
      at = child;
    }
    items[at] = last;
    return top;
  }
}

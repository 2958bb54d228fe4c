/** Reading order: content in document order as far as the rendering allows. */

import { getOrMake } from '../collections/maps.js';
import type { Rect } from '../layout/algorithm/geometry.js';
import { intersects } from './bounds.js';
import { sameColor } from './colors.js';
import type { DisplayItem, GroupItem, TextItem } from './display-list.js';
import type { Piece } from './piece.js';

/** Cells that the page is divided into, so that only pieces near one another are compared. */
const COLUMNS = 16;
const ROWS = 64;

/** Pieces that are all compared with one another: a grid takes longer. */
const FEW = 64;

/** Pieces of a cell that are compared with one another; where there are more, each so many keep painting order. */
const MAX_COMPARED = 500;

/**
 * Sorts pieces by the document order of their boxes, but never moves one below an earlier painted one that it overlaps.
 * Painting order has floats before and positioned boxes after the surrounding text; read aloud or copied, they belong
 * where they stand in the document.
 */
export function inReadingOrder(pieces: readonly Piece[]): readonly Piece[] {
  if (isInOrder(pieces)) return pieces;
  if (allLookTheSame(pieces)) return pieces.toSorted((a, b) => a.order - b.order);
  const { after, blockers } = overlaps(pieces);
  const orders = ordersOf(pieces, after);
  const ready = new Heap((a, b) => orders[a]! - orders[b]! || a - b);
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

/** The document order of pieces; decoration comes before what is above it, such as the background of `::first-line`. */
function ordersOf(pieces: readonly Piece[], after: readonly (readonly number[])[]): number[] {
  const orders = pieces.map(({ order }) => order);
  for (let index = pieces.length - 1; index >= 0; index--) {
    if (!isDecoration(pieces[index]!.item)) continue;
    for (const next of after[index]!) orders[index] = Math.min(orders[index]!, orders[next]!);
  }
  return orders;
}

const isDecoration = ({ kind }: DisplayItem): boolean => kind === 'rect' || kind === 'path';

function isInOrder(pieces: readonly Piece[]): boolean {
  let last = 0;
  for (const { order, item } of pieces) {
    if (isDecoration(item)) continue;
    if (order < last) return false;
    last = order;
  }
  return true;
}

/** The overlap graph: for each piece, the later painted ones that overlap it, and the number of earlier ones. */
function overlaps(pieces: readonly Piece[]): { after: number[][]; blockers: number[] } {
  const after: number[][] = pieces.map(() => []);
  const blockers: number[] = pieces.map(() => 0);
  const block = (first: number, second: number): void => {
    after[first]!.push(second);
    blockers[second]!++;
  };
  if (pieces.length <= FEW) {
    pieces.forEach(({ bounds, item }, index) => {
      for (let other = 0; other < index; other++) {
        const { bounds: otherBounds, item: otherItem } = pieces[other]!;
        if (intersects(bounds, otherBounds) && !looksTheSame(otherItem, item)) block(other, index);
      }
    });
    return { after, blockers };
  }
  const grid = new Grid(pieces);
  const cells = new Map<number, Cell>();
  pieces.forEach(({ bounds, item }, index) => {
    const [left, top, right, bottom] = grid.cellsOf(bounds);
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        const cell = getOrMake(cells, row * COLUMNS + column, (): Cell => ({ pieces: [], barrier: -1 }));
        if (cell.barrier >= 0) block(cell.barrier, index);
        if (cell.pieces.length === MAX_COMPARED) {
          for (const other of cell.pieces) block(other, index);
          cell.barrier = index;
          cell.pieces = [];
          continue;
        }
        for (const other of cell.pieces) {
          const { bounds: otherBounds, item: otherItem } = pieces[other]!;
          if (!intersects(bounds, otherBounds) || looksTheSame(otherItem, item)) continue;
          // Two pieces may share many cells.
          const [otherLeft, otherTop] = grid.cellsOf(otherBounds);
          if (Math.max(left, otherLeft) === column && Math.max(top, otherTop) === row) block(other, index);
        }
        cell.pieces.push(index);
      }
    }
  });
  return { after, blockers };
}

/** Whether painting order does not matter at all, as on a page with nothing but text of one colour. */
function allLookTheSame(pieces: readonly Piece[]): boolean {
  const first = pieces[0]!.item;
  return pieces.every(({ item }) => looksTheSame(first, item));
}

/** Whether it does not matter which of two items is above the other: texts of one colour. */
function looksTheSame(a: DisplayItem, b: DisplayItem): boolean {
  const [one, other] = [plainText(a), plainText(b)];
  return one !== undefined && other !== undefined && sameColor(one.color, other.color);
}

/** Text without anything but its glyphs, also of a vertical line; undefined for other items. */
function plainText(item: DisplayItem): TextItem | undefined {
  if (item.kind === 'text') return item.stroke || item.underlines || item.face.color ? undefined : item;
  const [child, ...others] = isRotated(item) ? item.children : [];
  return child?.kind === 'text' && others.length === 0 ? plainText(child) : undefined;
}

const ROTATED = new Set(['kind', 'transform', 'children']);

/** Whether an item is a group that does nothing but transform. */
const isRotated = (item: DisplayItem): item is GroupItem =>
  item.kind === 'group' && Object.entries(item).every(([key, value]) => ROTATED.has(key) || value === undefined);

interface Cell {
  /** Pieces since the barrier, in painting order. */
  pieces: number[];
  /** A piece that is not moved over those before and after it; -1: none. */
  barrier: number;
}

/** The cells of a page: each column and each row has about as many pieces. */
class Grid {
  readonly #columns: readonly number[];
  readonly #rows: readonly number[];

  constructor(pieces: readonly Piece[]) {
    this.#columns = edges(
      pieces.map(({ bounds }) => bounds.x),
      COLUMNS,
    );
    this.#rows = edges(
      pieces.map(({ bounds }) => bounds.y),
      ROWS,
    );
  }

  /** Columns and rows of the cells of an area: the first ones and the last ones. */
  cellsOf({ x, y, width, height }: Rect): [left: number, top: number, right: number, bottom: number] {
    return [
      cellAt(this.#columns, x),
      cellAt(this.#rows, y),
      cellAt(this.#columns, x + width),
      cellAt(this.#rows, y + height),
    ];
  }
}

/** Where cells end, except for the last one. */
function edges(starts: readonly number[], cells: number): number[] {
  const sorted = Float64Array.from(starts).sort();
  const ends = Array.from({ length: cells - 1 }, (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / cells)]!);
  return [...new Set(ends)];
}

/** The index of the cell that a place is in. */
function cellAt(ends: readonly number[], place: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle]! <= place) low = middle + 1;
    else high = middle;
  }
  return low;
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

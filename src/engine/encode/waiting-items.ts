/** Structure elements that come before those of content that is encoded earlier. */

import type { DisplayItem, DisplayPage, GroupItem, ImageItem, TableTag, TagItem } from '../paint/display-list.js';

/** An item that becomes a structure element of the document. */
export type ElementItem = TagItem | ImageItem;

/** Items in the order of the document. */
export class WaitingItems {
  readonly #places: ReadonlyMap<ElementItem, number>;
  #next = 0;

  constructor(private readonly sorted: readonly ElementItem[]) {
    this.#places = new Map(sorted.map((item, place) => [item, place]));
  }

  /** The next item to open before the content of `item`, itself included; undefined: there is none left. */
  next(item: ElementItem): ElementItem | undefined {
    const place = this.#places.get(item);
    return place === undefined || place < this.#next ? undefined : this.sorted[this.#next++];
  }
}

/** @returns undefined: the items of all pages come in the order of the document */
export function waitingItems(pages: readonly DisplayPage[]): WaitingItems | undefined {
  const found: Ordered[] = [];
  const tables = new Set<TableTag>();
  for (const { items } of pages) collect(items, found, tables);
  const isSorted = found.every(({ order }, index) => index === 0 || order >= found[index - 1]!.order);
  // Sorting is stable: parts of an element on several pages keep their order.
  return isSorted ? undefined : new WaitingItems([...found].sort((a, b) => a.order - b.order));
}

type Ordered = ElementItem & { readonly order: number };

const isOrdered = (item: ElementItem): item is Ordered => item.order !== undefined;

/** Adds what becomes a structure element; of a table the first part, which opens all of it. */
function collect(items: readonly DisplayItem[], found: Ordered[], tables: Set<TableTag>): void {
  for (const item of items) {
    if (item.kind === 'group' && isVisible(item)) collect(item.children, found, tables);
    if (item.kind === 'image' && item.alt !== undefined && isOrdered(item)) found.push(item);
    if (item.kind !== 'tag' || !isOrdered(item)) continue;
    const { tag } = item;
    if (tag.type === 'table') {
      if (!tables.has(tag)) found.push(item);
      tables.add(tag);
    } else if (ELEMENTS.has(tag.type) && hasContent(item)) found.push(item);
  }
}

const ELEMENTS: ReadonlySet<TagItem['tag']['type']> = new Set(['heading', 'paragraph', 'list', 'link']);

/** Whether an item writes content into the structure element around it. */
function hasContent(item: DisplayItem): boolean {
  switch (item.kind) {
    case 'text':
    case 'link-area':
      return true;
    case 'image':
    case 'drawing':
      return item.alt !== undefined;
    case 'group':
      return isVisible(item) && item.children.some(hasContent);
    case 'tag':
      return item.tag.type !== 'artifact' && item.children.some(hasContent);
    default:
      return false;
  }
}

/** Whether a group paints anything: it is neither transparent nor transformed to a line or a point. */
export function isVisible({ opacity = 1, transform }: Pick<GroupItem, 'opacity' | 'transform'>): boolean {
  if (opacity <= 0) return false;
  if (!transform) return true;
  const [a, b, c, d] = transform;
  return Math.abs(a * d - b * c) >= MIN_SCALE;
}

/** Of areas. */
const MIN_SCALE = 1e-9;

/** Which parts of documents a PDF writer has already written. */

import { BoundedCache } from './collections/bounded-cache.js';
import type { DisplayItem, DisplayList } from './paint/display-list.js';
import type { PreparedList } from './paint/display-list-writer.js';
import { SAFE_NESTING } from './paint/silence.js';
import type { FontFace } from './text/types.js';

/** Parts remembered: a few hundred kilobytes. */
const MAX_PARTS = 5000;

/**
 * The parts of documents that a writer has written. Layout reads headers of images only: whether the rest decodes, a font
 * can be embedded and effects can be nested, only the writer knows.
 */
export class WrittenParts {
  readonly #parts = new BoundedCache<string, true>(MAX_PARTS);

  /** Whether the writer might refuse a document, judged without preparing it. */
  isOpen(list: DisplayList, faces: ReadonlyMap<string, FontFace>): boolean {
    return faces.size > 0 || list.pages.some(({ items }) => mayFail(items, 0));
  }

  /**
   * Writes a list that has parts which were never written, and drops the PDF. Throws as the writer.
   * @param write  writes the prepared list
   */
  check(list: DisplayList, prepared: PreparedList, write: () => unknown): void {
    const parts = prepared.parts();
    const nests = list.pages.some(({ items }) => nestsDeeply(items, 0));
    if (parts && !nests && parts.every((part) => this.#parts.get(part))) return;
    write();
    for (const part of parts ?? []) this.#parts.set(part, true);
  }
}

function mayFail(items: readonly DisplayItem[], depth: number): boolean {
  if (depth > SAFE_NESTING) return true;
  for (const item of items) {
    if (item.kind === 'image' || item.kind === 'drawing') return true;
    if (item.kind === 'tiles' && 'bytes' in item.picture) return true;
    if (item.kind === 'tag' && mayFail(item.children, depth)) return true;
    if (item.kind !== 'group') continue;
    if (mayFail(item.children, depth + 1) || (item.mask && mayFail(item.mask.items, depth + 1))) return true;
  }
  return false;
}

function nestsDeeply(items: readonly DisplayItem[], depth: number): boolean {
  if (depth > SAFE_NESTING) return true;
  return items.some((item) => childrenOf(item).some((children) => nestsDeeply(children, depthIn(item, depth))));
}

const depthIn = ({ kind }: DisplayItem, depth: number): number => (kind === 'tag' ? depth : depth + 1);

function childrenOf(item: DisplayItem): readonly (readonly DisplayItem[])[] {
  if (item.kind === 'tag') return [item.children];
  if (item.kind === 'drawing') return childrenOf(item.group);
  if (item.kind !== 'group') return [];
  return item.mask ? [item.children, item.mask.items] : [item.children];
}

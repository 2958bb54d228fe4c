/** Maps the end of a `::first-line`, which has its own inline content, to the content of the following lines. */

import type { InlineContent, InlineItem, TagItem, TextItem } from './inline-items.js';
import type { LinePosition } from './line.js';

/**
 * Converts a position in `from` to one in `to`, the same content in other styles. Both have the same boxes, except for
 * the wrapper of the first line; text may be split into different items and differ in length by `text-transform`.
 */
export function continued(from: InlineContent, to: InlineContent, position: LinePosition): LinePosition {
  const before = from.items.slice(0, position.index).filter(isBox).length;
  let index = indexAfter(to, before);
  const item = from.items[position.index];
  let { offset } = position;
  if (item?.type === 'text') {
    offset = offsetIn(from, to, item, position.offset);
    while (to.items[index]?.type === 'text' && to.items[index]!.end <= offset) index += 1;
  } else {
    while (to.items[index]?.type === 'text') index += 1;
    offset = to.items[index]?.start ?? to.text.length;
  }
  return { ...position, index, offset, open: position.open.filter(isBox).map((tag) => sameTag(from, to, tag)) };
}

const isBox = (item: InlineItem) => item.type !== 'text' && !isWrapper(item);
const isWrapper = (item: InlineItem) => item.box.origin === '::first-line';

/** The first index after `count` non-text items. */
function indexAfter({ items }: InlineContent, count: number): number {
  let index = 0;
  for (let remaining = count; remaining > 0; index += 1) if (isBox(items[index]!)) remaining -= 1;
  return index;
}

function offsetIn(from: InlineContent, to: InlineContent, { box }: TextItem, offset: number): number {
  const [before, now] = [rangeOf(from, box.id), rangeOf(to, box.id)];
  const [length, newLength] = [before.end - before.start, now.end - now.start];
  const inside = offset - before.start;
  // Approximates the offset in text whose length `text-transform` changes (ß, SS).
  return now.start + (length === newLength ? inside : Math.round((inside * newLength) / length));
}

function rangeOf({ items }: InlineContent, id: number): { readonly start: number; readonly end: number } {
  const parts = items.filter((item) => item.type === 'text' && item.box.id === id);
  return { start: parts[0]!.start, end: parts.at(-1)!.end };
}

function sameTag(from: InlineContent, to: InlineContent, tag: TagItem): TagItem {
  const before = from.items.slice(0, from.items.indexOf(tag)).filter(isBox).length;
  const found = to.items.slice(indexAfter(to, before)).find(isBox);
  return found as TagItem;
}

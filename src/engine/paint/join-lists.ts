/** Joins the display lists of several documents into that of one. */

import type { DisplayItem, DisplayList, LinkTarget } from './display-list.js';

/**
 * Pages follow one another; metadata and language are those of the first list.
 * @param lists  at least one; their inline drawings have keys of their own
 */
export function joinLists(lists: readonly DisplayList[]): DisplayList {
  const [first, ...others] = lists;
  if (!first || others.length === 0) return first!;
  let before = 0;
  const pages = lists.flatMap((list, index) => {
    const move: Move = {
      by: before,
      orders: index * DOCUMENT_ORDERS,
      language: list.language === first.language ? undefined : list.language,
    };
    before += list.pages.length;
    return list.pages.map((page) => ({ ...page, items: page.items.map((item) => moved(item, move)) }));
  });
  return { ...first, pages, faces: new Set(lists.flatMap(({ faces }) => [...faces])) };
}

/** More than the boxes of a document, those of footnotes included. */
const DOCUMENT_ORDERS = 2 ** 32;

interface Move {
  /** Pages of the lists before. */
  readonly by: number;
  /** Added to the places of tags in the document. */
  readonly orders: number;
  /** Of text without a language of its own; undefined: that of the first list. */
  readonly language: string | undefined;
}

function moved(item: DisplayItem, move: Move): DisplayItem {
  if (move.by === 0 && move.language === undefined) return item;
  if (item.kind === 'text')
    return move.language === undefined || item.language ? item : { ...item, language: move.language };
  if (item.kind === 'image') return { ...item, ...(item.order !== undefined && { order: item.order + move.orders }) };
  if (!('children' in item)) return item;
  const children = item.children.map((child) => moved(child, move));
  if (item.kind === 'group') return { ...item, children };
  const { tag } = item;
  const order = item.order === undefined ? undefined : item.order + move.orders;
  if (tag.type !== 'link') return { kind: 'tag', tag, children, order };
  return { kind: 'tag', tag: { ...tag, target: movedTarget(tag.target, move) }, children, order };
}

const movedTarget = (target: LinkTarget, { by }: Move): LinkTarget =>
  target.type === 'anchor' ? { ...target, page: target.page + by } : target;

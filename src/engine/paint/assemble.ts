/** Nests the pieces of a page, in reading order, as display items: tags contain clips, and clips contain the items. */

import { FIRST_FOOTNOTE_ID } from '../box/footnotes.js';
import type { DisplayItem, GroupItem } from './display-list.js';
import type { ClipNode, Piece } from './piece.js';
import { inReadingOrder } from './reading-order.js';
import { type TagNode, tagOf } from './tags.js';

/**
 * Nests pieces as display items. Content is in document order where nothing overlaps.
 * @param base the tag that will contain the items
 */
export function assemble(pieces: readonly Piece[], base?: TagNode): DisplayItem[] {
  const builder = new TreeBuilder(base);
  const ordered = inReadingOrder(pieces);
  const parts = ordered === pieces ? undefined : interruptedParagraphs(ordered, base);
  for (const each of ordered) builder.add(each, parts?.get(each));
  return builder.finish();
}

/**
 * Numbers the parts of paragraphs that are painted as one, because the text between them is above or below others. Each part
 * gets a tag of its own, for the order of the structure tree.
 * @returns the part that a piece begins or continues; undefined: all pieces come in the order of the document
 */
function interruptedParagraphs(
  pieces: readonly Piece[],
  base: TagNode | undefined,
): ReadonlyMap<Piece, number> | undefined {
  const content = pieces.filter(({ item }) => isContent(item) && !isBlank(item));
  if (content.every(({ order }, index) => index === 0 || order >= content[index - 1]!.order)) return undefined;
  const parts = new Map<Piece, number>();
  let last: TagNode | undefined;
  let part = 0;
  for (const each of content.sort((a, b) => a.order - b.order)) {
    const tag = outermost(each.tag, base);
    if (tag !== last) part += 1;
    last = tag;
    if (tag?.type === 'paragraph') parts.set(each, part);
  }
  return parts;
}

const isBlank = (item: DisplayItem): boolean => item.kind === 'text' && item.text.trim() === '';

/** Footnotes are at the end of their page. */
const placeOf = (order: number): number | undefined => (order < FIRST_FOOTNOTE_ID ? order : undefined);

/** The tag of a piece that is directly in `base`. */
function outermost(tag: TagNode | undefined, base: TagNode | undefined): TagNode | undefined {
  let node = tag;
  while (node?.parent && node.parent !== base) node = node.parent;
  return node === base ? undefined : node;
}

/** The innermost tag that contains all content and may contain any kind of content. */
export function commonTag(pieces: readonly Piece[]): TagNode | undefined {
  let common: readonly TagNode[] | undefined;
  for (const { item, tag } of pieces) {
    if (!isContent(item)) continue;
    const path = pathOf(tag);
    const shared = common ?? path;
    let length = 0;
    while (length < shared.length && shared[length] === path[length]) length++;
    common = shared.slice(0, length);
  }
  return common?.findLast(({ type }) => type !== 'table' && type !== 'table-row' && type !== 'list');
}

function pathOf(tag: TagNode | undefined): TagNode[] {
  const path: TagNode[] = [];
  for (let node = tag; node; node = node.parent) path.unshift(node);
  return path;
}

interface OpenTag {
  readonly node: TagNode;
  readonly children: DisplayItem[];
  /** Of the first content in it. */
  readonly order: number | undefined;
}

/** Opens and closes tags so that each piece is in its own; clips are innermost and shared by neighbours. */
class TreeBuilder {
  readonly #root: DisplayItem[] = [];
  readonly #open: OpenTag[] = [];
  #part: number | undefined;
  #clip: { readonly node: ClipNode; readonly children: DisplayItem[] } | undefined;

  constructor(private readonly base: TagNode | undefined) {}

  /** @param part  of the paragraph around the piece, if it is interrupted */
  add({ item, tag, clip, order }: Piece, part?: number): void {
    if (part !== undefined && part !== this.#part) while (this.#open.length > 0) this.#closeTag();
    this.#part = part ?? this.#part;
    // Decoration needs no tag of its own and stays in whichever is open.
    if (isContent(item) || (item.kind === 'image' && this.#isInOtherLink(tag))) this.#enter(tag, order);
    if (clip !== this.#clip?.node) this.#enterClip(clip);
    const isUntagged = item.kind === 'image' && item.alt !== undefined && this.#open.length === 0;
    (this.#clip?.children ?? this.#innermost).push(isUntagged ? { ...item, order: placeOf(order)! } : item);
  }

  finish(): DisplayItem[] {
    while (this.#open.length > 0) this.#closeTag();
    return this.#root;
  }

  get #innermost(): DisplayItem[] {
    return this.#open.at(-1)?.children ?? this.#root;
  }

  /** Whether the image of a tag would be clickable by a link that is open but does not contain it. */
  #isInOtherLink(tag: TagNode | undefined): boolean {
    const link = tag && this.#open.findLast(({ node }) => node.type === 'link');
    return link !== undefined && !pathOf(tag).includes(link.node);
  }

  #enter(tag: TagNode | undefined, order: number): void {
    const open = this.#open;
    if (tag && tag === open.at(-1)?.node) return;
    let depth = 0;
    for (let node = tag; node && node !== this.base; node = node.parent) depth += 1;
    let node = tag;
    let common = depth;
    for (; common > 0 && open[common - 1]?.node !== node; common -= 1) node = node?.parent;
    if (common === depth && common === open.length) return;
    this.#clip = undefined;
    while (open.length > common) this.#closeTag();
    this.#openTags(tag, depth - common, order);
  }

  /** Opens as many ancestors of a tag, itself included. */
  #openTags(tag: TagNode | undefined, count: number, order: number): void {
    if (!tag || count === 0) return;
    this.#openTags(tag.parent, count - 1, order);
    this.#open.push({ node: tag, children: [], order: placeOf(order) });
  }

  #closeTag(): void {
    this.#clip = undefined;
    const { node, children, order } = this.#open.pop()!;
    const tag = tagOf(node);
    if (tag) this.#innermost.push({ kind: 'tag', tag, children, order });
    else this.#innermost.push(...children);
  }

  #enterClip(clip: ClipNode | undefined): void {
    this.#clip = undefined;
    if (!clip) return;
    const children: DisplayItem[] = [];
    let group: GroupItem = { kind: 'group', clip: clip.area, children };
    for (let node = clip.parent; node; node = node.parent) {
      group = { kind: 'group', clip: node.area, children: [group] };
    }
    this.#innermost.push(group);
    this.#clip = { node: clip, children };
  }
}

/** Whether an item is text or an image rather than decoration; a group counts as its children. */
function isContent(item: DisplayItem): boolean {
  if (item.kind === 'text' || item.kind === 'link-area' || item.kind === 'tag') return true;
  if (item.kind === 'image') return item.alt !== undefined;
  return item.kind === 'group' && item.children.some(isContent);
}

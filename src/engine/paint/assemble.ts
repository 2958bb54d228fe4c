/** Nests the pieces of a page, in reading order, as display items: tags contain clips, and clips contain the items. */

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
  for (const each of inReadingOrder(pieces)) builder.add(each);
  return builder.finish();
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
}

/** Opens and closes tags so that each piece is in its own; clips are innermost and shared by neighbours. */
class TreeBuilder {
  readonly #root: DisplayItem[] = [];
  readonly #open: OpenTag[] = [];
  #clip: { readonly node: ClipNode; readonly children: DisplayItem[] } | undefined;

  constructor(private readonly base: TagNode | undefined) {}

  add({ item, tag, clip }: Piece): void {
    // Decoration needs no tag of its own and stays in whichever is open.
    if (isContent(item) || (item.kind === 'image' && this.#isInOtherLink(tag))) this.#enter(tag);
    if (clip !== this.#clip?.node) this.#enterClip(clip);
    (this.#clip?.children ?? this.#innermost).push(item);
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

  #enter(tag: TagNode | undefined): void {
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
    this.#openTags(tag, depth - common);
  }

  /** Opens as many ancestors of a tag, itself included. */
  #openTags(tag: TagNode | undefined, count: number): void {
    if (!tag || count === 0) return;
    this.#openTags(tag.parent, count - 1);
    this.#open.push({ node: tag, children: [] });
  }

  #closeTag(): void {
    this.#clip = undefined;
    const { node, children } = this.#open.pop()!;
    const tag = tagOf(node);
    if (tag) this.#innermost.push({ kind: 'tag', tag, children });
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

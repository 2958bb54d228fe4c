/**
 * The adoption agency algorithm, for end tags that do not match the current node.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm
 */

import type { ElementNode } from './dom.js';
import { isSpecial } from './elements.js';
import { isHtml } from './open-elements.js';
import { attach, detach, type TreeBuilder } from './tree-builder.js';

const OUTER_LIMIT = 8;
const INNER_LIMIT = 3;

/**
 * Closes a formatting element; blocks still open inside it get a copy of it. Numbers are the steps of the algorithm.
 */
export function adopt(builder: TreeBuilder, subject: string): void {
  const { open, formatting } = builder;
  const { current } = open;
  if (current && isHtml(current, subject) && formatting.indexOf(current) === -1) {
    open.pop(); // 2
    return;
  }
  for (let round = 0; round < OUTER_LIMIT; round += 1) {
    const formattingElement = formatting.findAfterMarker(subject); // 4.3
    if (!formattingElement) {
      closeAnyOther(builder, subject);
      return;
    }
    if (!open.has(formattingElement)) {
      formatting.remove(formattingElement); // 4.4
      return;
    }
    if (!open.isElementInScope(formattingElement)) return; // 4.5
    const index = open.indexOf(formattingElement);
    const furthestBlock = firstSpecialAfter(open.items, index); // 4.7
    if (!furthestBlock) {
      open.popUntilElement(formattingElement); // 4.8
      formatting.remove(formattingElement);
      return;
    }
    adoptOnce(builder, formattingElement, furthestBlock);
  }
}

function firstSpecialAfter(items: readonly ElementNode[], index: number): ElementNode | undefined {
  for (let at = index + 1; at < items.length; at += 1) if (isSpecial(items[at]!)) return items[at];
  return undefined;
}

/** Steps 4.9 to 4.19. */
function adoptOnce(builder: TreeBuilder, formattingElement: ElementNode, furthestBlock: ElementNode): void {
  const { open, formatting } = builder;
  const commonAncestor = open.items[open.indexOf(formattingElement) - 1]!; // 4.9
  const { lastNode, bookmark } = copyBetween(builder, formattingElement, furthestBlock);
  builder.place(lastNode, commonAncestor); // 4.14
  const clone = builder.clone(formattingElement); // 4.15
  for (const child of furthestBlock.children.splice(0)) attach(child, clone); // 4.16
  attach(clone, furthestBlock); // 4.17
  const place = bookmark ? formatting.indexOf(bookmark) + 1 : formatting.indexOf(formattingElement); // 4.18
  formatting.insertAt(place, clone);
  formatting.remove(formattingElement);
  open.remove(formattingElement); // 4.19
  open.insertAt(open.indexOf(furthestBlock) + 1, clone);
}

/**
 * Step 4.13: copies the formatting elements between the formatting element and the furthest block, around the latter.
 * @returns the outermost copy, and the copy after which step 4.18 inserts the clone (null: at the original's position)
 */
function copyBetween(
  builder: TreeBuilder,
  formattingElement: ElementNode,
  furthestBlock: ElementNode,
): { lastNode: ElementNode; bookmark: ElementNode | null } {
  const { open, formatting } = builder;
  let lastNode = furthestBlock;
  let bookmark: ElementNode | null = null;
  let index = open.indexOf(furthestBlock);
  for (let round = 1; ; round += 1) {
    index -= 1;
    const node = open.items[index]!;
    if (node === formattingElement) return { lastNode, bookmark };
    if (round > INNER_LIMIT) formatting.remove(node);
    const entry = formatting.indexOf(node);
    if (entry === -1) {
      open.remove(node);
      continue;
    }
    const copy = builder.clone(node);
    formatting.replace(entry, copy);
    open.replace(index, copy);
    if (lastNode === furthestBlock) bookmark = copy;
    if (lastNode.parent) detach(lastNode);
    attach(lastNode, copy);
    lastNode = copy;
  }
}

/**
 * "Any other end tag" of "in body": closes the innermost element with that name unless a special element intervenes.
 */
export function closeAnyOther({ open }: TreeBuilder, name: string): void {
  if (!open.hasName(name)) return;
  for (let index = open.items.length - 1; index >= 0; index -= 1) {
    const element = open.items[index]!;
    if (isHtml(element, name)) {
      open.generateImpliedEndTags(name);
      open.popUntilElement(element);
      return;
    }
    if (isSpecial(element)) return;
  }
}

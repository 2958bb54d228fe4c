/**
 * Splits inline boxes around the blocks in them.
 * Source: https://www.w3.org/TR/CSS22/visuren.html#anonymous-block-level
 */

import type { LogicalStyle } from '../css/compute/logical-style.js';
import { containsAbsolute } from '../css/style-queries.js';
import {
  isCollapsibleSpace,
  isFloating,
  isInlineBox,
  isInlineLevel,
  isOutOfFlow,
  type RawBox,
  type RawNode,
  styleInFlow,
} from './raw.js';
import type { TableFixup } from './table-fixup.js';

/** Children of a box, with tables fixed up and inline boxes split around the blocks in them. */
export function flatten(raw: RawBox, tables: TableFixup): RawNode[] {
  const children = tables.children(raw);
  if (!children.some(isInlineBox)) return children;
  const result: RawNode[] = [];
  for (const child of children) {
    if (isInlineBox(child)) result.push(...splitInline(child, tables));
    else result.push(child);
  }
  return result;
}

/** Marks each block-in-inline that no other one and no inline content follows: `endsInline`. */
export function markInlineEnds(nodes: RawNode[]): RawNode[] {
  if (!nodes.some(splitsInline)) return nodes;
  const marked = [...nodes];
  let isFollowed = false;
  for (let i = nodes.length - 1; i >= 0; i--) {
    const node = nodes[i]!;
    if (isOutOfFlow(node) || isFloating(node) || isCollapsibleSpace(node)) continue;
    if (splitsInline(node) && !isFollowed) marked[i] = { ...node, endsInline: true };
    isFollowed = isInlineLevel(node) || splitsInline(node);
  }
  return marked;
}

const splitsInline = (node: RawNode): node is RawBox => node.kind === 'box' && node.splitsInline === true;

function splitInline(inline: RawBox, tables: TableFixup): RawNode[] {
  const flat = flatten(inline, tables);
  // It offsets the boxes in it, and contains those that are positioned.
  const contains = containsAbsolute(inline.style, true);
  const children = contains ? flat.map((child) => withFloatsInside(inline, child)) : flat;
  const isBlock = (node: RawNode) => !isInlineLevel(node) && !isOutOfFlow(node) && !isFloating(node);
  if (!children.some(isBlock)) return [{ ...inline, children }];
  const parts: RawNode[] = [];
  let run: RawNode[] = [];
  let isFirst = true;
  const flush = (isLast: boolean) => {
    const part: RawBox = { ...inline, children: run, continuesBefore: !isFirst, continuesAfter: !isLast };
    // An empty part without edges would create an empty line.
    if (contains || !isEmptyPart(part)) parts.push(part);
    isFirst = false;
    run = [];
  };
  for (const child of children) {
    if (isBlock(child)) {
      flush(false);
      const block = contains ? withInlineAncestor(inline, child) : child;
      parts.push({ ...block, splitsInline: true });
    } else run.push(child);
  }
  flush(true);
  return parts;
}

function withInlineAncestor<N extends RawNode>(inline: RawBox, node: N): N {
  return { ...node, inlineAncestors: [...(node.inlineAncestors ?? []), inline] };
}

/** Records the inline box on every float in it, which moves along. */
function withFloatsInside(inline: RawBox, node: RawNode): RawNode {
  if (isInlineBox(node)) return { ...node, children: node.children.map((child) => withFloatsInside(inline, child)) };
  return isFloating(node) ? withInlineAncestor(inline, node) : node;
}

function isEmptyPart(part: RawBox): boolean {
  const style = styleInFlow(part);
  const hasStart = !part.continuesBefore && hasEdge(style, style.direction === 'ltr' ? 'line-left' : 'line-right');
  const hasEnd = !part.continuesAfter && hasEdge(style, style.direction === 'ltr' ? 'line-right' : 'line-left');
  return !hasStart && !hasEnd && part.children.every(isCollapsibleSpace);
}

function hasEdge(style: LogicalStyle, side: 'line-left' | 'line-right'): boolean {
  return style[`border-${side}-width`] !== 0 || style[`padding-${side}`] !== 0 || style[`margin-${side}`] !== 0;
}

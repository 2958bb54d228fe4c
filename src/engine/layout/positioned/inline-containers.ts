/**
 * Absolutely positioned boxes with an inline containing block, which spans from the start of the inline box on its
 * first line to its end on the last. Source: https://www.w3.org/TR/CSS22/visudet.html#containing-block-details
 */

import type { BlockBox, Box } from '../../box/tree.js';
import { getOrMake } from '../../collections/maps.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import { toLineWritingMode, writingModeOf } from '../../css/compute/writing-mode.js';
import type { ElementNode } from '../../html/dom.js';
import type { FragmentainerSpace } from '../algorithm/constraint-space.js';
import type { BoxFragment, LineFragment, Placed } from '../algorithm/fragment.js';
import type { Rect } from '../algorithm/geometry.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { extentOf } from '../overflow/overflow.js';
import type { OutOfFlow } from './out-of-flow.js';
import { crossesEdge, layoutOutOfFlow } from './positioned.js';

interface InlineContained {
  /** Items whose containing block is further up. */
  readonly remaining: readonly OutOfFlow[];
  /** Bounds of the placed boxes with their overflow, from the block container's border box. */
  readonly rects: readonly Rect[];
}

/** The fragment of a block container in one fragmentainer. */
interface InlineContainer {
  readonly box: BlockBox;
  /** Height in earlier fragmentainers, px. */
  readonly consumed: number;
  readonly isBroken: boolean;
  readonly fragmentainer: FragmentainerSpace | undefined;
}

/**
 * Lays out the absolutely positioned boxes that inline boxes of a block container contain, and adds them to the first
 * fragments of those inline boxes. Postpones those that are not wholly in the fragmentainer (absolutes.ts).
 * @param children   of the container's fragment; modified in place
 */
export function placeInInlineBoxes(
  context: LayoutContext,
  children: Placed[],
  items: readonly OutOfFlow[],
  { box, consumed, isBroken, fragmentainer }: InlineContainer,
): InlineContained {
  // Without blocks, split inline boxes are left to the parent.
  const hasBlocks = box.content.type === 'blocks';
  const groups = new Map<ElementNode, OutOfFlow[]>();
  for (const item of items) {
    const element = item.inlineContainer?.element;
    if (element) getOrMake(groups, element, () => []).push(item);
  }
  if (groups.size === 0) return { remaining: items, rects: [] };
  const remaining = items.filter(({ inlineContainer }) => !inlineContainer);
  const parts = findParts(children, groups, isMirrored(box.style));
  const rects: Rect[] = [];
  for (const [element, own] of groups) {
    const found = parts.get(element);
    const first = found?.[0];
    const postpone = () => {
      for (const { inlineContainer: _, ...item } of own)
        remaining.push({ ...item, within: { box, x: item.x, y: item.y + consumed, inline: element } });
    };
    if (isBroken && holdsInline(box, element, hasBlocks)) {
      postpone();
      continue;
    }
    if (!first || (!hasBlocks && found.some(({ fragment }) => isSplit(fragment)))) {
      remaining.push(...own);
      continue;
    }
    const { style } = first.fragment;
    const { placed, remaining: outer } = layoutOutOfFlow(
      context,
      { style, isInline: true },
      own,
      areaOf(found, style.direction === 'ltr'),
    );
    if (crossesEdge(context, placed, fragmentainer)) {
      postpone();
      continue;
    }
    remaining.push(...outer);
    rects.push(...placed.map(extentOf));
    addTo(children, first, placed);
  }
  return { remaining, rects };
}

/** Whether the inline boxes of the element, all its parts, are in the container. */
function holdsInline({ content }: BlockBox, element: ElementNode, withSplit: boolean): boolean {
  if (content.type === 'inlines') return content.children.some((child) => isInlineOf(child, element, withSplit));
  return content.children.some(
    (child) => child.kind === 'block' && isLineWrapper(child) && holdsInline(child, element, true),
  );
}

function isInlineOf(box: Box, element: ElementNode, withSplit: boolean): boolean {
  if (box.kind !== 'inline') return false;
  const isOwn = box.element === element && box.origin === undefined;
  if (isOwn && (withSplit || !(box.continuesBefore || box.continuesAfter))) return true;
  return box.children.some((child) => isInlineOf(child, element, withSplit));
}

/**
 * The containing block of an inline box, from the border box of the unfragmented block container around it.
 * @param fragments  of the block container, in document order
 * @returns undefined: the inline box has no fragment
 */
export function inlineArea(
  fragments: readonly BoxFragment[],
  element: ElementNode,
): { readonly area: Rect; readonly rtl: boolean } | undefined {
  const parts = fragments.flatMap(({ children, consumed, style }) =>
    (findParts(children, new Map([[element, true]]), isMirrored(style)).get(element) ?? []).map((part): Part => {
      return { ...part, y: part.y + consumed, line: { ...part.line, y: part.line.y + consumed } };
    }),
  );
  const first = parts[0];
  if (!first) return undefined;
  const rtl = first.fragment.style.direction === 'rtl';
  return { area: areaOf(parts, !rtl), rtl };
}

/** Whether a block-in-inline splits the inline box. */
function isSplit({ box }: BoxFragment): boolean {
  return box.kind === 'inline' && (box.continuesBefore === true || box.continuesAfter === true);
}

/** A fragment of an inline box, with its offset in the block container. */
interface Part {
  readonly fragment: BoxFragment;
  readonly x: number;
  readonly y: number;
  readonly line: Placed<LineFragment>;
  /** Child indices from the block container to the fragment. */
  readonly path: readonly number[];
  /** The block axis of the line's contents is opposite to that of the container, which `y` follows. */
  readonly isMirrored: boolean;
}

/** Whether the block axis of the contents of lines is opposite to that of their container. */
function isMirrored(style: LogicalStyle): boolean {
  const mode = writingModeOf(style);
  return toLineWritingMode(mode) !== mode;
}

/** The fragments of inline boxes, in the order of the lines. */
function findParts(
  children: readonly Placed[],
  wanted: ReadonlyMap<ElementNode, unknown>,
  mirrored: boolean,
): Map<ElementNode, Part[]> {
  const found = new Map<ElementNode, Part[]>();
  const visit = (list: readonly Placed[], x: number, y: number, path: readonly number[], line?: Part['line']) => {
    list.forEach((child, index) => {
      const { fragment } = child;
      const place = { x: x + child.x, y: y + child.y };
      const inner = [...path, index];
      if (fragment.kind === 'line') {
        visit(fragment.children, place.x, place.y, inner, { fragment, ...place });
      } else if (fragment.kind === 'box' && (line ? fragment.box.kind === 'inline' : hasLineBoxes(fragment))) {
        const { element, origin } = fragment.box as Box;
        if (line && origin === undefined && wanted.has(element)) {
          const y = mirrored ? 2 * line.y + line.fragment.height - place.y - fragment.height : place.y;
          getOrMake(found, element, () => []).push({
            fragment,
            x: place.x,
            y,
            line,
            path: inner,
            isMirrored: mirrored,
          });
        }
        visit(fragment.children, place.x, place.y, inner, line);
      }
    });
  };
  visit(children, 0, 0, []);
  return found;
}

const hasLineBoxes = ({ box }: BoxFragment): boolean => box.kind === 'block' && isLineWrapper(box);

/** Whether the box is an anonymous block around lines between blocks. */
const isLineWrapper = (box: BlockBox): boolean => box.origin === 'anonymous' && !box.newFormattingContext;

/** The containing block, from the padding edges of the parts on the first line and on the last that is not empty. */
function areaOf(parts: readonly Part[], isLtr: boolean): Rect {
  const start = parts[0]!.line;
  const end = parts.findLast(({ line }) => !line.fragment.isEmpty)?.line ?? start;
  const first = paddingEdges(parts, start, isLtr);
  const last = paddingEdges(parts, end, isLtr);
  const [leftmost, rightmost] = isLtr ? [first, last] : [last, first];
  const width = Math.max(0, rightmost.right - leftmost.left);
  return { x: leftmost.left, y: first.top, width, height: Math.max(0, last.bottom - first.top) };
}

/** Padding edges of the parts on a line; an empty line has no height, and is a point at its start. */
function paddingEdges(parts: readonly Part[], { fragment, x, y }: Part['line'], isLtr: boolean) {
  if (fragment.isEmpty) {
    const start = isLtr ? x : x + fragment.width;
    return { left: start, right: start, top: y, bottom: y };
  }
  const own = parts.filter(({ line }) => line.fragment === fragment);
  return {
    left: Math.min(...own.map((part) => part.x + part.fragment.border.left)),
    right: Math.max(...own.map((part) => part.x + part.fragment.width - part.fragment.border.right)),
    top: Math.min(...own.map((part) => part.y + blockBorders(part).start)),
    bottom: Math.max(...own.map((part) => part.y + part.fragment.height - blockBorders(part).end)),
  };
}

function blockBorders({ fragment: { border }, isMirrored }: Part): { start: number; end: number } {
  return isMirrored ? { start: border.bottom, end: border.top } : { start: border.top, end: border.bottom };
}

/** Adds children to the part by copying the immutable fragments on its path. */
function addTo(children: Placed[], { path, x, y, fragment: part, isMirrored }: Part, added: readonly Placed[]): void {
  const own = added.map((child) => {
    const top = isMirrored ? y + part.height - child.y - child.fragment.height : child.y - y;
    return { ...child, x: child.x - x, y: top };
  });
  const replaced = (list: readonly Placed[], depth: number): Placed[] => {
    const copy = [...list];
    const index = path[depth]!;
    const child = copy[index]!;
    const { fragment } = child;
    if (fragment.kind === 'text') return copy;
    const inner = depth + 1 < path.length ? replaced(fragment.children, depth + 1) : [...fragment.children, ...own];
    copy[index] = { ...child, fragment: { ...fragment, children: inner } as typeof fragment };
    return copy;
  };
  children.splice(0, children.length, ...replaced(children, 0));
}

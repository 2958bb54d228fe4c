/**
 * Absolutely positioned boxes whose containing block is the initial one or a fragmented box: laid out after all pages
 * and columns. Modelled on Blink's OutOfFlowLayoutPart::LayoutFragmentainerDescendants.
 * Source: https://drafts.csswg.org/css-position-3/#abspos-breaking
 */

import type { Box } from '../../box/tree.js';
import { getOrMake } from '../../collections/maps.js';
import type { ElementNode } from '../../html/dom.js';
import type { BreakToken } from '../algorithm/break-token.js';
import type { BoxFragment, Placed } from '../algorithm/fragment.js';
import type { Rect } from '../algorithm/geometry.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { extentOf } from '../overflow/overflow.js';
import { Columns, type Fragmentainers, type FragmentedPage, findFragments } from './fragmentainers.js';
import { inlineArea } from './inline-containers.js';
import { movedAll, type OutOfFlow } from './out-of-flow.js';
import { layoutPositioned } from './positioned.js';

export interface AbsoluteOnPage {
  readonly item: OutOfFlow;
  /** Index of the page with its static position. */
  readonly page: number;
}

export interface AbsoluteTarget {
  readonly pages: readonly FragmentedPage[];
  /** Direction of the initial containing block. */
  readonly rtl: boolean;
  /** Adds a fragment to a page, which is created if it is one past the last. */
  put(page: number, placed: Placed<BoxFragment>): void;
  /** Called after fragments in a page have got more descendants. */
  changed(page: number): void;
  /** Whether the item is the anchor of a running element or footnote; records the anchor. */
  isAnchor(page: number, item: OutOfFlow): boolean;
}

/** The part of a containing block that is in one fragmentainer. */
interface Part {
  /** Index of the fragmentainer. */
  readonly index: number;
  /** Offset in the fragmentainer, without relative positioning. */
  readonly x: number;
  readonly y: number;
  /** Relative offset in the fragmentainer, which is added after fragmentation. */
  readonly shift: { readonly x: number; readonly y: number };
  /** Block size of the containing block in earlier fragmentainers. */
  readonly consumed: number;
}

interface Container {
  readonly fragments: readonly BoxFragment[];
  readonly fragmentainers: Fragmentainers;
  readonly parts: readonly Part[];
  /** The padding box of the unfragmented box. */
  readonly area: Rect;
  readonly rtl: boolean;
}

const NO_SHIFT = { x: 0, y: 0 };

/**
 * Places the boxes and their out-of-flow positioned descendants.
 * @returns fixed positioned descendants, with static positions from the page area's origin
 */
export function placeAbsolutes(
  context: LayoutContext,
  absolutes: readonly AbsoluteOnPage[],
  target: AbsoluteTarget,
): OutOfFlow[] {
  const fixed: OutOfFlow[] = [];
  const initial = initialContainer(target);
  const known = new Map<Box, Container>();
  const columns = new Map<Box, Columns>();
  const placeIn = (item: OutOfFlow, page: number): readonly OutOfFlow[] => {
    const { within } = item;
    if (!within) {
      const consumed = initial.parts[page]?.consumed ?? 0;
      return placeOne(context, { ...item, y: item.y + consumed }, initial);
    }
    const container = getOrMake(known, within.box, () => findContainer(within.box, target, columns));
    const inner = { ...item, x: within.x, y: within.y };
    return placeOne(context, inner, within.inline ? inInlineBox(container, within.inline) : container);
  };
  // Grows by the descendants of the boxes.
  const queue = [...absolutes];
  for (const { item, page } of queue) {
    for (const inner of placeIn(item, page)) {
      if (target.isAnchor(page, inner)) continue;
      if (inner.within) queue.push({ item: inner, page });
      else fixed.push(inner);
    }
  }
  return fixed;
}

/**
 * Places the boxes in the columns of a multi-column container that is not itself in a page or column.
 * @returns the result with them, and without those that have their containing block in the container
 */
export function placeInColumns(context: LayoutContext, result: LayoutResult): LayoutResult {
  const own = result.outOfFlow.filter(({ within }) => within);
  if (own.length === 0) return result;
  const content: Placed<BoxFragment>[] = [{ fragment: result.fragment, x: 0, y: 0 }];
  const page = { height: Number.POSITIVE_INFINITY, initial: result.fragment, content };
  const outer = result.outOfFlow.filter(({ within }) => !within);
  const target: AbsoluteTarget = {
    pages: [page],
    rtl: false,
    put: (_, placed) => content.push(placed),
    changed: () => {},
    isAnchor: () => false,
  };
  const fixed = placeAbsolutes(
    context,
    own.map((item) => ({ item, page: 0 })),
    target,
  );
  return { ...result, fragment: content[0]!.fragment, outOfFlow: [...outer, ...fixed] };
}

class Pages implements Fragmentainers {
  readonly kind = 'page';

  constructor(private readonly target: AbsoluteTarget) {}

  get count(): number {
    return this.target.pages.length;
  }

  heightOf(index: number): number {
    const { pages } = this.target;
    return (pages[index] ?? pages.at(-1))?.height ?? 1;
  }

  originOf(page: number): { page: number; x: number; y: number } {
    return { page, x: 0, y: 0 };
  }

  put(index: number, placed: Placed<BoxFragment>): void {
    this.target.put(index, placed);
  }
}

/** The initial containing block: all pages stacked in the block axis; percentages resolve against the first. */
function initialContainer(target: AbsoluteTarget): Container {
  const { pages, rtl } = target;
  let consumed = 0;
  const parts = pages.map((page, index) => {
    const part = { index, x: 0, y: 0, shift: NO_SHIFT, consumed };
    consumed += page.height;
    return part;
  });
  const { width, height } = pages[0]?.initial ?? { width: 0, height: 0 };
  return { fragments: [], fragmentainers: new Pages(target), parts, area: { x: 0, y: 0, width, height }, rtl };
}

function findContainer(box: Box, target: AbsoluteTarget, known: Map<Box, Columns>): Container {
  const { fragments, multicol } = findFragments(target.pages, box);
  const columns = multicol && getOrMake(known, multicol, () => new Columns(target.pages, multicol, target.changed));
  const parts = fragments.map((found): Part => {
    const { x, y, shift, column, fragment } = found;
    const { consumed } = fragment;
    if (!columns || !column) return { index: found.page, x, y, shift, consumed };
    const inner = { x: shift.x - column.shift.x, y: shift.y - column.shift.y };
    return { index: columns.indexOf(found), x: x - column.x, y: y - column.y, shift: inner, consumed };
  });
  const fragmentainers = columns ?? new Pages(target);
  const first = fragments[0]?.fragment;
  const last = fragments.at(-1)?.fragment;
  const rtl = first ? box.style.direction === 'rtl' : target.rtl;
  const own = fragments.map(({ fragment }) => fragment);
  if (!first || !last) return { fragments: own, fragmentainers, parts, area: { x: 0, y: 0, width: 0, height: 0 }, rtl };
  const { left, right, top } = first.border;
  const height = last.consumed + last.height - top - last.border.bottom;
  const area = { x: left, y: top, width: first.width - left - right, height: Math.max(0, height) };
  return { fragments: own, fragmentainers, parts, area, rtl };
}

/** The container with an inline box inside it as the containing block. */
function inInlineBox(container: Container, element: ElementNode): Container {
  const found = inlineArea(container.fragments, element);
  return found ? { ...container, ...found } : container;
}

function placeOne(context: LayoutContext, item: OutOfFlow, container: Container): readonly OutOfFlow[] {
  const { fragmentainers, parts, area, rtl } = container;
  const whole = layoutPositioned(context, item, area, rtl);
  const part = parts.findLast((candidate) => candidate.consumed <= whole.y) ?? parts[0];
  if (!part) return [];
  let { index } = part;
  let y = part.y + whole.y - part.consumed;
  // A fragment without area creates no pages.
  const extent = extentOf({ fragment: whole.fragment, x: 0, y: 0 });
  const last = extent.width === 0 || extent.height === 0 ? fragmentainers.count - 1 : Number.POSITIVE_INFINITY;
  for (; y < 0 && index > 0; index--) y += fragmentainers.heightOf(index - 1);
  for (let height = fragmentainers.heightOf(index); y >= height && index < last; ) {
    y -= height;
    index++;
    height = fragmentainers.heightOf(index);
  }
  const place: Place = { index, x: part.x + whole.x, y, shift: part.shift };
  const fits = y + extent.y + extent.height <= fragmentainers.heightOf(index) && (y + extent.y >= 0 || index === 0);
  if (index === last || fits) return put(fragmentainers, place, whole);
  return placeBroken(context, item, container, place);
}

/** Offset in a fragmentainer, to which the relative offset is added. */
interface Place {
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly shift: { readonly x: number; readonly y: number };
}

/** @returns descendants with static positions from the page's origin */
function put(
  fragmentainers: Fragmentainers,
  { index, x, y, shift }: Place,
  { fragment, outOfFlow }: Pick<LayoutResult, 'fragment' | 'outOfFlow'>,
): readonly OutOfFlow[] {
  const at = { x: x + shift.x, y: y + shift.y };
  fragmentainers.put(index, { fragment, ...at });
  const origin = fragmentainers.originOf(index);
  return movedAll(outOfFlow, origin.x + at.x, origin.y + at.y);
}

/** Lays the box out again with fragmentation, one fragmentainer after the other. */
function placeBroken(
  context: LayoutContext,
  item: OutOfFlow,
  { fragmentainers, area, rtl }: Container,
  start: Place,
): readonly OutOfFlow[] {
  const { kind } = fragmentainers;
  const outOfFlow: OutOfFlow[] = [];
  let resume: BreakToken | undefined;
  let { index, y } = start;
  do {
    const fragmentainer = { kind, size: fragmentainers.heightOf(index), offset: y, pageName: '' };
    const child = layoutPositioned(context, item, area, rtl, { fragmentainer, resume });
    outOfFlow.push(...put(fragmentainers, { ...start, index, y }, child));
    resume = child.breakToken;
    index++;
    y = 0;
  } while (resume);
  return outOfFlow;
}

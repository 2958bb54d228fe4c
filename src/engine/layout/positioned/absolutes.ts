/**
 * Absolutely positioned boxes whose containing block is the initial one or a fragmented box: laid out after all pages.
 * Source: https://drafts.csswg.org/css-position-3/#abspos-breaking
 */

import type { Box } from '../../box/tree.js';
import type { BreakToken } from '../algorithm/break-token.js';
import type { BoxFragment, Fragment, Placed } from '../algorithm/fragment.js';
import type { Rect } from '../algorithm/geometry.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { extentOf } from '../overflow/overflow.js';
import type { PageDraft } from '../page/page-draft.js';
import { movedAll, type OutOfFlow } from './out-of-flow.js';
import { layoutPositioned } from './positioned.js';

export interface AbsoluteOnPage {
  readonly item: OutOfFlow;
  /** Index of the page with its static position. */
  readonly page: number;
}

export interface AbsoluteTarget {
  readonly pages: readonly Pick<PageDraft, 'height' | 'initial' | 'content'>[];
  /** Direction of the initial containing block. */
  readonly rtl: boolean;
  /** Adds a fragment to a page, which is created if it is one past the last. */
  put(page: number, placed: Placed<BoxFragment>): void;
  /** Whether the item is the anchor of a running element or footnote; records the anchor. */
  isAnchor(page: number, item: OutOfFlow): boolean;
}

/** The part of a containing block that is on one page. */
interface Part {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  /** Block size of the containing block on earlier pages, px. */
  readonly consumed: number;
}

interface Container {
  readonly parts: readonly Part[];
  /** The padding box of the unfragmented box. */
  readonly area: Rect;
  readonly rtl: boolean;
}

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
  const queue = [...absolutes];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { item, page } = next;
    for (const inner of placeIn(item, page)) {
      if (target.isAnchor(page, inner)) continue;
      if (inner.within) queue.push({ item: inner, page });
      else fixed.push(inner);
    }
  }
  return fixed;

  function placeIn(item: OutOfFlow, page: number): readonly OutOfFlow[] {
    const { within } = item;
    if (!within) {
      const consumed = initial.parts[page]?.consumed ?? 0;
      return placeOne(context, { ...item, y: item.y + consumed }, initial, target);
    }
    const container = known.get(within.box) ?? findContainer(within.box, target);
    known.set(within.box, container);
    return placeOne(context, { ...item, x: within.x, y: within.y }, container, target);
  }
}

/** The initial containing block: all pages stacked in the block axis; percentages resolve against the first. */
function initialContainer({ pages, rtl }: AbsoluteTarget): Container {
  let consumed = 0;
  const parts = pages.map((page, index) => {
    const part = { page: index, x: 0, y: 0, consumed };
    consumed += page.height;
    return part;
  });
  return { parts, area: { x: 0, y: 0, ...(pages[0]?.initial ?? { width: 0, height: 0 }) }, rtl };
}

function findContainer(box: Box, { pages, rtl }: AbsoluteTarget): Container {
  const parts: Part[] = [];
  let first: BoxFragment | undefined;
  let last: BoxFragment | undefined;
  // Fragments after the last one of the box have only content that overflows it.
  pages.forEach((page, index) => {
    for (const placed of page.content) {
      visit(placed.fragment, placed.x, placed.y, (fragment, x, y) => {
        if (fragment.box !== box || last?.isLast) return;
        first ??= fragment;
        last = fragment;
        parts.push({ page: index, x, y, consumed: fragment.consumed });
      });
    }
  });
  if (!first || !last) return { parts, area: { x: 0, y: 0, width: 0, height: 0 }, rtl };
  const { left, right, top } = first.border;
  const height = last.consumed + last.height - top - last.border.bottom;
  const area = { x: left, y: top, width: first.width - left - right, height: Math.max(0, height) };
  return { parts, area, rtl: box.style.direction === 'rtl' };
}

function visit(
  fragment: Fragment,
  x: number,
  y: number,
  meet: (fragment: BoxFragment, x: number, y: number) => void,
): void {
  if (fragment.kind === 'text') return;
  const shift = fragment.kind === 'box' ? fragment.shift : undefined;
  const left = x + (shift?.x ?? 0);
  const top = y + (shift?.y ?? 0);
  if (fragment.kind === 'box') meet(fragment, left, top);
  for (const child of fragment.children) visit(child.fragment, left + child.x, top + child.y, meet);
}

function placeOne(
  context: LayoutContext,
  item: OutOfFlow,
  container: Container,
  target: AbsoluteTarget,
): readonly OutOfFlow[] {
  const whole = layoutPositioned(context, item, container.area, container.rtl);
  const { parts } = container;
  const part = parts.findLast((candidate) => candidate.consumed <= whole.y) ?? parts[0];
  if (!part) return [];
  let { page } = part;
  let y = part.y + whole.y - part.consumed;
  // A fragment without area creates no pages.
  const { width, height } = extentOf({ fragment: whole.fragment, x: 0, y: 0 });
  const last = width === 0 || height === 0 ? target.pages.length - 1 : Number.POSITIVE_INFINITY;
  for (let height = heightOf(target, page); y >= height && page < last; height = heightOf(target, page)) {
    y -= height;
    page++;
  }
  const x = part.x + whole.x;
  if (page === last || y + whole.fragment.height <= heightOf(target, page)) {
    target.put(page, { fragment: whole.fragment, x, y });
    return movedAll(whole.outOfFlow, x, y);
  }
  return placeBroken(context, item, container, target, { page, x, y });
}

/** Lays the box out again with fragmentation, page by page. */
function placeBroken(
  context: LayoutContext,
  item: OutOfFlow,
  container: Container,
  target: AbsoluteTarget,
  start: { readonly page: number; readonly x: number; readonly y: number },
): readonly OutOfFlow[] {
  const outOfFlow: OutOfFlow[] = [];
  let resume: BreakToken | undefined;
  let { page, y } = start;
  do {
    const fragmentainer = { kind: 'page', size: heightOf(target, page), offset: y, pageName: '' } as const;
    const child = layoutPositioned(context, item, container.area, container.rtl, { fragmentainer, resume });
    target.put(page, { fragment: child.fragment, x: start.x, y });
    outOfFlow.push(...movedAll(child.outOfFlow, start.x, y));
    resume = child.breakToken;
    page++;
    y = 0;
  } while (resume);
  return outOfFlow;
}

/** Height of a page, px; pages that do not exist yet have that of the last one. */
function heightOf({ pages }: AbsoluteTarget, page: number): number {
  return (pages[page] ?? pages.at(-1))?.height ?? 1;
}

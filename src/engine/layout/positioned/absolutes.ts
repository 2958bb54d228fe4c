/**
 * Absolutely positioned boxes whose containing block is the initial one or a fragmented box: laid out after all pages
 * and columns. Modelled on Blink's OutOfFlowLayoutPart::LayoutFragmentainerDescendants.
 * Source: https://drafts.csswg.org/css-position-3/#abspos-breaking
 */

import type { BlockBox, Box } from '../../box/tree.js';
import { getOrMake } from '../../collections/maps.js';
import { containsFixed, hasEffects } from '../../css/style-queries.js';
import type { ElementNode } from '../../html/dom.js';
import type { BreakToken } from '../algorithm/break-token.js';
import { fragmentainerSpace } from '../algorithm/constraint-space.js';
import { BreakAppeal } from '../algorithm/early-break.js';
import type { BoxFragment, Placed } from '../algorithm/fragment.js';
import { NO_BLEED, type Rect } from '../algorithm/geometry.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { needsFragmentation } from '../fragmentation/forced-breaks.js';
import { extentOf, overflowOf } from '../overflow/overflow.js';
import {
  appendTo,
  Columns,
  type Fragmentainers,
  type FragmentedPage,
  findFragments,
  type PlacedInPage,
} from './fragmentainers.js';
import { inlineArea } from './inline-containers.js';
import { movedAll, movedOutOfFlow, type OutOfFlow } from './out-of-flow.js';
import { layoutPositioned, type PositionedChild } from './positioned.js';

export interface AbsoluteOnPage {
  readonly item: OutOfFlow;
  /** Index of the page with its static position. */
  readonly page: number;
}

interface AbsoluteTarget {
  readonly pages: readonly FragmentedPage[];
  /** Direction of the initial containing block. */
  readonly rtl: boolean;
  /** Adds a fragment to a page, which is created if it is one past the last. */
  put(page: number, placed: Placed<BoxFragment>): void;
  /** Called after fragments in a page have got more descendants. */
  changed(page: number): void;
  /** Whether an item with its static position on this page is the anchor of a running element or footnote; records it. */
  isAnchor(page: number, item: OutOfFlow): boolean;
  /** Called with each part of a box that breaks. */
  onBreak?(part: PositionedChild): void;
}

/** The part of a containing block that is in one fragmentainer. */
interface Part {
  /** Index of the fragmentainer. */
  readonly index: number;
  /** undefined: of the initial containing block. */
  readonly found: PlacedInPage | undefined;
  /** Offset in the fragmentainer, without relative positioning. */
  readonly x: number;
  readonly y: number;
  /** Relative offset in the fragmentainer, which is added after fragmentation. */
  readonly shift: { readonly x: number; readonly y: number };
  /** Block size of the containing block in earlier fragmentainers. */
  readonly consumed: number;
}

interface Container {
  /** undefined: the initial containing block. */
  readonly first: PlacedInPage | undefined;
  readonly fragments: readonly BoxFragment[];
  readonly fragmentainers: Fragmentainers;
  readonly parts: readonly Part[];
  /** The padding box of the unfragmented box. */
  readonly area: Rect;
  readonly rtl: boolean;
  readonly onBreak: AbsoluteTarget['onBreak'];
  /** The parts of a box around the containing block. */
  readonly partsOf: (box: Box) => readonly Part[];
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
  const containerOf = (box: Box): Container =>
    getOrMake(known, box, () => ({
      ...findContainer(box, target, columns),
      partsOf: (each) => containerOf(each).parts,
    }));
  /** Containing blocks of positioned boxes, whose fragments are in fragmentainers instead. */
  const containing = new Map<Box, Box>();
  /** The innermost box, outwards from a containing block, that contains fixed positioned boxes. */
  const fixedContainer = (from: Box): Box | undefined => {
    for (let found = containerOf(from).first; found; ) {
      const box = found.fragment.box as Box;
      if (box.kind !== 'inline' && containsFixed(box.style)) return box;
      const outer = containing.get(box);
      found = outer ? containerOf(outer).first : found.parent;
    }
    return undefined;
  };
  const placeIn = (item: OutOfFlow, page: number): readonly AbsoluteOnPage[] => {
    const { within } = item;
    if (!within) {
      const consumed = initial.parts[page]?.consumed ?? 0;
      return inPage(placeOne(context, { ...item, y: item.y + consumed }, initial));
    }
    const container = containerOf(within.box);
    containing.set(item.box, within.box);
    const inner = { ...item, x: within.x, y: within.y };
    const placed = placeOne(context, inner, within.inline ? inInlineBox(container, within.inline) : container);
    const box = placed.items.length > 0 ? fixedContainer(within.box) : undefined;
    return box ? withinBox(placed, box, containerOf(box)) : inPage(placed);
  };
  // Grows by the descendants of the boxes.
  const queue = [...absolutes];
  for (const { item, page } of queue) {
    for (const inner of placeIn(item, page)) {
      if (target.isAnchor(inner.page, inner.item)) continue;
      if (inner.item.within) queue.push(inner);
      else fixed.push(inner.item);
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
  const page = { height: Number.POSITIVE_INFINITY, bleed: NO_BLEED, initial: result.fragment, content };
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

/** The space that the positioned boxes in a row of columns need. Blink: `ColumnBalancingInfo`. */
interface BalancingInfo {
  /** Further columns that the boxes reach. */
  readonly newColumns: number;
  /** Minimum extra space, px, that would fit more of the boxes; undefined: none breaks. */
  readonly spaceShortage: number | undefined;
  /** A box breaks with less than perfect appeal. */
  readonly hasViolatingBreak: boolean;
}

/**
 * Places the boxes in the columns of a row whose height is not final.
 * @param columns  at least one
 * @param height   block size of the row; the columns are as high as their content
 * @param step     inline distance from one column to the next, px
 */
export function balancingInfo(
  context: LayoutContext,
  multicol: BlockBox,
  columns: readonly LayoutResult[],
  { height, step }: { readonly height: number; readonly step: number },
): BalancingInfo {
  const items = columns.flatMap(({ outOfFlow }) => outOfFlow.filter(({ within }) => within));
  const children = columns.map(({ fragment }, index) => ({
    fragment: { ...fragment, height: Math.max(height, fragment.height) },
    x: index * step,
    y: 0,
  }));
  const row: BoxFragment = { ...columns[0]!.fragment, box: multicol, style: multicol.style, children };
  const content: Placed<BoxFragment>[] = [{ fragment: row, x: 0, y: 0 }];
  let spaceShortage: number | undefined;
  let hasViolatingBreak = false;
  const target: AbsoluteTarget = {
    pages: [{ height: Number.POSITIVE_INFINITY, bleed: NO_BLEED, initial: row, content }],
    rtl: false,
    put: () => {},
    changed: () => {},
    isAnchor: () => false,
    onBreak: ({ breakToken, appeal, spaceShortage: shortage }) => {
      if (shortage !== undefined) spaceShortage = Math.min(spaceShortage ?? shortage, shortage);
      if (breakToken && appeal < BreakAppeal.perfect) hasViolatingBreak = true;
    },
  };
  placeAbsolutes(
    context,
    items.map((item) => ({ item, page: 0 })),
    target,
  );
  const newColumns = content[0]!.fragment.children.length - columns.length;
  return { newColumns, spaceShortage, hasViolatingBreak };
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

  bleedOf(index: number): FragmentedPage['bleed'] {
    return this.target.pages[index]?.bleed ?? NO_BLEED;
  }

  originOf(page: number): { page: number; x: number; y: number } {
    return { page, x: 0, y: 0 };
  }

  put(index: number, placed: Placed<BoxFragment>): void {
    this.target.put(index, placed);
  }

  putIn(container: PlacedInPage, placed: Placed<BoxFragment>): void {
    appendTo(this.target.pages, container, placed);
    this.target.changed(container.page);
  }
}

/** The initial containing block: all pages stacked in the block axis; percentages resolve against the first. */
function initialContainer(target: AbsoluteTarget): Container {
  const { pages, rtl } = target;
  let consumed = 0;
  const parts = pages.map((page, index) => {
    const part = { index, found: undefined, x: 0, y: 0, shift: NO_SHIFT, consumed };
    consumed += page.height;
    return part;
  });
  const { width, height } = pages[0]?.initial ?? { width: 0, height: 0 };
  return {
    first: undefined,
    fragments: [],
    fragmentainers: new Pages(target),
    parts,
    area: { x: 0, y: 0, width, height },
    rtl,
    onBreak: target.onBreak,
    partsOf: () => [],
  };
}

function findContainer(box: Box, target: AbsoluteTarget, known: Map<Box, Columns>): Omit<Container, 'partsOf'> {
  const { fragments, multicol } = findFragments(target.pages, box);
  const columns = multicol && getOrMake(known, multicol, () => new Columns(target.pages, multicol, target.changed));
  const parts = fragments.map((found): Part => {
    const { x, y, shift, column, fragment } = found;
    const { consumed } = fragment;
    if (!columns || !column) return { index: found.page, found, x, y, shift, consumed };
    const inner = { x: shift.x - column.shift.x, y: shift.y - column.shift.y };
    return { index: columns.indexOf(found), found, x: x - column.x, y: y - column.y, shift: inner, consumed };
  });
  const fragmentainers = columns ?? new Pages(target);
  const first = fragments[0]?.fragment;
  const last = fragments.at(-1)?.fragment;
  const rtl = first ? box.style.direction === 'rtl' : target.rtl;
  const own = fragments.map(({ fragment }) => fragment);
  const { onBreak } = target;
  const found = { first: fragments[0], fragments: own, fragmentainers, parts, rtl, onBreak };
  if (!first || !last) return { ...found, area: { x: 0, y: 0, width: 0, height: 0 } };
  const { left, right, top } = first.border;
  const height = last.consumed + last.height - top - last.border.bottom;
  const area = { x: left, y: top, width: first.width - left - right, height: Math.max(0, height) };
  return { ...found, area };
}

/** The container with an inline box inside it as the containing block. */
function inInlineBox(container: Container, element: ElementNode): Container {
  const found = inlineArea(container.fragments, element);
  return found ? { ...container, ...found } : container;
}

/** The out-of-flow positioned descendants of a placed box, with static positions in its fragmentainers. */
interface PlacedBox {
  readonly fragmentainers: Fragmentainers;
  readonly items: readonly { readonly item: OutOfFlow; readonly index: number }[];
}

/** The descendants with static positions from the origins of the pages. */
function inPage({ fragmentainers, items }: PlacedBox): AbsoluteOnPage[] {
  return items.map(({ item, index }) => {
    const { page, x, y } = fragmentainers.originOf(index);
    return { item: movedOutOfFlow(item, x, y), page };
  });
}

/** The descendants, those that are fixed positioned in a box whose columns or pages they are in. */
function withinBox(placed: PlacedBox, box: Box, { fragmentainers, parts }: Container): AbsoluteOnPage[] {
  if (placed.fragmentainers.kind !== fragmentainers.kind) return inPage(placed);
  return placed.items.map(({ item, index }) => {
    const part = parts.findLast((candidate) => candidate.index <= index) ?? parts[0];
    const { page } = placed.fragmentainers.originOf(index);
    if (item.within || !part) return { item, page };
    let consumed = part.consumed;
    for (let at = part.index; at < index; at++) consumed += fragmentainers.heightOf(at);
    const within = { box, x: item.x - part.x, y: item.y - part.y + consumed };
    return { item: { ...item, within }, page };
  });
}

function placeOne(context: LayoutContext, item: OutOfFlow, container: Container): PlacedBox {
  const { fragmentainers, parts, area, rtl } = container;
  const whole = layoutPositioned(context, item, area, rtl);
  const part = parts.findLast((candidate) => candidate.consumed <= whole.y) ?? parts[0];
  if (!part) return { fragmentainers, items: [] };
  let { index } = part;
  let y = part.y + whole.y - part.consumed;
  // A fragment without area creates no pages.
  const extent = extentOf({ fragment: whole.fragment, x: 0, y: 0 });
  const last = extent.width === 0 || extent.height === 0 ? fragmentainers.count - 1 : Number.POSITIVE_INFINITY;
  for (; y < -fragmentainers.bleedOf(index).blockStart && index > 0; index--) y += fragmentainers.heightOf(index - 1);
  for (let height = fragmentainers.heightOf(index); y >= height && index < last; ) {
    y -= height;
    index++;
    height = fragmentainers.heightOf(index);
  }
  const place: Place = { index, x: part.x + whole.x, y, shift: part.shift };
  const { blockStart, blockEnd } = fragmentainers.bleedOf(index);
  const fitsAbove = index === 0 || y + extent.y >= -blockStart;
  const fits = fitsAbove && y + extent.y + extent.height <= fragmentainers.heightOf(index) + blockEnd;
  const isWhole = fits && !needsFragmentation(context, item.box, fragmentainers.kind);
  if (index === last || isWhole) return { fragmentainers, items: put(container, place, whole) };
  return { fragmentainers, items: placeBroken(context, item, container, place) };
}

/** Offset in a fragmentainer, to which the relative offset is added. */
interface Place {
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly shift: { readonly x: number; readonly y: number };
}

/** @returns descendants with static positions in the fragmentainer */
function put(
  container: Container,
  { index, x, y, shift }: Place,
  { fragment, outOfFlow }: Pick<LayoutResult, 'fragment' | 'outOfFlow'>,
): PlacedBox['items'] {
  const { fragmentainers, parts } = container;
  const at = { x: x + shift.x, y: y + shift.y };
  const part = parts.find((candidate) => candidate.index === index);
  // Inside its containing block, which transforms, clips and fades it.
  if (part?.found) fragmentainers.putIn(part.found, { fragment, x: x - part.x, y: y - part.y });
  else {
    const last = parts.findLast((candidate) => candidate.index < index)?.found;
    if (!last) fragmentainers.put(index, { fragment, ...at });
    else if (!putAfter(container, index, { fragment, x, y }, { last, shift })) return [];
  }
  return movedAll(outOfFlow, at.x, at.y).map((item) => ({ item, index }));
}

/**
 * Adds a fragment to a fragmentainer after the last one of its containing block: in the innermost box around that which
 * goes on there, in empty fragments of those between them that transform or fade it.
 * @param placed  without relative positioning
 * @returns       false: one of those has clipped it off
 */
function putAfter(
  { fragmentainers, partsOf }: Container,
  index: number,
  placed: Placed<BoxFragment>,
  { last, shift }: { readonly last: PlacedInPage; readonly shift: Place['shift'] },
): boolean {
  let inside = placed;
  for (let around: PlacedInPage | undefined = last; around && around !== last.column; around = around.parent) {
    const { fragment } = around;
    const { style, box, width } = fragment;
    const x = around.x - (last.column?.x ?? 0);
    const part = partsOf(box as Box).find((candidate) => candidate.index === index);
    if (part?.found) {
      fragmentainers.putIn(part.found, { ...inside, x: inside.x - part.x, y: inside.y - part.y });
      return true;
    }
    if (box.kind !== 'inline' && style['overflow-block'] !== 'visible') return false;
    if (!hasEffects(style, box.kind === 'inline')) continue;
    const children = [{ ...inside, x: inside.x - x }];
    const overflow = overflowOf(style, width, 0, fragment.border, children, undefined);
    inside = { fragment: { ...emptyPart(fragment), children, overflow }, x, y: 0 };
  }
  fragmentainers.put(index, { ...inside, x: inside.x + shift.x, y: inside.y + shift.y });
  return true;
}

/** A part without height after the last one. */
function emptyPart(fragment: BoxFragment): BoxFragment {
  const border = { ...fragment.border, top: 0, bottom: 0 };
  const padding = { ...fragment.padding, top: 0, bottom: 0 };
  return { ...fragment, height: 0, border, padding, isFirst: false, shift: undefined };
}

/** Lays the box out again with fragmentation, one fragmentainer after the other. */
function placeBroken(context: LayoutContext, item: OutOfFlow, container: Container, start: Place): PlacedBox['items'] {
  const { fragmentainers, area, rtl, onBreak } = container;
  const { kind } = fragmentainers;
  const outOfFlow: PlacedBox['items'][number][] = [];
  let resume: BreakToken | undefined;
  let { index, y } = start;
  do {
    const fragmentainer = fragmentainerSpace({
      kind,
      size: fragmentainers.heightOf(index),
      offset: y,
      pageName: '',
    });
    const child = layoutPositioned(context, item, area, rtl, { fragmentainer, resume });
    onBreak?.(child);
    outOfFlow.push(...put(container, { ...start, index, y }, child));
    resume = child.breakToken;
    index++;
    y = 0;
  } while (resume);
  return outOfFlow;
}

/**
 * The fragmentainers of a containing block: the columns of the innermost multi-column container around it, or the pages.
 * Offsets in px.
 */

import type { Box } from '../../box/tree.js';
import type { BoxFragment, Fragment, Placed } from '../algorithm/fragment.js';
import { type Bleed, NO_BLEED, type Size } from '../algorithm/geometry.js';
import { columnFlow, usedColumns } from '../multicol/geometry.js';
import { overflowOf } from '../overflow/overflow.js';

/** A page, or the fragment of a multi-column container outside of all pages. */
export interface FragmentedPage {
  readonly height: number;
  readonly bleed: Pick<Bleed, 'blockStart' | 'blockEnd'>;
  readonly initial: Size;
  /** Modified in place: fragments are replaced by copies with more children. */
  readonly content: Placed<BoxFragment>[];
}

/** A box fragment in a page. */
export interface PlacedInPage {
  readonly fragment: BoxFragment;
  readonly page: number;
  /** Offset from the page's origin, without relative positioning. */
  readonly x: number;
  readonly y: number;
  /** Sum of the relative offsets of the fragment and the fragments around it. */
  readonly shift: { readonly x: number; readonly y: number };
  /** Child indices from the page's content to the fragment. */
  readonly path: readonly number[];
  /** The column around it. */
  readonly column: PlacedInPage | undefined;
  readonly parent: PlacedInPage | undefined;
}

/** The fragments of a containing block, and the multi-column container in whose columns they are. */
interface FoundFragments {
  readonly fragments: readonly PlacedInPage[];
  /** undefined: they are in pages. */
  readonly multicol: Box | undefined;
}

/** @returns the fragments in document order, up to the last one of the box itself */
export function findFragments(pages: readonly FragmentedPage[], box: Box): FoundFragments {
  const fragments: PlacedInPage[] = [];
  visitPages(pages, (found) => {
    // Fragments after the last one of the box have only content that overflows it.
    if (found.fragment.box === box && !fragments.at(-1)?.fragment.isLast) fragments.push(found);
  });
  return { fragments, multicol: fragments[0]?.column?.parent?.fragment.box as Box | undefined };
}

function visitPages(pages: readonly FragmentedPage[], onBox: (found: PlacedInPage) => void): void {
  pages.forEach(({ content }, page) => {
    content.forEach(({ fragment, x, y }, index) => {
      visit(
        fragment,
        { page, x, y, shift: { x: 0, y: 0 }, path: [index], column: undefined, parent: undefined },
        onBox,
      );
    });
  });
}

function visit(fragment: Fragment, place: Omit<PlacedInPage, 'fragment'>, onBox: (found: PlacedInPage) => void): void {
  if (fragment.kind === 'text') return;
  const { page, x, y, path } = place;
  let { shift, column, parent } = place;
  if (fragment.kind === 'box') {
    if (fragment.shift) shift = { x: shift.x + fragment.shift.x, y: shift.y + fragment.shift.y };
    const found: PlacedInPage = { fragment, page, x, y, shift, path, column, parent };
    onBox(found);
    if (parent && isColumn(fragment, parent.fragment)) column = found;
    parent = found;
  }
  fragment.children.forEach((child, index) => {
    visit(
      child.fragment,
      { page, x: x + child.x, y: y + child.y, shift, path: [...path, index], column, parent },
      onBox,
    );
  });
}

function isColumn({ box }: BoxFragment, { box: parent }: BoxFragment): boolean {
  return parent.kind === 'block' && parent.context === 'multicol' && columnFlow(parent) === box;
}

/** Fragmentainers of one kind, numbered from 0. */
export interface Fragmentainers {
  readonly kind: 'page' | 'column';
  readonly count: number;
  /** Block size; fragmentainers that do not exist yet have that of the last one. */
  heightOf(index: number): number;
  /** How far content may go beyond the fragmentainer. */
  bleedOf(index: number): FragmentedPage['bleed'];
  /** The origin of the fragmentainer in its page. */
  originOf(index: number): { readonly page: number; readonly x: number; readonly y: number };
  /** Adds a fragment to a fragmentainer; those that do not exist yet are created. */
  put(index: number, placed: Placed<BoxFragment>): void;
  /** Adds a fragment to that of its containing block. */
  putIn(container: PlacedInPage, placed: Placed<BoxFragment>): void;
}

/** The columns of a multi-column container, in all rows and pages. */
export class Columns implements Fragmentainers {
  readonly kind = 'column';
  /** Those of the flow. */
  readonly #columns: PlacedInPage[] = [];
  /** Further columns by index, in the last row. Columns without content between them do not exist. */
  readonly #added = new Map<number, PlacedInPage>();
  readonly #indices = new Map<string, number>();

  constructor(
    private readonly pages: readonly FragmentedPage[],
    multicol: Box,
    /** Called after a change of a page's content. */
    private readonly changed: (page: number) => void,
  ) {
    visitPages(pages, (found) => {
      if (found.parent?.fragment.box !== multicol || !isColumn(found.fragment, found.parent.fragment)) return;
      this.#indices.set(keyOf(found), this.#columns.length);
      this.#columns.push(found);
    });
  }

  get count(): number {
    return this.#columns.length;
  }

  /** The index of the column around the fragment; -1: it is in none of this container. */
  indexOf({ column }: PlacedInPage): number {
    return (column && this.#indices.get(keyOf(column))) ?? -1;
  }

  heightOf(index: number): number {
    return Math.max(1, (this.#columns[index] ?? this.#columns.at(-1))?.fragment.height ?? 1);
  }

  bleedOf(): FragmentedPage['bleed'] {
    return NO_BLEED;
  }

  originOf(index: number): { page: number; x: number; y: number } {
    const { page, x, y, shift } = this.#columns[index] ?? this.#added.get(index) ?? this.#columns.at(-1)!;
    return { page, x: x + shift.x, y: y + shift.y };
  }

  put(index: number, placed: Placed<BoxFragment>): void {
    const column = this.#columns[index] ?? this.#added.get(index);
    if (column) this.putIn(column, placed);
    else this.#addColumn(index, placed);
  }

  putIn(container: PlacedInPage, placed: Placed<BoxFragment>): void {
    appendTo(this.pages, container, placed);
    this.changed(container.page);
  }

  /** Adds a column with a child to the last row. */
  #addColumn(index: number, child: Placed<BoxFragment>): void {
    const last = this.#columns.at(-1)!;
    const { fragment, page, parent } = last;
    if (!parent) return;
    const { step, isRtl } = stepOf(parent.fragment, fragment);
    const x = last.x + (isRtl ? -step : step) * (index - (this.count - 1));
    const children = [child];
    const { style, width, height, border } = fragment;
    const overflow = overflowOf(style, width, height, border, children, undefined);
    const added = { ...fragment, children, overflow, isFirst: false, isLast: true };
    const path = [...parent.path, childrenAt(this.pages[page]!.content, parent.path).length];
    this.putIn(parent, { fragment: added, x: x - parent.x, y: last.y - parent.y });
    const found = { ...last, fragment: added, x, path };
    this.#indices.set(keyOf(found), index);
    this.#added.set(index, found);
  }
}

/** Adds a child to a fragment in a page. Paths stay valid, as fragments only get children after the present ones. */
export function appendTo(
  pages: readonly FragmentedPage[],
  { page, path }: PlacedInPage,
  placed: Placed<BoxFragment>,
): void {
  const { content } = pages[page]!;
  content.splice(0, content.length, ...(withChild(content, path, placed) as Placed<BoxFragment>[]));
}

const keyOf = ({ page, path }: PlacedInPage): string => `${page} ${path.join(' ')}`;

function childrenAt(list: readonly Placed[], path: readonly number[]): readonly Placed[] {
  return path.reduce((siblings, index) => {
    const { fragment } = siblings[index]!;
    return fragment.kind === 'text' ? [] : fragment.children;
  }, list);
}

/** The inline distance from one column to the next. */
function stepOf({ box, width, border, padding }: BoxFragment, column: BoxFragment): { step: number; isRtl: boolean } {
  const contentWidth = width - border.left - border.right - padding.left - padding.right;
  const { step } = usedColumns((box as Box).style, contentWidth);
  return { step: Math.max(step, column.width), isRtl: (box as Box).style.direction === 'rtl' };
}

/** A copy of the list in which the fragment at the path has one more child. */
function withChild(list: readonly Placed[], [index = 0, ...path]: readonly number[], added: Placed): Placed[] {
  const copy = [...list];
  const { fragment, x, y } = copy[index]!;
  if (fragment.kind === 'text') return copy;
  const children = path.length > 0 ? withChild(fragment.children, path, added) : [...fragment.children, added];
  if (fragment.kind === 'line') {
    copy[index] = { fragment: { ...fragment, children: children as typeof fragment.children }, x, y };
    return copy;
  }
  const { style, width, height, border } = fragment;
  const changed = children[path[0] ?? children.length - 1]!;
  const overflow = overflowOf(style, width, height, border, [changed], fragment.overflow);
  copy[index] = { fragment: { ...fragment, children, overflow }, x, y };
  return copy;
}

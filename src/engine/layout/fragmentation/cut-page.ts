/**
 * Slices content that crosses page edges without a break: monolithic content, lines higher than a page, positioned and
 * transformed boxes. Source: https://drafts.csswg.org/css-break-3/#possible-breaks
 */

import type { BlockLevelBox } from '../../box/tree.js';
import { type Matrix, multiply } from '../../css/compute/transform-matrix.js';
import { isOrthogonal } from '../../css/compute/writing-mode.js';
import type { BoxFragment, Fragment, Placed } from '../algorithm/fragment.js';
import type { Rect } from '../algorithm/geometry.js';
import { extentOf, moved, unite } from '../overflow/overflow.js';
import { fragmentMatrix, transformed } from '../overflow/transform.js';
import { outsideRect, outsideSize } from '../writing-mode/outside.js';

/** Overflow up to this is attributed to rounding, px. */
const TOLERANCE = 0.5;

/** A horizontal cut, and the side of it to keep. */
export interface Cut {
  readonly side: 'above' | 'below';
  /** Block offset, px. */
  readonly at: number;
  /** The cut is inside a page, above its footnotes: nothing clips text there, which is on one side only. */
  readonly isInside?: boolean;
}

/** Slices the content in place. @returns the content on the other side */
export function cutOff(content: Placed<BoxFragment>[], cut: Cut): Placed<BoxFragment>[] {
  const other: Cut = { ...cut, side: cut.side === 'above' ? 'below' : 'above' };
  const kept: Placed<BoxFragment>[] = [];
  const rest: Placed<BoxFragment>[] = [];
  for (const placed of content) {
    const extent = extentOf(placed);
    const isOver = !isEmpty(extent) && reaches(extent, other);
    const there = isOver ? part(placed, PAGE, other) : undefined;
    const here = there ? part(placed, PAGE, cut) : placed;
    if (here) kept.push(here);
    if (there) rest.push(there);
  }
  if (rest.length > 0) content.splice(0, content.length, ...kept);
  return rest;
}

/**
 * Whether overflowing content requires another page. Transforms of absolutely positioned boxes do not create pages.
 * @param end  height of the page area with its bleed, px
 */
export function overflowsPage(content: readonly Placed<BoxFragment>[], end: number): boolean {
  return content.some((placed) => {
    if (!reaches(extentOf(placed), { side: 'below', at: end })) return false;
    const extent = extentInFlow(placed);
    return !isEmpty(extent) && reaches(extent, { side: 'below', at: end });
  });
}

/** Like `extentOf`, without the transforms of absolutely positioned boxes. */
function extentInFlow({ fragment, x, y }: Placed): Rect {
  const { width, height } = fragment;
  if (fragment.kind === 'text') return { x, y, width, height };
  let all: Rect = { x: 0, y: 0, width, height };
  // Without overflow no descendant extends a box.
  if (fragment.kind === 'line' || fragment.overflow) {
    for (const child of fragment.children) {
      const extent = extentInFlow(child);
      if (!isEmpty(extent)) all = unite(all, extent) ?? all;
    }
  }
  if (fragment.kind === 'line') return moved(all, x, y);
  const { style, shift } = fragment;
  const clipped = {
    x: all.x,
    y: style['overflow-block'] === 'visible' ? all.y : 0,
    width: all.width,
    height: style['overflow-block'] === 'visible' ? all.height : height,
  };
  const matrix = style.position === 'absolute' ? undefined : fragmentMatrix(fragment, 0, 0);
  return moved(matrix ? transformed(clipped, matrix) : clipped, x + (shift?.x ?? 0), y + (shift?.y ?? 0));
}

const isEmpty = ({ width, height }: Rect) => width === 0 || height === 0;

/** Whether a rectangle is at least partly on that side of the cut. */
function reaches({ y, height }: Rect, { side, at }: Cut): boolean {
  return side === 'above' ? y < at - TOLERANCE : y + height > at + TOLERANCE;
}

/** Offset of a parent's border box, and the matrix from that coordinate space to the page. */
interface Origin {
  readonly x: number;
  readonly y: number;
  readonly matrix: Matrix | undefined;
}

const PAGE: Origin = { x: 0, y: 0, matrix: undefined };

/**
 * A copy with the content on one side of the cut. Content that crosses the cut is on both pages, which clip it; text
 * that crosses it is an artifact on the page without its middle.
 */
function part<F extends Fragment>(placed: Placed<F>, parent: Origin, cut: Cut): Placed<F> | undefined {
  const { fragment } = placed;
  const { matrix } = parent;
  const x = parent.x + placed.x;
  const y = parent.y + placed.y;
  if (fragment.kind === 'text') {
    const own = { x, y, width: fragment.width, height: fragment.height };
    const rect = matrix ? transformed(own, matrix) : own;
    if (!reaches(rect, cut)) return undefined;
    if (isOnSide(rect.y + rect.height / 2, cut)) return placed;
    return cut.isInside ? undefined : { ...placed, fragment: { ...fragment, repeated: true } };
  }
  if (fragment.kind === 'line') return copyOf(placed, false, { x, y, matrix }, cut);
  if (isOrthogonalContent(fragment)) {
    const content = orthogonalPart(fragment, y, cut);
    return content && { ...placed, fragment: content as F & BoxFragment };
  }
  const left = x + (fragment.shift?.x ?? 0);
  const top = y + (fragment.shift?.y ?? 0);
  const own = fragmentMatrix(fragment, left, top);
  const inner = own && matrix ? multiply(matrix, own) : (own ?? matrix);
  const rect = { x: left, y: top, width: fragment.width, height: fragment.height };
  const shows = reaches(inner ? transformed(rect, inner) : rect, cut);
  return copyOf(placed, shows, { x: left, y: top, matrix: inner }, cut);
}

/** @param shows  whether the fragment itself is visible, so that it is kept without children, too */
function copyOf<F extends Fragment>(
  placed: Placed<F>,
  shows: boolean,
  origin: Origin,
  cut: Cut,
): Placed<F> | undefined {
  const fragment = placed.fragment as Exclude<Fragment, { kind: 'text' }>;
  const children = (fragment.children as readonly Placed[]).flatMap((child) => part(child, origin, cut) ?? []);
  return shows || children.length > 0 ? { ...placed, fragment: { ...fragment, children } as Fragment as F } : undefined;
}

function isOrthogonalContent({ box }: BoxFragment): boolean {
  const change = 'writingModes' in box ? box.writingModes : undefined;
  return change !== undefined && isOrthogonal(change.inside, change.outside);
}

/**
 * The part of an orthogonal flow, whose lines the cut crosses. Text on both sides is complete on both pages.
 * @param top  block offset of the content on the page, px
 */
function orthogonalPart(fragment: BoxFragment, top: number, cut: Cut): BoxFragment | undefined {
  const change = (fragment.box as BlockLevelBox).writingModes!;
  const size = outsideSize(fragment, change);
  const shows = (rect: Rect) => {
    const outside = outsideRect(rect, size, change);
    return reaches(moved(outside, 0, top), cut);
  };
  const visit = (placed: Placed, left: number, above: number): Placed[] => {
    const x = left + placed.x;
    const y = above + placed.y;
    const { width, height } = placed.fragment;
    const isShown = shows({ x, y, width, height });
    if (placed.fragment.kind === 'text' || (placed.fragment.kind === 'box' && isOrthogonalContent(placed.fragment)))
      return isShown ? [placed] : [];
    const inside = placed.fragment.children as readonly Placed[];
    const children = inside.flatMap((child) => visit(child, x, y));
    if (!isShown && children.length === 0) return [];
    return [{ ...placed, fragment: { ...placed.fragment, children } as Fragment }];
  };
  const children = fragment.children.flatMap((child) => visit(child, 0, 0));
  return children.length > 0 ? { ...fragment, children } : undefined;
}

function isOnSide(y: number, { side, at }: Cut): boolean {
  return (side === 'above') === y < at;
}

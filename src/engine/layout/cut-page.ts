/** Cuts what cannot break (images, positioned boxes, lines higher than a page) at the end of the page. */

import type { BlockLevelBox } from '../box/tree.js';
import { isOrthogonal } from '../css/frames.js';
import { extentOf } from './overflow.js';
import { outsideRect, turnedSize } from './turning.js';
import type { BoxFragment, Fragment, Placed, Rect } from './types.js';

/** Rounding may let a box end this much below its page without need. */
const TOLERANCE = 0.5;

export interface CutPage {
  /** What shows on the page. */
  readonly kept: readonly Placed<BoxFragment>[];
  /** What goes on on the next one, still in this page's coordinates. */
  readonly rest: readonly Placed<BoxFragment>[];
}

/** Which side of the page's end is wanted. */
interface Cut {
  readonly side: 'above' | 'below';
  readonly end: number;
}

/** @param end  height of the page area */
export function cutPage(content: readonly Placed<BoxFragment>[], end: number): CutPage {
  const kept: Placed<BoxFragment>[] = [];
  const rest: Placed<BoxFragment>[] = [];
  for (const placed of content) {
    const { width, height } = extentOf(placed);
    if (width === 0 || height === 0 || bottomOf(placed.fragment, placed.y) <= end + TOLERANCE) {
      kept.push(placed);
      continue;
    }
    const above = part(placed, 0, { side: 'above', end });
    const below = part(placed, 0, { side: 'below', end });
    if (above) kept.push(above);
    if (below) rest.push(below);
  }
  return { kept, rest };
}

/** Lowest edge of a fragment or anything in it that is not clipped. */
function bottomOf(fragment: Fragment, y: number): number {
  if (fragment.kind !== 'box') return y + fragment.height;
  const { overflow, shift } = fragment;
  return y + (shift?.y ?? 0) + Math.max(fragment.height, overflow ? overflow.y + overflow.height : 0);
}

/**
 * A copy with only what shows on one side. Boxes and images that reach over the end are on both pages, which clip
 * them; text is on one only, or it would be read twice.
 * @param top  of the parent on the page
 */
function part<F extends Fragment>(placed: Placed<F>, top: number, cut: Cut): Placed<F> | undefined {
  const { fragment } = placed;
  const y = top + placed.y;
  if (fragment.kind === 'text') return isAbove(y + fragment.height / 2, cut) ? placed : undefined;
  const origin = y + (fragment.kind === 'box' ? (fragment.shift?.y ?? 0) : 0);
  if (fragment.kind === 'box' && isOrthogonalContent(fragment)) {
    const content = lengthwise(fragment, y, cut);
    return content && { ...placed, fragment: content as F & BoxFragment };
  }
  const children = (fragment.children as readonly Placed[]).flatMap((child) => part(child, origin, cut) ?? []);
  const shows = cut.side === 'above' ? y < cut.end : bottomOf(fragment, y) > cut.end + TOLERANCE;
  return shows || children.length > 0 ? { ...placed, fragment: { ...fragment, children } } : undefined;
}

function isOrthogonalContent({ box }: BoxFragment): boolean {
  return 'frames' in box && box.frames !== undefined && isOrthogonal(box.frames.inside, box.frames.outside);
}

/**
 * The part of content whose lines run down the page: the cut goes through them. A text on both sides is on both pages,
 * since none of it shows in full.
 * @param top  of the content on the page
 */
function lengthwise(fragment: BoxFragment, top: number, { side, end }: Cut): BoxFragment | undefined {
  const change = (fragment.box as BlockLevelBox).frames!;
  const size = turnedSize(fragment, change);
  const shows = (rect: Rect) => {
    const { y, height } = outsideRect(rect, size, change);
    return side === 'above' ? top + y < end : top + y + height > end + TOLERANCE;
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

function isAbove(y: number, { side, end }: Cut): boolean {
  return (side === 'above') === y < end;
}

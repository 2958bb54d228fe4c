/** Cuts what cannot break (images, positioned boxes, lines higher than a page) at the end of the page. */

import type { BoxFragment, Fragment, Placed } from './types.js';

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
    if (bottomOf(placed.fragment, placed.y) <= end + TOLERANCE) {
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
  const children = (fragment.children as readonly Placed[]).flatMap((child) => part(child, origin, cut) ?? []);
  const shows = cut.side === 'above' ? y < cut.end : bottomOf(fragment, y) > cut.end + TOLERANCE;
  return shows || children.length > 0 ? { ...placed, fragment: { ...fragment, children } } : undefined;
}

function isAbove(y: number, { side, end }: Cut): boolean {
  return (side === 'above') === y < end;
}

/**
 * The exclusion space of a block formatting context: its floats, and the layout opportunities between them. All
 * coordinates are BFC offsets, px.
 * Source: https://www.w3.org/TR/CSS22/visuren.html#float-rules; Blink: `ExclusionSpace`, `LayoutOpportunity`
 */

import { snap } from '../algorithm/units.js';
import type { Interval, ShapeOutside } from '../shapes/float-shape.js';

/**
 * An immutable exclusion space, accessed by exclusions.ts only: a linked list from the latest float back, so that
 * adding one takes constant time.
 */
export interface ExclusionSpace {
  readonly float: Exclusion | undefined;
  /** The space without `float`; undefined: the space is empty. */
  readonly earlier: ExclusionSpace | undefined;
  /** Lowest edges of all left and right floats, for `clear`; -Infinity: none. */
  readonly leftBottom: number;
  readonly rightBottom: number;
  /** Highest possible top of the next float: the top of the lowest earlier one (CSS 2 §9.5.1, rule 5). */
  readonly lastTop: number;
  /** A float on this side breaks, or is pushed to the next fragmentainer. */
  readonly breaksLeft: boolean;
  readonly breaksRight: boolean;
}

/** Margin box of a float. */
export interface Exclusion {
  readonly side: 'left' | 'right';
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Lines flow around it instead of the margin box. */
  readonly shape?: ShapeOutside;
}

export const NO_EXCLUSIONS: ExclusionSpace = {
  float: undefined,
  earlier: undefined,
  leftBottom: Number.NEGATIVE_INFINITY,
  rightBottom: Number.NEGATIVE_INFINITY,
  lastTop: Number.NEGATIVE_INFINITY,
  breaksLeft: false,
  breaksRight: false,
};

/** A maximal rectangle between the margin boxes of floats; `bottom` may be Infinity. Blink: `LayoutOpportunity`. */
export interface LayoutOpportunity {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The floats beside it, if one of them has a shape. Blink: `ShapeExclusions`. */
  readonly beside?: readonly Exclusion[];
}

/** @param breaks  whether the float continues in the next fragmentainer */
export function addExclusion(space: ExclusionSpace, exclusion: Exclusion, breaks = false): ExclusionSpace {
  const { side, top, bottom } = exclusion;
  return {
    float: exclusion,
    earlier: space,
    leftBottom: side === 'left' ? Math.max(space.leftBottom, bottom) : space.leftBottom,
    rightBottom: side === 'right' ? Math.max(space.rightBottom, bottom) : space.rightBottom,
    lastTop: Math.max(space.lastTop, top),
    breaksLeft: space.breaksLeft || (breaks && side === 'left'),
    breaksRight: space.breaksRight || (breaks && side === 'right'),
  };
}

/**
 * Adds a float that is pushed to the next fragmentainer: later floats, and content that clears it, follow it there.
 * @param end  BFC block offset of the fragmentainer's end
 */
export function pushFloat(space: ExclusionSpace, side: Exclusion['side'], end: number): ExclusionSpace {
  return {
    ...space,
    leftBottom: side === 'left' ? Math.max(space.leftBottom, end) : space.leftBottom,
    rightBottom: side === 'right' ? Math.max(space.rightBottom, end) : space.rightBottom,
    lastTop: Math.max(space.lastTop, end),
    breaksLeft: space.breaksLeft || side === 'left',
    breaksRight: space.breaksRight || side === 'right',
  };
}

/** Minimum BFC block offset for this `clear`; -Infinity: none. Blink: `ExclusionSpace::ClearanceOffset`. */
export function clearY(space: ExclusionSpace, clear: 'none' | 'left' | 'right' | 'both'): number {
  if (clear === 'left') return space.leftBottom;
  if (clear === 'right') return space.rightBottom;
  return clear === 'both' ? Math.max(space.leftBottom, space.rightBottom) : Number.NEGATIVE_INFINITY;
}

/** Whether a float continues in the next fragmentainer. Blink: `ExclusionSpace::HasFragmentainerBreak`. */
export function hasBreak({ breaksLeft, breaksRight }: ExclusionSpace): boolean {
  return breaksLeft || breaksRight;
}

/** Whether what clears these floats is below the fragmentainer. Blink: `NeedsClearancePastFragmentainer`. */
export function clearsPastEnd(space: ExclusionSpace, clear: 'none' | 'left' | 'right' | 'both'): boolean {
  return (
    (space.breaksLeft && (clear === 'left' || clear === 'both')) ||
    (space.breaksRight && (clear === 'right' || clear === 'both'))
  );
}

export function hasFloats(space: ExclusionSpace): boolean {
  return space.float !== undefined;
}

/** Whether a float may reach below `y`. */
export function reachesBelow(space: ExclusionSpace, y: number): boolean {
  return space.float !== undefined && Math.max(space.leftBottom, space.rightBottom) > y;
}

/** Floats with a bottom edge below `y`. */
function floatsBelow(space: ExclusionSpace, y: number): Exclusion[] {
  const found: Exclusion[] = [];
  let at: ExclusionSpace | undefined = space;
  while (at?.float && Math.max(at.leftBottom, at.rightBottom) > y) {
    if (at.float.bottom > y) found.push(at.float);
    at = at.earlier;
  }
  return found;
}

/**
 * The layout opportunities at or below `y`, in the order to try them: by ascending top, and by descending width at the
 * same top. The last one has the container's full width and no end. Blink: `ExclusionSpace::AllLayoutOpportunities`.
 */
export function* opportunities(
  space: ExclusionSpace,
  y: number,
  containerLeft: number,
  containerRight: number,
): Generator<LayoutOpportunity, void, undefined> {
  const beside = floatsBelow(space, y).filter(
    // A left float excludes everything to its left, even outside the container. A right float that ends at the
    // container's left edge excludes only if the container has a width.
    ({ side, left, right, top, bottom }) => {
      if (bottom < top) return false;
      if (side === 'left') return right > containerLeft;
      return left < containerRight && (right > containerLeft || containerRight > containerLeft);
    },
  );
  const tops = beside.length === 0 ? [y] : [y, ...beside.map((float) => float.bottom)].sort((a, b) => a - b);
  let previous = Number.NaN;
  for (const top of tops) {
    if (top === previous) continue;
    previous = top;
    yield* opportunitiesAt(beside, top, containerLeft, containerRight);
  }
}

/** The opportunities that start at `top`: each float further down ends one and narrows the next. */
function* opportunitiesAt(
  floats: readonly Exclusion[],
  top: number,
  containerLeft: number,
  containerRight: number,
): Generator<LayoutOpportunity, void, undefined> {
  let left = containerLeft;
  let right = containerRight;
  const below: Exclusion[] = [];
  const beside: Exclusion[] | undefined = floats.some(hasShape) ? [] : undefined;
  for (const float of floats) {
    if (float.bottom <= top) continue;
    if (float.top > top) {
      below.push(float);
      continue;
    }
    beside?.push(float);
    if (float.side === 'left') left = Math.max(left, float.right);
    else right = Math.min(right, float.left);
  }
  below.sort((a, b) => a.top - b.top);
  for (const float of below) {
    const narrows = float.side === 'left' ? float.right > left : float.left < right;
    if (narrows) yield opportunity(left, right, top, float.top, beside);
    beside?.push(float);
    if (!narrows) continue;
    if (float.side === 'left') left = Math.max(left, float.right);
    else right = Math.min(right, float.left);
  }
  yield opportunity(left, right, top, Number.POSITIVE_INFINITY, beside);
}

const hasShape = ({ shape }: Exclusion): boolean => shape !== undefined;

function opportunity(
  left: number,
  right: number,
  top: number,
  bottom: number,
  beside: readonly Exclusion[] | undefined,
): LayoutOpportunity {
  const rect = { left, right: Math.max(left, right), top, bottom };
  return beside?.some(hasShape) ? { ...rect, beside: [...beside] } : rect;
}

/** The edges of a line between shapes, in BFC offsets, px. */
interface LineEdges {
  readonly left: number;
  readonly right: number;
}

/**
 * The edges of a line beside floats with shapes. Blink: `ComputeLineLayoutOpportunity`.
 * @param beside  the floats of the opportunity
 * @param top     BFC block offset of the line
 * @param height  of the line; 0: it is not known yet
 */
export function edgesBesideShapes(
  rect: Pick<LayoutOpportunity, 'left' | 'right'>,
  beside: readonly Exclusion[],
  container: LineEdges,
  top: number,
  height: number,
): LineEdges {
  let { left, right } = container;
  for (const float of beside) {
    if (top >= float.bottom || top + height <= float.top) continue;
    const taken = float.shape ? takenByShape(float, float.shape, top, height) : float;
    if (!taken) continue;
    if (float.side === 'left') left = Math.max(left, taken.right);
    else right = Math.min(right, taken.left);
  }
  return { left: Math.min(left, rect.right), right: Math.max(right, rect.left) };
}

/** The part of a line that a shape takes, within the margin box of its float. Blink: `ExcludedSegment`. */
function takenByShape(
  { left, right, top: floatTop }: Exclusion,
  { shape, x, y, height: extent }: ShapeOutside,
  lineTop: number,
  height: number,
): Interval | undefined {
  const top = lineTop - (floatTop + y);
  const isAtStart = height === 0 && top === shape.top;
  const overlaps = shape.top < shape.bottom && ((top < shape.bottom && top + height > shape.top) || isAtStart);
  const taken = overlaps ? shape.excluded(top, Math.min(height, extent)) : undefined;
  if (!taken) return undefined;
  const inside = (offset: number) => left + Math.max(0, Math.min(right - left, snap(offset) + x));
  return { left: inside(taken.left), right: inside(taken.right) };
}

/** Whether a line at this BFC block offset is below all of the floats. Blink: `IsBlockDeltaBelowShapes`. */
export const isBelow = (beside: readonly Exclusion[], top: number): boolean =>
  beside.every(({ bottom }) => top >= bottom);

/**
 * The highest opportunity for a float, at or below `y` and the tops of earlier floats.
 * @param width  margin-box width
 */
export function findFloatOpportunity(
  space: ExclusionSpace,
  y: number,
  containerLeft: number,
  containerRight: number,
  width: number,
): LayoutOpportunity {
  const start = Math.max(y, space.lastTop);
  let last: LayoutOpportunity | undefined;
  for (const opportunity of opportunities(space, start, containerLeft, containerRight)) {
    if (opportunity.right - opportunity.left >= width) return opportunity;
    last = opportunity;
  }
  return last ?? { left: containerLeft, right: containerRight, top: start, bottom: Number.POSITIVE_INFINITY };
}

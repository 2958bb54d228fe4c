/**
 * The floats of a block formatting context and the room they leave. All coordinates are of the formatting context.
 * Source: https://www.w3.org/TR/CSS22/visuren.html#float-rules
 */

/**
 * The floats of a block formatting context, immutable; read and extended by exclusions.ts only. A list from the
 * latest float back, so that adding one costs nothing.
 */
export interface ExclusionSpace {
  readonly float: Exclusion | undefined;
  /** The floats before; undefined for the space without any. */
  readonly earlier: ExclusionSpace | undefined;
  /** Lowest edges of all left and right floats; -Infinity: none. What `clear` goes below. */
  readonly leftBottom: number;
  readonly rightBottom: number;
  /** No float goes above the top of an earlier one. */
  readonly lastTop: number;
  /** A float goes on, or begins, on the next page. */
  readonly hasBreak: boolean;
}

/** Margin box of a float in the formatting context. */
export interface Exclusion {
  readonly side: 'left' | 'right';
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const NO_EXCLUSIONS: ExclusionSpace = {
  float: undefined,
  earlier: undefined,
  leftBottom: Number.NEGATIVE_INFINITY,
  rightBottom: Number.NEGATIVE_INFINITY,
  lastTop: Number.NEGATIVE_INFINITY,
  hasBreak: false,
};

/** A rectangle between floats; `bottom` may be Infinity. */
export interface Opportunity {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** @param breaks  whether the float goes on on the next page */
export function addExclusion(space: ExclusionSpace, exclusion: Exclusion, breaks = false): ExclusionSpace {
  const { side, top, bottom } = exclusion;
  return {
    float: exclusion,
    earlier: space,
    leftBottom: side === 'left' ? Math.max(space.leftBottom, bottom) : space.leftBottom,
    rightBottom: side === 'right' ? Math.max(space.rightBottom, bottom) : space.rightBottom,
    lastTop: Math.max(space.lastTop, top),
    hasBreak: space.hasBreak || breaks,
  };
}

/** A float went to the next page, whose start is at `end`: later floats and what clears it go there too. */
export function pushFloat(space: ExclusionSpace, side: Exclusion['side'], end: number): ExclusionSpace {
  return {
    ...space,
    leftBottom: side === 'left' ? Math.max(space.leftBottom, end) : space.leftBottom,
    rightBottom: side === 'right' ? Math.max(space.rightBottom, end) : space.rightBottom,
    lastTop: Math.max(space.lastTop, end),
    hasBreak: true,
  };
}

/** Where a box with this `clear` may start; -Infinity: anywhere. */
export function clearY(space: ExclusionSpace, clear: 'none' | 'left' | 'right' | 'both'): number {
  if (clear === 'left') return space.leftBottom;
  if (clear === 'right') return space.rightBottom;
  return clear === 'both' ? Math.max(space.leftBottom, space.rightBottom) : Number.NEGATIVE_INFINITY;
}

export function hasFloats(space: ExclusionSpace): boolean {
  return space.float !== undefined;
}

/** The floats that end below `y`. */
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
 * The rooms for a line or a formatting context that starts at `y` or below, in the order in which to try them: by
 * their top, at the same top wider (and lower) ones first. The last one has the container's whole width and no end.
 */
export function* opportunities(
  space: ExclusionSpace,
  y: number,
  containerLeft: number,
  containerRight: number,
): Generator<Opportunity, void, undefined> {
  const beside = floatsBelow(space, y).filter(
    // As in Blink: nothing goes to the left of a left float, even where that is outside of the container. Only one
    // without any width is right of all the right floats that end at it.
    ({ side, left, right, top, bottom }) => {
      if (bottom <= top) return false;
      if (side === 'left') return right > containerLeft;
      return left < containerRight && (right > containerLeft || containerRight > containerLeft);
    },
  );
  const tops = beside.length === 0 ? [y] : [y, ...beside.map((float) => float.bottom)].sort((a, b) => a - b);
  let previous = Number.NaN;
  for (const top of tops) {
    if (top === previous) continue;
    previous = top;
    yield* roomsAt(beside, top, containerLeft, containerRight);
  }
}

/** The rooms that start at `top`: each float that begins further down ends one and narrows the next. */
function* roomsAt(
  floats: readonly Exclusion[],
  top: number,
  containerLeft: number,
  containerRight: number,
): Generator<Opportunity, void, undefined> {
  let left = containerLeft;
  let right = containerRight;
  const below: Exclusion[] = [];
  for (const float of floats) {
    if (float.bottom <= top) continue;
    if (float.top > top) below.push(float);
    else if (float.side === 'left') left = Math.max(left, float.right);
    else right = Math.min(right, float.left);
  }
  below.sort((a, b) => a.top - b.top);
  for (const float of below) {
    const narrows = float.side === 'left' ? float.right > left : float.left < right;
    if (!narrows) continue;
    yield { left, right: Math.max(left, right), top, bottom: float.top };
    if (float.side === 'left') left = Math.max(left, float.right);
    else right = Math.min(right, float.left);
  }
  yield { left, right: Math.max(left, right), top, bottom: Number.POSITIVE_INFINITY };
}

/** The highest place for a float of this margin-box width: no higher than `y` or the top of an earlier float. */
export function roomForFloat(
  space: ExclusionSpace,
  y: number,
  containerLeft: number,
  containerRight: number,
  width: number,
): Opportunity {
  const start = Math.max(y, space.lastTop);
  let last: Opportunity | undefined;
  for (const room of opportunities(space, start, containerLeft, containerRight)) {
    if (room.right - room.left >= width) return room;
    last = room;
  }
  return last ?? { left: containerLeft, right: containerRight, top: start, bottom: Number.POSITIVE_INFINITY };
}

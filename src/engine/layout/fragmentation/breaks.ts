/** Break properties and break points. Source: https://drafts.csswg.org/css-break-3/ */

import type { Box, TableRow, TableSection } from '../../box/tree.js';
import type { BreakBetween } from '../../css/properties/fragmentation.js';
import type { ComputedStyle } from '../../css/properties/table.js';
import type { BreakToken, EarlyBreak, FragmentainerSpace } from '../algorithm/types.js';

/** Whatever may be pushed to the next fragmentainer as a whole. */
export type Breakable = Box | TableRow | TableSection;

/** Room from `y` (of the formatting context) to the fragmentainer's end; negative past it. */
export function spaceLeft(fragmentainer: FragmentainerSpace, y: number): number {
  return fragmentainer.size - (fragmentainer.offset + y);
}

/**
 * How high a box is that goes on in the next fragmentainer: up to this one's end. A column of unlimited height has
 * none: there a forced break ends the box with its content.
 */
export function heightToEnd(left: number, content: number): number {
  return left === Number.POSITIVE_INFINITY ? content : Math.max(0, left);
}

export function isForced(value: BreakBetween, kind: FragmentainerSpace['kind']): boolean {
  switch (value) {
    case 'always':
    case 'all':
      return true;
    case 'page':
    case 'left':
    case 'right':
    case 'recto':
    case 'verso':
      return kind === 'page';
    case 'column':
      return kind === 'column';
    default:
      return false;
  }
}

export function isAvoid(
  value: BreakBetween | ComputedStyle['break-inside'],
  kind: FragmentainerSpace['kind'],
): boolean {
  return value === 'avoid' || value === (kind === 'page' ? 'avoid-page' : 'avoid-column');
}

const PRECEDENCE: Record<BreakBetween, number> = {
  auto: 0,
  'avoid-column': 1,
  'avoid-page': 2,
  avoid: 3,
  column: 4,
  always: 5,
  page: 5,
  all: 6,
  left: 7,
  right: 7,
  recto: 7,
  verso: 7,
};

/** The value for a break point at which several meet: forced ones win over avoid, the later box among equals. */
export function joinBreaks(earlier: BreakBetween, later: BreakBetween): BreakBetween {
  return PRECEDENCE[later] >= PRECEDENCE[earlier] ? later : earlier;
}

/** What the space of `child` has to say of an earlier break that the parent was told to make. */
export function earlyBreakInside(earlyBreak: EarlyBreak | undefined, child: Breakable): EarlyBreak | undefined {
  return earlyBreak?.box === child ? earlyBreak.inside : undefined;
}

/** True when the parent was told to break before `child`. */
export function isEarlyBreakBefore(earlyBreak: EarlyBreak | undefined, child: Breakable): boolean {
  return earlyBreak?.box === child && earlyBreak.inside === undefined && earlyBreak.line === undefined;
}

/** A token that says: nothing of this box is laid out yet. */
export function tokenBefore(box: Breakable, forced: boolean): BreakToken {
  return { box, consumed: 0, sequence: 0, before: true, forced, children: [], seenAll: false, atEnd: false };
}

/** A token that says: this box is laid out elsewhere, go on after it. */
export function tokenPast(box: Breakable): BreakToken {
  return { ...tokenBefore(box, false), before: false, seenAll: true, atEnd: true };
}

/** Whether the fragmentainer that began at one token and ended at the other got nothing. */
export function samePlace(before: BreakToken, after: BreakToken): boolean {
  // A margin that is kept at a forced break can fill it; at the break after that it is cut off.
  if (before.forced && !after.forced) return false;
  if (before.box !== after.box || before.before !== after.before || before.children.length !== after.children.length) {
    return false;
  }
  if (before.children.length === 0) return before.consumed === after.consumed && before.data === after.data;
  return before.children.every((child, index) => {
    const other = after.children[index];
    return other !== undefined && samePlace(child, other);
  });
}

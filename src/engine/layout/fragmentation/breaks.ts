/** Break properties and break points. Source: https://drafts.csswg.org/css-break-3/ */

import type { BreakBetween } from '../../css/properties/fragmentation.js';
import type { ComputedStyle } from '../../css/properties/table.js';
import type { Breakable } from '../algorithm/break-token.js';
import type { FragmentainerSpace } from '../algorithm/constraint-space.js';
import type { EarlyBreak } from '../algorithm/early-break.js';

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

/** Break properties and break points. Source: https://drafts.csswg.org/css-break-3/ */

import type { BreakBetween } from '../../css/properties/fragmentation.js';
import type { ComputedStyle } from '../../css/properties/table.js';
import type { Breakable } from '../algorithm/break-token.js';
import type { FragmentainerSpace } from '../algorithm/constraint-space.js';
import type { EarlyBreak } from '../algorithm/early-break.js';
import type { LayoutResult } from '../algorithm/result.js';

/** Space from block offset `y` to the fragmentainer's end, px; negative past it. Blink: `FragmentainerSpaceLeft`. */
export function spaceLeft(fragmentainer: FragmentainerSpace, y: number): number {
  return fragmentainer.size - (fragmentainer.offset + y);
}

/**
 * Height of a fragment that breaks: up to the fragmentainer's end. In a column of unlimited height, which only forced
 * breaks end, it is the height of the content.
 */
export function heightToEnd(left: number, content: number): number {
  return left === Number.POSITIVE_INFINITY ? content : Math.max(0, left);
}

/** Whether the value forces a break. Blink: `IsForcedBreakValue`. */
export function isForced(value: BreakBetween, kind: FragmentainerSpace['kind']): boolean {
  switch (value) {
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

/** Whether the value is an `avoid` value for this kind of fragmentainer. */
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
  page: 5,
  left: 6,
  right: 6,
  recto: 6,
  verso: 6,
};

/**
 * Combines the values at one break point: forced values override `avoid`, later ones override equal ones.
 * Source: https://drafts.csswg.org/css-break-3/#forced-breaks; Blink: `JoinFragmentainerBreakValues`
 */
export function joinBreaks(earlier: BreakBetween, later: BreakBetween): BreakBetween {
  return PRECEDENCE[later] >= PRECEDENCE[earlier] ? later : earlier;
}

/**
 * The page name of a child: that of its content, or its own, or that of the box around it. Blink: `PageNameForChildFragment`
 * @param fragmentainer  of the content of the box around it
 */
export function pageNameOf({ pageName, fragment }: LayoutResult, fragmentainer: FragmentainerSpace): string {
  const own = fragment.style.page;
  return pageName ?? (own === 'auto' ? fragmentainer.pageName : own);
}

/** The part of the parent's early break that is inside `child`, for its constraint space. */
export function earlyBreakInside(earlyBreak: EarlyBreak | undefined, child: Breakable): EarlyBreak | undefined {
  return earlyBreak?.box === child ? earlyBreak.inside : undefined;
}

/** Whether the parent's early break is before `child`. */
export function isEarlyBreakBefore(earlyBreak: EarlyBreak | undefined, child: Breakable): boolean {
  return earlyBreak?.box === child && earlyBreak.inside === undefined && earlyBreak.line === undefined;
}

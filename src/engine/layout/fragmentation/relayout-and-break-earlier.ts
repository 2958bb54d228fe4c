/** The second pass of a layout that ran out of space below a better place to break. */

import type { FragmentBuilder } from '../algorithm/builder.js';
import type { EarlyBreak } from '../algorithm/early-break.js';
import type { LayoutResult } from '../algorithm/result.js';

/** One layout of one box in one fragmentainer. */
export interface FragmentableAlgorithm {
  readonly builder: FragmentBuilder;
  /** @returns undefined: `builder.earlyBreak` is better than where it ran out of space */
  layout(): LayoutResult | undefined;
  /** The same layout from the start, to end at the break. */
  endingAt(earlyBreak: EarlyBreak): FragmentableAlgorithm;
}

/** Lays the box out again, up to the break that `first` found. Blink: `LayoutAlgorithm::RelayoutAndBreakEarlier`. */
export function relayoutAndBreakEarlier(first: FragmentableAlgorithm): LayoutResult {
  const { earlyBreak, spaceShortage } = first.builder;
  if (!earlyBreak) throw new Error('there is no earlier break to return to');
  const second = first.endingAt(earlyBreak);
  // It ends before it runs out of space: it is short of what the first one was.
  second.builder.propagateSpaceShortage(spaceShortage);
  const result = second.layout();
  if (!result) throw new Error('a second pass cannot ask for a third');
  return result;
}

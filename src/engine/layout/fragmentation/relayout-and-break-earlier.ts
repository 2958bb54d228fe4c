/** The second layout pass, up to an early break of the first. */

import type { FragmentBuilder } from '../algorithm/builder.js';
import type { EarlyBreak } from '../algorithm/early-break.js';
import type { LayoutResult } from '../algorithm/result.js';

/** Layout of one box in one fragmentainer. */
interface FragmentableAlgorithm {
  readonly builder: FragmentBuilder;
  /** @returns undefined: `builder.earlyBreak` has a higher appeal than the break at the fragmentainer's end */
  layout(): LayoutResult | undefined;
  /** The same layout from the start, up to the break. */
  endingAt(earlyBreak: EarlyBreak): FragmentableAlgorithm;
}

/** Lays the box out again, up to the early break of `first`. Blink: `LayoutAlgorithm::RelayoutAndBreakEarlier`. */
export function relayoutAndBreakEarlier(first: FragmentableAlgorithm): LayoutResult {
  const { earlyBreak, spaceShortage } = first.builder;
  if (!earlyBreak) throw new Error('there is no earlier break to return to');
  const second = first.endingAt(earlyBreak);
  // The second pass ends before it runs out of space, so the shortage is that of the first.
  second.builder.propagateSpaceShortage(spaceShortage);
  const result = second.layout();
  if (!result) throw new Error('a second pass cannot ask for a third');
  return result;
}

/**
 * The block size of a box's fragment: up to the fragmentainer's end if the box continues, else the rest of its own
 * block size. Source: https://drafts.csswg.org/css-break-3/#box-splitting; Blink: `FinishFragmentation`
 */

import type { FragmentEnd } from '../algorithm/break-token.js';
import type { FragmentBuilder } from '../algorithm/builder.js';
import { BreakAppeal } from '../algorithm/early-break.js';
import { heightToEnd } from './breaks.js';

interface FinishInput {
  /** Space from the border edge of this fragment to the fragmentainer's end, px. */
  readonly left: number;
  /** Border-box block size in earlier fragmentainers, and in total as far as known, px. */
  readonly consumed: number;
  readonly total: number;
  /** Block-end edge of the content of this fragment, with the block-end padding and border, px. */
  readonly end: number;
  /** Block-end padding and border, px. */
  readonly endEdges: number;
  /** Maximum border-box block size of the unfragmented box, px; Infinity: it grows with its content. */
  readonly max: number;
  /** The box clips its overflow in the block axis. */
  readonly clips: boolean;
  /** Block-end padding that does not fit may cause a break at an early break. */
  readonly mayBreakEarlier: boolean;
  /** Table cells: the block-end padding stays with the content, even if it overflows the fragmentainer. */
  readonly keepsPadding?: boolean;
}

export interface FinishedFragment {
  /** Border-box block size, px. */
  readonly height: number;
  /** undefined: the box is finished. */
  readonly end: FragmentEnd | undefined;
}

/** @returns undefined: `builder.earlyBreak` has a higher appeal */
export function finishFragmentation(builder: FragmentBuilder, input: FinishInput): FinishedFragment | undefined {
  const { left, consumed, total, end } = input;
  const rest = Math.max(0, total - consumed);
  const toEnd = heightToEnd(left, rest);
  // A break before the padding makes progress only if there is more than the padding.
  const padding = input.keepsPadding || rest <= input.endEdges ? 0 : input.endEdges;
  // Monolithic content extends the fragment past the fragmentainer's end.
  const maxHeight = Math.max(toEnd, end - padding);
  const isKnownToFit = input.max - consumed <= toEnd;
  // Breaks inside are in a parallel flow, and no early breaks for the content after the box.
  if (isKnownToFit) builder.earlyBreak = undefined;
  if (builder.brokeInFlow) {
    if (isKnownToFit) {
      if (builder.isOverflowClamped) builder.monolithicOverflow = 0;
      builder.disablesFragmentation = input.clips;
      return { height: rest, end: input.clips ? undefined : atBlockEnd(consumed + rest) };
    }
    const height = Math.max(toEnd, Math.min(rest, maxHeight));
    builder.monolithicOverflow = Math.max(builder.monolithicOverflow, height - toEnd);
    return { height, end: { consumedBlockSize: consumed + height, isAtBlockEnd: false } };
  }
  if (rest <= maxHeight) {
    // Overflow of a finished box does not reserve space on the next page, which belongs to the content after the box.
    builder.monolithicOverflow = Math.max(0, rest - toEnd);
    if (builder.childBreakTokens.length === 0) return { height: rest, end: undefined };
    builder.disablesFragmentation = input.clips;
    return { height: rest, end: input.clips ? undefined : atBlockEnd(consumed + rest) };
  }
  const height = Math.min(maxHeight, rest - padding);
  builder.monolithicOverflow = Math.max(builder.monolithicOverflow, height - toEnd);
  // A child that continues in the next fragmentainer, also in a parallel flow, makes a good break of it.
  // Blink: `ShouldBreakInside` in `FinishFragmentation`
  if (builder.childBreakTokens.length === 0) {
    builder.propagateSpaceShortage(rest - maxHeight);
    // A break below the content is a last resort, unless the box's own block size leaves space there (class C).
    if (rest <= end) {
      if (builder.earlyBreak && input.mayBreakEarlier) return undefined;
      builder.appeal = BreakAppeal.last;
    }
  }
  const edges = rest - height;
  const remainingBlockEndEdges = edges <= input.endEdges ? edges : undefined;
  return { height, end: { consumedBlockSize: consumed + height, isAtBlockEnd: false, remainingBlockEndEdges } };
}

/** The end of the box's own block size: remaining content overflows it. */
const atBlockEnd = (consumedBlockSize: number): FragmentEnd => ({ consumedBlockSize, isAtBlockEnd: true });

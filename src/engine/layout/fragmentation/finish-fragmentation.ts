/**
 * Where the fragment of a box ends: with the fragmentainer, when something of the box is left, else where its own block
 * size is used up. Source: https://drafts.csswg.org/css-break-3/#box-splitting; which edges may be cut, and at what
 * price, as in Blink's `FinishFragmentation`.
 */

import type { FragmentEnd } from '../algorithm/break-token.js';
import type { FragmentBuilder } from '../algorithm/builder.js';
import { BreakAppeal } from '../algorithm/early-break.js';
import { heightToEnd } from './breaks.js';

export interface FinishInput {
  /** Space in the fragmentainer from the border edge of this fragment. */
  readonly left: number;
  /** Border-box block size in earlier fragmentainers, of all there is as far as known. */
  readonly consumed: number;
  readonly total: number;
  /** Where the content of this fragment ends, with the block-end padding and border. */
  readonly end: number;
  /** Block-end padding and border. */
  readonly endEdges: number;
  /** Border-box block size of the whole box that its content cannot make it exceed. */
  readonly max: number;
  /** Its overflow is not visible. */
  readonly clips: boolean;
  /** A break further up may be taken for the sake of the block-end padding. */
  readonly mayBreakEarlier: boolean;
  /** The fragmentainer may not end before the block-end padding, however much space there is above: of a table cell. */
  readonly keepsPadding?: boolean;
}

export interface FinishedFragment {
  /** Border-box block size. */
  readonly height: number;
  /** undefined: the box does not go on. */
  readonly end: FragmentEnd | undefined;
}

/** @returns undefined: a break further up is better */
export function finishFragmentation(builder: FragmentBuilder, input: FinishInput): FinishedFragment | undefined {
  const { left, consumed, total, end } = input;
  const rest = Math.max(0, total - consumed);
  const toEnd = heightToEnd(left, rest);
  // Where nothing else is left, padding is cut all the same.
  const padding = input.keepsPadding || rest <= input.endEdges ? 0 : input.endEdges;
  // What cannot break has all the room it needs.
  const room = Math.max(toEnd, input.keepsPadding ? end : end - input.endEdges);
  if (builder.brokeInFlow) {
    const isKnownToFit = input.max - consumed <= toEnd;
    if (isKnownToFit) {
      builder.monolithicOverflow = 0;
      return { height: rest, end: input.clips ? undefined : atBlockEnd(consumed + rest) };
    }
    const height = Math.max(toEnd, Math.min(rest, room));
    return { height, end: { consumedBlockSize: consumed + height, isAtBlockEnd: false } };
  }
  if (rest <= room) {
    // As in Blink, where break tokens alone carry it: what overflows a box that ends here leaves the next page to what
    // follows the box.
    builder.monolithicOverflow = Math.max(0, rest - toEnd);
    return { height: rest, end: builder.childBreakTokens.length > 0 ? atBlockEnd(consumed + rest) : undefined };
  }
  const height = Math.min(room, rest - padding);
  builder.monolithicOverflow = Math.max(builder.monolithicOverflow, height - toEnd);
  builder.propagateSpaceShortage(rest - room);
  // Below the content there is no good place to break, unless the box's own block size leaves some room there.
  if (rest <= end) {
    if (builder.earlyBreak && input.mayBreakEarlier) return undefined;
    builder.appeal = BreakAppeal.last;
  }
  const edges = rest - height;
  const remainingBlockEndEdges = edges <= input.endEdges ? edges : undefined;
  return { height, end: { consumedBlockSize: consumed + height, isAtBlockEnd: false, remainingBlockEndEdges } };
}

/** The box's own block size ends here: what is left overflows it. */
const atBlockEnd = (consumedBlockSize: number): FragmentEnd => ({ consumedBlockSize, isAtBlockEnd: true });

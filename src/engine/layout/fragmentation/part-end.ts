/**
 * Where a box ends on a page: with the page, when something of it is left, else where its own height is used up.
 * Source: https://drafts.csswg.org/css-break-3/#box-splitting; which of its edges may be cut, and at what price, as in
 * Blink.
 */

import type { FragmentBuilder } from '../algorithm/builder.js';
import { BreakAppeal } from '../algorithm/types.js';
import { heightToEnd } from './breaks.js';

export interface PartInput {
  /** Room on the page from the border edge of this part. */
  readonly left: number;
  /** Border-box height that earlier pages took, of all there is as far as known. */
  readonly consumed: number;
  readonly total: number;
  /** Where the content of this part ends, with the end padding and border. */
  readonly end: number;
  /** End padding and border. */
  readonly bottom: number;
  /** Border-box height of the whole box that its content cannot make it exceed. */
  readonly most: number;
  /** What overflows the box is not seen. */
  readonly clips: boolean;
  /** A break further up may be taken for the sake of the end padding. */
  readonly mayBreakEarlier: boolean;
  /** The page may not end before the end padding, however much room there is above that: of a table cell. */
  readonly keepsPadding?: boolean;
}

export interface PartToken {
  /** Height up to now. */
  readonly consumed: number;
  /** All of the box's own height is. */
  readonly atEnd: boolean;
  /** As in BreakToken. */
  readonly endEdges?: number;
}

export interface PartEnd {
  /** Border-box height of this part. */
  readonly height: number;
  /** The box goes on. */
  readonly token?: PartToken;
}

/** @returns undefined: a break further up is better */
export function endOfPart(builder: FragmentBuilder, input: PartInput): PartEnd | undefined {
  const { left, consumed, total, end } = input;
  const rest = Math.max(0, total - consumed);
  const page = heightToEnd(left, rest);
  // Where nothing else is left, padding is cut all the same.
  const padding = input.keepsPadding || rest <= input.bottom ? 0 : input.bottom;
  // What cannot break has all the room it needs.
  const room = Math.max(page, input.keepsPadding ? end : end - input.bottom);
  const isKnownToFit = input.most - consumed <= page;
  if (builder.brokeInFlow) {
    const height = Math.max(page, Math.min(rest, room));
    if (!isKnownToFit) return { height, token: { consumed: consumed + height, atEnd: false } };
    return input.clips ? { height: rest } : { height: rest, token: { consumed: consumed + rest, atEnd: true } };
  }
  const height = rest <= room ? rest : Math.min(room, rest - padding);
  builder.monolithicOverflow = Math.max(builder.monolithicOverflow, height - page);
  if (rest <= room) {
    return { height: rest, ...(builder.tokens.length > 0 && { token: { consumed: consumed + rest, atEnd: true } }) };
  }
  builder.noteShortage(rest - room);
  // Below the content there is no good place to break, unless the box's own height leaves some room there.
  if (rest <= end) {
    if (builder.earlyBreak && input.mayBreakEarlier) return undefined;
    builder.appeal = BreakAppeal.last;
  }
  const endEdges = rest - height;
  const isInEdges = endEdges <= input.bottom;
  return { height, token: { consumed: consumed + height, atEnd: false, ...(isInEdges && { endEdges }) } };
}

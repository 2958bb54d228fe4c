/**
 * Where a box ends on a page: with the page, when something of it is left, else where its own height is used up.
 * Source: https://drafts.csswg.org/css-break-3/#box-splitting; which of its edges may be cut, and at what price, as in
 * Blink.
 */

import { heightToEnd } from './breaks.js';
import type { FragmentBuilder } from './builder.js';
import { BreakAppeal } from './types.js';

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
  /** The content cannot make the box higher than it is. */
  readonly isDefinite: boolean;
  /** What overflows the box is not seen. */
  readonly clips: boolean;
  /** A break further up may be taken for the sake of the end padding. */
  readonly mayBreakEarlier: boolean;
  /** The page may not end before the end padding, however much room there is above that: of a table cell. */
  readonly keepsPadding?: boolean;
}

export interface PartEnd {
  /** Border-box height of this part. */
  readonly height: number;
  /** The box goes on: height consumed up to now, and whether all of its own is. */
  readonly token?: { readonly consumed: number; readonly atEnd: boolean };
}

/** @returns undefined: a break further up is better */
export function endOfPart(builder: FragmentBuilder, input: PartInput): PartEnd | undefined {
  const { left, consumed, total, end, bottom, isDefinite } = input;
  const rest = Math.max(0, total - consumed);
  const room = heightToEnd(left, rest);
  const goesOnBeside = () => ({
    height: rest,
    ...(builder.tokens.length > 0 && { token: { consumed: consumed + rest, atEnd: true } }),
  });
  if (builder.brokeInFlow) {
    if (rest > room || !isDefinite) return { height: room, token: { consumed: consumed + room, atEnd: false } };
    return input.clips ? { height: rest } : { height: rest, token: { consumed: consumed + rest, atEnd: true } };
  }
  if (rest <= room) return goesOnBeside();
  if (builder.monolithicOverflow > 0) {
    builder.monolithicOverflow = Math.max(builder.monolithicOverflow, rest - room);
    return goesOnBeside();
  }
  // The rest of the box's own height goes to the next page. Content and padding are not cut: a break before the end
  // padding is the last resort, within the height that content leaves free a good one.
  builder.noteShortage(rest - room);
  const contentRest = rest - bottom;
  if (contentRest <= room || input.keepsPadding ? end > room : end - bottom > room) {
    if (builder.earlyBreak && input.mayBreakEarlier) return undefined;
    builder.appeal = BreakAppeal.last;
  }
  // Padding higher than the page is cut all the same.
  const used = contentRest > 0 ? Math.min(room, contentRest) : room;
  return { height: room, token: { consumed: consumed + used, atEnd: false } };
}

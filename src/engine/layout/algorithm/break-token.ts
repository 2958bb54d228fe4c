/** Break tokens: where layout of a box stopped, to resume it in the next fragmentainer. */

import type { Box, TableRow, TableSection } from '../../box/tree.js';
import type { BreakBetween } from '../../css/properties/fragmentation.js';

/** A box with a break opportunity before it. */
export type Breakable = Box | TableRow | TableSection;

/** Modelled on Blink's `BlockBreakToken`. Block sizes in px. */
export interface BreakToken {
  readonly box: Breakable;
  /** Block size of the border box already laid out in earlier fragmentainers. */
  readonly consumedBlockSize: number;
  /** Number of fragments before the one that ends here. */
  readonly sequenceNumber: number;
  /** Nothing of the box is laid out yet. */
  readonly isBreakBefore: boolean;
  /** The value that forces the break; `left`, `recto`, … also select the next page. undefined: an unforced break. */
  readonly forcedBreak: BreakBetween | undefined;
  /** Children to resume, in order; parallel flows (cells of a row, floats) have one each. */
  readonly childBreakTokens: readonly BreakToken[];
  /** Layout of every child has started: only `childBreakTokens` and the rest of the box's own block size remain. */
  readonly hasVisitedAllChildren: boolean;
  /** The box's own block size is consumed: only content that overflows it remains. */
  readonly isAtBlockEnd: boolean;
  /** Remainder of the block-end padding and border, if the break cuts them; undefined: they are uncut. */
  readonly remainingBlockEndEdges: number | undefined;
  /** State of the layout algorithm. */
  readonly data: BreakTokenData | undefined;
}

/** State that a layout algorithm keeps in its tokens; each extends it, as in Blink's `BlockBreakTokenData`. */
export interface BreakTokenData {
  readonly type: 'block' | 'flex' | 'grid' | 'multicol' | 'table';
}

/** The end of the box's own fragment in this fragmentainer. */
export type FragmentEnd = Pick<BreakToken, 'consumedBlockSize' | 'isAtBlockEnd'> &
  Partial<Pick<BreakToken, 'remainingBlockEndEdges'>>;

/** The only constructor of tokens, so that all have one hidden class. */
export function makeBreakToken(
  box: Breakable,
  {
    consumedBlockSize = 0,
    sequenceNumber = 0,
    isBreakBefore = false,
    forcedBreak,
    childBreakTokens = NO_TOKENS,
    hasVisitedAllChildren = false,
    isAtBlockEnd = false,
    remainingBlockEndEdges,
    data,
  }: Partial<BreakToken>,
): BreakToken {
  return {
    box,
    consumedBlockSize,
    sequenceNumber,
    isBreakBefore,
    forcedBreak,
    childBreakTokens,
    hasVisitedAllChildren,
    isAtBlockEnd,
    remainingBlockEndEdges,
    data,
  };
}

/** Most boxes have no child break tokens. */
export const NO_TOKENS: readonly BreakToken[] = [];

/** A break before the box. Blink: `BlockBreakToken::CreateBreakBefore`. */
export function breakTokenBefore(box: Breakable, forcedBreak?: BreakBetween): BreakToken {
  return makeBreakToken(box, { isBreakBefore: true, forcedBreak });
}

/** A break after the box: layout resumes at its next sibling. */
export function breakTokenAfter(box: Breakable): BreakToken {
  return makeBreakToken(box, { hasVisitedAllChildren: true, isAtBlockEnd: true });
}

/** The token if part of the box is laid out already, undefined for a break before it. */
export function resumedToken(token: BreakToken | undefined): BreakToken | undefined {
  return token?.isBreakBefore ? undefined : token;
}

/** The token's algorithm data, if of that type. Blink: `DynamicTo<FlexBreakTokenData>(token->TokenData())`. */
export function tokenData<Data extends BreakTokenData>(
  token: BreakToken | undefined,
  type: Data['type'],
): Data | undefined {
  const data = token?.data;
  return data?.type === type ? (data as Data) : undefined;
}

/** Whether a fragmentainer that starts at `before` and ends at `after` has no content. */
export function isSamePlace(before: BreakToken, after: BreakToken): boolean {
  // A margin kept after a forced break can fill the fragmentainer; the next, unforced break truncates it.
  if (before.forcedBreak && !after.forcedBreak) return false;
  const children = before.childBreakTokens;
  if (before.box !== after.box || before.isBreakBefore !== after.isBreakBefore) return false;
  if (children.length !== after.childBreakTokens.length) return false;
  if (before.consumedBlockSize === after.consumedBlockSize) {
    if (children.length === 0) return before.data === after.data;
  } else if (children.length === 0 || movesRows(before)) {
    return false;
  }
  return children.every((child, index) => isSamePlace(child, after.childBreakTokens[index]!));
}

/** Whether a grid leaves the rest of the fragmentainer empty, below finished rows: the next row starts in the next one. */
function movesRows({ data, childBreakTokens }: BreakToken): boolean {
  return data?.type === 'grid' && childBreakTokens.every((child) => child.isBreakBefore);
}

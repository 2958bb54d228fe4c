/** Where a box stopped, so that the next fragmentainer goes on from there. */

import type { Box, TableRow, TableSection } from '../../box/tree.js';
import type { BreakBetween } from '../../css/properties/fragmentation.js';

/** A box that a fragmentainer may end before. */
export type Breakable = Box | TableRow | TableSection;

/** After Blink's `BlockBreakToken`. */
export interface BreakToken {
  readonly box: Breakable;
  /** Block size of the border box already laid out in earlier fragmentainers. */
  readonly consumedBlockSize: number;
  /** Nothing of the box is laid out yet. */
  readonly isBreakBefore: boolean;
  /** The value that forces the break, which also says on which page to go on; undefined: the break is unforced. */
  readonly forcedBreak: BreakBetween | undefined;
  /** Children to resume, in order; parallel flows (cells of a row, floats) have one each. */
  readonly childBreakTokens: readonly BreakToken[];
  /** All children have begun: only those in `childBreakTokens`, or the rest of the box's own block size, are left. */
  readonly hasSeenAllChildren: boolean;
  /** The box's own block size is used up: only content that overflows it is left. */
  readonly isAtBlockEnd: boolean;
  /** What is left of the block-end padding and border, where nothing else is; undefined: they are whole. */
  readonly remainingBlockEndEdges: number | undefined;
  /** What the algorithm needs beyond that. */
  readonly data: BreakTokenData | undefined;
}

/**
 * What one algorithm keeps in its tokens; each extends it. After Blink's `BlockBreakTokenData`, which has a subclass for
 * each algorithm, too.
 */
export interface BreakTokenData {
  readonly type: 'block' | 'flex' | 'grid' | 'multicol' | 'table';
}

/** Where the box itself ends in this fragmentainer. */
export type FragmentEnd = Pick<BreakToken, 'consumedBlockSize' | 'isAtBlockEnd'> &
  Partial<Pick<BreakToken, 'remainingBlockEndEdges'>>;

/** All tokens are made here, so that they have one shape. */
export function makeBreakToken(
  box: Breakable,
  {
    consumedBlockSize = 0,
    isBreakBefore = false,
    forcedBreak,
    childBreakTokens = NO_TOKENS,
    hasSeenAllChildren = false,
    isAtBlockEnd = false,
    remainingBlockEndEdges,
    data,
  }: Partial<BreakToken>,
): BreakToken {
  return {
    box,
    consumedBlockSize,
    isBreakBefore,
    forcedBreak,
    childBreakTokens,
    hasSeenAllChildren,
    isAtBlockEnd,
    remainingBlockEndEdges,
    data,
  };
}

const NO_TOKENS: readonly BreakToken[] = [];

/** Nothing of the box is laid out yet. Blink: `BlockBreakToken::CreateBreakBefore`. */
export function breakTokenBefore(box: Breakable, forcedBreak?: BreakBetween): BreakToken {
  return makeBreakToken(box, { isBreakBefore: true, forcedBreak });
}

/** The box is laid out elsewhere: go on after it. */
export function breakTokenAfter(box: Breakable): BreakToken {
  return makeBreakToken(box, { hasSeenAllChildren: true, isAtBlockEnd: true });
}

/** The token, when part of the box is laid out already. */
export function resumedToken(token: BreakToken | undefined): BreakToken | undefined {
  return token?.isBreakBefore ? undefined : token;
}

/** The data of an algorithm in a token of its own. Blink: `DynamicTo<FlexBreakTokenData>(token->TokenData())`. */
export function tokenData<Data extends BreakTokenData>(
  token: BreakToken | undefined,
  type: Data['type'],
): Data | undefined {
  const data = token?.data;
  return data?.type === type ? (data as Data) : undefined;
}

/** Whether the fragmentainer that began at one token and ended at the other got nothing. */
export function isSamePlace(before: BreakToken, after: BreakToken): boolean {
  // A margin that is kept at a forced break can fill it; at the break after that it is cut off.
  if (before.forcedBreak && !after.forcedBreak) return false;
  const children = before.childBreakTokens;
  if (before.box !== after.box || before.isBreakBefore !== after.isBreakBefore) return false;
  if (children.length !== after.childBreakTokens.length) return false;
  if (children.length === 0) return before.consumedBlockSize === after.consumedBlockSize && before.data === after.data;
  return children.every((child, index) => isSamePlace(child, after.childBreakTokens[index]!));
}

/** The layout input of an in-flow child. */

import type { BlockLevelBox } from '../../box/tree.js';
import { type BreakToken, resumedToken } from '../algorithm/break-token.js';
import type { Edges } from '../algorithm/geometry.js';
import { clearY } from '../floats/exclusions.js';
import { resolveMargins } from '../sizing/edges.js';
import type { BlockState } from './block-state.js';
import { addMargin, DISCARDED_STRUT, EMPTY_STRUT, type MarginStrut } from './margins.js';

/** Modelled on Blink's `InflowChildData`. */
export interface InflowChildData {
  readonly child: BlockLevelBox;
  readonly token: BreakToken | undefined;
  /** The token if part of the child is laid out already. */
  readonly resume: BreakToken | undefined;
  readonly margin: Edges;
  /** Margins that collapse at the child's block-start edge, including its own. */
  readonly strut: MarginStrut;
  /** Lowest edge of the floats it clears, in the formatting context; -Infinity: none. */
  readonly clearance: number;
}

/** Blink: `BlockLayoutAlgorithm::ComputeChildData`. */
export function inflowChildData(
  { params, position, floats }: BlockState,
  child: BlockLevelBox,
  token: BreakToken | undefined,
): InflowChildData {
  const margin = resolveMargins(child.style, params.geometry.contentWidth);
  return {
    child,
    token,
    resume: resumedToken(token),
    margin,
    strut: strutBefore(position.marginStrut, token, margin.top, child.style.hasMarginBlockStartQuirk),
    clearance: clearY(floats.exclusions, child.style.clear),
  };
}

/** Truncates margins at unforced breaks. Source: https://drafts.csswg.org/css-break-3/#break-margins */
function strutBefore(
  strut: MarginStrut,
  token: BreakToken | undefined,
  margin: number,
  isQuirky: boolean | undefined,
): MarginStrut {
  if (token && !token.isBreakBefore) return EMPTY_STRUT;
  if (token && !token.forcedBreak) return DISCARDED_STRUT;
  return addMargin(strut, margin, isQuirky);
}

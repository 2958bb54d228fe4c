/** A child in flow that is about to be laid out. */

import type { BlockLevelBox } from '../../box/tree.js';
import { type BreakToken, resumedToken } from '../algorithm/break-token.js';
import type { Edges } from '../algorithm/geometry.js';
import { clearY } from '../floats/exclusions.js';
import { resolveMargins } from '../sizing/edges.js';
import type { BlockState } from './block-state.js';
import { addMargin, DISCARDED_STRUT, EMPTY_STRUT, type MarginStrut } from './margins.js';

/** After Blink's `InflowChildData`. */
export interface InflowChildData {
  readonly child: BlockLevelBox;
  readonly token: BreakToken | undefined;
  /** The token, when part of the child was laid out already. */
  readonly resume: BreakToken | undefined;
  readonly margin: Edges;
  /** Margins that collapse at the child's block-start edge, its own among them. */
  readonly strut: MarginStrut;
  /** Bottom of the floats it clears; -Infinity: none. */
  readonly clearance: number;
}

/** Blink: `BlockLayoutAlgorithm::ComputeChildData`. */
export function inflowChildData(
  { params, position, floats }: BlockState,
  child: BlockLevelBox,
  token: BreakToken | undefined,
): InflowChildData {
  const margin = resolveMargins(child.style, params.frame.contentWidth);
  return {
    child,
    token,
    resume: resumedToken(token),
    margin,
    strut: strutBefore(position.marginStrut, token, margin.top, child.quirkyMargins?.top),
    clearance: clearY(floats.exclusions, child.style.clear),
  };
}

/** Margins at an unforced break are cut off. Source: https://drafts.csswg.org/css-break-3/#break-margins */
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

/** The layout input of an in-flow child. */

import type { BlockLevelBox } from '../../box/tree.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import { isFloating, isOutOfFlow } from '../../css/style-queries.js';
import { type BreakToken, resumedToken } from '../algorithm/break-token.js';
import type { TextBoxTrim } from '../algorithm/constraint-space.js';
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
  /** Whether margins would collapse with it past floats that it clears: its offset is its clearance. */
  readonly clearsAdjoining: boolean;
  /** The sides on which `text-box-trim` reaches the child. */
  readonly trim: TextBoxTrim | undefined;
}

/** Blink: `BlockLayoutAlgorithm::ComputeChildData`. */
export function inflowChildData(
  state: BlockState,
  child: BlockLevelBox,
  token: BreakToken | undefined,
  clearsAdjoining: boolean,
): InflowChildData {
  const { params, position, floats } = state;
  const margin = resolveMargins(child.style, params.geometry.contentWidth);
  return {
    child,
    token,
    resume: resumedToken(token),
    margin,
    strut: strutBefore(position.marginStrut, token, margin.top, child.style.hasMarginBlockStartQuirk),
    clearance: clearY(floats.exclusions, child.style.clear),
    clearsAdjoining: clearsAdjoining && !resumedToken(token),
    trim: trimOfChild(state, child),
  };
}

/** `text-box-trim` passes to the first in-flow child of the fragment and to the last one of the box. */
function trimOfChild({ params, hasInFlowChild }: BlockState, child: BlockLevelBox): TextBoxTrim | undefined {
  const { trim, box } = params;
  const start = trim.start && !hasInFlowChild;
  const end = trim.end && child === box.content.children.findLast((one) => one.kind !== 'text' && isInFlow(one.style));
  return start || end ? { start, end, columns: start && trim.columns === true } : undefined;
}

const isInFlow = (style: LogicalStyle) => !isOutOfFlow(style) && !isFloating(style);

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

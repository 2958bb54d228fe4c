/** The input of block layout. Modelled on Blink's `LayoutAlgorithmParams`. */

import type { BlockBox } from '../../box/tree.js';
import type { BreakToken } from '../algorithm/break-token.js';
import type { ConstraintSpace, FlowSpace, FragmentainerSpace, TextBoxTrim } from '../algorithm/constraint-space.js';
import type { EarlyBreak } from '../algorithm/early-break.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { NO_TRIM, ownTrim } from '../inline/text-box.js';
import {
  calculateFragmentGeometry,
  type FragmentGeometry,
  innerFragmentainer,
  isKnownToFit,
} from './fragment-geometry.js';

export interface BlockParams {
  readonly context: LayoutContext;
  readonly box: BlockBox;
  readonly space: ConstraintSpace;
  /** The box's break token from the previous fragmentainer. */
  readonly resume: BreakToken | undefined;
  /** A better break inside the box from the first pass: layout stops there. */
  readonly earlyBreak: EarlyBreak | undefined;
  readonly geometry: FragmentGeometry;
  /** The block formatting context in which the box participates; undefined: it establishes one. */
  readonly flow: FlowSpace | undefined;
  /** The fragmentainer of the box itself, and that of its content. */
  readonly fragmentainer: FragmentainerSpace | undefined;
  readonly childFragmentainer: FragmentainerSpace | undefined;
  /** `text-box-trim` of the box, and of its ancestors where nothing is between their edges and the box's content. */
  readonly trim: TextBoxTrim;
}

export function createBlockParams(
  context: LayoutContext,
  box: BlockBox,
  space: ConstraintSpace,
  resume: BreakToken | undefined,
): BlockParams {
  const geometry = calculateFragmentGeometry(context, box, space, resume);
  const { fragmentainer, flow } = space;
  return {
    context,
    box,
    space,
    resume,
    earlyBreak: fragmentainer?.earlyBreak,
    geometry,
    flow,
    fragmentainer,
    childFragmentainer: innerFragmentainer(fragmentainer, box, geometry, isKnownToFit(box, space, geometry, resume)),
    trim: usedTrim(box, space.textBoxTrim, geometry),
  };
}

/** Source: https://drafts.csswg.org/css-inline-3/#valdef-text-box-trim-trim-start */
export function usedTrim(
  { style, legend }: BlockBox,
  outer: TextBoxTrim | undefined,
  geometry: FragmentGeometry,
): TextBoxTrim {
  const own = legend ? NO_TRIM : ownTrim(style);
  if (!outer) return own;
  return {
    start: own.start || (outer.start && geometry.top === 0),
    end: own.end || (outer.end && geometry.bottom === 0),
    columns: outer.columns === true && geometry.top === 0,
  };
}

/**
 * Whether default margins at the start and end of the content are ignored.
 * Source: https://html.spec.whatwg.org/multipage/rendering.html#margin-collapsing-quirks
 */
export function ignoresQuirkyMargins({ context, box, space }: BlockParams): boolean {
  if (!context.quirks) return false;
  return space.tableCell !== undefined || (box.origin === undefined && box.element.name === 'body');
}

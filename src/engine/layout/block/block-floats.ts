/** Floats of a block container, and its exclusion space. Blink: `BlockLayoutAlgorithm::HandleFloat`. */

import type { BlockLevelBox } from '../../box/tree.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import { type BreakToken, resumedToken } from '../algorithm/break-token.js';
import type { FragmentBuilder } from '../algorithm/builder.js';
import type { FloatSides } from '../algorithm/constraint-space.js';
import type { PlacedFloat } from '../algorithm/result.js';
import { type ExclusionSpace, NO_EXCLUSIONS } from '../floats/exclusions.js';
import { placeFloat } from '../floats/floats.js';
import type { BfcOffset } from './bfc-offset.js';
import type { BlockParams } from './block-params.js';

export class BlockFloats {
  exclusions: ExclusionSpace;

  constructor(
    private readonly params: BlockParams,
    private readonly builder: FragmentBuilder,
    private readonly offset: BfcOffset,
  ) {
    this.exclusions = params.flow?.exclusions ?? NO_EXCLUSIONS;
  }

  /** @param token  the float's break token from the previous fragmentainer */
  place(child: BlockLevelBox, token: BreakToken | undefined): void {
    const { params, builder, offset } = this;
    const { context, geometry, childFragmentainer } = params;
    const { expected } = offset;
    if (offset.y === undefined) offset.assumeForFloats(expected, sidesOf([child.style]));
    const container = {
      bfcX: offset.x + geometry.left,
      width: geometry.contentWidth,
      y: resumedToken(token) ? expected + geometry.top : offset.next,
      percentageHeight: geometry.percentageHeight,
      fragmentainer: childFragmentainer,
    };
    const { float, token: rest, exclusions } = placeFloat(context, child, container, this.exclusions, token);
    this.exclusions = exclusions;
    builder.addBreakToken(rest);
    if (float) this.#add(float, expected);
  }

  /**
   * Adds floats that inline layout placed.
   * @param y  BFC block offset of the box
   */
  addPlaced(floats: readonly PlacedFloat[], y: number): void {
    for (const float of floats) {
      this.#add(float, y);
      this.builder.addBreakToken(float.breakToken);
    }
  }

  #add(float: PlacedFloat, y: number): void {
    this.builder.propagateFloatBreak(float);
    this.builder.addResult(float, float.bfcX - this.offset.x, float.bfcY - y);
  }
}

/** The sides of floats with these styles. */
export const sidesOf = (styles: readonly LogicalStyle[]): FloatSides => ({
  left: styles.some(({ float }) => float !== 'right'),
  right: styles.some(({ float }) => float === 'right'),
});

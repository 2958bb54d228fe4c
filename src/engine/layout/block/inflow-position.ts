/** The position after the previous in-flow child. */

import { EMPTY_STRUT, type MarginStrut } from './margins.js';

/** Modelled on Blink's `PreviousInflowPosition`. */
export class PreviousInflowPosition {
  /** Block-end edge of the content so far, from the box's border edge, px; `marginStrut` follows. */
  blockOffset = 0;
  marginStrut: MarginStrut = EMPTY_STRUT;
  selfCollapsingChildHadClearance = false;
}

/** Where the next child in flow goes. */

import { EMPTY_STRUT, type MarginStrut } from './margins.js';

/** After Blink's `PreviousInflowPosition`. */
export class PreviousInflowPosition {
  /** Block-end edge of what is laid out so far, from the box's border edge; `marginStrut` comes after it. */
  blockOffset = 0;
  marginStrut: MarginStrut = EMPTY_STRUT;
  selfCollapsingChildHadClearance = false;
}

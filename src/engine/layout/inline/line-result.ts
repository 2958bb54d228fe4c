/** Input and result of the layout of one line. */

import type { BreakToken } from '../algorithm/break-token.js';
import type { FragmentainerSpace } from '../algorithm/constraint-space.js';
import type { LineFragment } from '../algorithm/fragment.js';
import type { Rect } from '../algorithm/geometry.js';
import type { PlacedFloat } from '../algorithm/result.js';
import type { ExclusionSpace } from '../floats/exclusions.js';
import type { OutOfFlow } from '../positioned/out-of-flow.js';

/** A position in inline content, at which layout resumes. Opaque outside inline/. */
export interface InlineToken {
  readonly kind: 'inline-token';
}

/** The constraint space of a line. Lengths in px. */
export interface LineSpace {
  /** Content-box width of the block container. */
  readonly availableWidth: number;
  /** Percentage resolution height of atomic inlines and floats; undefined: indefinite. */
  readonly percentageHeight: number | undefined;
  /** BFC offsets of the container's content left edge and of the line's top. */
  readonly bfcX: number;
  readonly bfcY: number;
  readonly exclusions: ExclusionSpace;
  /** The line is the last one of `line-clamp`: an ellipsis ends it, always or if more content follows in the block. */
  readonly clamped?: 'always' | 'before-more' | undefined;
  /** For the fragmentation of floats. */
  readonly fragmentainer?: FragmentainerSpace;
}

/** The floats before the content of a line. */
export interface LeadingFloats extends Pick<LineResult, 'exclusions' | 'floats' | 'floatTokens'> {
  /** The start of the same line, without these floats. */
  readonly resume: InlineToken;
}

/** A laid-out line. Offsets are from the container's content left edge and `LineSpace.bfcY`, px. */
export interface LineResult {
  /** The x offsets of its children include alignment, indent and the space of floats. */
  readonly line: LineFragment;
  /** Block offset of the line, by which floats push it down. */
  readonly y: number;
  /** Line height; 0 for an empty line. */
  readonly height: number;
  /** Only floats, out-of-flow boxes and collapsed spaces: margins collapse through the line. */
  readonly empty: boolean;
  /** undefined: the content is finished. */
  readonly next: InlineToken | undefined;
  /** Includes the floats of the line. */
  readonly exclusions: ExclusionSpace;
  readonly floats: readonly PlacedFloat[];
  /** Break tokens of floats pushed to the next fragmentainer. */
  readonly floatTokens: readonly BreakToken[];
  /** Its floats before other content, which stay if they push the line past the fragmentainer; undefined: none. */
  readonly leading: LeadingFloats | undefined;
  /** Static positions have the same origin as the line. */
  readonly outOfFlow: readonly OutOfFlow[];
  /** Sides of floats that the following content clears (`<br clear>`). */
  readonly clearAfter: 'none' | 'left' | 'right' | 'both';
  /** Scrollable overflow beyond [0, availableWidth] × [0, height], from the line's top; undefined: none. */
  readonly overflow: Rect | undefined;
}

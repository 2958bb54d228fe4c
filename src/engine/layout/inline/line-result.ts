/** What comes into the layout of one line, and what out of it. */

import type { BreakToken } from '../algorithm/break-token.js';
import type { FragmentainerSpace } from '../algorithm/constraint-space.js';
import type { LineFragment } from '../algorithm/fragment.js';
import type { Rect } from '../algorithm/geometry.js';
import type { PlacedFloat } from '../algorithm/result.js';
import type { ExclusionSpace } from '../floats/exclusions.js';
import type { OutOfFlow } from '../positioned/out-of-flow.js';

/** Where inline content goes on. Opaque to everybody but inline.ts; equal positions need not be equal objects. */
export interface InlineToken {
  readonly kind: 'inline-token';
}

/** What a line needs to know of the block container it is in. */
export interface LineSpace {
  /** Content box of the block container. */
  readonly availableWidth: number;
  /** What percentage heights of atomic inlines and floats refer to; undefined: they are auto. */
  readonly percentageHeight: number | undefined;
  /** The container's content left edge and the line's top in the block formatting context. */
  readonly bfcX: number;
  readonly bfcY: number;
  readonly exclusions: ExclusionSpace;
  /** The last line that shows (`line-clamp`): what comes after it gives way to an ellipsis. */
  readonly isClamped?: boolean;
  /** Where bfcY = 0 is on the page: only for floats that may break. */
  readonly fragmentainer?: FragmentainerSpace;
}

/** One line. Offsets are from the container's content left edge and `LineSpace.bfcY`. */
export interface LineResult {
  /** x of its children starts at the content left edge: alignment, indent and floats are in there. */
  readonly line: LineFragment;
  /** How far floats pushed the line down. */
  readonly y: number;
  /** How much the line takes, from its own top; 0 for an empty one. */
  readonly height: number;
  /** Nothing on the line counts (only floats, absolutes, collapsed space): margins collapse through it. */
  readonly empty: boolean;
  /** undefined: the content is finished. */
  readonly next: InlineToken | undefined;
  /** With the floats met on the line. */
  readonly exclusions: ExclusionSpace;
  readonly floats: readonly PlacedFloat[];
  /** Floats met on the line that go to the next page as a whole. */
  readonly floatTokens: readonly BreakToken[];
  /** x and y as above. */
  readonly outOfFlow: readonly OutOfFlow[];
  /** `<br clear>`: what follows goes below these floats. */
  readonly clearAfter: 'none' | 'left' | 'right' | 'both';
  /** Ink-independent extent beyond [0, availableWidth] x [0, height], from the line's top; undefined: none. */
  readonly overflow: Rect | undefined;
}

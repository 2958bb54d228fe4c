/** Baselines of alignment subjects. Lengths in px. Source: https://drafts.csswg.org/css-align-3/#baseline-export */

import type { LogicalStyle } from '../../css/compute/logical-style.js';
import { uprightCharacters } from '../../css/compute/writing-mode.js';
import type { BoxFragment, LineFragment } from '../algorithm/fragment.js';
import { snap } from '../algorithm/units.js';
import { isScrollContainer } from '../sizing/sizes.js';

/**
 * First or last baseline of a fragment, from its top. Synthesized if it has none; within the box of a scroll container.
 * Sources: https://drafts.csswg.org/css-align-3/#synthesize-baseline, #baseline-export
 */
export function itemBaseline(fragment: BoxFragment, last: boolean): number {
  const own = last ? fragment.lastBaseline : fragment.firstBaseline;
  const baseline = own ?? (hasCentralBaseline(fragment) ? snap(fragment.height / 2) : fragment.height);
  return isScrollContainer(fragment.style) ? Math.max(0, Math.min(baseline, fragment.height)) : baseline;
}

/**
 * Baseline of a line from its block-start side. Lines count it from their line-over side, which is the block-end side
 * of `vertical-lr`.
 */
export function lineBaseline(line: Pick<LineFragment, 'baseline' | 'height'>, style: LogicalStyle): number {
  return style['writing-mode'] === 'vertical-lr' ? line.height - line.baseline : line.baseline;
}

/** Whether a synthesized baseline is central, as in vertical typographic modes. */
function hasCentralBaseline({ box, style }: BoxFragment): boolean {
  if (box.kind !== 'block' || box.context !== 'orthogonal') return uprightCharacters(style) !== undefined;
  const content = box.content.children[0];
  const mode = content && 'writingModes' in content ? content.writingModes?.outside : undefined;
  return mode === 'vertical-rl' || mode === 'vertical-lr';
}

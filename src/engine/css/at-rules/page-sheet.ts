/** The sheet around a page box. Source: https://drafts.csswg.org/css-page-3/#page-sheet */

import type { PageSheet } from '../compute/styled-document.js';
import { PX_PER_UNIT } from '../values/units.js';
import type { PageDescriptors, PageMarks } from './page-descriptors.js';

const PT = PX_PER_UNIT.pt!;

/** `bleed: auto` with crop marks, px. Source: https://drafts.csswg.org/css-page-3/#bleed */
const AUTO_BLEED = 6 * PT;

/** Length of marks, and their distance from the edge of the sheet; px. */
export const MARK_LENGTH = 18 * PT;
const EDGE = 6 * PT;
/** The least distance of marks from the page box, so that they are not on a sheet that is cut inaccurately; px. */
const MIN_MARK_OFFSET = 6 * PT;

const ROTATIONS = { upright: 0, 'rotate-left': 270, 'rotate-right': 90 } as const;

interface Descriptors {
  readonly marks: PageMarks;
  /** px */
  readonly bleed: number | 'auto';
  readonly orientation: PageDescriptors['page-orientation'];
}

/**
 * A bleed applies without marks, too: print shops ask for it without, and draw their own.
 * @returns undefined: the sheet is the page box
 */
export function sheetOf({ marks, bleed, orientation }: Descriptors): PageSheet | undefined {
  const rotation = ROTATIONS[orientation];
  const used = bleed !== 'auto' ? bleed : marks.crop ? AUTO_BLEED : 0;
  const hasMarks = marks.crop || marks.cross;
  if (!hasMarks && used === 0 && rotation === 0) return undefined;
  const margin = hasMarks ? markOffset(used) + MARK_LENGTH + EDGE : used;
  return { marks, bleed: used, margin, rotation };
}

/** Distance of marks from the page box, which is outside of the bleed; px. */
export function markOffset(bleed: number): number {
  return Math.max(bleed, MIN_MARK_OFFSET);
}

import type { DisplayList } from './display-list.js';

/** pt per px. */
const POINTS = 0.75;

/** The sheet around a page box, pt. */
export interface PageBoxes {
  readonly bleed: number;
  /** From the page box to the edge of the sheet. */
  readonly margin: number;
  /** Degrees clockwise. */
  readonly rotation: 0 | 90 | 270;
}

/** The sheets of pages with bleed, marks or rotation; empty: there are none. */
export function pageBoxesOf({ pages }: DisplayList): (PageBoxes | undefined)[] {
  if (pages.every(({ sheet }) => !sheet)) return [];
  return pages.map(
    ({ sheet }) => sheet && { bleed: sheet.bleed * POINTS, margin: sheet.margin * POINTS, rotation: sheet.rotation },
  );
}

import type { PageLabel } from '../layout/page/page-layout.js';
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

export interface PageEntries {
  /** Sheets of pages with bleed, marks or rotation; empty: there are none. */
  readonly boxes: readonly (PageBoxes | undefined)[];
  /** Empty: they are the numbers of the pages in the file. */
  readonly labels: readonly PageLabel[];
}

/** Entries of pages in the finished PDF. */
export function pageEntries({ pages }: DisplayList): PageEntries {
  const hasSheets = pages.some(({ sheet }) => sheet);
  const labels = pages.map(({ label }, index) => label ?? numbered(index));
  return {
    boxes: hasSheets
      ? pages.map(
          ({ sheet }) =>
            sheet && { bleed: sheet.bleed * POINTS, margin: sheet.margin * POINTS, rotation: sheet.rotation },
        )
      : [],
    labels: labels.every(({ text }, index) => text === String(index + 1)) ? [] : labels,
  };
}

const numbered = (index: number): PageLabel => ({ text: String(index + 1), value: index + 1, numbering: 'decimal' });

/** Inline SVG that the PDF writer cannot read. */

import type { Report } from '../diagnostics.js';

/** Keys of inline drawings. */
export const INLINE_DRAWING = /^svg-\d+$/;

/** @param count  drawings that are left out */
export function reportBrokenDrawings(count: number, report: Report): void {
  if (count > 0) report.add('UnsupportedElement', '<svg>', 'the inline SVG cannot be parsed', count);
}

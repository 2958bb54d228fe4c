/** The boundaries of pages. Source: ISO 32000-1, 14.11.2 */

import type { PageBoxes } from '../engine/finishing.js';
import type { PdfObject } from './syntax/objects.js';
import { pagesOf } from './syntax/pages.js';
import type { PdfObjects } from './syntax/read.js';

/**
 * Gives pages their boxes and rotation. The origin stays at the corner of the page box, so that all places on the page
 * stay as they are: what lies outside of it has negative coordinates.
 */
export function setBoxes(file: PdfObjects, boxes: readonly (PageBoxes | undefined)[]): void {
  if (boxes.length === 0) return;
  for (const [index, { dict: page }] of pagesOf(file).entries()) {
    const own = boxes[index];
    if (!own) continue;
    const { bleed, margin, rotation } = own;
    const trim = (file.array(page.get('MediaBox')) ?? []) as number[];
    if (margin > 0) {
      page.set('MediaBox', outset(trim, margin));
      page.set('BleedBox', outset(trim, bleed));
      page.set('TrimBox', trim);
    }
    if (rotation !== 0) page.set('Rotate', rotation);
  }
}

function outset([left = 0, bottom = 0, right = 0, top = 0]: readonly number[], by: number): PdfObject {
  return [left - by, bottom - by, right + by, top + by].map((value) => Math.round(value * 1000) / 1000);
}

/** Border boxes as strings, for assertions. */

import { geometryById, layOut } from './lay-out.js';

const STYLE = '<!DOCTYPE html><style>body { margin: 0; font: 20px/20px "Courier New" } p { margin: 0 }</style>';

/**
 * Lays out the content of a body without margin, in 20px lines of 12px letters.
 * @returns the border box of each element with an id as "x,y width×height", px from the page area; "page 2: …" on later
 *   pages; joined with " + " where the element breaks
 */
export function rects(html: string): Record<string, string> {
  const found = geometryById(layOut(STYLE + html).layout);
  return Object.fromEntries(
    [...found].map(([id, parts]) => [
      id,
      parts
        .map(({ page, x, y, width, height }) => {
          const place = `${round(x)},${round(y)} ${round(width)}×${round(height)}`;
          return page === 0 ? place : `page ${page + 1}: ${place}`;
        })
        .join(' + '),
    ]),
  );
}

/** Rounds multiples of 1/64 px. */
function round(value: number): number {
  const rounded = Math.round(value * 10) / 10;
  return rounded === 0 ? 0 : rounded;
}

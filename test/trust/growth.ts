/** Measures how the cost of a document grows with its size. */

import { EngineError } from '../../src/engine/errors.js';
import type { PdfWriter } from '../../src/engine/render.js';
import { Engine } from '../../src/engine/render.js';
import type { FontFace } from '../../src/engine/text/types.js';
import { openFont } from '../../src/fonts/document-fonts.js';
import { loadPatterns } from '../../src/hyphenation.js';
import type { Growing } from './constructs.js';

export interface Cost {
  readonly size: number;
  /** Checks of the time limit, one for each element, box, line and item. */
  readonly checks: number;
  /** Milliseconds of the processor. */
  readonly time: number;
  /** The error code, if it was refused. */
  readonly refusal: string | undefined;
}

/** Checks between two readings of the clock (deadline.ts). */
const CHECKS_PER_READING = 64;

/** @param seconds  the limit for a document, in processor time */
export function costOf(
  { html }: Growing,
  size: number,
  fonts: readonly FontFace[],
  writer: PdfWriter,
  seconds = 60,
): Cost {
  let readings = 0;
  const start = process.cpuUsage().user;
  const used = () => (process.cpuUsage().user - start) / 1000;
  const engine = new Engine({
    fonts,
    openFont,
    loadPatterns,
    clock: () => {
      readings += 1;
      return used();
    },
    limits: { maxTime: seconds, maxPages: 100_000 },
  });
  let refusal: string | undefined;
  try {
    engine.render({ html: html(size), now: 0 }, writer);
  } catch (error) {
    refusal = error instanceof EngineError ? error.code : `${error}`.slice(0, 200);
  }
  return { size, checks: readings * CHECKS_PER_READING, time: used(), refusal };
}

/** The exponent with which a quantity grows from one size to the next. */
export function exponent(before: number, after: number, sizes: number): number {
  return Math.log(Math.max(1, after) / Math.max(1, before)) / Math.log(sizes);
}

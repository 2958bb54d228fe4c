/** Runs of punctuation that loses half its width, by an OpenType feature of their own. */

import { contextStart, type TextAround } from './glyph-clusters.js';
import { type Features, parseFeatures } from './harfbuzz.js';
import type { GlyphRun } from './types.js';

/** Splits halved punctuation into runs of its own, which need another OpenType feature. */
export function splitHalved(whole: GlyphRun, halved: readonly number[]): GlyphRun[] {
  if (halved.length === 0) return [whole];
  const { glyphs: _, ...run } = whole;
  const runs: GlyphRun[] = [];
  let start = run.start;
  for (const index of halved) {
    if (index > start) runs.push({ ...run, start, end: index });
    runs.push({ ...run, start: index, end: index + 1, features: HALVED });
    start = index + 1;
  }
  if (start < run.end) runs.push({ ...run, start });
  return runs;
}

const HALVED = ['halt=1'];

/** The features of halved punctuation for HarfBuzz, which counts from the context of the run. */
export function halves(run: GlyphRun, halved: readonly number[], around: TextAround | undefined): Features {
  const from = contextStart(run, around);
  return parseFeatures(halved.map((index) => `halt[${index - from}:${index - from + 1}]`));
}

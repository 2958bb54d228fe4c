/** Diagnostics for characters without a glyph in the available fonts. */

import { partitionPoint } from '../../collections/partition-point.js';
import { describeElement } from '../../html/dom.js';
import { missingGlyphs } from '../../text/missing-glyphs.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { TextItem } from './inline-items.js';

/**
 * Reports `MissingGlyph` for each character of the item that has no glyph, as a notice in hidden text; the report counts
 * repetitions.
 */
export function reportMissingGlyphs(context: LayoutContext, item: TextItem): void {
  const { box, shaped, shapedStart, start, end, style, symbol } = item;
  if (symbol) return;
  const { runs } = shaped;
  for (let i = partitionPoint(runs, (run) => run.end + shapedStart <= start); i < runs.length; i++) {
    const run = runs[i]!;
    if (run.start + shapedStart >= end) break;
    if (run.complete) continue;
    const from = Math.max(start, run.start + shapedStart);
    const to = Math.min(end, run.end + shapedStart);
    if (from >= to) continue;
    const text = shaped.text.slice(from - shapedStart, to - shapedStart);
    const { element } = box;
    const isSeen = box.style.visibility === 'visible' && box.style['font-size'] > 0 && !context.isHidden?.(element);
    for (const name of missingGlyphs(text, style.shape.font, context.fonts)) {
      if (isSeen) context.report.add('MissingGlyph', name, describeElement(element));
      else context.report.notice('MissingGlyph', name, describeElement(element));
    }
  }
}

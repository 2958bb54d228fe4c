/** Diagnostics for characters without a glyph in the available fonts. */

import { describeElement } from '../../html/dom.js';
import { graphemeBoundaries } from '../../text/graphemes.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { TextItem } from './inline-items.js';

/** Reports `MissingGlyph` for each character of the item that has no glyph; the report counts repetitions. */
export function reportMissingGlyphs(context: LayoutContext, item: TextItem): void {
  const { shaped, shapedStart, start, end, style, symbol } = item;
  if (symbol) return;
  for (const run of shaped.runs) {
    if (run.complete) continue;
    const from = Math.max(start, run.start + shapedStart);
    const to = Math.min(end, run.end + shapedStart);
    if (from >= to) continue;
    const clusters = clustersOf(shaped.text.slice(from - shapedStart, to - shapedStart));
    const choices = context.fonts.facesFor(clusters, style.shape.font);
    for (const [i, cluster] of clusters.entries()) {
      if (!choices[i]!.complete) context.report.add('MissingGlyph', nameOf(cluster), describeElement(item.box.element));
    }
  }
}

function clustersOf(text: string): string[] {
  const boundaries = graphemeBoundaries(text);
  const clusters: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = start + 1;
    while (end < text.length && boundaries[end] === 0) end++;
    clusters.push(text.slice(start, end));
    start = end;
  }
  return clusters;
}

/** `𓀀 (U+13000)` */
function nameOf(cluster: string): string {
  const codePoints = [...cluster].map(
    (char) => `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`,
  );
  return `${cluster} (${codePoints.join(' ')})`;
}

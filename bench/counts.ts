/** How often layout visits the boxes of a document: exact figures, the same on every machine. */

import type { BlockLevelBox } from '../src/engine/box/tree.js';
import { describeElement } from '../src/engine/html/dom.js';
import { LayoutCounts } from '../src/engine/layout/algorithm/layout-counts.js';
import { Engine } from '../src/engine/render.js';
import { openFont } from '../src/fonts/document-fonts.js';
import { loadFonts } from '../src/fonts/fonts.js';
import { loadPatterns } from '../src/hyphenation.js';

export interface Counts {
  /** Boxes that were laid out or measured. */
  readonly boxes: number;
  readonly layouts: number;
  readonly measurements: number;
  /** Runs of text shaped, by an engine that has seen no other document. */
  readonly shapings: number;
  /** Boxes laid out or measured more than once, as `2 layouts, 1 measurements: flow div.name`, and how many of each. */
  readonly repeated: Readonly<Record<string, number>>;
}

const fonts = loadFonts();

export function countsOf(html: string): Counts {
  const counts = new LayoutCounts();
  new Engine({ fonts, openFont, loadPatterns, counts }).validate({ html });
  const boxes = new Set([...counts.layouts.keys(), ...counts.measurements.keys()]);
  const repeated: Record<string, number> = {};
  for (const box of boxes) {
    const layouts = counts.layouts.get(box) ?? 0;
    const measurements = counts.measurements.get(box) ?? 0;
    if (layouts <= 1 && measurements <= 1) continue;
    const key = `${layouts} layouts, ${measurements} measurements: ${describe(box)}`;
    repeated[key] = (repeated[key] ?? 0) + 1;
  }
  return {
    boxes: boxes.size,
    layouts: sum(counts.layouts),
    measurements: sum(counts.measurements),
    shapings: counts.shapings,
    repeated,
  };
}

/** E.g. `flow td.amount`, `anonymous flow body`: equal for the cells of a column. */
function describe(box: BlockLevelBox): string {
  const context = box.kind === 'block' ? box.context : box.kind;
  const path = describeElement(box.element).replace(/(?:#[\w-]+|:nth-of-type\(\d+\))/g, '');
  return [box.origin, context, path.split(' > ').at(-1)].filter(Boolean).join(' ');
}

const sum = (counts: ReadonlyMap<unknown, number>) => [...counts.values()].reduce((total, count) => total + count, 0);

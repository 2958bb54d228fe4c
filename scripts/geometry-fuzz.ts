/**
 * Compares the geometry of all boxes of random documents with Chromium's: in print media, on a page area large enough
 * to avoid page breaks. Prints the share of documents in which every box is within 1 px, and the smallest failing ones.
 * Documents of the areas `paged…` and `templates` are printed on small pages and compared by words, which must be on the same pages,
 * with `--exact` also within 1 px of the same position.
 *
 *   npm run fuzz:geometry -- [tables floats flex grid multicol paged paged-flex paged-grid templates]
 *     [--count 300] [--seed 1] [--show 5] [--only 17] [--exact] [--writing-mode vertical-rl]
 *
 * Areas are the files of scripts/geometry-fuzz/ listed in GENERATORS, default all. `--show n` reduces the n shortest
 * failing documents of an area to the failing part and prints them with the boxes that differ.
 * `--only i` shows the i-th document of the seed, and its reduced form.
 * `--writing-mode` sets the writing mode of the documents; `mixed` sets random ones on some elements.
 * A generator takes Choices (document.ts) and builds a FuzzDocument with `element`; ids are assigned on output.
 * Requires Chromium (CHROMIUM, default /usr/bin/chromium) and, for `paged…`, MuPDF's mutool.
 */

import { parseArgs } from 'node:util';
import { launchChromium } from './chromium.js';
import { Comparison } from './geometry-fuzz/compare.js';
import { flex, grid, multicol } from './geometry-fuzz/containers.js';
import { Choices, type FuzzDocument, type Generator, write } from './geometry-fuzz/document.js';
import { floats } from './geometry-fuzz/floats.js';
import { paged, pagedFlex, pagedGrid } from './geometry-fuzz/paged.js';
import { PrintComparison } from './geometry-fuzz/print.js';
import { shrink } from './geometry-fuzz/shrink.js';
import { tables } from './geometry-fuzz/tables.js';
import { templates } from './geometry-fuzz/templates.js';
import { inWritingMode } from './geometry-fuzz/writing-modes.js';

const PAGED: Readonly<Record<string, Generator>> = {
  paged,
  'paged-flex': pagedFlex,
  'paged-grid': pagedGrid,
  templates,
};
const GENERATORS: Readonly<Record<string, Generator>> = { tables, floats, flex, grid, multicol, ...PAGED };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '5' },
    only: { type: 'string' },
    exact: { type: 'boolean', default: false },
    'writing-mode': { type: 'string' },
  },
});

const browser = await launchChromium();
try {
  const boxes = await Comparison.open(browser);
  const prints = new PrintComparison(browser, values.exact);
  for (const area of positionals.length > 0 ? positionals : Object.keys(GENERATORS)) {
    const generator = GENERATORS[area];
    if (!generator) throw new Error(`No such area: ${area}; there are ${Object.keys(GENERATORS).join(', ')}`);
    const comparison = area in PAGED ? prints : boxes;
    if (values.only !== undefined) await showOne(comparison, generator, Number(values.only));
    else await run(comparison, area, generator);
  }
} finally {
  await browser.close();
}

interface Comparable {
  differences(document: FuzzDocument): Promise<string[] | undefined>;
}

interface Failure {
  readonly index: number;
  readonly document: FuzzDocument;
}

async function run(comparison: Comparable, area: string, generator: Generator): Promise<void> {
  const count = Number(values.count);
  const failures: Failure[] = [];
  let compared = 0;
  for (let index = 0; compared < count; index++) {
    const document = make(generator, index);
    const differences = await comparison.differences(document);
    if (!differences) continue;
    compared += 1;
    if (differences.length > 0) failures.push({ index, document });
  }
  const share = ((100 * (count - failures.length)) / count).toFixed(1);
  console.log(`${area}: ${share} % of ${count} documents agree (seed ${values.seed})`);
  if (failures.length > 0) console.log(`  differing: ${failures.map(({ index }) => index).join(' ')}`);
  failures.sort((a, b) => write(a.document).length - write(b.document).length);
  for (const failure of failures.slice(0, Number(values.show))) await showSmallest(comparison, failure);
}

/** Each document has its own seed, so that it can be generated alone. */
function make(generator: Generator, index: number): FuzzDocument {
  const mode = values['writing-mode'];
  const converted = mode === undefined ? generator : inWritingMode(generator, mode);
  return converted(new Choices(Math.imul(Number(values.seed), 0x9e3779b1) + index));
}

async function showOne(comparison: Comparable, generator: Generator, index: number): Promise<void> {
  const document = make(generator, index);
  const differences = await comparison.differences(document);
  console.log(`${write(document)}\n${differences ? differences.join('\n') || 'agrees' : 'cannot be compared'}`);
  if (differences?.length) await showSmallest(comparison, { index, document });
}

async function showSmallest(comparison: Comparable, { index, document }: Failure): Promise<void> {
  const smallest = await shrink(document, async (one) => ((await comparison.differences(one)) ?? []).length > 0);
  console.log(`\n--- document ${index}`);
  console.log(write(smallest));
  for (const line of (await comparison.differences(smallest)) ?? []) console.log(`  ${line}`);
}

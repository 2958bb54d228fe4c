/**
 * Memory over many renders: invoices that differ, and documents of the suite, one after the other. It is flat when the
 * last samples are no higher than those after the caches have filled.
 *
 *   npm run bench:soak -- [--renders N] [--engine wasm|core|typst]       Linux only
 */

import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createRenderer, type PdfBackendChoice } from '../src/index.js';
import { invoice } from './documents/invoice.js';
import { memoryOfTree } from './memory.js';

const { values } = parseArgs({
  options: { renders: { type: 'string', default: '10000' }, engine: { type: 'string', default: 'wasm' } },
});
const renders = Number(values.renders);
const SAMPLES = 10;
/** Each so many-th document is one of the suite; the others are invoices. */
const OF_SUITE = 4;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const SUITE = 'test/suite';
const suite = readdirSync(SUITE, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.html'))
  .sort()
  .map((name) => readFileSync(join(SUITE, name), 'utf8'));
const documentAt = (index: number): string =>
  index % OF_SUITE === 0 ? suite[(index / OF_SUITE) % suite.length]! : invoice(1 + (index % 40), index);

const renderer = createRenderer({ engine: values.engine as PdfBackendChoice });
const samples: { readonly renders: number; readonly memory: number; readonly heap: number }[] = [];
const since = performance.now();
for (let index = 1; index <= renders; index += 1) {
  await renderer.render({ html: documentAt(index) });
  if (index % Math.ceil(renders / SAMPLES) !== 0) continue;
  collect();
  samples.push({ renders: index, memory: memoryOfTree(process.pid), heap: process.memoryUsage().heapUsed });
  console.error(JSON.stringify(samples.at(-1)));
}
await renderer.close();
const half = samples.slice(Math.floor(samples.length / 2));
console.log(
  JSON.stringify({
    load: loadavg()[0],
    engine: values.engine,
    renders,
    seconds: (performance.now() - since) / 1000,
    samples,
    /** Bytes of memory and of heap from the middle to the end. */
    growth: {
      memory: half.at(-1)!.memory - half[0]!.memory,
      heap: half.at(-1)!.heap - half[0]!.heap,
    },
  }),
);

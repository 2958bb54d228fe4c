/**
 * How long the example invoice takes, warm, in one process, on one core: from template and data to PDF, by stage.
 *
 *   npm run bench -- [--runs N] [--engine auto|core|wasm|native] [--json]
 */

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ENGINES } from '../src/engine/document.js';
import { createRenderer } from '../src/index.js';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '200' }, engine: { type: 'string' }, json: { type: 'boolean' } },
});
const runs = Number(values.runs);
const engine = ENGINES.find((name) => name === values.engine) ?? 'auto';

/** Rounds until the compiler of JavaScript has settled and the caches are filled. */
const WARM_UP = 50;

const renderer = createRenderer({ engine });
const html = readFileSync('examples/invoice.html', 'utf8');
const example = JSON.parse(readFileSync('examples/invoice.json', 'utf8'));

/** No two are equal: caches that only serve a document rendered before count for nothing. */
function invoice(run: number): Record<string, unknown> {
  const invoice = { ...example.invoice, number: `2026-${1000 + run}` };
  const customer = { ...example.customer, name: `${example.customer.name} ${1000 + run}` };
  const items = example.items.map((item: { price: number }, i: number) => ({
    ...item,
    price: item.price + ((run + WARM_UP) * 7 + i * 13) / 100,
  }));
  return { ...example, invoice, customer, items };
}

const samples = new Map<string, number[]>();
for (let run = -WARM_UP; run < runs; run += 1) {
  const input = { html, data: invoice(run) };
  const start = performance.now();
  const used = process.cpuUsage();
  const { times } = await renderer.render(input);
  const total = performance.now() - start;
  // What the processor did for us: tells how much of the total was waiting on a machine with other work.
  const { user, system } = process.cpuUsage(used);
  if (run < 0) continue;
  for (const [stage, ms] of Object.entries({ ...times, total, processor: (user + system) / 1000 })) {
    const known = samples.get(stage);
    if (known) known.push(ms);
    else samples.set(stage, [ms]);
  }
}
await renderer.close();

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

const rows = [...samples].map(([stage, times]) => {
  const sorted = times.toSorted((a, b) => a - b);
  return { stage, least: percentile(sorted, 0), median: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) };
});

if (values.json) console.log(JSON.stringify({ engine, runs, milliseconds: rows }, undefined, 2));
else {
  console.log(`examples/invoice.html, ${engine} engine, ${runs} runs, milliseconds`);
  const line = (name: string, columns: readonly string[]) =>
    console.log(name.padEnd(10) + columns.map((text) => text.padStart(10)).join(''));
  line('stage', ['least', 'median', 'p95']);
  for (const { stage, least, median, p95 } of rows)
    line(
      stage,
      [least, median, p95].map((ms) => ms.toFixed(2)),
    );
}

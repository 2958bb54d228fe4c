/**
 * Measures the rendering time of the example invoice by stage, from template and data to PDF, warm, in one process.
 *
 *   npm run bench:stages -- [--runs N] [--engine auto|core|wasm|typst] [--new] [--json]
 *
 * --new  compares, in turns, with the same invoice from a template that was not seen before
 */

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { PDF_BACKENDS } from '../src/engine/document.js';
import { createRenderer } from '../src/index.js';
import { percentile } from './measure.js';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    engine: { type: 'string' },
    new: { type: 'boolean' },
    json: { type: 'boolean' },
  },
});
const runs = Number(values.runs);
const backend = PDF_BACKENDS.find((name) => name === values.engine) ?? 'auto';

/** Runs before measuring, until JIT compilation and caches are warm. */
const WARM_UP = 50;

const renderer = createRenderer({ engine: backend });
const html = readFileSync('examples/invoice.html', 'utf8');
const example = JSON.parse(readFileSync('examples/invoice.json', 'utf8'));

/** All are different, so that caches of whole documents have no effect. */
function invoice(run: number): Record<string, unknown> {
  const invoice = { ...example.invoice, number: `2026-${1000 + run}` };
  const customer = { ...example.customer, name: `${example.customer.name} ${1000 + run}` };
  const items = example.items.map((item: { price: number }, i: number) => ({
    ...item,
    price: item.price + ((run + WARM_UP) * 7 + i * 13) / 100,
  }));
  return { ...example, invoice, customer, items };
}

/** Differs in a style sheet and in a comment, so that no cache knows them. */
const fresh = (run: number) =>
  html.replaceAll('<style>', `<style>/* ${run} */`).replace('<body', `<!-- ${run} --><body`);

/** Times of the stages, ms. */
class Samples {
  readonly #stages = new Map<string, number[]>();

  async render(input: { readonly html: string; readonly data: Record<string, unknown> }): Promise<void> {
    const start = performance.now();
    const used = process.cpuUsage();
    const { times } = await renderer.render(input);
    const total = performance.now() - start;
    // CPU time, which shows how much of the total was waiting on a busy machine.
    const { user, system } = process.cpuUsage(used);
    for (const [stage, ms] of Object.entries({ ...times, total, processor: (user + system) / 1000 })) {
      const known = this.#stages.get(stage);
      if (known) known.push(ms);
      else this.#stages.set(stage, [ms]);
    }
  }

  get rows() {
    return [...this.#stages].map(([stage, times]) => {
      return { stage, min: percentile(times, 0), median: percentile(times, 0.5), p95: percentile(times, 0.95) };
    });
  }
}

const known = new Samples();
const first = new Samples();
const warmUp = new Samples();
for (let run = -WARM_UP; run < runs; run += 1) {
  const data = invoice(run);
  await (run < 0 ? warmUp : known).render({ html, data });
  if (values.new) await (run < 0 ? warmUp : first).render({ html: fresh(run), data });
}
await renderer.close();

const results = { known: known.rows, ...(values.new && { new: first.rows }) };
if (values.json) console.log(JSON.stringify({ backend, runs, milliseconds: results }, undefined, 2));
else for (const [template, rows] of Object.entries(results)) print(template, rows);

function print(template: string, rows: Samples['rows']): void {
  console.log(`examples/invoice.html, ${template} template, ${backend}, ${runs} runs, milliseconds`);
  const line = (name: string, columns: readonly string[]) =>
    console.log(name.padEnd(10) + columns.map((text) => text.padStart(10)).join(''));
  line('stage', ['min', 'median', 'p95']);
  for (const { stage, min, median, p95 } of rows)
    line(
      stage,
      [min, median, p95].map((ms) => ms.toFixed(2)),
    );
}

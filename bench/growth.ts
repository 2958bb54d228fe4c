/**
 * How the cost of a document grows with what once grew faster than the document: columns inside columns, dense grids, texts
 * of targets, and rules that match everything. Processor seconds of `validate`, the smaller of two runs.
 *
 *   npm run bench:growth
 */

import { loadavg } from 'node:os';
import { createRenderer } from '../src/index.js';

const RUNS = 2;
const SECONDS = 120;

const times = (count: number, part: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => part(n)).join('');
const paragraphs = (count: number): string => times(count, (n) => `<p>Paragraph ${n} of some words</p>`);

const DOCUMENTS: Readonly<
  Record<string, { readonly sizes: readonly number[]; readonly html: (size: number) => string }>
> = {
  'columns in columns, levels, 200 paragraphs inside': {
    sizes: [4, 5, 6, 7, 8, 9],
    html: (levels) => `${'<div style="columns: 2">'.repeat(levels)}${paragraphs(200)}`,
  },
  'columns in columns, levels, paragraphs around each': {
    sizes: [4, 5, 6, 7, 8, 9],
    html: (levels) =>
      times(levels, () => `${paragraphs(3)}<div style="columns: 2">`) + times(levels, () => `</div>${paragraphs(3)}`),
  },
  'items of a dense grid': {
    sizes: [1250, 2500],
    html: (items) =>
      `<div style="display: grid; grid: auto-flow dense / repeat(12, 1fr)">${times(items, (n) => `<i style="grid-column: span ${1 + (n % 5)}; grid-row: span ${1 + (n % 3)}">${n}</i>`)}</div>`,
  },
  'links whose texts repeat others': {
    sizes: [2, 4, 8],
    html: (links) =>
      `<style>a::after { content: target-text(attr(href)) target-text(attr(href)) }</style>${times(links, (n) => `<h2 id="h${n}">Title <a href="#h${n - 1}">x</a></h2>`)}${paragraphs(300)}`,
  },
  'rules of :not()': {
    sizes: [1250, 2500],
    html: (rules) => `<style>${times(rules, (n) => `:not(.c${n}) { color: #00${n % 10} }`)}</style>${paragraphs(200)}`,
  },
};

const renderer = createRenderer({ limits: { maxTime: SECONDS } });
const results: Record<string, Record<string, number | string>> = {};
for (const [name, { sizes, html }] of Object.entries(DOCUMENTS)) {
  results[name] = {};
  for (const size of sizes) results[name][size] = await cost(html(size));
  console.error(name, JSON.stringify(results[name]));
}
await renderer.close();
console.log(JSON.stringify({ load: loadavg()[0], results }, undefined, 1));

async function cost(html: string): Promise<number | string> {
  let min = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run += 1) {
    const before = process.cpuUsage();
    const { pages } = await renderer.validate({ html });
    if (pages < 1) return 'no pages';
    const { user, system } = process.cpuUsage(before);
    min = Math.min(min, (user + system) / 1e6);
  }
  return Math.round(min * 100) / 100;
}

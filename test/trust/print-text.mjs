// Prints a long text, and tells the pages and the most memory that the process took: print-text.mjs LIBRARY ELEMENT BYTES

import { readFileSync } from 'node:fs';

const [library, element, size] = process.argv.slice(2);
const { createRenderer } = await import(library);
const lines = [];
for (let i = 0, length = 0; length < Number(size); i += 1) {
  lines.push(
    `2026-11-28T12:00:${i % 60} INFO [worker-${i % 16}] request ${i} took ${i % 97} ms, wrote ${i * 31} bytes\n`,
  );
  length += lines.at(-1).length;
}
const html = `<style>body { font: 8pt Cousine }</style><${element}>${lines.join('')}`;
lines.length = 0;
const limits = { maxPages: 10_000, maxTime: Number.POSITIVE_INFINITY, maxHtmlLength: 30e6, maxInlineText: 30e6 };
const renderer = createRenderer({ limits });
const { pages } = await renderer.render({ html, template: false });
await renderer.close();
const [, peak] = /VmHWM:\s*(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'));
console.log(JSON.stringify({ pages, peak: Number(peak) * 1024 }));

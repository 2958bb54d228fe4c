/**
 * Compares Platen with other engines: the same documents in one run, interleaved, warm, with new content every time.
 *
 *   npm run bench -- [--engines NAME,…] [--documents NAME,…] [--runs N] [--rivals FOLDER] [--json FILE] [--docs]
 *
 * --rivals  made by `node scripts/install-rivals.mjs FOLDER`; reports the engines that are not installed
 * --runs    rounds of the shortest documents (default 40); longer ones take a share
 * --json    writes the figures, and how often layout visits boxes
 * --docs    writes docs/benchmarks.md and its plots
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { countsOf } from './counts.js';
import { DOCUMENTS } from './documents/documents.js';
import { ENGINES } from './engines/engines.js';
import { type Measurements, measure, SAMPLE } from './measure.js';
import { machine, writeDocs } from './report.js';
import { table } from './table.js';

const { values } = parseArgs({
  options: {
    engines: { type: 'string', default: Object.keys(ENGINES).join() },
    documents: { type: 'string', default: Object.keys(DOCUMENTS).join() },
    runs: { type: 'string', default: '40' },
    rivals: { type: 'string', default: '' },
    json: { type: 'string' },
    docs: { type: 'boolean' },
  },
});
const engines = chosen(values.engines, ENGINES);
const folder = mkdtempSync(join(tmpdir(), 'platen-bench-'));
const results: Record<string, Measurements> = {};
try {
  for (const name of chosen(values.documents, DOCUMENTS)) {
    const document = DOCUMENTS[name]!;
    const runs = Math.max(3, Math.round(Number(values.runs) * document.share));
    const onProgress = (text: string) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text}`);
    results[name] = await measure(document, { engines, runs, rivals: resolve(values.rivals), folder, onProgress });
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    console.log(`${document.title}\n${table(results[name])}\n`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
const figures = { machine: machine(), results };
if (values.json) {
  const counts = Object.fromEntries(
    Object.keys(results).map((name) => [name, countsOf(DOCUMENTS[name]!.html(SAMPLE))] as const),
  );
  writeFileSync(values.json, `${JSON.stringify({ ...figures, counts }, undefined, 1)}\n`);
}
if (values.docs) writeDocs(figures);

function chosen(list: string, known: Readonly<Record<string, unknown>>): string[] {
  const names = list.split(',');
  const unknown = names.find((name) => !(name in known));
  if (unknown === undefined) return names;
  console.error(`There is no "${unknown}"; there are ${Object.keys(known).join(', ')}`);
  process.exit(2);
}

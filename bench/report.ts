/** docs/benchmarks.md and its plots. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { DOCUMENTS } from './documents/documents.js';
import { ENGINES } from './engines/engines.js';
import type { Measurements } from './measure.js';
import { cells, number } from './table.js';

export interface Figures {
  readonly machine: ReturnType<typeof machine>;
  /** By document, then by engine. */
  readonly results: Readonly<Record<string, Measurements>>;
}

export function machine() {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memory: totalmem(),
    node: process.version,
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    date: new Date().toISOString().slice(0, 10),
  };
}

export function writeDocs(figures: Figures): void {
  mkdirSync('docs/images/benchmarks', { recursive: true });
  for (const [name, results] of Object.entries(figures.results))
    writeFileSync(`docs/images/benchmarks/${name}.svg`, plot(DOCUMENTS[name]!.title, results));
  writeFileSync('docs/benchmarks.md', page(figures));
}

function page({ machine, results }: Figures): string {
  const versions = new Map<string, string>();
  for (const result of Object.values(results))
    for (const [name, measured] of Object.entries(result))
      if (!('error' in measured)) versions.set(ENGINES[name]!.title, measured.version);
  const sections = Object.entries(results).map(([name, result]) => {
    const { title } = DOCUMENTS[name]!;
    return `## ${title}\n\n![${title}: median time](images/benchmarks/${name}.svg)\n\n${markdown(result)}\n`;
  });
  return `# Benchmarks

Each engine renders the same documents in one run, interleaved: in a round each has a turn, which is a quarter of a
second or a hundred documents, and no two documents have the same content. Engines run in processes of their own and are
warm: each has rendered the document a thousand times before, or for six seconds. Ratios within a table hold on other
machines; absolute times do not.

- **median, least, p95** of a render, in ms, from HTML to the finished PDF
- **memory**: what the engine's processes hold after a turn, the most that was seen
- **heap**: what a render allocates on the JavaScript heap (Platen alone)
- **words, in place**: the share of the words of Chromium's print that the PDF has, and of those of its first page that
  stand within 18 pt of their place. A document with fewer than 97 % or 80 % is rendered wrong: its times are in
  parentheses and do not count.

${machine.processor}, ${machine.cores} cores, ${number(machine.memory / 2 ** 30)} GB; Node ${machine.node}; Platen at ${machine.commit}; ${machine.date}.
${[...versions].map(([title, version]) => `${title} ${version}`).join('; ')}.

Run it yourself: engines that are not installed are left out.

\`\`\`sh
apt-get install chromium poppler-utils python3-venv
npm ci && npm run build:core
node scripts/install-rivals.mjs ../rivals
npm run bench -- --rivals ../rivals --docs
\`\`\`

${sections.join('\n')}`;
}

function markdown(results: Measurements): string {
  const [heads, ...rows] = cells(results);
  const line = (row: readonly string[]) => `| ${heads!.map((_, i) => row[i] ?? '').join(' | ')} |`;
  return [line(heads!), line(heads!.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

const ROW = 26;
const LEFT = 190;
const WIDTH = 560;

/** Bars of the medians on a logarithmic scale, fastest first; hollow for wrong renderings. */
function plot(title: string, results: Measurements): string {
  const bars = Object.entries(results)
    .flatMap(([name, result]) => ('error' in result ? [] : [{ name, ...result }]))
    .sort((a, b) => a.median - b.median);
  const [shortest, longest] = [
    Math.min(...bars.map((bar) => bar.median)) / 2,
    Math.max(...bars.map((bar) => bar.median)),
  ];
  const length = (ms: number) => (Math.log(ms / shortest) / Math.log(longest / shortest)) * WIDTH;
  const rows = bars.map(({ name, median, fidelity }, i) => {
    const y = 40 + i * ROW;
    const color = name.startsWith('platen') ? '#1f6fb2' : '#8a97a5';
    const look = fidelity?.wrong ? `fill="none" stroke="${color}"` : `fill="${color}"`;
    return `<text x="${LEFT - 8}" y="${y + 13}" text-anchor="end">${ENGINES[name]!.title}</text>
<rect x="${LEFT}" y="${y}" width="${length(median).toFixed(1)}" height="${ROW - 8}" ${look}/>
<text x="${(LEFT + length(median) + 6).toFixed(1)}" y="${y + 13}">${number(median)} ms</text>`;
  });
  const height = 48 + bars.length * ROW;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + WIDTH + 90} ${height}" font-family="Arial, sans-serif" font-size="12">
<title>${title}: median time</title>
<rect width="100%" height="100%" fill="white"/>
<text x="8" y="22" font-size="14" font-weight="bold">${title}: median time, logarithmic</text>
${rows.join('\n')}
</svg>
`;
}

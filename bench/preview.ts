/**
 * Measures the time from a key press in the editor to the new page on the screen, in Chromium, with `platen preview`.
 *
 *   npm run bench:preview -- [--runs N] [--json]
 *
 * `wait` is from the key press to the request, `answer` the time of the request, `draw` from its answer to the page.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { percentile } from './measure.js';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '30' }, json: { type: 'boolean', default: false } },
});
const runs = Number(values.runs);
const WARM_UP = 5;
const EXECUTABLE = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const PLATEN = fileURLToPath(new URL('../src/cli.js', import.meta.url));
const STARTERS = 'src/portal/starters';

interface Sample {
  readonly wait: number;
  readonly answer: number;
  readonly draw: number;
  readonly total: number;
}

interface Case {
  readonly title: string;
  /** Milliseconds that the median is to stay below. */
  readonly goal: number;
  readonly source: string;
  readonly data: unknown;
}

const starter = (name: string) => ({
  source: readFileSync(`${STARTERS}/${name}.html`, 'utf8'),
  data: JSON.parse(readFileSync(`${STARTERS}/${name}.json`, 'utf8')),
});

/** The starter has 6 pages: its chapters are repeated. */
function longReport() {
  const { source, data } = starter('report');
  const chapters = data.chapters.slice(1);
  return { source, data: { ...data, chapters: Array.from({ length: 28 }, (_, at) => chapters[at % chapters.length]) } };
}

const CASES: readonly Case[] = [
  { title: 'starter invoice', goal: 150, ...starter('invoice') },
  { title: 'report, 30 pages', goal: 700, ...longReport() },
];

async function measure(browser: Browser, { source, data }: Case) {
  const folder = mkdtempSync(join(tmpdir(), 'platen-bench-'));
  writeFileSync(join(folder, 'a.html'), source);
  writeFileSync(join(folder, 'a.json'), JSON.stringify(data));
  const platen = spawn(process.execPath, [PLATEN, 'preview', join(folder, 'a.html'), '--data', join(folder, 'a.json')]);
  const page = await browser.newPage();
  try {
    const [line] = await once(createInterface(platen.stderr), 'line');
    await page.setViewport({ width: 1280, height: 900 });
    await page.goto(/http:\S+/.exec(line)![0]);
    await page.waitForSelector('.page-canvas');
    const pages = (await page.$$('.page')).length;
    await page.waitForSelector('[data-preview="idle"]');
    // The first heading of the body, which is on the first page or the next.
    await goToHeading(page, source);
    const samples: Sample[] = [];
    for (let run = -WARM_UP; run < runs; run += 1) {
      const sample = await press(page, (run + WARM_UP) % 2 === 0 ? 'x' : 'Backspace');
      if (run >= 0) samples.push(sample);
    }
    return { pages, samples };
  } finally {
    await page.close({ runBeforeUnload: false });
    platen.kill('SIGINT');
    await once(platen, 'close');
    rmSync(folder, { recursive: true });
  }
}

/** Puts the cursor behind the text of the first heading, by the search of the editor. */
async function goToHeading(page: Page, source: string): Promise<void> {
  const text = /<h1[^>]*>[^<]*/.exec(source)![0];
  await page.click('[data-kind="source"] .cm-content');
  await page.keyboard.down('Control');
  await page.keyboard.press('f');
  await page.keyboard.up('Control');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
}

/** @returns milliseconds from the key press, by the clock of the page */
async function press(page: Page, key: 'x' | 'Backspace'): Promise<Sample> {
  await page.evaluate(`{
    performance.clearMarks();
    window.addEventListener('keydown', ({ timeStamp }) => performance.mark('platen-key', { startTime: timeStamp }),
      { capture: true, once: true });
  }`);
  await page.keyboard.press(key);
  await page.waitForFunction(`performance.getEntriesByName('platen-page').length > 0`);
  const marks = (await page.evaluate(`Object.fromEntries(['key', 'request', 'answer', 'page'].map((name) =>
    [name, performance.getEntriesByName('platen-' + name)[0].startTime]))`)) as Record<string, number>;
  const { key: since = 0, request = 0, answer = 0, page: drawn = 0 } = marks;
  return { wait: request - since, answer: answer - request, draw: drawn - answer, total: drawn - since };
}

const browser = await puppeteer.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox', '--disable-gpu'] });
const results = [];
for (const one of CASES) {
  const { pages, samples } = await measure(browser, one);
  const parts = (['wait', 'answer', 'draw', 'total'] as const).map((part) => {
    const times = samples.map((sample) => sample[part]);
    return [part, { min: percentile(times, 0), median: percentile(times, 0.5), p95: percentile(times, 0.95) }] as const;
  });
  results.push({ title: one.title, pages, goal: one.goal, milliseconds: Object.fromEntries(parts) });
}
await browser.close();

if (values.json) console.log(JSON.stringify(results, undefined, 2));
else {
  for (const { title, pages, goal, milliseconds } of results) {
    console.log(`${title} (${pages} pages), goal: a median of ${goal} ms`);
    for (const [part, { min, median, p95 }] of Object.entries(milliseconds))
      console.log(`  ${part.padEnd(8)} min ${min.toFixed(0)}  median ${median.toFixed(0)}  p95 ${p95.toFixed(0)}`);
  }
}

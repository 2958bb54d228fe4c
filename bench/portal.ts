/**
 * Measures when pages of the portal can be used, in Chromium, with `platen serve` on the same machine: from the start of the
 * navigation to the answer of the first click or key press, with nothing in the browser's cache.
 *
 *   npm run bench:portal -- [--runs N] [--json]
 *
 * A click or key press comes as soon as there is something to click or to type into: its own way through the browser counts.
 */

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import puppeteer, { type Browser, type CookieParam, type Page } from 'puppeteer-core';
import { percentile } from './measure.js';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '20' }, json: { type: 'boolean', default: false } },
});
const runs = Number(values.runs);
const WARM_UP = 2;
const EXECUTABLE = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const PLATEN = fileURLToPath(new URL('../src/cli.js', import.meta.url));
const STARTERS = 'src/portal/starters';

interface Case {
  readonly title: string;
  /** Milliseconds that the median is to stay below. */
  readonly goal: number;
  readonly path: string;
  /** Selector of the first click. */
  readonly target: string;
  /** After the click. */
  readonly key?: 'x';
  /** JavaScript that is true once the page has answered. */
  readonly answered: string;
}

/** When something is true for the first time after a change of the page, it is marked with the time of the next frame. */
const markWhen = (condition: string) => `{
  const look = () => {
    if (!document.body || !(${condition})) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => performance.mark('platen-answered')));
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
}`;

/** @returns milliseconds by the clock of the page, which starts with the navigation */
async function measure(browser: Browser, origin: string, cookies: readonly CookieParam[], one: Case): Promise<number> {
  const context = await browser.createBrowserContext();
  try {
    await context.setCookie(...(cookies as Parameters<typeof context.setCookie>));
    const page = await context.newPage();
    await page.setViewport({ width: 1280, height: 900 });
    await page.evaluateOnNewDocument(markWhen(one.answered));
    await page.goto(origin + one.path, { waitUntil: 'domcontentloaded' });
    await use(page, one);
    await page.waitForFunction(`performance.getEntriesByName('platen-answered').length > 0`);
    return (await page.evaluate(`performance.getEntriesByName('platen-answered')[0].startTime`)) as number;
  } finally {
    await context.close();
  }
}

async function use(page: Page, { target, key }: Case): Promise<void> {
  const element = await page.waitForSelector(target);
  await element!.click();
  if (key !== undefined) await page.keyboard.press(key);
}

const folder = mkdtempSync(join(tmpdir(), 'platen-bench-'));
const service = spawn(process.execPath, [PLATEN, 'serve'], {
  env: { PATH: process.env['PATH'], PLATEN_DATA_DIR: folder, PORT: '0', PROCESSES: '1', LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'pipe', 'pipe'],
});

/** Resolves with the sign-in link and the API key that the first start prints. */
function started(): Promise<{ link: string; key: string }> {
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (chunk: Buffer) => {
      text += chunk;
      const [link, key] = [/http:\S+#token=\S+/.exec(text)?.[0], /pk_live_\w{43}/.exec(text)?.[0]];
      if (link !== undefined && key !== undefined) resolve({ link, key });
    };
    service.stdout.on('data', read);
    service.stderr.on('data', read);
    service.on('close', () => reject(new Error(`the service ended: ${text}`)));
  });
}

async function createTemplate(origin: string, key: string): Promise<string> {
  const source = readFileSync(`${STARTERS}/invoice.html`, 'utf8');
  const sample_data = JSON.parse(readFileSync(`${STARTERS}/invoice.json`, 'utf8'));
  const response = await fetch(`${origin}/v1/templates`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'invoice', source, sample_data }),
  });
  return ((await response.json()) as { id: string }).id;
}

async function signIn(browser: Browser, link: string): Promise<CookieParam[]> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.goto(link);
  await page.waitForSelector('nav[aria-label="Main"]');
  const cookies = await context.cookies();
  await context.close();
  return cookies as CookieParam[];
}

const browser = await puppeteer.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox', '--disable-gpu'] });
const results = [];
try {
  const { link, key } = await started();
  const { origin } = new URL(link);
  const template = await createTemplate(origin, key);
  const cookies = await signIn(browser, link);
  const cases: readonly Case[] = [
    {
      title: 'templates, to a click that opens another page',
      goal: 1000,
      path: '/templates',
      target: 'nav a[href="/keys"]',
      answered: `document.querySelector('main h1')?.textContent === 'API keys'`,
    },
    {
      title: 'editor, to a character that is typed',
      goal: 1000,
      path: `/templates/${template}`,
      target: '[data-kind="source"] .cm-line',
      key: 'x',
      answered: `document.querySelector('.workbench-head')?.textContent.includes('changed')`,
    },
  ];
  for (const one of cases) {
    const times: number[] = [];
    for (let run = -WARM_UP; run < runs; run += 1) {
      const time = await measure(browser, origin, cookies, one);
      if (run >= 0) times.push(time);
    }
    const [min, median, p95] = [0, 0.5, 0.95].map((part) => percentile(times, part));
    results.push({ title: one.title, goal: one.goal, milliseconds: { min, median, p95 } });
  }
} finally {
  await browser.close();
  service.kill('SIGTERM');
  await new Promise((resolve) => service.once('close', resolve));
  rmSync(folder, { recursive: true, force: true });
}

if (values.json) console.log(JSON.stringify(results, undefined, 2));
else
  for (const { title, goal, milliseconds } of results) {
    const [min, median, p95] = Object.values(milliseconds).map((value) => value!.toFixed(0));
    console.log(`${title}, goal: a median of ${goal} ms\n  min ${min}  median ${median}  p95 ${p95}`);
  }

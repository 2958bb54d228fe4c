/**
 * Takes the pictures of the portal in docs/images/portal, in Chromium, from a service with an empty database.
 *
 *   npm run portal-pictures -- [FOLDER]        after npm run build; FOLDER: default docs/images/portal
 */

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { launchInstalledChromium } from './chromium.js';

const FOLDER = process.argv[2] ?? 'docs/images/portal';
const STARTERS = ['letter', 'report', 'invoice'] as const;
/** Milliseconds: everything starts cold. */
const TIMEOUT = 60_000;
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

const dataDir = mkdtempSync(join(tmpdir(), 'platen-pictures-'));
const service = spawn(process.execPath, ['dist/src/cli.js', 'serve'], {
  env: { PATH: process.env.PATH, PLATEN_DATA_DIR: dataDir, PORT: '0', PROCESSES: '1', THREADS: '1', LOG_LEVEL: 'warn' },
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

/** A client of the HTTP API. */
function client(origin: string, key: string) {
  return async (path: string, body: BodyInit, type = 'application/json') => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': type };
    const response = await fetch(origin + path, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.headers.get('content-type')?.includes('json') ? response.json() : response.arrayBuffer();
  };
}

/** Templates, files, renders and a batch. @returns the id of the invoice */
async function fill(origin: string, key: string, logo: Uint8Array<ArrayBuffer>): Promise<string> {
  const send = client(origin, key);
  await send('/v1/assets?name=logo.png', logo, 'image/png');
  const terms = await send('/v1/render', JSON.stringify({ html: '<h1>Terms of payment</h1>' }));
  await send('/v1/assets?name=terms.pdf', terms, 'application/pdf');
  let id = '';
  for (const name of STARTERS) {
    const source = readFileSync(`src/portal/starters/${name}.html`, 'utf8');
    const sample_data = JSON.parse(readFileSync(`src/portal/starters/${name}.json`, 'utf8'));
    ({ id } = await send('/v1/templates', JSON.stringify({ name, source, sample_data })));
    for (let run = 0; run < 3; run += 1)
      await send('/v1/render', JSON.stringify({ template_id: id, data: sample_data }));
    if (name !== 'invoice') continue;
    const failing = { ...sample_data, invoice: { ...sample_data.invoice, due: 'tomorrow' } };
    const data = [...Array(24).fill(sample_data), failing];
    await send('/v1/batches', JSON.stringify({ template_id: id, data }));
  }
  return id;
}

/** A square with a gradient. */
async function drawLogo(page: Page): Promise<Uint8Array<ArrayBuffer>> {
  await page.setContent('<body style="margin: 0; background: linear-gradient(135deg, #3b4fd8, #7c8cf8)">');
  return new Uint8Array(await page.screenshot({ clip: { x: 0, y: 0, width: 240, height: 240 } }));
}

async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(FOLDER, `${name}.png`) as `${string}.png` });
  console.log(name);
}

const { link, key } = await started();
const { origin } = new URL(link);
const browser = await launchInstalledChromium();
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(TIMEOUT);
  await page.setViewport(WIDE);
  const show = async (path: string, selector: string) => {
    await page.goto(origin + path);
    await page.waitForSelector(selector);
    // Thumbnails are drawn one after the other, when they are in view; what is inside closed details is not loaded.
    await page.waitForFunction(() =>
      Array.from(document.querySelectorAll('.spinner')).every(
        (spinner) => !spinner.checkVisibility() || spinner.getBoundingClientRect().top > innerHeight,
      ),
    );
  };
  await show('/sign-in', '.sign-in');
  await picture(page, 'sign-in');
  await page.goto('about:blank');
  const logo = await drawLogo(page);
  await page.goto(link);
  await page.waitForSelector('nav[aria-label="Main"]');
  const invoice = await fill(origin, key, logo);

  await show('/templates', '.thumb img');
  await picture(page, 'templates');
  await show('/templates/new', '.thumb img');
  await picture(page, 'gallery');
  for (const [name, theme] of [
    ['editor', 'light'],
    ['editor-dark', 'dark'],
  ] as const) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
    await show(`/templates/${invoice}`, '.page-canvas');
    await picture(page, name);
  }
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
  await page.locator('.workbench-head button::-p-text(PDF options)').click();
  await page.waitForSelector('.options select');
  await picture(page, 'options');
  await page.keyboard.press('Escape');
  // A second version, to compare.
  await page.click('[data-kind="source"] .cm-content');
  await page.keyboard.down('Control');
  await page.keyboard.press('End');
  await page.keyboard.up('Control');
  await page.keyboard.type('<p>Thank you for working with us.</p>');
  await page.keyboard.down('Control');
  await page.keyboard.press('s');
  await page.keyboard.up('Control');
  await page.waitForSelector('.workbench-head ::-p-text(draft 2, published 1)');
  await show(`/templates/${invoice}/versions`, '.changed');
  await picture(page, 'versions');
  for (const [name, path, selector] of [
    ['keys', '/keys', 'tbody tr'],
    ['files', '/images', '.tile img'],
    ['batches', '/batches', '.batch details'],
    ['usage', '/usage', 'tbody tr'],
    ['docs', '/docs/api', '.operation'],
    ['account', '/account', 'tbody tr'],
  ] as const) {
    await show(path, selector);
    if (name === 'batches') {
      await page.click('.batch details summary');
      await page.waitForSelector('.batch-links');
    }
    await picture(page, name);
  }
  await page.setViewport(PHONE);
  await show('/batches', '.batch details');
  await picture(page, 'phone');
} finally {
  await browser.close();
  service.kill('SIGTERM');
  await new Promise((resolve) => service.once('close', resolve));
  rmSync(dataDir, { recursive: true, force: true });
}

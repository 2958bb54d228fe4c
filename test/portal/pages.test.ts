/** Files, usage, docs, the list of templates and examples of keys in a real Chromium. Needs the built client (`npm run build`). */

import { type ExecFileException, execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import t, { type Test } from 'tap';
import { onEmbeddedPostgres } from '../service/support/postgres.js';
import { type Owner, openService, type Service } from '../service/support/service.js';
import { until } from '../service/support/until.js';
import { noise } from '../support/images.js';
import { checkAccess, clickText, openBrowser, openPage, PORTAL, skip, textAt } from './support/browser.js';

interface Visit {
  readonly service: Service;
  readonly page: Page;
  readonly owner: Owner;
}

const textsAt = (page: Page, selector: string) =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.innerText)`) as Promise<
    string[]
  >;

const says = (page: Page, selector: string, text: string) =>
  page.waitForFunction(`document.querySelector('${selector}')?.textContent.includes('${text}')`);

async function uploads(t: Test, { service, page, owner }: Visit): Promise<void> {
  const file = join(t.testdir(), 'photo.png');
  writeFileSync(file, noise(600, 400)); // 720 kB
  await page.goto(`${service.url}/images`);
  await page.waitForSelector('.empty');
  await page.evaluate(`{
    globalThis.parts = [];
    const note = () => parts.push(...[...document.querySelectorAll('progress')].map(({ value }) => value));
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
  }`);
  const network = await page.createCDPSession();
  await network.send('Network.enable');
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 1_000_000 };
  await network.send('Network.emulateNetworkConditions', slow);
  const [picker] = await Promise.all([page.waitForFileChooser(), clickText(page, '.actions', 'Upload')]);
  await picker.accept([file]);
  await page.waitForSelector('.tile ::-p-text(photo.png)');
  await page.waitForSelector('progress', { hidden: true });
  await network.detach();
  const parts = (await page.evaluate('parts')) as number[];
  t.ok(
    parts.some((part) => part > 0 && part < 1),
    `its progress was shown: ${[...new Set(parts)].join(', ')}`,
  );
  t.strictSame(
    parts.toSorted((left, right) => left - right),
    parts,
    'and rose',
  );
  writeFileSync(file, 'no image');
  const [again] = await Promise.all([page.waitForFileChooser(), clickText(page, '.actions', 'Upload')]);
  await again.accept([file]);
  await page.waitForSelector('.drop [role="alert"]');
  t.match(await textAt(page, '.drop [role="alert"]'), /photo\.png: not a valid .*image/);
  await checkAccess(t, page, 'files with a failed upload');
  t.equal((await service.process.data.assets.list(owner.id)).length, 1);
}

async function filters(t: Test, { service, page, owner }: Visit): Promise<void> {
  const { key } = owner;
  const { id } = await service.process.data.templates.create(owner.id, { name: 'card', source: 'a' });
  for (const json of [{ template_id: id }, { template_id: id }, { html: 'x' }])
    t.equal((await service.send('POST', '/v1/render', { key, json })).status, 200);
  const failing = { html: '<p style="backdrop-filter: blur(1px)">', strict: true };
  t.equal((await service.send('POST', '/v1/render', { key, json: failing })).status, 422);
  const folder = t.testdir();
  const downloads = await page.createCDPSession();
  await downloads.send('Page.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
  await page.goto(`${service.url}/usage`);
  await says(page, '.toolbar [role="status"]', '4 of 4');
  const choose = async (label: string, value: string) =>
    (await page.waitForSelector(`select[aria-label="${label}"]`))!.select(value);
  await choose('Status', 'refunded');
  await says(page, '.toolbar [role="status"]', '1 of 1');
  t.match(await textAt(page, 'table.stacked tbody'), 'document_not_supported');
  await choose('Status', '');
  await choose('Template', id);
  await says(page, '.toolbar [role="status"]', '2 of 2');
  await choose('Period', '1');
  await page.locator('.toolbar input[type="search"]').fill('card');
  await says(page, '.toolbar [role="status"]', '2 of 2');
  await clickText(page, '.toolbar', 'Download CSV');
  const csv = join(folder, 'renders.csv');
  await until('the CSV is saved', () => existsSync(csv));
  const lines = readFileSync(csv, 'utf8').split('\r\n');
  t.equal(lines.length, 4, 'a head, two renders, and the end');
  t.ok(lines.slice(1, 3).every((line) => line.includes(',card,')));
  await page.locator('.toolbar input[type="search"]').fill('nothing like it');
  await says(page, '.toolbar [role="status"]', '0 of 2');
  await checkAccess(t, page, 'usage without a match');
}

async function tries(t: Test, { service, page, owner }: Visit): Promise<void> {
  await page.goto(`${service.url}/docs/api`);
  await page.waitForSelector('.operation');
  const open = async (method: string, path: string) => {
    const operations = await textsAt(page, '.operation summary');
    const index = operations.findIndex((text) => text.replace(/\s+/g, ' ').startsWith(`${method} ${path} `));
    t.ok(index >= 0, `${method} ${path} is described`);
    const operation = (await page.$$('.operation'))[index]!;
    await (await operation.$('summary'))!.click();
    await operation.waitForSelector('form');
    return operation;
  };
  const render = await open('POST', '/v1/render');
  const send = async () => (await render.waitForSelector('button[type="submit"]'))!.click();
  await send();
  await says(page, '.operation[open] [role="status"]', '401');
  await page.locator('.try-key input').fill(owner.key);
  await send();
  await says(page, '.operation[open] [role="status"]', '200');
  t.match(await textAt(page, '.operation[open] [role="status"]'), /x-pages: 1/);
  const link = (await render.waitForSelector('a[download]'))!;
  const start = await link.evaluate(async (anchor) => (await fetch(String(anchor.getAttribute('href')))).text());
  t.match(start.slice(0, 5), '%PDF-');
  await checkAccess(t, page, 'an API request with its answer');
  await (await render.$('summary'))!.click();
  const me = await open('GET', '/v1/me');
  await (await me.waitForSelector('button[type="submit"]'))!.click();
  await says(page, '.operation[open] [role="status"]', owner.email);
}

async function searches(t: Test, { service, page }: Visit): Promise<void> {
  await page.goto(`${service.url}/docs/css`);
  await page.waitForSelector('tbody tr');
  const all = (await textsAt(page, 'tbody tr')).length;
  t.ok(all > 300, `${all} properties`);
  await page.locator('input[type="search"]').fill('break inside');
  await page.waitForFunction(`document.querySelectorAll('tbody tr').length < ${all}`);
  t.match(await textsAt(page, 'tbody tr'), [/break-inside\s+yes/]);
  await page.reload();
  await page.waitForFunction(`document.querySelectorAll('tbody tr').length === ${all}`);
  await (await page.waitForSelector('select[aria-label="Support"]'))!.select('partial');
  await page.waitForFunction(`document.querySelectorAll('tbody tr').length > 1`);
  await page.waitForFunction(`document.querySelectorAll('tbody tr').length < ${all}`);
  t.ok((await textsAt(page, 'tbody td .badge')).every((text) => text === 'in part'));
  await page.locator('input[type="search"]').fill('frobnicate');
  await page.waitForSelector('.empty ::-p-text(gets a diagnostic)');
}

async function findsTemplates(t: Test, { service, page, owner }: Visit): Promise<void> {
  for (const name of ['Winter catalogue', 'Summer catalogue', 'Receipt'])
    await service.process.data.templates.create(owner.id, { name, source: 'a' });
  await page.goto(service.url);
  await page.waitForSelector('.tile ::-p-text(Receipt)');
  const search = page.locator('input[type="search"]');
  await search.fill('cat SUMMER');
  await page.waitForFunction(`document.querySelectorAll('.tile').length === 1`);
  t.strictSame(await textsAt(page, '.tile h2'), ['Summer catalogue']);
  await search.fill('nothing like it');
  await page.waitForSelector('.empty ::-p-text(No template has)');
  await clickText(page, '.empty', 'Show all');
  await page.waitForSelector('.tile ::-p-text(Receipt)');
}

async function runsExamples(t: Test, { service, page }: Visit): Promise<void> {
  await page.goto(`${service.url}/keys`);
  await clickText(page, '.actions', 'Create a key');
  await page.locator('dialog input').fill('examples');
  await clickText(page, 'dialog', 'Create');
  await page.waitForSelector('.highlight .secret');
  for (const [language, program, file] of [
    ['TypeScript', process.execPath, 'hello.mjs'],
    ['Python', 'python3', 'hello.py'],
  ] as const) {
    await clickText(page, '.highlight .tabs', language);
    await page.waitForSelector(`.highlight [aria-pressed="true"]::-p-text(${language})`);
    const cwd = t.testdir();
    writeFileSync(join(cwd, file), await textAt(page, '.highlight pre:not(.secret)'));
    const { error, stderr } = await new Promise<{ error: ExecFileException | null; stderr: string }>((resolve) => {
      execFile(program, [file], { cwd }, (error, _, stderr) => resolve({ error, stderr }));
    });
    if (error?.code === 'ENOENT') {
      t.comment(`there is no ${program} on this machine: the example was not run`);
      continue;
    }
    t.equal(error, null, `${language}: ${stderr}`);
    t.match(readFileSync(join(cwd, 'hello.pdf'), 'latin1').slice(0, 5), '%PDF-', language);
  }
}

t.test('pages of the portal in Chromium', { skip }, async (t) => {
  const browser = await openBrowser(t);
  onEmbeddedPostgres(t, async (t, postgres) => {
    const service = await openService(t, await postgres.create(t), {}, undefined, PORTAL);
    const page = await openPage(t, browser);
    await page.setBypassCSP(true); // for axe
    const owner = await service.account({ plan: 'pro' });
    const token = await service.process.data.sessions.createLink(owner.id);
    await page.goto(`${service.url}/sign-in#token=${token}`);
    await page.waitForSelector('nav[aria-label="Main"]');
    const visit = { service, page, owner };
    await t.test('uploads show their progress, and why they fail', (t) => uploads(t, visit));
    await t.test('renders are filtered, and the CSV has those that are shown', (t) => filters(t, visit));
    await t.test('requests of the API reference are tried', (t) => tries(t, visit));
    await t.test('the table of CSS properties is searched', (t) => searches(t, visit));
    await t.test('templates are found by name', (t) => findsTemplates(t, visit));
    await t.test('the examples of a new key run as they are', (t) => runsExamples(t, visit));
  });
});

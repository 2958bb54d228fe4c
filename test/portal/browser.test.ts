/** The portal in a real Chromium: from the first visit to a revoked key. Needs the built client (`npm run build`). */

import { type ExecFileException, execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import t, { type Test } from 'tap';
import { onEmbeddedPostgres, type Postgres } from '../service/support/postgres.js';
import { openService, type Service } from '../service/support/service.js';
import { until } from '../service/support/until.js';
import { png } from '../support/images.js';
import { checkAccess, clickText, openBrowser, openPage, PORTAL, previewed, skip, textAt } from './support/browser.js';
import { CLIENT, openProvider } from './support/provider.js';

const MAX_FIRST_VIEW = 250_000;
/** Of shells, for a command that is not there. */
const NOT_FOUND = 127;

async function signIn(service: Service, page: Page, accountId: string): Promise<void> {
  const token = await service.process.data.sessions.createLink(accountId);
  await page.goto(`${service.url}/sign-in#token=${token}`);
  await page.waitForSelector('nav[aria-label="Main"]');
}

async function walk(t: Test, service: Service, browser: Browser): Promise<void> {
  const owner = await service.account({ plan: 'pro' });
  const page = await openPage(t, browser);
  // axe is evaluated in the page; the policy itself is tested below.
  await page.setBypassCSP(true);

  await t.test('the first view is small, and says how to sign in', async (t) => {
    let size = 0;
    const count = await page.createCDPSession();
    await count.send('Network.enable');
    count.on('Network.loadingFinished', ({ encodedDataLength }) => {
      size += encodedDataLength;
    });
    await page.goto(`${service.url}/`, { waitUntil: 'networkidle0' });
    await page.waitForSelector('.sign-in');
    t.ok(size > 0 && size < MAX_FIRST_VIEW, `${size} bytes`);
    await checkAccess(t, page, 'sign-in');
  });

  let key = '';
  await t.test('a link signs in, and a key is made and works', async (t) => {
    await signIn(service, page, owner.id);
    t.notMatch(page.url(), /token/, 'the token does not stay in the address');
    await page.waitForSelector('.empty');
    await checkAccess(t, page, 'templates without any');
    await page.goto(`${service.url}/keys`);
    await clickText(page, '.actions', 'Create a key');
    await page.locator('dialog input').fill('web shop');
    await clickText(page, 'dialog', 'Create');
    await page.waitForSelector('.highlight .secret');
    key = await textAt(page, '.highlight .secret');
    t.match(key, /^pk_live_\w{43}$/);
    const command = await textAt(page, '.highlight pre:not(.secret)');
    t.match(command, `Bearer ${key}`);
    await checkAccess(t, page, 'keys');
    await runCommand(t, command);
  });

  let template = '';
  await t.test('a template from the gallery is shown, and its page follows the editor', async (t) => {
    await page.goto(`${service.url}/templates/new`);
    await page.waitForSelector('.thumb img');
    await checkAccess(t, page, 'gallery');
    await clickText(page, '.tile', 'Letter');
    await page.waitForSelector('.page-canvas');
    await previewed(page);
    template = /[\w-]{36}/.exec(page.url())![0];
    await checkAccess(t, page, 'editor');
    await page.evaluate(() => performance.clearMarks());
    await page.click('[data-kind="source"] .cm-content');
    await page.keyboard.down('Control');
    await page.keyboard.press('End');
    await page.keyboard.up('Control');
    await page.keyboard.type('<p style="backdrop-filter: blur(1px)">One more line</p>');
    await page.waitForSelector('.finding .badge.warn');
    t.match(await textAt(page, '.findings'), /backdrop-filter.*line \d+/);
    await page.waitForSelector('.cm-lint-marker-warning');
    await page.waitForFunction(() => performance.getEntriesByName('platen-page').length > 0);
  });

  await t.test('a click in the page finds the source', async (t) => {
    const paper = (await page.$('.page-paper'))!;
    const box = (await paper.boundingBox())!;
    await page.evaluate("document.querySelector('.pages').scrollTo(0, 0)");
    // The subject is the h1 of the letter.
    await page.mouse.click(box.x + box.width * 0.2, box.y + box.height * 0.385);
    await page.waitForSelector('.page-box');
    const line = await textAt(page, '.cm-activeLine');
    t.match(line, /<(?:h1|p|main|div)/);
  });

  await t.test('saving makes a version; two are compared, and one is restored', async (t) => {
    await page.keyboard.down('Control');
    await page.keyboard.press('s');
    await page.keyboard.up('Control');
    await headSays(page, 'draft 2, published 1');
    t.match(await service.process.data.templates.get(owner.id, template), { version: 1 });
    await clickText(page, '.workbench-head', 'Publish');
    await headSays(page, 'version 2');
    t.match(await service.process.data.templates.get(owner.id, template), { version: 2 });
    await page.goto(`${service.url}/templates/${template}/versions`);
    await page.waitForSelector('.changed');
    t.match(await textAt(page, '.compared-summary'), /1 of \d pages? differ/);
    await checkAccess(t, page, 'versions');
    await clickText(page, '.tabs', 'Source');
    await page.waitForSelector('.cm-changedLine, .cm-insertedLine');
    await page.locator('button[aria-label="Restore version 1"]').click();
    await clickText(page, 'dialog', 'Restore it');
    await page.waitForSelector('th ::-p-text(3)');
    await page.locator('button[aria-label="Publish version 3"]').click();
    await page.waitForFunction(`!document.querySelector('.badge.warn')`);
    t.match(await service.process.data.templates.get(owner.id, template), { version: 3 });
  });

  await t.test('an image is uploaded and used', async (t) => {
    await page.goto(`${service.url}/images`);
    await page.waitForSelector('.empty');
    // Scripts as text, since the types of the DOM are not those of Node.
    await page.evaluate(`{
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array([${[...png(8, 8)]}])], 'logo.png', { type: 'image/png' }));
      document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true }));
    }`);
    await page.waitForSelector('.reference code');
    const reference = await textAt(page, '.reference code');
    await checkAccess(t, page, 'images');
    const source = `<img src="${reference}" alt="Logo">`;
    await service.process.data.templates.patch(owner.id, template, { source });
    await page.reload();
    await page.waitForSelector('.tile ::-p-text(used by letter)');
  });

  await t.test('PDF options put the pages of an uploaded file before those of a template', async (t) => {
    const { bytes } = await service.send('POST', '/v1/render', { key, json: { html: '<p>Cover' } });
    const file = join(t.testdir(), 'cover.pdf');
    writeFileSync(file, bytes);
    const [picker] = await Promise.all([page.waitForFileChooser(), clickText(page, '.actions', 'Upload')]);
    await picker.accept([file]);
    await page.waitForSelector('.tile ::-p-text(cover.pdf)');
    await page.goto(`${service.url}/templates/${template}`);
    await page.waitForSelector('.page-canvas');
    await previewSays(page, '1 page,');
    await clickText(page, '.workbench-head', 'PDF options');
    await page.waitForSelector('.options select');
    await checkAccess(t, page, 'PDF options');
    await page.locator('::-p-aria(Form controls can be filled in)').click();
    const [cover] = (await service.process.data.assets.list(owner.id)).filter(({ name }) => name === 'cover.pdf');
    await (await page.waitForSelector('::-p-aria(Pages before)'))!.select(cover!.reference);
    await clickText(page, 'dialog', 'Done');
    await previewSays(page, '2 pages,');
    await headSays(page, 'PDF options (2)');
    await clickText(page, '.workbench-head', 'Publish');
    await headSays(page, 'version 5');
    const options = { forms: true, prepend: [cover!.reference] };
    t.match(await service.process.data.templates.get(owner.id, template), { version: 5, options });
    await page.goto(`${service.url}/templates/${template}/versions`);
    await page.waitForSelector('.compared-none');
    t.match(await textAt(page, '.compared-summary'), '2 of 2 pages differ');
    await page.goto(`${service.url}/images`);
    await page.waitForSelector('.tile ::-p-text(cover.pdf)');
    const tiles = (await page.evaluate(
      `[...document.querySelectorAll('.tile')].map((tile) => tile.innerText)`,
    )) as string[];
    t.match(
      tiles.find((text) => text.includes('cover.pdf')),
      'used by letter',
    );
  });

  await t.test('a file is deleted after a warning that names the templates that use it', async (t) => {
    t.strictSame(
      await page.evaluate(`[...document.querySelectorAll('.tile')].flatMap((tile) => {
        const { left, right } = tile.getBoundingClientRect();
        return [...tile.querySelectorAll('button, img, span')].filter((part) => {
          const box = part.getBoundingClientRect();
          return box.left < left || box.right > right;
        }).map((part) => part.outerHTML);
      })`),
      [],
      'all of a tile is inside it',
    );
    await page.locator('button[aria-label="Delete logo.png"]').click();
    await page.waitForSelector('dialog[open]');
    t.match(await textAt(page, 'dialog'), /It is in use: letter/);
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { hidden: true });
    t.equal((await service.process.data.assets.list(owner.id)).length, 2);
    await page.locator('button[aria-label="Delete logo.png"]').click();
    await clickText(page, 'dialog', 'Delete the file');
    await page.waitForFunction(`document.querySelectorAll('.tile').length === 1`);
    const [left] = await service.process.data.assets.list(owner.id);
    t.match(left, { name: 'cover.pdf' });
  });

  await t.test('a batch is followed to its results, and what failed is rendered again', async (t) => {
    await page.goto(`${service.url}/batches`);
    await page.waitForSelector('.empty');
    const data = [{ name: 'Ada' }, { name: 'Ben', style: 'backdrop-filter: blur(1px)' }];
    const html = '<p style="{{style}}">{{name}}';
    const sent = await service.send('POST', '/v1/batches', { key, json: { html, data, strict: true } });
    t.equal(sent.status, 202);
    await page.reload();
    await page.waitForSelector('.batch .badge.good'); // the page looks again by itself
    t.match(await textAt(page, '.batch-facts'), /2 of 2 records · 1 PDFs · 1 pages · 1 failed/);
    await page.click('.batch details summary');
    await page.waitForSelector('.batch-links');
    t.match(await textAt(page, '.batch tbody'), /2.*document_not_supported/);
    await checkAccess(t, page, 'batches');
    const archive = (await page.$eval('.batch-links a', (link) => link.getAttribute('href')))!;
    t.equal((await fetch(archive)).headers.get('content-type'), 'application/zip');
    const [answered] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/retry')),
      clickText(page, '.batch', 'Retry 1 failed'),
    ]);
    t.equal(answered.status(), 200);
    const { id } = sent.json;
    await until(
      'the batch has ended again',
      async () => (await service.process.data.batches.find(id))!.finished_at !== null,
    );
  });

  await t.test('usage rises, and a revoked key is refused', async (t) => {
    await service.send('POST', '/v1/render', { key, json: { template_id: template } });
    await page.goto(`${service.url}/usage`);
    await page.waitForSelector('[data-renders="3"]');
    await page.waitForSelector('[data-credits="19996"]'); // with one record of the batch
    await page.click('.stages summary');
    t.match(await textAt(page, '.stages[open] dl'), /queue\d+\.\d.*layout\d+\.\d/);
    await checkAccess(t, page, 'usage');
    await page.goto(`${service.url}/keys`);
    await page.locator('button[aria-label="Revoke web shop"]').click();
    await clickText(page, 'dialog', 'Revoke the key');
    await page.waitForSelector('tr.revoked');
    t.equal((await service.send('GET', '/v1/me', { key })).status, 401);
  });

  await t.test('the other pages are accessible, and fit a phone', async (t) => {
    for (const [path, selector] of [
      ['/docs/api', '.operation'],
      ['/docs/css', 'tbody tr'],
      ['/docs/helpers', '.card'],
      ['/docs/recipes', '.copyable'],
      ['/account', 'tbody tr'],
      ['/templates', '.thumb img'],
    ] as const) {
      await page.goto(service.url + path);
      await page.waitForSelector(selector);
      await checkAccess(t, page, path);
    }
    await page.setViewport({ width: 360, height: 740 });
    for (const path of [
      '/templates',
      '/keys',
      '/batches',
      '/usage',
      '/docs/css',
      '/images',
      '/account',
      `/templates/${template}`,
    ]) {
      await page.goto(service.url + path);
      await page.waitForSelector('main h1');
      t.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, path);
    }
    const rightEnd = "document.querySelector('.side nav a:last-child').getBoundingClientRect().right";
    t.ok(Number(await page.evaluate(rightEnd)) <= 360, 'no page of the navigation is out of view');
  });
}

/** Runs a command that the page shows, as it is, in a shell; it makes a PDF. */
async function runCommand(t: Test, command: string): Promise<void> {
  t.match(command, /^curl -/);
  const cwd = t.testdir();
  const { error, stderr } = await new Promise<{ error: ExecFileException | null; stderr: string }>((resolve) => {
    execFile('/bin/sh', ['-c', command], { cwd }, (error, _, stderr) => resolve({ error, stderr }));
  });
  if (error?.code === NOT_FOUND) return void t.comment('there is no curl on this machine: the command was not run');
  t.equal(error, null, stderr);
  t.match(readFileSync(join(cwd, 'hello.pdf'), 'latin1').slice(0, 5), '%PDF-');
}

async function signInByProvider(t: Test, postgres: Postgres, browser: Browser): Promise<void> {
  const provider = await openProvider(t);
  const settings = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: 'Acme',
    PORTAL_SIGNUP: 'on',
  };
  const service = await openService(t, await postgres.create(t), settings, undefined, PORTAL);
  provider.serve(`${service.url}/portal/sign-in/oidc/callback`);
  const context = await browser.createBrowserContext();
  const page = await openPage(t, context as unknown as Browser);
  await page.setBypassCSP(true);
  const follow = async () => {
    await page.goto(`${service.url}/`);
    await page.locator('a ::-p-text(Continue with Acme)').click();
  };
  provider.person = { sub: 'eve', email: 'eve@example.com', email_verified: false };
  await follow();
  await page.waitForSelector('[role="alert"] ::-p-text(has not verified your e-mail address)');
  t.equal(page.url(), `${service.url}/sign-in`);
  await checkAccess(t, page, 'sign-in with a provider');
  // The provider knows the browser by its cookie.
  await context.deleteCookie(...(await context.cookies()));
  provider.person = { sub: 'ada', email: 'ada@example.com', email_verified: true };
  await follow();
  await page.waitForSelector('nav[aria-label="Main"]');
  t.equal(await textAt(page, '.who-mail'), 'ada@example.com');
  await context.close();
}

/** Names and templates with markup stay text, and nothing may frame the portal. */
async function attack(t: Test, service: Service, browser: Browser): Promise<void> {
  const owner = await service.account();
  const page = await openPage(t, browser);
  const script = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';
  const { id } = await service.process.data.templates.create(owner.id, { name: script, source: `${script}<p>text` });
  await service.process.data.keys.create(owner.id, script);
  await signIn(service, page, owner.id);
  for (const [path, selector] of [
    ['/templates', '.tile h2'],
    ['/keys', 'tbody tr'],
    [`/templates/${id}`, '.page-canvas'],
  ] as const) {
    await page.goto(service.url + path);
    await page.waitForSelector(selector);
    t.not(await page.title(), 'owned', path);
    t.equal(await page.$('main img[src="x"]'), null, path);
  }
  const { headers } = await service.send('GET', '/');
  const policy = headers.get('content-security-policy');
  t.match(policy, "frame-ancestors 'none'");
  t.match(policy, "default-src 'none'");
  t.match(policy, /script-src 'self';/);
  t.equal(headers.get('x-frame-options'), 'DENY');
}

t.test('the portal in Chromium', { skip }, async (t) => {
  const browser = await openBrowser(t);
  onEmbeddedPostgres(t, async (t, postgres) => {
    const service = await openService(t, await postgres.create(t), {}, undefined, PORTAL);
    await t.test('from the first visit to a revoked key', (t) => walk(t, service, browser));
    await t.test('a provider signs in', (t) => signInByProvider(t, postgres, browser));
    await t.test('stored markup and frames', async (t) => {
      const context = await browser.createBrowserContext();
      await attack(t, service, context as unknown as Browser);
      await context.close();
    });
  });
});

const previewSays = (page: Page, text: string) =>
  page.waitForFunction(`document.querySelector('[data-preview="idle"]')?.textContent.includes('${text}')`);

/** Waits until the editor shows a status. A selector of text may miss one that changes in place. */
async function headSays(page: Page, status: string): Promise<void> {
  await page.waitForFunction(`document.querySelector('.workbench-head').textContent.includes('${status}')`);
}

/** `platen preview`, run as people run it, and its editor in a real Chromium. */

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import t, { type Test } from 'tap';
import { PORTAL_FOLDER } from '../../src/entry-points.js';
import { checkAccess, clickText, openBrowser, openPage, PORTAL, previewed, skip } from '../portal/support/browser.js';
import { binary, platen } from '../support/cli.js';
import { png } from '../support/images.js';

// Where the command looks for the client: beside its own build.
if (!skip) cpSync(PORTAL, PORTAL_FOLDER, { recursive: true });

interface Previewing {
  readonly url: string;
  readonly origin: string;
  readonly token: string;
  end(): Promise<{ exitCode: number | null }>;
}

async function previewing(t: Test, cwd: string, ...args: string[]): Promise<Previewing> {
  const running = binary.start(['preview', ...args], { cwd });
  t.teardown(() => running.end('SIGKILL'));
  const url = /http:\S+/.exec(await running.printed(/Preview at http:\S+\n/))![0];
  const { origin, hash } = new URL(url);
  return { url, origin, token: hash.slice(1), end: () => running.end('SIGINT') };
}

/** Types at the end of the text in an editor. */
async function type(page: Page, kind: 'source' | 'data', text: string): Promise<void> {
  await page.click(`[data-kind="${kind}"] .cm-content`);
  for (const [modifier, key] of [['Control', 'End']] as const) {
    await page.keyboard.down(modifier);
    await page.keyboard.press(key);
    await page.keyboard.up(modifier);
  }
  await page.keyboard.type(text);
}

const editorText = (page: Page) =>
  page.evaluate(`document.querySelector('[data-kind="source"] .cm-content').innerText`) as Promise<string>;

const FILES = {
  'card.html': '<link rel="stylesheet" href="card.css">\r\n<p>{{greeting}} {{> name}}\r\n',
  'card.json': '{ "greeting": "Hello" }\n',
  'card.css': 'p { color: red }\n',
  parts: { 'name.html': 'Ada' },
};

t.test('the editor follows the disk, and the disk the editor', { skip }, async (t) => {
  const cwd = t.testdir(FILES);
  const on = (name: string) => join(cwd, name);
  const { url, end } = await previewing(t, cwd, 'card.html', '--data', 'card.json', '--partials', 'parts');
  const browser = await openBrowser(t);
  const page = await openPage(t, browser);
  await page.setBypassCSP(true); // for axe
  await page.goto(url);
  await page.waitForSelector('.page-canvas');
  await checkAccess(t, page, 'studio');

  await t.test('a change of the template, made elsewhere, is in the editor and on the page', async (t) => {
    writeFileSync(on('card.html'), `${FILES['card.html']}<p style="backdrop-filter: blur(1px)">More`);
    await page.waitForSelector('.finding .badge.warn');
    t.match(await editorText(page), /backdrop-filter/);
  });

  await t.test('so is one of a style sheet, of the data and of a partial', async (t) => {
    writeFileSync(on('card.css'), 'p { corner-shape: bevel }\n');
    await page.waitForSelector('.findings ::-p-text(corner-shape)');
    writeFileSync(on('card.json'), '{ "greeting": }\n');
    await page.waitForSelector('.finding.bad');
    writeFileSync(on('card.json'), '{ "greeting": "Hi" }\n');
    await page.waitForSelector('.findings:not(:has(.bad))');
    writeFileSync(on('parts/name.html'), '{{#if}}');
    await page.waitForSelector('.finding.bad');
    writeFileSync(on('parts/name.html'), '<img src="logo.png" alt="Logo">');
    await page.waitForSelector('.findings ::-p-text(logo.png)');
    writeFileSync(on('logo.png'), png(4, 4));
    await page.waitForFunction(`!document.querySelector('.findings').textContent.includes('logo.png')`);
    await previewed(page);
    t.equal(await page.$('.finding.bad'), null);
  });

  await t.test('edits are saved with the line ends of the file', async (t) => {
    await type(page, 'source', ' text');
    await page.waitForSelector('[role="status"] ::-p-text(changed)');
    await page.keyboard.down('Control');
    await page.keyboard.press('s');
    await page.keyboard.up('Control');
    await page.waitForSelector('.workbench-head ::-p-text(as on the disk)');
    t.equal(
      readFileSync(on('card.html'), 'utf8'),
      `${FILES['card.html']}<p style="backdrop-filter: blur(1px)">More text`,
    );
    t.equal(readFileSync(on('card.json'), 'utf8'), '{ "greeting": "Hi" }\n', 'and nothing else');
  });

  await t.test('an edit that meets one on the disk is not lost, and neither is the other', async (t) => {
    await type(page, 'source', ' mine');
    writeFileSync(on('card.html'), '<p>theirs');
    await page.waitForSelector('.notice');
    await checkAccess(t, page, 'studio with a conflict');
    t.match(await editorText(page), / mine/);
    t.equal(readFileSync(on('card.html'), 'utf8'), '<p>theirs');
    await clickText(page, '.notice', 'Take it');
    await page.waitForFunction(`document.querySelector('[data-kind="source"] .cm-content').innerText === '<p>theirs'`);
  });

  await t.test('while it is not decided nothing is saved; the own text can be kept', async (t) => {
    await type(page, 'source', ' mine again');
    writeFileSync(on('card.html'), '<p>theirs again');
    await page.waitForSelector('.notice');
    const save = async () => {
      await page.keyboard.down('Control');
      await page.keyboard.press('s');
      await page.keyboard.up('Control');
    };
    await save();
    await clickText(page, '.notice', 'Compare');
    await page.waitForSelector('dialog .cm-changedLine, dialog .cm-insertedLine');
    t.match(await page.evaluate(`document.querySelector('dialog').innerText`), /theirs again[\s\S]*theirs mine again/);
    await clickText(page, 'dialog', 'Close');
    t.equal(readFileSync(on('card.html'), 'utf8'), '<p>theirs again');
    await clickText(page, '.notice', 'Keep mine');
    await page.waitForSelector('.notice', { hidden: true });
    await save();
    await page.waitForSelector('.workbench-head ::-p-text(as on the disk)');
    t.equal(readFileSync(on('card.html'), 'utf8'), '<p>theirs mine again');
  });

  await t.test('it fits a phone', async (t) => {
    await page.setViewport({ width: 360, height: 740 });
    t.equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
  });

  t.match(await end(), { exitCode: 0 });
  await page.waitForSelector('.workbench-head ::-p-text(platen preview has ended)');
});

t.test('nothing is read or written without the token, or under another host name', { skip }, async (t) => {
  const cwd = t.testdir(FILES);
  const { url, origin, token } = await previewing(t, cwd, 'card.html');
  t.match(url, /^http:\/\/127\.0\.0\.1:\d+\/#[\w-]{43}$/);
  const calls = [
    ['GET', '/studio'],
    ['GET', '/studio/changes'],
    ['POST', '/studio/preview'],
    ['PUT', '/studio'],
  ] as const;
  const source = { text: 'stolen', base: FILES['card.html'].replaceAll('\r', '') };
  for (const [method, path] of calls) {
    for (const authorization of [undefined, 'Bearer ', `Bearer ${'A'.repeat(43)}`, token]) {
      const { status } = await fetch(origin + path, {
        method,
        headers: { ...(authorization !== undefined && { Authorization: authorization }) },
        ...(method !== 'GET' && { body: JSON.stringify({ source }) }),
      });
      t.equal(status, 401, `${method} ${path} ${authorization}`);
    }
  }
  for (const host of ['evil.example', `evil.example:${new URL(origin).port}`, '127.0.0.1']) {
    for (const path of ['/', '/studio']) {
      const status = await statusOf(origin + path, { Host: host, Authorization: `Bearer ${token}` });
      t.equal(status, 421, `${path} as "${host}"`);
    }
  }
  t.equal(readFileSync(join(cwd, 'card.html'), 'utf8'), FILES['card.html']);
  const page = await fetch(origin);
  t.match(page.headers.get('content-security-policy'), /frame-ancestors 'none'/);
  t.notMatch(await page.text(), token);
  const allowed = await fetch(`${origin}/studio`, { headers: { Authorization: `Bearer ${token}` } });
  t.match(await allowed.json(), { name: 'card.html', data_name: null, problem: null });
});

/** `fetch` sets the header Host itself. */
function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => resolve(response.resume().statusCode!))
      .on('error', reject)
      .end();
  });
}

t.test('an endless template ends at the time limit, and the next one is previewed', { skip }, async (t) => {
  const cwd = t.testdir({ 'a.html': 'a' });
  const { origin, token } = await previewing(t, cwd, 'a.html', '--max-time', '2');
  const preview = (html: string) =>
    fetch(`${origin}/studio/preview`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify({ html, data: {} }),
    });
  const loop = '{{#each (range 1 3000)}}'.repeat(3) + '{{/each}}'.repeat(3);
  const refused = await preview(loop);
  t.match(
    { status: refused.status, json: await refused.json() },
    { status: 422, json: { error: { code: 'render_timeout' } } },
  );
  t.equal((await preview('b')).status, 200);
});

t.test('wrong usage says what to change', async (t) => {
  const cwd = t.testdir({ 'a.html': 'a' });
  for (const [args, message] of [
    [[], /name the HTML file/],
    [['b.html'], /cannot read b\.html: there is no such file/],
    [['a.html', '--data', 'b.json'], /cannot read b\.json: there is no such file/],
    [['a.html', '--port', '70000'], /not a port number/],
    [['-'], /needs files/],
  ] as const) {
    t.match(await platen(['preview', ...args], { cwd }), { exitCode: 2, stderr: message });
  }
});

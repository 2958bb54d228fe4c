/** The portal by the keyboard alone, in a real Chromium. Needs the built client (`npm run build`). */

import type { Page } from 'puppeteer-core';
import t, { type Test } from 'tap';
import { onEmbeddedPostgres } from '../service/support/postgres.js';
import { openService, type Service } from '../service/support/service.js';
import { openBrowser, openPage, PORTAL, previewed, skip, textAt } from './support/browser.js';
import { openBrowser as openClient } from './support/session.js';

const EMAIL = 'ada@example.com';
const PASSWORD = 'correct horse battery staple';
const LETTER = `<h1>A letter</h1>\n${'<p>One paragraph of many.</p>\n'.repeat(80)}`;
/** More stops than any page has. */
const MAX_STOPS = 60;

/** The unsaved edits that the browser keeps. */
const CURRENT_DRAFT = `JSON.parse(Object.entries(localStorage).find(([key]) => key.startsWith('platen-draft'))?.[1] ?? 'null')`;

interface Stop {
  readonly tag: string;
  readonly name: string;
  /** In the template's or the data's editor. */
  readonly isEditor: boolean;
  readonly isVisible: boolean;
}

/**
 * The element with the focus: its name, and whether a person sees that it has it: it is on the screen, and has an
 * outline, or the frame that editors have. As text, since the types of the DOM are not those of Node.
 */
const STOP = `(() => {
  const element = document.activeElement;
  const frame = element.closest('.code');
  const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
  const isOnScreen = width > 0 && height > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const mark = frame ? getComputedStyle(frame, '::after').borderTopWidth : outlineStyle === 'none' ? '0' : outlineWidth;
  const label = element.labels?.[0]?.textContent ?? element.textContent;
  return {
    tag: element.localName,
    name: (element.getAttribute('aria-label') ?? label).trim().slice(0, 60),
    isEditor: frame !== null,
    isVisible: isOnScreen && parseFloat(mark) >= 1,
  };
})()`;

const stopOf = (page: Page) => page.evaluate(STOP) as Promise<Stop>;

/** Presses Tab until an element has the focus. Every stop on the way is visible. */
async function tabTo(t: Test, page: Page, name: RegExp, { back = false, tag = '' } = {}): Promise<void> {
  const passed: string[] = [];
  if (back) await page.keyboard.down('Shift');
  try {
    for (let count = 0; count < MAX_STOPS; count += 1) {
      await page.keyboard.press('Tab');
      const stop = await stopOf(page);
      // After the last stop, the focus is on the browser's own controls.
      if (stop.tag !== 'body') t.ok(stop.isVisible, `the focus shows on ${stop.tag} “${stop.name}”`);
      if (name.test(stop.name) && (tag === '' || stop.tag === tag)) return;
      passed.push(stop.name);
    }
  } finally {
    if (back) await page.keyboard.up('Shift');
  }
  throw new Error(`no element ${name} among ${passed.join(', ')}`);
}

async function chord(page: Page, key: 's' | 'End'): Promise<void> {
  await page.keyboard.down('Control');
  await page.keyboard.press(key);
  await page.keyboard.up('Control');
}

async function walk(t: Test, service: Service, page: Page): Promise<void> {
  const { data } = service.process;
  const client = openClient(service);
  await client.send('POST', '/portal/sign-up', { email: EMAIL, password: PASSWORD });
  const account = (await data.accounts.byEmail(EMAIL))!;
  const template = await data.templates.create(account.id, { name: 'letter', source: LETTER });
  await data.keys.create(account.id, 'web shop');

  await t.test('signing in', async (t) => {
    await page.goto(`${service.url}/`);
    await page.waitForSelector('.sign-in');
    await tabTo(t, page, /^E-mail address$/);
    await page.keyboard.type(EMAIL);
    await tabTo(t, page, /^Password$/);
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForSelector('nav[aria-label="Main"]');
  });

  await t.test('over the navigation to the content, and to a template', async (t) => {
    await page.waitForSelector('.thumb img');
    await tabTo(t, page, /^Skip to the content$/);
    await page.keyboard.press('Enter');
    await tabTo(t, page, /^New template$/);
    await tabTo(t, page, /^letter$/);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.page-canvas');
    t.equal((await stopOf(page)).tag, 'main', 'the new page has the focus');
  });

  await t.test('editing and saving', async (t) => {
    await tabTo(t, page, /^Template$/, { tag: 'div' });
    await chord(page, 'End');
    await page.keyboard.type('<p style="backdrop-filter: blur(1px)">By keyboard</p>');
    await page.waitForSelector('.finding .badge.warn');
    await previewed(page);
    await page.keyboard.press('ArrowLeft'); // into the element
    // The cursor's box is on the last page, and no other page marks the last element that it has.
    await page.waitForFunction(`[...document.querySelectorAll('.page-box')].length === 1
      && document.querySelector('.page:not([data-page="1"]):last-of-type .page-box') !== null`);
    await chord(page, 's');
    await page.waitForFunction(`document.querySelector('.workbench-head').textContent.includes('draft 2')`);
    t.match(await data.templates.draft(account.id, template.id), { source: /By keyboard/ });
  });

  await t.test('unsaved edits are asked about, kept, and not taken for those of a later version', async (t) => {
    const says = (text: string) =>
      page.waitForFunction(`document.querySelector('.workbench-head')?.textContent.includes('${text}')`);
    const editor = `document.querySelector('[data-kind="source"] .cm-content').innerText`;
    await tabTo(t, page, /^Template$/, { tag: 'div' });
    await chord(page, 'End');
    await page.keyboard.type(' unsaved');
    await says('draft 2, published 1, changed');
    const asked = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => void dialog.dismiss().then(() => resolve(dialog.type())));
    });
    await page.close({ runBeforeUnload: true });
    t.equal(await asked, 'beforeunload');
    t.match(await page.evaluate(editor), / unsaved/, 'the page stays');

    await data.templates.saveDraft(account.id, template.id, { source: `${LETTER}<p>From elsewhere` });
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await says('Version 3 was saved since these edits of version 2 began');
    await chord(page, 'End');
    t.match(await page.evaluate(`${CURRENT_DRAFT}.draft.source`), / unsaved/);
    await tabTo(t, page, /^Take it$/);
    await page.keyboard.press('Enter');
    await page.waitForFunction(`${CURRENT_DRAFT} === null`);
    await tabTo(t, page, /^Template$/, { tag: 'div' });
    await chord(page, 'End');
    t.match(await page.evaluate(editor), /From elsewhere/);
    await page.keyboard.type('<p style="backdrop-filter: blur(1px)">By keyboard</p>');
    await page.waitForSelector('.finding .badge.warn');
    await previewed(page);
    await chord(page, 's');
    await says('draft 4, published 1');
    await page.waitForFunction(`${CURRENT_DRAFT} === null`);
  });

  await t.test('out of the editor, to the diagnostics and back to the line of one', async (t) => {
    await page.keyboard.press('Tab');
    t.ok((await stopOf(page)).isEditor, 'Tab indents');
    await page.keyboard.press('Escape');
    await tabTo(t, page, /backdrop-filter/, { tag: 'button' });
    await page.keyboard.press('Enter');
    t.ok((await stopOf(page)).isEditor);
    t.match(await textAt(page, '.cm-activeLine'), /backdrop-filter/);
  });

  await t.test('to the preview, which scrolls', async (t) => {
    await page.keyboard.press('Escape');
    await tabTo(t, page, /^Preview$/, { tag: 'div' });
    await page.keyboard.press('End');
    await page.waitForFunction(`document.activeElement.scrollTop > 100`);
  });

  await t.test('a dialog takes the focus, keeps it, and gives it back', async (t) => {
    await tabTo(t, page, /^PDF options/, { back: true });
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open] .options');
    await tabTo(t, page, /^Form controls can be filled in$/);
    await page.keyboard.press('Space');
    await tabTo(t, page, /^Done$/);
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog', { hidden: true });
    t.match(await stopOf(page), { tag: 'button', name: 'PDF options (1)', isVisible: true });
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { hidden: true });
    t.match(await stopOf(page), { tag: 'button', name: 'PDF options (1)', isVisible: true });
  });

  await t.test('dialogs of other pages give it back, too', async (t) => {
    await chord(page, 's');
    await page.waitForFunction(`document.querySelector('.workbench-head').textContent.includes('draft 5')`);
    await page.goto(`${service.url}/keys`);
    await page.waitForSelector('tbody tr');
    for (const name of [/^Create a key$/, /^Revoke web shop$/]) {
      await tabTo(t, page, name);
      await page.keyboard.press('Enter');
      await page.waitForSelector('dialog[open]');
      t.not((await stopOf(page)).tag, 'body', 'the focus is inside');
      await page.keyboard.press('Escape');
      await page.waitForSelector('dialog', { hidden: true });
      t.match((await stopOf(page)).name, name);
    }
  });

  await t.test('a button that is gone leaves the focus in its place', async (t) => {
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open]');
    await tabTo(t, page, /^Revoke the key$/);
    await page.keyboard.press('Enter');
    await page.waitForSelector('tr.revoked');
    t.match(await stopOf(page), { tag: 'span', isVisible: true });
    t.match(await textAt(page, ':focus'), /^revoked /);
  });
}

t.test('the portal by the keyboard alone', { skip }, async (t) => {
  const browser = await openBrowser(t);
  onEmbeddedPostgres(t, async (t, postgres) => {
    const service = await openService(t, await postgres.create(t), { PORTAL_SIGNUP: 'on' }, undefined, PORTAL);
    await walk(t, service, await openPage(t, browser));
  });
});

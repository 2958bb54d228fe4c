/** The editor in a real Chromium: what it completes, marks, shows and keeps. Needs the built client (`npm run build`). */

import type { Page } from 'puppeteer-core';
import t, { type Test } from 'tap';
import { onEmbeddedPostgres } from '../service/support/postgres.js';
import { openService, type Service } from '../service/support/service.js';
import { checkAccess, clickText, openBrowser, openPage, PORTAL, previewOf, skip, textAt } from './support/browser.js';

const SOURCE = `<style>
  p { color: navy }
</style>
<div>
<h1>Title</h1>
{{#each items}}<p>{{name}}</p>{{/each}}
</div>
${'<p>A paragraph of many.</p>\n'.repeat(120)}`;
const DATA = { customer: { name: 'Ada', city: 'Turin' }, items: [{ name: 'Pen', price: 2 }] };

interface Editing {
  readonly service: Service;
  readonly page: Page;
  readonly accountId: string;
  readonly templateId: string;
}

async function open(t: Test, service: Service, page: Page): Promise<Editing> {
  const { id: accountId } = await service.account();
  const { templates, sessions } = service.process.data;
  const { id: templateId } = await templates.create(accountId, { name: 'card', source: SOURCE, sample_data: DATA });
  await page.setBypassCSP(true); // for axe
  await page.goto(`${service.url}/sign-in#token=${await sessions.createLink(accountId)}`);
  await page.waitForSelector('nav[aria-label="Main"]');
  await page.goto(`${service.url}/templates/${templateId}`);
  await page.waitForSelector('.page-canvas');
  t.teardown(() => page.removeAllListeners('dialog'));
  page.on('dialog', (dialog) => void dialog.accept());
  return { service, page, accountId, templateId };
}

async function chord(page: Page, key: 's' | 'z' | 'f' | 'a' | 'End' | 'Home' | 'Space'): Promise<void> {
  await page.keyboard.down('Control');
  await page.keyboard.press(key);
  await page.keyboard.up('Control');
}

const contentOf = (kind: 'source' | 'data') => `[data-kind="${kind}"] .cm-content`;

/** Puts the cursor behind the first occurrence of a text, by the search of the editor. */
async function goBehind(page: Page, text: string): Promise<void> {
  await page.focus(contentOf('source'));
  await chord(page, 'Home');
  await chord(page, 'f');
  await page.waitForSelector('.cm-search');
  await chord(page, 'a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
}

/** The labels that are offered after a text that is typed behind another one; the text is taken back. */
async function completions(page: Page, behind: string, typed: string): Promise<string[]> {
  await goBehind(page, behind);
  await page.keyboard.type(typed);
  await chord(page, 'Space');
  // Until the names for all that is typed are there, those for a part of it are disabled.
  await page.waitForSelector('.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled) li');
  const labels = (await page.evaluate(
    `[...document.querySelectorAll('.cm-tooltip-autocomplete li .cm-completionLabel')].map((one) => one.textContent)`,
  )) as string[];
  await page.keyboard.press('Escape');
  await page.waitForSelector('.cm-tooltip-autocomplete', { hidden: true });
  for (let count = 0; count < typed.length; count += 1) await page.keyboard.press('Backspace');
  return labels;
}

async function completes(t: Test, { page }: Editing): Promise<void> {
  const css = await completions(page, 'color: navy', '; break-');
  t.strictSame(css.slice(0, 3), ['break-after', 'break-before', 'break-inside']);
  const text = await completions(page, 'color: navy', '; text-');
  t.ok(text.includes('text-align') && !text.includes('text-emphasis-style'), 'only what is supported');
  const outside = await completions(page, '<h1>Title', '{{c');
  for (const name of ['customer', 'currency']) t.ok(outside.includes(name), name);
  t.strictSame(await completions(page, '<h1>Title', '{{customer.'), ['customer.city', 'customer.name']);
  const inside = await completions(page, '<p>{{name}}', '{{pri');
  t.equal(inside[0], 'price', 'the names of an item');
  const outer = await completions(page, '<p>{{name}}', '{{../');
  t.strictSame(outer, ['../customer', '../items']);
  const blocks = await completions(page, '<h1>Title', '{{#');
  for (const name of ['each', 'if', 'eq']) t.ok(blocks.includes(name), name);
  t.notOk(blocks.includes('currency'), 'no helper that has no block');
}

async function marksData(t: Test, { page }: Editing): Promise<void> {
  await clickText(page, '.workbench-code', 'Sample data');
  await page.focus(contentOf('data'));
  await chord(page, 'End');
  await page.keyboard.type('x');
  await page.waitForSelector('.finding.bad ::-p-text(sample data)');
  await page.waitForSelector('[data-kind="data"] .cm-lint-marker-error');
  await checkAccess(t, page, 'sample data with an error');
  t.ok(await page.$('.page-canvas'), 'the last good pages stay');
  await clickText(page, '.workbench-code', 'Template');
  await page.click('.finding.bad button');
  await page.waitForSelector(`${contentOf('data')}:focus`);
  t.match(await textAt(page, '[data-kind="data"] .cm-activeLine'), /x$/, 'the cursor is where the error is');
  await chord(page, 'a');
  await page.keyboard.type('[1]');
  await page.waitForSelector('.findings ::-p-text(The data is an object)');
  await chord(page, 'a');
  await page.keyboard.type('{"a": 1, "a": 2');
  await page.waitForSelector('[data-kind="data"] .cm-lint-marker-warning');
  await page.waitForSelector('.finding.bad', { hidden: true });
  for (let undone = 0; undone < 40; undone += 1)
    if ((await textAt(page, '.workbench-head [role="status"]')).includes('changed')) await chord(page, 'z');
  t.equal(await textAt(page, '.workbench-head [role="status"]'), 'version 1');
  await clickText(page, '.workbench-code', 'Template');
}

async function showsBoxes(t: Test, { page }: Editing): Promise<void> {
  const boxes = () =>
    page.evaluate(`[...document.querySelectorAll('.page-box')].map((box) => Math.round(box.offsetHeight))`) as Promise<
      number[]
    >;
  await goBehind(page, '<h1>Ti');
  await page.waitForSelector('.page-box');
  const [heading] = await boxes();
  await page.keyboard.press('End');
  await page.waitForFunction(`document.querySelector('.page-box').offsetHeight > ${heading! * 1.5}`);
  t.equal((await boxes()).length, 1, 'the box of the parent, and no other');
}

async function keepsScrollPosition(t: Test, { page }: Editing): Promise<void> {
  const scrolled = 'document.querySelector(".pages").scrollTop';
  await page.evaluate(`${scrolled} = 300`);
  await goBehind(page, '<h1>Title');
  const before = await page.evaluate(scrolled);
  t.equal(before, 300, 'the cursor does not scroll the pages');
  const drawn = await previewOf(page, () => page.keyboard.type(' of all'));
  t.ok(drawn, 'a new page is on the screen');
  t.equal(await page.evaluate(scrolled), before);
  await previewOf(page, () => page.keyboard.type('{{#if'));
  t.ok(await page.$('.finding.bad'), 'what is being typed is no template yet');
  t.match(await textAt(page, '[data-preview]'), 'The last pages that worked');
  t.equal(await page.evaluate(scrolled), before);
  for (let count = 0; count < '{{#if'.length; count += 1) await page.keyboard.press('Backspace');
  await page.waitForSelector('.finding.bad', { hidden: true });
}

async function meetsOthers(t: Test, { service, page, accountId, templateId }: Editing): Promise<void> {
  const { templates } = service.process.data;
  const says = (text: string) =>
    page.waitForFunction(`document.querySelector('.workbench-head').textContent.includes('${text}')`);
  const newest = async () => (await templates.draft(accountId, templateId))!;
  await says('changed');
  await templates.saveDraft(accountId, templateId, { source: '<p>theirs' });
  await chord(page, 's');
  await says('Version 2 was saved since these edits of version 1 began');
  t.match(await newest(), { version: 2, source: '<p>theirs' });
  await chord(page, 's');
  await clickText(page, '.notice', 'Compare');
  await page.waitForSelector('dialog .cm-changedLine, dialog .cm-insertedLine');
  await checkAccess(t, page, 'the comparison');
  await clickText(page, 'dialog', 'Close');
  t.match(await newest(), { version: 2, source: '<p>theirs' }, 'nothing is saved before it is decided');

  await clickText(page, '.notice', 'Take it');
  await page.waitForFunction(`document.querySelector('${contentOf('source')}').innerText === '<p>theirs'`);
  await page.focus(contentOf('source'));
  await chord(page, 'z');
  await page.waitForFunction(`document.querySelector('${contentOf('source')}').innerText.includes('Title of all')`);
  await templates.saveDraft(accountId, templateId, { source: '<p>theirs again' });
  await chord(page, 's');
  await says('Version 3 was saved since these edits of version 2 began');
  await clickText(page, '.notice', 'Keep mine');
  await page.waitForSelector('.notice', { hidden: true });
  await chord(page, 's');
  await says('draft 4, published 1');
  t.match(await newest(), { version: 4, source: /Title of all/ });
  t.match(await templates.versions(accountId, templateId), [{}, { version: 3, source: '<p>theirs again' }, {}, {}]);
}

t.test('the editor in Chromium', { skip }, async (t) => {
  const browser = await openBrowser(t);
  onEmbeddedPostgres(t, async (t, postgres) => {
    const service = await openService(t, await postgres.create(t), {}, undefined, PORTAL);
    const editing = await open(t, service, await openPage(t, browser));
    await t.test('helpers, supported properties and paths are completed', (t) => completes(t, editing));
    await t.test('errors of the sample data are marked where they are', (t) => marksData(t, editing));
    await t.test('behind the end tag of a child, the box is that of the parent', (t) => showsBoxes(t, editing));
    await t.test('pages stay where they are scrolled to', (t) => keepsScrollPosition(t, editing));
    await t.test('edits that meet others are kept, or take them', (t) => meetsOthers(t, editing));
  });
});

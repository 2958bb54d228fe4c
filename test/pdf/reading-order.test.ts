/**
 * The order of the structure tree is that of the document, whatever page or layer content is on.
 * Sources: ISO 32000-1, 14.8.2.3; ISO 14289-1, 7.2
 */

import t from 'tap';
import { createRenderer, type Renderer } from '../../src/index.js';
import { CORE } from '../support/engines.js';
import { structureOf } from '../support/structure.js';

/** Pages with three lines of 20px. */
const STYLE = `<style>@page { size: 200px 80px; margin: 10px } * { margin: 0; padding: 0 }
  body { font: 10px/20px Arimo; orphans: 1; widows: 1 } .n { break-before: page } table { border-spacing: 0 }</style>`;

let renderer: Renderer;
t.before(() => {
  renderer = createRenderer({ engine: CORE });
});
t.after(() => renderer.close());

const structure = async (html: string): Promise<string[]> =>
  structureOf((await renderer.render({ html: `<html lang="en"><title>t</title>${STYLE}${html}` })).pdf);

t.test('a caption below a table that goes on over pages is before it', async (t) => {
  const rows = Array.from({ length: 4 }, (_, index) => `<tr><td>${index}`).join('');
  t.strictSame(
    await structure(`<p>a</p><table><caption style="caption-side: bottom">c</caption>${rows}</table><p>b</p>`),
    ['P a', 'P c', 'TD 0', 'TD 1', 'TD 2', 'TD 3', 'P b'],
  );
});

t.test('a box that goes on beside others is before them', async (t) => {
  const item = (letter: string) =>
    `<div style="width: 90px">${[1, 2, 3, 4].map((n) => `<p>${letter}${n}</p>`).join('')}</div>`;
  t.strictSame(
    await structure(`<div style="display: flex">${item('a')}${item('b')}</div>`),
    ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3', 'b4'].map((text) => `P ${text}`),
  );
});

t.test('a float that moves to the next page stays before the text beside it', async (t) => {
  const float = '<div style="float: left; height: 40px; break-inside: avoid">f</div>';
  t.strictSame(await structure(`<p>a</p><p>b</p>${float}<p>c</p><p>d</p>`), ['P a', 'P b', 'P f', 'P c', 'P d']);
});

t.test('an element at the end of the document that is on the first page is at the end', async (t) => {
  const last = '<footer style="position: absolute; top: 0; right: 0">z</footer>';
  t.strictSame(await structure(`<h1>a</h1><ul><li>b</ul><p class=n>c</p>${last}`), ['H1 a', 'LBody b', 'P c', 'P z']);
});

t.test('images keep their place', async (t) => {
  const svg = '<svg style="display: block" width="20" height="20" aria-label="i"><rect width="9" height="9"/></svg>';
  const last = '<footer style="position: absolute; top: 0; right: 0">z</footer>';
  t.strictSame(await structure(`<p>a</p>${svg}<p class=n>b</p>${svg}<p>c</p>${last}`), [
    'P a',
    'Figure',
    'P b',
    'Figure',
    'P c',
    'P z',
  ]);
});

t.test('what is painted below other text is where the document has it', async (t) => {
  const covered = '<p style="position: relative; z-index: 1; top: 18px; color: red">a</p><p>b</p>';
  t.strictSame(await structure(covered), ['P a', 'P b']);
});

t.test('a paragraph that covered text interrupts has a part before and one after it', async (t) => {
  const inner = '<i style="position: absolute; left: 25px; color: red">x</i>';
  t.strictSame(await structure(`<p style="position: relative">one ${inner} two`), ['P one', 'P x', 'P two']);
});

t.test('footnotes are at the end of their page', async (t) => {
  const note = '<style>.f { float: footnote }</style><p>a<span class=f>note</span></p><p class=n>b</p>';
  t.strictSame(await structure(note), ['P a1', 'P 1. note', 'P b']);
});

t.test('fixed boxes are read once, on their first page', async (t) => {
  t.strictSame(await structure('<p style="position: fixed; bottom: 0">f</p><p>a</p><p class=n>b</p>'), [
    'P f',
    'P a',
    'P b',
  ]);
});

t.test('a legend is before the content of its fieldset', async (t) => {
  t.strictSame(await structure('<fieldset><legend>l</legend><p>a</p></fieldset><p>b</p>'), ['P l', 'P a', 'P b']);
});

t.test('merged documents follow one another', async (t) => {
  const html = (letter: string) =>
    `<html lang="en">${STYLE}<footer style="position: absolute; bottom: 0">${letter}2</footer><p class=n>${letter}1</p>`;
  const late = (letter: string) =>
    html(letter).replace(/<footer.*footer>/, '') + /<footer.*footer>/.exec(html(letter))![0];
  const { pdf } = await renderer.merge({ documents: [{ html: late('a') }, { html: late('b') }] });
  t.strictSame(await structureOf(pdf), ['P a1', 'P a2', 'P b1', 'P b2']);
});

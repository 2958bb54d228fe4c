/** Text of people reaches the page as it is, whatever it would mean to a language on its way there. */

import t, { type Test } from 'tap';
import { createRenderer } from '../src/index.js';
import { CORE, ENGINES } from './support/engines.js';
import { HOSTILE, INVISIBLE } from './support/hostile.js';
import { dataUrl, png } from './support/images.js';
import { type ReadPdf, readPdf, withoutSpace } from './support/pdf.js';
import { sample } from './support/sample.js';

const PIXEL = dataUrl('image/png', png(1, 1));

/** Long texts do not run out of the page. */
const WRAPPING = '<style>html { overflow-wrap: anywhere } pre { white-space: pre-wrap }</style>';

const printed = (pdf: ReadPdf): string => withoutSpace(pdf.pages.map(({ text }) => text).join(''));
/** Beside each other, where the first difference is; both empty when there is none. */
function difference(found: string, wanted: string): readonly [found: string, wanted: string] {
  let at = 0;
  while (at < found.length && found[at] === wanted[at]) at += 1;
  return [found.slice(at, at + 40), wanted.slice(at, at + 40)];
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
/** The shortest escapes that CSS strings need. */
const escapeCss = (text: string): string =>
  text.replace(/["\\<]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `);

t.test('there are enough of them', async (t) => {
  t.ok(HOSTILE.length >= 200, `${HOSTILE.length} texts`);
});

for (const engine of ENGINES) {
  t.test(`with the ${engine} engine`, async (t) => {
    const renderer = createRenderer({ engine });
    t.teardown(() => renderer.close());
    const texts = engine === CORE ? HOSTILE : sample(HOSTILE, `hostile texts with ${engine}`);
    /** Those that fit on one line. */
    const short = { texts: texts.filter((text) => text.length < 60) };
    const all = withoutSpace(texts.join(''));
    const render = async (html: string, data: Record<string, unknown> = { texts }): Promise<ReadPdf> =>
      readPdf((await renderer.render({ html: WRAPPING + html, data })).pdf);
    /** A document that prints every text once, in order, and nothing else. */
    const printsAll = async (t: Test, html: string, data?: Record<string, unknown>, wanted = all) =>
      t.strictSame(difference(printed(await render(html, data)), wanted), ['', '']);

    t.test('as a value of the data', async (t) => {
      await printsAll(t, '{{#each texts}}<p>{{this}}</p>{{/each}}');
    });

    t.test('as text of the document', async (t) => {
      await printsAll(t, '{{#each texts}}{{{this}}}{{/each}}', {
        texts: texts.map((text) => `<p>${escapeHtml(text)}`),
      });
    });

    t.test('in headings, list items, table cells, bold in a link, preformatted', async (t) => {
      const wrap = [
        '<h2>|</h2>',
        '<ul><li>|</ul>',
        '<table><td>|</table>',
        '<p><a href="#"><b>|</b></a>',
        '<pre>|</pre>',
      ];
      const html = texts.map((text, i) => wrap[i % wrap.length]!.replace('|', () => escapeHtml(text)));
      await printsAll(t, `<style>li { list-style: none }</style>{{{html}}}`, { html: html.join('') });
    });

    t.test('in strings of CSS', async (t) => {
      const rules = texts.map((text, i) => `#p${i}::before { content: "${escapeCss(text)}" }`);
      const elements = texts.map((_, i) => `<p id="p${i}">`);
      await printsAll(t, '<style>{{{rules}}}</style>{{{html}}}', { rules: rules.join('\n'), html: elements.join('') });
    });

    t.test('in strings of CSS, from the data', async (t) => {
      const rules = '{{#each texts}}#p{{@index}}::after { content: "{{css this}}" }\n{{/each}}';
      await printsAll(t, `<style>${rules}</style>{{#each texts}}<p id="p{{@index}}">{{/each}}`);
    });

    t.test('in an attribute that CSS prints', async (t) => {
      await printsAll(
        t,
        '<style>p::before { content: attr(data-x) }</style>{{#each texts}}<p data-x="{{this}}">{{/each}}',
      );
    });

    t.test('in a custom property', async (t) => {
      const html = texts.map((text) => `<p style="${escapeHtml(`--x: "${escapeCss(text)}"`)}">`).join('');
      await printsAll(t, '<style>p::before { content: var(--x) }</style>{{{html}}}', { html });
    });

    t.test('in the boxes of the page margin', async (t) => {
      const pages = short.texts.map(
        (text, i) => `@page p${i} { @top-left { content: "${escapeCss(text)}"; font-size: 4px } }`,
      );
      const html = short.texts.map((_, i) => `<div style="page: p${i}">•</div>`).join('');
      const pdf = await render('<style>{{{pages}}}</style>{{{html}}}', { pages: pages.join('\n'), html });
      t.strictSame(
        pdf.pages.map(({ text }) => withoutSpace(text).replace('•', '')),
        short.texts.map(withoutSpace),
      );
    });

    t.test('in the text of a drawing', async (t) => {
      const html = '{{#each texts}}<svg width="600" height="20"><text y="15">{{this}}</text></svg>{{/each}}';
      await printsAll(t, html, short, withoutSpace(short.texts.join('')));
    });

    t.test('as class, id, name, lang and title of elements nothing is printed', async (t) => {
      const names = ['class', 'id', 'name', 'lang', 'title', 'dir', 'width', 'onclick', 'data-{{x}}'];
      const attributes = names.map((name) => `${name}="{{this}}"`).join(' ');
      const pdf = await render(`{{#each texts}}<p ${attributes}>.</p>{{/each}}`);
      t.equal(printed(pdf), '.'.repeat(texts.length));
    });

    t.test('as the alternative text of images', async (t) => {
      const pdf = await render(`{{#each texts}}<p><img src="${PIXEL}" alt="{{this}}">{{/each}}`);
      t.equal(printed(pdf), '');
      t.strictSame(
        pdf.pages.flatMap(({ alternatives }) => alternatives),
        texts,
      );
    });

    t.test('as the title of the document and as bookmarks', async (t) => {
      const pdf = await render('<title>{{join texts " "}}</title>{{#each texts}}<h1>{{this}}</h1>{{/each}}', short);
      t.equal(pdf.title, short.texts.join(' '));
      t.strictSame(pdf.outline, short.texts);
    });

    t.test('in the address of links', async (t) => {
      const pdf = await render('{{#each texts}}<p><a href="https://example.com/?{{this}}">.</a>{{/each}}');
      const wanted = texts.map((text) => new URL(`https://example.com/?${text}`).href);
      t.strictSame(
        pdf.pages.flatMap(({ links }) => links),
        wanted,
      );
    });

    t.test('as the whole address of links and images', async (t) => {
      const pdf = await render('{{#each texts}}<p><a href="{{this}}">.<img src="{{this}}" alt=""></a>{{/each}}');
      t.equal(printed(pdf), '.'.repeat(texts.length));
      const links = pdf.pages.flatMap(({ links }) => links);
      t.strictSame(
        links.filter((link) => link !== '' && !/^https?:/.test(link)),
        [],
        'nothing that runs or reads',
      );
    });

    t.test('as family, colour and address in a style', async (t) => {
      const style =
        'font-family: &quot;{{css this}}&quot;; color: {{css this}}; background: url(&quot;{{css this}}&quot;)';
      const pdf = await render(`{{#each texts}}<p style="${style}">.</p>{{/each}}`);
      t.equal(printed(pdf), '.'.repeat(texts.length));
    });

    t.test('characters without ink do not take others away', async (t) => {
      const pdf = await render('{{#each texts}}<p>{{this}}</p>{{/each}}', { texts: INVISIBLE });
      const letters = (text: string): string => text.normalize('NFD').replace(/[^abx]/g, '');
      t.equal(letters(printed(pdf)), letters(INVISIBLE.join('')));
      const title = await render('<title>{{join texts}}</title>', { texts: INVISIBLE });
      t.equal(letters(title.title ?? ''), letters(INVISIBLE.join('')));
    });
  });
}

/** The library: `createRenderer` and what it promises. */

import t, { type Test } from 'tap';
import { createRenderer, type DocumentInput, EngineError, type Renderer } from '../src/index.js';
import { ENGINES } from './support/engines.js';
import { cutPng, dataUrl, png } from './support/images.js';
import { readPdf, textOf } from './support/pdf.js';

const renderer = createRenderer();
t.teardown(() => renderer.close());

const REPORT: DocumentInput = {
  html: `<title>Stock {{year}}</title>
    <style>@page { size: A5; margin: 10mm; @bottom-center { content: counter(page) "/" counter(pages) } }</style>
    <h1>Stock of {{year}}</h1>
    <table><thead><tr><th>Part<th>Count</thead>
    <tbody>{{#each (range 80)}}<tr><td>part{{this}}<td>{{number (mul this 1000)}}{{/each}}</tbody></table>
    <p style="backdrop-filter: blur(1px)">The end.`,
  data: { year: 2026 },
  locale: 'de-DE',
};

async function refusal(promise: Promise<unknown>): Promise<EngineError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof EngineError) return error;
  throw error ?? new Error('nothing was refused');
}

t.test('a template and its data become a PDF', async (t) => {
  const { pdf, pages, diagnostics, times } = await renderer.render(REPORT);
  const read = await readPdf(pdf);
  t.equal(read.pages.length, pages);
  t.equal(read.title, 'Stock 2026');
  t.strictSame(read.outline, ['Stock of 2026']);
  t.match(read.pages[1]?.text, new RegExp(`2/${pages}`));
  t.match(diagnostics, [{ kind: 'UnsupportedProperty', text: 'backdrop-filter', context: /p/, count: 1 }]);
  t.ok(times.layout! > 0);
});

t.test('bookmarks are those of headings, and what the style sheet says', async (t) => {
  const html = `<style>
      h1 { bookmark-label: counter(n) ": " content() } body { counter-reset: n 7 } i { float: footnote }
      h3 { bookmark-level: none } .deep { bookmark-level: 3 } section { bookmark-level: 1; bookmark-label: attr(title) }
      </style><h1>a<i>note</i></h1><h2>b</h2><p class="deep">c</p><h3>d</h3>
    <table><tr><td class="deep">e</table><section title="End"></section>`;
  const { pdf, diagnostics } = await renderer.render({ html });
  t.strictSame(diagnostics, []);
  t.strictSame((await readPdf(pdf)).outline, ['7: a', '  b', '    c', '    e', 'End']);
});

t.test('validate sees the pages and diagnostics that render has', async (t) => {
  const inputs: DocumentInput[] = [
    REPORT,
    { html: '' },
    { html: '<img src="x.png"><p style="width: 3000px">wide' },
    { html: '<p style="background: url(x.png)"><a href="next.html">next</a>' },
  ];
  for (const input of inputs) {
    const rendered = await renderer.render(input);
    const validated = await renderer.validate(input);
    t.strictSame(
      { pages: validated.pages, diagnostics: validated.diagnostics },
      { pages: rendered.pages, diagnostics: rendered.diagnostics },
    );
    t.equal(validated.ok, rendered.diagnostics.length === 0);
  }
});

t.test('the same input gives the same bytes', async (t) => {
  const { pdf: first } = await renderer.render(REPORT);
  await renderer.render({ html: '<p style="font-family: monospace">another document' });
  const { pdf: again } = await renderer.render(REPORT);
  t.ok(Buffer.from(first).equals(again), 'again');
  const other = createRenderer();
  t.teardown(() => other.close());
  t.ok(Buffer.from(first).equals((await other.render(REPORT)).pdf), 'from another renderer');
});

t.test('a strict document is refused with its diagnostics', async (t) => {
  for (const call of ['render', 'validate'] as const) {
    const error = await refusal(renderer[call]({ ...REPORT, strict: true }));
    t.match(error, { code: 'document_not_supported', diagnostics: [{ kind: 'UnsupportedProperty' }] });
    t.ok(await renderer[call]({ html: '<p>fine', strict: true }));
  }
});

t.test('title and locale of the call come first', async (t) => {
  const { pdf } = await renderer.render({ html: '<title>a</title>{{number 1.5}}', title: ' b\tc ', locale: 'de' });
  t.match(await readPdf(pdf), { title: 'b c', pages: [{ text: '1,5' }] });
  const bare = await renderer.render({ html: '<title>a</title>x', title: null, locale: null, data: null });
  t.match(await readPdf(bare.pdf), { title: 'a' });
  t.match(await refusal(renderer.render({ html: '', locale: 'no locale' })), { code: 'invalid_locale' });
});

t.test('a wrong template is refused with its place', async (t) => {
  t.match(await refusal(renderer.render({ html: '<p>\n{{#if x}}' })), { code: 'template_invalid', line: 2 });
  t.match(await refusal(renderer.render({ html: '<p>\n {{currency 1}}' })), {
    code: 'template_failed',
    line: 2,
    column: 2,
  });
});

t.test('a document that is no template keeps its braces', async (t) => {
  const html = '<pre>{{ secrets.TOKEN }} {{ a | b }}</pre>';
  const wrong = await refusal(renderer.render({ html }));
  t.match(wrong, {
    code: 'template_invalid',
    line: 1,
    column: 31,
    message: /set template: false \(command line: --no-template\)/,
  });
  const { pdf, diagnostics } = await renderer.render({ html, template: false });
  t.equal(await textOf(pdf), '{{ secrets.TOKEN }} {{ a | b }}');
  t.strictSame(diagnostics, []);
  t.match(await renderer.validate({ html, template: false }), { ok: true });
  t.match(await refusal(renderer.render({ html, template: true })), { code: 'template_invalid' });
  const merged = await renderer.merge({
    documents: [
      { html, template: false },
      { html: '{{x}}', data: { x: 'filled' } },
    ],
  });
  t.match(await textOf(merged.pdf), /\{\{ a \| b \}\}\s*filled/);
});

t.test('partials are found by name', async (t) => {
  const { pdf } = await renderer.render({ html: '{{> greeting name="you"}}', partials: { greeting: 'Hi {{name}}' } });
  t.equal(await textOf(pdf), 'Hi you');
});

t.test('images and style sheets come from the assets of the call', async (t) => {
  const asked: string[] = [];
  const files: Record<string, Buffer> = {
    'a.png': png(10, 10),
    'a.css': Buffer.from('p::after { content: " styled" }'),
  };
  const { pdf, diagnostics } = await renderer.render({
    html: '<link rel=stylesheet href=a.css><p>text<img src="a.png" alt="red"><img src="https://example.com/b.png">',
    assets: (url) => {
      asked.push(url);
      return files[url];
    },
  });
  const [page] = (await readPdf(pdf)).pages;
  t.equal(page?.text, 'text styled');
  t.strictSame(page?.alternatives, ['red']);
  t.ok(asked.includes('a.png') && asked.includes('a.css'));
  t.match(diagnostics, [{ kind: 'BlockedResource', text: 'https://example.com/b.png' }]);
});

t.test('a picture shows the source that fits the page', async (t) => {
  const asked = async (page: string) => {
    const urls: string[] = [];
    await renderer.validate({
      html: `<style>${page}</style><picture><source media="(max-width: 4in)" srcset="small.png 1x, large.png 2x">
        <img src="wide.png"></picture>`,
      assets: (url) => {
        urls.push(url);
        return png(4, 4);
      },
    });
    return urls;
  };
  t.strictSame(await asked(''), ['wide.png']);
  t.strictSame(await asked('@page { size: 4in 6in }'), ['small.png']);
});

t.test('text in SVG images is set in fonts at hand, with the styles of the image alone', async (t) => {
  const svg = (content: string) =>
    dataUrl(
      'image/svg+xml',
      Buffer.from(
        `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="200" height="40">${content}</svg>`,
      ),
    );
  const { pdf, diagnostics } = await renderer.render({
    html: `<style>text { display: none } div { width: 200px; height: 40px;
        background: url('${svg('<text y="20" font-family="Helvetica Neue, sans-serif">behind</text>')}') }</style>
      <img src="${svg('<style>.b { font: bold 12px Unheard } .no { display: none }</style><text y="20" class="b">bold</text><text class="no">not</text>')}">
      <div></div>`,
  });
  t.match(await textOf(pdf), /^bold\s+behind$/);
  t.same(diagnostics, []);
  const { diagnostics: found } = await renderer.validate({
    html: `<img src="${svg('<style>@font-face { font-family: x; src: url(x.ttf) }</style><text y="20">a</text><video/>')}">
      <img src="${svg(`<text>a</text>${'<g/>'.repeat(20_001)}`)}">`,
  });
  t.match(found, [
    { kind: 'UnsupportedAtRule', text: '@font-face', context: 'in an SVG image' },
    { kind: 'UnsupportedElement', text: '<video>', context: /^in an SVG image: .*: in SVG/ },
    { kind: 'UnsupportedElement', text: '<text>', context: /^in an SVG image: .*20,?000/ },
  ]);
});

t.test('images that do not decode are left out one by one', async (t) => {
  const images = [cutPng(30, 30), png(5, 5), cutPng(31, 30), Buffer.from('<svg><rect'), png(6, 6)];
  const html = images
    .map((bytes, i) => `<p>text${i} <img src="${dataUrl('image/png', bytes)}" alt="image${i}">`)
    .join('');
  for (const engine of ENGINES) {
    const own = createRenderer({ engine });
    const { pdf, diagnostics } = await own.render({ html });
    await own.close();
    const [page] = (await readPdf(pdf)).pages;
    for (const i of images.keys()) t.match(page?.text, `text${i}`);
    t.strictSame(page?.alternatives, ['image1', 'image4'], engine);
    t.strictSame(
      diagnostics.map(({ kind, context }) => `${kind} ${/p:nth-of-type\((\d)\)/.exec(context)?.[1]}`),
      ['MissingAsset 1', 'MissingAsset 3', 'MissingAsset 4'],
      engine,
    );
  }
});

t.test('images that do not decode are found inside effects, too', async (t) => {
  const image = dataUrl('image/png', cutPng(30, 30));
  // The native core cannot tell which image in a filtered drawing does not decode (native/core/README.md).
  const renderer = createRenderer({ engine: 'typst' });
  t.teardown(() => renderer.close());
  for (const style of ['opacity:.5', 'clip-path:polygon(0 0,100% 0,0 100%)', 'filter:grayscale(1)']) {
    const { diagnostics } = await renderer.render({ html: `<p>text <img src="${image}" style="${style}">` });
    t.match(diagnostics, [{ kind: 'MissingAsset' }], style);
  }
});

t.test('an inline drawing that does not decode leaves the rest', async (t) => {
  const drawings = [
    '<svg width=9 height=9 inkscape:x="1"><foo:bar/></svg>',
    '<svg width=0 height=0></svg>',
    '<svg viewBox="0 0 0 0">',
  ];
  const { pdf } = await renderer.render({ html: drawings.map((svg) => `<p>before ${svg}</p>`).join('') });
  t.equal(await textOf(pdf), 'before before before');
});

t.test('limits', async (t) => {
  const small = createRenderer({
    limits: { maxHtmlLength: 1000, maxPages: 3, maxImageBytes: 100, maxImagePixels: 50 },
  });
  t.teardown(() => small.close());
  const page = '<p style="break-after: page">x';
  t.equal((await small.render({ html: `${page.repeat(2)}<p>y` })).pages, 3);
  t.match(await refusal(small.render({ html: page.repeat(5) })), {
    code: 'document_too_complex',
    message: /more than 3 pages/,
  });
  t.match(await refusal(small.render({ html: 'x'.repeat(1001) })), { code: 'document_too_large' });
  t.match(await refusal(renderer.render({ html: '<div>'.repeat(100_000) })), { code: 'document_too_complex', line: 1 });
  const { diagnostics } = await small.render({ html: `<img src="${dataUrl('image/png', png(8, 8))}">` });
  t.match(diagnostics, [{ kind: 'MissingAsset', context: /8 × 8 pixels, the limit is 50/ }]);
});

t.test('calls may overlap', async (t) => {
  const html = '<h1>{{n}}</h1>';
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, n) => renderer.render({ html, data: { n: `no${n}` } })),
  );
  t.strictSame(
    await Promise.all(results.map(({ pdf }) => textOf(pdf))),
    results.map((_, n) => `no${n}`),
  );
});

t.test('a renderer that never rendered can be closed; a closed one renders no more', async (t) => {
  await createRenderer().close();
  const closed = createRenderer();
  await closed.render({ html: 'x' });
  await closed.close();
  await closed.close();
  await t.rejects(closed.render({ html: 'x' }), { message: /closed/ });
});

t.test('every word is in the PDF once and in order', async (t) => {
  await wordsSurvive(t, renderer);
});

/** Numbered words in `html` make the same sequence in the PDF. */
async function wordsSurvive(t: Test, renderer: Renderer): Promise<void> {
  let count = 0;
  const words = (n: number): string => {
    count += n;
    return Array.from({ length: n }, (_, i) => `w${count - n + i + 1}`).join(' ');
  };
  const documents: Record<string, () => string> = {
    'long paragraphs over pages': () => `<p>${words(700)}<p>${words(900)}`,
    'nested inline elements': () =>
      `<p>${words(3)} <b>${words(3)} <i>${words(4)} <a href="#">${words(30)}</a></i> ${words(2)}</b><u>${words(40)}</u>`,
    'a table over pages': () =>
      `<table border=1>${Array.from({ length: 90 }, () => `<tr><td>${words(2)}<td>${words(9)}<td>${words(1)}`).join('')}</table>`,
    'rows higher than a page': () => `<table><tr><td>${words(1200)}<tr><td>${words(5)}</table>`,
    'nested lists': () =>
      `<ul style="list-style: none">${Array.from({ length: 40 }, () => `<li>${words(3)}<ul style="list-style: none"><li>${words(8)}</ul>`).join('')}</ul>`,
    columns: () => `<div style="columns: 2">${words(400)}</div><p>${words(5)}`,
    'flex and grid': () =>
      `<div style="display: flex"><p>${words(20)}</p><p>${words(30)}</p></div><div style="display: grid; grid-template-columns: 1fr 1fr"><p>${words(9)}</p><p>${words(9)}</p></div>`,
    'floats and positioned boxes': () =>
      `<div style="float: left; width: 100px">${words(12)}</div><p>${words(60)}<p style="position: relative; top: 2px">${words(20)}`,
    'preformatted text': () => `<pre>${Array.from({ length: 120 }, () => words(6)).join('\n')}</pre>`,
    'scaled down': () =>
      `<table><tr>${Array.from({ length: 24 }, () => `<td>${words(1)}`).join('')}</table><p>${words(300)}`,
    'hyphens and long words': () =>
      `<p style="width: 60px">${words(5)} w${'x'.repeat(3)}&shy;${'y'.repeat(30)} ${words(5)}`,
    'opacity and clipping': () =>
      `<div style="opacity: .5">${words(20)}</div><div style="overflow: hidden; border-radius: 5px">${words(30)}</div>`,
  };
  for (const [name, html] of Object.entries(documents)) {
    count = 0;
    const { pdf } = await renderer.render({ html: html() });
    const found = [...(await textOf(pdf)).matchAll(/w(\d+)/g)].map(([, number]) => Number(number));
    t.strictSame(
      found,
      Array.from({ length: count }, (_, i) => i + 1),
      name,
    );
  }
}

t.test('author, description and keywords of meta elements are in the metadata of the PDF', async (t) => {
  const html = `<meta name=author content="Ann"><meta name=Author content="Ben"><meta name=description content=" What
    it is "><meta name=keywords content="a, b ,a"><p>x`;
  const { pdf, diagnostics } = await renderer.render({ html });
  const { info } = await readPdf(pdf);
  t.match(info, { Author: /Ann.*Ben/, Subject: 'What it is', Keywords: 'a, b' });
  t.strictSame(diagnostics, []);
});

/** Assets: how URLs resolve, and the results that the `assets` callback of a call may return. */

import t from 'tap';
import { type AssetAnswer, type AssetRequest, createRenderer, type DocumentInput, EngineError } from '../src/index.js';
import { arimo } from './fonts/font-files.js';
import { dataUrl, png } from './support/images.js';
import { readPdf } from './support/pdf.js';
import { renameFont } from './support/renamed-font.js';

const renderer = createRenderer({ engine: 'typst' });
t.teardown(() => renderer.close());

const HOUSE = renameFont(arimo, 0, 'HouseSans');

/** A site: a document in a folder, and what stands beside it. */
const SITE: Readonly<Record<string, Uint8Array>> = {
  'css/print.css': Buffer.from(`@import "parts/type.css"; @import url("parts/frame.css") print;
    .logo { background: url(../img/logo.png); height: 10px } li { list-style-image: url("../img/dot.png") }
    @page { background-image: url(../img/paper.png) }`),
  'css/parts/type.css': Buffer.from(`@import "../../shared/colors.css";
    @font-face { font-family: House; src: url(../../fonts/house.ttf) } body { font-family: House }`),
  'css/parts/frame.css': Buffer.from(`p { --own: url(used.png); border: 2px solid;
    border-image: url("frame.png") 1 } p::before { content: url(../../img/before.png) }`),
  'shared/colors.css': Buffer.from('p { color: #123456; background-image: var(--own) }'),
  'fonts/house.ttf': HOUSE,
  ...Object.fromEntries(
    ['img/logo', 'img/dot', 'img/paper', 'img/before', 'img/inline', 'img/own', 'css/parts/frame', 'shared/used'].map(
      (name) => [`${name}.png`, png(4, 4)],
    ),
  ),
};
const PAGE = `<link rel="stylesheet" href="css/print.css"><style>section { background: url(img/inline.png) }</style>
  <section style="mask-image: url(img/inline.png)">a</section><p>text <img src="./img/own.png" alt="own"></p>
  <ul><li>item</ul><div class="logo"></div>`;

async function refusal(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => t.fail('nothing was refused'),
    (reason: unknown) => reason,
  );
}

t.test('URLs in sheets resolve against the sheet, those in the document against the document', async (t) => {
  const asked = new Map<string, AssetRequest>();
  const { pdf, diagnostics } = await renderer.render({
    html: PAGE,
    assets: (url, request) => {
      asked.set(url, request);
      return SITE[url];
    },
  });
  t.strictSame(diagnostics, []);
  t.strictSame([...asked.keys()].sort(), Object.keys(SITE).sort(), 'nothing else is asked for');
  t.strictSame(asked.get('css/print.css'), { for: 'style', from: undefined });
  t.strictSame(asked.get('css/parts/type.css'), { for: 'style', from: 'css/print.css' });
  t.strictSame(asked.get('fonts/house.ttf'), { for: 'font', from: 'css/parts/type.css' });
  t.strictSame(asked.get('img/before.png'), { for: 'image', from: 'css/parts/frame.css' });
  t.strictSame(asked.get('img/own.png'), { for: 'image', from: undefined });
  t.strictSame(
    asked.get('shared/used.png'),
    { for: 'image', from: 'shared/colors.css' },
    'a custom property is relative to where it is used',
  );
  t.ok(Buffer.from(pdf).includes('HouseSans'), 'text is set in the font');
});

t.test('<base> says what the URLs of a document are relative to', async (t) => {
  const bases = [
    ['assets/v2/', 'assets/v2/'],
    ['../theme/index.html', '../theme/'],
    ['https://cdn.example/site/', 'https://cdn.example/site/'],
  ] as const;
  for (const [href, prefix] of bases) {
    const files = new Map(Object.entries(SITE).map(([url, bytes]) => [`${prefix}${url}`, bytes]));
    const { diagnostics } = await renderer.render({
      html: `<base href="${href}">${PAGE}`,
      assets: (url) => files.get(url),
    });
    t.strictSame(diagnostics, [], href);
  }
});

t.test('assets may be promises: all are fetched before layout, at most so many at a time', async (t) => {
  const direct = await renderer.render({ html: PAGE, assets: (url) => SITE[url] });
  for (const concurrency of [1, 3]) {
    const limited = createRenderer({ engine: 'typst', assets: { concurrency } });
    t.teardown(() => limited.close());
    let [running, maxRunning] = [0, 0];
    const asked: string[] = [];
    const fetched = async (url: string): Promise<AssetAnswer> => {
      asked.push(url);
      maxRunning = Math.max(maxRunning, ++running);
      await new Promise((done) => setImmediate(done));
      running -= 1;
      return SITE[url];
    };
    const { pdf, diagnostics } = await limited.render({ html: PAGE, assets: fetched });
    t.strictSame(diagnostics, []);
    t.equal(maxRunning, concurrency);
    t.strictSame(asked.sort(), Object.keys(SITE).sort(), 'each once');
    t.ok(Buffer.from(pdf).equals(direct.pdf), 'the document is the same');
  }
  const { ok } = await renderer.validate({ html: PAGE, assets: async (url) => SITE[url] });
  t.ok(ok, 'validate waits, too');
});

t.test('answers and promises of them may be mixed, and what is missing is reported once', async (t) => {
  const { diagnostics } = await renderer.render({
    html: '<link rel=stylesheet href=a.css><img src=b.png><img src=c.png><img src=d.png>',
    assets: (url) => (url === 'b.png' ? png(4, 4) : Promise.resolve(url === 'c.png' ? ('blocked' as const) : null)),
  });
  t.strictSame(
    diagnostics.map(({ kind, text, count }) => `${kind} ${text} ${count}`),
    ['MissingAsset a.css 1', 'BlockedResource c.png 1', 'MissingAsset d.png 1'],
  );
});

t.test('an answer that is none is refused by name', async (t) => {
  const html = '<style>@font-face { font-family: F; src: url(f.ttf) } p { font-family: F }</style><p>text';
  const answers: [unknown, RegExp][] = [
    ['body {}', /the string "body \{\}" for the font f\.ttf: it must be a Uint8Array, 'blocked' or undefined/],
    [42, /the number 42/],
    [true, /the boolean true/],
    [new ArrayBuffer(8), /an object \(ArrayBuffer\)/],
    [() => HOUSE, /a function/],
    [Promise.resolve({ bytes: HOUSE }), /an object \(Object\)/],
  ];
  for (const [answer, message] of answers) {
    const input = { html, assets: () => answer } as unknown as DocumentInput;
    for (const call of ['render', 'validate'] as const) {
      const error = await refusal(renderer[call](input));
      t.ok(error instanceof EngineError);
      t.match(error, { code: 'invalid_asset', message });
    }
  }
});

t.test('what assets throws, or its promise rejects with, comes out as it is', async (t) => {
  const gone = new Error('the store is gone');
  const html = '<img src=a.png><img src=b.png><img src=c.png>';
  const sources: DocumentInput['assets'][] = [
    () => {
      throw gone;
    },
    async (url) => {
      if (url === 'b.png') throw gone;
      return png(1, 1);
    },
  ];
  for (const assets of sources) t.equal(await refusal(renderer.render({ html, assets: assets! })), gone);
});

t.test('a concurrency that is none is refused', async (t) => {
  for (const concurrency of [0, -1, 1.5, Number.NaN]) {
    t.throws(() => createRenderer({ assets: { concurrency } }), { name: 'RangeError', message: /assets\.concurrency/ });
  }
});

t.test('sheets for another medium are not asked for, and sheets that import each other end', async (t) => {
  const asked: string[] = [];
  const files: Record<string, string> = {
    'a.css': '@import "b.css"; @import "screen.css" screen;',
    'b.css': '@import "../x/a.css"; @import "./b.css"; p { color: red }',
  };
  const { diagnostics } = await renderer.validate({
    html: '<link rel=stylesheet href=x/a.css><link rel=stylesheet href=screen.css media="screen and (width > 1px)"><p>x',
    assets: (url) => {
      asked.push(url);
      return files[url.slice(2)] === undefined ? undefined : Buffer.from(files[url.slice(2)]!);
    },
  });
  t.strictSame(diagnostics, []);
  t.strictSame(asked, ['x/a.css', 'x/b.css']);
});

t.test('URLs that cannot be resolved or had say what they are', async (t) => {
  const sheet = dataUrl('text/css', Buffer.from('i { background: url(a.png) } b { background: url(asset:1) }'));
  const { diagnostics } = await renderer.render({
    html: `<base href="https://cdn.example/x/"><link rel=stylesheet href="${sheet}"><i>a</i><b>b</b>
      <img src="../c.png"><img src="https://[">`,
  });
  t.strictSame(
    diagnostics.map(({ kind, text, context }) => `${kind} ${text} ${context.replace(/^.*?: /, '')}`).sort(),
    [
      'BlockedResource ../c.png network resources are not fetched; embed it as a data: URL or provide it as an asset: https://cdn.example/c.png',
      'MissingAsset a.png not a valid URL, or relative to a base URL without a path',
      'MissingAsset asset:1 no such file or asset',
      'MissingAsset https://[ not a valid URL, or relative to a base URL without a path',
    ],
  );
});

t.test('relative links are those of <base>, and without one they get a notice', async (t) => {
  const html = `<h1 id="top">T</h1><a href="#top">here</a> <a href="terms.html#x">terms</a>
    <a href="https://example.com/docs/#top">also here</a> <a href="mailto:a@b.example">mail</a> <a href="#no">no</a>`;
  const based = await renderer.render({ html: `<base href="https://example.com/docs/">${html}` });
  t.strictSame(based.diagnostics, []);
  t.strictSame((await readPdf(based.pdf)).pages[0]!.links.filter(Boolean), [
    'https://example.com/docs/terms.html#x',
    'mailto:a@b.example',
  ]);
  const { diagnostics, notices } = await renderer.render({
    html: `${html}<a href="file:///etc">f</a> <a href="javascript:x">j</a>`,
    notices: true,
  });
  t.strictSame(diagnostics, []);
  t.match(notices, [
    { kind: 'UnsupportedValue', text: '<a href="terms.html#x">', context: /relative link.*<base href=/, count: 1 },
    { kind: 'UnsupportedValue', text: '<a href="file:///etc">', context: /file: links are not written to the PDF/ },
  ]);
});

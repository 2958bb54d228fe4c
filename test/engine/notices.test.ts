/**
 * A diagnostic says that the document looks different from what its author wrote; what makes no visible difference in it
 * is a notice.
 */

import t from 'tap';
import { createRenderer } from '../../src/renderer.js';

const renderer = createRenderer();
t.teardown(() => renderer.close());

/** Kinds and texts; `D` are those of diagnostics, `N` those of notices. */
async function findings(body: string, css = ''): Promise<string[]> {
  const html = `<!DOCTYPE html><title>t</title><style>${css}</style><body style="font: 16px Cousine">${body}`;
  const { diagnostics, notices = [] } = await renderer.validate({ html, notices: true });
  return [
    ...diagnostics.map(({ kind, text }) => `D ${kind} ${text}`),
    ...notices.map(({ kind, text, count }) => `N ${kind} ${text}${count > 1 ? ` ${count} times` : ''}`),
  ];
}

t.test('notices are listed on request only, and strict accepts them', async (t) => {
  const html = '<p style="colour: red">text';
  const plain = await renderer.render({ html, strict: true });
  t.strictSame([plain.diagnostics, plain.notices], [[], undefined]);
  const { ok, diagnostics, notices } = await renderer.validate({ html, strict: true, notices: true });
  t.strictSame([ok, diagnostics], [true, []]);
  t.match(notices, [{ kind: 'UnsupportedProperty', text: 'colour: red', context: /> p$/, count: 1 }]);
});

t.test('what browsers reject, too, is a notice', async (t) => {
  for (const declaration of ['height: -.43em', 'margin: NaNem', 'color: reddish', '-webkit-text-decoration-skip: ink'])
    t.match(await findings(`<p style="${declaration}">text`), [/^N /], declaration);
  t.match(await findings('<p>text', 'p:nonsense { color: red }'), ['N UnsupportedSelector :nonsense']);
  t.match(await findings('<p>text', '@nonsense { p { color: red } }'), ['N UnsupportedAtRule @nonsense']);
});

t.test('a value that is not supported matters where its declaration applies', async (t) => {
  const value = 'background-image: -webkit-cross-fade(url("a.png"), url("b.png"), 50%)';
  t.match(await findings('<p>text', `p { ${value} }`), [`D UnsupportedValue ${value}`]);
  t.strictSame(await findings('<p>text', `.nothing { ${value} }`), []);
  t.strictSame(await findings('<p hidden>text', `p { ${value} }`), []);
  t.strictSame(await findings('<p>text', `p { ${value}; background-image: none }`), [], 'another one wins');
  t.strictSame(await findings('<p>text', `p { ${value}; background: none }`), [], 'a shorthand wins');
  t.match(await findings('<p>text', `p { background-image: none; ${value} }`), [`D UnsupportedValue ${value}`]);
});

t.test('hidden content that is not supported is a notice', async (t) => {
  const moving = '<marquee>x</marquee>';
  const hidings = {
    'of KaTeX': 'position: absolute; clip: rect(1px, 1px, 1px, 1px); height: 1px; width: 1px; overflow: hidden',
    'of screen readers': 'position: absolute; left: -9999px',
    'by a clip path': 'clip-path: inset(50%)',
    'by opacity': 'opacity: 0',
    'by visibility': 'visibility: hidden',
    'by a box of no size': 'height: 0; overflow: hidden',
  };
  for (const [name, css] of Object.entries(hidings)) {
    const found = await findings(`<div style="${css}">${moving}<p>\u{13000}</p></div>`);
    t.match(found, ['N UnsupportedElement <marquee>', /^N MissingGlyph/], name);
  }
  t.match(await findings(`${moving}<p>\u{13000}`), ['D UnsupportedElement <marquee>', /^D MissingGlyph/]);
});

t.test('a family that is not installed is a notice, a font of the document that fails a diagnostic', async (t) => {
  t.match(await findings('<p style="font-family: Nope">text'), ['N MissingFont Nope']);
  const css = '@font-face { font-family: Own; src: url(missing.woff) }';
  t.match(await findings('<p style="font-family: Own">text', css), ['D MissingFont Own']);
  t.strictSame(await findings('<p>text', css), [], 'no text has it');
});

t.test('one notice stands for all relative links', async (t) => {
  const found = await findings('<p><a href="one.html">1</a> <a href="two.html">2</a> <a href="https://a.b/">3</a>');
  t.strictSame(found, ['N UnsupportedValue <a href="one.html"> 2 times']);
});

t.test('a missing image that nobody would see is a notice', async (t) => {
  for (const body of [
    '<img src="a.png" width="1" height="1" alt="">',
    '<img src="a.png" width="0" height="0" alt="">',
    '<img src="a.png" style="visibility: hidden" alt="">',
    '<div style="opacity: 0"><img src="a.png" alt=""></div>',
    '<img src="a.png" style="position: absolute; left: -9999px" alt="">',
    '<div style="position: absolute; left: -9999px; background: url(a.png)">text</div>',
    '<div style="opacity: 0; background: url(a.png)">text</div>',
    '<svg width="9" height="9" opacity="0"><image href="a.png" width="9" height="9"/></svg>',
  ])
    t.match(await findings(body), ['N MissingAsset a.png'], body);
  t.match(await findings('<img src="https://example.com/count.gif" width="1" height="1" alt="">'), [/^N BlockedRes/]);
  t.match(await findings('<iframe src="a.html" width="0" height="0"></iframe>'), ['N UnsupportedElement <iframe>']);
  t.match(await findings('<map name="m"><area href="#a" coords="0,0,9,9"></map>'), ['N UnsupportedElement <map>']);
  for (const body of ['<img src="a.png" alt="">', '<div style="background: url(a.png)">text</div>'])
    t.match(await findings(body), ['D MissingAsset a.png'], body);
  t.match(await findings('<div style="background: url(a.png); width: 0">'), [], 'an empty background has no image');
});

t.test('a missing style sheet matters where its media queries are true', async (t) => {
  const sheet = (media: string) => findings(`<link rel="stylesheet" href="a.css" media="${media}"><p>text`);
  t.match(await sheet('screen'), []);
  t.match(await sheet('(max-width: 300px)'), []);
  t.match(await sheet('print and (min-width: 300px)'), ['D MissingAsset a.css']);
  t.match(
    await findings('<p>text', '@import "a.css" (orientation: landscape); @import "b.css" (orientation: portrait);'),
    ['D MissingAsset b.css'],
  );
  t.match(await findings('<p>text', '@page { size: 300px 200px } @import "a.css" (width < 500px)'), [/InvalidCss/]);
});

t.test('overflow shows where it crosses an edge that shows, or meets other content', async (t) => {
  const long = 'a'.repeat(20);
  const wide = (css: string, after = '') => findings(`<div style="width: 100px; ${css}">${long}</div>${after}`);
  t.match(await wide('border: 1px solid'), ['D LayoutOverflow <div>']);
  t.match(await wide('background: silver'), ['D LayoutOverflow <div>']);
  t.match(await wide('float: left', '<div>beside it</div>'), ['D LayoutOverflow <div>']);
  t.match(await wide(''), ['N LayoutOverflow <div>'], 'on empty paper');
  t.match(await wide('', '<div>below it</div>'), ['N LayoutOverflow <div>']);
  t.match(await wide('width: 190px; border: 1px solid'), ['N LayoutOverflow <div>'], 'by 2px');
  t.match(await wide('border: 1px solid; color: transparent'), ['N LayoutOverflow <div>'], 'of what is not seen');
});

t.test('overflow that is cut off by a box is a notice', async (t) => {
  const long = 'a'.repeat(20);
  for (const overflow of ['hidden', 'auto', 'scroll', 'clip'])
    t.match(
      await findings(`<div style="width: 100px; border: 1px solid; overflow: ${overflow}">${long}</div>`),
      ['N LayoutOverflow <div>'],
      overflow,
    );
  const inner = `<div style="width: 100px; background: silver">${long}</div>`;
  t.match(await findings(`<div style="width: 100px; overflow: hidden">${inner}</div>`), [
    'N LayoutOverflow <div>',
    'N LayoutOverflow <div>',
  ]);
});

t.test('overflow of the page is a diagnostic where the page shrinks visibly', async (t) => {
  const page = '@page { size: 400px; margin: 0 } body { margin: 0 }';
  t.match(await findings('<div style="width: 500px">text</div>', page), ['D LayoutOverflow <div>']);
  t.match(await findings('<div style="width: 401px">text</div>', page), ['N LayoutOverflow <div>']);
});

t.test('a descriptor of a font that is not supported matters where text has the font', async (t) => {
  const css = '@font-face { font-family: Own; src: local("Cousine"); font-feature-settings: "liga" 0 }';
  t.match(await findings('<p style="font-family: Own">text', css), [
    'D UnsupportedValue font-feature-settings: "liga" 0',
  ]);
  t.strictSame(await findings('<p>text', css), []);
});

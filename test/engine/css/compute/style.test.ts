import t from 'tap';
import { collectRules, type RuleOptions } from '../../../../src/engine/css/compute/collect-rules.js';
import { computeStyles } from '../../../../src/engine/css/compute/style.js';
import type { FontProperties } from '../../../../src/engine/css/compute/styled-document.js';
import { Report } from '../../../../src/engine/diagnostics.js';
import { parseHtml } from '../../../../src/engine/html/parse.js';
import { resolveUrl } from '../../../../src/engine/html/urls.js';
import { fontUnits, style, styleSource, valueText } from '../styling.js';

const GREEN = 'rgb(0 128 0)';

/** Sheets by their resolved URL. */
const fromFiles =
  (files: Readonly<Record<string, string | Buffer>>): NonNullable<RuleOptions['loadSheet']> =>
  ({ url: reference, sheet }) => {
    const url = resolveUrl(reference, sheet ?? '') ?? reference;
    const file = files[url];
    return file === undefined
      ? { failure: 'missing', message: 'no such file or asset' }
      : { bytes: new Uint8Array(Buffer.from(file)), url };
  };

t.test('elements that match the same rules below the same parent share one style', async (t) => {
  const { styled, element } = style(
    'td { padding: 2px } .x { color: red }',
    `<table><tr id=r><td id=a>1<td id=b style="color: green">2<td id=c class=x>3
     <tr id=s><td id=d>4<td id=e style="color: green">5<td id=f class=y>6</table>`,
  );
  t.equal(styled.style(element('r')), styled.style(element('s')));
  t.equal(styled.style(element('a')), styled.style(element('d')));
  t.equal(styled.style(element('a')), styled.style(element('f')), 'a class without rules makes no difference');
  t.equal(styled.style(element('b')), styled.style(element('e')), 'equal style attributes too');
  t.not(styled.style(element('a')), styled.style(element('c')));
});

t.test('pseudo-elements are generated only with content', async (t) => {
  const result = style(
    '#a::before { content: "x"; color: green } #b::before { color: green } #c::after { content: none }',
    '<p id=a>1</p><p id=b>2</p><p id=c>3</p><q id=q>4</q>',
  );
  t.equal(result.get('a', 'color', '::before'), GREEN);
  t.equal(result.get('a', 'content', '::before'), '"x"');
  t.equal(result.get('b', 'content', '::before'), 'no such box');
  t.equal(result.get('c', 'content', '::after'), 'no such box');
  t.match(result.get('q', 'content', '::before'), 'open-quote');
});

t.test('pseudo-elements inherit from their element and share styles', async (t) => {
  const { styled, element, get } = style(
    'p { color: green } p::first-letter { font-size: 2em } p::before { content: ">" }',
    '<p id=a style="font-size: 20px">1</p><p id=b>2</p><p id=c>3</p>',
  );
  t.equal(get('a', 'color', '::before'), GREEN);
  t.equal(get('a', 'font-size', '::first-letter'), '40');
  t.equal(get('a', 'font-size', '::first-line'), 'no such box');
  t.equal(styled.pseudo(element('b'), '::before'), styled.pseudo(element('c'), '::before'));
});

t.test("list items have a marker, with the user agent's rules", async (t) => {
  const { get } = style('li::marker { color: green }', '<ul><li id=a>x</ul>');
  t.equal(get('a', 'color', '::marker'), GREEN);
});

t.test('only inherited properties and content apply to ::marker', async (t) => {
  const css = '::marker { background-color: red; padding-left: 9px; display: flex; letter-spacing: 2px; content: "x" }';
  const { get } = style(css, '<ul><li id=a>x</ul>');
  t.equal(get('a', 'background-color', '::marker'), get('a', 'background-color'));
  t.equal(get('a', 'padding-left', '::marker'), '0');
  t.equal(get('a', 'display', '::marker'), 'inline');
  t.equal(get('a', 'letter-spacing', '::marker'), '2');
});

t.test('elements inside display: none are styled on demand', async (t) => {
  const { get } = style('.hidden { display: none } .hidden b { color: green }', '<p class=hidden><b id=a>x</b></p>');
  t.equal(get('a', 'color'), GREEN);
});

t.test('<style> applies by its media and type attributes', async (t) => {
  const page = (head: string) => styleSource(`<!doctype html><html><head>${head}</head><body><p id=a>x</body></html>`);
  t.equal(page('<style media=print>p { color: green }</style>').get('a', 'color'), GREEN);
  t.equal(page('<style media=screen>p { color: red }</style>').get('a', 'color'), 'rgb(0 0 0)');
  t.equal(page('<style type=text/less>p { color: red }</style>').get('a', 'color'), 'rgb(0 0 0)');
  t.equal(page('<style type="text/css" media="screen, print">p { color: green }</style>').get('a', 'color'), GREEN);
});

t.test('media queries see the page area of the rules for every page', async (t) => {
  const isGreen = (page: string, query: string) =>
    style(`${page} @media ${query} { p { color: green } }`, '<p id=a>x').get('a', 'color') === GREEN;
  const label = '@page { size: 4in 6in; margin: 0 }';
  t.ok(isGreen('', '(width: 718px) and (height: 1047px)'), 'without a rule: A4 with 1cm');
  t.ok(isGreen(label, '(width: 384px) and (height: 576px) and (aspect-ratio: 2/3)'), 'its size');
  t.notOk(isGreen(label, '(min-width: 600px)'), 'a label is not wide');
  t.ok(isGreen(label, '(300px < width <= 384px)'), 'ranges');
  t.ok(isGreen('@page { size: A5 landscape; margin: 10mm }', '(orientation: landscape)'), 'its orientation');
  t.ok(isGreen('@page { size: 500px; margin: 2em; padding: 18px }', '(width: 400px)'), 'its margins and padding');
  t.ok(isGreen(':root { font-size: 10px; --m: 5em } @page { size: 500px; margin: var(--m) }', '(width: 400px)'));
  t.ok(isGreen(`@media print { ${label} }`, '(width: 384px)'), 'in a query that holds for paper of any size');
  t.ok(isGreen(`@media screen { ${label} }`, '(width: 718px)'), 'in a query for another medium');
});

t.test(
  'neither pages that a selector sets apart nor @page rules that ask for the size change the size asked for',
  async (t) => {
    for (const rule of [
      '@page :first { size: 4in }',
      '@page wide { size: 20in }',
      '@media (min-width: 100px) { @page { size: 4in } }',
      '@media (orientation: portrait) { @page { size: A4 landscape } }',
      '@media not all and (max-width: 100px) { @page { size: 4in } }',
    ]) {
      const { get } = style(`${rule} @media (width: 718px) { p { color: green } }`, '<p id=a>x');
      t.equal(get('a', 'color'), GREEN, rule);
    }
    const landscape = '@media (orientation: portrait) { @page { size: 800px 400px; margin: 0 } } p { width: 100vw }';
    t.equal(style(landscape, '<p id=a>x').get('a', 'width'), '800', 'such a rule still makes the page');
  },
);

t.test('media attributes and imports see the page area, too', async (t) => {
  const loadSheet = fromFiles({ 'a.css': 'p { color: green }' });
  const page = (head: string) =>
    styleSource(`<!doctype html><head><style>@page { size: 4in 6in }</style>${head}</head><body><p id=a>x`, {
      loadSheet,
    }).get('a', 'color') === GREEN;
  t.ok(page('<style media="(max-width: 4in)">p { color: green }</style>'));
  t.notOk(page('<style media="(min-width: 5in)">p { color: green }</style>'));
  t.ok(page('<link rel=stylesheet href=a.css media="(max-width: 4in)">'));
  t.notOk(page('<link rel=stylesheet href=a.css media="(min-width: 5in)">'));
  t.ok(page('<style>@import "a.css" (max-width: 4in)</style>'));
  t.notOk(page('<style>@import "a.css" (min-width: 5in)</style>'));
});

t.test("viewport units are of the first page's area", async (t) => {
  const css =
    '@page { size: 500px 800px; margin: 50px } @page :first { margin: 100px } p { width: 10vw; height: 10vh }';
  const { get } = style(css, '<p id=a>x');
  t.equal(get('a', 'width'), '30');
  t.equal(get('a', 'height'), '60');
});

t.test('linked style sheets come from data: URLs and from the loader', async (t) => {
  const link = (href: string) =>
    `<!doctype html><html><head><link rel=stylesheet href="${href}"></head><body><p id=a>x`;
  t.equal(styleSource(link('data:text/css,p%7Bcolor:green%7D')).get('a', 'color'), GREEN);
  t.equal(styleSource(link('data:text/css;base64,cHtjb2xvcjpncmVlbn0=')).get('a', 'color'), GREEN);
  t.equal(styleSource(link('data:text/css,p{width:50%;color:green}')).get('a', 'color'), GREEN, 'a bare % is text');
  const loadSheet = fromFiles({ 'print.css': 'p { color: green }' });
  t.equal(styleSource(link('print.css'), { loadSheet }).get('a', 'color'), GREEN);
  const none = ': no such file or asset';
  t.strictSame(styleSource(link('a.css'), { loadSheet }).diagnostics, [
    `MissingAsset a.css @ html > head > link${none}`,
  ]);
  t.strictSame(styleSource(link('a.css')).diagnostics, [`MissingAsset a.css @ html > head > link${none}`]);
  t.match(styleSource(link('data:text/css')).diagnostics, [/MissingAsset data:text\/css… @ .*malformed data: URL/]);
});

t.test('a linked sheet is read by its mark, its @charset, or as the document is', async (t) => {
  const latin = (text: string) => Buffer.from(text, 'latin1');
  const rule = 'p::before { content: "\x80 \x93" }';
  const loadSheet = fromFiles({
    'own.css': latin(`@charset "iso-8859-1"; ${rule}`),
    'spelled.css': latin(`@CHARSET "iso-8859-1"; ${rule}`),
    'plain.css': latin(rule),
    'import.css': latin('@charset "latin1"; @import "plain.css";'),
    'sixteen.css': Buffer.from('\ufeffp::before { content: "€ “" }', 'utf16le'),
    'eight.css': `\ufeff@charset "latin1"; p::before { content: "€ “" }`,
  });
  const content = (href: string, head = '', more = '') =>
    styleSource(`<!doctype html><head>${head}<link rel=stylesheet ${more} href="${href}"></head><body><p id=a>x`, {
      loadSheet,
    }).get('a', 'content', '::before');
  const euro = '"€ “"';
  t.equal(content('own.css'), euro);
  t.equal(content('import.css'), euro, 'an imported sheet goes by the importing one');
  t.equal(content('sixteen.css'), euro);
  t.equal(content('eight.css'), euro, 'a mark has the last word');
  t.equal(content('plain.css'), '"\ufffd \ufffd"', 'without any, UTF-8');
  t.equal(content('spelled.css'), '"\ufffd \ufffd"', '@charset is a sequence of bytes');
  t.equal(content('plain.css', '<meta charset=us-ascii>'), euro);
  t.equal(content('plain.css', '<meta http-equiv=content-type content="text/html; charset=windows-1252">'), euro);
  t.equal(content('plain.css', '', 'charset=latin1'), euro);
  t.equal(content('data:text/css;charset=latin1,p::before{content:%22%80 %93%22}'), euro);
});

t.test('an imported sheet precedes the importing one, in its layer and media', async (t) => {
  const files: Record<string, string> = {
    'a.css': 'p { color: red; margin-left: 1px } ',
    'layered.css': '#a { color: red; margin-left: 2px }',
    'circle.css': '@import "circle.css"; p { margin-left: 3px }',
  };
  const run = (css: string) => style(css, '<p id=a>x', { loadSheet: fromFiles(files) });
  t.equal(run('@import "a.css"; p { color: green }').get('a', 'margin-left'), '1');
  t.equal(run('@import "a.css"; p { color: green }').get('a', 'color'), GREEN);
  t.equal(run('@import "layered.css" layer(low); p { color: green }').get('a', 'color'), GREEN);
  t.equal(run('@import "layered.css" layer(low); p { color: green }').get('a', 'margin-left'), '2');
  t.equal(run('@import "a.css" screen;').get('a', 'color'), 'rgb(0 0 0)');
  t.equal(run('@import url(circle.css);').get('a', 'margin-left'), '3');
  t.match(run('@import "missing.css";').diagnostics, [
    'MissingAsset missing.css @ <style> 1, line 1, column 1: no such file or asset',
  ]);
});

t.test('@supports is true for what the engine supports', async (t) => {
  const holds = (condition: string) =>
    style(`@supports ${condition} { p { color: green } }`, '<p id=a>x').get('a', 'color') === GREEN;
  t.ok(holds('(color: red)'));
  t.ok(holds('(color: red) and (not (color: reddish))'));
  t.ok(holds('(fancy: yes) or (--custom: yes)'));
  t.ok(holds('selector(a > b)'));
  t.notOk(holds('selector(a:fancy)'));
  t.notOk(holds('(fancy: yes)'));
  t.notOk(holds('(color: reddish)'));
  t.ok(holds('(color: VAR(--a))'), 'names of functions are case-insensitive');
  t.notOk(holds('(margin: 0;)'), 'a semicolon is no part of a declaration');
  t.ok(holds('(--a: a) and (not (--a: var(--b,;)))'));
  t.ok(holds('(--a: {;})'));
  t.ok(holds('not (--a: var(--b,!important))'));
  t.ok(holds('not (--a: var(1px))'));
  t.ok(holds('not (--: a)'), 'the name of two hyphens is reserved');
});

t.test('an invalid selector drops its rule', async (t) => {
  const invalid = style('p, b:nonsense { color: red }', '<p id=a>x');
  t.equal(invalid.get('a', 'color'), 'rgb(0 0 0)');
  t.strictSame(invalid.findings, ['UnsupportedSelector :nonsense @ <style> 1, line 1, column 1']);
  const foreign = style('p, b::-moz-selection { color: red }', '<p id=a>x');
  t.equal(foreign.get('a', 'color'), 'rgb(0 0 0)');
  t.strictSame(foreign.diagnostics, [], 'what only other browsers know loses nothing');
});

t.test('a pseudo-element that does not exist in print drops only its selector', async (t) => {
  const { get, diagnostics } = style('p, p::selection { color: green }', '<p id=a>x');
  t.equal(get('a', 'color'), GREEN);
  t.strictSame(diagnostics, []);
});

t.test('rules for states and pseudo-elements that do not exist in print are not reported', async (t) => {
  const css = `a:hover, a:focus-visible, a:active { color: red } ::selection, ::backdrop { color: red }
    ::-webkit-datetime-edit-fields-wrapper { padding: 0 } ::-webkit-scrollbar, ::-webkit-inner-spin-button { width: 1px }`;
  t.strictSame(style(css, '<a id=a href=x>x</a><input type=date>').diagnostics, []);
});

t.test('a rule for a part of a control is reported where a displayed control has the part', async (t) => {
  const css = '.well::-webkit-color-swatch { background: red } ::details-content { color: red }';
  const diagnostics = (body: string) => style(css, body).diagnostics;
  t.strictSame(diagnostics('<input type=color><input type=text class=well>'), []);
  t.strictSame(diagnostics('<div style="display: none"><input class=well type=color></div>'), []);
  t.match(diagnostics('<input class=well type=color>'), [
    /^UnsupportedSelector ::-webkit-color-swatch @ <style> 1, line 1/,
  ]);
  t.match(diagnostics('<details></details>'), [/^UnsupportedSelector ::details-content/]);
});

t.test('a pattern that a rule depends on is reported, since it is not evaluated', async (t) => {
  const { diagnostics } = style('input:invalid { color: red }', '<input pattern="a+" value=b><input pattern="a+">');
  t.match(diagnostics, [/^UnsupportedSelector :valid @ html > body > input:nth-of-type\(1\): its pattern/]);
});

t.test('parse errors are reported with their text and line', async (t) => {
  const { diagnostics, findings } = style(
    '\np { color: reddish }\nb { colour: red }\n@fancy x;\n} i { color: red }',
    '<p id=a>x',
  );
  t.strictSame(diagnostics, [], 'browsers drop them, too');
  t.match(findings, [
    'UnsupportedAtRule @fancy @ <style> 1, line 4, column 1',
    'InvalidCss } @ <style> 1, line 5, column 1',
    'InvalidCss color: reddish @ <style> 1, line 2, column 1',
    'UnsupportedProperty colour: red @ <style> 1, line 3, column 1',
  ]);
});

t.test('@font-face rules are collected, except those of other media', async (t) => {
  const face = (family: string) => `@font-face { font-family: ${family}; src: url(a.woff) }`;
  const { fontFaces, diagnostics } = style(`${face('A')} @media screen { ${face('B')} } ${face('C')}`, '<p id=a>x');
  t.strictSame(
    fontFaces.map(({ family, place }) => `${family} @ ${place}`),
    ['A @ <style> 1, line 1, column 1', 'C @ <style> 1, line 1, column 115'],
  );
  t.strictSame(diagnostics, []);
});

t.test('media queries use the metrics of installed fonts, styles those of all fonts', async (t) => {
  const css = '@page { size: 600px; margin: 10ch } @media (width: 500px) { body { width: 10ch } }';
  const document = parseHtml(`<!doctype html><style>${css}</style>`);
  const report = new Report();
  const zeroAdvance = (px: number) => (font: FontProperties) => ({ ...fontUnits(font), zeroAdvance: px });
  const styled = computeStyles(collectRules(document, { fontUnits: zeroAdvance(5) }, report), zeroAdvance(7), report);
  t.equal(valueText(styled.style(document.body).width), '70');
});

t.test('rules without effect in print are not reported', async (t) => {
  const css = '@keyframes k { from { top: 0 } } @starting-style { p { top: 0 } } @-ms-viewport { width: device-width }';
  t.strictSame(style(css, '<p id=a>x').diagnostics, []);
});

t.test('a style attribute cannot end its block', async (t) => {
  const { get } = style('', '<p id=a style="color: green } p { color: red">x</p><p id=b>y</p>');
  t.equal(get('b', 'color'), 'rgb(0 0 0)');
});

t.test('hostile style attributes and sheets are rejected before parsing', async (t) => {
  const deep = `width: ${'calc('.repeat(60)}`;
  t.match(style('', `<p id=a style="${deep}">x`).diagnostics, [
    /InvalidCss width: calc.* @ style of .*: math functions nested too deep/,
  ]);
  t.match(style(`p { ${deep}`, '<p id=a>x').diagnostics, [
    /InvalidCss width: calc.* @ <style> 1, line 1, column \d+: math functions nested too deep/,
  ]);
  t.match(style('@media print {'.repeat(5000), '<p id=a>x').diagnostics, [
    /InvalidCss @media print @ <style> 1, line 1, column \d+: brackets nested deeper/,
  ]);
  const doubling = `a {${'& & {'.repeat(60)} color: red ${'}'.repeat(61)}`;
  t.match(style(doubling, '<p id=a>x').diagnostics, [
    /UnsupportedSelector .* @ <style> 1, line 1, column 299: longer than/,
  ]);
});

t.test('::placeholder and the styles of anonymous boxes', async (t) => {
  const { styled, element, get } = style('p { color: green; margin: 3px }', '<input id=i placeholder=x><p id=a>x');
  t.equal(get('i', 'color', '::placeholder'), 'rgb(117 117 117)');
  const anonymous = styled.anonymous(styled.style(element('a')), 'block');
  t.equal(valueText(anonymous.color), GREEN);
  t.equal(anonymous['margin-top'], 0);
});

t.test('in quirks mode classes are case-insensitive and tables reset inherited values', async (t) => {
  const html = '<div style="color: red; font-size: 30px"><table id=t class=Items><tr><td id=a>x</table></div>';
  const quirks = style('.items { margin-left: 5px }', html, { quirks: true });
  t.equal(quirks.get('t', 'margin-left'), '5');
  t.equal(quirks.get('a', 'font-size'), '16');
  t.equal(quirks.get('a', 'color'), 'rgb(0 0 0)');
  const standard = style('.items { margin-left: 5px }', html);
  t.equal(standard.get('t', 'margin-left'), '0');
  t.equal(standard.get('a', 'font-size'), '30');
});

t.test('a declaration whose custom property is empty is silently ignored', async (t) => {
  const { get, diagnostics } = style('p { --none: ; color: var(--none); font-weight: var(--none) }', '<p id=a>x');
  t.equal(get('a', 'font-weight'), '400');
  t.strictSame(diagnostics, []);
});

t.test('color-mix() mixes with currentcolor', async (t) => {
  const { get, diagnostics } = style(
    '#a { color: color-mix(in srgb, currentcolor 50%, transparent) } div { color: rgb(0 0 255) }' +
      '#b { background-color: color-mix(in srgb, white, currentcolor) }',
    '<div><p id=a>x</p><p id=b>y</p></div>',
  );
  t.match(get('a', 'color'), /^rgb\(0 0 255 \/ 0\.5/);
  t.match(get('b', 'background-color'), /^rgb\(12[78](\.5)? 12[78](\.5)? 255\)$/);
  t.strictSame(diagnostics, []);
});

t.test('a control keeps its native appearance unless its background or border is declared', async (t) => {
  const appearance = (declaration: string) => style('', `<input id=a style="${declaration}">`).get('a', 'appearance');
  for (const name of ['background-color: red', 'border-radius: 3px', 'border-inline-start-color: red'])
    t.equal(appearance(name), 'decorated', name);
  for (const name of ['background-repeat: no-repeat', 'background-blend-mode: multiply', 'color: red'])
    t.equal(appearance(name), 'auto', name);
});

t.test('currentcolor is inherited as a keyword', async (t) => {
  const css = `div { color: red; box-shadow: 0 0 1px currentcolor; text-shadow: 1px 1px; border: 1px solid }
    p { color: green; box-shadow: inherit; border-top-color: inherit }`;
  const { get } = style(css, '<div><p id=a>x');
  t.equal(get('a', 'border-top-color'), GREEN);
  for (const name of ['box-shadow', 'text-shadow'] as const) t.match(get('a', name), /"g":128/, name);
});

t.test('a style attribute in SVG does not hide the diagnostics of an equal one in HTML', async (t) => {
  const attribute = 'style="clip-path: url(#c) border-box"';
  const { findings } = style('', `<svg><rect ${attribute}></rect></svg><p ${attribute}>x`);
  t.strictSame(findings, ['InvalidCss clip-path: url("#c") border-box @ style of html > body > p']);
});

t.test('links in SVG have the style of the author, not that of links in HTML', async (t) => {
  const { styled, element } = style(
    '#b { color: green } div { color: gray }',
    '<div><svg><a id=a href="#"></a><a id=b href="#"></a></svg>',
  );
  t.strictSame([...styled.drawingStyle(element('a'))], []);
  t.strictSame([...styled.drawingStyle(element('b'))], [['color', 'rgba(0,128,0,1)']]);
});

t.test('SVG renderers get the colors that they do not know in sRGB', async (t) => {
  const { styled, element } = style(
    'svg { color: green } #a { fill: color-mix(in srgb, currentcolor, white); stroke: url(#b) rgb(from red g r b) }',
    '<svg><rect id=a></rect><rect id=b fill="oklch(1 0 0)"></rect></svg>',
  );
  t.strictSame(
    [...styled.drawingStyle(element('a'))],
    [
      ['fill', 'rgba(128,192,128,1)'],
      ['stroke', 'url("#b") #0f0'],
    ],
  );
  const color = (text: string) => styled.drawingColors(text, element('b'));
  t.equal(color('oklch(1 0 0)'), 'rgba(255,255,255,1)');
  t.match(color('rgb(0 0 255 / 50%)'), /^rgba\(0,0,255,0\.5/);
  t.equal(color('color-mix(in srgb, currentcolor, color-mix(in srgb, red, red))'), 'rgba(128,64,0,1)');
  t.equal(color('CanvasText'), 'rgba(0,0,0,1)');
  for (const known of [
    'rgb(1, 2, 3)',
    'hsla(1, 2%, 3%, 0.5)',
    '#abc',
    'currentColor',
    'none',
    'inherit',
    'color-mix(red)',
  ])
    t.equal(color(known), known, known);
});

t.test('a color computed of currentcolor is inherited with the text color of the descendant', async (t) => {
  const result = style(
    `div { color: red; background-color: hsl(from currentcolor h s l); border: 1px solid
       color-mix(in srgb, currentcolor, currentcolor); text-shadow: 1px 0 rgb(from currentcolor r g b) }
     p { color: green; background-color: inherit; border-color: inherit; border-style: solid }
     b { color: blue }`,
    '<div><p id=p>a<b id=b></b></p></div>',
  );
  t.equal(result.get('p', 'background-color'), GREEN);
  t.equal(result.get('p', 'border-top-color'), GREEN);
  t.match(result.get('b', 'text-shadow'), '"b":255', 'by default inheritance, too');
});

t.test('the text color itself is inherited as it is computed', async (t) => {
  const result = style(
    'div { color: red } p { color: color-mix(in srgb, currentcolor, white) }',
    '<div><p>a<b id=b></b></p></div>',
  );
  t.equal(result.get('b', 'color'), 'rgb(255 127.5 127.5)');
});

t.test('an old flexible box has one line', async (t) => {
  const result = style(
    'a { flex-wrap: wrap; display: -webkit-box } b { flex-wrap: wrap; display: -webkit-inline-box }',
    '<a id=a></a><b id=b></b>',
  );
  t.equal(result.get('a', 'flex-wrap'), 'nowrap');
  t.equal(result.get('b', 'flex-wrap'), 'nowrap');
});

t.test('attr() without a type is a string in any property', async (t) => {
  const result = style(
    `i { width: 7px; width: attr(w) } b { width: attr(none, 5px) } u { width: 7px; width: attr(w, 5px) }
     a::before { content: attr(w, invalid) } s::before { content: attr(none, invalid) }`,
    '<i id=i w=5px></i><b id=b></b><u id=u w=5px></u><a id=a w=5px></a><s id=s></s>',
  );
  t.equal(result.get('i', 'width'), 'auto');
  t.equal(result.get('b', 'width'), '5');
  t.equal(result.get('u', 'width'), 'auto', 'the fallback is for a missing attribute');
  t.match(result.get('a', 'content', '::before'), '5px');
  t.equal(result.styled.pseudo(result.element('s'), '::before'), undefined);
});

t.test('a resolution may be calculated', async (t) => {
  const result = style(
    'p { background-image: image-set(url(a.png) calc(1dppx * sign(10px)), url(b.png) calc(1x + 1x)) }',
    '<p id=p></p>',
  );
  t.strictSame(result.findings, []);
  t.match(result.get('p', 'background-image'), 'a.png');
});

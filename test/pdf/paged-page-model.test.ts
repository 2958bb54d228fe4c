/** Page sizes, the page box, and the pages that selectors choose. */

import { suite } from '../support/paged-media.js';

const SPEC = 'https://www.w3.org/TR/css-page-3/';

suite(`${SPEC}#page-size-prop`, [
  [
    'two lengths are the width and the height of the page box',
    '@page { size: 200px 300px }',
    'a',
    { sizes: ['200x300'] },
  ],
  ['one length is both the width and the height', '@page { size: 150px }', 'a', { sizes: ['150x150'] }],
  ['A5 is 148 mm wide and 210 mm high', '@page { size: A5 }', 'a', { sizes: ['559x794'] }],
  ['A4 is 210 mm wide and 297 mm high', '@page { size: A4 }', 'a', { sizes: ['794x1123'] }],
  ['A3 is 297 mm wide and 420 mm high', '@page { size: A3 }', 'a', { sizes: ['1123x1587'] }],
  ['B5 is 176 mm wide and 250 mm high', '@page { size: B5 }', 'a', { sizes: ['665x945'] }],
  ['B4 is 250 mm wide and 353 mm high', '@page { size: B4 }', 'a', { sizes: ['945x1334'] }],
  ['JIS-B5 is 182 mm wide and 257 mm high', '@page { size: jis-b5 }', 'a', { sizes: ['688x971'] }],
  ['JIS-B4 is 257 mm wide and 364 mm high', '@page { size: jis-b4 }', 'a', { sizes: ['971x1376'] }],
  ['letter is 8.5 in wide and 11 in high', '@page { size: letter }', 'a', { sizes: ['816x1056'] }],
  ['legal is 8.5 in wide and 14 in high', '@page { size: legal }', 'a', { sizes: ['816x1344'] }],
  ['ledger is 11 in wide and 17 in high', '@page { size: ledger }', 'a', { sizes: ['1056x1632'] }],
  [
    'landscape puts the longer sides of a size at top and bottom',
    '@page { size: A5 landscape }',
    'a',
    { sizes: ['794x559'] },
  ],
  ['the orientation may come before the size', '@page { size: landscape A5 }', 'a', { sizes: ['794x559'] }],
  ['portrait puts the shorter sides at top and bottom', '@page { size: portrait A5 }', 'a', { sizes: ['559x794'] }],
  ['an orientation alone turns the default size', '@page { size: landscape }', 'a', { sizes: ['1123x794'] }],
  ['auto is the default size', '@page { size: auto }', 'a', { sizes: ['794x1123'] }],
  ['em refers to the font of the page context', '@page { size: 20em 10em }', 'a', { sizes: ['200x100'] }],
  [
    'negative lengths are illegal',
    '@page { size: -200px 100px }',
    'a',
    { sizes: ['300x200'], notices: ['InvalidCss size: -200px 100px'] },
  ],
  [
    'a length and an orientation are illegal together',
    '@page { size: 200px landscape }',
    'a',
    { sizes: ['300x200'], notices: ['InvalidCss size: 200px landscape'] },
  ],
  [
    'pages of one document may have different sizes',
    '@page :first { size: 200px 100px }',
    'a<p class=n>b',
    { sizes: ['200x100', '300x200'] },
  ],
]);

suite(`${SPEC}#page-model`, [
  ['the margin area surrounds the page area', '', 'a', ['a@40,40']],
  ['page margins may differ by side', '@page { margin: 10px 20px 30px 50px }', 'a', ['a@50,10']],
  [
    'percentages of left and right margins refer to the width of the page box',
    '@page { margin: 0 0 0 10% }',
    'a',
    ['a@30,0'],
  ],
  ['percentages of top and bottom margins refer to its height', '@page { margin: 10% 0 0 }', 'a', ['a@0,20']],
  [
    'a border and padding of the page box are inside of the margins',
    '@page { border: 5px solid; padding: 10px 15px }',
    'a',
    ['a@60,55'],
  ],
  [
    'the page area is the containing block of the root element',
    '@page { padding-right: 20px }',
    '<p style="text-align: right">a',
    ['a@234,40'],
  ],
  ['negative page margins are allowed', '@page { margin-left: -10px }', '<p style="padding-left: 30px">a', ['a@20,40']],
  [
    'content goes on on the next page when the page area is full',
    '',
    Array.from('abcdefgh').join('<br>'),
    ['a b c d e f', 'g h'],
  ],
  [
    'a fixed box is on every page',
    'i { position: fixed; bottom: 0; right: 0 }',
    '<i>f</i>a<p class=n>b',
    ['a@40,40 f@254,140', 'b@40,40 f@254,140'],
  ],
  [
    'absolute boxes without a positioned ancestor refer to the first page area',
    'i { position: absolute; bottom: 0; left: 0 }',
    'a<p class=n>b<i>c</i>',
    ['a@40,40 c@40,140', 'b@40,40'],
  ],
  ['a document without content has one page', '', '', { sizes: ['300x200'] }],
  ['vh and vw refer to the page area', 'p { padding: 50vh 0 0 50vw }', '<p>a', ['a@150,100']],
]);

const turn = (value: string) => `@page { page-orientation: ${value} }`;
suite(`${SPEC}#page-orientation-prop`, [
  ['rotate-left turns the page after layout', turn('rotate-left'), 'a', { sizes: ['200x300'] }],
  ['rotate-right turns the page after layout', turn('rotate-right'), 'a', { sizes: ['200x300'] }],
  ['upright leaves the page as it is laid out', turn('upright'), 'a', { sizes: ['300x200'] }],
  [
    'some pages may be turned',
    '@page :left { page-orientation: rotate-left }',
    'a<p class=n>b',
    { sizes: ['300x200', '200x300'] },
  ],
]);

const THREE = 'a<p class=n>b<p class=n>c';
const left = (selector: string, margin: number) => `@page ${selector} { margin-left: ${margin}px }`;
suite(`${SPEC}#page-selectors`, [
  [':first is the first page', left(':first', 50), THREE, ['a@50,40', 'b@40,40', 'c@40,40']],
  [
    ':right is the first page of a left-to-right document',
    left(':right', 50),
    THREE,
    ['a@50,40', 'b@40,40', 'c@50,40'],
  ],
  [':left is the second page of a left-to-right document', left(':left', 50), THREE, ['a@40,40', 'b@50,40', 'c@40,40']],
  [
    ':left is the first page of a right-to-left document',
    '@page :left { margin-right: 50px }',
    `<html dir=rtl><body>${THREE}`,
    ['a@244,40', 'b@254,40', 'c@244,40'],
  ],
  [
    ':first is more specific than :right, whatever the order',
    `${left(':first', 60)} ${left(':right', 50)}`,
    THREE,
    ['a@60,40', 'b@40,40', 'c@50,40'],
  ],
  [
    ':blank is a page that a forced break to a side leaves without content',
    '@page :blank { @top-left { content: "blank" } }',
    'a<p style="break-before: right">b',
    ['a', 'blank', 'b'],
  ],
  [
    ':blank is more specific than :left',
    '@page :blank { @top-left { content: "blank" } } @page :left { @top-left { content: "left" } }',
    'a<p style="break-before: right">b',
    ['a', 'blank', 'b'],
  ],
  [
    'a page name is more specific than :first',
    `${left('n', 60)} ${left(':first', 50)} body { page: n }`,
    THREE,
    ['a@60,40', 'b@60,40', 'c@60,40'],
  ],
  [
    'a name with a pseudo-class is more specific than the name',
    `${left('n:first', 50)} ${left('n', 60)} body { page: n }`,
    THREE,
    ['a@50,40', 'b@60,40', 'c@60,40'],
  ],
  ['a name selects the pages of its type only', `${left('n', 60)} p { page: n }`, 'a<p>b', ['a@40,40', 'b@60,40']],
  ['names are case-sensitive', `${left('N', 60)} body { page: n }`, 'a', ['a@40,40']],
  ['selectors may be listed', left(':left, :first', 50), THREE, ['a@50,40', 'b@50,40', 'c@40,40']],
  ['pseudo-classes may be combined', left(':first:right', 50), THREE, ['a@50,40', 'b@40,40', 'c@40,40']],
  ['combined pseudo-classes must all match', left(':first:left', 50), THREE, ['a@40,40', 'b@40,40', 'c@40,40']],
  ['of equal selectors the later rule wins', `${left(':first', 50)} ${left(':first', 60)}`, 'a', ['a@60,40']],
  [
    'important declarations win over later and more specific ones',
    '@page { margin-left: 60px !important } @page :first { margin-left: 50px }',
    'a',
    ['a@60,40'],
  ],
  [
    'a rule whose selector is unknown is ignored',
    left(':odd', 50),
    'a',
    { pages: ['a@40,40'], notices: ['InvalidCss @page :odd { margin-left: 50px'] },
  ],
  ['rules for print apply', `@media print { ${left('', 50)} }`, 'a', ['a@50,40']],
  ['rules for the screen do not', `@media screen { ${left('', 50)} }`, 'a', ['a@40,40']],
  [
    'rules outside of layers win over those of a layer, whatever their selectors',
    `@layer x { ${left(':first', 60)} }`,
    'a',
    ['a@40,40'],
  ],
  ['declarations of several rules are merged', `${left('', 50)} @page { margin-top: 20px }`, 'a', ['a@50,20']],
]);

suite('https://www.w3.org/TR/css-gcpm-3/#document-sequence-selectors', [
  [':nth(2) is the second page', left(':nth(2)', 50), THREE, ['a@40,40', 'b@50,40', 'c@40,40']],
  [':nth(odd) is every page with an odd number', left(':nth(odd)', 50), THREE, ['a@50,40', 'b@40,40', 'c@50,40']],
  [':nth(even) is every page with an even number', left(':nth(even)', 50), THREE, ['a@40,40', 'b@50,40', 'c@40,40']],
  [':nth(n+2) is every page from the second on', left(':nth(n+2)', 50), THREE, ['a@40,40', 'b@50,40', 'c@50,40']],
  [':nth(-n+2) is one of the first two', left(':nth(-n+2)', 50), THREE, ['a@50,40', 'b@50,40', 'c@40,40']],
  [
    'with a name, pages are counted from the first of each group',
    `${left('n:nth(1)', 50)} section { page: n }`,
    'a<section>b<p class=n>c</section><p>d<section>e</section>',
    ['a@40,40', 'b@50,40', 'c@40,40', 'd@40,40', 'e@50,40'],
  ],
]);

const name = (text: string) => `@page ${text} { @top-left { content: "${text}" } }`;
suite(`${SPEC}#using-named-pages`, [
  [
    'two adjacent boxes with different page types force a break',
    `${name('m')} .m { page: m }`,
    'a<p class=m>b<p>c',
    ['a', 'm b', 'c'],
  ],
  ['boxes of one page type stay together', `${name('m')} .m { page: m }`, '<p class=m>a<p class=m>b', ['m a b']],
  ['auto is the page type of the parent', `${name('m')} section { page: m }`, '<section><p>a<p>b</section>', ['m a b']],
  [
    'the first child decides the page type of its parent’s start',
    `${name('m')} b { display: block; page: m }`,
    '<div><div><b>a</b></div></div>',
    ['m a'],
  ],
  [
    'the last child decides that of its end',
    `${name('m')} .m { page: m }`,
    '<div><p>a<p class=m>b</div><p class=m>c',
    ['a', 'm b c'],
  ],
  [
    'a page type goes on on the following pages of the box',
    `${name('m')} .m { page: m }`,
    `<p class=m>${lines8()}`,
    ['m a a a a a a', 'm a a'],
  ],
  [
    'after the box the page type is that of its parent',
    `${name('m')} ${name('k')} body { page: k } .m { page: m }`,
    'a<p class=m>b</p>c',
    ['k a', 'm b', 'k c'],
  ],
  [
    'the page type of a nested box wins inside of it',
    `${name('m')} ${name('k')} .m { page: m } .k { page: k }`,
    '<div class=m>a<p class=k>b</p>c</div>',
    ['m a', 'k b', 'm c'],
  ],
  ['it does not apply to inline boxes', `${name('m')} i { page: m }`, 'a <i>b</i> c', ['a b c']],
  ['it does not apply to floats', `${name('m')} i { page: m; float: left }`, 'a<p><i>b</i>c', ['a bc']],
  [
    'it does not apply to absolutely positioned boxes',
    `${name('m')} i { page: m; position: absolute }`,
    'a<p><i>b</i>',
    ['a b'],
  ],
  [
    'pages of a type may have their own size',
    '@page m { size: 400px 150px } .m { page: m }',
    'a<p class=m>b<p>c',
    { sizes: ['300x200', '400x150', '300x200'] },
  ],
  [
    'a break to a side and a page type make one break',
    `${name('m')} .m { page: m; break-before: left }`,
    'a<p class=m>b',
    ['a', 'm b'],
  ],
  [
    'tables have page types as other blocks',
    `${name('m')} table { page: m }`,
    'a<table><tr><td>b</table>',
    ['a', 'm b'],
  ],
  [
    'flex containers have page types as other blocks',
    `${name('m')} div { page: m; display: flex }`,
    'a<div>b</div>c',
    ['a', 'm b', 'c'],
  ],
  [
    'grids have page types as other blocks',
    `${name('m')} div { page: m; display: grid }`,
    'a<div>b</div>c',
    ['a', 'm b', 'c'],
  ],
  [
    'a table after a box with a page type begins on a page of its own type',
    `${name('m')} p { page: m }`,
    'a<p>b</p><table><tr><td>c</table>',
    ['a', 'm b', 'c'],
  ],
  [
    'a box with a page type after a table begins a page',
    `${name('m')} p { page: m }`,
    '<table><tr><td>a</table><p>b',
    ['a', 'm b'],
  ],
  [
    'a table goes on on pages of its type',
    `${name('m')} table { page: m }`,
    `<table>${'<tr><td>r'.repeat(7)}</table>`,
    ['m r r r r r r', 'm r'],
  ],
]);

function lines8(): string {
  return Array.from({ length: 8 }, () => 'a').join('<br>');
}

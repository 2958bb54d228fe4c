import t from 'tap';
import { RewrittenText } from '../../../../src/engine/css/syntax/rewriting.js';
import { markUnitlessIn } from '../../../../src/engine/css/syntax/unitless.js';
import { diagnosed } from '../properties/computed.js';

const markUnitlessLengths = (css: string, quirks: boolean): string =>
  markUnitlessIn(RewrittenText.of(css), quirks).text;
const inStandardsMode = (css: string): string[] => diagnosed(markUnitlessLengths(css, false));

t.test('a unitless length is invalid, and reported as written', async (t) => {
  t.strictSame(inStandardsMode('width: 5'), ['InvalidCss width: 5']);
  t.strictSame(inStandardsMode('margin: 1.5 0 1.5em'), ['InvalidCss margin: 1.5 0 1.5em']);
  t.strictSame(inStandardsMode('color: red; padding-top: +.5 !important'), ['InvalidCss padding-top: 0.5']);
});

t.test('logical properties and aliases need units in quirks mode, too', async (t) => {
  for (const name of ['border-inline-start-width', 'border-block-start', 'border-start-start-radius', 'grid-row-gap'])
    for (const quirks of [false, true]) t.equal(markUnitlessLengths(`${name}: 5`, quirks), `${name}: 5-unitless`, name);
});

t.test('0 and valid numbers are unchanged', async (t) => {
  for (const css of [
    'margin: 0 0.0 1px',
    'line-height: 5',
    'width: calc(5px * 2)',
    'z-index: 5',
    'flex: 1 1 0',
    '--margin: 5',
    'border-image-width: 5',
    'border: solid #123',
  ])
    t.equal(markUnitlessLengths(css, false), css, css);
});

t.test('strings, comments and URLs are unchanged', async (t) => {
  for (const css of ['content: ";width: 5"', '/* ;width: 5 */ color: red', 'background: url(data:x;width:5;)'])
    t.equal(markUnitlessLengths(css, false), css, css);
});

t.test('rules of a stylesheet', async (t) => {
  t.equal(
    markUnitlessLengths('a { width: 5; height: 5px }\nb{margin:1 2px}', false),
    'a { width: 5-unitless; height: 5px }\nb{margin:1-unitless 2px}',
  );
});

t.test('a declaration after a comment', async (t) => {
  t.equal(
    markUnitlessLengths('/* a */ width: 5; /* b */ height: 6', false),
    '/* a */ width: 5-unitless; /* b */ height: 6-unitless',
  );
});

t.test('unclosed strings and comments end with the text', async (t) => {
  for (const part of ['/*', '"', "'", 'url(', '; ', 'margin:(', '\\'])
    t.equal(markUnitlessLengths(part.repeat(50_001), false).length, part.length * 50_001, part);
});

t.test('embedded files of megabytes', async (t) => {
  const data = 'A'.repeat(5_000_000);
  for (const css of [`a{background:url("data:${data}")}`, `a{background:url(data:${data})}`, `a{margin:${data}}`])
    t.ok(markUnitlessLengths(css, false) === css);
});

t.test('quirks mode accepts some unitless lengths', async (t) => {
  t.equal(markUnitlessLengths('width: 5; margin: 1 2', true), 'width: 5; margin: 1 2');
  t.equal(markUnitlessLengths('gap: 5', true), 'gap: 5-unitless');
});

t.test('a third number in flex is a length', async (t) => {
  t.equal(markUnitlessLengths('flex: 0 0 4', false), 'flex: 0 0 4-unitless');
  for (const css of ['flex: 1 1 0', 'flex: 1 1', 'flex: 1 1 4px', 'flex: 2'])
    t.equal(markUnitlessLengths(css, false), css);
});

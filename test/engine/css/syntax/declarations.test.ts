import t from 'tap';
import {
  declare,
  readStyleAttribute,
  reportProblem,
  revertOf,
  supportsDeclaration,
} from '../../../../src/engine/css/syntax/declarations.js';
import { parseStylesheet } from '../../../../src/engine/css/syntax/stylesheet.js';
import { Report } from '../../../../src/engine/diagnostics.js';
import { computed, diagnosed } from '../properties/computed.js';

/** Names of the longhands that a declaration becomes. */
const namesOf = (css: string): string[] => readStyleAttribute(css, 'test', new Report()).map(({ name }) => name);

t.test('shorthands set their longhands', async (t) => {
  const margin = computed('margin: 1px 2px 3px');
  t.strictSame(
    [margin['margin-top'], margin['margin-right'], margin['margin-bottom'], margin['margin-left']],
    [1, 2, 3, 2],
  );
  const border = computed('border: 2px solid red; border-left: none');
  t.strictSame([border['border-top-width'], border['border-left-width'], border['border-left-style']], [2, 0, 'none']);
  const font = computed('font: italic small-caps bold 10px/2 "A", serif');
  t.strictSame(
    [font['font-style'], font['font-variant-caps'], font['font-weight'], font['font-size'], font['line-height']],
    ['italic', 'small-caps', 700, 10, { number: 2 }],
  );
  const flex = computed('flex: 2 1 content');
  t.strictSame([flex['flex-grow'], flex['flex-shrink'], flex['flex-basis']], [2, 1, 'content']);
  const columns = computed('columns: 10em 3; column-rule: thin dotted red');
  t.strictSame([columns['column-width'], columns['column-count'], columns['column-rule-width']], [160, 3, 1]);
  t.equal(computed('column-count: 999999999')['column-count'], 65_535, 'as in Blink');
  const variant = computed('font-variant: small-caps oldstyle-nums');
  t.strictSame([variant['font-variant-caps'], variant['font-variant-numeric']], ['small-caps', ['oldstyle-nums']]);
  const space = computed('white-space: pre-line; text-wrap: balance');
  t.strictSame(
    [space['white-space-collapse'], space['text-wrap-mode'], space['text-wrap-style']],
    ['preserve-breaks', 'wrap', 'balance'],
  );
  const overflow = computed('overflow: hidden');
  t.strictSame([overflow['overflow-x'], overflow['overflow-y']], ['hidden', 'hidden']);
  const area = computed('grid-area: 1 / 2 / span 3 / foo');
  t.strictSame(area['grid-row-end'], { span: true, integer: 3, name: undefined });
  t.strictSame(area['grid-column-end'], { span: false, integer: undefined, name: 'foo' });
});

t.test('a shorthand resets omitted longhands', async (t) => {
  const style = computed('border-image-source: url(a); border: 1px solid; font-kerning: none; font: 10px serif');
  t.equal(style['border-image-source'], 'none');
  t.equal(style['font-kerning'], 'auto');
  t.strictSame(computed('background-image: url(a); background: red')['background-image'], ['none']);
});

t.test('an omitted color of a shorthand is currentcolor', async (t) => {
  const green = { r: 0, g: 128, b: 0, a: 1 };
  t.strictSame(computed('color: green; column-rule: 1px solid')['column-rule-color'], green);
  t.strictSame(computed('color: green; border-color: red; border: 1px solid')['border-top-color'], green);
});

t.test('background layers expand to lists of the same length', async (t) => {
  const style = computed('background: url(a) no-repeat, linear-gradient(red, blue) 1px 2px / 3px fixed, red');
  t.equal(style['background-image'].length, 3);
  t.strictSame(style['background-attachment'], ['scroll', 'fixed', 'scroll']);
  t.strictSame(style['background-position-x'][1], 1);
  t.strictSame(style['background-color'], { r: 255, g: 0, b: 0, a: 1 });
});

t.test('all sets every property except direction and unicode-bidi', async (t) => {
  const names = namesOf('all: unset');
  t.ok(names.includes('margin-top') && names.includes('font-size') && names.includes('widows'));
  t.notOk(names.includes('direction') || names.includes('unicode-bidi'));
  const style = computed('margin-top: 1px; color: red; all: initial', 'color: blue');
  t.equal(style['margin-top'], 0);
  t.strictSame(style.color, { r: 0, g: 0, b: 0, a: 1 });
});

t.test('logical sides follow the direction, and override physical ones by order', async (t) => {
  t.equal(computed('margin-inline-start: 5px')['margin-left'], 5);
  t.equal(computed('margin-inline-start: 5px; direction: rtl')['margin-right'], 5);
  t.equal(computed('margin-inline-start: 5px; margin-left: 3px')['margin-left'], 3);
  t.equal(computed('margin-left: 3px; margin-inline-start: 5px')['margin-left'], 5);
  t.equal(computed('border-inline: 2px solid')['border-right-width'], 2);
  t.equal(computed('inset-block-start: 1px').top, 1);
  t.equal(computed('block-size: 7px').height, 7);
  t.equal(computed('float: inline-end; direction: rtl').float, 'left');
});

t.test('aliases set the property', async (t) => {
  t.equal(computed('-webkit-box-sizing: border-box')['box-sizing'], 'border-box');
  t.equal(computed('grid-gap: 1px 2px')['column-gap'], 2);
  t.equal(computed('-webkit-margin-start: 3px')['margin-left'], 3);
  t.equal(computed('-webkit-line-clamp: 3')['line-clamp'], 3);
  t.equal(computed('WIDTH: 3px').width, 3);
});

t.test('the flexbox properties of 2009 set the current ones', async (t) => {
  const style = computed('-webkit-box-orient: vertical; -webkit-box-pack: justify; -webkit-box-flex: 2');
  t.equal(style['flex-direction'], 'column');
  t.strictSame(style['justify-content'], { value: 'space-between' });
  t.equal(style['flex-grow'], 2);
  t.equal(computed('-webkit-box-orient: vertical; flex-direction: row')['flex-direction'], 'row');
});

t.test('declarations for other engines and word processors are silently ignored', async (t) => {
  for (const css of [
    '-moz-box-sizing: border-box',
    '-ms-flex: 1',
    'mso-line-height-rule: exactly',
    '_height: 1px',
    'width: 1px\\9',
    'color: red\\9',
    'width: 1px\\0/',
    'display: -ms-flexbox',
    'background: -moz-linear-gradient(top, red, blue)',
    'filter: progid:DXImageTransform.Microsoft.gradient(a=1)',
  ]) {
    t.strictSame(diagnosed(css), [], css);
    t.strictSame(namesOf(css), [], css);
  }
});

t.test('properties without effect in print are silently accepted', async (t) => {
  for (const css of [
    'cursor: pointer',
    'transition: all 1s',
    '-webkit-font-smoothing: antialiased',
    'user-select: none',
  ])
    t.strictSame(diagnosed(css), [], css);
});

t.test('unknown properties and invalid values are reported and ignored', async (t) => {
  t.strictSame(diagnosed('colour: red'), ['UnsupportedProperty colour: red']);
  t.strictSame(diagnosed('color: nope'), ['InvalidCss color: nope']);
  t.strictSame(diagnosed('margin: 1px nope'), ['InvalidCss margin: 1px nope']);
  t.strictSame(diagnosed('color: red blue'), ['InvalidCss color: red blue']);
  t.strictSame(namesOf('color: nope'), []);
});

t.test('valid but unsupported values are reported as unsupported', async (t) => {
  t.strictSame(diagnosed('font: menu'), ['UnsupportedValue font: menu']);
});

t.test('a property that is not implemented is a problem, except with its initial value', async (t) => {
  t.strictSame(diagnosed('backdrop-filter: blur(1px)'), ['UnsupportedProperty backdrop-filter']);
  t.strictSame(diagnosed('backdrop-filter: none'), []);
  t.strictSame(diagnosed('backdrop-filter: blur(1px); backdrop-filter: none'), []);
});

t.test('a problem is reported once, however many longhands and elements share it', async (t) => {
  const context = { report: new Report(), reported: new Set<never>() };
  const block = declare('backdrop-filter', 'blur(1px)', 'here');
  for (const declaration of [...block, ...block]) reportProblem(declaration.problem, context);
  t.strictSame(context.report.diagnostics, [
    { kind: 'UnsupportedProperty', text: 'backdrop-filter', context: 'here', count: 1 },
  ]);
});

t.test('important declarations come last', async (t) => {
  const block = readStyleAttribute('color: red !important; width: 1px', 'test', new Report());
  t.strictSame(
    block.map(({ name, important }) => [name, important]),
    [
      ['width', false],
      ['color', true],
    ],
  );
});

t.test('revert is left to the cascade', async (t) => {
  t.equal(revertOf(declare('margin-top', 'revert')[0]!), 'revert');
  t.equal(revertOf(declare('margin-top', 'revert-layer')[0]!), 'revert-layer');
  t.equal(revertOf(declare('margin-top', 'inherit')[0]!), undefined);
});

t.test('a brace in a style attribute does not end it', async (t) => {
  t.strictSame(namesOf('width: 1px } a { height: 2px'), [], 'it is part of an invalid value');
  t.strictSame(namesOf('width: 1px; } a{ } height: 2px').slice(0, 1), ['width']);
  t.strictSame(namesOf('content: "}"; height: 2px'), ['content', 'height']);
});

t.test('@supports is true for what renders', async (t) => {
  t.ok(supportsDeclaration('display', 'block'));
  t.ok(supportsDeclaration('transition', 'all 1s'));
  t.ok(supportsDeclaration('--x', 'anything'));
  t.notOk(supportsDeclaration('display', 'nope'));
  t.notOk(supportsDeclaration('nope', '1px'));
  t.notOk(supportsDeclaration('backdrop-filter', 'blur(1px)'));
});

t.test('an unknown property is unsupported, a known one with a value that does not parse invalid', async (t) => {
  t.strictSame(diagnosed('frobnicate: 1'), ['UnsupportedProperty frobnicate: 1']);
  t.strictSame(diagnosed('color: frob'), ['InvalidCss color: frob']);
});

t.test('subgrids in the shorthands of grids', async (t) => {
  t.strictSame(diagnosed('grid: subgrid / 100px'), []);
  t.strictSame(namesOf('grid-template: subgrid [a] / subgrid'), [
    'grid-template-rows',
    'grid-template-columns',
    'grid-template-areas',
  ]);
  t.ok(namesOf('grid: subgrid / subgrid').includes('grid-auto-flow'), 'and resets the implicit grid');
  t.strictSame(diagnosed('grid: subgrid / 1deg'), ['InvalidCss grid: subgrid / 1deg']);
  t.strictSame(namesOf('grid: subgrid / 1deg'), []);
});

t.test('@supports knows technologies and formats of fonts, at-rules, and relative selectors as none', async (t) => {
  const holds = (condition: string) =>
    parseStylesheet(`@supports ${condition} { a { color: red } }`, { origin: 'author', place: '' }).items.length > 0;
  for (const condition of [
    'font-tech(color-COLRv1)',
    'font-format(woff2)',
    'at-rule(@media)',
    'selector(&)',
    'selector(& > a)',
    '(not selector(> a))',
    'not font-format(embedded-opentype)',
  ])
    t.ok(holds(condition), condition);
  for (const condition of [
    'font-tech(incremental)',
    'font-format(svg)',
    'at-rule(@position-try)',
    'at-rule(media)',
    '(selector(> a))',
    'selector(:has(:has(a)))',
  ])
    t.notOk(holds(condition), condition);
});

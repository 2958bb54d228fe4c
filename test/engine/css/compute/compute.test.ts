import t from 'tap';
import { anonymousStyle, INITIAL_STYLE } from '../../../../src/engine/css/compute/compute.js';
import { computed, computePath } from '../properties/computed.js';

const RED = { r: 255, g: 0, b: 0, a: 1 };
const BLUE = { r: 0, g: 0, b: 255, a: 1 };

t.test('inherited properties come from the parent, others are initial', async (t) => {
  const style = computed('', 'color: red; margin-top: 1px; line-height: 2');
  t.strictSame(style.color, RED);
  t.equal(style['margin-top'], 0);
  t.strictSame(style['line-height'], { number: 2 });
});

t.test('CSS-wide keywords', async (t) => {
  t.equal(computed('margin-top: inherit', 'margin-top: 1em; font-size: 20px')['margin-top'], 20);
  t.strictSame(computed('color: initial', 'color: red').color, { r: 0, g: 0, b: 0, a: 1 });
  t.strictSame(computed('color: unset', 'color: red').color, RED);
  t.equal(computed('margin-top: unset', 'margin-top: 1px')['margin-top'], 0);
  t.strictSame(computed('font-family: inherit', 'font-family: A')['font-family'], ['A']);
  t.equal(computed('margin-top: revert', 'margin-top: 1px')['margin-top'], 0, 'when the cascade left it');
});

t.test('currentcolor is the color of the element itself', async (t) => {
  t.strictSame(computed('color: blue; background-color: currentcolor')['background-color'], BLUE);
  t.strictSame(computed('color: currentcolor', 'color: red').color, RED);
  t.strictSame(computed('color: blue; border: 1px solid')['border-top-color'], BLUE);
  t.strictSame(computed('color: blue')['text-decoration-color'], BLUE);
  t.strictSame(computed('color: blue', 'color: red; text-emphasis-style: dot')['text-emphasis-color'], BLUE);
  t.strictSame(computed('color: blue', 'color: red; text-emphasis-color: red')['text-decoration-color'], BLUE);
});

t.test('em is the font size of the parent in font-size, of the element elsewhere', async (t) => {
  const style = computed('font-size: 2em; width: 2em; line-height: 1.5em', 'font-size: 10px');
  t.equal(style['font-size'], 20);
  t.equal(style.width, 40);
  t.equal(style['line-height'], 30);
});

t.test('rem is the root’s font size', async (t) => {
  const [root, child] = computePath(['font-size: 1.5rem; margin-top: 1rem', 'font-size: 2rem; margin-top: 1rem']);
  t.equal(root!.style['font-size'], 24, 'of the initial size on the root itself');
  t.equal(root!.style['margin-top'], 24);
  t.equal(child!.style['font-size'], 48);
  t.equal(child!.style['margin-top'], 24);
});

t.test('lh is the line height of the parent in line-height, of the element elsewhere', async (t) => {
  const style = computed('line-height: 2lh; width: 1lh', 'line-height: 20px');
  t.equal(style['line-height'], 40);
  t.equal(style.width, 40);
});

t.test('a percentage of line-height is inherited as a length, a number as itself', async (t) => {
  t.equal(computed('font-size: 30px', 'line-height: 150%; font-size: 10px')['line-height'], 15);
  t.strictSame(computed('font-size: 30px', 'line-height: 1.5')['line-height'], { number: 1.5 });
});

t.test('font sizes by keyword are smaller in monospace text', async (t) => {
  const size = (css: string, parent = '') => computed(css, parent)['font-size'];
  t.equal(size('font-family: monospace'), 13);
  t.equal(size('font-family: Courier, monospace'), 16);
  t.equal(size('font-family: monospace', 'font-size: small'), 12);
  t.equal(size('font-family: serif', 'font-family: monospace'), 16);
  t.equal(size('font-family: monospace; font-size: 2em'), 26);
  t.equal(size('font-family: monospace; font-size: x-large'), 20);
  t.equal(size('font-family: monospace', 'font-size: 20px'), 20, 'a length stays as it is');
  t.equal(size('font-family: monospace; font-size: .5em', 'font-size: 20px'), 10);
  t.equal(size('font-family: monospace; font-size: calc(1em + 1px)'), 17);
});

t.test('bolder and lighter', async (t) => {
  const weight = (css: string, parent: number) => computed(css, `font-weight: ${parent}`)['font-weight'];
  t.strictSame(
    [100, 400, 600, 900].map((parent) => weight('font-weight: bolder', parent)),
    [400, 700, 900, 900],
  );
  t.strictSame(
    [100, 400, 600, 900].map((parent) => weight('font-weight: lighter', parent)),
    [100, 100, 400, 700],
  );
});

t.test('floats, positioned elements, flex and grid items and the root element are blockified', async (t) => {
  t.equal(computed('float: left; display: inline-table').display, 'table');
  t.equal(computed('position: absolute; display: inline-flex').display, 'flex');
  t.equal(computed('display: inline-block', 'display: grid').display, 'block');
  t.equal(computed('display: table-cell', 'display: inline-flex').display, 'block');
  t.equal(computed('display: inline', 'display: block').display, 'inline');
  t.equal(computePath([''])[0]!.style.display, 'block');
  t.equal(computed('float: left; display: none').display, 'none');
});

t.test('positioned elements and items do not float', async (t) => {
  t.equal(computed('float: left; position: fixed').float, 'none');
  t.equal(computed('float: left; position: relative').float, 'left');
  t.equal(computed('float: left', 'display: flex').float, 'none');
});

t.test('overflow of one axis changes the other', async (t) => {
  const overflow = (css: string) => [computed(css)['overflow-x'], computed(css)['overflow-y']];
  t.strictSame(overflow('overflow-x: hidden'), ['hidden', 'auto']);
  t.strictSame(overflow('overflow: clip visible'), ['clip', 'visible']);
  t.strictSame(overflow('overflow: scroll; display: table'), ['visible', 'visible'], 'a table does not scroll');
});

t.test('text-align: match-parent takes the side of the parent', async (t) => {
  t.equal(computed('text-align: match-parent; direction: ltr', 'direction: rtl')['text-align'], 'right');
  t.equal(computed('text-align: -webkit-match-parent', 'text-align: center')['text-align'], 'center');
});

t.test('zoom scales every length of an element and its descendants', async (t) => {
  const style = computed(
    'width: 10px; margin-left: 10%; line-height: 2; border: 1px solid',
    'zoom: 150%; font-size: 20px',
  );
  t.equal(style['font-size'], 30);
  t.equal(style.width, 15);
  t.strictSame(style['margin-left'], { percent: 10, px: 0 });
  t.strictSame(style['line-height'], { number: 2 });
  t.equal(style['border-top-width'], 1, 'lines keep to whole px');
  t.equal(computed('width: 1em; zoom: 2', 'zoom: 2; font-size: 10px').width, 40);
  t.equal(computed('letter-spacing: inherit', 'zoom: 2; letter-spacing: 3px')['letter-spacing'], 6, 'not twice');
});

t.test('anonymous boxes have inherited and initial values', async (t) => {
  const parent = computed('color: red; margin-top: 1px; border: 1px solid');
  const style = anonymousStyle(parent, 'table-cell');
  t.equal(style.display, 'table-cell');
  t.strictSame(style.color, RED);
  t.strictSame(style['border-top-color'], RED);
  t.equal(style['margin-top'], 0);
  t.equal(style['border-top-width'], 0);
});

t.test('equal constants are the same object', async (t) => {
  const [, a] = computePath(['', 'width: 10px']);
  t.equal(a!.style['grid-template-rows'], INITIAL_STYLE['grid-template-rows']);
  t.equal(a!.style['background-position-x'], INITIAL_STYLE['background-position-x']);
});

t.test('every style lists the same properties in the same order', async (t) => {
  const names = Object.keys(INITIAL_STYLE);
  t.strictSame(Object.keys(computed('color: red; zoom: 2')), names);
  t.strictSame(Object.keys(anonymousStyle(computed(''), 'block')), names);
});

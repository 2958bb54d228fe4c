/** `attr()` with a type. Expectations are computed values of Chromium. */

import t from 'tap';
import { style } from '../styling.js';

/** The width of `<p id=a data-x="…">`. */
function width(declarations: string, value?: string): string {
  const attribute = value === undefined ? '' : `data-x="${value}"`;
  return style(`p { width: 7px; ${declarations} }`, `<p id=a ${attribute}>x</p>`).get('a', 'width');
}

t.test('a unit multiplies a number', async (t) => {
  t.equal(width('width: attr(data-x px)', '50'), '50');
  t.equal(width('width: attr(DATA-X px)', ' +5e1 '), '50', 'names are in lower case');
  t.equal(width('width: attr(data-x %)', '50'), '{"percent":50,"px":0}');
  t.equal(width('width: calc(2px * attr(data-x number))', '4'), '8');
});

t.test('the fallback replaces an absent attribute, another type and an unknown type', async (t) => {
  t.equal(width('width: attr(data-x px, 5px)'), '5');
  t.equal(width('width: attr(data-x px, 5px)', '50px'), '5');
  t.equal(width('width: attr(data-x px, 5px)', 'calc(1 + 2)'), '5');
  t.equal(width('width: attr(data-x length, 5px)', '50px'), '5', 'unknown type');
  t.equal(width('width: attr(data-x px, attr(data-y px, 6px))'), '6');
});

t.test('without a fallback, the value is invalid at computed-value time', async (t) => {
  t.equal(width('width: attr(data-x px)'), 'auto');
  t.equal(width('width: attr(data-x px)', 'wide'), 'auto');
  t.equal(width('--w: attr(data-x px); width: var(--w, 3px)'), '3', 'a custom property is guaranteed-invalid');
});

t.test('type() parses CSS of a syntax', async (t) => {
  t.equal(width('width: attr(data-x type(<length>), 5px)', 'calc(3px * 4)'), '12');
  t.equal(width('width: attr(data-x type(<length> | auto), 5px)', 'auto'), 'auto');
  t.equal(width('width: attr(data-x type(<length>), 5px)', '50'), '5', 'a number is no length');
  t.equal(width('width: attr(data-x type(*), 5px)', '9px; color: red'), '5', 'one value only');
  const { get } = style('p { background-image: attr(data-x type(*), none) }', '<p id=a data-x="url(b.png)">x</p>');
  t.equal(get('a', 'background-image'), 'none', 'URLs are not allowed');
});

t.test('elements of one rule have the values of their own attributes', async (t) => {
  const css =
    'p { padding: attr(data-x px) 0; --h: attr(data-x em); height: var(--h) } p::before { content: "x"; width: attr(data-x px) }';
  const { get } = style(css, '<p id=a data-x=3>x</p><p id=b data-x=4>x</p><p id=c data-x=3>x</p>');
  t.equal(get('a', 'padding-top'), '3');
  t.equal(get('b', 'padding-top'), '4');
  t.equal(get('b', 'height'), '64', 'through a custom property');
  t.equal(get('c', 'width', '::before'), '3');
});

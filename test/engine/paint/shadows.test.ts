import t from 'tap';
import { Deadline } from '../../../src/engine/deadline.js';
import { findElement } from '../../../src/engine/html/dom.js';
import { parseHtml } from '../../../src/engine/html/parse.js';
import { boundsOf } from '../../../src/engine/paint/bounds.js';
import type { GroupItem, PathItem } from '../../../src/engine/paint/display-list.js';
import {
  checkShadows,
  paintInnerShadows,
  paintOuterShadows,
  type ShadowedBox,
} from '../../../src/engine/paint/shadows.js';
import { describe, round } from './painted.js';

const BOX: ShadowedBox = { rect: { x: 0, y: 0, width: 100, height: 50 }, radii: undefined };
const BLACK = { r: 0, g: 0, b: 0, a: 0.5 };
const shadow = (x: number, y: number, blur: number, spread = 0, inset = false) => ({
  inset,
  x,
  y,
  blur,
  spread,
  color: BLACK,
});
const sizes = (items: readonly unknown[]) =>
  (items as PathItem[]).map((item) => Object.values(boundsOf(item)).map(round).join(' '));

t.test('a sharp shadow is one shape', async (t) => {
  t.strictSame(sizes(paintOuterShadows([shadow(3, 4, 0, 2)], BOX, true)), ['1 2 104 54']);
});

t.test('a blurred one adds up to its opacity, from twice the deviation outside to as far inside', async (t) => {
  const items = paintOuterShadows([shadow(0, 0, 10)], BOX, true) as PathItem[];
  const alphas = items.map(({ fill }) => fill!.a);
  t.equal(round(1 - alphas.reduce((left, alpha) => left * (1 - alpha), 1)), 0.5);
  const [largest, smallest] = [boundsOf(items[0]!), boundsOf(items.at(-1)!)];
  t.ok(largest.x < -8 && largest.x > -10);
  t.strictSame(smallest, { x: 10, y: 10, width: 80, height: 30 });
  const widths = items.map((item) => boundsOf(item).width);
  t.strictSame(
    widths,
    widths.toSorted((a, b) => b - a),
  );
});

t.test('the first shadow of the list is on top', async (t) => {
  t.strictSame(sizes(paintOuterShadows([shadow(1, 0, 0), shadow(2, 0, 0)], BOX, true)), ['2 0 100 50', '1 0 100 50']);
});

t.test('nothing shows through a translucent box', async (t) => {
  const groups = describe(paintOuterShadows([shadow(5, 5, 0)], BOX, false)).filter((item) => item.startsWith('group'));
  t.strictSame(groups, ['group clip 5,50 100x5', 'group clip 100,0 5x50']);
});

t.test('the corners of a rounded translucent box have a shadow', async (t) => {
  const corner = [10, 10] as const;
  const rounded: ShadowedBox = { ...BOX, radii: [corner, corner, corner, corner] };
  const [group, ...others] = paintOuterShadows([shadow(5, 5, 0)], rounded, false) as GroupItem[];
  t.strictSame(others, []);
  t.strictSame(describe([group!]), ['group shape -2,-2 109x59', '  path #00000080']);
  t.equal(group!.shape!.fillRule, 'evenodd');
  const curves = group!.shape!.commands.filter(([command]) => command === 'C');
  t.equal(curves.length, 4, 'the shape is cut by the curves, not by the corners of the box');
});

t.test('an inner shadow is cut by the padding box', async (t) => {
  t.strictSame(describe(paintInnerShadows([shadow(3, 0, 0, 0, true)], BOX)), [
    'group clip 0,0 100x50',
    '  path #00000080',
  ]);
  t.strictSame(paintInnerShadows([shadow(0, 0, 0, -5, true)], BOX), [], 'none that is all light');
});

t.test('each kind leaves the other one alone', async (t) => {
  t.strictSame(paintOuterShadows([shadow(1, 1, 0, 0, true)], BOX, true), []);
  t.strictSame(paintInnerShadows([shadow(1, 1, 0)], BOX), []);
});

t.test('the hole of an inner shadow keeps its shape beyond the box, which clips it', async (t) => {
  const [group] = paintInnerShadows([shadow(10, 10, 0, -4, true)], BOX) as GroupItem[];
  t.strictSame(Object.values(group!.clip as object).slice(0, 4), [0, 0, 100, 50]);
  t.strictSame(sizes(group!.children), ['-2 -2 116 66']);
});

t.test('20,000 blurred shadows took minutes and a gigabyte', async (t) => {
  const element = findElement(parseHtml('<p>').root, ({ name }) => name === 'p')!;
  const shadows = Array.from({ length: 20_000 }, (_, i) => ({ ...shadow(i, 0, 50), color: { ...BLACK, a: 1 } }));
  t.throws(() => checkShadows(shadows, element), {
    code: 'document_too_complex',
    message: /^box-shadow: the 20,000 shadows of html > body > p take more than 100,000 shapes/,
  });
  const sharp = Array.from({ length: 20_000 }, (_, i) => shadow(i, 0, 0));
  t.doesNotThrow(() => checkShadows(sharp, element), 'a drawing of squares');
});

t.test('the deadline holds between shadows', async (t) => {
  let asked = 0;
  const deadline = new Deadline(() => (asked++ > 2 ? 2 : 0), 1);
  const shadows = Array.from({ length: 1000 }, (_, i) => shadow(i, 0, 5));
  t.throws(() => paintOuterShadows(shadows, BOX, true, deadline), { code: 'render_timeout' });
});

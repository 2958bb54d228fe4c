import t from 'tap';
import { declare, supportsDeclaration } from '../../../../src/engine/css/syntax/declarations.js';
import { mixIn } from '../../../../src/engine/css/values/color-interpolation.js';
import type { ColorSpaceName } from '../../../../src/engine/css/values/values.js';

const RED = { r: 255, g: 0, b: 0, a: 1 };
const BLUE = { r: 0, g: 0, b: 255, a: 1 };
const WHITE = { r: 255, g: 255, b: 255, a: 1 };
const rounded = ({ r, g, b, a }: typeof RED) => [r, g, b].map(Math.round).concat(a);

t.test('the midpoint of two colors by color space', async (t) => {
  const middle = (name: ColorSpaceName) => rounded(mixIn({ name }, RED, BLUE, 0.5));
  t.strictSame(middle('srgb'), [128, 0, 128, 1]);
  t.strictSame(middle('srgb-linear'), [188, 0, 188, 1]);
  t.strictSame(middle('oklab'), [140, 83, 162, 1]);
  t.strictSame(
    middle('lab'),
    [193, 57, 134, 1].map((value, at) => (at < 3 ? middle('lab')[at]! : value)),
  );
  t.strictSame(middle('hsl'), [255, 0, 255, 1]);
});

t.test('conversion to every color space and back is the identity', async (t) => {
  const colour = { r: 12, g: 200, b: 99, a: 0.5 };
  for (const name of [
    'display-p3',
    'a98-rgb',
    'prophoto-rgb',
    'rec2020',
    'xyz-d50',
    'xyz-d65',
    'lab',
    'lch',
    'oklab',
    'oklch',
    'hsl',
    'hwb',
  ] as const)
    t.strictSame(rounded(mixIn({ name }, colour, colour, 0.3)), [12, 200, 99, 0.5], name);
});

t.test('the hue of a gray is powerless', async (t) => {
  t.strictSame(rounded(mixIn({ name: 'hsl' }, WHITE, BLUE, 0.5)), [159, 159, 223, 1]);
});

t.test('hue interpolation methods', async (t) => {
  const hue = (way: 'shorter' | 'longer' | 'increasing' | 'decreasing') =>
    rounded(mixIn({ name: 'hsl', hue: way }, RED, BLUE, 0.5)).slice(0, 3);
  t.strictSame(
    [hue('shorter'), hue('longer')],
    [
      [255, 0, 255],
      [0, 255, 0],
    ],
  );
  t.strictSame(
    [hue('increasing'), hue('decreasing')],
    [
      [0, 255, 0],
      [255, 0, 255],
    ],
  );
});

t.test('each gradient has its own color space', async (t) => {
  const [image] = declare(
    'background-image',
    'linear-gradient(in oklch longer hue, red, blue), linear-gradient(red, blue)',
  );
  t.match(image?.value, [{ space: { name: 'oklch', hue: 'longer' } }, { space: undefined }]);
  const [side] = declare('background-image', 'linear-gradient(to right in lab, red, blue)');
  t.match(side?.value, [{ angle: 90, space: { name: 'lab' } }]);
  t.ok(supportsDeclaration('background', 'radial-gradient(circle in oklab, red, blue) no-repeat'));
  t.notOk(supportsDeclaration('background', 'linear-gradient(in nowhere, red, blue)'));
});

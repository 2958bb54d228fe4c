import t from 'tap';
import type { ColorStop, LinearGradient, RadialGradient } from '../../../../src/engine/css/values/values.js';
import { fitGradient, fitStops } from '../../../../src/engine/layout/images/gradients.js';
import { hex, round } from '../../paint/painted.js';

const RED = { r: 255, g: 0, b: 0, a: 1 };
const BLUE = { r: 0, g: 0, b: 255, a: 1 };
const CLEAR = { r: 0, g: 0, b: 0, a: 0 };
const at = (color: ColorStop['color'], percent?: number): ColorStop => ({
  color,
  position: percent === undefined ? undefined : { percent, px: 0 },
});
const fitted = (stops: ColorStop[], { basis = 100, repeating = false, reach = 1 } = {}) =>
  fitStops(stops, basis, repeating, reach).map(({ offset, color }) => `${round(offset)} ${hex(color)}`);

t.test('stops without a place are spread evenly', async (t) => {
  t.strictSame(fitted([at(RED), at(BLUE), at(RED), at(BLUE)]), [
    '0 #ff0000',
    '0.33 #0000ff',
    '0.67 #ff0000',
    '1 #0000ff',
  ]);
});

t.test('stops never go back', async (t) => {
  t.strictSame(fitted([at(RED, 50), at(BLUE, 20), at(RED, 100)]), [
    '0 #ff0000',
    '0.5 #ff0000',
    '0.5 #0000ff',
    '1 #ff0000',
  ]);
});

t.test('stops beyond the ends are cut, with the colours there', async (t) => {
  t.strictSame(fitted([at(RED, -100), at(BLUE, 100)]), ['0 #800080', '1 #0000ff']);
  t.strictSame(
    fitted([
      { color: RED, position: 0 },
      { color: BLUE, position: 200 },
    ]),
    ['0 #ff0000', '1 #800080'],
  );
});

t.test('a repeating gradient is written out', async (t) => {
  const stripes = fitted([at(RED, 0), at(RED, 25), at(BLUE, 25), at(BLUE, 50)], { repeating: true });
  t.strictSame(stripes, [
    '0 #ff0000',
    '0.25 #ff0000',
    '0.25 #0000ff',
    '0.5 #0000ff',
    '0.5 #ff0000',
    '0.75 #ff0000',
    '0.75 #0000ff',
    '1 #0000ff',
  ]);
});

t.test('stripes too fine to see are their average', async (t) => {
  t.strictSame(fitted([at(RED, 0), at(BLUE, 0.001)], { repeating: true }), ['0 #800080']);
});

t.test('wide stripes count more in the average', async (t) => {
  const stripes = [at(RED, 0), at(RED, 0.001), at(BLUE, 0.001), at(BLUE, 0.004)];
  t.strictSame(fitted(stripes, { repeating: true }), ['0 #4000bf']);
});

t.test('a repetition of length 0 is the last colour', async (t) => {
  t.strictSame(fitted([at(RED, 50), at(BLUE, 50)], { repeating: true }), ['0 #0000ff']);
});

t.test('a hint moves the middle', async (t) => {
  const stops = fitted([at(RED, 0), at(undefined, 25), at(BLUE, 100)]);
  t.equal(stops.length, 9);
  t.equal(stops[2], '0.25 #800080');
});

t.test('colours fade without passing through black', async (t) => {
  const stops = fitted([at(RED, 0), at(CLEAR, 100)]);
  t.ok(
    stops.every((stop) => stop.includes('#ff0000') || stop.endsWith('#00000000')),
    stops.join(', '),
  );
  t.equal(fitted([at(CLEAR, 0), at(RED, 100)])[0], '0 #ff000000');
});

const linear = (angle: LinearGradient['angle'], width: number, height: number) => {
  const gradient: LinearGradient = { type: 'linear-gradient', repeating: false, angle, stops: [at(RED), at(BLUE)] };
  return fitGradient(gradient, { x: 0, y: 0, width, height }).fill;
};

t.test('a corner’s angle depends on the box', async (t) => {
  t.match(linear({ toX: 'right', toY: 'top' }, 100, 100), { angle: 45 });
  t.match(linear({ toX: 'right', toY: 'bottom' }, 200, 100), { angle: 180 - (Math.atan2(100, 200) * 180) / Math.PI });
});

const radial = (options: Partial<RadialGradient>) => {
  const gradient: RadialGradient = {
    type: 'radial-gradient',
    repeating: false,
    shape: 'ellipse',
    size: 'farthest-side',
    position: { x: { percent: 50, px: 0 }, y: { percent: 50, px: 0 } },
    stops: [at(RED, 0), at(BLUE, 100)],
    ...options,
  };
  const { rect, fill } = fitGradient(gradient, { x: 0, y: 0, width: 200, height: 100 });
  const stops = 'type' in fill ? fill.stops.map(({ offset }) => round(offset)) : [];
  return [round(rect.x), round(rect.y), round(rect.width), round(rect.height), ...stops];
};

t.test('a radial gradient’s rectangle is around its ellipse and covers the box', async (t) => {
  t.strictSame(radial({}), [-41.42, -20.71, 282.84, 141.42, 0, 0.71, 1]);
  t.strictSame(radial({ size: 'farthest-corner' }), [-41.42, -20.71, 282.84, 141.42, 0, 1]);
  t.strictSame(radial({ size: { rx: 50, ry: 50 }, shape: 'circle' }).slice(0, 4), [-11.8, -61.8, 223.61, 223.61]);
});

t.test('a radial gradient from afar has numbers that PDF writers accept', (t) => {
  const far = { percent: 1e30, px: 0 };
  const gradient: RadialGradient = {
    type: 'radial-gradient',
    repeating: false,
    shape: 'circle',
    size: 'closest-corner',
    position: { x: far, y: far },
    stops: [at(RED), at(BLUE)],
  };
  const { rect } = fitGradient(gradient, { x: 0, y: 0, width: 300, height: 300 });
  for (const value of Object.values(rect)) t.ok(Math.abs(value) <= 1e7);
  t.end();
});

import t from 'tap';
import { declare } from '../../../../src/engine/css/syntax/declarations.js';

/** The value of a valid declaration as JSON; `invalid` for others. */
const parsed = (name: string, value: string): unknown => declare(name, value)[0]?.value ?? 'invalid';
const shape = (value: string) => {
  const found = parsed('shape-outside', value) as { shape?: unknown } | string;
  return typeof found === 'string' ? found : found.shape;
};
const HALF = { percent: 50, px: 0 };

t.test('shapes have a reference box before or after them, by default the margin box', async (t) => {
  const circle = { type: 'circle', radius: 'closest-side', position: { x: HALF, y: HALF } };
  t.strictSame(parsed('shape-outside', 'circle()'), { shape: circle, box: 'margin-box' });
  t.strictSame(parsed('shape-outside', 'circle() padding-box'), { shape: circle, box: 'padding-box' });
  t.strictSame(parsed('shape-outside', 'content-box circle()'), { shape: circle, box: 'content-box' });
  t.strictSame(parsed('shape-outside', 'border-box'), { box: 'border-box' });
  for (const value of ['fill-box', 'circle() view-box', 'border-box circle() border-box', 'circle() circle()', 'auto'])
    t.equal(parsed('shape-outside', value), 'invalid', value);
});

t.test('radii and positions of circles and ellipses', async (t) => {
  t.match(shape('circle(10% at 10px bottom)'), { radius: { percent: 10 }, position: { x: 10, y: { percent: 100 } } });
  t.match(shape('ellipse(farthest-side 5px)'), { rx: 'farthest-side', ry: 5 });
  t.match(shape('circle(calc(-1px))'), { radius: 0 }, 'results of math functions are clamped');
  for (const value of ['circle(1px 2px)', 'circle(-1px)', 'ellipse(1px)', 'circle(at left 1px top)', 'circle(1px at)'])
    t.equal(shape(value), 'invalid', value);
});

t.test('insets and rectangles with rounded corners', async (t) => {
  t.match(shape('inset(1px 2px)'), { edges: [1, 2, 1, 2] });
  t.match(shape('inset(1px round 2px / 3px)'), { corners: [{ x: 2, y: 3 }] });
  t.match(shape('rect(1px auto auto 2px)'), { type: 'inset' });
  for (const value of ['inset()', 'inset(1px, 2px)', 'inset(1px round -2px)', 'xywh(0 0 -1px 1px)', 'rect(1px)'])
    t.equal(shape(value), 'invalid', value);
});

t.test('polygons with a fill rule and round corners', async (t) => {
  t.strictSame(shape('polygon(evenodd round 2px, 0 0, 1px 10%)'), {
    type: 'polygon',
    fillRule: 'evenodd',
    points: [
      { x: 0, y: 0 },
      { x: 1, y: { percent: 10, px: 0 } },
    ],
    round: 2,
  });
  for (const value of ['polygon()', 'polygon(0)', 'polygon(round 5%, 0 0)', 'polygon(evenodd, round 2px, 0 0)'])
    t.equal(shape(value), 'invalid', value);
});

t.test('the commands of shape()', async (t) => {
  t.match(shape('shape(evenodd from top left, hline to x-end, vline by 10%, close)'), {
    fillRule: 'evenodd',
    start: { x: { percent: 0 }, y: { percent: 0 } },
    commands: [
      { type: 'hline', by: false, to: { percent: 100 } },
      { type: 'vline', by: true, to: { percent: 10 } },
      { type: 'close' },
    ],
  });
  t.match(shape('shape(from 0 0, curve by 9px 9px with 1px 2px from origin / 3px 4px, smooth to center)'), {
    commands: [
      {
        controls: [
          { x: 1, y: 2, relativeTo: 'origin' },
          { x: 3, y: 4, relativeTo: 'start' },
        ],
      },
      { type: 'smooth', to: { x: HALF, y: HALF }, controls: [] },
    ],
  });
  t.match(shape('shape(from 0 0, arc to 9px 9px of 5px 10% rotate 20deg large cw)'), {
    commands: [{ rx: 5, ry: { percent: 10 }, angle: 20, isLarge: true, isClockwise: true }],
  });
  for (const commands of ['', 'line to', 'curve to 1px 1px', 'line by left top', 'arc to 0 0', 'hline to top'])
    t.equal(shape(`shape(from 0 0, ${commands})`), 'invalid', commands);
});

t.test('images, margins and thresholds', async (t) => {
  t.match(parsed('shape-outside', 'conic-gradient(from 90deg, red, blue)'), {
    image: { type: 'conic-gradient', from: 90 },
  });
  t.match(parsed('shape-outside', 'url(a.png)'), { image: { type: 'url', url: 'a.png' } });
  t.match(parsed('-webkit-shape-outside', 'none'), 'none');
  t.equal(parsed('shape-margin', '-1px'), 'invalid');
  t.strictSame(
    ['.5', '50%', '2', '-1'].map((value) => parsed('shape-image-threshold', value)),
    [0.5, 0.5, 1, 0],
    'clamped to 0..1',
  );
});

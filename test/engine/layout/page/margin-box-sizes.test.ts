import t from 'tap';
import { distribute, type VariableBox } from '../../../../src/engine/layout/page/margin-box-sizes.js';

const auto = (min: number, max: number, more: Partial<VariableBox> = {}): VariableBox => ({
  min,
  max,
  size: undefined,
  lower: undefined,
  upper: undefined,
  ...more,
});
const fixed = (size: number): VariableBox => auto(0, 0, { size });

t.test('a single box fills the edge', async (t) => {
  t.strictSame(distribute(auto(10, 20), undefined, undefined, 300), [300, 0, 0]);
});

t.test('two boxes share the free space in the ratio of their max-content sizes', async (t) => {
  t.strictSame(distribute(auto(10, 50), undefined, auto(10, 100), 300), [100, 0, 200]);
});

t.test('two boxes wider than the edge shrink between max-content and min-content', async (t) => {
  t.strictSame(distribute(auto(10, 110), undefined, auto(10, 210), 170), [60, 0, 110]);
});

t.test('the centre box is centred between unequal neighbours', async (t) => {
  const [start, centre, end] = distribute(auto(10, 100), auto(10, 50), auto(10, 20), 500);
  t.equal(start, end);
  t.equal(start + centre + end, 500);
  t.equal(centre, 100);
});

t.test('fixed sizes, minimums and maximums apply', async (t) => {
  t.strictSame(distribute(fixed(80), undefined, auto(10, 20), 300), [80, 0, 220]);
  t.strictSame(distribute(auto(10, 50, { upper: 60 }), undefined, auto(10, 100), 300), [60, 0, 240]);
  t.strictSame(distribute(auto(10, 50, { lower: 200 }), undefined, auto(10, 100), 300), [200, 0, 100]);
});

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

t.test('a box that is alone takes the whole edge', async (t) => {
  t.strictSame(distribute(auto(10, 20), undefined, undefined, 300), [300, 0, 0]);
});

t.test('two boxes share what is left in the ratio of their contents', async (t) => {
  t.strictSame(distribute(auto(10, 50), undefined, auto(10, 100), 300), [100, 0, 200]);
});

t.test('two boxes too wide to go unbroken give way from their longest to their shortest', async (t) => {
  t.strictSame(distribute(auto(10, 110), undefined, auto(10, 210), 170), [60, 0, 110]);
});

t.test('the centre box stays in the middle, however unequal its neighbours', async (t) => {
  const [start, centre, end] = distribute(auto(10, 100), auto(10, 50), auto(10, 20), 500);
  t.equal(start, end);
  t.equal(start + centre + end, 500);
  t.equal(centre, 100);
});

t.test('sizes of its own, and limits, hold', async (t) => {
  t.strictSame(distribute(fixed(80), undefined, auto(10, 20), 300), [80, 0, 220]);
  t.strictSame(distribute(auto(10, 50, { upper: 60 }), undefined, auto(10, 100), 300), [60, 0, 240]);
  t.strictSame(distribute(auto(10, 50, { lower: 200 }), undefined, auto(10, 100), 300), [200, 0, 100]);
});

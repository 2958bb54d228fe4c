import t from 'tap';
import { declare } from '../../../../src/engine/css/syntax/declarations.js';

const positions = (value: string): unknown => {
  const [image] = (declare('background-image', value)[0]?.value ?? []) as { stops: { position: unknown }[] }[];
  return image?.stops.map(({ position }) => position);
};

t.test('zero is an angle in conic gradients', async (t) => {
  const percent = (value: number) => ({ percent: value, px: 0 });
  t.strictSame(positions('conic-gradient(#000 25%, #fff 0 50%)'), [percent(25), 0, percent(50)]);
  t.strictSame(positions('repeating-conic-gradient(from 0 at 0 0, #000 0, #fff 30deg)'), [0, 30]);
  t.strictSame(declare('background-image', 'conic-gradient(#000 5, #fff)'), [], 'other numbers are invalid');
});

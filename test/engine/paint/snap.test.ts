import t from 'tap';
import { snapRect } from '../../../src/engine/paint/snap.js';

t.test('edges are rounded, so that neighbours stay adjacent', async (t) => {
  t.strictSame(snapRect(0.4, 10.6, 10.2, 5.2), { x: 0, y: 11, width: 11, height: 5 });
  t.strictSame(snapRect(0.4, 15.8, 10.2, 5.2), { x: 0, y: 16, width: 11, height: 5 });
});

t.test('hairlines are as wide as a pixel, unless they are thinner than four layout units', async (t) => {
  t.strictSame(snapRect(0, 0.1, 0.3, 0.3), { x: 0, y: 0, width: 1, height: 1 });
  t.strictSame(snapRect(0, 0.1, 0.05, 0), { x: 0, y: 0, width: 0, height: 0 });
});

/** Source: https://drafts.csswg.org/css-align-3/#distribution-values */

import t from 'tap';
import { distributeSpace, freeShare } from '../../../../src/engine/layout/alignment/free-space.js';

const ROW = { reversed: false, isInline: true };
const REVERSED = { reversed: true, isInline: true, fromRight: true };
const alignment = (value: string, safety?: 'safe') => ({ value, safety }) as Parameters<typeof freeShare>[0];

t.test('space-around puts half a share at the ends, space-evenly a whole one, space-between none', async (t) => {
  t.strictSame(distributeSpace(alignment('space-around'), 60, 3, ROW), { before: 10, between: 20 });
  t.strictSame(distributeSpace(alignment('space-evenly'), 60, 3, ROW), { before: 15, between: 15 });
  t.strictSame(distributeSpace(alignment('space-between'), 60, 3, ROW), { before: 0, between: 30 });
});

t.test('one item: space-between falls back to flex-start, space-around and space-evenly center it', async (t) => {
  t.strictSame(distributeSpace(alignment('space-between'), 60, 1, ROW), { before: 0, between: 0 });
  t.equal(distributeSpace(alignment('space-around'), 60, 1, ROW).before, 30);
  t.equal(distributeSpace(alignment('space-evenly'), 60, 1, ROW).before, 30);
});

t.test('what overflows is not spread: it starts at the start, in a reversed axis too', async (t) => {
  t.strictSame(distributeSpace(alignment('space-around'), -60, 3, ROW), { before: 0, between: 0 });
  t.strictSame(distributeSpace(alignment('space-around'), -60, 3, REVERSED), { before: -60, between: 0 });
  t.strictSame(distributeSpace(alignment('space-between'), -60, 3, REVERSED), { before: 0, between: 0 });
});

t.test('center overflows on both sides, safe center at the end only', async (t) => {
  t.equal(freeShare(alignment('center'), -60, ROW), 1 / 2);
  t.equal(freeShare(alignment('center', 'safe'), -60, ROW), 0);
  t.equal(freeShare(alignment('center', 'safe'), 60, ROW), 1 / 2);
});

t.test('left and right are physical in the inline axis, and start in the block axis', async (t) => {
  t.strictSame([freeShare(alignment('left'), 60, REVERSED), freeShare(alignment('right'), 60, REVERSED)], [1, 0]);
  t.equal(freeShare(alignment('right'), 60, { reversed: false, isInline: false }), 0);
});

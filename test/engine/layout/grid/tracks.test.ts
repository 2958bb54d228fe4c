/** Sizes of tracks from contributions. Source: https://drafts.csswg.org/css-grid-2/#algo-track-sizing */

import t from 'tap';
import type { TrackSize } from '../../../../src/engine/css/values/values.js';
import { Deadline } from '../../../../src/engine/deadline.js';
import {
  createTrack,
  sizeTracks,
  type TrackItem,
  type TrackSpace,
  tracksSize,
} from '../../../../src/engine/layout/grid/tracks.js';

const fr = (count: number) => ({ fr: count });
const minmax = (min: TrackSize, max: TrackSize) => ({ min, max }) as TrackSize;
const MIN_CONTENT = { available: undefined, constraint: 'min-content' } as const;
const MAX_CONTENT = { available: undefined, constraint: 'max-content' } as const;

/** An item in the tracks `start` to before `end`. */
const item = (start: number, end: number, min: number, max = min): TrackItem => ({
  span: { start, end },
  minContent: () => min,
  maxContent: () => max,
  minimum: () => min,
});

function sizes(template: readonly TrackSize[], items: readonly TrackItem[], space: Partial<TrackSpace>): number[] {
  const tracks = template.map((size) => createTrack(size, space.available, false));
  sizeTracks(tracks, items, { available: undefined, gap: 0, stretches: false, ...space });
  return tracks.map(({ base }) => base);
}

t.test('the time limit was not checked while items that span thousands of tracks were sized', async (t) => {
  let now = 0;
  const deadline = new Deadline(() => now++, 10);
  const items = Array.from({ length: 20 }, () => item(0, 2000, 10));
  t.throws(
    () =>
      sizes(
        Array.from({ length: 2000 }, () => 'auto'),
        items,
        { available: 50, deadline },
      ),
    {
      code: 'render_timeout',
    },
  );
});

t.test('free space goes to tracks equally, up to their max-content size', async (t) => {
  const items = [item(0, 1, 10, 20), item(1, 2, 10, 40)];
  t.strictSame(sizes(['auto', 'auto'], items, { available: 50 }), [20, 30]);
  t.strictSame(sizes(['auto', 'auto'], items, { available: 100 }), [20, 40]);
});

t.test('what is left stretches auto tracks, and no others', async (t) => {
  const items = [item(0, 1, 10, 20), item(1, 2, 10, 40)];
  t.strictSame(sizes(['auto', 'auto'], items, { available: 100, stretches: true }), [40, 60]);
  t.strictSame(sizes(['auto', 'max-content'], items, { available: 100, stretches: true }), [60, 40]);
});

t.test('minmax() is between its sizes as far as there is space; the minimum wins over the maximum', async (t) => {
  t.strictSame(sizes([minmax(10, 50), minmax(10, 90)], [], { available: 120 }), [50, 70]);
  t.strictSame(sizes([minmax(50, 20)], [], { available: 100 }), [50]);
});

t.test('fit-content() is the max-content size up to the limit, but at least min-content', async (t) => {
  const fit = (min: number, max: number) => sizes([{ fitContent: 50 }], [item(0, 1, min, max)], { available: 200 });
  t.strictSame([fit(20, 40), fit(20, 80), fit(60, 80)], [[40], [50], [60]]);
});

t.test('1fr does not get smaller than its min-content size, minmax(0, 1fr) does', async (t) => {
  t.strictSame(sizes([fr(1), fr(1)], [item(0, 1, 70)], { available: 100 }), [70, 30]);
  t.strictSame(sizes([minmax(0, fr(1)), fr(1)], [item(0, 1, 70)], { available: 100 }), [50, 50]);
});

t.test('fractions share what inflexible tracks and gaps leave', async (t) => {
  t.strictSame(sizes([40, fr(1), fr(3)], [], { available: 220, gap: 10 }), [40, 40, 120]);
});

t.test('fractions below 1 in total leave space free', async (t) => {
  t.strictSame(sizes([fr(0.25), fr(0.5)], [], { available: 100 }), [25, 50]);
});

t.test('without a definite size, fractions are as large as the largest max-content share', async (t) => {
  t.strictSame(sizes([fr(1), fr(3)], [item(0, 1, 0, 30), item(1, 2, 0, 60)], MAX_CONTENT), [30, 90]);
});

t.test('spanning items come after those of one track, and fill tracks up to their limits first', async (t) => {
  const spanning = item(0, 2, 60);
  t.strictSame(sizes(['auto', 'auto'], [spanning, item(0, 1, 30)], { ...MIN_CONTENT, gap: 10 }), [30, 20]);
  t.strictSame(sizes(['auto', 'auto'], [spanning, item(0, 1, 30, 100)], { ...MIN_CONTENT, gap: 10 }), [40, 10]);
});

t.test('several items of one span do not add up: each track gets the largest increase', async (t) => {
  t.strictSame(sizes(['auto', 'auto', 'auto'], [item(0, 2, 60), item(1, 3, 100)], MIN_CONTENT), [30, 50, 50]);
});

t.test('a spanning item grows intrinsic tracks, not fixed ones', async (t) => {
  t.strictSame(sizes([40, 'auto'], [item(0, 2, 100)], MIN_CONTENT), [40, 60]);
});

t.test('an item over a flexible track grows that one only', async (t) => {
  t.strictSame(sizes(['auto', fr(1)], [item(0, 2, 100)], MIN_CONTENT), [0, 100]);
});

t.test('a collapsed track and its gutter take no space', async (t) => {
  const tracks = [30, 40, 50].map((size, i) => createTrack(size, undefined, i === 1));
  t.equal(tracksSize(tracks, 10), 90);
});

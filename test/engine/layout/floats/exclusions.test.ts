import t from 'tap';
import type { ExclusionSpace } from '../../../../src/engine/layout/floats/exclusions.js';
import {
  addExclusion,
  clearY,
  findFloatOpportunity,
  NO_EXCLUSIONS,
  opportunities,
  pushFloat,
} from '../../../../src/engine/layout/floats/exclusions.js';

type Float = ['left' | 'right', left: number, right: number, top: number, bottom: number];

const space = (...floats: Float[]): ExclusionSpace =>
  floats.reduce(
    (all, [side, left, right, top, bottom]) => addExclusion(all, { side, left, right, top, bottom }),
    NO_EXCLUSIONS,
  );
const offered = (exclusions: ExclusionSpace, y: number, width = 100) =>
  [...opportunities(exclusions, y, 0, width)].map(
    ({ left, right, top, bottom }) => `${left}-${right} @${top}-${bottom}`,
  );

t.test('without floats there is one unlimited opportunity', async (t) => {
  t.strictSame(offered(NO_EXCLUSIONS, 5), ['0-100 @5-Infinity']);
});

t.test('opportunities range from the narrow ones next to floats down to the full width', async (t) => {
  const beside = space(['left', 0, 30, 0, 20], ['right', 80, 100, 0, 10]);
  t.strictSame(offered(beside, 0), ['30-80 @0-Infinity', '30-100 @10-Infinity', '0-100 @20-Infinity']);
});

t.test('a float further down ends the wide opportunity above it', async (t) => {
  const below = space(['left', 0, 40, 10, 30]);
  t.strictSame(offered(below, 0), ['0-100 @0-10', '40-100 @0-Infinity', '0-100 @30-Infinity']);
});

t.test('floats above or outside the container do not exclude', async (t) => {
  const away = space(['left', 0, 40, 0, 5], ['left', -50, 0, 0, 90]);
  t.strictSame(offered(away, 5), ['0-100 @5-Infinity']);
});

t.test('nothing is as wide as the container across a float without height', async (t) => {
  const flat = space(['right', 60, 100, 20, 20]);
  t.strictSame(offered(flat, 5), ['0-100 @5-20', '0-60 @5-Infinity', '0-100 @20-Infinity']);
});

t.test('a float is placed below floats next to which it does not fit, and never above an earlier one', async (t) => {
  const two = space(['left', 0, 60, 0, 20], ['right', 70, 100, 10, 40]);
  t.match(findFloatOpportunity(two, 0, 0, 100, 20), { left: 0, right: 70, top: 20 });
  t.match(findFloatOpportunity(two, 0, 0, 100, 5), { left: 60, right: 70, top: 10 });
  t.match(
    findFloatOpportunity(two, 0, 0, 100, 300),
    { left: 0, right: 100, top: 40 },
    'too wide for any opportunity: the last one',
  );
});

t.test('clear applies to the floats of its side, including those pushed to the next page', async (t) => {
  const two = space(['left', 0, 60, 0, 20], ['right', 70, 100, 10, 40]);
  t.equal(clearY(two, 'left'), 20);
  t.equal(clearY(two, 'both'), 40);
  t.equal(clearY(two, 'none'), Number.NEGATIVE_INFINITY);
  t.equal(clearY(pushFloat(two, 'left', 500), 'left'), 500);
});

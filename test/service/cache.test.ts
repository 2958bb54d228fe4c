import t from 'tap';
import { ExpiringCache } from '../../src/service/cache.js';
import { until } from './support/until.js';

t.test('what was asked for longest ago goes first', async (t) => {
  const cache = new ExpiringCache<string, number>({ maxWeight: 2 });
  cache.set('a', 1);
  cache.set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  t.strictSame([cache.get('a'), cache.get('b'), cache.get('c')], [1, undefined, 3]);
});

t.test('weights count, and what is heavier than all is not kept', async (t) => {
  const cache = new ExpiringCache<string, number>({ maxWeight: 10 });
  cache.set('a', 1, 4);
  cache.set('b', 2, 4);
  cache.set('a', 3, 8);
  t.strictSame([cache.get('a'), cache.get('b')], [3, undefined]);
  cache.set('c', 4, 11);
  t.strictSame([cache.get('a'), cache.get('c')], [3, undefined]);
  cache.clear();
  t.equal(cache.size, 0);
});

t.test('an entry is forgotten after its lifetime', async (t) => {
  const cache = new ExpiringCache<string, number>({ maxWeight: 10, lifetime: 1 });
  cache.set('a', 1);
  t.equal(cache.get('a'), 1);
  t.strictSame(cache.uses, { hits: 1, misses: 0 });
  await until('it is forgotten', () => cache.get('a') === undefined);
  t.equal(cache.size, 0);
});

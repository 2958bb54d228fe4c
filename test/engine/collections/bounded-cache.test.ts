import t from 'tap';
import { BoundedCache } from '../../../src/engine/collections/bounded-cache.js';

t.test('what was asked for longest ago is forgotten first', async (t) => {
  const cache = new BoundedCache<string, number>(4);
  for (const key of ['a', 'b', 'c', 'd']) cache.set(key, 1);
  cache.get('a');
  cache.set('e', 1);
  t.equal(cache.get('b'), undefined);
  t.strictSame(
    ['a', 'c', 'd', 'e'].map((key) => cache.get(key)),
    [1, 1, 1, 1],
  );
});

t.test('no more weight is kept than allowed, but for a last entry that is heavier', async (t) => {
  const cache = new BoundedCache<string, number>(100);
  for (let i = 0; i < 50; i++) cache.set(`${i}`, i, 7);
  t.equal(Array.from({ length: 50 }, (_, i) => cache.get(`${i}`)).filter((value) => value !== undefined).length, 14);
  cache.set('heavy', 1, 1000);
  t.equal(cache.get('heavy'), 1);
  t.equal(cache.get('49'), undefined);
});

t.test('what is always asked for stays, whatever comes in', async (t) => {
  const cache = new BoundedCache<string, number>(64);
  cache.set('always', 1);
  for (let i = 0; i < 1000; i++) {
    cache.set(`${i}`, i);
    if (cache.get('always') !== 1) t.fail(`forgotten after ${i}`);
  }
});

t.test('hits and misses are counted', async (t) => {
  const cache = new BoundedCache<string, number>(4);
  cache.getOrMake('a', () => 1);
  cache.getOrMake('a', () => 1);
  cache.get('a');
  t.strictSame(cache.uses, { hits: 2, misses: 1 });
});

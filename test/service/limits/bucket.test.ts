import t from 'tap';
import { MemoryLimiter, shareOf } from '../../../src/service/limits/memory.js';

const SECOND = 1_000_000;

/** A limiter on a clock that the test sets, in seconds. */
function clocked() {
  let now = 0;
  const limiter = new MemoryLimiter(() => now);
  return { limiter, at: (seconds: number) => (now = seconds * SECOND) };
}

t.test('a burst at once, then one by one at the rate', async (t) => {
  const { limiter, at } = clocked();
  const rate = { perMinute: 60, burst: 20 };
  for (let left = 19; left >= 0; left -= 1) t.match(limiter.takeNow('k', rate), { allowed: true, remaining: left });
  t.strictSame(limiter.takeNow('k', rate), {
    allowed: false,
    limit: 20,
    remaining: 0,
    resetSeconds: 20,
    retryAfterSeconds: 1,
  });
  at(0.999);
  t.match(limiter.takeNow('k', rate), { allowed: false, retryAfterSeconds: 1 });
  at(1);
  t.match(limiter.takeNow('k', rate), { allowed: true, remaining: 0 });
  t.match(limiter.takeNow('k', rate), { allowed: false });
});

t.test('no more than burst plus rate in any time, however it is cut', async (t) => {
  const { limiter, at } = clocked();
  const rate = { perMinute: 7, burst: 3 };
  let allowed = 0;
  for (let second = 0; second < 600; second += 0.25) {
    at(second);
    if (limiter.takeNow('k', rate).allowed) allowed += 1;
  }
  t.equal(allowed, 3 + 69);
});

t.test('what a client is told is true: after the wait it is allowed', async (t) => {
  const { limiter, at } = clocked();
  const rate = { perMinute: 2, burst: 2 };
  limiter.takeNow('k', rate);
  limiter.takeNow('k', rate);
  at(7);
  const { retryAfterSeconds, resetSeconds } = limiter.takeNow('k', rate);
  t.equal(retryAfterSeconds, 23);
  t.equal(resetSeconds, 53);
  at(7 + 22);
  t.notOk(limiter.takeNow('k', rate).allowed);
  at(7 + 23);
  t.ok(limiter.takeNow('k', rate).allowed);
  at(7 + 23 + 60);
  t.match(limiter.takeNow('k', rate), { allowed: true, remaining: 1 });
});

t.test('keys do not share a bucket', async (t) => {
  const { limiter } = clocked();
  const rate = { perMinute: 1, burst: 1 };
  t.ok(limiter.takeNow('a', rate).allowed);
  t.ok(limiter.takeNow('b', rate).allowed);
  t.notOk(limiter.takeNow('a', rate).allowed);
});

t.test('a smaller plan takes effect at once', async (t) => {
  const { limiter, at } = clocked();
  for (let i = 0; i < 100; i += 1) limiter.takeNow('k', { perMinute: 1, burst: 100 });
  const rate = { perMinute: 60, burst: 20 };
  t.match(limiter.takeNow('k', rate), { allowed: false, retryAfterSeconds: 1, resetSeconds: 20 });
  at(1);
  t.match(limiter.takeNow('k', rate), { allowed: true, remaining: 0 });
});

t.test('the shares of several processes are no more than the whole', async (t) => {
  t.strictSame(shareOf({ perMinute: 60, burst: 20 }, 3), { perMinute: 20, burst: 6 });
  t.strictSame(shareOf({ perMinute: 60, burst: 1 }, 4), { perMinute: 15, burst: 1 });
});

import t from 'tap';
import { MemoryLimiter } from '../../../src/service/limits/memory.js';
import { ThreadTime } from '../../../src/service/limits/thread-time.js';

/** On a clock in milliseconds that the test sets. */
function clocked(processes = 1) {
  let now = 0;
  const limiter = new MemoryLimiter(() => now * 1000);
  const [one, other] = Array.from({ length: Math.max(2, processes) }, () => new ThreadTime(limiter, () => now));
  return { one: one!, other: other!, pass: (milliseconds: number) => (now += milliseconds) };
}

t.test('a minute of thread time at once, then an account waits until its debt is paid', async (t) => {
  const { one, pass } = clocked();
  one.add('a', 12, 11_000);
  await one.charge();
  t.equal(one.wait('a'), 0);
  one.add('a', 12, 5000);
  await one.charge();
  t.equal(one.wait('a'), 21, '4 s of debt at 12 s a minute');
  t.equal(one.wait('b'), 0, 'others do not');
  pass(20_000);
  t.equal(one.wait('a'), 1);
  pass(1000);
  t.equal(one.wait('a'), 0, 'the wait is as long as was said');
  one.add('a', 12, 300);
  await one.charge();
  t.not(one.wait('a'), 0, 'it was paid, and no more than that');
});

t.test('all processes charge the same account', async (t) => {
  const { one, other } = clocked(2);
  one.add('a', 12, 8000);
  await one.charge();
  other.add('a', 12, 8000);
  await other.charge();
  t.not(other.wait('a'), 0);
});

t.test('the debt has a limit', async (t) => {
  const { one } = clocked();
  one.add('a', 12, 1e9);
  await one.charge();
  t.equal(one.wait('a'), 601);
});

t.test('time that is added while it is charged is not lost', async (t) => {
  const { one } = clocked();
  one.add('a', 1, 600);
  const charging = one.charge();
  one.add('a', 1, 600);
  await charging;
  t.equal(one.wait('a'), 0);
  await one.close();
  t.not(one.wait('a'), 0);
});

t.test('batches wait while less than half is left; requests do not', async (t) => {
  const { one, pass } = clocked();
  t.equal(one.bulkWait('a'), 0);
  one.add('a', 60, 29_000);
  await one.charge();
  t.equal(one.bulkWait('a'), 0);
  one.add('a', 60, 11_000);
  await one.charge();
  t.strictSame([one.bulkWait('a'), one.wait('a')], [10, 0], '20 s are left, 30 s at 1 s a second later');
  pass(10_000);
  t.equal(one.bulkWait('a'), 0);
  one.add('a', 60, 40_000);
  await one.charge();
  t.strictSame([one.bulkWait('a'), one.wait('a')], [40, 11]);
});

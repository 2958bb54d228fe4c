import t from 'tap';
import { Breaker } from '../../../src/service/limits/breaker.js';

const fail = () => Promise.reject(new Error('down'));
const work = async () => 'ok';

t.test('after a failure nothing is tried for a while, then one request finds out', async (t) => {
  let now = 0;
  const breaker = new Breaker({ first: 1, max: 4 }, () => now);
  t.equal(await breaker.run(work), 'ok');
  t.equal(await breaker.run(fail), undefined);
  t.notOk(breaker.healthy);
  now = 999;
  t.equal(await breaker.run(async () => t.fail('tried too early')), undefined);
  now = 1000;
  const trial = breaker.run(work);
  t.equal(await breaker.run(async () => t.fail('two at once')), undefined);
  t.equal(await trial, 'ok');
  t.ok(breaker.healthy);
});

t.test('each failed try doubles the wait, up to a limit', async (t) => {
  let now = 0;
  const breaker = new Breaker({ first: 1, max: 4 }, () => now);
  await breaker.run(fail);
  for (const wait of [1000, 2000, 4000, 4000]) {
    let tried = 0;
    const attempt = () => {
      tried += 1;
      return fail();
    };
    now += wait - 1;
    await breaker.run(attempt);
    t.equal(tried, 0);
    now += 1;
    await breaker.run(attempt);
    t.equal(tried, 1);
  }
});

t.test('requests that fail together count as one failure', async (t) => {
  let now = 0;
  const breaker = new Breaker({ first: 1, max: 100 }, () => now);
  await Promise.all(Array.from({ length: 10 }, () => breaker.run(fail)));
  now = 1000;
  t.equal(await breaker.run(work), 'ok');
});

import t from 'tap';
import { BodyBudget } from '../../../src/service/http/body-budget.js';

t.test('bodies are refused past the total, and past the part of an account', async (t) => {
  const budget = new BodyBudget({ total: 100, perAccount: 50 });
  const first = budget.open(40);
  first.assign('a');
  const second = budget.open(20);
  t.throws(() => second.assign('a'), { code: 'busy', status: 503 }, 'the account holds too much');
  second.release();
  const others = [budget.open(40), budget.open(20)];
  t.throws(() => budget.open(1), { code: 'busy' }, 'the process holds too much');
  for (const lease of [first, ...others]) lease.release();
  t.equal(budget.held, 0);
  budget.open(20).assign('a');
});

t.test('a chunked body counts as it arrives', async (t) => {
  const budget = new BodyBudget({ total: 100, perAccount: 50 });
  const lease = budget.open(undefined);
  lease.grow(30);
  lease.assign('a');
  lease.grow(20);
  t.throws(() => lease.grow(1), { code: 'busy' });
  t.equal(budget.open(49).release(), undefined);
  lease.release();
  lease.release();
  t.equal(budget.held, 0);
});

t.test('what can never be held is too large, not refused for now', async (t) => {
  const budget = new BodyBudget({ total: 100, perAccount: 50 });
  t.throws(() => budget.open(51), { code: 'body_too_large', status: 413 });
  t.equal(budget.held, 0);
});

t.test('answers count without being refused, and those after them are', async (t) => {
  const budget = new BodyBudget({ total: 100, perAccount: 50 });
  const lease = budget.open(10);
  lease.assign('a');
  lease.addAnswer(95);
  t.equal(budget.isFull, true);
  t.throws(() => budget.open(1), { code: 'busy' });
  lease.release();
  t.equal(budget.isFull, false);
  const answer = budget.open(undefined, 'a');
  answer.addAnswer(45);
  t.throws(() => budget.open(10).assign('a'), { code: 'busy' }, 'of the account');
  budget.open(10).assign('b');
});

t.test('bytes are given back before the request ends', async (t) => {
  const budget = new BodyBudget({ total: 100, perAccount: 50 });
  const lease = budget.open(10);
  lease.assign('a');
  lease.grow(40);
  lease.shrink(40);
  t.equal(budget.held, 10);
  lease.grow(40);
  t.throws(() => lease.grow(1), { code: 'busy' }, 'of the account as well');
  lease.release();
  t.equal(budget.held, 0);
});

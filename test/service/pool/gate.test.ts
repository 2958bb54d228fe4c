import t from 'tap';
import { Gate } from '../../../src/service/pool/gate.js';

const open = (options: Partial<ConstructorParameters<typeof Gate>[0]> = {}) =>
  new Gate({ slots: 1, maxWaiting: 2, maxWait: 10, ...options });
const never = new AbortController().signal;

t.test('as many as there are slots enter at once, the others in the order they came', async (t) => {
  const gate = open({ slots: 2, maxWaiting: 3 });
  const entered: number[] = [];
  const all = [1, 2, 3, 4].map((n) =>
    gate
      .admit()
      .enter(never)
      .then(() => entered.push(n)),
  );
  await Promise.all(all.slice(0, 2));
  t.strictSame(entered, [1, 2]);
  t.equal(gate.waiting, 2);
  gate.leave(1);
  await all[2];
  gate.leave(1);
  await all[3];
  t.strictSame(entered, [1, 2, 3, 4]);
  gate.leave(1);
  gate.leave(1);
  t.equal(gate.inside, 0);
});

t.test('past the limit nobody is admitted, and told when to come again', async (t) => {
  const gate = open({ maxWaiting: 1 });
  await gate.admit().enter(never);
  const place = gate.admit();
  t.throws(() => gate.admit(), { code: 'busy', status: 503, retryAfterSeconds: 1 });
  place.release();
  place.release();
  const waiting = gate.admit().enter(never);
  t.throws(() => gate.admit(), { code: 'busy' }, 'a place that waits counts as one that was given');
  gate.leave(1);
  await waiting;
  gate.admit().release();
});

t.test('without a queue a free slot is still given', async (t) => {
  const gate = open({ maxWaiting: 0 });
  await gate.admit().enter(never);
  t.throws(() => gate.admit(), { code: 'busy' });
  gate.leave(1);
  await gate.admit().enter(never);
});

t.test('nobody is admitted who would wait too long, judging by how long others took', async (t) => {
  const gate = open({ maxWaiting: 100, maxWait: 2 });
  for (let i = 0; i < 50; i += 1) {
    await gate.admit().enter(never);
    gate.leave(1500);
  }
  await gate.admit().enter(never);
  const waiting = gate.admit().enter(never);
  t.throws(() => gate.admit(), { code: 'busy', retryAfterSeconds: 3 });
  gate.leave(1);
  await waiting;
});

t.test('who waits too long is refused, and does not take the slot that comes free', async (t) => {
  const gate = open({ maxWait: 0.05, slots: 1 });
  await gate.enter(never);
  await t.rejects(gate.enter(never), { code: 'busy' });
  gate.leave(1);
  t.equal(gate.inside, 0);
});

t.test('whose client goes away leaves the queue', async (t) => {
  const gate = open();
  await gate.enter(never);
  const client = new AbortController();
  const waiting = gate.enter(client.signal);
  const next = gate.enter(never);
  client.abort();
  await t.rejects(waiting, { name: 'ClientGone' });
  await t.rejects(gate.enter(client.signal), { name: 'ClientGone' });
  gate.leave(1);
  await next;
  t.equal(gate.inside, 1);
});

t.test('when it closes those who wait are refused', async (t) => {
  const gate = open();
  await gate.enter(never);
  const waiting = gate.enter(never);
  gate.close();
  await t.rejects(waiting, { code: 'shutting_down' });
  t.equal(gate.waiting, 0);
});

t.test('once it is shut nobody new is admitted; those who were may still enter', async (t) => {
  const gate = open();
  const place = gate.admit();
  gate.shut();
  t.throws(() => gate.admit(), { code: 'shutting_down', status: 503 });
  t.equal(await place.enter(never), 0);
});

t.test('a place is used once', async (t) => {
  const gate = open();
  const place = gate.admit();
  await place.enter(never);
  t.throws(() => place.enter(never), /used or released/);
});

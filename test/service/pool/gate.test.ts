import t from 'tap';
import type { Party } from '../../../src/service/pool/fair-queue.js';
import { Gate, type GateOptions } from '../../../src/service/pool/gate.js';

/** A gate whose clock stands still unless `pass` moves it. */
function open({ maxWaiting = 2, ...options }: Partial<GateOptions> & { readonly maxWaiting?: number } = {}) {
  let now = 0;
  const { slots = 1 } = options;
  const limit = { current: slots + maxWaiting, add: () => undefined };
  const gate = new Gate({ slots, limit, maxWait: 10, now: () => now, ...options });
  return {
    gate,
    pass(milliseconds: number) {
      now += milliseconds;
    },
  };
}

const never = new AbortController().signal;
const party = (account: string, key = 'key'): Party => ({ account, key });
const one = party('one');

t.test('as many as there are slots enter at once, the others in the order they came', async (t) => {
  const { gate } = open({ slots: 2, maxWaiting: 3 });
  const entered: number[] = [];
  const all = [1, 2, 3, 4].map((n) =>
    gate
      .admit(one)
      .enter(never)
      .then((entry) => {
        entered.push(n);
        return entry;
      }),
  );
  const [first, second] = await Promise.all(all.slice(0, 2));
  t.strictSame(entered, [1, 2]);
  t.equal(gate.waiting, 2);
  gate.leave(first!);
  const third = await all[2]!;
  gate.leave(second!);
  const fourth = await all[3]!;
  t.strictSame(entered, [1, 2, 3, 4]);
  gate.leave(third);
  gate.leave(fourth);
  t.equal(gate.inside, 0);
});

t.test('past the limit nobody is admitted, and told when to come again', async (t) => {
  const { gate } = open({ maxWaiting: 1 });
  const entry = await gate.admit(one).enter(never);
  const place = gate.admit(one);
  t.throws(() => gate.admit(one), { code: 'busy', status: 503, retryAfterSeconds: 1 });
  place.release();
  place.release();
  const waiting = gate.admit(one).enter(never);
  t.throws(() => gate.admit(one), { code: 'busy' }, 'a place that waits counts as one that was given');
  gate.leave(entry);
  await waiting;
  gate.admit(one).release();
});

t.test('without a queue a free slot is still given', async (t) => {
  const { gate } = open({ maxWaiting: 0 });
  const entry = await gate.admit(one).enter(never);
  t.throws(() => gate.admit(one), { code: 'busy' });
  gate.leave(entry);
  await gate.admit(one).enter(never);
});

t.test('nobody is admitted who would wait too long, judging by how long others took', async (t) => {
  const { gate, pass } = open({ maxWaiting: 100, maxWait: 2 });
  for (let i = 0; i < 50; i += 1) {
    const entry = await gate.admit(one).enter(never);
    pass(1500);
    gate.leave(entry);
  }
  const entry = await gate.admit(one).enter(never);
  const waiting = gate.admit(one).enter(never);
  t.throws(() => gate.admit(one), { code: 'busy', retryAfterSeconds: 3 });
  gate.leave(entry);
  await waiting;
});

t.test('who waits too long is refused, and does not take the slot that comes free', async (t) => {
  const { gate } = open({ maxWait: 0.05, slots: 1 });
  const entry = await gate.enter(one, never);
  await t.rejects(gate.enter(one, never), { code: 'busy' });
  gate.leave(entry);
  t.equal(gate.inside, 0);
});

t.test('whose client goes away leaves the queue', async (t) => {
  const { gate } = open();
  const entry = await gate.enter(one, never);
  const client = new AbortController();
  const waiting = gate.enter(one, client.signal);
  const next = gate.enter(one, never);
  client.abort();
  await t.rejects(waiting, { name: 'ClientGone' });
  await t.rejects(gate.enter(one, client.signal), { name: 'ClientGone' });
  gate.leave(entry);
  await next;
  t.equal(gate.inside, 1);
});

t.test('when it closes those who wait are refused', async (t) => {
  const { gate } = open();
  await gate.enter(one, never);
  const waiting = Promise.all([one, party('other')].map((each) => t.rejects(gate.enter(each, never))));
  gate.close();
  await waiting;
  t.equal(gate.waiting, 0);
});

t.test('once it is shut nobody new is admitted; those who were may still enter', async (t) => {
  const { gate } = open();
  const place = gate.admit(one);
  gate.shut();
  t.throws(() => gate.admit(one), { code: 'shutting_down', status: 503 });
  t.match(await place.enter(never), { waited: 0 });
});

t.test('a place is used once', async (t) => {
  const { gate } = open();
  const place = gate.admit(one);
  await place.enter(never);
  t.throws(() => place.enter(never), /used or released/);
});

t.test('one account starves all', async (t) => {
  /** Enters them all, each in turn for so many milliseconds. @returns the order */
  async function order(tasks: readonly (readonly [Party, milliseconds: number])[]): Promise<string[]> {
    const { gate, pass } = open({ maxWaiting: 100, maxWait: 1e6 });
    const entered: string[] = [];
    const blocking = await gate.enter(party('blocks'), never);
    const all = tasks.map(async ([party, milliseconds]) => {
      const entry = await gate.enter(party, never);
      entered.push(`${party.account}.${party.key}`);
      pass(milliseconds);
      gate.leave(entry);
    });
    gate.leave(blocking);
    await Promise.all(all);
    return entered;
  }

  t.test('slow documents of an account wait behind its own', async (t) => {
    const slow = Array.from({ length: 4 }, () => [party('slow', 'a'), 5000] as const);
    const fast = Array.from({ length: 4 }, () => [party('fast', 'a'), 50] as const);
    const found = await order([...slow, ...fast]);
    t.strictSame(found, ['slow.a', 'fast.a', 'fast.a', 'fast.a', 'fast.a', 'slow.a', 'slow.a', 'slow.a']);
  });

  t.test('so do those of a key of one account', async (t) => {
    const slow = Array.from({ length: 3 }, () => [party('x', 'slow'), 5000] as const);
    const fast = Array.from({ length: 3 }, () => [party('x', 'fast'), 50] as const);
    const found = await order([...slow, ...fast]);
    t.strictSame(found, ['x.slow', 'x.fast', 'x.fast', 'x.fast', 'x.slow', 'x.slow']);
  });

  t.test('time that an account used counts although it waits for each answer before it asks again', async (t) => {
    const { gate, pass } = open({ maxWaiting: 100, maxWait: 1e6 });
    const entered: string[] = [];
    const enter = (account: string, milliseconds: number) =>
      gate.enter(party(account), never).then((entry) => {
        entered.push(account);
        pass(milliseconds);
        return entry;
      });
    let running = await enter('slow', 5000);
    const waiting = [enter('fast', 50), enter('fast', 50), enter('fast', 50)];
    for (const next of waiting) {
      const slow = entered.length === 1 ? enter('slow', 5000) : undefined;
      gate.leave(running);
      running = await next;
      if (slow) waiting.push(slow);
    }
    t.strictSame(entered, ['slow', 'fast', 'fast', 'fast', 'slow']);
  });

  t.test('in a full queue another account takes the place of one with many', async (t) => {
    const { gate } = open({ maxWaiting: 3 });
    await gate.enter(party('many'), never);
    const many = [1, 2, 3].map(() => gate.admit(party('many')).enter(never));
    const dropped = t.rejects(many[2]!, { code: 'busy', retryAfterSeconds: 10 });
    const place = gate.admit(party('few'));
    await dropped;
    t.throws(() => gate.admit(party('many')), { code: 'busy' });
    t.equal(gate.waiting, 3);
    place.release();
    gate.close();
    for (const one of many.slice(0, 2)) await t.rejects(one, { code: 'shutting_down' });
  });

  t.test('mean run times are those of the account, so that others are not refused for a slow one', async (t) => {
    const { gate, pass } = open({ maxWaiting: 100, maxWait: 10 });
    for (let i = 0; i < 50; i += 1) {
      const entry = await gate.enter(party('slow'), never);
      pass(6000);
      gate.leave(entry);
    }
    await gate.enter(party('slow'), never);
    gate.admit(party('slow'));
    t.throws(() => gate.admit(party('slow')), { code: 'busy' });
    gate.admit(party('fast')).release();
  });

  t.test('while all slots are held by slow documents, an account that runs nothing gets a spare one', async (t) => {
    const { gate, pass } = open({ slots: 2, spareAfter: 500, maxWaiting: 100 });
    const slow = await Promise.all([1, 2].map(() => gate.enter(party('slow'), never)));
    const more = gate.enter(party('slow'), never);
    pass(499);
    const fast = gate.enter(party('fast'), never);
    t.equal(gate.inside, 2, 'not yet');
    pass(2);
    const other = gate.enter(party('other'), never);
    const first = await fast;
    t.equal(gate.inside, 3);
    gate.leave(first);
    const second = await other;
    t.equal(gate.inside, 3, 'the next one at once');
    gate.leave(slow[0]!);
    t.equal(gate.inside, 2, 'it became an ordinary slot');
    gate.leave(second);
    await more;
  });

  t.test('an account whose documents are slow, too, leaves the spare slot to others for as long', async (t) => {
    const { gate, pass } = open({ spareAfter: 50, maxWaiting: 100 });
    for (const [account, milliseconds] of [
      ['slow', 5000],
      ['fast', 10],
    ] as const) {
      for (let i = 0; i < 100; i += 1) {
        const entry = await gate.enter(party(account), never);
        pass(milliseconds);
        gate.leave(entry);
      }
    }
    const holder = await gate.enter(party('holder'), never);
    const slow = gate.enter(party('slow'), never);
    pass(51);
    const fast = await gate.enter(party('fast'), never);
    gate.leave(fast);
    t.equal(gate.inside, 1, 'the slow one waits');
    pass(4950);
    const again = gate.enter(party('fast'), never);
    gate.leave(await slow);
    t.pass('it enters after as long as its documents take');
    gate.leave(await again);
    gate.leave(holder);
  });
});

t.test('urgent batches come before others of their account, and take the time of their threads', async (t) => {
  const { gate, pass } = open();
  const entered: string[] = [];
  const times: number[] = [];
  const enter = async (name: string, account: Party, urgency?: number) => {
    const entry = await gate.enterBulk(account, never, (milliseconds) => times.push(milliseconds), urgency);
    entered.push(name);
    pass(100);
    gate.leave(entry);
  };
  const first = await gate.enterBulk(party('blocks'), never);
  const all = [enter('a5', party('a'), 5), enter('a', party('a')), enter('a1', party('a'), 1), enter('b', party('b'))];
  gate.leave(first);
  await Promise.all(all);
  t.strictSame(entered, ['a1', 'b', 'a', 'a5']);
  t.strictSame(times, [100, 100, 100, 100]);
});

t.test('tasks of batches run when nothing else waits; batches of two accounts take turns', async (t) => {
  const { gate, pass } = open();
  const entered: string[] = [];
  const enter = async (name: string, entering: ReturnType<typeof gate.enter>) => {
    const entry = await entering;
    entered.push(name);
    pass(100);
    gate.leave(entry);
  };
  const first = await gate.enterBulk(one, never);
  const all = [
    ...['a1', 'a2', 'a3'].map((name) => enter(name, gate.enterBulk(party('a'), never))),
    ...['b1', 'b2'].map((name) => enter(name, gate.enterBulk(party('b'), never))),
    enter('request', gate.admit(one).enter(never)),
  ];
  gate.leave(first);
  await Promise.all(all);
  t.strictSame(entered, ['request', 'a1', 'b1', 'a2', 'b2', 'a3']);
  t.equal(gate.inside, 0);
});

t.test(
  'urgent requests come before others of their account, whichever key they have, and not before those of others',
  async (t) => {
    const { gate, pass } = open({ maxWaiting: 100, maxWait: 1e6 });
    const entered: string[] = [];
    const enter = async (name: string, account: Party, urgency?: number) => {
      const entry = await gate.admit(account, undefined, urgency).enter(never);
      entered.push(name);
      pass(100);
      gate.leave(entry);
    };
    const first = await gate.enter(party('blocks'), never);
    const all = [
      enter('a7', party('a'), 7),
      enter('a', party('a')),
      enter('b', party('b')),
      enter('a3', party('a', 'other'), 3),
      enter('a0', party('a', 'other'), 0),
      enter('a1', party('a'), 1),
      enter('b6', party('b'), 6),
    ];
    gate.leave(first);
    await Promise.all(all);
    t.strictSame(entered, ['a0', 'b', 'a1', 'b6', 'a', 'a3', 'a7']);
  },
);

t.test('in a full queue the least urgent of the latest gives up its place', async (t) => {
  const { gate } = open({ maxWaiting: 3 });
  await gate.enter(party('many'), never);
  const many = [3, 7, 0].map((urgency) => gate.admit(party('many'), undefined, urgency).enter(never));
  const dropped = t.rejects(many[1]!, { code: 'busy' });
  gate.admit(party('few')).release();
  await dropped;
  gate.close();
  for (const one of [many[0]!, many[2]!]) await t.rejects(one, { code: 'shutting_down' });
});

t.test('while a batch holds all slots with long documents, a request gets a spare one', async (t) => {
  const { gate, pass } = open({ slots: 2, spareAfter: 100, maxWaiting: 100 });
  const bulk = await Promise.all([1, 2].map(() => gate.enterBulk(one, never)));
  const more = gate.enterBulk(one, never);
  pass(101);
  const [request, other] = [gate.enter(one, never), gate.enter(party('other'), never)];
  const first = await request;
  t.equal(gate.inside, 3, 'also of the same account');
  gate.leave(bulk[0]!);
  t.equal(gate.inside, 2, 'the spare one is an ordinary slot');
  gate.leave(bulk[1]!);
  const second = await other;
  pass(200);
  t.equal(gate.inside, 2);
  gate.leave(first);
  gate.leave(second);
  gate.leave(await more);
  t.equal(gate.inside, 0);
});

t.test('a batch that is given up, or a gate that is shut, drops tasks of batches that wait', async (t) => {
  const { gate } = open();
  const entry = await gate.enterBulk(one, never);
  const stop = new AbortController();
  const [dropped, shut] = [gate.enterBulk(one, stop.signal), gate.enterBulk(one, never)];
  const admitted = gate.admit(one).enter(never);
  stop.abort();
  await t.rejects(dropped, { name: 'ClientGone' });
  gate.shut();
  await t.rejects(shut, { code: 'shutting_down' });
  await t.rejects(gate.enterBulk(one, never), { code: 'shutting_down' });
  gate.leave(entry);
  gate.leave(await admitted);
  t.equal(gate.inside, 0);
});

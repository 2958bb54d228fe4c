/** The limit of what is admitted, in simulated queues whose clock is a number. */

import t from 'tap';
import { AdaptiveLimit } from '../../../src/service/pool/adaptive-limit.js';
import { Gate } from '../../../src/service/pool/gate.js';

const TARGET = 1000;

interface Phase {
  /** Milliseconds. */
  readonly length: number;
  /** Arrivals a second. */
  readonly rate: number;
  /** Milliseconds that a render takes. */
  readonly runs: number;
}

/** A service of two threads. @returns for each phase: limit, answers and mean time in its last quarter */
function simulate(limit: AdaptiveLimit, phases: readonly Phase[]) {
  const free = [0, 0]; // when each thread is
  const ends: { readonly at: number; readonly waited: number; readonly ran: number }[] = [];
  let now = 0;
  return phases.map(({ length, rate, runs }) => {
    const until = now + length;
    const seen = { accepted: 0, refused: 0, total: 0 };
    for (; now < until; now += 1000 / rate) {
      while (ends[0] && ends[0].at <= now) {
        const end = ends.shift()!;
        limit.add(end, end.at);
      }
      const isCounted = now > until - length / 4;
      if (ends.length >= limit.current) {
        if (isCounted) seen.refused += 1;
        continue;
      }
      const thread = free[0]! <= free[1]! ? 0 : 1;
      const begin = Math.max(now, free[thread]!);
      free[thread] = begin + runs;
      ends.push({ at: begin + runs, waited: begin - now, ran: runs });
      ends.sort((a, b) => a.at - b.at);
      if (!isCounted) continue;
      seen.accepted += 1;
      seen.total += begin + runs - now;
    }
    const { accepted, refused, total } = seen;
    return { limit: limit.current, share: accepted / (accepted + refused), mean: total / accepted };
  });
}

const open = (max = 1000) => new AdaptiveLimit({ min: 4, max, target: TARGET });

t.test('while renders are as fast as on an idle service, the limit is the greatest', async (t) => {
  const [phase] = simulate(open(64), [{ length: 60_000, rate: 150, runs: 10 }]);
  t.match(phase, { limit: 64, share: 1, mean: 10 });
});

for (const runs of [5, 50, 400])
  t.test(`at three times the capacity renders of ${runs} ms wait about as long as the target`, async (t) => {
    const capacity = 2000 / runs;
    const [phase] = simulate(open(), [{ length: 300_000, rate: capacity * 3, runs }]);
    t.ok(phase!.mean > runs + TARGET * 0.5 && phase!.mean < runs + TARGET * 1.6, `${phase!.mean} ms`);
    t.ok(Math.abs(phase!.share - 1 / 3) < 0.02, 'the threads are never idle');
    t.ok(phase!.limit < 3 * (TARGET / runs) + 10, `${phase!.limit}`);
  });

t.test('processors that others take make the queue shorter, and longer again when they are back', async (t) => {
  const [before, during, after] = simulate(open(), [
    { length: 20_000, rate: 600, runs: 10 },
    { length: 20_000, rate: 600, runs: 40 },
    { length: 40_000, rate: 600, runs: 10 },
  ]);
  t.ok(during!.limit < before!.limit / 2, `${before!.limit} to ${during!.limit}`);
  t.ok(during!.mean < 2 * TARGET, `${during!.mean} ms`);
  t.ok(after!.limit > before!.limit * 0.8, `${after!.limit}`);
});

t.test('a service that rests after slow documents admits as many as before', async (t) => {
  const limit = open(100);
  simulate(limit, [{ length: 100_000, rate: 20, runs: 500 }]);
  t.ok(limit.current < 20);
  limit.add({ waited: 0, ran: 5 }, 111_000);
  t.equal(limit.current, 100);
});

t.test('the limit stays within its bounds', async (t) => {
  const [phase] = simulate(open(6), [{ length: 300_000, rate: 10, runs: 10_000 }]);
  t.equal(phase!.limit, 4);
});

t.test('beyond the limit renders are refused, and told to come back when the queue has moved on', async (t) => {
  let now = 0;
  const limit = new AdaptiveLimit({ min: 1, max: 20, target: 100 });
  const gate = new Gate({ slots: 1, limit, maxWait: 60, now: () => now });
  const party = { account: 'one', key: 'key' };
  const never = new AbortController().signal;
  const fill = () => {
    const entering = [];
    for (let places = 0; places < 100; places += 1) {
      try {
        entering.push(gate.admit(party).enter(never));
      } catch (error) {
        return { entering, error: error as { readonly code: string; readonly retryAfterSeconds: number } };
      }
    }
    return { entering, error: undefined };
  };
  const first = fill();
  t.equal(first.entering.length, 20);
  t.match(first.error, { code: 'busy' });
  for (const entering of first.entering) {
    const entry = await entering;
    now += 2000;
    gate.leave(entry);
  }
  const second = fill();
  t.ok(second.entering.length < 20, `${second.entering.length} after slow documents`);
  gate.close();
  await Promise.allSettled(second.entering);
  const { retryAfterSeconds } = second.error!;
  t.ok(retryAfterSeconds >= second.entering.length, `${retryAfterSeconds} s`);
});

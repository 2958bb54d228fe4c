import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { IpcLimiter, serveLimits } from '../../../src/service/limits/ipc.js';
import type { Decision, LimiterState } from '../../../src/service/limits/limiter.js';
import { MemoryLimiter } from '../../../src/service/limits/memory.js';
import { message, start } from '../support/processes.js';

t.test('two processes share a limit exactly', async (t) => {
  const limiter = new MemoryLimiter();
  t.teardown(() => limiter.close());
  const children = [1, 2].map(() => start(t, 'support/limiting-process.js', { processes: 2 }));
  await Promise.all(children.map((child) => message(child)));
  for (const child of children) serveLimits(child, limiter);
  for (const child of children) child.send({ key: 'shared', rate: { perMinute: 1, burst: 100 }, requests: 300 });
  const allowed = await Promise.all(children.map((child) => answer(child)));
  t.equal(allowed[0]! + allowed[1]!, 100);
  t.comment(`${allowed.join(' + ')} of 600 were allowed`);
});

/** The primary's own messages go the same way. */
async function answer(child: Parameters<typeof message>[0]): Promise<number> {
  for (;;) {
    const received = await message<unknown>(child);
    if (typeof received === 'object' && received !== null && 'allowed' in received) return received.allowed as number;
  }
}

/** Two ends of a channel in one process. */
function channel() {
  const [one, other] = [new EventEmitter(), new EventEmitter()];
  const end = (mine: EventEmitter, theirs: EventEmitter) =>
    Object.assign(mine, { send: (received: unknown) => setImmediate(() => theirs.emit('message', received)) });
  return { worker: end(one, other), primary: end(other, one) };
}

t.test('other messages on the channel are left alone', async (t) => {
  const { worker, primary } = channel();
  const shared = new MemoryLimiter();
  serveLimits(primary, shared);
  const limiter = new IpcLimiter({ channel: worker, processes: 1 });
  for (const received of [null, 'text', { type: 'other' }, 7]) {
    worker.emit('message', received);
    primary.emit('message', received);
  }
  t.match(await limiter.take('k', { perMinute: 1, burst: 2 }), { allowed: true, remaining: 1 });
  await limiter.close();
  await shared.close();
});

t.test('without an answer a process allows its part, and says so', async (t) => {
  const { worker, primary } = channel();
  const states: LimiterState[] = [];
  const limiter = new IpcLimiter({ channel: worker, processes: 2, onStateChange: (state) => states.push(state) });
  const decisions = await Promise.all(Array.from({ length: 5 }, () => limiter.take('k', { perMinute: 1, burst: 4 })));
  t.equal(decisions.filter(({ allowed }: Decision) => allowed).length, 2);
  t.equal(limiter.state, 'local');
  const shared = new MemoryLimiter();
  serveLimits(primary, shared);
  while (limiter.state === 'local') {
    await limiter.take('other', { perMinute: 1, burst: 1 });
    await delay(20);
  }
  t.match(await limiter.take('k', { perMinute: 1, burst: 4 }), { allowed: true, remaining: 3 });
  t.strictSame(states, ['local', 'shared']);
  await limiter.close();
  await shared.close();
});

t.test('a channel that is closed is no error', async (t) => {
  const closed = Object.assign(new EventEmitter(), {
    send() {
      throw new Error('ERR_IPC_CHANNEL_CLOSED');
    },
  });
  const limiter = new IpcLimiter({ channel: closed, processes: 1 });
  t.match(await limiter.take('k', { perMinute: 1, burst: 1 }), { allowed: true });
  t.match(await limiter.take('k', { perMinute: 1, burst: 1 }), { allowed: false });
  await limiter.close();
});

import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import t, { type Test } from 'tap';
import { newId } from '../../../src/service/ids.js';
import type { LimiterState } from '../../../src/service/limits/limiter.js';
import { RedisLimiter } from '../../../src/service/limits/redis.js';
import { message, start } from '../support/processes.js';
import { openProxy } from '../support/proxy.js';
import { ownRedis } from '../support/redis.js';

async function open(t: Test, url: string, processes = 1) {
  const states: LimiterState[] = [];
  const limiter = await RedisLimiter.open({ url, processes, onStateChange: (state) => states.push(state) });
  t.teardown(() => limiter.close());
  return { limiter, states };
}

t.test('a Redis that refuses connections: each process allows its part', async (t) => {
  const { limiter, states } = await open(t, 'redis://127.0.0.1:1', 2);
  t.equal(limiter.state, 'local');
  const decisions = await Promise.all(Array.from({ length: 10 }, () => limiter.take('k', { perMinute: 1, burst: 8 })));
  t.equal(decisions.filter(({ allowed }) => allowed).length, 4);
  t.strictSame(states, ['local']);
});

t.test('a Redis that does not answer holds up few requests, not each of them', async (t) => {
  const server = await silentServer(t);
  const { limiter } = await open(t, `redis://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const before = performance.now();
  for (let i = 0; i < 200; i += 1) t.ok((await limiter.take(`k${i}`, { perMinute: 1, burst: 1 })).allowed);
  t.ok(performance.now() - before < 200 * 200, 'not a time-out for each');
});

/** Accepts connections and says nothing. */
async function silentServer(t: Test): Promise<Server> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return server;
}

const url = ownRedis(t);
if (url !== undefined) {
  t.test('a bucket in Redis is the bucket in memory', async (t) => {
    const { limiter } = await open(t, url);
    const key = newId();
    const rate = { perMinute: 60, burst: 20 };
    for (let left = 19; left >= 0; left -= 1) {
      t.match(await limiter.take(key, rate), { allowed: true, limit: 20, remaining: left, retryAfterSeconds: 0 });
    }
    t.match(await limiter.take(key, rate), { allowed: false, remaining: 0, retryAfterSeconds: 1 });
    t.ok((await limiter.take(newId(), rate)).allowed, 'another key has its own');
  });

  t.test('500 requests at once on a limit of 100: exactly 100 are allowed', async (t) => {
    const { limiter } = await open(t, url);
    const key = newId();
    const all = await Promise.all(Array.from({ length: 500 }, () => limiter.take(key, { perMinute: 1, burst: 100 })));
    t.equal(all.filter(({ allowed }) => allowed).length, 100);
  });

  t.test('two processes share a limit exactly', async (t) => {
    const children = [1, 2].map(() => start(t, 'support/limiting-process.js', { redisUrl: url, processes: 2 }));
    await Promise.all(children.map((child) => message(child)));
    const order = { key: newId(), rate: { perMinute: 1, burst: 100 }, requests: 300 };
    for (const child of children) child.send(order);
    const allowed = await Promise.all(children.map((child) => message<{ allowed: number }>(child)));
    t.equal(allowed[0]!.allowed + allowed[1]!.allowed, 100);
    t.comment(`${allowed.map(({ allowed }) => allowed).join(' + ')} of 600 were allowed`);
  });

  t.test('tokens come back with time, in Redis too', async (t) => {
    const { limiter } = await open(t, url);
    const key = newId();
    const rate = { perMinute: 6000, burst: 1 };
    t.ok((await limiter.take(key, rate)).allowed);
    while (!(await limiter.take(key, rate)).allowed) await delay(1);
    t.pass('allowed again');
  });

  t.test('a bucket leaves Redis when it is full', async (t) => {
    const { limiter } = await open(t, url);
    const redis = new Redis(url);
    t.teardown(() => redis.disconnect());
    const key = newId();
    await limiter.take(key, { perMinute: 60, burst: 5 });
    const left = await redis.pttl(`platen:limit:${key}`);
    t.ok(left > 0 && left <= 1000, `${left} ms`);
  });

  t.test('a Redis that is lost is found again', async (t) => {
    const { hostname: host, port } = new URL(url);
    const proxy = await openProxy(t, { host, port: Number(port || 6379) });
    const { limiter, states } = await open(t, `redis://127.0.0.1:${proxy.port}`, 2);
    const rate = { perMinute: 1, burst: 50 };
    const key = newId();
    t.match(await limiter.take(key, rate), { allowed: true, remaining: 49 });
    proxy.cut();
    while (limiter.state === 'shared') t.match(await limiter.take(key, rate), { allowed: true });
    proxy.mend();
    while (limiter.state === 'local') {
      await limiter.take(newId(), rate);
      await delay(20);
    }
    t.match(await limiter.take(key, rate), { allowed: true, limit: 50 });
    t.strictSame(states, ['local', 'shared']);
  });

  t.test('a connection that nothing comes through any more is replaced', async (t) => {
    const { hostname: host, port } = new URL(url);
    const proxy = await openProxy(t, { host, port: Number(port || 6379) });
    const { limiter, states } = await open(t, `redis://127.0.0.1:${proxy.port}`);
    const rate = { perMinute: 1, burst: 50 };
    await limiter.take(newId(), rate);
    proxy.hush();
    t.ok((await limiter.take(newId(), rate)).allowed);
    while (limiter.state === 'local') {
      await limiter.take(newId(), rate);
      await delay(20);
    }
    t.strictSame(states, ['local', 'shared']);
  });
}

import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import type { Order, Report } from '../../../src/service/cluster/messages.js';
import { Supervisor } from '../../../src/service/cluster/supervisor.js';
import { until } from '../support/until.js';

/** An HTTP process that obeys at once. */
class FakeProcess extends EventEmitter {
  readonly process = { pid: 0, kill: () => this.end() };
  hasEnded = false;
  readonly orders: Order['type'][] = [];
  /** Documents that it was warned of. */
  warnings: readonly string[] = [];

  constructor(readonly canStart: boolean | 'crashes') {
    super();
    setImmediate(() => this.tell({ type: 'cluster:online' }));
  }

  tell(report: Report): void {
    if (!this.hasEnded) this.emit('message', report);
  }

  send(order: Order): void {
    const { type } = order;
    this.orders.push(type);
    if (order.type === 'cluster:suspects') this.warnings = order.documents;
    if (type === 'cluster:start')
      setImmediate(() => (this.canStart === true ? this.tell({ type: 'cluster:ready' }) : this.fail()));
    if (type === 'cluster:end') setImmediate(() => this.end());
  }

  fail(): void {
    if (!this.canStart) this.tell({ type: 'cluster:failed', reason: 'a wrong setting', isLasting: true });
    this.end();
  }

  isConnected(): boolean {
    return !this.hasEnded;
  }

  end(): boolean {
    if (!this.hasEnded) setImmediate(() => this.emit('exit', 1, null));
    this.hasEnded = true;
    return true;
  }
}

function open(t: Test, processes = 2, start: Promise<unknown> = Promise.resolve()) {
  const made: FakeProcess[] = [];
  const service: { canStart: boolean | 'crashes' } = { canStart: true };
  const supervisor = new Supervisor({
    processes,
    shutdownTimeout: 1,
    preparation: undefined,
    start,
    log: pino({ level: 'silent' }),
    fork() {
      const one = new FakeProcess(service.canStart);
      made.push(one);
      return one as unknown as Worker;
    },
  });
  t.teardown(() => supervisor.stop());
  return { supervisor, made, service, living: () => made.filter(({ hasEnded }) => !hasEnded) };
}

t.test('processes prepare at once, and serve when they may start', async (t) => {
  let start = () => {};
  const mayStart = new Promise<void>((resolve) => {
    start = resolve;
  });
  const { supervisor, made } = open(t, 1, mayStart);
  const started = supervisor.start();
  await until('it prepares', () => made[0]!.orders.length === 1);
  t.strictSame(made[0]!.orders, ['cluster:prepare']);
  start();
  await started;
  t.strictSame(made[0]!.orders, ['cluster:prepare', 'cluster:start', 'cluster:complete']);
});

t.test('processes that never may start end when they are stopped', async (t) => {
  const { supervisor, living } = open(t, 2, Promise.reject(new Error('no database')));
  const started = supervisor.start();
  await supervisor.stop();
  await t.rejects(started, { name: 'StartError' });
  t.strictSame(living(), []);
});

t.test('a process that ends by itself is replaced', async (t) => {
  const { supervisor, made, living } = open(t);
  await supervisor.start();
  made[0]!.end();
  await until('there is another', () => living().length === 2);
  t.equal(made.length, 3);
});

t.test('processes are replaced one by one, however often that is asked for', async (t) => {
  const { supervisor, made, living } = open(t, 3);
  await supervisor.start();
  await Promise.all([supervisor.roll(), supervisor.roll(), supervisor.roll()]);
  t.equal(made.length, 6);
  t.strictSame(living(), made.slice(3));
  await supervisor.roll();
  t.equal(made.length, 9);
});

t.test('a successor that cannot start is not tried again, and who was to go stays', async (t) => {
  const { supervisor, made, service, living } = open(t);
  await supervisor.start();
  service.canStart = false;
  await t.rejects(supervisor.roll(), { name: 'StartError' });
  service.canStart = true;
  await supervisor.roll();
  t.equal(made.length, 5);
  t.equal(living().length, 2);
});

t.test('one that ends while its successor starts leaves no gap and no surplus', async (t) => {
  const { supervisor, made, living } = open(t);
  await supervisor.start();
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const rolled = supervisor.roll();
  made[0]!.end();
  await rolled;
  mock.timers.tick(60_000); // longer than a replacement is held back
  await nextTurn();
  t.equal(living().length, 2);
});

t.test('when one cannot start none is left', async (t) => {
  const { supervisor, service, living } = open(t);
  service.canStart = false;
  await t.rejects(supervisor.start(), { name: 'StartError', message: 'a wrong setting', isLasting: true });
  t.strictSame(living(), []);
});

t.test('a process that dies during the start is restarted, and the service starts', async (t) => {
  const { supervisor, made, service, living } = open(t);
  service.canStart = 'crashes';
  const started = supervisor.start();
  await until('they were tried again', () => made.length >= 4);
  t.strictSame(
    made.map(({ orders }) => orders.includes('cluster:complete')),
    made.map(() => false),
    'none is ready',
  );
  service.canStart = true;
  await started;
  t.equal(living().length, 2);
  t.ok(living().every(({ orders }) => orders.at(-1) === 'cluster:complete'));
});

t.test('a host is ready when the set number serves, and stays so while one is replaced', async (t) => {
  const { supervisor, made, living } = open(t, 2);
  await supervisor.start();
  made[0]!.end();
  await until('there is another', () => living().length === 2);
  await until('it is ready at once', () => made[2]!.orders.at(-1) === 'cluster:complete');
});

t.test('starts that fail three times for the same reason end the service, and it says which', async (t) => {
  const { supervisor, made, service, living } = open(t, 1);
  service.canStart = 'crashes';
  await t.rejects(supervisor.start(), { name: 'StartError', message: /ended with code 1/, isRepeated: true });
  t.equal(made.length, 3);
  t.strictSame(living(), []);
});

t.test('a process that does not serve yet is not waited for', async (t) => {
  const { supervisor, made, living } = open(t, 2, new Promise(() => undefined));
  const started = supervisor.start();
  await until('they prepare', () => made.every(({ orders }) => orders.length === 1));
  const refused = t.rejects(started, { name: 'StartError' });
  await supervisor.stop();
  await refused;
  t.strictSame(living(), []);
  t.notOk(made.some(({ orders }) => orders.includes('cluster:end')));
});

t.test('documents that were rendered when a process ended are made known to all others', async (t) => {
  const { supervisor, made, living } = open(t);
  await supervisor.start();
  const [first, second] = made;
  for (const document of ['innocent', 'suspect']) first!.tell({ type: 'cluster:began', document });
  first!.tell({ type: 'cluster:ended', document: 'innocent' });
  first!.end();
  await until('there is another', () => living().length === 2 && made[2]!.warnings.length > 0);
  t.strictSame([second!.warnings, made[2]!.warnings], [['suspect'], ['suspect']]);
});

t.test('a process with a thread that does not end is replaced', async (t) => {
  const { supervisor, made, living } = open(t);
  await supervisor.start();
  made[0]!.tell({ type: 'cluster:stuck' });
  await until('there is another in its place', () => made.length === 3 && living().length === 2);
  t.ok(made[0]!.hasEnded);
  t.ok(made[0]!.orders.includes('cluster:end'), 'it answers what it has');
});

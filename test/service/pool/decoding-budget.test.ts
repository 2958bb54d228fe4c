/** The bound of the images that threads decode at a time, between real threads. */

import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import t, { type Test } from 'tap';
import { DecodingBudget, type SharedBudget } from '../../../src/service/pool/decoding-budget.js';
import { built } from '../../support/build.js';

const KB = 1024;

/** Runs the body of a function with `budget`, `place` and `shared`, an array of integers, in a thread of its own. */
function inThread(t: Test, budget: SharedBudget, place: number, shared: Int32Array, body: string): Worker {
  const module = pathToFileURL(built('src/service/pool/decoding-budget.js')).href;
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(${JSON.stringify(module)}).then(({ DecodingBudget }) => {
      const { place, shared } = workerData;
      const budget = new DecodingBudget(workerData.budget);
      ${body}
    });`;
  const worker = new Worker(code, { eval: true, workerData: { budget, place, shared } });
  t.teardown(() => worker.terminate());
  return worker;
}

const integers = (length: number) => new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT));

t.test('threads never decode more at a time than fits', async (t) => {
  const budget = DecodingBudget.shared(10 * KB, 4);
  const [decoding, max, rounds] = [0, 1, 2];
  const shared = integers(3);
  const threads = [1, 2, 3, 4].map((size, place) =>
    inThread(
      t,
      budget,
      place,
      shared,
      `for (let round = 0; round < 500; round += 1) budget.hold(place, ${2 * size * KB}, () => {
        const now = Atomics.add(shared, ${decoding}, ${2 * size}) + ${2 * size};
        for (let seen = shared[${max}]; seen < now; seen = shared[${max}]) Atomics.compareExchange(shared, ${max}, seen, now);
        Atomics.wait(shared, ${rounds}, Atomics.add(shared, ${rounds}, 1) + 1, 0.1);
        Atomics.sub(shared, ${decoding}, ${2 * size});
      });`,
    ),
  );
  await Promise.all(threads.map((thread) => once(thread, 'exit')));
  t.equal(shared[rounds], 2000);
  t.equal(shared[decoding], 0);
  t.ok(shared[max]! > 8, `${shared[max]} KB: more than one thread at a time`);
  t.ok(shared[max]! <= 10, `${shared[max]} KB`);
});

t.test('an image larger than the bound is decoded alone', async (t) => {
  const shared = DecodingBudget.shared(10 * KB, 2);
  const budget = new DecodingBudget(shared);
  t.equal(
    budget.hold(0, 1000 * KB, () => new Int32Array(shared.memory)[0]),
    10,
  );
  t.equal(new Int32Array(shared.memory)[0], 0);
});

t.test('an image that does not decode gives back its room', async (t) => {
  const shared = DecodingBudget.shared(10 * KB, 1);
  const decode = () => {
    throw new Error('corrupt');
  };
  t.throws(() => new DecodingBudget(shared).hold(0, 4 * KB, decode), /corrupt/);
  t.equal(new Int32Array(shared.memory)[0], 0);
});

t.test('what an ended thread held is given back by the pool', async (t) => {
  const budget = DecodingBudget.shared(10 * KB, 2);
  const shared = integers(1);
  const decoded = 0;
  const holder = inThread(
    t,
    budget,
    0,
    shared,
    `budget.hold(place, ${8 * KB}, () => {
      parentPort.postMessage('it holds');
      for (;;);
    });`,
  );
  await once(holder, 'message');
  const waiter = inThread(
    t,
    budget,
    1,
    shared,
    `budget.hold(place, ${8 * KB}, () => Atomics.store(shared, ${decoded}, 1));`,
  );
  await holder.terminate();
  t.equal(shared[decoded], 0);
  new DecodingBudget(budget).release(0);
  await once(waiter, 'exit');
  t.equal(shared[decoded], 1);
  t.equal(new Int32Array(budget.memory)[0], 0);
});

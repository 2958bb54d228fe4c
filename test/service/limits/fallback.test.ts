import { stat } from 'node:fs/promises';
import t from 'tap';
import { withTimeLimit } from '../../../src/service/limits/fallback.js';

t.test('what does not answer in time is given up', async (t) => {
  await t.rejects(withTimeLimit(5, new Promise(() => undefined)), {
    name: 'TimeoutError',
    message: 'no answer within 5 ms',
  });
  await t.rejects(withTimeLimit(5, Promise.reject(new Error('down'))), { message: 'down' });
  t.equal(await withTimeLimit(1000, Promise.resolve(1)), 1);
});

t.test('a process that was busy hears what arrived meanwhile before it gives up', async (t) => {
  for (let round = 0; round < 3; round += 1) {
    const answer = withTimeLimit(10, stat('.'));
    for (const until = performance.now() + 300; performance.now() < until; );
    t.ok((await answer).isDirectory());
  }
});

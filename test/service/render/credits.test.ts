/** Credits charged under concurrent requests and failures. */

import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { creditTotals } from '../support/credits.js';
import { ENDLESS } from '../support/endless.js';
import { onEachPostgres } from '../support/postgres.js';
import { type Answer, loadOf, openService, tally } from '../support/service.js';
import { until } from '../support/until.js';

const SLOW = '{{#each (range 1 1000)}}{{#each (range 1 2000)}}{{/each}}{{/each}}';
/** Runs until it is stopped. */

onEachPostgres(t, async (t, postgres) => {
  const connection = await postgres.create(t);
  const service = await openService(t, connection, {
    QUEUE_LIMIT: '2000',
    QUEUE_TIMEOUT: '600s',
    DATABASE_CONNECT_TIMEOUT: '60s',
    DATABASE_STATEMENT_TIMEOUT: '60s',
    RENDER_TIMEOUT: '2s',
  });
  const { send } = service;
  const render = (key: string, json: object, headers: Record<string, string> = {}) =>
    send('POST', '/v1/render', { key, json, headers });
  t.test('of 1,000 renders at once on 500 credits 500 are made and 500 refused', async (t) => {
    const { id, key } = await service.account({ credits: 500 });
    const answers = await Promise.all(Array.from({ length: 1000 }, (_, i) => render(key, { html: `<p>${i}` })));
    t.strictSame(tally(answers), { 200: 500, 402: 500 });
    t.ok(answers.every(({ status, json }) => status === 200 || json.error.balance === 0));
    const left = answers.flatMap(({ headers }) => headers.get('x-credits-remaining') ?? []).map(Number);
    t.equal(new Set(left).size, 500, 'each has a balance of its own');
    t.equal((await send('GET', '/v1/me', { key })).json.credits, 0);
    t.match(await creditTotals(connection, id), {
      credits: 0,
      reserved: 0,
      committed: 500,
      charged: 500,
      difference: 0,
    });
  });

  t.test('100 requests with one Idempotency-Key, 32 at once, cost one credit and get one answer', async (t) => {
    const { id, key } = await service.account({ credits: 50 });
    const waiting = Array.from({ length: 100 }, () => 'order-1');
    const answers: Answer[] = [];
    const worker = async () => {
      for (let one = waiting.pop(); one; ) {
        const answer = await render(key, { html: '<p>once' }, { 'Idempotency-Key': one });
        answers.push(answer);
        if (answer.status === 409) await delay(50);
        else one = waiting.pop();
      }
    };
    await Promise.all(Array.from({ length: 32 }, worker));
    const done = answers.filter(({ status }) => status === 200);
    t.equal(done.length, 100);
    t.equal(new Set(done.map(({ headers }) => headers.get('x-render-id'))).size, 1);
    t.equal(new Set(done.map(({ bytes }) => bytes.toString('latin1'))).size, 1);
    t.equal(done.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length, 99);
    t.strictSame([...new Set(answers.map(({ status }) => status))].sort(), [200, 409]);
    t.match(await creditTotals(connection, id), { credits: 49, charged: 1, difference: 0 });
  });

  t.test('an answered Idempotency-Key is answered again without credits, as JSON too', async (t) => {
    const { key } = await service.account({ credits: 1 });
    const json = { html: 'a', output: 'url' };
    const first = await render(key, json, { 'Idempotency-Key': 'k' });
    const again = await render(key, json, { 'Idempotency-Key': 'k' });
    t.equal(again.status, 200);
    t.strictSame(again.json, first.json);
    t.equal((await render(key, json)).status, 402);
    t.equal((await render(key, json, { 'Idempotency-Key': 'other' })).status, 402, 'stores nothing');
    t.match(await render(key, { html: 'b' }, { 'Idempotency-Key': 'k' }), {
      status: 422,
      json: { error: { code: 'idempotency_mismatch' } },
    });
  });

  t.test('a refused document is refused again under its key; its credit is back', async (t) => {
    const { key } = await service.account({ credits: 1 });
    const [first, again] = [
      await render(key, { html: '{{oops 1}}' }, { 'Idempotency-Key': 'k' }),
      await render(key, { html: '{{oops 1}}' }, { 'Idempotency-Key': 'k' }),
    ];
    t.equal(first.json.error.code, 'template_invalid');
    t.strictSame(again.json, first.json);
    t.equal(again.headers.get('idempotent-replayed'), 'true');
    t.equal((await send('GET', '/v1/me', { key })).json.credits, 1);
  });

  t.test('a key of 256 characters or none is refused', async (t) => {
    const { key } = await service.account();
    t.equal(
      (await render(key, { html: 'a' }, { 'Idempotency-Key': 'x'.repeat(256) })).json.error.code,
      'invalid_request',
    );
    t.equal((await render(key, { html: 'a' }, { 'Idempotency-Key': '' })).json.error.code, 'invalid_request');
    t.equal((await render(key, { html: 'a' }, { 'Idempotency-Key': 'x'.repeat(255) })).status, 200);
  });

  t.test('what times out, fails or is abandoned costs nothing', async (t) => {
    const { id, key } = await service.account({ credits: 5 });
    t.equal((await render(key, { html: ENDLESS })).json.error.code, 'render_timeout');
    t.equal((await render(key, { html: '{{number "x"}}' })).json.error.code, 'template_failed');
    // One that runs and three that wait, all abandoned.
    const stop = new AbortController();
    const abandoned = Array.from({ length: 4 }, () =>
      send('POST', '/v1/render', { key, json: { html: SLOW }, signal: stop.signal }).catch(() => undefined),
    );
    await until('one renders, three wait', async () => (await loadOf(service)).waiting === 3);
    stop.abort();
    await Promise.all(abandoned);
    t.equal((await render(key, { html: 'a' })).status, 200);
    await until('nothing is reserved', async () => (await creditTotals(connection, id)).reserved === 0);
    t.match(await creditTotals(connection, id), { credits: 4, reserved: 0, committed: 1, charged: 1, difference: 0 });
    const gone = service.log.filter(({ status }) => status === 499);
    t.equal(gone.length, 4, 'the log says that the clients went away');
  });
});

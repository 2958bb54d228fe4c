/** Two complete services, as on two hosts, on one Postgres (and one Redis, when there is one). */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { openAccounts } from '../service/support/accounts.js';
import { creditTotals } from '../service/support/credits.js';
import { ENDLESS } from '../service/support/endless.js';
import { environmentOf, onEachPostgres } from '../service/support/postgres.js';
import { folder, serve } from '../service/support/serve.js';
import { client, tally } from '../service/support/service.js';
import { until } from '../service/support/until.js';
import { platen } from '../support/cli.js';

const PLANS = JSON.stringify({ tight: { credits: 1000, perMinute: 1, burst: 40 } });

onEachPostgres(t, async (t, postgres) => {
  const backend = await postgres.createEmpty(t);
  const plansFile = join(folder(t), 'plans.json');
  writeFileSync(plansFile, PLANS);
  const environment = () => ({
    ...environmentOf(backend),
    PLATEN_DATA_DIR: folder(t),
    FILE_STORE: 'postgres',
    PLANS_FILE: plansFile,
    PROCESSES: '1',
  });
  const [one, other] = await Promise.all([serve(t, environment()), serve(t, environment())]);
  const hosts = [client(one.url), client(other.url)] as const;
  const [here, there] = hosts;
  const account = openAccounts(t, backend, PLANS);

  t.test('what is made on one is there on the other', async (t) => {
    const { key } = await account('pro');
    const { json: template } = await here('POST', '/v1/templates', { key, json: { name: 'a', source: '<p>v1' } });
    const rendered = await there('POST', '/v1/render', { key, json: { template_id: template.id, output: 'url' } });
    t.equal(rendered.status, 200);
    const { pathname, search } = new URL(rendered.json.url);
    t.equal((await here('GET', pathname + search)).bytes.length, rendered.json.bytes);
  });

  t.test('one Idempotency-Key is one render on both', async (t) => {
    const { key } = await account('pro');
    const headers = { 'Idempotency-Key': 'k' };
    const ask = async (host: number) => {
      for (;;) {
        const answer = await hosts[host]!('POST', '/v1/render', { key, headers, json: { html: 'once' } });
        if (answer.status !== 409) return answer;
        await delay(50);
      }
    };
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => ask(i % 2)));
    t.equal(new Set(answers.map((answer) => answer.headers.get('x-render-id'))).size, 1);
    t.equal((await there('GET', '/v1/me', { key })).json.credits, 19_999);
  });

  t.test('a key revoked on one host is refused on both', async (t) => {
    const { key } = await account('pro');
    for (const send of hosts) t.equal((await send('GET', '/v1/me', { key })).status, 200);
    t.match(await platen(['key', 'revoke', key.slice(0, 12)], { env: environment() }), { exitCode: 0 });
    for (const send of hosts)
      await until('it has heard of it', async () => (await send('GET', '/v1/me', { key })).status === 401);
  });

  t.test('both count one rate limit', { skip: backend.redisUrl === undefined && 'needs Redis' }, async (t) => {
    const { key } = await account('tight');
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => hosts[i % 2]!('POST', '/v1/validate', { key, json: {} })),
    );
    t.strictSame(tally(answers), { 422: 40, 429: 60 });
  });

  t.test('what a host that is killed had reserved is given back once', async (t) => {
    const { id, key } = await account('pro');
    const lost = Promise.allSettled(
      Array.from({ length: 3 }, () => here('POST', '/v1/render', { key, json: { html: ENDLESS } })),
    );
    await until('all are reserved', async () => (await creditTotals(backend, id)).reserved === 3);
    const [served] = one.log().filter(({ msg }) => msg === 'an HTTP process is serving');
    process.kill(Number(served!['process']), 'SIGKILL');
    await lost;
    await until('nothing is reserved', async () => (await creditTotals(backend, id)).reserved === 0);
    t.match(await creditTotals(backend, id), { reserved: 0, refunded: 3, charged: 0, difference: 0 });
    t.equal((await there('GET', '/v1/me', { key })).json.credits, 20_000);
  });
});

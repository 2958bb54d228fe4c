/** Two complete services, as on two hosts, on one Postgres (and one Redis, when there is one). */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { books } from './support/credits.js';
import { onEachPostgres, sql } from './support/postgres.js';
import { platen, serve } from './support/serve.js';
import { client } from './support/service.js';

onEachPostgres(t, async (t, postgres) => {
  const connection = await postgres.createEmpty(t);
  const folder = mkdtempSync(join(tmpdir(), 'platen-hosts-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const plans = join(folder, 'plans.json');
  writeFileSync(plans, JSON.stringify({ tight: { credits: 1000, perMinute: 1, burst: 40 } }));
  const redis = process.env['REDIS_URL'];
  const environment = (host: string) => ({
    DATABASE_URL: connection.url,
    PLATEN_DATA_DIR: join(folder, host),
    FILE_STORE: 'postgres',
    PLANS_FILE: plans,
    PROCESSES: '1',
    ...(redis !== undefined && { REDIS_URL: redis }),
  });
  const [one, other] = await Promise.all([serve(t, environment('one')), serve(t, environment('other'))]);
  const hosts = [client(one.url), client(other.url)] as const;
  const [here, there] = hosts;
  const keyOf = async (email: string, plan: string) => {
    await platen(environment('one'), 'account', 'create', '--email', email, '--plan', plan);
    return (await platen(environment('one'), 'key', 'create', '--email', email)).trim();
  };

  t.test('what is made on one is there on the other', async (t) => {
    const key = await keyOf('a@example.com', 'pro');
    const { json: template } = await here('POST', '/v1/templates', { key, json: { name: 'a', source: '<p>v1' } });
    const rendered = await there('POST', '/v1/render', { key, json: { template_id: template.id, output: 'url' } });
    t.equal(rendered.status, 200);
    const { pathname, search } = new URL(rendered.json.url);
    t.equal((await here('GET', pathname + search)).bytes.length, rendered.json.bytes);
  });

  t.test('one Idempotency-Key is one render on both', async (t) => {
    const key = await keyOf('b@example.com', 'pro');
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

  t.test('a key revoked on one host is refused on both within a second', async (t) => {
    const key = await keyOf('c@example.com', 'pro');
    for (const send of hosts) t.equal((await send('GET', '/v1/me', { key })).status, 200);
    await platen(environment('other'), 'key', 'revoke', key.slice(0, 12));
    await delay(1000);
    for (const send of hosts) t.equal((await send('GET', '/v1/me', { key })).status, 401);
  });

  t.test('both count one rate limit', { skip: redis === undefined && 'needs Redis' }, async (t) => {
    const key = await keyOf('d@example.com', 'tight');
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => hosts[i % 2]!('POST', '/v1/validate', { key, json: {} })),
    );
    t.equal(answers.filter(({ status }) => status === 422).length, 40);
  });

  t.test('what a host that is killed had reserved is given back once', async (t) => {
    const key = await keyOf('e@example.com', 'pro');
    const [account] = await sql<{ id: string }>(connection, "select id from account where email = 'e@example.com'");
    const html = '{{#each (range 1 2000)}}{{#each (range 1 2000)}}{{/each}}{{/each}}';
    const lost = Promise.allSettled(
      Array.from({ length: 3 }, () => here('POST', '/v1/render', { key, json: { html } })),
    );
    await delay(500);
    const [served] = one.log().filter(({ msg }) => msg === 'an HTTP process serves');
    process.kill(Number(served!['process']), 'SIGKILL');
    await lost;
    for (let tries = 0; tries < 300 && (await books(connection, account!.id)).reserved > 0; tries += 1)
      await delay(100);
    t.match(await books(connection, account!.id), { reserved: 0, refunded: 3, charged: 0, difference: 0 });
    t.equal((await there('GET', '/v1/me', { key })).json.credits, 20_000);
  });
});

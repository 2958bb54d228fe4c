/** The whole service: several processes on one port, started, killed, replaced and ended as operators do. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { openAccounts } from '../service/support/accounts.js';
import { environmentOf, onEachPostgres, sql } from '../service/support/postgres.js';
import { answers, folder, type Served, serve } from '../service/support/serve.js';
import { type Answer, client, tally } from '../service/support/service.js';
import { until } from '../service/support/until.js';
import { platen } from '../support/cli.js';
import { textOf } from '../support/pdf.js';

const SLOW = '{{#each (range 1 1000)}}{{#each (range 1 2000)}}{{/each}}{{/each}}slow';
const PLANS = JSON.stringify({ tight: { credits: 1000, perMinute: 1, burst: 50 } });
/** Each request on a connection of its own: the kernel deals them out to the processes. */
const ALONE = { Connection: 'close' };

/** Which processes answered. */
const pids = (served: Served) => new Set(served.log().flatMap(({ msg, pid }) => (msg === 'request' ? [pid] : [])));
/** Which processes began to serve, in this order. */
const serving = (served: Served) =>
  served.log().flatMap(({ msg, process }) => (msg === 'an HTTP process is serving' ? [Number(process)] : []));

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

onEachPostgres(t, async (t, postgres) => {
  const backend = await postgres.createEmpty(t);
  const plansFile = join(folder(t), 'plans.json');
  writeFileSync(plansFile, PLANS);
  const environment = { ...environmentOf(backend), PLATEN_DATA_DIR: folder(t), PLANS_FILE: plansFile };
  const served = await serve(t, environment);
  const send = client(served.url);
  const account = openAccounts(t, backend, PLANS);

  t.test('all processes share a rate limit exactly', async (t) => {
    const { key } = await account('tight');
    const ask = () => send('POST', '/v1/validate', { key, json: {}, headers: ALONE });
    const asked = await Promise.all(Array.from({ length: 200 }, ask));
    t.strictSame(tally(asked), { 422: 50, 429: 150 }, 'the burst');
    t.equal(pids(served).size, 2, 'both processes answered');
  });

  t.test('a revoked key is refused by all', async (t) => {
    const { key } = await account('pro');
    const ask = () => Promise.all(Array.from({ length: 30 }, () => send('GET', '/v1/me', { key, headers: ALONE })));
    t.strictSame(tally(await ask()), { 200: 30 });
    t.match(await platen(['key', 'revoke', key.slice(0, 12)], { env: environment }), { exitCode: 0 });
    await until('all have heard of it', async () => tally(await ask())[401] === 30);
  });

  t.test('a process that is killed is replaced, and the others go on', async (t) => {
    const { key } = await account('pro');
    const [victim] = serving(served);
    process.kill(victim!, 'SIGKILL');
    await until('it is gone', () => !lives(victim!));
    const ask = () => send('GET', '/v1/me', { key, headers: ALONE });
    t.strictSame(tally(await Promise.all(Array.from({ length: 10 }, ask))), { 200: 10 });
    await until('a third process serves', () => serving(served).length === 3);
  });

  t.test('SIGHUP replaces the processes while requests are answered', async (t) => {
    const { key } = await account('self-hosted');
    const before = serving(served);
    const old = before.filter(lives);
    t.equal(old.length, 2);
    let isRolling = true;
    const asked: Answer[] = [];
    const failures: unknown[] = [];
    const askAgainAndAgain = async (headers: Record<string, string>) => {
      while (isRolling) {
        await send('POST', '/v1/render', { key, json: { html: 'a' }, headers }).then(
          (answer) => asked.push(answer),
          (error) => failures.push(error.cause),
        );
        await delay(20);
      }
    };
    const asking = [ALONE, ALONE, ALONE, ALONE, {}].map(askAgainAndAgain);
    served.process.kill('SIGHUP');
    await until('a successor serves', () => serving(served).length > before.length);
    served.process.kill('SIGHUP'); // which does not begin again
    await until('the old ones are gone', () => !old.some(lives));
    isRolling = false;
    await Promise.all(asking);
    t.equal(serving(served).length, before.length + 2);
    t.strictSame(Object.keys(tally(asked)), ['200']);
    // What the kernel had dealt to a process that had not taken it yet is lost when that stops listening: at most what
    // each client was just about to ask of each of the two processes.
    t.ok(failures.length <= 2 * asking.length, `${failures.length} of ${asked.length} connections were lost`);
    for (const failure of failures) t.match(failure, { code: /^(ECONNRESET|UND_ERR_SOCKET)$/ });
  });

  t.test('SIGTERM: what is being rendered is finished, then all ends with 0', async (t) => {
    const { key } = await account('pro');
    const slow = send('POST', '/v1/render', { key, json: { html: SLOW } });
    const reserved = "select 1 from render where state = 'reserved'";
    await until('it is being rendered', async () => (await sql(backend, reserved)).length === 1);
    const ended = served.end('SIGTERM');
    const { status, bytes } = await slow;
    t.equal(status, 200);
    t.match(await textOf(bytes), 'slow');
    t.equal(await ended, 0);
    t.notOk(await answers(served.url));
  });
});

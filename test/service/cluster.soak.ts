// Processes that are killed, replaced and drained while requests come in. Takes a minute and leans on timers of the
// machine, so it is no part of `npm test`: npm run soak

/** The whole service: several processes on one port, started and ended as operators do. */

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { textOf } from '../support/pdf.js';
import { onEachPostgres } from './support/postgres.js';
import { platen, type Served, serve } from './support/serve.js';
import { type Answer, client } from './support/service.js';

t.setTimeout(280_000);

const SLOW = '{{#each (range 1 1000)}}{{#each (range 1 2000)}}{{/each}}{{/each}}slow';
/** Each request on a connection of its own: the kernel deals them out to the processes. */
const ALONE = { Connection: 'close' };

function folder(t: Test): string {
  const path = mkdtempSync(join(tmpdir(), 'platen-serve-'));
  t.teardown(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const count = (answers: readonly Answer[], wanted: number) => answers.filter(({ status }) => status === wanted).length;

/** Which processes answered. */
const pids = (served: Served) => new Set(served.log().flatMap(({ msg, pid }) => (msg === 'request' ? [pid] : [])));

t.test('with nothing installed', async (t) => {
  const dataDir = folder(t);
  const environment = { PLATEN_DATA_DIR: dataDir };
  const served = await serve(t, environment);

  t.test('the first start makes an account, and prints a command that makes a PDF', async (t) => {
    t.match(served.output(), 'Account demo@localhost');
    const line = /^curl .*$/m.exec(served.output())![0];
    await promisify(execFile)('sh', ['-c', line], { cwd: dataDir });
    t.match(await textOf(readFileSync(join(dataDir, 'hello.pdf'))), 'Hello world');
  });

  t.test('another service on the same port is refused', async (t) => {
    const { port } = new URL(served.url);
    await t.rejects(platen({ ...environment, PORT: port }, 'serve'), {
      code: 1,
      stderr: /cannot listen on 127\.0\.0\.1:\d+/,
    });
  });

  t.test('the primary that is killed is followed by its processes; the next start adopts Postgres', async (t) => {
    served.process.kill('SIGKILL');
    for (let tries = 0; tries < 100 && (await alive(served.url)); tries += 1) await delay(100);
    t.notOk(await alive(served.url));
    const again = await serve(t, environment);
    t.match(again.output(), /its key was shown at the first start/);
    t.notMatch(again.output(), 'pk_live_');
    t.equal(await again.end('SIGINT'), 0);
  });
});

async function alive(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  );
}

onEachPostgres(t, async (t, postgres) => {
  const { url: databaseUrl } = await postgres.createEmpty(t);
  const plans = join(folder(t), 'plans.json');
  writeFileSync(plans, JSON.stringify({ tight: { credits: 1000, perMinute: 1, burst: 50 } }));
  const environment = {
    DATABASE_URL: databaseUrl,
    PLATEN_DATA_DIR: folder(t),
    PLANS_FILE: plans,
    ...(process.env['REDIS_URL'] !== undefined && { REDIS_URL: process.env['REDIS_URL'] }),
  };
  const served = await serve(t, environment);
  const send = client(served.url);
  const keyOf = async (email: string, plan: string) => {
    await platen(environment, 'account', 'create', '--email', email, '--plan', plan);
    return (await platen(environment, 'key', 'create', '--email', email)).trim();
  };

  t.test('with DATABASE_URL no account is made and no secret printed', async (t) => {
    t.notMatch(served.output(), /demo@|pk_live_/);
  });

  t.test('all processes share a rate limit exactly', async (t) => {
    const key = await keyOf('tight@example.com', 'tight');
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => send('POST', '/v1/validate', { key, json: {}, headers: ALONE })),
    );
    t.equal(count(answers, 422), 50, 'the burst');
    t.equal(count(answers, 429), 150);
    t.equal(pids(served).size, 2, 'both processes answered');
  });

  t.test('a revoked key is refused by all within a second', async (t) => {
    const key = await keyOf('revoked@example.com', 'pro');
    const ask = () => Promise.all(Array.from({ length: 30 }, () => send('GET', '/v1/me', { key, headers: ALONE })));
    t.equal(count(await ask(), 200), 30);
    await platen(environment, 'key', 'revoke', key.slice(0, 12));
    await delay(1000);
    t.equal(count(await ask(), 401), 30);
  });

  t.test('a process that is killed is replaced, and the others go on', async (t) => {
    const key = await keyOf('killed@example.com', 'pro');
    const [victim] = served
      .log()
      .flatMap(({ msg, process: pid }) => (msg === 'an HTTP process serves' ? [pid as number] : []));
    process.kill(victim!, 'SIGKILL');
    await delay(200);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('GET', '/v1/me', { key, headers: ALONE })));
    t.equal(count(answers, 200), 10);
    const served3 = () => served.log().filter(({ msg }) => msg === 'an HTTP process serves').length >= 3;
    for (let tries = 0; tries < 600 && !served3(); tries += 1) await delay(100);
    t.ok(served3(), 'a third process serves');
  });

  t.test('SIGHUP replaces the processes while requests are answered', async (t) => {
    const key = await keyOf('rolled@example.com', 'self-hosted');
    const before = pids(served);
    let isRolling = true;
    const answers: Answer[] = [];
    const failures: unknown[] = [];
    const asking = Array.from({ length: 4 }, async () => {
      while (isRolling) {
        await send('POST', '/v1/render', { key, json: { html: 'a' }, headers: ALONE }).then(
          (answer) => answers.push(answer),
          (error) => failures.push(error),
        );
        await delay(20);
      }
    });
    const serving = () => served.log().filter(({ msg }) => msg === 'an HTTP process serves').length;
    const enough = serving() + 2;
    served.process.kill('SIGHUP');
    for (let tries = 0; tries < 900 && serving() < enough; tries += 1) await delay(100);
    await delay(2000);
    isRolling = false;
    await Promise.all(asking);
    t.equal(serving(), enough);
    t.strictSame([...new Set(answers.map(({ status }) => status))], [200]);
    // A connection that the kernel had dealt to a process, but which it had not yet taken, is lost with its socket.
    t.ok(failures.length <= 2, `${failures.length} of ${answers.length} connections were lost`);
    await send('GET', '/v1/me', { key, headers: ALONE });
    t.ok([...pids(served)].some((pid) => !before.has(pid)));
  });

  t.test('SIGTERM: what is being rendered is finished, then all ends with 0', async (t) => {
    const key = await keyOf('last@example.com', 'pro');
    const slow = send('POST', '/v1/render', { key, json: { html: SLOW } });
    await delay(400);
    const ended = served.end('SIGTERM');
    const { status, bytes } = await slow;
    t.equal(status, 200);
    t.match(await textOf(bytes), 'slow');
    t.equal(await ended, 0);
    t.notOk(await alive(served.url));
  });
});

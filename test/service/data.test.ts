import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { loadConfig } from '../../src/config.js';
import { openData } from '../../src/service/data.js';
import { startSweeper } from '../../src/service/sweeper.js';
import { commitOf, render, reservedId } from './support/credits.js';
import { onEachPostgres, sql } from './support/postgres.js';
import { proxyPostgres } from './support/proxy.js';

onEachPostgres(t, async (t, postgres) => {
  const connection = await postgres.create(t);

  async function host(t: Test, settings: Record<string, string> = {}, url = connection.url) {
    const dataDir = mkdtempSync(join(tmpdir(), 'platen-data-'));
    const config = loadConfig({ PLATEN_DATA_DIR: dataDir, ...settings });
    const errors: unknown[] = [];
    const data = await openData(config, { databaseUrl: url, onError: (error) => errors.push(error) });
    t.teardown(async () => {
      await data.close();
      rmSync(dataDir, { recursive: true });
    });
    return { data, errors };
  }

  t.test('two hosts with files in Postgres serve one account', async (t) => {
    const { data: one } = await host(t, { FILE_STORE: 'postgres' });
    const { data: two } = await host(t, { FILE_STORE: 'postgres' });
    const { id } = await one.accounts.create({ email: 'a@example.com', plan: 'starter' });
    const { key } = await two.keys.create(id);
    t.match(await one.auth.authenticate(key), { accountId: id, plan: { name: 'starter' } });

    const renderId = reservedId(await one.credits.reserve(render(id)));
    const file = await one.files.put(Buffer.from('%PDF'), null);
    t.ok(await one.credits.commit({ ...commitOf(renderId), file }));
    const link = new URL(one.files.link(file), 'http://localhost').searchParams;
    t.equal(two.files.check(file.id, link.get('exp')!, link.get('sig')!), 'valid');
    t.strictSame(await two.files.read(file.id), Buffer.from('%PDF'));
    t.match(await two.accounts.get(id), { credits: 1999 });

    const template = await one.templates.create(id, { name: 'n', source: 's' });
    t.strictSame(await two.templates.get(id, template.id), template);
  });

  t.test('a host whose Postgres is away says so, and works again when it is back', async (t) => {
    const { url, proxy } = await proxyPostgres(t, connection.url);
    const { data, errors } = await host(t, { DATABASE_CONNECT_TIMEOUT: '1s' }, url);
    await data.check();
    proxy.cut();
    await t.rejects(data.check(), { code: 'storage_unavailable' });
    while (data.session.connected) await delay(5);
    t.ok(errors.length > 0);
    proxy.mend();
    while (!data.session.connected) await delay(5);
    await data.check();
  });

  t.test('a sweeper can be stopped, and sweeps meanwhile', async (t) => {
    const { data } = await host(t);
    const errors: unknown[] = [];
    const sweeper = startSweeper({ ...data, renderLogDays: 90, onError: (error) => errors.push(error) });
    await sweeper.close();
    t.strictSame(errors, []);
  });

  t.test('the log of renders goes back so far, charges stay', async (t) => {
    const { data } = await host(t);
    const { id } = await data.accounts.create({ email: 'log@example.com', plan: 'starter' });
    for (let i = 0; i < 3; i += 1)
      await data.credits.commit(commitOf(reservedId(await data.credits.reserve(render(id)))));
    await data.credits.reserve(render(id));
    const age = "update render set reserved_at = now() - interval '91 days' where account_id = $1";
    await sql(connection, age, [id]);
    const { expireRenders } = await import('../../src/service/credits/statements/expire-renders.js');
    t.equal(await data.database.count(expireRenders, 92, 100), 0);
    t.equal(await data.database.count(expireRenders, 90, 100), 3, 'what is reserved stays');
    const [entries] = await sql(connection, "select count(*)::int from credit_entry where kind = 'render'");
    t.match(entries, { count: Number });
  });
});

import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { Accounts } from '../../../src/service/identity/accounts.js';
import { Authenticator } from '../../../src/service/identity/authenticator.js';
import { ApiKeys } from '../../../src/service/identity/keys.js';
import { BUILT_IN_PLANS } from '../../../src/service/identity/plans.js';
import type { ConnectionOptions } from '../../../src/service/storage/connection.js';
import type { Database } from '../../../src/service/storage/database.js';
import { connect, endLockHolders, onEachPostgres, sql } from '../support/postgres.js';
import { message, start } from '../support/processes.js';

/** Counts the questions that reach Postgres. */
function counting(database: Database): { database: Database; readonly asked: number } {
  let asked = 0;
  return {
    database: {
      ...database,
      row: (statement, ...parameters) => {
        asked += 1;
        return database.row(statement, ...parameters);
      },
    },
    get asked() {
      return asked;
    },
  };
}

async function openAuth(t: Test, connection: ConnectionOptions) {
  const { database, session } = await connect(t, connection);
  const counter = counting(database);
  const auth = await Authenticator.open({ database: counter.database, session, plans: BUILT_IN_PLANS });
  t.teardown(() => auth.close());
  return { auth, counter, session, keys: new ApiKeys(database), accounts: new Accounts(database, BUILT_IN_PLANS) };
}

onEachPostgres(t, async (t, postgres) => {
  const connection = await postgres.create(t);
  const { auth, counter, session, keys, accounts } = await openAuth(t, connection);
  const account = await accounts.create({ email: 'a@example.com', plan: 'pro', locale: 'de-de' });

  t.test('a key is found with its account; only its hash and start are kept', async (t) => {
    const { id, key, prefix } = await keys.create(account.id, 'mine');
    t.match(key, /^pk_live_[0-9A-Za-z]{43}$/);
    t.equal(prefix, key.slice(0, 12));
    t.strictSame(await auth.authenticate(key), {
      keyId: id,
      accountId: account.id,
      email: 'a@example.com',
      plan: BUILT_IN_PLANS.pro,
      locale: 'de-DE',
    });
    const rows = await sql<{ row: string }>(connection, 'select api_key::text as row from api_key where id = $1', [id]);
    t.notMatch(rows[0]!.row, key.slice(12));
  });

  t.test('what is no key is refused without a question to Postgres', async (t) => {
    const before = counter.asked;
    for (const text of ['', 'pk_live_', `pk_test_${'a'.repeat(43)}`, `pk_live_${'a'.repeat(44)}`, 'a\0b']) {
      t.equal(await auth.authenticate(text), undefined, JSON.stringify(text));
    }
    t.equal(counter.asked, before);
  });

  t.test('an unknown key is asked for once', async (t) => {
    const before = counter.asked;
    const unknown = `pk_live_${'a'.repeat(43)}`;
    t.equal(await auth.authenticate(unknown), undefined);
    t.equal(await auth.authenticate(unknown), undefined);
    t.equal(counter.asked, before + 1);
  });

  t.test('200 requests at once with a new key are one question', async (t) => {
    const { id, key } = await keys.create(account.id);
    const before = counter.asked;
    const all = await Promise.all(Array.from({ length: 200 }, () => auth.authenticate(key)));
    t.ok(all.every((principal) => principal?.keyId === id));
    t.equal(counter.asked, before + 1);
  });

  t.test('a revoked key is refused on every process at once', async (t) => {
    const other = await openAuth(t, connection);
    const child = start(t, 'support/authenticating-process.js', connection);
    await message(child);
    const { id, key } = await keys.create(account.id);
    const askChild = () => {
      child.send(key);
      return message<boolean>(child);
    };
    t.ok(await auth.authenticate(key));
    t.ok(await other.auth.authenticate(key));
    t.equal(await askChild(), true);
    const revokedAt = performance.now();
    t.equal(await keys.revoke(account.id, id), true);
    while ((await auth.authenticate(key)) || (await other.auth.authenticate(key)) || (await askChild())) await delay(1);
    const milliseconds = performance.now() - revokedAt;
    t.ok(milliseconds < 15_000, 'long before they would ask again, after 30 s');
    t.comment(`refused everywhere after ${milliseconds.toFixed(1)} ms`);
    t.equal(await keys.revoke(account.id, id), false, 'it can be revoked once');
  });

  t.test('a key that is revoked while it is looked up is not kept', async (t) => {
    const { id, key } = await keys.create(account.id);
    const slow = await openSlow(t, connection);
    const early = slow.auth.authenticate(key);
    await slow.answered;
    await keys.revoke(account.id, id);
    while (slow.heard.length === 0) await delay(1);
    slow.goOn();
    await early;
    t.equal(await slow.auth.authenticate(key), undefined);
  });

  t.test('while announcements may be missed every request asks Postgres', async (t) => {
    const { key } = await keys.create(account.id);
    await auth.authenticate(key);
    await endLockHolders(connection);
    while (session.connected) await delay(1);
    const before = counter.asked;
    t.ok(await auth.authenticate(key));
    t.ok(await auth.authenticate(key));
    t.equal(counter.asked, before + 2);
    while (!session.connected) await delay(5);
    await auth.authenticate(key);
    await auth.authenticate(key);
    t.equal(counter.asked, before + 3, 'and once again when they are heard');
  });

  t.test('the use of a key is noted, at most once a minute', async (t) => {
    const { id, key } = await keys.create(account.id);
    const usedAt = async () => (await keys.list(account.id)).find((one) => one.id === id)!.lastUsedAt;
    t.equal(await usedAt(), null);
    await auth.authenticate(key);
    await auth.flush();
    t.ok(await usedAt());
    await sql(connection, "update api_key set last_used_at = now() - interval '30 seconds' where id = $1", [id]);
    const before = await usedAt();
    await auth.authenticate(key);
    await auth.flush();
    t.equal(await usedAt(), before);
  });

  t.test('the operator names a key by its start, its id or itself', async (t) => {
    const [one, two] = [await keys.create(account.id), await keys.create(account.id)];
    await keys.revokeLike(one.key);
    await keys.revokeLike(two.id);
    await t.rejects(keys.revokeLike(two.id), { code: 'not_found' });
    const three = await keys.create(account.id);
    await sql(connection, 'update api_key set prefix = $1', [three.prefix]);
    await t.rejects(keys.revokeLike(three.prefix), { code: 'invalid_request', message: new RegExp(three.id) });
    t.ok(await auth.authenticate(three.key));
  });

  t.test("another account's key cannot be revoked", async (t) => {
    const stranger = await accounts.create({ email: 'b@example.com' });
    const { id, key } = await keys.create(account.id);
    t.equal(await keys.revoke(stranger.id, id), false);
    t.equal(await keys.revoke(stranger.id, 'no id'), false);
    t.ok(await auth.authenticate(key));
  });
});

/** An authenticator whose questions are answered at once, but hear of it later. */
async function openSlow(t: Test, connection: ConnectionOptions) {
  const { database, session } = await connect(t, connection);
  const heard: string[] = [];
  await session.listen('platen_key_revoked', (hash) => heard.push(hash));
  let goOn = () => {};
  const wait = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const slow: Database = {
    ...database,
    async row(statement, ...parameters) {
      const row = await database.row(statement, ...parameters);
      answer();
      await wait;
      return row;
    },
  };
  const auth = await Authenticator.open({ database: slow, session, plans: BUILT_IN_PLANS });
  t.teardown(() => auth.close());
  return { auth, answered, goOn: () => goOn(), heard };
}

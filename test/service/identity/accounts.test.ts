import t from 'tap';
import { Accounts } from '../../../src/service/identity/accounts.js';
import { Authenticator } from '../../../src/service/identity/authenticator.js';
import { createDemoAccount, DEMO_EMAIL } from '../../../src/service/identity/demo-account.js';
import { ApiKeys, hashKey, KEY_CHANNEL } from '../../../src/service/identity/keys.js';
import { BUILT_IN_PLANS, planNamed } from '../../../src/service/identity/plans.js';
import { Sessions } from '../../../src/service/identity/sessions.js';
import { newId } from '../../../src/service/ids.js';
import { MemoryLimiter } from '../../../src/service/limits/memory.js';
import { canonicalLocale } from '../../../src/service/locale.js';
import { creditTotals } from '../support/credits.js';
import { connect, onEachPostgres, sql } from '../support/postgres.js';

/** The tables that refer to accounts. */
const REFERRING = `select conrelid::regclass::text as name from pg_constraint
  where contype = 'f' and confrelid = 'account'::regclass`;

/** A row for the account in each of them that has none; $2 is any id. */
const FILL = `with made as (
    insert into template (id, account_id, name, source, sample_data) values ($2, $1, '', '', '{}')
  ), filed as (
    insert into file (id, account_id, render_id, bytes, etag, expires_at) values ($2, $1, $2, 1, '', now())
  ), uploaded as (
    insert into asset (id, account_id, name, content_type, bytes, sha256) values ($2, $1, '', '', 1, '')
  ), rendered as (
    insert into render (id, account_id, owner, output) values ($2, $1, 0, 'pdf')
  ), protected as (
    insert into password (account_id, hash) values ($1, '')
  ), linked as (
    insert into sign_in_link (hash, account_id, expires_at) values ('', $1, now())
  ), known as (
    insert into account_identity (issuer, subject, account_id) values ('', '', $1)
  ), opened as (
    insert into portal_session (id, account_id, hash, method, expires_at) values ($2, $1, '', '', now())
  ), batched as (
    insert into batch (id, account_id, owner, source, partials, locale, strict, standard)
      values ($2, $1, 0, '', '{}', '', false, '{}')
  ), logged as (
    insert into sign_in (id, account_id, method, succeeded, address, user_agent) values ($2, $1, '', true, '', '')
  )
  insert into idempotency (account_id, key, body_hash, render_id, expires_at) values ($1, '', '', $2, now())`;

t.test('a locale is written canonically, or refused', async (t) => {
  t.equal(canonicalLocale('DE-de'), 'de-DE');
  t.equal(canonicalLocale('zh-hans-cn'), 'zh-Hans-CN');
  for (const tag of ['', 'en_US', 'x', 'de-', 'a'.repeat(1000)]) {
    t.throws(() => canonicalLocale(tag), { code: 'invalid_locale', status: 422 }, tag);
  }
});

t.test('an account whose plan the operator took away has the smallest one', async (t) => {
  t.strictSame(planNamed(BUILT_IN_PLANS, 'gone'), { ...BUILT_IN_PLANS.free, name: 'gone' });
  t.strictSame(planNamed(BUILT_IN_PLANS, 'constructor').credits, 50);
});

onEachPostgres(t, async (t, postgres) => {
  const connection = await postgres.create(t);
  const { database, session } = await connect(t, connection);
  const accounts = new Accounts(database, BUILT_IN_PLANS);

  t.test('an account has the free plan and English unless it is told otherwise', async (t) => {
    const account = await accounts.create({ email: 'Ann@Example.com' });
    t.match(account, { email: 'Ann@Example.com', plan: 'free', locale: 'en-US', credits: 50 });
    t.strictSame(await accounts.get(account.id), account);
    t.strictSame(await accounts.byEmail('ann@example.COM'), account);
    t.match(await accounts.create({ email: 'b@example.com', plan: 'pro', locale: 'fr-ca' }), {
      plan: 'pro',
      locale: 'fr-CA',
      credits: 20_000,
    });
    t.strictSame(
      (await accounts.list()).map(({ email }) => email),
      ['Ann@Example.com', 'b@example.com'],
    );
  });

  t.test('what cannot be an account is refused with the reason', async (t) => {
    await t.rejects(accounts.create({ email: 'ANN@example.com' }), { message: /there is an account .* already/ });
    await t.rejects(accounts.create({ email: 'no address' }), { message: '"no address" is not an e-mail address' });
    await t.rejects(accounts.create({ email: 'a\0@b.c' }), { code: 'invalid_request' });
    await t.rejects(accounts.create({ email: 'c@b.c', plan: 'toString' }), { message: /there is no plan "toString"/ });
    await t.rejects(accounts.create({ email: 'c@b.c', locale: 'xx_YY' }), { code: 'invalid_locale' });
    t.equal(await accounts.byEmail('c@b.c'), undefined);
    t.equal(await accounts.get(newId()), undefined);
    await t.rejects(accounts.addCredits(newId(), 1), { code: 'not_found' });
  });

  t.test('one of two that make the same account at once is refused', async (t) => {
    const both = await Promise.allSettled([1, 2].map(() => accounts.create({ email: 'twice@example.com' })));
    t.strictSame(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  });

  t.test('a change of plan keeps what was used of the period used, and the books in order', async (t) => {
    const { id, periodEnd } = await accounts.create({ email: 'plan@example.com' });
    await accounts.addCredits(id, -30);
    t.match(await accounts.changePlan(id, 'pro'), { plan: 'pro', credits: 19_970, periodEnd });
    t.match(await accounts.changePlan(id, 'starter'), { plan: 'starter', credits: 1_970, periodEnd });
    t.match(await accounts.changePlan(id, 'free'), { plan: 'free', credits: 20 });
    await accounts.addCredits(id, -10);
    await accounts.changePlan(id, 'pro');
    await accounts.addCredits(id, -19_900);
    t.match(await accounts.changePlan(id, 'free'), { credits: 0 }, 'never below zero');
    t.match(await creditTotals(connection, id), { credits: 0, difference: 0 });
    await t.rejects(accounts.changePlan(id, 'gold'), { code: 'invalid_request' });
    await t.rejects(accounts.changePlan(newId(), 'pro'), { code: 'not_found' });
  });

  t.test('a period that is over brings the credits of the former plan before the plan changes', async (t) => {
    const { id } = await accounts.create({ email: 'due@example.com' });
    await accounts.addCredits(id, -50);
    await sql(connection, "update account set period_end = now() - interval '1 day' where id = $1", [id]);
    t.match(await accounts.changePlan(id, 'starter'), { credits: 2_000 });
    t.match(await creditTotals(connection, id), { difference: 0 });
  });

  t.test('with an account goes all that it has, and its keys at once', async (t) => {
    const keys = new ApiKeys(database);
    const auth = await Authenticator.open({ database, session, plans: BUILT_IN_PLANS });
    t.teardown(() => auth.close());
    const [gone, stays] = [
      await accounts.create({ email: 'gone@example.com' }),
      await accounts.create({ email: 'stays@example.com' }),
    ];
    const { key } = await keys.create(gone.id);
    const other = await keys.create(stays.id);
    t.match(await auth.authenticate(key), { accountId: gone.id }, 'it is remembered');
    await sql(connection, FILL, [gone.id, newId()]);
    const tables = await sql<{ name: string }>(connection, REFERRING);
    const filled = async (id: string) => {
      const isFilled = await Promise.all(
        tables.map(({ name }) => sql(connection, `select 1 from ${name} where account_id = $1`, [id])),
      );
      return tables.filter((_, index) => isFilled[index]!.length > 0);
    };
    t.strictSame(await filled(gone.id), tables, 'it has something of everything');

    const heard = new Promise((resolve) => void session.listen(KEY_CHANNEL, resolve));
    await accounts.remove(gone.id);
    t.equal(await heard, hashKey(key).toString('hex'), 'every process hears of its keys');
    t.equal(await auth.authenticate(key), undefined);
    t.match(await auth.authenticate(other.key), { accountId: stays.id });
    t.strictSame(await filled(gone.id), []);
    await t.rejects(accounts.remove(gone.id), { code: 'not_found' });
  });

  t.test('the demo account is made once, with a key that works', async (t) => {
    const keys = new ApiKeys(database);
    const sessions = new Sessions(database, BUILT_IN_PLANS);
    const demo = await createDemoAccount({ accounts, keys, sessions });
    t.match(await accounts.byEmail(DEMO_EMAIL), { plan: 'self-hosted', credits: 1_000_000_000 });
    const auth = await Authenticator.open({ database, session, plans: BUILT_IN_PLANS });
    t.match(await auth.authenticate(demo!.key), { email: DEMO_EMAIL });
    await auth.close();
    const visitor = { address: '127.0.0.1', userAgent: '' };
    const { token } = await sessions.signInByLink(demo!.linkToken, visitor, new MemoryLimiter());
    t.match(await sessions.authenticate(token), { email: DEMO_EMAIL });
    t.equal(await createDemoAccount({ accounts, keys, sessions }), undefined);
  });
});

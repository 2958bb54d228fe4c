import t from 'tap';
import { Accounts, DEMO_EMAIL } from '../../../src/service/accounts/accounts.js';
import { canonicalLocale } from '../../../src/service/accounts/locale.js';
import { BUILT_IN_PLANS, planNamed } from '../../../src/service/accounts/plans.js';
import { Authenticator } from '../../../src/service/auth/authenticator.js';
import { ApiKeys } from '../../../src/service/auth/keys.js';
import { newId } from '../../../src/service/ids.js';
import { connect, onEachPostgres } from '../support/postgres.js';

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

  t.test('the demo account is made once, with a key that works', async (t) => {
    const keys = new ApiKeys(database);
    const demo = await accounts.createDemo(keys);
    t.match(demo, { account: { email: DEMO_EMAIL, plan: 'self-hosted', credits: 1_000_000_000 } });
    const auth = await Authenticator.open({ database, session, plans: BUILT_IN_PLANS });
    t.match(await auth.authenticate(demo!.key.key), { email: DEMO_EMAIL });
    await auth.close();
    t.equal(await accounts.createDemo(keys), undefined);
  });
});

import t from 'tap';
import { BUILT_IN_PLANS } from '../../../src/service/identity/plans.js';
import { accountWith, ageAccount, creditTotals, openCredits, render } from '../support/credits.js';
import { onEachPostgres, sql } from '../support/postgres.js';

const date = (seconds: number) => new Date(seconds * 1000).toISOString();

onEachPostgres(t, async (t, postgres) => {
  const connection = await postgres.create(t);
  const { accounts, credits } = await openCredits(t, connection);
  const other = await openCredits(t, connection);
  let accountNumber = 0;
  const onPlan = (plan: string) => accounts.create({ email: `${++accountNumber}@example.com`, plan });

  t.test('periods are calendar months from the day the account was made', async (t) => {
    const end = async (anchor: string, moment: string) => {
      const [row] = await sql<{ end: Date }>(connection, 'select period_end_after($1, $2) as end', [anchor, moment]);
      return row!.end.toISOString().slice(0, 16);
    };
    t.equal(await end('2026-01-15T10:00Z', '2026-01-15T10:00Z'), '2026-02-15T10:00');
    t.equal(await end('2026-01-15T10:00Z', '2026-02-15T09:59Z'), '2026-02-15T10:00');
    t.equal(await end('2026-01-15T10:00Z', '2026-02-15T10:00Z'), '2026-03-15T10:00');
    t.equal(await end('2026-01-31T10:00Z', '2026-02-28T09:00Z'), '2026-02-28T10:00', 'a short month ends it earlier');
    t.equal(await end('2026-01-31T10:00Z', '2026-02-28T10:00Z'), '2026-03-31T10:00', 'the next is as long as ever');
    t.equal(await end('2024-02-29T00:00Z', '2026-07-01T00:00Z'), '2026-07-29T00:00');
    t.equal(await end('2025-12-31T23:59Z', '2026-12-31T23:59Z'), '2027-01-31T23:59');
  });

  t.test('a new account has the credits of its plan until its first period ends', async (t) => {
    const { id, credits: given, periodEnd, createdAt } = await onPlan('free');
    t.equal(given, 50);
    t.ok(periodEnd > createdAt + 27 * 86_400 && periodEnd <= createdAt + 31 * 86_400, date(periodEnd));
    t.match(await creditTotals(connection, id), { credits: 50, difference: 0 });
  });

  t.test('the first render after the end of a period begins a new one', async (t) => {
    const { id } = await onPlan('free');
    await accounts.addCredits(id, -50);
    t.match(await credits.reserve(render(id)), { state: 'no_credits' });
    await ageAccount(connection, id, 40);
    t.match(await credits.reserve(render(id)), { state: 'reserved', creditsRemaining: 49 });
    t.match(await creditTotals(connection, id), { credits: 49, difference: 0 });
    t.ok((await accounts.get(id))!.periodEnd > Date.now() / 1000);
  });

  t.test('looking at an account begins the period too', async (t) => {
    const { id } = await onPlan('starter');
    await accounts.addCredits(id, -1990);
    await ageAccount(connection, id, 100);
    t.match(await accounts.get(id), { credits: 2000 });
    t.match(await creditTotals(connection, id), { credits: 2000, difference: 0 });
  });

  t.test('however many processes see the end, credits are refilled once', async (t) => {
    const { id } = await onPlan('free');
    await accounts.addCredits(id, -30);
    await ageAccount(connection, id, 35);
    const all = await Promise.all(
      Array.from({ length: 80 }, (_, i) => (i % 2 ? credits : other.credits).reserve(render(id))),
    );
    t.equal(all.filter(({ state }) => state === 'reserved').length, 50);
    t.equal(all.filter(({ state }) => state === 'no_credits').length, 30);
    const refills = await sql(
      connection,
      "select amount::int from credit_entry where account_id = $1 and kind = 'refill'",
      [id],
    );
    t.strictSame(refills, [{ amount: 30 }]);
    t.match(await creditTotals(connection, id), { credits: 0, reserved: 50, difference: 0 });
  });

  t.test('missed periods do not add up, and credits that the operator gave stay', async (t) => {
    const { id } = await accountWith(accounts, 0);
    await sql(connection, "update account set plan = 'free' where id = $1", [id]);
    await accounts.addCredits(id, 70);
    await ageAccount(connection, id, 400);
    t.match(await accounts.get(id), { credits: 70 });
    await accounts.addCredits(id, -60);
    await ageAccount(connection, id, 40);
    t.match(await accounts.get(id), { credits: BUILT_IN_PLANS.free.credits });
  });
});

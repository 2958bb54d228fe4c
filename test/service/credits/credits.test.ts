import t from 'tap';
import { ServiceError } from '../../../src/service/errors.js';
import { newId } from '../../../src/service/ids.js';
import { accountWith, commitOf, creditTotals, openCredits, render, reservedId } from '../support/credits.js';
import { onEachPostgres, sql } from '../support/postgres.js';

onEachPostgres(t, async (t, postgres) => {
  const connection = await postgres.create(t);
  const { accounts, credits } = await openCredits(t, connection);

  t.test('a render that is committed costs one credit', async (t) => {
    const { id } = await accountWith(accounts, 3);
    const reserved = await credits.reserve(render(id));
    t.match(reserved, { state: 'reserved', creditsRemaining: 2 });
    t.match(await creditTotals(connection, id), { credits: 2, reserved: 1, charged: 0, difference: 0 });
    t.equal(await credits.commit(commitOf(reservedId(reserved))), true);
    t.match(await creditTotals(connection, id), { credits: 2, reserved: 0, committed: 1, charged: 1, difference: 0 });
  });

  t.test('a render that fails costs nothing', async (t) => {
    const { id } = await accountWith(accounts, 3);
    await credits.refund({ renderId: reservedId(await credits.reserve(render(id))), code: 'render_timeout' });
    t.match(await creditTotals(connection, id), { credits: 3, refunded: 1, charged: 0, difference: 0 });
  });

  t.test('an empty account is refused with its balance', async (t) => {
    const { id } = await accountWith(accounts, 0);
    t.strictSame(await credits.reserve(render(id)), { state: 'no_credits', balance: 0 });
    t.match(await creditTotals(connection, id), { credits: 0, reserved: 0, difference: 0 });
  });

  t.test('an account that does not exist is refused', async (t) => {
    await t.rejects(credits.reserve(render(newId())), { code: 'invalid_api_key' });
  });

  t.test('a commit or refund works once, in whichever order they come', async (t) => {
    const { id } = await accountWith(accounts, 2);
    const first = reservedId(await credits.reserve(render(id)));
    t.equal(await credits.commit(commitOf(first)), true);
    t.equal(await credits.commit(commitOf(first)), false);
    await credits.refund({ renderId: first, code: 'internal' });
    t.match(await creditTotals(connection, id), { credits: 1, committed: 1, charged: 1, difference: 0 });

    const second = reservedId(await credits.reserve(render(id)));
    await credits.refund({ renderId: second, code: 'internal' });
    await credits.refund({ renderId: second, code: 'internal' });
    t.equal(await credits.commit(commitOf(second)), false);
    t.match(await creditTotals(connection, id), { credits: 1, refunded: 1, charged: 1, difference: 0 });
  });

  t.test(
    '1,000 reservations at once on 500 credits: exactly 500 are made, each with a balance of its own',
    async (t) => {
      const { id } = await accountWith(accounts, 500);
      const all = await Promise.all(Array.from({ length: 1000 }, () => credits.reserve(render(id))));
      const balances = all.flatMap((one) => (one.state === 'reserved' ? [one.creditsRemaining] : []));
      t.equal(all.filter(({ state }) => state === 'no_credits').length, 500);
      t.strictSame(
        balances.sort((a, b) => a - b),
        Array.from({ length: 500 }, (_, balance) => balance),
      );
      t.match(await creditTotals(connection, id), { credits: 0, reserved: 500, difference: 0 });
      const ids = all.flatMap((one) => (one.state === 'reserved' ? [one.renderId] : []));
      const committed = await Promise.all(ids.map((renderId) => credits.commit(commitOf(renderId))));
      t.notOk(committed.includes(false));
      t.match(await creditTotals(connection, id), { credits: 0, committed: 500, charged: 500, difference: 0 });
    },
  );

  t.test('a committed file exists, one of a refunded render does not', async (t) => {
    const { id } = await accountWith(accounts, 2);
    const file = () => ({ id: newId(), title: 'Invoice', bytes: 1000, etag: 'e', expiresAt: 4_000_000_000 });
    const kept = file();
    await credits.commit({ ...commitOf(reservedId(await credits.reserve(render(id)))), file: kept });
    const lost = file();
    const renderId = reservedId(await credits.reserve(render(id)));
    await credits.refund({ renderId, code: 'internal' });
    t.equal(await credits.commit({ ...commitOf(renderId), file: lost }), false);
    const rows = await sql(connection, 'select id, title, bytes::int from file where id = any($1)', [
      [kept.id, lost.id],
    ]);
    t.strictSame(rows, [{ id: kept.id, title: 'Invoice', bytes: 1000 }]);
  });

  t.test('a process that was held for dead does not deliver', async (t) => {
    const { id } = await accountWith(accounts, 1);
    const renderId = reservedId(await credits.reserve(render(id)));
    await sql(connection, "update render set state = 'refunded' where id = $1", [renderId]);
    await sql(connection, 'update account set credits = credits + 1 where id = $1', [id]);
    t.equal(await credits.commit(commitOf(renderId)), false);
    t.match(await creditTotals(connection, id), { credits: 1, charged: 0, difference: 0 });
  });

  t.test('the operator cannot take more credits than there are', async (t) => {
    const { id } = await accountWith(accounts, 5);
    t.equal(await accounts.addCredits(id, -2), 3);
    await t.rejects(
      accounts.addCredits(id, -4),
      new ServiceError('invalid_request', 'the account has 3 credits, 4 cannot be taken'),
    );
    t.match(await creditTotals(connection, id), { credits: 3, difference: 0 });
  });
});

import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { accountWith, commitOf, creditTotals, openCredits, render, reservedId } from '../support/credits.js';
import { onEachPostgres } from '../support/postgres.js';
import { proxyPostgres } from '../support/proxy.js';

onEachPostgres(t, async (t, postgres) => {
  const connection = await postgres.create(t);
  const { accounts } = await openCredits(t, connection);

  /** The services of a process whose connection to Postgres fails. */
  async function openBreakable(t: Test) {
    const { url, proxy } = await proxyPostgres(t, connection.url);
    const { credits } = await openCredits(t, { ...connection, url, connectTimeout: 1 });
    return { credits, proxy };
  }

  async function untilNothingIsReserved(accountId: string): Promise<void> {
    while ((await creditTotals(connection, accountId)).reserved > 0) await delay(20);
  }

  t.test('a refund that Postgres cannot be told of is done when it is back', async (t) => {
    const { credits, proxy } = await openBreakable(t);
    const { id } = await accountWith(accounts, 5);
    const renderId = reservedId(await credits.reserve(render(id)));
    proxy.cut();
    await credits.refund({ renderId, code: 'render_timeout' });
    t.match(await creditTotals(connection, id), { credits: 4, reserved: 1 });
    proxy.mend();
    await untilNothingIsReserved(id);
    t.match(await creditTotals(connection, id), { credits: 5, refunded: 1, charged: 0, difference: 0 });
  });

  t.test('a commit whose answer is lost is asked for again, and charges once', async (t) => {
    const { credits, proxy } = await openBreakable(t);
    const { id } = await accountWith(accounts, 5);
    const renderId = reservedId(await credits.reserve(render(id)));
    proxy.loseAnswers();
    const committed = credits.commit(commitOf(renderId));
    while ((await creditTotals(connection, id)).committed === 0) await delay(1);
    proxy.mend();
    t.equal(await committed, true);
    t.match(await creditTotals(connection, id), { credits: 4, committed: 1, charged: 1, difference: 0 });
  });

  t.test('a commit that never gets through is not delivered and costs nothing', async (t) => {
    const { credits, proxy } = await openBreakable(t);
    const { id } = await accountWith(accounts, 5);
    const renderId = reservedId(await credits.reserve(render(id)));
    proxy.cut();
    await t.rejects(credits.commit(commitOf(renderId)), { code: 'storage_unavailable', status: 503 });
    proxy.mend();
    await untilNothingIsReserved(id);
    t.match(await creditTotals(connection, id), { credits: 5, charged: 0, difference: 0 });
  });

  t.test('a reservation whose answer is lost is given back, its key is free again', async (t) => {
    const { credits, proxy } = await openBreakable(t);
    const { id } = await accountWith(accounts, 5);
    const idempotency = { key: 'lost', bodyHash: createHash('sha256').update('').digest() };
    for (const request of [render(id), { ...render(id), idempotency }]) {
      proxy.loseAnswers();
      await t.rejects(credits.reserve(request), { code: 'storage_unavailable' });
      proxy.mend();
      await untilNothingIsReserved(id);
    }
    t.match(await creditTotals(connection, id), { credits: 5, charged: 0, difference: 0 });
    t.match(await credits.reserve({ ...render(id), idempotency }), { state: 'reserved' });
  });

  t.test('without its lock a process reserves nothing', async (t) => {
    const { credits, proxy } = await openBreakable(t);
    const { id } = await accountWith(accounts, 5);
    proxy.cut();
    await t.rejects(credits.reserve(render(id)), { code: 'storage_unavailable' });
    proxy.mend();
    for (;;) {
      const reserved = await credits.reserve(render(id)).catch(() => undefined);
      if (reserved) break;
      await delay(20);
    }
    t.match(await creditTotals(connection, id), { credits: 4, reserved: 1, difference: 0 });
  });
});

import t from 'tap';
import { RefundSweep } from '../../../src/service/credits/refund-sweep.js';
import { accountWith, creditTotals, openCredits, render } from '../support/credits.js';
import { onEachPostgres, sql } from '../support/postgres.js';

/** No living process has this number. */
const DEAD = 7;

onEachPostgres(t, async (t, postgres) => {
  const connection = await postgres.create(t);
  const { accounts, credits, database } = await openCredits(t, connection);
  const reserve = async (accountId: string, count: number) => {
    for (let i = 0; i < count; i += 1) await credits.reserve(render(accountId));
  };

  t.test('two sweepers give back what an ended process had reserved, once', async (t) => {
    const { id } = await accountWith(accounts, 300);
    const other = await accountWith(accounts, 10);
    await reserve(id, 200);
    await reserve(other.id, 5);
    await sql(connection, 'update render set owner = $1', [DEAD]);
    await reserve(id, 3);
    const second = await openCredits(t, connection);
    const sweeps = [new RefundSweep(database), new RefundSweep(second.database)];
    const sweep = async () => Promise.all(sweeps.map((one) => one.run()));
    t.strictSame(await sweep(), [0, 0], 'a process may only have lost its connection for a moment');
    const [one, two] = await sweep();
    t.equal(one! + two!, 205);
    t.strictSame(await sweep(), [0, 0]);
    t.match(await creditTotals(connection, id), { credits: 297, reserved: 3, refunded: 200, difference: 0 });
    t.match(await creditTotals(connection, other.id), { credits: 10, refunded: 5, difference: 0 });
  });

  t.test('what a living process has reserved for longer than any render takes is given back', async (t) => {
    const { id } = await accountWith(accounts, 3);
    await reserve(id, 2);
    await sql(
      connection,
      `update render set reserved_at = now() - interval '2 hours'
       where id = (select id from render where account_id = $1 limit 1)`,
      [id],
    );
    t.equal(await new RefundSweep(database).run(), 1);
    t.match(await creditTotals(connection, id), { credits: 2, reserved: 1, refunded: 1, difference: 0 });
  });
});

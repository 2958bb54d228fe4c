import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { RefundSweep } from '../../../src/service/credits/refund-sweep.js';
import { accountWith, creditTotals, openCredits } from '../support/credits.js';
import { onEachPostgres, sql } from '../support/postgres.js';
import { kill, start } from '../support/processes.js';
import type { Progress } from '../support/rendering-process.js';

const CREDITS = 600;
const KILLS = 4;

onEachPostgres(t, async (t, postgres) => {
  const connection = await postgres.create(t);
  const { accounts, database } = await openCredits(t, connection);

  t.test('processes are killed in the midst of renders: every credit is accounted for', async (t) => {
    const { id } = await accountWith(accounts, CREDITS);
    const sweep = new RefundSweep(database);
    const delivered = new Set<string>();
    const failed = new Set<string>();
    let finished = false;

    const renderUntilKilled = () => {
      const child = start(t, 'support/rendering-process.js', { connection, accountId: id });
      child.on('message', (progress: Progress) => {
        if ('delivered' in progress) delivered.add(progress.delivered);
        else if ('failed' in progress) failed.add(progress.failed);
        else finished = true;
      });
      return child;
    };

    let refunded = 0;
    for (let killed = 0; killed < KILLS; ) {
      const before = delivered.size;
      const children = [renderUntilKilled(), renderUntilKilled()];
      while (delivered.size < before + 20 && !finished) await delay(5);
      await Promise.all(children.map(kill));
      killed += children.length;
      refunded += await sweep.run();
    }
    const last = renderUntilKilled();
    // What the killed ones had reserved comes back while the last one works.
    while (!finished || (await creditTotals(connection, id)).reserved > 0) {
      refunded += await sweep.run();
      await delay(20);
    }
    await kill(last);

    const end = await creditTotals(connection, id);
    t.equal(end.difference, 0, 'the books balance');
    t.equal(end.credits + end.charged, CREDITS, 'what is gone was charged');
    t.equal(end.charged, end.committed);
    t.ok(refunded > 0, 'renders were cut off');
    const charged = await sql<{ render_id: string }>(
      connection,
      "select render_id from credit_entry where account_id = $1 and kind = 'render'",
      [id],
    );
    const chargedIds = new Set(charged.map(({ render_id }) => render_id));
    t.equal(chargedIds.size, end.charged, 'no render was charged twice');
    t.strictSame(
      [...delivered].filter((one) => !chargedIds.has(one)),
      [],
      'what was delivered was charged',
    );
    t.strictSame(
      [...failed].filter((one) => chargedIds.has(one)),
      [],
      'what failed was not charged',
    );
    t.comment(
      `${KILLS} kills, ${delivered.size} delivered, ${end.charged} charged, ${refunded} refunded by the sweeper`,
    );
  });
});

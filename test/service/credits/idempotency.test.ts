import { createHash } from 'node:crypto';
import t from 'tap';
import { expireOutcomes } from '../../../src/service/credits/statements/expire-outcomes.js';
import { expireRenders } from '../../../src/service/credits/statements/expire-renders.js';
import type { StoredOutcome } from '../../../src/service/credits/types.js';
import { accountWith, commitOf, creditTotals, openCredits, render, reservedId } from '../support/credits.js';
import { onEachPostgres, sql } from '../support/postgres.js';
import { kill, message, start } from '../support/processes.js';

const keyed = (key: string, body = 'body') => ({ key, bodyHash: createHash('sha256').update(body).digest() });

const OUTCOME: StoredOutcome = {
  kind: 'link',
  id: 'file',
  url: 'https://pdf.example.com/v1/files/file',
  expiresAt: 2_000_000_000,
  pages: 2,
  bytes: 1000,
  creditsRemaining: 1,
  diagnostics: [{ kind: 'MissingGlyph', text: 'a\u0000ü', context: '<p>', count: 1 }],
};

onEachPostgres(t, async (t, postgres) => {
  const connection = await postgres.create(t);
  const { accounts, credits, database } = await openCredits(t, connection);

  t.test('a key is unknown, then running, then done with what was stored', async (t) => {
    const { id } = await accountWith(accounts, 2);
    const idempotency = keyed('k1');
    t.equal(await credits.find(id, idempotency), undefined);
    const renderId = reservedId(await credits.reserve({ ...render(id), idempotency }));
    t.strictSame(await credits.find(id, idempotency), { state: 'running' });
    t.strictSame(await credits.reserve({ ...render(id), idempotency }), { state: 'running' });
    await credits.commit({ ...commitOf(renderId), outcome: OUTCOME });
    t.strictSame(await credits.find(id, idempotency), { state: 'done', outcome: OUTCOME });
    t.strictSame(await credits.reserve({ ...render(id), idempotency }), { state: 'done', outcome: OUTCOME });
    t.match(await creditTotals(connection, id), { credits: 1, committed: 1, charged: 1, difference: 0 });
  });

  t.test('another body under the same key is a mismatch, running or done', async (t) => {
    const { id } = await accountWith(accounts, 1);
    const renderId = reservedId(await credits.reserve({ ...render(id), idempotency: keyed('k') }));
    t.strictSame(await credits.find(id, keyed('k', 'other')), { state: 'mismatch' });
    await credits.commit({ ...commitOf(renderId), outcome: OUTCOME });
    t.strictSame(await credits.reserve({ ...render(id), idempotency: keyed('k', 'other') }), { state: 'mismatch' });
  });

  t.test('keys are of an account: two accounts may use the same one', async (t) => {
    const [one, other] = [await accountWith(accounts, 1), await accountWith(accounts, 1)];
    t.match(await credits.reserve({ ...render(one.id), idempotency: keyed('same') }), { state: 'reserved' });
    t.match(await credits.reserve({ ...render(other.id), idempotency: keyed('same') }), { state: 'reserved' });
  });

  t.test('a failure with an outcome is stored, one without frees the key', async (t) => {
    const { id } = await accountWith(accounts, 2);
    const refused: StoredOutcome = { kind: 'refusal', code: 'template_invalid', message: '' };
    const stored = reservedId(await credits.reserve({ ...render(id), idempotency: keyed('stored') }));
    await credits.refund({ renderId: stored, code: 'template_invalid', outcome: refused });
    t.strictSame(await credits.find(id, keyed('stored')), { state: 'done', outcome: refused });
    const freed = reservedId(await credits.reserve({ ...render(id), idempotency: keyed('freed') }));
    await credits.refund({ renderId: freed, code: 'render_timeout' });
    t.equal(await credits.find(id, keyed('freed')), undefined);
    t.match(await credits.reserve({ ...render(id), idempotency: keyed('freed') }), { state: 'reserved' });
    t.match(await creditTotals(connection, id), { credits: 1, reserved: 1, refunded: 2, difference: 0 });
  });

  t.test('a render refused for lack of credits stores nothing', async (t) => {
    const { id } = await accountWith(accounts, 0);
    t.match(await credits.reserve({ ...render(id), idempotency: keyed('poor') }), { state: 'no_credits' });
    t.equal(await credits.find(id, keyed('poor')), undefined);
    await accounts.addCredits(id, 1);
    t.match(await credits.reserve({ ...render(id), idempotency: keyed('poor') }), { state: 'reserved' });
  });

  t.test('a done key is answered on an empty account', async (t) => {
    const { id } = await accountWith(accounts, 1);
    const renderId = reservedId(await credits.reserve({ ...render(id), idempotency: keyed('last') }));
    await credits.commit({ ...commitOf(renderId), outcome: OUTCOME });
    t.strictSame(await credits.reserve({ ...render(id), idempotency: keyed('last') }), {
      state: 'done',
      outcome: OUTCOME,
    });
  });

  t.test('of 100 requests at once one reserves, the others find it running; then all get its outcome', async (t) => {
    const { id } = await accountWith(accounts, 100);
    const other = await openCredits(t, connection);
    const send = (i: number) =>
      (i % 2 ? credits : other.credits).reserve({ ...render(id), idempotency: keyed('storm') });
    const first = await Promise.all(Array.from({ length: 100 }, (_, i) => send(i)));
    const winners = first.filter(({ state }) => state === 'reserved');
    t.equal(winners.length, 1);
    t.equal(first.filter(({ state }) => state === 'running').length, 99);
    await credits.commit({ ...commitOf(reservedId(winners[0]!)), outcome: OUTCOME });
    const later = await Promise.all(Array.from({ length: 100 }, (_, i) => send(i)));
    t.equal(later.filter(({ state }) => state === 'done').length, 100);
    t.match(await creditTotals(connection, id), { credits: 99, committed: 1, charged: 1, difference: 0 });
  });

  t.test('a key whose process was killed can be used again at once, and costs one credit', async (t) => {
    const { id } = await accountWith(accounts, 5);
    const child = start(t, 'support/reserving-process.js', { connection, accountId: id, key: 'orphan', body: 'body' });
    t.match(await message(child), { state: 'reserved' });
    t.strictSame(await credits.find(id, keyed('orphan')), { state: 'running' });
    await kill(child);
    const again = await retryUntilReserved(() => credits.reserve({ ...render(id), idempotency: keyed('orphan') }));
    t.equal(await credits.commit({ ...commitOf(again), outcome: OUTCOME }), true);
    t.match(await creditTotals(connection, id), { credits: 4, committed: 1, refunded: 1, charged: 1, difference: 0 });
  });

  t.test('a key outlives the entry of its render in the log', async (t) => {
    const { id } = await accountWith(accounts, 2);
    const idempotency = keyed('kept');
    const renderId = reservedId(await credits.reserve({ ...render(id), idempotency }));
    await credits.commit({ ...commitOf(renderId), outcome: OUTCOME });
    await sql(connection, "update render set reserved_at = now() - interval '25 hours' where id = $1", [renderId]);
    t.equal(await database.count(expireRenders, 1, 100), 1);
    t.strictSame(await credits.find(id, idempotency), { state: 'done', outcome: OUTCOME });
    t.strictSame(await credits.reserve({ ...render(id), idempotency }), { state: 'done', outcome: OUTCOME });
  });

  t.test('a key is forgotten after its time', async (t) => {
    const { id } = await accountWith(accounts, 2);
    const age = () => sql(connection, 'update idempotency set expires_at = now() where account_id = $1', [id]);
    const renderId = reservedId(await credits.reserve({ ...render(id), idempotency: keyed('old') }));
    await credits.commit({ ...commitOf(renderId), outcome: OUTCOME });
    await age();
    t.equal(await credits.find(id, keyed('old')), undefined);
    t.match(await credits.reserve({ ...render(id), idempotency: keyed('old', 'new body') }), { state: 'reserved' });
    await age();
    t.equal(await database.count(expireOutcomes, 100), 0, 'that of a running render stays');
  });
});

/** The server notices the end of a killed process a moment after the process is gone. */
async function retryUntilReserved(reserve: () => Promise<Parameters<typeof reservedId>[0]>): Promise<string> {
  for (;;) {
    const reserved = await reserve();
    if (reserved.state !== 'running') return reservedId(reserved);
  }
}

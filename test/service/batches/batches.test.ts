/** Batches without workers: the test itself commits chunks. */

import t, { type Test } from 'tap';
import type { Batches } from '../../../src/service/batches/batches.js';
import type { ChunkOutcome, DoneResult, FailedResult } from '../../../src/service/batches/types.js';
import { balanceOf, openBatches, recordsOf, template } from '../support/batches.js';
import { accountWith, ageAccount } from '../support/credits.js';
import { type Backend, onEachPostgres, sql } from '../support/postgres.js';

const FAILED: FailedResult = { status: 'failed', code: 'template_failed', message: 'it fails' };

/** An outcome in which the records with these indices fail. */
async function outcomeOf(batches: Batches, count: number, failing: readonly number[] = []): Promise<ChunkOutcome> {
  const object = await batches.storePdfs(Buffer.from('%PDF'.repeat(count)));
  const done = (index: number): DoneResult => ({
    status: 'done',
    object,
    offset: index * 4,
    bytes: 4,
    sha256: '',
    crc: 0,
    pages: 1,
    diagnostics: [],
  });
  const results = Array.from({ length: count }, (_, index) => (failing.includes(index) ? FAILED : done(index)));
  const succeeded = count - failing.length;
  return {
    results,
    objects: [object],
    succeeded,
    failed: failing.length,
    pages: succeeded,
    bytes: succeeded * 4,
    objectsInPdfs: 9,
  };
}

onEachPostgres(t, async (t, postgres) => {
  const backend = await postgres.create(t);
  const services = await openBatches(t, backend);
  const { batches, accounts, sweep, store } = services;

  /** A batch of so many records, of an account with 100 credits, and its chunks. */
  async function create(_: Test, count: number) {
    const { id: accountId } = await accountWith(accounts, 100);
    const records = recordsOf(Array.from({ length: count }, (_, index) => ({ index })));
    const { id } = await batches.create({ accountId, keyId: null, template: template('x'), records });
    return { id, accountId, chunks: await chunksOf(backend, id), balance: () => balanceOf(backend, accountId) };
  }

  t.test('the credits of all records are reserved, or the batch is refused', async (t) => {
    const { balance, chunks } = await create(t, 30);
    t.strictSame(await balance(), { credits: 70, charged: 0, reserved: 30, difference: 0 });
    t.strictSame(
      chunks.map(({ first, records }) => [first, records]),
      [
        [1, 10],
        [11, 15],
        [26, 5],
      ],
    );
    const { id: accountId } = await accountWith(accounts, 2);
    const refused = { accountId, keyId: null, template: template('x'), records: recordsOf([{}, {}, {}]) };
    await t.rejects(batches.create(refused), {
      code: 'no_credits',
      balance: 2,
      message: /more records than the account has credits: 2/,
    });
    t.match(await balanceOf(backend, accountId), { credits: 2, reserved: 0, difference: 0 });
    t.strictSame(await batches.list(accountId), []);
  });

  t.test('less urgent batches come after all others; more urgent ones not before other accounts', async (t) => {
    const { id: accountId } = await accountWith(accounts, 100);
    const priorities = async (urgency: number | undefined) => {
      const records = recordsOf(Array.from({ length: 20 }, (_, index) => ({ index })));
      const { id } = await batches.create({ accountId, keyId: null, template: template('x'), records, urgency });
      const chunks = await chunksOf(backend, id);
      t.match(await batches.beginChunk(chunks[0]!.id, 0), { urgency: urgency ?? 3, renderSeconds: 12_000 });
      const jobs = 'select priority from graphile_worker.jobs where key = any($1) order by priority';
      const rows = await sql<{ priority: number }>(backend, jobs, [chunks.map(({ id }) => id)]);
      return rows.map(({ priority }) => priority);
    };
    t.strictSame(await priorities(undefined), [0, 1]);
    t.strictSame(await priorities(0), [0, 1]);
    t.strictSame(await priorities(4), [4096, 4097]);
    t.strictSame(await priorities(7), [16_384, 16_385]);
  });

  t.test('a chunk is postponed once, unless its run is over', async (t) => {
    const { chunks } = await create(t, 5);
    const { id } = chunks[0]!;
    const due = async () => {
      const rows = await sql<{ seconds: number }>(
        backend,
        'select round(extract(epoch from run_at - now()))::int as seconds from graphile_worker.jobs where key = $1',
        [id],
      );
      return rows.map(({ seconds }) => seconds > 30);
    };
    t.strictSame(await due(), [false]);
    await batches.postponeChunk(id, 1, 60);
    t.strictSame(await due(), [false], 'of another run');
    await batches.postponeChunk(id, 0, 60);
    t.strictSame(await due(), [true]);
  });

  t.test('credits of a period that is over are renewed first', async (t) => {
    const { id: accountId } = await accounts.create({ email: 'aged@example.com', plan: 'free' });
    await accounts.addCredits(accountId, -45);
    await ageAccount(backend, accountId, 40);
    await batches.create({ accountId, keyId: null, template: template('x'), records: recordsOf(Array(20).fill({})) });
    t.match(await balanceOf(backend, accountId), { credits: 30, reserved: 20, difference: 0 });
  });

  t.test('a faulty record refuses the batch; so does a batch without records', async (t) => {
    const { id: accountId } = await accountWith(accounts, 10);
    const given = { accountId, keyId: null, template: template('x') };
    const records = [...recordsOf([{}]), { number: 2, line: 5, fault: 'is not JSON' }];
    await t.rejects(batches.create({ ...given, records }), {
      code: 'invalid_request',
      message: 'record 2 (line 5) is not JSON',
    });
    await t.rejects(batches.create({ ...given, records: [] }), { code: 'invalid_request' });
    t.match(await balanceOf(backend, accountId), { credits: 10, difference: 0 });
  });

  t.test('a chunk is committed once: repeated, it changes nothing', async (t) => {
    const { id, chunks, balance } = await create(t, 10);
    const [chunk] = chunks;
    const run = (await batches.beginChunk(chunk!.id, 0))!;
    t.match(run, { records: 10, earlier: undefined, template: { source: 'x' } });
    t.match(
      await batches.recordsOf(run.id),
      Array.from({ length: 10 }, (_, index) => `{"index":${index}}`),
    );
    t.match(await batches.find(id), { state: 'running', finished_at: null });
    const outcome = await outcomeOf(batches, 10, [3]);
    t.strictSame(
      [
        await batches.commitChunk(run.id, 0, outcome),
        await batches.commitChunk(run.id, 0, await outcomeOf(batches, 10)),
      ],
      [true, false],
    );
    t.strictSame(await balance(), { credits: 91, charged: 9, reserved: 0, difference: 0 });
    t.match(await batches.find(id), { state: 'done', succeeded: 9, failed: 1, pages: 9, bytes: 36 });
    t.equal(await batches.beginChunk(run.id, 0), undefined);
    t.match(await batches.failures(id, 5), [{ record: 4, status: 'failed' }]);
    t.match(await batches.record(id, 4), { record: 4, code: 'template_failed' });
    t.equal(await batches.record(id, 11), undefined);
  });

  t.test('cancelling refunds what has no result', async (t) => {
    const { id, accountId, chunks, balance } = await create(t, 30);
    await batches.commitChunk(chunks[0]!.id, 0, await outcomeOf(batches, 10, [0]));
    t.match(await batches.cancel(id, accountId), { state: 'cancelled', succeeded: 9, failed: 1, cancelled: 20 });
    t.strictSame(await balance(), { credits: 91, charged: 9, reserved: 0, difference: 0 });
    t.equal(
      await batches.commitChunk(chunks[1]!.id, 0, await outcomeOf(batches, 15)),
      false,
      'a worker comes too late',
    );
    t.match(await batches.cancel(id, accountId), { state: 'cancelled', cancelled: 20 });
    t.strictSame(await balance(), { credits: 91, charged: 9, reserved: 0, difference: 0 });
    t.equal(await batches.cancel(id, (await accountWith(accounts, 1)).id), undefined, 'of another account');
  });

  t.test('a retry renders what failed, and charges only that', async (t) => {
    const { id, accountId, chunks, balance } = await create(t, 25);
    await batches.commitChunk(chunks[0]!.id, 0, await outcomeOf(batches, 10, [1, 2]));
    await t.rejects(batches.retry(id, accountId), { code: 'batch_not_finished' });
    await batches.commitChunk(chunks[1]!.id, 0, await outcomeOf(batches, 15));
    t.match(await batches.retry(id, accountId), { state: 'running', succeeded: 23, failed: 0, finished_at: null });
    t.strictSame(await balance(), { credits: 75, charged: 23, reserved: 2, difference: 0 });
    const again = (await batches.beginChunk(chunks[0]!.id, 1))!;
    t.match(again.earlier?.map(({ status }) => status).slice(0, 4), ['done', 'failed', 'failed', 'done']);
    t.equal(await batches.commitChunk(again.id, 0, await outcomeOf(batches, 10)), false, 'of the first run');
    const { results, objects } = await outcomeOf(batches, 10, [2]);
    await batches.commitChunk(again.id, 1, {
      results,
      objects,
      succeeded: 1,
      failed: 1,
      pages: 1,
      bytes: 4,
      objectsInPdfs: 9,
    });
    t.match(await batches.find(id), { state: 'done', total: 25, succeeded: 24, failed: 1 });
    t.strictSame(await balance(), { credits: 76, charged: 24, reserved: 0, difference: 0 });
    await batches.retry(id, accountId);
    t.match(await batches.cancel(id, accountId), { state: 'cancelled', succeeded: 24, failed: 1, cancelled: 0 });
    t.strictSame(await balance(), { credits: 76, charged: 24, reserved: 0, difference: 0 });
    t.match(await batches.record(id, 3), { status: 'failed' });
  });

  t.test('a batch whose records all fail has failed, and costs nothing', async (t) => {
    const { id, chunks, balance } = await create(t, 2);
    await batches.commitChunk(chunks[0]!.id, 0, await outcomeOf(batches, 2, [0, 1]));
    t.match(await batches.find(id), { state: 'failed', succeeded: 0, failed: 2 });
    t.strictSame(await balance(), { credits: 100, charged: 0, reserved: 0, difference: 0 });
  });

  t.test('records and PDFs are deleted when a batch expires', async (t) => {
    const { id, chunks } = await create(t, 2);
    const outcome = await outcomeOf(batches, 2);
    await batches.commitChunk(chunks[0]!.id, 0, outcome);
    const ids = [chunks[0]!.id, outcome.objects[0]!];
    await sweep.expire();
    for (const one of ids) t.ok(await store.read(one), 'is kept until then');
    await sql(backend, "update batch set expires_at = now() - interval '1 second' where id = $1", [id]);
    t.equal(await batches.find(id), undefined);
    await sweep.expire();
    for (const one of ids) t.equal(await store.read(one), undefined);
    t.strictSame(await sql(backend, 'select id from batch where id = $1', [id]), []);
  });
});

function chunksOf(backend: Backend, id: string) {
  return sql<{ id: string; first: number; records: number }>(
    backend,
    'select id, first, records from batch_chunk where batch_id = $1 order by position',
    [id],
  );
}

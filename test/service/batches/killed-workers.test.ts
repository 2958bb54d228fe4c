/** Workers are killed in the midst of a batch: every record has one result, and was charged once. */

import { createHash } from 'node:crypto';
import t from 'tap';
import { joinPdfs } from '../../../src/pdf/join/join.js';
import { pdfsOf } from '../../../src/service/batches/results.js';
import type { BatchRecord } from '../../../src/service/batches/types.js';
import { readPdf, textOf } from '../../support/pdf.js';
import { balanceOf, openBatches, recordsOf, startWorker, template } from '../support/batches.js';
import { accountWith } from '../support/credits.js';
import { onEachPostgres, sql } from '../support/postgres.js';
import { kill } from '../support/processes.js';
import { until } from '../support/until.js';

const RECORDS = 150;
const CREDITS = 1000;
/** Every tenth record is refused. */
const SOURCE = '<p>Invoice {{number}}{{#if strange}}<b style="backdrop-filter: blur(1px)">!</b>{{/if}}</p>';

onEachPostgres(t, async (t, postgres) => {
  const backend = await postgres.create(t);
  const { batches, accounts, sweep } = await openBatches(t, backend);

  t.test('two workers are killed three times each', async (t) => {
    const { id: accountId } = await accountWith(accounts, CREDITS);
    const values = Array.from({ length: RECORDS }, (_, index) => ({ number: index + 1, strange: index % 10 === 9 }));
    const { id } = await batches.create({
      accountId,
      keyId: null,
      template: template(SOURCE, true),
      records: recordsOf(values),
      output: 'merged',
    });
    t.match(await balanceOf(backend, accountId), { credits: CREDITS - RECORDS, reserved: RECORDS, difference: 0 });
    const state = async () => (await batches.find(id, accountId))!;
    const ended = async () => (await state()).finished_at !== null;
    const locked = async () =>
      (
        await sql<{ count: number }>(
          backend,
          'select count(*)::int from graphile_worker.jobs where locked_at is not null',
        )
      )[0]!.count;

    let released = 0;
    for (let round = 1; round <= 3; round += 1) {
      const workers = await Promise.all([startWorker(t, backend), startWorker(t, backend)]);
      const before = (await state()).succeeded;
      // The first time in their first chunk, later after some have been committed.
      if (round > 1)
        await until('some chunk is done', async () => (await state()).succeeded > before || (await ended()), 120);
      await until('a chunk is being rendered', async () => (await locked()) > 0 || (await ended()), 120);
      await Promise.all(workers.map(kill));
      await until('their jobs are released', async () => {
        released += await sweep.release();
        return (await locked()) === 0;
      });
    }
    await Promise.all([startWorker(t, backend), startWorker(t, backend)]);
    await until('the batch is done', ended, 180);

    const end = await state();
    t.match(end, { state: 'done', total: RECORDS, succeeded: 135, failed: 15, cancelled: 0, pages: 135 });
    t.strictSame(await balanceOf(backend, accountId), {
      credits: CREDITS - 135,
      charged: 135,
      reserved: 0,
      difference: 0,
    });
    const records: BatchRecord[] = [];
    for await (const record of batches.records(id)) records.push(record);
    t.strictSame(
      records.map(({ record }) => record),
      values.map(({ number }) => number),
      'one result for each record',
    );
    let wrong = 0;
    for (const record of records) {
      if (record.status !== 'done') {
        if (record.status !== 'failed' || record.record % 10 !== 0 || !record.diagnostics) wrong += 1;
        continue;
      }
      const { object, offset, bytes, sha256 } = record;
      const pdf = (await batches.read(object, { start: offset, end: offset + bytes - 1 }))!;
      if (createHash('sha256').update(pdf).digest('hex') !== sha256) wrong += 1;
      if (record.record % 25 === 1) t.equal(await textOf(pdf), `Invoice ${record.record}`);
    }
    t.equal(wrong, 0, 'hashes and refusals are right');
    const merged: Buffer[] = [];
    for await (const piece of joinPdfs(pdfsOf(batches, id))) merged.push(piece);
    t.strictSame(
      (await readPdf(Buffer.concat(merged))).pages.map(({ text }) => text),
      values.filter(({ strange }) => !strange).map(({ number }) => `Invoice ${number}`),
      'the merged PDF has each record once, in order',
    );
    t.ok(released > 0, 'workers were killed while they held jobs');
    t.comment(`6 kills, ${released} workers with jobs`);
  });
});

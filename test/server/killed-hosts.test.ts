/** Two hosts on one Postgres and one bucket are killed in turns, in the midst of a batch: nothing is lost. */

import { createHash } from 'node:crypto';
import t from 'tap';
import { openAccounts } from '../service/support/accounts.js';
import { balanceOf } from '../service/support/batches.js';
import { environmentOf, onEachPostgres } from '../service/support/postgres.js';
import { startS3 } from '../service/support/s3.js';
import { folder, type Served, serve } from '../service/support/serve.js';
import { client } from '../service/support/service.js';
import { until } from '../service/support/until.js';
import { textOf } from '../support/pdf.js';

const RECORDS = 300;
const PLANS = JSON.stringify({ test: { credits: 1000, perMinute: 60_000, burst: 1000 } });

/** Ends a host at once, as a power failure does. */
async function kill(host: Served): Promise<void> {
  for (const { msg, process: pid } of host.log()) {
    if (msg === 'an HTTP process is serving') process.kill(Number(pid), 'SIGKILL');
  }
  await host.end('SIGKILL');
}

onEachPostgres(t, async (t, postgres) => {
  const backend = await postgres.createEmpty(t);
  const s3 = await startS3(t);
  const start = () =>
    serve(t, { ...environmentOf(backend), ...s3.environment, PLATEN_DATA_DIR: folder(t), PROCESSES: '1' });
  const [first, second] = await Promise.all([start(), start()]);
  const { id, key } = await openAccounts(t, backend, PLANS)('pro');
  const before = await balanceOf(backend, id);
  const stored = async (host: Served) => {
    const json = { html: '<p>kept', output: 'url' };
    const answer = await client(host.url)('POST', '/v1/render', { key, json });
    const { pathname, search } = new URL(answer.json.url);
    return pathname + search;
  };
  const links = await Promise.all([stored(first), stored(second)]);

  const data = Array.from({ length: RECORDS }, (_, index) => ({ n: index + 1 }));
  const html = '<p>Record {{n}}';
  const accepted = await client(first.url)('POST', '/v1/batches', { key, json: { html, data } });
  t.equal(accepted.status, 202);
  const path = `/v1/batches/${accepted.json.id}`;
  const batchOn = async (host: Served) => (await client(host.url)('GET', path, { key })).json;
  const progress = async (host: Served, more: number) => {
    const { succeeded } = await batchOn(host);
    await until('more records are done', async () => {
      const batch = await batchOn(host);
      return batch.succeeded >= succeeded + more || batch.status === 'done';
    });
  };

  await progress(second, 1);
  await kill(first);
  t.equal((await client(second.url)('GET', links[0]!)).status, 200, 'its files are there on the other host');
  await progress(second, 1);
  const third = await start();
  await kill(second);
  await until('the batch is done', async () => (await batchOn(third)).status === 'done', 180);

  const batch = await batchOn(third);
  t.match(batch, { total: RECORDS, succeeded: RECORDS, failed: 0 });
  const local = (url: string) => {
    const { pathname, search } = new URL(url);
    return client(third.url)('GET', pathname + search);
  };
  const manifest = (await local(batch.links.manifest)).bytes.toString().trimEnd().split('\n');
  const rows = manifest.map((line) => JSON.parse(line) as { record: number; sha256: string; url: string });
  t.strictSame(
    rows.map(({ record }) => record),
    data.map(({ n }) => n),
    'every record once',
  );
  const wrong: number[] = [];
  for (const { record, sha256, url } of rows) {
    const { bytes } = await local(url);
    const isWhole = createHash('sha256').update(bytes).digest('hex') === sha256;
    if (!isWhole || (await textOf(bytes)) !== `Record ${record}`) wrong.push(record);
  }
  t.strictSame(wrong, [], 'its PDF, by its SHA-256');
  for (const link of links) t.equal((await client(third.url)('GET', link)).status, 200);
  const after = await balanceOf(backend, id);
  t.strictSame(
    { ...after, charged: Number(after.charged) - Number(before.charged), credits: undefined },
    { credits: undefined, charged: RECORDS + links.length, reserved: 0, difference: 0 },
  );
});

/** A service with its files in S3, whose store fails. */

import t from 'tap';
import { balanceOf } from '../support/batches.js';
import { onEachPostgres } from '../support/postgres.js';
import { startS3 } from '../support/s3.js';
import { openService } from '../support/service.js';
import { until } from '../support/until.js';

onEachPostgres(t, async (t, postgres) => {
  const connection = await postgres.create(t);
  const s3 = await startS3(t);
  const one = await openService(t, connection, s3.environment);
  const two = await openService(t, connection, s3.environment);
  const { id, key } = await one.account({ credits: 100 });
  const json = { html: '<p>{{n}}', data: { n: 1 }, output: 'url' };

  t.test('any host opens a link, in parts as well', async (t) => {
    const rendered = await one.send('POST', '/v1/render', { key, json });
    const { pathname, search } = new URL(rendered.json.url);
    const whole = await two.send('GET', pathname + search);
    t.match(whole.bytes.toString('latin1'), /^%PDF-/);
    const part = await two.send('GET', pathname + search, { headers: { Range: 'bytes=5-14' } });
    t.strictSame(part.bytes, whole.bytes.subarray(5, 15));
  });

  t.test('with S3_PUBLIC_URL a link redirects to a signed URL of the store', async (t) => {
    const redirecting = await openService(t, connection, { ...s3.environment, S3_PUBLIC_URL: s3.settings.endpoint! });
    const named = { ...json, title: 'Zoë & co' };
    const { pathname, search } = new URL((await redirecting.send('POST', '/v1/render', { key, json: named })).json.url);
    const get = (path: string, headers = {}) => fetch(redirecting.url + path, { redirect: 'manual', headers });
    const moved = await get(pathname + search);
    t.match([moved.status, moved.headers.get('cache-control')], [302, 'no-store']);
    const pdf = await fetch(moved.headers.get('location')!);
    t.match([pdf.status, pdf.headers.get('content-type')], [200, 'application/pdf']);
    t.match(pdf.headers.get('content-disposition'), /filename\*=UTF-8''Zo%C3%AB/);
    const bytes = Buffer.from(await pdf.arrayBuffer());
    t.ok(bytes.equals((await one.send('GET', pathname + search)).bytes));
    t.match(await get(pathname + search.replace(/sig=.{4}/, 'sig=AAAA')), { status: 403 });
    const etag = (await one.send('GET', pathname + search)).headers.get('etag')!;
    t.match(await get(pathname + search, { 'If-None-Match': etag }), { status: 304 });
    t.match(await redirecting.send('HEAD', pathname + search), { status: 200 });
  });

  t.test('while the store is down, what needs it is 503 and free; the rest goes on', async (t) => {
    const link = new URL((await one.send('POST', '/v1/render', { key, json })).json.url);
    const before = await balanceOf(connection, id);
    await s3.kill();
    const unavailable = { status: 503, json: { error: { code: 'storage_unavailable' } } };
    t.match(await one.send('POST', '/v1/render', { key, json }), unavailable);
    t.match(await one.send('POST', '/v1/render', { key, json, headers: { 'Idempotency-Key': 'a' } }), unavailable);
    t.match(await one.send('POST', '/v1/batches', { key, json: { html: 'a', data: [{}, {}] } }), unavailable);
    t.match(await one.send('GET', link.pathname + link.search), unavailable);
    t.strictSame(await balanceOf(connection, id), before, 'nothing is charged');
    t.equal((await one.send('POST', '/v1/render', { key, json: { html: 'a' } })).status, 200, 'no file is stored');
    t.match(await one.send('GET', '/readyz'), { status: 200 });
    await s3.start();
    t.equal((await one.send('POST', '/v1/render', { key, json, headers: { 'Idempotency-Key': 'a' } })).status, 200);
    t.equal((await one.send('GET', link.pathname + link.search)).status, 200);
  });

  t.test('a batch waits for a store that is down, and charges each record once', async (t) => {
    const before = await balanceOf(connection, id);
    const data = Array.from({ length: 30 }, (_, n) => ({ n }));
    const accepted = await one.send('POST', '/v1/batches', { key, json: { html: '<p>{{n}}', data } });
    t.equal(accepted.status, 202);
    await s3.kill();
    await until('a chunk could not be stored', () => [...one.log, ...two.log].some(({ chunk, err }) => chunk && err));
    await s3.start();
    const path = `/v1/batches/${accepted.json.id}`;
    await until('the batch is done', async () => (await one.send('GET', path, { key })).json.status === 'done');
    t.match((await one.send('GET', path, { key })).json, { total: 30, succeeded: 30, failed: 0 });
    const after = await balanceOf(connection, id);
    t.strictSame(
      {
        charged: Number(after.charged) - Number(before.charged),
        reserved: after.reserved,
        difference: after.difference,
      },
      {
        charged: 30,
        reserved: 0,
        difference: 0,
      },
    );
  });
});

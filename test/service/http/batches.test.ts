/** Batches over HTTP, rendered by the process that accepts them. */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import t from 'tap';
import { readPdf, textOf } from '../../support/pdf.js';
import { onEachPostgres, sql } from '../support/postgres.js';
import { openService, type Service } from '../support/service.js';
import { until } from '../support/until.js';

const STRANGE = '<p>{{name}}{{#if strange}}<b style="backdrop-filter: blur(1px)">!</b>{{/if}}</p>';
/** A second of thread time a minute. */
const PLANS = JSON.stringify({ tiny: { credits: 500, perMinute: 600, burst: 100, renderSeconds: 1 } });
const NDJSON = { 'Content-Type': 'application/x-ndjson' };

/** The names and contents of a ZIP archive, by its directory; their checksums are compared. */
function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06'));
  const entries = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [crc, length, nameLength, extra] = [
      bytes.readUInt32LE(at + 16),
      bytes.readUInt32LE(at + 24),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
    ];
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(start, start + length);
    if (crc32(content) !== crc) throw new Error('a checksum is wrong');
    entries.set(bytes.toString('latin1', at + 46, at + 46 + nameLength), content);
    at += 46 + nameLength + extra;
  }
  return entries;
}

onEachPostgres(t, async (t, postgres) => {
  const backend = await postgres.create(t);
  const service = await openService(t, backend, { MAX_BODY: '100KB' });
  const finished = (send: Service['send'], key: string, id: string) =>
    until('the batch is done', async () => {
      const { json } = await send('GET', `/v1/batches/${id}`, { key });
      return json.finished_at !== null;
    });
  const local = (url: string) => url.slice(service.url.length);

  t.test('records become PDFs behind links; a record that fails costs nothing', async (t) => {
    const { key } = await service.account({ credits: 40 });
    const data = Array.from({ length: 25 }, (_, index) => ({ name: `Ada ${index + 1}`, strange: index === 6 }));
    const created = await service.send('POST', '/v1/batches', { key, json: { html: STRANGE, strict: true, data } });
    t.match(created, { status: 202, json: { total: 25, links: null, errors: [] } });
    const { id } = created.json;
    t.equal(created.headers.get('location'), `/v1/batches/${id}`);
    await finished(service.send, key, id);
    const { json: batch } = await service.send('GET', `/v1/batches/${id}`, { key });
    t.match(batch, { status: 'done', total: 25, succeeded: 24, failed: 1, cancelled: 0, pages: 24 });
    t.match(batch.errors, [{ record: 7, code: 'document_not_supported', diagnostics: [{ text: /backdrop-filter/ }] }]);
    t.equal((await service.send('GET', '/v1/me', { key })).json.credits, 16);
    t.match((await service.send('GET', '/v1/batches', { key })).json, [{ id, status: 'done' }]);

    const manifest = await service.send('GET', local(batch.links.manifest));
    t.match(manifest.headers.get('content-type'), 'application/x-ndjson');
    const lines = manifest.bytes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    t.strictSame(
      lines.map(({ record }) => record),
      data.map((_, index) => index + 1),
    );
    t.match(lines[6], { status: 'failed', code: 'document_not_supported' });
    const pdf = await service.send('GET', local(lines[9].url));
    t.equal(await textOf(pdf.bytes), 'Ada 10');
    t.equal(createHash('sha256').update(pdf.bytes).digest('hex'), lines[9].sha256);

    const archive = unzip((await service.send('GET', local(batch.links.archive))).bytes);
    t.equal(archive.size, 24);
    t.ok(archive.get('0000010.pdf')?.equals(pdf.bytes));
    t.notOk(archive.has('0000007.pdf'));
    t.match(await service.send('HEAD', local(batch.links.archive)), { status: 200, bytes: Buffer.alloc(0) });

    const forged = local(batch.links.manifest).replace(/sig=.{4}/, 'sig=AAAA');
    t.match(await service.send('GET', forged), { status: 403, json: { error: { code: 'invalid_signature' } } });
    t.match(await service.send('GET', local(lines[9].url).replace('/records/10', '/records/7')), { status: 404 });
    const other = await service.account();
    t.match(await service.send('GET', `/v1/batches/${id}`, { key: other.key }), { status: 404 });
  });

  t.test('records are streamed as NDJSON or CSV, more than a JSON body may hold', async (t) => {
    const { key } = await service.account();
    const padding = 'x'.repeat(1000);
    const lines = Array.from({ length: 300 }, (_, index) => `${JSON.stringify({ name: index, padding })}\n`).join('');
    const query = new URLSearchParams({ html: '<p>{{name}}', title: 'Letters' });
    const created = await service.send('POST', `/v1/batches?${query}`, { key, headers: NDJSON, body: lines });
    t.match(created, { status: 202, json: { total: 300 } });
    await service.send('POST', `/v1/batches/${created.json.id}/cancel`, { key });
    const csv = { headers: { 'Content-Type': 'text/csv; charset=utf-8' }, body: 'name,city\nAda,"London, UK"\n' };
    const { json } = await service.send(
      'POST',
      `/v1/batches?${new URLSearchParams({ html: '{{name}} in {{city}}' })}`,
      {
        key,
        ...csv,
      },
    );
    await finished(service.send, key, json.id);
    const { links } = (await service.send('GET', `/v1/batches/${json.id}`, { key })).json;
    const [pdf] = unzip((await service.send('GET', local(links.archive))).bytes).values();
    t.equal(await textOf(pdf!), 'Ada in London, UK');
  });

  t.test('records that cannot be paid for are refused before they have all arrived', async (t) => {
    const { key } = await service.account({ credits: 3 });
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new TextEncoder().encode('{"a": 1}\n'.repeat(1000)));
      },
    });
    const answer = await fetch(`${service.url}/v1/batches?html=x`, {
      method: 'POST',
      headers: { ...NDJSON, Authorization: `Bearer ${key}` },
      body: endless,
      duplex: 'half',
    } as RequestInit);
    t.equal(answer.status, 402);
    t.match(await answer.json(), { error: { code: 'no_credits', balance: 3 } });
    t.ok(sent < 10_000, `${sent} parts were sent`);
    t.equal((await service.send('GET', '/v1/me', { key })).json.credits, 3);
  });

  t.test('streamed records have the depth and the number of values of a body of JSON', async (t) => {
    const { key } = await service.account();
    const send = async (record: string) => {
      const body = `{"a": 1}\n${record}\n`;
      const answer = await service.send('POST', '/v1/batches?html=x', { key, headers: NDJSON, body });
      return [answer.status, answer.json.error.code];
    };
    t.strictSame(await send(`{"a": ${'['.repeat(501)}${']'.repeat(501)}}`), [422, 'invalid_request']);
    t.strictSame(await send(`{"a": [${'{},'.repeat(1_000_001)}{}]}`), [413, 'body_too_large']);
  });

  t.test('streams with long records, all at once, exceeded the memory of request bodies', async (t) => {
    const small = await openService(t, backend, { BODY_MEMORY: '10MB' });
    const { key } = await small.account();
    const headers = { ...NDJSON, Authorization: `Bearer ${key}` };
    const half = new TextEncoder().encode(`{"a": "${'x'.repeat(6_000_000)}`);
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(half),
    });
    const request = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    const answer = await fetch(`${small.url}/v1/batches?html=x`, request);
    t.equal(answer.status, 503);
    t.match(await answer.json(), { error: { code: 'busy' } });
    t.equal((await small.send('GET', '/v1/me', { key })).status, 200);
  });

  t.test('a merged batch has one PDF of its records in order, each charged once', async (t) => {
    const { key } = await service.account({ credits: 40 });
    const data = Array.from({ length: 30 }, (_, index) => ({ name: `Ada ${index + 1}`, strange: index === 6 }));
    const html = `<h1>{{name}}</h1>${STRANGE}`;
    const request = { html, strict: true, output: 'merged', data };
    const { json: created } = await service.send('POST', '/v1/batches', { key, json: request });
    t.match(created, { output: 'merged', links: null });
    await finished(service.send, key, created.id);
    const { json: batch } = await service.send('GET', `/v1/batches/${created.id}`, { key });
    t.match(batch, { succeeded: 29, failed: 1 });
    t.equal((await service.send('GET', '/v1/me', { key })).json.credits, 11);
    const path = local(batch.links.pdf);
    const first = await service.send('GET', path);
    t.match([first.status, first.headers.get('content-type')], [200, 'application/pdf']);
    const { pages, outline } = await readPdf(first.bytes);
    const names = data.filter(({ strange }) => !strange).map(({ name }) => name);
    t.strictSame(
      pages.map(({ text }) => text),
      names.map((name) => `${name} ${name}`),
    );
    t.strictSame(outline, names);
    t.ok((await service.send('GET', path)).bytes.equals(first.bytes), 'the same bytes each time');
    t.match(await service.send('HEAD', path), { status: 200, bytes: Buffer.alloc(0) });
    t.match(await service.send('GET', path.replace(/sig=.{4}/, 'sig=AAAA')), { status: 403 });
    t.equal(unzip((await service.send('GET', local(batch.links.archive))).bytes).size, 29);

    const [counted] = await sql(backend, 'select objects from batch where id = $1', [created.id]);
    t.ok(Number(counted!['objects']) > 29 * 10, 'objects of the PDFs are counted');
    await sql(backend, 'update batch set objects = 8388608 where id = $1', [created.id]);
    t.match(await service.send('GET', path), { status: 422, json: { error: { code: 'document_too_large' } } });
  });

  t.test('a batch of files has no merged PDF, and a merged one at most 100,000 records', async (t) => {
    const { key } = await service.account({ credits: 3 });
    const { json } = await service.send('POST', '/v1/batches', { key, json: { html: 'x', data: [{}, {}] } });
    await finished(service.send, key, json.id);
    const { links } = (await service.send('GET', `/v1/batches/${json.id}`, { key })).json;
    t.equal(links.pdf, null);
    t.match(await service.send('GET', local(links.archive).replace('/archive', '/merged')), { status: 404 });
    const query = new URLSearchParams({ html: 'x', output: 'merged' });
    const body = '{}\n'.repeat(100_001);
    const rich = await service.account({ credits: 100_001 });
    const refused = await service.send('POST', `/v1/batches?${query}`, { key: rich.key, headers: NDJSON, body });
    t.match(refused, { status: 422, json: { error: { message: /"merged" has at most 100,000 records/ } } });
    t.equal((await service.send('GET', '/v1/me', { key: rich.key })).json.credits, 100_001);
  });

  t.test('PDFs of a batch conform to the standards of the request', async (t) => {
    const { key } = await service.account({ credits: 2 });
    const pdfOf = async (path: string, request: Parameters<Service['send']>[2]) => {
      const { json } = await service.send('POST', path, { key, ...request });
      await finished(service.send, key, json.id);
      const { json: batch } = await service.send('GET', `/v1/batches/${json.id}`, { key });
      const manifest = await service.send('GET', local(batch.links.manifest));
      return (await service.send('GET', local(JSON.parse(manifest.bytes.toString()).url))).bytes.toString('latin1');
    };
    const json = { html: 'a', standard: ['pdf/a-2b'], data: [{}] };
    t.match(await pdfOf('/v1/batches', { json }), '<pdfaid:conformance>B</pdfaid:conformance>');
    const streamed = await pdfOf('/v1/batches?html=a&standard=pdf/a-2u', { headers: NDJSON, body: '{}\n' });
    t.match(streamed, '<pdfaid:conformance>U</pdfaid:conformance>');
  });

  t.test('a batch that cannot be accepted costs nothing', async (t) => {
    const { key } = await service.account({ credits: 2 });
    const refused = async (request: object, query = '') =>
      (await service.send('POST', `/v1/batches${query}`, { key, ...request })).json.error;
    const html = `?${new URLSearchParams({ html: 'x' })}`;
    t.match(await refused({ json: { html: 'x', data: [{}, {}, {}] } }), { code: 'no_credits', balance: 2 });
    t.match(await refused({ json: { html: 'x', data: [] } }), { code: 'invalid_request', message: /data/ });
    t.match(await refused({ json: { html: 'x', data: [1] } }), { code: 'invalid_request', message: /data\.0/ });
    t.match(await refused({ json: { html: 'x', data: [{}], output: 'zip' } }), {
      message: /output: must be .*files/,
    });
    t.match(await refused({ json: { data: [{}] } }), { code: 'invalid_request', message: /html or template_id/ });
    t.match(await refused({ json: { html: '{{#if}}', data: [{}] } }), { code: 'template_invalid' });
    t.match(await refused({ headers: NDJSON, body: '{}\n[]\n' }, html), { message: /^record 2 \(line 2\) must be/ });
    t.match(await refused({ headers: NDJSON, body: '{}' }, '?html=x&locael=de'), { message: /did you mean locale/ });
    t.match(await refused({ headers: { 'Content-Type': 'text/csv' }, body: 'a,a\n' }, html), { message: /two fields/ });
    t.match(await refused({ headers: { 'Content-Type': 'text/plain' }, body: 'a' }), {
      code: 'unsupported_media_type',
    });
    t.equal((await service.send('GET', '/v1/me', { key })).json.credits, 2);
    t.strictSame((await service.send('GET', '/v1/batches', { key })).json, []);
  });

  t.test('a batch waits when its account has used half of its thread time, and holds up no other', async (t) => {
    const plans = join(t.testdir({ 'plans.json': PLANS }), 'plans.json');
    const own = await postgres.create(t); // the files of each service are in a folder of its own
    const { send, account } = await openService(t, own, { PLANS_FILE: plans });
    const [slow, other] = [await account({ plan: 'tiny', credits: 500 }), await account({ credits: 10 })];
    const html = '<p>{{n}}</p>'.repeat(300);
    const data = Array.from({ length: 400 }, (_, n) => ({ n }));
    const headers = { Priority: 'u=0' };
    const { json } = await send('POST', '/v1/batches', { key: slow.key, headers, json: { html, data } });
    await until('its chunks wait', async () => {
      const later = "select 1 from graphile_worker.jobs where task_identifier = 'render_chunk' and run_at > now()";
      return (await sql(own, later)).length > 0;
    });
    const second = await send('POST', '/v1/batches', { key: other.key, json: { html, data: data.slice(0, 10) } });
    await finished(send, other.key, second.json.id);
    t.match((await send('GET', `/v1/batches/${json.id}`, { key: slow.key })).json, { status: 'running', failed: 0 });
    t.match((await send('POST', `/v1/batches/${json.id}/cancel`, { key: slow.key })).json, { status: 'cancelled' });
  });

  t.test('without workers a batch waits, and can be cancelled', async (t) => {
    const waiting = await openService(t, await postgres.create(t), { BATCH_WORKERS: '0' });
    const { key } = await waiting.account({ credits: 5 });
    const { json } = await waiting.send('POST', '/v1/batches', { key, json: { html: 'x', data: [{}, {}] } });
    t.match(json, { status: 'queued' });
    t.match(await waiting.send('POST', `/v1/batches/${json.id}/retry`, { key }), {
      status: 409,
      json: { error: { code: 'batch_not_finished' } },
    });
    t.match(await waiting.send('POST', `/v1/batches/${json.id}/cancel`, { key }), {
      status: 200,
      json: { status: 'cancelled', cancelled: 2 },
    });
    t.equal((await waiting.send('GET', '/v1/me', { key })).json.credits, 5);
  });
});

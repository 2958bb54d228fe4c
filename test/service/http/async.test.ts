/** Renders that are answered before they are made: `Prefer: respond-async` (RFC 7240). */

import { Webhook } from 'standardwebhooks';
import t from 'tap';
import { textOf } from '../../support/pdf.js';
import { onEachPostgres } from '../support/postgres.js';
import { receive } from '../support/receiver.js';
import { openService, tally } from '../support/service.js';
import { until } from '../support/until.js';

onEachPostgres(t, async (t, postgres) => {
  const receiver = await receive(t, (response) => response.writeHead(204).end());
  const callback_url = `http://${receiver.host}/`;
  const service = await openService(t, await postgres.create(t), {
    WEBHOOK_HOSTS: receiver.host,
    WEBHOOK_PRIVATE: 'on',
  });
  const render = (key: string, json: object, headers: Record<string, string> = {}) =>
    service.send('POST', '/v1/render', { key, json, headers: { Prefer: 'respond-async', ...headers } });
  const ended = async (key: string, id: string) => {
    await until('it has ended', async () => {
      return (await service.send('GET', `/v1/batches/${id}`, { key })).json.finished_at !== null;
    });
    return (await service.send('GET', `/v1/batches/${id}`, { key })).json;
  };
  const creditsOf = async (key: string) => (await service.send('GET', '/v1/me', { key })).json.credits;

  t.test('a document is accepted, polled, and reported to its callback', async (t) => {
    const { key } = await service.account({ credits: 5 });
    const accepted = await render(key, { html: '<p>{{name}}', data: { name: 'Ada' }, title: 'A', callback_url });
    t.match(accepted, { status: 202, json: { total: 1, links: null, callback: { status: 'pending' } } });
    const { id } = accepted.json;
    t.equal(accepted.headers.get('preference-applied'), 'respond-async');
    t.equal(accepted.headers.get('location'), `/v1/batches/${id}`);
    const batch = await ended(key, id);
    t.match(batch, { status: 'done', succeeded: 1 });
    const pdf = await service.send('GET', batch.links.pdf.slice(service.url.length));
    t.equal(await textOf(pdf.bytes), 'Ada');
    t.equal(await creditsOf(key), 4);
    await until('the message arrives', () => receiver.received.length > 0);
    const { secret } = (await service.send('GET', '/v1/webhook-secret', { key })).json;
    const { headers, body } = receiver.received[0]!;
    t.match(new Webhook(secret).verify(body, headers as Record<string, string>), { type: 'batch.done', data: { id } });
  });

  t.test('without data the template gets none; other preferences change nothing', async (t) => {
    const { key } = await service.account();
    const { json } = await render(key, { html: 'a{{b}}' }, { Prefer: 'wait=10, Respond-Async; a=b' });
    t.match(await ended(key, json.id), { status: 'done' });
    for (const Prefer of ['wait=10', 'respond-asynchronously', 'return=minimal; respond-async']) {
      t.equal((await render(key, { html: 'a' }, { Prefer })).headers.get('content-type'), 'application/pdf', Prefer);
    }
  });

  t.test('data may have U+0000, also in the message of what it makes fail', async (t) => {
    const { key } = await service.account();
    const { json } = await render(key, { html: '{{number name}}', data: { name: 'a\0b' } });
    t.match(await ended(key, json.id), { status: 'failed', failed: 1 });
  });

  t.test('a document that fails when it is rendered costs nothing and says why', async (t) => {
    const { key } = await service.account({ credits: 1 });
    const { json } = await render(key, { html: '<p style="backdrop-filter: blur(1px)">', strict: true });
    const batch = await ended(key, json.id);
    t.match(batch, { status: 'failed', links: { pdf: null }, errors: [{ code: 'document_not_supported' }] });
    t.equal(await creditsOf(key), 1);
  });

  t.test('a request that cannot be accepted is refused at once, and stores nothing under its key', async (t) => {
    const { key, id } = await service.account({ credits: 0 });
    const keyed = { 'Idempotency-Key': 'first' };
    t.match(await render(key, { html: '{{#if}}' }, keyed), {
      status: 422,
      json: { error: { code: 'template_invalid' } },
    });
    t.match(await render(key, { html: 'a' }, keyed), { status: 402, json: { error: { code: 'no_credits' } } });
    t.match(await render(key, { html: 'a', callback_url: 'https://example.com' }, keyed), { status: 422 });
    t.match((await render(key, { html: 'a\0' }, keyed)).json.error, { code: 'invalid_request', message: /U\+0000/ });
    const plain = await service.send('POST', '/v1/render', { key, json: { html: 'a', callback_url } });
    t.match(plain.json.error, { code: 'invalid_request', message: /^callback_url: .*Prefer: respond-async/ });
    await service.process.data.accounts.addCredits(id, 1);
    t.equal((await render(key, { html: 'a' }, keyed)).status, 202);
  });

  t.test('options that a batch does not keep are refused, not lost', async (t) => {
    const { key } = await service.account();
    const options = {
      append: ['JVBERi0xLjcK'],
      letterhead: { data: 'JVBERi0xLjcK' },
      prepend: ['JVBERi0xLjcK'],
      attachments: [{ name: 'a.txt', data: 'YQ==' }],
      facturx: { xml: '<a/>' },
      pages: '1',
      protection: { owner_password: 'secret' },
      signature: { pkcs12: 'YQ==', password: 'secret' },
    };
    for (const [name, value] of Object.entries(options)) {
      const { status, json } = await render(key, { html: 'a', [name]: value });
      t.match(
        { status, json },
        { status: 422, json: { error: { code: 'invalid_request', message: RegExp(`^${name}: `) } } },
      );
    }
    t.equal((await render(key, { html: 'a', attachments: null })).status, 202);
  });

  t.test('requests with one Idempotency-Key make one PDF, however many come at once', async (t) => {
    const { key } = await service.account({ credits: 5 });
    const keyed = { 'Idempotency-Key': 'order-1' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => render(key, { html: 'a' }, keyed)));
    t.strictSame(tally(answers), { 202: 10 });
    t.equal(new Set(answers.map(({ json }) => json.id)).size, 1);
    t.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length, 9);
    const { id } = answers[0]!.json;
    await ended(key, id);
    t.match(await render(key, { html: 'a' }, keyed), { status: 202, json: { id, status: 'done' } });
    const other = await render(key, { html: 'b' }, keyed);
    t.match(other, { status: 422, json: { error: { code: 'idempotency_mismatch' } } });
    const plain = await service.send('POST', '/v1/render', { key, json: { html: 'a' }, headers: keyed });
    t.match(plain, { status: 202, json: { id } }, 'the answer of the first request');
    t.equal(await creditsOf(key), 4);
    t.equal((await service.send('GET', '/v1/batches', { key })).json.length, 1);
  });
});

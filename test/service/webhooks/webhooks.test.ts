/** Webhooks of batches, sent to receivers that answer, fail, hang and redirect. */

import { Webhook } from 'standardwebhooks';
import t, { type Test } from 'tap';
import { onEachPostgres } from '../support/postgres.js';
import { type Answer, type Receiver, receive, SELF_SIGNED } from '../support/receiver.js';
import { openService, type Service } from '../support/service.js';
import { until } from '../support/until.js';

const OK: Answer = (response) => response.writeHead(204).end();
const FAILING = '{{#if bad}}{{number "x"}}{{/if}}';

onEachPostgres(t, async (t, postgres) => {
  /** A service with a database of its own: others would send its messages by their settings. */
  const open = async (t: Test, receivers: readonly Receiver[], settings: Record<string, string> = {}) =>
    openService(t, await postgres.create(t), {
      WEBHOOK_HOSTS: receivers.map(({ host }) => `${host}, ${host.replace('127.0.0.1', 'localhost')}`).join(),
      WEBHOOK_PRIVATE: 'on',
      WEBHOOK_TIMEOUT: '500ms',
      ...settings,
    });
  const start = async ({ send }: Service, key: string, callback_url: string, data: object[] = [{}], html = 'a') => {
    const { status, json } = await send('POST', '/v1/batches', { key, json: { html, data, callback_url } });
    t.equal(status, 202);
    t.match(json.callback, { url: callback_url, status: 'pending', attempts: 0, error: null });
    return json.id as string;
  };
  /** The batch, once something can be said about its callback. */
  const callbackOf = async ({ send }: Service, key: string, id: string, isSo: (callback: Callback) => boolean) => {
    let callback: Callback | undefined;
    await until('the callback is so', async () => {
      callback = (await send('GET', `/v1/batches/${id}`, { key })).json.callback;
      return isSo(callback!);
    });
    return callback;
  };
  interface Callback {
    readonly status: string;
    readonly attempts: number;
    readonly error: string | null;
  }
  const attempted = ({ attempts }: Callback) => attempts > 0;
  const settled = ({ status }: Callback) => status !== 'pending';
  const verified = async ({ send }: Service, key: string, { headers, body }: Receiver['received'][number]) => {
    const { json } = await send('GET', '/v1/webhook-secret', { key });
    return new Webhook(json.secret).verify(body, headers as Record<string, string>) as Record<string, unknown>;
  };

  t.test('the end of a batch is sent once, signed as Standard Webhooks says', async (t) => {
    const receiver = await receive(t, OK);
    const service = await open(t, [receiver]);
    const { key } = await service.account();
    const id = await start(service, key, `http://${receiver.host}/done?a=b`, [{}, { bad: true }], FAILING);
    t.match(await callbackOf(service, key, id, settled), { status: 'delivered', attempts: 1, error: null });
    t.equal(receiver.received.length, 1);
    const [message] = receiver.received;
    t.equal(message!.path, '/done?a=b');
    t.match(message!.headers, { 'content-type': 'application/json', 'webhook-id': /^msg_[0-9a-f-]{36}$/ });
    t.match(await verified(service, key, message!), {
      type: 'batch.done',
      timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
      data: { id, status: 'done', total: 2, succeeded: 1, failed: 1, cancelled: 0 },
    });
    const other = await service.account();
    await t.rejects(verified(service, other.key, message!), /No matching signature/, 'each account has its own secret');
  });

  t.test('a batch that fails is reported, too, and one that is retried again', async (t) => {
    const receiver = await receive(t, OK);
    const service = await open(t, [receiver]);
    const { key } = await service.account();
    const url = `http://${receiver.host}/`;
    const failed = await start(service, key, url, [{ bad: true }], FAILING);
    await callbackOf(service, key, failed, settled);
    const [first] = receiver.received;
    t.match(await verified(service, key, first!), { type: 'batch.failed', data: { id: failed, failed: 1 } });
    await service.send('POST', `/v1/batches/${failed}/retry`, { key });
    await until('it is reported again', () => receiver.received.length === 2);
    const again = receiver.received[1]!;
    t.match(await verified(service, key, again), { type: 'batch.failed' });
    t.not(again.headers['webhook-id'], first!.headers['webhook-id']);
  });

  t.test('a batch that is cancelled is reported, too', async (t) => {
    const receiver = await receive(t, OK);
    const service = await open(t, [receiver], { BATCH_WORKERS: '0' });
    const { key } = await service.account();
    const id = await start(service, key, `http://${receiver.host}/`, [{}, {}]);
    await service.send('POST', `/v1/batches/${id}/cancel`, { key });
    await callbackOf(service, key, id, settled);
    const [message] = receiver.received;
    t.match(await verified(service, key, message!), { type: 'batch.cancelled', data: { id, cancelled: 2 } });
  });

  t.test('a message that is not delivered is sent again later: after an error, or no answer in time', async (t) => {
    const answers: Answer[] = [
      (response) => response.writeHead(500).end(),
      () => undefined,
      (response) => response.writeHead(200).write('an answer that never ends'),
    ];
    const receiver = await receive(t, (response, count) => answers[count - 1]!(response, count));
    const service = await open(t, [receiver]);
    const { key } = await service.account();
    const id = await start(service, key, `http://${receiver.host}/`);
    const first = await callbackOf(service, key, id, attempted);
    t.match(first, { status: 'pending', attempts: 1, error: 'the receiver answered 500' });
    const second = await callbackOf(service, key, id, ({ attempts }) => attempts === 2);
    t.match(second, { status: 'pending', error: 'the receiver did not answer within 0.5 s' });
    t.match(await callbackOf(service, key, id, settled), { status: 'delivered', attempts: 3, error: null });
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    t.strictSame(new Set(ids).size, 1, 'the receiver knows it again');
    for (const message of receiver.received) await verified(service, key, message);
  });

  t.test('a receiver that is gone gets one attempt', async (t) => {
    const receiver = await receive(t, (response) => response.writeHead(410).end());
    const service = await open(t, [receiver]);
    const { key } = await service.account();
    const id = await start(service, key, `http://${receiver.host}/`);
    t.match(await callbackOf(service, key, id, settled), { status: 'failed', attempts: 1, error: /410/ });
  });

  t.test('redirects are not followed', async (t) => {
    const target = await receive(t, OK);
    const receiver = await receive(t, (response) =>
      response.writeHead(307, { Location: `http://${target.host}/` }).end(),
    );
    const service = await open(t, [receiver, target]);
    const { key } = await service.account();
    const id = await start(service, key, `http://${receiver.host}/`);
    t.match(await callbackOf(service, key, id, attempted), { error: /answered 307: redirects are not followed/ });
    t.equal(target.connections(), 0);
  });

  t.test('a certificate that cannot be trusted ends the connection before anything is sent', async (t) => {
    const receiver = await receive(t, OK, SELF_SIGNED);
    const service = await open(t, [receiver]);
    const { key } = await service.account();
    const id = await start(service, key, `https://${receiver.host.replace('127.0.0.1', 'localhost')}/`);
    t.match(await callbackOf(service, key, id, attempted), { status: 'pending', error: /self-signed/ });
    t.strictSame(receiver.received, []);
  });

  t.test('a name or number of a private network is not connected to', async (t) => {
    const receiver = await receive(t, OK, SELF_SIGNED);
    const service = await open(t, [receiver], { WEBHOOK_PRIVATE: 'off' });
    const { key } = await service.account();
    for (const host of [receiver.host, receiver.host.replace('127.0.0.1', 'localhost')]) {
      const id = await start(service, key, `https://${host}/`);
      t.match(await callbackOf(service, key, id, attempted), { error: /private address; WEBHOOK_PRIVATE/ }, host);
    }
    t.equal(receiver.connections(), 0);
  });

  t.test('a host that the operator does not allow is refused with the request, which costs nothing', async (t) => {
    const service = await open(t, [], { WEBHOOK_HOSTS: 'hooks.example.com', WEBHOOK_PRIVATE: 'off' });
    const { key } = await service.account({ credits: 1 });
    const refused = async (callback_url: string) => {
      const json = { html: 'a', data: [{}], callback_url };
      const answer = await service.send('POST', '/v1/batches', { key, json });
      t.match(answer, { status: 422, json: { error: { code: 'invalid_request' } } });
      return answer.json.error.message;
    };
    t.match(await refused('https://other.example.com/'), /^callback_url: the host other.example.com is not allowed/);
    t.match(await refused('http://hooks.example.com/'), /^callback_url: must begin with https/);
    const query = `?${new URLSearchParams({ html: 'a', callback_url: 'https://other.example.com' })}`;
    const headers = { 'Content-Type': 'application/x-ndjson' };
    const streamed = await service.send('POST', `/v1/batches${query}`, { key, headers, body: '{}\n' });
    t.match(streamed.json.error, { code: 'invalid_request', message: /other\.example\.com/ });
    t.equal((await service.send('GET', '/v1/me', { key })).json.credits, 1);
    const off = await openService(t, await postgres.create(t));
    const json = { html: 'a', data: [{}], callback_url: 'https://hooks.example.com/' };
    t.match(
      (await off.send('POST', '/v1/batches', { key: (await off.account()).key, json })).json.error.message,
      /sends no webhooks/,
    );
  });
});

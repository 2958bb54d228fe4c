/** Replies that cannot be sent. */

import t from 'tap';
import { App, type AppOptions } from '../../../src/service/http/app.js';
import type { Exchange, Outgoing } from '../../../src/service/http/exchange.js';
import { defineRoute, type Reply } from '../../../src/service/http/route.js';

/** The outcome of one request to a route with this reply, for the client, the log and the metrics. */
async function outcomeOf(reply: Reply, send: (outgoing: Outgoing) => Promise<void>) {
  const route = defineRoute({
    method: 'GET',
    path: '/',
    id: 'get',
    tag: 'Test',
    summary: 'Test',
    access: 'public',
    answers: {},
    errors: [],
    handle: async () => reply,
  });
  const logged: { status: number; error?: { code: string }; err?: Error }[] = [];
  const log = (entry: (typeof logged)[number]) => logged.push(entry);
  const counted: number[] = [];
  const app = new App({
    routes: [route],
    services: { lifecycle: { state: 'serving' } },
    log: { error: log, info: log, debug: log },
    metrics: { count: ({ status }: { status: number }) => counted.push(status) },
    corsOrigins: [],
    publicUrl: undefined,
    limits: { json: 0, image: 0 },
  } as unknown as AppOptions);
  let sent: Outgoing | undefined;
  let isClosed = false;
  app.handle({
    method: 'GET',
    path: '/',
    query: '',
    headers: new Map(),
    address: '127.0.0.1',
    signal: new AbortController().signal,
    read: () => {
      throw new Error('no body is expected');
    },
    stream: () => {
      throw new Error('no body is expected');
    },
    async send(outgoing) {
      await send(outgoing);
      sent = outgoing;
    },
    close: () => {
      isClosed = true;
    },
  } satisfies Exchange);
  await app.idle();
  return { sent: sent?.status, isClosed, counted, logged };
}

t.test('a reply that cannot be encoded is answered with 500, and the cause is in the log', async (t) => {
  const { sent, isClosed, counted, logged } = await outcomeOf({ status: 200, json: { big: 1n } }, async () => {});
  t.strictSame({ sent, isClosed, counted }, { sent: 500, isClosed: false, counted: [500] });
  t.match(logged, [{ status: 500, error: { code: 'internal' }, err: TypeError }]);
});

t.test('where sending fails the connection is closed, and the log does not blame the client', async (t) => {
  const { sent, isClosed, counted, logged } = await outcomeOf({ status: 200, json: {} }, async () => {
    throw new Error('no header');
  });
  t.strictSame({ sent, isClosed, counted }, { sent: undefined, isClosed: true, counted: [500] });
  t.match(logged, [{ status: 500, error: { code: 'internal' }, err: { message: 'no header' } }]);
});

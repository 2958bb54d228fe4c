/** Traces of requests, delivered to a collector by OTLP over HTTP. */

import t from 'tap';
import { parseTraceparent } from '../../../src/service/observe/traceparent.js';
import { onEmbeddedPostgres } from '../support/postgres.js';
import { receive } from '../support/receiver.js';
import { openService } from '../support/service.js';
import { until } from '../support/until.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

const spansOf = (body: string): Span[] =>
  JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
    scopeSpans.flatMap(({ spans }) => spans),
  );

onEmbeddedPostgres(t, async (t, postgres) => {
  const backend = await postgres.create(t);

  t.test('a render is a span of the caller’s trace, with its queue and stages', async (t) => {
    const collector = await receive(t, (response) => response.setHeader('Content-Type', 'application/json').end('{}'));
    const { send, account, log } = await openService(t, backend, {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://${collector.host}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20secret',
      OTEL_SERVICE_NAME: 'pdfs',
      OTEL_TRACES_SAMPLER_ARG: '0',
    });
    const { id, key } = await account({ credits: 5 });
    const post = (headers: Record<string, string>, json = { html: '<p>a' }) =>
      send('POST', '/v1/render', { key, json, headers });
    t.equal((await post({ traceparent: `00-${TRACE}-${SPAN}-01` })).status, 200);
    t.equal((await post({ traceparent: `00-${TRACE}-${SPAN}-00` })).status, 200, 'the caller records nothing');
    t.equal((await post({})).status, 200, 'and of those that begin here none is recorded');
    await until('the spans arrive', () => collector.received.length > 0);
    const [{ path, headers, body }] = collector.received as [(typeof collector.received)[0]];
    t.match({ path, key: headers['api-key'] }, { path: '/v1/traces', key: 'a secret' });
    t.match(body, '"service.name","value":{"stringValue":"pdfs"}');
    const spans = collector.received.flatMap(({ body }) => spansOf(body));
    const server = spans.find(({ name }) => name === 'POST /v1/render')!;
    t.match(server, { traceId: TRACE, parentSpanId: SPAN });
    t.match(Object.fromEntries(server.attributes.map(({ key, value }) => [key, Object.values(value)[0]])), {
      'http.route': '/v1/render',
      'http.response.status_code': 200,
      'platen.account': id,
    });
    const stages = spans.filter((span) => span !== server);
    for (const name of ['auth', 'limit', 'prepare', 'reserve', 'queue', 'layout', 'commit'])
      t.equal(stages.filter((span) => span.name === name).length, 1, name);
    const between = ({ startTimeUnixNano, endTimeUnixNano }: Span) =>
      BigInt(server.startTimeUnixNano) <= BigInt(startTimeUnixNano) &&
      BigInt(startTimeUnixNano) <= BigInt(endTimeUnixNano) &&
      BigInt(endTimeUnixNano) <= BigInt(server.endTimeUnixNano);
    t.ok(stages.every((span) => span.parentSpanId === server.spanId && span.traceId === TRACE));
    t.strictSame(
      stages.filter((span) => !between(span)).map(({ name }) => name),
      [],
    );
    const traces = log.filter(({ path }) => path === '/v1/render').map(({ trace }) => trace);
    t.strictSame(traces, [TRACE, undefined, undefined], 'the log names it');
  });

  t.test('a chunk of a batch is a trace with its batch, its records and the time of its parts', async (t) => {
    const collector = await receive(t, (response) => response.setHeader('Content-Type', 'application/json').end('{}'));
    const { send, account } = await openService(t, backend, {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://${collector.host}/`,
    });
    const { key } = await account({ credits: 5 });
    const html = '{{#if bad}}{{number "x"}}{{/if}}';
    const { json } = await send('POST', '/v1/batches', { key, json: { html, data: [{}, {}, { bad: true }] } });
    const spans = () => collector.received.flatMap(({ body }) => spansOf(body));
    await until('the chunk is traced', () => spans().some(({ name }) => name === 'render_chunk'));
    const chunk = spans().find(({ name }) => name === 'render_chunk')!;
    t.match(Object.fromEntries(chunk.attributes.map(({ key, value }) => [key, Object.values(value)[0]])), {
      'platen.batch': json.id,
      'platen.records.succeeded': 2,
      'platen.records.failed': 1,
    });
    t.strictSame(
      spans()
        .filter(({ parentSpanId }) => parentSpanId === chunk.spanId)
        .map(({ name }) => name)
        .sort(),
      ['begin', 'commit', 'read', 'render', 'store', 'wait'],
    );
  });

  t.test('a collector that is away loses spans, not requests', async (t) => {
    const { send, account, log, process } = await openService(t, backend, {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    });
    const { key } = await account({ credits: 5 });
    t.equal((await send('POST', '/v1/render', { key, json: { html: '<p>a' } })).status, 200);
    await process.end('draining');
    t.ok(
      log.some(({ msg, err }) => msg === 'a background task failed' && /ECONNREFUSED|retry/i.test(JSON.stringify(err))),
    );
  });
});

t.test('a header that is not valid begins a trace', async (t) => {
  const parent = { traceId: TRACE, spanId: SPAN, traceFlags: 1 };
  t.strictSame(parseTraceparent(`00-${TRACE}-${SPAN}-01`), parent);
  t.strictSame(parseTraceparent(`01-${TRACE}-${SPAN}-01-more`), parent, 'of a later version');
  for (const wrong of [
    undefined,
    '',
    `00-${TRACE}-${SPAN}`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
  ])
    t.equal(parseTraceparent(wrong), undefined, String(wrong));
});

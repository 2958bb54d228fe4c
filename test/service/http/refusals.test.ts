/**
 * Every error code that the routes document, provoked over a socket at every route that documents it; and nothing
 * answered that is not documented.
 */

import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { SERVICE_ERRORS, type ServiceErrorCode } from '../../../src/service/errors.js';
import { LinkSigner } from '../../../src/service/files/links.js';
import type { Route } from '../../../src/service/http/route.js';
import { Router } from '../../../src/service/http/router.js';
import { ROUTES } from '../../../src/service/http/routes/index.js';
import { PARTIAL_LIMITS } from '../../../src/service/templates/partials.js';
import { png } from '../../support/images.js';
import { ENDLESS } from '../support/endless.js';
import { onEachPostgres, sql } from '../support/postgres.js';
import { proxyPostgres } from '../support/proxy.js';
import { startS3 } from '../support/s3.js';
import { folder } from '../support/serve.js';
import {
  type Answer,
  client,
  loadOf,
  type Owner,
  openService,
  type Request,
  type Service,
} from '../support/service.js';
import { until } from '../support/until.js';

/** Seconds that only a slow machine takes. */
const PATIENCE = { DATABASE_CONNECT_TIMEOUT: '60s', DATABASE_STATEMENT_TIMEOUT: '60s' };
/** Services that share a database do not share files here: one of them renders the batches. */
const NO_BATCHES = { ...PATIENCE, BATCH_WORKERS: '0' };
const PIXEL_PNG = png(1, 1);
const SECRET = 'a secret of the tests';
const NO_SUCH_ID = '01935a2b-7c1e-7f3a-9d4e-2b6c8a1f0e37';
/** Takes a second or so, on the machines of today. */
const SLOW = '{{#each (range 1 1000)}}{{#each (range 1 2000)}}{{/each}}{{/each}}';
/** With a plan that has room for one image, and one whose requests come back once a minute. */
function plansFile(t: Test): string {
  const file = join(folder(t), 'plans.json');
  const tiny = { credits: 1, perMinute: 60, burst: 10, assetBytes: 100 };
  const slow = { credits: 100, perMinute: 1, burst: 20, assetBytes: 100_000 };
  writeFileSync(file, JSON.stringify({ tiny, slow }));
  return file;
}

onEachPostgres(t, async (t, postgres) => {
  const connection = await postgres.create(t);
  const environment = {
    ...PATIENCE,
    MAX_BODY: '400KB',
    MAX_IMAGE: '100KB',
    MAX_TEMPLATE: '100KB',
    MAX_PAGES: '5',
    QUEUE_LIMIT: '1',
    FILE_LINK_SECRETS: SECRET,
    PLANS_FILE: plansFile(t),
  };
  const service = await openService(t, connection, environment, { milliseconds: 300, bytes: 1e6 });
  const owner = await service.account();
  const seen = new Seen();
  const send = seen.watch(service.send);
  const pdfOf = async (html: string, { key }: Owner = owner) =>
    Buffer.from((await service.send('POST', '/v1/render', { key, json: { html } })).bytes).toString('base64');
  const onePage = await pdfOf('a');

  /** A request that the route answers with success; with other fields in its JSON body. */
  const proper = (route: Route, fields: object = {}): { path: string; request: Request } => {
    const path = route.path.replace('{id}', NO_SUCH_ID).replace('{record}', '1');
    const auth = route.access === 'key' ? { key: owner.key } : {};
    if (route.body?.kind === 'file') {
      const headers = { 'Content-Type': 'application/octet-stream' };
      return { path: `${path}?name=a`, request: { ...auth, headers, body: new Uint8Array(PIXEL_PNG) } };
    }
    if (route.body === undefined) return { path, request: auth };
    return { path, request: { ...auth, json: { ...properBody(route), ...fields } } };
  };
  const properBody = (route: Route): object => {
    if (route.id === 'merge') return { pdfs: [onePage] };
    if (route.tag === 'Templates') return { name: 'a', source: 'a' };
    return { html: 'a', ...(route.body?.kind === 'records' && { data: [{}] }) };
  };
  const ask = (route: Route, change: (proper: Request) => Request = (request) => request, fields?: object) => {
    const { path, request } = proper(route, fields);
    return send(route.method, path, change(request));
  };
  /** With a source that is refused; a patch needs a template to change. */
  const withSource = async (route: Route, source: string) => {
    const isTemplate = route.tag === 'Templates';
    if (route.method !== 'PATCH') return ask(route, undefined, isTemplate ? { source } : { html: source });
    return send('PATCH', await templatePath(service, owner), { key: owner.key, json: { source } });
  };
  const file = new LinkSigner([SECRET]);
  const link = (route: Route, expiresAt: number) =>
    route.tag === 'Batches'
      ? `${proper(route).path}?${file.query(`batch ${NO_SUCH_ID}`, expiresAt)}`
      : file.path(NO_SUCH_ID, expiresAt);
  const isLink = ({ access, tag }: Route) => access === 'public' && tag !== 'Operation';
  const realLink = async () => {
    const { json } = await service.send('POST', '/v1/render', { key: owner.key, json: { html: 'a', output: 'url' } });
    const { pathname, search } = new URL(json.url);
    return pathname + search;
  };
  const soon = () => Math.floor(Date.now() / 1000) + 60;

  /** In a service that gives up at once: even checking the syntax of a long template, or joining many links, takes longer. */
  const quick = await openService(t, connection, { RENDER_TIMEOUT: '100ms', ...NO_BATCHES });
  const askQuick = async (route: Route) => {
    if (route.tag === 'Rendering' && route.id !== 'merge')
      return seen.watch(quick.send)(route.method, route.path, { key: owner.key, json: { html: ENDLESS } });
    if (route.id === 'merge') {
      const links = await pdfOf(`<p style="font-size: 3px">${'<a href="#b">a</a> '.repeat(1000)}`);
      return seen.watch(quick.send)(route.method, route.path, {
        key: owner.key,
        json: { pdfs: Array(100).fill(links) },
      });
    }
    const path = route.method === 'PATCH' ? await templatePath(service, owner) : route.path;
    const source = '{{#if a.b}}{{c.d.e}}{{/if}}'.repeat(70_000);
    const json = route.tag === 'Batches' ? { html: source, data: [{}] } : { name: 'a', source };
    return seen.watch(quick.send)(route.method, path, { key: owner.key, json });
  };

  /** In a service where a render lasts until its client leaves. */
  const patient = await openService(t, connection, { ...environment, RENDER_TIMEOUT: '60s', ...NO_BATCHES });
  /** Takes its thread, and the place in its queue. @returns what frees them */
  const occupy = async () => {
    const client = new AbortController();
    const long = { key: owner.key, json: { html: ENDLESS }, signal: client.signal };
    const renders = [1, 2].map(() => patient.send('POST', '/v1/validate', long).catch(() => undefined)); // they leave
    await until('one renders, one waits', async () => (await loadOf(patient)).waiting === 1);
    return async () => {
      client.abort();
      await Promise.all(renders);
      await until('both have ended', async () => (await loadOf(patient)).running === 0);
    };
  };
  let free: (() => Promise<void>) | undefined;

  /** In a service that holds few bytes of bodies: one is not sent to its end. */
  const tight = await openService(t, connection, { BODY_MEMORY: '1KB', ...NO_BATCHES });
  const busyWithBodies = async (route: Route) => {
    const { path, request } = proper(route);
    const { port } = new URL(tight.url);
    const half = connect(Number(port), '127.0.0.1');
    half.write(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${owner.key}\r\nContent-Length: 450\r\n\r\n1`,
    );
    for (;;) {
      const answer = await seen.watch(tight.send)(route.method, path, request);
      if (answer.status !== 503) continue; // the other one has not arrived
      half.destroy();
      return answer;
    }
  };

  const createBatch = async (key: string, html: string, data: object[]) =>
    (await service.send('POST', '/v1/batches', { key, json: { html, data } })).json.id as string;
  const batchEnd = (key: string, id: string) =>
    until('the batch has ended', async () => {
      return (await service.send('GET', `/v1/batches/${id}`, { key })).json.finished_at !== null;
    });
  const mergedBatch = async () => {
    const request = { html: 'a', output: 'merged', data: [{}] };
    const { json } = await service.send('POST', '/v1/batches', { key: owner.key, json: request });
    await batchEnd(owner.key, json.id);
    const { links } = (await service.send('GET', `/v1/batches/${json.id}`, { key: owner.key })).json;
    return { id: json.id as string, path: links.pdf.slice(service.url.length) as string };
  };
  const tooLargeToMerge = async () => {
    const { id, path } = await mergedBatch();
    await sql(connection, 'update batch set objects = 10000000 where id = $1', [id]);
    return send('GET', path);
  };
  const busyMerging = async () => {
    const { path } = await mergedBatch();
    for (;;) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => send('GET', path)));
      const refused = answers.find(({ status }) => status === 503);
      if (refused) return refused;
    }
  };
  /** Its only record fails, so that its credit is free for another render. */
  const retryWithoutCredits = async (route: Route) => {
    const { key } = await service.account({ credits: 1 });
    const id = await createBatch(key, '{{number "x"}}', [{}]);
    await batchEnd(key, id);
    await service.send('POST', '/v1/render', { key, json: { html: 'a' } });
    return send(route.method, route.path.replace('{id}', id), { key });
  };

  /** Which template is used comes from data, so that all of them are looked at. */
  const withManyPartials = async (route: Route) => {
    const { id, key } = await service.account();
    const { templates } = service.process.data;
    const names = Array.from({ length: PARTIAL_LIMITS.count + 1 }, (_, index) => `partial ${index}`);
    await Promise.all(names.map((name) => templates.create(id, { name, source: 'a' })));
    return ask(route, (request) => ({ ...request, key }), { html: '{{> (lookup . "x")}}' });
  };

  type Provocation = (route: Route) => Promise<Answer>;
  const provocations: Partial<Record<ServiceErrorCode, Provocation>> = {
    invalid_json: (route) =>
      ask(route, ({ key }) => ({ key, body: '{"html": }', headers: { 'Content-Type': 'application/json' } })),
    invalid_image: (route) => ask(route, (request) => ({ ...request, body: 'GIF89a' })),
    invalid_pdf: (route) =>
      ask(route, (request) => ({ ...request, body: '%PDF-1.7 cut', headers: { 'Content-Type': 'application/pdf' } })),
    invalid_profile: (route) =>
      ask(route, (request) => ({
        ...request,
        body: 'no profile',
        headers: { 'Content-Type': 'application/vnd.iccprofile' },
      })),
    missing_parameter: (route) =>
      send(route.method, route.path, {
        key: owner.key,
        body: new Uint8Array(PIXEL_PNG),
        headers: { 'Content-Type': 'image/png' },
      }),
    missing_api_key: (route) => ask(route, ({ key: _, ...request }) => request),
    invalid_api_key: (route) => ask(route, (request) => ({ ...request, key: `pk_live_${'0'.repeat(43)}` })),
    async no_credits(route) {
      if (route.id === 'retryBatch') return retryWithoutCredits(route);
      const { key } = await service.account({ credits: 0 });
      const answer = await ask(route, (request) => ({ ...request, key }));
      t.equal(answer.json.error.balance, 0);
      return answer;
    },
    invalid_signature: (route) =>
      send(
        route.method,
        link(route, soon()).replace(/sig=(.)/, (_, first) => `sig=${first === '_' ? '-' : '_'}`),
      ),
    async link_expired(route) {
      if (route.path !== '/v1/render') return send(route.method, link(route, soon() - 120));
      // With a database of its own, as any service may render a batch, and sets when it expires.
      const brief = await openService(t, await postgres.create(t), { ...PATIENCE, FILE_LINK_TTL: '1s' });
      const request = {
        ...proper(route).request,
        key: (await brief.account()).key,
        headers: { Prefer: 'respond-async', 'Idempotency-Key': 'accepted before' },
      };
      for (;;) {
        const answer = await seen.watch(brief.send)(route.method, route.path, request);
        if (answer.status !== 202) return answer; // until the batch has expired
        await delay(100);
      }
    },
    not_found: (route) => (isLink(route) ? send('GET', link(route, soon())) : ask(route)),
    async batch_not_finished(route) {
      const id = await createBatch(owner.key, 'a', [{}]);
      await batchEnd(owner.key, id);
      await sql(connection, 'update batch set finished_at = null where id = $1', [id]);
      return send(route.method, route.path.replace('{id}', id), { key: owner.key });
    },
    async precondition_failed(route) {
      const path = await templatePath(service, owner);
      const request = { key: owner.key, headers: { 'If-Match': '"9"' } };
      return send(route.method, path, route.method === 'PATCH' ? { ...request, json: { name: 'b' } } : request);
    },
    range_not_satisfiable: async (route) =>
      send(route.method, await realLink(), { headers: { Range: 'bytes=9999999-' } }),
    request_timeout: (route) => sendSlowly(service, route, owner.key, seen),
    body_too_large: (route) =>
      ask(route, ({ json: _, ...request }) => ({
        ...request,
        body: `{"a":"${'x'.repeat(500_000)}"}`,
        headers: {
          'Content-Type': 'application/octet-stream',
          ...(route.body?.kind !== 'file' && { 'Content-Type': 'application/json' }),
        },
      })),
    unsupported_media_type: (route) =>
      ask(route, ({ key }) => ({ key, body: 'a=b', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } })),
    invalid_request: (route) => {
      if (route.body?.kind === 'file')
        return send('POST', `${route.path}?name=${'x'.repeat(256)}`, proper(route).request);
      return ask(route, undefined, route.tag === 'Templates' ? { name: 7 } : { html: 7 });
    },
    invalid_locale: async (route) => {
      const path = route.method === 'PATCH' ? await templatePath(service, owner) : proper(route).path;
      return send(route.method, path, {
        key: owner.key,
        json: { ...(proper(route).request.json as object), locale: 'not a locale' },
      });
    },
    template_not_found: (route) =>
      ask(route, ({ key, json }) => ({ key, json: { ...(json as object), html: null, template_id: NO_SUCH_ID } })),
    async template_invalid(route) {
      const answer = await withSource(route, '<p>\n  {{frobnicate 1 2}}');
      t.match(answer.json.error.message, /line 2, column 3.*frobnicate/i, 'line and column');
      return answer;
    },
    template_failed: (route) => withSource(route, '{{number "no number"}}'),
    document_too_large(route) {
      if (route.id === 'getMergedBatch') return tooLargeToMerge();
      if (route.id === 'merge') return ask(route, undefined, { pdfs: Array(6).fill(onePage) });
      return withSource(route, 'x'.repeat(150_000));
    },
    document_too_complex: (route) =>
      route.tag === 'Batches' ? withManyPartials(route) : withSource(route, '<p style="break-after: page">a'.repeat(7)),
    render_timeout: askQuick,
    document_not_supported: (route) =>
      ask(route, undefined, { html: '<p style="backdrop-filter: blur(1px)">', strict: true }),
    async idempotency_in_progress(route) {
      const headers = { 'Idempotency-Key': `concurrent ${route.id}` };
      const { path, request } = proper(route);
      const client = new AbortController();
      const long = { key: owner.key, json: { html: ENDLESS }, signal: client.signal };
      const busy = patient.send('POST', '/v1/render', long).catch(() => undefined); // it leaves
      await until('it renders', async () => (await loadOf(patient)).running === 1);
      const first = patient.send(route.method, path, { ...request, headers });
      await until('the other waits for the thread', async () => (await loadOf(patient)).waiting === 1);
      const second = await seen.watch(patient.send)(route.method, path, { ...request, headers });
      client.abort();
      await Promise.all([busy, first]);
      await until('both have ended', async () => (await loadOf(patient)).running === 0);
      return second;
    },
    async idempotency_mismatch(route) {
      const { path, request } = proper(route);
      const headers = { 'Idempotency-Key': `other body ${route.id}` };
      await service.send(route.method, path, { ...request, headers });
      return send(route.method, path, { ...request, headers, json: { ...(request.json as object), title: 'other' } });
    },
    async rate_limited(route) {
      const { key } = await service.account({ plan: 'slow' });
      const answers = await Promise.all(
        Array.from({ length: 21 }, () => service.send(route.method, route.path, { key, json: { html: 7 } })),
      );
      t.equal(answers.filter(({ status }) => status !== 429).length, 20, 'the burst');
      const answer = await ask(route, (request) => ({ ...request, key }));
      t.equal(answer.headers.get('ratelimit-limit'), '20');
      t.equal(answer.headers.get('ratelimit-remaining'), '0');
      t.match(answer.headers.get('ratelimit-reset'), /^[1-9]\d*$/);
      const policy = route.isRender ? 'renders' : 'changes';
      t.equal(answer.headers.get('ratelimit-policy'), `"${policy}";q=20;w=1200`);
      t.match(answer.headers.get('ratelimit'), new RegExp(`^"${policy}";r=0;t=[1-9]\\d*$`));
      return answer;
    },
    async starting(route) {
      const first = await openService(t, connection, NO_BATCHES, undefined, undefined, true);
      const answer = await seen.watch(first.send)(route.method, route.path);
      first.process.complete();
      t.equal((await first.send(route.method, route.path)).status, 200, 'ready once all processes are');
      return answer;
    },
    async storage_full(route) {
      const { key } = await service.account({ plan: 'tiny' });
      const upload = (request: Request) => ({ ...request, key });
      t.equal((await ask(route, upload)).status, 201);
      return ask(route, upload);
    },
    async busy(route) {
      if (route.id === 'getMergedBatch') return busyMerging();
      if (route.body?.kind === 'file') return busyWithBodies(route);
      const path = route.method === 'PATCH' ? await templatePath(service, owner) : route.path;
      free ??= await occupy();
      return seen.watch(patient.send)(route.method, path, proper(route).request);
    },
  };

  for (const [code, provoke] of Object.entries(provocations)) {
    t.test(code, async (t) => {
      for (const route of ROUTES.filter(({ errors }) => errors.includes(code as ServiceErrorCode))) {
        checkRefusal(t, code as ServiceErrorCode, await provoke(route), `${route.method} ${route.path}`);
      }
      await free?.();
    });
  }

  t.test('storage_unavailable, then shutting_down', async (t) => {
    const { url, proxy } = await proxyPostgres(t, connection.url);
    const cut = await openService(
      t,
      { ...connection, url },
      {
        ...environment,
        ...NO_BATCHES,
        DATABASE_CONNECT_TIMEOUT: '1s',
        RENDER_TIMEOUT: '60s',
      },
    );
    const { key } = await cut.account();
    const path = new URL((await cut.send('POST', '/v1/render', { key, json: { html: 'a', output: 'url' } })).json.url);
    const sendThere = seen.watch(client(cut.url));
    const askThere = (route: Route) =>
      isLink(route)
        ? sendThere('GET', route.tag === 'Batches' ? link(route, soon()) : path.pathname + path.search)
        : sendThere(route.method, proper(route).path, {
            ...proper(route).request,
            ...(route.access === 'key' && { key }),
          });
    proxy.cut();
    for (const route of ROUTES.filter(({ errors }) => errors.includes('storage_unavailable'))) {
      checkRefusal(t, 'storage_unavailable', await askThere(route), `${route.method} ${route.path}`);
    }
    t.equal((await cut.send('GET', '/healthz')).status, 200, 'the process lives');
    proxy.mend();
    await until('it is ready', async () => (await cut.send('GET', '/readyz')).status === 200);
    t.equal((await cut.send('POST', '/v1/render', { key, json: { html: 'a' } })).status, 200);

    // shutting_down: what was begun is finished, new renders are refused
    const saved = await templatePath(cut, { ...owner, key });
    const slow = sendThere('POST', '/v1/validate', { key, json: { html: SLOW } });
    await until('it renders', async () => (await loadOf(cut)).running === 1);
    const end = cut.process.end('stopping');
    for (const route of ROUTES.filter(({ errors }) => errors.includes('shutting_down'))) {
      const { path: target, request } = proper(route);
      const there = route.method === 'PATCH' ? saved : target;
      const answer = await sendThere(route.method, there, { ...request, ...(route.access === 'key' && { key }) });
      checkRefusal(t, 'shutting_down', answer, `${route.method} ${route.path}`);
      t.equal(answer.headers.get('connection'), 'close');
    }
    t.equal((await slow).status, 200, 'what was begun has been finished');
    await end;
    await t.rejects(sendThere('GET', '/healthz'), 'nobody listens any more');
  });

  t.test('answers that are no errors', async () => {
    const path = await templatePath(service, owner, seen);
    const asset = await ask(ROUTES.find(({ id }) => id === 'uploadAsset')!);
    const rendered = await send('POST', '/v1/render', { key: owner.key, json: { html: 'a', output: 'url' } });
    const { pathname, search } = new URL(rendered.json.url);
    const full = await send('GET', pathname + search);
    await send('GET', pathname + search, { headers: { Range: 'bytes=0-9' } });
    await send('GET', pathname + search, { headers: { 'If-None-Match': full.headers.get('etag')! } });
    await send('POST', '/v1/validate', { key: owner.key, json: { html: 'a' } });
    await ask(ROUTES.find(({ id }) => id === 'merge')!);
    for (const listed of ['/v1/templates', path, '/v1/assets', '/v1/me', '/v1/webhook-secret'])
      await send('GET', listed, { key: owner.key });
    const asynchronous = { Prefer: 'respond-async' };
    await send('POST', '/v1/render', { key: owner.key, headers: asynchronous, json: { html: 'a' } });
    await send('POST', '/v1/batches', { key: owner.key, json: { html: 'a', data: [{}] } });
    const batch = await createBatch(owner.key, '{{#if bad}}{{number "x"}}{{/if}}', [{}, { bad: true }]);
    await batchEnd(owner.key, batch);
    await send('GET', '/v1/batches', { key: owner.key });
    const { json: ended } = await send('GET', `/v1/batches/${batch}`, { key: owner.key });
    for (const url of [
      ended.links.manifest,
      ended.links.archive,
      ended.links.manifest.replace('manifest', 'records/1'),
    ])
      await send('GET', url.slice(service.url.length));
    await send('POST', `/v1/batches/${batch}/retry`, { key: owner.key });
    await send('POST', `/v1/batches/${batch}/cancel`, { key: owner.key });
    const changed = await send('PATCH', path, { key: owner.key, json: { name: 'b' } });
    await send('GET', path, { key: owner.key, headers: { 'If-None-Match': changed.headers.get('etag')! } });
    await send('DELETE', path, { key: owner.key });
    await send('DELETE', `/v1/assets/${asset.json.id}`, { key: owner.key });
    const s3 = await startS3(t);
    const stored = { ...s3.environment, S3_PUBLIC_URL: s3.settings.endpoint!, ...NO_BATCHES };
    const redirecting = await openService(t, connection, { FILE_LINK_SECRETS: SECRET, ...stored });
    const inStore = { key: owner.key, json: { html: 'a', output: 'url' } };
    const { url } = (await redirecting.send('POST', '/v1/render', inStore)).json;
    await seen.watch(redirecting.send)('GET', url.slice(redirecting.url.length));
    for (const open of ['/openapi.json', '/healthz', '/readyz']) await send('GET', open);
  });

  t.test('every status and code that is documented occurred, and no other', async (t) => {
    t.strictSame(seen.codes(), documentedCodes());
    t.strictSame(seen.statuses(), documentedStatuses());
  });
});

function checkRefusal(t: Test, code: ServiceErrorCode, answer: Answer, at: string): void {
  t.equal(answer.json?.error.code, code, at);
  t.equal(answer.status, SERVICE_ERRORS[code].status, `${at}: status`);
  t.strictSame(Object.keys(answer.json ?? {}), ['error'], `${at}: one shape`);
  t.match(answer.json?.error.message, /^\S.{3,}/, `${at}: message`);
  if ([429, 503].includes(answer.status))
    t.match(answer.headers.get('retry-after'), /^[1-9]\d*$/, `${at}: Retry-After`);
  if (answer.status === 401) t.equal(answer.headers.get('www-authenticate'), 'Bearer', at);
}

async function templatePath(service: Service, { key }: Owner, seen?: Seen): Promise<string> {
  const send = seen ? seen.watch(service.send) : service.send;
  const { json } = await send('POST', '/v1/templates', { key, json: { name: 'a', source: 'a' } });
  return `/v1/templates/${json.id}`;
}

/** Sends the head of a request, and never its body. */
function sendSlowly({ url }: Service, { method, path }: Route, key: string, seen: Seen): Promise<Answer> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1');
    let text = '';
    socket.on('error', reject);
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('end', () => {
      socket.end();
      const [head = '', body = ''] = text.split('\r\n\r\n');
      const [status = '', ...headers] = head.split('\r\n');
      const answer: Answer = {
        status: Number(status.split(' ')[1]),
        headers: new Headers(headers.map((line) => line.split(': ') as [string, string])),
        bytes: Buffer.from(body),
        json: JSON.parse(body),
      };
      seen.note(method, path, answer);
      resolve(answer);
    });
    const target = path.replace('{id}', NO_SUCH_ID);
    socket.write(
      `${method} ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: 100\r\n\r\n{`,
    );
  });
}

/** Statuses by route. */
class Seen {
  readonly #statuses = new Set<string>();
  readonly #codes = new Set<string>();
  readonly #router = new Router(ROUTES);

  watch(send: Service['send']): Service['send'] {
    return async (method, path, request) => {
      const answer = await send(method, path, request);
      this.note(method, path.split('?')[0]!, answer);
      return answer;
    };
  }

  note(method: string, path: string, { status, json }: Answer): void {
    const match = this.#router.match(method, path);
    if (!match || !('route' in match)) return;
    const at = `${match.route.method} ${match.route.path}`;
    this.#statuses.add(`${at} ${status}`);
    if (status >= 400) this.#codes.add(`${at} ${json.error.code}`);
  }

  statuses(): string[] {
    return [...this.#statuses].sort();
  }

  codes(): string[] {
    return [...this.#codes].sort();
  }
}

function documentedCodes(): string[] {
  return ROUTES.flatMap(({ method, path, errors }) => errors.map((code) => `${method} ${path} ${code}`)).sort();
}

function documentedStatuses(): string[] {
  const statuses = ROUTES.flatMap(({ method, path, answers, errors }) =>
    [...Object.keys(answers), ...errors.map((code) => SERVICE_ERRORS[code].status)].map(
      (status) => `${method} ${path} ${status}`,
    ),
  );
  return [...new Set(statuses)].sort();
}

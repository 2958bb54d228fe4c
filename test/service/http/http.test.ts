/** HTTP itself: methods, headers, encodings, ranges, large and broken transfers. */

import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import t from 'tap';
import { noise } from '../../support/images.js';
import { onEachPostgres } from '../support/postgres.js';
import { exchange, open } from '../support/raw.js';
import { client, openService, type Service } from '../support/service.js';

onEachPostgres(t, async (t, postgres) => {
  const connection = await postgres.create(t);
  const service = await openService(t, connection, { MAX_BODY: '2MB' });
  const { send, url } = service;
  const { key } = await service.account();
  const linkTo = async (json: object) => {
    const answer = await send('POST', '/v1/render', { key, json: { ...json, output: 'url' } });
    const { pathname, search } = new URL(answer.json.url);
    return { path: pathname + search, bytes: answer.json.bytes as number };
  };

  t.test('an unknown path is 404, another method of a known one 405 with Allow, both in JSON', async (t) => {
    for (const [method, path] of [
      ['GET', '/nowhere'],
      ['GET', '/v1'],
      ['GET', '/v1/me/'],
      ['GET', '/v1/files/a/b'],
      ['POST', '/v2/render'],
      ['GET', '/V1/me'],
      ['GET', '/v1/templates/'],
    ] as const) {
      const answer = await send(method, path, { key });
      t.match(answer, { status: 404, json: { error: { code: 'not_found' } } }, path);
    }
    for (const [method, path, allow] of [
      ['GET', '/v1/render', 'POST'],
      ['PUT', '/v1/templates', 'GET, HEAD, POST'],
      ['POST', '/v1/templates/x', 'GET, HEAD, PATCH, DELETE'],
      ['OPTIONS', '/v1/me', 'GET, HEAD'],
      ['DELETE', '/v1/files/x', 'GET, HEAD'],
      ['HEAD', '/v1/render', 'POST'],
    ] as const) {
      const answer = await send(method, path);
      t.equal(answer.status, 405, `${method} ${path}`);
      t.equal(answer.headers.get('allow'), allow);
      if (method !== 'HEAD') t.equal(answer.json.error.code, 'method_not_allowed');
    }
  });

  t.test('X-Request-Id is taken over when it is sane, and else made', async (t) => {
    const idFor = async (sent: string, path = '/v1/me') =>
      (await send('GET', path, { headers: { 'X-Request-Id': sent } })).headers.get('x-request-id');
    t.equal(await idFor('abc-123.4:5'), 'abc-123.4:5');
    t.equal(await idFor('abc-123.4:5', '/nowhere'), 'abc-123.4:5');
    for (const insane of ['', 'a b', 'x'.repeat(129), '<script>', 'é']) t.match(await idFor(insane), /^[0-9a-f-]{36}$/);
  });

  t.test('a key in any other form than "Bearer KEY" is no key', async (t) => {
    const codeFor = async (authorization: string) =>
      (await send('GET', '/v1/me', { headers: { Authorization: authorization } })).json.error?.code;
    for (const wrong of [
      'Bearer',
      'Basic abc',
      key,
      `Bearer ${key}x`,
      `Bearer ${key}, Bearer ${key}`,
      `Token ${key}`,
    ]) {
      t.equal(await codeFor(wrong), 'invalid_api_key', wrong);
    }
    t.equal(await codeFor(`bearer  ${key}`), undefined);
    t.equal((await send('GET', `/v1/me?api_key=${key}`)).json.error.code, 'missing_api_key');
  });

  t.test('HEAD answers as GET does, without the body, and leaves the connection usable', async (t) => {
    const { path, bytes } = await linkTo({ html: 'a' });
    const head = await send('HEAD', path);
    t.equal(head.status, 200);
    t.equal(head.headers.get('content-length'), String(bytes));
    t.equal(head.headers.get('content-type'), 'application/pdf');
    t.equal(head.bytes.length, 0);
    const ranged = await send('HEAD', path, { headers: { Range: 'bytes=0-1' } });
    t.equal(ranged.status, 200, 'Range is for GET only');
    t.equal(ranged.headers.get('content-length'), String(bytes));
    t.equal((await send('HEAD', '/v1/me', { key })).status, 200);
    t.equal((await send('HEAD', '/v1/me')).status, 401);
    const twice = await exchange(
      url,
      'HEAD /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
    );
    t.equal(twice.match(/HTTP\/1\.1 200 OK/g)?.length, 2);
  });

  t.test('a file whose bytes are lost is 404 for GET and HEAD alike', async (t) => {
    const { path } = await linkTo({ html: 'a' });
    const file = await service.process.data.files.find(path.split(/[/?]/)[3]!);
    await service.process.data.files.discard(file!);
    t.equal((await send('HEAD', path)).status, 404);
    t.equal((await send('GET', path)).status, 404);
  });

  t.test('files: ranges, conditions, names', async (t) => {
    const { path, bytes } = await linkTo({ html: 'a' });
    const whole = await send('GET', path);
    const etag = whole.headers.get('etag')!;
    t.equal(whole.headers.get('accept-ranges'), 'bytes');
    t.match(whole.headers.get('content-disposition'), /^inline; filename="[0-9a-f-]{36}\.pdf"$/);
    const ranged = async (range: string, more: Record<string, string> = {}) =>
      send('GET', path, { headers: { Range: range, ...more } });
    for (const [range, start, end] of [
      ['bytes=0-9', 0, 9],
      ['bytes=10-', 10, bytes - 1],
      ['bytes=-5', bytes - 5, bytes - 1],
      ['bytes=0-99999999', 0, bytes - 1],
      ['bytes=-99999999', 0, bytes - 1],
    ] as const) {
      const part = await ranged(range);
      t.equal(part.status, 206, range);
      t.equal(part.headers.get('content-range'), `bytes ${start}-${end}/${bytes}`);
      t.strictSame(part.bytes, whole.bytes.subarray(start, end + 1));
    }
    for (const all of ['bytes=0-1,3-4', 'lines=1-2', 'bytes=5-2', 'bytes=-', 'bytes']) {
      t.equal((await ranged(all)).status, 200, `${all}: the whole file`);
    }
    const beyond = await ranged(`bytes=${bytes}-`);
    t.match(beyond, { status: 416, json: { error: { code: 'range_not_satisfiable' } } });
    t.equal(beyond.headers.get('content-range'), `bytes */${bytes}`);
    t.equal((await ranged('bytes=-0')).status, 416);
    t.equal((await ranged('bytes=0-1', { 'If-Range': etag })).status, 206);
    t.equal((await ranged('bytes=0-1', { 'If-Range': '"other"' })).status, 200);
    const same = await send('GET', path, { headers: { 'If-None-Match': `"x", W/${etag}` } });
    t.equal(same.status, 304);
    t.equal(same.bytes.length, 0);
    t.equal(same.headers.get('etag'), etag);
    t.equal((await send('GET', path, { headers: { 'If-None-Match': '"x"' } })).status, 200);
  });

  t.test('pages of other sites embed what is behind a link, and nothing else', async (t) => {
    const policy = 'cross-origin-resource-policy';
    const { path } = await linkTo({ html: 'a' });
    const linked = await send('GET', path);
    t.equal(linked.headers.get(policy), 'cross-origin');
    for (const answer of [
      await send('GET', '/v1/me', { key }),
      await send('POST', '/v1/render', { key, json: { html: 'a' } }),
      await send('GET', '/nowhere'),
      await send('GET', `${path}a`),
    ]) {
      t.equal(answer.headers.get(policy), 'same-origin');
      t.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    }
  });

  t.test('links: what was changed is refused, whatever was changed', async (t) => {
    const { path } = await linkTo({ html: 'a' });
    const link = new URL(path, url);
    const change = (name: string, value: string) => {
      const changed = new URL(link);
      changed.searchParams.set(name, value);
      return changed.pathname + changed.search;
    };
    const signature = link.searchParams.get('sig')!;
    for (const wrong of [
      change('exp', String(Number(link.searchParams.get('exp')) + 1)),
      change('sig', signature.slice(0, -1)),
      change('sig', `${signature}=`),
      change('sig', ''),
      link.pathname,
      `${link.pathname.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}${link.search}`,
    ]) {
      t.match(await send('GET', wrong), { status: 403, json: { error: { code: 'invalid_signature' } } }, wrong);
    }
  });

  t.test('JSON is compressed for those who take it', async (t) => {
    const raw = (encoding: string) =>
      new Promise<{ encoding: string | undefined; vary: string | undefined; body: Buffer }>((resolve, reject) => {
        request(`${url}/openapi.json`, { headers: { 'Accept-Encoding': encoding } }, async (response) => {
          const body = Buffer.concat(await response.toArray());
          resolve({ encoding: response.headers['content-encoding'], vary: response.headers['vary'], body });
        })
          .on('error', reject)
          .end();
      });
    const plain = await raw('identity');
    t.equal(plain.encoding, undefined);
    t.equal(plain.vary, 'Accept-Encoding');
    const brotli = await raw('gzip, deflate, br');
    t.equal(brotli.encoding, 'br');
    t.strictSame(brotliDecompressSync(brotli.body), plain.body);
    const gzip = await raw('br;q=0.1, gzip');
    t.equal(gzip.encoding, 'gzip');
    t.strictSame(gunzipSync(gzip.body), plain.body);
    t.ok(gzip.body.length < plain.body.length / 5);
    t.equal((await raw('br;q=0, gzip;q=0')).encoding, undefined);
  });

  t.test('bodies: any JSON type, UTF-8 only, no more than the limit, chunked too', async (t) => {
    const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
      send('POST', '/v1/validate', { key, body, headers: { 'Content-Type': 'application/json', ...headers } });
    t.equal((await post('{"html":"a"}', { 'Content-Type': 'application/vnd.api+json; charset=UTF-8' })).status, 200);
    t.equal((await post('\ufeff{"html":"a"}')).status, 200, 'a byte order mark is passed over');
    t.equal((await post('{"html":"a"}', { 'Content-Type': 'application/json; charset=latin1' })).status, 415);
    t.equal((await post('{"html":"a"}', { 'Content-Encoding': 'gzip' })).status, 415);
    for (const broken of ['', ' ', '{', '{"html":"a"}x', "{'html':'a'}", new Uint8Array([0x7b, 0xff, 0x7d])]) {
      t.match(await post(broken), { status: 400, json: { error: { code: 'invalid_json' } } }, String(broken));
    }
    for (const other of ['null', '[]', '"a"', '1']) {
      t.match(await post(other), {
        status: 422,
        json: { error: { code: 'invalid_request', message: 'The body: must be object' } },
      });
    }
    const body = '{"html":"chunked"}';
    const chunks = [...body].map((one) => `1\r\n${one}\r\n`).join('');
    const head = `POST /v1/validate HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n`;
    t.match(await exchange(url, `${head}Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`), /^HTTP\/1\.1 200 OK/);
    const large = `${'10000'}\r\n${'x'.repeat(0x10000)}\r\n`.repeat(40);
    t.match(
      await exchange(url, `${head}Transfer-Encoding: chunked\r\n\r\n${large}`),
      /^HTTP\/1\.1 413 .*"body_too_large"/s,
    );
    t.match(
      await exchange(url, `${head}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
      /HTTP\/1\.1 200 OK/,
    );
  });

  t.test('a wrong field is named', async (t) => {
    const messageFor = async (json: object, path = '/v1/render') => {
      const { status, json: answer } = await send('POST', path, { key, json });
      t.equal(status, 422);
      return answer.error.message;
    };
    t.equal(await messageFor({ html: 1 }), 'html: must be string or null');
    t.equal(await messageFor({ html: 'a', data: [] }), 'data: must be object');
    t.equal(await messageFor({ html: 'a', output: 'png' }), 'output: must be "pdf" or "url"');
    t.equal(await messageFor({ html: 'a', strict: 'yes' }), 'strict: must be boolean');
    t.equal(await messageFor({}), 'html or template_id: must be given');
    t.equal(await messageFor({ html: 'a', template_id: 'b' }), 'html and template_id: only one of them can be given');
    t.equal(await messageFor({ source: 'a' }, '/v1/templates'), 'name: must be given');
    t.equal(await messageFor({ name: null, source: 'a' }, '/v1/templates'), 'name: must be given');
    t.match(await messageFor({ name: '', source: 'a' }, '/v1/templates'), /^name: /);
    t.match(await messageFor({ name: 'a\0', source: 'a' }, '/v1/templates'), /^name /);
  });

  t.test('a field that does not exist is refused by its name, with the one that is meant', async (t) => {
    const { id } = (await send('POST', '/v1/templates', { key, json: { name: 'a', source: 'a' } })).json;
    const requests: readonly (readonly [method: string, path: string, json: object, message: string])[] = [
      ['POST', '/v1/render', { html: 'a', locael: 'de' }, 'locael: there is no such field; did you mean locale?'],
      ['POST', '/v1/render', { htm: 'a' }, 'htm: there is no such field; did you mean html?'],
      ['POST', '/v1/render', { templateId: id }, 'templateId: there is no such field; did you mean template_id?'],
      ['POST', '/v1/validate', { html: 'a', output: 'url' }, 'output: there is no such field'],
      ['POST', '/v1/validate', { html: 'a', tilte: 'b' }, 'tilte: there is no such field; did you mean title?'],
      ['POST', '/v1/templates', { nmae: 'a', source: 'a' }, 'nmae: there is no such field; did you mean name?'],
      [
        'PATCH',
        `/v1/templates/${id}`,
        { sampleData: {} },
        'sampleData: there is no such field; did you mean sample_data?',
      ],
      ['POST', '/v1/render', { html: 'a', ['x'.repeat(99)]: 1 }, `${'x'.repeat(64)}…: there is no such field`],
    ];
    for (const [method, path, json, message] of requests) {
      const answer = await send(method, path, { key, json });
      t.match(answer, { status: 422, json: { error: { code: 'invalid_request', message } } }, message);
    }
    const data = { locael: { anything: [1] } };
    t.equal((await send('POST', '/v1/validate', { key, json: { html: 'a', data } })).status, 200, 'data are free');
  });

  t.test('the log line of a refused request carries error.code, that of another one none', async (t) => {
    const headers = (id: string) => ({ 'X-Request-Id': id });
    await send('POST', '/v1/render', { key, json: { htm: 'a' }, headers: headers('refused') });
    await send('GET', '/v1/nowhere', { headers: headers('nowhere') });
    await send('POST', '/v1/validate', { key, json: { html: 'a' }, headers: headers('answered') });
    const again = { key, json: { html: '{{#if}}' }, headers: { ...headers('again'), 'Idempotency-Key': 'twice' } };
    for (let round = 0; round < 2; round += 1) await send('POST', '/v1/render', again);
    const codes = (id: string) => service.log.filter(({ request }) => request === id).map(({ error }) => error);
    t.strictSame(codes('refused'), [{ code: 'invalid_request' }]);
    t.strictSame(codes('nowhere'), [{ code: 'not_found' }]);
    t.strictSame(codes('answered'), [undefined]);
    t.strictSame(codes('again'), [{ code: 'template_invalid' }, { code: 'template_invalid' }]);
  });

  t.test('a large PDF reaches a slow reader whole', async (t) => {
    const body = new Uint8Array(noise(1500, 1500));
    const headers = { 'Content-Type': 'application/octet-stream' };
    const { reference } = (await send('POST', '/v1/assets?name=noise', { key, body, headers })).json;
    const { path, bytes } = await linkTo({ html: `<img src="${reference}">` });
    t.ok(bytes > 6_000_000, `${bytes} bytes, more than sockets hold`);
    const response = await fetch(url + path);
    let received = 0;
    for await (const chunk of response.body!) {
      received += chunk.length;
      if (received < 1_000_000) await delay(20);
    }
    t.equal(received, bytes);
  });

  t.test('the process survives clients that leave at any point', async (t) => {
    const body = JSON.stringify({ html: '{{#each (range 1 300)}}<p>{{this}}{{/each}}' });
    const text = `POST /v1/render HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    for (let round = 0; round < 60; round += 1) {
      const socket = open(url);
      await once(socket, 'connect');
      socket.write(text.slice(0, Math.ceil((text.length * (round % 20)) / 15)));
      await delay((round * 7) % 40);
      if (round % 2) socket.resetAndDestroy();
      else socket.destroy();
    }
    t.equal((await send('GET', '/healthz')).status, 200);
    t.equal((await send('POST', '/v1/render', { key, json: { html: 'a' } })).status, 200);
    t.strictSame(
      service.log.filter(({ level }) => level === 50),
      [],
      'and nothing is logged as a fault of ours',
    );
  });

  t.test('what is no HTTP is cut off or refused, and hurts nobody', async (t) => {
    for (const text of [
      'GET / HTTP/1.1\r\n\r\n',
      'nonsense\r\n\r\n',
      'GET /v1/me HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      `GET /${'x'.repeat(10_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      'POST /v1/render HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
      '\0\0\0\0',
    ]) {
      t.notMatch(await exchange(url, text, 300), /^HTTP\/1\.1 200/);
    }
    t.equal((await send('GET', '/healthz')).status, 200);
  });

  t.test('nothing of the inside is told when something breaks', async (t) => {
    const broken: Service['send'] = client(url);
    service.process.data.templates.list = () => Promise.reject(new Error('secret detail'));
    const answer = await broken('GET', '/v1/templates', { key });
    t.equal(answer.status, 500);
    t.strictSame(answer.json, { error: { code: 'internal', message: 'The service failed' } });
    const [line] = service.log.filter(({ status }) => status === 500);
    t.match(line, { request: answer.headers.get('x-request-id')!, err: { message: 'secret detail' } });
  });

  t.test('pages of named origins may call, and no others', async (t) => {
    const open = await openService(t, connection, { CORS_ORIGINS: 'https://app.example.com' });
    const ask = (origin: string) =>
      open.send('OPTIONS', '/v1/render', {
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization',
        },
      });
    const allowed = await ask('https://app.example.com');
    t.equal(allowed.status, 204);
    t.equal(allowed.headers.get('access-control-allow-origin'), 'https://app.example.com');
    t.match(allowed.headers.get('access-control-allow-headers'), /Authorization/);
    t.equal((await ask('https://evil.example.com')).headers.get('access-control-allow-origin'), null);
    const answer = await open.send('GET', '/v1/me', { key, headers: { Origin: 'https://app.example.com' } });
    t.equal(answer.headers.get('access-control-allow-origin'), 'https://app.example.com');
    t.match(answer.headers.get('access-control-expose-headers'), /X-Credits-Remaining.*Idempotent-Replayed/);
    t.match(answer.headers.get('vary'), /Origin/);
    t.equal(
      (await send('GET', '/v1/me', { key, headers: { Origin: 'https://app.example.com' } })).headers.get(
        'access-control-allow-origin',
      ),
      null,
      'off by default',
    );
  });
});

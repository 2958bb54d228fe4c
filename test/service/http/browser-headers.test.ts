/** Limits on answers that a browser shows, and on the hosts that requests may name. */

import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import t from 'tap';
import { AllowedHosts } from '../../../src/service/http/allowed-hosts.js';
import { browserHeaders } from '../../../src/service/http/browser-headers.js';
import { onEmbeddedPostgres } from '../support/postgres.js';
import { openService } from '../support/service.js';

const headersOf = (headers: Record<string, string>) =>
  Object.fromEntries(browserHeaders(new Map(Object.entries(headers))));

t.test('an answer may load nothing, and stand in no frame', async (t) => {
  const all = { 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'", 'X-Frame-Options': 'DENY' };
  t.strictSame(headersOf({ 'Content-Type': 'application/json' }), all);
  t.strictSame(headersOf({}), all);
});

t.test('PDFs may stand in no frame, unless pages of other sites may embed them', async (t) => {
  const pdf = { 'Content-Type': 'application/pdf' };
  t.strictSame(headersOf(pdf), { 'Content-Security-Policy': "frame-ancestors 'none'", 'X-Frame-Options': 'DENY' });
  t.strictSame(headersOf({ ...pdf, 'Cross-Origin-Resource-Policy': 'cross-origin' }), {});
});

t.test('hosts are compared with and without their port', async (t) => {
  const hosts = new AllowedHosts(['PDF.example.com', '*.example.org', '10.0.0.7:8080'], 'https://public.example.com/x');
  for (const host of [
    'pdf.example.com',
    'Pdf.Example.com:8443',
    'a.example.org:80',
    '10.0.0.7:8080',
    'public.example.com',
  ])
    t.ok(hosts.allows(host), host);
  for (const host of [
    'example.org',
    'notexample.org',
    '10.0.0.7',
    '10.0.0.7:80',
    'pdf.example.com.evil.example',
    '',
    undefined,
  ])
    t.notOk(hosts.allows(host), host ?? 'none');
  t.ok(new AllowedHosts(undefined, undefined).allows('anything'));
});

onEmbeddedPostgres(t, async (t, postgres) => {
  const service = await openService(t, await postgres.create(t), { ALLOWED_HOSTS: 'pdf.example.com' });
  const ask = async (path: string, host: string) => {
    const [answer] = (await once(get(`${service.url}${path}`, { headers: { Host: host } }), 'response')) as [
      IncomingMessage,
    ];
    const chunks = await answer.toArray();
    return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks).toString() };
  };

  t.test('a request that names another host is refused; health checks come by address', async (t) => {
    t.match(await ask('/v1/me', 'evil.example'), { status: 421, body: /"unknown_host"/ });
    t.match(await ask('/sign-in', 'evil.example'), { status: 421 });
    t.match(await ask('/v1/me', 'pdf.example.com'), { status: 401 });
    t.match(await ask('/healthz', '10.1.2.3:8080'), { status: 200 });
  });

  t.test('refusals have the headers, too', async (t) => {
    for (const path of ['/v1/me', '/nowhere', '/healthz'])
      t.match((await ask(path, 'pdf.example.com')).headers, {
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-frame-options': 'DENY',
      });
  });
});

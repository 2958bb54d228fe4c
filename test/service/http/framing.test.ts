/** Requests whose length a proxy could understand otherwise. */

import t from 'tap';
import { framingProblem } from '../../../src/service/http/framing.js';
import { onEmbeddedPostgres } from '../support/postgres.js';
import { exchange } from '../support/raw.js';
import { openService } from '../support/service.js';

const check = (headers: Record<string, string>) => framingProblem(new Map(Object.entries(headers)));

t.test('the length of a body is told in one way', async (t) => {
  t.equal(check({}), undefined);
  t.equal(check({ 'content-length': '0' }), undefined);
  t.equal(check({ 'transfer-encoding': 'Chunked' }), undefined);
  const refused = { code: 'malformed_request', status: 400 };
  for (const length of ['1, 2', '1,1', '-1', '+1', '0x1', '', '1 2', '99999999999999999999']) {
    t.match(check({ 'content-length': length }), refused, length);
  }
  for (const coding of ['xchunked', 'gzip, chunked', 'chunked, identity', 'identity', '']) {
    t.match(check({ 'transfer-encoding': coding }), refused, coding);
  }
  t.match(check({ 'content-length': '3', 'transfer-encoding': 'chunked' }), refused);
});

onEmbeddedPostgres(t, async (t, postgres) => {
  const { url, account } = await openService(t, await postgres.create(t), { MAX_BODY: '100KB' });
  const { key } = await account();
  const request = (headers: string, body: string) =>
    `POST /v1/validate HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n${headers}\r\n\r\n${body}`;
  const body = '{"html":"a"}';

  t.test('two different lengths, or an unknown coding, are refused and end the connection', async (t) => {
    for (const headers of [
      `Content-Length: ${body.length}\r\nContent-Length: 5`,
      'Transfer-Encoding: xchunked',
      `Transfer-Encoding: xchunked\r\nContent-Length: ${body.length}`,
    ]) {
      t.match(await exchange(url, request(headers, body)), /^HTTP\/1\.1 400 /, headers);
      const two = await exchange(url, request(headers, `${body}GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n`));
      t.notMatch(two, / 200 /, `${headers}, and another request`);
    }
    t.match(await exchange(url, request(`Content-Length: ${body.length}`, body)), /^HTTP\/1\.1 200 /);
  });

  t.test('a body over the limit gets an answer, not a reset connection', async (t) => {
    const big = 'x'.repeat(3_000_000);
    for (let i = 0; i < 5; i += 1) {
      const answer = await fetch(`${url}/v1/validate`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ html: big }),
      });
      t.equal(answer.status, 413);
      t.match(await answer.json(), { error: { code: 'body_too_large' } });
    }
  });

  t.test('request bodies kill processes: many small values are refused before they are parsed', async (t) => {
    const { url, account } = await openService(t, await postgres.create(t), {});
    const { key } = await account();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        fetch(`${url}/v1/validate`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
          body: `{"html":"a","data":{"a":[${'{},'.repeat(3_200_000)}1]}}`,
        }).then(({ status }) => status),
      ),
    );
    t.strictSame(answers, [413, 413, 413, 413]);
  });
});

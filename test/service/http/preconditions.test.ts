/** Conditional requests for templates: no change is lost that somebody else made meanwhile. */

import t from 'tap';
import { onEachPostgres } from '../support/postgres.js';
import { openService, tally } from '../support/service.js';

onEachPostgres(t, async (t, postgres) => {
  const service = await openService(t, await postgres.create(t));
  const { send } = service;

  async function savedTemplate(source = '0') {
    const { key } = await service.account();
    const created = await send('POST', '/v1/templates', { key, json: { name: 'n', source } });
    return { key, path: `/v1/templates/${created.json.id}`, etag: created.headers.get('etag')! };
  }

  t.test('every answer with a template has its ETag, another one for each version', async (t) => {
    const { key, path, etag } = await savedTemplate();
    t.equal((await send('GET', path, { key })).headers.get('etag'), etag);
    t.equal((await send('HEAD', path, { key })).headers.get('etag'), etag);
    t.equal(etag, '"1"', 'the version, which lists have, too');
    const same = await send('PATCH', path, { key, json: { name: 'n' } });
    t.equal(same.headers.get('etag'), etag, 'nothing has changed');
    const changed = await send('PATCH', path, { key, json: { name: 'm' } });
    t.not(changed.headers.get('etag'), etag);
    t.equal((await send('GET', path, { key })).headers.get('etag'), changed.headers.get('etag'));
  });

  t.test('If-None-Match: 304 while the copy is current', async (t) => {
    const { key, path, etag } = await savedTemplate();
    const get = (tags: string) => send('GET', path, { key, headers: { 'If-None-Match': tags } });
    for (const tags of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await get(tags);
      t.match({ status: answer.status, length: answer.bytes.length }, { status: 304, length: 0 }, tags);
      t.equal(answer.headers.get('etag'), etag);
    }
    for (const tags of ['"x"', etag.slice(1, -1), '']) t.equal((await get(tags)).status, 200, tags);
    await send('PATCH', path, { key, json: { source: '1' } });
    t.equal((await get(etag)).status, 200);
  });

  t.test(
    'If-Match: a change of another version than the one that was read is refused, and changes nothing',
    async (t) => {
      const { key, path, etag } = await savedTemplate();
      const patch = (tags: string, source: string) =>
        send('PATCH', path, { key, json: { source }, headers: { 'If-Match': tags } });
      const mine = await patch(etag, 'mine');
      t.match(mine, { status: 200, json: { source: 'mine', version: 2 } });
      const refused = { status: 412, json: { error: { code: 'precondition_failed', message: /changed meanwhile/ } } };
      for (const tags of [etag, `W/${mine.headers.get('etag')}`, '"x"', '2', '']) {
        t.match(await patch(tags, 'theirs'), refused, tags);
      }
      t.match(await patch(etag, 'mine'), refused, 'although it would change nothing');
      t.match((await send('GET', path, { key })).json, { source: 'mine', version: 2 });
      t.match(await patch(`"x", ${mine.headers.get('etag')}`, 'next'), { status: 200, json: { version: 3 } });
      t.match(await patch('*', 'any'), { status: 200, json: { version: 4 } });
      t.match(await send('PATCH', path, { key, json: { source: 'free' } }), { status: 200, json: { version: 5 } });
    },
  );

  t.test('of 20 changes at once of the same version, one is made', async (t) => {
    const { key, path, etag } = await savedTemplate();
    const headers = { 'If-Match': etag };
    const sources = Array.from({ length: 20 }, (_, index) => `change ${index}`);
    const answers = await Promise.all(sources.map((source) => send('PATCH', path, { key, json: { source }, headers })));
    t.strictSame(tally(answers), { 200: 1, 412: 19 });
    const { json } = answers.find(({ status }) => status === 200)!;
    t.strictSame((await send('GET', path, { key })).json, json);
    t.equal(json.version, 2);
  });

  t.test('a template that was changed meanwhile is not deleted', async (t) => {
    const { key, path, etag } = await savedTemplate();
    const remove = (tags: string) => send('DELETE', path, { key, headers: { 'If-Match': tags } });
    const changed = await send('PATCH', path, { key, json: { source: '1' } });
    t.match(await remove(etag), { status: 412, json: { error: { code: 'precondition_failed' } } });
    t.equal((await send('GET', path, { key })).status, 200);
    t.equal((await remove(changed.headers.get('etag')!)).status, 204);
  });

  t.test('If-None-Match of a change: refused while it is current', async (t) => {
    const { key, path, etag } = await savedTemplate();
    const headers = { 'If-None-Match': etag };
    t.equal((await send('PATCH', path, { key, json: { source: '1' }, headers })).status, 412);
    t.equal(
      (await send('PATCH', path, { key, json: { source: '1' }, headers: { 'If-None-Match': '"x"' } })).status,
      200,
    );
  });

  t.test('what is refused without conditions is refused as such', async (t) => {
    const { key, path } = await savedTemplate();
    const stranger = await service.account();
    const headers = { 'If-Match': '"x"' };
    const patch = { json: { source: '{{#if' }, headers };
    t.match(await send('PATCH', path, { key, ...patch }), {
      status: 422,
      json: { error: { code: 'template_invalid' } },
    });
    const valid = { json: { source: '1' }, headers };
    t.match(await send('PATCH', path, { key: stranger.key, ...valid }), { status: 404 });
    t.match(await send('DELETE', path, { key: stranger.key, headers }), { status: 404 });
    await send('DELETE', path, { key });
    t.match(await send('PATCH', path, { key, ...valid }), { status: 404 });
    t.match(await send('GET', path, { key, headers: { 'If-None-Match': '*' } }), { status: 404 });
  });

  t.test('a compressed answer has an ETag of its own, which counts as well', async (t) => {
    const { key, path } = await savedTemplate('long '.repeat(1000));
    const tagOf = async (encoding: string) => {
      const { headers } = await send('GET', path, { key, headers: { 'Accept-Encoding': encoding } });
      t.equal(headers.get('content-encoding') ?? 'identity', encoding);
      return headers.get('etag')!;
    };
    const [plain, gzip, br] = [await tagOf('identity'), await tagOf('gzip'), await tagOf('br')];
    t.equal(new Set([plain, gzip, br]).size, 3);
    for (const tag of [plain, gzip, br]) {
      t.equal((await send('GET', path, { key, headers: { 'If-None-Match': tag } })).status, 304, tag);
    }
    const patch = (name: string, tag: string) =>
      send('PATCH', path, { key, json: { name }, headers: { 'If-Match': tag } });
    t.match(await patch('m', gzip), { status: 200, json: { version: 2 } });
    t.match(await patch('o', gzip), { status: 412 });
    t.match(await patch('o', await tagOf('br')), { status: 200, json: { version: 3 } });
  });
});

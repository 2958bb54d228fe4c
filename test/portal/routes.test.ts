/** The portal's routes: what they do, and that no account reaches another's. */

import t from 'tap';
import { openPortalRoutes, PORTAL_ROUTES } from '../../src/portal/routes/index.js';
import { ENDLESS } from '../service/support/endless.js';
import { onEmbeddedPostgres } from '../service/support/postgres.js';
import { openService } from '../service/support/service.js';
import { until } from '../service/support/until.js';
import { built } from '../support/build.js';
import { png } from '../support/images.js';
import { textOf } from '../support/pdf.js';
import { signIn } from './support/session.js';

const IMAGE = { 'Content-Type': 'application/octet-stream' };

/** The two parts of a preview. */
function partsOf(bytes: Buffer) {
  const length = bytes.readUInt32BE(0);
  return { facts: JSON.parse(bytes.toString('utf8', 4, 4 + length)), pdf: bytes.subarray(4 + length) };
}

onEmbeddedPostgres(t, async (t, postgres) => {
  const service = await openService(t, await postgres.create(t), {}, undefined, built('no-client'));
  const { data } = service.process;

  t.test('a key is created, used, listed with its use, and revoked', async (t) => {
    const { id } = await service.account();
    const browser = await signIn(service, id);
    const made = await browser.send('POST', '/portal/keys', { name: '<b>shop</b>' });
    t.equal(made.status, 201);
    const { key, id: keyId } = made.json;
    t.equal((await service.send('GET', '/v1/me', { key })).status, 200);
    await data.auth.flush();
    const [listed] = (await browser.send('GET', '/portal/keys')).json;
    t.match(listed, {
      id: keyId,
      name: '<b>shop</b>',
      prefix: key.slice(0, 12),
      last_used_at: Number,
      revoked_at: null,
    });
    t.equal(listed.urgency, null);
    t.equal((await browser.send('PATCH', `/portal/keys/${keyId}`, { urgency: 6 })).status, 204);
    t.equal((await browser.send('GET', '/portal/keys')).json[0].urgency, 6);
    t.equal((await browser.send('PATCH', `/portal/keys/${keyId}`, { urgency: 8 })).status, 422);
    t.notOk('key' in listed || 'hash' in listed, 'it is shown once');
    t.equal((await browser.send('DELETE', `/portal/keys/${keyId}`)).status, 204);
    // Processes hear of it from Postgres.
    await until('it is refused', async () => (await service.send('GET', '/v1/me', { key })).status === 401);
    t.equal((await browser.send('DELETE', `/portal/keys/${keyId}`)).status, 404);
  });

  t.test('a preview has the PDF, the boxes of elements and the places of diagnostics, and costs nothing', async (t) => {
    const owner = await service.account({ credits: 5 });
    const browser = await signIn(service, owner.id);
    const html = '<style>\n  p { backdrop-filter: blur(1px) }\n</style>\n{{#each names}}<p>{{this}}</p>{{/each}}';
    const answer = await browser.send('POST', '/portal/preview', { html, data: { names: ['Ada', 'Grace'] } });
    t.equal(answer.status, 200);
    const { facts, pdf } = partsOf(answer.bytes);
    t.match(await textOf(pdf), /Ada\s+Grace/);
    t.equal(facts.pages, 1);
    const [diagnostic] = facts.diagnostics;
    t.match(diagnostic, { kind: 'UnsupportedProperty', offset: html.indexOf('backdrop-filter') });
    const paragraphs = (facts.boxes[0].boxes as number[]).filter(
      (value, index) => index % 5 === 0 && value === html.indexOf('<p>'),
    );
    t.equal(paragraphs.length, 2, 'one box for each repetition');
    t.equal((await data.accounts.get(owner.id))!.credits, 5);
    t.strictSame((await browser.send('GET', '/portal/usage')).json.renders, []);
  });

  t.test('an error of the template has the line and column of the template as it is', async (t) => {
    const browser = await signIn(service, (await service.account()).id);
    const html = '<div class="a"><p>one</p>\n<p>{{nonsense 1}}</p></div>';
    const answer = await browser.send('POST', '/portal/preview', { html });
    t.match(answer, { status: 422, json: { error: { code: 'template_invalid', message: /^Line 2, column 4/ } } });
  });

  // Before a thread has to be started anew.
  t.test("an endless template of one account does not hold up another's preview", async (t) => {
    const [slow, other] = await Promise.all(
      Array.from({ length: 2 }, async () => signIn(service, (await service.account()).id)),
    );
    const ended: string[] = [];
    await Promise.all([
      slow!.send('POST', '/portal/preview', { html: ENDLESS }).then(() => ended.push('endless')),
      other!.send('POST', '/portal/preview', { html: 'x' }).then(() => ended.push('other')),
    ]);
    t.strictSame(ended, ['other', 'endless']);
  });

  t.test('an endless template ends, while renders of the API go on beside it', async (t) => {
    const owner = await service.account();
    const browser = await signIn(service, owner.id);
    const preview = browser.send('POST', '/portal/preview', { html: ENDLESS });
    const render = await service.send('POST', '/v1/render', { key: owner.key, json: { html: 'x' } });
    t.equal(render.status, 200);
    const isPending = await Promise.race([preview.then(() => false), Promise.resolve(true)]);
    t.ok(isPending, 'the render did not wait for it');
    t.match(await preview, { status: 422, json: { error: { code: 'render_timeout' } } });
    t.equal((await browser.send('POST', '/portal/preview', { html: 'y' })).status, 200, 'the next one works');
  });

  t.test('a template is saved in versions and restored; usage counts its renders', async (t) => {
    const owner = await service.account();
    const browser = await signIn(service, owner.id);
    const made = await browser.send('POST', '/portal/templates', {
      name: 'a',
      source: '<p>one',
      sample_data: { n: 1 },
    });
    t.match(made, { status: 201, json: { version: 1 } });
    const { id } = made.json;
    const path = `/portal/templates/${id}`;
    t.match(await browser.send('PATCH', path, { source: '<p>{{#if}}' }), {
      json: { error: { code: 'template_invalid' } },
    });
    t.match((await browser.send('PATCH', path, { source: '<p>two' })).json, { version: 2 });
    const versions = (await browser.send('GET', `${path}/versions`)).json;
    t.match(versions, [
      { version: 2, source: '<p>two' },
      { version: 1, source: '<p>one' },
    ]);
    t.match((await browser.send('PATCH', path, { source: versions[1].source })).json, { version: 3 });
    t.match((await browser.send('POST', `${path}/publish`, { version: 3 })).json, { published_version: 3 });
    await service.send('POST', '/v1/render', { key: owner.key, json: { template_id: id } });
    const usage = (await browser.send('GET', '/portal/usage')).json;
    t.equal(usage.days.length, 30);
    t.match(usage.days.at(-1), { succeeded: 1, failed: 0, pages: 1 });
    t.match(usage.renders, [{ template: 'a', template_version: 3, state: 'committed', key: owner.key.slice(0, 12) }]);
    const [{ milliseconds, stages }] = usage.renders;
    const names = Object.keys(stages);
    t.equal(names[0], 'queue', 'what came before the reservation is no part of it');
    for (const stage of ['template', 'html', 'css', 'box', 'layout', 'paint']) t.ok(names.includes(stage), stage);
    const sum = Object.values<number>(stages).reduce((total, part) => total + part, 0);
    t.ok(sum > 0 && sum <= milliseconds + 1, `${sum} of ${milliseconds} ms`);
    t.equal((await browser.send('DELETE', path)).status, 204);
    t.equal((await browser.send('GET', path)).status, 404);
  });

  t.test('a draft is rendered only when it is published; what the API saves is published at once', async (t) => {
    const owner = await service.account();
    const browser = await signIn(service, owner.id);
    const { key } = owner;
    const { id } = (await service.send('POST', '/v1/templates', { key, json: { name: 'a', source: 'one' } })).json;
    const rendered = async () => {
      const { headers, bytes } = await service.send('POST', '/v1/render', { key, json: { template_id: id } });
      return [headers.get('x-template-version'), await textOf(bytes)].filter(Boolean).join(' ');
    };
    const path = `/portal/templates/${id}`;
    t.match((await browser.send('PATCH', path, { source: 'two' })).json, { version: 2, published_version: 1 });
    t.match(await rendered(), /one/);
    t.match((await service.send('GET', `/v1/templates/${id}`, { key })).json, { version: 1, source: 'one' });
    t.match((await browser.send('GET', '/portal/templates')).json, [{ version: 2, published_version: 1 }]);
    t.match((await browser.send('PATCH', path, { source: 'two' })).json, { version: 2 }, 'nothing changes');

    const early = await browser.send('POST', `${path}/publish`, { version: 1 });
    t.match(early, { status: 422, json: { error: { code: 'invalid_request', message: /newest, which is 2/ } } });
    t.match((await browser.send('POST', `${path}/publish`, { version: 2 })).json, { published_version: 2 });
    t.match(await rendered(), /two/);

    await browser.send('PATCH', path, { source: 'three' });
    const patched = await service.send('PATCH', `/v1/templates/${id}`, { key, json: { name: 'b' } });
    t.match(patched.json, { version: 4, name: 'b', source: 'two' }, 'a change by the API is one of what is published');
    t.match(await rendered(), /two/);
    t.match((await browser.send('GET', path)).json, { version: 4, published_version: 4 });
    t.match((await browser.send('GET', `${path}/versions`)).json, [
      { version: 4 },
      { version: 3, source: 'three' },
      { version: 2 },
      { version: 1 },
    ]);
  });

  t.test('drafts that are saved at once all become versions', async (t) => {
    const { id: accountId } = await service.account();
    const { id } = await data.templates.create(accountId, { name: 'a', source: '0' });
    await Promise.all(
      Array.from({ length: 5 }, (_, at) => data.templates.saveDraft(accountId, id, { source: `${at + 1}` })),
    );
    const versions = await data.templates.versions(accountId, id);
    t.strictSame(
      versions.map(({ version }) => version),
      [6, 5, 4, 3, 2, 1],
    );
    t.strictSame(versions.map(({ source }) => source).sort(), ['0', '1', '2', '3', '4', '5']);
  });

  t.test('the latest renders are filtered by state, template and days', async (t) => {
    const owner = await service.account();
    const browser = await signIn(service, owner.id);
    const { id } = await data.templates.create(owner.id, { name: 'a', source: 'a' });
    await service.send('POST', '/v1/render', { key: owner.key, json: { template_id: id } });
    await service.send('POST', '/v1/render', { key: owner.key, json: { html: 'x' } });
    const failing = { html: '<p style="backdrop-filter: blur(1px)">', strict: true };
    t.equal((await service.send('POST', '/v1/render', { key: owner.key, json: failing })).status, 422);
    const found = async (query: string) => {
      const { renders } = (await browser.send('GET', `/portal/usage?${query}`)).json;
      return renders.map(({ template, state }: { template: string; state: string }) => `${template} ${state}`);
    };
    t.strictSame(await found(''), ['null refunded', 'null committed', 'a committed']);
    t.strictSame(await found('state=refunded'), ['null refunded']);
    t.strictSame(await found(`template=${id}&state=committed&days=1`), ['a committed']);
    t.strictSame(await found(`template=${id}&state=refunded`), []);
    t.strictSame(await found('days=0'), []);
    for (const query of ['state=lost', 'template=1', 'days=-1', 'days=9999'])
      t.equal((await browser.send('GET', `/portal/usage?${query}`)).status, 422, query);
    const other = await signIn(service, (await service.account()).id);
    t.strictSame((await other.send('GET', `/portal/usage?template=${id}`)).json.renders, [], 'nor by another account');
  });

  t.test('a draft that began from an older version is refused, and the newest is as it was', async (t) => {
    const browser = await signIn(service, (await service.account()).id);
    const { id } = (await browser.send('POST', '/portal/templates', { name: 'a', source: 'one' })).json;
    const path = `/portal/templates/${id}`;
    const save = (source: string, base_version: number) => browser.send('PATCH', path, { source, base_version });
    t.match(await save('two', 1), { status: 200, json: { version: 2 } });
    t.match(await save('other', 1), { status: 409, json: { error: { code: 'version_conflict' } } });
    t.match((await browser.send('GET', path)).json, { version: 2, source: 'two' });
    t.match(await save('other', 2), { status: 200, json: { version: 3, source: 'other' } });
    const both = await Promise.all(['left', 'right'].map((source) => save(source, 3)));
    t.strictSame(both.map(({ status }) => status).sort(), [200, 409], 'of two at once, one');
  });

  t.test('no account reaches what another has, by any route', async (t) => {
    const [victim, thief] = [await service.account(), await service.account()];
    const asset = await data.assets.create(victim.id, 'logo', png(1, 1), 1e6);
    const template = await data.templates.create(victim.id, {
      name: 'secret',
      source: `<img src="${asset.reference}">`,
    });
    const [key] = await data.keys.list(victim.id);
    const json = { html: 'secret', data: [{}] };
    const batch = await service.send('POST', '/v1/batches', { key: victim.key, json });
    t.equal(batch.status, 202);
    const ids: Record<string, string> = {
      '/portal/keys/{id}': key!.id,
      '/portal/templates/{id}': template.id,
      '/portal/templates/{id}/versions': template.id,
      '/portal/templates/{id}/publish': template.id,
      '/portal/images/{id}': asset.id,
      '/portal/batches/{id}': batch.json.id,
      '/portal/batches/{id}/cancel': batch.json.id,
      '/portal/batches/{id}/retry': batch.json.id,
    };
    t.ok(
      PORTAL_ROUTES.every(({ path }) => !path.includes('{') || ids[path] !== undefined),
      'every route is tried',
    );
    const browser = await signIn(service, thief.id);
    const withId = PORTAL_ROUTES.filter(({ path }) => path.includes('{'));
    t.ok(withId.length >= 7);
    for (const { method, path } of withId) {
      const change = path.includes('/keys/') ? { urgency: 0 } : { name: 'stolen' };
      const body = method === 'PATCH' ? change : path.endsWith('/publish') ? { version: 1 } : undefined;
      const answer = await browser.send(method, path.replace('{id}', ids[path]!), body);
      t.match(answer, { status: 404, json: { error: { code: 'not_found' } } }, `${method} ${path}`);
    }
    for (const path of ['/portal/templates', '/portal/images', '/portal/batches'])
      t.strictSame((await browser.send('GET', path)).json, []);
    const { facts } = partsOf((await browser.send('POST', '/portal/preview', { html: template.source })).bytes);
    t.match(facts.diagnostics, [{ kind: 'MissingAsset' }], 'nor its images by a preview');
    t.match(await data.templates.get(victim.id, template.id), { name: 'secret', version: 1 });
    t.equal((await data.assets.list(victim.id)).length, 1);
  });

  t.test('every route but those to sign in needs a session', async (t) => {
    const open = new Set([
      'getPortal',
      'signInByLink',
      'signIn',
      'signUp',
      'beginSignInByProvider',
      'signInByProvider',
    ]);
    for (const { id, method, path } of PORTAL_ROUTES) {
      if (open.has(id)) continue;
      const answer = await service.send(method, path.replace('{id}', '01935a2b-7c1e-7f3a-9d4e-2b6c8a1f0e37'));
      t.match(answer, { status: 401, json: { error: { code: 'not_signed_in' } } }, `${method} ${path}`);
      t.equal(answer.headers.get('www-authenticate'), null);
    }
  });

  t.test('an image is uploaded, shown with where it is used, and cannot run as a page', async (t) => {
    const browser = await signIn(service, (await service.account()).id);
    const upload = await service.send('POST', '/portal/images?name=logo.png', {
      headers: { Cookie: browser.cookie, 'X-CSRF-Token': browser.csrf, ...IMAGE },
      body: new Uint8Array(png(2, 2)),
    });
    t.equal(upload.status, 201);
    await browser.send('POST', '/portal/templates', { name: 'card', source: `<img src="${upload.json.reference}">` });
    t.match((await browser.send('GET', '/portal/images')).json, [{ name: 'logo.png', used_by: ['card'] }]);
    const image = await browser.send('GET', `/portal/images/${upload.json.id}`);
    t.equal(image.headers.get('content-type'), 'image/png');
    t.match(image.headers.get('content-security-policy'), /sandbox/);
    t.equal(image.headers.get('x-content-type-options'), 'nosniff');
  });

  t.test('without a built client its pages say how to build it', async (t) => {
    const answer = await service.send('GET', '/');
    t.match(answer, { status: 404, json: { error: { message: /npm run build/ } } });
    t.ok(openPortalRoutes(built('no-client')).some(({ path }) => path === '/'));
  });
});

/** The endpoints, row by row of the contract. */

import { readFileSync } from 'node:fs';
import t from 'tap';
import { decodedStream } from '../../../src/pdf/syntax/filters.js';
import { type Dict, isName, type PdfString, Stream } from '../../../src/pdf/syntax/objects.js';
import { readPdf as readObjects } from '../../../src/pdf/syntax/read.js';
import { PIXEL_JPEG, png } from '../../support/images.js';
import { readPdf, textOf } from '../../support/pdf.js';
import { signingKey } from '../../support/signing-key.js';

import { onEachPostgres } from '../support/postgres.js';
import { openService } from '../support/service.js';

const PIXEL_PNG = png(1, 1);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const NO_SUCH_ID = '01935a2b-7c1e-7f3a-9d4e-2b6c8a1f0e37';
const now = () => Math.floor(Date.now() / 1000);

onEachPostgres(t, async (t, postgres) => {
  const service = await openService(t, await postgres.create(t));
  const { send } = service;

  t.test('POST /v1/render answers with the PDF', async (t) => {
    const { key } = await service.account({ credits: 3 });
    const answer = await send('POST', '/v1/render', {
      key,
      json: { html: '<title>Hi</title><h1>{{name}}</h1>', data: { name: 'Ada' } },
    });
    t.equal(answer.status, 200);
    t.equal(answer.headers.get('content-type'), 'application/pdf');
    t.equal(answer.headers.get('content-length'), String(answer.bytes.length));
    t.equal(answer.headers.get('x-pages'), '1');
    t.equal(answer.headers.get('x-diagnostics'), '0');
    t.equal(answer.headers.get('x-credits-remaining'), '2');
    t.match(answer.headers.get('x-render-id'), UUID);
    t.match(
      answer.headers.get('server-timing'),
      /^auth;dur=[\d.]+, limit.*\blayout;dur=.*\bcompile;dur=.*, gc;dur=[\d.]+, cache;desc="template \d\/1.*", total;dur=/,
    );
    t.match(await textOf(answer.bytes), /Ada/);
  });

  t.test('output pdf is the same as none; data, locale and title are used', async (t) => {
    const { key } = await service.account();
    const answer = await send('POST', '/v1/render', {
      key,
      json: {
        html: '<p>{{currency total "EUR"}}',
        data: { total: 1234.5 },
        locale: 'de-de',
        title: 'Räder & Co',
        output: 'pdf',
        strict: true,
      },
    });
    t.equal(answer.status, 200);
    t.match(await textOf(answer.bytes), '1.234,50 €');
    t.equal((await readPdf(answer.bytes)).title, 'Räder & Co');
  });

  t.test('null in an optional field is the same as leaving it out', async (t) => {
    const { key } = await service.account();
    const nothing = { template_id: null, locale: null, title: null, data: null, strict: null, output: null };
    t.equal((await send('POST', '/v1/render', { key, json: { html: 'x', ...nothing } })).status, 200);
    t.equal((await send('POST', '/v1/validate', { key, json: { html: 'x', ...nothing } })).status, 200);
  });

  t.test('output url answers with a link, which needs no key', async (t) => {
    const { key } = await service.account({ credits: 9 });
    const json = { html: '<p style="backdrop-filter: blur(1px)">a', output: 'url', title: 'Rechnung №1/2' };
    const { status, json: link } = await send('POST', '/v1/render', { key, json });
    t.equal(status, 200);
    t.strictSame(Object.keys(link), ['id', 'url', 'expires_at', 'pages', 'bytes', 'credits_remaining', 'diagnostics']);
    t.match(link.id, UUID);
    t.equal(link.pages, 1);
    t.equal(link.credits_remaining, 8);
    t.ok(Math.abs(link.expires_at - now() - 86400) < 10, 'a day from now');
    t.equal(link.diagnostics.length, 1);
    t.match(link.diagnostics[0], { kind: 'UnsupportedProperty', text: /backdrop-filter/, context: /./, count: 1 });
    const { pathname, search, origin } = new URL(link.url);
    t.equal(origin, service.url);
    t.match(pathname + search, new RegExp(`^/v1/files/${link.id}\\?exp=${link.expires_at}&sig=[\\w-]{43}$`));
    const file = await send('GET', pathname + search);
    t.equal(file.status, 200);
    t.equal(file.headers.get('content-type'), 'application/pdf');
    t.equal(file.bytes.length, link.bytes);
    t.equal(
      file.headers.get('content-disposition'),
      `inline; filename="Rechnung _1 2.pdf"; filename*=UTF-8''Rechnung%20%E2%84%961%202.pdf`,
    );
    t.match(file.headers.get('cache-control'), /^private, max-age=\d+$/);
  });

  t.test('POST /v1/validate reports, renders nothing and costs nothing', async (t) => {
    const { key } = await service.account({ credits: 1 });
    const fine = await send('POST', '/v1/validate', { key, json: { html: '<p>fine' } });
    t.equal(fine.status, 200);
    t.strictSame(fine.json, { ok: true, pages: 1, diagnostics: [] });
    const html = '<style>p { backdrop-filter: blur(1px) }</style><p>a<div style="width: 4000px">wide</div>';
    const found = await send('POST', '/v1/validate', { key, json: { html } });
    t.equal(found.json.ok, false);
    t.strictSame([...new Set(found.json.diagnostics.map((one: { kind: string }) => one.kind))].sort(), [
      'LayoutOverflow',
      'UnsupportedProperty',
    ]);
    t.equal((await send('GET', '/v1/me', { key })).json.credits, 1);
  });

  t.test('notices are listed on request, and strict accepts them', async (t) => {
    const { key } = await service.account({ credits: 1 });
    const json = { html: '<p style="foo: bar">a', strict: true, notices: true };
    const notices = [{ kind: 'UnsupportedProperty', text: 'foo: bar', context: 'style of html > body > p', count: 1 }];
    const found = await send('POST', '/v1/validate', { key, json });
    t.strictSame(found.json, { ok: true, pages: 1, diagnostics: [], notices });
    const link = await send('POST', '/v1/render', { key, json: { ...json, output: 'url' } });
    t.match(link.json, { diagnostics: [], notices });
  });

  t.test('strict refuses a document with any diagnostic, and costs nothing', async (t) => {
    const { key } = await service.account({ credits: 1 });
    const json = { html: '<p style="backdrop-filter: blur(1px)">a', strict: true };
    for (const path of ['/v1/render', '/v1/validate']) {
      const answer = await send('POST', path, { key, json });
      t.equal(answer.status, 422);
      t.equal(answer.json.error.code, 'document_not_supported');
      t.match(answer.json.error.diagnostics, [{ kind: 'UnsupportedProperty', count: 1 }]);
    }
    t.equal((await send('GET', '/v1/me', { key })).json.credits, 1);
  });

  t.test('templates: create, list, get, patch, delete', async (t) => {
    const { key } = await service.account({ locale: 'fr-FR' });
    const json = { name: 'invoice', source: '<p>{{number 1234.5}}', sample_data: { a: 1 } };
    const created = await send('POST', '/v1/templates', { key, json });
    t.equal(created.status, 201);
    const template = created.json;
    t.match(template, { ...json, id: UUID, version: 1, locale: 'fr-FR' });
    t.equal(template.created_at, template.updated_at);
    t.ok(Math.abs(template.created_at - now()) < 10, 'in Unix seconds');

    const other = await send('POST', '/v1/templates', {
      key,
      json: { name: 'b', source: 'b', locale: 'de', sample_data: null },
    });
    t.match(other.json, { locale: 'de', sample_data: {} });
    const list = await send('GET', '/v1/templates', { key });
    t.equal(list.status, 200);
    t.strictSame(
      list.json.map((one: { name: string }) => one.name),
      ['b', 'invoice'],
      'newest first',
    );
    t.strictSame(Object.keys(list.json[1]).sort(), ['created_at', 'id', 'locale', 'name', 'updated_at', 'version']);
    t.strictSame((await send('GET', `/v1/templates/${template.id}`, { key })).json, template);

    const path = `/v1/templates/${template.id}`;
    const same = await send('PATCH', path, {
      key,
      json: { name: 'invoice', source: null, locale: null, sample_data: null },
    });
    t.equal(same.status, 200);
    t.strictSame(same.json, template, 'a patch that changes nothing makes no version');
    const patched = await send('PATCH', path, { key, json: { source: '<b>{{number 1234.5}}' } });
    t.match(patched.json, { name: 'invoice', source: '<b>{{number 1234.5}}', version: 2, sample_data: { a: 1 } });

    const pdf = await send('POST', '/v1/render', { key, json: { template_id: template.id } });
    t.match((await textOf(pdf.bytes)).replace(/\s/g, ' '), '1 234,5', "the account's locale");

    const gone = await send('DELETE', path, { key });
    t.equal(gone.status, 204);
    t.equal(gone.bytes.length, 0);
    t.equal(gone.headers.get('content-length'), null);
    for (const method of ['GET', 'DELETE']) t.equal((await send(method, path, { key })).status, 404);
    t.equal((await send('PATCH', path, { key, json: { source: '{{' } })).status, 404);
  });

  t.test('standards: those of the request, else of the template', async (t) => {
    const { key } = await service.account();
    const source = '<html lang="en"><title>A</title><p>Text';
    const json = { name: 'a', source, standard: ['pdf/a-2a', 'pdf/ua-1'] };
    const { json: template } = await send('POST', '/v1/templates', { key, json });
    t.strictSame(template.standard, json.standard);
    const path = `/v1/templates/${template.id}`;
    t.strictSame((await send('GET', path, { key })).json, template);
    const pdf = async (standard?: string[] | null) => {
      const { bytes } = await send('POST', '/v1/render', { key, json: { template_id: template.id, standard } });
      return Buffer.from(bytes).toString('latin1');
    };
    t.match(await pdf(), '<pdfaid:conformance>A<');
    t.match(await pdf(null), '<pdfuaid:part>1<');
    t.match(await pdf(['pdf/a-3b']), '<pdfaid:conformance>B<');
    t.notMatch(await pdf([]), 'pdfaid');
    const same = await send('PATCH', path, { key, json: { standard: json.standard } });
    t.equal(same.json.version, 1, 'nothing changes');
    const none = await send('PATCH', path, { key, json: { standard: [] } });
    t.match(none.json, { version: 2, standard: [] });
    t.notMatch(await pdf(), 'pdfaid');
    const poor = { html: '<p>no title', standard: ['pdf/ua-1'] };
    const checked = await send('POST', '/v1/validate', { key, json: poor });
    t.match(checked.json, { ok: false, diagnostics: [{ kind: 'NotConformant' }, { kind: 'NotConformant' }] });
    const refused = await send('POST', '/v1/render', { key, json: { ...poor, strict: true } });
    t.match(refused, { status: 422, json: { error: { code: 'document_not_supported' } } });
    const both = { html: '', standard: ['pdf/a-2a', 'pdf/a-3a'] };
    for (const [at, body] of Object.entries({
      '/v1/render': both,
      '/v1/templates': { ...json, standard: both.standard },
    }))
      t.match(await send('POST', at, { key, json: body }), {
        status: 422,
        json: { error: { code: 'invalid_request' } },
      });
  });

  t.test('attachments come in base64, and are refused by name', async (t) => {
    const { key } = await service.account();
    const file = { name: 'values.csv', data: Buffer.from('a,b').toString('base64'), mime_type: null };
    const render = (attachments: object[]) =>
      send('POST', '/v1/render', { key, json: { html: '<p>Text', attachments, standard: ['pdf/a-3b'] } });
    const { bytes, status } = await render([{ ...file, relationship: 'data', modified: 1772366400 }]);
    t.equal(status, 200);
    const stream = [...readObjects(bytes).objects.values()].find(
      (object) => object instanceof Stream && isName(object.dict.get('Type'), 'EmbeddedFile'),
    ) as Stream;
    t.equal(Buffer.from(decodedStream(stream)).toString(), 'a,b');
    const date = (stream.dict.get('Params') as Dict).get('ModDate') as PdfString;
    t.equal(Buffer.from(date.bytes).toString(), 'D:20260301120000Z');
    for (const [attachments, message] of [
      [[{ ...file, data: 'a b' }], /the data of "values.csv" is not base64/],
      [[{ ...file, name: 'a/b' }], /leave out folders/],
      [[file, file], /two files have the name/],
      [[{ name: 'a' }], /attachments.0.data: must be given/],
      [[{ ...file, relationship: 'friend' }], /relationship/],
    ] as const)
      t.match(await render([...attachments]), { status: 422, json: { error: { code: 'invalid_request', message } } });
    const checked = await send('POST', '/v1/validate', {
      key,
      json: { html: '<p>Text', attachments: [file], standard: ['pdf/a-2b'] },
    });
    t.match(checked.json.diagnostics, [{ kind: 'NotConformant', text: /"values.csv"/ }]);
  });

  t.test('an invoice gets its XML, or a template of it', async (t) => {
    const { key } = await service.account();
    const template = readFileSync('examples/e-invoice.xml', 'utf8');
    const data = JSON.parse(readFileSync('examples/e-invoice.json', 'utf8'));
    const render = (facturx: object) => send('POST', '/v1/render', { key, json: { html: '<p>Text', data, facturx } });
    const { bytes, status } = await render({ template, profile: 'EN 16931' });
    t.equal(status, 200);
    const pdf = Buffer.from(bytes).toString('latin1');
    t.match(pdf, '<fx:ConformanceLevel>EN 16931<');
    t.match(pdf, '<pdfaid:part>3<');
    for (const [facturx, message] of [
      [{ template, profile: 'BASIC' }, /profile is BASIC, but the XML is EN 16931/],
      [{ template, xml: '<a/>' }, /give either xml or template/],
      [{ xml: '<a>' }, /not well-formed/],
    ] as const)
      t.match(await render(facturx), { status: 422, json: { error: { code: 'invalid_request', message } } });
    const broken = { status: 422, json: { error: { code: 'template_invalid', message: /^facturx.template: / } } };
    t.match(await render({ template: '{{#each' }), broken);
  });

  t.test('a document that is no template keeps its braces', async (t) => {
    const { key } = await service.account();
    const html = '<p>{{ a | b }}</p>';
    const { bytes, status } = await send('POST', '/v1/render', { key, json: { html, template: false } });
    t.equal(status, 200);
    t.equal(await textOf(bytes), '{{ a | b }}');
    t.match(await send('POST', '/v1/validate', { key, json: { html, template: false } }), { json: { ok: true } });
    const refused = { status: 422, json: { error: { code: 'template_invalid', message: /template: false/ } } };
    for (const template of [true, null])
      t.match(await send('POST', '/v1/render', { key, json: { html, template } }), refused);
  });

  t.test('a protected PDF opens with its password; batches and templates take none', async (t) => {
    const { key } = await service.account();
    const protection = { owner_password: 'sesame-owner', user_password: 'sesame-user', permissions: ['print'] };
    const json = { html: '<p>Secret', protection };
    const { bytes, status } = await send('POST', '/v1/render', { key, json });
    t.equal(status, 200);
    t.equal(await textOf(bytes, 'sesame-user'), 'Secret');
    await t.rejects(textOf(bytes), { name: 'PasswordException' });
    const same = { ...protection, user_password: 'sesame-owner' };
    const refused = await send('POST', '/v1/render', { key, json: { ...json, protection: same } });
    t.match(refused, { status: 422, json: { error: { code: 'invalid_request', message: /are the same/ } } });
    t.notMatch(JSON.stringify(refused.json), 'sesame');
    for (const [path, body] of Object.entries({
      '/v1/batches': { ...json, data: [{}] },
      '/v1/templates': { name: 'a', source: 'b', protection },
    })) {
      const answer = await send('POST', path, { key, json: body });
      t.match(answer.json, { error: { code: 'invalid_request', message: /^protection: there is no such field/ } });
      t.notMatch(JSON.stringify(answer.json), 'sesame');
    }
  });

  t.test('forms, signatures and pages of other PDFs are options of a render', async (t) => {
    const { key } = await service.account();
    const other = (await send('POST', '/v1/render', { key, json: { html: '<p>Other' } })).bytes;
    const data = Buffer.from(other).toString('base64');
    const signature = { pkcs12: signingKey('sesame').toString('base64'), password: 'sesame', reason: 'Agreed' };
    const json = {
      html: '<p><input name="a" value="x">',
      forms: true,
      letterhead: { data },
      append: [data],
      signature,
    };
    const { bytes, headers, status } = await send('POST', '/v1/render', { key, json });
    t.equal(status, 200);
    t.equal(headers.get('x-pages'), '2');
    const file = readObjects(bytes);
    const fields = file.array(file.dict(file.catalog.get('AcroForm'))?.get('Fields')) ?? [];
    t.strictSame(
      fields.map((field) => Buffer.from((file.dict(field)!.get('T') as PdfString).bytes).toString()),
      ['a', 'Signature'],
    );
    t.match(Buffer.from(bytes).toString('latin1'), '/ETSI.CAdES.detached');
    for (const [wrong, message] of [
      [{ signature: { ...signature, password: 'sesame-2' } }, /^signature: the PKCS#12 file does not open/],
      [{ signature: { pkcs12: 'no base64' } }, /^signature: pkcs12 is not base64/],
      [{ append: [Buffer.from('%PDF-1.7').toString('base64')] }, /^append: the file has no startxref/],
      [{ letterhead: { data: 'YQ==' } }, /^letterhead: the bytes are no PDF/],
    ] as const) {
      const refused = await send('POST', '/v1/render', { key, json: { ...json, ...wrong } });
      t.match(refused, { status: 422, json: { error: { code: 'invalid_request', message } } });
      t.notMatch(JSON.stringify(refused.json), 'sesame');
    }
  });

  t.test('only the pages that are named are written and counted', async (t) => {
    const { key } = await service.account();
    const html = '<p>One<p style="break-before: page">Two';
    const { bytes, headers } = await send('POST', '/v1/render', { key, json: { html, pages: '2' } });
    t.equal(headers.get('x-pages'), '1');
    t.equal(await textOf(bytes), 'Two');
    const refused = await send('POST', '/v1/render', { key, json: { html, pages: '3' } });
    t.match(refused, { status: 422, json: { error: { code: 'invalid_request', message: /there is no page 3/ } } });
  });

  t.test("a template's locale comes before the account's, the request's before both", async (t) => {
    const { key } = await service.account({ locale: 'fr-FR' });
    const json = { name: 'a', source: '{{number 0.5}}', locale: 'de-DE' };
    const { id } = (await send('POST', '/v1/templates', { key, json })).json;
    const text = async (locale?: string) =>
      textOf((await send('POST', '/v1/render', { key, json: { template_id: id, locale } })).bytes);
    t.match(await text(), '0,5');
    t.match(await text('en'), '0.5');
  });

  t.test("partials come from the account's own templates", async (t) => {
    const [one, other] = [await service.account(), await service.account()];
    for (const [owner, source] of [
      [one, 'mine {{> inner}}'],
      [other, 'theirs'],
    ] as const) {
      await send('POST', '/v1/templates', { key: owner.key, json: { name: 'header', source } });
    }
    await send('POST', '/v1/templates', { key: one.key, json: { name: 'inner', source: '{{who}}' } });
    const json = { html: '<p>{{> header}}', data: { who: 'Ada' } };
    t.match(await textOf((await send('POST', '/v1/render', { key: one.key, json })).bytes), 'mine Ada');
    t.match(await textOf((await send('POST', '/v1/render', { key: other.key, json })).bytes), 'theirs');
    const missing = await send('POST', '/v1/validate', { key: other.key, json: { html: '{{> inner}}' } });
    t.equal(missing.json.error.code, 'template_invalid');
    t.match(missing.json.error.message, /line 1, column \d+.*inner/i);
  });

  t.test('assets: upload, list, use, delete', async (t) => {
    const { key } = await service.account();
    const uploaded = await send('POST', '/v1/assets?name=logo%20%C3%A9+1.png', {
      key,
      body: new Uint8Array(PIXEL_PNG),
      headers: { 'Content-Type': 'application/octet-stream' },
    });
    t.equal(uploaded.status, 201);
    const asset = uploaded.json;
    t.strictSame(asset, {
      id: asset.id,
      name: 'logo é 1.png',
      content_type: 'image/png',
      size: PIXEL_PNG.length,
      reference: `asset:${asset.id}`,
      created_at: asset.created_at,
    });
    t.match(asset.id, UUID);
    t.ok(Math.abs(asset.created_at - now()) < 10);
    const jpeg = await send('POST', '/v1/assets?name=b', {
      key,
      body: new Uint8Array(PIXEL_JPEG),
      headers: { 'Content-Type': 'image/png' },
    });
    t.equal(jpeg.json.content_type, 'image/jpeg', 'read from the bytes');
    t.strictSame((await send('GET', '/v1/assets', { key })).json, [jpeg.json, asset], 'newest first');

    const pdf = await send('POST', '/v1/render', {
      key,
      json: {
        html: `<img src="${asset.reference}"><img src="asset:{{logo}}"><img src="{{whole}}">`,
        data: { logo: jpeg.json.id, whole: jpeg.json.reference },
      },
    });
    t.equal(pdf.headers.get('x-diagnostics'), '0');
    t.ok(pdf.bytes.toString('latin1').match(/\/Subtype\s*\/Image\b/g)!.length >= 2);

    const stranger = await service.account();
    const theirs = await send('POST', '/v1/validate', {
      key: stranger.key,
      json: { html: `<img src="${asset.reference}">` },
    });
    t.match(theirs.json.diagnostics, [{ kind: 'MissingAsset' }], 'images of other accounts are not there');
    t.equal((await send('DELETE', `/v1/assets/${asset.id}`, { key: stranger.key })).status, 404);

    t.equal((await send('DELETE', `/v1/assets/${asset.id}`, { key })).status, 204);
    t.equal((await send('DELETE', `/v1/assets/${asset.id}`, { key })).status, 404);
    t.strictSame((await send('GET', '/v1/assets', { key })).json, [jpeg.json]);
  });

  t.test('what belongs to another account is not found', async (t) => {
    const [one, other] = [await service.account(), await service.account()];
    const { id } = (await send('POST', '/v1/templates', { key: one.key, json: { name: 'a', source: 'a' } })).json;
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { json: { name: 'b' } } : {};
      t.equal((await send(method, `/v1/templates/${id}`, { key: other.key, ...body })).status, 404, method);
    }
    const refused = await send('POST', '/v1/render', { key: other.key, json: { template_id: id } });
    t.match(refused, { status: 422, json: { error: { code: 'template_not_found' } } });
  });

  t.test('an id that is no UUID is answered like one that does not exist', async (t) => {
    const { key } = await service.account();
    for (const id of ['x', NO_SUCH_ID, '%00', '%ff', `${NO_SUCH_ID}0`]) {
      for (const [method, path] of [
        ['GET', 'templates'],
        ['DELETE', 'templates'],
        ['DELETE', 'assets'],
      ] as const) {
        const { status, json } = await send(method, `/v1/${path}/${id}`, { key });
        t.equal(status, 404, `${method} ${path}/${id}`);
        t.equal(json.error.code, 'not_found');
      }
      const patched = await send('PATCH', `/v1/templates/${id}`, { key, json: { name: 'b' } });
      t.equal(patched.status, 404);
      const rendered = await send('POST', '/v1/validate', { key, json: { template_id: id } });
      t.equal(rendered.json.error.code, 'template_not_found');
    }
  });

  t.test('GET /v1/me', async (t) => {
    const { key, email } = await service.account({ plan: 'free', locale: 'de-DE' });
    const { status, json } = await send('GET', '/v1/me', { key });
    t.equal(status, 200);
    t.strictSame(json, { email, plan: 'free', credits: 50, period_end: json.period_end, locale: 'de-DE' });
    t.ok(json.period_end > now() + 27 * 86400 && json.period_end < now() + 32 * 86400, 'a month from now');
  });

  t.test('GET /openapi.json, /healthz and /readyz need no key', async (t) => {
    const description = await send('GET', '/openapi.json');
    t.match(description, { status: 200, json: { openapi: /^3\.1\./, info: { version: '0.1.0' } } });
    t.match(await send('GET', '/healthz'), { status: 200, json: { status: 'ok' } });
    t.match(await send('GET', '/readyz'), { status: 200, json: { status: 'ok', limiter: 'shared' } });
  });
});

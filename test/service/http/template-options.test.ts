/** Options that templates and batches store: their documents have them, unless a request has its own. */

import { readFileSync } from 'node:fs';
import t from 'tap';
import { decodedStream } from '../../../src/pdf/syntax/filters.js';
import { Stream } from '../../../src/pdf/syntax/objects.js';
import { readPdf as readObjects } from '../../../src/pdf/syntax/read.js';
import { CMYK_PROFILE, EMPTY_PROFILE } from '../../support/icc-profiles.js';
import { png } from '../../support/images.js';
import { textOf } from '../../support/pdf.js';
import { onEachPostgres } from '../support/postgres.js';
import { openService } from '../support/service.js';
import { until } from '../support/until.js';

const NO_SUCH_ID = '01935a2b-7c1e-7f3a-9d4e-2b6c8a1f0e37';
const FORM = '<title>a</title><p>{{name}} <input name="field">';

onEachPostgres(t, async (t, postgres) => {
  const service = await openService(t, await postgres.create(t));
  const { send } = service;
  const { key } = await service.account({ credits: 100 });
  const pdfOf = async (html: string) => (await send('POST', '/v1/render', { key, json: { html } })).bytes;
  const upload = async (body: Uint8Array, type = 'application/pdf') =>
    send('POST', '/v1/assets?name=sheet.pdf', { key, body: new Uint8Array(body), headers: { 'Content-Type': type } });
  const sheet = (await upload(await pdfOf('<p style="margin-top: 5cm">SHEET'))).json.reference as string;
  const terms = (await upload(await pdfOf('<p>TERMS'))).json.reference as string;
  const create = async (json: object) =>
    send('POST', '/v1/templates', { key, json: { name: 'n', source: FORM, ...json } });
  const render = async (json: object) => {
    const { bytes, status, json: refusal } = await send('POST', '/v1/render', { key, json });
    t.equal(status, 200, JSON.stringify(refusal));
    const hasForm = readObjects(bytes).catalog.get('AcroForm') !== undefined;
    return `${await textOf(bytes)}${hasForm ? ' +form' : ''}`;
  };
  const batchResult = async (json: object | undefined, path = '/v1/batches', streamed?: string) => {
    const accepted = await send('POST', path, {
      key,
      ...(json ? { json } : { body: streamed!, headers: { 'Content-Type': 'application/x-ndjson' } }),
    });
    t.equal(accepted.status, 202, JSON.stringify(accepted.json));
    const { id } = accepted.json;
    const batch = async () => (await send('GET', `/v1/batches/${id}`, { key })).json;
    await until('the batch has ended', async () => (await batch()).finished_at !== null);
    const { links, errors } = await batch();
    if (links.pdf === null) return errors[0].message as string;
    const { bytes } = await send('GET', links.pdf.slice(service.url.length));
    return `${await textOf(bytes)}${readObjects(bytes).catalog.get('AcroForm') !== undefined ? ' +form' : ''}`;
  };

  t.test('a PDF is uploaded as such, and shown like an image', async (t) => {
    const { status, json } = await upload(await pdfOf('<p>a'));
    t.match([status, json], [201, { content_type: 'application/pdf', name: 'sheet.pdf', reference: /^asset:/ }]);
    t.match((await send('GET', '/v1/assets', { key })).json[0], { id: json.id, content_type: 'application/pdf' });
    t.match(await upload(await pdfOf('<p>a'), 'application/octet-stream'), { status: 400 }, 'as bytes it is no image');
    t.match(await upload(png(1, 1)), { status: 400, json: { error: { code: 'invalid_pdf' } } });
    const shown = await send('POST', '/v1/validate', { key, json: { html: `<img src="${json.reference}" alt="">` } });
    t.match(shown.json, { diagnostics: [{ kind: 'MissingAsset' }] }, 'and it is none in a document');
  });

  t.test('a color profile is uploaded as such, and style sheets name it', async (t) => {
    const type = 'application/vnd.iccprofile';
    const { status, json } = await upload(CMYK_PROFILE, type);
    t.match([status, json], [201, { content_type: type, reference: /^asset:/ }]);
    t.match(await upload(EMPTY_PROFILE, type), { status: 400, json: { error: { code: 'invalid_profile' } } });
    t.match(await upload(png(1, 1), type), { status: 400, json: { error: { code: 'invalid_profile' } } });
    const rule = (url: string) => `@color-profile --press { src: url(${url}) } p { color: color(--press 0 1 1 0) }`;
    const html = `<style>${rule(json.reference)}</style><p>a`;
    const { objects } = readObjects(await pdfOf(html));
    const isProfile = (object: unknown) =>
      object instanceof Stream && Buffer.from(decodedStream(object)).equals(CMYK_PROFILE);
    t.equal([...objects.values()].filter(isProfile).length, 1, 'the profile is in the file as it is');
    const checked = async (source: string) =>
      (await send('POST', '/v1/validate', { key, json: { html: source } })).json;
    t.strictSame((await checked(html)).diagnostics, []);
    t.match(await checked(html.replace(json.reference, sheet)), { diagnostics: [{ kind: 'MissingAsset' }] });
    const stranger = await service.account({ credits: 1 });
    const theirs = await send('POST', '/v1/validate', { key: stranger.key, json: { html } });
    t.match(theirs.json, { diagnostics: [{ kind: 'MissingAsset' }] }, 'another account does not have it');
  });

  t.test('renders of a template have its options, unless the request has its own', async (t) => {
    const options = { forms: true, letterhead: { data: sheet }, append: [terms] };
    const created = await create({ options });
    t.match([created.status, created.json.options], [201, options]);
    const template_id = created.json.id;
    const data = { name: 'Ada' };
    t.equal(await render({ template_id, data }), 'SHEET Ada TERMS +form');
    t.equal(await render({ template_id, data, forms: false }), 'SHEET Ada TERMS');
    t.equal(await render({ template_id, data, forms: null, append: [] }), 'SHEET Ada +form');
    t.equal(
      await render({ template_id, data, letterhead: { data: '' }, append: [], prepend: [terms] }),
      'TERMS Ada +form',
    );
  });

  t.test('a change replaces them all, makes a version, and none when nothing changes', async (t) => {
    const { json } = await create({ options: { append: [terms], forms: true } });
    const patch = (change: object) => send('PATCH', `/v1/templates/${json.id}`, { key, json: change });
    t.match((await patch({ options: { forms: true, append: [terms] } })).json, { version: 1 });
    t.match((await patch({ options: null })).json, { version: 1 });
    t.strictSame((await patch({ options: { prepend: [terms] } })).json.options, { prepend: [terms] });
    t.match((await patch({ name: 'other' })).json, { version: 3, options: { prepend: [terms] } });
    t.strictSame((await patch({ options: {} })).json.options, {});
  });

  t.test('what cannot be stored, or does not exist, is refused when it is saved', async (t) => {
    const refused = async (options: object, message: RegExp) => {
      const { status, json } = await create({ options });
      t.match([status, json.error.message], [422, message]);
    };
    await refused({ letterhead: { data: `asset:${NO_SUCH_ID}` } }, /letterhead.*does not have/);
    await refused({ letterhead: { data: 'JVBERi0=' } }, /letterhead/);
    await refused({ protection: { owner_password: 'x' } }, /protection/);
    await refused({ facturx: { xml: '<a/>' } }, /facturx/);
    await refused({ facturx: { template: '{{#if}}' } }, /^facturx\.template: Line 1/);
    await refused({ attachments: [{ name: 'a/b', data: terms }] }, /attachments/);
    const image = (await upload(png(1, 1), 'image/png')).json.reference;
    await refused({ prepend: [image] }, /prepend: the bytes are no PDF/);
  });

  t.test('a file that is deleted later refuses the document by name', async (t) => {
    const { json: file } = await upload(await pdfOf('<p>GONE'));
    const { json } = await create({ options: { append: [file.reference] } });
    await send('DELETE', `/v1/assets/${file.id}`, { key });
    const answer = await send('POST', '/v1/render', { key, json: { template_id: json.id } });
    t.match([answer.status, answer.json.error], [422, { code: 'invalid_request', message: /append.*does not have/ }]);
    t.match(await batchResult({ template_id: json.id, data: [{}] }), /append.*does not have/);
  });

  t.test('batches have the options of their template, or their own', async (t) => {
    const { json } = await create({ options: { append: [terms] } });
    t.equal(await batchResult({ template_id: json.id, data: [{ name: 'Ada' }] }), 'Ada TERMS');
    const own = { forms: true, append: [], letterhead: { data: sheet } };
    t.equal(await batchResult({ template_id: json.id, data: [{ name: 'Ada' }], ...own }), 'SHEET Ada +form');
    const path = `/v1/batches?template_id=${json.id}&forms=true`;
    t.equal(await batchResult(undefined, path, '{"name":"Ada"}\n'), 'Ada TERMS +form');
    const base64 = { html: 'a', append: ['JVBERi0='], data: [{}] };
    t.match(await send('POST', '/v1/batches', { key, json: base64 }), {
      status: 422,
      json: { error: { message: /append/ } },
    });
  });

  t.test('a render that is answered before it is made keeps what can be stored', async (t) => {
    const later = (json: object) => send('POST', '/v1/render', { key, json, headers: { Prefer: 'respond-async' } });
    const { json } = await later({ html: FORM, forms: true, append: [terms], data: { name: 'Ada' } });
    const batch = async () => (await send('GET', `/v1/batches/${json.id}`, { key })).json;
    await until('it has ended', async () => (await batch()).finished_at !== null);
    const { bytes } = await send('GET', (await batch()).links.pdf.slice(service.url.length));
    t.equal(await textOf(bytes), 'Ada TERMS');
    for (const [lost, way] of [
      [{ pages: '1' }, /^pages: send/],
      [{ append: ['JVBERi0='] }, /^append: upload/],
      [{ facturx: { xml: '<a/>' } }, /^facturx: give a template/],
      [{ protection: { owner_password: 'x' } }, /^protection: send/],
    ] as const)
      t.match((await later({ html: 'a', ...lost })).json.error, { code: 'invalid_request', message: way });
  });

  t.test('every document of a template with an XML template is an e-invoice of its own data', async (t) => {
    const [source, template, data] = ['html', 'xml', 'json'].map((type) =>
      readFileSync(`examples/e-invoice.${type}`, 'utf8'),
    );
    const { json } = await create({ source, options: { facturx: { template } } });
    const { bytes } = await send('POST', '/v1/render', {
      key,
      json: { template_id: json.id, data: JSON.parse(data!) },
    });
    t.match(Buffer.from(bytes).toString('latin1'), '<fx:DocumentFileName>factur-x.xml<');
    t.match(await textOf(bytes), JSON.parse(data!).number);
  });
});

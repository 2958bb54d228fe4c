/** POST /v1/merge: which PDFs it joins, and what it refuses. */

import t from 'tap';
import { png } from '../../support/images.js';
import { readPdf, textOf } from '../../support/pdf.js';
import { onEachPostgres } from '../support/postgres.js';
import { openService } from '../support/service.js';

const NO_SUCH_ID = '01935a2b-7c1e-7f3a-9d4e-2b6c8a1f0e37';

onEachPostgres(t, async (t, postgres) => {
  const service = await openService(t, await postgres.create(t), { MAX_PAGES: '5' });
  const { send } = service;
  const { key } = await service.account({ credits: 200 });
  const credits = async (of = key) => (await send('GET', '/v1/me', { key: of })).json.credits as number;
  const render = async (html: string, more: object = {}, of = key) =>
    send('POST', '/v1/render', { key: of, json: { html, ...more } });
  const pdfOf = async (html: string, more: object = {}) => (await render(html, more)).bytes;
  const linkTo = async (html: string, of = key) => `render:${(await render(html, { output: 'url' }, of)).json.id}`;
  const upload = async (body: Uint8Array, of = key, type = 'application/pdf') => {
    const headers = { 'Content-Type': type };
    const { json } = await send('POST', '/v1/assets?name=a', { key: of, body: new Uint8Array(body), headers });
    return json.reference as string;
  };
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const merge = async (pdfs: readonly string[], more: object = {}, headers: Record<string, string> = {}) =>
    send('POST', '/v1/merge', { key, json: { pdfs, ...more }, headers });

  t.test('uploaded PDFs, earlier renders and PDFs in the request become one, for one credit', async (t) => {
    const pdfs = [
      await upload(await pdfOf('<title>First</title><h1>one</h1>')),
      await linkTo('<h1>two</h1>'),
      base64(await pdfOf('<h1>three</h1>')),
    ];
    const before = await credits();
    const { status, headers, bytes } = await merge([...pdfs, pdfs[0]!.toUpperCase().replace('ASSET', 'asset')]);
    t.equal(status, 200);
    t.equal(await textOf(bytes), 'one two three one');
    t.match(await readPdf(bytes), { title: 'First' });
    t.equal(headers.get('x-pages'), '4');
    t.equal(headers.get('x-credits-remaining'), String(before - 1));
    t.equal(await credits(), before - 1);
  });

  t.test('the answer can be a link, to merge again; a title replaces that of the first PDF', async (t) => {
    const pdf = base64(await pdfOf('<title>First</title>a'));
    const { json } = await merge([pdf, pdf], { output: 'url', title: 'Both' });
    t.match(json, { pages: 2, diagnostics: [], url: /\/v1\/files\// });
    const opened = await send('GET', json.url.slice(service.url.length));
    t.match(await readPdf(opened.bytes), { title: 'Both' });
    t.equal((await merge([`render:${json.id}`, pdf])).headers.get('x-pages'), '3');
  });

  t.test('the same Idempotency-Key charges once', async (t) => {
    const pdf = base64(await pdfOf('a'));
    const before = await credits();
    const headers = { 'Idempotency-Key': 'merge-1' };
    const first = await merge([pdf, pdf], {}, headers);
    const second = await merge([pdf, pdf], {}, headers);
    t.equal(second.headers.get('idempotent-replayed'), 'true');
    t.ok(Buffer.from(second.bytes).equals(first.bytes));
    t.equal(await credits(), before - 1);
    t.match(await merge([pdf], {}, headers), { status: 422, json: { error: { code: 'idempotency_mismatch' } } });
  });

  t.test('ids of another account are like those that do not exist', async (t) => {
    const other = await service.account({ credits: 10 });
    const pdf = await pdfOf('SECRET');
    const before = await credits();
    const theirs = [await upload(pdf, other.key), await linkTo('SECRET', other.key)];
    for (const reference of [...theirs, `asset:${NO_SUCH_ID}`, `render:${NO_SUCH_ID}`]) {
      const { status, json } = await merge([base64(pdf), reference]);
      t.equal(status, 422, reference);
      const message = `pdfs: number 2 is ${reference}, which the account does not have`;
      t.strictSame(json.error, { code: 'invalid_request', message });
    }
    t.equal(await credits(), before);
  });

  t.test('what cannot be joined is refused with its number, and costs nothing', async (t) => {
    const pdf = await pdfOf('a');
    const before = await credits();
    const encrypted = await pdfOf('a', { protection: { owner_password: 'x' } });
    const form = await pdfOf('<label>n <input name="n"></label>', { forms: true });
    const image = await upload(png(1, 1), key, 'application/octet-stream');
    for (const [bad, message] of [
      [base64(encrypted), /^Document 2 cannot be read: the file is encrypted\.$/],
      [base64(form), /^Document 2 has form fields, which cannot be joined\.$/],
      [base64(pdf.subarray(0, -40)), /^Document 2 cannot be read: /],
      [base64(Buffer.from('%PDF-1.7\n')), /^Document 2 cannot be read: /],
      [image, /^Document 2 cannot be read: /],
      ['render:nonsense', /^pdfs: number 2 is not base64/],
    ] as const) {
      const { status, json } = await merge([base64(pdf), bad]);
      t.match([status, json.error], [422, { code: 'invalid_request', message }], String(message));
    }
    t.equal(await credits(), before - 2, 'the two renders');
  });

  t.test('damaged PDFs are refused or joined, never a failure of the service', async (t) => {
    const whole = await pdfOf('<h1 id=a>a</h1><a href="#a">b</a><table><tr><th>c<td>d</table>');
    for (let at = 20; at < whole.length; at += Math.ceil(whole.length / 30)) {
      const damaged = Uint8Array.from(whole);
      damaged.fill(0x29, at, at + 7);
      const { status } = await merge([base64(damaged)]);
      t.ok(status === 200 || status === 422, `${at}: ${status}`);
    }
  });

  t.test('pages, PDFs and bytes have limits; an account without credits gets nothing', async (t) => {
    const pdf = base64(await pdfOf('a'));
    t.equal((await merge(Array(5).fill(pdf))).status, 200);
    t.match(await merge(Array(6).fill(pdf)), { status: 422, json: { error: { code: 'document_too_large' } } });
    t.match(await merge([]), { status: 422, json: { error: { code: 'invalid_request', message: /pdfs/ } } });
    t.match(await merge(Array(101).fill('a')), { status: 422, json: { error: { message: /pdfs/ } } });
    t.match(await merge([pdf], { html: 'a' }), { status: 422, json: { error: { message: /html/ } } });
    const poor = await service.account({ credits: 0 });
    const refused = await send('POST', '/v1/merge', { key: poor.key, json: { pdfs: [pdf] } });
    t.match(refused, { status: 402, json: { error: { code: 'no_credits' } } });
  });
});

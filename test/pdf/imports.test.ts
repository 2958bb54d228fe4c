/** Pages of other PDFs: letterheads, and pages before and after a document. */

import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import t from 'tap';
import { createRenderer } from '../../src/index.js';
import { dict, flateStream, name, type PdfObject, Ref, textString } from '../../src/pdf/syntax/objects.js';
import { PdfObjects } from '../../src/pdf/syntax/read.js';
import { writePdf } from '../../src/pdf/syntax/write.js';
import { ENGINES } from '../support/engines.js';
import { readPdf, withoutSpace } from '../support/pdf.js';

const QPDF = '/usr/bin/qpdf';

/** A PDF of one page with these entries, and a catalog. */
function pdfOf(page: Record<string, PdfObject>, content = '1 0 0 rg 0 0 50 50 re f'): Uint8Array {
  const file = new PdfObjects(new Map(), new Map());
  const pages = file.add(null);
  const contents = file.add(flateStream(new Map(), Buffer.from(content)));
  const kid = file.add(dict({ Type: name('Page'), Parent: pages, Contents: contents, Resources: dict({}), ...page }));
  file.objects.set(pages.number, dict({ Type: name('Pages'), Kids: [kid], Count: 1, MediaBox: [0, 0, 200, 100] }));
  file.trailer.set('Root', file.add(dict({ Type: name('Catalog'), Pages: pages })));
  return writePdf(file);
}

for (const engine of ENGINES) {
  const renderer = createRenderer({ engine });
  t.teardown(() => renderer.close());
  const pages = async (body: string, options: object = {}) => {
    const { pdf } = await renderer.render({
      html: `<style>@page { size: 300px 200px; margin: 10px }</style>${body}`,
      ...options,
    });
    return pdf;
  };
  const three = '<p>one<p style="break-before: page">two<p style="break-before: page">three';

  t.test(`${engine}: a letterhead is under the pages, its last page under all further ones`, async (t) => {
    const letterhead = await pages('<p>First sheet<p style="break-before: page">Next sheet');
    const texts = async (options: object) =>
      (await readPdf(await pages(three, options))).pages.map(({ text }) => withoutSpace(text));
    t.strictSame(await texts({ letterhead }), ['Firstsheetone', 'Nextsheettwo', 'Nextsheetthree']);
    const once = { pdf: letterhead, repeat: false };
    t.strictSame(await texts({ letterhead: once }), ['Firstsheetone', 'Nextsheettwo', 'three']);
  });

  t.test(`${engine}: pages come before and after, in their sizes and order`, async (t) => {
    const before = await pages(three);
    const after = pdfOf({ Rotate: 90, CropBox: [10, 20, 60, 500] });
    const html = '<h1 id="h">Heading</h1><a href="#h">link</a>';
    const { pdf, pages: count } = await renderer.render({ html, prepend: [before], append: [after, before] });
    t.equal(count, 8);
    const read = await readPdf(pdf);
    t.strictSame(
      read.pages.map(({ text }) => text),
      ['one', 'two', 'three', 'Heading link', '', 'one', 'two', 'three'],
    );
    const [first, , , , rotated] = read.pages;
    t.strictSame([first!.width, first!.height], [225, 150]);
    t.strictSame([rotated!.width, rotated!.height], [80, 50]);
    t.strictSame(read.outline, ['Heading']);
  });

  t.test(`${engine}: a form that is filled in is imported with what it shows`, async (t) => {
    const form = (await renderer.render({ html: '<p>Name <input value="Ada">', forms: true })).pdf;
    const pdf = await pages('<p>x', { append: [form] });
    t.match((await readPdf(pdf)).pages[1]?.text, /Name ?Ada/);
  });

  t.test(`${engine}: qpdf finds no errors`, { skip: !existsSync(QPDF) && 'qpdf is not installed' }, async (t) => {
    const file = join(t.testdir(), 'a.pdf');
    const other = await pages(`${three}<svg width="50" height="50"><circle r="20" fill="red"/></svg>`);
    const protection = { ownerPassword: 'owner' };
    writeFileSync(file, await pages(three, { letterhead: other, append: [other], prepend: [other], protection }));
    t.match(String(execFileSync(QPDF, ['--check', file], { stdio: 'pipe' })), /No syntax or stream encoding errors/);
  });
}

const renderer = createRenderer({ engine: ENGINES[0]! });
t.teardown(() => renderer.close());
const render = (options: object) => renderer.render({ html: '<html lang="en"><title>T</title><p>Text', ...options });

t.test('what is no PDF, is encrypted or has no pages is refused with the reason', async (t) => {
  const encrypted = (await render({ protection: { ownerPassword: 'a' } })).pdf;
  for (const [options, message] of [
    [{ letterhead: Buffer.from('text') }, /^letterhead: the bytes are no PDF/],
    [{ append: ['a.pdf'] }, /^append: a PDF is given as its bytes/],
    [{ prepend: encrypted }, /^prepend: give a list/],
    [{ prepend: [encrypted] }, /^prepend: the file is encrypted/],
    [{ append: [pdfOf({}), Buffer.from('%PDF-1.7\n')] }, /^append, PDF 2: the file has no startxref/],
    [{ append: [pdfOf({ MediaBox: [0, 0, 0, 0] })] }, /^append: a page has no area/],
  ] as const)
    await t.rejects(render(options), { code: 'invalid_option', message });
  const small = createRenderer({ engine: ENGINES[0]!, limits: { maxAttachmentBytes: 100 } });
  t.teardown(() => small.close());
  await t.rejects(small.render({ html: 'x', append: [pdfOf({})] }), { message: /the limit is 100/ });
});

t.test('damaged PDFs are refused, never a failure of the program', async (t) => {
  const whole = (await render({})).pdf;
  for (let at = 20; at < whole.length; at += Math.ceil(whole.length / 60)) {
    const damaged = Uint8Array.from(whole);
    damaged.fill(0x29, at, at + 7);
    const outcome = await render({ append: [damaged] }).then(
      ({ pages }) => pages,
      (error: { code?: string }) => error.code,
    );
    t.ok(outcome === 2 || outcome === 'invalid_option', `${at}: ${outcome}`);
  }
  const loop = pdfOf({ Resources: dict({ XObject: dict({ Self: new Ref(2) }) }), Title: textString('x') });
  t.equal((await render({ append: [loop] })).pages, 2);
});

t.test('content that inflates beyond the limit is refused', async (t) => {
  const file = new PdfObjects(new Map(), new Map());
  const pages = file.add(null);
  const blank = file.add(flateStream(new Map(), Buffer.alloc(40e6, 0x20)));
  const page = dict({ Type: name('Page'), Parent: pages, MediaBox: [0, 0, 9, 9], Contents: [blank, blank] });
  file.objects.set(pages.number, dict({ Type: name('Pages'), Kids: [file.add(page)], Count: 1 }));
  file.trailer.set('Root', file.add(dict({ Type: name('Catalog'), Pages: pages })));
  const append = [writePdf(file)];
  t.ok(append[0]!.length < 100_000);
  await t.rejects(render({ append }), { code: 'invalid_option', message: /^append: a page has too much content/ });
});

t.test('pages of other PDFs are not checked, so that no standard is claimed', async (t) => {
  const { diagnostics, pdf } = await render({ letterhead: pdfOf({}), standard: ['pdf/a-2b', 'pdf/ua-1'] });
  t.match(diagnostics, [
    { kind: 'NotConformant', text: /^pdf\/a-2b, pdf\/ua-1: pages of another PDF/, context: /^letterhead/ },
  ]);
  t.notMatch(Buffer.from(pdf).toString('latin1'), 'pdfaid:part');
});

t.test('an element at a fixed position is a watermark on every page', async (t) => {
  const { pdf } = await render({
    html: `<style>.draft { position: fixed; inset: 0; z-index: -1; opacity: 0.2 }</style>
      <div class="draft" aria-hidden="true">DRAFT</div><p>one<p style="break-before: page">two`,
  });
  t.strictSame(
    (await readPdf(pdf)).pages.map(({ text }) => withoutSpace(text)),
    ['DRAFTone', 'DRAFTtwo'],
  );
});

/** A PDF of an empty page whose cross-reference stream has entries of its own, and so much data. */
function withTable(entries: string, bytes: number): Buffer {
  const head = '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n';
  const data = deflateSync(Buffer.alloc(bytes));
  const table = `9 0 obj<</Type/XRef/Root 1 0 R/Size 10/Filter/FlateDecode/Length ${data.length}${entries}>>stream\n`;
  const end = `\nendstream endobj\nstartxref\n${head.length}\n%%EOF`;
  return Buffer.concat([Buffer.from(head + table), data, Buffer.from(end)]);
}

t.test('tables that say more than they have took a gigabyte, and did not end', async (t) => {
  const start = process.cpuUsage().user;
  for (const [entries, message] of [
    ['/W[1 2 1]/DecodeParms<</Predictor 15/Columns 1000000000>>', /no catalog/],
    ['/W[1 2 1]/DecodeParms<</Predictor 15/Columns -5>>', /rows without columns/],
    ['/W[1 2 1]/DecodeParms<</Predictor 15/Columns 0>>', /rows without columns/],
    ['/W[2147483647 2147483647 2147483647]', /the widths of a cross-reference stream/],
    ['/W[0 0 0]/Index[0 1000000000]', /the widths of a cross-reference stream/],
    ['/W[1 2 1]/Index[0 -1]', /the numbers of a cross-reference stream/],
  ] as const) {
    await t.rejects(render({ append: [withTable(entries, 100)] }), { code: 'invalid_option', message }, entries);
  }
  await t.rejects(render({ append: [withTable('/W[1 0 0]/Index[0 60000000]', 30e6)] }), {
    message: /too many objects/,
  });
  t.ok(process.cpuUsage().user - start < 30e6);
});

/** A PDF of an empty page, with more objects and, by a stream, where they are: rows of a type and a number. */
function withObjects(objects: readonly Buffer[], rows: (offsets: readonly number[]) => [type: number, at: number][]) {
  const page = '/Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]';
  const fixed = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>', `<<${page}>>`];
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let end = parts[0]!.length;
  for (const object of [...fixed.map((text) => Buffer.from(text)), ...objects]) {
    const part = Buffer.concat([Buffer.from(`${offsets.length + 1} 0 obj`), object, Buffer.from('endobj\n')]);
    offsets.push(end);
    parts.push(part);
    end += part.length;
  }
  const table = [[0, 0] as const, ...offsets.map((at) => [1, at] as const), ...rows(offsets)];
  const data = Buffer.alloc(table.length * 5);
  for (const [row, [type, at]] of table.entries()) {
    data[row * 5] = type;
    data.writeUInt32BE(at, row * 5 + 1);
  }
  const packed = deflateSync(data);
  const head = `999999 0 obj<</Type/XRef/Root 1 0 R/Size ${table.length}/W[1 4 0]/Filter/FlateDecode/Length ${packed.length}>>stream\n`;
  const tail = `\nendstream endobj\nstartxref\n${end}\n%%EOF`;
  return Buffer.concat([...parts, Buffer.from(head), packed, Buffer.from(tail)]);
}

const objectStream = (text: string, count: number, first: number): Buffer => {
  const data = deflateSync(Buffer.from(text));
  const head = `<</Type/ObjStm/N ${count}/First ${first}/Filter/FlateDecode/Length ${data.length}>>stream\n`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream ')]);
};

t.test('objects that share their bytes were held a thousand times', async (t) => {
  const refused = { code: 'invalid_option', message: /^append: objects of the file overlap/ };
  // Each string contains the objects after it.
  const starts = Array.from({ length: 1000 }, (_, index) => `${index + 5} 0 obj(`);
  const strings = withObjects([Buffer.from(`(${starts.join('')}${')'.repeat(1001)}`)], (offsets) => {
    let at = offsets.at(-1)! + '4 0 obj('.length;
    return starts.map((start) => {
      at += start.length;
      return [1, at - start.length];
    });
  });
  await t.rejects(render({ append: [strings] }), refused);
  const numbers = Array.from({ length: 1000 }, (_, index) => `${index + 5} 0 `).join('');
  const members = withObjects([objectStream(`${numbers}[${'1 '.repeat(10_000)}]`, 1000, numbers.length)], () =>
    Array.from({ length: 1000 }, () => [2, 4]),
  );
  await t.rejects(render({ append: [members] }), refused);
});

t.test('what Node.js says about its buffers was the message about a stream that is too large', async (t) => {
  const stream = objectStream(`9 0 ${' '.repeat(70e6)}1`, 1, 4);
  await t.rejects(render({ append: [withObjects([stream], () => [[2, 4]])] }), {
    code: 'invalid_option',
    message: 'append: a stream cannot be decompressed: it has more than 64 MB',
  });
});

t.test('object streams that inflate were held all at once', async (t) => {
  const stream = objectStream(`9 0 ${' '.repeat(50e6)}1`, 1, 4);
  const streams = withObjects(
    Array.from({ length: 6 }, () => stream),
    () => Array.from({ length: 6 }, (_, index) => [2, index + 4]),
  );
  await t.rejects(render({ append: [streams] }), {
    code: 'invalid_option',
    message: /^append: the file has too much in object streams/,
  });
});

t.test('a page of a hundred thousand kids and annotations is drawn', async (t) => {
  const file = new PdfObjects(new Map(), new Map());
  const pages = file.add(null);
  const normal = file.add(flateStream(dict({ BBox: [0, 0, 9, 9] }), Buffer.from('0 0 9 9 re f')));
  const note = file.add(dict({ Subtype: name('Widget'), Rect: [0, 0, 9, 9], AP: dict({ N: normal }) }));
  const Annots = Array.from({ length: 100_000 }, () => note);
  const page = file.add(dict({ Type: name('Page'), Parent: pages, MediaBox: [0, 0, 99, 99], Annots }));
  const missing = new Ref(999_999);
  const Kids = [...Array.from({ length: 200_000 }, () => missing), page];
  file.objects.set(pages.number, dict({ Type: name('Pages'), Kids, Count: 1 }));
  file.trailer.set('Root', file.add(dict({ Type: name('Catalog'), Pages: pages })));
  t.equal((await render({ append: [writePdf(file)] })).pages, 2);
});

/** Sheets that are larger than the page: bleed and marks; and pages that are turned. */

import t from 'tap';
import { createRenderer } from '../../src/index.js';
import { decodedStream } from '../../src/pdf/syntax/filters.js';
import type { PdfObject } from '../../src/pdf/syntax/objects.js';
import { pagesOf } from '../../src/pdf/syntax/pages.js';
import { readPdf as readObjects } from '../../src/pdf/syntax/read.js';
import { ENGINES } from '../support/engines.js';
import { readPdf } from '../support/pdf.js';

/** 300 × 150 pt. */
const page = (more: string, body = '<p>text') =>
  `<html lang="en"><title>Sheets</title><style>@page { size: 400px 200px; margin: 0; ${more} } * { margin: 0 }</style>${body}`;

for (const engine of ENGINES) {
  const renderer = createRenderer({ engine });
  t.teardown(() => renderer.close());
  const render = async (html: string, options: object = {}) =>
    (await renderer.render({ html, strict: true, ...options })).pdf;
  const boxes = (pdf: Uint8Array) => {
    const file = readObjects(pdf);
    const numbers = (box: PdfObject | undefined) => (file.array(box) ?? []).map((value) => Math.round(Number(value)));
    return pagesOf(file).map(({ dict }) => ({
      media: numbers(dict.get('MediaBox')),
      bleed: numbers(dict.get('BleedBox')),
      trim: numbers(dict.get('TrimBox')),
      rotation: dict.get('Rotate') ?? 0,
    }));
  };

  t.test(`${engine}: the media box has room for bleed and marks`, async (t) => {
    t.strictSame(boxes(await render(page('marks: crop cross; bleed: 10pt'))), [
      { media: [-34, -34, 334, 184], bleed: [-10, -10, 310, 160], trim: [0, 0, 300, 150], rotation: 0 },
    ]);
    t.strictSame(boxes(await render(page('bleed: 10pt'))), [
      { media: [-10, -10, 310, 160], bleed: [-10, -10, 310, 160], trim: [0, 0, 300, 150], rotation: 0 },
    ]);
    t.strictSame(boxes(await render(page('marks: none'))), [
      { media: [0, 0, 300, 150], bleed: [], trim: [], rotation: 0 },
    ]);
  });

  t.test(`${engine}: a page is turned as viewers show it, and its text with it`, async (t) => {
    const html = page(
      'page-orientation: rotate-right',
      '<p>one<p style="page: left; break-before: page">two<style>@page left { page-orientation: rotate-left }',
    );
    const pdf = await render(html);
    t.strictSame(
      boxes(pdf).map(({ rotation }) => rotation),
      [90, 270],
    );
    t.match((await readPdf(pdf)).pages, [
      { width: 150, height: 300 },
      { width: 150, height: 300 },
    ]);
  });

  t.test(`${engine}: content in the bleed area neither makes pages nor shrinks them`, async (t) => {
    const cover = `<div style="position: absolute; inset: -10pt; background: navy"></div><p>one
      <div style="position: relative; break-before: page; height: 200px">
      <div style="position: absolute; inset: -10pt; background: navy">two</div></div>`;
    t.equal(boxes(await render(page('bleed: 10pt', cover))).length, 2);
    const { diagnostics } = await renderer.render({ html: page('', cover) });
    t.match(diagnostics, [{ kind: 'LayoutOverflow' }], 'without a bleed it is too wide');
  });

  t.test(`${engine}: a letterhead is as large as the page, not as its sheet`, async (t) => {
    const letterhead = await render(page('', '<p>letterhead'));
    const pdf = await render(page('marks: crop; bleed: 10pt'), { letterhead });
    const file = readObjects(pdf);
    const contents = file.array(pagesOf(file)[0]!.dict.get('Contents'))!;
    t.match(Buffer.from(decodedStream(file.stream(contents[0])!)).toString(), 'q 1 0 0 1 0 0 cm');
  });

  t.test(`${engine}: some pages, and those of several documents, keep their boxes`, async (t) => {
    const two = page('', '<p>one<p style="page: wide; break-before: page">two<style>@page wide { bleed: 8pt }');
    t.strictSame(boxes(await render(two, { pages: '2' }))[0]!.trim, [0, 0, 300, 150]);
    const merged = await renderer.merge({ documents: [{ html: page('') }, { html: two }] });
    t.strictSame(
      boxes(merged.pdf).map(({ media }) => media[0]),
      [0, 0, -8],
    );
  });

  t.test(`${engine}: marks are artifacts, and conform to standards`, async (t) => {
    const pdf = await render(page('marks: crop cross'), { standard: ['pdf/a-2a', 'pdf/ua-1'] });
    t.equal((await readPdf(pdf)).pages[0]!.text, 'text');
  });
}

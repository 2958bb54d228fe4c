/** Files inside PDFs. */

import t from 'tap';
import { type Attachment, createRenderer } from '../../src/index.js';
import { decodedStream } from '../../src/pdf/syntax/filters.js';
import { isName, type PdfString } from '../../src/pdf/syntax/objects.js';
import { type PdfObjects, readPdf } from '../../src/pdf/syntax/read.js';
import { ENGINES } from '../support/engines.js';

const HTML = '<html lang="en"><title>Report</title><h1 id="a">Report</h1><a href="#a">Up</a>';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const CSV: Attachment = { name: 'values.csv', data: bytes('a,b\n1,2\n'), relationship: 'data' };

const textOf = (string: unknown): string => {
  const { bytes } = string as PdfString;
  return bytes[0] === 0xfe
    ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
    : Buffer.from(bytes).toString();
};

/** By the name tree, in its order. */
function filesIn(file: PdfObjects) {
  const tree = file.dict(file.dict(file.catalog.get('Names'))!.get('EmbeddedFiles'))!;
  const names = file.array(tree.get('Names'))!;
  return names.flatMap((key, index) => {
    if (index % 2 === 1) return [];
    const specification = file.dict(names[index + 1])!;
    const stream = file.stream(file.dict(specification.get('EF'))!.get('UF'))!;
    return [{ key: textOf(key), specification, stream, data: Buffer.from(decodedStream(stream)).toString() }];
  });
}

for (const engine of ENGINES) {
  const renderer = createRenderer({ engine });
  t.teardown(() => renderer.close());

  t.test(`${engine}: attached files are listed by name and associated with the document`, async (t) => {
    const attachments: Attachment[] = [
      { name: 'Übersicht.txt', data: bytes('über'), description: 'Alles auf einen Blick' },
      { ...CSV, modified: new Date('2026-03-01T12:30:05.7Z') },
    ];
    const { pdf, diagnostics } = await renderer.render({ html: HTML, attachments, standard: 'pdf/a-3b' });
    t.strictSame(diagnostics, []);
    const file = readPdf(pdf);
    const [first, second] = filesIn(file);
    t.match(first, { key: 'values.csv', data: 'a,b\n1,2\n' });
    t.ok(isName(first!.specification.get('AFRelationship'), 'Data'));
    t.ok(isName(first!.stream.dict.get('Subtype'), 'text/csv'));
    const parameters = file.dict(first!.stream.dict.get('Params'))!;
    t.equal(parameters.get('Size'), 8);
    t.equal(textOf(parameters.get('ModDate')), 'D:20260301123005Z');
    const { bytes: checksum } = parameters.get('CheckSum') as PdfString;
    t.equal(Buffer.from(checksum).toString('hex'), 'e5ebd4c02cefbe7955977c67ada242b7', 'as of md5sum');
    t.match(second, { key: 'Übersicht.txt', data: 'über' });
    t.equal(textOf(second!.specification.get('Desc')), 'Alles auf einen Blick');
    t.ok(isName(second!.specification.get('AFRelationship'), 'Unspecified'));
    t.notOk(file.dict(second!.stream.dict.get('Params'))!.has('ModDate'), 'no clock');
    const associated = file.array(file.catalog.get('AF'))!.map((entry) => file.dict(entry));
    t.strictSame(new Set(associated), new Set([first!.specification, second!.specification]));
  });

  t.test(`${engine}: files are attached without a standard, too, and the same bytes come twice`, async (t) => {
    const [first, second] = await Promise.all([
      renderer.render({ html: HTML, attachments: [CSV] }),
      renderer.render({ html: HTML, attachments: [CSV] }),
    ]);
    t.strictSame(first!.pdf, second!.pdf);
    t.equal(filesIn(readPdf(first!.pdf)).length, 1);
    const plain = await renderer.render({ html: HTML, attachments: [] });
    t.notOk('finish' in plain.times, 'an empty list is none');
  });

  t.test(`${engine}: PDF/A-2 takes only files that are PDF/A themselves`, async (t) => {
    const { pdf: archival } = await renderer.render({ html: HTML, standard: 'pdf/a-2b' });
    const { pdf: ordinary } = await renderer.render({ html: HTML });
    const attach = (attachments: Attachment[]) => renderer.render({ html: HTML, attachments, standard: 'pdf/a-2b' });
    t.strictSame((await attach([{ name: 'a.pdf', data: archival }])).diagnostics, []);
    const refused = await attach([{ name: 'b.pdf', data: ordinary }, CSV]);
    t.match(refused.diagnostics, [
      { kind: 'NotConformant', text: 'pdf/a-2b: the attachment "b.pdf" is no PDF/A-2 file' },
      { kind: 'NotConformant', text: 'pdf/a-2b: the attachment "values.csv" is no PDF/A-2 file' },
    ]);
  });
}

t.test('an attachment that is not as it must be is refused with what is wrong', async (t) => {
  const renderer = createRenderer({ limits: { maxAttachmentBytes: 20 } });
  t.teardown(() => renderer.close());
  const cases: [readonly Attachment[], RegExp][] = [
    [[{ ...CSV, name: '' }], /the name of file 1 is missing/],
    [[{ ...CSV, name: '../a.csv' }], /leave out folders/],
    [[{ ...CSV, name: '..' }], /leave out folders/],
    [[{ ...CSV, name: 'a\nb' }], /characters that no file name has/],
    [[{ ...CSV, name: 'a\ud800' }], /characters that no file name has/],
    [[{ ...CSV, name: 'a'.repeat(256) }], /more than 255 characters/],
    [[CSV, { ...CSV, name: 'VALUES.csv' }], /two files have the name "VALUES.csv"/],
    [[{ ...CSV, data: 'text' as unknown as Uint8Array }], /the data of "values.csv" is no Uint8Array/],
    [[{ ...CSV, mimeType: 'csv' }], /write it as in text\/csv/],
    [[{ ...CSV, relationship: 'other' as 'data' }], /it is one of source, data/],
    [[{ ...CSV, modified: Number.NaN }], /no valid date/],
    [[CSV, { ...CSV, name: 'b', data: new Uint8Array(13) }], /21 bytes together, the limit is 20/],
    [
      Array.from({ length: 101 }, (_, index) => ({ name: `${index}`, data: bytes('') })),
      /there are 101, the limit is 100/,
    ],
  ];
  for (const [attachments, message] of cases) {
    const expected = { name: 'EngineError', code: 'invalid_option', message };
    await t.rejects(renderer.render({ html: HTML, attachments }), expected);
    await t.rejects(renderer.validate({ html: HTML, attachments }), expected);
  }
});

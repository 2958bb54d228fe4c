/** One PDF of several documents. */

import t from 'tap';
import { createRenderer } from '../../src/index.js';
import { isName, type PdfObject } from '../../src/pdf/syntax/objects.js';
import { type PdfObjects, readPdf as readObjects } from '../../src/pdf/syntax/read.js';
import { ENGINES } from '../support/engines.js';
import { readPdf } from '../support/pdf.js';

const numbered = (size: string, body: string) =>
  `<html lang="en"><title>${body.slice(0, 3)}</title><style>@page { size: ${size}; margin: 30px; @bottom-left { content: counter(page) "/" counter(pages) } }</style>${body}`;
const circle = (color: string) => `<svg width="9" height="9" aria-label="c"><circle r="4" fill="${color}"/></svg>`;
const DOCUMENTS = [
  { html: numbered('300px', `<h1 id="a">One</h1>${circle('red')}<a href="#a">here</a>`) },
  {
    html: numbered(
      '400px',
      `<h1>Two {{name}}</h1>${circle('blue')}<p style="break-before: page"><a href="#b">on <span style="content: target-counter('#b', page)"></span></a><h2 id="b">End</h2>`,
    ),
    data: { name: 'Ada' },
  },
  { html: numbered('300px', '<h1>Three</h1>') },
];

/** Types of the structure elements below the root, without those below paragraphs. */
function elementsOf(file: PdfObjects): string[] {
  const root = file.dict(file.catalog.get('StructTreeRoot'))?.get('K');
  const top = file.dict(file.array(root)?.[0] ?? root);
  const kids = (top && file.array(top.get('K'))) ?? [];
  const role = (kid: PdfObject) => file.dict(kid)?.get('S');
  return ['H1', 'H2', 'P', 'Figure'].flatMap((type) => kids.filter((kid) => isName(role(kid), type)).map(() => type));
}

for (const engine of ENGINES) {
  const renderer = createRenderer({ engine });
  t.teardown(() => renderer.close());
  const pagesOf = async (options: object) =>
    (await readPdf((await renderer.merge({ documents: DOCUMENTS, ...options })).pdf)).pages;

  t.test(`${engine}: pages follow one another, each with the size, data and numbers of its document`, async (t) => {
    const { pdf, pages, diagnostics } = await renderer.merge({ documents: DOCUMENTS, title: 'All', strict: true });
    t.strictSame(diagnostics, []);
    t.equal(pages, 4);
    const read = await readPdf(pdf);
    t.equal(read.title, 'All');
    t.strictSame(
      read.pages.map(({ text, width }) => `${width} ${/\d\/\d/.exec(text)?.[0]}`),
      ['225 1/1', '300 1/2', '300 2/2', '225 1/1'],
    );
    t.match(read.pages[1]!.text, 'Two Ada');
    t.strictSame(read.outline, ['One', 'Two Ada', '  End', 'Three']);
    t.strictSame(
      elementsOf(readObjects(pdf)).filter((type) => type.startsWith('H')),
      ['H1', 'H1', 'H1', 'H2'],
    );
  });

  t.test(`${engine}: continuous page numbers count all pages`, async (t) => {
    const pages = await pagesOf({ pageNumbers: 'continuous' });
    t.strictSame(
      pages.map(({ text }) => /\d\/\d/.exec(text)?.[0]),
      ['1/4', '2/4', '3/4', '4/4'],
    );
  });

  t.test(`${engine}: standards, forms and pages of other PDFs are for the whole`, async (t) => {
    const field = { html: numbered('300px', '<p><label>Name <input name="n"></label>') };
    const standard = ['pdf/a-2a', 'pdf/ua-1'] as const;
    const { pdf } = await renderer.merge({
      documents: [field, ...DOCUMENTS, field],
      forms: true,
      standard,
      strict: true,
    });
    const file = readObjects(pdf);
    t.equal(file.array(file.dict(file.catalog.get('AcroForm'))?.get('Fields'))?.length, 2);
    t.match(Buffer.from(pdf).toString('latin1'), '<pdfuaid:part>1<');
    const { pages } = await renderer.merge({ documents: DOCUMENTS, append: [pdf], pages: '2-3' });
    t.equal(pages, 8);
  });
}

const renderer = createRenderer({ engine: ENGINES[0]! });
t.teardown(() => renderer.close());

t.test('diagnostics name their document', async (t) => {
  const documents = [{ html: 'a' }, { html: '<p style="backdrop-filter: blur(1px)">b' }];
  const { diagnostics } = await renderer.merge({ documents });
  t.match(diagnostics, [{ context: /^document 2: / }]);
  await t.rejects(renderer.merge({ documents, strict: true }), { code: 'document_not_supported' });
});

t.test('no documents, too many pages and unknown numbers are refused', async (t) => {
  await t.rejects(renderer.merge({ documents: [] }), { code: 'invalid_option', message: /^documents: / });
  await t.rejects(renderer.merge({ documents: [{ html: 'a' }], pageNumbers: 'roman' as 'own' }), {
    message: /"roman"/,
  });
  const small = createRenderer({ engine: ENGINES[0]!, limits: { maxPages: 3 } });
  t.teardown(() => small.close());
  await t.rejects(small.merge({ documents: DOCUMENTS }), { code: 'document_too_complex' });
});

t.test('one document is the same as rendered alone', async (t) => {
  const { html } = DOCUMENTS[0]!;
  t.strictSame((await renderer.merge({ documents: [{ html }] })).pdf, (await renderer.render({ html })).pdf);
});

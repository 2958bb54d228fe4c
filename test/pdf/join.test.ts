/** Finished PDFs are joined into one. */

import t from 'tap';
import { createRenderer } from '../../src/index.js';
import { JoinError, Joiner, joinPdfs } from '../../src/pdf/join/join.js';
import { numberEntries } from '../../src/pdf/syntax/number-tree.js';
import { isName, Ref, Stream } from '../../src/pdf/syntax/objects.js';
import { pagesOf } from '../../src/pdf/syntax/pages.js';
import { readPdf } from '../../src/pdf/syntax/read.js';
import { ENGINES } from '../support/engines.js';
import { pdfFacts } from '../support/pdf-facts.js';

const INVOICE = `<html lang="{{language}}"><title>Invoice {{number}}</title>
  <h1 id="top">Invoice {{number}}</h1><p><a href="#end">end</a> <a href="https://example.com/{{number}}">pay</a>
  <table><tr><th id="h{{number}}">Item<th>Price<tr><td headers="h{{number}}">Tea<td>{{number}}</table>
  <h2>Terms</h2><svg width="20" height="20" role="img" aria-label="seal"><circle r="9" fill="red"/></svg>
  <p style="break-before: page" id="end"><a href="#top">top</a>`;
const LETTER = '<html lang="en"><title>Letter</title><p>Letter {{number}}';

async function joined(pdfs: readonly Uint8Array[]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of joinPdfs(pdfs)) pieces.push(piece);
  return Buffer.concat(pieces);
}

for (const engine of ENGINES) {
  const renderer = createRenderer({ engine });
  t.teardown(() => renderer.close());
  const pdfsOf = async (count: number, options: object = {}) => {
    const pdfs: Uint8Array[] = [];
    for (let number = 1; number <= count; number += 1) {
      const html = number % 4 === 3 ? LETTER : INVOICE;
      const data = { number, language: number % 2 ? 'en' : 'de' };
      pdfs.push((await renderer.render({ html, data, ...options })).pdf);
    }
    return pdfs;
  };

  t.test(`${engine}: pages, links, bookmarks and tags are those of the documents, in their order`, async (t) => {
    const pdfs = await pdfsOf(9);
    const facts = await Promise.all(pdfs.map((pdf) => pdfFacts(pdf)));
    const all = await pdfFacts(await joined(pdfs));
    let before = 0;
    const later = (text: string) => text.replace(/\bpage (\d+)/, (_, page) => `page ${Number(page) + before}`);
    t.equal(all.title, 'Invoice 1');
    t.equal(all.language, 'en');
    const outline: string[] = [];
    const pages = facts.flatMap((document) => {
      const moved = document.pages.map((page) => ({
        ...page,
        links: page.links.map(later).sort(),
        structure: ['Document', ...page.structure],
      }));
      outline.push(...document.outline.map(later));
      before += document.pages.length;
      return moved;
    });
    t.strictSame(all.pages, pages);
    t.strictSame(all.outline, outline);
  });

  t.test(`${engine}: damaged files are joined, or refused with a reason`, async (t) => {
    const { pdf } = await renderer.render({ html: '<h1 id=a>a</h1><a href="#a">b</a><table><tr><th>c<td>d</table>' });
    const refused = new Set<string>();
    // The end has the cross-reference table, the most sensitive part.
    for (let at = 20; at < pdf.length; at += at < pdf.length - 400 ? 97 : 3) {
      const damaged = Uint8Array.from(pdf);
      damaged.fill(0x29, at, at + 7);
      try {
        await joined([damaged]);
      } catch (error) {
        t.match(error, { name: 'JoinError', message: /^Document 1 cannot be read: \S/ }, `${at}`);
        refused.add((error as Error).message);
      }
    }
    t.ok(refused.size > 3, `${[...refused].join('\n')}`);
  });

  t.test(
    `${engine}: each part of the structure has its parent, and numbers of marked content are distinct`,
    async (t) => {
      const pdfs = await pdfsOf(140);
      const file = readPdf(await joined(pdfs));
      const root = file.dict(file.catalog.get('StructTreeRoot'))!;
      const parents = numberEntries(file, file.dict(root.get('ParentTree'))!);
      const pages = pagesOf(file);
      t.equal(pages.length, 105 * 2 + 35);
      const keys = pages.map(({ dict }) => dict.get('StructParents'));
      t.equal(new Set(keys).size, keys.length);
      for (const key of keys) t.ok(typeof key === 'number' && parents.has(key));
      t.equal(Math.max(...parents.keys()) + 1, root.get('ParentTreeNextKey'));
      const top = file.dict(file.array(root.get('K'))![0])!;
      t.ok(isName(top.get('S'), 'Document'));
      const documents = file.array(top.get('K'))!;
      t.equal(documents.length, 140);
      let elements = 0;
      const check = (ref: Ref, parent: Ref): void => {
        const element = file.dict(ref)!;
        elements += 1;
        if ((element.get('P') as Ref).number !== parent.number) t.fail('an element has another parent');
        for (const kid of file.array(element.get('K')) ?? [element.get('K')!])
          if (kid instanceof Ref && file.dict(kid)?.has('P')) check(kid, ref);
      };
      check(
        file.array(root.get('K'))![0] as Ref,
        root === file.dict(top.get('P')) ? (top.get('P') as Ref) : new Ref(0),
      );
      t.ok(elements > 140 * 5);
      t.equal(file.dict(documents[1])?.get('Lang') === undefined, false, 'a document in another language says so');
      t.equal(file.dict(documents[0])?.get('Lang'), undefined);
    },
  );

  t.test(`${engine}: equal fonts and images are there once`, async (t) => {
    const { pdf } = await renderer.render({ html: INVOICE, data: { number: 7 } });
    const fonts = (bytes: Uint8Array) =>
      [...readPdf(bytes).objects.values()].filter((object) => isFontFile(object)).length;
    const many = await joined(Array.from({ length: 40 }, () => pdf));
    t.equal(fonts(many), fonts(pdf));
    t.ok(many.length < pdf.length * 10);
  });

  t.test(`${engine}: a standard is claimed when all documents conform to it`, async (t) => {
    const standard = ['pdf/a-2a', 'pdf/ua-1'];
    const pdfs = await pdfsOf(3, { standard });
    const [plain] = await pdfsOf(1);
    const claims = (pdf: Buffer) => [
      /pdfaid:conformance>A</.test(metadata(pdf)),
      /pdfuaid:part>1</.test(metadata(pdf)),
    ];
    const metadata = (pdf: Buffer) => pdf.toString('latin1');
    t.strictSame(claims(await joined(pdfs)), [true, true]);
    t.strictSame(claims(await joined([...pdfs, plain!])), [false, false]);
    const { catalog } = readPdf(await joined(pdfs));
    t.ok(catalog.has('OutputIntents') && catalog.has('ViewerPreferences') && catalog.has('MarkInfo'));
  });
}

const isFontFile = (object: unknown): boolean =>
  object instanceof Stream && (object.dict.has('Length1') || /CIDFontType0C|OpenType/.test(subtypeOf(object)));
const subtypeOf = ({ dict }: Stream): string => {
  const subtype = dict.get('Subtype');
  return subtype && typeof subtype === 'object' && 'text' in subtype ? subtype.text : '';
};

const renderer = createRenderer({ engine: ENGINES[0]! });
t.teardown(() => renderer.close());

t.test('what cannot be joined is refused with the number of its document', async (t) => {
  const { pdf } = await renderer.render({ html: 'a' });
  const form = await renderer.render({ html: '<label>n <input name="n"></label>', forms: true });
  const joiner = new Joiner();
  joiner.add(pdf);
  t.throws(() => joiner.add(form.pdf), { name: 'JoinError', message: /^Document 2 has form fields/ });
  t.throws(() => new Joiner().add(Buffer.from('nonsense')), { message: /^Document 1 cannot be read: / });
  t.throws(() => new Joiner().end(), JoinError);
});

t.test('joining the same documents gives the same bytes', async (t) => {
  const { pdf } = await renderer.render({ html: INVOICE, data: { number: 1 } });
  t.ok((await joined([pdf, pdf])).equals(await joined([pdf, pdf])));
});

/** Bookmarks of Typst's PDFs are open. Source: ISO 32000-1, 12.3.3 */

import t from 'tap';
import { PdfFile } from '../../src/pdf/file.js';
import { hasClosedBookmarks, openBookmarks } from '../../src/pdf/outline.js';

/** A file of objects, as Typst writes them. */
function pdfOf(objects: readonly string[]): Buffer {
  let body = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n\r\n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f\r\n${rows}`;
  return Buffer.from(
    `${body}${table}trailer\n<</Size ${objects.length + 1}>>\nstartxref\n${body.length}\n%%EOF`,
    'latin1',
  );
}

const DEEP = '<</Parent 1 0 R/Prev 5 0 R/First 6 0 R/Last 6 0 R/Count -1/Title(B /Count -7)/Dest 9 0 R>>';

t.test('the counts are those of all bookmarks below', async (t) => {
  const file = pdfOf([
    '<</Parent 2 0 R/First 3 0 R/Last 4 0 R/Count -2/Title(A)/Dest 9 0 R>>',
    '<</Type/Outlines/First 1 0 R/Last 1 0 R/Count 1>>',
    DEEP,
    '<</Parent 1 0 R/Title(C)/Dest 9 0 R>>',
    '<</Parent 7 0 R/Type/StructElem>>',
    '<</Parent 3 0 R/Title(D)/Dest 9 0 R>>',
  ]);
  t.equal(hasClosedBookmarks(file), true);
  const pdf = new PdfFile(file);
  openBookmarks(pdf);
  const text = Buffer.from(pdf.write()).toString('latin1');
  t.match(text, '/Last 4 0 R/Count 3/Title(A)');
  t.match(text, '/Count 1/Title(B /Count -7)');
  t.match(text, '/Type/Outlines/First 1 0 R/Last 1 0 R/Count 4>>');
});

t.test('a file without nested bookmarks stays as it is', async (t) => {
  t.equal(hasClosedBookmarks(pdfOf(['<</Type/Catalog>>'])), false);
  t.equal(hasClosedBookmarks(pdfOf(['<</Parent 2 0 R/Title(A)>>', '<</Type/Outlines/Count 1>>'])), false);
});

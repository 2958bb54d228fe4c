/** The texts of a tagged PDF in the order of its structure tree, over all pages. */

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type Dict, Name, type PdfObject, Ref } from '../../src/pdf/syntax/objects.js';
import { pagesOf } from '../../src/pdf/syntax/pages.js';
import { type PdfObjects, readPdf } from '../../src/pdf/syntax/read.js';

/** A structure element with content, and the text of its parts in their order: `P text`. */
export async function structureOf(pdf: Uint8Array): Promise<string[]> {
  const texts = await markedTexts(pdf);
  const found: { readonly type: string; readonly owner: Dict; text: string }[] = [];
  visit(readPdf(pdf), (owner, type, page, identifier) => {
    const text = texts.get(page)?.get(identifier) ?? '';
    const last = found.at(-1);
    if (last?.owner === owner) last.text += text;
    else found.push({ type, owner, text });
  });
  return found.map(({ type, text }) => `${type} ${text.replace(/\s+/g, ' ').trim()}`.trim());
}

/** The text of each marked content, in the order of the tree. */
export async function structureTexts(pdf: Uint8Array): Promise<string[]> {
  const texts = await markedTexts(pdf);
  const found: string[] = [];
  visit(readPdf(pdf), (_owner, _type, page, identifier) => found.push(texts.get(page)?.get(identifier) ?? ''));
  return found;
}

type Visit = (owner: Dict, type: string, page: number, identifier: number) => void;

/** Visits all marked content. Source: ISO 32000-1, 14.7.4.2 */
function visit(file: PdfObjects, content: Visit): void {
  const pages = new Map(pagesOf(file).map(({ ref }, index) => [ref.number, index]));
  const pageOf = (page: PdfObject | undefined) => (page instanceof Ref ? pages.get(page.number) : undefined);
  const element = (owner: Dict, around: PdfObject | undefined) => {
    const page = owner.get('Pg') ?? around;
    const type = owner.get('S');
    const kids = owner.get('K');
    for (const kid of file.array(kids) ?? (kids === undefined ? [] : [kids])) {
      const given = file.number(kid);
      const inner = file.dict(kid);
      const identifier = given ?? file.number(inner?.get('MCID'));
      if (identifier !== undefined)
        content(owner, type instanceof Name ? type.text : '', pageOf(inner?.get('Pg') ?? page) ?? 0, identifier);
      else if (inner?.has('S') || inner?.has('K')) element(inner, page);
    }
  };
  const root = file.dict(file.catalog.get('StructTreeRoot'));
  if (root) element(root, undefined);
}

/** By page and identifier. */
async function markedTexts(pdf: Uint8Array): Promise<Map<number, Map<number, string>>> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0, useSystemFonts: false });
  try {
    const document = await loading.promise;
    const pages = new Map<number, Map<number, string>>();
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent({ includeMarkedContent: true, disableNormalization: true });
      const texts = new Map<number, string>();
      const open: (number | undefined)[] = [];
      for (const item of items) {
        if ('str' in item) {
          const identifier = open.findLast((each) => each !== undefined);
          if (identifier !== undefined)
            texts.set(identifier, (texts.get(identifier) ?? '') + item.str + (item.hasEOL ? ' ' : ''));
        } else if (item.type === 'endMarkedContent') open.pop();
        else open.push(identifierOf(item.id));
      }
      pages.set(number - 1, texts);
    }
    return pages;
  } finally {
    await loading.destroy();
  }
}

/** pdf.js names the page and the identifier: `p12R_mc3`. */
function identifierOf(id: string | undefined): number | undefined {
  const digits = /_mc(\d+)$/.exec(id ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

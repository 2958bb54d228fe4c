/** Checks the options `letterhead`, `prepend` and `append`. */

import type { DocumentInput, Letterhead } from './document.js';
import { EngineError } from './errors.js';
import type { Assembly } from './finishing.js';

const MAX_PDFS = 100;
/** Bytes in which the header of a PDF begins. Source: ISO 32000-1, annex H.3, note 13 */
const HEADER_WITHIN = 1024;

/** @param maxBytes  of all PDFs together. @throws EngineError `invalid_option` */
export function checkedAssembly(
  { letterhead, prepend, append }: Pick<DocumentInput, 'letterhead' | 'prepend' | 'append'>,
  maxBytes: number,
): Assembly | undefined {
  const [before, after] = [checkedPdfs(prepend, 'prepend'), checkedPdfs(append, 'append')];
  const sheet = checkedLetterhead(letterhead);
  if (!sheet && before.length + after.length === 0) return undefined;
  const all = [...before, ...after, ...(sheet ? [sheet.pdf] : [])];
  const bytes = all.reduce((sum, { length }) => sum + length, 0);
  if (bytes > maxBytes)
    throw wrong('letterhead, prepend and append', `${bytes} bytes together, the limit is ${maxBytes}`);
  return { letterhead: sheet, before, after };
}

function checkedLetterhead(letterhead: Letterhead | Uint8Array | null | undefined): Assembly['letterhead'] {
  if (!letterhead) return undefined;
  const { pdf, repeat } = letterhead instanceof Uint8Array ? { pdf: letterhead, repeat: true } : letterhead;
  checkPdf(pdf, 'letterhead');
  return { pdf, repeats: repeat ?? true };
}

function checkedPdfs(pdfs: readonly Uint8Array[] | null | undefined, option: string): readonly Uint8Array[] {
  if (!pdfs) return [];
  if (!Array.isArray(pdfs)) throw wrong(option, 'give a list of PDFs');
  if (pdfs.length > MAX_PDFS) throw wrong(option, `there are ${pdfs.length} PDFs, the limit is ${MAX_PDFS}`);
  for (const pdf of pdfs) checkPdf(pdf, option);
  return pdfs;
}

function checkPdf(pdf: unknown, option: string): void {
  if (!(pdf instanceof Uint8Array)) throw wrong(option, 'a PDF is given as its bytes, a Uint8Array');
  const head = Buffer.from(pdf.buffer, pdf.byteOffset, Math.min(pdf.byteLength, HEADER_WITHIN));
  if (!head.includes('%PDF-')) throw wrong(option, 'the bytes are no PDF');
}

/** The options with PDFs. */
export function importsOf(assembly: Assembly | undefined): readonly string[] {
  if (!assembly) return [];
  const { letterhead, before, after } = assembly;
  const given = { letterhead, prepend: before[0], append: after[0] };
  return Object.entries(given).flatMap(([option, pdf]) => (pdf ? [option] : []));
}

const wrong = (option: string, problem: string): EngineError =>
  new EngineError('invalid_option', `${option}: ${problem}`);

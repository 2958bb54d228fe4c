/** What is done to every PDF that Typst has written. */

import type { TypstSource } from '../engine/typst/source.js';
import { PdfFile } from './file.js';
import { restoreText } from './text.js';

/** ISO 32000-1, 14.7.1: optional, and false by default. */
const NO_SUSPECTS = '/Suspects false';

/** @param pdf  is changed in place. @throws when it is not written as Typst does */
export function finishPdf(pdf: Uint8Array, { composed = [] }: TypstSource): Uint8Array {
  leaveOutSuspects(pdf);
  if (composed.length === 0) return pdf;
  const file = new PdfFile(pdf);
  restoreText(file, composed);
  return file.write();
}

/** Poppler reports a stated `false` as a syntax error. Blanks in its place keep every object where it is. */
function leaveOutSuspects(pdf: Uint8Array): void {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const start = file.lastIndexOf(NO_SUSPECTS, undefined, 'latin1'); // the catalog is the last object
  if (start >= 0) file.fill(' ', start, start + NO_SUSPECTS.length, 'latin1');
}

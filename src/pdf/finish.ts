/** Post-processes PDFs written by Typst. */

import type { TypstSource } from '../engine/typst/source.js';
import { PdfFile } from './file.js';
import { hasClosedBookmarks, openBookmarks } from './outline.js';
import { restoreText } from './to-unicode.js';

/** Optional, and false by default. Source: ISO 32000-1, 14.7.1 */
const NO_SUSPECTS = '/Suspects false';

/** @param pdf changed in place. @throws when the structure is unexpected */
export function finishPdf(pdf: Uint8Array, { composed = [] }: TypstSource): Uint8Array {
  blankSuspects(pdf);
  const opens = hasClosedBookmarks(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
  if (composed.length === 0 && !opens) return pdf;
  const file = new PdfFile(pdf);
  if (composed.length > 0) restoreText(file, composed);
  if (opens) openBookmarks(file);
  return file.write();
}

/** Blanks the entry, which Poppler reports as a syntax error; all offsets stay the same. */
function blankSuspects(pdf: Uint8Array): void {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const start = file.lastIndexOf(NO_SUSPECTS, undefined, 'latin1'); // the catalog is the last object
  if (start >= 0) file.fill(' ', start, start + NO_SUSPECTS.length, 'latin1');
}

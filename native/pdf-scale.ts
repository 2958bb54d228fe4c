/**
 * The scale of a page's content, which is that of Chromium's PDFs: they are drawn in units of 0.24 pt, of which a px
 * has 3.125, and write that number as single precision has it. So edges that fall on the borders of a raster's pixels,
 * as those of rules of 1px do at usual resolutions, fall to the same side: a viewer that counts pixels that are only
 * touched makes rules as thick, and glyphs that touch as tight, as in Chromium's PDFs.
 */

import type { PdfFile } from './pdf-file.js';

const SCALE = (0.23999999 * 3.125) / 0.75;

/** @throws when the PDF is not as Typst writes it */
export function scaleLikeChromium(pdf: PdfFile): void {
  const prologues = new Map<string, number>();
  for (const offset of pdf.offsets) {
    if (offset === 0 || !isPage(pdf.bytes, offset)) continue;
    const page = pdf.bytes.subarray(offset, pdf.bytes.indexOf('endobj', offset)).toString('latin1');
    const height = /\/MediaBox\[0 0 \S+ ([\d.]+)\]/.exec(page)?.[1];
    const contents = /\/Contents (\d+ 0 R)/.exec(page);
    if (height === undefined || !contents) throw new Error('a page without its content');
    let prologue = prologues.get(height);
    if (prologue === undefined) {
      prologue = pdf.add(stream(scaledFromTop(Number(height))));
      prologues.set(height, prologue);
    }
    const start = offset + contents.index;
    const bytes = Buffer.from(`/Contents[${prologue} 0 R ${contents[1]}]`, 'latin1');
    pdf.replace({ start, end: start + contents[0].length, bytes });
  }
}

/** @param height  pt */
function scaledFromTop(height: number): string {
  const scale = SCALE.toFixed(12);
  return `${scale} 0 0 ${scale} 0 ${(height * (1 - SCALE)).toFixed(9)} cm`;
}

const stream = (data: string) => `<</Length ${data.length}>>\nstream\n${data}\nendstream`;

const PAGE = '<</Type/Page/';
/** Bytes: a number, ` 0 obj` and the end of the line. */
const LONGEST_HEAD = 20;

function isPage(file: Buffer, offset: number): boolean {
  const start = file.indexOf('<', offset);
  return start - offset <= LONGEST_HEAD && file.toString('latin1', start, start + PAGE.length) === PAGE;
}

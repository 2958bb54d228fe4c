/**
 * Pages of a PDF that Typst has written. Their content gets the scale of Chromium's PDFs: those are drawn in units of
 * 0.24 pt, of which a px has 3.125, and write that number as single precision has it. So edges that fall on the borders
 * of a raster's pixels, as those of rules of 1px do at usual resolutions, fall to the same side: a viewer that counts
 * pixels that are only touched makes rules as thick, and glyphs that touch as tight, as in Chromium's PDFs.
 */

import type { PdfFile } from './pdf-file.js';

const SCALE = (0.23999999 * 3.125) / 0.75;

/**
 * Gives the pages that scale, and their heights.
 * @param heights  those that pages have, pt; in the PDF they are rounded by less than `ROUNDING`
 * @throws when the PDF is not as Typst writes it
 */
export function finishPages(pdf: PdfFile, heights: readonly number[]): void {
  const prologues = new Map<string, number>();
  for (const offset of pdf.offsets) {
    if (offset === 0 || !isPage(pdf.bytes, offset)) continue;
    const page = pdf.bytes.subarray(offset, pdf.bytes.indexOf('endobj', offset)).toString('latin1');
    const box = /(\/MediaBox\[0 0 \S+ )([\d.]+)\]/.exec(page);
    const contents = /\/Contents (\d+ 0 R)/.exec(page);
    if (!box || !contents) throw new Error('a page without its content');
    const [old, start, written = ''] = box;
    let prologue = prologues.get(written);
    const exact = heights.find((height) => Math.abs(height - Number(written)) < ROUNDING) ?? Number(written);
    const height = Number(exact.toPrecision(DIGITS));
    if (prologue === undefined) {
      prologue = pdf.add(stream(scaledFromTop(Number(written), height)));
      prologues.set(written, prologue);
    }
    const replace = (index: number, { length }: string, text: string) => {
      const at = offset + index;
      pdf.replace({ start: at, end: at + length, bytes: Buffer.from(text, 'latin1') });
    };
    replace(box.index, old, `${start}${height}]`);
    replace(contents.index, contents[0], `/Contents[${prologue} 0 R ${contents[1]}]`);
  }
}

/** pt; half of what heights are whole multiples of, and a little. */
const ROUNDING = 1 / 15;
/** As many as Typst writes. */
const DIGITS = 7;

/** @param from, to  heights of the page that the content was made for and of the page that it has, pt */
function scaledFromTop(from: number, to: number): string {
  const scale = SCALE.toFixed(12);
  return `${scale} 0 0 ${scale} 0 ${(to - from * SCALE).toFixed(9)} cm`;
}

const stream = (data: string) => `<</Length ${data.length}>>\nstream\n${data}\nendstream`;

const PAGE = '<</Type/Page/';
/** Bytes: a number, ` 0 obj` and the end of the line. */
const LONGEST_HEAD = 20;

function isPage(file: Buffer, offset: number): boolean {
  const start = file.indexOf('<', offset);
  return start - offset <= LONGEST_HEAD && file.toString('latin1', start, start + PAGE.length) === PAGE;
}

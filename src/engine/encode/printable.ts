/** Text of one line in one direction, as PDFs contain it. */

/** Characters that break lines; layout has broken them already. */
const LINE_BREAKS = /[\n\v\f\r\u0085\u2028\u2029]/g;

/** Layout has resolved directions, so these have no meaning in the PDF. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const UNPRINTABLE = /[\n\v\f\r\u0085\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

export const withoutBidiControls = (text: string): string => text.replace(BIDI_CONTROLS, '');

/** The text with spaces for line breaks and without bidi controls; most texts have neither. */
export const printable = (text: string): string =>
  UNPRINTABLE.test(text) ? withoutBidiControls(text.replace(LINE_BREAKS, ' ')) : text;

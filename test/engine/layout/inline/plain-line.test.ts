/** The fast path for text that is alone in its block and fits has the geometry of the general algorithm. */

import t from 'tap';
import { layOut } from '../lay-out.js';
import { linesOf } from './lines.js';

/** An empty inline box: makes no difference to the line, but takes the content off the fast path. */
const EMPTY = '<span></span>';

const TEXTS = [
  'Amount',
  '€3,123.45',
  'alder brook cable',
  'a-b (c) d/e',
  'Übergröße – 12 %',
  'x',
  'Wort\u00adteil',
  '日本語 text',
];
const STYLES = [
  '',
  'text-align: right',
  'text-align: center; width: 301.5px',
  'text-align: end; text-indent: 7px',
  'text-align-last: justify',
  'text-indent: -5px',
  'line-height: 2.3; font-size: 13.37px',
  'line-height: 3px',
  'white-space: nowrap; width: 30px',
  'width: 40px',
  'width: min-content',
  'width: max-content; letter-spacing: 1.5px; word-spacing: 3px',
  'width: fit-content; overflow-wrap: anywhere',
  'direction: rtl',
  'text-overflow: ellipsis; overflow: hidden; white-space: nowrap; width: 35px',
  'text-wrap-style: balance; width: 90px',
  'font: 15px serif; width: min-content; hyphens: manual',
];

const lines = (style: string, content: string) =>
  linesOf(layOut(`<!DOCTYPE html><p style="${style}">${content}</p>`).layout);

for (const style of STYLES) {
  t.test(style || 'no style', async (t) => {
    for (const text of TEXTS) t.strictSame(lines(style, text), lines(style, text + EMPTY), text);
  });
}

t.test('beside a float', async (t) => {
  const float = '<div style="float: left; width: 50px; height: 15px"></div>';
  for (const text of TEXTS)
    t.strictSame(
      linesOf(layOut(`<!DOCTYPE html>${float}<p style="margin: 0; width: 120px">${text}</p>`).layout),
      linesOf(layOut(`<!DOCTYPE html>${float}<p style="margin: 0; width: 120px">${text}${EMPTY}</p>`).layout),
      text,
    );
});

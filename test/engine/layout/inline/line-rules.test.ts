/**
 * Atomic inlines.
 * Sources: https://drafts.csswg.org/css-text-3/, https://www.w3.org/TR/CSS22/visudet.html#line-height
 */

import t from 'tap';
import { layOut } from '../lay-out.js';
import { rects } from '../rects.js';
import { linesOf } from './lines.js';

/** An atomic inline with its bottom edge on the baseline. */
const box = (id: string, width: number, height = 20, style = '') =>
  `<img id=${id} style="display: inline-block; width: ${width}px; height: ${height}px; ${style}">`;
/** A paragraph without a strut. */
const paragraph = (style: string, content: string) =>
  rects(`<p id=p style="width: 100px; font-size: 0; line-height: 0; ${style}">${content}</p>`);

t.test('a line breaks before a box that does not fit, not before one that fits exactly', async (t) => {
  t.match(paragraph('', box('a', 50) + box('b', 50)), { b: '50,0 50×20' });
  t.match(paragraph('', box('a', 50) + box('b', 51)), { b: '0,20 51×20' });
});

t.test('nowrap keeps overflowing boxes on the line', async (t) => {
  t.match(paragraph('white-space: nowrap', box('a', 60) + box('b', 60)), { b: '60,0 60×20' });
});

t.test('text-indent shifts the first line only, by a percentage of the width', async (t) => {
  t.match(paragraph('text-indent: 30%', box('a', 60) + box('b', 60)), { a: '30,0 60×20', b: '0,20 60×20' });
});

t.test('text-align aligns the line; the start of a right-to-left line is on the right', async (t) => {
  t.match(paragraph('text-align: center', box('a', 60)), { a: '20,0 60×20' });
  t.match(paragraph('direction: rtl', box('a', 60)), { a: '40,0 60×20' });
});

t.test('a right-to-left line has its boxes from right to left', async (t) => {
  t.match(paragraph('direction: rtl', box('a', 60) + box('b', 30)), { a: '40,0 60×20', b: '10,0 30×20' });
});

t.test('justification does not apply to the last line', async (t) => {
  t.match(rects(`<p style="width: 100px; text-align: justify">${box('a', 30)} ${box('b', 30)} ${box('c', 30)}</p>`), {
    a: '0,0 30×20',
    b: '70,0 30×20',
  });
});

t.test('vertical-align: top and bottom are at the edges of the line', async (t) => {
  t.match(paragraph('', box('a', 10, 60) + box('b', 10, 20, 'vertical-align: top') + box('c', 10, 20)), {
    a: '0,0 10×60',
    b: '10,0 10×20',
    c: '20,40 10×20',
  });
});

t.test('a length as vertical-align raises a box, and the line grows', async (t) => {
  t.match(paragraph('', box('a', 10, 20) + box('b', 10, 20, 'vertical-align: 15px')), {
    p: '0,0 100×35',
    a: '0,15 10×20',
    b: '10,0 10×20',
  });
});

t.test('horizontal padding and border of an inline box add to the line, vertical ones do not', async (t) => {
  t.match(paragraph('', `<span style="padding: 9px; border: 1px solid">${box('a', 20)}</span>${box('b', 20)}`), {
    p: '0,0 100×20',
    a: '10,0 20×20',
    b: '40,0 20×20',
  });
});

t.test('the margin of an atomic inline adds to the line in both axes', async (t) => {
  t.match(paragraph('', box('a', 20, 20, 'margin: 5px 7px') + box('b', 20)), {
    p: '0,0 100×30',
    a: '7,5 20×20',
    b: '34,10 20×20',
  });
});

/** Left edge, width and text of what each line has of each text node, in 20px lines of 12px letters; whole px. */
const text = (style: string, content: string) => {
  const html = `<body style="margin: 0; font: 20px/20px 'Courier New'"><p style="margin: 0; ${style}">${content}`;
  return linesOf(layOut(`<!DOCTYPE html>${html}`).layout).map(
    ([x, , width, characters]) => `${Math.round(x)} ${Math.round(width)} ${characters.replaceAll('\u00ad', '')}`,
  );
};

t.test('a soft hyphen is a hyphen at the end of a line, where it has to fit, and nothing elsewhere', async (t) => {
  t.strictSame(text('width: 49px', 'abc&shy;def'), ['0 48 abc', '0 36 def']);
  t.strictSame(text('width: 49px', 'ab&shy;cd&shy;ef'), ['0 36 ab', '0 48 cdef']);
});

t.test('text from right to left is in visual order on a line from left to right', async (t) => {
  const hebrew = '<b>\u05d0</b><i>\u05d1\u05d2</i>';
  t.strictSame(text('', `ab${hebrew}cd`), ['0 24 ab', '48 12 \u05d0', '24 24 \u05d1\u05d2', '60 24 cd']);
});

t.test('collapsible spaces at the end of a line take no room', async (t) => {
  t.strictSame(text('width: 37px', 'abc <b>def</b>'), ['0 36 abc', '0 36 def']);
  t.strictSame(text('width: 60px; text-align: right', 'abc <b>def </b>'), ['24 36 abc', '24 36 def']);
});

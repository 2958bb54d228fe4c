import t from 'tap';
import { mathItalic } from '../../../src/engine/text/math-italic.js';

t.test('a single letter becomes its mathematical italic', async (t) => {
  t.equal(mathItalic('x'), '\u{1d465}');
  t.equal(mathItalic('A'), '\u{1d434}');
  t.equal(mathItalic('h'), '\u210e', 'the Planck constant');
  t.equal(mathItalic('\u03b1'), '\u{1d6fc}');
  t.equal(mathItalic('\u03a9'), '\u{1d6fa}');
  t.equal(mathItalic('\u2202'), '\u{1d715}');
});

t.test('other texts stay', async (t) => {
  for (const text of ['sin', '1', '', ' x', '\u{1d465}', '+']) t.equal(mathItalic(text), text);
});

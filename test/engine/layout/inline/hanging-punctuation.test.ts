/** `hanging-punctuation`, which Chromium lacks. Expected positions follow the specification's text. */

import t from 'tap';
import { layOut } from '../lay-out.js';
import { wordsOf } from '../words.js';

/** px */
const WIDTH = 200;

/** Left edges of the words in lines of 200px, from the lines' left edge, and the words. Monospace: 10px a letter. */
function words(style: string, html: string): (readonly [x: number, text: string])[] {
  const { layout, report } = layOut(`<style>
    @page { size: 400px 400px; margin: 100px }
    body { margin: 0; font: 16.66px/20px Cousine; width: ${WIDTH}px }
    p { margin: 0; ${style} }</style><p>${html}`);
  t.strictSame(report.diagnostics, []);
  return wordsOf(layout)
    .filter(({ exact }) => exact)
    .map(({ x, text }) => [Math.round(x) - 100, text]);
}

t.test('first: an opening quote or bracket hangs before the first line only', async (t) => {
  t.strictSame(words('hanging-punctuation: first', '“quoted words that go on “here'), [
    [-10, '“quoted'],
    [0, 'on'],
  ]);
  t.strictSame(words('hanging-punctuation: first', '<b>(word</b>'), [[-10, '(word']]);
  t.strictSame(words('hanging-punctuation: first', '-word'), [[0, '-word']]);
  t.strictSame(words('hanging-punctuation: first; text-indent: 30px', '“word'), [[20, '“word']]);
});

t.test('first: the line has as much more room', async (t) => {
  t.strictSame(words('', '“aaaaaaaaa aaaaaaaaaa'), [
    [0, '“aaaaaaaaa'],
    [0, 'aaaaaaaaaa'],
  ]);
  t.equal(words('hanging-punctuation: first', '“aaaaaaaaa aaaaaaaaaa').length, 1);
});

t.test('last: a closing quote or bracket hangs after the last line only', async (t) => {
  t.strictSame(words('text-align: right; hanging-punctuation: last', 'quoted” words that go on”'), [
    [20, 'quoted”'],
    [150, 'go'],
  ]);
});

t.test('force-end: a stop or comma at the end of a line hangs', async (t) => {
  t.strictSame(words('text-align: right; hanging-punctuation: force-end', 'some words, that go, on.'), [
    [10, 'some'],
    [180, 'on.'],
  ]);
});

t.test('allow-end: a stop hangs only where it does not fit', async (t) => {
  const style = 'text-align: right; hanging-punctuation: allow-end';
  t.strictSame(words(style, 'word.'), [[150, 'word.']]);
  t.strictSame(words(style, 'aaaaaaaaa aaaaaaaaaa.'), [[0, 'aaaaaaaaa']]);
  t.strictSame(words(style, 'aaaaaaaaa aaaaaaaaaa, aaa'), [
    [0, 'aaaaaaaaa'],
    [170, 'aaa'],
  ]);
  t.equal(words('', 'aaaaaaaaa aaaaaaaaaa, aaa').length, 2);
  t.strictSame(words('', 'aaaaaaaaa aaaaaaaaaa, aaa')[1], [0, 'aaaaaaaaaa,']);
});

t.test('justified lines end before the mark', async (t) => {
  const [first] = words('text-align: justify; hanging-punctuation: force-end', 'aaaaaaa aaaaaaaa, aaaaaaaaaaaaaa');
  t.strictSame(first, [0, 'aaaaaaa']);
  const { layout } = layOut(`<style>@page { size: 400px; margin: 100px } body { margin: 0; font: 16.66px/20px Cousine }
    p { margin: 0; text-align: justify; hanging-punctuation: force-end }</style><p>aaaaaaa <b>aaaaaaaa,</b> aaaaaaaaaaaaaa`);
  t.equal(Math.round(wordsOf(layout).find(({ text }) => text === 'aaaaaaaa,')!.x) - 100, 120);
});

t.test('a mark that hangs after justified text, whose width is rounded up, is no overflow', async (t) => {
  const { report } = layOut(`<style>@page { size: 157px 400px; margin: 10px } body { margin: 0; font: 14px/20px Tinos }
    p { margin: 0; text-align: justify; hanging-punctuation: allow-end }</style>
    <p>It is described on <a>page 8</a>, and the people of Brannay`);
  t.strictSame(report.diagnostics, []);
});

import t from 'tap';
import { graphemeBoundaries } from '../../../src/engine/text/graphemes.js';
import { scriptRuns } from '../../../src/engine/text/script.js';

const runs = (text: string) => scriptRuns(text).map(({ start, end, script }) => `${text.slice(start, end)}:${script}`);

t.test('common characters join the run before them, at the start the one after', async (t) => {
  t.strictSame(runs('(1) abc, привет!'), ['(1) abc, :Latn', 'привет!:Cyrl']);
  t.strictSame(runs('12'), ['12:Zyyy']);
  t.strictSame(runs(''), []);
});

t.test('a closing bracket goes with its opening one', async (t) => {
  t.strictSame(runs('Привет {c}'), ['Привет {:Cyrl', 'c:Latn', '}:Cyrl']);
});

t.test('kana and Han are scripts of their own', async (t) => {
  t.strictSame(runs('日の𠮷'), ['日:Hani', 'の:Hira', '𠮷:Hani']);
});

t.test('grapheme clusters are Intl.Segmenter’s', async (t) => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const text of [
    '',
    'abc',
    'e\u0301',
    '日本',
    'か\u3099',
    'a’b',
    '\r\n',
    '👨‍👩‍👧x',
    'กำ',
    '☺\ufe0f',
    '→←',
    '각',
    '\u200d',
  ]) {
    const expected = new Uint8Array(text.length + 1);
    for (const { index } of segmenter.segment(text)) expected[index] = 1;
    expected[text.length] = 1;
    t.strictSame([...graphemeBoundaries(text)], [...expected], JSON.stringify(text));
  }
});

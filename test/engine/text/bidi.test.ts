import t from 'tap';
import { bidiLevels, embeddingControls, lineLevels, reorderLine, visualOrder } from '../../../src/engine/text/bidi.js';

const levels = (text: string, direction: 'ltr' | 'rtl' | 'auto' = 'ltr') =>
  [...bidiLevels(text, direction).levels].join('');

/** The characters of a text from left to right. */
const shown = (text: string, direction: 'ltr' | 'rtl' = 'ltr') =>
  visualOrder(bidiLevels(text, direction).levels)
    .map((index) => text[index])
    .join('');

t.test('Hebrew inside English runs to the left', async (t) => {
  t.equal(levels('ab אב cd'), '00011000');
  t.equal(shown('ab אב cd'), 'ab בא cd');
});

t.test('English and numbers inside Hebrew keep their order', async (t) => {
  t.equal(levels('אב 12 cd', 'rtl'), '11122122');
  t.equal(shown('אב 12 cd', 'rtl'), 'cd 12 בא');
});

t.test('auto takes the side of the first letter, paragraph by paragraph', async (t) => {
  t.equal(bidiLevels('12 אב', 'auto').direction, 'rtl');
  t.equal(bidiLevels('12 ab', 'auto').direction, 'ltr');
  t.strictSame(
    bidiLevels('ab\nאב', 'auto').paragraphs.map(({ start, end, level }) => [start, end, level]),
    [
      [0, 3, 0],
      [3, 5, 1],
    ],
  );
});

t.test('controls stand for unicode-bidi', async (t) => {
  t.equal(embeddingControls('normal', 'rtl'), undefined);
  const wrap = (value: string, text: string) => {
    const { open, close } = embeddingControls(value, 'rtl')!;
    return levels(`a${open}${text}${close}b`);
  };
  t.equal(wrap('embed', 'cd').slice(2, 4), '22');
  t.equal(wrap('bidi-override', 'cd').slice(2, 4), '11');
  t.equal(wrap('isolate', '12').slice(2, 4), '22');
  t.equal(wrap('isolate-override', 'cd').slice(3, 5), '33');
  t.equal(wrap('plaintext', 'אב').slice(2, 4), '11');
});

t.test('a forced break leaves embeddings open', async (t) => {
  for (const [open, close] of ['\u202b\u202c', '\u2067\u2069']) {
    const found = levels(`a${open}b\nc${close}d`);
    t.strictSame([found[2], found[4], found[6]], ['2', '2', '0']);
  }
});

t.test('emoji take the side of what is around them', async (t) => {
  t.equal(levels('א 😀 ב'), '111111');
});

t.test('runs come out from left to right', async (t) => {
  t.strictSame(reorderLine([0, 0, 1, 1, 2, 1, 0]), [
    { start: 0, end: 2, level: 0 },
    { start: 5, end: 6, level: 1 },
    { start: 4, end: 5, level: 2 },
    { start: 2, end: 4, level: 1 },
    { start: 6, end: 7, level: 0 },
  ]);
  t.strictSame(reorderLine([]), []);
});

t.test('spaces at a line’s end go to the paragraph’s side', async (t) => {
  const text = 'ab אב גד';
  const { levels } = bidiLevels(text, 'ltr');
  t.strictSame([...lineLevels(text, levels, 0, 6, 0)], [0, 0, 0, 1, 1, 0]);
  t.strictSame([...lineLevels(text, levels, 6, 8, 0)], [1, 1]);
});

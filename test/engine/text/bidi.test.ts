import t from 'tap';
import { bidiLevels, embeddingControls, visualOrder } from '../../../src/engine/text/bidi.js';

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

t.test('levels reorder from the highest down to the lowest odd one', async (t) => {
  t.strictSame(visualOrder([0, 0, 1, 1, 2, 1, 0]), [0, 1, 5, 4, 3, 2, 6]);
  t.strictSame(visualOrder([]), []);
});

import bidiFactory from 'bidi-js/dist/bidi.mjs';
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

/** Every class, and brackets that are equivalent to others. */
const ALPHABET = [
  ...[
    'a',
    'א',
    'ا',
    '1',
    '+',
    '%',
    '٣',
    ',',
    '\t',
    ' ',
    '!',
    '\u200b',
    '\u0300',
    '(',
    ')',
    '[',
    ']',
    '\u2329',
    '\u3009',
  ],
  ...['\u202a', '\u202b', '\u202c', '\u2066', '\u2067', '\u2068', '\u2069'],
];

t.test('the levels of random texts are those of another implementation', async (t) => {
  const other = bidiFactory();
  let state = 7;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
  let differing = 0;
  for (let i = 0; i < 20_000; i++) {
    const text = Array.from({ length: 1 + random(12) }, () => ALPHABET[random(ALPHABET.length)]!).join('');
    const direction = (['ltr', 'rtl', 'auto'] as const)[random(3)]!;
    // Of characters without a width the levels are free, and those beside them are not told from others here.
    const isFree = /[\u200b\u202a-\u202c]/;
    const wanted = other.getEmbeddingLevels(text, direction).levels.filter((_, at) => !isFree.test(text[at]!));
    const found = bidiLevels(text, direction).levels.filter((_, at) => !isFree.test(text[at]!));
    if (Buffer.compare(found, wanted) === 0) continue;
    differing++;
    if (differing < 5) t.strictSame([...found].join(''), [...wanted].join(''), `${direction} ${JSON.stringify(text)}`);
  }
  t.equal(differing, 0);
});

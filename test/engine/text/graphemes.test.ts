/** Grapheme clusters of long texts are those that `Intl.Segmenter` finds, which gets them piece by piece. */

import t from 'tap';
import { segmentsOf } from '../../../src/engine/collections/segments.js';
import { graphemeBoundaries } from '../../../src/engine/text/graphemes.js';

/** Units that continue, join, precede or end a cluster. */
const ALPHABET = [
  ...['a', ' ', '\r', '\n', '\u200b', '\u200d', '\u0301', '\u0600', '\u0915', '\u094d', '\u093f', '\u1100', '\u1161'],
  ...['\u11a8', '\u2764', '\ufe0f', '\u{1f1e6}', '\u{1f1e7}', '\u{1f468}', '\u{1f3fd}', '\ud83d', '\u0e33', '\u4e00'],
];

/** Texts of the alphabet, the same in each run. */
function randomText(seed: number, length: number): string {
  let state = seed;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return ALPHABET[(state >> 8) % ALPHABET.length]!;
  }).join('');
}

function boundariesAtOnce(text: string): Uint8Array {
  const boundaries = new Uint8Array(text.length + 1);
  boundaries[text.length] = 1;
  for (const { index } of new Intl.Segmenter('en').segment(text)) boundaries[index] = 1;
  return boundaries;
}

t.test('the clusters of texts of all lengths are those of the whole text', async (t) => {
  for (let seed = 1; seed <= 300; seed++) {
    const text = randomText(seed, seed * 7);
    const [found, wanted] = [graphemeBoundaries(text), boundariesAtOnce(text)];
    if (Buffer.compare(found, wanted) !== 0) t.strictSame([...found], [...wanted], JSON.stringify(text));
  }
  t.pass('300 texts');
});

t.test('a cluster may be longer than the pieces, and an uneven number of flags, too', async (t) => {
  for (const text of [`a${'\u0301'.repeat(3000)}b`, '\u{1f1e6}'.repeat(1001), '\u{1f468}\u200d'.repeat(900), '']) {
    t.strictSame(Buffer.compare(graphemeBoundaries(text), boundariesAtOnce(text)), 0);
  }
});

t.test('the segmenter gets as much text as there is, and some twice, whatever the number of clusters', async (t) => {
  for (const length of [2000, 4000, 8000]) {
    let units = 0;
    const segmenter = {
      segment: (text: string) => {
        units += text.length;
        return new Intl.Segmenter('en').segment(text);
      },
    } as Intl.Segmenter;
    const count = Array.from(segmentsOf(segmenter, 'a\u200b'.repeat(length / 2))).length;
    t.equal(count, length);
    t.ok(units < 1.5 * length, `${units} units of ${length}`);
  }
});

t.test('words of long texts are those of the whole text', async (t) => {
  const words = new Intl.Segmenter('en', { granularity: 'word' });
  for (const word of ["can't stop 1,234.5 at x.y, or ", 'ab', 'x.', '\u0e01\u0e32\u0e23']) {
    const text = word.repeat(700);
    const wanted = Array.from(words.segment(text), ({ index, segment }) => ({
      start: index,
      end: index + segment.length,
    }));
    t.strictSame(Array.from(segmentsOf(words, text)), wanted, word);
  }
});

import t from 'tap';
import {
  collapseWhitespace,
  isCollapsed,
  type TextPiece,
  type WhiteSpaceCollapse,
} from '../../../src/engine/text/whitespace.js';

/** Strings are pieces of the mode; OBJECT is an image. */
const OBJECT = '\ufffc';
const BREAK: TextPiece = { text: '\n', collapse: 'preserve' };
function collapse(pieces: (string | TextPiece)[], mode: WhiteSpaceCollapse = 'collapse'): string[] {
  return collapseWhitespace(
    pieces.map((piece) =>
      typeof piece === 'string' ? { text: piece, collapse: mode, atomic: piece === OBJECT } : piece,
    ),
  );
}

t.test('spaces, tabs and line feeds become one space', async (t) => {
  t.strictSame(collapse(['a  b\t\tc \n d']), ['a b c d']);
  t.strictSame(collapse(['a\u00a0 \u00a0b']), ['a\u00a0 \u00a0b']);
});

t.test('spaces at both ends go', async (t) => {
  t.strictSame(collapse(['  a  ']), ['a']);
  t.strictSame(collapse([' ', '\n']), ['', '']);
});

t.test('a space at the end of one element takes the next element’s with it', async (t) => {
  t.strictSame(collapse(['a ', ' b', ' ', ' c']), ['a ', 'b', ' ', 'c']);
  t.strictSame(collapse(['a', ' ', ' ', 'b']), ['a', ' ', '', 'b']);
});

t.test('images are no spaces', async (t) => {
  t.strictSame(collapse([' ', OBJECT, ' ', ' ', OBJECT, ' ']), ['', OBJECT, ' ', '', OBJECT, '']);
});

t.test('spaces around a forced break go', async (t) => {
  t.strictSame(collapse(['a ', BREAK, ' b']), ['a', '\n', 'b']);
});

t.test('a line feed leaves a space, between ideographs too, but nothing beside a zero width space', async (t) => {
  t.strictSame(collapse(['日本\n語']), ['日本 語']);
  t.strictSame(collapse(['a\u200b \nb']), ['a\u200bb']);
  t.strictSame(collapse(['a\n', '\u200bb']), ['a', '\u200bb']);
});

t.test('pre keeps everything', async (t) => {
  t.strictSame(collapse([' a\t b \r\n c '], 'preserve'), [' a\t b \n c ']);
});

t.test('pre-line keeps line feeds and nothing around them', async (t) => {
  t.strictSame(collapse(['a  b \n  c\n\nd '], 'preserve-breaks'), ['a b\nc\n\nd']);
  t.strictSame(collapse(['a ', '\nb'], 'preserve-breaks'), ['a', '\nb']);
});

t.test('preserve-spaces makes everything a space', async (t) => {
  t.strictSame(collapse(['a\t\nb'], 'preserve-spaces'), ['a  b']);
});

t.test('preserved spaces do not collapse with others', async (t) => {
  const pre: TextPiece = { text: ' x ', collapse: 'preserve' };
  t.strictSame(collapse(['a ', pre, ' b']), ['a ', ' x ', ' b']);
});

t.test('a control character is no space', async (t) => {
  t.strictSame(collapse(['a \u0001b  \fc']), ['a \u0001b \fc']);
});

t.test('millions of words, spaces and lines are no error', async (t) => {
  const count = 5_000_000;
  const [words, gaps] = ['a '.repeat(count), 'a  '.repeat(count)];
  t.equal(collapse([words])[0]!.length, words.length - 1);
  t.equal(collapse([gaps])[0]!.length, words.length - 1);
  t.ok(isCollapsed(words.trimEnd(), 'collapse'));
  t.strictSame(collapse([' '.repeat(count)]), ['']);
  t.equal(collapse(['a \n'.repeat(count)], 'preserve-breaks')[0]!.length, words.length);
});

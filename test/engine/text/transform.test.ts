import t from 'tap';
import { type TextTransform, transformText } from '../../../src/engine/text/transform.js';

const NONE: TextTransform = { case: 'none', fullWidth: false, fullSizeKana: false };
const change =
  (name: TextTransform['case']) =>
  (text: string, language = 'en', previous = '') =>
    transformText(text, { ...NONE, case: name }, language, previous);
const upper = change('uppercase');
const lower = change('lowercase');
const capital = change('capitalize');

t.test('uppercase may be longer', async (t) => {
  t.equal(upper('straße ﬁ ŉ'), 'STRASSE FI ʼN');
});

t.test('languages have letters of their own', async (t) => {
  t.equal(upper('istanbul ılık', 'tr'), 'İSTANBUL ILIK');
  t.equal(lower('ISTANBUL İ', 'az-Latn'), 'ıstanbul i');
  t.equal(upper('άνθρωπος ή Μαΐου', 'el'), 'ΑΝΘΡΩΠΟΣ Ή ΜΑΪΟΥ');
  t.equal(lower('ΌΣΟΣ'), 'όσος');
  t.equal(upper('ა'), 'ა', 'Georgian stays');
});

t.test('capitalize: the first letter of each word', async (t) => {
  t.equal(capital("hello wORLD don't o'neil's"), "Hello WORLD Don't O'neil's");
  t.equal(capital('x-ray (foo) “bar” 3rd a1b foo_bar'), 'X-Ray (Foo) “Bar” 3rd A1b Foo_bar');
  t.equal(capital('a.b.c e:f 1.5a'), 'A.B.C E:F 1.5a');
  t.equal(capital('hello\u00a0world'), 'Hello\u00a0World');
});

t.test('capitalize leaves letters whose capital is two', async (t) => {
  t.equal(capital('ßa ﬁne ǆ'), 'ßa ﬁne ǅ');
});

t.test('capitalize sees that a word began before', async (t) => {
  t.equal(capital('bar baz', 'en', 'foo'), 'bar Baz');
  t.equal(capital('bar', 'en', 'foo '), 'Bar');
  t.equal(capital('s it', 'en', "don'"), 's It');
});

t.test('full-width', async (t) => {
  t.equal(transformText('Ab1! ｶﾞ £', { ...NONE, fullWidth: true }, ''), 'Ａｂ１！ ガ ￡');
});

t.test('full-size-kana', async (t) => {
  t.equal(transformText('ぁっァヶㇷ', { ...NONE, fullSizeKana: true }, ''), 'あつアケフ');
});

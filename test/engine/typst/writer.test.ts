import t from 'tap';
import {
  array,
  colorCode,
  dictionary,
  language,
  length,
  literal,
  number,
  repeated,
  spaceWidth,
} from '../../../src/engine/typst/writer.js';

t.test('numbers are short and never have an exponent', async (t) => {
  const numbers = [0, -0, 1, 1.5, 1 / 3, 1e-7, -1e-7, 123456.789, 1e21, Number.NaN, Number.POSITIVE_INFINITY];
  t.strictSame(numbers.map(number), [
    '0',
    '0',
    '1',
    '1.5',
    '0.3333',
    '0',
    '0',
    '123456.789',
    '1000000000',
    '0',
    '1000000000',
  ]);
});

t.test('px become pt', async (t) => {
  t.equal(length(16), '12pt');
  t.equal(length(0.1), '0.075pt');
  t.equal(spaceWidth(4), '100%+3pt');
  t.equal(spaceWidth(-4), '100%-3pt');
});

t.test('colours are eight bits a channel, opacity only where there is any', async (t) => {
  t.equal(colorCode({ r: 255, g: 0, b: 127.6, a: 1 }), 'rgb("#ff0080")');
  t.equal(colorCode({ r: 0, g: 0, b: 0, a: 0.5 }), 'rgb("#00000080")');
  t.equal(colorCode({ r: 0, g: 0, b: 0, a: 0.5 }, 0.5), 'rgb("#00000040")');
  t.equal(colorCode({ r: 300, g: -5, b: Number.NaN, a: 1 }), 'rgb("#ff0000")', 'and cut to what there is');
  const black = { r: 0, g: 0, b: 0, a: 1, cmyk: [0, 0, 0, 1] } as const;
  t.equal(colorCode(black), 'cmyk(0%,0%,0%,100%)');
  t.equal(colorCode(black, 0.5), 'rgb("#00000080")', 'Typst has no translucent CMYK');
});

t.test('collections of one or none stay collections', async (t) => {
  t.equal(array([]), '()');
  t.equal(array([number(1)]), '(1,)');
  t.equal(array([number(1), number(2)]), '(1,2)');
  t.equal(dictionary([]), '(:)');
  t.equal(repeated(length(4), 3), '(3pt,)*3');
});

t.test('literals escape what Typst would read otherwise', async (t) => {
  t.equal(literal('a"b\\c'), '"a\\"b\\\\c"');
  t.equal(literal('a\nb\u2028\u0000'), '"a\\u{a}b\\u{2028}\\u{0}"');
  t.equal(literal('\ud800'), '"\ufffd"');
  t.equal(literal('#{}$*_<l>@x//'), '"#{}$*_<l>@x//"');
});

t.test('languages are told by their language and region', async (t) => {
  const languageArguments = (tag: string | undefined) => language(tag).join(' ');
  t.equal(languageArguments('en'), 'lang:"en"');
  t.equal(languageArguments('de-AT'), 'lang:"de" region:"AT"');
  t.equal(languageArguments('zh-Hant-TW'), 'lang:"zh" region:"TW"');
  t.equal(languageArguments('DE-at-1996'), 'lang:"de" region:"AT"');
  for (const none of [undefined, '', 'x', 'english', 'e"n', '12', 'en_US'])
    t.equal(languageArguments(none), '', String(none));
});

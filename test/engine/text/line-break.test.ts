import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { type BreakStyle, breakOpportunities } from '../../../src/engine/text/line-break.js';
import { TextShaper } from '../../../src/engine/text/shape.js';
import { unicodeLineBreaks } from '../../../src/engine/text/uax14.js';
import { ROOT } from '../../support/build.js';
import { library } from './fonts-at-hand.js';
import { breakGreedily, breakStyle, type Paragraph, visibleStarts } from './lines.js';

/** The text with its breaks: | allowed, ~ with a hyphen, ! forced. */
function marked(text: string, more: Partial<BreakStyle> = {}): string {
  const breaks = breakOpportunities(text, { ...breakStyle('en'), ...more });
  return Array.from({ length: text.length + 1 }, (_, i) => ['', '|', '~', '!'][breaks[i]!]! + (text[i] ?? '')).join('');
}

t.test('lines break after spaces, not before', async (t) => {
  t.equal(marked('one two  three '), 'one |two  |three ');
  t.equal(marked('a\tb'), 'a\t|b');
});

t.test('no-break spaces and word joiners hold', async (t) => {
  t.equal(marked('10\u00a0km a\u2060b\u202fc'), '10\u00a0km |a\u2060b\u202fc');
  t.equal(marked('a\u200bb'), 'a\u200b|b');
});

t.test('URLs break after a question mark and hyphens, not at slashes', async (t) => {
  t.equal(marked('http://a.com/b/c?d=e-f&g'), 'http://a.com/b/c?|d=e-|f&g');
});

t.test('hyphens before digits may be signs', async (t) => {
  t.equal(marked('-5 a-5 1234-5678 x -7 (-8)'), '-5 |a-|5 |1234-|5678 |x |-7 |(-8)');
});

t.test('ASCII brackets open after punctuation', async (t) => {
  t.equal(marked('f(x) a)(b "c"(d) $(e)'), 'f(x) |a)|(b |"c"|(d) |$(e)');
});

t.test('Latin-1 pairs are looked at alone', async (t) => {
  t.equal(marked('(20)°C a-ü b -ü'), '(20)|°C |a-|ü |b |-ü');
});

t.test('quotes hold what they quote', async (t) => {
  t.equal(marked('“Hi” she said (“so”)'), '“Hi” |she |said |(“so”)');
});

t.test('dashes break after, em dashes on both sides', async (t) => {
  t.equal(marked('a–b c—d e…f'), 'a–|b |c|—|d |e…|f');
});

t.test('ideographs break between each other, not before what ends a phrase', async (t) => {
  t.equal(marked('日本語「テスト」です。'), '日|本|語|「テ|ス|ト」|で|す。');
});

t.test('small kana: how strict depends on line-break', async (t) => {
  t.equal(marked('キャッシュ'), 'キ|ャ|ッ|シ|ュ');
  t.equal(marked('キャッシュ', { lineBreak: 'strict' }), 'キャッ|シュ');
  t.equal(marked('時々…‥', { lineBreak: 'normal', language: 'ja' }), '時々…‥');
  t.equal(marked('時々…‥', { lineBreak: 'loose', language: 'ja' }), '時|々…|‥');
});

t.test('Chinese quotation marks are brackets', async (t) => {
  t.equal(marked('他说“好”吧', { language: 'zh' }), '他|说|“好”|吧');
  t.equal(marked('a“b”c', { language: 'zh' }), 'a“b”|c');
  t.equal(marked('a“b”c', { language: 'ja' }), 'a“b”c');
});

t.test('soft hyphens break with a hyphen, unless hyphens is none', async (t) => {
  t.equal(marked('hy\u00adphen'), 'hy\u00ad~phen');
  t.equal(marked('hy\u00adphen', { hyphens: 'none' }), 'hy\u00adphen');
});

t.test('line feeds force', async (t) => {
  t.equal(marked('a\n\nb\n'), 'a\n!\n!b\n!');
  t.equal(marked('a \nb'), 'a \n!b');
});

t.test('Thai breaks between words', async (t) => {
  t.equal(marked('ภาษาไทย', { language: 'th' }), 'ภาษา|ไทย');
  t.equal(marked('ภาษาไทย'), 'ภาษา|ไทย', 'whatever the language');
});

t.test('emoji sequences stay whole', async (t) => {
  t.equal(marked('😀😀👨‍👩‍👧👍🏽'), '😀|😀|👨‍👩‍👧|👍🏽');
  t.equal(marked('🇩🇪🇫🇷'), '🇩🇪|🇫🇷');
});

t.test('word-break: break-all breaks words, not before their punctuation', async (t) => {
  t.equal(marked('ab12 c.', { wordBreak: 'break-all' }), 'a|b|1|2 |c.');
  t.equal(marked('(ab)', { wordBreak: 'break-all' }), '(a|b)');
});

t.test('word-break: keep-all keeps ideographs together', async (t) => {
  t.equal(marked('日本語、テスト', { wordBreak: 'keep-all' }), '日本語、|テスト');
});

t.test('line-break: anywhere breaks around every cluster', async (t) => {
  t.equal(marked('a (e\u0301).', { lineBreak: 'anywhere' }), 'a |(|e\u0301|)|.');
});

t.test('break-spaces breaks after every space', async (t) => {
  t.equal(marked('a  b', { breakSpaces: true }), 'a | |b');
  t.equal(marked('a\u3000\u3000\u2003b', { breakSpaces: true }), 'a\u3000|\u3000|\u2003|b', 'of any width');
});

t.test('each range has its own style, the place between two follows the first', async (t) => {
  const breaks = breakOpportunities('abcdef', [
    { end: 3, style: { ...breakStyle('en'), wordBreak: 'break-all' } },
    { end: 6, style: breakStyle('en') },
  ]);
  t.strictSame([...breaks], [0, 1, 1, 1, 0, 0, 0]);
});

t.test('the empty text has no breaks', async (t) => {
  t.strictSame([...breakOpportunities('', breakStyle('en'))], [0]);
});

t.test('long rows of flags, commas and spaces take time by their length only', async (t) => {
  for (const part of ['🇩🇪', ',', ' ', '1,', '日 ']) {
    const text = part.repeat(100_000);
    t.equal(breakOpportunities(text, breakStyle('en')).length, text.length + 1);
  }
});

const SUITE = pathToFileURL(join(ROOT, 'test/suite/line-break/'));
for (const file of readdirSync(SUITE)) {
  t.test(`paragraphs break where Chromium breaks them: ${file}`, async (t) => {
    const shaper = new TextShaper(library);
    const paragraphs = JSON.parse(readFileSync(new URL(file, SUITE), 'utf8')) as Paragraph[];
    t.ok(paragraphs.length > 0);
    for (const paragraph of paragraphs) {
      const starts = visibleStarts(paragraph.text, breakGreedily(shaper, paragraph));
      t.strictSame(starts, paragraph.lines, paragraph.text.slice(0, 40));
    }
  });
}

t.test('the breaks of a long text are those of its parts, whatever is where it is divided', async (t) => {
  const BLOCK = 16_384;
  const ends = [
    '“a',
    '( a',
    '1,,.2 %',
    '—',
    '\u{1f1e6}\u{1f1e7}\u{1f1e6} b',
    'é\u0301 x',
    '\u0915\u200d\u0915',
    ') 。',
    '-1 -a',
    '» a',
  ];
  for (const end of ends) {
    for (let shift = 0; shift < 12; shift++) {
      const before = 'ж ';
      const long = before.repeat(BLOCK / 2).slice(shift) + end + before;
      const short = before + long.slice(BLOCK - 20);
      const [found, wanted] = [breakOpportunities(long, breakStyle('en')), breakOpportunities(short, breakStyle('en'))];
      t.strictSame(found.slice(BLOCK - 10), wanted.slice(before.length + 10), `${end} ${shift}`);
    }
  }
});

t.test('a bracket holds over a million spaces', async (t) => {
  const spaces = ' '.repeat(1_000_000);
  const breaks = unicodeLineBreaks(`(${spaces}ж${spaces}ж`, { strictness: 'normal', cjk: false });
  t.strictSame([breaks[1_000_001], breaks[2_000_002]], [0, 1]);
});

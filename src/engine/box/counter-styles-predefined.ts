/**
 * The predefined counter styles as rules.
 * Source: https://drafts.csswg.org/css-counter-styles-3/#predefined-counters
 */

import { INITIAL_DESCRIPTORS } from '../css/at-rules/counter-styles.js';
import type { CounterStyleRule } from '../css/compute/styled-document.js';

type Definition = Partial<Omit<CounterStyleRule, 'name' | 'symbols'>> & { symbols?: string };

/** @param definition.symbols single characters, or symbols separated by spaces */
function rule(name: string, definition: Definition): [string, CounterStyleRule] {
  const { symbols = '', ...rest } = definition;
  const list = symbols.includes(' ') ? symbols.split(' ') : [...symbols];
  return [name, { ...INITIAL_DESCRIPTORS, ...rest, name, symbols: list }];
}

const numeric = (name: string, symbols: string, more: Definition = {}) =>
  rule(name, { system: { type: 'numeric' }, symbols, ...more });
const alphabetic = (name: string, symbols: string, more: Definition = {}) =>
  rule(name, { system: { type: 'alphabetic' }, symbols, ...more });
const cyclic = (name: string, symbols: string) => rule(name, { system: { type: 'cyclic' }, symbols, suffix: ' ' });

/** @param tuples weights and symbols, as in `1000 M 900 CM` */
function additive(
  name: string,
  tuples: string,
  range: [number, number],
  more: Definition = {},
): [string, CounterStyleRule] {
  const parts = tuples.split(' ');
  const additiveSymbols = [];
  for (let i = 0; i + 1 < parts.length; i += 2)
    additiveSymbols.push({ weight: Number(parts[i]), symbol: parts[i + 1]! });
  return rule(name, { system: { type: 'additive' }, additiveSymbols, range: [range], ...more });
}

/** A style whose numerals are made by `counter-styles-cjk.ts` or `counter-styles-special.ts`. */
const algorithmic = (name: string, definition: Definition) =>
  rule(name, { system: { type: 'numeric' }, ...definition });

const ROMAN = '1000 M 900 CM 500 D 400 CD 100 C 90 XC 50 L 40 XL 10 X 9 IX 5 V 4 IV 1 I';
const GEORGIAN =
  '10000 ჵ 9000 ჰ 8000 ჯ 7000 ჴ 6000 ხ 5000 ჭ 4000 წ 3000 ძ 2000 ც 1000 ჩ 900 შ 800 ყ 700 ღ 600 ქ 500 ფ 400 ჳ 300 ტ 200 ს 100 რ 90 ჟ 80 პ 70 ო 60 ჲ 50 ნ 40 მ 30 ლ 20 კ 10 ი 9 თ 8 ჱ 7 ზ 6 ვ 5 ე 4 დ 3 გ 2 ბ 1 ა';
const CJK_SUFFIX = { suffix: '、' };
const CJK = { fallback: 'cjk-decimal', ...CJK_SUFFIX };

export const PREDEFINED_COUNTER_STYLES: ReadonlyMap<string, CounterStyleRule> = new Map([
  rule('none', { system: { type: 'cyclic' }, symbols: '', suffix: '' }),
  numeric('decimal', '0123456789'),
  numeric('decimal-leading-zero', '0123456789', { pad: { length: 2, symbol: '0' } }),
  algorithmic('ethiopic-numeric', { range: [[1, Number.POSITIVE_INFINITY]], suffix: '/ ' }),
  alphabetic('ethiopic-halehame', 'ሀለሐመሠረሰቀበተኀነአከወዐዘየደገጠጰጸፀፈፐ', { suffix: '፦' }),
  alphabetic('ethiopic-halehame-am', 'ሀለሐመሠረሰሸቀበተቸኀነኘአከኸወዐዘዠየደጀገጠጨጰጸፀፈፐ', { suffix: '፦' }),
  alphabetic('ethiopic-halehame-ti-er', 'ሀለሐመረሰሸቀቐበተቸነኘአከኸወዐዘዠየደጀገጠጨጰጸፈፐ', { suffix: '፦' }),
  alphabetic('ethiopic-halehame-ti-et', 'ሀለሐመሠረሰሸቀቐበተቸኀነኘአከኸወዐዘዠየደጀገጠጨጰጸፀፈፐ', { suffix: '፦' }),
  alphabetic('hangul', '가나다라마바사아자차카타파하'),
  alphabetic('hangul-consonant', 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ'),
  numeric('urdu', '۰۱۲۳۴۵۶۷۸۹'),
  numeric('arabic-indic', '٠١٢٣٤٥٦٧٨٩'),
  algorithmic('armenian', { range: [[1, 99_999_999]] }),
  algorithmic('upper-armenian', { range: [[1, 99_999_999]] }),
  algorithmic('lower-armenian', { range: [[1, 99_999_999]] }),
  numeric('bengali', '০১২৩৪৫৬৭৮৯'),
  numeric('cambodian', '០១២៣៤៥៦៧៨៩'),
  numeric('khmer', '០១២៣៤៥៦៧៨៩'),
  numeric('cjk-decimal', '〇一二三四五六七八九', { range: [[0, Number.POSITIVE_INFINITY]], ...CJK_SUFFIX }),
  numeric('devanagari', '०१२३४५६७८९'),
  additive('georgian', GEORGIAN, [1, 19_999]),
  numeric('gujarati', '૦૧૨૩૪૫૬૭૮૯'),
  numeric('gurmukhi', '੦੧੨੩੪੫੬੭੮੯'),
  algorithmic('hebrew', { range: [[0, 999_999]] }),
  numeric('kannada', '೦೧೨೩೪೫೬೭೮೯'),
  numeric('lao', '໐໑໒໓໔໕໖໗໘໙'),
  numeric('malayalam', '൦൧൨൩൪൫൬൭൮൯'),
  numeric('mongolian', '᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙'),
  numeric('myanmar', '၀၁၂၃၄၅၆၇၈၉'),
  numeric('oriya', '୦୧୨୩୪୫୬୭୮୯'),
  numeric('persian', '۰۱۲۳۴۵۶۷۸۹'),
  additive('upper-roman', ROMAN, [1, 3999]),
  additive('lower-roman', ROMAN.toLowerCase(), [1, 3999]),
  numeric('tamil', '௦௧௨௩௪௫௬௭௮௯'),
  numeric('telugu', '౦౧౨౩౪౫౬౭౮౯'),
  numeric('thai', '๐๑๒๓๔๕๖๗๘๙'),
  numeric('tibetan', '༠༡༢༣༤༥༦༧༨༩'),
  alphabetic('lower-alpha', 'abcdefghijklmnopqrstuvwxyz'),
  alphabetic('lower-latin', 'abcdefghijklmnopqrstuvwxyz'),
  alphabetic('upper-alpha', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  alphabetic('upper-latin', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  alphabetic('lower-greek', 'αβγδεζηθικλμνξοπρστυφχψω'),
  alphabetic(
    'hiragana',
    'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん',
    CJK_SUFFIX,
  ),
  alphabetic(
    'hiragana-iroha',
    'いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす',
    CJK_SUFFIX,
  ),
  alphabetic(
    'katakana',
    'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン',
    CJK_SUFFIX,
  ),
  alphabetic(
    'katakana-iroha',
    'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス',
    CJK_SUFFIX,
  ),
  rule('cjk-earthly-branch', {
    system: { type: 'fixed', first: 1 },
    symbols: '子丑寅卯辰巳午未申酉戌亥',
    fallback: 'cjk-decimal',
    ...CJK_SUFFIX,
  }),
  rule('cjk-heavenly-stem', {
    system: { type: 'fixed', first: 1 },
    symbols: '甲乙丙丁戊己庚辛壬癸',
    fallback: 'cjk-decimal',
    ...CJK_SUFFIX,
  }),
  ...['simp-chinese-informal', 'simp-chinese-formal'].map((name) =>
    algorithmic(name, { negative: ['负', ''], ...CJK }),
  ),
  ...['trad-chinese-informal', 'trad-chinese-formal', 'cjk-ideographic'].map((name) =>
    algorithmic(name, { negative: ['負', ''], ...CJK }),
  ),
  ...['japanese-informal', 'japanese-formal'].map((name) =>
    algorithmic(name, { negative: ['マイナス', ''], range: [[-9999, 9999]], ...CJK }),
  ),
  ...['korean-hangul-formal', 'korean-hanja-informal', 'korean-hanja-formal'].map((name) =>
    algorithmic(name, { negative: ['마이너스 ', ''], suffix: ', ' }),
  ),
  cyclic('disc', '•'),
  cyclic('circle', '◦'),
  cyclic('square', '■'),
  cyclic('disclosure-open', '▾'),
  cyclic('disclosure-closed', '▸'),
]);

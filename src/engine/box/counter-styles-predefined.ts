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

const ROMAN = '1000 M 900 CM 500 D 400 CD 100 C 90 XC 50 L 40 XL 10 X 9 IX 5 V 4 IV 1 I';
const ARMENIAN =
  '9000 Ք 8000 Փ 7000 Ւ 6000 Ց 5000 Ր 4000 Տ 3000 Վ 2000 Ս 1000 Ռ 900 Ջ 800 Պ 700 Չ 600 Ո 500 Շ 400 Ն 300 Յ 200 Մ 100 Ճ 90 Ղ 80 Ձ 70 Հ 60 Կ 50 Ծ 40 Խ 30 Լ 20 Ի 10 Ժ 9 Թ 8 Ը 7 Է 6 Զ 5 Ե 4 Դ 3 Գ 2 Բ 1 Ա';
const HEBREW =
  '10000 י׳ 9000 ט׳ 8000 ח׳ 7000 ז׳ 6000 ו׳ 5000 ה׳ 4000 ד׳ 3000 ג׳ 2000 ב׳ 1000 א׳ 400 ת 300 ש 200 ר 100 ק 90 צ 80 פ 70 ע 60 ס 50 נ 40 מ 30 ל 20 כ 19 יט 18 יח 17 יז 16 טז 15 טו 10 י 9 ט 8 ח 7 ז 6 ו 5 ה 4 ד 3 ג 2 ב 1 א';
const GEORGIAN =
  '10000 ჵ 9000 ჰ 8000 ჯ 7000 ჴ 6000 ხ 5000 ჭ 4000 წ 3000 ძ 2000 ც 1000 ჩ 900 შ 800 ყ 700 ღ 600 ქ 500 ფ 400 ჳ 300 ტ 200 ს 100 რ 90 ჟ 80 პ 70 ო 60 ჲ 50 ნ 40 მ 30 ლ 20 კ 10 ი 9 თ 8 ჱ 7 ზ 6 ვ 5 ე 4 დ 3 გ 2 ბ 1 ა';
const CJK_SUFFIX = { suffix: '、' };

export const PREDEFINED_COUNTER_STYLES: ReadonlyMap<string, CounterStyleRule> = new Map([
  rule('none', { system: { type: 'cyclic' }, symbols: '', suffix: '' }),
  numeric('decimal', '0123456789'),
  numeric('decimal-leading-zero', '0123456789', { pad: { length: 2, symbol: '0' } }),
  rule('ethiopic-numeric', { system: { type: 'additive' }, range: [[1, Number.POSITIVE_INFINITY]], suffix: '/ ' }),
  alphabetic('ethiopic-halehame', 'ሀለሐመሠረሰቀበተኀነአከወዐዘየደገጠጰጸፀፈፐ', { suffix: '፦' }),
  alphabetic('ethiopic-halehame-am', 'ሀለሐመሠረሰሸቀበተቸኀነኘአከኸወዐዘዠየደጀገጠጨጰጸፀፈፐ', { suffix: '፦' }),
  alphabetic('ethiopic-halehame-ti-er', 'ሀለሐመረሰሸቀቐበተቸነኘአከኸወዐዘዠየደጀገጠጨጰጸፈፐ', { suffix: '፦' }),
  alphabetic('ethiopic-halehame-ti-et', 'ሀለሐመሠረሰሸቀቐበተቸኀነኘአከኸወዐዘዠየደጀገጠጨጰጸፀፈፐ', { suffix: '፦' }),
  alphabetic('hangul', '가나다라마바사아자차카타파하'),
  alphabetic('hangul-consonant', 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ'),
  numeric('urdu', '۰۱۲۳۴۵۶۷۸۹'),
  numeric('arabic-indic', '٠١٢٣٤٥٦٧٨٩'),
  additive('armenian', ARMENIAN, [1, 9999]),
  additive('upper-armenian', ARMENIAN, [1, 9999]),
  additive('lower-armenian', ARMENIAN.toLowerCase(), [1, 9999]),
  numeric('bengali', '০১২৩৪৫৬৭৮৯'),
  numeric('cambodian', '០១២៣៤៥៦៧៨៩'),
  numeric('khmer', '០១២៣៤៥៦៧៨៩'),
  numeric('cjk-decimal', '〇一二三四五六七八九', { range: [[0, Number.POSITIVE_INFINITY]], ...CJK_SUFFIX }),
  numeric('devanagari', '०१२३४५६७८९'),
  additive('georgian', GEORGIAN, [1, 19_999]),
  numeric('gujarati', '૦૧૨૩૪૫૬૭૮૯'),
  numeric('gurmukhi', '੦੧੨੩੪੫੬੭੮੯'),
  additive('hebrew', HEBREW, [1, 10_999]),
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
  ...[
    'simp-chinese-informal',
    'simp-chinese-formal',
    'trad-chinese-informal',
    'trad-chinese-formal',
    'cjk-ideographic',
  ].map((name) => numeric(name, '〇一二三四五六七八九', CJK_SUFFIX)),
  ...['japanese-informal', 'japanese-formal'].map((name) => numeric(name, '〇一二三四五六七八九', CJK_SUFFIX)),
  ...['korean-hangul-formal', 'korean-hanja-informal', 'korean-hanja-formal'].map((name) =>
    numeric(name, '0123456789', { suffix: ', ' }),
  ),
  cyclic('disc', '•'),
  cyclic('circle', '◦'),
  cyclic('square', '■'),
  cyclic('disclosure-open', '▾'),
  cyclic('disclosure-closed', '▸'),
]);

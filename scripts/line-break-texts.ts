/** Generates paragraphs to test line breaking, by category; deterministic for a seed. */

import type { Paragraph } from '../test/engine/text/lines.js';

/** Numbers in [0, 1). */
export type Random = () => number;

/** Source: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c (mulberry32, public domain) */
export function randomSource(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const list = (words: string) => words.split(' ');

const WORDS = list(
  'the a of and to in invoice total amount delivery customer reference payment within thirty days please quote number ' +
    'order shipped warehouse Amsterdam Wednesday yours sincerely Avery Taylor VAT rate included discount agreement ' +
    'subject terms conditions office fluffy waffle AVATAR To. Yes, we; it: that! why? (see below) [draft] {set} naïve ' +
    'café Größe façade Łódź crème brûlée Señor mother-in-law well-known e-mail follow-up state-of-the-art and/or his/her',
);
const PUNCTUATED = list(
  '(a) [b] {c} "d" \'e\' f) (g h] x/y x/y/z a\\b a|b|c 50% $12 €34 £5.60 #1 @home a&b a*b c++ x=y a<b c>d ~x ^y `code` ' +
    'wait... what?! no!! yes?) (why?) end.) ("quoted") {"key": "value"} f(x) a[0] a[i][j] x->y i++ --i !important ' +
    '§ 5 ¶ † 10° 20°C (20)°C ±3 a·b 1½ ¿qué? ¡hola! «oui» ‹non› „gut“ …then then… A–Z 9–5 —',
);
const URLS = list(
  'https://www.example.com/ http://example.org/a/b/c?d=e&f=g#h www.example.net/very/long/path/to/some/resource.html ' +
    'mailto:someone@example.com ftp://files.example.com/pub/x-y_z.tar.gz example.com/?q=line+breaking&lang=en-GB ' +
    'C:\\Users\\Public\\file.txt /usr/local/share/doc/index.html user.name+tag@mail.example.co.uk //cdn.example.com/x.js',
);
const QUOTED = list(
  '“Hello” ‘single’ “nested ‘inner’ quote” "straight" \'apostrophe’s\' don’t it’s “end.” “(par)” (“par”) “—dash—” «guillemets» ' +
    '»reversed« „low“ ‚low‘ 6\'2" rock’n’roll ’90s “a,” “b”; “c”? “d”! ”x “ y',
);
const NUMBERS = list(
  '12-34 1234-5678 -5 −5 +7 1,234.56 1.234,56 1/2 3/4 10-20 A-1 B-52 1-A 2024-12-31 31/12/2024 10:30 10:30:15 5-year ' +
    '24-hour 3.14 .5 ,5 $1,000.00 -$5 €-5 5€ 100% 5 % 1e-5 x-1 -x (555) 123-4567 +1-800-555-0199 ISBN-13 978-3-16-148410-0 ' +
    'No. 7 #42 1st 2nd 10³ 1–2 1—2 1‑2 1÷2 2×3 50°',
);
const HYPHENATED = list(
  'hy\u00adphen\u00ada\u00adtion ex\u00adtra\u00ador\u00addi\u00adnary in\u00advoice de\u00adliv\u00ader\u00ady pay\u00adment the of and ' +
    'sup\u00adpli\u00ader a\u00adbout ref\u00ader\u00adence to in co-op\u00ader\u00ada\u00adtion AV\u00adA\u00adTAR T\u00ado flu\u00adffy',
);
const GLUED = list(
  '10\u00a0km Mr.\u00a0Smith §\u00a05 a\u00a0b\u00a0c «\u00a0oui\u00a0» 5\u00a0% 1\u00a0000\u00a0000 \u00a0lead trail\u00a0 a\u202fb no\u2011break x\u2060y ' +
    'zero\u200bwidth one\u200btwo\u200bthree the of and to -\u00a0x a/\u00a0b wide\u2003space thin\u2009space',
);
const DASHED = list(
  'word—word word–word word — word a—b—c A–Z 1–2 1—2 yes—no. “x”—y x…y wait…no … — – a‒b a―b a―― ——— -- a--b --- well- -known -x ' +
    'pre- and post- non‐break a‐b',
);
const CHINESE_JAPANESE = list(
  '日本語 これは 東京 テスト、 改行 です。 「引用」 『書名』 （括弧） カタカナ ひらがな キャッシュ っていう ーと 々 １２３ ＡＢＣ 12個 2024年 ' +
    '3月 A4用紙 PDF を HTML から 中文 測試， “引号” 良好。 世界！ 価格：￥100 50％ ・・・ …… ―― 〜 ！？',
);
const THAI = list('ภาษาไทย ใบแจ้งหนี้ ราคารวมทั้งสิ้น วันที่ ส่งสินค้า ลูกค้า กรุงเทพมหานคร ขอบคุณมากครับ 123 บาท (ตัวอย่าง) invoice ๑๒๓');
const EMOJI = list('😀 👍🏽 👩‍👩‍👧 🇩🇪🇫🇷 ❤️ ☃ ✔️ ok👍 😀😀😀 a😀b 1️⃣ (🎉) 🎉! “🎉” 👍, 🏳️‍🌈 word party 🎂-🎂 ✓ ★★★ → ☎️');

const POOLS: Readonly<Record<string, readonly string[]>> = {
  prose: WORDS,
  punctuation: [...WORDS.slice(0, 20), ...PUNCTUATED, ...PUNCTUATED],
  urls: [...WORDS.slice(0, 20), ...URLS],
  quotes: [...WORDS.slice(0, 20), ...QUOTED, ...QUOTED],
  numbers: [...WORDS.slice(0, 15), ...NUMBERS],
  'soft-hyphens': HYPHENATED,
  'no-break': GLUED,
  dashes: [...WORDS.slice(0, 20), ...DASHED],
  cjk: CHINESE_JAPANESE,
  thai: THAI,
  emoji: [...WORDS.slice(0, 15), ...EMOJI],
  mixed: [
    ...WORDS.slice(0, 40),
    ...PUNCTUATED,
    ...URLS,
    ...QUOTED,
    ...NUMBERS,
    ...HYPHENATED,
    ...GLUED,
    ...DASHED,
    ...CHINESE_JAPANESE,
    ...THAI,
    ...EMOJI,
  ],
};

export const CATEGORIES = Object.keys(POOLS);

const FAMILIES = ['Arial', 'Times New Roman', 'Courier New', 'Noto Sans'];
const SIZES = [9, 10.5, 12, 13.3333, 16];
/** Probability of joining words without a space, which creates pairs that real text lacks. */
const NO_SPACE_SHARE = 0.1;

export function randomParagraph(category: string, random: Random): Omit<Paragraph, 'lines'> {
  const pool = POOLS[category]!;
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const noSpaceShare = category === 'cjk' || category === 'thai' ? 0.7 : NO_SPACE_SHARE;
  let text = pick(pool);
  const count = 10 + Math.floor(random() * 50);
  for (let i = 1; i < count; i++) text += (random() < noSpaceShare ? '' : ' ') + pick(pool);
  return {
    text: text.replace(/ +/g, ' '),
    family: pick(FAMILIES),
    size: pick(SIZES),
    width: 60 + Math.floor(random() * 400),
    language: category === 'cjk' ? pick(['ja', 'zh', 'en']) : category === 'thai' ? 'th' : 'en',
  };
}

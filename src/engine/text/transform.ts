/** `text-transform`. */

import { segmentsOf } from '../collections/segments.js';
import { mathItalic } from './math-italic.js';

/** The computed value of text-transform. */
export interface TextTransform {
  readonly case: 'none' | 'capitalize' | 'uppercase' | 'lowercase' | 'math-auto';
  readonly fullWidth: boolean;
  readonly fullSizeKana: boolean;
}

/**
 * @param language  BCP 47, '' when unknown
 * @param previous  preceding text of the same inline formatting context, of which the last word suffices: it tells
 *                  `capitalize` whether the text continues a word
 * Source: https://drafts.csswg.org/css-text-4/#text-transform; word boundaries as in Blink's Capitalize()
 */
export function transformText(text: string, transform: TextTransform, language: string, previous = ''): string {
  let result = changeCase(text, transform.case, language, previous);
  if (transform.fullWidth) result = toFullWidth(result);
  if (transform.fullSizeKana) result = result.replace(SMALL_KANA, (kana) => FULL_SIZE_KANA.get(kana)!);
  return result;
}

function changeCase(text: string, change: TextTransform['case'], language: string, previous: string): string {
  switch (change) {
    case 'uppercase':
      // Browsers do not uppercase Georgian: its capitals are for all-caps text, and few fonts have them.
      return text.replace(NOT_GEORGIAN, (run) => run.toLocaleUpperCase(caseLanguage(language)));
    case 'lowercase':
      return text.toLocaleLowerCase(caseLanguage(language));
    case 'capitalize':
      return capitalize(text, previous);
    case 'math-auto':
      return mathItalic(text);
    default:
      return text;
  }
}

const GEORGIAN = /[\u10d0-\u10ff]/;
const NOT_GEORGIAN = /[^\u10d0-\u10ff]+/g;

/** Languages with case mappings of their own. */
const OWN_CASE_RULES = /^(?:tr|az|el|lt)\b/i;

const caseLanguage = (language: string) => OWN_CASE_RULES.exec(language)?.[0] ?? 'en';

const WORDS = new Intl.Segmenter('en', { granularity: 'word' });
/** Blink's word boundaries separate words at a full stop or colon, Unicode's do not. */
const AFTER_STOP = /(?<=\p{L}[.:])\p{L}/gu;
const LAST_WORD = /\S*$/u;
/** UTF-16 units of the last word that are looked at. */
const MAX_BEFORE = 100;

function capitalize(text: string, previous: string): string {
  const before = LAST_WORD.exec(previous.slice(-MAX_BEFORE))?.[0] ?? '';
  const whole = (before + text).replaceAll('\u00a0', ' ');
  let result = '';
  for (const { start, end } of segmentsOf(WORDS, whole)) {
    const segment = whole.slice(start, end);
    const stops = segment.replace(AFTER_STOP, title);
    const word = title(stops.charAt(0)) + stops.slice(1);
    // The first letter of a segment that starts in `previous` is there, too.
    result += start < before.length ? segment.slice(0, 1) + word.slice(1) : word;
  }
  result = result.slice(before.length);
  return text.includes('\u00a0') ? restoreNoBreakSpaces(result, text) : result;
}

function restoreNoBreakSpaces(result: string, text: string): string {
  return Array.from({ length: text.length }, (_, i) => (text[i] === '\u00a0' ? '\u00a0' : result[i]!)).join('');
}

const DIGRAPHS = /[\u01c4-\u01cc\u01f1-\u01f3]/;

/** Titlecases one UTF-16 unit if the result is one unit: ß and ligatures stay. */
function title(char: string): string {
  if (GEORGIAN.test(char)) return char;
  // Of the three forms of a digraph (Ǆ ǅ ǆ), the middle one is titlecase.
  if (DIGRAPHS.test(char)) return titleDigraph(char.charCodeAt(0));
  const upper = char.toUpperCase();
  return upper.length === 1 ? upper : char;
}

function titleDigraph(unit: number): string {
  const first = unit >= 0x01f1 ? 0x01f1 : 0x01c4;
  return String.fromCharCode(unit - ((unit - first) % 3) + 1);
}

const HALF_WIDTH = /[\uff61-\uffdc\uffe8-\uffee]+/g;
const ASCII_GRAPHIC = /[!-~]/g;
const FULL_WIDTH_SIGNS: Readonly<Record<string, string>> = {
  '\u00a2': '\uffe0',
  '\u00a3': '\uffe1',
  '\u00ac': '\uffe2',
  '\u00af': '\uffe3',
  '\u00a6': '\uffe4',
  '\u00a5': '\uffe5',
  '\u20a9': '\uffe6',
};

/** Source: https://drafts.csswg.org/css-text-4/#valdef-text-transform-full-width */
function toFullWidth(text: string): string {
  return text
    .replace(ASCII_GRAPHIC, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0))
    .replace(/[\u00a2\u00a3\u00a5\u00a6\u00ac\u00af\u20a9]/g, (char) => FULL_WIDTH_SIGNS[char]!)
    .replace(HALF_WIDTH, (run) => run.normalize('NFKC'));
}

const SMALL = 'ぁぃぅぇぉっゃゅょゎゕゖァィゥェォヵヶッャュョヮㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｬｭｮｯ';
const FULL = 'あいうえおつやゆよわかけアイウエオカケツヤユヨワクシストヌハヒフヘホムラリルレロｱｲｳｴｵﾔﾕﾖﾂ';
const FULL_SIZE_KANA: ReadonlyMap<string, string> = new Map(Array.from(SMALL, (kana, i) => [kana, FULL[i]!]));
const SMALL_KANA = new RegExp(`[${SMALL}]`, 'g');

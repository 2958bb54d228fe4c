/** Splits text into runs of one script for shaping. */

/** A range of text in one script; `script` is its ISO 15924 code. */
interface ScriptRun {
  readonly start: number;
  readonly end: number;
  readonly script: string;
}

/** Scripts in the order they are tested, common ones first; other scripts are shaped without script features. */
const SCRIPTS = (
  'Latn Hani Hira Kana Hang Cyrl Grek Arab Hebr Deva Thai Beng Taml Telu Gujr Guru Knda Mlym Sinh Orya Laoo Khmr Mymr ' +
  'Tibt Geor Armn Ethi Bopo Mong Syrc Thaa Nkoo Tfng Cher Cans Copt Bali Java Sund'
)
  .split(' ')
  .map((code) => ({ code, pattern: new RegExp(`\\p{Script=${code}}`, 'u') }));
const UNKNOWN = 'Zzzz';
const COMMON = /[\p{Script=Zyyy}\p{Script=Zinh}]/u;

type Run = { -readonly [Key in keyof ScriptRun]: ScriptRun[Key] };

/** The script code of text without letters. */
const NO_SCRIPT = 'Zyyy';

/** Pairs of opening and closing brackets. */
const BRACKETS = '()[]{}⁅⁆⁽⁾₍₎⌈⌉⌊⌋〈〉〈〉《》「」『』【】〔〕〖〗〘〙〚〛（）［］｛｝｟｠｢｣';
const OPENING_OF = new Map(
  Array.from(BRACKETS, (char, i) => [char, BRACKETS[i - 1]!]).filter((_, i) => i % 2 === 1) as [string, string][],
);
const OPENING = new Set(OPENING_OF.values());
/** Brackets open at a time; further ones are not paired. */
const MAX_OPEN = 32;

/**
 * Splits a text into script runs. Common and inherited characters join the run before them, or the first run; a closing
 * bracket has the script of its opening bracket.
 * @returns contiguous runs that cover the text; none for the empty text
 * Source: https://www.unicode.org/reports/tr24/#Common, Blink's ScriptRunIterator
 */
export function scriptRuns(text: string): ScriptRun[] {
  const runs: Run[] = [];
  const open: { char: string; run: Run }[] = [];
  let current: Run | undefined;
  for (let i = 0; i < text.length; ) {
    const codePoint = text.codePointAt(i)!;
    const end = i + (codePoint > 0xffff ? 2 : 1);
    const char = text.slice(i, end);
    const script = scriptOf(codePoint, openingRun(char, open));
    if (current && (script === NO_SCRIPT || script === current.script)) current.end = end;
    else if (current?.script === NO_SCRIPT) {
      current.script = script;
      current.end = end;
    } else {
      current = { start: i, end, script };
      runs.push(current);
    }
    if (OPENING.has(char) && open.length < MAX_OPEN) open.push({ char, run: current });
    i = end;
  }
  return runs;
}

/** The run of the matching opening bracket; undefined for other characters. */
function openingRun(char: string, open: { char: string; run: Run }[]): Run | undefined {
  const opening = OPENING_OF.get(char);
  if (opening === undefined) return undefined;
  const index = open.findLastIndex((bracket) => bracket.char === opening);
  if (index < 0) return undefined;
  const { run } = open[index]!;
  open.length = index;
  return run;
}

/** The ISO 15924 code of a character; 'Zyyy' when scripts share it. */
function scriptOf(codePoint: number, bracketRun: Run | undefined): string {
  if (bracketRun) return bracketRun.script;
  if (codePoint < 0xaa) {
    const lower = codePoint | 0x20;
    return lower >= 0x61 && lower <= 0x7a ? 'Latn' : NO_SCRIPT;
  }
  const char = String.fromCodePoint(codePoint);
  if (COMMON.test(char)) return NO_SCRIPT;
  return SCRIPTS.find(({ pattern }) => pattern.test(char))?.code ?? UNKNOWN;
}

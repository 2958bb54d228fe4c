/**
 * UAX 14 line breaking with the tailorings of CSS `line-break`, as in ICU.
 * Source: https://www.unicode.org/reports/tr14/ (Unicode 17), https://drafts.csswg.org/css-text-3/#line-break-property
 */

import { EAST_ASIAN_RUNS, LINE_BREAK_RUNS } from './line-break-data.js';

/** A class of UAX 14; AI, SA, XX and CJ are resolved before the rules apply. */
type LineBreakClass = string;

/** Strictness about Japanese small kana, marks and punctuation at the start of a line. */
type Strictness = 'loose' | 'normal' | 'strict';

export interface Tailoring {
  readonly strictness: Strictness;
  /** Whether the rules for Chinese and Japanese apply. */
  readonly cjk: boolean;
}

/** A sorted partition of the code points: values[i] applies from starts[i] up to starts[i + 1]. */
interface Partition {
  readonly starts: Uint32Array;
  readonly values: readonly string[];
}

const CLASSES = parseRuns(LINE_BREAK_RUNS, 2);
const EAST_ASIAN = parseRuns(EAST_ASIAN_RUNS, 1);

function parseRuns(text: string, nameLength: number): Partition {
  const runs = text.split(' ');
  const starts = new Uint32Array(runs.length);
  let start = 0;
  for (let i = 0; i < runs.length; i++) {
    starts[i] = start;
    start += Number.parseInt(runs[i]!.slice(nameLength), 36);
  }
  return { starts, values: runs.map((run) => run.slice(0, nameLength)) };
}

function lookUp({ starts, values }: Partition, codePoint: number): string {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= codePoint) low = middle;
    else high = middle - 1;
  }
  return values[low]!;
}

/** The Line_Break property; quotation marks are QI (initial), QF (final) or QU, the zero width joiner is ZJ. */
export const lineBreakClass = (codePoint: number): LineBreakClass => lookUp(CLASSES, codePoint);

/** Whether East_Asian_Width is wide, fullwidth or halfwidth. */
const isEastAsianWide = (codePoint: number): boolean => lookUp(EAST_ASIAN, codePoint) === 'W';

const DOTTED_CIRCLE = 0x25cc;
const UNASSIGNED_PICTOGRAPH = /^(?=\p{Extended_Pictographic})\p{Cn}$/u;

const codePointSet = (codePoints: number[]) => new Set(codePoints);
const ITERATION_MARKS = codePointSet([0x3005, 0x303b, 0x309d, 0x309e, 0x30fd, 0x30fe]);
const WAVE_DASHES = codePointSet([0x301c, 0x30a0]);
const CENTERED_PUNCTUATION = codePointSet([
  0x203c, 0x2047, 0x2048, 0x2049, 0x30fb, 0xff1a, 0xff1b, 0xff65, 0xff01, 0xff1f,
]);
const EAST_ASIAN_SUFFIXES = codePointSet([
  0xb0, 0x2030, 0x2032, 0x2033, 0x2035, 0x2103, 0x2109, 0xfe6a, 0xff05, 0xffe0,
]);
const EAST_ASIAN_PREFIXES = codePointSet([0xa4, 0xb1, 0x20ac, 0x2116, 0xfe69, 0xff04, 0xffe1, 0xffe5, 0xffe6]);

/**
 * LB1, and the classes tailored by `line-break`. NX: punctuation without restrictions; PX and RX: suffixes and prefixes
 * with fewer restrictions.
 */
function resolvedClass(codePoint: number, tailoring: Tailoring): LineBreakClass {
  const cls = lineBreakClass(codePoint);
  if (cls === 'AI' || cls === 'SA' || cls === 'XX') return 'AL';
  if (cls === 'CJ') return tailoring.strictness === 'strict' ? 'NS' : 'ID';
  return tailoring.cjk || tailoring.strictness === 'loose' ? tailoredClass(cls, codePoint, tailoring) : cls;
}

function tailoredClass(cls: LineBreakClass, codePoint: number, { strictness, cjk }: Tailoring): LineBreakClass {
  if (strictness === 'loose' && ITERATION_MARKS.has(codePoint)) return 'NX';
  if (!cjk || strictness === 'strict') return cls;
  if (codePoint === 0x201c) return 'OP';
  if (codePoint === 0x201d) return 'CL';
  if (WAVE_DASHES.has(codePoint)) return 'NX';
  if (strictness !== 'loose') return cls;
  if (CENTERED_PUNCTUATION.has(codePoint)) return 'NX';
  if (EAST_ASIAN_SUFFIXES.has(codePoint)) return 'PX';
  return EAST_ASIAN_PREFIXES.has(codePoint) ? 'RX' : cls;
}

/** Characters with their combining marks (LB9), and isolated marks (LB10), as parallel arrays. */
interface Units {
  readonly classes: LineBreakClass[];
  /** Index in the text. */
  readonly starts: number[];
  readonly codePoints: number[];
  /** Whether the unit ends with a zero width joiner. */
  readonly endsInJoiner: boolean[];
  /** For regional indicators: the number of consecutive ones before it. */
  readonly regionalsBefore: number[];
}

const NOT_BASES = new Set(['SP', 'BK', 'CR', 'LF', 'NL', 'ZW']);

/** UTF-16 units whose breaks are found at a time: long texts take little memory at once. */
const BLOCK = 16_384;
/** Units after a position that decide about it. */
const LOOKAHEAD = 2;
/** Units before a position that decide about it, besides spaces and the separators of numbers. */
const UNITS_BEFORE = 3;

const NO_UNITS = (): Units => ({ classes: [], starts: [], codePoints: [], endsInJoiner: [], regionalsBefore: [] });

/** Appends the units that start in text[from..to). */
function addUnits(units: Units, text: string, from: number, to: number, tailoring: Tailoring): number {
  let i = from;
  while (i < to) {
    const codePoint = text.codePointAt(i)!;
    const cls = resolvedClass(codePoint, tailoring);
    const last = units.classes.length - 1;
    const isMark = cls === 'CM' || cls === 'ZJ';
    if (isMark && last >= 0 && !NOT_BASES.has(units.classes[last]!)) units.endsInJoiner[last] = cls === 'ZJ';
    else {
      units.classes.push(isMark ? 'AL' : cls);
      units.starts.push(i);
      units.codePoints.push(codePoint);
      units.endsInJoiner.push(cls === 'ZJ');
      units.regionalsBefore.push(units.classes[last] === 'RI' ? units.regionalsBefore[last]! + 1 : 0);
    }
    i += codePoint > 0xffff ? 2 : 1;
  }
  return i;
}

/** UAX 14 breaks before every index: 0 prohibited, 1 allowed, 3 mandatory, as in `line-break.ts`. */
export function unicodeLineBreaks(text: string, tailoring: Tailoring): Uint8Array {
  const breaks = new Uint8Array(text.length + 1);
  let units = NO_UNITS();
  let done = 1; // no break is before the first unit
  for (let from = 0; from < text.length; ) {
    from = addUnits(units, text, from, Math.min(text.length, from + BLOCK), tailoring);
    const rules = new Context(units, tailoring);
    const isAtEnd = from >= text.length;
    const end = units.starts.length - (isAtEnd ? 0 : LOOKAHEAD);
    for (let i = done; i < end; i++) breaks[units.starts[i]!] = rules.breakBefore(i);
    if (isAtEnd) break;
    const next = Math.max(done, end);
    const context = contextOf(units, next);
    done = context.length;
    units = onlyUnits(units, [...context, ...range(next, units.starts.length)]);
  }
  if (isHardBreak(units.classes.at(-1) ?? '')) breaks[text.length] = 3;
  return breaks;
}

/**
 * The indices of units before unit `end` that the breaks from there on depend on: a few, those before the spaces, and
 * before the separators of a number, of which there may be millions.
 */
function contextOf({ classes }: Units, end: number): number[] {
  const beforeSpaces = runStart(classes, end, ['SP']);
  const beforeSeparators = runStart(classes, beforeSpaces, ['SY', 'IS']);
  const ends = [beforeSeparators, beforeSpaces, end];
  return ends.flatMap((to, i) => range(Math.max(to - UNITS_BEFORE, ends[i - 1] ?? 0, 0), to));
}

function runStart(classes: readonly string[], end: number, run: readonly string[]): number {
  let at = end;
  while (at > 0 && run.includes(classes[at - 1]!)) at--;
  return at;
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

const onlyUnits = (units: Units, indices: readonly number[]): Units => ({
  classes: indices.map((i) => units.classes[i]!),
  starts: indices.map((i) => units.starts[i]!),
  codePoints: indices.map((i) => units.codePoints[i]!),
  endsInJoiner: indices.map((i) => units.endsInJoiner[i]!),
  regionalsBefore: indices.map((i) => units.regionalsBefore[i]!),
});

const isHardBreak = (cls: string) => cls === 'BK' || cls === 'CR' || cls === 'LF' || cls === 'NL';

const classes = (names: string) => new Set(names.split(' '));
const QUOTATION = classes('QU QI QF');
const CLOSING = classes('CL CP');
const LETTER = classes('AL HL');
const HYPHENS = classes('HY HH');
const AFFIX = classes('PR PO PX');
const NUMBER_SUFFIX = classes('PR PO RX');
const EMOJI = classes('ID EB EM');
const HANGUL = classes('JL JV JT H2 H3');
const NO_BREAK_BEFORE = classes('CL CP EX SY');
const STARTS_BEFORE_OPENING_QUOTE = classes('BK CR LF NL OP QU QI QF GL SP ZW');
const FOLLOWS_CLOSING_QUOTE = classes('SP GL WJ CL QU QI QF CP EX IS SY BK CR LF NL ZW');
const STARTS_BEFORE_HYPHEN = classes('BK CR LF NL SP ZW CB GL');

/** Evaluates the rules at a pair of units. */
class Context {
  constructor(
    readonly units: Units,
    readonly tailoring: Tailoring,
  ) {}

  #cls(index: number): string {
    return this.units.classes[index] ?? '';
  }

  #isWide(index: number): boolean {
    const codePoint = this.units.codePoints[index];
    return codePoint !== undefined && isEastAsianWide(codePoint);
  }

  /** 0, 1 or 3 for the position before unit `i` (>= 1). */
  breakBefore(i: number): 0 | 1 | 3 {
    const before = this.#cls(i - 1);
    const after = this.#cls(i);
    // LB4, LB5
    if (isHardBreak(before)) return before === 'CR' && after === 'LF' ? 0 : 3;
    // LB6, LB7
    if (isHardBreak(after) || after === 'SP' || after === 'ZW') return 0;
    return this.#isAllowed(i, before, after) ? 1 : 0;
  }

  #isAllowed(i: number, before: string, after: string): boolean {
    let nonSpace = i - 1;
    while (this.#cls(nonSpace) === 'SP') nonSpace--;
    const beforeSpaces = this.#cls(nonSpace);
    if (beforeSpaces === 'ZW') return true; // LB8
    if (this.units.endsInJoiner[i - 1]) return false; // LB8a
    if (after === 'WJ' || before === 'WJ') return false; // LB11
    if (before === 'GL') return false; // LB12
    if (after === 'GL' && before !== 'SP' && before !== 'BA' && !HYPHENS.has(before)) return false; // LB12a
    if (NO_BREAK_BEFORE.has(after)) return false; // LB13
    if (beforeSpaces === 'OP') return false; // LB14
    if (this.#isAfterOpeningQuote(nonSpace) || this.#isClosingQuote(i)) return false; // LB15a, LB15b
    if (after === 'IS') return before === 'SP' && this.#cls(i + 1) === 'NU'; // LB15c, LB15d
    if (CLOSING.has(beforeSpaces) && after === 'NS') return false; // LB16
    if (beforeSpaces === 'B2' && after === 'B2') return false; // LB17
    if (before === 'SP') return true; // LB18
    if (this.#isQuoted(i, before, after)) return false; // LB19, LB19a
    if (before === 'CB' || after === 'CB') return true; // LB20
    return !this.#isWord(i, before, after) && !this.#isNumber(i, before, after) && !this.#isSyllable(i, before, after);
  }

  /** LB15a: no break after an initial quotation mark, even over spaces. */
  #isAfterOpeningQuote(index: number): boolean {
    if (this.#cls(index) !== 'QI') return false;
    return index === 0 || STARTS_BEFORE_OPENING_QUOTE.has(this.#cls(index - 1));
  }

  /** LB15b: no break before a final quotation mark. */
  #isClosingQuote(index: number): boolean {
    if (this.#cls(index) !== 'QF') return false;
    return index + 1 === this.units.starts.length || FOLLOWS_CLOSING_QUOTE.has(this.#cls(index + 1));
  }

  /** LB19, LB19a: no break around quotation marks, except initial and final ones between wide East Asian characters. */
  #isQuoted(i: number, before: string, after: string): boolean {
    if (QUOTATION.has(after)) {
      if (after !== 'QI') return true;
      if (!this.#isWide(i - 1) || !this.#isWide(i + 1)) return true;
    }
    if (QUOTATION.has(before)) {
      if (before !== 'QF') return true;
      if (!this.#isWide(i) || !this.#isWide(i - 2)) return true;
    }
    return false;
  }

  /** LB20a to LB24, LB28 to LB30: letters, digits and adjoining marks. */
  #isWord(i: number, before: string, after: string): boolean {
    const isLoose = this.tailoring.cjk && this.tailoring.strictness === 'loose';
    if (isLoose && before === 'ID' && after === 'HH') return false;
    if (HYPHENS.has(before) && LETTER.has(after)) {
      if (i === 1 || STARTS_BEFORE_HYPHEN.has(this.#cls(i - 2))) return true; // LB20a
      if (isLoose && before === 'HH' && this.#cls(i - 2) === 'ID') return true;
    }
    if (after === 'BA' || HYPHENS.has(after) || after === 'NS' || before === 'BB') return true; // LB21
    if (HYPHENS.has(before) && this.#cls(i - 2) === 'HL' && after !== 'HL') return true; // LB21a
    if (before === 'SY' && after === 'HL') return true; // LB21b
    if (after === 'IN') return before !== 'IN' || this.tailoring.strictness !== 'loose'; // LB22
    const isLetterBefore = LETTER.has(before);
    const isLetterAfter = LETTER.has(after);
    if ((isLetterBefore && after === 'NU') || (before === 'NU' && isLetterAfter)) return true; // LB23
    if ((before === 'PR' && EMOJI.has(after)) || (EMOJI.has(before) && after === 'PO')) return true; // LB23a
    if ((AFFIX.has(before) && isLetterAfter) || (isLetterBefore && AFFIX.has(after))) return true; // LB24
    if (isLetterAfter && (isLetterBefore || before === 'IS')) return true; // LB28, LB29
    if (after === 'OP' && (isLetterBefore || before === 'NU')) return !this.#isWide(i); // LB30
    if (before === 'CP' && (isLetterAfter || after === 'NU')) return !this.#isWide(i - 1); // LB30
    return false;
  }

  /** LB25: no break within numbers with their signs, separators and units. */
  #isNumber(i: number, before: string, after: string): boolean {
    if (NUMBER_SUFFIX.has(after)) {
      const end = CLOSING.has(before) ? i - 2 : i - 1;
      return this.#endsNumber(end);
    }
    if (after === 'OP' && AFFIX.has(before)) {
      return this.#cls(i + 1) === 'NU' || (this.#cls(i + 1) === 'IS' && this.#cls(i + 2) === 'NU');
    }
    if (after !== 'NU') return false;
    return AFFIX.has(before) || before === 'HY' || before === 'IS' || this.#endsNumber(i - 1);
  }

  /** Whether NU (SY | IS)* ends at the unit. */
  #endsNumber(index: number): boolean {
    let i = index;
    while (this.#cls(i) === 'SY' || this.#cls(i) === 'IS') i--;
    return this.#cls(i) === 'NU';
  }

  /** LB26, LB27, LB28a, LB30a, LB30b: syllables, and sequences that form one symbol. */
  #isSyllable(i: number, before: string, after: string): boolean {
    if (before === 'JL' && HANGUL.has(after) && after !== 'JT') return true; // LB26
    if ((before === 'JV' || before === 'H2') && (after === 'JV' || after === 'JT')) return true;
    if ((before === 'JT' || before === 'H3') && after === 'JT') return true;
    if ((HANGUL.has(before) && after === 'PO') || (before === 'PR' && HANGUL.has(after))) return true; // LB27
    if (this.#isOrthographicSyllable(i, before)) return true; // LB28a
    if (before === 'RI' && after === 'RI') return this.units.regionalsBefore[i]! % 2 === 1; // LB30a
    if (after === 'EM') {
      if (before === 'EB') return true; // LB30b
      return UNASSIGNED_PICTOGRAPH.test(String.fromCodePoint(this.units.codePoints[i - 1]!));
    }
    return false;
  }

  #isOrthographicSyllable(i: number, before: string): boolean {
    const isBase = (index: number) =>
      this.#cls(index) === 'AK' || this.#cls(index) === 'AS' || this.units.codePoints[index] === DOTTED_CIRCLE;
    const after = this.#cls(i);
    if (before === 'AP' && isBase(i)) return true;
    if (isBase(i - 1) && (after === 'VF' || after === 'VI')) return true;
    const joins = after === 'AK' || this.units.codePoints[i] === DOTTED_CIRCLE;
    if (before === 'VI' && isBase(i - 2) && joins) return true;
    return isBase(i - 1) && isBase(i) && this.#cls(i + 1) === 'VF';
  }
}

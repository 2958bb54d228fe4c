/**
 * What a stylesheet may hold before the native parser sees it. lightningcss descends one stack frame per bracket and
 * tries a failing math function twice per level of nesting: without limits a few hundred bytes end the process
 * (`@media{` 1,000 deep overflows a worker's stack) or keep it busy for hours (`calc(` 40 deep, unfinished).
 */

export const STYLESHEET_LIMITS = {
  /** UTF-16 units of one sheet. */
  maxLength: 4_000_000,
  /** Open brackets of all kinds at one place. lightningcss falls between 512 and 1,024 on a 4 MB stack. */
  maxDepth: 96,
  /** Sum over all math functions of 2^(their nesting); 2^20 failing parses take about 2 s. */
  maxMathWork: 2 ** 19,
} as const;

const MATH_FUNCTION =
  /(?:^|[^\w-])(?:-webkit-|-moz-)?(?:calc|min|max|clamp|round|mod|rem|abs|sign|a?sin|a?cos|a?tan|atan2|pow|sqrt|hypot|log|exp)$/i;
const LONGEST_MATH_NAME = 13;

const OPENERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** What a scan of a stylesheet's or a declaration list's brackets found. */
export interface BracketScan {
  /** What is too much, in words; undefined when nothing is. */
  readonly problem: string | undefined;
  /** Where it becomes too much; the text's length when there is no problem. */
  readonly offset: number;
  /** What closes the string, comment and brackets that the text leaves open, in order. */
  readonly missing: string;
  /** Where closing brackets stand that had no opening one: they would end the block the text is put into. */
  readonly stray: readonly number[];
}

/** Reads brackets, strings and comments as https://drafts.csswg.org/css-syntax-3/#tokenization does. Linear. */
export function scanBrackets(text: string): BracketScan {
  if (text.length > STYLESHEET_LIMITS.maxLength) {
    return stopped(`longer than ${STYLESHEET_LIMITS.maxLength} characters`, 0);
  }
  const open: string[] = [];
  const math: number[] = []; // depths of `open` at which a math function stands
  let work = 0;
  const stray: number[] = [];
  let missing = '';
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (char === '\\') i++;
    else if (char === '"' || char === "'") {
      const end = endOfString(text, i, char);
      if (end === text.length) missing = char;
      i = end;
    } else if (char === '/' && text[i + 1] === '*') {
      const close = text.indexOf('*/', i + 2);
      const end = close < 0 ? text.length : close + 1;
      if (close < 0) missing = '*/';
      i = end;
    } else if (char === '(' || char === '[' || char === '{') {
      if (char === '(') {
        const before = text.slice(Math.max(0, i - LONGEST_MATH_NAME - 1), i);
        if (/url$/i.test(before) && !/^\s*["']/.test(text.slice(i + 1, i + 100))) {
          const close = text.indexOf(')', i);
          i = close < 0 ? text.length : close;
          if (close < 0) missing = ')';
          continue;
        }
        if (MATH_FUNCTION.test(before)) {
          math.push(open.length);
          work += 2 ** math.length;
          if (work > STYLESHEET_LIMITS.maxMathWork) return stopped('math functions nested too deep or too often', i);
        }
      }
      open.push(OPENERS[char]!);
      if (open.length > STYLESHEET_LIMITS.maxDepth) {
        return stopped(`brackets nested deeper than ${STYLESHEET_LIMITS.maxDepth}`, i);
      }
    } else if (char === ')' || char === ']' || char === '}') {
      // A closing bracket of another kind than the last one open is an ordinary token: it closes nothing.
      if (open.length === 0) stray.push(i);
      else if (open[open.length - 1] === char) open.pop();
      while (math.length > 0 && math[math.length - 1]! >= open.length) math.pop();
    }
  }
  return { problem: undefined, offset: text.length, missing: missing + open.reverse().join(''), stray };
}

function stopped(problem: string, offset: number): BracketScan {
  return { problem, offset, missing: '', stray: [] };
}

/** @returns index of the closing quote, of the line end that makes it a bad string, or the text's length. */
function endOfString(text: string, start: number, quote: string): number {
  for (let i = start + 1; i < text.length; i++) {
    const char = text[i]!;
    if (char === quote) return i;
    if (char === '\\') i++;
    else if (char === '\n') return i - 1;
  }
  return text.length;
}

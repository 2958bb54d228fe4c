/**
 * Limits of style sheets, checked before they reach the native parser. lightningcss recurses for each bracket and
 * parses a failing math function twice per level of nesting: without limits, a few hundred bytes end the process (1,000
 * nested `@media{` overflow the stack of a worker) or keep it busy for hours (40 nested `calc(` without end).
 */

export const STYLESHEET_LIMITS = {
  /** UTF-16 units of a sheet. */
  maxLength: 4_000_000,
  /** Nested brackets of all kinds. On a stack of 4 MB, lightningcss overflows between 512 and 1,024. */
  maxDepth: 96,
  /** Sum of 2^depth of all math functions; 2^20 failing parses take about 2 s. */
  maxMathWork: 2 ** 19,
} as const;

const MATH_FUNCTION =
  /(?:^|[^\w-])(?:-webkit-|-moz-)?(?:calc|min|max|clamp|round|mod|rem|abs|sign|a?sin|a?cos|a?tan|atan2|pow|sqrt|hypot|log|exp)$/i;
/** Length of the longest names, such as `-webkit-clamp`. */
const LONGEST_MATH_NAME = 13;

const OPENERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The result of scanning the brackets of a style sheet or declaration list. */
interface BracketScan {
  /** The limit that is exceeded, as text; undefined when there is none. */
  readonly problem: string | undefined;
  /** Where the limit is exceeded; the length of the text without a problem. */
  readonly offset: number;
  /** The text that closes what is left open: string, comment and brackets, in order. */
  readonly missing: string;
  /** Offsets of closing brackets without an opening one, which would end a block around the text. */
  readonly stray: readonly number[];
}

/** Scans brackets, strings and comments in linear time. Source: https://drafts.csswg.org/css-syntax-3/#tokenization */
export function scanBrackets(text: string): BracketScan {
  if (text.length > STYLESHEET_LIMITS.maxLength) {
    return stopped(`longer than ${STYLESHEET_LIMITS.maxLength} characters`, 0);
  }
  const open: string[] = [];
  const math: number[] = []; // depths of open math functions
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
      // A closing bracket that does not match the innermost open one is an ordinary token.
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

/**
 * @returns offset of the closing quote, of the character before the newline of a bad string, or the length of the text
 */
function endOfString(text: string, start: number, quote: string): number {
  for (let i = start + 1; i < text.length; i++) {
    const char = text[i]!;
    if (char === quote) return i;
    if (char === '\\') i++;
    else if (char === '\n') return i - 1;
  }
  return text.length;
}

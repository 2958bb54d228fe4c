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
  /^(?:-webkit-|-moz-)?(?:calc|min|max|clamp|round|mod|rem|abs|sign|a?sin|a?cos|a?tan|atan2|pow|sqrt|hypot|log|exp)$/i;

/** A name with its escapes: an identifier, the name of a function, a hash or at-keyword, or a dimension. */
const NAME = /(?:[\w\0\x80-\uffff-]+|\\(?:[0-9a-f]{1,6}(?:\r\n|[ \t\n\r\f])?|[^\n\r\f]))+/iy;
const ESCAPE = /\\(?:([0-9a-f]{1,6})(?:\r\n|[ \t\n\r\f])?|(.))/gis;
/** After `url(`: the argument of a function, not of a `<url-token>`. */
const QUOTE = /[ \t\n\r\f]*["']/y;

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

/**
 * Scans brackets in linear time, with the same tokens as lightningcss: what the scan took for a string or URL and
 * lightningcss does not would be outside of the limits.
 * Source: https://drafts.csswg.org/css-syntax-3/#tokenization
 */
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
    if (char === '"' || char === "'") {
      i = endOfString(text, i, char);
      if (i === text.length) missing = char;
    } else if (text.startsWith('/*', i)) {
      const close = text.indexOf('*/', i + 2);
      if (close < 0) missing = '*/';
      i = close < 0 ? text.length : close + 1;
    } else if (char === '(' || char === '[' || char === '{') {
      open.push(OPENERS[char]!);
      if (open.length > STYLESHEET_LIMITS.maxDepth) {
        return stopped(`brackets nested deeper than ${STYLESHEET_LIMITS.maxDepth}`, i);
      }
    } else if (char === ')' || char === ']' || char === '}') {
      // A closing bracket that does not match the innermost open one is an ordinary token.
      if (open.length === 0) stray.push(i);
      else if (open[open.length - 1] === char) open.pop();
      while (math.length > 0 && math[math.length - 1]! >= open.length) math.pop();
    } else if (text.startsWith('<!--', i)) {
      i += 3; // a token, whose hyphens do not begin a name
    } else {
      const end = endOfName(text, i);
      if (end === i) continue;
      const name = text[end] === '(' && char !== '#' && char !== '@' ? unescaped(text.slice(i, end)) : '';
      i = end - 1;
      if (name.toLowerCase() === 'url' && !isQuoted(text, end + 1)) {
        i = endOfUrl(text, end + 1);
        if (i === text.length) missing = ')';
      } else if (MATH_FUNCTION.test(name)) {
        math.push(open.length);
        work += 2 ** math.length;
        if (work > STYLESHEET_LIMITS.maxMathWork) return stopped('math functions nested too deep or too often', end);
      }
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
    if (char === '\\') i += text.startsWith('\r\n', i + 1) ? 2 : 1;
    else if (char === '\n' || char === '\r' || char === '\f') return i - 1;
  }
  return text.length;
}

/** @returns offset of the closing parenthesis, or the length of the text; the same for a bad URL */
function endOfUrl(text: string, start: number): number {
  for (let i = start; i < text.length; i++) {
    if (text[i] === ')') return i;
    if (text[i] === '\\') i++;
  }
  return text.length;
}

/** @returns offset after the name, with the `#` or `@` before it; `start` where there is none */
function endOfName(text: string, start: number): number {
  NAME.lastIndex = text[start] === '#' || text[start] === '@' ? start + 1 : start;
  return NAME.test(text) ? NAME.lastIndex : start;
}

function isQuoted(text: string, start: number): boolean {
  QUOTE.lastIndex = start;
  return QUOTE.test(text);
}

const unescaped = (name: string): string =>
  name.replace(ESCAPE, (_escape, hex: string | undefined, char: string) =>
    hex === undefined ? char : String.fromCharCode(Number.parseInt(hex, 16)),
  );

/** Parses hand-written JSON: errors have line and column, which V8's messages sometimes lack. */

import { placeOf } from '../engine/errors.js';

/** Invalid JSON; the message has the position and the unexpected token. */
class JsonError extends Error {
  override readonly name = 'JsonError';
}

/** @throws JsonError */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const offset = unexpectedOffset(text);
    const { line, column } = placeOf(text, offset);
    throw new JsonError(`line ${line}, column ${column}: ${describeFault(text, offset)}`, { cause });
  }
}

function describeFault(text: string, offset: number): string {
  const found = text.slice(offset).match(/^(?:[\w$+.-]+|.)/su)?.[0];
  if (found === undefined) return 'unexpected end of the text';
  if (found === '"') {
    TOKEN.lastIndex = offset;
    return TOKEN.test(text)
      ? 'a string is not expected here; is a comma missing?'
      : 'this string does not end, or holds a line break or a wrong escape';
  }
  return `${JSON.stringify(found)} is not expected here`;
}

const SPACE = /[ \t\n\r]*/y;
/** A punctuation mark, a whole string, or a number or literal. */
const TOKEN =
  /([{}[\]:,])|("(?:[ !#-[\]-\uffff]|\\["\\/bfnrt]|\\u[\dA-Fa-f]{4})*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y;

/** Tokens allowed next; right after an opening bracket, its closing one too. */
type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'comma' | 'nothing';

/** Offset of the first unexpected token; the length of the text if only its end is missing. */
function unexpectedOffset(text: string): number {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  for (let at = 0; ; at = TOKEN.lastIndex) {
    SPACE.lastIndex = at;
    SPACE.exec(text);
    TOKEN.lastIndex = SPACE.lastIndex;
    const [, mark, string]: readonly string[] = TOKEN.exec(text) ?? [];
    const isToken = TOKEN.lastIndex > 0;
    const next: Expected | undefined = isToken
      ? afterToken(mark ?? (string ? 'string' : 'literal'), expected, open)
      : undefined;
    if (next === undefined) return SPACE.lastIndex;
    expected = next;
  }
}

/** The kind of token expected next; undefined when the token is unexpected. Updates `open`. */
function afterToken(token: string, expected: Expected, open: ('{' | '[')[]): Expected | undefined {
  const afterValue = (): Expected => (open.length === 0 ? 'nothing' : 'comma');
  const isValue = expected === 'value' || expected === 'first value';
  const isKey = expected === 'key' || expected === 'first key';
  switch (token) {
    case '{':
    case '[':
      if (!isValue) return undefined;
      open.push(token);
      return token === '{' ? 'first key' : 'first value';
    case '}':
    case ']': {
      const opener = token === '}' ? '{' : '[';
      const mayEnd = expected === 'comma' || expected === (token === '}' ? 'first key' : 'first value');
      if (!mayEnd || open.pop() !== opener) return undefined;
      return afterValue();
    }
    case ':':
      return expected === 'colon' ? 'value' : undefined;
    case ',':
      if (expected !== 'comma') return undefined;
      return open.at(-1) === '{' ? 'key' : 'value';
    case 'string':
      if (isKey) return 'colon';
      return isValue ? afterValue() : undefined;
    default:
      return isValue ? afterValue() : undefined;
  }
}

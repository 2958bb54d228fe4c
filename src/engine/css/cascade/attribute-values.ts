/**
 * `attr()` with a type, in any property: replaced by the value of the attribute before `var()` is. `attr()` without a
 * type is a string, which the properties with generated content parse themselves.
 * Source: https://drafts.csswg.org/css-values-5/#attr-notation
 */

import { type TokenOrValue, transform } from 'lightningcss';
import { scanBrackets } from '../syntax/guard.js';
import { isTypedAttr, printTokens } from '../syntax/lightning.js';
import { DEGREES, RELATIVE } from '../values/math.js';
import { PX_PER_UNIT } from '../values/units.js';

/** @returns the value of the attribute of that name, in lower case */
export type AttributeLookup = (name: string) => string | undefined;

/** Names of the attributes that a value references, in fallbacks too. */
export function attributesIn(tokens: readonly TokenOrValue[]): string[] {
  return tokens.flatMap((token) => {
    if (token.type === 'function') {
      const inner = attributesIn(token.value.arguments);
      return isTypedAttr(token) ? [partsOf(token.value.arguments).name, ...inner] : inner;
    }
    const nested = token.type === 'var' || token.type === 'env' ? token.value.fallback : undefined;
    return nested ? attributesIn(nested) : [];
  });
}

/** @returns undefined: the value is invalid at computed-value time */
export function withAttributes(
  tokens: readonly TokenOrValue[],
  attribute: AttributeLookup,
): readonly TokenOrValue[] | undefined {
  const result: TokenOrValue[] = [];
  for (const token of tokens) {
    const replaced = replace(token, attribute);
    if (!replaced) return undefined;
    result.push(...replaced);
  }
  return result;
}

function replace(token: TokenOrValue, attribute: AttributeLookup): readonly TokenOrValue[] | undefined {
  if (token.type === 'function') {
    const { name, arguments: args } = token.value;
    if (isTypedAttr(token)) return resolveAttr(args, attribute);
    const inner = withAttributes(args, attribute);
    return inner && [{ type: 'function', value: { name, arguments: [...inner] } }];
  }
  if ((token.type !== 'var' && token.type !== 'env') || !token.value.fallback) return [token];
  const fallback = withAttributes(token.value.fallback, attribute);
  return fallback && [{ ...token, value: { ...token.value, fallback: [...fallback] } } as TokenOrValue];
}

function resolveAttr(args: readonly TokenOrValue[], attribute: AttributeLookup): readonly TokenOrValue[] | undefined {
  const { name, type, fallback } = partsOf(args);
  const text = attribute(name);
  const value = text === undefined ? undefined : typed(text, type);
  // A text that lightningcss parses again with the whole value.
  if (value !== undefined) return [{ type: 'token', value: { type: 'delim', value: value } }];
  return fallback && withAttributes(fallback, attribute);
}

interface AttrParts {
  readonly name: string;
  readonly type: readonly TokenOrValue[];
  readonly fallback: readonly TokenOrValue[] | undefined;
}

/** `attr( <attr-name> <attr-type> , <fallback>? )` */
function partsOf(args: readonly TokenOrValue[]): AttrParts {
  const comma = args.findIndex((token) => token.type === 'token' && token.value.type === 'comma');
  const head = args.slice(0, comma < 0 ? undefined : comma).filter((token) => !isSpace(token));
  const fallback = comma < 0 ? undefined : args.slice(comma + 1);
  return { name: printTokens(head.slice(0, 1)).toLowerCase(), type: head.slice(1), fallback };
}

const isSpace = (token: TokenOrValue): boolean => token.type === 'token' && token.value.type === 'white-space';

const NUMBER = /^[+-]?(?:\d*\.)?\d+(?:e[+-]?\d+)?$/i;
const UNITS = new Set([...Object.keys(PX_PER_UNIT), ...Object.keys(RELATIVE), ...Object.keys(DEGREES), '%', 's', 'ms']);

/** @returns the attribute's value as CSS text; undefined: it does not match the type */
function typed(text: string, type: readonly TokenOrValue[]): string | undefined {
  const [first] = type;
  if (type.length !== 1 || !first) return undefined;
  if (first.type === 'function') {
    const isSyntax = first.value.name.toLowerCase() === 'type';
    return isSyntax && matchesSyntax(text, printTokens(first.value.arguments)) ? text : undefined;
  }
  const word = printTokens(type).toLowerCase();
  if (word === 'raw-string') return JSON.stringify(text).replaceAll('\\n', '\\a ');
  const number = text.trim();
  if (!NUMBER.test(number)) return undefined;
  if (word === 'number') return number;
  return UNITS.has(word) ? `${number}${word}` : undefined;
}

/** Matches the end of a declaration, references, and URLs, which attributes may not name. */
const REFUSED = /[;{}!\\@]|\b(?:var|env|attr|url|src|image|image-set)\(/i;

/** Whether a text is a value of a syntax of `@property`. */
function matchesSyntax(text: string, syntax: string): boolean {
  if (REFUSED.test(text) || /["\\]|<(?:url|image)>/i.test(syntax)) return false;
  const { problem, missing, stray } = scanBrackets(text);
  if (problem !== undefined || missing !== '' || stray.length > 0) return false;
  if (syntax === '*') return text.trim() !== '';
  // lightningcss takes a number for a length.
  if (NUMBER.test(text.trim()) && Number(text) !== 0 && !/<(?:number|integer)>/.test(syntax)) return false;
  const rule = `@property --a{syntax:"${syntax}";inherits:false;initial-value:${text}}`;
  let known = false;
  const property = () => {
    known = true;
  };
  try {
    transform({ filename: 'attr.css', code: Buffer.from(rule), errorRecovery: true, visitor: { Rule: { property } } });
  } catch {
    return false;
  }
  return known;
}

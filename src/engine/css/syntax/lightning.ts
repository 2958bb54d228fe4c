/** lightningcss's AST: rounding of its single-precision numbers, and printing. */

import { type CssColor, type Declaration, type Token, type TokenOrValue, transform } from 'lightningcss';

/** The unit that marks unitless lengths, see unitless.ts. */
export const UNITLESS = '-unitless';

/**
 * px; 2^31 / 64 - 3 in single precision. Source: kMaxValueForCssLength of Blink's
 * CSSPrimitiveValue::ClampToCSSLengthRange
 */
const MAX_LENGTH = 33_554_428;

/**
 * The shortest decimal that has the same value in single precision, in which lightningcss computes: it represents 0.1
 * as 0.10000000149011612. Infinity becomes the maximum length, NaN 0.
 * Source: https://drafts.csswg.org/css-values-4/#top-level-calculation
 */
export function roundF32(value: number): number {
  if (Number.isInteger(value)) return value;
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 0 : Math.sign(value) * MAX_LENGTH;
  for (let digits = 6; digits < 9; digits++) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.fround(rounded) === value) return rounded;
  }
  return value;
}

/** Converts a fraction of lightningcss to percent: 0.05000000074505806 to 5. */
export function percentOf(fraction: number): number {
  return Number((roundF32(fraction) * 100).toPrecision(8));
}

/** @returns the declaration as `name: value`, close to the source text */
export function printDeclaration(declaration: Declaration): string {
  if (declaration.property === 'custom')
    return `${declaration.value.name}: ${printTokens(declaration.value.value as TokenOrValue[])}`;
  if (declaration.property === 'unparsed')
    return `${declaration.value.propertyId.property}: ${printTokens(declaration.value.value as TokenOrValue[])}`;
  try {
    return printTyped(declaration);
  } catch {
    // lightningcss does not accept all ASTs that it produces.
    return declaration.property;
  }
}

function printTyped(declaration: Declaration): string {
  // lightningcss produces null for absent options, but does not accept it.
  const clean = JSON.parse(JSON.stringify(declaration, (_key, value) => (value === null ? undefined : value)));
  const { code } = transform({
    filename: 'print.css',
    code: Buffer.from('a{color:red}'),
    visitor: {
      Rule: {
        style(rule) {
          rule.value.declarations.declarations = [clean];
          return rule;
        },
      },
    },
  });
  const text = Buffer.from(code).toString();
  return text
    .slice(text.indexOf('{') + 1, text.lastIndexOf('}'))
    .trim()
    .replace(/;$/, '');
}

/** A declaration as lightningcss parses it; undefined: it is invalid. */
export function parseDeclaration(text: string): Declaration | undefined {
  let parsed: Declaration | undefined;
  transform({
    filename: 'declaration.css',
    code: Buffer.from(`a{${text}}`),
    errorRecovery: true,
    visitor: {
      Rule: {
        style(rule) {
          parsed = rule.value.declarations.declarations?.[0];
        },
      },
    },
  });
  return parsed;
}

/** A `var()` or `env()`. */
export type Reference = Extract<TokenOrValue, { type: 'var' | 'env' }>;
/** Gives the text in place of a reference. */
type Substitute = (reference: Reference) => string;

/** Whether a value contains `var()`, `env()` or `attr()` with a type, in functions too. */
export function hasReference(tokens: readonly TokenOrValue[]): boolean {
  return tokens.some((token) => {
    if (token.type === 'var' || token.type === 'env') return true;
    if (token.type === 'unresolved-color') {
      // A light-dark() may be unresolved for other reasons.
      return token.value.type !== 'light-dark' || [token.value.light, token.value.dark].some(hasReference);
    }
    return token.type === 'function' && (isTypedAttr(token) || hasReference(token.value.arguments));
  });
}

/**
 * Whether it is an `attr()` with a type: `attr(width px)`, `attr(width type(<length>), 1em)`. The types `string` and
 * `url` of old drafts are for generated content only.
 */
export function isTypedAttr(token: Extract<TokenOrValue, { type: 'function' }>): boolean {
  const { name, arguments: args } = token.value;
  if (name.toLowerCase() !== 'attr') return false;
  const [attribute, type] = args.filter((arg) => arg.type !== 'token' || arg.value.type !== 'white-space');
  if (attribute?.type !== 'token' || attribute.value.type !== 'ident' || !type) return false;
  if (type.type !== 'token') return type.type === 'function';
  if (type.value.type === 'ident') return !/^(?:string|url)$/i.test(String(type.value.value));
  return type.value.type === 'delim' && type.value.value === '%';
}

/**
 * Gives each `attr()` without a type the type of what it is, a string, so that it is a reference.
 * @param hasStrings  whether the property reads `attr(name)` itself, and `attr(name, "fallback")`
 * Source: https://drafts.csswg.org/css-values-5/#attr-notation
 */
export function withStringType(tokens: readonly TokenOrValue[], hasStrings: boolean): readonly TokenOrValue[] {
  if (!tokens.some((token) => token.type === 'function')) return tokens;
  return tokens.map((token): TokenOrValue => {
    if (token.type !== 'function') return token;
    const { name, arguments: args } = token.value;
    const [attribute, ...rest] = args.filter((arg) => arg.type !== 'token' || arg.value.type !== 'white-space');
    const isUntyped = name.toLowerCase() === 'attr' && attribute && (rest.length === 0 || isTokenOf(rest[0]!, 'comma'));
    if (!isUntyped) return { ...token, value: { name, arguments: [...withStringType(args, hasStrings)] } };
    const isRead = rest.length === 0 || (rest.length === 2 && isTokenOf(rest[1]!, 'string'));
    if (hasStrings && isRead) return token;
    return { ...token, value: { name, arguments: [attribute, SPACE, RAW_STRING, ...rest] } };
  });
}

const SPACE: TokenOrValue = { type: 'token', value: { type: 'white-space', value: ' ' } };
const RAW_STRING: TokenOrValue = { type: 'token', value: { type: 'ident', value: 'raw-string' } };
const isTokenOf = (component: TokenOrValue, type: Token['type']): boolean =>
  component.type === 'token' && component.value.type === type;

/** Names of functions are ASCII case-insensitive, but lightningcss knows references in lower case only. */
const isCapitalReference = (name: string): boolean => /^(?:var|env)$/i.test(name) && name !== name.toLowerCase();

/** Whether a value contains `VAR()` or `ENV()`, which printTokens() prints in lower case. */
export function hasCapitalReference(tokens: readonly TokenOrValue[]): boolean {
  return tokens.some(
    (token) =>
      token.type === 'function' && (isCapitalReference(token.value.name) || hasCapitalReference(token.value.arguments)),
  );
}

/**
 * Whether the fallback of a reference has a semicolon or exclamation mark outside of brackets, which makes the
 * declaration invalid.
 * Source: https://drafts.csswg.org/css-syntax-3/#typedef-declaration-value
 */
export function hasStrayToken(tokens: readonly TokenOrValue[]): boolean {
  return tokens.some((token) => {
    if (token.type === 'function') return hasStrayToken(token.value.arguments);
    if (token.type !== 'var' && token.type !== 'env') return false;
    const { fallback } = token.value;
    return fallback ? isStray(fallback) || hasStrayToken(fallback) : false;
  });
}

function isStray(tokens: readonly TokenOrValue[]): boolean {
  let depth = 0;
  for (const token of tokens) {
    if (token.type !== 'token') continue;
    const { type } = token.value;
    if (type.endsWith('-block') || type === 'function') depth++;
    else if (type.startsWith('close-')) depth--;
    else if (depth === 0 && (type === 'semicolon' || (type === 'delim' && token.value.value === '!'))) return true;
  }
  return false;
}

/**
 * Prints component values; parsing the text again gives the same tokens.
 * @param substitute  prints references; by default, as `var()` and `env()`
 */
export function printTokens(tokens: readonly TokenOrValue[], substitute: Substitute = printReference): string {
  let text = '';
  for (const token of tokens) {
    const next = printComponent(token, substitute);
    // A space keeps words apart that only a comment separated.
    if (/[\w%-]$/.test(text) && /^[\w%-]/.test(next)) text += ' ';
    text += next;
  }
  return text.trim();
}

function printReference(reference: Reference): string {
  const { fallback } = reference.value;
  const tail = fallback ? `, ${printTokens(fallback)}` : '';
  if (reference.type === 'var') return `var(${reference.value.name.ident}${tail})`;
  return `env(${[envName(reference), ...(reference.value.indices ?? [])].join(' ')}${tail})`;
}

export function envName({ value: { name } }: Extract<Reference, { type: 'env' }>): string {
  return String(name.type === 'custom' ? name.ident : name.value);
}

function printComponent(component: TokenOrValue, substitute: Substitute): string {
  switch (component.type) {
    case 'token':
      return printToken(component.value);
    case 'color':
      return printColor(component.value);
    case 'unresolved-color':
      return printUnresolvedColor(component.value, substitute);
    case 'url':
      return `url(${printString(component.value.url)})`;
    case 'var':
    case 'env':
      return substitute(component);
    case 'function':
      return `${functionName(component.value.name)}(${printTokens(component.value.arguments, substitute)})`;
    case 'length':
      return `${roundF32(component.value.value)}${component.value.unit}`;
    case 'angle':
      return `${roundF32(component.value.value)}${component.value.type}`;
    case 'time':
      return `${roundF32(component.value.value)}${component.value.type === 'seconds' ? 's' : 'ms'}`;
    case 'resolution':
      return `${roundF32(component.value.value)}${component.value.type}`;
    case 'dashed-ident':
      return String(component.value);
    case 'animation-name':
      return component.value.type === 'none' ? 'none' : String(component.value.value);
  }
}

const functionName = (name: string): string => (isCapitalReference(name) ? name.toLowerCase() : name);

type UnresolvedColor = Extract<TokenOrValue, { type: 'unresolved-color' }>['value'];

function printUnresolvedColor(color: UnresolvedColor, substitute: Substitute): string {
  switch (color.type) {
    case 'rgb':
      return `rgb(${color.r} ${color.g} ${color.b} / ${printTokens(color.alpha, substitute)})`;
    case 'hsl':
      return `hsl(${color.h} ${percentOf(color.s)}% ${percentOf(color.l)}% / ${printTokens(color.alpha, substitute)})`;
    case 'light-dark':
      return `light-dark(${printTokens(color.light, substitute)}, ${printTokens(color.dark, substitute)})`;
  }
}

export function printColor(color: CssColor): string {
  if (typeof color === 'string') return color;
  if (color.type === 'currentcolor') return 'currentcolor';
  if (color.type === 'rgb') {
    const rgb = [color.r, color.g, color.b].map(roundF32);
    if (color.alpha !== 1) return `rgb(${rgb.join(' ')} / ${roundF32(color.alpha)})`;
    return `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
  }
  if (color.type === 'light-dark') return `light-dark(${printColor(color.light)}, ${printColor(color.dark)})`;
  const { type, alpha } = color;
  const values = color as unknown as Readonly<Record<string, number | null>>;
  const isHslOrHwb = type === 'hsl' || type === 'hwb';
  const components = [...(COMPONENTS[type] ?? ('x' in color ? 'xyz' : 'rgb'))].map((name) => {
    const value = values[name] ?? Number.NaN;
    if (Number.isNaN(value)) return 'none';
    return `${roundF32(value)}${isHslOrHwb && name !== 'h' ? '%' : ''}`;
  });
  const tail = alpha === 1 ? '' : ` / ${roundF32(alpha)}`;
  const text = components.join(' ') + tail;
  return type in COMPONENTS ? `${type}(${text})` : `color(${type} ${text})`;
}

/** Components of the color functions with a name of their own; the others are `color()`. */
const COMPONENTS: Readonly<Record<string, string>> = {
  lab: 'lab',
  oklab: 'lab',
  lch: 'lch',
  oklch: 'lch',
  hsl: 'hsl',
  hwb: 'hwb',
};

const PUNCTUATION: Partial<Record<Token['type'], string>> = {
  colon: ':',
  semicolon: ';',
  comma: ',',
  'include-match': '~=',
  'dash-match': '|=',
  'prefix-match': '^=',
  'suffix-match': '$=',
  'substring-match': '*=',
  cdo: '<!--',
  cdc: '-->',
  'parenthesis-block': '(',
  'square-bracket-block': '[',
  'curly-bracket-block': '{',
  'close-parenthesis': ')',
  'close-square-bracket': ']',
  'close-curly-bracket': '}',
  'white-space': ' ',
  comment: ' ',
};

function printToken(token: Token): string {
  switch (token.type) {
    case 'ident':
      return escapeControls(String(token.value));
    case 'at-keyword':
      return `@${token.value}`;
    case 'hash':
    case 'id-hash':
      return `#${token.value}`;
    case 'string':
    case 'bad-string':
      return printString(String(token.value));
    case 'unquoted-url':
    case 'bad-url':
      return `url(${printString(String(token.value))})`;
    case 'delim':
      return token.value;
    case 'number':
      return String(roundF32(token.value));
    case 'percentage':
      return `${percentOf(token.value)}%`;
    case 'dimension':
      return `${roundF32(token.value)}${String(token.unit) === UNITLESS ? '' : escapeControls(String(token.unit))}`;
    case 'function':
      return `${token.value}(`;
    default:
      return PUNCTUATION[token.type] ?? '';
  }
}

/** Escapes control characters: the unit of `10px\9` contains one. */
const escapeControls = (word: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
  word.replace(/[\0-\x1f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `);

function printString(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\a ')}"`;
}

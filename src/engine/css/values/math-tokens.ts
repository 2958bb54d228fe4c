/**
 * Math functions in component values, which lightningcss does not parse.
 * Source: https://drafts.csswg.org/css-values-4/#math
 */

import type { TokenOrValue } from 'lightningcss';
import { all, isDeferred, map, type Specified } from '../cascade/specified.js';
import { isSpace, keywordOf, splitAtCommas, tokenOf } from '../syntax/component-values.js';
import { percentOf, roundF32 } from '../syntax/lightning.js';
import { absolute, add, angle, clamp, length, maximum, minimum, modulo, type Rounding, round, scale } from './math.js';
import { DPPX_PER_UNIT } from './units.js';
import { hasPercentage, type LengthPercentage, resolveLength } from './values.js';

/** A number, px, percentage, degrees or dppx, by `kind`. */
export interface MathValue {
  readonly kind: 'number' | 'length' | 'percentage' | 'angle' | 'resolution';
  readonly value: Specified<LengthPercentage>;
}

const CONSTANTS: Readonly<Record<string, number>> = {
  e: Math.E,
  pi: Math.PI,
  infinity: Number.POSITIVE_INFINITY,
  '-infinity': Number.NEGATIVE_INFINITY,
  nan: Number.NaN,
};

const RADIANS = Math.PI / 180;

/** Parses a math function; undefined for other components and for incompatible types. */
export function parseMath(token: TokenOrValue): MathValue | undefined {
  if (token.type !== 'function') return undefined;
  const { name, arguments: tokens } = token.value;
  return call(String(name).toLowerCase(), tokens);
}

/** A math function of percentages alone; undefined for others. */
export function calculatedPercent(token: TokenOrValue): number | undefined {
  const result = parseMath(token);
  if (result?.kind !== 'percentage' || isDeferred(result.value)) return undefined;
  return resolveLength(result.value, 0) === 0 ? resolveLength(result.value, 100) : undefined;
}

/**
 * Replaces the math functions of a value by what they compute.
 * @param literalOf  gives the component for a result; undefined: the function stays
 */
export function withResults(
  tokens: readonly TokenOrValue[],
  literalOf: (result: MathValue) => TokenOrValue | undefined,
): readonly TokenOrValue[] {
  let isChanged = false;
  const replaced = tokens.map((token): TokenOrValue => {
    if (token.type !== 'function') return token;
    const { name, arguments: args } = token.value;
    const result = parseMath(token);
    const literal = result && literalOf(result);
    const inner = literal ? args : withResults(args, literalOf);
    if (!literal && inner === args) return token;
    isChanged = true;
    return literal ?? { ...token, value: { name, arguments: [...inner] } };
  });
  return isChanged ? replaced : tokens;
}

/** A resolution in place of a math function. */
export function resolutionLiteral({ kind, value }: MathValue): TokenOrValue | undefined {
  return kind === 'resolution' && typeof value === 'number'
    ? { type: 'resolution', value: { type: 'dppx', value } }
    : undefined;
}

function call(name: string, tokens: readonly TokenOrValue[]): MathValue | undefined {
  const groups = splitAtCommas(tokens);
  let strategy: Rounding = 'nearest';
  if (name === 'round') {
    const word = groups[0]?.length === 1 ? keywordOf(groups[0][0]) : undefined;
    if (word && ['nearest', 'up', 'down', 'to-zero'].includes(word)) {
      strategy = word as Rounding;
      groups.shift();
    }
  }
  const args: MathValue[] = [];
  for (const group of groups) {
    const parser = new MathParser(group);
    const value = parser.sum();
    if (!value || !parser.done) return undefined;
    args.push(value);
  }
  return apply(name, args, strategy);
}

function apply(name: string, args: readonly MathValue[], strategy: Rounding): MathValue | undefined {
  const [first] = args;
  if (!first) return undefined;
  const kind = commonKind(args);
  if (kind === undefined) return undefined;
  const of = (compute: (values: readonly LengthPercentage[]) => LengthPercentage): MathValue => ({
    kind,
    value: map(all(args.map((arg) => arg.value)), compute),
  });
  const exactly = (count: number) => args.length === count;
  const plain = (compute: (...values: number[]) => number, result = kind): MathValue | undefined =>
    args.some((arg) => !isDeferred(arg.value) && hasPercentage(arg.value))
      ? undefined
      : { ...of((values) => compute(...(values as number[]))), kind: result };
  const trigonometric = (compute: (radians: number) => number) =>
    exactly(1) && (kind === 'number' || kind === 'angle')
      ? plain((value) => compute(kind === 'angle' ? value! * RADIANS : value!), 'number')
      : undefined;
  const inverse = (compute: (value: number) => number) =>
    exactly(1) && kind === 'number' ? plain((value) => compute(value!) / RADIANS, 'angle') : undefined;
  const numeric = (compute: (...values: number[]) => number) => (kind === 'number' ? plain(compute) : undefined);

  switch (name) {
    case 'calc':
    case '-webkit-calc':
      return exactly(1) ? first : undefined;
    case 'min':
      return of(minimum);
    case 'max':
      return of(maximum);
    case 'clamp':
      return exactly(3) ? of(clamp) : undefined;
    case 'abs':
      return exactly(1) ? of(([value]) => absolute(value!)) : undefined;
    case 'sign':
      return exactly(1) ? plain(Math.sign, 'number') : undefined;
    case 'round':
      return args.length <= 2 ? plain((value, step = 1) => round(strategy, value!, step)) : undefined;
    case 'mod':
      return exactly(2) ? plain((value, step) => modulo(value!, step!)) : undefined;
    case 'rem':
      return exactly(2) ? plain((value, step) => value! % step!) : undefined;
    case 'hypot':
      return plain(Math.hypot);
    case 'sin':
      return trigonometric(Math.sin);
    case 'cos':
      return trigonometric(Math.cos);
    case 'tan':
      return trigonometric(Math.tan);
    case 'asin':
      return inverse(Math.asin);
    case 'acos':
      return inverse(Math.acos);
    case 'atan':
      return inverse(Math.atan);
    case 'atan2':
      return exactly(2) ? plain((y, x) => Math.atan2(y!, x!) / RADIANS, 'angle') : undefined;
    case 'pow':
      return exactly(2) ? numeric((base, exponent) => base! ** exponent!) : undefined;
    case 'sqrt':
      return exactly(1) ? numeric((value) => Math.sqrt(value!)) : undefined;
    case 'exp':
      return exactly(1) ? numeric((value) => Math.exp(value!)) : undefined;
    case 'log':
      return numeric((value, base) => (base === undefined ? Math.log(value!) : Math.log(value!) / Math.log(base)));
    default:
      return undefined;
  }
}

/** Type of a sum or comparison: only lengths and percentages mix. */
function commonKind(values: readonly MathValue[]): MathValue['kind'] | undefined {
  const kinds = new Set(values.map((value) => value.kind));
  if (kinds.size === 1) return values[0]!.kind;
  if (kinds.size === 2 && kinds.has('length') && kinds.has('percentage')) return 'percentage';
  return undefined;
}

/** Sums and products. Source: https://drafts.csswg.org/css-values-4/#calc-syntax */
class MathParser {
  readonly #tokens: readonly TokenOrValue[];
  #at = 0;

  constructor(tokens: readonly TokenOrValue[]) {
    this.#tokens = tokens.filter((token) => !isSpace(token));
  }

  get done(): boolean {
    return this.#at >= this.#tokens.length;
  }

  sum(): MathValue | undefined {
    let left = this.#product();
    while (left && !this.done) {
      const minus = this.#delim('-');
      if (!minus && !this.#delim('+')) break;
      const right = this.#product();
      const kind = right && commonKind([left, right]);
      if (!right || !kind) return undefined;
      const factor = minus ? -1 : 1;
      const terms = all([left.value, right.value]);
      left = { kind, value: map(terms, ([a, b]) => add(a!, scale(b!, factor))) };
    }
    return left;
  }

  #product(): MathValue | undefined {
    let left = this.#operand();
    while (left && !this.done) {
      const divide = this.#delim('/');
      if (!divide && !this.#delim('*')) break;
      const right = this.#operand();
      if (!right) return undefined;
      const [amount, factor]: [MathValue, MathValue] =
        divide || right.kind === 'number' ? [left, right] : [right, left];
      if (factor.kind !== 'number') return undefined;
      const terms = all([amount.value, factor.value]);
      left = {
        kind: amount.kind,
        value: map(terms, ([a, b]) => scale(a!, divide ? 1 / (b as number) : (b as number))),
      };
    }
    return left;
  }

  #operand(): MathValue | undefined {
    const token = this.#tokens[this.#at];
    if (!token) return undefined;
    if (tokenOf(token, 'parenthesis-block')) return this.#parentheses();
    this.#at++;
    return readOperand(token);
  }

  #parentheses(): MathValue | undefined {
    this.#at++;
    const inside = this.sum();
    return tokenOf(this.#tokens[this.#at++], 'close-parenthesis') ? inside : undefined;
  }

  #delim(character: string): boolean {
    const found = tokenOf(this.#tokens[this.#at], 'delim')?.value === character;
    if (found) this.#at++;
    return found;
  }
}

function readOperand(token: TokenOrValue): MathValue | undefined {
  if (token.type === 'length') {
    const value = length(token.value.value, token.value.unit);
    return value === undefined ? undefined : { kind: 'length', value };
  }
  if (token.type === 'angle') {
    const value = angle(token.value.value, token.value.type);
    return value === undefined ? undefined : { kind: 'angle', value };
  }
  if (token.type === 'resolution')
    return { kind: 'resolution', value: roundF32(token.value.value) * DPPX_PER_UNIT[token.value.type]! };
  if (token.type === 'function') return parseMath(token);
  if (token.type !== 'token') return undefined;
  if (token.value.type === 'number') return { kind: 'number', value: roundF32(token.value.value) };
  if (token.value.type === 'percentage')
    return { kind: 'percentage', value: { percent: percentOf(token.value.value), px: 0 } };
  const constant = CONSTANTS[keywordOf(token) ?? ''];
  return constant === undefined ? undefined : { kind: 'number', value: constant };
}

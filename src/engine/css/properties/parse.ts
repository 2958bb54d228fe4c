/** Parsers of values that several properties share, and combinators of parsers. */

import type {
  Angle,
  CssColor,
  DimensionPercentageFor_LengthValue,
  GapValue,
  Length,
  LengthPercentageOrAuto,
  MaxSize as LightningMaxSize,
  Size as LightningSize,
  NumberOrPercentage,
  PositionComponentFor_HorizontalPositionKeyword as PositionX,
  PositionComponentFor_VerticalPositionKeyword as PositionY,
} from 'lightningcss';
import { all, type ComputeContext, complete, map, record, type Specified } from '../cascade/specified.js';
import { percentOf, roundF32 } from '../syntax/lightning.js';
import type { Cursor } from '../syntax/tokens.js';
import { readColor } from '../values/color.js';
import { add, angle, readLength, readLengthPercentage, scale } from '../values/math.js';
import type { Color, LengthPercentage, MaxSize, Percentage, Position, Size } from '../values/values.js';
import type { Parse } from './property.js';

/** One of the keywords, which lightningcss represents as strings or as objects with a `type` or `value`. */
export function keyword<const K extends string>(...allowed: readonly K[]): Parse<K> {
  const known = new Set<string>(allowed);
  const read = (value: unknown): K | undefined => {
    if (typeof value === 'string') return known.has(value) ? (value as K) : undefined;
    if (typeof value !== 'object' || value === null) return undefined;
    const { type, value: inner } = value as { type?: string; value?: unknown };
    return type === 'keyword' ? read(inner) : read(type);
  };
  return { typed: read, tokens: (cursor) => cursor.keyword(...allowed) };
}

/** Tries the first parser, then the second. */
export function either<A, B>(first: Parse<A>, second: Parse<B>): Parse<A | B> {
  return {
    typed: (value: never) => first.typed?.(value) ?? second.typed?.(value),
    tokens: (cursor) =>
      (first.tokens && cursor.attempt(first.tokens)) ?? (second.tokens && cursor.attempt(second.tokens)),
  };
}

/** Applies `change` to the result of a parser. */
export function mapped<A, B>(parse: Parse<A>, change: (value: A) => B): Parse<B> {
  return {
    typed: (value: never) => {
      const specified = parse.typed?.(value);
      return specified === undefined ? undefined : map(specified, change);
    },
    tokens: (cursor) => {
      const specified = parse.tokens?.(cursor);
      return specified === undefined ? undefined : map(specified, change);
    },
  };
}

/** A comma-separated list. */
export function list<T>(parse: Parse<T>): Parse<readonly T[]> {
  return {
    typed: (values: readonly never[]) => {
      const items = complete(values.map((value) => parse.typed?.(value)));
      return items && all(items);
    },
    tokens: (cursor) => {
      const items = cursor.list((inner) => parse.tokens?.(inner));
      return items && all(items);
    },
  };
}

export const color: Parse<Color> = {
  typed: (value: CssColor) => readColor(value),
  tokens: (cursor) => cursor.color(),
};

/** The computed value of `currentcolor`. */
export const currentColor = (context: ComputeContext): Color => context.currentColor;

/** Whether the vendor prefixes that lightningcss reports include none or `-webkit-`. */
export const isSupportedPrefix = (prefixes: readonly string[]): boolean =>
  prefixes.length === 0 || prefixes.includes('none') || prefixes.includes('webkit');

type Range = 'any' | 'non-negative';

/**
 * A negative literal is invalid; a negative result of a math function is clamped.
 * Source: https://drafts.csswg.org/css-values-4/#calc-range
 */
function isNegativeLiteral(value: DimensionPercentageFor_LengthValue | Length): boolean {
  if (value.type === 'percentage') return value.value < 0;
  if (value.type === 'dimension' || value.type === 'value') return value.value.value < 0;
  return false;
}

const startsNegative = (cursor: Cursor): boolean => {
  const token = cursor.peek();
  if (token?.type === 'length') return token.value.value < 0;
  return token?.type === 'token' && 'value' in token.value && Number(token.value.value) < 0;
};

const clampToZero = <T extends LengthPercentage>(value: Specified<T>): Specified<T> =>
  map(value, (computed) => (typeof computed === 'number' ? (Math.max(0, computed) as T) : computed));

/** `<length-percentage>`, in any of lightningcss's types. */
export function lengthPercentage(range: Range = 'any'): Parse<LengthPercentage> {
  return {
    typed: (value: DimensionPercentageFor_LengthValue | LengthPercentageOrAuto | GapValue) => {
      const inner = value.type === 'length-percentage' ? value.value : value;
      if (inner.type !== 'dimension' && inner.type !== 'percentage' && inner.type !== 'calc') return undefined;
      if (range === 'non-negative' && isNegativeLiteral(inner)) return undefined;
      const length = readLengthPercentage(inner);
      return length === undefined || range === 'any' ? length : clampToZero(length);
    },
    tokens: (cursor) => {
      if (range === 'non-negative' && startsNegative(cursor)) return undefined;
      const length = cursor.lengthPercentage();
      return length === undefined || range === 'any' ? length : clampToZero(length);
    },
  };
}

/** `<length>` */
export function length(range: Range = 'any'): Parse<number> {
  return {
    typed: (value: Length | { type: 'length'; value: Length }) => {
      const inner = value.type === 'length' ? value.value : value;
      if (inner.type !== 'value' && inner.type !== 'calc') return undefined;
      if (range === 'non-negative' && isNegativeLiteral(inner)) return undefined;
      const px = readLength(inner);
      return px === undefined || range === 'any' ? px : clampToZero(px);
    },
    tokens: (cursor) => {
      if (range === 'non-negative' && startsNegative(cursor)) return undefined;
      const px = cursor.length();
      return px === undefined || range === 'any' ? px : clampToZero(px);
    },
  };
}

/** `auto | <length-percentage>` */
export const lengthPercentageOrAuto: Parse<LengthPercentage | 'auto'> = either(keyword('auto'), lengthPercentage());

/** @param min  inclusive; values below are invalid */
export function number(min = Number.NEGATIVE_INFINITY): Parse<number> {
  const inRange = (value: number | undefined) => (value !== undefined && value >= min ? value : undefined);
  return {
    typed: (value: number | { type: 'number'; value: number }) => {
      if (typeof value === 'number') return inRange(roundF32(value));
      return value.type === 'number' ? inRange(roundF32(value.value)) : undefined;
    },
    tokens: (cursor) => inRange(cursor.number()),
  };
}

/** @param min  inclusive; values below are invalid */
export function integer(min = Number.NEGATIVE_INFINITY, clampTo = Number.POSITIVE_INFINITY): Parse<number> {
  const inRange = (value: number | undefined) =>
    value !== undefined && value >= min ? Math.min(value, clampTo) : undefined;
  return {
    typed: (value: number | { type: 'integer'; value: number }) =>
      inRange(typeof value === 'number' ? value : value.type === 'integer' ? value.value : undefined),
    tokens: (cursor) => inRange(cursor.integer()),
  };
}

/** A number, or a percentage as a fraction. */
export const readFactor = (value: NumberOrPercentage): number =>
  value.type === 'percentage' ? percentOf(value.value) / 100 : roundF32(value.value);

/** Degrees. */
export const readAngle = (value: Angle): number => angle(value.value, value.type) ?? 0;

const SIZE_KEYWORDS = ['min-content', 'max-content', 'fit-content', 'stretch'] as const;

function sizeWith<const K extends string>(
  word: K,
): Parse<K | (typeof SIZE_KEYWORDS)[number] | { readonly fitContent: LengthPercentage } | LengthPercentage> {
  const keywords = keyword<K | (typeof SIZE_KEYWORDS)[number]>(word, ...SIZE_KEYWORDS);
  const lengths = lengthPercentage('non-negative');
  return {
    typed: (value: LightningSize | LightningMaxSize) => {
      if (value.type === 'fit-content-function') return record({ fitContent: readLengthPercentage(value.value) ?? 0 });
      if (value.type === 'length-percentage') return lengths.typed?.(value.value as never);
      return keywords.typed?.(value as never);
    },
    tokens: (cursor) =>
      keywords.tokens?.(cursor) ?? (cursor.keyword('-webkit-fill-available') && 'stretch') ?? lengths.tokens?.(cursor),
  };
}

/** `width`, `height`, `min-*` */
export const size: Parse<Size> = sizeWith('auto');
/** `max-*` */
export const maxSize: Parse<MaxSize> = sizeWith('none');

const CENTER: Percentage = { percent: 50, px: 0 };
const NEAR: Percentage = { percent: 0, px: 0 };
const FAR: Percentage = { percent: 100, px: 0 };

/** One axis of a `<position>`, as an offset from the left or top. */
export function readPositionAxis(value: PositionX | PositionY): Specified<LengthPercentage> | undefined {
  if (value.type === 'center') return CENTER;
  if (value.type === 'length') return readLengthPercentage(value.value);
  const far = value.side === 'right' || value.side === 'bottom';
  if (!value.offset) return far ? FAR : NEAR;
  const offset = readLengthPercentage(value.offset);
  if (offset === undefined) return undefined;
  return far ? fromFar(offset) : offset;
}

/** An offset from the right or bottom as one from the left or top. */
const fromFar = (offset: Specified<LengthPercentage>): Specified<LengthPercentage> =>
  map(offset, (length) => add(FAR, scale(length, -1)));

/** One axis of a `<position>`, from tokens. */
function readAxisTokens(cursor: Cursor, near: string, far: string): Specified<LengthPercentage> | undefined {
  const side = cursor.keyword(near, far, 'center');
  if (side === 'center') return CENTER;
  if (side === undefined) return cursor.lengthPercentage();
  return side === far ? FAR : NEAR;
}

/** `<position>` of one, two or four values. Source: https://drafts.csswg.org/css-values-4/#typedef-position */
export const position: Parse<Position> = {
  typed: (value: { x: PositionX; y: PositionY }) => {
    const [x, y] = [readPositionAxis(value.x), readPositionAxis(value.y)];
    return x === undefined || y === undefined ? undefined : record<Position>({ x, y });
  },
  tokens: (cursor) => cursor.attempt(readFourValuePosition) ?? cursor.attempt(readTwoValuePosition),
};

function readFourValuePosition(cursor: Cursor): Specified<Position> | undefined {
  const parts: { x?: Specified<LengthPercentage>; y?: Specified<LengthPercentage> } = {};
  for (let i = 0; i < 2; i++) {
    const side = cursor.keyword('left', 'right', 'top', 'bottom');
    const offset = side && cursor.lengthPercentage();
    if (!side || offset === undefined) return undefined;
    const far = side === 'right' || side === 'bottom';
    parts[side === 'left' || side === 'right' ? 'x' : 'y'] = far ? fromFar(offset) : offset;
  }
  return parts.x === undefined || parts.y === undefined ? undefined : record<Position>({ x: parts.x, y: parts.y });
}

function readTwoValuePosition(cursor: Cursor): Specified<Position> | undefined {
  const vertical = cursor.keyword('top', 'bottom');
  if (vertical) {
    const x = readAxisTokens(cursor, 'left', 'right') ?? CENTER;
    return record<Position>({ x, y: vertical === 'top' ? NEAR : FAR });
  }
  const x = readAxisTokens(cursor, 'left', 'right');
  if (x === undefined) return undefined;
  const swapped = x === CENTER && cursor.keyword('left', 'right');
  if (swapped) return record<Position>({ x: swapped === 'left' ? NEAR : FAR, y: CENTER });
  return record<Position>({ x, y: readAxisTokens(cursor, 'top', 'bottom') ?? CENTER });
}

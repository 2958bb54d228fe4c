/** Media queries, evaluated for print on paper. Source: https://drafts.csswg.org/mediaqueries-5/ */

import type {
  MediaCondition,
  MediaFeatureValue,
  MediaQuery,
  QueryFeatureFor_MediaFeatureId,
  TokenOrValue,
} from 'lightningcss';
import { type ComputeContext, isDeferred, type Specified } from '../cascade/specified.js';
import { printTokens } from '../syntax/lightning.js';
import { Cursor } from '../syntax/tokens.js';
import { readCalculated } from '../values/math.js';
import { type MathValue, withResults } from '../values/math-tokens.js';
import { DPPX_PER_UNIT } from '../values/units.js';
import { parseMediaQueries } from './media-list.js';

export interface MediaEnvironment {
  /** px of the page area (the page box without its margins); undefined: not known yet. */
  readonly width: number | undefined;
  readonly height: number | undefined;
}

/** A page area of known size, in px. */
export interface PageArea extends MediaEnvironment {
  readonly width: number;
  readonly height: number;
}

/** The environment before the page area is known: features of its size evaluate to unknown. */
export const UNSIZED: MediaEnvironment = { width: undefined, height: undefined };

type Feature = QueryFeatureFor_MediaFeatureId;
export type Comparison = Extract<Feature, { type: 'range' }>['operator'];
/** Kleene's three-valued logic; undefined is unknown. Source: https://drafts.csswg.org/mediaqueries-5/#evaluating */
export type Truth = boolean | undefined;

/** Whether the list is true; an empty list is. */
export function matchesMedia(queries: readonly MediaQuery[], environment: MediaEnvironment): boolean {
  return evaluateMedia(queries, environment) === true;
}

/** @returns undefined when the result depends on unknown features */
export function evaluateMedia(queries: readonly MediaQuery[], environment: MediaEnvironment): Truth {
  if (queries.length === 0) return true;
  const results = queries.map((query) => evaluateQuery(query, environment));
  if (results.includes(true)) return true;
  return results.includes(undefined) ? undefined : false;
}

/** `<media-type>` excludes these. Source: https://drafts.csswg.org/mediaqueries-5/#typedef-media-type */
const NO_MEDIA_TYPES: readonly string[] = ['only', 'not', 'and', 'or', 'layer'];

function evaluateQuery({ qualifier, mediaType, condition }: MediaQuery, environment: MediaEnvironment): Truth {
  const type = mediaType.toLowerCase();
  const typed = type === 'all' || type === 'print';
  // A query that does not parse is `not all`, and so is its negation.
  if (NO_MEDIA_TYPES.includes(type)) return false;
  if (condition?.type === 'unknown') {
    const bare = qualifier === null && type === 'all';
    const general = generalCondition(withResults(condition.value, literalOf), bare, environment);
    return general === 'invalid' ? false : typed ? general : qualifier === 'not';
  }
  const holds: Truth = !typed ? false : condition ? evaluate(condition, environment) : true;
  return qualifier === 'not' && holds !== undefined ? !holds : holds;
}

/**
 * Evaluates a condition that lightningcss rejects as a whole: parts that are only `<general-enclosed>` are unknown, and
 * the others count.
 * @param bare  whether the condition stands without a media type, which allows `or`
 * Source: https://drafts.csswg.org/mediaqueries-5/#mq-syntax
 */
function generalCondition(
  tokens: readonly TokenOrValue[],
  bare: boolean,
  environment: MediaEnvironment,
): Truth | 'invalid' {
  const cursor = new Cursor(tokens);
  const negated = cursor.keyword('not') !== undefined;
  const results: Truth[] = [];
  let operator: 'and' | 'or' | undefined;
  for (;;) {
    const inside = cursor.parentheses();
    if (!inside) return 'invalid';
    results.push(evaluateEnclosed(inside.tokens, tokens.length, environment));
    if (cursor.done) break;
    const next = cursor.keyword('and', 'or');
    if (!next || negated || (operator ?? next) !== next || (next === 'or' && !bare)) return 'invalid';
    operator = next;
  }
  const result = combineTruths(results, operator ?? 'and');
  return negated && result !== undefined ? !result : result;
}

/** @param outer  number of the tokens around, so that what cannot be divided is unknown */
function evaluateEnclosed(tokens: readonly TokenOrValue[], outer: number, environment: MediaEnvironment): Truth {
  const [query] = parseMediaQueries(`(${printTokens(spaced(tokens))})`);
  const { condition } = query ?? {};
  if (!condition) return undefined;
  if (condition.type !== 'unknown') return evaluate(condition, environment);
  if (tokens.length >= outer) return undefined;
  const nested = generalCondition(tokens, true, environment);
  return nested === 'invalid' ? undefined : nested;
}

const SPACE: TokenOrValue = { type: 'token', value: { type: 'white-space', value: ' ' } };

/** Puts back the white space that a cursor leaves out. */
const spaced = (tokens: readonly TokenOrValue[]): TokenOrValue[] => tokens.flatMap((token) => [token, SPACE]);

function evaluate(condition: MediaCondition, environment: MediaEnvironment): Truth {
  switch (condition.type) {
    case 'feature':
      return evaluateFeature(condition.value, environment);
    case 'not': {
      const inner = evaluate(condition.value, environment);
      return inner === undefined ? undefined : !inner;
    }
    case 'operation': {
      const results = condition.conditions.map((inner) => evaluate(inner, environment));
      return combineTruths(results, condition.operator);
    }
    default:
      return undefined;
  }
}

export function combineTruths(results: readonly Truth[], operator: 'and' | 'or'): Truth {
  const decisive = operator === 'or';
  if (results.includes(decisive)) return decisive;
  return results.includes(undefined) ? undefined : !decisive;
}

/** Of the 300 dpi that Chromium prints with. Source: printing::kDefaultPdfDpi */
const PRINTER_DPPX = 300 / 96;

/** Range features: their values in px, dppx, bits per component, or as a ratio. */
const RANGES: Readonly<Record<string, (environment: MediaEnvironment) => number | undefined>> = {
  width: ({ width }) => width,
  height: ({ height }) => height,
  'device-width': ({ width }) => width,
  'device-height': ({ height }) => height,
  'aspect-ratio': aspectRatio,
  'device-aspect-ratio': aspectRatio,
  resolution: () => PRINTER_DPPX,
  '-webkit-device-pixel-ratio': () => PRINTER_DPPX,
  color: () => 8,
  'color-index': () => 0,
  monochrome: () => 0,
  'horizontal-viewport-segments': () => 1,
  'vertical-viewport-segments': () => 1,
};

/**
 * Discrete features: their value in print (`-`: none of them), then the others. Where that is `none` or
 * `no-preference`, the feature is false in a boolean context.
 * Source: https://drafts.csswg.org/mediaqueries-5/#mq-features
 */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  hover: ['hover', 'none'],
  'any-hover': ['hover', 'none'],
  pointer: ['fine', 'none', 'coarse'],
  'any-pointer': ['fine', 'none', 'coarse'],
  'prefers-color-scheme': ['light', 'dark'],
  'prefers-reduced-motion': ['no-preference', 'reduce'],
  'prefers-reduced-transparency': ['no-preference', 'reduce'],
  'prefers-reduced-data': ['no-preference', 'reduce'],
  'prefers-contrast': ['no-preference', 'more', 'less', 'custom'],
  'forced-colors': ['none', 'active'],
  'inverted-colors': ['none', 'inverted'],
  'color-gamut': ['srgb', 'p3', 'rec2020'],
  'dynamic-range': ['standard', 'high'],
  'video-dynamic-range': ['standard', 'high'],
  'display-mode': [
    'browser',
    'fullscreen',
    'standalone',
    'minimal-ui',
    'picture-in-picture',
    'window-controls-overlay',
  ],
  scripting: ['none', 'initial-only', 'enabled'],
  update: ['none', 'slow', 'fast'],
  'overflow-block': ['paged', 'none', 'scroll'],
  'overflow-inline': ['none', 'scroll'],
  scan: ['-', 'interlace', 'progressive'],
};

function aspectRatio({ width, height }: MediaEnvironment): number | undefined {
  return width === undefined || height === undefined ? undefined : width / height;
}

function evaluateFeature(feature: Feature, environment: MediaEnvironment): Truth {
  const name = String(feature.name).toLowerCase();
  if (name === 'grid') return feature.type === 'plain' ? numberOf(feature.value) === 0 : false;
  if (name === 'orientation') {
    if (feature.type !== 'plain') return feature.type === 'boolean' ? true : undefined;
    const { width, height } = environment;
    if (width === undefined || height === undefined) return undefined;
    const orientation = height >= width ? 'portrait' : 'landscape';
    return isKeyword(feature.value) ? keywordOf(feature.value) === orientation : undefined;
  }
  const keywords = KEYWORDS[name];
  if (keywords) return evaluateKeyword(feature, keywords);
  const range = RANGES[name];
  return range ? evaluateRange(feature, range(environment)) : undefined;
}

function evaluateKeyword(feature: Feature, [actual, ...others]: readonly string[]): Truth {
  if (feature.type === 'boolean') return actual !== 'none' && actual !== 'no-preference' && actual !== '-';
  if (feature.type !== 'plain' || !isKeyword(feature.value)) return undefined;
  const asked = keywordOf(feature.value);
  return asked === actual || (others.includes(asked) ? false : undefined);
}

function evaluateRange(feature: Feature, actual: number | undefined): Truth {
  switch (feature.type) {
    case 'boolean':
      return actual === undefined ? undefined : actual !== 0;
    case 'plain':
      return compare(actual, 'equal', numberOf(feature.value));
    case 'range':
      return compare(actual, feature.operator, numberOf(feature.value));
    case 'interval': {
      const low = compare(numberOf(feature.start), feature.startOperator, actual);
      const high = compare(actual, feature.endOperator, numberOf(feature.end));
      return low === undefined || high === undefined ? undefined : low && high;
    }
  }
}

/** Half a layout unit, since lightningcss keeps lengths in single precision. */
const MEDIA_TOLERANCE = 1 / 128;

export function compare(left: number | undefined, operator: Comparison, right: number | undefined): Truth {
  if (left === undefined || right === undefined) return undefined;
  const difference = left - right;
  const equal = Math.abs(difference) < MEDIA_TOLERANCE;
  switch (operator) {
    case 'equal':
      return equal;
    case 'greater-than':
      return !equal && difference > 0;
    case 'greater-than-equal':
      return equal || difference > 0;
    case 'less-than':
      return !equal && difference < 0;
    case 'less-than-equal':
      return equal || difference < 0;
  }
}

/** The initial font of 16px, to which font-relative lengths refer. Source: https://drafts.csswg.org/mediaqueries-5/#units */
const INITIAL_FONT = {
  fontSize: 16,
  rootFontSize: 16,
  lineHeight: 18,
  rootLineHeight: 18,
  fontUnits: { xHeight: 8, capHeight: 11, zeroAdvance: 8, lineSpacing: 18 },
} as ComputeContext;

const computed = <T>(value: Specified<T>): T => (isDeferred(value) ? value.compute(INITIAL_FONT) : value);

/** The text with the value of each math function in its place: lightningcss leaves media queries with most of them. */
function literalOf({ kind, value }: MathValue): TokenOrValue | undefined {
  const result = computed(value);
  if (typeof result !== 'number') return undefined;
  if (kind === 'length') return { type: 'length', value: { unit: 'px', value: result } };
  if (kind === 'resolution') return { type: 'resolution', value: { type: 'dppx', value: result } };
  return kind === 'number' ? { type: 'token', value: { type: 'number', value: result } } : undefined;
}

/** @returns px, dppx, the quotient of a ratio, or the number; undefined for a keyword or an unknown unit */
function numberOf(value: MediaFeatureValue): number | undefined {
  switch (value.type) {
    case 'length':
      return pxOf(value.value);
    case 'number':
    case 'integer':
      return value.value;
    case 'boolean':
      return value.value ? 1 : 0;
    case 'resolution':
      return value.value.value * (DPPX_PER_UNIT[value.value.type] ?? Number.NaN);
    case 'ratio':
      return value.value[0] / value.value[1];
    default:
      return undefined;
  }
}

type Length = Extract<MediaFeatureValue, { type: 'length' }>['value'];

function pxOf(length: Length): number | undefined {
  const px = readCalculated(length);
  return px === undefined || !Number.isFinite(computed(px)) ? undefined : computed(px);
}

function isKeyword(value: MediaFeatureValue): boolean {
  return value.type === 'ident';
}

function keywordOf(value: MediaFeatureValue): string {
  return value.type === 'ident' ? value.value.toLowerCase() : '';
}

/** Media queries, evaluated for print on paper. Source: https://drafts.csswg.org/mediaqueries-5/ */

import type { MediaCondition, MediaFeatureValue, MediaQuery, QueryFeatureFor_MediaFeatureId } from 'lightningcss';
import { PX_PER_UNIT } from '../values/units.js';

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
type Comparison = Extract<Feature, { type: 'range' }>['operator'];
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

function evaluateQuery({ qualifier, mediaType, condition }: MediaQuery, environment: MediaEnvironment): Truth {
  const type = mediaType.toLowerCase();
  const typed = type === 'all' || type === 'print';
  const holds: Truth = !typed ? false : condition ? evaluate(condition, environment) : true;
  // A query that does not parse is `not all`, and so is its negation.
  if (condition && isUnknown(condition)) return false;
  return qualifier === 'not' && holds !== undefined ? !holds : holds;
}

function isUnknown(condition: MediaCondition): boolean {
  return condition.type === 'unknown';
}

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
      const decisive = condition.operator === 'or';
      if (results.includes(decisive)) return decisive;
      return results.includes(undefined) ? undefined : !decisive;
    }
    default:
      return undefined;
  }
}

/** Range features: their values in px, dppx, bits per component, or as a ratio. */
const RANGES: Readonly<Record<string, (environment: MediaEnvironment) => number | undefined>> = {
  width: ({ width }) => width,
  height: ({ height }) => height,
  'device-width': ({ width }) => width,
  'device-height': ({ height }) => height,
  'aspect-ratio': aspectRatio,
  'device-aspect-ratio': aspectRatio,
  resolution: () => 1,
  '-webkit-device-pixel-ratio': () => 1,
  color: () => 8,
  'color-index': () => 0,
  monochrome: () => 0,
  'horizontal-viewport-segments': () => 1,
  'vertical-viewport-segments': () => 1,
};

/**
 * Discrete features: their values in print. `none` and `no-preference` are false in a boolean context.
 * Source: https://drafts.csswg.org/mediaqueries-5/#mq-features
 */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  hover: ['hover'],
  'any-hover': ['hover'],
  pointer: ['fine'],
  'any-pointer': ['fine'],
  'prefers-color-scheme': ['light'],
  'prefers-reduced-motion': ['no-preference'],
  'prefers-reduced-transparency': ['no-preference'],
  'prefers-reduced-data': ['no-preference'],
  'prefers-contrast': ['no-preference'],
  'forced-colors': ['none'],
  'inverted-colors': ['none'],
  'color-gamut': ['srgb'],
  'dynamic-range': ['standard'],
  'video-dynamic-range': ['standard'],
  'display-mode': ['browser'],
  scripting: ['none'],
  update: ['none'],
  'overflow-block': ['paged'],
  'overflow-inline': ['none'],
  scan: [],
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

function evaluateKeyword(feature: Feature, keywords: readonly string[]): Truth {
  if (feature.type === 'boolean') return keywords.some((word) => word !== 'none' && word !== 'no-preference');
  if (feature.type !== 'plain' || !isKeyword(feature.value)) return undefined;
  return keywords.includes(keywordOf(feature.value));
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

function compare(left: number | undefined, operator: Comparison, right: number | undefined): Truth {
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

/** Font-relative lengths refer to the initial font of 16px. Source: https://drafts.csswg.org/mediaqueries-5/#units */
const PX_PER_MEDIA_UNIT: Readonly<Record<string, number>> = { ...PX_PER_UNIT, em: 16, rem: 16, ex: 8, ch: 8 };

const DPPX_PER_UNIT: Readonly<Record<string, number>> = { dppx: 1, x: 1, dpi: 1 / 96, dpcm: 2.54 / 96 };

/** @returns px, dppx, the quotient of a ratio, or the number; undefined for a keyword or an unknown unit */
function numberOf(value: MediaFeatureValue): number | undefined {
  switch (value.type) {
    case 'length':
      return lengthOf(value.value);
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
type Calc = Extract<Length, { type: 'calc' }>['value'];

function lengthOf(length: Length): number | undefined {
  if (length.type === 'calc') return calcOf(length.value);
  const unit = PX_PER_MEDIA_UNIT[length.value.unit];
  return unit === undefined ? undefined : length.value.value * unit;
}

function calcOf(calc: Calc): number | undefined {
  switch (calc.type) {
    case 'value':
      return lengthOf(calc.value);
    case 'number':
      return calc.value;
    case 'sum':
      return combine(calc.value.map(calcOf), (values) => values.reduce((sum, value) => sum + value, 0));
    case 'product':
      return combine([calcOf(calc.value[1])], ([value]) => value! * calc.value[0]);
    case 'function': {
      const inner = calc.value;
      if (inner.type === 'calc') return calcOf(inner.value);
      if (inner.type === 'min') return combine(inner.value.map(calcOf), (values) => Math.min(...values));
      if (inner.type === 'max') return combine(inner.value.map(calcOf), (values) => Math.max(...values));
      if (inner.type === 'clamp') {
        return combine(inner.value.map(calcOf), ([low, value, high]) => Math.max(low!, Math.min(value!, high!)));
      }
      return undefined;
    }
  }
}

function combine(values: readonly (number | undefined)[], apply: (values: number[]) => number): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? apply(known) : undefined;
}

function isKeyword(value: MediaFeatureValue): boolean {
  return value.type === 'ident';
}

function keywordOf(value: MediaFeatureValue): string {
  return value.type === 'ident' ? value.value.toLowerCase() : '';
}

/**
 * Parses container queries.
 * Source: https://drafts.csswg.org/css-conditional-5/#container-rule
 */

import type { TokenOrValue } from 'lightningcss';
import type { Specified } from '../cascade/specified.js';
import type { CustomName } from '../properties/declared-name.js';
import { isSpace, splitAtCommas, tokenOf } from '../syntax/component-values.js';
import { printTokens } from '../syntax/lightning.js';
import { Cursor } from '../syntax/tokens.js';
import type { Comparison } from './media.js';

/** An axis of the size of a container that a query asks for. */
export type QueriedAxis = 'width' | 'height' | 'inline-size' | 'block-size';

/** A length, or the quotient of a ratio. */
interface SizeComparison {
  readonly operator: Comparison;
  readonly value: Specified<number>;
}

export type SizeFeature =
  | { readonly name: 'orientation'; readonly keyword: 'portrait' | 'landscape' | undefined }
  /** Without comparisons: in a boolean context. */
  | { readonly name: QueriedAxis | 'aspect-ratio'; readonly comparisons: readonly SizeComparison[] };

export type StyleFeature =
  /** Without a value: in a boolean context. */
  | { readonly type: 'value'; readonly name: CustomName; readonly value: readonly TokenOrValue[] | undefined }
  | {
      readonly type: 'range';
      readonly sides: readonly (readonly TokenOrValue[])[];
      readonly operators: readonly Comparison[];
    };

export type ContainerCondition =
  | { readonly type: 'not'; readonly of: ContainerCondition }
  | { readonly type: 'and' | 'or'; readonly of: readonly ContainerCondition[] }
  | { readonly type: 'size'; readonly feature: SizeFeature }
  | { readonly type: 'style'; readonly feature: StyleFeature }
  /** Nothing is stuck, snapped or scrolled on paper: whether the feature is asked for `none`. */
  | { readonly type: 'scroll-state'; readonly isNone: boolean }
  /** `<general-enclosed>` */
  | { readonly type: 'unknown' };

export interface ContainerQuery {
  /** Of the container; undefined: of any name. */
  readonly name: string | undefined;
  /** undefined: true of every container with the name. */
  readonly condition: ContainerCondition | undefined;
  /** The axes of the container with size containment that the condition needs. */
  readonly axes: ReadonlySet<QueriedAxis>;
  readonly needsScrollState: boolean;
  /** Whether a part of the condition is unknown: in Blink, the query is false then, whatever the other parts are. */
  readonly hasUnknown: boolean;
}

/** Queries of one `@container` rule, of which one must be true. */
export type ContainerQueryList = readonly ContainerQuery[];

/** @returns undefined for an invalid prelude */
export function parseContainerQueries(prelude: readonly TokenOrValue[]): ContainerQueryList | undefined {
  const queries = splitAtCommas(prelude).map(parseQuery);
  return queries.includes(undefined) ? undefined : (queries as ContainerQuery[]);
}

function parseQuery(tokens: readonly TokenOrValue[]): ContainerQuery | undefined {
  const cursor = new Cursor(tokens);
  const name = cursor.customIdent('none', 'and', 'or', 'not');
  const condition = cursor.done ? undefined : readCondition(cursor, readContainerFeature);
  if (condition === undefined && (name === undefined || !cursor.done)) return undefined;
  const axes = new Set<QueriedAxis>();
  const needed = { axes, needsScrollState: false, hasUnknown: false };
  if (condition) collectNeeds(condition, needed);
  return { name, condition, ...needed };
}

function collectNeeds(
  condition: ContainerCondition,
  needed: { readonly axes: Set<QueriedAxis>; needsScrollState: boolean; hasUnknown: boolean },
): void {
  if (condition.type === 'not') collectNeeds(condition.of, needed);
  else if (condition.type === 'and' || condition.type === 'or')
    for (const inner of condition.of) collectNeeds(inner, needed);
  else if (condition.type === 'unknown') needed.hasUnknown = true;
  else if (condition.type === 'scroll-state') needed.needsScrollState = true;
  else if (condition.type === 'size') {
    const { name } = condition.feature;
    if (name !== 'orientation' && name !== 'aspect-ratio') needed.axes.add(name);
    else needed.axes.add('width').add('height');
  }
}

/** Reads what stands in parentheses, or a function; undefined: it is neither. */
type ReadFeature = (cursor: Cursor) => ContainerCondition | undefined;

/** `not a`, `a and b`, `a or b`, or `a`; undefined for anything else. */
function readCondition(cursor: Cursor, feature: ReadFeature): ContainerCondition | undefined {
  if (cursor.keyword('not')) {
    const of = readOperand(cursor, feature);
    return of && cursor.done ? { type: 'not', of } : undefined;
  }
  const first = readOperand(cursor, feature);
  if (!first || cursor.done) return first;
  const type = cursor.keyword('and', 'or');
  if (!type) return undefined;
  const of = [first];
  do {
    const next = readOperand(cursor, feature);
    if (!next) return undefined;
    of.push(next);
  } while (cursor.keyword(type));
  return cursor.done ? { type, of } : undefined;
}

function readOperand(cursor: Cursor, feature: ReadFeature): ContainerCondition | undefined {
  const inside = cursor.parentheses();
  if (!inside) return cursor.take((token) => (token.type === 'function' ? readFunction(token, feature) : undefined));
  return (
    inside.attempt((inner) => readCondition(inner, feature)) ??
    inside.attempt((inner) => feature(inner)) ?? { type: 'unknown' }
  );
}

function readFunction(
  token: Extract<TokenOrValue, { type: 'function' }>,
  feature: ReadFeature,
): ContainerCondition | undefined {
  const name = token.value.name.toLowerCase();
  const args = new Cursor(token.value.arguments);
  if (feature === readContainerFeature && (name === 'style' || name === 'scroll-state')) {
    const read = name === 'style' ? readStyleFeature : readScrollState;
    return read(args) ?? args.attempt((inner) => readCondition(inner, read)) ?? { type: 'unknown' };
  }
  return { type: 'unknown' };
}

// ---- size ----------------------------------------------------------------------------------------------------------

const AXES: readonly string[] = ['width', 'height', 'inline-size', 'block-size'] satisfies QueriedAxis[];

const readContainerFeature: ReadFeature = (cursor) => {
  const feature = readSizeFeature(cursor);
  return feature && cursor.done ? { type: 'size', feature } : undefined;
};

function readSizeFeature(cursor: Cursor): SizeFeature | undefined {
  const written = cursor.attempt(featureName);
  if (written === undefined) return readInterval(cursor);
  const [, bound, name = ''] = /^(min-|max-)?(.*)$/.exec(written)!;
  if (!isRangeName(name)) return name === 'orientation' && !bound ? readOrientation(cursor) : undefined;
  if (cursor.done) return bound ? undefined : { name, comparisons: [] };
  const operator = cursor.take(colon) ? 'equal' : bound ? undefined : readOperator(cursor);
  const value = operator && readValue(cursor, name);
  if (!operator || value === undefined) return undefined;
  if (!bound) return { name, comparisons: [{ operator, value }] };
  return { name, comparisons: [{ operator: bound === 'min-' ? 'greater-than-equal' : 'less-than-equal', value }] };
}

const colon = (token: TokenOrValue): true | undefined => (tokenOf(token, 'colon') ? true : undefined);

const featureName = (cursor: Cursor): string | undefined =>
  cursor.take((token) => {
    const ident = tokenOf(token, 'ident');
    return ident && String(ident.value).toLowerCase();
  });

const isRangeName = (name: string): name is QueriedAxis | 'aspect-ratio' =>
  AXES.includes(name) || name === 'aspect-ratio';

function readOrientation(cursor: Cursor): SizeFeature | undefined {
  if (cursor.done) return { name: 'orientation', keyword: undefined };
  const keyword = cursor.take(colon) && cursor.keyword('portrait', 'landscape');
  return keyword && { name: 'orientation', keyword };
}

/** `100px < width`, `100px < width <= 200px` */
function readInterval(cursor: Cursor): SizeFeature | undefined {
  const at = cursor.tokens.findIndex((token) => isRangeName(String(tokenOf(token, 'ident')?.value).toLowerCase()));
  const name = at < 0 ? '' : String(tokenOf(cursor.tokens[at], 'ident')!.value).toLowerCase();
  if (!isRangeName(name)) return undefined;
  const low = readValue(cursor, name);
  const first = low === undefined ? undefined : readOperator(cursor);
  if (low === undefined || !first || cursor.attempt(featureName) !== name) return undefined;
  const comparisons: SizeComparison[] = [{ operator: reversed(first), value: low }];
  if (cursor.done) return { name, comparisons };
  const second = readOperator(cursor);
  const value = second && readValue(cursor, name);
  if (!second || value === undefined || !isChain([first, second])) return undefined;
  comparisons.push({ operator: second, value });
  return { name, comparisons };
}

function readOperator(cursor: Cursor): Comparison | undefined {
  if (cursor.delim('=')) return 'equal';
  const [open, closed] = cursor.delim('<')
    ? (['less-than', 'less-than-equal'] as const)
    : cursor.delim('>')
      ? (['greater-than', 'greater-than-equal'] as const)
      : [];
  return cursor.delim('=') ? closed : open;
}

function reversed(operator: Comparison): Comparison {
  if (operator.startsWith('less')) return operator.replace('less', 'greater') as Comparison;
  return operator.replace('greater', 'less') as Comparison;
}

/** Whether the operators of `a < b <= c` point the same way. */
const isChain = (operators: readonly Comparison[]): boolean =>
  operators.every((operator) => operator !== 'equal' && operator.slice(0, 4) === operators[0]!.slice(0, 4));

function readValue(cursor: Cursor, name: QueriedAxis | 'aspect-ratio'): Specified<number> | undefined {
  if (name !== 'aspect-ratio') return cursor.length();
  const first = cursor.number();
  if (first === undefined || first < 0) return undefined;
  if (!cursor.delim('/')) return first;
  const second = cursor.number();
  return second === undefined || second < 0 ? undefined : first / second;
}

// ---- style ---------------------------------------------------------------------------------------------------------

/** Of custom properties; others are unknown, as in Blink. */
function readStyleFeature(cursor: Cursor): ContainerCondition | undefined {
  const range = readStyleRange(cursor.tokens);
  if (range) {
    cursor.at = cursor.tokens.length;
    return { type: 'style', feature: range };
  }
  const name = cursor.attempt(customName);
  if (name === undefined) return undefined;
  if (cursor.done) return { type: 'style', feature: { type: 'value', name, value: undefined } };
  if (!cursor.take(colon)) return undefined;
  const value = cursor.tokens.slice(cursor.at);
  cursor.at = cursor.tokens.length;
  return { type: 'style', feature: { type: 'value', name, value } };
}

const customName = (cursor: Cursor): CustomName | undefined =>
  cursor.take((token) => (token.type === 'dashed-ident' ? (String(token.value) as CustomName) : undefined));

/** `--a > 5px`, `5px < --a <= 10px`, `var(--a) = 1em` */
function readStyleRange(tokens: readonly TokenOrValue[]): StyleFeature | undefined {
  const sides: TokenOrValue[][] = [[]];
  const operators: Comparison[] = [];
  const cursor = new Cursor(tokens);
  while (!cursor.done) {
    const operator = readOperator(cursor);
    const token = cursor.peek();
    if (operator) {
      operators.push(operator);
      sides.push([]);
    } else if (!token || colon(token)) return undefined;
    else {
      sides.at(-1)!.push(token);
      cursor.at++;
    }
  }
  if (operators.length === 0 || operators.length > 2 || sides.some((side) => side.length === 0)) return undefined;
  return operators.length === 1 || isChain(operators) ? { type: 'range', sides, operators } : undefined;
}

/** A value with the white space that a cursor leaves out, as text without differences that mean nothing. */
export const printValue = (tokens: readonly TokenOrValue[], substitute?: Parameters<typeof printTokens>[1]): string =>
  normalized(printTokens(tokens.flatMap((token) => [token, SPACE]).filter(isKept), substitute));

const SPACE: TokenOrValue = { type: 'token', value: { type: 'white-space', value: ' ' } };
const isKept = (token: TokenOrValue): boolean => token === SPACE || !isSpace(token);

export const normalized = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ ?([,()/]) ?/g, '$1')
    .trim();

// ---- scroll state --------------------------------------------------------------------------------------------------

const SCROLL_STATES: readonly string[] = ['stuck', 'snapped', 'scrollable', 'scrolled'];

const readScrollState: ReadFeature = (cursor) => {
  const name = cursor.attempt(featureName);
  if (name === undefined || !SCROLL_STATES.includes(name)) return undefined;
  if (cursor.done) return { type: 'scroll-state', isNone: false };
  if (!cursor.take(colon)) return undefined;
  const value = cursor.attempt(featureName);
  return value === undefined || !cursor.done ? undefined : { type: 'scroll-state', isNone: value === 'none' };
};

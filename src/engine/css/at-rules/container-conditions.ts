/**
 * Evaluates the conditions of container queries on one container.
 * Source: https://drafts.csswg.org/css-conditional-5/#container-features
 */

import type { TokenOrValue } from 'lightningcss';
import { type ComputeContext, CustomValue, isDeferred, type Specified } from '../cascade/specified.js';
import { type CustomPropertyRule, substitute } from '../cascade/variables.js';
import type { CustomName } from '../properties/declared-name.js';
import { declare } from '../syntax/declarations.js';
import { Cursor, onlyWord } from '../syntax/tokens.js';
import {
  type ContainerCondition,
  normalized,
  printValue,
  type QueriedAxis,
  type SizeFeature,
  type StyleFeature,
} from './container-query.js';
import { combineTruths, compare, type Truth } from './media.js';

/** The facts about a container that queries ask for. */
export interface ContainerFacts {
  /** Of the content box, px; undefined: not known, or of an axis without size containment. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** Whether its inline axis is vertical. */
  readonly isVertical: boolean;
  /** The bases of relative lengths. */
  readonly lengths: ComputeContext;
  /** The computed value of a custom property; undefined: guaranteed-invalid. */
  custom(name: CustomName): string | undefined;
  /** That of the container's parent. */
  inherited(name: CustomName): string | undefined;
  registered(name: CustomName): CustomPropertyRule | undefined;
}

/** @returns undefined for a condition that is unknown */
export function evaluateContainer(condition: ContainerCondition, facts: ContainerFacts): Truth {
  switch (condition.type) {
    case 'not': {
      const inner = evaluateContainer(condition.of, facts);
      return inner === undefined ? undefined : !inner;
    }
    case 'and':
    case 'or':
      return combineTruths(
        condition.of.map((inner) => evaluateContainer(inner, facts)),
        condition.type,
      );
    case 'size':
      return evaluateSize(condition.feature, facts);
    case 'style':
      return evaluateStyle(condition.feature, facts);
    case 'scroll-state':
      return condition.isNone;
    case 'unknown':
      return undefined;
  }
}

// ---- size ----------------------------------------------------------------------------------------------------------

function evaluateSize(feature: SizeFeature, facts: ContainerFacts): Truth {
  const { width, height } = facts;
  if (feature.name === 'orientation') {
    if (width === undefined || height === undefined) return undefined;
    return feature.keyword === undefined || feature.keyword === (height >= width ? 'portrait' : 'landscape');
  }
  const actual = sizeOf(feature.name, facts);
  if (feature.comparisons.length === 0) return actual === undefined ? undefined : actual !== 0;
  const results = feature.comparisons.map(({ operator, value }) => compare(actual, operator, resolve(value, facts)));
  return combineTruths(results, 'and');
}

function sizeOf(name: QueriedAxis | 'aspect-ratio', { width, height, isVertical }: ContainerFacts): number | undefined {
  if (name === 'aspect-ratio') return width === undefined || height === undefined ? undefined : width / height;
  const isWidth = isVertical ? name === 'width' || name === 'block-size' : name === 'width' || name === 'inline-size';
  return isWidth ? width : height;
}

const resolve = (value: Specified<number>, { lengths }: ContainerFacts): number =>
  isDeferred(value) ? value.compute(lengths) : value;

// ---- style ---------------------------------------------------------------------------------------------------------

function evaluateStyle(feature: StyleFeature, facts: ContainerFacts): Truth {
  if (feature.type === 'range') {
    const sides = feature.sides.map((side) => quantityOf(sideText(side, facts), facts));
    const results = feature.operators.map((operator, i) => compareQuantities(sides[i], operator, sides[i + 1]));
    return combineTruths(results, 'and');
  }
  const { name, value } = feature;
  const actual = facts.custom(name);
  const rule = facts.registered(name);
  if (value === undefined) return actual !== undefined && actual !== rule?.initial;
  const word = onlyWord(value);
  // A query has no cascade to roll back: https://drafts.csswg.org/css-conditional-5/#style-container
  if (word === 'revert' || word === 'revert-layer') return false;
  if (word === 'initial' || (word === 'unset' && rule?.inherits === false)) return isSame(actual, rule?.initial);
  if (word === 'inherit' || word === 'unset') return actual !== undefined && isSame(actual, facts.inherited(name));
  const asked = textOf(value, facts);
  if (asked === undefined || actual === undefined) return false;
  if (isSame(actual, asked)) return true;
  if (!rule) return false;
  return compareQuantities(quantityOf(actual, facts), 'equal', quantityOf(asked, facts)) === true;
}

const isSame = (one: string | undefined, other: string | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && normalized(one) === normalized(other));

/** The value with those of the container's custom properties in place of `var()`; undefined: it is invalid. */
function textOf(tokens: readonly TokenOrValue[], facts: ContainerFacts): string | undefined {
  const text = substitute(tokens, (name) => facts.custom(name)).text;
  // Printed again with the white space of the value, where nothing is substituted.
  return text === undefined || tokens.some(({ type }) => type === 'var' || type === 'env') ? text : printValue(tokens);
}

function sideText(tokens: readonly TokenOrValue[], facts: ContainerFacts): string | undefined {
  const [only] = tokens;
  return tokens.length === 1 && only?.type === 'dashed-ident'
    ? facts.custom(String(only.value) as CustomName)
    : textOf(tokens, facts);
}

interface Quantity {
  readonly type: 'number' | 'length' | 'percentage' | 'angle';
  readonly amount: number;
}

/** The number, length, percentage or angle that a text is. */
function quantityOf(text: string | undefined, facts: ContainerFacts): Quantity | undefined {
  const value = text === undefined ? undefined : declare('--value', text)[0]?.value;
  if (!(value instanceof CustomValue)) return undefined;
  const cursor = new Cursor(value.tokens);
  const quantity = readQuantity(cursor, facts);
  return cursor.done ? quantity : undefined;
}

function readQuantity(cursor: Cursor, facts: ContainerFacts): Quantity | undefined {
  const number = cursor.number();
  if (number !== undefined) return { type: 'number', amount: number };
  const length = cursor.length();
  if (length !== undefined) return { type: 'length', amount: resolve(length, facts) };
  const percentage = cursor.percentage();
  if (percentage) return { type: 'percentage', amount: percentage.percent };
  const angle = cursor.angle();
  return angle === undefined ? undefined : { type: 'angle', amount: angle };
}

function compareQuantities(
  left: Quantity | undefined,
  operator: Parameters<typeof compare>[1],
  right: Quantity | undefined,
): Truth {
  // Those that cannot be compared are different.
  return left?.type === right?.type && left && right ? compare(left.amount, operator, right.amount) : false;
}

/**
 * Counter representations. Source: https://drafts.csswg.org/css-counter-styles-3/
 * The predefined styles are rules of the same form as an author's `@counter-style`.
 */

import { INITIAL_DESCRIPTORS } from '../css/at-rules/counter-styles.js';
import type { CounterStyleRule } from '../css/compute/styled-document.js';
import type { CounterStyleName } from '../css/values/values.js';
import { cjkCounter } from './counter-styles-cjk.js';
import { PREDEFINED_COUNTER_STYLES } from './counter-styles-predefined.js';
import { specialCounter } from './counter-styles-special.js';

/**
 * Characters of a padding or repeated symbol; longer ones use the fallback style, as css-counter-styles-3 §2 allows.
 */
const MAX_LENGTH = 120;

export class CounterStyles {
  constructor(private readonly authorRules: ReadonlyMap<string, CounterStyleRule> = new Map()) {}

  /** The representation without prefix and suffix, for `counter()`. */
  text(value: number, style: CounterStyleName): string {
    return this.#generate(value, style, new Set());
  }

  /** The representation with prefix and suffix, for markers. Source: css-lists-3 §3.3 */
  marker(value: number, style: CounterStyleName): string {
    const rule = this.#rule(style);
    return `${rule.prefix}${this.text(value, style)}${rule.suffix}`;
  }

  /** The rule of a style, or of the style it extends with its own descriptors. A cycle extends `decimal`. */
  #rule(style: CounterStyleName, extending: readonly string[] = []): CounterStyleRule {
    if (typeof style !== 'string') return symbolsRule(style);
    const found = this.authorRules.get(style) ?? PREDEFINED_COUNTER_STYLES.get(style.toLowerCase());
    if (!found || extending.includes(style)) return PREDEFINED_COUNTER_STYLES.get('decimal')!;
    if (found.system.type !== 'extends') return found;
    const base = this.#rule(found.system.name, [...extending, style]);
    const { system, symbols, additiveSymbols } = base;
    return { ...base, ...found.system.descriptors, name: found.name, system, symbols, additiveSymbols };
  }

  /** The predefined style that a style is or extends; undefined for one of other symbols. */
  #predefined(style: CounterStyleName, extending: readonly string[] = []): string | undefined {
    if (typeof style !== 'string') return undefined;
    const system = this.authorRules.get(style)?.system;
    if (!system) return style;
    return system.type === 'extends' && !extending.includes(style)
      ? this.#predefined(system.name, [...extending, style])
      : undefined;
  }

  #generate(value: number, style: CounterStyleName, tried: Set<CounterStyleName>): string {
    const rule = this.#rule(style);
    const usesNegative = value < 0 && rule.system.type !== 'cyclic' && rule.system.type !== 'fixed';
    const magnitude = usesNegative ? -value : value;
    const predefined = this.#predefined(style);
    const body = inRange(value, rule)
      ? ((predefined && numeral(magnitude, predefined)) ?? represent(magnitude, value, rule))
      : undefined;
    if (body === undefined) {
      tried.add(style);
      return tried.has(rule.fallback) ? String(value) : this.#generate(value, rule.fallback, tried);
    }
    const signs = usesNegative ? [...rule.negative.join('')].length : 0;
    const missing = Math.min(Math.max(0, rule.pad.length - [...body].length - signs), MAX_LENGTH);
    const padded = rule.pad.symbol.repeat(missing) + body;
    return usesNegative ? `${rule.negative[0]}${padded}${rule.negative[1]}` : padded;
  }
}

/** @returns undefined for styles that are defined by their symbols */
const numeral = (magnitude: number, style: string): string | undefined =>
  cjkCounter(magnitude, style) ?? specialCounter(magnitude, style);

/** The anonymous style of `symbols()`. Source: https://drafts.csswg.org/css-counter-styles-3/#symbols-function */
function symbolsRule({ system, symbols }: Exclude<CounterStyleName, string>): CounterStyleRule {
  return {
    ...INITIAL_DESCRIPTORS,
    name: '',
    system: system === 'fixed' ? { type: 'fixed', first: 1 } : { type: system },
    symbols,
    suffix: ' ',
  };
}

function inRange(value: number, rule: CounterStyleRule): boolean {
  if (rule.range !== 'auto') return rule.range.some(([low, high]) => value >= low && value <= high);
  if (rule.system.type === 'alphabetic' || rule.system.type === 'symbolic') return value >= 1;
  if (rule.system.type === 'additive') return value >= 0;
  return true;
}

/** @returns undefined when the system cannot represent the value */
function represent(magnitude: number, value: number, rule: CounterStyleRule): string | undefined {
  const { symbols, system } = rule;
  const count = symbols.length;
  if (system.type === 'additive') return additive(magnitude, rule.additiveSymbols);
  if (count === 0) return undefined;
  if (system.type === 'cyclic') return symbols[(((value - 1) % count) + count) % count];
  if (system.type === 'fixed') return symbols[value - system.first];
  if (system.type === 'symbolic') {
    const repeats = Math.ceil(magnitude / count);
    return repeats > MAX_LENGTH ? undefined : symbols[(magnitude - 1) % count]!.repeat(repeats);
  }
  if (system.type === 'alphabetic') return count < 2 ? undefined : positional(magnitude, symbols, true);
  return count < 2 ? undefined : positional(magnitude, symbols, false);
}

/** Bijective (`a…z, aa`) or ordinary positional notation. */
function positional(magnitude: number, symbols: readonly string[], bijective: boolean): string {
  if (!bijective && magnitude === 0) return symbols[0]!;
  let rest = magnitude;
  let text = '';
  while (rest > 0) {
    if (bijective) rest -= 1;
    text = symbols[rest % symbols.length]! + text;
    rest = Math.floor(rest / symbols.length);
  }
  return text;
}

function additive(magnitude: number, tuples: CounterStyleRule['additiveSymbols']): string | undefined {
  if (magnitude === 0) return tuples.find((tuple) => tuple.weight === 0)?.symbol;
  let rest = magnitude;
  let text = '';
  for (const { weight, symbol } of tuples) {
    if (weight === 0 || weight > rest) continue;
    const repeats = Math.floor(rest / weight);
    if (repeats > MAX_LENGTH) return undefined;
    text += symbol.repeat(repeats);
    rest -= repeats * weight;
  }
  return rest === 0 ? text : undefined;
}

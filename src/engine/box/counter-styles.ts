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
/** UTF-16 units of a representation, whose symbols may have any length. */
const MAX_UNITS = 10_000;

const DECIMAL = PREDEFINED_COUNTER_STYLES.get('decimal')!;

/** A style with all its descriptors. */
interface ResolvedStyle {
  readonly rule: CounterStyleRule;
  /** The predefined style that it is or extends; undefined for one of other symbols. */
  readonly predefined: string | undefined;
}

/** The rule of a style with those descriptors of another one that it does not have. */
function extending(base: CounterStyleRule, { name, system: own }: CounterStyleRule): CounterStyleRule {
  const descriptors = own.type === 'extends' ? own.descriptors : {};
  const { system, symbols, additiveSymbols } = base;
  return { ...base, ...descriptors, name, system, symbols, additiveSymbols };
}

export class CounterStyles {
  readonly #resolved = new Map<string, ResolvedStyle>();

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

  #rule(style: CounterStyleName): CounterStyleRule {
    return typeof style === 'string' ? this.#resolve(style).rule : symbolsRule(style);
  }

  /** The predefined style that a style is or extends; undefined for one of other symbols. */
  #predefined(style: CounterStyleName): string | undefined {
    return typeof style === 'string' ? this.#resolve(style).predefined : undefined;
  }

  /** The style with what it takes from those that it extends; the styles of a cycle extend `decimal`. */
  #resolve(style: string): ResolvedStyle {
    const known = this.#resolved.get(style);
    if (known) return known;
    const chain = new Set<string>();
    let name = style;
    for (
      let next = this.#extended(name);
      next !== undefined && !this.#resolved.has(name);
      next = this.#extended(name)
    ) {
      if (chain.has(name)) break;
      chain.add(name);
      name = next;
    }
    const names = [...chain];
    const cycle = chain.has(name) ? names.indexOf(name) : names.length;
    let base: ResolvedStyle = this.#resolved.get(name) ?? this.#unextended(chain.has(name) ? 'decimal' : name);
    for (let i = names.length - 1; i >= 0; i--) {
      const extended = i >= cycle ? { rule: DECIMAL, predefined: undefined } : base;
      base = { rule: extending(extended.rule, this.authorRules.get(names[i]!)!), predefined: extended.predefined };
      this.#resolved.set(names[i]!, base);
    }
    return base;
  }

  /** The name of the style that an author's style extends. */
  #extended(style: string): string | undefined {
    const system = this.authorRules.get(style)?.system;
    return system?.type === 'extends' ? system.name : undefined;
  }

  #unextended(style: string): ResolvedStyle {
    const own = this.authorRules.get(style);
    if (own) return { rule: own, predefined: undefined };
    return { rule: PREDEFINED_COUNTER_STYLES.get(style.toLowerCase()) ?? DECIMAL, predefined: style };
  }

  #generate(value: number, style: CounterStyleName, tried: Set<CounterStyleName>): string {
    const rule = this.#rule(style);
    const usesNegative = value < 0 && rule.system.type !== 'cyclic' && rule.system.type !== 'fixed';
    const magnitude = usesNegative ? -value : value;
    const predefined = this.#predefined(style);
    const body = inRange(value, rule)
      ? ((predefined && numeral(magnitude, predefined)) ?? represent(magnitude, value, rule))
      : undefined;
    if (
      body === undefined ||
      body.length + rule.pad.symbol.length * Math.min(rule.pad.length, MAX_LENGTH) > MAX_UNITS
    ) {
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

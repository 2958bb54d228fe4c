/** `@counter-style` rules. Source: https://drafts.csswg.org/css-counter-styles-3/ */

import type { Declaration, CounterStyleRule as ParsedCounterStyleRule, TokenOrValue } from 'lightningcss';
import type { Report } from '../../diagnostics.js';
import type { CounterStyleRule } from '../compute/styled-document.js';
import { isSpace, keywordOf, splitAtCommas, tokenOf } from '../syntax/component-values.js';
import { printDeclaration } from '../syntax/lightning.js';
import { Cursor } from '../syntax/tokens.js';

/** Initial values of the descriptors. Source: https://drafts.csswg.org/css-counter-styles-3/#the-counter-style-rule */
export const INITIAL_DESCRIPTORS: Omit<CounterStyleRule, 'name'> = {
  system: { type: 'symbolic' },
  symbols: [],
  additiveSymbols: [],
  negative: ['-', ''],
  prefix: '',
  suffix: '. ',
  range: 'auto',
  pad: { length: 0, symbol: '' },
  fallback: 'decimal',
};

/** The descriptors that a rule specifies. */
type Descriptors = { -readonly [Name in keyof typeof INITIAL_DESCRIPTORS]?: (typeof INITIAL_DESCRIPTORS)[Name] };

/**
 * Names that `@counter-style` may not define.
 * Source: https://drafts.csswg.org/css-counter-styles-3/#the-counter-style-rule
 */
const RESERVED = new Set(['none', 'decimal', 'disc', 'square', 'circle', 'disclosure-open', 'disclosure-closed']);

/**
 * Reads a `@counter-style` rule; reports and ignores invalid descriptors.
 * @param place  location of the rule, for diagnostics
 * @returns      undefined, after a report, for a reserved name or a rule without the symbols its system needs
 */
export function readCounterStyle(
  rule: ParsedCounterStyleRule,
  place: string,
  report: Report,
): CounterStyleRule | undefined {
  const descriptors: Descriptors = {};
  for (const declaration of rule.declarations.declarations ?? []) {
    if (!readDescriptor(declaration, descriptors)) report.notice('InvalidCss', printDeclaration(declaration), place);
  }
  const { system } = descriptors;
  if (system?.type === 'extends') descriptors.system = { ...system, descriptors: { ...descriptors } };
  const result: CounterStyleRule = { ...INITIAL_DESCRIPTORS, ...descriptors, name: rule.name };
  if (RESERVED.has(rule.name.toLowerCase()) || !hasSymbols(result)) {
    report.notice('InvalidCss', `@counter-style ${rule.name}`, place);
    return undefined;
  }
  return result;
}

function hasSymbols({ system, symbols, additiveSymbols }: CounterStyleRule): boolean {
  switch (system.type) {
    case 'extends':
      return true;
    case 'additive':
      return additiveSymbols.length > 0;
    case 'numeric':
    case 'alphabetic':
      return symbols.length > 1;
    default:
      return symbols.length > 0;
  }
}

/** @returns false for an unknown descriptor or an invalid value */
function readDescriptor(declaration: Declaration, result: Descriptors): boolean {
  if (declaration.property !== 'custom') return false;
  const tokens = (declaration.value.value as TokenOrValue[]).filter((token) => !isSpace(token));
  const name = declaration.value.name.toLowerCase();
  switch (name) {
    case 'system':
      return readSystem(tokens, result);
    case 'symbols':
      return readSymbols(tokens, (symbols) => {
        result.symbols = symbols;
        return true;
      });
    case 'negative':
      return readSymbols(tokens, (symbols) => {
        if (symbols.length <= 2) result.negative = [symbols[0]!, symbols[1] ?? ''];
        return symbols.length <= 2;
      });
    case 'prefix':
    case 'suffix':
      return readSymbols(tokens, (symbols) => {
        result[name] = symbols.join('');
        return true;
      });
    case 'range':
      return readRange(tokens, result);
    case 'pad':
      return readPad(tokens, result);
    case 'fallback': {
      const style = tokens.length === 1 ? identOf(tokens[0]) : undefined;
      if (style !== undefined) result.fallback = style;
      return style !== undefined;
    }
    case 'additive-symbols':
      return readAdditive(tokens, result);
    case 'speak-as':
      return true; // speech only
    default:
      return false;
  }
}

function readSystem(tokens: readonly TokenOrValue[], result: Descriptors): boolean {
  const type = keywordOf(tokens[0]);
  switch (type) {
    case 'cyclic':
    case 'numeric':
    case 'alphabetic':
    case 'symbolic':
    case 'additive':
      result.system = { type };
      return tokens.length === 1;
    case 'fixed': {
      const first = tokens.length === 1 ? 1 : integerOf(tokens[1]);
      if (first === undefined || tokens.length > 2) return false;
      result.system = { type, first };
      return true;
    }
    case 'extends': {
      const name = identOf(tokens[1]);
      if (name === undefined || tokens.length > 2) return false;
      result.system = { type, name, descriptors: {} }; // filled in when all are read
      return true;
    }
    default:
      return false;
  }
}

function readSymbols(tokens: readonly TokenOrValue[], accept: (symbols: string[]) => boolean): boolean {
  const symbols = tokens.map(symbolOf);
  if (symbols.length === 0 || symbols.includes(undefined)) return false;
  return accept(symbols as string[]);
}

function readRange(tokens: readonly TokenOrValue[], result: Descriptors): boolean {
  if (tokens.length === 1 && keywordOf(tokens[0]) === 'auto') {
    result.range = 'auto';
    return true;
  }
  const ranges: [number, number][] = [];
  for (const part of splitAtCommas(tokens)) {
    const low = boundOf(part[0], -Infinity);
    const high = boundOf(part[1], Infinity);
    if (part.length !== 2 || low === undefined || high === undefined || low > high) return false;
    ranges.push([low, high]);
  }
  result.range = ranges;
  return true;
}

function boundOf(token: TokenOrValue | undefined, infinity: number): number | undefined {
  return keywordOf(token) === 'infinite' ? infinity : integerOf(token);
}

function readPad(tokens: readonly TokenOrValue[], result: Descriptors): boolean {
  const length = integerOf(tokens[0]) ?? integerOf(tokens[1]);
  const symbol = symbolOf(tokens[0]) ?? symbolOf(tokens[1]);
  if (tokens.length !== 2 || length === undefined || length < 0 || symbol === undefined) return false;
  result.pad = { length, symbol };
  return true;
}

function readAdditive(tokens: readonly TokenOrValue[], result: Descriptors): boolean {
  const additive: { weight: number; symbol: string }[] = [];
  for (const part of splitAtCommas(tokens)) {
    const weight = integerOf(part[0]) ?? integerOf(part[1]);
    const symbol = symbolOf(part[0]) ?? symbolOf(part[1]);
    if (part.length !== 2 || weight === undefined || weight < 0 || symbol === undefined) return false;
    if (additive.length > 0 && additive[additive.length - 1]!.weight <= weight) return false;
    additive.push({ weight, symbol });
  }
  result.additiveSymbols = additive;
  return true;
}

function identOf(token: TokenOrValue | undefined): string | undefined {
  return tokenOf(token, 'ident')?.value;
}

/** A `<symbol>`: a string, or a `<custom-ident>`. */
function symbolOf(token: TokenOrValue | undefined): string | undefined {
  return tokenOf(token, 'string')?.value ?? (token && new Cursor([token]).customIdent());
}

function integerOf(token: TokenOrValue | undefined): number | undefined {
  const value = tokenOf(token, 'number')?.value;
  return value !== undefined && Number.isInteger(value) ? value : undefined;
}

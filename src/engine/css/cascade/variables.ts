/**
 * Custom properties and the substitution of `var()` and `env()`. The computed value of a custom property is text, which
 * is parsed where it is used.
 * Source: https://drafts.csswg.org/css-variables-2/
 */

import type { ParsedComponent, PropertyRule, TokenOrValue } from 'lightningcss';
import { BoundedCache } from '../../collections/bounded-cache.js';
import type { CustomName } from '../properties/declared-name.js';
import type { DeclarationBlock, Problem } from '../syntax/declarations.js';
import { envName, percentOf, printColor, printTokens, type Reference, roundF32 } from '../syntax/lightning.js';
import { CssWide, CustomValue } from './specified.js';

/** Computed values of custom properties as text; absent names are guaranteed-invalid. */
export type CustomProperties = ReadonlyMap<CustomName, string>;

export const NO_CUSTOM_PROPERTIES: CustomProperties = new Map();

/** The declarations of a value after substitution, and the diagnostics of its invalid parts. */
export interface SubstitutedValue {
  readonly block: DeclarationBlock;
  readonly problems: readonly Problem[];
}

/** Keys: place, sheet, and `name:value` after substitution. Shared by documents. */
export type ValueCache = BoundedCache<string, SubstitutedValue>;

/** UTF-16 units of the keys. */
const VALUE_CACHE_WEIGHT = 2_000_000;

export function createValueCache(): ValueCache {
  return new BoundedCache(VALUE_CACHE_WEIGHT);
}

/**
 * Maximum length of a value after substitution, in UTF-16 units: custom properties that reference each other several
 * times grow exponentially. Source: https://drafts.csswg.org/css-variables-1/#long-variables
 */
const MAX_EXPANDED_LENGTH = 65_536;

/** An `@property` rule. Source: https://drafts.css-houdini.org/css-properties-values-api/#at-property-rule */
export interface CustomPropertyRule {
  readonly inherits: boolean;
  /** As text; undefined: guaranteed-invalid. */
  readonly initial: string | undefined;
}

/** Values are not checked against the registered syntax. */
export function readPropertyRule({ inherits, initialValue }: PropertyRule): CustomPropertyRule {
  return { inherits, initial: initialValue ? printParsed(initialValue) : undefined };
}

function printParsed(component: ParsedComponent): string | undefined {
  switch (component.type) {
    case 'length':
      return component.value.type === 'value'
        ? `${roundF32(component.value.value.value)}${component.value.value.unit}`
        : undefined;
    case 'length-percentage':
      if (component.value.type === 'percentage') return `${percentOf(component.value.value)}%`;
      if (component.value.type === 'calc') return undefined;
      return `${roundF32(component.value.value.value)}${component.value.value.unit}`;
    case 'number':
    case 'integer':
      return String(roundF32(component.value));
    case 'percentage':
      return `${percentOf(component.value)}%`;
    case 'angle':
      return `${roundF32(component.value.value)}${component.value.type}`;
    case 'string':
      return JSON.stringify(component.value);
    case 'color':
      return printColor(component.value);
    case 'url':
      return `url(${JSON.stringify(component.value.url)})`;
    case 'custom-ident':
    case 'literal':
      return String(component.value);
    case 'token-list':
      return printTokens(component.value);
    case 'repeated': {
      const parts = component.value.components.map(printParsed);
      return parts.includes(undefined)
        ? undefined
        : parts.join(component.value.multiplier.type === 'comma' ? ', ' : ' ');
    }
    default:
      return undefined;
  }
}

/** The result of substitution. */
interface Substitution {
  /** undefined: invalid at computed-value time. */
  readonly text: string | undefined;
  /** Whether the value exceeds MAX_EXPANDED_LENGTH. */
  readonly tooLong: boolean;
}

/**
 * Replaces `var()` and `env()`.
 * @param lookup  gives the computed value of a custom property
 * Source: https://drafts.csswg.org/css-variables-1/#substitute-a-var
 */
export function substitute(
  tokens: readonly TokenOrValue[],
  lookup: (name: CustomName) => string | undefined,
): Substitution {
  let valid = true;
  let length = 0;
  const replace = (reference: Reference): string => {
    if (length > MAX_EXPANDED_LENGTH) return '';
    const known =
      reference.type === 'var' ? lookup(reference.value.name.ident as CustomName) : environment(envName(reference));
    if (known === undefined && reference.value.fallback) return printTokens(reference.value.fallback, replace);
    if (known === undefined) valid = false;
    length += known?.length ?? 0;
    return known ?? '';
  };
  const text = printTokens(tokens, replace);
  const tooLong = length > MAX_EXPANDED_LENGTH || text.length > MAX_EXPANDED_LENGTH;
  return { text: valid && !tooLong ? text : undefined, tooLong };
}

/** Paper has no unsafe area. Source: https://drafts.csswg.org/css-env-1/#safe-area-insets */
function environment(name: string): string | undefined {
  return name.startsWith('safe-area-inset-') ? '0px' : undefined;
}

/**
 * Computes the custom properties of one element.
 * @param declared   winning declarations
 * @param inherited  custom properties of the parent
 * @param rules      `@property` rules
 * @param onTooLong  called with the name of a property that exceeds MAX_EXPANDED_LENGTH
 * @returns          `inherited` itself without declarations and rules
 */
export function computeCustomProperties(
  declared: ReadonlyMap<CustomName, CustomValue | CssWide>,
  inherited: CustomProperties,
  rules: ReadonlyMap<CustomName, CustomPropertyRule>,
  onTooLong: (name: CustomName) => void,
): CustomProperties {
  if (declared.size === 0 && rules.size === 0) return inherited;
  const computed = new Map(inherited);
  for (const [name, rule] of rules) {
    if (!rule.inherits || !computed.has(name)) setOrDelete(computed, name, rule.initial);
  }
  const compute = (name: CustomName): string | undefined => {
    const value = declared.get(name)!;
    const rule = rules.get(name);
    if (value instanceof CssWide) {
      const inherits = value.keyword === 'inherit' || (value.keyword !== 'initial' && rule?.inherits !== false);
      return inherits ? inherited.get(name) : rule?.initial;
    }
    const result = substitute(value.tokens, (used) => computed.get(used));
    if (result.tooLong) onTooLong(name);
    return result.text ?? (rule ? computed.get(name) : undefined);
  };
  const { order, cyclic } = dependencyOrder(declared);
  for (const name of order) setOrDelete(computed, name, cyclic.has(name) ? rules.get(name)?.initial : compute(name));
  return computed;
}

/**
 * Sorts names topologically, each after those that its value references, and finds those in cycles: Tarjan's algorithm,
 * without recursion since a document may chain thousands of custom properties.
 * Source: https://drafts.csswg.org/css-variables-2/#cycles
 */
function dependencyOrder(declared: ReadonlyMap<CustomName, CustomValue | CssWide>): {
  readonly order: readonly CustomName[];
  readonly cyclic: ReadonlySet<CustomName>;
} {
  const order: CustomName[] = [];
  const cyclic = new Set<CustomName>();
  /** Depth of a name on the path; -1 after it. */
  const depths = new Map<CustomName, number>();
  /** `reach`: the minimum depth that the name leads back to. */
  const path: { readonly name: CustomName; readonly uses: CustomName[]; reach: number }[] = [];
  const enter = (name: CustomName) => {
    const value = declared.get(name);
    depths.set(name, path.length);
    path.push({ name, uses: value instanceof CustomValue ? variablesIn(value.tokens) : [], reach: path.length + 1 });
  };
  for (const start of declared.keys()) {
    if (!depths.has(start)) enter(start);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const next = top.uses.pop();
      if (next !== undefined) {
        const depth = depths.get(next);
        if (depth === undefined && declared.has(next)) enter(next);
        if (depth !== undefined && depth >= 0) top.reach = Math.min(top.reach, depth);
        continue;
      }
      path.pop();
      depths.set(top.name, -1);
      order.push(top.name);
      if (top.reach <= path.length) cyclic.add(top.name);
      const parent = path.at(-1);
      if (parent) parent.reach = Math.min(parent.reach, top.reach);
    }
  }
  return { order, cyclic };
}

/** Names that a value references, in fallbacks too. */
function variablesIn(tokens: readonly TokenOrValue[]): CustomName[] {
  const names: CustomName[] = [];
  printTokens(tokens, function collect(reference): string {
    if (reference.type === 'var') names.push(reference.value.name.ident as CustomName);
    return reference.value.fallback ? printTokens(reference.value.fallback, collect) : '';
  });
  return names;
}

function setOrDelete(map: Map<CustomName, string>, name: CustomName, text: string | undefined): void {
  if (text === undefined) map.delete(name);
  else map.set(name, text);
}

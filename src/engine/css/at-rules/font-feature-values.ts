/** `@font-feature-values` rules. Source: https://drafts.csswg.org/css-fonts-4/#font-feature-values */

import type { FontFeatureValuesRule as ParsedRule } from 'lightningcss';
import type { AlternatesType, FontFeatureValues, NamedValues } from '../values/font-alternates.js';

export interface FontFeatureValuesRule {
  /** In lower case. */
  readonly families: readonly string[];
  readonly values: ReadonlyMap<AlternatesType, NamedValues>;
}

export function readFontFeatureValues({ name, rules }: ParsedRule): FontFeatureValuesRule {
  const values = Object.values(rules).map(
    (rule) => [String(rule.name) as AlternatesType, new Map(Object.entries(rule.declarations))] as const,
  );
  return { families: name.map((family) => String(family).toLowerCase()), values: new Map(values) };
}

/** The values of all rules; of two values for one name, the later holds. */
export function mergeFontFeatureValues(rules: readonly FontFeatureValuesRule[]): FontFeatureValues {
  const merged = new Map<string, Map<AlternatesType, NamedValues>>();
  for (const { families, values } of rules)
    for (const family of families) {
      const known = merged.get(family) ?? new Map<AlternatesType, NamedValues>();
      for (const [type, names] of values) known.set(type, new Map([...(known.get(type) ?? []), ...names]));
      merged.set(family, known);
    }
  return merged;
}

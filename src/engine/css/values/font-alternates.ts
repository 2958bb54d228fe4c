/** `font-variant-alternates` and the values that `@font-feature-values` gives to its names. */

export type AlternatesType = 'stylistic' | 'styleset' | 'character-variant' | 'swash' | 'ornaments' | 'annotation';

/** Indices of a font's alternates by name. */
export type NamedValues = ReadonlyMap<string, readonly number[]>;

/** By family in lower case, then by type. */
export type FontFeatureValues = ReadonlyMap<string, ReadonlyMap<AlternatesType, NamedValues>>;

export const NO_FONT_FEATURE_VALUES: FontFeatureValues = new Map();

/** `styleset(a, b)` */
export interface NamedAlternates {
  readonly type: AlternatesType;
  readonly names: readonly string[];
}

/** `historical-forms` and functions, in any order. */
type AlternatesList = readonly ('historical-forms' | NamedAlternates)[];

const twoDigits = (index: number): string => String(index).padStart(2, '0');

/** Features of the indices of one name. Source: https://drafts.csswg.org/css-fonts-4/#font-variant-alternates-prop */
const FEATURES: Readonly<Record<AlternatesType, (indices: readonly number[]) => string[]>> = {
  stylistic: ([index]) => [`salt=${index}`],
  styleset: (indices) => indices.filter((index) => index >= 1 && index <= 20).map((index) => `ss${twoDigits(index)}`),
  'character-variant': ([index = 0, variant = 1]) =>
    index >= 1 && index <= 99 ? [`cv${twoDigits(index)}=${variant}`] : [],
  swash: ([index]) => [`swsh=${index}`, `cswh=${index}`],
  ornaments: ([index]) => [`ornm=${index}`],
  annotation: ([index]) => [`nalt=${index}`],
};

/** A computed value. Names keep their meaning by family, which descendants may change. */
export class FontAlternates {
  constructor(
    readonly list: AlternatesList,
    private readonly values: FontFeatureValues,
  ) {}

  /** OpenType features of the first of the families that names have values for; names without a value have none. */
  features(families: readonly string[]): string[] {
    const byType = families.map((family) => this.values.get(family.toLowerCase())).find((found) => found !== undefined);
    return this.list.flatMap((part) => {
      if (part === 'historical-forms') return ['hist'];
      const indices = part.names.map((name) => byType?.get(part.type)?.get(name));
      return indices.flatMap((found) => (found ? FEATURES[part.type](found) : []));
    });
  }
}

/** Formatters of `Intl` that the runs of a thread share. */

import type { BoundedCache } from '../collections/bounded-cache.js';

/** `Intl` objects are expensive to create, some 50 µs each. */
export type Formatter =
  | Intl.NumberFormat
  | Intl.DateTimeFormat
  | Intl.RelativeTimeFormat
  | Intl.PluralRules
  | Intl.ListFormat
  | Intl.Segmenter;

/** By kind, locale and options. */
export type FormatterCache = BoundedCache<string, Formatter>;

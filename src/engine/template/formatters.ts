/** Formatters of `Intl` that the runs of a thread share. */

import type { LruMap } from './lru-map.js';

/** `Intl` objects are expensive to create, some 50 µs each. */
export type Formatter =
  | Intl.NumberFormat
  | Intl.DateTimeFormat
  | Intl.RelativeTimeFormat
  | Intl.PluralRules
  | Intl.ListFormat
  | Intl.Segmenter;

/** By kind, locale and options. */
export type FormatterCache = LruMap<string, Formatter>;

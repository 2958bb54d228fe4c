/** What THE table says of a property. */

import type { ComputeContext, Specified } from '../cascade/specified.js';
import type { Cursor } from '../syntax/tokens.js';

/** `full`: renders as specified. `partial`: some values yield a diagnostic. `none`: yields UnsupportedProperty. `no-effect`: has none in print (`cursor`, `transition`), so nothing is lost and nothing reported. */
export type Support = 'full' | 'partial' | 'none' | 'no-effect';

/**
 * How the specified value is read. Both ways give undefined for what is invalid, or not understood.
 * A cursor must be left at the end: what is left over makes the value invalid.
 */
export interface Parse<T> {
  /** From the value of lightningcss's own declaration, for the properties that it knows. */
  readonly typed?: (value: never) => Specified<T> | undefined;
  /** From the component values, for the properties and values that it leaves as they are. */
  readonly tokens?: (cursor: Cursor) => Specified<T> | undefined;
}

export interface Property<T> {
  /** Below https://drafts.csswg.org/ */
  readonly spec: string;
  readonly initial: T;
  readonly inherits: boolean;
  readonly support: Support;
  readonly parse: Parse<T>;
  /** For CSS-SUPPORT.md: what a `partial` property leaves out, or does otherwise. */
  readonly note?: string;
  /** Whether a value is one of those that a `partial` property does not render; it yields UnsupportedValue. */
  readonly unsupported?: (value: T) => boolean;
  /** What a value that lightningcss accepts and `parse` refuses is: invalid, unless it is just not handled. */
  readonly refused?: 'UnsupportedValue';
  /** Words that are valid values, which `parse` refuses since nothing here handles them. */
  readonly unhandled?: readonly string[];
  /** The initial value of one element, where it follows from others: `currentcolor`. */
  readonly initialFor?: (context: ComputeContext) => T;
}

/** Fixes T from the declared type, not from the literal. */
export function property<T>(definition: Property<NoInfer<T>>): Property<T> {
  return definition;
}

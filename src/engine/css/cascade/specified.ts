/**
 * Specified values. A value that depends on the element (`2em`, `currentcolor`) is a `Deferred`; any other one is the
 * computed value already, which elements share.
 */

import type { TokenOrValue } from 'lightningcss';
import type { FontFeatureValues } from '../values/font-alternates.js';
import type { FontUnits } from '../values/units.js';
import type { Color, TextAlign } from '../values/values.js';

/** Values of the parent that computed values of the element depend on. */
interface ParentValues {
  readonly 'font-weight': number;
  readonly 'text-align': TextAlign;
  readonly direction: 'ltr' | 'rtl';
  readonly 'math-depth': number;
  readonly 'math-style': 'normal' | 'compact';
}

/** Content-box sizes of the nearest containers of an element, px; undefined: there is none of this axis. */
export interface ContainerLengths {
  readonly width: number | undefined;
  readonly height: number | undefined;
}

/** Input of computed values. Lengths in px. */
export interface ComputeContext {
  /** Initial values for the root element. */
  readonly parent: ParentValues;
  /** `em`: the font size of the element; of the parent while `font-size` itself is computed. */
  readonly fontSize: number;
  readonly rootFontSize: number;
  /** `lh` and `rlh`. */
  readonly lineHeight: number;
  readonly rootLineHeight: number;
  readonly fontUnits: FontUnits;
  readonly viewport: { readonly width: number; readonly height: number };
  /** The sizes that container units refer to; default: there are no containers. */
  readonly containers?: ContainerLengths | undefined;
  /** Whether the inline axis of the element is vertical; default: it is not. */
  readonly isVertical?: boolean;
  /** Of the element: font sizes depend on it. */
  readonly mathDepth: number;
  readonly currentColor: Color;
  readonly direction: 'ltr' | 'rtl';
  /** Of the element: keyword font sizes depend on it. */
  readonly fontFamily: readonly string[];
  /** Quirks mode: monospace keyword font sizes depend on it. */
  readonly quirks: boolean;
  readonly fontFeatureValues: FontFeatureValues;
}

/** A specified value that is computed per element. */
export class Deferred<T> {
  constructor(readonly compute: (context: ComputeContext) => T) {}
}

export type Specified<T> = T | Deferred<T>;

export function isDeferred<T>(value: Specified<T>): value is Deferred<T> {
  return value instanceof Deferred;
}

/** Applies `change` to a computed value, or defers it. */
export function map<A, B>(value: Specified<A>, change: (value: A) => B): Specified<B> {
  return isDeferred(value) ? new Deferred((context) => change(value.compute(context))) : change(value);
}

/** A list of specified values as one specified list. */
export function all<A>(values: readonly Specified<A>[]): Specified<readonly A[]> {
  if (!values.some(isDeferred)) return values as readonly A[];
  return new Deferred((context) => values.map((value) => (isDeferred(value) ? value.compute(context) : value)));
}

/** A record of specified values as one specified record; keys keep their order. */
export function record<R extends object>(parts: { readonly [K in keyof R]: Specified<R[K]> }): Specified<R> {
  const entries = Object.entries(parts) as [string, Specified<unknown>][];
  if (!entries.some(([, value]) => isDeferred(value))) return parts as R;
  return new Deferred((context) => {
    const result: Record<string, unknown> = {};
    for (const [key, value] of entries) result[key] = isDeferred(value) ? value.compute(context) : value;
    return result as R;
  });
}

/** The list; undefined when a part is undefined, that is, invalid. */
export function complete<T>(values: readonly (T | undefined)[]): T[] | undefined {
  return values.includes(undefined) ? undefined : (values as T[]);
}

/** Source: https://drafts.csswg.org/css-cascade-5/#defaulting-keywords */
export type CssWideKeyword = 'initial' | 'inherit' | 'unset' | 'revert' | 'revert-layer';

export class CssWide {
  constructor(readonly keyword: CssWideKeyword) {}
}

/**
 * A value with `var()` or `env()`, parsed after substitution, or with a color of a `@color-profile`, parsed when the profile
 * is known. The longhands of a shorthand share one.
 * Source: https://drafts.csswg.org/css-variables-1/#variables-in-shorthands
 */
export class Pending {
  constructor(
    /** The longhand or shorthand as declared. */
    readonly property: string,
    readonly tokens: readonly TokenOrValue[],
    readonly place: string,
    /** Base of its URLs, see UrlReference. */
    readonly sheet: string | undefined,
  ) {}
}

/** The declared value of a custom property. */
export class CustomValue {
  constructor(readonly tokens: readonly TokenOrValue[]) {}
}

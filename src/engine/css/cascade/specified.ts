/**
 * Specified values: what a declaration says before its element is known. A value that needs the element (`2em`,
 * `currentcolor`) is a `Deferred`; every other one already is the computed value, so equal declarations give equal
 * elements the very same object.
 */

import type { TokenOrValue } from 'lightningcss';
import type { FontUnits } from '../values/units.js';
import type { Color, TextAlign } from '../values/values.js';

/** Values of the parent that computed values of the element depend on. */
export interface ParentValues {
  readonly 'font-weight': number;
  readonly 'text-align': TextAlign;
  readonly direction: 'ltr' | 'rtl';
}

/** What the computed value of a property may depend on. Lengths in px. */
export interface ComputeContext {
  /** Initial values where there is no parent. */
  readonly parent: ParentValues;
  /** What `em` stands for: the element's own font size, the parent's while that one is computed. */
  readonly fontSize: number;
  readonly rootFontSize: number;
  /** What `lh` and `rlh` stand for. */
  readonly lineHeight: number;
  readonly rootLineHeight: number;
  readonly fontUnits: FontUnits;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly currentColor: Color;
  readonly direction: 'ltr' | 'rtl';
  /** The element's own, for the keyword sizes of monospace text. */
  readonly fontFamily: readonly string[];
}

export class Deferred<T> {
  constructor(readonly compute: (context: ComputeContext) => T) {}
}

export type Specified<T> = T | Deferred<T>;

export function isDeferred<T>(value: Specified<T>): value is Deferred<T> {
  return value instanceof Deferred;
}

/** Applies `change` now when the value is known, else when it is computed. */
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

/** The list, or undefined as soon as one of its parts is: how a reader gives up on an invalid part. */
export function complete<T>(values: readonly (T | undefined)[]): T[] | undefined {
  return values.includes(undefined) ? undefined : (values as T[]);
}

/** Source: https://drafts.csswg.org/css-cascade-5/#defaulting-keywords */
export type CssWideKeyword = 'initial' | 'inherit' | 'unset' | 'revert' | 'revert-layer';

export class CssWide {
  constructor(readonly keyword: CssWideKeyword) {}
}

/** A value with `var()` or `env()`: read once they are substituted. One is shared by all longhands of a shorthand. */
export class Pending {
  constructor(
    /** The longhand or shorthand as declared. */
    readonly property: string,
    readonly tokens: readonly TokenOrValue[],
    readonly place: string,
    /** See UrlReference: URLs are relative to where the references stand. */
    readonly sheet: string | undefined,
  ) {}
}

/** What a custom property is declared as. */
export class CustomValue {
  constructor(readonly tokens: readonly TokenOrValue[]) {}
}

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

export type Side = 'top' | 'right' | 'bottom' | 'left';
export type Corner = `${'top' | 'bottom'}-${'left' | 'right'}`;
export type Axis = 'x' | 'y';

export type SideGroup = `${'margin' | 'padding' | 'inset'}-*` | `border-*-${'width' | 'style' | 'color'}`;
export type CornerGroup = 'border-*-radius';
export type AxisGroup = `${'' | 'min-' | 'max-'}*-size` | 'overflow-*';

/** The place of a physical property in its logical property group. */
export type LogicalGroupMember =
  | { readonly group: SideGroup; readonly at: Side }
  | { readonly group: CornerGroup; readonly at: Corner }
  | { readonly group: AxisGroup; readonly at: Axis };

/**
 * Lengths without a unit, which lightningcss reads as px: never valid, or only in quirks mode.
 * Source: https://quirks.spec.whatwg.org/#the-unitless-length-quirk
 */
export type Unitless = 'invalid' | 'quirk';

export const PHASES = ['font', 'line-height', 'color', 'flow'] as const;
export type Phase = (typeof PHASES)[number];

export interface Property<T> {
  /** Below https://drafts.csswg.org/ */
  readonly spec: string;
  readonly initial: T;
  readonly inherits: boolean;
  readonly support: Support;
  /** Other names that Chromium knows it by; those that only put `-webkit-` before it are in names.ts. */
  readonly aliases?: readonly string[];
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
  /**
   * The logical property group of a physical property. Its logical properties are named after the group, with
   * `block-start`, `start-start` or `inline` in place of the asterisk.
   * Source: https://drafts.csswg.org/css-logical-1/#logical-property-group
   */
  readonly logical?: LogicalGroupMember;
  /**
   * Computed before the other properties, in this order, since their values refer to it: by font-relative units, `lh`,
   * `currentcolor`, and logical properties. Blink: the `priority` in css_properties.json5.
   */
  readonly phase?: Phase;
  /** How computed values become larger by `zoom`: their lengths do, or they are the width of a line. */
  readonly zoom?: 'lengths' | 'line-width';
  /** Left out: the grammar has numbers, or lightningcss refuses lengths without a unit itself. */
  readonly unitless?: Unitless;
  /**
   * Which of two boxes has the property where one stands for the element among its siblings and another, inside of it,
   * for its content (fieldsets, changes of the writing mode). `placement`: the outer one: its size, margins, position
   * and effects. `edges`: the outer one, but the inner one of tables. `content`: the inner one.
   * Source: https://html.spec.whatwg.org/multipage/rendering.html#anonymous-fieldset-content-box
   */
  readonly splitBox?: 'placement' | 'edges' | 'content';
  /**
   * Form controls lose their native appearance when the author declares it.
   * Source: https://drafts.csswg.org/css-ui-4/#appearance-disabling-properties
   */
  readonly disablesAppearance?: boolean;
  /** Source: https://drafts.csswg.org/css-pseudo-4/#first-line-styling */
  readonly appliesToFirstLine?: boolean;
  /** In the value are URLs of images, relative to the style sheet. */
  readonly loadsUrls?: boolean;
  /** How an SVG renderer is told the computed value; undefined leaves it out. */
  readonly svg?: {
    /** Default: the property's own name. */
    readonly name?: string;
    readonly text: (value: T) => string | undefined;
  };
}

/** Fixes T from the declared type, not from the literal. */
export function property<T>(definition: Property<NoInfer<T>>): Property<T> {
  return definition;
}

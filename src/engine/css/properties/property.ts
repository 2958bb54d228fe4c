/** Definition of a property. */

import type { ComputeContext, Specified } from '../cascade/specified.js';
import type { Cursor } from '../syntax/tokens.js';

/**
 * `full`: renders as specified. `partial`: some values yield a diagnostic. `none`: yields UnsupportedProperty.
 * `no-effect`: without effect in print (`cursor`, `transition`), yields no diagnostic.
 */
export type Support = 'full' | 'partial' | 'none' | 'no-effect';

/**
 * Parses specified values. Both functions return undefined for invalid and unsupported values. `tokens` must consume
 * all tokens; remaining ones make the value invalid.
 */
export interface Parse<T> {
  /** From the typed value of lightningcss, for properties that it knows. */
  readonly typed?: (value: never) => Specified<T> | undefined;
  /** From component values, for properties and values that lightningcss does not know. */
  readonly tokens?: (cursor: Cursor) => Specified<T> | undefined;
}

export type Side = 'top' | 'right' | 'bottom' | 'left';
export type Corner = `${'top' | 'bottom'}-${'left' | 'right'}`;
export type Axis = 'x' | 'y';

export type SideGroup = `${'margin' | 'padding' | 'inset'}-*` | `border-*-${'width' | 'style' | 'color'}`;
export type CornerGroup = 'border-*-radius';
export type AxisGroup = `${'' | 'min-' | 'max-' | 'contain-intrinsic-'}*-size` | 'overflow-*';

/** The logical property group of a physical property, and its side, corner or axis in it. */
export type LogicalGroupMember =
  | { readonly group: SideGroup; readonly at: Side }
  | { readonly group: CornerGroup; readonly at: Corner }
  | { readonly group: AxisGroup; readonly at: Axis };

/**
 * Unitless lengths, which lightningcss parses as px: always invalid, or valid in quirks mode.
 * Source: https://quirks.spec.whatwg.org/#the-unitless-length-quirk
 */
export type Unitless = 'invalid' | 'quirk';

export const PHASES = ['font', 'line-height', 'color', 'flow'] as const;
export type Phase = (typeof PHASES)[number];

export interface Property<T> {
  /** Path below https://drafts.csswg.org/; `mathml-core` is below https://w3c.github.io/ */
  readonly spec: string;
  readonly initial: T;
  readonly inherits: boolean;
  readonly support: Support;
  /** Other names; `-webkit-` aliases are in names.ts. */
  readonly aliases?: readonly string[];
  readonly parse: Parse<T>;
  /** Limitations of a `partial` property, for CSS-SUPPORT.md. */
  readonly note?: string;
  /** Whether a `partial` property does not render the value, which then yields UnsupportedValue. */
  readonly unsupported?: (value: T) => boolean;
  /** Diagnostic of values that lightningcss accepts and `parse` rejects. Default: InvalidCss. */
  readonly refused?: 'UnsupportedValue';
  /** Valid values that `parse` rejects as unsupported. */
  readonly unhandled?: readonly string[];
  /** The initial value where it depends on the element: `currentcolor`. */
  readonly initialFor?: (context: ComputeContext) => T;
  /**
   * The logical property group of a physical property. In the names of its logical properties, `block-start`,
   * `start-start`, `inline` and so on replace the asterisk.
   * Source: https://drafts.csswg.org/css-logical-1/#logical-property-group
   */
  readonly logical?: LogicalGroupMember;
  /**
   * Order of computation. Values of other properties refer to these: by font-relative units, `lh`, `currentcolor`, and
   * logical properties. Blink: `priority` in css_properties.json5.
   */
  readonly phase?: Phase;
  /** The part of the value that `zoom` scales: all lengths, or a line width, which is rounded. */
  readonly zoom?: 'lengths' | 'line-width';
  /** Default: the grammar allows numbers, or lightningcss rejects unitless lengths. */
  readonly unitless?: Unitless;
  /**
   * Which box has the property where an element has an outer box and an anonymous content box inside (fieldsets,
   * writing-mode roots). `placement`: the outer box, as size, margins, position and effects. `edges`: the outer box,
   * but the inner box of tables. `content`: the content box.
   * Source: https://html.spec.whatwg.org/multipage/rendering.html#anonymous-fieldset-content-box
   */
  readonly splitBox?: 'placement' | 'edges' | 'content';
  /**
   * Whether form controls lose their native appearance when the author declares the property.
   * Source: https://drafts.csswg.org/css-ui-4/#appearance-disabling-properties
   */
  readonly disablesAppearance?: boolean;
  /** Source: https://drafts.csswg.org/css-pseudo-4/#first-line-styling */
  readonly appliesToFirstLine?: boolean;
  /** Whether the value may contain URLs of images, relative to the style sheet. */
  readonly loadsUrls?: boolean;
  /** CSS text of the computed value for the SVG renderer; undefined omits it. */
  readonly svg?: {
    /** Default: the name of the property. */
    readonly name?: string;
    readonly text: (value: T) => string | undefined;
  };
}

/** Takes T from the type argument, not from the definition. */
export function property<T>(definition: Property<NoInfer<T>>): Property<T> {
  return definition;
}

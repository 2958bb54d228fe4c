/** The output of the style stage: computed styles of every element, pseudo-element and page. */

import type { ElementNode, HtmlDocument } from '../../html/dom.js';
import type { PageArea } from '../at-rules/media.js';
import type { ComputedStyle, PropertyName } from '../properties/table.js';
import type { FontUnits } from '../values/units.js';

export type PseudoName =
  | '::before'
  | '::after'
  | '::marker'
  | '::first-letter'
  | '::first-line'
  | '::placeholder'
  | '::footnote-call'
  | '::footnote-marker';

export interface StyledDocument {
  readonly document: HtmlDocument;
  /** What its media queries were evaluated against. */
  readonly media: PageArea;
  style(element: ElementNode): ComputedStyle;
  /**
   * undefined when no rule makes the pseudo-element (`content: normal | none` of ::before and ::after).
   * @param parent  what it inherits from: where a first letter stands; default `element`
   */
  pseudo(element: ElementNode, name: PseudoName, parent?: ElementNode): ComputedStyle | undefined;
  /** What an element's `::first-line` makes of the styles on that line; undefined when no rule has it. */
  firstLine(element: ElementNode): FirstLineStyles | undefined;
  /** Whether a form control is disabled, by itself or by a `fieldset` around it. */
  isDisabled(element: ElementNode): boolean;
  /** Whether the style's box would be inline-level if it were not absolutely positioned. */
  isInlinePositioned(style: ComputedStyle): boolean;
  /** Which margins are defaults that vanish in quirks mode; undefined: none. */
  quirkyMargins(style: ComputedStyle): QuirkySides | undefined;
  /** For an element of a drawing: what is declared for it, by property, as text that an SVG renderer reads. */
  drawingStyle(element: ElementNode): ReadonlyMap<string, string>;
  /** The style of an anonymous box: initial values, inherited ones from `parent`. `display` as given. */
  anonymous(parent: ComputedStyle, display: ComputedStyle['display']): ComputedStyle;
  /** What `@page` rules say of one page. */
  page(query: PageQuery): PageStyle;
  /** Whether any rule says something of the property: for what is only worth doing then. */
  declares(property: PropertyName): boolean;
  /** `@counter-style` rules by name, later ones win. */
  readonly counterStyles: ReadonlyMap<string, CounterStyleRule>;
}

/** Margins of a style that are defaults of its element. */
export interface QuirkySides {
  readonly top: boolean;
  readonly bottom: boolean;
}

/** Source: https://drafts.csswg.org/css-pseudo-4/#first-line-inheritance */
export interface FirstLineStyles {
  readonly owner: ElementNode;
  /** Of the fictional box around the line. */
  readonly line: ComputedStyle;
  /** Of a box inside it. @param parent  what a pseudo-element inherits from; default `element` */
  of(element: ElementNode, origin: PseudoName | undefined, parent?: ElementNode): ComputedStyle;
}

/** A page for the matching of page selectors. Source: https://drafts.csswg.org/css-page-3/#page-selectors */
export interface PageQuery {
  /** 0-based. */
  readonly index: number;
  /** The used `page` name; '' for auto. */
  readonly name: string;
  readonly blank: boolean;
  /** A left-to-right document's first page is a right one. */
  readonly side: 'left' | 'right';
  /** Which page, from 1, it is of each page group that it is part of, by name. */
  readonly groups?: ReadonlyMap<string, number>;
}

export const MARGIN_BOX_NAMES = [
  'top-left-corner',
  'top-left',
  'top-center',
  'top-right',
  'top-right-corner',
  'right-top',
  'right-middle',
  'right-bottom',
  'bottom-right-corner',
  'bottom-right',
  'bottom-center',
  'bottom-left',
  'bottom-left-corner',
  'left-bottom',
  'left-middle',
  'left-top',
] as const;

export type MarginBoxName = (typeof MARGIN_BOX_NAMES)[number];

export interface PageStyle {
  /** px of the page box, orientation applied. */
  readonly width: number;
  readonly height: number;
  /** Margins, borders, padding, background and counters of the page context; margins may be `auto` or percentages. */
  readonly style: ComputedStyle;
  /** Only boxes whose `content` is not normal or none. */
  readonly marginBoxes: ReadonlyMap<MarginBoxName, ComputedStyle>;
  readonly footnoteArea: ComputedStyle;
}

/** Descriptors of an `@counter-style` rule. Source: https://drafts.csswg.org/css-counter-styles-3/ */
export interface CounterStyleRule {
  readonly name: string;
  readonly system:
    | { readonly type: 'cyclic' | 'numeric' | 'alphabetic' | 'symbolic' | 'additive' }
    | { readonly type: 'fixed'; readonly first: number }
    | { readonly type: 'extends'; readonly name: string };
  readonly symbols: readonly string[];
  readonly additiveSymbols: readonly { readonly weight: number; readonly symbol: string }[];
  readonly negative: readonly [string, string];
  readonly prefix: string;
  readonly suffix: string;
  readonly range: 'auto' | readonly (readonly [number, number])[];
  readonly pad: { readonly length: number; readonly symbol: string };
  readonly fallback: string;
}

/** The properties that decide which glyphs a font gives. */
export type FontProperties = Pick<
  ComputedStyle,
  | 'font-family'
  | 'font-size'
  | 'font-weight'
  | 'font-style'
  | 'font-stretch'
  | 'font-variation-settings'
  | 'font-optical-sizing'
  | 'font-synthesis-weight'
  | 'font-synthesis-style'
>;

/** Handed in by the caller, since fonts belong to a later stage. */
export type FontUnitsOf = (font: FontProperties) => FontUnits;

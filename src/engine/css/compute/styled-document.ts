/** The output of the style stage: computed styles of every element, pseudo-element and page. */

import type { Report } from '../../diagnostics.js';
import type { ElementNode, HtmlDocument } from '../../html/dom.js';
import type { PageArea } from '../at-rules/media.js';
import type { PageMarks } from '../at-rules/page-descriptors.js';
import type { ComputedStyle, PropertyName } from '../properties/table.js';
import type { FontUnits } from '../values/units.js';

export type PseudoName =
  | '::before'
  | '::after'
  | '::marker'
  | '::first-letter'
  | '::first-line'
  | '::placeholder'
  | '::file-selector-button'
  | ControlPart
  | '::footnote-call'
  | '::footnote-marker';

/** The parts of fields, sliders, progress bars and meters. Source: Blink's core/html/resources/html.css */
export type ControlPart =
  | '::-webkit-inner-spin-button'
  | '::-webkit-search-cancel-button'
  | '::-webkit-slider-container'
  | '::-webkit-slider-runnable-track'
  | '::-webkit-slider-thumb'
  | '::-webkit-progress-inner-element'
  | '::-webkit-progress-bar'
  | '::-webkit-progress-value'
  | '::-webkit-meter-inner-element'
  | '::-webkit-meter-bar'
  | '::-webkit-meter-optimum-value'
  | '::-webkit-meter-suboptimum-value'
  | '::-webkit-meter-even-less-good-value';

export interface StyledDocument {
  readonly document: HtmlDocument;
  /** Page area that media queries are evaluated against. */
  readonly media: PageArea;
  style(element: ElementNode): ComputedStyle;
  /**
   * The style of a pseudo-element; undefined when it is not generated (`content: normal | none` of ::before and
   * ::after).
   * @param parent  element that it inherits from: for `::first-letter` the one with the letter; default `element`
   */
  pseudo(element: ElementNode, name: PseudoName, parent?: ElementNode): ComputedStyle | undefined;
  /** Styles on the first line of an element; undefined without rules for its `::first-line`. */
  firstLine(element: ElementNode): FirstLineStyles | undefined;
  /** Whether a form control is disabled, by its attribute or by a `fieldset`. */
  isDisabled(element: ElementNode): boolean;
  /** For an SVG element: its declarations by property, as text for the SVG renderer. */
  drawingStyle(element: ElementNode): ReadonlyMap<string, string>;
  /**
   * A value for the SVG renderer, which knows the notations of sRGB only: with all other colors converted. Reports colors
   * of profiles that are invalid, and gives `none` in place of the value.
   */
  drawingColors(text: string, element: ElementNode): string;
  /** The style of an anonymous box: inherited values of `parent`, else initial ones. */
  anonymous(parent: ComputedStyle, display: ComputedStyle['display']): ComputedStyle;
  /** The style of a page. */
  page(query: PageQuery): PageStyle;
  /** The distinct styles of elements, pseudo-elements, pages and margin boxes that were asked for so far. */
  readonly usedStyles: ReadonlySet<ComputedStyle>;
  /** Whether any style rule declares the property; style attributes do not count. */
  declares(property: PropertyName): boolean;
  /** Whether a style, of this document or of one with the same rules, has a length in viewport units. */
  readonly usesViewport: boolean;
  /** Containers, with a size that styles may depend on. */
  readonly containers: ReadonlySet<ElementNode>;
  /** Whether the contents of a container are left out, as their styles wait for its size. */
  skipsContents(element: ElementNode): boolean;
  /** Moves the findings so far to a report, which gets those to come, too. */
  reportTo(report: Report): void;
  /** Whether colors of custom color spaces may be in it. */
  readonly hasColorProfiles: boolean;
  /** `@counter-style` rules by name. */
  readonly counterStyles: ReadonlyMap<string, CounterStyleRule>;
}

/** Source: https://drafts.csswg.org/css-pseudo-4/#first-line-inheritance */
export interface FirstLineStyles {
  readonly owner: ElementNode;
  /** Style of `::first-line` itself. */
  readonly line: ComputedStyle;
  /** Style of a box on the line. @param parent  element that a pseudo-element inherits from; default `element` */
  of(element: ElementNode, origin: PseudoName | undefined, parent?: ElementNode): ComputedStyle;
  /** The styles on a line of a block inside the owner: `::first-line` inherits from the innermost block. */
  within(block: ElementNode): FirstLineStyles;
}

/** The facts about a page that page selectors match. Source: https://drafts.csswg.org/css-page-3/#page-selectors */
export interface PageQuery {
  /** 0-based. */
  readonly index: number;
  /** Whether it is the last page; default: not known yet, so no rule for it applies. */
  readonly last?: boolean;
  /** The used `page` name; '' for auto. */
  readonly name: string;
  readonly blank: boolean;
  /** The first page of a left-to-right document is a right page. */
  readonly side: 'left' | 'right';
  /** 1-based index of the page in each of its page groups, by name. */
  readonly groups?: ReadonlyMap<string, number>;
}

export type MarginBoxName =
  | 'top-left-corner'
  | 'top-left'
  | 'top-center'
  | 'top-right'
  | 'top-right-corner'
  | 'right-top'
  | 'right-middle'
  | 'right-bottom'
  | 'bottom-right-corner'
  | 'bottom-right'
  | 'bottom-center'
  | 'bottom-left'
  | 'bottom-left-corner'
  | 'left-bottom'
  | 'left-middle'
  | 'left-top';

/** The sheet around a page box. Used values. */
export interface PageSheet {
  readonly marks: PageMarks;
  /** Of each side outwards from the page box, px. */
  readonly bleed: number;
  /** Of each side outwards from the page box: the bleed and the room for marks, px. */
  readonly margin: number;
  /** The turn of the finished page, degrees clockwise. */
  readonly rotation: 0 | 90 | 270;
}

export interface PageStyle {
  /** Page size in px, with its orientation applied. */
  readonly width: number;
  readonly height: number;
  /** undefined: the sheet is the page box. */
  readonly sheet: PageSheet | undefined;
  /** Style of the page context. */
  readonly style: ComputedStyle;
  /** Generated margin boxes: those whose `content` is neither normal nor none. */
  readonly marginBoxes: ReadonlyMap<MarginBoxName, ComputedStyle>;
  readonly footnoteArea: ComputedStyle;
}

/** Descriptors of an `@counter-style` rule. Source: https://drafts.csswg.org/css-counter-styles-3/ */
export interface CounterStyleRule {
  readonly name: string;
  readonly system:
    | { readonly type: 'cyclic' | 'numeric' | 'alphabetic' | 'symbolic' | 'additive' }
    | { readonly type: 'fixed'; readonly first: number }
    | {
        readonly type: 'extends';
        readonly name: string;
        /** Those that the rule specifies; others are those of the style it extends. */
        readonly descriptors: Partial<Omit<CounterStyleRule, 'name'>>;
      };
  readonly symbols: readonly string[];
  readonly additiveSymbols: readonly { readonly weight: number; readonly symbol: string }[];
  readonly negative: readonly [string, string];
  readonly prefix: string;
  readonly suffix: string;
  readonly range: 'auto' | readonly (readonly [number, number])[];
  readonly pad: { readonly length: number; readonly symbol: string };
  readonly fallback: string;
}

/** The properties that select a font and its glyphs. */
export type FontProperties = Pick<
  ComputedStyle,
  | 'font-family'
  | 'font-size'
  | 'font-weight'
  | 'font-style'
  | 'font-stretch'
  | 'font-variation-settings'
  | 'font-optical-sizing'
  | 'font-size-adjust'
  | 'font-synthesis-weight'
  | 'font-synthesis-style'
>;

/** Provided by the caller, since the text stage comes later. */
export type FontUnitsOf = (font: FontProperties) => FontUnits;

/**
 * Winning declarations to computed values.
 * Source: https://drafts.csswg.org/css-cascade-5/#computing
 */

import type { AbsoluteFontSize } from 'lightningcss';
import { Report } from '../../diagnostics.js';
import { type ComputeContext, CssWide, CustomValue, isDeferred, Pending } from '../cascade/specified.js';
import {
  type CustomProperties,
  type CustomPropertyRule,
  computeCustomProperties,
  NO_CUSTOM_PROPERTIES,
  type SubstitutedValue,
  substitute,
  type ValueCache,
} from '../cascade/variables.js';
import { type CustomName, type DeclaredName, isCustomName } from '../properties/declared-name.js';
import { WEBKIT_BOX } from '../properties/display.js';
import { isMonospace, KeywordFontSize, keywordSize, MONOSPACE_SCALE, RelativeFontSize } from '../properties/fonts.js';
import { isLogicalName, LOGICAL, type LogicalName } from '../properties/logical.js';
import { PHASES, type Phase } from '../properties/property.js';
import {
  type ComputedStyle,
  PROPERTY_NAMES,
  PROPERTY_TABLE,
  type PropertyName,
  propertiesWhere,
} from '../properties/table.js';
import { isAbsolutelyPositioned, isScrollable, isTable } from '../style-queries.js';
import {
  type DeclarationBlock,
  type Problem,
  readStyleAttribute,
  reportProblem,
  type SpecifiedValue,
  type StyleDeclaration,
} from '../syntax/declarations.js';
import type { FontUnits } from '../values/units.js';
import type { Color } from '../values/values.js';
import { lineHeightOf } from './line-height.js';
import { NO_LOGICAL_VALUES, physicalName } from './logical-style.js';
import type { FontUnitsOf, QuirkySides } from './styled-document.js';
import { writingModeOf } from './writing-mode.js';
import { zoomStyle } from './zoom.js';

/** What computing needs to know of the document; one per document. */
export interface StyleContext {
  /** px: the page area of the first page. */
  readonly viewport: { readonly width: number; readonly height: number };
  readonly fontUnits: FontUnitsOf;
  readonly quirks: boolean;
  readonly report: Report;
  /** Problems that are in the report already. */
  readonly reported: Set<Problem>;
  readonly cache: ValueCache;
  /** `@property` rules by name. */
  readonly customProperties: ReadonlyMap<CustomName, CustomPropertyRule>;
  /** Gets the styles of positioned boxes that would be inline-level if they were not positioned. */
  readonly inlinePositioned?: WeakSet<ComputedStyle>;
  /** In quirks mode only. */
  readonly quirkyMargins?: QuirkyMargins;
}

/** Default margins that vanish at the start and end of `body` and table cells. */
export interface QuirkyMargins {
  readonly declarations: ReadonlySet<StyleDeclaration>;
  /** Gets the styles in which they won. */
  readonly styles: WeakMap<ComputedStyle, QuirkySides>;
}

export interface ElementStyle {
  readonly style: ComputedStyle;
  readonly custom: CustomProperties;
  /** Where the font size came from; left out: the initial `medium`. Sizes by keyword follow the font family. */
  readonly fontSizeOrigin?: FontSizeOrigin;
  /** Below a `zoom`: its effective factor, and the style before it, from which descendants inherit. */
  readonly zoomed?: { readonly factor: number; readonly from: ComputedStyle };
}

/** A keyword, something relative to one, or a length. */
type FontSizeOrigin = AbsoluteFontSize | 'relative' | 'length';

export interface ComputeInput {
  /** Winning declarations, inserted in ascending cascade order: logical and physical longhands compete by it. */
  readonly winners: ReadonlyMap<DeclaredName, StyleDeclaration>;
  /** null: the root element, or a page. */
  readonly parent: ElementStyle | null;
  /** null while the root element itself is computed. */
  readonly root: ElementStyle | null;
  /** Of the nearest ancestor that has a box, when that is not the parent. */
  readonly layoutParentDisplay?: ComputedStyle['display'];
  /** false for what is never a block by itself: `::marker`, `::first-letter`, `::first-line`. Default true. */
  readonly blockify?: boolean;
  /** Asked of form controls only. */
  readonly isDecoratedByAuthor?: () => boolean;
}

type MutableStyle = { -readonly [Name in PropertyName]: ComputedStyle[Name] };

const INHERITED = propertiesWhere(({ inherits }) => inherits);
/** Colours that are the text's unless they are declared. */
const COLORED = propertiesWhere(({ initialFor }) => initialFor !== undefined);

/** All initial values. */
export const INITIAL_STYLE: ComputedStyle = {
  ...Object.fromEntries(PROPERTY_NAMES.map((name) => [name, PROPERTY_TABLE[name].initial])),
  ...NO_LOGICAL_VALUES,
} as unknown as ComputedStyle;

const INITIAL: ElementStyle = { style: INITIAL_STYLE, custom: NO_CUSTOM_PROPERTIES, fontSizeOrigin: 'medium' };

const BY_PHASE = Object.fromEntries(
  PHASES.map((phase) => [phase, propertiesWhere((property) => property.phase === phase)]),
) as Readonly<Record<Phase, readonly PropertyName[]>>;
const WITH_PHASE: ReadonlySet<string> = new Set(Object.values(BY_PHASE).flat());

/**
 * Computes the style of one element, pseudo-element or page. Never throws; nothing is cached: who asks shares equal
 * styles. Every style has the same hidden class, and must not be changed.
 */
export function computeStyle(input: ComputeInput, context: StyleContext): ElementStyle {
  return new StyleComputer(input, context).compute();
}

/**
 * The style of an anonymous box: initial values, the inherited ones from `parent`. The text of an anonymous block
 * container is what its parent's `unicode-bidi` is about.
 */
export function anonymousStyle(parent: ComputedStyle, display: ComputedStyle['display']): ComputedStyle {
  const style = inheritFrom(parent);
  for (const name of COLORED) if (!PROPERTY_TABLE[name].inherits) set(style, name, parent.color);
  clearLines(style);
  style.display = display;
  if (!display.startsWith('inline')) style['unicode-bidi'] = parent['unicode-bidi'];
  return style;
}

function inheritFrom(parent: ComputedStyle): MutableStyle {
  // Copying an object of 130 members whole is many times faster than member by member.
  const style: MutableStyle = { ...INITIAL_STYLE };
  for (const name of INHERITED) set(style, name, parent[name]);
  return style;
}

/** The type of the value is the property's; TypeScript cannot follow the name. */
function set(style: MutableStyle, name: PropertyName, value: unknown): void {
  (style as Record<PropertyName, unknown>)[name] = value;
}

class StyleComputer implements ComputeContext {
  readonly #input: ComputeInput;
  readonly #context: StyleContext;
  readonly #parent: ElementStyle;
  /** Before zoom, as all that is computed here. */
  readonly #parentStyle: ComputedStyle;
  readonly #style: MutableStyle;
  #custom: CustomProperties = NO_CUSTOM_PROPERTIES;
  #fontSizeOrigin: FontSizeOrigin = 'medium';
  #isInlinePositioned = false;
  readonly #quirkySides = { top: false, bottom: false };
  /** Whose units relative lengths are in: the parent's while the font's size, its line height are computed. */
  #fontOf: ComputedStyle;
  #lineHeightOf: ComputedStyle;
  #currentColor: Color;
  #resolved: { readonly pending: Pending; readonly block: DeclarationBlock } | undefined;

  constructor(input: ComputeInput, context: StyleContext) {
    this.#input = input;
    this.#context = context;
    this.#parent = input.parent ?? INITIAL;
    this.#parentStyle = unzoomed(this.#parent);
    this.#style = inheritFrom(this.#parentStyle);
    this.#fontOf = this.#parentStyle;
    this.#lineHeightOf = this.#parentStyle;
    this.#currentColor = this.#parentStyle.color;
  }

  compute(): ElementStyle {
    const style = this.#style;
    this.#custom = this.#computeCustom();
    this.#applyPhase('font');
    this.#fontOf = style;
    this.#applyPhase('line-height');
    this.#lineHeightOf = style;
    this.#applyPhase('color');
    this.#currentColor = style.color;
    this.#applyPhase('flow');
    this.#colorLines();
    this.#applyRest();
    this.#adjust();
    const factor = style.zoom * (this.#parent.zoomed?.factor ?? 1);
    const found = { style, custom: this.#custom, fontSizeOrigin: this.#fontSizeOrigin };
    const result =
      factor === 1 ? found : { ...found, style: zoomStyle(style, factor), zoomed: { factor, from: style } };
    if (this.#isInlinePositioned) this.#context.inlinePositioned?.add(result.style);
    const { top, bottom } = this.#quirkySides;
    if (top || bottom) this.#context.quirkyMargins?.styles.set(result.style, { top, bottom });
    return result;
  }

  // What specified values ask for.

  get parent(): ComputedStyle {
    return this.#parentStyle;
  }
  get fontSize(): number {
    return this.#fontOf['font-size'];
  }
  get rootFontSize(): number {
    return this.#rootStyle['font-size'];
  }
  get lineHeight(): number {
    return this.#usedLineHeight(this.#lineHeightOf);
  }
  get rootLineHeight(): number {
    return this.#usedLineHeight(this.#rootStyle);
  }
  get fontUnits(): FontUnits {
    return this.#context.fontUnits(this.#fontOf);
  }
  get viewport(): { readonly width: number; readonly height: number } {
    return this.#context.viewport;
  }
  get currentColor(): Color {
    return this.#currentColor;
  }
  get direction(): 'ltr' | 'rtl' {
    return this.#style.direction;
  }
  get fontFamily(): readonly string[] {
    return this.#style['font-family'];
  }

  /** The root element's own font is what it is relative to, once it is known. */
  get #rootStyle(): ComputedStyle {
    return this.#input.root ? unzoomed(this.#input.root) : this.#fontOf;
  }

  #usedLineHeight(style: ComputedStyle): number {
    const isNormal = style['line-height'] === 'normal';
    return lineHeightOf(style, isNormal ? this.#context.fontUnits(style).lineSpacing : 0);
  }

  #computeCustom(): CustomProperties {
    const declared = new Map<CustomName, CustomValue | CssWide>();
    for (const [name, { value }] of this.#input.winners) {
      if (isCustomName(name) && (value instanceof CustomValue || value instanceof CssWide)) declared.set(name, value);
    }
    return computeCustomProperties(declared, this.#parent.custom, this.#context.customProperties, (name) =>
      this.#context.report.add('UnsupportedValue', name, 'custom properties: longer than a value may be'),
    );
  }

  #applyPhase(phase: Phase): void {
    for (const name of BY_PHASE[phase]) {
      const declaration = this.#input.winners.get(name);
      if (name === 'font-size') this.#computeFontSize();
      else if (declaration) this.#apply(name, name, declaration);
    }
  }

  /** The declarations without a phase. */
  #applyRest(): void {
    for (const [name, declaration] of this.#input.winners) {
      if (WITH_PHASE.has(name) || isCustomName(name) || name.startsWith('?')) continue;
      const physical = isLogicalName(name) ? this.#physicalName(name) : (name as PropertyName);
      this.#apply(physical, name, declaration);
    }
  }

  #physicalName(name: LogicalName): PropertyName {
    return physicalName(writingModeOf(this.#style), LOGICAL[name][this.direction === 'ltr' ? 0 : 1]);
  }

  #apply(name: PropertyName, declared: DeclaredName, declaration: StyleDeclaration): void {
    const { quirkyMargins } = this.#context;
    if (quirkyMargins) {
      const mode = writingModeOf(this.#style);
      const isQuirky = quirkyMargins.declarations.has(declaration);
      if (name === physicalName(mode, 'margin-top')) this.#quirkySides.top = isQuirky;
      if (name === physicalName(mode, 'margin-bottom')) this.#quirkySides.bottom = isQuirky;
    }
    let value: SpecifiedValue = declaration.value;
    if (value instanceof Pending) value = this.#resolve(value, declared);
    if (value instanceof CssWide) set(this.#style, name, this.#defaulted(name, value));
    else set(this.#style, name, isDeferred(value) ? value.compute(this) : value);
  }

  #defaulted(name: PropertyName, { keyword }: CssWide): unknown {
    const property = PROPERTY_TABLE[name];
    // The cascade has stepped back already where it could: what is left of `revert` is `unset`.
    if (keyword === 'inherit' || (keyword !== 'initial' && property.inherits)) return this.#parentStyle[name];
    return property.initialFor ? property.initialFor(this) : property.initial;
  }

  /** The value of a longhand once references are replaced; what turns out invalid is `unset`. */
  #resolve(pending: Pending, declared: DeclaredName): SpecifiedValue {
    // The longhands of one shorthand ask one after the other.
    if (this.#resolved?.pending !== pending) this.#resolved = { pending, block: this.#readAgain(pending) };
    const declaration = this.#resolved.block.find(({ name }) => name === declared);
    if (!declaration || declaration.value instanceof Pending) return UNSET;
    reportProblem(declaration.problem, this.#context);
    return declaration.value;
  }

  #readAgain(pending: Pending): DeclarationBlock {
    const { text } = substitute(pending.tokens, (name) => this.#custom.get(name));
    // A custom property without a value is the usual way to leave a declaration out.
    if (text === undefined || text.trim() === '') return [];
    const declaration = `${pending.property}:${text}`;
    // The place is part of what is read: it shows in the problems.
    const { place, sheet } = pending;
    const key = `${place}\0${sheet ?? ''}\0${declaration}`;
    const read = this.#context.cache.getOrMake(key, () => readValue(declaration, place, sheet), key.length + 100);
    for (const problem of read.problems) reportProblem(problem, this.#context);
    return read.block;
  }

  /** Sizes that come from a keyword change with a change between monospace and other text. */
  #computeFontSize(): void {
    const style = this.#style;
    const parent = this.#parent;
    const origin = parent.fontSizeOrigin ?? 'medium';
    const declaration = this.#input.winners.get('font-size');
    let value = declaration?.value;
    if (value instanceof Pending) value = this.#resolve(value, 'font-size');
    if (value instanceof CssWide && value.keyword !== 'initial') value = undefined;
    if (value instanceof CssWide) value = new KeywordFontSize('medium');
    if (value instanceof KeywordFontSize) {
      this.#fontSizeOrigin = value.keyword;
      style['font-size'] = value.compute(this);
      return;
    }
    if (value !== undefined && !(value instanceof RelativeFontSize)) {
      this.#fontSizeOrigin = 'length';
      style['font-size'] = isDeferred(value) ? (value.compute(this) as number) : (value as number);
      return;
    }
    const size = value === undefined ? this.#parentStyle['font-size'] : value.compute(this);
    this.#fontSizeOrigin = value === undefined || origin === 'length' ? origin : 'relative';
    style['font-size'] = this.#scaledForFamily(size);
  }

  /** `size` is inherited, or relative to what is. */
  #scaledForFamily(size: number): number {
    const [before, now] = [this.#parentStyle['font-family'], this.fontFamily];
    if (before === now || this.#fontSizeOrigin === 'length' || isMonospace(before) === isMonospace(now)) return size;
    if (this.#fontSizeOrigin !== 'relative') return keywordSize(this.#fontSizeOrigin, now);
    return isMonospace(now) ? size * MONOSPACE_SCALE : size / MONOSPACE_SCALE;
  }

  #colorLines(): void {
    const parent = this.#parentStyle;
    for (const name of COLORED) {
      // An inherited one that was the parent's text colour has never been declared.
      if (!PROPERTY_TABLE[name].inherits || parent[name] === parent.color) set(this.#style, name, this.#style.color);
    }
  }

  /** What one property's computed value takes from another's. */
  #adjust(): void {
    const style = this.#style;
    const { winners, parent, blockify = true } = this.#input;
    clearLines(style);
    adjustOverflow(style);
    if (winners.get('display')?.value === WEBKIT_BOX && style['line-clamp'] !== 'none') style.display = 'flow-root';
    if (style.appearance === 'auto' && this.#input.isDecoratedByAuthor?.()) style.appearance = 'decorated';
    if (!blockify) return;
    const outOfFlow = isAbsolutelyPositioned(style);
    const container = this.#input.layoutParentDisplay ?? parent?.style.display;
    const isItem = container !== undefined && ITEM_CONTAINERS.has(container);
    if (outOfFlow || isItem) style.float = 'none';
    this.#isInlinePositioned = outOfFlow && style.display.startsWith('inline');
    // Source: https://drafts.csswg.org/css-writing-modes-4/#block-flow
    if (style.display === 'inline' && parent && style['writing-mode'] !== this.#parentStyle['writing-mode'])
      style.display = 'inline-block';
    if (outOfFlow || isItem || style.float !== 'none' || !parent)
      style.display = BLOCKIFIED[style.display] ?? style.display;
  }
}

const UNSET = new CssWide('unset');

const unzoomed = (element: ElementStyle): ComputedStyle => element.zoomed?.from ?? element.style;

/** Reads a value after substitution. */
function readValue(declaration: string, place: string, sheet: string | undefined): SubstitutedValue {
  const found = new Report();
  const block = readStyleAttribute(declaration, place, found, sheet);
  const problems = found.diagnostics.map(({ kind, text }): Problem => ({ kind, text, place }));
  return { block, problems };
}

const ITEM_CONTAINERS = new Set<ComputedStyle['display']>(['flex', 'inline-flex', 'grid', 'inline-grid']);

/** Source: https://drafts.csswg.org/css-display-3/#blockify */
const BLOCKIFIED: { readonly [D in ComputedStyle['display']]?: ComputedStyle['display'] } = {
  inline: 'block',
  'inline-block': 'block',
  'inline-list-item': 'list-item',
  'inline-table': 'table',
  'inline-flex': 'flex',
  'inline-grid': 'grid',
  'table-row-group': 'block',
  'table-header-group': 'block',
  'table-footer-group': 'block',
  'table-row': 'block',
  'table-cell': 'block',
  'table-column-group': 'block',
  'table-column': 'block',
  'table-caption': 'block',
  ruby: 'block',
  'ruby-base': 'block',
  'ruby-text': 'block',
  'ruby-base-container': 'block',
  'ruby-text-container': 'block',
};

/** A line without a style has no width. */
function clearLines(style: MutableStyle): void {
  if (isInvisible(style['border-top-style'])) style['border-top-width'] = 0;
  if (isInvisible(style['border-right-style'])) style['border-right-width'] = 0;
  if (isInvisible(style['border-bottom-style'])) style['border-bottom-width'] = 0;
  if (isInvisible(style['border-left-style'])) style['border-left-width'] = 0;
  if (isInvisible(style['outline-style'])) style['outline-width'] = 0;
  if (isInvisible(style['column-rule-style'])) style['column-rule-width'] = 0;
}

const isInvisible = (style: string): boolean => style === 'none' || style === 'hidden';

/**
 * Scrolling along one axis makes the other scrollable too; a table never scrolls.
 * Source: https://drafts.csswg.org/css-overflow-3/#overflow-control
 */
function adjustOverflow(style: MutableStyle): void {
  if (style['overflow-x'] === 'visible' && style['overflow-y'] === 'visible') return;
  if (isTable(style)) {
    for (const name of ['overflow-x', 'overflow-y'] as const)
      if (style[name] === 'auto' || style[name] === 'scroll') style[name] = 'visible';
  }
  if (!isScrollable(style['overflow-x']) && !isScrollable(style['overflow-y'])) return;
  const adjusted = { visible: 'auto', clip: 'hidden' } as const;
  style['overflow-x'] = adjusted[style['overflow-x'] as keyof typeof adjusted] ?? style['overflow-x'];
  style['overflow-y'] = adjusted[style['overflow-y'] as keyof typeof adjusted] ?? style['overflow-y'];
}

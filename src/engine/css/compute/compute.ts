/**
 * Computes values from winning declarations.
 * Source: https://drafts.csswg.org/css-cascade-5/#computing
 */

import type { AbsoluteFontSize } from 'lightningcss';
import { Report } from '../../diagnostics.js';
import {
  type ComputeContext,
  type ContainerLengths,
  CssWide,
  CustomValue,
  isDeferred,
  Pending,
} from '../cascade/specified.js';
import {
  type CustomProperties,
  type CustomPropertyRule,
  computeCustomProperties,
  NO_CUSTOM_PROPERTIES,
  type SubstitutedValue,
  substitute,
  type ValueCache,
} from '../cascade/variables.js';
import { type CustomName, type DeclaredName, isCustomName, isRefusedName } from '../properties/declared-name.js';
import { WEBKIT_BOX, WEBKIT_INLINE_BOX } from '../properties/display.js';
import { isMonospace, KeywordFontSize, keywordSize, MONOSPACE_SCALE, RelativeFontSize } from '../properties/fonts.js';
import { isLogicalName, LOGICAL, type LogicalName } from '../properties/logical.js';
import { PHASES, type Phase } from '../properties/property.js';
import { CONTENT, type Containment } from '../properties/sizing.js';
import {
  type ComputedStyle,
  PROPERTY_NAMES,
  PROPERTY_TABLE,
  type PropertyName,
  propertiesWhere,
  type StyleFlags,
} from '../properties/table.js';
import { isAbsolutelyPositioned, isScrollable, isTable, skipsContents } from '../style-queries.js';
import {
  type DeclarationBlock,
  type Problem,
  readStyleAttribute,
  type SpecifiedValue,
  type StyleDeclaration,
} from '../syntax/declarations.js';
import { withCustomColors } from '../values/custom-colors.js';
import type { FontFeatureValues } from '../values/font-alternates.js';
import type { FontUnits } from '../values/units.js';
import type { Color } from '../values/values.js';
import { type ColorProfiles, replaceCustomColors } from './color-profiles.js';
import { lineHeightOf } from './line-height.js';
import { NO_LOGICAL_VALUES, physicalName } from './logical-style.js';
import type { FontUnitsOf } from './styled-document.js';
import { isVertical, writingModeOf } from './writing-mode.js';
import { zoomStyle } from './zoom.js';

/** Input of all computed styles of documents with equal rules. */
export interface StyleContext {
  /** Page area of the first page, in px. */
  readonly viewport: { readonly width: number; readonly height: number };
  /** Whether a length was in units of it. */
  readonly viewportUse: { isUsed: boolean };
  /** Whether a length was in units of a container. */
  readonly containerUse: { isUsed: boolean };
  readonly fontUnits: FontUnitsOf;
  readonly quirks: boolean;
  readonly cache: ValueCache;
  /** `@property` rules by name. */
  readonly customProperties: ReadonlyMap<CustomName, CustomPropertyRule>;
  readonly fontFeatureValues: FontFeatureValues;
  /** `@color-profile` rules; default none. */
  readonly colorProfiles?: ColorProfiles | undefined;
  /** In quirks mode only: declarations of default margins, which it ignores at the edges of `body` and table cells. */
  readonly quirkyMargins?: ReadonlySet<StyleDeclaration>;
}

export interface ElementStyle {
  readonly style: ComputedStyle;
  readonly custom: CustomProperties;
  /** Origin of the font size; default: the initial `medium`. Keyword sizes depend on the font family. */
  readonly fontSizeOrigin?: FontSizeOrigin;
  /** With zoom: the effective factor, and the style without it, from which descendants inherit. */
  readonly zoomed?: { readonly factor: number; readonly from: ComputedStyle };
  /** Found while values were substituted and computed; those of the declarations themselves are not among them. */
  readonly problems?: readonly Problem[];
}

/** A keyword, a value relative to one, or a length. */
type FontSizeOrigin = AbsoluteFontSize | 'relative' | 'length';

export interface ComputeInput {
  /** In ascending cascade order, by which logical and physical longhands override each other. */
  readonly winners: ReadonlyMap<DeclaredName, StyleDeclaration>;
  /** null: the root element or a page context. */
  readonly parent: ElementStyle | null;
  /** null: the root element. */
  readonly root: ElementStyle | null;
  /** Display of the nearest ancestor with a box, where that is not the parent (`display: contents`). */
  readonly layoutParentDisplay?: ComputedStyle['display'];
  /** false for `::marker`, `::first-letter` and `::first-line`. Default true. */
  readonly blockify?: boolean;
  /** Called for units of containers only; default: there are none. */
  readonly containers?: (() => ContainerLengths) | undefined;
  /** Called for form controls only. */
  readonly isDecoratedByAuthor?: () => boolean;
}

type MutableStyle = { -readonly [Name in keyof ComputedStyle]: ComputedStyle[Name] };

const INHERITED = propertiesWhere(({ inherits }) => inherits);
/** Properties whose initial value is `currentcolor`. */
const CURRENT_COLORED = propertiesWhere(({ initialFor }) => initialFor !== undefined);

const NO_FLAGS: StyleFlags = {
  isOriginalDisplayInlineType: false,
  hasMarginBlockStartQuirk: false,
  hasMarginBlockEndQuirk: false,
  isWebkitBox: false,
};

/** The initial value of every property. */
export const INITIAL_STYLE: ComputedStyle = {
  ...Object.fromEntries(PROPERTY_NAMES.map((name) => [name, PROPERTY_TABLE[name].initial])),
  ...NO_FLAGS,
  ...NO_LOGICAL_VALUES,
} as unknown as ComputedStyle;

const INITIAL: ElementStyle = { style: INITIAL_STYLE, custom: NO_CUSTOM_PROPERTIES, fontSizeOrigin: 'medium' };

const BY_PHASE = Object.fromEntries(
  PHASES.map((phase) => [phase, propertiesWhere((property) => property.phase === phase)]),
) as Readonly<Record<Phase, readonly PropertyName[]>>;
const WITH_PHASE: ReadonlySet<string> = new Set(Object.values(BY_PHASE).flat());

/**
 * Computes the style of one element, pseudo-element or page context. Never throws, and caches nothing: callers share
 * equal styles. All styles have the same hidden class and must not be modified.
 */
export function computeStyle(input: ComputeInput, context: StyleContext): ElementStyle {
  return new StyleComputer(input, context).compute();
}

/**
 * The style of an anonymous box: inherited values of `parent`, else initial ones. Anonymous block containers take
 * `unicode-bidi`, too, as it applies to the text of the parent.
 */
export function anonymousStyle(parent: ComputedStyle, display: ComputedStyle['display']): ComputedStyle {
  const style = inheritFrom(parent);
  for (const name of CURRENT_COLORED) if (!PROPERTY_TABLE[name].inherits) set(style, name, parent.color);
  clearLineWidths(style);
  style.display = display;
  if (!display.startsWith('inline')) style['unicode-bidi'] = parent['unicode-bidi'];
  return style;
}

function inheritFrom(parent: ComputedStyle): MutableStyle {
  // Copying the whole object is many times faster than assigning its members one by one.
  const style: MutableStyle = { ...INITIAL_STYLE };
  for (const name of INHERITED) set(style, name, parent[name]);
  return style;
}

/** TypeScript cannot relate the type of the value to the name. */
function set(style: MutableStyle, name: PropertyName, value: unknown): void {
  (style as Record<PropertyName, unknown>)[name] = value;
}

class StyleComputer implements ComputeContext {
  readonly #input: ComputeInput;
  readonly #context: StyleContext;
  readonly #parent: ElementStyle;
  /** Before zoom, like all values computed here. */
  readonly #parentStyle: ComputedStyle;
  readonly #style: MutableStyle;
  #custom: CustomProperties = NO_CUSTOM_PROPERTIES;
  #fontSizeOrigin: FontSizeOrigin = 'medium';
  /** Styles that font-relative units refer to: the parent's in the phases `font` and `line-height`. */
  #fontOf: ComputedStyle;
  #lineHeightOf: ComputedStyle;
  #currentColor: Color;
  #resolved: { readonly pending: Pending; readonly block: DeclarationBlock } | undefined;
  #problems: Problem[] | undefined;

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
    // An inherited text color is what the parent computed.
    if (style.color.ofCurrent) style.color = { ...style.color, ofCurrent: undefined };
    this.#currentColor = style.color;
    this.#applyPhase('flow');
    this.#applyCurrentColor();
    this.#applyRest();
    this.#adjust();
    const factor = style.zoom * (this.#parent.zoomed?.factor ?? 1);
    const found = {
      style,
      custom: this.#custom,
      fontSizeOrigin: this.#fontSizeOrigin,
      ...(this.#problems && { problems: this.#problems }),
    };
    return factor === 1 ? found : { ...found, style: zoomStyle(style, factor), zoomed: { factor, from: style } };
  }

  // ComputeContext

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
    this.#context.viewportUse.isUsed = true;
    return this.#context.viewport;
  }
  get containers(): ContainerLengths | undefined {
    this.#context.containerUse.isUsed = true;
    return this.#input.containers?.();
  }
  get isVertical(): boolean {
    return isVertical(writingModeOf(this.#style));
  }
  get currentColor(): Color {
    return this.#currentColor;
  }
  get direction(): 'ltr' | 'rtl' {
    return this.#style.direction;
  }
  get mathDepth(): number {
    return this.#style['math-depth'];
  }
  get quirks(): boolean {
    return this.#context.quirks;
  }
  get fontFeatureValues(): FontFeatureValues {
    return this.#context.fontFeatureValues;
  }

  get fontFamily(): readonly string[] {
    return this.#style['font-family'];
  }

  /** For the root element itself, that which its font-relative units refer to. */
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
      this.#addProblem({
        kind: 'UnsupportedValue',
        text: name,
        place: 'custom properties: longer than a value may be',
      }),
    );
  }

  #applyPhase(phase: Phase): void {
    for (const name of BY_PHASE[phase]) {
      const declaration = this.#input.winners.get(name);
      if (name === 'font-size') this.#computeFontSize();
      else if (declaration) this.#apply(name, name, declaration);
    }
  }

  /** Applies the declarations without a phase. */
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
      const isQuirky = quirkyMargins.has(declaration);
      if (name === physicalName(mode, 'margin-top')) this.#style.hasMarginBlockStartQuirk = isQuirky;
      if (name === physicalName(mode, 'margin-bottom')) this.#style.hasMarginBlockEndQuirk = isQuirky;
    }
    let value: SpecifiedValue = declaration.value;
    if (value instanceof Pending) value = this.#resolve(value, declared);
    if (value instanceof CssWide) set(this.#style, name, this.#defaulted(name, value));
    else set(this.#style, name, isDeferred(value) ? value.compute(this) : value);
  }

  #defaulted(name: PropertyName, { keyword }: CssWide): unknown {
    const property = PROPERTY_TABLE[name];
    // The cascade has resolved `revert` and `revert-layer`; where nothing is left below, they act as `unset`.
    if (keyword === 'inherit' || (keyword !== 'initial' && property.inherits))
      return this.#withOwnColor(this.#parentStyle[name]);
    return property.initialFor ? property.initialFor(this) : property.initial;
  }

  /** The value of a longhand after substitution; `unset` when it is invalid at computed-value time. */
  #resolve(pending: Pending, declared: DeclaredName): SpecifiedValue {
    // The longhands of a shorthand follow each other.
    if (this.#resolved?.pending !== pending) this.#resolved = { pending, block: this.#readAgain(pending) };
    const declaration = this.#resolved.block.find(({ name }) => name === declared);
    if (!declaration || declaration.value instanceof Pending) return UNSET;
    if (declaration.problem) this.#addProblem(declaration.problem);
    return declaration.value;
  }

  #readAgain(pending: Pending): DeclarationBlock {
    const { text } = substitute(pending.tokens, (name) => this.#custom.get(name));
    // An empty value is a common way to disable a declaration, not worth a report.
    if (text === undefined || text.trim() === '') return [];
    const declaration = `${pending.property}:${text}`;
    const { place, sheet } = pending;
    if (CUSTOM_COLOR.test(text)) return this.#readCustomColors(declaration, text, pending);
    // Problems contain the place, so it is part of the key.
    const key = `${place}\0${sheet ?? ''}\0${declaration}`;
    const read = this.#context.cache.getOrMake(key, () => readValue(declaration, place, sheet), key.length + 100);
    for (const problem of read.problems) this.#addProblem(problem);
    return read.block;
  }

  /** A value with colors of profiles, which are of this document. */
  #readCustomColors(declaration: string, text: string, { property, place, sheet }: Pending): DeclarationBlock {
    const replaced = replaceCustomColors(text, this.#context.colorProfiles);
    if (typeof replaced === 'string') {
      if (replaced !== '') this.#addProblem({ kind: 'InvalidCss', text: declaration, place: `${place}: ${replaced}` });
      return [];
    }
    const { block, problems } = readValue(`${property}:${replaced.text}`, place, sheet);
    for (const problem of problems)
      this.#addProblem({ ...problem, text: problem.kind === 'UnsupportedProperty' ? problem.text : declaration });
    return block.map((read) => ({
      ...read,
      value: withCustomColors(read.value, replaced.colors),
      problem: read.problem && { ...read.problem, text: declaration },
    }));
  }

  #addProblem(problem: Problem): void {
    this.#problems ??= [];
    this.#problems.push(problem);
  }

  /**
   * Keyword sizes scale where text changes between monospace and other fonts.
   * Source: Blink's FontBuilder::CheckForGenericFamilyChange
   */
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

  /** @param size  inherited, or relative to an inherited one */
  #scaledForFamily(size: number): number {
    const [before, now] = [this.#parentStyle['font-family'], this.fontFamily];
    if (before === now || this.#fontSizeOrigin === 'length' || isMonospace(before) === isMonospace(now)) return size;
    if (this.#fontSizeOrigin !== 'relative') return keywordSize(this.#fontSizeOrigin, now, this.quirks);
    return isMonospace(now) ? size * MONOSPACE_SCALE : size / MONOSPACE_SCALE;
  }

  /**
   * An inherited value, in which the parent's text color counts as `currentcolor`: that is a computed value, too.
   * Source: https://drafts.csswg.org/css-color-4/#currentcolor-color
   */
  #withOwnColor(value: unknown): unknown {
    const { color } = this.#parentStyle;
    const own = this.#currentColor;
    if (own === color) return value;
    const ofOwn = (inherited: unknown) => (inherited === color ? own : ofCurrentColor(inherited, own));
    if (!Array.isArray(value)) return ofOwn(value);
    if (!value.some((item) => item?.color && ofOwn(item.color) !== item.color)) return value;
    return value.map((item) => (item?.color ? { ...item, color: ofOwn(item.color) } : item));
  }

  /** Sets undeclared colors to `currentcolor`. */
  #applyCurrentColor(): void {
    const parent = this.#parentStyle;
    if (parent['text-shadow'].length > 0) set(this.#style, 'text-shadow', this.#withOwnColor(parent['text-shadow']));
    for (const name of CURRENT_COLORED) {
      // An inherited color equal to the parent's text color counts as undeclared.
      if (!PROPERTY_TABLE[name].inherits || parent[name] === parent.color) set(this.#style, name, this.#style.color);
      else set(this.#style, name, ofCurrentColor(parent[name], this.#style.color));
    }
  }

  /** Adjusts values that depend on those of other properties. */
  #adjust(): void {
    const style = this.#style;
    const { winners, blockify = true } = this.#input;
    clearLineWidths(style);
    const declared = winners.get('display')?.value;
    if (declared === WEBKIT_BOX || declared === WEBKIT_INLINE_BOX) {
      style['flex-wrap'] = 'nowrap';
      style.isWebkitBox = true;
    }
    if (this.#parentStyle.isWebkitBox) style['flex-shrink'] = style['flex-grow'];
    if (declared === WEBKIT_BOX && style['line-clamp'] !== 'none') {
      // Source: https://drafts.csswg.org/css-overflow-4/#webkit-line-clamp
      if (style['flex-direction'] === 'column') style.display = 'flow-root';
      else style['line-clamp'] = 'none';
    }
    if (style.appearance === 'auto' && this.#input.isDecoratedByAuthor?.()) style.appearance = 'decorated';
    if (blockify) this.#blockify();
    if (style['content-visibility'] !== 'visible') style.contain = containmentOf(style);
    if (style['container-type'].length > 0) style.contain = withContainerContainment(style);
    adjustOverflow(style);
  }

  #blockify(): void {
    const style = this.#style;
    const { parent } = this.#input;
    const outOfFlow = isAbsolutelyPositioned(style);
    const container = this.#input.layoutParentDisplay ?? parent?.style.display;
    const isItem = container !== undefined && ITEM_CONTAINERS.has(container);
    if (outOfFlow || isItem) style.float = 'none';
    style.isOriginalDisplayInlineType = style.display.startsWith('inline');
    // https://drafts.csswg.org/css-writing-modes-4/#block-flow
    if (style.display === 'inline' && parent && style['writing-mode'] !== this.#parentStyle['writing-mode'])
      style.display = 'inline-block';
    if (outOfFlow || isItem || style.float !== 'none' || !parent)
      style.display = BLOCKIFIED[style.display] ?? style.display;
  }
}

const UNSET = new CssWide('unset');

/** An inherited color that is computed of `currentcolor`, for an element with that text color; other values as they are. */
function ofCurrentColor(value: unknown, current: Color): unknown {
  if (typeof value !== 'object' || value === null || !('ofCurrent' in value)) return value;
  const { ofCurrent } = value as Color;
  return ofCurrent ? { ...ofCurrent(current), ofCurrent } : value;
}

const unzoomed = (element: ElementStyle): ComputedStyle => element.zoomed?.from ?? element.style;

/** Parses a declaration after substitution. */
/** Whether a text may have a color of a custom color space. */
const CUSTOM_COLOR = /\bcolor\(\s*--/i;

function readValue(declaration: string, place: string, sheet: string | undefined): SubstitutedValue {
  const found = new Report();
  const block = readStyleAttribute(declaration, place, found, sheet);
  const problems = [
    ...found.findings.map(({ kind, text, isNotice }): Problem => ({ kind, text, place, isNotice })),
    ...block.flatMap(({ name, problem }) => (isRefusedName(name) && problem ? [problem] : [])),
  ];
  return { block, problems };
}

/** Whose children are blockified. */
const ITEM_CONTAINERS = new Set<ComputedStyle['display']>([
  'flex',
  'inline-flex',
  'grid',
  'inline-grid',
  'block-math',
  'inline-math',
]);

/** Source: https://drafts.csswg.org/css-display-3/#blockify */
const BLOCKIFIED: { readonly [D in ComputedStyle['display']]?: ComputedStyle['display'] } = {
  inline: 'block',
  'inline-block': 'block',
  'inline-list-item': 'list-item',
  'inline-block-list-item': 'flow-root-list-item',
  'inline-table': 'table',
  'inline-flex': 'flex',
  'inline-grid': 'grid',
  'inline-math': 'block-math',
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

/**
 * A border, outline or column rule without a style has a width of 0.
 * Source: https://drafts.csswg.org/css-backgrounds-3/#border-width
 */
function clearLineWidths(style: MutableStyle): void {
  if (isInvisible(style['border-top-style'])) style['border-top-width'] = 0;
  if (isInvisible(style['border-right-style'])) style['border-right-width'] = 0;
  if (isInvisible(style['border-bottom-style'])) style['border-bottom-width'] = 0;
  if (isInvisible(style['border-left-style'])) style['border-left-width'] = 0;
  if (isInvisible(style['outline-style'])) style['outline-width'] = 0;
  if (isInvisible(style['column-rule-style'])) style['column-rule-width'] = 0;
}

/**
 * The containment of a box whose content may be skipped; in print, `auto` skips nothing.
 * Source: https://drafts.csswg.org/css-contain-2/#content-visibility
 */
function containmentOf(style: MutableStyle): readonly Containment[] {
  const size: readonly Containment[] = skipsContents(style) ? ['size'] : [];
  return [...new Set([...style.contain, ...size, ...CONTENT])];
}

/**
 * The containment of a container whose size is queried.
 * Source: https://drafts.csswg.org/css-conditional-5/#container-type
 */
function withContainerContainment({ contain, 'container-type': types }: MutableStyle): readonly Containment[] {
  const size = types.find((type) => type !== 'scroll-state');
  return size ? [...new Set<Containment>([...contain, size, 'style'])] : contain;
}

const isInvisible = (style: string): boolean => style === 'none' || style === 'hidden';

/**
 * `visible` and `clip` compute to `auto` and `hidden` where the other axis is scrollable; a table never scrolls.
 * Source: https://drafts.csswg.org/css-overflow-3/#overflow-control
 */
function adjustOverflow(style: MutableStyle): void {
  // Paint containment clips like `overflow: clip`: https://drafts.csswg.org/css-contain-2/#containment-paint
  if (style.contain.includes('paint') && !isTable(style) && style.display !== 'inline') {
    if (style['overflow-x'] === 'visible') style['overflow-x'] = 'clip';
    if (style['overflow-y'] === 'visible') style['overflow-y'] = 'clip';
  }
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

/**
 * The style stage: a document to the computed styles of its elements, pseudo-elements and pages.
 * Equal elements under equal parents share one style object.
 */

import { BoundedCache } from '../../collections/bounded-cache.js';
import { getOrMake } from '../../collections/maps.js';
import { Report } from '../../diagnostics.js';
import { describeElement, type ElementNode, type HtmlDocument } from '../../html/dom.js';
import { type MediaEnvironment, type PageArea, UNSIZED } from '../at-rules/media.js';
import { pageBox } from '../at-rules/page-box.js';
import { isForEveryPage } from '../at-rules/page-rules.js';
import { type PageDefaults, PageStyler } from '../at-rules/page-style.js';
import { CascadeNode, isDecoratedByAuthor, LEVELS, type Winners } from '../cascade/cascade.js';
import { ElementEntries } from '../cascade/element-entries.js';
import { buildRuleSet, type PlacedPageRule, type PlacedSheet, type RuleSet } from '../cascade/rule-set.js';
import { documentSheets, type LoadSheet, placeSheet } from '../cascade/sources.js';
import { createValueCache, type ValueCache } from '../cascade/variables.js';
import { DEFAULT_MARGINS_SHEET, QUIRKS_SHEET, USER_AGENT_SHEET } from '../html-hints/user-agent.js';
import type { ComputedStyle, PropertyName } from '../properties/table.js';
import { hasPart, mayHaveParts } from '../selectors/element-parts.js';
import { isDisabled } from '../selectors/form-states.js';
import { AncestorFilter } from '../selectors/match-index.js';
import { type MatchContext, matches } from '../selectors/selector-program.js';
import { type Subject, SubjectTree } from '../selectors/subject.js';
import { type DeclarationBlock, declare, reportUnsupported } from '../syntax/declarations.js';
import { parseStylesheet, type Stylesheet } from '../syntax/stylesheet.js';
import { anonymousStyle, computeStyle, type ElementStyle, type QuirkyMargins, type StyleContext } from './compute.js';
import { drawingStyle } from './drawing-style.js';
import type {
  FirstLineStyles,
  FontUnitsOf,
  PageQuery,
  PageStyle,
  PseudoName,
  QuirkySides,
  StyledDocument,
} from './styled-document.js';

export interface StyleOptions {
  readonly fontUnits: FontUnitsOf;
  /** Author stylesheets that come before the document's own. */
  readonly sheets?: readonly { readonly text: string; readonly place: string }[];
  /** Gives the style sheets of `<link>` and `@import`. Default: there are none. */
  readonly loadSheet?: LoadSheet;
  /** The page where no `@page` rule says otherwise. Default A4 with 1cm. */
  readonly page?: Partial<PageDefaults>;
  /** Kept between documents by the caller. Default: new ones. */
  readonly caches?: StyleCaches;
}

const MM = 96 / 25.4;
export const DEFAULT_PAGE: PageDefaults = { width: 210 * MM, height: 297 * MM, margin: 10 * MM };

/** What is worth keeping between documents; bounded. */
export class StyleCaches {
  /** Weighs characters; a parsed sheet takes about 10 bytes for each. */
  readonly stylesheets = new BoundedCache<string, Stylesheet>(2_000_000);
  readonly ruleSets = new BoundedCache<string, RuleSet>(64);
  readonly styleAttributes = new BoundedCache<string, DeclarationBlock>(5_000);
  readonly #declared = new BoundedCache<string, DeclarationBlock>(5_000);
  readonly values: ValueCache = createValueCache();
  readonly #numbers = new WeakMap<Stylesheet, number>();
  #sheets = 0;

  /** One declaration from text; of presentational attributes, and what else is made from names and values. */
  readonly declare = (name: string, value: string): DeclarationBlock =>
    this.#declared.getOrMake(`${name}:${value}`, () => declare(name, value));

  /** A number for each stylesheet, for keys. */
  numberOf(sheet: Stylesheet): number {
    return getOrMake(this.#numbers, sheet, () => ++this.#sheets);
  }
}

export function createStyleCaches(): StyleCaches {
  return new StyleCaches();
}

/** Styles every element that is displayed; others when they are asked for. */
export function styleDocument(document: HtmlDocument, options: StyleOptions, report: Report): StyledDocument {
  const styler = new DocumentStyler(document, options, report);
  styler.styleAll();
  return styler;
}

/** Elements with the same matched rules below the same parent: they have the same style. */
class Family {
  readonly children = new Map<CascadeNode, Family>();
  readonly pseudos = new Map<CascadeNode, ElementStyle>();

  constructor(
    readonly computed: ElementStyle,
    /** Display of the nearest box, this one's or an ancestor's. */
    readonly boxDisplay: ComputedStyle['display'],
  ) {}
}

/** Pseudo-elements that are boxes of their own: without `content` there are none. */
const GENERATED: ReadonlySet<PseudoName> = new Set<PseudoName>([
  '::before',
  '::after',
  '::footnote-call',
  '::footnote-marker',
]);

/** What applies to a first line. Source: https://drafts.csswg.org/css-pseudo-4/#first-line-styling */
const FIRST_LINE =
  /^(?:--|font-|color$|background-|(?:letter|word)-spacing$|line-height$|vertical-align$|text-(?:decoration|emphasis|shadow|transform|underline))/;

class DocumentStyler implements StyledDocument {
  readonly #caches: StyleCaches;
  readonly #defaults: PageDefaults;
  #rules: RuleSet;
  readonly #tree: SubjectTree;
  readonly #context: StyleContext;
  readonly #matching: MatchContext;
  readonly #families = new Map<Subject, Family>();
  readonly #pseudos = new Map<PseudoName, Map<Subject, ComputedStyle | undefined>>();
  readonly #cascadeRoot = CascadeNode.root();
  readonly #entries: ElementEntries;
  readonly #pages: PageStyler;
  /** Controls whose pattern decided on a rule. */
  readonly #patterns = new Set<ElementNode>();
  readonly #seenWinners = new Set<Winners>();
  readonly #inlinePositioned = new WeakSet<ComputedStyle>();
  readonly #quirkyMargins: QuirkyMargins | undefined;
  readonly media: PageArea;
  #root: ElementStyle | null = null;
  #body: ComputedStyle | undefined;

  constructor(
    readonly document: HtmlDocument,
    options: StyleOptions,
    readonly report: Report,
  ) {
    const caches = options.caches ?? new StyleCaches();
    this.#caches = caches;
    this.#defaults = { ...DEFAULT_PAGE, ...options.page };
    this.#tree = new SubjectTree(document.root, document.quirks);
    this.#matching = {
      scope: this.#tree.root,
      memo: new Map(),
      onPattern: (element) => {
        if (this.#patterns.has(element)) return;
        this.#patterns.add(element);
        report.add('UnsupportedSelector', ':valid', `${describeElement(element)}: its pattern is not evaluated`);
      },
    };
    this.#entries = new ElementEntries(caches, document.quirks, report);
    this.#quirkyMargins = document.quirks ? quirkyMargins(caches) : undefined;
    const sheets = loadSheets(document, options, caches, report);
    const rulesFor = (media: MediaEnvironment) => ruleSet(sheets, media, document.quirks, caches);
    this.#rules = rulesFor(UNSIZED);
    this.media = this.#mediaEnvironment(this.#contextBase(options, []));
    if (this.#rules.isUndecided) this.#rules = rulesFor(this.media);
    for (const { kind, text, context, count } of this.#rules.diagnostics) report.add(kind, text, context, count);
    const base = this.#contextBase(options, this.#rules.fontFaces);
    this.#context = { ...base, viewport: this.#firstPageArea(base) };
    this.#pages = new PageStyler(this.#rules.pages, this.#defaults, this.#context, this.#caches.declare, (winners) =>
      this.#reportWinners(winners),
    );
  }

  #contextBase(options: StyleOptions, fontFaces: RuleSet['fontFaces']): Omit<StyleContext, 'viewport'> {
    return {
      fontUnits: (font) => options.fontUnits(font, fontFaces),
      quirks: this.document.quirks,
      report: this.report,
      reported: new Set(),
      cache: this.#caches.values,
      customProperties: this.#rules.customProperties,
      inlinePositioned: this.#inlinePositioned,
      ...(this.#quirkyMargins && { quirkyMargins: this.#quirkyMargins }),
    };
  }

  declares(property: PropertyName): boolean {
    return this.#rules.declared.has(property);
  }

  get counterStyles(): RuleSet['counterStyles'] {
    return this.#rules.counterStyles;
  }

  get fontFaces(): RuleSet['fontFaces'] {
    return this.#rules.fontFaces;
  }

  styleAll(): void {
    const filter = new AncestorFilter(this.#rules.index);
    const visit = (subject: Subject, parent: Family | undefined) => {
      const family = this.#family(subject, parent, filter);
      if (family.computed.style.display === 'none' || subject.children.length === 0) return;
      filter.enter(subject);
      for (const child of subject.children) visit(child, family);
      filter.leave(subject);
    };
    visit(this.#tree.root, undefined);
    this.#reportParts();
  }

  /** Says which rules would have styled a part of a control that is there. */
  #reportParts(): void {
    const { parts } = this.#rules;
    if (parts.length === 0) return;
    const owners = this.#tree.all.filter((subject) => mayHaveParts(subject) && this.#families.has(subject));
    const shown = owners.filter((subject) => this.#familyOf(subject).computed.style.display !== 'none');
    for (const { compound, name, place } of parts) {
      if (shown.some((subject) => hasPart(subject, name) && matches(compound, subject, this.#matching)))
        this.report.add('UnsupportedSelector', name, place);
    }
  }

  style(element: ElementNode): ComputedStyle {
    return this.#familyOf(this.#subject(element)).computed.style;
  }

  pseudo(element: ElementNode, name: PseudoName, parent = element): ComputedStyle | undefined {
    if (!this.#rules.index.hasPseudo(name)) return undefined;
    const subject = this.#subject(element);
    if (parent !== element) return this.#computePseudo(subject, name, this.#subject(parent));
    const known = getOrMake(this.#pseudos, name, () => new Map<Subject, ComputedStyle | undefined>());
    if (!known.has(subject)) known.set(subject, this.#computePseudo(subject, name, subject));
    return known.get(subject);
  }

  firstLine(element: ElementNode): FirstLineStyles | undefined {
    if (!this.#rules.index.hasPseudo('::first-line')) return undefined;
    const owner = this.#subject(element);
    const node = this.#matchPseudo(owner, '::first-line');
    if (!node) return undefined;
    const winners = new Map([...node.winners].filter(([name]) => FIRST_LINE.test(name)));
    const parent = this.#familyOf(owner).computed;
    const line = computeStyle({ winners, parent, root: this.#root, blockify: false }, this.#context);
    this.#reportWinners(winners);
    const known = new Map<Subject, ElementStyle>([[owner, line]]);
    const inside = (subject: Subject): ElementStyle =>
      getOrMake(known, subject, () => {
        const { winners } = this.#match(
          subject,
          subject.parent ? this.#familyOf(subject.parent) : undefined,
          undefined,
        );
        const parent = subject.parent ? inside(subject.parent) : line;
        return computeStyle({ winners, parent, root: this.#root }, this.#context);
      });
    return {
      owner: element,
      line: line.style,
      of: (inner, origin, around = inner) => {
        const subject = this.#subject(inner);
        const parent = inside(this.#subject(around));
        const pseudo = origin && this.#matchPseudo(subject, origin);
        if (!pseudo) return parent.style;
        return computeStyle({ winners: pseudo.winners, parent, root: this.#root }, this.#context).style;
      },
    };
  }

  isDisabled(element: ElementNode): boolean {
    return isDisabled(this.#subject(element));
  }

  isInlinePositioned(style: ComputedStyle): boolean {
    return this.#inlinePositioned.has(style);
  }

  quirkyMargins(style: ComputedStyle): QuirkySides | undefined {
    return this.#quirkyMargins?.styles.get(style);
  }

  drawingStyle(element: ElementNode): ReadonlyMap<string, string> {
    const subject = this.#subject(element);
    const { computed } = this.#familyOf(subject);
    const parent = subject.parent ? this.#familyOf(subject.parent) : undefined;
    const found = drawingStyle(this.#match(subject, parent, undefined).winners, computed);
    // A link looks like one in HTML only.
    if (element.name !== 'a') return found;
    return new Map([...found].filter(([name]) => name !== 'color' && name !== 'text-decoration'));
  }

  anonymous(parent: ComputedStyle, display: ComputedStyle['display']): ComputedStyle {
    return anonymousStyle(parent, display);
  }

  page(query: PageQuery): PageStyle {
    return this.#pages.style(query, this.#root);
  }

  /**
   * What media queries see: the area of the document's own page, of which `@page` rules count that no page selector
   * and no query for the page's own size sets apart. In whole px.
   * Chromium takes the paper of the print call instead, which here is the document's.
   */
  #mediaEnvironment(base: Omit<StyleContext, 'viewport'>): PageArea {
    const { width, height } = this.#areaBy(
      this.#rules.pages.filter(({ rule }) => isForEveryPage(rule)),
      base,
    );
    return { width: Math.round(width), height: Math.round(height) };
  }

  /** Viewport units are the first page's, in whole px as Chromium has them. */
  #firstPageArea(base: Omit<StyleContext, 'viewport'>): StyleContext['viewport'] {
    return whole(this.#areaBy(this.#rules.pages, base));
  }

  /** The area of the first page. Its margins may be in the root element's units, so that is styled before. */
  #areaBy(rules: readonly PlacedPageRule[], base: Omit<StyleContext, 'viewport'>): StyleContext['viewport'] {
    const { width, height, margin } = this.#defaults;
    const area = { width: width - 2 * margin, height: height - 2 * margin };
    if (rules.length === 0) return area;
    const context = { ...base, viewport: area, report: new Report(), reported: new Set<never>() };
    const { winners } = this.#match(this.#tree.root, undefined, undefined);
    const root = computeStyle({ winners, parent: null, root: null }, context);
    const pages = new PageStyler(rules, this.#defaults, context, this.#caches.declare, () => {});
    return pageBox(pages.style({ index: 0, name: '', blank: false, side: 'right' }, root)).area;
  }

  #subject(element: ElementNode): Subject {
    const subject = this.#tree.of(element);
    if (!subject) throw new Error(`${describeElement(element)} is not in the styled document`);
    return subject;
  }

  /** Styles what `styleAll` left out: what is inside an element that is not displayed. */
  #familyOf(subject: Subject): Family {
    return (
      this.#families.get(subject) ??
      this.#family(subject, subject.parent ? this.#familyOf(subject.parent) : undefined, undefined)
    );
  }

  #family(subject: Subject, parent: Family | undefined, filter: AncestorFilter | undefined): Family {
    const node = this.#match(subject, parent, filter);
    let family = parent?.children.get(node);
    if (!family) {
      family = this.#compute(node, parent);
      parent?.children.set(node, family);
    }
    this.#families.set(subject, family);
    if (subject.element === this.document.body) this.#body = family.computed.style;
    return family;
  }

  /** All that applies to the element, in cascade order. */
  #match(subject: Subject, parent: Family | undefined, filter: AncestorFilter | undefined): CascadeNode {
    const matched = this.#rules.index.match(subject, undefined, this.#matching, filter);
    let node = this.#cascadeRoot;
    let at = 0;
    for (; at < matched.length && matched[at]!.entry.level === LEVELS.userAgent; at++)
      node = node.with(matched[at]!.entry);
    const surroundings = { parent: parent?.computed.style, body: this.#body };
    for (const entry of this.#entries.belowAuthor(subject, surroundings)) node = node.with(entry);
    for (; at < matched.length; at++) node = node.with(matched[at]!.entry);
    const attribute = this.#entries.styleAttribute(subject);
    return attribute ? node.with(attribute) : node;
  }

  #compute(node: CascadeNode, parent: Family | undefined): Family {
    const computed = computeStyle(
      {
        winners: node.winners,
        parent: parent?.computed ?? null,
        root: this.#root,
        layoutParentDisplay: parent?.boxDisplay,
        isDecoratedByAuthor: () => isDecoratedByAuthor(node),
      },
      this.#context,
    );
    this.#root ??= computed;
    const { display } = computed.style;
    if (display !== 'none') this.#reportWinners(node.winners);
    return new Family(computed, display === 'contents' && parent ? parent.boxDisplay : display);
  }

  #matchPseudo(subject: Subject, name: PseudoName): CascadeNode | undefined {
    const matched = this.#rules.index.match(subject, name, this.#matching);
    if (matched.length === 0) return undefined;
    let node = this.#cascadeRoot;
    for (const { entry } of matched) node = node.with(entry);
    return node;
  }

  #computePseudo(subject: Subject, name: PseudoName, parent: Subject): ComputedStyle | undefined {
    const node = this.#matchPseudo(subject, name);
    if (!node) return undefined;
    const family = this.#familyOf(parent);
    let computed = family.pseudos.get(node);
    if (!computed) {
      const blockify = GENERATED.has(name);
      const layoutParentDisplay = blockify ? family.boxDisplay : undefined;
      computed = computeStyle(
        { winners: node.winners, parent: family.computed, root: this.#root, blockify, layoutParentDisplay },
        this.#context,
      );
      family.pseudos.set(node, computed);
    }
    const { content, display } = computed.style;
    if (GENERATED.has(name) && (content === 'normal' || content === 'none' || display === 'none')) return undefined;
    this.#reportWinners(node.winners);
    return computed.style;
  }

  #reportWinners(winners: Winners): void {
    if (this.#seenWinners.has(winners)) return;
    this.#seenWinners.add(winners);
    const isTransformed = winners.has('transform') || winners.has('rotate');
    for (const [name, declaration] of winners) {
      // Nothing shows its back that is not turned.
      if (name !== '?backface-visibility' || isTransformed) reportUnsupported(declaration, this.#context);
    }
  }
}

function loadSheets(
  document: HtmlDocument,
  options: StyleOptions,
  caches: StyleCaches,
  report: Report,
): readonly PlacedSheet[] {
  const sources = { load: options.loadSheet, cache: caches.stylesheets, quirks: document.quirks };
  const sheets = [USER_AGENT_SHEET, DEFAULT_MARGINS_SHEET].map((text) => userAgentSheet(text, caches));
  if (document.quirks) sheets.push(userAgentSheet(QUIRKS_SHEET, caches));
  for (const { text, place } of options.sheets ?? []) {
    const sheet = parseStylesheet(text, { ...sources, origin: 'author', place });
    placeSheet(sheet, { media: [], layer: [], importers: [] }, sources, report, sheets);
  }
  sheets.push(...documentSheets(document, sources, report));
  return sheets;
}

function ruleSet(
  sheets: readonly PlacedSheet[],
  media: MediaEnvironment,
  quirks: boolean,
  caches: StyleCaches,
): RuleSet {
  const key = [
    quirks,
    media.width,
    media.height,
    ...sheets.map((placed) => `${caches.numberOf(placed.sheet)} ${JSON.stringify([placed.media, placed.layer])}`),
  ].join('\n');
  return caches.ruleSets.getOrMake(key, () => buildRuleSet(sheets, media, quirks));
}

function quirkyMargins(caches: StyleCaches): QuirkyMargins {
  const { items } = userAgentSheet(DEFAULT_MARGINS_SHEET, caches).sheet;
  const declarations = items.flatMap((item) => (item.type === 'style' ? item.block : []));
  return { declarations: new Set(declarations), styles: new WeakMap() };
}

function userAgentSheet(text: string, caches: StyleCaches): PlacedSheet {
  const options = { origin: 'user-agent', place: 'user agent stylesheet', cache: caches.stylesheets } as const;
  return { sheet: parseStylesheet(text, options), media: [], layer: [] };
}

/** Inexact units may fall short of a whole px by their arithmetic. */
const whole = ({ width, height }: StyleContext['viewport']): StyleContext['viewport'] => ({
  width: Math.floor(width + 1 / 128),
  height: Math.floor(height + 1 / 128),
});

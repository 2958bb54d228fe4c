/**
 * Text of a stylesheet to a flat list of what it says: style rules with nesting resolved, `@page` rules, layers, ….
 * Nothing here depends on the document, so the result is cached by text. `@media` conditions stay on the items.
 */

import type { ImportRule, MediaQuery, Rule, Selector } from 'lightningcss';
import type { BoundedCache } from '../../collections/bounded-cache.js';
import { type Diagnostic, Report } from '../../diagnostics.js';
import { readCounterStyle } from '../at-rules/counter-styles.js';
import { type FontFaceRule, readFontFace } from '../at-rules/font-face.js';
import { type PageRule, readPageRule } from '../at-rules/page-rules.js';
import { evaluateSupports } from '../at-rules/supports.js';
import { type CustomPropertyRule, readPropertyRule } from '../cascade/variables.js';
import type { CounterStyleRule } from '../compute/styled-document.js';
import type { CustomName } from '../properties/declared-name.js';
import type { Support } from '../properties/property.js';
import { type ParsedRules, parseRules } from './css-parser.js';
import { type DeclarationBlock, readDeclarations } from './declarations.js';
import { replaceNesting } from './nesting.js';
import { RewrittenText, type TextPosition } from './rewriting.js';
import { markUnitlessIn } from './unitless.js';

export type Origin = 'user-agent' | 'author';

/** Where an item stands: inside which conditions and layer, and for people. */
interface Standing {
  /** Media query lists that must all hold, outermost first. */
  readonly media: readonly (readonly MediaQuery[])[];
  /** Names of the layers around it; an anonymous one has a name no author can write. Empty: unlayered. */
  readonly layer: readonly string[];
  /** `<style> 1, line 12, column 3` */
  readonly place: string;
}

export type SheetItem = Standing &
  (
    | { readonly type: 'style'; readonly selectors: readonly Selector[]; readonly block: DeclarationBlock }
    | { readonly type: 'page'; readonly rule: PageRule }
    | { readonly type: 'layer' }
    | { readonly type: 'import'; readonly url: string }
    | { readonly type: 'font-face'; readonly rule: FontFaceRule }
    | { readonly type: 'counter-style'; readonly rule: CounterStyleRule }
    | { readonly type: 'property'; readonly name: CustomName; readonly rule: CustomPropertyRule }
    | { readonly type: 'unsupported'; readonly text: string }
  );

export interface Stylesheet {
  readonly origin: Origin;
  /** See ParseOptions. */
  readonly url: string | undefined;
  readonly items: readonly SheetItem[];
  /** `@namespace` prefixes; '' is the default namespace. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** What was found while parsing; to be added to every document's report that uses the sheet. */
  readonly diagnostics: readonly Diagnostic[];
}

export type StylesheetCache = BoundedCache<string, Stylesheet>;

export interface ParseOptions {
  readonly origin: Origin;
  /** Names the sheet for people: `<style> 1`. */
  readonly place: string;
  /** Its URL, which those in it are relative to; undefined: it stands in the document. */
  readonly url?: string;
  /** Of the document: some lengths may leave out their unit then. */
  readonly quirks?: boolean;
  readonly cache?: StylesheetCache;
}

/** Never fails: what cannot be read is left out and said in `diagnostics`. */
export function parseStylesheet(text: string, options: ParseOptions): Stylesheet {
  const key = `${options.origin}\0${options.place}\0${options.url ?? ''}\0${options.quirks ?? false}\0${text}`;
  const parse = () => new SheetReader(text, options).read();
  return options.cache ? options.cache.getOrMake(key, parse, text.length + 1000) : parse();
}

/** What lightningcss has that is no at-rule, or another name for one. */
type OtherRule =
  | 'ignored'
  | 'unknown'
  | 'custom'
  | 'style'
  | 'nesting'
  | 'nested-declarations'
  | 'layer-block'
  | 'layer-statement';

type AtRuleType = Exclude<Rule['type'], OtherRule>;

/** At-rules, and what becomes of them; those without effect say nothing about print and are skipped without a word. */
export const AT_RULES = {
  'counter-style': 'full',
  'font-face': 'full',
  import: 'full',
  layer: 'full',
  media: 'full',
  namespace: 'full',
  page: 'full',
  property: 'full',
  supports: 'full',
  keyframes: 'no-effect',
  'starting-style': 'no-effect',
  'view-transition': 'no-effect',
  viewport: 'no-effect',
  'moz-document': 'no-effect',
  container: 'none',
  'custom-media': 'none',
  'font-feature-values': 'none',
  'font-palette-values': 'none',
  'position-try': 'none',
  scope: 'none',
} as const satisfies Readonly<Record<AtRuleType | 'layer', Support>>;

const hasNoEffect = (type: Rule['type']): boolean =>
  type === 'ignored' || (AT_RULES as Readonly<Record<string, Support>>)[type] === 'no-effect';

interface Context extends Standing {
  /** What `&` stands for. */
  readonly parents: readonly Selector[] | undefined;
}

class SheetReader {
  readonly #items: SheetItem[] = [];
  readonly #namespaces = new Map<string, string>();
  readonly #report = new Report();
  #anonymousLayers = 0;
  #positionOf: ParsedRules['positionOf'] = () => ({ line: 1, column: 1 });

  constructor(
    readonly text: string,
    readonly options: ParseOptions,
  ) {}

  read(): Stylesheet {
    const { place, origin, quirks } = this.options;
    const own = RewrittenText.of(this.text);
    const { rules, mistakes, positionOf } = parseRules(
      origin === 'author' ? markUnitlessIn(own, quirks ?? false) : own,
    );
    this.#positionOf = positionOf;
    for (const { kind, text, position, reason } of mistakes) {
      const context = this.#place(position);
      this.#report.add(kind, text, reason === undefined ? context : `${context}: ${reason}`);
    }
    this.#readRules(rules, { media: [], layer: [], place, parents: undefined });
    return {
      origin,
      url: this.options.url,
      items: this.#items,
      namespaces: this.#namespaces,
      diagnostics: this.#report.diagnostics,
    };
  }

  #place({ line, column }: TextPosition): string {
    return `${this.options.place}, line ${line}, column ${column}`;
  }

  #readRules(rules: readonly Rule[], outer: Context): void {
    for (const rule of rules) this.#readRule(rule, outer);
  }

  #readRule(rule: Rule, outer: Context): void {
    if (rule.type === 'ignored' || hasNoEffect(rule.type)) return;
    const loc = rule.value && 'loc' in rule.value ? rule.value.loc : undefined;
    const context = { ...outer, place: loc ? this.#place(this.#positionOf(loc)) : outer.place };
    switch (rule.type) {
      case 'style': {
        const selectors = rule.value.selectors.map((selector) => replaceNesting(selector, outer.parents));
        this.#addStyle(selectors, rule.value.declarations, context);
        this.#readRules(rule.value.rules ?? [], { ...context, parents: selectors });
        break;
      }
      case 'nested-declarations':
        if (outer.parents) this.#addStyle(outer.parents, rule.value.declarations, context);
        break;
      case 'nesting':
        this.#readRule({ type: 'style', value: rule.value.style }, outer);
        break;
      case 'media':
        this.#readRules(rule.value.rules, { ...context, media: [...outer.media, rule.value.query.mediaQueries] });
        break;
      case 'supports':
        if (evaluateSupports(rule.value.condition)) this.#readRules(rule.value.rules, context);
        break;
      case 'layer-block': {
        const layer = [...outer.layer, ...(rule.value.name ?? [this.#anonymousLayer()])];
        this.#items.push({ type: 'layer', media: outer.media, layer, place: context.place });
        this.#readRules(rule.value.rules, { ...context, layer });
        break;
      }
      default:
        this.#readDefinition(rule, context);
    }
  }

  /** Rules that hold no style rules. */
  #readDefinition(rule: Exclude<Rule, { type: 'ignored' }>, { media, layer, place }: Context): void {
    const standing = { media, layer, place };
    switch (rule.type) {
      case 'layer-statement':
        for (const name of rule.value.names)
          this.#items.push({ type: 'layer', media, layer: [...layer, ...name], place });
        break;
      case 'import':
        this.#readImport(rule.value, standing);
        break;
      case 'namespace':
        this.#namespaces.set(rule.value.prefix ?? '', rule.value.url);
        break;
      case 'page':
        this.#items.push({
          type: 'page',
          ...standing,
          rule: readPageRule(rule.value, place, this.#report, this.options.url),
        });
        break;
      case 'font-face': {
        const read = readFontFace(rule.value, place, this.#report, this.options.url);
        if (read) this.#items.push({ type: 'font-face', ...standing, rule: read });
        break;
      }
      case 'counter-style': {
        const read = readCounterStyle(rule.value, place, this.#report);
        if (read) this.#items.push({ type: 'counter-style', ...standing, rule: read });
        break;
      }
      case 'property': {
        const name = rule.value.name as CustomName;
        this.#items.push({ type: 'property', ...standing, name, rule: readPropertyRule(rule.value) });
        break;
      }
      case 'unknown': // one of the parser's mistakes
        break;
      default:
        this.#items.push({ type: 'unsupported', ...standing, text: `@${rule.type}` });
    }
  }

  #readImport(
    { url, supports, media, layer }: ImportRule,
    { media: outerMedia, layer: outerLayer, place }: Standing,
  ): void {
    if (supports && !evaluateSupports(supports)) return;
    const queries = media?.mediaQueries ?? [];
    const inner = layer && layer.length === 0 ? [this.#anonymousLayer()] : (layer ?? []);
    this.#items.push({
      type: 'import',
      url,
      media: queries.length > 0 ? [...outerMedia, queries] : outerMedia,
      layer: [...outerLayer, ...inner],
      place,
    });
  }

  #addStyle(
    selectors: readonly Selector[],
    declarations: Extract<Rule, { type: 'style' }>['value']['declarations'],
    { media, layer, place }: Context,
  ): void {
    const block = readDeclarations(
      declarations?.declarations ?? [],
      declarations?.importantDeclarations ?? [],
      place,
      this.#report,
      this.options.url,
    );
    if (block.length > 0) this.#items.push({ type: 'style', media, layer, place, selectors, block });
  }

  #anonymousLayer(): string {
    return `(anonymous ${++this.#anonymousLayers} of ${this.options.place})`;
  }
}

/**
 * Parses a style sheet to a flat list of items: style rules with nesting resolved, `@page` rules, layers and others.
 * The result is independent of the document and cached by text; items carry their `@media` conditions.
 */

import type { ImportRule, MediaQuery, Rule, Selector } from 'lightningcss';
import type { BoundedCache } from '../../collections/bounded-cache.js';
import { type Finding, Report } from '../../diagnostics.js';
import { AT_RULES } from '../at-rules/at-rules.js';
import { type ColorProfileRule, readColorProfile } from '../at-rules/color-profile.js';
import { containerPrelude } from '../at-rules/container-prelude.js';
import { type ContainerQueryList, parseContainerQueries } from '../at-rules/container-query.js';
import { readCounterStyle } from '../at-rules/counter-styles.js';
import { type FontFaceRule, readFontFace } from '../at-rules/font-face.js';
import { type FontFeatureValuesRule, readFontFeatureValues } from '../at-rules/font-feature-values.js';
import { type PageRule, readPageRule } from '../at-rules/page-rules.js';
import { evaluateSupports } from '../at-rules/supports.js';
import { type CustomPropertyRule, readPropertyRule } from '../cascade/variables.js';
import type { CounterStyleRule } from '../compute/styled-document.js';
import type { CustomName } from '../properties/declared-name.js';
import type { Support } from '../properties/property.js';
import { addParseError, COLOR_PROFILE, type ParsedRules, parseRules } from './css-parser.js';
import { type DeclarationBlock, readDeclarations } from './declarations.js';
import { asBrowsersTake } from './lenience.js';
import { replaceNesting } from './nesting.js';
import { keepPercentages } from './percentages.js';
import { RewrittenText, type TextPosition } from './rewriting.js';
import { SCOPE_ITSELF, scopedSelector } from './scope-bodies.js';
import { markUnitlessIn } from './unitless.js';

export type Origin = 'user-agent' | 'author';

/** Conditions, layer and location of an item. */
interface ItemContext {
  /** Media query lists that must all be true, outermost first. */
  readonly media: readonly (readonly MediaQuery[])[];
  /** Path of its layer, with unique names for anonymous layers. Empty: unlayered. */
  readonly layer: readonly string[];
  /** Location, for diagnostics: `<style> 1, line 12, column 3` */
  readonly place: string;
}

/** An `@scope` rule. */
export interface Scope {
  /** Selectors of its roots; undefined: the parent of the `<style>` element. */
  readonly roots: readonly Selector[] | undefined;
  readonly limits: readonly Selector[];
  readonly outer: Scope | undefined;
}

export type SheetItem = ItemContext &
  (
    | {
        readonly type: 'style';
        readonly selectors: readonly Selector[];
        readonly block: DeclarationBlock;
        /** Container queries that must all be true, outermost first; default: none. */
        readonly containers?: readonly ContainerQueryList[];
        /** The `@scope` around it; default: none. */
        readonly scope?: Scope;
      }
    | { readonly type: 'page'; readonly rule: PageRule }
    | { readonly type: 'layer' }
    | { readonly type: 'import'; readonly url: string }
    | { readonly type: 'font-face'; readonly rule: FontFaceRule }
    | { readonly type: 'font-feature-values'; readonly rule: FontFeatureValuesRule }
    | { readonly type: 'color-profile'; readonly rule: ColorProfileRule }
    | { readonly type: 'counter-style'; readonly rule: CounterStyleRule }
    | { readonly type: 'property'; readonly name: CustomName; readonly rule: CustomPropertyRule }
    | { readonly type: 'unsupported'; readonly text: string }
  );

export interface Stylesheet {
  readonly origin: Origin;
  /** See ParseOptions. */
  readonly url: string | undefined;
  readonly items: readonly SheetItem[];
  /** Whether lengths in it may be in units of a container. */
  readonly hasContainerUnits: boolean;
  /** Whether a scope has the parent of the `<style>` element as its root. */
  readonly hasImplicitRoot: boolean;
  /** `@namespace` prefixes; '' is the default namespace. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** Parse errors and invalid rules, to be added to the report of each document that uses the sheet. */
  readonly findings: readonly Finding[];
}

type StylesheetCache = BoundedCache<string, Stylesheet>;

export interface ParseOptions {
  readonly origin: Origin;
  /** Name of the sheet, for diagnostics: `<style> 1`. */
  readonly place: string;
  /** URL of the sheet, the base of its URLs; undefined: a sheet in the document. */
  readonly url?: string;
  /** Whether the document is in quirks mode, which allows some unitless lengths. */
  readonly quirks?: boolean;
  readonly cache?: StylesheetCache;
  /** Only sheets of one scope share what is cached; default ''. */
  readonly scope?: string | undefined;
}

/** Parses a style sheet. Never fails; ignores what is invalid and lists it in `findings`. */
export function parseStylesheet(text: string, options: ParseOptions): Stylesheet {
  const { origin, place, url = '', quirks = false, scope = '' } = options;
  const key = `${scope}\0${origin}\0${place}\0${url}\0${quirks}\0${text}`;
  const parse = () => new SheetReader(text, options).read();
  return options.cache ? options.cache.getOrMake(key, parse, text.length + 1000) : parse();
}

const hasNoEffect = (type: Rule['type']): boolean =>
  type === 'ignored' || (AT_RULES as Readonly<Record<string, Support>>)[type] === 'no-effect';

/** A length in a unit of containers, or a text like one. */
export const CONTAINER_UNIT = /\dcq(?:[whib]|min|max)/i;

interface RuleContext extends ItemContext {
  /** Container queries around it; default: none. They do not apply to definitions. */
  readonly containers?: readonly ContainerQueryList[];
  /** Selectors that `&` represents; undefined at the top level. */
  readonly parents: readonly Selector[] | undefined;
  readonly scope?: Scope;
  /** Whether it stands in `@scope` without a style rule between them. */
  readonly isScopeBody?: boolean;
}

class SheetReader {
  readonly #items: SheetItem[] = [];
  readonly #namespaces = new Map<string, string>();
  readonly #report = new Report();
  #hasImplicitRoot = false;
  #anonymousLayers = 0;
  #positionOf: ParsedRules['positionOf'] = () => ({ line: 1, column: 1 });

  constructor(
    readonly text: string,
    readonly options: ParseOptions,
  ) {}

  read(): Stylesheet {
    const { place, origin, quirks } = this.options;
    const own = RewrittenText.of(this.text);
    const { rules, parseErrors, positionOf } = parseRules(
      origin === 'author' ? asBrowsersTake(keepPercentages(markUnitlessIn(own, quirks ?? false))) : own,
    );
    this.#positionOf = positionOf;
    for (const error of parseErrors) addParseError(this.#report, error, this.#place(error.position));
    this.#readRules(rules, { media: [], layer: [], place, parents: undefined });
    return {
      origin,
      url: this.options.url,
      items: this.#items,
      hasImplicitRoot: this.#hasImplicitRoot,
      hasContainerUnits: CONTAINER_UNIT.test(this.text),
      namespaces: this.#namespaces,
      findings: this.#report.findings,
    };
  }

  #place({ line, column }: TextPosition): string {
    return `${this.options.place}, line ${line}, column ${column}`;
  }

  #readRules(rules: readonly Rule[], outer: RuleContext): void {
    for (const rule of rules) this.#readRule(rule, outer);
  }

  #readRule(rule: Rule, outer: RuleContext): void {
    if (rule.type === 'ignored' || hasNoEffect(rule.type)) return;
    const loc = rule.value && 'loc' in rule.value ? rule.value.loc : undefined;
    const context = { ...outer, place: loc ? this.#place(this.#positionOf(loc)) : outer.place };
    switch (rule.type) {
      case 'style': {
        const written = outer.isScopeBody ? rule.value.selectors.map(scopedSelector) : rule.value.selectors;
        const selectors = written.map((selector) => replaceNesting(selector, outer.parents));
        this.#addStyle(selectors, rule.value.declarations, context);
        this.#readRules(rule.value.rules ?? [], { ...context, parents: selectors, isScopeBody: false });
        break;
      }
      case 'nested-declarations':
        if (outer.isScopeBody) this.#addStyle([SCOPE_ITSELF], rule.value.declarations, context);
        else if (outer.parents) this.#addStyle(outer.parents, rule.value.declarations, context);
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
      case 'container': {
        const queries = parseContainerQueries(containerPrelude(rule) ?? []);
        if (!queries) this.#report.notice('InvalidCss', '@container', context.place);
        else this.#readRules(rule.value.rules, { ...context, containers: [...(outer.containers ?? []), queries] });
        break;
      }
      case 'scope':
        this.#readScope(rule.value, context);
        break;
      default:
        this.#readDefinition(rule, context);
    }
  }

  #readScope({ scopeStart, scopeEnd, rules }: Extract<Rule, { type: 'scope' }>['value'], context: RuleContext): void {
    this.#hasImplicitRoot ||= !scopeStart;
    const scope: Scope = {
      roots: scopeStart?.map((selector) => replaceNesting(selector, context.parents)),
      limits: (scopeEnd ?? []).map((selector) => replaceNesting(selector, undefined)),
      outer: context.scope,
    };
    const inside = { ...context, scope, parents: undefined, isScopeBody: true };
    for (const rule of rules) {
      // The rule that `encodeScopeBodies` adds.
      if (rule.type !== 'style') continue;
      this.#addStyle([SCOPE_ITSELF], rule.value.declarations, inside);
      this.#readRules(rule.value.rules ?? [], inside);
    }
  }

  /** Reads rules that contain no style rules. */
  #readDefinition(rule: Exclude<Rule, { type: 'ignored' }>, { media, layer, place }: RuleContext): void {
    const context = { media, layer, place };
    switch (rule.type) {
      case 'layer-statement':
        for (const name of rule.value.names)
          this.#items.push({ type: 'layer', media, layer: [...layer, ...name], place });
        break;
      case 'import':
        this.#readImport(rule.value, context);
        break;
      case 'namespace':
        this.#namespaces.set(rule.value.prefix ?? '', rule.value.url);
        break;
      case 'page':
        this.#items.push({
          type: 'page',
          ...context,
          rule: readPageRule(rule.value, place, this.#report, this.options.url),
        });
        break;
      case 'font-face': {
        const read = readFontFace(rule.value, place, this.#report, this.options.url);
        if (read) this.#items.push({ type: 'font-face', ...context, rule: read });
        break;
      }
      case 'font-feature-values':
        this.#items.push({ type: 'font-feature-values', ...context, rule: readFontFeatureValues(rule.value) });
        break;
      case 'counter-style': {
        const read = readCounterStyle(rule.value, place, this.#report);
        if (read) this.#items.push({ type: 'counter-style', ...context, rule: read });
        break;
      }
      case 'property': {
        const name = rule.value.name as CustomName;
        this.#items.push({ type: 'property', ...context, name, rule: readPropertyRule(rule.value) });
        break;
      }
      case 'unknown': {
        // Others are reported as parse errors.
        if (rule.value.name.toLowerCase() !== COLOR_PROFILE) break;
        const read = readColorProfile(rule.value, place, this.#report, this.options.url);
        if (read) this.#items.push({ type: COLOR_PROFILE, ...context, rule: read });
        break;
      }
      default:
        this.#items.push({ type: 'unsupported', ...context, text: `@${rule.type}` });
    }
  }

  #readImport(
    { url, supports, media, layer }: ImportRule,
    { media: outerMedia, layer: outerLayer, place }: ItemContext,
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
    { media, layer, place, containers, scope }: RuleContext,
  ): void {
    const block = readDeclarations(
      declarations?.declarations ?? [],
      declarations?.importantDeclarations ?? [],
      place,
      this.#report,
      this.options.url,
    );
    if (block.length > 0)
      this.#items.push({
        type: 'style',
        media,
        layer,
        place,
        selectors,
        block,
        ...(containers && { containers }),
        ...(scope && { scope }),
      });
  }

  #anonymousLayer(): string {
    return `(anonymous ${++this.#anonymousLayers} of ${this.options.place})`;
  }
}

/** The style sheets of a document in cascade order, indexed for one media environment. */

import type { MediaQuery, Selector } from 'lightningcss';
import { getOrMake } from '../../collections/maps.js';
import { type Finding, Report } from '../../diagnostics.js';
import type { ElementNode } from '../../html/dom.js';
import type { ColorProfileRule } from '../at-rules/color-profile.js';
import type { ContainerQuery } from '../at-rules/container-query.js';
import type { FontFaceRule } from '../at-rules/font-face.js';
import { type FontFeatureValuesRule, mergeFontFeatureValues } from '../at-rules/font-feature-values.js';
import { evaluateMedia, type MediaEnvironment, type Truth } from '../at-rules/media.js';
import { isForEveryPage, type PageRule } from '../at-rules/page-rules.js';
import type { CounterStyleRule } from '../compute/styled-document.js';
import type { CustomName, DeclaredName } from '../properties/declared-name.js';
import type { PartSelector } from '../selectors/element-parts.js';
import { MatchIndex } from '../selectors/match-index.js';
import type { CompiledScope, IndexedRule } from '../selectors/scopes.js';
import { type CompiledSelector, SelectorProblem } from '../selectors/selector-program.js';
import { type CompileOptions, compileSelector } from '../selectors/selectors.js';
import { selectorSize } from '../syntax/nesting.js';
import type { Scope, SheetItem, Stylesheet } from '../syntax/stylesheet.js';
import type { FontFeatureValues } from '../values/font-alternates.js';
import { type CascadeEntry, LEVELS } from './cascade.js';
import type { CustomPropertyRule } from './variables.js';

/** A style sheet with the conditions and the layer of the `<style>`, `<link>` or `@import` that includes it. */
export interface PlacedSheet {
  readonly sheet: Stylesheet;
  /** Media query lists that must all be true (`<style media>`, `@import … print`). */
  readonly media: readonly (readonly MediaQuery[])[];
  /** Path of the layer of the `@import`. */
  readonly layer: readonly string[];
  /** The parent of the `<style>` element; default: it is imported or linked. */
  readonly owner?: ElementNode | undefined;
}

export interface PlacedPageRule {
  readonly rule: PageRule;
  readonly level: number;
  readonly entry: CascadeEntry;
  readonly marginBoxes: readonly {
    readonly name: PageRule['marginBoxes'][number]['name'];
    readonly entry: CascadeEntry;
  }[];
}

export interface RuleSet {
  readonly index: MatchIndex;
  /** Names that style rules declare. */
  readonly declared: ReadonlySet<DeclaredName>;
  /** In order of appearance. */
  readonly pages: readonly PlacedPageRule[];
  /** Those that match every page. */
  readonly pagesWithoutSelector: readonly PlacedPageRule[];
  readonly counterStyles: ReadonlyMap<string, CounterStyleRule>;
  readonly customProperties: ReadonlyMap<CustomName, CustomPropertyRule>;
  /** In order of appearance. */
  readonly fontFaces: readonly FontFaceRule[];
  readonly fontFeatureValues: FontFeatureValues;
  /** In order of appearance. */
  readonly colorProfiles: readonly ColorProfileRule[];
  /** Whether a media query depends on the size of the page area, which is unknown. */
  readonly isUndecided: boolean;
  readonly hasContainerQueries: boolean;
  /** Whether a container query or a unit may depend on the size of a container. */
  readonly dependsOnContainerSizes: boolean;
  /** Selectors of element-backed pseudo-elements that rules cannot style here. */
  readonly parts: readonly PlacedPartSelector[];
  readonly findings: readonly Finding[];
}

interface PlacedPartSelector extends PartSelector {
  readonly place: string;
}

/** Maximum number of simple selectors, with those of the parent rule counted for each `&`. */
const MAX_SELECTOR_SIZE = 20_000;

interface ActiveItem {
  readonly item: SheetItem;
  readonly sheet: Stylesheet;
  readonly owner: ElementNode | undefined;
  /** Path of its layer; empty: unlayered. */
  readonly layer: readonly string[];
}

/**
 * Collects the rules whose media queries are true.
 * @param sheets  in cascade order: the user agent's first
 */
export function buildRuleSet(sheets: readonly PlacedSheet[], media: MediaEnvironment, quirks: boolean): RuleSet {
  const report = new Report();
  const { active, isUndecided } = activeItems(sheets, media);
  const levels = layerLevels(active);
  const levelOf = ({ sheet, layer }: ActiveItem) => {
    if (sheet.origin === 'user-agent') return LEVELS.userAgent;
    return layer.length === 0 ? LEVELS.unlayered : levels.get(layerKey(layer))!;
  };

  const unranked: Omit<IndexedRule, 'rank'>[] = [];
  const declared = new Set<DeclaredName>();
  const pages: PlacedPageRule[] = [];
  const counterStyles = new Map<string, CounterStyleRule>();
  const customProperties = new Map<CustomName, CustomPropertyRule>();
  const fontFaces: FontFaceRule[] = [];
  const fontFeatureValues: FontFeatureValuesRule[] = [];
  const colorProfiles: ColorProfileRule[] = [];
  const parts: PlacedPartSelector[] = [];
  const queries: ContainerQuery[] = [];
  const scopes = new ScopeCompiler(report);
  for (const activeItem of active) {
    const { item, sheet } = activeItem;
    const level = levelOf(activeItem);
    switch (item.type) {
      case 'style': {
        const entry = { block: item.block, level };
        for (const { name } of item.block) declared.add(name);
        const options = { quirks, namespaces: sheet.namespaces };
        const scope = item.scope && scopes.compile(item.scope, activeItem.owner, options, item.place);
        const conditions = { ...(item.containers && { containers: item.containers }), ...(scope && { scope }) };
        if (item.containers) queries.push(...item.containers.flat());
        for (const selector of compileRule(item.selectors, options, item.place, report)) {
          const { compound, part } = selector;
          if (part === undefined) unranked.push({ selector, entry, ...conditions });
          else parts.push({ compound, name: part, place: item.place });
        }
        break;
      }
      case 'page': {
        const marginBoxes = item.rule.marginBoxes.map(({ name, block }) => ({ name, entry: { block, level } }));
        pages.push({ rule: item.rule, level, entry: { block: item.rule.block, level }, marginBoxes });
        break;
      }
      case 'counter-style':
        counterStyles.set(item.rule.name, item.rule);
        break;
      case 'property':
        customProperties.set(item.name, item.rule);
        break;
      case 'font-face':
        fontFaces.push(item.rule);
        break;
      case 'font-feature-values':
        fontFeatureValues.push(item.rule);
        break;
      case 'color-profile':
        colorProfiles.push(item.rule);
        break;
      case 'unsupported':
        // What refers to it is reported by its own.
        report.notice('UnsupportedAtRule', item.text, item.place);
        break;
      default:
    }
  }
  for (const { sheet } of sheets) report.addAll(sheet.findings);
  return {
    index: new MatchIndex(rank(unranked)),
    declared,
    pages,
    pagesWithoutSelector: pages.filter(({ rule }) => isForEveryPage(rule)),
    counterStyles,
    customProperties,
    fontFaces,
    fontFeatureValues: mergeFontFeatureValues(fontFeatureValues),
    colorProfiles,
    isUndecided,
    hasContainerQueries: queries.length > 0,
    dependsOnContainerSizes:
      queries.some(({ axes }) => axes.size > 0) || sheets.some(({ sheet }) => sheet.hasContainerUnits),
    parts,
    findings: report.findings,
  };
}

function activeItems(sheets: readonly PlacedSheet[], environment: MediaEnvironment) {
  let isUndecided = false;
  const holds = (lists: readonly (readonly MediaQuery[])[]): boolean => {
    const results = lists.map((list): Truth => evaluateMedia(list, environment));
    isUndecided ||= results.includes(undefined) && !results.includes(false);
    return results.every((result) => result === true);
  };
  const active = sheets.flatMap(({ sheet, media, layer, owner }): ActiveItem[] => {
    if (!holds(media)) return [];
    return sheet.items
      .filter((item) => holds(item.media))
      .map((item) => ({ item, sheet, owner, layer: layer.length > 0 ? [...layer, ...item.layer] : item.layer }));
  });
  return { active, isUndecided };
}

/** Numbers rules in cascade order. The sort is stable: rules of equal weight keep their order of appearance. */
function rank(rules: Omit<IndexedRule, 'rank'>[]): IndexedRule[] {
  return rules
    .sort((a, b) => a.entry.level - b.entry.level || a.selector.specificity - b.selector.specificity)
    .map((rule, index) => ({ ...rule, rank: index }));
}

/**
 * Drops selectors that cannot match; an invalid one drops the whole rule.
 * Source: https://drafts.csswg.org/selectors-4/#invalid
 */
function compileRule(
  selectors: readonly Selector[],
  options: Omit<CompileOptions, 'forgive'>,
  place: string,
  report: Report,
): CompiledSelector[] {
  const compiled: CompiledSelector[] = [];
  const forgive = ({ kind, part, reason }: SelectorProblem) => {
    if (kind === 'dead' || kind === 'foreign') return;
    const context = reason === undefined ? place : `${place}: ${reason}`;
    if (kind === 'invalid') report.notice('UnsupportedSelector', part, context);
    else report.add('UnsupportedSelector', part, context);
  };
  for (const selector of selectors) {
    try {
      if (selectorSize(selector) > MAX_SELECTOR_SIZE) throw tooLong(selector);
      compiled.push(compileSelector(selector, { ...options, forgive }));
    } catch (error) {
      if (!(error instanceof SelectorProblem)) throw error;
      forgive(error);
      if (error.kind === 'invalid' || error.kind === 'foreign') return [];
    }
  }
  return compiled;
}

/** Nested rules multiply the selectors of their parents, and lists of names may be generated. */
function tooLong(selector: Selector): SelectorProblem {
  const last = selector.at(-1);
  const part = last && 'name' in last ? String(last.name) : '&';
  return new SelectorProblem('unsupported', part, `longer than ${MAX_SELECTOR_SIZE} parts`);
}

/** Compiles each `@scope` once for each owner. */
class ScopeCompiler {
  readonly #known = new Map<Scope, Map<ElementNode | undefined, CompiledScope>>();

  constructor(private readonly report: Report) {}

  compile(
    scope: Scope,
    owner: ElementNode | undefined,
    options: Omit<CompileOptions, 'forgive'>,
    place: string,
  ): CompiledScope {
    const known = getOrMake(this.#known, scope, () => new Map<ElementNode | undefined, CompiledScope>());
    return getOrMake(known, owner, () => {
      const list = (selectors: readonly Selector[]) =>
        compileRule(selectors, options, place, this.report)
          .filter(({ pseudo, part }) => pseudo === undefined && part === undefined)
          .map(({ compound }) => compound);
      const roots = scope.roots && list(scope.roots);
      const limits = list(scope.limits);
      const outer = scope.outer && this.compile(scope.outer, owner, options, place);
      const isByPath = [...(roots ?? []), ...limits].every((compound) => compound.isByPath);
      return {
        roots,
        limits,
        owner,
        outer,
        isByPath: isByPath && (roots !== undefined || owner === undefined) && outer?.isByPath !== false,
      };
    });
  }
}

interface Layer {
  readonly children: Map<string, Layer>;
}

/**
 * Numbers layers in ascending order: a layer comes after the layers inside it, layers in the order of first mention.
 * Source: https://drafts.csswg.org/css-cascade-5/#layer-ordering
 */
function layerLevels(active: readonly ActiveItem[]): Map<string, number> {
  const root: Layer = { children: new Map() };
  for (const { layer } of active) {
    let at = root;
    for (const name of layer) at = getOrMake(at.children, name, () => ({ children: new Map() }));
  }
  const levels = new Map<string, number>();
  let next = LEVELS.firstLayer as number;
  const number = (layer: Layer, path: readonly string[]) => {
    for (const [name, child] of layer.children) number(child, [...path, name]);
    if (path.length > 0) levels.set(layerKey(path), next++);
  };
  number(root, []);
  return levels;
}

function layerKey(path: readonly string[]): string {
  return path.join('\0');
}

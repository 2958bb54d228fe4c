/**
 * The first half of the style stage: collects the rules of a document and evaluates its media queries. `@font-face`
 * rules are part of the result, so that their fonts are loaded before styles are computed.
 */

import { getOrMake } from '../../collections/maps.js';
import type { Report } from '../../diagnostics.js';
import type { HtmlDocument } from '../../html/dom.js';
import type { FontFaceRule } from '../at-rules/font-face.js';
import { evaluateMedia, type MediaEnvironment, type PageArea, UNSIZED } from '../at-rules/media.js';
import { pageBox } from '../at-rules/page-box.js';
import type { PageDefaults } from '../at-rules/page-style.js';
import { ElementMatcher } from '../cascade/element-matcher.js';
import { buildRuleSet, type PlacedSheet, type RuleSet } from '../cascade/rule-set.js';
import {
  type DocumentSheets,
  documentSheets,
  type FailedSheet,
  type LoadSheet,
  withImports,
} from '../cascade/sources.js';
import { MATHML_SHEET } from '../html-hints/mathml.js';
import { DEFAULT_MARGINS_SHEET, QUIRKS_SHEET, USER_AGENT_SHEET } from '../html-hints/user-agent.js';
import type { StyleDeclaration } from '../syntax/declarations.js';
import { parseStylesheet, type Stylesheet } from '../syntax/stylesheet.js';
import { PX_PER_UNIT } from '../values/units.js';
import type { ColorProfiles } from './color-profiles.js';
import type { StyleContext } from './compute.js';
import { firstPageName } from './first-page-name.js';
import { StyleCaches } from './style-caches.js';
import { type SharedStyles, StyleTree } from './style-tree.js';
import type { FontUnitsOf } from './styled-document.js';

export interface RuleOptions {
  /** Metrics of installed fonts only: `@font-face` rules are not loaded yet. */
  readonly fontUnits: FontUnitsOf;
  /** Author style sheets before those of the document. */
  readonly sheets?: readonly { readonly text: string; readonly place: string }[];
  /** Loads the style sheets of `<link>` and `@import`. Default: every load fails as missing. */
  readonly loadSheet?: LoadSheet;
  /** Size and margins without `@page` rules. Default A4 with margins of 1cm. */
  readonly page?: Partial<PageDefaults>;
  /** Shared by documents. Default: new ones. */
  readonly caches?: StyleCaches;
  /** Only documents of one scope share their sheets; default ''. */
  readonly scope?: string;
}

const MM = PX_PER_UNIT.mm!;
const DEFAULT_PAGE: PageDefaults = { width: 210 * MM, height: 297 * MM, margin: 10 * MM };

export interface DocumentRules {
  readonly document: HtmlDocument;
  readonly rules: RuleSet;
  /** In order of appearance. */
  readonly fontFaces: readonly FontFaceRule[];
  /** The profiles of `@color-profile` rules, once they are loaded; default none. */
  readonly colorProfiles?: ColorProfiles;
  /** The page area that media queries were evaluated against. */
  readonly media: PageArea;
  readonly pageDefaults: PageDefaults;
  readonly matcher: ElementMatcher;
  readonly caches: StyleCaches;
  readonly shared: SharedStyles;
  /** Metrics of installed fonts. */
  readonly installedUnits: FontUnitsOf;
  /** In quirks mode only: declarations of default margins, which it ignores at the edges of `body` and table cells. */
  readonly quirkyMargins: ReadonlySet<StyleDeclaration> | undefined;
}

/** Parses the style sheets of the user agent and the author. Never fails; reports what is invalid or fails to load. */
export function collectRules(document: HtmlDocument, options: RuleOptions, report: Report): DocumentRules {
  const caches = options.caches ?? new StyleCaches();
  const shared = caches.sharedStyles();
  const { cascadeRoot, entries } = shared;
  const matcher = new ElementMatcher(document, { cascadeRoot, entries, declare: caches.declare }, report);
  const pageDefaults = { ...DEFAULT_PAGE, ...options.page };
  const defaultMargins = userAgentSheet(DEFAULT_MARGINS_SHEET, caches);
  const failed: FailedSheet[] = [];
  const author = authorSheets(document, { ...options, failed }, caches, report);
  const sheets = [
    placed(userAgentSheet(USER_AGENT_SHEET, caches)),
    placed(defaultMargins),
    ...(document.quirks ? [placed(userAgentSheet(QUIRKS_SHEET, caches))] : []),
    ...(author.hasFormulas ? [placed(userAgentSheet(MATHML_SHEET, caches))] : []),
    ...author.sheets,
  ];
  const unsized = ruleSet(sheets, UNSIZED, document.quirks, caches);
  const installedUnits = options.fontUnits;
  const quirkyMargins = document.quirks ? declarationsOf(defaultMargins) : undefined;
  const withRules = (rules: RuleSet, media: PageArea): DocumentRules => ({
    document,
    rules,
    fontFaces: rules.fontFaces,
    media,
    pageDefaults,
    matcher,
    caches,
    shared,
    installedUnits,
    quirkyMargins,
  });
  const media = mediaPageArea(withRules(unsized, pageDefaults));
  const rules = unsized.isUndecided ? ruleSet(sheets, media, document.quirks, caches) : unsized;
  for (const { kind, url, context, media: lists } of failed)
    if (lists.every((list) => evaluateMedia(list, media))) report.add(kind, url, context);
  report.addAll(rules.findings);
  return withRules(rules, media);
}

/** The facts that a tree of styles depends on. */
type TreeSource = Omit<DocumentRules, 'media' | 'fontFaces'>;

/**
 * The page area that media queries see, in whole px: that of the `@page` rules without page selectors, and without
 * media queries on the page size. There is no print dialog that selects another sheet.
 * Source: https://drafts.csswg.org/mediaqueries-5/#width
 */
function mediaPageArea(source: TreeSource): PageArea {
  const { width, height } = pageAreaBy(source.rules.pagesWithoutSelector, source, source.installedUnits);
  return { width: Math.round(width), height: Math.round(height) };
}

/**
 * The page area of the first page by the given `@page` rules, in px. Computes the style of the root element, since
 * margins may be in its units.
 */
export function pageAreaBy(
  pages: RuleSet['pages'],
  source: TreeSource,
  fontUnits: FontUnitsOf,
): StyleContext['viewport'] {
  const { width, height, margin } = source.pageDefaults;
  const area = { width: width - 2 * margin, height: height - 2 * margin };
  if (pages.length === 0) return area;
  const { matcher, rules } = source;
  const cascade = matcher.element(rules.index, matcher.tree.root, { parent: undefined, body: undefined }, undefined);
  const tree = styleTree(source, area, fontUnits);
  const root = tree.node(cascade, undefined, null).computed;
  const name = pages === rules.pages ? firstPageName(source, tree) : '';
  const { style } = tree.pages(pages, root).style({ index: 0, name, blank: false, side: 'right' });
  return pageBox(style).area;
}

/** The styles of documents with the same rules, unless this one has fonts or color profiles of its own. */
export function styleTree(source: TreeSource, viewport: StyleContext['viewport'], fontUnits: FontUnitsOf): StyleTree {
  const { document, rules, caches, shared, pageDefaults, installedUnits, quirkyMargins, colorProfiles } = source;
  const context = {
    fontUnits,
    quirks: document.quirks,
    viewport,
    viewportUse: { isUsed: false },
    containerUse: { isUsed: false },
    cache: caches.values,
    customProperties: rules.customProperties,
    fontFeatureValues: rules.fontFeatureValues,
    pageDefaults,
    declare: caches.declare,
    ...(quirkyMargins && { quirkyMargins }),
    ...(colorProfiles && { colorProfiles }),
  };
  return fontUnits === installedUnits && !colorProfiles ? shared.tree(rules, context) : new StyleTree(context);
}

const declarationsOf = ({ items }: Stylesheet): ReadonlySet<StyleDeclaration> =>
  new Set(items.flatMap((item) => (item.type === 'style' ? item.block : [])));

function authorSheets(
  document: HtmlDocument,
  options: RuleOptions & { readonly failed: FailedSheet[] },
  caches: StyleCaches,
  report: Report,
): DocumentSheets {
  const { loadSheet: load, failed, scope } = options;
  const sources = { load, failed, cache: caches.stylesheets, scope, quirks: document.quirks };
  const sheets: PlacedSheet[] = [];
  for (const { text, place } of options.sheets ?? []) {
    const sheet = parseStylesheet(text, { ...sources, origin: 'author', place });
    sheets.push(...withImports(sheet, { media: [], layer: [], importers: [] }, sources, report));
  }
  const own = documentSheets(document, sources, report);
  sheets.push(...own.sheets);
  return { sheets, hasFormulas: own.hasFormulas };
}

const placed = (sheet: Stylesheet): PlacedSheet => ({ sheet, media: [], layer: [] });

function userAgentSheet(text: string, caches: StyleCaches): Stylesheet {
  const options = { origin: 'user-agent', place: 'user agent stylesheet' } as const;
  return getOrMake(caches.userAgentSheets, text, () => parseStylesheet(text, options));
}

function ruleSet(
  sheets: readonly PlacedSheet[],
  media: MediaEnvironment,
  quirks: boolean,
  caches: StyleCaches,
): RuleSet {
  // Such scopes are of this document.
  if (sheets.some(({ sheet }) => sheet.hasImplicitRoot)) return buildRuleSet(sheets, media, quirks);
  const key = [
    quirks,
    media.width,
    media.height,
    ...sheets.map(({ sheet, media, layer }) => {
      const number = caches.numberOf(sheet);
      return media.length + layer.length === 0 ? number : `${number} ${JSON.stringify([media, layer])}`;
    }),
  ].join('\n');
  return caches.ruleSets.getOrMake(key, () => buildRuleSet(sheets, media, quirks));
}

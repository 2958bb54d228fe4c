/**
 * The first half of the style stage: collects the rules of a document and evaluates its media queries. `@font-face`
 * rules are part of the result, so that their fonts are loaded before styles are computed.
 */

import { Report } from '../../diagnostics.js';
import type { HtmlDocument } from '../../html/dom.js';
import type { FontFaceRule } from '../at-rules/font-face.js';
import { type MediaEnvironment, type PageArea, UNSIZED } from '../at-rules/media.js';
import { pageBox } from '../at-rules/page-box.js';
import { isForEveryPage } from '../at-rules/page-rules.js';
import { type PageDefaults, PageStyler } from '../at-rules/page-style.js';
import { ElementMatcher } from '../cascade/element-matcher.js';
import { buildRuleSet, type PlacedPageRule, type PlacedSheet, type RuleSet } from '../cascade/rule-set.js';
import { documentSheets, type LoadSheet, placeSheet } from '../cascade/sources.js';
import { StyleCaches } from '../cascade/style-caches.js';
import { DEFAULT_MARGINS_SHEET, QUIRKS_SHEET, USER_AGENT_SHEET } from '../html-hints/user-agent.js';
import { parseStylesheet, type Stylesheet } from '../syntax/stylesheet.js';
import { computeStyle, type StyleContext } from './compute.js';
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
}

const MM = 96 / 25.4;
const DEFAULT_PAGE: PageDefaults = { width: 210 * MM, height: 297 * MM, margin: 10 * MM };

export interface DocumentRules {
  readonly document: HtmlDocument;
  readonly rules: RuleSet;
  /** In order of appearance. */
  readonly fontFaces: readonly FontFaceRule[];
  /** The page area that media queries were evaluated against. */
  readonly media: PageArea;
  readonly pageDefaults: PageDefaults;
  readonly matcher: ElementMatcher;
  readonly caches: StyleCaches;
  /** The default margins that quirks mode ignores at the edges of `body` and table cells. */
  readonly defaultMargins: Stylesheet;
}

/** Parses the style sheets of the user agent and the author. Never fails; reports what is invalid or fails to load. */
export function collectRules(document: HtmlDocument, options: RuleOptions, report: Report): DocumentRules {
  const caches = options.caches ?? new StyleCaches();
  const matcher = new ElementMatcher(document, caches, report);
  const pageDefaults = { ...DEFAULT_PAGE, ...options.page };
  const defaultMargins = userAgentSheet(DEFAULT_MARGINS_SHEET, caches);
  const sheets = [
    placed(userAgentSheet(USER_AGENT_SHEET, caches)),
    placed(defaultMargins),
    ...(document.quirks ? [placed(userAgentSheet(QUIRKS_SHEET, caches))] : []),
    ...authorSheets(document, options, caches, report),
  ];
  const unsized = ruleSet(sheets, UNSIZED, document.quirks, caches);
  const found = { document, matcher, caches, pageDefaults, defaultMargins };
  const media = mediaPageArea({ ...found, rules: unsized }, options.fontUnits);
  const rules = unsized.isUndecided ? ruleSet(sheets, media, document.quirks, caches) : unsized;
  for (const { kind, text, context, count } of rules.diagnostics) report.add(kind, text, context, count);
  return { ...found, rules, media, fontFaces: rules.fontFaces };
}

type PageAreaSource = Pick<DocumentRules, 'document' | 'rules' | 'matcher' | 'caches' | 'pageDefaults'>;

/**
 * The page area that media queries see, in whole px: that of the `@page` rules without page selectors, and without
 * media queries on the page size. There is no print dialog that selects another sheet.
 * Source: https://drafts.csswg.org/mediaqueries-5/#width
 */
function mediaPageArea(source: PageAreaSource, fontUnits: FontUnitsOf): PageArea {
  const pages = source.rules.pages.filter(({ rule }) => isForEveryPage(rule));
  const { width, height } = pageAreaBy(pages, source, fontUnits);
  return { width: Math.round(width), height: Math.round(height) };
}

/**
 * The page area of the first page by the given `@page` rules, in px. Computes the style of the root element, since
 * margins may be in its units.
 */
export function pageAreaBy(
  pages: readonly PlacedPageRule[],
  { document, rules, matcher, caches, pageDefaults }: PageAreaSource,
  fontUnits: FontUnitsOf,
): StyleContext['viewport'] {
  const { width, height, margin } = pageDefaults;
  const area = { width: width - 2 * margin, height: height - 2 * margin };
  if (pages.length === 0) return area;
  const context: StyleContext = {
    fontUnits,
    quirks: document.quirks,
    viewport: area,
    report: new Report(),
    reported: new Set(),
    cache: caches.values,
    customProperties: rules.customProperties,
  };
  const { winners } = matcher.element(
    rules.index,
    matcher.tree.root,
    { parent: undefined, body: undefined },
    undefined,
  );
  const root = computeStyle({ winners, parent: null, root: null }, context);
  const styler = new PageStyler(pages, pageDefaults, context, caches.declare, () => {});
  return pageBox(styler.style({ index: 0, name: '', blank: false, side: 'right' }, root)).area;
}

function authorSheets(
  document: HtmlDocument,
  options: RuleOptions,
  caches: StyleCaches,
  report: Report,
): readonly PlacedSheet[] {
  const sources = { load: options.loadSheet, cache: caches.stylesheets, quirks: document.quirks };
  const sheets: PlacedSheet[] = [];
  for (const { text, place } of options.sheets ?? []) {
    const sheet = parseStylesheet(text, { ...sources, origin: 'author', place });
    placeSheet(sheet, { media: [], layer: [], importers: [] }, sources, report, sheets);
  }
  sheets.push(...documentSheets(document, sources, report));
  return sheets;
}

const placed = (sheet: Stylesheet): PlacedSheet => ({ sheet, media: [], layer: [] });

function userAgentSheet(text: string, caches: StyleCaches): Stylesheet {
  const options = { origin: 'user-agent', place: 'user agent stylesheet', cache: caches.stylesheets } as const;
  return parseStylesheet(text, options);
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
    ...sheets.map(({ sheet, media, layer }) => `${caches.numberOf(sheet)} ${JSON.stringify([media, layer])}`),
  ].join('\n');
  return caches.ruleSets.getOrMake(key, () => buildRuleSet(sheets, media, quirks));
}

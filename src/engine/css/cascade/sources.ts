/** The style sheets of a document in order: `<style>`, `<link rel=stylesheet>`, and their imports. */

import type { MediaQuery } from 'lightningcss';
import type { Report } from '../../diagnostics.js';
import { decodeDataUrl } from '../../html/data-url.js';
import { childText, describeElement, type ElementNode, type HtmlDocument } from '../../html/dom.js';
import { evaluateMedia, UNSIZED } from '../at-rules/media.js';
import { parseMediaQueries } from '../at-rules/media-list.js';
import { type ParseOptions, parseStylesheet, type Stylesheet } from '../syntax/stylesheet.js';
import type { UrlReference } from '../values/values.js';
import type { PlacedSheet } from './rule-set.js';
import { charsetOfType, type DecodedSheet, decodeSheet, documentEncoding } from './sheet-encoding.js';

interface LoadedSheet {
  readonly bytes: Uint8Array;
  /** Absolute; base of the URLs in the sheet. */
  readonly url: string;
}

interface OpenedSheet extends DecodedSheet, Pick<LoadedSheet, 'url'> {}

/** Loads the style sheet of a URL other than `data:`, or gives the reason of the failure. */
export type LoadSheet = (
  reference: UrlReference,
) => LoadedSheet | { readonly failure: 'blocked' | 'missing'; readonly message: string };

/** A style sheet that could not be loaded. It matters where its media queries are true. */
export interface FailedSheet extends Pick<PlacedSheet, 'media'> {
  readonly kind: 'BlockedResource' | 'MissingAsset';
  readonly url: string;
  /** Where it is referred to, and why it failed. */
  readonly context: string;
}

interface SourceOptions {
  /** Receives the sheets that fail to load. */
  readonly failed: FailedSheet[];
  /** Default: every load fails as missing. */
  readonly load?: LoadSheet | undefined;
  readonly cache?: ParseOptions['cache'];
  readonly scope?: ParseOptions['scope'];
  readonly quirks: boolean;
}

export interface DocumentSheets {
  /** In order of appearance. */
  readonly sheets: readonly PlacedSheet[];
  /** Whether the document has a formula in MathML. */
  readonly hasFormulas: boolean;
}

/** Maximum nesting of `@import`. */
const MAX_IMPORT_DEPTH = 8;

/** Loads and parses the style sheets of a document, with their imports. */
export function documentSheets(document: HtmlDocument, options: SourceOptions, report: Report): DocumentSheets {
  const sheets: PlacedSheet[] = [];
  let hasFormulas = false;
  const encoding = documentEncoding(document.head);
  let styles = 0;
  for (const element of sheetElements(document.root)) {
    if (element.namespace === 'mathml') {
      hasFormulas = true;
      continue;
    }
    if (element.name === 'style') styles++;
    const media = parseMediaQueries(element.attribute('media') ?? '');
    if (!isCss(element) || isForAnotherMedium(media)) continue;
    const context: SheetContext = { media: media.length > 0 ? [media] : [], layer: [], importers: [], encoding };
    if (element.name === 'style') {
      const sheet = parseStylesheet(childText(element), parseOptions(options, 'author', `<style> ${styles}`));
      sheets.push(...withImports(sheet, { ...context, owner: element.parent ?? undefined }, options, report));
    } else {
      const url = element.attribute('href')!.trim();
      // Obsolete, and still followed: Blink's LinkStyle::LoadStylesheetIfNeeded
      const environment = element.attribute('charset') || encoding;
      const loaded = loadSheet({ url }, { ...context, place: describeElement(element), environment }, options);
      if (!loaded) continue;
      const place = isDataUrl(url) ? 'link data:' : loaded.url;
      const sheet = parseStylesheet(loaded.text, parseOptions(options, 'author', place, loaded.url));
      sheets.push(...withImports(sheet, { ...context, encoding: loaded.encoding }, options, report));
    }
  }
  return { sheets, hasFormulas };
}

const parseOptions = (
  { cache, scope, quirks }: SourceOptions,
  origin: Stylesheet['origin'],
  place: string,
  url?: string,
): ParseOptions => ({ origin, place, cache, scope, quirks, url });

/** Conditions and layer of a sheet, and the sheets that import it. */
interface SheetContext extends Pick<PlacedSheet, 'media' | 'layer' | 'owner'> {
  /** URLs of the importing sheets, outermost first. */
  readonly importers: readonly string[];
  /** The label for imported sheets that declare none; default UTF-8. */
  readonly encoding?: string;
}

/** Whether the list is false whatever the page size: the sheet is not loaded. */
function isForAnotherMedium(media: readonly MediaQuery[]): boolean {
  return evaluateMedia(media, UNSIZED) === false;
}

/** The sheet after those that it imports, in cascade order. */
export function withImports(
  sheet: Stylesheet,
  { importers, encoding: environment = 'utf-8', ...placed }: SheetContext,
  options: SourceOptions,
  report: Report,
): PlacedSheet[] {
  const sheets: PlacedSheet[] = [];
  const around = sheet.url === undefined ? importers : [...importers, sheet.url];
  for (const item of sheet.items) {
    if (item.type !== 'import' || item.media.some(isForAnotherMedium)) continue;
    if (around.length > MAX_IMPORT_DEPTH) {
      report.add('BlockedResource', item.url, `${item.place}: more than ${MAX_IMPORT_DEPTH} imports inside each other`);
      continue;
    }
    const reference = { url: item.url, sheet: sheet.url };
    const media = [...placed.media, ...item.media];
    const loaded = loadSheet(reference, { media, place: item.place, environment }, options);
    // An import cycle adds no rules.
    if (!loaded || (around.includes(loaded.url) && !isDataUrl(loaded.url))) continue;
    const place = isDataUrl(item.url) ? `${item.place}, imported` : loaded.url;
    const imported = parseStylesheet(loaded.text, parseOptions(options, sheet.origin, place, loaded.url));
    const context = {
      media,
      layer: [...placed.layer, ...item.layer],
      importers: around,
      encoding: loaded.encoding,
    };
    sheets.push(...withImports(imported, context, options, report));
  }
  sheets.push({ sheet, ...placed });
  return sheets;
}

/** `<style>` and `<link rel=stylesheet>` in document order. */
function* sheetElements(root: ElementNode): Generator<ElementNode> {
  const stack: ElementNode[] = [root];
  for (let at = stack.pop(); at; at = stack.pop()) {
    if (at.name === 'style' || isStylesheetLink(at) || isFormula(at)) yield at;
    for (let i = at.children.length - 1; i >= 0; i--) {
      const child = at.children[i]!;
      if (child.kind === 'element') stack.push(child);
    }
  }
}

const isFormula = ({ name, namespace }: ElementNode): boolean => name === 'math' && namespace === 'mathml';

function isStylesheetLink(element: ElementNode): boolean {
  if (element.name !== 'link' || element.namespace !== 'html' || !element.attribute('href')) return false;
  const relations = (element.attribute('rel') ?? '').toLowerCase().split(/[ \t\n\f\r]+/);
  return (
    relations.includes('stylesheet') && !relations.includes('alternate') && element.attribute('disabled') === undefined
  );
}

function isCss(element: ElementNode): boolean {
  const type = element.attribute('type')?.trim().toLowerCase();
  return type === undefined || type === '' || type === 'text/css' || type.startsWith('text/css;');
}

interface SheetReference extends Pick<PlacedSheet, 'media'> {
  /** Its location, for diagnostics. */
  readonly place: string;
  /** The label of what it is in. */
  readonly environment: string;
}

function loadSheet(
  reference: UrlReference,
  { media, place, environment }: SheetReference,
  { load, failed }: SourceOptions,
): OpenedSheet | undefined {
  const { url } = reference;
  if (isDataUrl(url)) {
    const decoded = decodeDataUrl(url);
    // Relative URLs in it do not resolve.
    if (decoded) return { ...decodeSheet(decoded.bytes, charsetOfType(decoded.type), environment), url: 'data:' };
    const context = `${place}: a malformed data: URL`;
    failed.push({ kind: 'MissingAsset', url: `${url.slice(0, 40)}…`, context, media });
    return undefined;
  }
  const loaded = load?.(reference) ?? { failure: 'missing', message: 'no such file or asset' };
  if (!('failure' in loaded)) return { ...decodeSheet(loaded.bytes, undefined, environment), url: loaded.url };
  const kind = loaded.failure === 'blocked' ? 'BlockedResource' : 'MissingAsset';
  failed.push({ kind, url, context: `${place}: ${loaded.message}`, media });
  return undefined;
}

function isDataUrl(url: string): boolean {
  return /^data:/i.test(url);
}

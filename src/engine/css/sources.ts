/** The stylesheets a document asks for, in order: `<style>`, `<link rel=stylesheet>`, and what they import. */

import type { Report } from '../diagnostics.js';
import type { ElementNode, HtmlDocument } from '../html/dom.js';
import { parseMediaQueries } from './media-list.js';
import type { PlacedSheet } from './rule-set.js';
import { type ParseOptions, parseStylesheet, type Stylesheet } from './stylesheet.js';

export interface SourceOptions {
  /** Stylesheets by URL that the caller lets the document use; undefined: blocked. */
  readonly resources?: (url: string) => string | undefined;
  readonly cache?: ParseOptions['cache'];
  readonly quirks: boolean;
}

/** `@import` inside `@import` ends here, circles too. */
const MAX_IMPORT_DEPTH = 8;

export function documentSheets(document: HtmlDocument, options: SourceOptions, report: Report): PlacedSheet[] {
  const sheets: PlacedSheet[] = [];
  let styles = 0;
  const add = (text: string, place: string, element: ElementNode) => {
    const sheet = parseStylesheet(text, { ...options, origin: 'author', place });
    const media = parseMediaQueries(element.attribute('media') ?? '');
    placeSheet(sheet, { media: media.length > 0 ? [media] : [], layer: [] }, 0, options, report, sheets);
  };
  for (const element of sheetElements(document.root)) {
    if (element.name === 'style') {
      styles++;
      if (isCss(element)) add(textOf(element), `<style> ${styles}`, element);
    } else {
      const href = element.attribute('href')!.trim();
      const text = load(href, options);
      if (text === undefined) report.add('BlockedResource', href, 'link');
      else add(text, href.startsWith('data:') ? 'link data:' : href, element);
    }
  }
  return sheets;
}

/** Adds the sheet after those that it imports. */
export function placeSheet(
  sheet: Stylesheet,
  placed: Pick<PlacedSheet, 'media' | 'layer'>,
  depth: number,
  options: SourceOptions,
  report: Report,
  sheets: PlacedSheet[],
): void {
  for (const item of sheet.items) {
    if (item.type !== 'import') continue;
    const text = depth < MAX_IMPORT_DEPTH ? load(item.url, options) : undefined;
    if (text === undefined) {
      report.add('BlockedResource', item.url, item.place);
      continue;
    }
    const place = item.url.startsWith('data:') ? `${item.place}, imported` : item.url;
    const imported = parseStylesheet(text, { ...options, origin: sheet.origin, place });
    const standing = { media: [...placed.media, ...item.media], layer: [...placed.layer, ...item.layer] };
    placeSheet(imported, standing, depth + 1, options, report, sheets);
  }
  sheets.push({ sheet, ...placed });
}

function* sheetElements(element: ElementNode): Generator<ElementNode> {
  const stack: ElementNode[] = [element];
  for (let at = stack.pop(); at; at = stack.pop()) {
    if (at.name === 'style' || isStylesheetLink(at)) yield at;
    for (let i = at.children.length - 1; i >= 0; i--) {
      const child = at.children[i]!;
      if (child.kind === 'element') stack.push(child);
    }
  }
}

function isStylesheetLink(element: ElementNode): boolean {
  if (element.name !== 'link' || element.namespace !== 'html' || !element.attribute('href')) return false;
  const relations = (element.attribute('rel') ?? '').toLowerCase().split(/[ \t\n\f\r]+/);
  return (
    relations.includes('stylesheet') &&
    !relations.includes('alternate') &&
    element.attribute('disabled') === undefined &&
    isCss(element)
  );
}

function isCss(element: ElementNode): boolean {
  const type = element.attribute('type')?.trim().toLowerCase();
  return type === undefined || type === '' || type === 'text/css' || type.startsWith('text/css;');
}

function textOf(element: ElementNode): string {
  return element.children.map((child) => (child.kind === 'text' ? child.data : '')).join('');
}

function load(url: string, options: SourceOptions): string | undefined {
  return /^data:/i.test(url) ? decodeDataUrl(url) : options.resources?.(url);
}

/** Source: https://fetch.spec.whatwg.org/#data-url-processor */
function decodeDataUrl(url: string): string | undefined {
  const comma = url.indexOf(',');
  if (comma < 0) return undefined;
  const header = url.slice(5, comma);
  const body = url.slice(comma + 1).replace(/#.*$/s, '');
  try {
    const text = decodeURIComponent(body);
    return /;\s*base64\s*$/i.test(header) ? Buffer.from(text, 'base64').toString('utf8') : text;
  } catch {
    return undefined;
  }
}

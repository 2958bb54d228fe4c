/** SVG files used as images: their text in fonts at hand, which whoever draws a file by itself would not find. */

import { type StyleCaches, type StyleOptions, styleDocument } from '../css/compute/style.js';
import { Report } from '../diagnostics.js';
import { EngineError } from '../errors.js';
import type { ElementNode } from '../html/dom.js';
import { parseHtml } from '../html/parse.js';
import { MAX_NODES, type ResolveFamilies, serialiseSvg } from './svg.js';

export interface SvgImageContext {
  readonly caches: StyleCaches;
  readonly fontUnits: StyleOptions['fontUnits'];
  readonly resolveFamilies: ResolveFamilies;
}

const TEXT = /<text[\s>]/;
const CONTEXT = 'in an SVG image';

/**
 * The file with its own styles applied, which are all that it may use, and font names that are known.
 * @returns the source as it is when it has no text; what of it cannot be set is reported
 * Source: https://www.w3.org/TR/SVG2/conform.html#secure-static-mode
 */
export function withKnownFonts(source: string, context: SvgImageContext, report: Report): string {
  if (!TEXT.test(source)) return source;
  const svg = parse(source);
  if (typeof svg === 'string') {
    report.add('UnsupportedElement', '<text>', `${CONTEXT}: ${svg}`);
    return source;
  }
  const inner = new Report();
  const { document, element } = svg;
  const styled = styleDocument(document, { caches: context.caches, fontUnits: context.fontUnits }, inner);
  if (styled.fontFaces.length > 0) report.add('UnsupportedAtRule', '@font-face', CONTEXT);
  const written = serialiseSvg(element, { styled, report: inner, resolveFamilies: context.resolveFamilies });
  for (const { kind, text, context: place, count } of inner.diagnostics)
    report.add(kind, text, `${CONTEXT}: ${place}`, count);
  return written;
}

/** As HTML, whose rules for SVG inside read almost all that is XML. @returns otherwise the reason */
function parse(source: string) {
  const root = source.search(/<svg\b/i);
  try {
    const document = parseHtml(`<!DOCTYPE html>${source.slice(root)}`);
    const element = find(document.root, 'svg');
    if (!element) return 'it has no <svg>';
    return count(element) > MAX_NODES ? `it has more than ${MAX_NODES} elements` : { document, element };
  } catch (error) {
    if (error instanceof EngineError) return error.message;
    throw error;
  }
}

function find(element: ElementNode, name: string): ElementNode | undefined {
  if (element.name === name) return element;
  for (const child of element.children) {
    const found = child.kind === 'element' ? find(child, name) : undefined;
    if (found) return found;
  }
  return undefined;
}

function count(element: ElementNode): number {
  return element.children.reduce((sum, child) => sum + (child.kind === 'element' ? count(child) : 0), 1);
}

/** SVG images with text: resolves their fonts, which the PDF writer could not find on its own. */

import { collectRules } from '../css/compute/collect-rules.js';
import { computeStyles } from '../css/compute/style.js';
import type { StyleCaches } from '../css/compute/style-caches.js';
import type { FontUnitsOf } from '../css/compute/styled-document.js';
import { Report } from '../diagnostics.js';
import { EngineError } from '../errors.js';
import { type ElementNode, findElement, type HtmlDocument } from '../html/dom.js';
import { parseHtml } from '../html/parse.js';
import { MAX_NODES, type ResolveFamilies, type SvgContext, serializeSvg } from './svg.js';

export interface SvgImageContext {
  readonly caches: StyleCaches;
  readonly fontUnits: FontUnitsOf;
  readonly resolveFamilies: ResolveFamilies;
}

const TEXT = /<text[\s>]/;
const CONTEXT = 'in an SVG image';

/**
 * Applies the styles of an SVG file, which are all that it may use, and resolves its font families.
 * @returns the source unchanged when it has no text or cannot be parsed, which is reported
 * Source: https://www.w3.org/TR/SVG2/conform.html#secure-static-mode
 */
export function withResolvedFonts(source: string, context: SvgImageContext, report: Report): string {
  if (!TEXT.test(source)) return source;
  const svg = parse(source);
  if (typeof svg === 'string') {
    report.add('UnsupportedElement', '<text>', `${CONTEXT}: ${svg}`);
    return source;
  }
  const inner = new Report();
  const written = serializeSvg(svg.element, styleSvg(svg.document, context, inner));
  for (const { kind, text, context: place, count } of inner.diagnostics)
    report.add(kind, text, `${CONTEXT}: ${place}`, count);
  return written;
}

/** @returns the styled file, of which elements may be referred to; undefined when it cannot be parsed */
export function openSvg(source: string, context: SvgImageContext): SvgContext | undefined {
  const svg = parse(source);
  return typeof svg === 'string' ? undefined : styleSvg(svg.document, context, new Report());
}

function styleSvg(document: HtmlDocument, context: SvgImageContext, report: Report): SvgContext {
  const { caches, fontUnits, resolveFamilies } = context;
  const rules = collectRules(document, { caches, fontUnits }, report);
  if (rules.fontFaces.length > 0) report.add('UnsupportedAtRule', '@font-face', 'style sheet');
  return { styled: computeStyles(rules, fontUnits, report), report, resolveFamilies };
}

/** Parses with the HTML parser, whose SVG rules accept almost all XML. @returns the reason as text on failure */
function parse(source: string) {
  const root = source.search(/<svg\b/i);
  try {
    const document = parseHtml(`<!DOCTYPE html>${source.slice(root)}`);
    const element = findElement(document.root, ({ name }) => name === 'svg');
    if (!element) return 'no <svg> element';
    return countElements(element) > MAX_NODES ? `more than ${MAX_NODES} elements` : { document, element };
  } catch (error) {
    if (error instanceof EngineError) return error.message;
    throw error;
  }
}

function countElements(element: ElementNode): number {
  return element.children.reduce((sum, child) => sum + (child.kind === 'element' ? countElements(child) : 0), 1);
}

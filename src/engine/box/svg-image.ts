/**
 * SVG images that are not written as they are: the fonts of text are resolved, which the PDF writer could not find on its
 * own, colours that it does not know are converted, and images inside pass the same limits as others before anything decodes them.
 */

import { collectRules } from '../css/compute/collect-rules.js';
import { computeStyles } from '../css/compute/style.js';
import type { StyleCaches } from '../css/compute/style-caches.js';
import type { FontUnitsOf } from '../css/compute/styled-document.js';
import { Report } from '../diagnostics.js';
import { EngineError } from '../errors.js';
import { type ElementNode, findElement, type HtmlDocument } from '../html/dom.js';
import { parseHtml } from '../html/parse.js';
import type { TextShaper } from '../text/shape.js';
import type { ImageResource } from './image-resources.js';
import { hasLargeGeometry, MAX_NODES, type ResolveFamilies, type SvgContext, serializeSvg } from './svg.js';

export interface SvgImageContext {
  readonly caches: StyleCaches;
  readonly fontUnits: FontUnitsOf;
  readonly resolveFamilies: ResolveFamilies;
  readonly shaper: TextShaper;
}

interface SvgPreparation extends SvgImageContext {
  /** Loads an image inside, of which only `data:` URLs are allowed, and reports failures. */
  readonly image: (url: string, context: string, report: Report) => ImageResource | undefined;
}

const TEXT = /<text[\s>]/;
/** Colours that the renderer does not know. */
const COLOR = /\bdevice-cmyk\(|\bcolor\(\s*--/i;
/** Rules that the renderer does not know: their at-rules, functions and pseudo-classes. */
const RULES = /<style[\s>].*?(?:@(?:media|supports|layer)\b|\bvar\(|:(?:root|is|where|not|has|nth-[\w-]+)\b)/is;
/** Images, filters whose cost is bounded here, and entities, which could expand to either. Prefixes are namespaces. */
const BOUNDED = /<(?:[\w.-]+:)?(?:image|feImage|feMorphology)[\s/>]|<!ENTITY/i;
/** Entities of drawing programs are names of namespaces, which are not needed. */
const MARKUP_ENTITY = /<!ENTITY\s[^>"']*(?:"[^"]*[<&]|'[^']*[<&])/i;
const CONTEXT = 'in an SVG image';

/**
 * Applies the styles of an SVG file, which are all that it may use, and resolves its font families.
 * @returns the source unchanged when it has nothing of this or its text cannot be parsed; undefined when what must be
 * bounded cannot be parsed. Both failures are reported.
 * Source: https://www.w3.org/TR/SVG2/conform.html#secure-static-mode
 */
export function preparedSvg(source: string, context: SvgPreparation, report: Report): string | undefined {
  const isBounded = BOUNDED.test(source) || hasLargeGeometry(source);
  const hasText = TEXT.test(source);
  const isPlain = !isBounded && !hasText && !COLOR.test(source) && !RULES.test(source);
  if (isPlain && !hasHtml(source)) return source;
  if (MARKUP_ENTITY.test(source)) {
    report.add('UnsupportedElement', '<!ENTITY>', `${CONTEXT}: with markup`);
    return undefined;
  }
  const svg = parse(source);
  if (typeof svg === 'string') {
    const element = BOUNDED.test(source) ? '<image>' : isBounded ? '<path>' : '<text>';
    if (isBounded || hasText) report.add('UnsupportedElement', element, `${CONTEXT}: ${svg}`);
    else if (COLOR.test(source)) report.add('UnsupportedValue', 'color()', `${CONTEXT}: ${svg}`);
    return isBounded ? undefined : source;
  }
  const inner = new Report();
  const styles = styleSvg(svg.document, context, inner);
  const image = (url: string, place: string) => context.image(url, place, inner);
  const written = serializeSvg(svg.element, { ...styles, image, leavesOutHtml: true });
  report.addAll(inner.findings, `${CONTEXT}: `);
  return written;
}

/** Whether an SVG file has HTML inside. */
export const hasHtml = (source: string): boolean => /<(?:[\w.-]+:)?foreignObject[\s>]/i.test(source);

/**
 * Opens a file with HTML inside, which is laid out with its own styles. `preparedSvg` has reported what is wrong with them.
 * @param elements  see `parseHtml`
 * @returns         undefined when it cannot be parsed, which is reported
 */
export function openSvgWithHtml(
  source: string,
  context: SvgPreparation,
  report: Report,
  elements: number,
): { readonly svg: ElementNode; readonly context: SvgContext } | undefined {
  const svg = parse(source, elements);
  if (typeof svg === 'string') {
    report.add('UnsupportedElement', '<foreignObject>', `${CONTEXT}: ${svg}`);
    return undefined;
  }
  const known = new Report();
  const styles = styleSvg(svg.document, context, known);
  const image = (url: string, place: string) => context.image(url, place, known);
  return { svg: svg.element, context: { ...styles, image } };
}

/** @returns the styled file, of which elements may be referred to; undefined when it cannot be parsed */
export function openSvg(source: string, context: SvgImageContext): SvgContext | undefined {
  const svg = parse(source);
  return typeof svg === 'string' ? undefined : styleSvg(svg.document, context, new Report());
}

function styleSvg(document: HtmlDocument, context: SvgImageContext, report: Report): SvgContext {
  const { caches, fontUnits, resolveFamilies, shaper } = context;
  const rules = collectRules(document, { caches, fontUnits }, report);
  if (rules.fontFaces.length > 0) report.add('UnsupportedAtRule', '@font-face', 'style sheet');
  const { colorProfiles } = rules.rules;
  const own = { report, resolveFamilies, shaper };
  if (colorProfiles.length === 0) return { styled: computeStyles(rules, fontUnits, report), ...own };
  report.add('UnsupportedAtRule', '@color-profile', 'style sheet');
  // Reported, so that their colours need not be.
  const unusable = new Map(colorProfiles.map(({ name }) => [name, undefined]));
  return { styled: computeStyles({ ...rules, colorProfiles: unusable }, fontUnits, report), ...own };
}

/** Parses with the HTML parser, whose SVG rules accept almost all XML. @returns the reason as text on failure */
function parse(source: string, elements = 0) {
  const root = source.search(/<svg\b/i);
  try {
    const document = parseHtml(`<!DOCTYPE html>${source.slice(root)}`, {}, undefined, elements);
    const element = findElement(document.root, ({ name }) => name === 'svg');
    if (!element) return 'no <svg> element';
    if (countElements(element) > MAX_NODES) return `more than ${MAX_NODES} elements`;
    element.parent = null;
    return { document: { ...document, root: element }, element };
  } catch (error) {
    if (error instanceof EngineError) return error.message;
    throw error;
  }
}

function countElements(element: ElementNode): number {
  return element.children.reduce((sum, child) => sum + (child.kind === 'element' ? countElements(child) : 0), 1);
}

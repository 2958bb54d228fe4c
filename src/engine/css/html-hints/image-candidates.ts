/**
 * Selects one of the images that `srcset`, `sizes` and `<picture>` offer.
 * Source: https://html.spec.whatwg.org/multipage/images.html#updating-the-source-set
 */

import type { ElementNode } from '../../html/dom.js';
import { matchesMedia, type PageArea } from '../at-rules/media.js';
import { parseMediaQueries } from '../at-rules/media-list.js';
import { CssWide, isDeferred } from '../cascade/specified.js';
import { INITIAL_STYLE } from '../compute/compute.js';
import { declare } from '../syntax/declarations.js';
import { NO_FONT_FEATURE_VALUES } from '../values/font-alternates.js';

export interface ImageCandidate {
  /** As written. */
  readonly url: string;
  /** Image pixels per CSS px. */
  readonly density: number;
}

/**
 * @param area  page area, for media queries and `sizes`
 * @returns     undefined without candidates
 */
export function selectImage(img: ElementNode, area: PageArea): ImageCandidate | undefined {
  return best(sourceSet(img, area));
}

/** The candidates of the first suitable `source` element, else of the `img` itself. */
function sourceSet(img: ElementNode, area: PageArea): SourceSetEntry[] {
  const { parent } = img;
  const siblings = parent?.name === 'picture' && parent.namespace === 'html' ? parent.children : [];
  for (const sibling of siblings) {
    if (sibling === img) break;
    if (sibling.kind !== 'element' || sibling.name !== 'source' || !isSuitable(sibling, area)) continue;
    const candidates = candidatesOf(sibling, area);
    if (candidates.length > 0) return candidates;
  }
  const candidates = candidatesOf(img, area);
  const src = img.attribute('src')?.trim();
  const isFallback = candidates.every(({ density, ofWidth }) => !ofWidth && density !== 1);
  return src && isFallback ? [...candidates, { url: src, density: 1, ofWidth: false }] : candidates;
}

const TYPES = /^image\/(?:png|jpe?g|gif|webp|svg\+xml)\s*(?:;|$)/i;

function isSuitable(source: ElementNode, area: PageArea): boolean {
  const type = source.attribute('type')?.trim() ?? '';
  return (type === '' || TYPES.test(type)) && matchesMedia(parseMediaQueries(source.attribute('media') ?? ''), area);
}

interface SourceSetEntry extends ImageCandidate {
  /** Whether the density follows from a width descriptor. */
  readonly ofWidth: boolean;
}

function candidatesOf(element: ElementNode, area: PageArea): SourceSetEntry[] {
  const parsed = parseSrcset(element.attribute('srcset') ?? '');
  const hasWidths = parsed.some(({ width }) => width !== undefined);
  const size = hasWidths ? sourceSize(element.attribute('sizes') ?? '', area) : 0;
  return parsed.map(({ url, density, width }) => ({
    url,
    density: width === undefined ? density : width / size,
    ofWidth: width !== undefined,
  }));
}

/** The minimum density of at least 1, as one CSS px is one device pixel (see `resolution` in media.ts). */
function best(candidates: readonly ImageCandidate[]): ImageCandidate | undefined {
  const sorted = [...candidates].sort((a, b) => a.density - b.density);
  return sorted.find(({ density }) => density >= 1) ?? sorted.at(-1);
}

interface ParsedCandidate {
  readonly url: string;
  readonly density: number;
  /** Width descriptor in image pixels: 640 for `640w`. */
  readonly width: number | undefined;
}

/** Drops invalid candidates. Source: https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute */
function parseSrcset(text: string): ParsedCandidate[] {
  const candidates: ParsedCandidate[] = [];
  const start = /[\s,]*(\S+)/y;
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const written = match[1]!;
    const url = written.replace(/,+$/, '');
    // Unless the URL ends with a comma, descriptors follow up to the next comma outside of parentheses.
    const descriptors = url === written ? (/(?:\([^)]*\)?|[^,(])*/y.exec(text.slice(start.lastIndex))?.[0] ?? '') : '';
    start.lastIndex += descriptors.length;
    const parsed = readDescriptors(descriptors);
    if (parsed && url !== '') candidates.push({ url, ...parsed });
  }
  return candidates;
}

function readDescriptors(text: string): Omit<ParsedCandidate, 'url'> | undefined {
  let density: number | undefined;
  let width: number | undefined;
  let height: number | undefined;
  for (const descriptor of text.split(/\s+/).filter(Boolean)) {
    const [, number = '', unit] = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([xwh])$/i.exec(descriptor) ?? [];
    const value = Number(number);
    const isWhole = /^\d+$/.test(number) && value > 0;
    if (unit === 'x' && density === undefined && value > 0) density = value;
    else if (unit === 'w' && width === undefined && isWhole) width = value;
    else if (unit === 'h' && height === undefined && isWhole) height = value;
    else return undefined;
  }
  if ((density !== undefined && (width ?? height) !== undefined) || (height !== undefined && width === undefined))
    return undefined;
  return { density: density ?? 1, width };
}

/** px. Source: https://html.spec.whatwg.org/multipage/images.html#parse-a-sizes-attribute */
function sourceSize(text: string, area: PageArea): number {
  for (const entry of splitAtCommas(text)) {
    const at = lastComponent(entry);
    const condition = entry.slice(0, at).trim();
    const size = positiveLength(entry.slice(at), area);
    if (size !== undefined && matchesMedia(parseMediaQueries(condition), area)) return size;
  }
  return area.width;
}

function splitAtCommas(text: string): string[] {
  return text.match(/(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|[^,])+/g) ?? [];
}

/** Offset of the last component value: a word, or a function with its parentheses. */
function lastComponent(entry: string): number {
  let depth = 0;
  for (let at = entry.trimEnd().length - 1; at >= 0; at--) {
    const character = entry[at]!;
    if (character === ')') {
      // The parenthesis ends the condition before the value.
      if (depth === 0 && entry.slice(at + 1).trim() !== '') return at + 1;
      depth += 1;
    } else if (character === '(') depth -= 1;
    else if (depth === 0 && /\s/.test(character)) return at + 1;
  }
  return 0;
}

/** @returns px; undefined unless the text is a positive length */
function positiveLength(text: string, viewport: PageArea): number | undefined {
  const value = declare('width', text.trim())[0]?.value;
  if (value === undefined || value instanceof CssWide) return undefined;
  const { 'font-size': fontSize, color, direction } = INITIAL_STYLE;
  const length = isDeferred(value)
    ? value.compute({
        parent: INITIAL_STYLE,
        fontSize,
        rootFontSize: fontSize,
        lineHeight: fontSize,
        rootLineHeight: fontSize,
        fontUnits: { xHeight: 8, capHeight: 8, zeroAdvance: 8, lineSpacing: fontSize }, // as in media queries
        viewport,
        mathDepth: 0,
        currentColor: color,
        direction,
        fontFamily: [],
        quirks: false,
        fontFeatureValues: NO_FONT_FEATURE_VALUES,
      })
    : value;
  return typeof length === 'number' && length > 0 ? length : undefined;
}

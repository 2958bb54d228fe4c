/** Inline SVG: its natural size, and serialization to a self-contained file. */

import type { StyledDocument } from '../css/compute/styled-document.js';
import { PX_PER_UNIT } from '../css/values/units.js';
import { colorText } from '../css/values/values.js';
import type { Report } from '../diagnostics.js';
import { descendantText, describeElement, type ElementNode, findElement } from '../html/dom.js';
import type { TextShaper } from '../text/shape.js';
import type { ImageResource } from './image-resources.js';
import { ORIENTATIONS } from './orientations.js';
import { CONDITIONS, meetsConditions, switchedChild } from './svg-conditions.js';
import { inheritedStyle } from './svg-inherited.js';
import { type Primitive, rewrittenPrimitives } from './svg-primitives.js';
import { isTextContent } from './svg-text/collect.js';
import type { Leaf } from './svg-text/leaves.js';
import { type LaidOutText, laidOutText, PLACING } from './svg-text/svg-text.js';
import { TextValues } from './svg-text/values.js';
import { cssTransform, viewport, withTransform } from './svg-transforms.js';

interface NaturalSize {
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly ratio: number | undefined;
}

/** Source: https://www.w3.org/TR/SVG2/coords.html#SizingSVGInCSS */
export function svgSize(
  width: string | undefined,
  height: string | undefined,
  viewBox: string | undefined,
): NaturalSize {
  const w = absoluteLength(width);
  const h = absoluteLength(height);
  const box = viewBox
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  const hasBox = box?.length === 4 && box.every(Number.isFinite) && box[2]! > 0 && box[3]! > 0;
  const ratio = w && h ? w / h : hasBox ? box[2]! / box[3]! : undefined;
  return { width: w, height: h, ratio };
}

/** px per unit in SVG attributes: numbers are px, font-relative lengths use the initial font. */
const PX_PER_SVG_UNIT: ReadonlyMap<string, number> = new Map(
  Object.entries({ ...PX_PER_UNIT, '': 1, em: 16, rem: 16, ex: 8 }),
);

function absoluteLength(text: string | undefined): number | undefined {
  const match = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(text ?? '');
  const factor = match ? PX_PER_SVG_UNIT.get(match[2]!.toLowerCase()) : undefined;
  return factor && Number(match![1]) * factor;
}

/** Elements that run scripts or load resources; never serialized. */
export const FORBIDDEN: ReadonlySet<string> = new Set([
  'script',
  'foreignObject',
  'iframe',
  'audio',
  'video',
  'handler',
  'listener',
]);
export const MAX_NODES = 20_000;

/** Maps CSS font families to available ones: an SVG renderer knows neither `sans-serif` nor `Arial`. */
export type ResolveFamilies = (families: readonly string[]) => readonly string[];

export interface SvgContext {
  readonly styled: StyledDocument;
  readonly report: Report;
  readonly resolveFamilies: ResolveFamilies;
  readonly shaper: TextShaper;
  /** Loads the image of an `image` element and reports failures. Default: only `data:` URLs load. */
  readonly image?: (url: string, context: string) => ImageResource | undefined;
  /** HTML inside is left out without a report: that is up to the place where the drawing is shown. */
  readonly leavesOutHtml?: boolean;
}

/**
 * Serializes an inline `<svg>` as a file of its own: with the document's styles and the elements it refers to, without
 * scripts or references outside the file.
 */
export function serializeSvg(svg: ElementNode, context: SvgContext): string {
  return new SvgFile(svg, context).write();
}

type Attributes = ReadonlyMap<string, string>;

/** Some of the elements of an `svg`. */
export interface SvgSlice {
  /** Whether an element or one inside of it is written. */
  has(element: ElementNode): boolean;
  /** Elements whose opacity and blending apply to other slices as well, and are not written. */
  readonly grouped: ReadonlySet<ElementNode>;
}

/** Serializes a part of an inline `<svg>`, with the coordinate system and the styles of the whole. */
export function serializeSlice(svg: ElementNode, slice: SvgSlice, context: SvgContext): string {
  return new SvgFile(svg, context, undefined, slice).write();
}

/**
 * Serializes an element that a style refers to, and the elements that it refers to in turn.
 * @param attributesOf  the attributes to write
 */
export function serializeDefinition(
  element: ElementNode,
  context: SvgContext,
  attributesOf: (element: ElementNode) => Attributes,
): string {
  return new SvgFile(element, context, attributesOf).writeDefinition();
}

const RENDERERS_PROPERTY = /(?:^|[{;\s])(?:mask|overflow|(?:image|shape|text)-rendering)\s*:/i;

/** Nesting depth; more would exhaust the stack of the SVG renderer. */
const MAX_DEPTH = 200;

class SvgFile {
  readonly #parts: string[] = [];
  /** Ids referred to. */
  readonly #referenced = new Set<string>();
  readonly #written = new Set<string>();
  readonly #textValues: TextValues;
  #nodes = 0;
  #isTooDeep = false;
  /** Whether the elements written are in the place that they have in the document. */
  #isInPlace = true;

  constructor(
    /** An `<svg>` or a definition. */
    private readonly root: ElementNode,
    private readonly context: SvgContext,
    private readonly attributesOf: (element: ElementNode) => Attributes = ({ attributes }) => attributes,
    /** Default: the whole. */
    private readonly slice?: SvgSlice,
  ) {
    this.#textValues = new TextValues(context.styled, context.shaper.library);
  }

  write(): string {
    this.#element(this.root, 0);
    const last = this.#parts.pop()!;
    this.#definitions();
    this.#parts.push(last);
    return this.#finish();
  }

  writeDefinition(): string {
    this.#element(this.root, 1);
    this.#definitions();
    return this.#finish();
  }

  #finish(): string {
    const { report } = this.context;
    const place = describeElement(this.root);
    if (this.#nodes > MAX_NODES) report.add('UnsupportedElement', '<svg>', `${place}: more than ${MAX_NODES} elements`);
    if (this.#isTooDeep)
      report.add('UnsupportedElement', '<svg>', `${place}: nested more than ${MAX_DEPTH} levels deep`);
    return this.#parts.join('');
  }

  /** Serializes elements that are referred to but lie elsewhere in the document. */
  #definitions(): void {
    const missing = () => [...this.#referenced].filter((id) => !this.#written.has(id));
    const parts = this.#parts;
    const { root } = this.context.styled.document;
    this.#isInPlace = false;
    let isOpen = false;
    for (let ids = missing(); ids.length > 0; ids = missing()) {
      for (const id of ids) {
        this.#written.add(id);
        const element = findElement(root, (candidate) => candidate.attribute('id') === id);
        if (element?.namespace !== 'svg') continue;
        if (!isOpen) parts.push('<defs>');
        isOpen = true;
        const inherited = this.slice ? inheritedStyle(element, this.context.styled) : '';
        if (inherited) parts.push('<g style="', escapeXml(inherited), '">');
        this.#element(element, 1);
        if (inherited) parts.push('</g>');
      }
    }
    if (isOpen) parts.push('</defs>');
  }

  #element(element: ElementNode, depth: number): void {
    if (this.slice && this.#isLeftOut(element, this.slice)) return;
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES) return;
    if (depth > MAX_DEPTH) {
      this.#isTooDeep = true;
      return;
    }
    if (FORBIDDEN.has(element.name)) {
      this.#reportForbidden(element);
      return;
    }
    if (!isXmlName(element.name) || !meetsConditions(element)) return;
    const primitives = rewrittenPrimitives(element, this.attributesOf(element), this.context);
    if (primitives) {
      this.#primitives(primitives);
      return;
    }
    const image = loadedImage(element, this.context);
    if (image && isReoriented(element, image, this.context)) {
      this.#reorientedImage(element, image);
      return;
    }
    if (element.name === 'text') {
      const text = laidOutText(element, viewport(element, this.context.styled), this.context, this.#textValues);
      if (text) {
        this.#textContent(element, text, depth);
        return;
      }
    }
    const parts = this.#parts;
    const isRoot = depth === 0;
    // Of a switch, one child is left.
    const name = element.name === 'switch' ? 'g' : element.name;
    parts.push('<', name);
    if (isRoot) parts.push(' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"');
    const start = parts.length;
    const own = this.attributesOf(element);
    const transform = isRoot ? undefined : cssTransform(element, this.context);
    const attributes = transform === undefined ? own : withTransform(own, transform);
    const isGrouped = this.slice?.grouped.has(element) ?? false;
    writeAttributes(element, attributes, { isRoot, image, isGrouped }, this.context, parts);
    this.#recordIds(element, parts.slice(start).join(''));
    parts.push('>');
    for (const child of this.#childrenOf(element)) {
      if (child.kind === 'element') this.#element(child, depth + 1);
      else parts.push(escapeXml(element.name === 'style' ? rendererStyle(child.data, this.context) : child.data));
    }
    parts.push(`</${name}>`);
  }

  /** Writes a `text` element or one inside, with leaves in place of its text. */
  #textContent(element: ElementNode, text: LaidOutText, depth: number): void {
    this.#nodes += 1;
    if (depth > MAX_DEPTH) {
      this.#isTooDeep = true;
      return;
    }
    const isText = element.name === 'text';
    const parts = this.#parts;
    const name = text.hasOutlines ? 'g' : element.name;
    parts.push('<', name);
    if (isText && !text.hasOutlines) parts.push(' xml:space="preserve"');
    const start = parts.length;
    const transform = isText ? cssTransform(element, this.context) : undefined;
    const own = this.attributesOf(element);
    const attributes = new Map(transform === undefined ? own : withTransform(own, transform));
    for (const placing of [...PLACING, 'xml:space']) attributes.delete(placing);
    writeAttributes(element, attributes, { isRoot: false, image: undefined, isGrouped: false }, this.context, parts);
    this.#recordIds(element, parts.slice(start).join(''));
    parts.push('>');
    for (const child of element.children) {
      if (child.kind === 'element' && isTextContent(child.name)) this.#textContent(child, text, depth + 1);
      else for (const leaf of text.leavesOf(child)) this.#leaf(leaf);
    }
    parts.push(`</${name}>`);
  }

  #leaf({ name, attributes, text }: Leaf): void {
    const written = attributes.map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
    this.#parts.push('<', name, ...written, '>', escapeXml(text), `</${name}>`);
  }

  /** The rules of a style sheet are written with each element, but for those that only the renderer knows. */
  #isLeftOut(element: ElementNode, slice: SvgSlice): boolean {
    if (element.name === 'style') return !RENDERERS_PROPERTY.test(descendantText(element));
    if (element.name === 'foreignObject') return true;
    return this.#isInPlace && !slice.has(element);
  }

  /** The children to write. */
  #childrenOf(element: ElementNode): ElementNode['children'] {
    if (element.name !== 'switch') return element.children;
    const isKnown = ({ name }: ElementNode) =>
      !FORBIDDEN.has(name) || (this.slice !== undefined && name === 'foreignObject');
    const shown = switchedChild(element, isKnown);
    if (!shown) return [];
    const instead = switchedChild(element, () => true);
    if (instead && instead !== shown) this.#reportForbidden(instead);
    return [shown];
  }

  #reportForbidden(element: ElementNode): void {
    if (element.name === 'foreignObject' && this.context.leavesOutHtml) return;
    this.context.report.add('UnsupportedElement', `<${element.name}>`, `${describeElement(element)}: in SVG`);
  }

  /** Writes an image in its orientation: a viewport, which fits what is shown of it, with the file rotated inside. */
  #reorientedImage(element: ElementNode, image: ImageResource): void {
    const { width = 0, height = 0 } = image;
    const transform = cssTransform(element, this.context);
    const own = new Map(transform === undefined ? element.attributes : withTransform(element.attributes, transform));
    for (const name of [...OF_VIEWPORT, 'href', 'xlink:href']) own.delete(name);
    const viewport = new Map([
      ['width', String(width)],
      ['height', String(height)],
      ...[...element.attributes].filter(([name]) => OF_VIEWPORT.includes(name)),
      ['viewBox', `0 0 ${width} ${height}`],
    ]);
    const [a, b, c, d, e, f] = ORIENTATIONS[image.orientation - 1]!;
    const matrix = [a * width, b * height, c * width, d * height, e * width, f * height];
    const parts = this.#parts;
    parts.push('<g');
    writeAttributes(element, own, { isRoot: false, image: undefined, isGrouped: false }, this.context, parts);
    parts.push('><svg');
    for (const [name, value] of viewport) parts.push(' ', name, '="', escapeXml(value), '"');
    parts.push('><image width="1" height="1" preserveAspectRatio="none"', ` transform="matrix(${matrix.join(' ')})"`);
    writeImage(image, parts);
    parts.push('/></svg></g>');
  }

  /** Writes primitives that stand for an element. */
  #primitives(primitives: readonly Primitive[]): void {
    for (const { name, attributes, children = [] } of primitives) {
      const written = [...attributes].flatMap(([key, value]) =>
        isXmlName(key) ? ` ${key}="${escapeXml(value)}"` : [],
      );
      this.#parts.push('<', name, ...written, '>');
      this.#primitives(children);
      this.#parts.push(`</${name}>`);
    }
  }

  /** Records the id of an element and the ids it refers to. */
  #recordIds(element: ElementNode, attributes: string): void {
    const id = element.attribute('id');
    if (id !== undefined) this.#written.add(id);
    for (const [, reference] of attributes.matchAll(/url\(\s*(?:&quot;|')?#([^)'"&]+)/g))
      this.#referenced.add(reference!.trim());
    const href = element.attribute('href') ?? element.attribute('xlink:href');
    if (href?.trim().startsWith('#')) this.#referenced.add(href.trim().slice(1));
  }
}

/** Other prefixes come from drawing programs; undeclared, they would make the file malformed XML. */
function isXmlName(name: string): boolean {
  return /^(?:xlink:|xml:)?[A-Za-z_][\w.-]*$/.test(name);
}

interface WrittenElement {
  readonly isRoot: boolean;
  readonly image: ImageResource | undefined;
  /** See `SvgSlice`. */
  readonly isGrouped: boolean;
}

function writeAttributes(
  element: ElementNode,
  attributes: Attributes,
  { isRoot, image, isGrouped }: WrittenElement,
  context: SvgContext,
  parts: string[],
): void {
  let isImageWritten = false;
  for (const [name, value] of attributes) {
    const lower = name.toLowerCase();
    if (lower.startsWith('on') || lower.startsWith('xmlns') || !isXmlName(name) || CONDITIONS.has(name)) continue;
    // What it stands for is in the style attribute.
    if (lower === 'style' || /\bvar\(/i.test(value)) continue;
    if (isRoot && (OF_BOX.has(lower) || lower === 'class' || lower === 'width' || lower === 'height')) continue;
    if ((lower === 'href' || lower === 'xlink:href') && IMAGES.has(element.name) && context.image) {
      // `feImage` may refer to an element of the same file.
      if (image && !isImageWritten) writeImage(image, parts);
      else if (value.trim().startsWith('#')) parts.push(' xlink:href="', escapeXml(value.trim()), '"');
      isImageWritten = true;
      continue;
    }
    if ((lower === 'href' || lower === 'xlink:href') && !/^\s*(#|data:image\/(png|jpe?g|gif|webp))/i.test(value)) {
      reportReference(element, value, context);
      continue;
    }
    const written =
      lower === 'font-family'
        ? familyList(value, context)
        : COLORS.has(lower)
          ? context.styled.drawingColors(value, element)
          : boundedAttribute(element, lower, value, context.report);
    parts.push(' ', name, '="', escapeXml(written), '"');
  }
  const declared = declaredStyle(element, isRoot, context);
  const style = (isRoot ? `${rootStyle(element, context)};` : '') + declared + (isGrouped ? UNGROUPED : '');
  if (style) parts.push(' style="', escapeXml(style), '"');
}

/** Later declarations win. */
const UNGROUPED = ';opacity:1;mix-blend-mode:normal;isolation:auto';

/** Properties of the root element that apply to its box. */
const OF_BOX = new Set('clip-path display filter mask opacity overflow transform transform-origin'.split(' '));

/** Presentation attributes with colours. Source: https://svgwg.org/svg2-draft/styling.html#PresentationAttributes */
const COLORS = new Set(['fill', 'stroke', 'color', 'stop-color', 'flood-color', 'lighting-color']);

/** Attributes from which the renderer makes curves: the more of them, the larger the radius of an arc is. */
const GEOMETRY = new Set('d x y width height r rx ry cx cy'.split(' '));
/** Farther than any page: with a radius of 1e38, an arc takes millions of curves, and the square of that in time. */
const MAX_COORDINATE = 1e9;
/** Of images, which have an extent beside their place still: without one, the renderer panics. */
const MAX_IMAGE_COORDINATE = 1e6;
/** Numbers that may be larger, and references, which may be digits. */
const LARGE = /\d[eE]\+?\d\d|(?<![\d.])\d{10}|&/;
const GEOMETRY_IN_SOURCE = new RegExp(`\\s(?:${[...GEOMETRY].join('|')})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'g');

/** Offsets of filters that leave nothing to draw, for which the renderer panics. */
const MAX_OFFSET = 1e6;
const LARGE_IMAGE = /<image\b[^>]*\s(?:x|y|width|height)\s*=\s*["'][^"']*(?:\d[eE]\+?\d|\d{7}|&)/;
const LARGE_OFFSET = /<fe(?:Offset|DropShadow)\b[^>]*\sd[xy]\s*=\s*["'][^"']*(?:\d[eE]\+?\d|\d{7}|&)/;

/** Whether a source has attributes that `serializeSvg` bounds. */
export function hasLargeGeometry(source: string): boolean {
  if (LARGE_OFFSET.test(source) || LARGE_IMAGE.test(source)) return true;
  for (const [, quoted, other] of source.matchAll(GEOMETRY_IN_SOURCE)) if (LARGE.test(quoted ?? other!)) return true;
  return false;
}

const numbersUpTo = (max: number, value: string): string =>
  value.replace(/(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/g, (number) => (Number(number) > max ? String(max) : number));

/** The renderer looks at the square of this radius for every pixel. */
const MAX_MORPHOLOGY_RADIUS = 5;

/** Bounds the attributes on which the cost of a shape or a filter depends. */
function boundedAttribute(element: ElementNode, name: string, value: string, report: Report): string {
  if (GEOMETRY.has(name)) {
    if (element.name === 'image') return numbersUpTo(MAX_IMAGE_COORDINATE, value);
    return LARGE.test(value) ? numbersUpTo(MAX_COORDINATE, value) : value;
  }
  const isOffset = (name === 'dx' || name === 'dy') && /^fe(?:Offset|DropShadow)$/.test(element.name);
  if (isOffset) return numbersUpTo(MAX_OFFSET, value);
  if (element.name !== 'feMorphology' || name !== 'radius') return value;
  const radii = value.trim().split(/[\s,]+/);
  if (radii.every((radius) => !(Number(radius) > MAX_MORPHOLOGY_RADIUS))) return value;
  const place = `${describeElement(element)}: more than ${MAX_MORPHOLOGY_RADIUS}`;
  report.add('UnsupportedValue', `radius="${value.slice(0, 40)}"`, place);
  return radii.map((radius) => Math.min(Number(radius), MAX_MORPHOLOGY_RADIUS)).join(' ');
}

/** Elements that show an image. */
const IMAGES = new Set(['image', 'feImage']);

const OF_VIEWPORT = ['x', 'y', 'width', 'height', 'preserveAspectRatio'];

/** The image that an element shows, of which `href` has precedence. */
function loadedImage(element: ElementNode, { image: load }: SvgContext): ImageResource | undefined {
  if (!load || !IMAGES.has(element.name)) return undefined;
  const url = (element.attribute('href') ?? element.attribute('xlink:href'))?.trim();
  return url && !url.startsWith('#') ? load(url, describeElement(element)) : undefined;
}

/** Whether an image is shown in another orientation than its file's, which the renderer does not know. */
function isReoriented(element: ElementNode, { orientation }: ImageResource, { styled }: SvgContext): boolean {
  return orientation !== 1 && element.name === 'image' && styled.style(element)['image-orientation'] !== 'none';
}

/** Embeds an image as a `data:` URL. */
function writeImage({ format, bytes }: ImageResource, parts: string[]): void {
  parts.push(` xlink:href="data:${MEDIA_TYPES[format]};base64,`, base64(bytes), '"');
}

const MEDIA_TYPES: Readonly<Record<ImageResource['format'], string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

function reportReference(element: ElementNode, value: string, { report }: SvgContext): void {
  if (element.name === 'a') return;
  const text = /^\s*data:/i.test(value) ? `${value.trim().slice(0, 40)}…` : value;
  report.add(
    'BlockedResource',
    text,
    `${describeElement(element)}: inline SVG may refer to its own elements and data: images only`,
  );
}

/** Their declarations in a style attribute. */
const BOX_EFFECTS = /(?:^|;)\s*(?:filter|clip-path|mask(?:-\w+)?|opacity|overflow|display)\s*:[^;]*/gi;

/** Declarations that the renderer cannot read, and after which it reads no more; their computed values are written as well. */
const COMPUTED = /(^|;)[^;:]*:[^;]*\b(?:light-dark|var)\([^;]*/gi;

/** The style attribute, for properties only the renderer knows, then the cascaded values of SVG properties. */
function declaredStyle(element: ElementNode, isRoot: boolean, context: SvgContext): string {
  const own = element.attribute('style')?.replace(/;\s*$/, '');
  const known = own?.replace(COMPUTED, '$1');
  const parts = known ? [rendererStyle(isRoot ? known.replace(BOX_EFFECTS, '') : known, context)] : [];
  const isPlaced = isTextContent(element.name);
  for (const [name, value] of context.styled.drawingStyle(element)) {
    if ((isRoot && OF_BOX.has(name)) || (isPlaced && PLACING.has(name))) continue;
    if (name.startsWith('transform')) continue;
    parts.push(`${name}:${name === 'font-family' ? familyList(value, context) : value}`);
  }
  return parts.join(';');
}

/** Inherited properties from the surrounding document. */
export function rootStyle(svg: ElementNode, context: SvgContext): string {
  const style = context.styled.style(svg);
  const families = quoteFamilies(context.resolveFamilies(style['font-family']));
  return `color:${colorText(style.color)};font-family:${families};font-size:${style['font-size']}px;font-weight:${style['font-weight']};font-style:${style['font-style']}`;
}

/** Declarations that the attribute `transform` replaces. */
const TRANSFORMS = /(^|[;{])\s*(?:transform(?:-\w+)?|translate|rotate|scale)\s*:[^;}]*/gi;

/** CSS for the renderer. */
function rendererStyle(css: string, context: SvgContext): string {
  return renameFamilies(css.replace(TRANSFORMS, '$1'), context);
}

function renameFamilies(css: string, context: SvgContext): string {
  return css.replace(
    /(font-family\s*:)([^;}!]*)/gi,
    (_, name: string, list: string) => name + familyList(list, context),
  );
}

function familyList(list: string, context: SvgContext): string {
  const families = list.split(',').map((family) => family.trim().replace(/^(["'])(.*)\1$/s, '$2'));
  return quoteFamilies(context.resolveFamilies(families));
}

function quoteFamilies(families: readonly string[]): string {
  return families.map((family) => `'${family.replaceAll(/['\\]/g, '')}'`).join(', ');
}

export function escapeXml(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids exactly these
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  );
}

const SIZES = /\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')/gi;
const SIZES_AND_RATIO = /\s(?:width|height|preserveAspectRatio)\s*=\s*(?:"[^"]*"|'[^']*')/gi;

/**
 * Sets the size of an SVG on its root element. Without it, the PDF writer would scale the natural size to the box and
 * ignore `preserveAspectRatio`.
 * @param natural  size of an external file, which becomes its `viewBox` and is stretched, as by Blink's
 *                 SVGSVGElement::CurrentPreserveAspectRatio; undefined for an inline SVG
 * @returns        the source unchanged when it has no `svg` root
 */
export function sizedSvg(
  source: string,
  { width, height }: { readonly width: number; readonly height: number },
  natural: { readonly width: number | undefined; readonly height: number | undefined } | undefined,
): string {
  const root = /<svg\b(?:[^>"']|"[^"]*"|'[^']*')*>/i.exec(source);
  if (!root) return source;
  const [tag] = root;
  const hasBox = /\sviewBox\s*=/i.test(tag);
  const isStretched = !hasBox && natural?.width && natural.height;
  const box = isStretched ? ` viewBox="0 0 ${natural.width} ${natural.height}" preserveAspectRatio="none"` : '';
  const bare = tag.replace(isStretched ? SIZES_AND_RATIO : SIZES, '');
  const sized = bare.replace(/^<svg\b/i, (start) => `${start} width="${width}" height="${height}"${box}`);
  const [before, rest] = [source.slice(0, root.index), source.slice(root.index + tag.length)];
  const background = natural && hasBox ? BACKGROUND.exec(tag)?.[1] : undefined;
  if (background === undefined || !leavesSpace(tag, width / height)) return before + sized + rest;
  // The renderer fills the view box with it, which is as large as the image in this one.
  const whole =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `style="background-color:${background}">`;
  return `${before}${whole}${sized}${rest}</svg>`;
}

const BACKGROUND = /\sstyle\s*=\s*["'](?:[^"']*;)?\s*background-color\s*:\s*([^;"']+)/i;

/** Whether the view box of a root element is not as wide as a viewport of the ratio, or not as high. */
function leavesSpace(tag: string, ratio: number): boolean {
  const [, , width, height] = (/\sviewBox\s*=\s*["']([^"']*)/i.exec(tag)?.[1] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (!width || !height || /\spreserveAspectRatio\s*=\s*["']\s*none\b/i.test(tag)) return false;
  return Math.abs(width / height - ratio) > 1e-3 * ratio;
}

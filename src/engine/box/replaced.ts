/**
 * Replaced elements, and images in generated content and markers.
 * Source: https://html.spec.whatwg.org/multipage/rendering.html#replaced-elements
 */

import type { StyledDocument } from '../css/compute/styled-document.js';
import { type ImageCandidate, selectImage } from '../css/html-hints/image-candidates.js';
import type { ComputedStyle } from '../css/properties/table.js';
import type { Image, UrlReference } from '../css/values/values.js';
import { isHiddenReplaced, isVisuallyHidden } from '../css/visually-hidden.js';
import { descendantText, describeElement, type ElementNode } from '../html/dom.js';
import { fontRequest } from '../text/font-request.js';
import type { FontLibrary } from '../text/fonts.js';
import type { AppliedDecoration } from './decorations.js';
import { embeddedSize, pictureOf } from './embedded.js';
import { type ImageResource, loadImage, orientedFor, type Resources, reportHtmlInside } from './image-resources.js';
import { missingImage } from './missing-image.js';
import type { NestedContent } from './nested.js';
import { concreteSize } from './object-size.js';
import type { NaturalSizes, RawBox, RawLayer, RawLayers, RawReplaced, ReplacedContent } from './raw.js';
import { type SvgContext, serializeSvg, svgSize } from './svg.js';
import { readViewBox } from './svg-coordinates.js';
import { type SvgLayer, svgLayers } from './svg-layers.js';

export interface ReplacedContext extends SvgContext {
  readonly fonts: FontLibrary;
  readonly resources: Resources;
  /** Documents of frames, and images with HTML inside. Default: frames stay blank, and such images are without it. */
  readonly nested?: NestedContent | undefined;
}

/** Generates the box of a `foreignObject`, in its own style. @param document  that it is in, if not in that of the box */
type ForeignBox = (element: ElementNode, document?: StyledDocument) => RawBox;

/**
 * @returns undefined for an element that is not replaced; of an image that is missing, the box of its alternative text
 */
export function replacedBox(
  element: ElementNode,
  style: ComputedStyle,
  decorations: readonly AppliedDecoration[],
  context: ReplacedContext,
  foreignBox: ForeignBox,
): RawReplaced | RawBox | undefined {
  const box = uncontainedBox(element, style, decorations, context, foreignBox);
  if (box?.kind !== 'replaced') return box;
  const isSkipped = style['content-visibility'] === 'hidden';
  if (!isSkipped && !style.contain.includes('size')) return box;
  // Size containment replaces the natural size: https://drafts.csswg.org/css-contain-2/#containment-size
  const size = (value: 'none' | number) => (value === 'none' ? 0 : value);
  const [naturalWidth, naturalHeight] = [style['contain-intrinsic-width'], style['contain-intrinsic-height']].map(size);
  const content: RawReplaced['content'] = isSkipped ? { type: 'blank' } : box.content;
  return { ...box, content, naturalWidth, naturalHeight, naturalRatio: undefined };
}

function uncontainedBox(
  element: ElementNode,
  style: ComputedStyle,
  decorations: readonly AppliedDecoration[],
  context: ReplacedContext,
  foreignBox: ForeignBox,
): RawReplaced | RawBox | undefined {
  const base: Originating = { style, element, origin: undefined };
  const replacement = contentImage(style, element, context);
  if (replacement) return imageBox(base, replacement, undefined, 1, context, foreignBox);
  if (element.namespace === 'svg' && element.name === 'svg') {
    const size = svgSize(element.attribute('width'), element.attribute('height'), element.attribute('viewBox'));
    const title = element.children.find((child) => child.kind === 'element' && child.name === 'title');
    const alt = element.attribute('aria-label') ?? (title ? descendantText(title as ElementNode).trim() : undefined);
    const drawing: SvgContext = { ...context, image: (url, place) => drawnImage(url, element, context, place) };
    const layers = svgLayers(element, drawing);
    if (layers) return rawReplaced(base, layeredContent(base, element, layers, alt, context.styled, foreignBox), size);
    return rawReplaced(base, { type: 'svg', source: serializeSvg(element, drawing), alt }, size);
  }
  const isImage =
    element.namespace === 'html' &&
    (element.name === 'img' || (element.name === 'input' && element.attribute('type')?.toLowerCase() === 'image'));
  if (!isImage) return embedded(element, style, context, foreignBox);
  const alt = element.attribute('alt');
  const text = alt ?? element.attribute('title') ?? (element.name === 'input' ? buttonText(element) : undefined);
  const candidate =
    element.name === 'img' ? selectImage(element, context.styled.media) : inputImage(element.attribute('src'));
  const image = candidate && load(candidate, element, style, context);
  if (image) return imageBox(base, image, alt, candidate.density, context, foreignBox);
  const inner = context.styled.anonymous(style, 'inline');
  const { quirks } = context.styled.document;
  const hasSource = element.name !== 'img' || (element.attribute('src') ?? '').trim() !== '';
  return missingImage({ element, style, alt: text, hasSource, quirks, inner, decorations });
}

/** The alternative text is that of the first drawing; the others belong to it. */
function layeredContent(
  { style, element }: Originating,
  svg: ElementNode,
  layers: readonly SvgLayer[],
  alt: string | undefined,
  styled: StyledDocument,
  foreignBox: ForeignBox,
  document?: StyledDocument,
): RawLayers {
  const viewBox = readViewBox(svg.attribute('viewBox'), svg.attribute('preserveAspectRatio'));
  const plain = styled.anonymous(style, 'block');
  let isFirst = true;
  const content = (inner: readonly SvgLayer[]): RawLayers => {
    return { type: 'layers', alt, layers: inner.map(rawLayer), viewBox, writingMode: 'horizontal-tb' };
  };
  const drawing = (effects: Partial<ComputedStyle>, shown: RawReplaced['content']): RawLayer => {
    const origin = { style: { ...plain, ...effects }, element, origin: 'anonymous' } as const;
    return { type: 'drawing', box: rawReplaced(origin, shown, UNSIZED) };
  };
  const rawLayer = (layer: SvgLayer): RawLayer => {
    if (layer.type === 'foreign')
      return { ...layer, box: foreignBox(layer.element, document), ...(document && { document }) };
    if (layer.type === 'group') return drawing(layer.style, content(layer.layers));
    const own = isFirst ? alt : '';
    isFirst = false;
    return drawing({}, { type: 'svg', source: layer.source, alt: own });
  };
  return content(layers);
}

const UNSIZED: NaturalSizes = { width: undefined, height: undefined, ratio: undefined };

/** The text of an image button without alternative text. Blink: `HTMLInputElement::AltText` */
const buttonText = (element: ElementNode): string => element.attribute('value') ?? 'Submit';

/**
 * The image of an element with `content: <image>`, which replaces its content.
 * Source: https://drafts.csswg.org/css-content-3/#content-property
 */
function contentImage(style: ComputedStyle, element: ElementNode, context: ReplacedContext): ImageResource | undefined {
  const { content } = style;
  if (typeof content === 'string') return undefined;
  const [first, ...rest] = content;
  if (first?.type !== 'image' || first.image.type !== 'url') return undefined;
  if (rest.some(({ type }) => type !== 'alternative')) return undefined;
  return load(first.image, element, style, context);
}

/** An image in place of an element; HTML inside of an SVG image is laid out. */
function imageBox(
  base: Originating,
  image: ImageResource,
  alt: string | undefined,
  density: number,
  context: ReplacedContext,
  foreignBox: ForeignBox,
): RawReplaced {
  const sizes = naturalSizes(image, density);
  const opened = image.withHtml === undefined ? undefined : context.nested?.drawing(base.element, image);
  const layers = opened && svgLayers(opened.svg, { ...opened.context, report: context.report });
  if (!layers) {
    reportHtmlInside(image, context.report, describeElement(base.element));
    return rawReplaced(base, imageContent(image, alt), sizes);
  }
  const fit = base.style['object-fit'];
  if (fit !== 'fill')
    context.report.add(
      'UnsupportedValue',
      `object-fit: ${fit}`,
      `${describeElement(base.element)}: an image with HTML`,
    );
  const { styled } = opened.context;
  const content = layeredContent(base, opened.svg, layers, alt, context.styled, foreignBox, styled);
  return rawReplaced(base, content, sizes);
}

/** Replaces media and nested documents with an image that represents them, or with blank space of their size. */
function embedded(
  element: ElementNode,
  style: ComputedStyle,
  context: ReplacedContext,
  foreignBox: ForeignBox,
): RawReplaced | undefined {
  const base: Originating = { style, element, origin: undefined };
  const picture = pictureOf(element)?.trim();
  const image = picture ? load({ url: picture }, element, style, context) : undefined;
  if (image) return imageBox(base, image, undefined, 1, context, foreignBox);
  const size = embeddedSize(element);
  return size && rawReplaced(base, { type: 'blank' }, size);
}

/** The style and element of a box with generated content, and its pseudo-element. */
interface Originating {
  readonly style: ComputedStyle;
  readonly element: ElementNode;
  /** undefined: the element itself. */
  readonly origin: RawReplaced['origin'];
}

/** An image in generated content. */
export function generatedImage(
  image: Image,
  { style, element, origin }: Originating,
  context: ReplacedContext,
): RawReplaced | undefined {
  if (image.type !== 'url') {
    context.report.add('UnsupportedValue', `content: ${image.type}()`, describeElement(element));
    return undefined;
  }
  const found = orientedFor(
    style,
    loadImage(image, context.resources, context.report, `${describeElement(element)}${origin}`, () =>
      isVisuallyHidden(element, (each) => context.styled.style(each)),
    ),
  );
  if (!found) return undefined;
  reportHtmlInside(found, context.report, describeElement(element));
  const base = { style: context.styled.anonymous(style, 'inline'), element, origin };
  return rawReplaced(base, imageContent(found, undefined), naturalSizes(found));
}

/**
 * A marker image without a natural size fits a square of half the ascent.
 * Source: Blink's LayoutListMarkerImage::DefaultSize
 */
export function markerImage(
  image: Image,
  style: ComputedStyle,
  element: ElementNode,
  context: ReplacedContext,
): RawReplaced | undefined {
  const replaced = generatedImage(image, { style, element, origin: '::marker' }, context);
  if (!replaced) return undefined;
  const { fonts } = context;
  const { ascent } = fonts.metrics(fonts.match(fontRequest(style)).primary, style['font-size']);
  const { naturalWidth: width, naturalHeight: height, naturalRatio: ratio } = replaced;
  const size = concreteSize({}, { width, height, ratio }, { width: ascent / 2, height: ascent / 2 });
  return { ...replaced, naturalWidth: size.width, naturalHeight: size.height };
}

/** The image in place of an element. */
function load(
  reference: UrlReference,
  element: ElementNode,
  style: ComputedStyle,
  context: ReplacedContext,
): ImageResource | undefined {
  return orientedFor(style, loadHidden(reference, element, context, describeElement(element)));
}

/** An image of an element, which nobody may miss if the element is hidden. */
function loadHidden(
  reference: UrlReference,
  element: ElementNode,
  { resources, report, styled }: ReplacedContext,
  place: string,
): ImageResource | undefined {
  const isHidden = () => isHiddenReplaced(element, (each) => styled.style(each));
  return loadImage(reference, resources, report, place, isHidden);
}

/** The image of an element in an inline drawing. */
function drawnImage(
  url: string,
  element: ElementNode,
  context: ReplacedContext,
  place: string,
): ImageResource | undefined {
  const image = loadHidden({ url }, element, context, place);
  reportHtmlInside(image, context.report, place);
  return image;
}

function inputImage(src: string | undefined): ImageCandidate | undefined {
  const url = src?.trim();
  return url ? { url, density: 1 } : undefined;
}

function naturalSizes({ width, height, ratio }: ImageResource, density = 1): NaturalSizes {
  return {
    width: width === undefined ? undefined : width / density,
    height: height === undefined ? undefined : height / density,
    ratio: width && height ? width / height : ratio,
  };
}

const imageContent = (image: ImageResource, alt: string | undefined): ReplacedContent => ({
  type: 'image',
  image,
  alt,
});

/** The only constructor of replaced boxes, for one hidden class. */
function rawReplaced(
  { style, element, origin }: Originating,
  content: RawReplaced['content'],
  { width, height, ratio }: NaturalSizes,
): RawReplaced {
  return {
    kind: 'replaced',
    style,
    element,
    origin,
    content,
    naturalWidth: width,
    naturalHeight: height,
    naturalRatio: ratio,
  };
}

/**
 * Boxes of documents inside of a document: a viewport with the boxes of the whole document, clipped to it.
 * Source: https://html.spec.whatwg.org/multipage/rendering.html#embedded-content-rendering-rules
 */

import { INITIAL_STYLE } from '../css/compute/compute.js';
import type { StyledDocument } from '../css/compute/styled-document.js';
import type { ComputedStyle } from '../css/properties/table.js';
import { propagatesToCanvas } from '../css/style-queries.js';
import type { Report } from '../diagnostics.js';
import { describeElement, type ElementNode } from '../html/dom.js';
import { CONTAINS_ALL } from './containing.js';
import type { ImageResource } from './image-resources.js';
import type { RawBox, RawLayers } from './raw.js';
import type { SvgContext } from './svg.js';
import { IDENTITY } from './svg-coordinates.js';

/** Opens nested documents. */
export interface NestedContent {
  /** @returns the same for the same frame; undefined when it cannot be shown, which is reported */
  open(
    frame: ElementNode,
    html: string,
    viewport: { readonly width: number; readonly height: number },
  ): StyledDocument | undefined;
  /**
   * Opens an SVG image with HTML inside.
   * @returns the same for the same element; undefined when it cannot be parsed, which is reported
   */
  drawing(
    element: ElementNode,
    image: ImageResource,
  ): { readonly svg: ElementNode; readonly context: SvgContext } | undefined;
}

/** px. Source: https://drafts.csswg.org/css-images-3/#default-object-size */
const DEFAULT_VIEWPORT = { width: 300, height: 150 };

/**
 * The size that media queries and viewport units of the document in a frame see: the specified one. One that depends on
 * layout is not known yet, which is reported where it may matter.
 */
export function frameViewport(
  frame: ElementNode,
  style: ComputedStyle,
  html: string,
  report: Report,
): { readonly width: number; readonly height: number } {
  const isBorderBox = style['box-sizing'] === 'border-box';
  const size = (name: 'width' | 'height', sides: readonly ('top' | 'right' | 'bottom' | 'left')[]) => {
    const value = style[name];
    if (typeof value !== 'number') return value === 'auto' ? DEFAULT_VIEWPORT[name] : undefined;
    const edge = (side: (typeof sides)[number]) => {
      const padding = style[`padding-${side}`];
      return style[`border-${side}-width`] + (typeof padding === 'number' ? padding : 0);
    };
    return Math.max(0, value - (isBorderBox ? sides.reduce((sum, side) => sum + edge(side), 0) : 0));
  };
  const [width, height] = [size('width', ['left', 'right']), size('height', ['top', 'bottom'])];
  if ((width === undefined || height === undefined) && DEPENDS_ON_VIEWPORT.test(html)) {
    const name = width === undefined ? 'width' : 'height';
    const place = `${describeElement(frame)}: media queries and viewport units in it see ${DEFAULT_VIEWPORT[name]}px`;
    report.add('UnsupportedValue', name, place);
  }
  return { width: width ?? DEFAULT_VIEWPORT.width, height: height ?? DEFAULT_VIEWPORT.height };
}

const DEPENDS_ON_VIEWPORT = /@media[^{]*(?:width|height|aspect|orientation)|\d(?:[sld]?v(?:w|h|i|b|min|max))\b/i;

/** The content of a frame: its document in a box that contains all of it. @param root  the box of the root element */
export function documentLayers(frame: ElementNode, root: RawBox, styled: StyledDocument): RawLayers {
  const style: ComputedStyle = {
    ...INITIAL_STYLE,
    ...CONTAINS_ALL,
    ...canvasBackground(styled),
    'overflow-x': 'clip',
    'overflow-y': 'clip',
  };
  const box: RawBox = {
    kind: 'box',
    style,
    element: frame,
    origin: 'anonymous',
    children: [withoutCanvas(root, styled)],
  };
  return {
    type: 'layers',
    alt: undefined,
    layers: [{ type: 'foreign', box, matrix: IDENTITY, width: undefined, height: undefined, document: styled }],
    viewBox: undefined,
    writingMode: 'horizontal-tb',
  };
}

const BACKGROUND = Object.keys(INITIAL_STYLE).filter((name) =>
  name.startsWith('background-'),
) as readonly (keyof ComputedStyle)[];

const hasBackground = (style: ComputedStyle): boolean =>
  style['background-color'].a > 0 || style['background-image'].some((image) => image !== 'none');

/** The element whose background the canvas shows. Source: https://drafts.csswg.org/css-backgrounds-3/#special-backgrounds */
function canvasSource(styled: StyledDocument): ElementNode | undefined {
  const { root, body } = styled.document;
  const [ofRoot, ofBody] = [styled.style(root), styled.style(body)];
  if (hasBackground(ofRoot)) return root;
  return hasBackground(ofBody) && propagatesToCanvas(ofRoot, ofBody) ? body : undefined;
}

function canvasBackground(styled: StyledDocument): Partial<ComputedStyle> {
  const source = canvasSource(styled);
  if (!source) return {};
  const style = styled.style(source);
  return Object.fromEntries(BACKGROUND.map((name) => [name, style[name]]));
}

function withoutCanvas(root: RawBox, styled: StyledDocument): RawBox {
  const source = canvasSource(styled);
  const plain = Object.fromEntries(BACKGROUND.map((name) => [name, INITIAL_STYLE[name]])) as Partial<ComputedStyle>;
  const cleared = (box: RawBox): RawBox => ({ ...box, style: { ...box.style, ...plain } });
  if (!source) return root;
  if (source === root.element) return cleared(root);
  const children = root.children.map((child) =>
    child.kind === 'box' && child.element === source ? cleared(child) : child,
  );
  return { ...root, children };
}

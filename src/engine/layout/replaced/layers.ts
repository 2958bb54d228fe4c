/** Lays out the layers of a replaced box: drawings as large as its content box, and the HTML between them. */

import { viewBoxMatrix } from '../../box/svg-coordinates.js';
import type { Layer, Layers, ReplacedBox } from '../../box/tree.js';
import type { StyledDocument } from '../../css/compute/styled-document.js';
import { type Matrix, multiply } from '../../css/compute/transform-matrix.js';
import { isVisuallyHidden } from '../../css/visually-hidden.js';
import type { ElementNode } from '../../html/dom.js';
import { constraintSpace } from '../algorithm/constraint-space.js';
import type { BoxFragment, Placed } from '../algorithm/fragment.js';
import { NO_EDGES, type Size } from '../algorithm/geometry.js';
import { type LayoutContext, monolithic } from '../algorithm/layout-context.js';
import { layoutCached } from '../algorithm/result-cache.js';

/**
 * @param size    of the content box, physical
 * @param corner  of the content box
 */
export function layoutLayers(
  context: LayoutContext,
  { layers, viewBox }: Layers,
  zoom: number,
  size: Size,
  corner: { readonly x: number; readonly y: number },
): Placed<BoxFragment>[] {
  const unzoomed = { width: size.width / zoom, height: size.height / zoom };
  const matrix = multiply([zoom, 0, 0, zoom, 0, 0], viewBoxMatrix(viewBox, unzoomed));
  const inside = monolithic(context);
  const layOut = (layer: Layer): BoxFragment => {
    if (layer.type === 'foreign') return foreignFragment(inside, layer, size, matrix);
    const { box } = layer;
    const inner = box.content.type === 'layers' ? box.content.layers : [];
    return drawingFragment(
      box,
      size,
      inner.map((each) => ({ fragment: layOut(each), x: 0, y: 0 })),
    );
  };
  return layers.map((layer) => ({ fragment: layOut(layer), ...corner }));
}

/** The place of the box is in its transform. */
function foreignFragment(
  outside: LayoutContext,
  { box, matrix, width: ownWidth, height: ownHeight, document }: Extract<Layer, { type: 'foreign' }>,
  whole: Size,
  outer: Matrix,
): BoxFragment {
  const [width, height] = [ownWidth ?? whole.width, ownHeight ?? whole.height];
  // The document of a frame has a viewport of its own, and no quirks.
  const context = document ? contextOf(document, outside, { width, height }) : outside;
  const space = constraintSpace({
    availableWidth: width,
    availableHeight: height,
    percentageWidth: width,
    percentageHeight: height,
    fixedWidth: width,
    fixedHeight: height,
  });
  const { fragment } = layoutCached(context, box, space);
  const { style } = fragment;
  return { ...fragment, style: { ...style, transform: [{ type: 'matrix', values: multiply(outer, matrix) }] } };
}

/** The document of a frame has a viewport of its own, and no quirks. */
function contextOf(document: StyledDocument, outside: LayoutContext, viewport: Size): LayoutContext {
  const isHidden = (element: ElementNode) => isVisuallyHidden(element, (each) => document.style(each));
  return { ...outside, isHidden, viewport, quirks: false, lineHeightQuirk: false };
}

function drawingFragment(box: ReplacedBox, { width, height }: Size, children: Placed<BoxFragment>[]): BoxFragment {
  return {
    kind: 'box',
    box,
    style: box.style,
    width,
    height,
    border: NO_EDGES,
    padding: NO_EDGES,
    children,
    firstBaseline: undefined,
    lastBaseline: undefined,
    lineBaseline: undefined,
    isFirst: true,
    isLast: true,
    consumed: 0,
    overflow: undefined,
    repeated: false,
    shift: undefined,
    writingMode: undefined,
    details: undefined,
  };
}

/** Properties that SVG elements inherit, as text for the SVG renderer. */

import type { StyledDocument } from '../css/compute/styled-document.js';
import type { ElementNode } from '../html/dom.js';

/** The SVG properties that elements inherit. */
const INHERITED =
  /^(?:color-interpolation(?:-filters)?|fill(?:-\w+)?|stroke(?:-\w+)?|clip-rule|visibility|text-(?:anchor|rendering)|shape-rendering)$/;

/** Values that an element inherits from the elements around it, outermost first. */
export function inheritedStyle({ parent }: ElementNode, styled: Pick<StyledDocument, 'drawingStyle'>): string {
  const ancestors: ElementNode[] = [];
  for (let at = parent; at?.namespace === 'svg'; at = at.parent) ancestors.unshift(at);
  const declared = ancestors.flatMap((ancestor) => [...ancestor.attributes, ...styled.drawingStyle(ancestor)]);
  return [...new Map(declared)]
    .flatMap(([name, value]) => (INHERITED.test(name) ? [`${name}:${value}`] : []))
    .join(';');
}

/** Anchors: empty boxes in place of elements taken out of the flow, running elements and footnotes. */

import type { ComputedStyle } from '../css/properties/table.js';
import type { ElementNode } from '../html/dom.js';
import type { RawBox, RawNode } from './raw.js';

/** The anchor of an element taken out of the flow: an empty box in its place. @param style of an anonymous block */
export function anchorOf(
  element: ElementNode,
  style: ComputedStyle,
  mark: Pick<RawBox, 'running' | 'footnote'>,
): RawBox {
  return { kind: 'box', style: { ...style, position: 'fixed' }, element, origin: 'anonymous', children: [], ...mark };
}

/** Anchors of the running elements and footnotes in a subtree. */
export function anchorsIn(nodes: readonly RawNode[]): RawBox[] {
  return nodes.flatMap((node) => {
    if (node.kind !== 'box') return [];
    return node.running || node.footnote ? [node] : anchorsIn(node.children);
  });
}

const TABLE_STRUCTURES: ReadonlySet<ComputedStyle['display']> = new Set([
  'table',
  'inline-table',
  'table-row-group',
  'table-header-group',
  'table-footer-group',
  'table-row',
  'table-column-group',
]);

/** Whether fix-up would wrap other children than table parts in a cell. */
export function isTableStructure({ display }: ComputedStyle): boolean {
  return TABLE_STRUCTURES.has(display);
}

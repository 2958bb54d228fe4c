/**
 * Running elements: removed from the flow and shown in page-margin boxes.
 * Source: https://drafts.csswg.org/css-gcpm-3/#running-elements
 */

import type { ComputedStyle } from '../css/properties/table.js';
import type { ElementNode } from '../html/dom.js';
import type { CounterScopes } from './counters.js';
import type { RawBox, RawNode } from './raw.js';
import type { NamedString } from './tree.js';

/** An element with `position: running()`. */
export interface RunningElement {
  readonly name: string;
  readonly element: ElementNode;
  /** Counters before the element's own changes. */
  readonly counters: CounterScopes;
  readonly quoteDepth: number;
  readonly language: string;
  /** Named strings set by the element and its descendants. */
  readonly strings?: readonly NamedString[];
}

/** Which element of a name `element()` selects on a page. */
export type WhichOnPage = 'first' | 'start' | 'last' | 'first-except';

/** Running elements of a page, for its margin boxes. */
export interface PageReferences {
  /** @returns undefined when there is none */
  runningElement(name: string, which: WhichOnPage): RunningElement | undefined;
}

/** The anchor of an element taken out of the flow: an empty box in its place. @param style of an anonymous block */
export function anchorOf(
  element: ElementNode,
  style: ComputedStyle,
  mark: Pick<RawBox, 'running' | 'footnote'>,
): RawBox {
  return { kind: 'box', style: { ...style, position: 'fixed' }, element, origin: 'anonymous', children: [], ...mark };
}

/** Anchors of the running elements in a subtree. */
export function anchorsIn(nodes: readonly RawNode[]): RawBox[] {
  return nodes.flatMap((node) => {
    if (node.kind !== 'box') return [];
    return node.running ? [node] : anchorsIn(node.children);
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

/**
 * Running elements: taken out of the flow, and shown in page-margin boxes.
 * Source: https://drafts.csswg.org/css-gcpm-3/#running-elements
 */

import type { ComputedStyle } from '../css/properties/table.js';
import type { ElementNode } from '../html/dom.js';
import type { CounterScopes } from './counters.js';
import type { RawBox, RawNode } from './raw.js';
import type { NamedString } from './tree.js';

/** An element of `position: running()`. */
export interface RunningElement {
  readonly name: string;
  readonly element: ElementNode;
  /** Before the element's own changes. */
  readonly counters: CounterScopes;
  readonly quoteDepth: number;
  readonly language: string;
  /** What the element and those in it set. */
  readonly strings?: readonly NamedString[];
}

/** Which of the elements of a name `element()` shows. */
export type WhichOnPage = 'first' | 'start' | 'last' | 'first-except';

/** What the content of a page-margin box may show of its page. */
export interface PageReferences {
  /** @returns undefined: nothing */
  runningElement(name: string, which: WhichOnPage): RunningElement | undefined;
}

/** What is left in an element's place. @param style  of an anonymous block */
export function markOf(element: ElementNode, style: ComputedStyle, mark: Pick<RawBox, 'running' | 'footnote'>): RawBox {
  return { kind: 'box', style: { ...style, position: 'fixed' }, element, origin: 'anonymous', children: [], ...mark };
}

/** Of running elements. */
export function marksIn(nodes: readonly RawNode[]): RawBox[] {
  return nodes.flatMap((node) => {
    if (node.kind !== 'box') return [];
    return node.running ? [node] : marksIn(node.children);
  });
}

const TABLE_HOLDERS: ReadonlySet<ComputedStyle['display']> = new Set([
  'table',
  'inline-table',
  'table-row-group',
  'table-header-group',
  'table-footer-group',
  'table-row',
  'table-column-group',
]);

/** Whether everything in the box but rows, cells, columns and captions would get a cell around it. */
export function isTableHolder({ display }: ComputedStyle): boolean {
  return TABLE_HOLDERS.has(display);
}

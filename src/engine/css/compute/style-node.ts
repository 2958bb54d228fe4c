import type { CascadeNode } from '../cascade/cascade.js';
import type { ComputedStyle } from '../properties/table.js';
import type { ElementStyle } from './compute.js';

/** A node of the tree of distinct styles: elements that match the same rules below the same node. */
export class StyleNode {
  readonly children = new Map<CascadeNode, StyleNode>();
  readonly pseudos = new Map<CascadeNode, ElementStyle>();
  /** Number of the document that has used the style last. */
  usedBy = 0;

  constructor(
    readonly cascade: CascadeNode,
    readonly computed: ElementStyle,
    /** Display of the nearest box: of the element or, with `display: contents`, of an ancestor. */
    readonly boxDisplay: ComputedStyle['display'],
  ) {}
}

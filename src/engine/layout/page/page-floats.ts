/**
 * Page floats of the pages of a document.
 * Source: https://drafts.csswg.org/css-page-floats-3/#page-float-placement
 */

import type { BlockLevelBox } from '../../box/tree.js';
import { pageFloatEdge } from '../../css/style-queries.js';
import { constraintSpace } from '../algorithm/constraint-space.js';
import type { BoxFragment, Placed } from '../algorithm/fragment.js';
import type { Size } from '../algorithm/geometry.js';
import { layout } from '../algorithm/layout.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { movedAll, type OutOfFlow } from '../positioned/out-of-flow.js';
import { isPageFloat } from '../positioned/positioned.js';
import { resolveMargins } from '../sizing/edges.js';

/** A float laid out for a page. Lengths in px. */
export interface LaidOutFloat {
  readonly fragment: BoxFragment;
  readonly edge: 'start' | 'end';
  readonly x: number;
  /** From its margin edge to its border edge. */
  readonly top: number;
  /** Of its margin box. */
  readonly height: number;
  /** With static positions from its margin edge and the left edge of the page area. */
  readonly outOfFlow: readonly OutOfFlow[];
}

/** Floats in the order of the document: one that has to wait for a page makes those after it wait. */
export class PageFloats {
  #waiting: BlockLevelBox[] = [];
  /** Those that wait or are placed: their anchors may move to another page. */
  readonly #known = new Set<BlockLevelBox>();

  constructor(
    private readonly context: LayoutContext,
    private readonly isRtl: boolean,
  ) {}

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Makes floats with anchors among the items wait, in the order of the document. */
  add(items: readonly OutOfFlow[]): void {
    const boxes = this.#newIn(items);
    for (const box of boxes) this.#known.add(box);
    this.#waiting.push(...boxes);
  }

  /** Whether there are floats among the items that neither wait nor are placed. */
  hasNew(items: readonly OutOfFlow[]): boolean {
    return items.some(({ box }) => isPageFloat(box) && !this.#known.has(box));
  }

  /** Lays out the first of the new floats among the items if it is not to wait. */
  takeNew(items: readonly OutOfFlow[], page: Size, available: number): LaidOutFloat | undefined {
    const [first] = this.#newIn(items);
    const float = first && !this.isWaiting ? this.#layout(first, page) : undefined;
    if (!first || !float || float.height > available) return undefined;
    this.#known.add(first);
    return float;
  }

  /** Lays out the first float that waits if it is higher than `above` and not higher than `available`, px. */
  takeWaiting(page: Size, available: number, above = Number.NEGATIVE_INFINITY): LaidOutFloat | undefined {
    const [first] = this.#waiting;
    const float = first && this.#layout(first, page);
    if (!float || float.height > available || float.height <= above) return undefined;
    this.#waiting.shift();
    return float;
  }

  #newIn(items: readonly OutOfFlow[]): BlockLevelBox[] {
    const boxes = items.flatMap(({ box }) => (isPageFloat(box) && !this.#known.has(box) ? [box] : []));
    return [...new Set(boxes)].sort((a, b) => a.id - b.id);
  }

  /** At the start edge of its line for the start of the page, at the end edge for the end. */
  #layout(box: BlockLevelBox, { width, height }: Size): LaidOutFloat {
    const edge = pageFloatEdge(box.style) ?? 'start';
    const margin = resolveMargins(box.style, width);
    const space = constraintSpace({
      availableWidth: width,
      availableHeight: height,
      percentageWidth: width,
      percentageHeight: height,
      autoWidthBehavior: 'fit-content',
    });
    const { fragment, outOfFlow } = layout(this.context, box, space);
    const isAtRight = (edge === 'end') !== this.isRtl;
    const x = isAtRight ? width - fragment.width - margin.right : margin.left;
    return {
      fragment,
      edge,
      x,
      top: margin.top,
      height: margin.top + fragment.height + margin.bottom,
      outOfFlow: movedAll(outOfFlow, x, margin.top),
    };
  }
}

/**
 * Stacks floats from top to bottom.
 * @param contentHeight  where the floats at the end begin, px
 */
export function stackFloats(floats: readonly LaidOutFloat[], contentHeight: number): Placed<BoxFragment>[] {
  const next = { start: 0, end: contentHeight };
  return floats.map(({ fragment, edge, x, top, height }) => {
    const y = next[edge] + top;
    next[edge] += height;
    return { fragment, x, y };
  });
}

/** Height of the floats at an edge, px. */
export const floatsAt = (edge: LaidOutFloat['edge'], floats: readonly LaidOutFloat[]): number =>
  floats.reduce((sum, float) => (float.edge === edge ? sum + float.height : sum), 0);

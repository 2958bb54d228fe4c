/** Counts of what layout does, for benchmarks and tests: a box should be laid out once and measured at most once. */

import type { BlockLevelBox } from '../../box/tree.js';

/** Created by the caller, which reads it after layout; layout without one counts nothing. */
export class LayoutCounts {
  /** Layouts of each box from its start; its continuations on further pages are not counted. */
  readonly layouts = new Map<BlockLevelBox, number>();
  /** Computations of each box's intrinsic sizes; sizes from a cache are not counted. */
  readonly measurements = new Map<BlockLevelBox, number>();
  /** Runs of text shaped by HarfBuzz; text from the cache of the shaper is not counted. */
  shapings = 0;

  laidOut(box: BlockLevelBox): void {
    this.layouts.set(box, (this.layouts.get(box) ?? 0) + 1);
  }

  measured(box: BlockLevelBox): void {
    this.measurements.set(box, (this.measurements.get(box) ?? 0) + 1);
  }
}

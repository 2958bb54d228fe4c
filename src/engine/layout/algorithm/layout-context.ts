/** What layout functions may use besides their arguments: fonts, caches, and the layout algorithms. */

import type { BlockBox, BlockLevelBox, ReplacedBox, TableBox } from '../../box/tree.js';
import type { Report } from '../../diagnostics.js';
import type { FontLibrary } from '../../text/fonts.js';
import type { Hyphenators } from '../../text/hyphenation.js';
import type { TextShaper } from '../../text/shape.js';
import type { BreakToken } from './break-token.js';
import type { ConstraintSpace, HeightSpace } from './constraint-space.js';
import type { Edges, MinMax, Size } from './geometry.js';
import type { LayoutResult } from './result.js';

/** What every layout function may use besides its arguments. One per document. */
export interface LayoutContext {
  readonly fonts: FontLibrary;
  readonly shaper: TextShaper;
  /** Default: words are hyphenated at soft hyphens only. */
  readonly hyphenators?: Hyphenators;
  readonly report: Report;
  /** Of the first page's area; viewport units and quirks refer to it. */
  readonly viewport: Size;
  readonly quirks: boolean;
  readonly caches: LayoutCaches;
  readonly algorithms: Algorithms;
}

/** What the caller of layout has to bring; algorithms.ts makes a LayoutContext of it. */
export type LayoutInput = Omit<LayoutContext, 'algorithms'>;

/**
 * The layout algorithm of each kind of box. Boxes nest in any order, so algorithms reach each other through this
 * table (by layout.ts and intrinsic.ts) and not by importing each other.
 */
export interface Algorithms {
  readonly block: Algorithm<BlockBox>;
  readonly flex: Algorithm<BlockBox>;
  readonly grid: Algorithm<BlockBox>;
  readonly multicol: Algorithm<BlockBox>;
  readonly orthogonal: Algorithm<BlockBox>;
  readonly parallel: Algorithm<BlockBox>;
  readonly table: Algorithm<TableBox>;
  readonly replaced: Algorithm<ReplacedBox>;
}

export interface Algorithm<B extends BlockLevelBox> {
  layout(context: LayoutContext, box: B, space: ConstraintSpace, resume: BreakToken | undefined): LayoutResult;
  /** Of the border box, from the content alone: the box's own width, min-width and max-width do not count. */
  intrinsicSizes(context: LayoutContext, box: B, before?: FloatWidths, heights?: HeightSpace): MinMax;
  /** Border and padding, percentages 0, where they are not those of the style. */
  borderPadding?(context: LayoutContext, box: B): Edges;
}

/** Widths of floats side by side. */
export interface FloatWidths {
  readonly left: number;
  readonly right: number;
}

export const NO_FLOATS: FloatWidths = { left: 0, right: 0 };

/** Per document; arrays by box id where speed matters. */
export interface LayoutCaches {
  /** Owned by the modules that use them, keyed by their name. */
  readonly byModule: Map<string, unknown>;
}

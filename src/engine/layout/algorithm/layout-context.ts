/** The environment of layout: fonts, caches, diagnostics and the layout algorithms. */

import type { Resources } from '../../box/image-resources.js';
import type { BlockBox, BlockLevelBox, ReplacedBox, TableBox } from '../../box/tree.js';
import type { Budgets } from '../../budgets.js';
import { getOrMake } from '../../collections/maps.js';
import type { Deadline } from '../../deadline.js';
import type { Report } from '../../diagnostics.js';
import type { ElementNode } from '../../html/dom.js';
import type { FontLibrary } from '../../text/fonts.js';
import type { Hyphenators } from '../../text/hyphenation.js';
import type { TextShaper } from '../../text/shape.js';
import type { BreakToken } from './break-token.js';
import type { ConstraintSpace, HeightSpace } from './constraint-space.js';
import type { Edges, MinMax, Size } from './geometry.js';
import type { LayoutCounts } from './layout-counts.js';
import type { LayoutResult } from './result.js';

/** The environment of every layout function. One per document. */
export interface LayoutContext {
  readonly fonts: FontLibrary;
  readonly shaper: TextShaper;
  /** Default: hyphenation at soft hyphens only. */
  readonly hyphenators?: Hyphenators;
  readonly report: Report;
  /** Of images that are shapes; default: there are none. */
  readonly resources?: Resources;
  /** Whether nothing of an element can be seen, see `isVisuallyHidden`; default: nothing is hidden. */
  readonly isHidden?: (element: ElementNode) => boolean;
  /** Checked for every box; default: layout takes as long as it takes. */
  readonly deadline?: Deadline;
  /** Of lines and fragments; default: there are none. */
  readonly budgets?: Budgets;
  /** Default: nothing is counted. */
  readonly counts?: LayoutCounts;
  /** Size of the first page area: the basis of viewport units and of the quirks for `html` and `body`. */
  readonly viewport: Size;
  readonly quirks: boolean;
  /** Also in limited-quirks mode: https://quirks.spec.whatwg.org/#the-line-height-calculation-quirk */
  readonly lineHeightQuirk: boolean;
  /** Whether layout is inside of monolithic content, which no fragmentainer breaks. */
  readonly isMonolithic: boolean;
  /** The size to which the math box that is laid out stretches its operator; undefined: none. */
  readonly stretchTarget: StretchTarget | undefined;
  readonly caches: LayoutCaches;
  readonly algorithms: Algorithms;
}

/** The context of the content of monolithic boxes. */
export function monolithic(context: LayoutContext): LayoutContext {
  if (context.isMonolithic) return context;
  return getOrMake(cacheOf<null, LayoutContext>(context, 'monolithic'), null, () => ({
    ...context,
    isMonolithic: true,
  }));
}

/** The input of `createLayoutContext` (registry.ts). */
export type LayoutInput = Omit<LayoutContext, 'algorithms' | 'isMonolithic' | 'stretchTarget'>;

/** A size that a stretchy operator covers, px. Source: https://w3c.github.io/mathml-core/#dfn-stretch-axis */
export type StretchTarget =
  | { readonly axis: 'vertical'; readonly ascent: number; readonly descent: number }
  | { readonly axis: 'horizontal'; readonly width: number };

/**
 * The layout algorithm of each kind of box. Boxes nest in any order, so algorithms call each other through this table
 * (layout.ts, intrinsic.ts) instead of importing each other.
 */
export interface Algorithms {
  readonly block: Algorithm<BlockBox>;
  readonly flex: Algorithm<BlockBox>;
  readonly grid: Algorithm<BlockBox>;
  readonly math: Algorithm<BlockBox>;
  readonly multicol: Algorithm<BlockBox>;
  readonly orthogonal: Algorithm<BlockBox>;
  readonly parallel: Algorithm<BlockBox>;
  readonly 'initial-letter': Algorithm<BlockBox>;
  readonly table: Algorithm<TableBox>;
  readonly replaced: Algorithm<ReplacedBox>;
}

export interface Algorithm<B extends BlockLevelBox> {
  layout(context: LayoutContext, box: B, space: ConstraintSpace, resume: BreakToken | undefined): LayoutResult;
  /** Intrinsic sizes of the border box from its content, without the box's `width`, `min-width` and `max-width`. */
  intrinsicSizes(context: LayoutContext, box: B, before?: FloatWidths, heights?: HeightSpace): MinMax;
  /** Border and padding if they differ from the style's; percentages resolve to 0. */
  borderPadding?(context: LayoutContext, box: B): Edges;
}

/** Total widths of adjacent floats on each side, px. */
export interface FloatWidths {
  readonly left: number;
  readonly right: number;
}

export const NO_FLOATS: FloatWidths = { left: 0, right: 0 };

/** Caches of one document. */
export interface LayoutCaches {
  /** One cache per name, owned by the module that uses it. */
  readonly byModule: Map<string, unknown>;
}

/** The cache of this name, empty on first use. */
export function cacheOf<Key, Value>({ caches: { byModule } }: LayoutContext, name: string): Map<Key, Value> {
  const known = byModule.get(name) as Map<Key, Value> | undefined;
  if (known) return known;
  const created = new Map<Key, Value>();
  byModule.set(name, created);
  return created;
}

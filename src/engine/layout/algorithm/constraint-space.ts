/** All that a layout depends on from outside the box. `undefined` sizes are indefinite. After Blink's `ConstraintSpace`. */

import type { Box } from '../../box/tree.js';
import type { MarginStrut } from '../block/margins.js';
import type { ExclusionSpace } from '../floats/exclusions.js';
import type { BreakAppealValue, EarlyBreak } from './early-break.js';
import type { Edges } from './geometry.js';

export interface ConstraintSpace {
  /** Content box of the containing block; the box's own margins are inside it. */
  readonly availableWidth: number;
  readonly availableHeight: number | undefined;
  /** What percentages refer to. */
  readonly percentageWidth: number;
  readonly percentageHeight: number | undefined;
  /** What `width: auto` is. Default: the available width, unless the kind of box says otherwise. */
  readonly autoWidthBehavior?: AutoWidthBehavior | undefined;
  /** The parent (flex, grid, table) has decided the border-box size. */
  readonly fixedWidth?: number;
  readonly fixedHeight?: number;
  /** Default: percentages inside resolve against fixedHeight, and content that exceeds it overflows. */
  readonly fixedHeightBehavior?: FixedHeightBehavior | undefined;
  /** Only the content says how high the box is: its height, min-height and max-height are left out. */
  readonly contentHeight?: boolean;
  /** A grid whose tracks are those of the grid it is an item of, in one axis or both. */
  readonly subgrid?: SubgridSpace | undefined;
  /** A table cell's content: heights and percentages follow CSS Tables' rules. */
  readonly tableCell?: TableCellSpace;
  /**
   * The block formatting context of the parent, which the box continues; undefined: it establishes a formatting context
   * of its own, no margins collapse through and no floats come in.
   */
  readonly flow?: FlowSpace;
  /** undefined: unlimited, nothing breaks (measuring, unbreakable content). */
  readonly fragmentainer?: FragmentainerSpace;
}

/** Fit-content (floats, inline-blocks, absolutely positioned boxes), or the available width for every kind of box. Blink: `AutoSizeBehavior`. */
export type AutoWidthBehavior = 'fit-content' | 'stretch-explicit';

export type FixedHeightBehavior =
  /** Percentages inside do not resolve against it. Blink: `IsFixedBlockSizeIndefinite`. */
  | 'indefinite'
  /** Content that breaks have moved down may make the box higher. Blink: `MinBlockSizeShouldEncompassIntrinsicSize`. */
  | 'minimum';

/** Of a constraint space, what a box's height depends on. */
export type HeightSpace = Pick<
  ConstraintSpace,
  'percentageHeight' | 'fixedHeight' | 'fixedHeightBehavior' | 'tableCell' | 'contentHeight'
>;

export interface SubgridSpace {
  readonly columns?: SubgridAxis | undefined;
  readonly rows?: SubgridAxis | undefined;
}

/** The tracks of the parent grid that a subgrid spans, in one axis and in the subgrid's terms. */
export interface SubgridAxis {
  /** Sizes of the tracks within the subgrid's content box. */
  readonly sizes: readonly number[];
  /** Where they start, from its content edge. */
  readonly starts: readonly number[];
  /** Gutter that makes the tracks come out where the parent's are. */
  readonly gap: number;
  /** Lines of the parent that lie in the subgrid, by name. */
  readonly names: ReadonlyMap<string, readonly number[]>;
}

export interface TableCellSpace {
  /** measure: row heights are not known yet, percentage heights are auto. */
  readonly phase: 'measure' | 'final';
  /** final: border-box height that percentages inside refer to, where the cell is as high as its content for now. */
  readonly height?: number;
  /** final: how far down `vertical-align` moves the content in flow. */
  readonly contentShift?: number;
  /** Used border widths in place of the style's: halves of the collapsed borders around the cell. */
  readonly border?: Edges;
}

/** The state of the block formatting context that a box in flow continues. */
export interface FlowSpace {
  /** Left edge of the box's border box in the formatting context. */
  readonly bfcX: number;
  /** Where the box would start without the margins in `strut`. */
  readonly bfcY: number;
  /** The box's own top margin and those before it that collapse with it; not yet part of bfcY. */
  readonly strut: MarginStrut;
  readonly exclusions: ExclusionSpace;
  /** Set on the second pass, when the parent knows where the box's border edge goes. */
  readonly forcedBfcY?: number;
  /** The border edge goes no higher than this: the bottom of the floats that `clear` names. */
  readonly clearanceY?: number;
  /** Floats before the box were placed where its margin collapses to: what clears them ends that collapsing. */
  readonly adjoiningFloats?: FloatSides;
}

/** Whether there are floats on a side. */
export interface FloatSides {
  readonly left: boolean;
  readonly right: boolean;
}

export const NO_SIDES: FloatSides = { left: false, right: false };

/** The page or column that content is being put on. */
export interface FragmentainerSpace {
  readonly kind: 'page' | 'column';
  /** Block size of this fragmentainer's content area. */
  readonly size: number;
  /**
   * Where y = 0 of the block formatting context is in the fragmentainer: of the one the box continues (`flow`), or of
   * its own, i.e. its border box's top. May be < 0.
   */
  readonly offset: number;
  /** A break inside this box that an earlier pass found better: stop there. */
  readonly earlyBreak?: EarlyBreak;
  /** Used value of the parent's `page` property. */
  readonly pageName: string;
  /** Nothing was put on the page before: whatever comes first has to stay on this one, however badly it breaks. */
  readonly mustProgress?: boolean;
  /**
   * Column only: how well the columns before it broke. Rather than break worse, what goes on here goes on on the next
   * page. Default: the worst.
   */
  readonly leastAppeal?: BreakAppealValue;
  /** Column only: the boxes that span all columns; the flow stops before each of them. */
  readonly spanners?: ReadonlySet<Box>;
  /** In a box that clips, moves or fades its content: absolutely positioned boxes that reach over the end stay in it. */
  readonly confines?: boolean;
}

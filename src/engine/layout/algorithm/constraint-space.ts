/** Layout input from outside the box. Sizes in px, `undefined`: indefinite. Modelled on Blink's `ConstraintSpace`. */

import type { Box } from '../../box/tree.js';
import type { MarginStrut } from '../block/margins.js';
import type { ExclusionSpace } from '../floats/exclusions.js';
import type { BreakAppealValue, EarlyBreak } from './early-break.js';
import type { Edges } from './geometry.js';

/** The sides of a block container whose first or last formatted line is trimmed. */
export interface TextBoxTrim {
  readonly start: boolean;
  readonly end: boolean;
  /** The start of every column is trimmed, also where it continues a paragraph. Blink: `ShouldTextBoxTrimFragmentainerStart`. */
  readonly columns?: boolean;
}

export interface ConstraintSpace {
  /** Content-box size of the containing block; includes the box's margins. */
  readonly availableWidth: number;
  readonly availableHeight: number | undefined;
  /** Percentage resolution size. */
  readonly percentageWidth: number;
  readonly percentageHeight: number | undefined;
  /** The used value of `width: auto`. Default: by the kind of box (sizing/sizes.ts). */
  readonly autoWidthBehavior?: AutoWidthBehavior | undefined;
  /** Border-box size set by the parent (flex, grid, table). */
  readonly fixedWidth?: number;
  readonly fixedHeight?: number;
  /** Default: percentages of children resolve against `fixedHeight`, and larger content overflows. */
  readonly fixedHeightBehavior?: FixedHeightBehavior | undefined;
  /** The height is that of the content: `height`, `min-height` and `max-height` do not apply. */
  readonly contentHeight?: boolean;
  /** The tracks that a subgrid takes from its parent grid, in one axis or both. */
  readonly subgrid?: SubgridSpace | undefined;
  /** The box is a table cell: heights and percentages follow css-tables-3. */
  readonly tableCell?: TableCellSpace;
  /** The sides on which `text-box-trim` of an ancestor reaches the box. */
  readonly textBoxTrim?: TextBoxTrim | undefined;
  /**
   * The parent's block formatting context, in which the box participates; undefined: it establishes a new formatting
   * context, so no margins collapse through it and no outer floats intrude.
   */
  readonly flow?: FlowSpace;
  /** undefined: no fragmentation (measure passes, monolithic content). */
  readonly fragmentainer?: FragmentainerSpace;
}

/**
 * The only constructor of constraint spaces. V8 gives copies by spread a hidden class for each place that makes them, and
 * code that reads objects of many classes is slow; from here all have the same.
 */
export function constraintSpace({
  availableWidth,
  availableHeight,
  percentageWidth,
  percentageHeight,
  autoWidthBehavior,
  fixedWidth,
  fixedHeight,
  fixedHeightBehavior,
  contentHeight,
  subgrid,
  tableCell,
  textBoxTrim,
  flow,
  fragmentainer,
}: ConstraintSpace): ConstraintSpace {
  return {
    availableWidth,
    availableHeight,
    percentageWidth,
    percentageHeight,
    autoWidthBehavior,
    fixedWidth,
    fixedHeight,
    fixedHeightBehavior,
    contentHeight,
    subgrid,
    tableCell,
    textBoxTrim,
    flow,
    fragmentainer,
  };
}

/**
 * Fit-content (floats, inline-blocks, absolutely positioned boxes), or the available width for every kind of box.
 * Blink: `AutoSizeBehavior::kFitContent`, `kStretchExplicit`.
 */
type AutoWidthBehavior = 'fit-content' | 'stretch-explicit';

type FixedHeightBehavior =
  /** Percentages of children do not resolve against it. Blink: `IsFixedBlockSizeIndefinite`. */
  | 'indefinite'
  /** The box grows with content that breaks push down. Blink: `MinBlockSizeShouldEncompassIntrinsicSize`. */
  | 'minimum'
  /** Likewise, up to `max-height`: the height is that of an area that the box fills. */
  | 'stretched-minimum';

/** The members of a constraint space that a box's height depends on. */
export type HeightSpace = Pick<
  ConstraintSpace,
  'percentageHeight' | 'fixedHeight' | 'fixedHeightBehavior' | 'tableCell' | 'contentHeight'
> & {
  /** Basis of percentage limits of the box's own width; undefined: indefinite. */
  readonly percentageWidth?: number | undefined;
};

export interface SubgridSpace {
  readonly columns?: SubgridAxis | undefined;
  readonly rows?: SubgridAxis | undefined;
}

/** The tracks of the parent grid that a subgrid spans in one axis, in the subgrid's coordinates. */
export interface SubgridAxis {
  /** Sizes of the tracks within the subgrid's content box. */
  readonly sizes: readonly number[];
  /** Offsets of the tracks from its content edge. */
  readonly starts: readonly number[];
  /** Gutter that aligns the tracks with those of the parent. */
  readonly gap: number;
  /** Lines of the parent within the subgrid, by name. */
  readonly names: ReadonlyMap<string, readonly number[]>;
}

export interface TableCellSpace {
  /** `measure`: row heights are unknown, percentage heights behave as auto. */
  readonly phase: 'measure' | 'final';
  /** `final`: border-box height for percentages inside, if the cell itself is laid out at its content height. */
  readonly height?: number;
  /** `final`: block offset that `vertical-align` adds to in-flow content. */
  readonly contentShift?: number;
  /** The specified height of the row, which block offsets of a relatively positioned cell refer to; default: auto. */
  readonly rowHeight?: number;
  /** Used border widths that override the style: halves of the collapsed borders around the cell. */
  readonly border?: Edges;
}

/** The state of the block formatting context at an in-flow box. */
export interface FlowSpace {
  /** BFC offset of the border box in the inline axis. */
  readonly bfcX: number;
  /** BFC block offset of the box without the margins in `strut`. */
  readonly bfcY: number;
  /** The box's block-start margin and the margins that collapse with it; not included in `bfcY`. */
  readonly strut: MarginStrut;
  readonly exclusions: ExclusionSpace;
  /** The resolved BFC block offset, on the second pass. Blink: `ForcedBfcBlockOffset`. */
  readonly forcedBfcY?: number;
  /**
   * The BFC block offset where the box, or an ancestor with the same offset, clears floats past which its margins would
   * collapse: it is there whatever margins follow. Blink: `AncestorHasClearancePastAdjoiningFloats`.
   */
  readonly clearedY?: number | undefined;
  /** Minimum BFC block offset of the border box: the lowest edge of the floats that `clear` names. */
  readonly clearanceY?: number;
  /** Earlier floats whose position depends on the box's collapsing margins: `clear` past them ends the collapsing. */
  readonly adjoiningFloats?: FloatSides;
  /** `line-clamp` of the box that establishes the context. */
  readonly clamp?: LineClamp | undefined;
}

/** The lines that `line-clamp` leaves. Blink: `LineClampData`. */
export interface LineClamp {
  /** Lines until the last one that is shown. */
  readonly lines: number;
  /** Whether content with lines follows the box, so that an ellipsis ends the last line in any case. */
  readonly isFollowed: boolean;
}

/** The sides of a block container whose first or last formatted line is trimmed. */
export interface TextBoxTrim {
  readonly start: boolean;
  readonly end: boolean;
  /** The start of every column is trimmed, also where it continues a paragraph. Blink: `ShouldTextBoxTrimFragmentainerStart`. */
  readonly columns?: boolean;
}

/** The sides with floats. */
export interface FloatSides {
  readonly left: boolean;
  readonly right: boolean;
}

export const NO_SIDES: FloatSides = { left: false, right: false };

/** The page or column that content is laid out in. */
export interface FragmentainerSpace {
  readonly kind: 'page' | 'column';
  /** Block size of this fragmentainer's content area. */
  readonly size: number;
  /**
   * Block offset of the block formatting context's origin in the fragmentainer: of the parent's context if the box
   * participates in it (`flow`), else of the box's border edge. May be negative.
   */
  readonly offset: number;
  /** A better break inside this box from an earlier pass: layout stops there. */
  readonly earlyBreak?: EarlyBreak;
  /** Used value of the parent's `page` property. */
  readonly pageName: string;
  /** The previous page took no content: the first content must stay on this one, whatever its break appeal. */
  readonly mustProgress?: boolean;
  /**
   * The box is known to fit: it stays with its first content, which may overflow the fragmentainer.
   * Blink: `ConstraintSpace::RequiresContentBeforeBreaking`.
   */
  readonly requiresContent?: boolean;
  /**
   * Columns only: the appeal of the breaks in the previous columns. Content that would break with a lower appeal moves
   * to the next page instead. Default: `BreakAppeal.last`. Blink: `ConstraintSpace::MinBreakAppeal`.
   */
  readonly minBreakAppeal?: BreakAppealValue;
  /** Columns only: how many multi-column containers the column is in. */
  readonly columnDepth?: number;
  /** Columns only: the column spanners; the flow stops before each of them. */
  readonly spanners?: ReadonlySet<Box>;
  /** Columns only: content before the box continues in the next column, before any spanner in the box. */
  readonly isPastBreak?: boolean;
}

/** The only constructor of fragmentainer spaces, for one hidden class. */
export function fragmentainerSpace({
  kind,
  size,
  offset,
  earlyBreak,
  pageName,
  mustProgress,
  requiresContent,
  minBreakAppeal,
  columnDepth,
  spanners,
  isPastBreak,
}: FragmentainerSpace): FragmentainerSpace {
  return {
    kind,
    size,
    offset,
    earlyBreak,
    pageName,
    mustProgress,
    requiresContent,
    minBreakAppeal,
    columnDepth,
    spanners,
    isPastBreak,
  };
}

/**
 * The fragmentainer of a descendant.
 * @param y         its block offset
 * @param reserved  space kept free at the fragmentainer's end, px
 * @param requiresContent  whether a box around the descendant is known to fit and has no content yet
 */
export function fragmentainerAt(
  {
    kind,
    size,
    offset,
    pageName,
    mustProgress,
    minBreakAppeal,
    columnDepth,
    spanners,
    isPastBreak,
  }: FragmentainerSpace,
  y: number,
  earlyBreak: EarlyBreak | undefined,
  reserved = 0,
  requiresContent = false,
): FragmentainerSpace {
  return {
    kind,
    size: size - reserved,
    offset: offset + y,
    earlyBreak,
    pageName,
    mustProgress,
    requiresContent,
    minBreakAppeal,
    columnDepth,
    spanners,
    isPastBreak,
  };
}

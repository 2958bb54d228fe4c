/** Types and helpers shared by line breaking, stacking and placement. */

import type { BlockLevelBox } from '../../box/tree.js';
import type { BreakToken } from '../algorithm/break-token.js';
import type { PlacedFloat } from '../algorithm/result.js';
import {
  type Exclusion,
  type ExclusionSpace,
  edgesBesideShapes,
  type LayoutOpportunity,
  opportunities,
  reachesBelow,
} from '../floats/exclusions.js';
import type { FloatContainer } from '../floats/floats.js';
import { sideOf } from './edges.js';
import type { InlineItem, TagItem } from './inline-items.js';
import type { InlineToken, LineSpace } from './line-result.js';
import type { Piece } from './pieces.js';

/** The start of a line. */
export interface LinePosition extends InlineToken {
  /** Index of the item, and offset in the text. */
  readonly index: number;
  readonly offset: number;
  /** Open tags of earlier lines, outermost first. */
  readonly open: readonly TagItem[];
  readonly afterForcedBreak: boolean;
  /** Floats of items before this index are in an earlier fragmentainer; undefined: none of this line. */
  readonly floatsPlacedBefore?: number;
}

export const CONTENT_START: LinePosition = {
  kind: 'inline-token',
  index: 0,
  offset: 0,
  open: [],
  afterForcedBreak: false,
};

/** The layout opportunity of a line between floats, in BFC offsets, px. Blink: `LineLayoutOpportunity`. */
export interface LineLayoutOpportunity {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  /** Set beside floats with shapes. */
  readonly shaped?: {
    /** Width between the margin boxes of the floats, px. */
    readonly floatWidth: number;
    /** The height of the line that the edges are for, px. */
    readonly lineHeight: number;
  };
}

/** The pieces of a line in logical order. Modelled on Blink's `LineInfo`. */
export interface BrokenLine {
  readonly pieces: readonly Piece[];
  /** Blink: `LineInfo::BaseDirection`. */
  readonly direction: 'ltr' | 'rtl';
  /** Open tags of earlier lines, outermost first. */
  readonly open: readonly TagItem[];
  /** Width of the content with the indent, without what hangs, px. */
  readonly width: number;
  readonly indent: number;
  /** Width of the spaces and the mark that hang at its end, px. */
  readonly hanging: number;
  /** The line has no line box (CSS 2 §9.4.2). */
  readonly empty: boolean;
  /** The content does not overflow the layout opportunity. */
  readonly fits: boolean;
  readonly endsWithForcedBreak: boolean;
  readonly next: LinePosition | undefined;
  readonly opportunity: LineLayoutOpportunity;
  readonly exclusions: ExclusionSpace;
  readonly floats: readonly PlacedFloat[];
  /** Break tokens of floats pushed to the next fragmentainer. */
  readonly floatTokens: readonly BreakToken[];
  /** Floats to place below the line. */
  readonly laterFloats: readonly BlockLevelBox[];
  readonly clearAfter: 'none' | 'left' | 'right' | 'both';
}

/** The input of the line breaker. */
export interface LineStart {
  readonly position: LinePosition;
  readonly indent: number;
  /** Floats of items before this index are already placed. */
  readonly floatsPlacedBefore: number;
  readonly exclusions: ExclusionSpace;
  readonly opportunity: LineLayoutOpportunity;
}

/** The container of a float on a line with its top at `y`. */
export function floatContainer(space: LineSpace, y: number): FloatContainer {
  return {
    bfcX: space.bfcX,
    width: space.availableWidth,
    y,
    percentageHeight: space.percentageHeight,
    fragmentainer: space.fragmentainer,
  };
}

/**
 * The layout opportunity at block offset `y`.
 * @param lineHeight  the height of the line as far as it is known, px
 */
export function opportunityAt(
  space: LineSpace,
  exclusions: ExclusionSpace,
  y: number,
  lineHeight: number,
): LineLayoutOpportunity {
  const right = space.bfcX + space.availableWidth;
  if (!reachesBelow(exclusions, y)) return { left: space.bfcX, right: Math.max(space.bfcX, right), top: y };
  const first = opportunities(exclusions, y, space.bfcX, right).next().value;
  if (!first) return { left: space.bfcX, right, top: y };
  return first.beside ? besideShapes(space, first, first.beside, y, lineHeight) : { ...first, top: y };
}

/**
 * The layout opportunity of a line at `top` beside floats with shapes.
 * @param beside  the floats of the opportunity
 */
export function besideShapes(
  { bfcX, availableWidth }: LineSpace,
  opportunity: LayoutOpportunity,
  beside: readonly Exclusion[],
  top: number,
  lineHeight: number,
): LineLayoutOpportunity {
  const container = { left: bfcX, right: bfcX + availableWidth };
  const { left, right } = edgesBesideShapes(opportunity, beside, container, top, lineHeight);
  const shaped = { floatWidth: opportunity.right - opportunity.left, lineHeight };
  return { left, right: Math.max(left, right), top, shaped };
}

/** Whether a piece without text or atomic inlines creates a line box: edges and `wbr` do. */
export function createsLineBox(piece: Piece): boolean {
  if (piece.type === 'control') return piece.item.control !== 'bidi';
  if (piece.type !== 'open' && piece.type !== 'close') return false;
  const side = sideOf(piece.item);
  return piece.margin[side] !== 0 || piece.border[side] !== 0 || piece.padding[side] !== 0;
}

/** The open tags at the end of a line. */
export function openTags(before: readonly TagItem[], pieces: readonly Piece[]): TagItem[] {
  const open = [...before];
  for (const piece of pieces) {
    if (piece.type === 'open') open.push(piece.item);
    else if (piece.type === 'close') open.pop();
  }
  return open;
}

/** Whether no overflow check is needed before the item: text handles its own overflow, the others add no width. */
export function skipsOverflowCheck(item: InlineItem): boolean {
  if (item.type === 'control') return item.control !== 'break';
  return item.type === 'text' || item.type === 'close' || item.type === 'float';
}

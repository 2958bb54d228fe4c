/** Edges and sizes of a block container that are known before its content. */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import { isFloating, isOutOfFlow } from '../../css/style-queries.js';
import type { BreakToken } from '../algorithm/break-token.js';
import { type ConstraintSpace, type FragmentainerSpace, fragmentainerSpace } from '../algorithm/constraint-space.js';
import { type Edges, NO_EDGES } from '../algorithm/geometry.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { spaceLeft } from '../fragmentation/breaks.js';
import {
  horizontal,
  resolveBorderPadding,
  resolveBorders,
  resolveMargins,
  resolvePadding,
  sumEdges,
  vertical,
} from '../sizing/edges.js';
import { clampHeight, definiteHeight, maxHeight } from '../sizing/heights.js';
import { hasRatio, ratioHeight } from '../sizing/ratio.js';
import { usedWidth } from '../sizing/sizes.js';
import { layoutLegend, type PlacedLegend } from './legend.js';
import { collapsed } from './margins.js';

/** Lengths in px. Blink: `FragmentGeometry`. */
export interface FragmentGeometry {
  /** Border-box width. */
  readonly width: number;
  readonly contentWidth: number;
  /** Used borders and paddings of the unfragmented box. */
  readonly border: Edges;
  readonly padding: Edges;
  readonly borderPadding: Edges;
  /**
   * Border and padding for heights: with what `box-decoration-break: clone` has added in earlier fragments.
   * Blink: `BoxFragmentBuilder::UpdateBorderPaddingForClonedBoxDecorations`
   */
  readonly clonedBorderPadding: Edges;
  /** Number of earlier fragments. */
  readonly sequenceNumber: number;
  /** Distances from the border edges to the content box in this fragment. */
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  /** Percentage resolution height of children; undefined: indefinite. */
  readonly percentageHeight: number | undefined;
  /** The legend in the first fragment of a fieldset. */
  readonly legend: PlacedLegend | undefined;
}

/** Blink: `CalculateInitialFragmentGeometry` (length_utils.cc). */
export function calculateFragmentGeometry(
  context: LayoutContext,
  box: BlockBox,
  space: ConstraintSpace,
  resume: BreakToken | undefined,
): FragmentGeometry {
  const { style } = box;
  const border = space.tableCell?.border ?? resolveBorders(style);
  const padding = resolvePadding(style, space.percentageWidth);
  const borderPadding = sumEdges(border, padding);
  const margin = resolveMargins(style, space.percentageWidth);
  const width = usedWidth(context, box, space, margin, borderPadding);
  const sliced = resume !== undefined && (style['box-decoration-break'] === 'slice' || resume.isAtBlockEnd);
  const sequenceNumber = resume ? resume.sequenceNumber + 1 : 0;
  const blockEndEdges = sliced ? resume.remainingBlockEndEdges : undefined;
  const contentWidth = Math.max(0, width - horizontal(borderPadding));
  const legend =
    box.legend && !resume ? layoutLegend(context, box, box.legend, { contentWidth, border, borderPadding }) : undefined;
  return {
    width,
    contentWidth,
    border,
    padding,
    borderPadding,
    clonedBorderPadding: resume && !sliced ? cloned(borderPadding, sequenceNumber) : borderPadding,
    sequenceNumber,
    top: (sliced ? 0 : borderPadding.top) + (space.tableCell?.contentShift ?? 0) + (legend?.rise ?? 0),
    left: borderPadding.left,
    bottom: resume?.isAtBlockEnd ? 0 : (blockEndEdges ?? borderPadding.bottom),
    percentageHeight: percentageHeight(context, box, space, borderPadding, width, legend?.rise ?? 0),
    legend,
  };
}

function cloned(edges: Edges, sequenceNumber: number): Edges {
  return { ...edges, top: edges.top + vertical(edges) * sequenceNumber };
}

/** @param rise  height that a legend takes from the content box */
function percentageHeight(
  context: LayoutContext,
  box: BlockBox,
  space: ConstraintSpace,
  borderPadding: Edges,
  width: number,
  rise: number,
): number | undefined {
  // Percentages ignore anonymous block boxes: https://www.w3.org/TR/CSS22/visuren.html#anonymous-block-level
  if (box.origin === 'anonymous' && !box.newFormattingContext && space.fixedHeight === undefined) {
    return space.percentageHeight;
  }
  if (space.fixedHeight !== undefined && space.fixedHeightBehavior === 'indefinite') return undefined;
  if (space.tableCell?.phase === 'measure') return undefined;
  const height =
    space.tableCell?.height ??
    definiteHeight(box, space, borderPadding) ??
    heightFromRatio(box, space, borderPadding, width);
  if (height !== undefined) return Math.max(0, height - vertical(borderPadding) - rise);
  return context.quirks ? quirkyPercentageHeight(box, space, borderPadding) : undefined;
}

/** Source: https://quirks.spec.whatwg.org/#the-percentage-height-calculation-quirk */
function quirkyPercentageHeight(box: BlockBox, space: ConstraintSpace, borderPadding: Edges): number | undefined {
  if (box.context !== 'flow' || space.tableCell || box.style['block-size'] !== 'auto' || isOutOfFlow(box.style))
    return undefined;
  if (space.percentageHeight === undefined || !fillsViewport(box)) return space.percentageHeight;
  const margin = resolveMargins(box.style, space.percentageWidth);
  return Math.max(0, space.percentageHeight - vertical(margin) - vertical(borderPadding));
}

/**
 * Whether the box is at least as high as the page in quirks mode.
 * Sources: https://quirks.spec.whatwg.org/#the-html-element-fills-the-viewport-quirk,
 * https://quirks.spec.whatwg.org/#the-body-element-fills-the-html-element-quirk
 */
export function fillsViewport({ element, origin, style }: BlockBox): boolean {
  if (origin !== undefined || style['block-size'] !== 'auto' || isOutOfFlow(style) || isFloating(style)) return false;
  return element.name === 'html' || (element.name === 'body' && element.parent?.name === 'html');
}

function heightFromRatio(
  box: BlockBox,
  space: ConstraintSpace,
  borderPadding: Edges,
  width: number,
): number | undefined {
  if (!hasRatio(box) || space.contentHeight) return undefined;
  return clampHeight(box, space, vertical(borderPadding), ratioHeight(box, borderPadding, width));
}

/** Border and padding of a box, to compute its width without layout. */
export function borderPaddingOf(box: BlockLevelBox, percentageWidth: number): Edges {
  return resolveBorderPadding(box.style, percentageWidth);
}

/** Borders or paddings of one fragment: 0 on the sides that a break cuts. */
export function sliceEdges(edges: Edges, box: BlockBox, isFirst: boolean, isLast: boolean): Edges {
  if (box.style['box-decoration-break'] === 'clone' || (isFirst && isLast)) return edges;
  if (edges === NO_EDGES) return edges;
  return { ...edges, top: isFirst ? edges.top : 0, bottom: isLast ? edges.bottom : 0 };
}

/** Padding and borders that `box-decoration-break: clone` adds to a box by a fragment after the first, px. */
export function addedEdges(box: BlockBox, { borderPadding }: FragmentGeometry, resume: BreakToken | undefined): number {
  const clones = resume && !resume.isAtBlockEnd && box.style['box-decoration-break'] === 'clone';
  return clones ? vertical(borderPadding) : 0;
}

/**
 * Whether the height of a box is limited and its rest fits before the fragmentainer's end, whatever its content.
 * Blink: `SetupFragmentBuilderForFragmentation`
 */
export function isKnownToFit(
  box: BlockBox,
  space: ConstraintSpace,
  { clonedBorderPadding, width }: FragmentGeometry,
  resume: BreakToken | undefined,
): boolean {
  const { fragmentainer, flow } = space;
  if (!fragmentainer || space.tableCell) return false;
  const max = maxHeight(box, space, clonedBorderPadding, width);
  if (max === Number.POSITIVE_INFINITY) return false;
  const margins = flow && Math.max(flow.bfcY + collapsed(flow.strut), flow.clearanceY ?? Number.NEGATIVE_INFINITY);
  const consumed = resume?.consumedBlockSize ?? 0;
  return max - consumed <= spaceLeft(fragmentainer, flow?.forcedBfcY ?? margins ?? 0);
}

/**
 * The fragmentainer for the content of a box: `box-decoration-break: clone` reserves the box's padding and borders in
 * every fragmentainer, those of the block end not in the last. The first content of a box that fits stays with it.
 * Blink: `MustStayInCurrentFragmentainer`
 * @param fits  from `isKnownToFit`
 */
export function innerFragmentainer(
  fragmentainer: FragmentainerSpace | undefined,
  box: BlockBox,
  geometry: FragmentGeometry,
  fits = false,
): FragmentainerSpace | undefined {
  if (!fragmentainer) return undefined;
  const requiresContent = (fits && geometry.sequenceNumber === 0) || fragmentainer.requiresContent === true;
  const reserves = box.style['box-decoration-break'] === 'clone' && geometry.top + geometry.bottom > 0;
  if (!reserves && requiresContent === (fragmentainer.requiresContent === true)) return fragmentainer;
  const [top, bottom] = reserves ? [geometry.top, fits ? 0 : geometry.bottom] : [0, 0];
  const { size, offset } = fragmentainer;
  return fragmentainerSpace({ ...fragmentainer, requiresContent, size: size - top - bottom, offset: offset - top });
}

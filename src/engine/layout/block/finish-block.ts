/**
 * The last step of block layout: block size, block-end margin, end of the fragment, result.
 * Blink: `BlockLayoutAlgorithm::FinishLayout`.
 */

import type { BlockBox } from '../../box/tree.js';
import { containsAbsolute } from '../../css/style-queries.js';
import type { BreakToken, FragmentEnd } from '../algorithm/break-token.js';
import { fragmentainerAt } from '../algorithm/constraint-space.js';
import type { BoxFragment, LegendGap } from '../algorithm/fragment.js';
import { type LayoutResult, layoutResult } from '../algorithm/result.js';
import { contentShift } from '../alignment/box-alignment.js';
import { clearY, hasBreak } from '../floats/exclusions.js';
import { spaceLeft } from '../fragmentation/breaks.js';
import { finishFragmentation } from '../fragmentation/finish-fragmentation.js';
import { overflowOf, unite } from '../overflow/overflow.js';
import { placeInInlineBoxes } from '../positioned/inline-containers.js';
import { layoutContained } from '../positioned/positioned.js';
import { paddingBox, resolveMargins, vertical } from '../sizing/edges.js';
import { definiteHeight, maxHeight, usedHeight } from '../sizing/heights.js';
import { hasRatio } from '../sizing/ratio.js';
import { type BlockParams, ignoresQuirkyMargins } from './block-params.js';
import type { BlockState } from './block-state.js';
import { fillsViewport, isKnownToFit, sliceEdges } from './fragment-geometry.js';
import type { PlacedLegend } from './legend.js';
import { withClampedLines } from './line-clamp.js';
import { addMargin, collapsed, collapsedWithoutQuirky, EMPTY_STRUT } from './margins.js';

/** @returns undefined: `builder.earlyBreak` has a higher appeal than the break at the fragmentainer's end */
export function finishBlock(state: BlockState): LayoutResult | undefined {
  const { params, builder, offset, position, floats } = state;
  const { box, space, geometry, fragmentainer, resume } = params;
  const isContext = params.flow === undefined;
  const consumed = resume?.consumedBlockSize ?? 0;
  // A box that establishes a formatting context contains its floats: it breaks with them, unless it has ended before they start.
  if (isContext && !resume?.isAtBlockEnd && hasBreak(floats.exclusions)) builder.brokeInFlow = true;
  if (builder.spanner && !offset.resolveHere()) return abortedResult(state);
  const encloses = geometry.bottom > 0 || isContext || position.selfCollapsingChildHadClearance;
  let end = position.blockOffset;
  if (builder.spanner && isContext) end += endMargin(state);
  if (!builder.brokeInFlow && encloses) {
    if (!offset.resolveHere()) return abortedResult(state);
    end += endMargin(state);
    position.marginStrut = EMPTY_STRUT;
  }
  if (isContext) end = Math.max(end, floatsEnd(state), 0);
  end = Math.max(end, geometry.top) + (includesBlockEnd(state) ? geometry.bottom : 0);
  const auto = Math.max(consumed + end, quirkyHeight(state));
  const total = usedHeight(box, space, geometry.clonedBorderPadding, geometry.width, auto);
  const rest = Math.max(0, total - consumed);
  if (offset.y === undefined && (rest > 0 || builder.brokeInFlow)) {
    const pending = position.marginStrut;
    if (!offset.resolveHere()) return abortedResult(state);
    position.marginStrut = pending;
  }
  // With a definite height the last child's margin stays inside (CSS 2 §8.3.1).
  const isDefinite = definiteHeight(box, space, geometry.borderPadding) !== undefined;
  const keepsMargin = total !== consumed + end || isDefinite || hasRatio(box);
  if (keepsMargin && offset.y !== undefined) position.marginStrut = EMPTY_STRUT;
  if (!fragmentainer || offset.y === undefined) {
    // Broken floats resume next to the content after the box.
    const hasBrokenFloats = builder.childBreakTokens.length > 0;
    const atEnd = { consumedBlockSize: consumed + rest, isAtBlockEnd: true };
    return blockResult(state, rest, end, hasBrokenFloats ? breakToken(state, atEnd) : undefined);
  }
  const left = spaceLeft(fragmentainer, offset.y);
  if (builder.spanner) {
    const height = Math.min(end, rest);
    const atSpanner = { consumedBlockSize: consumed + height, isAtBlockEnd: false };
    return blockResult(state, height, end, breakToken(state, atSpanner));
  }
  const finished = finishFragmentation(builder, {
    left,
    consumed,
    total: consumed + rest,
    end,
    endEdges: geometry.bottom,
    max: maxHeight(box, space, geometry.clonedBorderPadding, geometry.width),
    clips: box.style['overflow-block'] !== 'visible',
    // The padding of a table cell moves the whole row to the next fragmentainer, instead of breaking the cell earlier.
    mayBreakEarlier: !params.earlyBreak && !space.tableCell,
    keepsPadding: space.tableCell !== undefined,
  });
  if (!finished) return undefined;
  return blockResult(state, finished.height, end, finished.end && breakToken(state, finished.end));
}

/**
 * Whether the block-end padding and border are in this fragment. As in Chromium, what overflows the children of a
 * formatting context of auto height and continues in the next fragmentainer takes them, though they are in none then.
 * Blink: `ShouldIncludeBlockEndBorderPadding`
 */
function includesBlockEnd({ params, builder }: BlockState): boolean {
  if (builder.brokeInFlow) return false;
  const { box, space, geometry, resume, flow } = params;
  if (flow !== undefined || builder.childBreakTokens.length === 0) return true;
  return box.style['box-decoration-break'] === 'clone' || isKnownToFit(box, space, geometry, resume);
}

/** The result for floats placed for another BFC offset. Blink: `LayoutResult::kBfcBlockOffsetResolved`. */
export function abortedResult(state: BlockState): LayoutResult {
  const result = blockResult(state, 0, undefined, undefined);
  return layoutResult({ ...result, status: 'bfc-offset-resolved', flow: state.offset.abortedResult() });
}

function breakToken(state: BlockState, end: FragmentEnd): BreakToken {
  const { params, builder, hasVisitedAllChildren } = state;
  const data = withClampedLines(params, builder.children, state.breakTokenData);
  return builder.breakToken(params.box, end, hasVisitedAllChildren, data);
}

/**
 * Block-end edge of the floats of a formatting context. Margins of floats end with a column, and with the page if a float
 * continues. Blink: `FinishFragmentationForFragmentainer`
 */
function floatsEnd({ params, floats: { exclusions } }: BlockState): number {
  const end = clearY(exclusions, 'both');
  const { box, space, fragmentainer } = params;
  if (!fragmentainer) return end;
  const isRoot = box.element.name === 'html' && box.origin === undefined;
  const isColumn = fragmentainer.kind === 'column' && isColumnFlow(box) && !space.tableCell;
  return isColumn || (hasBreak(exclusions) && isRoot) ? Math.min(end, spaceLeft(fragmentainer, 0)) : end;
}

/** Whether a box that is laid out as a formatting context is the flow of a multi-column container. */
const isColumnFlow = ({ origin, newFormattingContext }: BlockBox): boolean =>
  origin === 'anonymous' && !newFormattingContext;

/** The last child's block-end margin inside the box, truncated where the fragmentainer ends for content. */
function endMargin({ params, offset, position }: BlockState): number {
  const { marginStrut } = position;
  const margin = ignoresQuirkyMargins(params) ? collapsedWithoutQuirky(marginStrut) : collapsed(marginStrut);
  const { childFragmentainer } = params;
  if (!childFragmentainer || offset.y === undefined) return margin;
  const left = spaceLeft(childFragmentainer, offset.nextWithoutMargins);
  return Math.min(margin, Math.max(0, left));
}

/** Minimum border-box height of `html` and `body` in quirks mode; 0: none. */
function quirkyHeight({ params, offset, position }: BlockState): number {
  const { box, context, space, flow } = params;
  if (!context.quirks || space.availableHeight === undefined || !fillsViewport(box)) return 0;
  const margin = resolveMargins(box.style, space.percentageWidth);
  if (!flow) return space.availableHeight - vertical(margin);
  const { marginStrut } = position;
  if (offset.y === undefined) return space.availableHeight - collapsed(marginStrut) - margin.bottom;
  return space.availableHeight - (offset.y - flow.bfcY) - collapsed(addMargin(marginStrut, margin.bottom));
}

/** @param end  block-end edge of the content, with padding and border; undefined: layout was aborted */
function blockResult(
  state: BlockState,
  height: number,
  end: number | undefined,
  token: BreakToken | undefined,
): LayoutResult {
  const { params, builder, offset, floats } = state;
  const { geometry, box, resume } = params;
  if (end !== undefined) alignContent(state, height - end);
  const isFirst = resume === undefined;
  const isLast = token === undefined || (token.isAtBlockEnd && !resume?.isAtBlockEnd);
  const border = sliceEdges(geometry.border, box, isFirst, isLast);
  if (builder.outOfFlow.length > 0) placeContained(state, height, !isFirst || token !== undefined);
  const lastBaseline = exportedBaseline(params, builder.lastBaseline, height);
  const fragment: BoxFragment = {
    kind: 'box',
    box,
    style: box.style,
    width: geometry.width,
    height,
    border,
    padding: sliceEdges(geometry.padding, box, isFirst, isLast),
    children: builder.children,
    firstBaseline: exportedBaseline(params, builder.firstBaseline, height),
    lastBaseline,
    lineBaseline: builder.lineBaseline === builder.lastBaseline ? lastBaseline : builder.lineBaseline,
    isFirst,
    isLast,
    consumed: resume?.consumedBlockSize ?? 0,
    overflow: overflowOf(box.style, geometry.width, height, border, builder.children, builder.inlineOverflow),
    repeated: false,
    shift: undefined,
    writingMode: undefined,
    details: geometry.legend && { kind: 'fieldset', legendGap: legendGap(geometry.legend) },
  };
  return builder.toResult(
    fragment,
    token,
    isFirst ? builder.joinedBreakBefore(box.style['break-before']) : 'auto',
    builder.joinedBreakAfter(box.style['break-after']),
    params.flow && offset.result(floats.exclusions),
  );
}

/** Applies `align-content` to an unbroken box. Source: https://drafts.csswg.org/css-align-3/#distribution-block */
function alignContent({ params, builder }: BlockState, free: number): void {
  const { box, resume, space, geometry } = params;
  if (resume || space.tableCell || builder.brokeInFlow) return;
  builder.moveContent(contentShift(box.style, free), geometry.legend ? 1 : 0);
}

/**
 * Clamps the baseline of a scroll container to its border box.
 * Source: https://drafts.csswg.org/css-align-3/#baseline-export
 */
function exportedBaseline({ box }: BlockParams, baseline: number | undefined, height: number): number | undefined {
  const overflow = box.style['overflow-block'];
  if (baseline === undefined || overflow === 'visible' || overflow === 'clip') return baseline;
  return Math.min(Math.max(0, baseline), height);
}

/** The gap in the fieldset's border behind the legend. */
function legendGap({ result, x, borderOutset }: PlacedLegend): LegendGap {
  return { x, width: result.fragment.width, borderOutset };
}

/** Lays out the absolutely positioned boxes that this box contains and propagates the others. */
function placeContained({ params, builder, offset }: BlockState, height: number, isBroken: boolean): void {
  const { context, box, geometry, fragmentainer, resume } = params;
  const consumed = resume?.consumedBlockSize ?? 0;
  const space = fragmentainer && fragmentainerAt(fragmentainer, offset.expected, fragmentainer.earlyBreak);
  const container = { box, consumed, isBroken, fragmentainer: space };
  const inline = placeInInlineBoxes(context, builder.children, builder.takeOutOfFlow(), container);
  for (const rect of inline.rects) builder.inlineOverflow = unite(builder.inlineOverflow, rect);
  if (!containsAbsolute(box.style)) {
    builder.addOutOfFlow(inline.remaining);
    return;
  }
  const { border, width } = geometry;
  const area = paddingBox(width, height, border);
  const { placed, remaining } = layoutContained(context, { box, area, consumed, isBroken }, inline.remaining, space);
  for (const child of placed) builder.addChild(child.fragment, child.x, child.y);
  builder.addOutOfFlow(remaining);
}

/**
 * Boxes whose content is in another writing mode: the box itself is in the mode of its container; its only child, the
 * writing-mode root, is in the mode of the content. Both are monolithic.
 * Source: https://drafts.csswg.org/css-writing-modes-4/#orthogonal-flows
 */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import { isVertical, type WritingModeChange } from '../../css/compute/writing-mode.js';
import { fontRequest } from '../../text/font-request.js';
import { FragmentBuilder } from '../algorithm/builder.js';
import { type ConstraintSpace, constraintSpace } from '../algorithm/constraint-space.js';
import { finishContainer } from '../algorithm/container.js';
import type { BoxFragment } from '../algorithm/fragment.js';
import type { Edges, Size } from '../algorithm/geometry.js';
import { type Algorithm, type LayoutContext, monolithic } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { layoutCached } from '../algorithm/result-cache.js';
import { snap } from '../algorithm/units.js';
import {
  horizontal,
  resolveBorderPadding,
  resolveBorders,
  resolveMargins,
  resolvePadding,
  sumEdges,
  vertical,
} from '../sizing/edges.js';
import { clampHeight, definiteHeight, growsBeyondRatio, isSizeContained, usedHeight } from '../sizing/heights.js';
import { intrinsicSizes, minMax, withBorderPadding } from '../sizing/intrinsic.js';
import { hasRatio, ratioHeight } from '../sizing/ratio.js';
import { usedWidth } from '../sizing/sizes.js';
import { outsidePosition, outsideRect, outsideSize } from './outside.js';

/** Orthogonal flows: horizontal content in a vertical container, or vertical content in a horizontal one. */
export const orthogonalAlgorithm: Algorithm<BlockBox> = {
  layout: layoutOrthogonal,
  intrinsicSizes: (context, box) => {
    const { content, modes } = contentOf(box);
    const edges = resolveBorderPadding(box.style, 0);
    const { width } = outsideSize(contentSize(context, box, content, measuringSpace(box), edges), modes);
    return withBorderPadding(box, { min: width, max: width });
  },
};

/** Parallel flows in another writing mode, such as `vertical-lr` in `vertical-rl`. */
export const parallelAlgorithm: Algorithm<BlockBox> = {
  layout: layoutParallel,
  intrinsicSizes: (context, box) => withBorderPadding(box, minMax(context, contentOf(box).content)),
};

/** The constraint space for intrinsic sizes. */
function measuringSpace({ orthogonalAvailableSpace: available }: BlockBox): ConstraintSpace {
  return constraintSpace({
    availableWidth: 0,
    availableHeight: available?.definite,
    percentageWidth: 0,
    percentageHeight: available?.definite,
  });
}

function contentOf(box: BlockBox): { readonly content: BlockLevelBox; readonly modes: WritingModeChange } {
  const content = box.content.children[0] as BlockLevelBox | undefined;
  if (!content?.writingModes) throw new Error('the one child of the box has to be a writing-mode root');
  return { content, modes: content.writingModes };
}

interface BoxEdges {
  readonly border: Edges;
  readonly padding: Edges;
  readonly borderPadding: Edges;
  readonly margin: Edges;
}

function boxEdges(box: BlockBox, space: ConstraintSpace): BoxEdges {
  const border = space.tableCell?.border ?? resolveBorders(box.style);
  const padding = resolvePadding(box.style, space.percentageWidth);
  return {
    border,
    padding,
    borderPadding: sumEdges(border, padding),
    margin: resolveMargins(box.style, space.percentageWidth),
  };
}

function layoutOrthogonal(context: LayoutContext, box: BlockBox, outside: ConstraintSpace): LayoutResult {
  const { content } = contentOf(box);
  const space = withInlinePercentages(context, box, outside);
  const edges = boxEdges(box, space);
  const { borderPadding, margin } = edges;
  const natural = contentSize(context, box, content, space, borderPadding);
  // Without percentage paddings, which `usedWidth` adds.
  const across =
    (containedSize(box, 'inline') ?? natural.height) + horizontal(sumEdges(edges.border, resolvePadding(box.style, 0)));
  // `width: auto` is fit-content, except for absolutely positioned boxes between two insets.
  const fitting = constraintSpace({ ...space, autoWidthBehavior: space.autoWidthBehavior ?? 'fit-content' });
  const width = usedWidth(context, box, fitting, margin, borderPadding, { min: across, max: across });
  const contentWidth = Math.max(0, width - horizontal(borderPadding));
  const share = alignedShare(content);
  const isFilled = contentWidth === natural.height || share !== undefined;
  const block = isFilled ? undefined : contentWidth;
  const basis = isDefinite(box, space) ? contentWidth : undefined;
  const result = layoutContent(context, content, { inline: natural.width, block, basis });
  const auto = result.fragment.width + vertical(borderPadding);
  const height = usedHeight(box, space, borderPadding, width, auto);
  const spare = contentWidth - result.fragment.height;
  return finish(context, box, space, edges, { width, height }, result, spare * (share ?? 0));
}

/**
 * Percentages of the height, the inline size of the content, refer to the available space where the container's height
 * is indefinite. Source: https://drafts.csswg.org/css-writing-modes-4/#orthogonal-auto
 */
function withInlinePercentages(context: LayoutContext, box: BlockBox, space: ConstraintSpace): ConstraintSpace {
  // Tracks and lines are sized as if such percentages were auto.
  const { autoWidthBehavior, fixedWidth, fixedHeight, tableCell } = space;
  const isInBlock = (autoWidthBehavior ?? fixedWidth ?? fixedHeight ?? tableCell) === undefined;
  if (space.percentageHeight !== undefined || !isInBlock) return space;
  return constraintSpace({ ...space, percentageHeight: fallbackSize(context, box) });
}

/** Whether the width does not depend on the content. */
function isDefinite({ style }: BlockBox, space: ConstraintSpace): boolean {
  if (space.fixedWidth !== undefined || space.autoWidthBehavior === 'stretch-explicit') return true;
  return style['inline-size'] === 'stretch' || typeof style['inline-size'] !== 'string';
}

/** Fraction of the free space before the lines in cells and page-margin boxes; undefined: the content stretches. */
function alignedShare({ style }: BlockLevelBox): number | undefined {
  const align = style['vertical-align'];
  if (align === 'baseline') return undefined;
  return align === 'middle' ? 0.5 : align === 'bottom' ? 1 : 0;
}

/** Size of the content in its own axes: its inline size is the definite height of the box, or fit-content. */
function contentSize(
  context: LayoutContext,
  box: BlockBox,
  content: BlockLevelBox,
  space: ConstraintSpace,
  borderPadding: Edges,
): Size {
  const edges = vertical(borderPadding);
  // The height of a cell, which otherwise applies to its row, determines the inline size of its content.
  const own = constraintSpace({ ...space, tableCell: undefined });
  const definite =
    definiteHeight(box, own, borderPadding) ?? transferredHeight(context, box, content, own, borderPadding);
  const inline = Math.max(0, (definite ?? fittedHeight(context, box, content, own, edges)) - edges);
  const { height } = layoutContent(context, content, { inline, block: undefined, basis: undefined }).fragment;
  return { width: inline, height };
}

/** Content-box size of a box with size containment. Source: https://drafts.csswg.org/css-contain-2/#containment-size */
function containedSize(box: BlockBox, axis: 'inline' | 'block'): number | undefined {
  return isSizeContained(box) ? box.style[`contained-${axis}-size`] : undefined;
}

/**
 * Border-box height from the aspect ratio and a definite width; undefined: none.
 * Source: https://drafts.csswg.org/css-sizing-4/#aspect-ratio-automatic
 */
function transferredHeight(
  context: LayoutContext,
  box: BlockBox,
  content: BlockLevelBox,
  space: ConstraintSpace,
  borderPadding: Edges,
): number | undefined {
  if (!hasRatio(box) || !isDefinite(box, space)) return undefined;
  const margin = resolveMargins(box.style, space.percentageWidth);
  const width = usedWidth(context, box, space, margin, borderPadding, { min: 0, max: 0 });
  const height = ratioHeight(box, borderPadding, width);
  const edges = vertical(borderPadding);
  const keepsContent = growsBeyondRatio(box, space, borderPadding);
  const min = keepsContent ? intrinsicSizes(context, content).min + edges : 0;
  return clampHeight(box, space, edges, Math.max(height, min));
}

/** Border-box height. Source: https://drafts.csswg.org/css-writing-modes-4/#orthogonal-auto */
function fittedHeight(
  context: LayoutContext,
  box: BlockBox,
  content: BlockLevelBox,
  space: ConstraintSpace,
  edges: number,
): number {
  const contained = containedSize(box, 'block');
  const { min, max } = contained === undefined ? intrinsicSizes(context, content) : { min: contained, max: contained };
  const container = space.availableHeight ?? fallbackSize(context, box);
  const available = container - vertical(resolveMargins(box.style, space.percentageWidth));
  const fitted = Math.min(Math.max(min + edges, available), max + edges);
  return space.contentHeight ? fitted : clampHeight(box, space, edges, fitted);
}

/** Available inline size of the content in a container of indefinite height. */
function fallbackSize(context: LayoutContext, box: BlockBox): number {
  const initial = initialHeight(context, box);
  return Math.min(box.orthogonalAvailableSpace?.max ?? initial, initial);
}

/** Block size of the initial containing block, in the axes of the box's writing mode. */
function initialHeight({ viewport }: LayoutContext, box: BlockBox): number {
  const { modes } = contentOf(box);
  return isVertical(modes.outside) ? viewport.width : viewport.height;
}

function layoutParallel(context: LayoutContext, box: BlockBox, space: ConstraintSpace): LayoutResult {
  const { content } = contentOf(box);
  const edges = boxEdges(box, space);
  const { borderPadding, margin } = edges;
  const width = usedWidth(context, box, space, margin, borderPadding);
  const definite = definiteHeight(box, space, borderPadding);
  const inner = definite === undefined ? undefined : Math.max(0, definite - vertical(borderPadding));
  const inline = Math.max(0, width - horizontal(borderPadding));
  const result = layoutContent(context, content, { inline, block: inner, basis: inner });
  const height = usedHeight(box, space, borderPadding, width, result.fragment.height + vertical(borderPadding));
  return finish(context, box, space, edges, { width, height }, result);
}

interface ContentSpace {
  readonly inline: number;
  /** undefined: from the content. */
  readonly block: number | undefined;
  /** Percentage resolution size in its block axis. */
  readonly basis: number | undefined;
}

function layoutContent(context: LayoutContext, content: BlockLevelBox, { inline, block, basis }: ContentSpace) {
  const space = constraintSpace({
    availableWidth: inline,
    availableHeight: basis,
    percentageWidth: inline,
    percentageHeight: basis,
    fixedWidth: inline,
    fixedHeight: block,
    fixedHeightBehavior: block !== undefined && basis === undefined ? 'indefinite' : undefined,
  });
  return layoutCached(monolithic(context), content, space);
}

/** Places the laid-out content in the box. @param shift  offset in the content's block axis, px */
function finish(
  context: LayoutContext,
  box: BlockBox,
  space: ConstraintSpace,
  { border, padding, borderPadding }: BoxEdges,
  { width, height }: Size,
  result: LayoutResult,
  shift = 0,
): LayoutResult {
  const { modes } = contentOf(box);
  const builder = new FragmentBuilder();
  const size: Size = result.fragment;
  const outer = outsideSize(size, modes);
  // Content larger than the box is aligned to its own block-start side.
  const contentBox = {
    x: 0,
    y: 0,
    width: Math.max(0, width - horizontal(borderPadding)),
    height: Math.max(0, height - vertical(borderPadding)),
  };
  const start = outsideRect({ x: 0, y: shift, ...size }, outsideSize(contentBox, modes), modes);
  const x = borderPadding.left + start.x;
  const y = borderPadding.top + start.y + (space.tableCell?.contentShift ?? 0);
  const fragment = {
    ...(box.isTextCombine ? compressed(result.fragment) : result.fragment),
    ...outer,
    overflow: result.fragment.overflow && outsideRect(result.fragment.overflow, size, modes),
  };
  builder.addChild(fragment, x, y);
  builder.addOutOfFlow(
    result.outOfFlow.map((item) => outsidePosition(item, size, modes)),
    x,
    y,
  );
  return finishContainer(context, builder, {
    box,
    width,
    height,
    border,
    padding,
    firstBaseline: box.isTextCombine
      ? sidewaysBaseline(context, box)
      : mirroredBaseline(result.fragment, result.fragment.firstBaseline, modes, borderPadding.top),
    lastBaseline: mirroredBaseline(result.fragment, result.fragment.lastBaseline, modes, borderPadding.top),
    consumed: 0,
    isFirst: true,
    breakToken: undefined,
  });
}

/** Baseline of combined upright characters (`text-combine-upright`) among sideways ones: centred on those. */
function sidewaysBaseline({ fonts }: LayoutContext, { style }: BlockBox): number | undefined {
  if (style['text-orientation'] !== 'sideways') return undefined;
  const size = style['font-size'];
  const { ascent, descent } = fonts.metrics(fonts.match(fontRequest(style)).primary, size);
  return snap((size + ascent - descent) / 2);
}

/** Scales content with an overflowing line to its width. */
function compressed(fragment: BoxFragment): BoxFragment {
  const line = fragment.children.find((child) => child.fragment.kind === 'line')?.fragment;
  const last = line?.kind === 'line' ? line.children.at(-1) : undefined;
  const width = last ? last.x + last.fragment.width : 0;
  if (width <= fragment.width) return fragment;
  const style = { ...fragment.style, scale: { x: fragment.width / width, y: 1 }, 'transform-origin': { x: 0, y: 0 } };
  return { ...fragment, style };
}

/**
 * Baseline of `vertical-lr` content in a `vertical-rl` line, whose block direction is opposite.
 * @param top  offset of the content from the box's border edge, px
 */
function mirroredBaseline(
  fragment: BoxFragment,
  baseline: number | undefined,
  { inside, outside }: WritingModeChange,
  top: number,
): number | undefined {
  if (baseline === undefined || inside !== 'vertical-lr' || outside !== 'vertical-rl') return undefined;
  return top + fragment.height - baseline;
}

/**
 * A baseline of the content of an orthogonal flow in the inline axis of its container.
 * @returns x from the left of the border box, undefined without a baseline; whether the content starts at the left
 */
export function contentBaseline(
  { children }: BoxFragment,
  box: BlockBox,
  isLast: boolean,
): { readonly x: number | undefined; readonly startsAtLeft: boolean } {
  const { modes } = contentOf(box);
  const placed = children[0];
  if (placed?.fragment.kind !== 'box') return { x: undefined, startsAtLeft: true };
  const { fragment, x } = placed;
  // Its size is converted to the container's axes, its baselines are not.
  const size: Size = { width: fragment.height, height: fragment.width };
  const startsAtLeft = outsideRect({ x: 0, y: 0, width: size.width, height: 0 }, size, modes).x === 0;
  const baseline = isLast ? fragment.lastBaseline : fragment.firstBaseline;
  if (baseline === undefined) return { x: undefined, startsAtLeft };
  return { x: x + (startsAtLeft ? baseline : size.height - baseline), startsAtLeft };
}

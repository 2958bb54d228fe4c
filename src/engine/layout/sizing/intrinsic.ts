/** Intrinsic widths, px. Source: https://drafts.csswg.org/css-sizing-3/#intrinsic-sizes */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import { isOutOfFlow, isScrollable } from '../../css/style-queries.js';
import { isPercentageSize, type MaxSize, type Size } from '../../css/values/values.js';
import { memoOf } from '../algorithm/box-memo.js';
import type { HeightSpace } from '../algorithm/constraint-space.js';
import { containerAlgorithm } from '../algorithm/container-algorithm.js';
import type { Edges, MinMax } from '../algorithm/geometry.js';
import { type LayoutContext, NO_FLOATS } from '../algorithm/layout-context.js';
import { dependsOnHeight } from '../algorithm/result-cache.js';
import { isCompressed } from './compressible.js';
import { fixedBorderBoxLength, fixedMargin, horizontal, resolveBorderPadding, vertical } from './edges.js';
import { definiteHeight, isSizeContained, NO_HEIGHT, resolveHeight } from './heights.js';
import { hasRatio, ratioWidth } from './ratio.js';

/**
 * Min- and max-content width of the border box, from the content alone. Percentage widths inside behave as auto,
 * percentage edges as 0; definite heights transfer through aspect ratios.
 * @param before   widths of preceding floats beside the first line
 * @param heights  height constraints of the box
 */
export function intrinsicSizes(
  context: LayoutContext,
  box: BlockLevelBox,
  before = NO_FLOATS,
  heights = NO_HEIGHT,
): MinMax {
  const contained = box.style['contained-inline-size'];
  if (contained !== undefined && isSizeContained(box))
    return bothSizes(contained + horizontal(resolveBorderPadding(box.style, 0)));
  if (box.kind === 'block' && before.left + before.right > 0) {
    context.deadline?.check();
    context.counts?.measured(box);
    return containerAlgorithm(context, box).intrinsicSizes(context, box, before, heights);
  }
  if (heights.percentageWidth !== undefined && box.kind === 'block' && box.context === 'grid') {
    const sizes = gridSizes(context, box, heights);
    if (sizes) return sizes;
  }
  const { percentageHeight, fixedHeight, fixedHeightBehavior } = heights;
  const isKnown = percentageHeight !== undefined || fixedHeight !== undefined;
  const matters = isKnown && (box.kind === 'replaced' || dependsOnHeight(context, box));
  const memo = memoOf(context, box);
  const known = matters
    ? memo.intrinsicSizesByHeights?.get(`${percentageHeight} ${fixedHeight} ${fixedHeightBehavior}`)
    : memo.intrinsicSizes;
  if (known) return known;
  context.counts?.measured(box);
  const { algorithms } = context;
  const relevant = matters ? heights : NO_HEIGHT;
  const sizes =
    box.kind === 'block'
      ? roundUpWidth(box, containerAlgorithm(context, box).intrinsicSizes(context, box, NO_FLOATS, relevant))
      : box.kind === 'table'
        ? algorithms.table.intrinsicSizes(context, box)
        : algorithms.replaced.intrinsicSizes(context, box, NO_FLOATS, relevant);
  if (matters) {
    memo.intrinsicSizesByHeights ??= new Map();
    memo.intrinsicSizesByHeights.set(`${percentageHeight} ${fixedHeight} ${fixedHeightBehavior}`, sizes);
  } else memo.intrinsicSizes = sizes;
  return sizes;
}

/** Sizes of a grid whose automatic repetitions depend on the basis of percentages; undefined: they do not. */
function gridSizes(context: LayoutContext, box: BlockBox, heights: HeightSpace): MinMax | undefined {
  const { 'grid-template-columns': list, 'min-inline-size': min, 'max-inline-size': max } = box.style;
  if (list === 'none' || !(isPercentageSize(min) || isPercentageSize(max))) return undefined;
  if (!list.items.some((item) => item.type === 'repeat' && typeof item.count === 'string')) return undefined;
  context.counts?.measured(box);
  return roundUpWidth(box, containerAlgorithm(context, box).intrinsicSizes(context, box, NO_FLOATS, heights));
}

const roundUpWidth = ({ roundsUpWidth }: BlockBox, { min, max }: MinMax): MinMax =>
  roundsUpWidth ? { min: Math.ceil(min), max: Math.ceil(max) } : { min, max };

/**
 * Intrinsic contribution of the border box to the container. Applies width, min-width and max-width where they are
 * lengths or keywords.
 * Source: https://drafts.csswg.org/css-sizing-3/#intrinsic-contribution
 */
export function minMax(context: LayoutContext, box: BlockLevelBox, before = NO_FLOATS, heights = NO_HEIGHT): MinMax {
  const { style } = box;
  const own = box.kind === 'table' ? context.algorithms.table.borderPadding?.(context, box) : undefined;
  const edges = own ?? resolveBorderPadding(style, 0);
  const borderPadding = horizontal(edges);
  const content = () => intrinsicSizes(context, box, before, heights);
  const fromRatio = () => widthFromRatio(box, edges, heights, content);
  // A definite height and an aspect ratio give the min- and max-content width, too.
  const ofContent = style['inline-size'] === 'min-content' || style['inline-size'] === 'max-content';
  const width =
    (ofContent ? fromRatio() : undefined) ?? definite(box, style['inline-size'], borderPadding, content) ?? fromRatio();
  let { min, max } = width ?? limitedByRatio(box, edges, content(), heights);
  if (isCompressed(box)) min = borderPadding;
  const upper = limit(box, style['max-inline-size'], borderPadding, content);
  if (upper) {
    min = Math.min(min, upper.min);
    max = Math.min(max, upper.max);
  }
  const lower = limit(box, style['min-inline-size'], borderPadding, content);
  if (lower) {
    min = Math.max(min, lower.min);
    max = Math.max(max, lower.max);
  }
  return box.kind === 'table' ? withMinimum({ min, max }, content().min) : { min, max };
}

/** Intrinsic contribution of the margin box; auto and percentage margins are 0. */
export function outerMinMax(
  context: LayoutContext,
  box: BlockLevelBox,
  before = NO_FLOATS,
  heights = NO_HEIGHT,
): MinMax {
  const margins = fixedMargin(box.style['margin-line-left']) + fixedMargin(box.style['margin-line-right']);
  const { min, max } = minMax(context, box, before, heights);
  return { min: Math.max(0, min + margins), max: Math.max(0, max + margins) };
}

/**
 * Intrinsic content-box widths of a block container with block-level children.
 * Source: Blink's BlockLayoutAlgorithm::ComputeMinMaxSizes
 */
export function blockChildrenSizes(
  context: LayoutContext,
  children: readonly BlockLevelBox[],
  before = NO_FLOATS,
  heights = NO_HEIGHT,
): MinMax {
  let min = 0;
  let max = 0;
  let floats = before;
  for (const child of children) {
    const { style } = child;
    if (isOutOfFlow(style)) continue;
    if (style.clear !== 'none') {
      max = Math.max(max, floats.left + floats.right);
      floats = {
        left: style.clear === 'right' ? floats.left : 0,
        right: style.clear === 'left' ? floats.right : 0,
      };
    }
    if (style.float === 'left' || style.float === 'right') {
      const outer = outerMinMax(context, child, NO_FLOATS, heights);
      min = Math.max(min, outer.min);
      floats = { ...floats, [style.float]: floats[style.float] + outer.max };
      continue;
    }
    min = Math.max(min, outerMinMax(context, child, NO_FLOATS, heights).min);
    if (establishesFormattingContext(child)) {
      // May be beside floats, its margins overlapping them: https://drafts.csswg.org/css2/#bfc-next-to-float
      const left = Math.max(floats.left, fixedMargin(style['margin-line-left']));
      const right = Math.max(floats.right, fixedMargin(style['margin-line-right']));
      max = Math.max(max, left + minMax(context, child, NO_FLOATS, heights).max + right);
    } else {
      // ComputeMinMaxSizes passes float sizes only to inline children and anonymous blocks.
      const isAnonymous = child.origin === 'anonymous';
      max = Math.max(
        max,
        floats.left + floats.right,
        outerMinMax(context, child, isAnonymous ? floats : NO_FLOATS, heights).max,
      );
    }
    // Floats are beside the next in-flow child only.
    floats = NO_FLOATS;
  }
  return { min, max: Math.max(min, max, floats.left + floats.right) };
}

export function establishesFormattingContext(box: BlockLevelBox): boolean {
  return box.kind !== 'block' || box.newFormattingContext || box.context !== 'flow';
}

/** Adds the border and padding of `box` to its content sizes. */
export function withBorderPadding(box: BlockBox, content: MinMax): MinMax {
  const borderPadding = horizontal(resolveBorderPadding(box.style, 0));
  return { min: content.min + borderPadding, max: content.max + borderPadding };
}

function definite(
  box: BlockLevelBox,
  value: Size | MaxSize,
  borderPadding: number,
  content: () => MinMax,
): MinMax | undefined {
  if (value === 'min-content') return bothSizes(content().min);
  if (value === 'max-content') return bothSizes(content().max);
  const length = fixedBorderBoxLength(box.style, value, borderPadding);
  return length === undefined ? undefined : bothSizes(length);
}

/** min-width or max-width as a limit of each contribution; that of `fit-content` is the intrinsic size. */
function limit(
  box: BlockLevelBox,
  value: Size | MaxSize,
  borderPadding: number,
  content: () => MinMax,
): MinMax | undefined {
  return value === 'fit-content' ? content() : definite(box, value, borderPadding, content);
}

/**
 * Width from an aspect ratio and a definite height.
 * Source: https://drafts.csswg.org/css-sizing-4/#aspect-ratio-automatic
 */
function widthFromRatio(
  box: BlockLevelBox,
  edges: Edges,
  heights: HeightSpace,
  content: () => MinMax,
): MinMax | undefined {
  if (!hasRatio(box)) return undefined;
  const height = definiteHeight(box, heights, edges);
  if (height === undefined) return undefined;
  const fromHeight = limitedByRatio(box, edges, bothSizes(ratioWidth(box, edges, height)), heights);
  // Automatic minimum size: https://drafts.csswg.org/css-sizing-4/#aspect-ratio-minimum
  const keepsContent = box.style['min-inline-size'] === 'auto' && !isScrollable(box.style['overflow-inline']);
  return keepsContent ? withMinimum(fromHeight, content().min) : fromHeight;
}

/**
 * Applies limits of the height through the aspect ratio.
 * Source: https://drafts.csswg.org/css-sizing-4/#aspect-ratio-size-transfers
 */
function limitedByRatio(box: BlockLevelBox, edges: Edges, sizes: MinMax, heights: HeightSpace): MinMax {
  if (!hasRatio(box)) return sizes;
  const limitOf = (value: Size | MaxSize) => {
    const height = resolveHeight(box, value, heights, vertical(edges));
    return height === undefined ? undefined : ratioWidth(box, edges, height);
  };
  const upper = limitOf(box.style['max-block-size']) ?? Number.POSITIVE_INFINITY;
  const lower = limitOf(box.style['min-block-size']) ?? 0;
  const limited = (size: number) => Math.max(lower, Math.min(size, upper));
  return { min: limited(sizes.min), max: limited(sizes.max) };
}

function bothSizes(size: number): MinMax {
  return { min: size, max: size };
}

function withMinimum({ min, max }: MinMax, lower: number): MinMax {
  return { min: Math.max(min, lower), max: Math.max(max, lower) };
}

/**
 * Boxes whose content is in another writing mode: the box itself is in the mode of its container, its one child, the
 * writing-mode root, has all of its content in its own mode. Neither breaks over pages, as in Blink.
 * Source: https://drafts.csswg.org/css-writing-modes-4/#orthogonal-flows
 */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import { isVertical, type WritingModeChange } from '../../css/compute/writing-mode.js';
import { fontRequest } from '../../text/font-request.js';
import { FragmentBuilder } from '../algorithm/builder.js';
import type { ConstraintSpace } from '../algorithm/constraint-space.js';
import { finishContainer } from '../algorithm/container.js';
import type { BoxFragment, LineFragment, Placed } from '../algorithm/fragment.js';
import type { Edges, Size } from '../algorithm/geometry.js';
import type { Algorithm, LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { layoutCached } from '../algorithm/result-cache.js';
import { snap } from '../algorithm/units.js';
import { horizontal, resolveBorders, resolveMargins, resolvePadding, sumEdges, vertical } from '../sizing/edges.js';
import { clampHeight, definiteHeight, usedHeight } from '../sizing/heights.js';
import { intrinsicSizes, minMax, withBorderPadding } from '../sizing/intrinsic.js';
import { usedWidth } from '../sizing/sizes.js';
import { outsidePosition, outsideRect, outsideSize } from './outside.js';

/** A horizontal box in vertical content, or the other way round. */
export const orthogonalAlgorithm: Algorithm<BlockBox> = {
  layout: layoutOrthogonal,
  intrinsicSizes: (context, box) => {
    const { content, modes } = contentOf(box);
    const edges = sumEdges(resolveBorders(box.style), resolvePadding(box.style, 0));
    const { width } = outsideSize(contentSize(context, box, content, measuringSpace(box), edges), modes);
    return withBorderPadding(box, { min: width, max: width });
  },
};

/** `vertical-lr` in `vertical-rl`, and the like. */
export const parallelAlgorithm: Algorithm<BlockBox> = {
  layout: layoutParallel,
  intrinsicSizes: (context, box) => withBorderPadding(box, minMax(context, contentOf(box).content)),
};

/** What is known of the space before the box is laid out. */
function measuringSpace({ room }: BlockBox): ConstraintSpace {
  return {
    availableWidth: 0,
    availableHeight: room?.definite,
    percentageWidth: 0,
    percentageHeight: room?.definite,
  };
}

function contentOf(box: BlockBox): { readonly content: BlockLevelBox; readonly modes: WritingModeChange } {
  const content = box.content.children[0] as BlockLevelBox | undefined;
  if (!content?.writingModes) throw new Error('the one child of the box has to be a writing-mode root');
  return { content, modes: content.writingModes };
}

interface Edging {
  readonly border: Edges;
  readonly padding: Edges;
  readonly both: Edges;
  readonly margin: Edges;
}

function edgingOf(box: BlockBox, space: ConstraintSpace): Edging {
  const border = space.tableCell?.border ?? resolveBorders(box.style);
  const padding = resolvePadding(box.style, space.percentageWidth);
  return { border, padding, both: sumEdges(border, padding), margin: resolveMargins(box.style, space.percentageWidth) };
}

function layoutOrthogonal(context: LayoutContext, box: BlockBox, space: ConstraintSpace): LayoutResult {
  const { content } = contentOf(box);
  const edging = edgingOf(box, space);
  const { both, margin } = edging;
  const natural = contentSize(context, box, content, space, both);
  // `usedWidth` adds what percentages of the paddings are.
  const across = natural.height + horizontal(sumEdges(edging.border, resolvePadding(box.style, 0)));
  // Only between two insets an automatic width is not that of the content.
  const fitting = { ...space, autoWidthBehavior: space.autoWidthBehavior ?? 'fit-content' } as const;
  const width = usedWidth(context, box, fitting, margin, both, { min: across, max: across });
  const contentWidth = Math.max(0, width - horizontal(both));
  const share = alignedShare(content);
  const isFilled = contentWidth === natural.height || share !== undefined;
  const block = isFilled ? undefined : contentWidth;
  const basis = isDefinite(box, space) ? contentWidth : undefined;
  const result = layoutContent(context, content, { inline: natural.width, block, basis });
  const auto = result.fragment.width + vertical(both);
  const height = usedHeight(box, space, both, width, auto);
  const spare = contentWidth - result.fragment.height;
  return place(context, box, space, edging, { width, height }, result, spare * (share ?? 0));
}

/** Whether the width does not come from the content. */
function isDefinite({ style }: BlockBox, space: ConstraintSpace): boolean {
  if (space.fixedWidth !== undefined || space.autoWidthBehavior === 'stretch-explicit') return true;
  return style['inline-size'] === 'stretch' || typeof style['inline-size'] !== 'string';
}

/** How much of what is spare across the lines goes before them, in a cell or page-margin box. Default: they fill it. */
function alignedShare({ style }: BlockLevelBox): number | undefined {
  const align = style['vertical-align'];
  if (align === 'baseline') return undefined;
  return align === 'middle' ? 0.5 : align === 'bottom' ? 1 : 0;
}

/** What the content takes, by its own axes: its inline size is the outer height, or made to fit what there is of it. */
function contentSize(
  context: LayoutContext,
  box: BlockBox,
  content: BlockLevelBox,
  space: ConstraintSpace,
  borderPadding: Edges,
): Size {
  const edges = vertical(borderPadding);
  // What a cell's own height says of its row is the table's work, but it does say how long its lines are.
  const own = { ...space, tableCell: undefined };
  const definite = definiteHeight(box, own, borderPadding);
  const inline = Math.max(0, (definite ?? fittedHeight(context, box, content, own, edges)) - edges);
  const { height } = layoutContent(context, content, { inline, block: undefined, basis: undefined }).fragment;
  return { width: inline, height };
}

/** Border-box height. Source: https://drafts.csswg.org/css-writing-modes-4/#orthogonal-auto */
function fittedHeight(
  context: LayoutContext,
  box: BlockBox,
  content: BlockLevelBox,
  space: ConstraintSpace,
  edges: number,
): number {
  const { min, max } = intrinsicSizes(context, content);
  const initial = initialHeight(context, box);
  const available = space.availableHeight ?? Math.min(box.room?.max ?? initial, initial);
  const room = available - vertical(resolveMargins(box.style, space.percentageWidth));
  const fitted = Math.min(Math.max(min + edges, room), max + edges);
  return space.contentHeight ? fitted : clampHeight(box, space, edges, fitted);
}

/** Of the initial containing block, by the axes of the mode that the box is in. */
function initialHeight({ viewport }: LayoutContext, box: BlockBox): number {
  const { modes } = contentOf(box);
  return isVertical(modes.outside) ? viewport.width : viewport.height;
}

function layoutParallel(context: LayoutContext, box: BlockBox, space: ConstraintSpace): LayoutResult {
  const { content } = contentOf(box);
  const edging = edgingOf(box, space);
  const { both, margin } = edging;
  const width = usedWidth(context, box, space, margin, both);
  const definite = definiteHeight(box, space, both);
  const inner = definite === undefined ? undefined : Math.max(0, definite - vertical(both));
  const inline = Math.max(0, width - horizontal(both));
  const result = layoutContent(context, content, { inline, block: inner, basis: inner });
  const height = usedHeight(box, space, both, width, result.fragment.height + vertical(both));
  return place(context, box, space, edging, { width, height }, result);
}

interface ContentSpace {
  readonly inline: number;
  /** undefined: as its content takes. */
  readonly block: number | undefined;
  /** What percentages of its block axis refer to. */
  readonly basis: number | undefined;
}

function layoutContent(context: LayoutContext, content: BlockLevelBox, { inline, block, basis }: ContentSpace) {
  return layoutCached(context, content, {
    availableWidth: inline,
    availableHeight: basis,
    percentageWidth: inline,
    percentageHeight: basis,
    fixedWidth: inline,
    ...(block !== undefined && {
      fixedHeight: block,
      fixedHeightBehavior: basis === undefined ? 'indefinite' : undefined,
    }),
  });
}

/** Puts the laid out content into the box. @param shift  along the content's block axis */
function place(
  context: LayoutContext,
  box: BlockBox,
  space: ConstraintSpace,
  { border, padding, both }: Edging,
  { width, height }: Size,
  result: LayoutResult,
  shift = 0,
): LayoutResult {
  const { modes } = contentOf(box);
  const builder = new FragmentBuilder();
  const size: Size = result.fragment;
  const outer = outsideSize(size, modes);
  // What is larger than the box begins where its own content begins.
  const room = {
    x: 0,
    y: 0,
    width: Math.max(0, width - horizontal(both)),
    height: Math.max(0, height - vertical(both)),
  };
  const start = outsideRect({ x: 0, y: shift, ...size }, outsideSize(room, modes), modes);
  const x = both.left + start.x;
  const y = both.top + start.y + (space.tableCell?.contentShift ?? 0);
  const fragment = {
    ...(box.squeezes ? squeezed(result.fragment) : result.fragment),
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
    firstBaseline: box.squeezes
      ? sidewaysBaseline(context, box)
      : mirroredBaseline(result.fragment, result.fragment.firstBaseline, modes, both.top),
    lastBaseline: mirroredBaseline(result.fragment, result.fragment.lastBaseline, modes, both.top),
    consumed: 0,
    isFirst: true,
    breakToken: undefined,
  });
}

/** Of combined characters among others on their side: what is in the middle of those. */
function sidewaysBaseline({ fonts }: LayoutContext, { style }: BlockBox): number | undefined {
  if (style['text-orientation'] !== 'sideways') return undefined;
  const size = style['font-size'];
  const { ascent, descent } = fonts.metrics(fonts.match(fontRequest(style)).primary, size);
  return snap((size + ascent - descent) / 2);
}

/** The content scaled to its width, when its line is longer. */
function squeezed(fragment: BoxFragment): BoxFragment {
  const line = fragment.children.find((child) => child.fragment.kind === 'line')?.fragment;
  const last = line?.kind === 'line' ? line.children.at(-1) : undefined;
  const width = last ? last.x + last.fragment.width : 0;
  if (width <= fragment.width) return fragment;
  const style = { ...fragment.style, scale: { x: fragment.width / width, y: 1 }, 'transform-origin': { x: 0, y: 0 } };
  return { ...fragment, style };
}

/**
 * A baseline of `vertical-lr` content on a line around it. Such content goes on to the right, over whose lines is the
 * right side, too; its baselines are from that side of their line.
 * @param top  from the box's edge to the content
 */
function mirroredBaseline(
  fragment: BoxFragment,
  baseline: number | undefined,
  { inside, outside }: WritingModeChange,
  top: number,
): number | undefined {
  if (baseline === undefined || inside !== 'vertical-lr' || outside !== 'vertical-rl') return undefined;
  const line = lineAt(fragment, baseline);
  return line && top + fragment.height - (line.y + line.fragment.height - line.fragment.baseline);
}

/** The line that has its baseline there, with its place in the fragment. */
function lineAt(fragment: BoxFragment, baseline: number): Placed<LineFragment> | undefined {
  for (const { fragment: child, x, y } of fragment.children) {
    if (child.kind === 'line' && y + child.baseline === baseline) return { fragment: child, x, y };
    const inner = child.kind === 'box' ? lineAt(child, baseline - y) : undefined;
    if (inner) return { ...inner, y: inner.y + y };
  }
  return undefined;
}

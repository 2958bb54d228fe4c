/** Constraint spaces and inline offsets of block-level children. */

import type { BlockLevelBox } from '../../box/tree.js';
import {
  type ConstraintSpace,
  constraintSpace,
  type FlowSpace,
  type FragmentainerSpace,
  fragmentainerAt,
  fragmentainerSpace,
  type TextBoxTrim,
} from '../algorithm/constraint-space.js';
import type { Edges } from '../algorithm/geometry.js';
import { justification, leftShare } from '../alignment/box-alignment.js';
import { earlyBreakInside } from '../fragmentation/breaks.js';
import { horizontal } from '../sizing/edges.js';
import { usedWidth } from '../sizing/sizes.js';
import type { BlockParams } from './block-params.js';
import { borderPaddingOf } from './fragment-geometry.js';

/** The content before a child of a box. */
interface ContentBefore {
  /** The box has no content before it in this fragmentainer. */
  readonly isFirst: boolean;
  /** Content before it continues in the next column. */
  readonly isPastBreak: boolean;
}

/**
 * The constraint space of a child that participates in the formatting context.
 * Blink: `BlockLayoutAlgorithm::CreateConstraintSpaceForChild`.
 */
export function inFlowSpace(
  params: BlockParams,
  child: BlockLevelBox,
  flow: FlowSpace,
  trim: TextBoxTrim | undefined,
  { isFirst, isPastBreak }: ContentBefore,
): ConstraintSpace {
  const known = fragmentainerFor(params, child, 0, isFirst);
  const differs = known?.spanners && (known.isPastBreak === true) !== isPastBreak;
  const fragmentainer = differs ? fragmentainerSpace({ ...known, isPastBreak }) : known;
  return childSpace(params, child, params.geometry.contentWidth, flow, fragmentainer, trim);
}

/**
 * The constraint space of a child that establishes a formatting context.
 * @param y  its BFC block offset
 * @param isFirst  whether the box has no content before it in this fragmentainer
 */
export function newFormattingContextSpace(
  params: BlockParams,
  child: BlockLevelBox,
  y: number,
  trim: TextBoxTrim | undefined,
  isFirst: boolean,
  availableWidth = params.geometry.contentWidth,
): ConstraintSpace {
  return childSpace(params, child, availableWidth, undefined, fragmentainerFor(params, child, y, isFirst), trim);
}

function childSpace(
  { box, geometry }: BlockParams,
  child: BlockLevelBox,
  availableWidth: number,
  flow: FlowSpace | undefined,
  fragmentainer: FragmentainerSpace | undefined,
  textBoxTrim: TextBoxTrim | undefined,
): ConstraintSpace {
  const { contentWidth, percentageHeight } = geometry;
  return constraintSpace({
    availableWidth,
    availableHeight: percentageHeight,
    percentageWidth: contentWidth,
    percentageHeight,
    autoWidthBehavior: justification(child, box) && 'fit-content',
    textBoxTrim,
    flow,
    fragmentainer,
  });
}

function fragmentainerFor(
  { childFragmentainer, earlyBreak }: BlockParams,
  child: BlockLevelBox,
  y: number,
  isFirst: boolean,
): FragmentainerSpace | undefined {
  if (!childFragmentainer) return undefined;
  const inside = earlyBreakInside(earlyBreak, child);
  const wanted = childFragmentainer.requiresContent === true;
  const requiresContent = wanted && isFirst && child.kind === 'block' && child.context === 'flow';
  if (y === 0 && inside === childFragmentainer.earlyBreak && wanted === requiresContent) return childFragmentainer;
  return fragmentainerAt(childFragmentainer, y, inside, 0, requiresContent);
}

/**
 * Offset of a child's border box from the content box's left edge, px.
 * @param width  border-box width; undefined: computed without layout
 * @param available  width for the margin box
 * Source: https://www.w3.org/TR/CSS22/visudet.html#blockwidth
 */
export function inlineOffset(
  params: BlockParams,
  child: BlockLevelBox,
  margin: Edges,
  width: number | undefined,
  available = params.geometry.contentWidth,
): number {
  const { box } = params;
  const autoLeft = child.style['margin-line-left'] === 'auto';
  const autoRight = child.style['margin-line-right'] === 'auto';
  const legacy = box.style['text-align'];
  const rtl = box.style.direction === 'rtl';
  const aligned = legacy === '-webkit-center' || legacy === '-webkit-right' || (rtl && legacy !== '-webkit-left');
  const justified = justification(child, box);
  if (!autoLeft && !autoRight && !aligned && !justified) return margin.left;
  const free = available - (width ?? widthOf(params, child, margin)) - horizontal(margin);
  if (autoLeft || autoRight) {
    if (free <= 0) return rtl ? margin.left + free : margin.left;
    return margin.left + (autoLeft ? (autoRight ? free / 2 : free) : 0);
  }
  if (justified) return margin.left + free * leftShare(justified, free, child, box);
  if (legacy === '-webkit-center') return margin.left + Math.max(0, free / 2);
  return margin.left + free;
}

/** Border-box width of a child, without layout. */
function widthOf(params: BlockParams, child: BlockLevelBox, margin: Edges): number {
  const { context, geometry } = params;
  const space = childSpace(params, child, geometry.contentWidth, undefined, undefined, undefined);
  return usedWidth(context, child, space, margin, borderPaddingOf(child, geometry.contentWidth));
}

/**
 * Flex layout. Source: https://drafts.csswg.org/css-flexbox-1/#layout-algorithm; comments name its steps.
 * Lays out the container once without fragmentation, then places its items into fragmentainers.
 */

import type { BlockBox } from '../../box/tree.js';
import { isAbsolutelyPositioned } from '../../css/style-queries.js';
import type { Alignment } from '../../css/values/values.js';
import { type BreakToken, type BreakTokenData, type FragmentEnd, tokenData } from '../algorithm/break-token.js';
import { FragmentBuilder } from '../algorithm/builder.js';
import type { ConstraintSpace } from '../algorithm/constraint-space.js';
import { finishContainer } from '../algorithm/container.js';
import type { EarlyBreak } from '../algorithm/early-break.js';
import { layout } from '../algorithm/layout.js';
import type { Algorithm, LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { type BlockFrame, createFrame, innerFragmentainer, sliceEdges } from '../block/block-frame.js';
import { spaceLeft } from '../fragmentation/breaks.js';
import { type FinishedFragment, finishFragmentation } from '../fragmentation/finish-fragmentation.js';
import { type FlowItem, type ItemFlowState, type ItemLine, layoutItemFlow } from '../fragmentation/item-flow.js';
import { relayoutAndBreakEarlier } from '../fragmentation/relayout-and-break-earlier.js';
import type { OutOfFlow } from '../positioned/out-of-flow.js';
import { vertical } from '../sizing/edges.js';
import { maxHeight, usedHeight } from '../sizing/heights.js';
import { freeShare } from './align.js';
import { baselineOf, computeGeometry, type FlexGeometry, type FlexLine, flexChildren } from './geometry.js';
import { flexIntrinsicSizes } from './intrinsic.js';
import { alignOf, type Fixed, type FlexItem, itemSpace, stretches } from './item.js';

export const flexAlgorithm: Algorithm<BlockBox> = { layout: layoutFlex, intrinsicSizes: flexIntrinsicSizes };

function layoutFlex(
  context: LayoutContext,
  box: BlockBox,
  space: ConstraintSpace,
  resume: BreakToken | undefined,
): LayoutResult {
  const algorithm = new FlexLayoutAlgorithm(context, box, space, resume, space.fragmentainer?.earlyBreak);
  return algorithm.layout() ?? relayoutAndBreakEarlier(algorithm);
}

/** Keeps the sizes of the first fragmentainer for all others, as does Blink's FlexBreakTokenData. */
interface FlexBreakTokenData extends BreakTokenData {
  readonly type: 'flex';
  readonly geometry: FlexGeometry;
  /** A single flow in a row container, one per flex line in a column container. */
  readonly flows: readonly (readonly ItemLine[])[];
  /** By flow; undefined: finished. */
  readonly states: readonly (ItemFlowState | undefined)[];
  /** Height that breaks have added to the content so far, px. */
  readonly growth: number;
}

type PlacedFlows = Pick<FlexBreakTokenData, 'states' | 'growth'> & { readonly itemsEnd: number };

/** The container in one fragmentainer. */
class FlexLayoutAlgorithm {
  readonly builder = new FragmentBuilder();
  private readonly frame: BlockFrame;

  constructor(
    private readonly context: LayoutContext,
    private readonly box: BlockBox,
    private readonly space: ConstraintSpace,
    private readonly resume: BreakToken | undefined,
    private readonly earlyBreak: EarlyBreak | undefined,
  ) {
    this.frame = createFrame(context, box, space, resume);
  }

  endingAt(earlyBreak: EarlyBreak): FlexLayoutAlgorithm {
    return new FlexLayoutAlgorithm(this.context, this.box, this.space, this.resume, earlyBreak);
  }

  /** @returns undefined: layout is to be repeated with a break at `builder.earlyBreak` */
  layout(): LayoutResult | undefined {
    const { builder, context, frame, box, space, resume } = this;
    const known = tokenData<FlexBreakTokenData>(resume, 'flex');
    const geometry = known?.geometry ?? computeGeometry(context, box, space, frame);
    const flows = known?.flows ?? toFlows(context, geometry, frame);
    const placed = this.placeFlows(flows, known);
    const finished = placed && this.finishFragmentation(geometry, placed);
    if (!finished) return undefined;
    if (!resume) builder.addOutOfFlow(staticPositions(box, geometry, frame));
    const breakToken = finished.end && this.breakToken(finished.end, { geometry, flows, ...placed });
    const isLast = breakToken === undefined || (breakToken.isAtBlockEnd && !resume?.isAtBlockEnd);
    const baselines = resume ? {} : baselinesOf(box, geometry, frame);
    return finishContainer(context, builder, {
      box,
      width: frame.width,
      height: finished.height,
      border: sliceEdges(frame.border, box, resume === undefined, isLast),
      padding: sliceEdges(frame.padding, box, resume === undefined, isLast),
      fragmentainer: space.fragmentainer,
      firstBaseline: baselines.first,
      lastBaseline: baselines.last,
      consumed: resume?.consumedBlockSize ?? 0,
      isFirst: resume === undefined,
      breakToken,
    });
  }

  /** Places all flows. The lines of a column container are parallel flows. */
  private placeFlows(
    flows: FlexBreakTokenData['flows'],
    known: FlexBreakTokenData | undefined,
  ): PlacedFlows | undefined {
    const { builder, context, frame, earlyBreak } = this;
    const fragmentainer = innerFragmentainer(this.space.fragmentainer, this.box, frame);
    const kind = this.box.style['flex-direction'].startsWith('column') ? 'item' : 'line';
    const states: (ItemFlowState | undefined)[] = [];
    let growth = known?.growth ?? 0;
    let itemsEnd = 0;
    for (const [i, lines] of flows.entries()) {
      const state = known?.states[i];
      if (known && !state) continue;
      const own = flows.length > 1 ? new FragmentBuilder() : builder;
      const result = layoutItemFlow(own, { context, lines, top: frame.top, fragmentainer, state, earlyBreak, kind });
      if (!result) return undefined;
      if (own !== builder) builder.join(own);
      states[i] = result.state;
      growth = Math.max(growth, result.growth);
      itemsEnd = Math.max(itemsEnd, result.itemsEnd);
    }
    return { states, growth, itemsEnd };
  }

  private finishFragmentation(geometry: FlexGeometry, { growth, itemsEnd }: PlacedFlows): FinishedFragment | undefined {
    const { builder, box, space, frame, resume, earlyBreak } = this;
    const consumed = resume?.consumedBlockSize ?? 0;
    const content = contentHeight(geometry) + vertical(frame.borderPadding);
    // A container of auto height grows by the space that breaks add.
    const total = usedHeight(box, space, frame.borderPadding, frame.width, content + growth);
    return finishFragmentation(builder, {
      left: space.fragmentainer ? spaceLeft(space.fragmentainer, 0) : Number.POSITIVE_INFINITY,
      consumed,
      total,
      end: itemsEnd + frame.bottom,
      endEdges: frame.bottom,
      max: maxHeight(box, space, frame.borderPadding, frame.width),
      clips: box.style['overflow-block'] !== 'visible',
      mayBreakEarlier: !earlyBreak,
    });
  }

  private breakToken(
    end: FragmentEnd,
    { geometry, flows, states, growth }: Omit<FlexBreakTokenData, 'type'>,
  ): BreakToken {
    const data: FlexBreakTokenData = { type: 'flex', geometry, flows, states, growth };
    return this.builder.breakToken(this.box, end, false, data);
  }
}

// ---- into the fragmentainer ----------------------------------------------------------------------------------------

function contentHeight({ axes, crossSize, mainSize }: FlexGeometry): number {
  return axes.isRow ? crossSize : mainSize;
}

/** Offset of an item's border box from the container's content edge, px. */
function placeOf(item: FlexItem, { axes, mainSize, crossSize }: FlexGeometry): { x: number; y: number } {
  const main = axes.mainReversed ? mainSize - item.mainOffset - item.main : item.mainOffset;
  const cross = axes.crossReversed ? crossSize - item.crossOffset - item.cross : item.crossOffset;
  return axes.isRow ? { x: main, y: cross } : { x: cross, y: main };
}

/** Flows to fragment: that of all lines of a row container, or that of the items of each line of a column container. */
function toFlows(context: LayoutContext, geometry: FlexGeometry, frame: BlockFrame): ItemLine[][] {
  const { axes, lines, crossSize } = geometry;
  const start = frame.borderPadding.top;
  const lineOf = (items: readonly FlexItem[], top: number, height: number): ItemLine => ({
    top: start + top,
    items: items.map((item) => flowItem(context, geometry, frame, item, start + top + height)),
  });
  const inOrder = (sorted: ItemLine[]) => sorted.sort((a, b) => a.top - b.top);
  if (axes.isRow) {
    const topOf = ({ offset, cross }: FlexLine) => (axes.crossReversed ? crossSize - offset - cross : offset);
    return [inOrder(lines.map((line) => lineOf(line.items, topOf(line), line.cross)))];
  }
  const alone = (item: FlexItem) => lineOf([item], placeOf(item, geometry).y, item.main);
  return lines.map(({ items }) => inOrder(items.map(alone)));
}

function flowItem(
  context: LayoutContext,
  geometry: FlexGeometry,
  frame: BlockFrame,
  item: FlexItem,
  areaEnd: number,
): FlowItem {
  const { axes } = geometry;
  const { box, result } = item;
  const { x, y } = placeOf(item, geometry);
  const isStretched = axes.isRow && stretches(axes, box, item.align);
  const isFixed = !axes.isRow || isStretched;
  const grows = box.style['block-size'] === 'auto' && !(isStretched && !axes.wraps && axes.height !== undefined);
  const layoutItem: FlowItem['layout'] = (fragmentainer, token, growth) => {
    const fixed: Fixed = {
      fixedWidth: axes.isRow ? item.main : item.cross,
      ...(isFixed && {
        fixedHeight: result.fragment.height + (isStretched ? growth : 0),
        fixedHeightBehavior: grows ? 'minimum' : undefined,
      }),
    };
    return layout(context, box, { ...itemSpace(axes, fixed), ...(fragmentainer && { fragmentainer }) }, token);
  };
  return {
    box,
    x: frame.left + x,
    y: frame.borderPadding.top + y,
    areaEnd,
    marginBottom: item.margin.bottom,
    stretches: isStretched,
    grows,
    result,
    layout: layoutItem,
  };
}

/**
 * Container baselines (§8.5): the shared baseline of the first or last line, else that of its first or last item, in
 * visual order. Source: https://drafts.csswg.org/css-flexbox-1/#flex-baselines
 */
function baselinesOf(box: BlockBox, geometry: FlexGeometry, frame: BlockFrame): { first?: number; last?: number } {
  const { axes, lines } = geometry;
  // A ruby pair has the baseline of its base, on whichever side the annotation is.
  const reverses = axes.reversesMain && !box.isRubyPair;
  const of = (line: FlexLine | undefined, isLast: boolean) => {
    const groups = isLast ? (['last-baseline', 'baseline'] as const) : (['baseline', 'last-baseline'] as const);
    const shared = groups.flatMap(
      (group) => line?.items.find(({ align }) => axes.isRow && align.value === group) ?? [],
    );
    const item = shared[0] ?? line?.items.at(isLast !== reverses ? -1 : 0);
    return item && frame.top + placeOf(item, geometry).y + baselineOf(item, isLast);
  };
  const first = of(lines.at(axes.reversesCross ? -1 : 0), false);
  const last = of(lines.at(axes.reversesCross ? 0 : -1), true);
  return { ...(first !== undefined && { first }), ...(last !== undefined && { last }) };
}

/** Static positions of absolutely positioned children: those of sole items (§4.1). */
function staticPositions(box: BlockBox, { axes, mainSize, crossSize }: FlexGeometry, frame: BlockFrame): OutOfFlow[] {
  const mainAxis = { reversed: axes.reversesMain, fromRight: axes.mainReversed, isInline: axes.isRow };
  const crossAxis = { reversed: axes.reversesCross, fromRight: axes.crossReversed, isInline: !axes.isRow };
  const justify = box.style['justify-content'];
  return flexChildren(box)
    .filter(({ style }) => isAbsolutelyPositioned(style))
    .map((child) => {
      const selfReversed = !axes.isRow && (child.style.direction === 'rtl') !== axes.rtl;
      const main = edgeAt(freeShare(soleItem(justify), 1, mainAxis), axes.mainReversed);
      const cross = edgeAt(freeShare(alignOf(box, child), 1, crossAxis, selfReversed), axes.crossReversed);
      const at = (edge: 'start' | 'center' | 'end', size: number) =>
        edge === 'start' ? 0 : edge === 'center' ? size / 2 : size;
      const [xEdge, yEdge] = axes.isRow ? [main, cross] : [cross, main];
      const [width, height] = axes.isRow ? [mainSize, crossSize] : [crossSize, mainSize];
      return { box: child, x: frame.left + at(xEdge, width), y: frame.top + at(yEdge, height), xEdge, yEdge };
    });
}

/** Fallback alignment of `justify-content` for a sole item. */
function soleItem({ value }: Alignment): Alignment {
  return { value: value === 'space-around' || value === 'space-evenly' ? 'center' : value };
}

function edgeAt(share: number, reversed: boolean): 'start' | 'center' | 'end' {
  if (share === 1 / 2) return 'center';
  return (share === 1) !== reversed ? 'end' : 'start';
}

/**
 * Flex layout. Source: https://drafts.csswg.org/css-flexbox-1/#layout-algorithm; comments name its steps.
 * Lays out the container once without fragmentation, then places its items into fragmentainers.
 */

import type { BlockBox } from '../../box/tree.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import { isAbsolutelyPositioned, isScrollable } from '../../css/style-queries.js';
import { type Alignment, isPercentageSize } from '../../css/values/values.js';
import { type BreakToken, type BreakTokenData, type FragmentEnd, tokenData } from '../algorithm/break-token.js';
import { FragmentBuilder } from '../algorithm/builder.js';
import type { ConstraintSpace } from '../algorithm/constraint-space.js';
import { finishContainer } from '../algorithm/container.js';
import { BreakAppeal, type EarlyBreak } from '../algorithm/early-break.js';
import { containerChildren } from '../algorithm/items.js';
import { layout } from '../algorithm/layout.js';
import type { Algorithm, LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { freeShare } from '../alignment/free-space.js';
import {
  addedEdges,
  calculateFragmentGeometry,
  type FragmentGeometry,
  innerFragmentainer,
  isKnownToFit,
  sliceEdges,
} from '../block/fragment-geometry.js';
import { spaceLeft } from '../fragmentation/breaks.js';
import { type FinishedFragment, finishFragmentation } from '../fragmentation/finish-fragmentation.js';
import { isLowItem } from '../fragmentation/forced-breaks.js';
import { cachedFragment } from '../fragmentation/fragment-cache.js';
import {
  type ItemFlowResult,
  type ItemFlowState,
  type ItemLine,
  joinedBreaks,
  type LineItem,
  layoutItemFlow,
} from '../fragmentation/item-flow.js';
import { relayoutAndBreakEarlier } from '../fragmentation/relayout-and-break-earlier.js';
import type { OutOfFlow } from '../positioned/out-of-flow.js';
import { vertical } from '../sizing/edges.js';
import { maxHeight, usedHeight } from '../sizing/heights.js';
import { hasPercentageHeights } from '../sizing/percentage-heights.js';
import { baselineOf, computeFlexGeometry, type FlexGeometry, type FlexLine } from './geometry.js';
import { flexIntrinsicSizes } from './intrinsic.js';
import { alignOf, type FlexAxes, type FlexItem, type HeightConstraints, itemSpace, stretches } from './item.js';

export const flexAlgorithm: Algorithm<BlockBox> = { layout: layoutFlex, intrinsicSizes: flexIntrinsicSizes };

function layoutFlex(
  context: LayoutContext,
  box: BlockBox,
  space: ConstraintSpace,
  resume: BreakToken | undefined,
): LayoutResult {
  const layoutFragment = () => layoutInPasses(context, box, space, resume);
  return space.fragmentainer ? cachedFragment(context, box, space, resume, layoutFragment) : layoutFragment();
}

function layoutInPasses(
  context: LayoutContext,
  box: BlockBox,
  space: ConstraintSpace,
  resume: BreakToken | undefined,
): LayoutResult {
  const earlyBreak = space.fragmentainer?.earlyBreak;
  const first = new FlexLayoutAlgorithm(context, box, space, resume, { earlyBreak });
  const result = first.layout();
  const isGood = result?.appeal === BreakAppeal.perfect || !space.fragmentainer || earlyBreak;
  if (result && (isGood || !box.style['flex-direction'].startsWith('column'))) return result;
  // The better break may be inside an item, of which only layout with fragmentation knows.
  const second = new FlexLayoutAlgorithm(context, box, space, resume, { looksInside: true });
  return second.layout() ?? relayoutAndBreakEarlier(second);
}

interface FlexPass {
  readonly earlyBreak?: EarlyBreak | undefined;
  /** The early breaks of the flows, from an earlier pass. */
  readonly flowBreaks?: readonly (EarlyBreak | undefined)[];
  /** Items of columns offer the breaks inside them. */
  readonly looksInside?: boolean;
}

/** Keeps the sizes of the first fragmentainer for all others, as does Blink's FlexBreakTokenData. */
interface FlexBreakTokenData extends BreakTokenData {
  readonly type: 'flex';
  readonly flex: FlexGeometry;
  /** A single flow in a row container, one per flex line in a column container. */
  readonly flows: readonly (readonly ItemLine[])[];
  /** By flow; undefined: finished. */
  readonly states: readonly (ItemFlowState | undefined)[];
  /** Height that breaks have added to the content so far, px. */
  readonly growth: number;
  /** Padding and borders that `box-decoration-break: clone` has added so far, px. */
  readonly clonedEdges: number;
}

type PlacedFlows = Pick<FlexBreakTokenData, 'states' | 'growth'> & Pick<ItemFlowResult, 'growthBefore' | 'itemsEnd'>;

/** The container in one fragmentainer. */
class FlexLayoutAlgorithm {
  readonly builder = new FragmentBuilder();
  private readonly geometry: FragmentGeometry;
  /** The early breaks that the flows return to. */
  private readonly flowBreaks: (EarlyBreak | undefined)[] = [];

  constructor(
    private readonly context: LayoutContext,
    private readonly box: BlockBox,
    private readonly space: ConstraintSpace,
    private readonly resume: BreakToken | undefined,
    private readonly pass: FlexPass,
  ) {
    this.geometry = calculateFragmentGeometry(context, box, space, resume);
    this.builder.sequenceNumber = this.geometry.sequenceNumber;
  }

  endingAt(earlyBreak: EarlyBreak): FlexLayoutAlgorithm {
    const { context, box, space, resume, flowBreaks } = this;
    return new FlexLayoutAlgorithm(context, box, space, resume, { earlyBreak, flowBreaks });
  }

  /** @returns undefined: layout is to be repeated with a break at `builder.earlyBreak` */
  layout(): LayoutResult | undefined {
    const { builder, context, geometry, box, space, resume } = this;
    const known = tokenData<FlexBreakTokenData>(resume, 'flex');
    const flex = known?.flex ?? computeFlexGeometry(context, box, space, geometry);
    const flows = known?.flows ?? toFlows(context, flex, geometry);
    const placed = this.placeFlows(flows, known);
    const clonedEdges = (known?.clonedEdges ?? 0) + addedEdges(box, geometry, resume);
    const finished = placed && this.finishFragmentation(flex, placed, clonedEdges);
    if (!finished) return undefined;
    if (!resume) builder.addOutOfFlow(staticPositions(box, flex, geometry));
    const breakToken = finished.end && this.breakToken(finished.end, { flex, flows, clonedEdges, ...placed });
    const isLast = breakToken === undefined || (breakToken.isAtBlockEnd && !resume?.isAtBlockEnd);
    const baselines = resume ? {} : baselinesOf(box, flex, geometry);
    return finishContainer(context, builder, {
      box,
      width: geometry.width,
      height: finished.height,
      border: sliceEdges(geometry.border, box, resume === undefined, isLast),
      padding: sliceEdges(geometry.padding, box, resume === undefined, isLast),
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
    const { builder, context, box, geometry, space, resume } = this;
    const fits = isKnownToFit(box, space, geometry, resume);
    const fragmentainer = innerFragmentainer(space.fragmentainer, box, geometry, fits);
    const kind = box.style['flex-direction'].startsWith('column') ? 'item' : 'line';
    const looksInside = this.pass.looksInside === true && kind === 'item';
    // That of items in lines that start in later fragmentainers, too.
    builder.firstBreakBefore = joinedBreaks(edgeItems(flows, 0), 'breakBefore');
    const states: (ItemFlowState | undefined)[] = [];
    let growth = known?.growth ?? 0;
    let itemsEnd = 0;
    let growthBefore = known?.growth ?? 0;
    for (const [i, lines] of flows.entries()) {
      const state = known?.states[i];
      if (known && !state) continue;
      const own = flows.length > 1 ? new FragmentBuilder() : builder;
      const earlyBreak = this.earlyBreakOf(lines, i);
      const input = { context, lines, top: geometry.top, fragmentainer, state, earlyBreak, kind, looksInside } as const;
      const result = layoutItemFlow(own, input);
      if (!result) {
        this.flowBreaks[i] = own.earlyBreak;
        builder.earlyBreak ??= own.earlyBreak;
        continue;
      }
      if (own !== builder) builder.join(own);
      states[i] = result.state;
      growth = Math.max(growth, result.growth);
      itemsEnd = Math.max(itemsEnd, result.itemsEnd);
      growthBefore = Math.max(growthBefore, result.growthBefore);
    }
    builder.previousBreakAfter = joinedBreaks(edgeItems(flows, -1), 'breakAfter');
    return this.flowBreaks.length > 0 ? undefined : { states, growth, growthBefore, itemsEnd };
  }

  /** Each line of a column container may return to a break of its own. Blink: `additional_early_breaks_` */
  private earlyBreakOf(lines: readonly ItemLine[], flow: number): EarlyBreak | undefined {
    const { earlyBreak, flowBreaks } = this.pass;
    const isIn = lines.some(({ items }) => items.some(({ box }) => box === earlyBreak?.box));
    return flowBreaks?.[flow] ?? (isIn ? earlyBreak : undefined);
  }

  private finishFragmentation(
    flex: FlexGeometry,
    { growth, growthBefore, itemsEnd }: PlacedFlows,
    clonedEdges: number,
  ): FinishedFragment | undefined {
    const { builder, box, space, geometry, resume, pass } = this;
    const consumed = resume?.consumedBlockSize ?? 0;
    const left = space.fragmentainer ? spaceLeft(space.fragmentainer, 0) : Number.POSITIVE_INFINITY;
    let content: number;
    if (left === Number.POSITIVE_INFINITY) {
      // A container of auto height grows by the space that breaks add.
      // What a break before a line adds is in the next fragmentainer.
      const added = (builder.brokeInFlow ? growthBefore : growth) + clonedEdges;
      content = contentHeight(flex) + vertical(geometry.borderPadding) + added;
    } else {
      // It ends with its items: breaks may truncate margins in them. Blink: `intrinsic_block_size_`
      const end = Math.max(itemsEnd, geometry.top);
      content = consumed + (builder.brokeInFlow ? Math.max(end, left) : end) + geometry.bottom;
    }
    const total = usedHeight(box, space, geometry.clonedBorderPadding, geometry.width, content);
    return finishFragmentation(builder, {
      left,
      consumed,
      total,
      end: itemsEnd + geometry.bottom,
      endEdges: geometry.bottom,
      max: maxHeight(box, space, geometry.clonedBorderPadding, geometry.width),
      clips: box.style['overflow-block'] !== 'visible',
      mayBreakEarlier: !pass.earlyBreak,
    });
  }

  private breakToken(
    end: FragmentEnd,
    { flex, flows, states, growth, clonedEdges }: Omit<FlexBreakTokenData, 'type'>,
  ): BreakToken {
    const data: FlexBreakTokenData = { type: 'flex', flex, flows, states, growth, clonedEdges };
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

/** The items of the first or last line of all flows. Blink: `row_break_between_outputs` */
const edgeItems = (flows: FlexBreakTokenData['flows'], at: 0 | -1): readonly LineItem[] =>
  flows.flatMap((lines) => lines.at(at)?.items ?? []);

/** Flows to fragment: that of all lines of a row container, or that of the items of each line of a column container. */
function toFlows(context: LayoutContext, flex: FlexGeometry, geometry: FragmentGeometry): ItemLine[][] {
  const { axes, lines, crossSize } = flex;
  const start = geometry.borderPadding.top;
  const lineOf = (items: readonly FlexItem[], top: number, height: number) => ({
    top: start + top,
    items: items.map((item) => flowItem(context, flex, geometry, item, start + top + height)),
  });
  const inOrder = (lines: readonly Omit<ItemLine, 'previousBreakAfter' | 'gap'>[], gap: number) => {
    const sorted = lines.toSorted((a, b) => a.top - b.top);
    return sorted.map(
      ({ top, items }, i): ItemLine => ({
        top,
        items,
        gap: i > 0 ? gap : 0,
        previousBreakAfter: joinedBreaks(sorted[i - 1]?.items ?? [], 'breakAfter'),
      }),
    );
  };
  if (axes.isRow) {
    const topOf = ({ offset, cross }: FlexLine) => (axes.crossReversed ? crossSize - offset - cross : offset);
    return [
      inOrder(
        lines.map((line) => lineOf(line.items, topOf(line), line.cross)),
        flex.blockGap,
      ),
    ];
  }
  const alone = (item: FlexItem) => lineOf([item], placeOf(item, flex).y, item.main);
  return lines.map(({ items, between }) => inOrder(items.map(alone), flex.blockGap + between));
}

function flowItem(
  context: LayoutContext,
  flex: FlexGeometry,
  geometry: FragmentGeometry,
  item: FlexItem,
  areaEnd: number,
): LineItem {
  const { axes } = flex;
  const { box, result } = item;
  const { x, y } = placeOf(item, flex);
  const isStretched = axes.isRow && stretches(axes, box, item.align);
  const isFixed = !axes.isRow || isStretched;
  const isFollowed = hasPercentageHeights(box);
  const grows = mayGrow(axes, item, isStretched) && !isFollowed;
  const layoutItem: LineItem['layout'] = (fragmentainer, token, growth) => {
    const width = { fixedWidth: axes.isRow ? item.main : item.cross };
    const height: HeightConstraints = {
      fixedHeight: isFixed ? result.fragment.height + (isStretched ? growth : 0) : undefined,
      fixedHeightBehavior: isFixed && grows ? (axes.isRow ? 'stretched-minimum' : 'minimum') : undefined,
    };
    return layout(context, box, itemSpace(axes, width, height, fragmentainer), token);
  };
  return {
    box,
    x: geometry.left + x,
    y: geometry.borderPadding.top + y,
    areaEnd,
    marginBottom: item.margin.bottom,
    stretches: isStretched,
    growsArea: !axes.isRow || !isFollowed,
    growsUnbroken: !axes.isRow && grows && !hasContentBasis(axes, box.style) && isLowItem(box.style),
    result,
    layout: layoutItem,
  };
}

/**
 * Whether an item grows by content that breaks push down. An item of a column must not shrink, or not below its content.
 * Blink: `FlexLayoutAlgorithm::MinBlockSizeShouldEncompassIntrinsicSize`
 */
function mayGrow(axes: FlexAxes, { box }: FlexItem, isStretched: boolean): boolean {
  const { style } = box;
  const isAuto = style['block-size'] === 'auto';
  if (axes.isRow) return isAuto && !(isStretched && !axes.wraps && axes.height !== undefined);
  const canShrink = style['flex-shrink'] !== 0 && axes.height !== undefined;
  if (hasContentBasis(axes, style) && !canShrink) return true;
  return isAuto && (!canShrink || hasAutoMin(style));
}

function hasContentBasis(axes: FlexAxes, style: LogicalStyle): boolean {
  const basis = style['flex-basis'];
  const isIndefinite = isPercentageSize(basis) && axes.percentageHeight === undefined;
  return basis === 'content' || isIndefinite || (basis === 'auto' && style['block-size'] === 'auto');
}

const hasAutoMin = (style: LogicalStyle): boolean =>
  style['min-block-size'] === 'auto' && !isScrollable(style['overflow-block']);

/**
 * Container baselines (§8.5): the shared baseline of the first or last line, else that of its first or last item, in
 * visual order. Source: https://drafts.csswg.org/css-flexbox-1/#flex-baselines
 */
function baselinesOf(box: BlockBox, flex: FlexGeometry, geometry: FragmentGeometry): { first?: number; last?: number } {
  const { axes, lines } = flex;
  // A ruby pair has the baseline of its base, on whichever side the annotation is.
  const reverses = axes.reversesMain && !box.isRubyPair;
  const of = (line: FlexLine | undefined, isLast: boolean) => {
    const groups = isLast ? (['last-baseline', 'baseline'] as const) : (['baseline', 'last-baseline'] as const);
    const shared = groups.flatMap(
      (group) => line?.items.find(({ align }) => axes.isRow && align.value === group) ?? [],
    );
    const item = shared[0] ?? line?.items.at(isLast !== reverses ? -1 : 0);
    return item && geometry.top + placeOf(item, flex).y + baselineOf(item, isLast);
  };
  const first = of(lines.at(axes.reversesCross ? -1 : 0), false);
  const last = of(lines.at(axes.reversesCross ? 0 : -1), true);
  return { first, last };
}

/** Static positions of absolutely positioned children: those of sole items (§4.1). */
function staticPositions(
  box: BlockBox,
  { axes, mainSize, crossSize }: FlexGeometry,
  geometry: FragmentGeometry,
): OutOfFlow[] {
  const mainAxis = { reversed: axes.reversesMain, fromRight: axes.mainReversed, isInline: axes.isRow };
  const crossAxis = { reversed: axes.reversesCross, fromRight: axes.crossReversed, isInline: !axes.isRow };
  const justify = box.style['justify-content'];
  return containerChildren(box)
    .filter(({ style }) => isAbsolutelyPositioned(style))
    .map((child) => {
      const selfReversed = !axes.isRow && (child.style.direction === 'rtl') !== axes.rtl;
      const main = edgeAt(freeShare(soleItem(justify), 1, mainAxis), axes.mainReversed);
      const cross = edgeAt(freeShare(alignOf(box, child), 1, crossAxis, selfReversed), axes.crossReversed);
      const at = (edge: 'start' | 'center' | 'end', size: number) =>
        edge === 'start' ? 0 : edge === 'center' ? size / 2 : size;
      const [xEdge, yEdge] = axes.isRow ? [main, cross] : [cross, main];
      const [width, height] = axes.isRow ? [mainSize, crossSize] : [crossSize, mainSize];
      return { box: child, x: geometry.left + at(xEdge, width), y: geometry.top + at(yEdge, height), xEdge, yEdge };
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

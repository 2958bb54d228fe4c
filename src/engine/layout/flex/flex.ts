/**
 * Flex layout. Source: https://drafts.csswg.org/css-flexbox-1/#layout-algorithm; comments name its steps.
 * The container is laid out once without pages; if it does not fit on the page, its lines (the items of a column) are
 * put on pages as bands.
 */

import type { BlockBox } from '../../box/tree.js';
import type { Alignment } from '../../css/values/values.js';
import { FragmentBuilder } from '../algorithm/builder.js';
import { finishContainer, isPositioned } from '../algorithm/container.js';
import { layout } from '../algorithm/layout.js';
import type {
  Algorithm,
  BreakToken,
  ConstraintSpace,
  EarlyBreak,
  LayoutContext,
  LayoutResult,
  OutOfFlow,
} from '../algorithm/types.js';
import { type BlockFrame, createFrame, innerFragmentainer, sliceEdges } from '../block/block-frame.js';
import { type Band, type BandItem, type BandsResume, placeBands } from '../fragmentation/bands.js';
import { spaceLeft } from '../fragmentation/breaks.js';
import { endOfPart, type PartEnd, type PartToken } from '../fragmentation/part-end.js';
import { vertical } from '../sizing/edges.js';
import { mostHeight, usedHeight } from '../sizing/heights.js';
import { freeShare } from './align.js';
import { baselineOf, computeGeometry, type FlexGeometry, type FlexLine, flexChildren } from './geometry.js';
import { flexIntrinsicSizes } from './intrinsic.js';
import { alignOf, type FlexItem, itemSpace, stretches } from './item.js';

export const flexAlgorithm: Algorithm<BlockBox> = { layout: layoutFlex, intrinsicSizes: flexIntrinsicSizes };

function layoutFlex(
  context: LayoutContext,
  box: BlockBox,
  space: ConstraintSpace,
  resume: BreakToken | undefined,
): LayoutResult {
  const first = new FlexPage(context, box, space, resume, space.fragmentainer?.earlyBreak);
  const result = first.run();
  if (result) return result;
  const again = new FlexPage(context, box, space, resume, first.builder.earlyBreak).run();
  if (!again) throw new Error('a second pass cannot ask for a third');
  return first.builder.repeatShortage(again);
}

/** Goes from page to page: as in Blink sizes are those of the first one, however wide the others are. */
interface FlexResume {
  /** By line, of a row container only one; undefined: finished. */
  readonly flows: readonly (BandsResume | undefined)[];
  readonly bands: readonly Band[][];
  /** How much higher than unbroken breaks have made the content. */
  readonly growth: number;
  readonly geometry: FlexGeometry;
}

interface PlacedFlows {
  readonly flows: FlexResume['flows'];
  readonly growth: number;
  readonly itemsEnd: number;
  readonly outOfFlow: readonly OutOfFlow[];
}

class FlexPage {
  readonly builder = new FragmentBuilder();
  private readonly frame: BlockFrame;

  constructor(
    private readonly context: LayoutContext,
    private readonly box: BlockBox,
    private readonly space: ConstraintSpace,
    private readonly resume: BreakToken | undefined,
    private readonly early: EarlyBreak | undefined,
  ) {
    this.frame = createFrame(context, box, space, resume);
  }

  run(): LayoutResult | undefined {
    const { builder, context, frame, box, space, resume } = this;
    const kept = resume?.data as FlexResume | undefined;
    const geometry = kept?.geometry ?? computeGeometry(context, box, space, frame);
    const flows = kept ? kept.bands : toFlows(context, geometry, frame);
    const placed = this.placeFlows(flows, kept);
    if (placed === 'earlier') return undefined;
    const end = this.end(geometry, placed);
    if (!end) return undefined;
    const outOfFlow = [...placed.outOfFlow, ...(resume ? [] : staticPositions(box, geometry, frame))];
    const breakToken =
      end.token && this.token({ flows: placed.flows, bands: flows, growth: placed.growth, geometry }, end.token);
    const isLast = breakToken === undefined || (breakToken.atEnd && !resume?.atEnd);
    const baselines = resume ? {} : baselinesOf(box, geometry, frame);
    return finishContainer(context, builder, {
      box,
      width: frame.width,
      height: end.height,
      border: sliceEdges(frame.border, box, resume === undefined, isLast),
      padding: sliceEdges(frame.padding, box, resume === undefined, isLast),
      outOfFlow,
      fragmentainer: space.fragmentainer,
      firstBaseline: baselines.first,
      lastBaseline: baselines.last,
      consumed: resume?.consumed ?? 0,
      isFirst: resume === undefined,
      breakToken,
    });
  }

  /** Columns side by side break each on its own. */
  private placeFlows(flows: readonly Band[][], kept: FlexResume | undefined): PlacedFlows | 'earlier' {
    const { builder, context, frame, early } = this;
    const fragmentainer = innerFragmentainer(this.space.fragmentainer, this.box, frame);
    const kind = this.box.style['flex-direction'].startsWith('column') ? 'item' : 'line';
    const states: (BandsResume | undefined)[] = [];
    const outOfFlow: OutOfFlow[] = [];
    let growth = kept?.growth ?? 0;
    let itemsEnd = 0;
    for (const [i, bands] of flows.entries()) {
      const resume = kept?.flows[i];
      if (kept && !resume) continue;
      const own = flows.length > 1 ? new FragmentBuilder() : builder;
      const input = { context, bands, top: frame.top, fragmentainer, resume, early, kind } as const;
      const result = placeBands(own, input);
      if (result.status === 'earlier') return 'earlier';
      if (own !== builder) builder.join(own);
      states[i] = result.next;
      outOfFlow.push(...result.outOfFlow);
      growth = Math.max(growth, result.growth);
      itemsEnd = Math.max(itemsEnd, result.itemsEnd);
    }
    return { flows: states, outOfFlow, growth, itemsEnd };
  }

  private end(geometry: FlexGeometry, { growth, itemsEnd }: PlacedFlows): PartEnd | undefined {
    const { builder, box, space, frame, resume, early } = this;
    const consumed = resume?.consumed ?? 0;
    const content = contentHeight(geometry) + vertical(frame.borderPadding);
    // Breaks may have pushed content down: the box grows with it, unless its height is its own.
    const total = usedHeight(box, space, frame.borderPadding, frame.width, content + growth);
    return endOfPart(builder, {
      left: space.fragmentainer ? spaceLeft(space.fragmentainer, 0) : Number.POSITIVE_INFINITY,
      consumed,
      total,
      end: itemsEnd + frame.bottom,
      bottom: frame.bottom,
      most: mostHeight(box, space, frame.borderPadding, frame.width),
      clips: box.style['overflow-y'] !== 'visible',
      mayBreakEarlier: !early,
    });
  }

  private token(next: FlexResume, part: PartToken): BreakToken {
    const { builder, box, resume } = this;
    return {
      ...part,
      box,
      sequence: (resume?.sequence ?? 0) + 1,
      before: false,
      forced: builder.forcedBreak !== undefined,
      ...(builder.forcedBreak && { forcedBreak: builder.forcedBreak }),
      children: builder.tokens,
      seenAll: false,
      data: next,
    };
  }
}

// ---- onto the page ---------------------------------------------------------------------------------------------------

function contentHeight({ axes, crossSize, mainSize }: FlexGeometry): number {
  return axes.isRow ? crossSize : mainSize;
}

/** An item's border edge from the container's content edge. */
function placeOf(item: FlexItem, { axes, mainSize, crossSize }: FlexGeometry): { x: number; y: number } {
  const main = axes.mainReversed ? mainSize - item.mainOffset - item.main : item.mainOffset;
  const cross = axes.crossReversed ? crossSize - item.crossOffset - item.cross : item.crossOffset;
  return axes.isRow ? { x: main, y: cross } : { x: cross, y: main };
}

/** Lines of a row container as one flow of bands; of columns each is a flow, and its items the bands. */
function toFlows(context: LayoutContext, geometry: FlexGeometry, frame: BlockFrame): Band[][] {
  const { axes, lines, crossSize } = geometry;
  const start = frame.borderPadding.top;
  const band = (items: readonly FlexItem[], top: number, height: number): Band => ({
    top: start + top,
    items: items.map((item) => bandItem(context, geometry, frame, item, start + top + height)),
  });
  const inOrder = (bands: Band[]) => bands.sort((a, b) => a.top - b.top);
  if (axes.isRow) {
    const topOf = ({ offset, cross }: FlexLine) => (axes.crossReversed ? crossSize - offset - cross : offset);
    return [inOrder(lines.map((line) => band(line.items, topOf(line), line.cross)))];
  }
  const alone = (item: FlexItem) => band([item], placeOf(item, geometry).y, item.main);
  return lines.map(({ items }) => inOrder(items.map(alone)));
}

function bandItem(
  context: LayoutContext,
  geometry: FlexGeometry,
  frame: BlockFrame,
  item: FlexItem,
  areaEnd: number,
): BandItem {
  const { axes } = geometry;
  const { box, result } = item;
  const { x, y } = placeOf(item, geometry);
  const isStretched = axes.isRow && stretches(axes, box, item.align);
  const isFixed = !axes.isRow || isStretched;
  const grows = box.style.height === 'auto' && !(isStretched && !axes.wraps && axes.height !== undefined);
  const layoutItem: BandItem['layout'] = (fragmentainer, resume, growth) => {
    const fixed = {
      fixedWidth: axes.isRow ? item.main : item.cross,
      ...(isFixed && { fixedHeight: result.fragment.height + (isStretched ? growth : 0), fixedHeightIsLeast: grows }),
    };
    return layout(context, box, { ...itemSpace(axes, fixed), ...(fragmentainer && { fragmentainer }) }, resume);
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

/** §8.5: the baseline that items of the first line share, or its first item's; which are first is for the eye to say. */
function baselinesOf(box: BlockBox, geometry: FlexGeometry, frame: BlockFrame): { first?: number; last?: number } {
  const { axes, lines } = geometry;
  // That of a ruby base counts, whatever side the annotation is on.
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

/** §4.1: a positioned child's static position is that of a sole item. */
function staticPositions(box: BlockBox, { axes, mainSize, crossSize }: FlexGeometry, frame: BlockFrame): OutOfFlow[] {
  const mainAxis = { reversed: axes.reversesMain, fromRight: axes.mainReversed, isInline: axes.isRow };
  const crossAxis = { reversed: axes.reversesCross, fromRight: axes.crossReversed, isInline: !axes.isRow };
  const justify = box.style['justify-content'];
  return flexChildren(box)
    .filter((child) => isPositioned(child) && typeof child.style.position !== 'object')
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

/** A distribution with nothing to distribute. */
function soleItem({ value }: Alignment): Alignment {
  return { value: value === 'space-around' || value === 'space-evenly' ? 'center' : value };
}

function edgeAt(share: number, reversed: boolean): 'start' | 'center' | 'end' {
  if (share === 1 / 2) return 'center';
  return (share === 1) !== reversed ? 'end' : 'start';
}

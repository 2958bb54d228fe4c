/**
 * Flex layout. Source: https://drafts.csswg.org/css-flexbox-1/#layout-algorithm; comments name its steps.
 * The container is laid out once without pages; if it does not fit on the page, its lines (the items of a column) are
 * put on pages as bands.
 */

import type { BlockBox } from '../../box/tree.js';
import type { Alignment } from '../../css/values.js';
import { type Band, type BandsResume, placeBands } from '../bands.js';
import { type BlockFrame, createFrame, sliceEdges } from '../block-frame.js';
import { heightToEnd, spaceLeft } from '../breaks.js';
import { FragmentBuilder } from '../builder.js';
import { finishContainer, isPositioned } from '../container.js';
import { vertical } from '../edges.js';
import { layout } from '../layout.js';
import { definiteHeight, usedHeight } from '../sizes.js';
import type {
  Algorithm,
  BreakToken,
  ConstraintSpace,
  EarlyBreak,
  FragmentainerSpace,
  LayoutContext,
  LayoutResult,
  OutOfFlow,
} from '../types.js';
import { freeShare } from './align.js';
import { baselineOf, computeGeometry, type FlexGeometry, type FlexLine, flexChildren } from './geometry.js';
import { flexIntrinsicSizes } from './intrinsic.js';
import { alignOf, type FlexItem, itemSpace } from './item.js';

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
  return again;
}

/** Goes from page to page, so that nothing is measured again. */
interface FlexResume extends BandsResume {
  readonly geometry: FlexGeometry;
  /** Of the border box; pages may differ. */
  readonly width: number;
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
    const geometry = kept?.width === frame.width ? kept.geometry : computeGeometry(context, box, space, frame);
    const { fragmentainer } = space;
    const edges = vertical(frame.borderPadding);
    const total = usedHeight(box, space, frame.borderPadding, frame.width, contentHeight(geometry) + edges);
    const consumed = resume?.consumed ?? 0;
    const bands = toBands(context, geometry, frame);
    const placed = placeBands(
      builder,
      bands,
      frame.top + (resume ? 0 : leadOf(geometry)),
      fragmentainer,
      kept,
      this.early,
    );
    if (placed.status === 'earlier') return undefined;
    const outOfFlow = [...placed.outOfFlow, ...(resume ? [] : staticPositions(box, geometry, frame))];
    const isLast = placed.next === undefined;
    const end = placed.y + frame.bottom;
    const room = fragmentainer ? Math.max(0, spaceLeft(fragmentainer, 0)) : Number.POSITIVE_INFINITY;
    // Breaks may have pushed content down: the box grows with it, unless its height is its own.
    const isOwn = definiteHeight(box, space, frame.borderPadding) !== undefined;
    const grown = isOwn ? 0 : Math.max(0, consumed + placed.y - (frame.borderPadding.top + bandsEnd(geometry, bands)));
    const height = isLast ? Math.max(0, total + grown - consumed) : heightToEnd(room, end);
    const breakToken = isLast
      ? undefined
      : this.token({ ...placed.next!, lead: 0, geometry, width: frame.width }, consumed + height);
    const baselines = resume ? {} : baselinesOf(geometry, frame);
    return finishContainer(context, builder, {
      box,
      width: frame.width,
      height,
      border: sliceEdges(frame.border, box, resume === undefined, isLast),
      padding: sliceEdges(frame.padding, box, resume === undefined, isLast),
      outOfFlow,
      firstBaseline: baselines.first,
      lastBaseline: baselines.last,
      consumed,
      isFirst: resume === undefined,
      breakToken,
    });
  }

  private token(next: FlexResume, consumed: number): BreakToken {
    const { builder, box, resume } = this;
    return {
      box,
      consumed,
      sequence: (resume?.sequence ?? 0) + 1,
      before: false,
      forced: builder.forcedBreak !== undefined,
      ...(builder.forcedBreak && { forcedBreak: builder.forcedBreak }),
      children: builder.tokens,
      seenAll: false,
      atEnd: false,
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

interface Extent {
  readonly items: readonly FlexItem[];
  readonly top: number;
  readonly bottom: number;
}

/** Lines of a row container, items of a column with one line; columns side by side break as one. */
function bandExtents(geometry: FlexGeometry): Extent[] {
  const { axes, lines, crossSize } = geometry;
  if (axes.isRow) {
    return lines.map(({ items, offset, cross }) => {
      const top = axes.crossReversed ? crossSize - offset - cross : offset;
      return { items, top, bottom: top + cross };
    });
  }
  const items = lines.flatMap((line) => line.items);
  const single = lines.length > 1 ? [items] : items.map((item) => [item]);
  return single.map((group) => {
    const tops = group.map((item) => placeOf(item, geometry).y);
    return { items: group, top: Math.min(...tops), bottom: Math.max(...group.map((item, i) => tops[i]! + item.main)) };
  });
}

function toBands(context: LayoutContext, geometry: FlexGeometry, frame: BlockFrame): Band[] {
  const { axes } = geometry;
  const extents = bandExtents(geometry);
  extents.sort((a, b) => a.top - b.top);
  let previous = extents[0]?.top ?? 0;
  return extents.map(({ items, top, bottom }) => {
    const before = top - previous;
    previous = bottom;
    return {
      before,
      height: bottom - top,
      items: items.map((item) => {
        const { x, y } = placeOf(item, geometry);
        const width = axes.isRow ? item.main : item.cross;
        return {
          box: item.box,
          x: frame.left + x,
          y: y - top,
          result: item.result,
          layout: (fragmentainer: FragmentainerSpace | undefined, resume: BreakToken | undefined) =>
            layout(
              context,
              item.box,
              { ...itemSpace(axes, { fixedWidth: width }), ...(fragmentainer && { fragmentainer }) },
              resume,
            ),
        };
      }),
    };
  });
}

/** Below the last band from the content edge, if nothing breaks. */
function bandsEnd(geometry: FlexGeometry, bands: readonly Band[]): number {
  return bands.reduce((y, { before, height }) => y + before + height, leadOf(geometry));
}

/** Room above the first band: alignment, margins. */
function leadOf(geometry: FlexGeometry): number {
  const tops = bandExtents(geometry).map(({ top }) => top);
  return tops.length > 0 ? Math.min(...tops) : 0;
}

/** §8.5: the first line's baseline, or its first item's. */
function baselinesOf(geometry: FlexGeometry, frame: BlockFrame): { first?: number; last?: number } {
  const of = (line: FlexLine | undefined, isLast: boolean) => {
    const group = isLast ? 'last-baseline' : 'baseline';
    const item = line?.items.find(({ align }) => align.value === group) ?? line?.items.at(isLast ? -1 : 0);
    return item && frame.top + placeOf(item, geometry).y + baselineOf(item, isLast);
  };
  const first = of(geometry.lines[0], false);
  const last = of(geometry.lines.at(-1), true);
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

/**
 * Flex layout. Source: https://drafts.csswg.org/css-flexbox-1/#layout-algorithm; comments name its steps.
 * The container is laid out once without pages; if it does not fit on the page, its lines (the items of a column) are
 * put on pages as bands.
 */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import type { Alignment } from '../../css/values.js';
import { resolveLength } from '../../css/values.js';
import { type Band, type BandsResume, placeBands } from '../bands.js';
import { type BlockFrame, createFrame, sliceEdges } from '../block-frame.js';
import { heightToEnd, spaceLeft } from '../breaks.js';
import { FragmentBuilder } from '../builder.js';
import { layoutCached } from '../cached.js';
import { finishContainer, isPositioned } from '../container.js';
import { vertical } from '../edges.js';
import { outerMinMax, withBorderPadding } from '../intrinsic.js';
import { layout } from '../layout.js';
import { usedHeight } from '../sizes.js';
import type {
  Algorithm,
  BreakToken,
  ConstraintSpace,
  EarlyBreak,
  FragmentainerSpace,
  LayoutContext,
  LayoutResult,
  MinMax,
  OutOfFlow,
} from '../types.js';
import { snap } from '../units.js';
import { alignLines, freeShare, justifyItems } from './align.js';
import {
  clampCross,
  createItem,
  crossMargins,
  crossWidth,
  type FlexAxes,
  type FlexItem,
  flexAxes,
  itemSpace,
  mainMargins,
} from './item.js';
import { resolveFlexibleLengths } from './lengths.js';

export const flexAlgorithm: Algorithm<BlockBox> = { layout: layoutFlex, intrinsicSizes: flexIntrinsicSizes };

export interface FlexLine {
  readonly items: readonly FlexItem[];
  cross: number;
  /** From the container's cross-start content edge, before any reversal. */
  offset: number;
  /** Distance from the line's cross-start to the shared baseline. */
  baseline: number;
}

/** Everything known of a container before pages come in. */
interface FlexGeometry {
  readonly axes: FlexAxes;
  readonly lines: readonly FlexLine[];
  /** Content box. */
  readonly mainSize: number;
  readonly crossSize: number;
}

function children(box: BlockBox): readonly BlockLevelBox[] {
  return box.content.type === 'blocks' ? box.content.children : [];
}

/** §9.9.1, as browsers have it: contributions of the items, whatever their flex factors say. */
function flexIntrinsicSizes(context: LayoutContext, box: BlockBox): MinMax {
  const items = children(box).filter((child) => !isPositioned(child));
  const isRow = !box.style['flex-direction'].startsWith('column');
  const wraps = box.style['flex-wrap'] !== 'nowrap';
  const sizes = items.map((item) => outerMinMax(context, item));
  const gaps = isRow ? Math.max(0, items.length - 1) * gap(box, 'column-gap', 0) : 0;
  const largest = (key: keyof MinMax) => sizes.reduce((most, size) => Math.max(most, size[key]), 0);
  const sum = (key: keyof MinMax) => sizes.reduce((total, size) => total + size[key], 0) + gaps;
  if (!isRow) return withBorderPadding(box, { min: largest('min'), max: largest('max') });
  const min = wraps ? largest('min') : sum('min');
  return withBorderPadding(box, { min, max: Math.max(min, sum('max')) });
}

export function gap(box: BlockBox, name: 'row-gap' | 'column-gap', basis: number): number {
  const value = box.style[name];
  return value === 'normal' ? 0 : Math.max(0, snap(resolveLength(value, basis)));
}

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
    const geometry = computeGeometry(context, box, space, frame);
    const { fragmentainer } = space;
    const whole = contentHeight(geometry) + vertical(frame.borderPadding);
    const total = usedHeight(box, space, frame.borderPadding, frame.width, whole);
    const consumed = resume?.consumed ?? 0;
    const bands = toBands(context, geometry, frame);
    const from = resume?.data as BandsResume | undefined;
    const placed = placeBands(
      builder,
      bands,
      frame.top + (resume ? 0 : leadOf(geometry)),
      fragmentainer,
      from,
      this.early,
    );
    if (placed.status === 'earlier') return undefined;
    const outOfFlow = [...placed.outOfFlow, ...(resume ? [] : staticPositions(box, geometry, frame))];
    const isLast = placed.next === undefined;
    const rest = Math.max(0, total - consumed);
    const end = placed.y + frame.bottom;
    const room = fragmentainer ? Math.max(0, spaceLeft(fragmentainer, 0)) : Number.POSITIVE_INFINITY;
    // Breaks may have pushed content down: the box grows with it, unless its height is its own.
    const isOwnHeight = total !== whole || !fragmentainer;
    const height = !isLast
      ? heightToEnd(room, end)
      : isOwnHeight && !resume
        ? rest
        : Math.max(end, resume ? Math.min(rest, end) : rest);
    const breakToken = isLast ? undefined : this.token(placed.next!, consumed + height);
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

  private token(next: BandsResume, consumed: number): BreakToken {
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

// ---- sizes and places ------------------------------------------------------------------------------------------------

function computeGeometry(
  context: LayoutContext,
  box: BlockBox,
  space: ConstraintSpace,
  frame: BlockFrame,
): FlexGeometry {
  const height = frame.percentageHeight ?? fixedContentHeight(space, frame);
  const axes = flexAxes(box, frame.contentWidth, height);
  const gaps = {
    row: gap(box, 'row-gap', height ?? 0),
    column: gap(box, 'column-gap', frame.contentWidth),
  };
  const mainGap = axes.isRow ? gaps.column : gaps.row;
  const crossGap = axes.isRow ? gaps.row : gaps.column;
  // 3. Flex base size and hypothetical main size
  const items = orderedItems(box).map((child) => createItem(context, box, axes, child));
  // 4., 5. Main size of the container, lines
  const definiteMain = axes.isRow ? frame.contentWidth : axes.height;
  const lines = collectLines(items, axes, mainLimit(box, space, frame, axes, definiteMain), mainGap);
  const mainSize = definiteMain ?? autoMain(box, space, frame, lines, axes, mainGap);
  // 6. Resolve flexible lengths
  for (const { items: members } of lines) {
    resolveFlexibleLengths(members, mainSize - mainGap * (members.length - 1), (item) =>
      mainMargins(axes, item.margin),
    );
  }
  // 7., 8. Cross sizes of items and lines
  const definiteCross = axes.isRow ? axes.height : frame.contentWidth;
  for (const line of lines) measureLine(context, line, axes, definiteMain !== undefined || axes.isRow);
  const single = lines.length === 1 && !axes.wraps;
  if (single && lines[0])
    lines[0].cross = definiteCross ?? clampContainerCross(box, space, frame, axes, lines[0].cross);
  // 9. align-content: stretch; 15., 16. cross size of the container, lines placed
  const linesCross = lines.reduce((sum, line) => sum + line.cross, 0) + crossGap * Math.max(0, lines.length - 1);
  const crossSize = definiteCross ?? clampContainerCross(box, space, frame, axes, linesCross);
  alignLines(lines, box.style['align-content'], crossSize, crossGap, axes.wraps);
  for (const line of lines) {
    // 11. Stretched items, 12. main-axis alignment, 13., 14. cross-axis alignment
    stretchLine(context, line, axes, definiteMain !== undefined);
    justifyItems(line.items, axes, box.style['justify-content'], mainSize, mainGap);
    alignItems(line, axes);
  }
  return { axes, lines, mainSize, crossSize };
}

/** A height fixed by the parent sizes the container even where percentages do not resolve against it. */
function fixedContentHeight(space: ConstraintSpace, frame: BlockFrame): number | undefined {
  return space.fixedHeight === undefined ? undefined : Math.max(0, space.fixedHeight - vertical(frame.borderPadding));
}

/** In order-modified document order. */
function orderedItems(box: BlockBox): BlockLevelBox[] {
  const items = children(box).filter((child) => !isPositioned(child));
  return items.some((item) => item.style.order !== 0) ? items.sort((a, b) => a.style.order - b.style.order) : items;
}

/** Where lines wrap: a column of auto height still wraps at its max-height. */
function mainLimit(
  box: BlockBox,
  space: ConstraintSpace,
  frame: BlockFrame,
  axes: FlexAxes,
  definite: number | undefined,
): number {
  if (definite !== undefined || axes.isRow) return definite ?? frame.contentWidth;
  const huge = 10_000_000;
  const clamped = usedHeight(box, space, frame.borderPadding, frame.width, huge);
  return clamped >= huge ? Number.POSITIVE_INFINITY : clamped - vertical(frame.borderPadding);
}

function collectLines(items: readonly FlexItem[], axes: FlexAxes, limit: number, mainGap: number): FlexLine[] {
  const lines: FlexItem[][] = [];
  let used = 0;
  for (const item of items) {
    const size = item.hypothetical + mainMargins(axes, item.margin);
    const line = lines.at(-1);
    if (!line || (axes.wraps && used + mainGap + size > limit)) {
      lines.push([item]);
      used = size;
    } else {
      line.push(item);
      used += mainGap + size;
    }
  }
  return lines.map((members) => ({ items: members, cross: 0, offset: 0, baseline: 0 }));
}

/** Height of a column container whose height is auto. */
function autoMain(
  box: BlockBox,
  space: ConstraintSpace,
  frame: BlockFrame,
  lines: readonly FlexLine[],
  axes: FlexAxes,
  mainGap: number,
): number {
  const edges = vertical(frame.borderPadding);
  const longest = lines.reduce((most, { items }) => {
    const sum = items.reduce((total, item) => total + item.hypothetical + mainMargins(axes, item.margin), 0);
    return Math.max(most, sum + mainGap * (items.length - 1));
  }, 0);
  return Math.max(0, usedHeight(box, space, frame.borderPadding, frame.width, longest + edges) - edges);
}

function clampContainerCross(
  box: BlockBox,
  space: ConstraintSpace,
  frame: BlockFrame,
  axes: FlexAxes,
  cross: number,
): number {
  if (!axes.isRow) return frame.contentWidth;
  const edges = vertical(frame.borderPadding);
  return Math.max(0, usedHeight(box, space, frame.borderPadding, frame.width, cross + edges) - edges);
}

/** 7. Hypothetical cross sizes, 8. the line's */
function measureLine(context: LayoutContext, line: FlexLine, axes: FlexAxes, mainIsDefinite: boolean): void {
  let above = 0;
  let below = 0;
  let largest = 0;
  for (const item of line.items) {
    const fixed = axes.isRow
      ? { width: item.main }
      : { width: crossWidth({ context, axes, ...item }), height: item.main, heightIsIndefinite: !mainIsDefinite };
    item.result = layoutCached(context, item.box, itemSpace(axes, fixed));
    item.cross = axes.isRow ? item.result.fragment.height : item.result.fragment.width;
    const outer = item.cross + crossMargins(axes, item.margin);
    if (axes.isRow && item.align.value === 'baseline' && !hasAutoCrossMargin(item, axes)) {
      const baseline = item.margin.top + baselineOf(item);
      above = Math.max(above, baseline);
      below = Math.max(below, outer - baseline);
    } else largest = Math.max(largest, outer);
  }
  line.baseline = above;
  line.cross = Math.max(largest, above + below);
}

function baselineOf(item: FlexItem): number {
  return item.result.fragment.firstBaseline ?? item.result.fragment.height;
}

function hasAutoCrossMargin({ box }: FlexItem, { isRow }: FlexAxes): boolean {
  const [start, end] = isRow ? (['margin-top', 'margin-bottom'] as const) : (['margin-left', 'margin-right'] as const);
  return box.style[start] === 'auto' || box.style[end] === 'auto';
}

/** 11. Used cross size */
function stretchLine(context: LayoutContext, line: FlexLine, axes: FlexAxes, mainIsDefinite: boolean): void {
  for (const item of line.items) {
    const size = axes.isRow ? item.box.style.height : item.box.style.width;
    if (item.align.value !== 'stretch' || size !== 'auto' || hasAutoCrossMargin(item, axes)) continue;
    const cross = clampCross(context, axes, item, Math.max(0, line.cross - crossMargins(axes, item.margin)));
    if (cross === item.cross) continue;
    item.cross = cross;
    const fixed = axes.isRow
      ? { width: item.main, height: cross }
      : { width: cross, height: item.main, heightIsIndefinite: !mainIsDefinite };
    item.result = layoutCached(context, item.box, itemSpace(axes, fixed));
  }
}

/** 13. Auto margins, 14. align-self */
function alignItems(line: FlexLine, axes: FlexAxes): void {
  const [start, end] = axes.isRow ? (['top', 'bottom'] as const) : (['left', 'right'] as const);
  const [first, last] = axes.crossReversed ? ([end, start] as const) : ([start, end] as const);
  for (const item of line.items) {
    const free = line.cross - item.cross - crossMargins(axes, item.margin);
    const autoFirst = item.box.style[`margin-${first}`] === 'auto';
    const autoLast = item.box.style[`margin-${last}`] === 'auto';
    let offset: number;
    if (autoFirst || autoLast) {
      const room = Math.max(0, free);
      offset = item.margin[first] + (autoFirst ? (autoLast ? room / 2 : room) : 0);
    } else if (item.align.value === 'baseline' && axes.isRow) {
      offset = axes.crossReversed ? item.margin[first] : line.baseline - baselineOf(item);
    } else offset = item.margin[first] + free * freeShare(item.align, free, axes.crossReversed);
    item.crossOffset = line.offset + offset;
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

/** Lines of a row container, items of a column with one line; columns side by side break as one. */
function toBands(context: LayoutContext, geometry: FlexGeometry, frame: BlockFrame): Band[] {
  const { axes, lines } = geometry;
  const groups: readonly (readonly FlexItem[])[] = axes.isRow
    ? lines.map((line) => line.items)
    : lines.length === 1
      ? lines[0]!.items.map((item) => [item])
      : [lines.flatMap((line) => line.items)];
  const extents = groups.map((items) => {
    const tops = items.map((item) => placeOf(item, geometry).y);
    const bottoms = items.map((item, i) => tops[i]! + (axes.isRow ? item.cross : item.main));
    return { items, top: Math.min(...tops), bottom: Math.max(...bottoms) };
  });
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
              { ...itemSpace(axes, { width }), ...(fragmentainer && { fragmentainer }) },
              resume,
            ),
        };
      }),
    };
  });
}

/** Room above the first band: alignment, margins. */
function leadOf(geometry: FlexGeometry): number {
  const tops = geometry.lines.flatMap((line) => line.items).map((item) => placeOf(item, geometry).y);
  return tops.length > 0 ? Math.min(...tops) : 0;
}

/** §8.5: the first line's baseline, or its first item's. */
function baselinesOf(geometry: FlexGeometry, frame: BlockFrame): { first?: number; last?: number } {
  const of = (line: FlexLine | undefined) => {
    const item = line?.items.find(({ align }) => align.value === 'baseline') ?? line?.items[0];
    return item && frame.top + placeOf(item, geometry).y + baselineOf(item);
  };
  const first = of(geometry.lines[0]);
  const last = of(geometry.lines.at(-1));
  return { ...(first !== undefined && { first }), ...(last !== undefined && { last }) };
}

/** §4.1: a positioned child's static position is that of a sole item. */
function staticPositions(box: BlockBox, { axes, mainSize, crossSize }: FlexGeometry, frame: BlockFrame): OutOfFlow[] {
  return children(box)
    .filter((child) => isPositioned(child) && typeof child.style.position !== 'object')
    .map((child) => {
      const own = child.style['align-self'];
      const align = own.value === 'auto' ? box.style['align-items'] : own;
      const main = edgeOf(box.style['justify-content'], axes.mainReversed);
      const cross = edgeOf(align, axes.crossReversed);
      const at = (edge: 'start' | 'center' | 'end', size: number) =>
        edge === 'start' ? 0 : edge === 'center' ? size / 2 : size;
      const [xEdge, yEdge] = axes.isRow ? [main, cross] : [cross, main];
      const [width, height] = axes.isRow ? [mainSize, crossSize] : [crossSize, mainSize];
      return { box: child, x: frame.left + at(xEdge, width), y: frame.top + at(yEdge, height), xEdge, yEdge };
    });
}

function edgeOf({ value }: Alignment, reversed: boolean): 'start' | 'center' | 'end' {
  if (value === 'center' || value === 'space-around' || value === 'space-evenly') return 'center';
  const ends =
    value === 'flex-end'
      ? !reversed
      : value === 'end' || value === 'self-end' || value === 'right'
        ? true
        : value === 'start' || value === 'self-start' || value === 'left'
          ? false
          : reversed;
  return ends ? 'end' : 'start';
}

/** Layout of page-margin boxes. Source: https://drafts.csswg.org/css-page-3/#margin-boxes */

import type { BuildContext } from '../../box/build.js';
import { buildMarginBox } from '../../box/margin-box.js';
import type { PageContent, PageReferences } from '../../box/paged-media.js';
import type { BlockBox } from '../../box/tree.js';
import type { MarginBoxName, StyledDocument } from '../../css/compute/styled-document.js';
import {
  type CounterStyleName,
  isLengthPercentage,
  type MaxSize,
  resolveLength,
  type Size,
} from '../../css/values/values.js';
import { type ConstraintSpace, constraintSpace } from '../algorithm/constraint-space.js';
import type { PhysicalBoxFragment, PhysicalPlaced } from '../algorithm/fragment.js';
import type { Edges, MinMax, Rect } from '../algorithm/geometry.js';
import { layout } from '../algorithm/layout.js';
import { type LayoutContext, monolithic } from '../algorithm/layout-context.js';
import { snap, snapRound } from '../algorithm/units.js';
import { horizontal, resolveBorderPadding, resolveMargins, sumEdges, toBorderBox, vertical } from '../sizing/edges.js';
import { intrinsicSizes } from '../sizing/intrinsic.js';
import { toPhysical } from '../writing-mode/physical.js';
import { distribute, type VariableBox } from './margin-box-sizes.js';
import { PageStrings } from './named-strings.js';
import { marginBoxCounters, NO_PAGES_AROUND, pageCounters } from './page-counters.js';
import type { PageLayout, PagesAround } from './page-layout.js';
import { RunningElements } from './page-references.js';
import { PageSums } from './page-sums.js';

/** The environment of the content of margin boxes. */
export interface MarginBoxOptions extends Omit<BuildContext, 'styled' | 'report' | 'fonts' | 'shaper'> {
  /** Default: none. */
  readonly around?: PagesAround;
}

/** Adds the margin boxes to finished pages, since they may refer to the number of pages. */
export function layoutMarginBoxes(
  context: LayoutContext,
  pages: readonly PageLayout[],
  styled: StyledDocument,
  options: MarginBoxOptions & { readonly isRtl: boolean },
): PageLayout[] {
  const { resources, resolveFamilies, image, references, locale } = options;
  const { fonts, report, shaper, deadline, budgets } = context;
  const shared = { styled, report, resolveFamilies, shaper, image, fonts, resources, references, locale };
  const build = { ...shared, deadline, budgets };
  const running = new RunningElements();
  const runningElement: PageReferences['runningElement'] = (name, which) => running.on(name, which);
  const counters = pageCounters(pages, options.around ?? NO_PAGES_AROUND);
  const strings = new PageStrings(pages);
  const sums = new PageSums(pages);
  return pages.map((page, index) => {
    running.advanceTo(page);
    const last = index + 1 === pages.length;
    const query = { index, last, name: page.name, blank: page.blank, side: page.side, groups: page.groups };
    const styles = styled.page(query).marginBoxes;
    if (styles.size === 0) return page;
    let numberStyle: CounterStyleName | undefined;
    const facts: PageContent = {
      counters: counters[index]!,
      runningElement,
      onPageNumber: (style) => {
        numberStyle ??= style;
      },
      namedString: (name, which) => strings.value(index, name, which),
      sum: (name, of) => sums.value(index, name, of),
    };
    const boxes = new Map<MarginBoxName, BlockBox>();
    for (const [name, style] of styles) {
      const content = { ...facts, counters: marginBoxCounters(style, facts.counters) };
      boxes.set(name, buildMarginBox(style, content, build));
    }
    return { ...page, numberStyle, marginBoxes: placeBoxes(monolithic(context), page, boxes, options.isRtl) };
  });
}

/** An edge of the page between two corners. */
interface Edge {
  readonly names: readonly [MarginBoxName, MarginBoxName, MarginBoxName];
  /** Area of all three boxes. */
  readonly rect: Rect;
  readonly axis: 'horizontal' | 'vertical';
}

function placeBoxes(
  context: LayoutContext,
  page: PageLayout,
  boxes: ReadonlyMap<MarginBoxName, BlockBox>,
  isRtl: boolean,
): PhysicalPlaced<PhysicalBoxFragment>[] {
  const { width, height } = page;
  const inner = borderBoxOf(page, isRtl);
  const bottom = inner.y + inner.height;
  const right = inner.x + inner.width;
  const margin = { top: inner.y, right: width - right, bottom: height - bottom, left: inner.x };
  const edges: Edge[] = [
    edge('horizontal', ['top-left', 'top-center', 'top-right'], inner.x, 0, inner.width, margin.top),
    edge('vertical', ['right-top', 'right-middle', 'right-bottom'], right, inner.y, margin.right, inner.height),
    edge('horizontal', ['bottom-left', 'bottom-center', 'bottom-right'], inner.x, bottom, inner.width, margin.bottom),
    edge('vertical', ['left-top', 'left-middle', 'left-bottom'], 0, inner.y, margin.left, inner.height),
  ];
  const corners: [MarginBoxName, Rect][] = [
    ['top-left-corner', { x: 0, y: 0, width: margin.left, height: margin.top }],
    ['top-right-corner', { x: right, y: 0, width: margin.right, height: margin.top }],
    ['bottom-right-corner', { x: right, y: bottom, width: margin.right, height: margin.bottom }],
    ['bottom-left-corner', { x: 0, y: bottom, width: margin.left, height: margin.bottom }],
  ];
  const placed: PhysicalPlaced<PhysicalBoxFragment>[] = [];
  for (const [name, rect] of corners) {
    const box = boxes.get(name);
    if (box) placed.push(placeInside(context, box, rect, 'both'));
  }
  for (const each of edges) placed.push(...placeEdge(context, each, boxes));
  return placed;
}

/**
 * The rectangle inside the margins. It begins where the margin ends, without rounding, and ends with the page area in
 * whole px and the page's padding and border.
 */
function borderBoxOf({ area, width, margin, border, padding }: PageLayout, isRtl: boolean): Rect {
  const edges = sumEdges(border, padding);
  const left = isRtl ? area.x - edges.left : snap(margin.left);
  const right = isRtl ? snapRound(width) - snap(margin.right) : area.x + area.width + edges.right;
  const top = snap(margin.top);
  return { x: left, y: top, width: right - left, height: area.y + area.height + edges.bottom - top };
}

function edge(axis: Edge['axis'], names: Edge['names'], x: number, y: number, width: number, height: number): Edge {
  return { axis, names, rect: { x, y, width, height } };
}

/** Source: https://drafts.csswg.org/css-page-3/#margin-dimension */
function placeEdge(
  context: LayoutContext,
  { axis, names, rect }: Edge,
  boxes: ReadonlyMap<MarginBoxName, BlockBox>,
): PhysicalPlaced<PhysicalBoxFragment>[] {
  const [a, b, c] = names.map((name) => boxes.get(name));
  const available = axis === 'horizontal' ? rect.width : rect.height;
  const variable = (box: BlockBox | undefined) => box && variableBox(context, box, rect, axis);
  const [sizeA, sizeB, sizeC] = distribute(variable(a), variable(b), variable(c), available);
  const parts: [BlockBox | undefined, number, number][] = [
    [a, 0, sizeA],
    [b, (available - sizeB) / 2, sizeB],
    [c, available - sizeC, sizeC],
  ];
  return parts.flatMap(([box, start, size]) => {
    if (!box) return [];
    const area =
      axis === 'horizontal'
        ? { ...rect, x: rect.x + start, width: size }
        : { ...rect, y: rect.y + start, height: size };
    return [placeInside(context, box, area, axis === 'horizontal' ? 'height' : 'width')];
  });
}

function variableBox(context: LayoutContext, box: BlockBox, rect: Rect, axis: Edge['axis']): VariableBox {
  const { style } = box;
  const borderPadding = edgesOf(box, rect);
  const margin = resolveMargins(style, rect.width);
  const isHorizontal = axis === 'horizontal';
  const around = isHorizontal ? horizontal(margin) : vertical(margin);
  const edges = isHorizontal ? horizontal(borderPadding) : vertical(borderPadding);
  const basis = isHorizontal ? rect.width : rect.height;
  const toMarginBox = (value: Size | MaxSize) => {
    const length = resolveSize(value, basis);
    return length === undefined ? undefined : toBorderBox(style, length, edges) + around;
  };
  const content = isHorizontal ? intrinsicSizes(context, box) : contentHeight(context, box, rect);
  return {
    min: content.min + around,
    max: content.max + around,
    size: toMarginBox(isHorizontal ? style['inline-size'] : style['block-size']),
    lower: toMarginBox(isHorizontal ? style['min-inline-size'] : style['min-block-size']),
    upper: toMarginBox(isHorizontal ? style['max-inline-size'] : style['max-block-size']),
  };
}

function contentHeight(context: LayoutContext, box: BlockBox, rect: Rect): MinMax {
  const { height } = layout(context, box, spaceIn(box, rect, { height: false, width: true })).fragment;
  return { min: height, max: height };
}

/** @returns undefined: the value is no length or percentage; treated as `auto` or `none` */
function resolveSize(value: Size | MaxSize, basis: number): number | undefined {
  return isLengthPercentage(value) ? resolveLength(value, basis) : undefined;
}

/**
 * Lays out a box in its area and aligns its content by `vertical-align`.
 * @param free  the axes in which the box's own size applies; `area` has the size in the others
 */
function placeInside(
  context: LayoutContext,
  box: BlockBox,
  area: Rect,
  free: 'both' | 'width' | 'height',
): PhysicalPlaced<PhysicalBoxFragment> {
  const margin = resolveMargins(box.style, area.width);
  const edges = edgesOf(box, area);
  const { style } = box;
  const ownWidth = free === 'height' ? undefined : resolveSize(style['inline-size'], area.width);
  const ownHeight = free === 'width' ? undefined : resolveSize(style['block-size'], area.height);
  const width =
    ownWidth === undefined
      ? Math.max(0, area.width - horizontal(margin))
      : toBorderBox(style, ownWidth, horizontal(edges));
  const height =
    ownHeight === undefined
      ? Math.max(0, area.height - vertical(margin))
      : toBorderBox(style, ownHeight, vertical(edges));
  const space = { ...spaceIn(box, area, { width: true, height: false }), fixedWidth: snap(width) };
  const natural = layout(context, box, constraintSpace({ ...space, fixedHeight: 0 })).fragment;
  const { fragment } = layout(context, box, constraintSpace({ ...space, fixedHeight: snap(height) }));
  const contentBottom = Math.max(0, ...natural.children.map((child) => child.y + child.fragment.height));
  const contentSize = contentBottom - edges.top;
  const spare = fragment.height - vertical(edges) - contentSize;
  const align = style['vertical-align'];
  const shift = align === 'middle' ? spare / 2 : align === 'bottom' ? spare : 0;
  const children = fragment.children.map((child) => ({ ...child, y: child.y + shift }));
  const placed = { fragment: { ...fragment, children }, x: 0, y: 0 };
  const [physical] = toPhysical([placed], fragment, box.writingModes?.outside);
  return {
    fragment: physical!.fragment,
    x:
      area.x +
      autoShare(
        style['margin-line-left'],
        style['margin-line-right'],
        margin.left,
        area.width - width - horizontal(margin),
      ),
    y:
      area.y +
      autoShare(
        style['margin-block-start'],
        style['margin-block-end'],
        margin.top,
        area.height - height - vertical(margin),
      ),
  };
}

/** Offset of the border box, px: auto margins share the free space. */
function autoShare(start: unknown, end: unknown, margin: number, free: number): number {
  if (start !== 'auto') return margin;
  return margin + (end === 'auto' ? free / 2 : free);
}

function edgesOf(box: BlockBox, rect: Rect): Edges {
  return resolveBorderPadding(box.style, rect.width);
}

function spaceIn(
  box: BlockBox,
  rect: Rect,
  fixed: { readonly width: boolean; readonly height: boolean },
): ConstraintSpace {
  const margin = resolveMargins(box.style, rect.width);
  return constraintSpace({
    availableWidth: rect.width,
    availableHeight: rect.height,
    percentageWidth: rect.width,
    percentageHeight: rect.height,
    fixedWidth: fixed.width ? Math.max(0, snap(rect.width - horizontal(margin))) : undefined,
    fixedHeight: fixed.height ? Math.max(0, snap(rect.height - vertical(margin))) : undefined,
  });
}

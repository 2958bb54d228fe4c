/** Conversion of finished fragments to physical coordinates: offsets, sizes and sides. */

import { physicalStyle } from '../../css/compute/logical-style.js';
import { isVertical, PHYSICAL_SIDES, toLineWritingMode, type WritingMode } from '../../css/compute/writing-mode.js';
import type {
  BoxFragment,
  CollapsedBorder,
  Fragment,
  FragmentDetails,
  LegendGap,
  LineFragment,
  PhysicalBoxFragment,
  PhysicalFragment,
  PhysicalFragmentDetails,
  PhysicalLineFragment,
  PhysicalPlaced,
  PhysicalTextFragment,
  Placed,
  TextFragment,
} from '../algorithm/fragment.js';
import type { Edges, Rect, Size } from '../algorithm/geometry.js';
import { toPhysicalBoxStrut, toPhysicalSize, toPhysicalVector, WritingModeConverter } from './converter.js';
import { logicalRect, logicalSize } from './geometry.js';
import { outsideSize } from './outside.js';

/**
 * @param size  size of the fragments' container, in the axes of the writing mode
 * @param mode  undefined: all text is horizontal, so the fragments are returned unchanged
 */
export function toPhysical(
  placed: readonly Placed<BoxFragment>[],
  size: Size,
  mode: WritingMode | undefined,
): readonly PhysicalPlaced<PhysicalBoxFragment>[] {
  if (!mode) return placed as readonly unknown[] as readonly PhysicalPlaced<PhysicalBoxFragment>[];
  const converter = converterIn(size, mode);
  return placed.map((each) => physicalPlaced(each, converter) as PhysicalPlaced<PhysicalBoxFragment>);
}

const converterIn = (size: Size, mode: WritingMode): WritingModeConverter =>
  new WritingModeConverter(mode, toPhysicalSize(logicalSize(size), mode));

function physicalPlaced({ fragment, x, y }: Placed, converter: WritingModeConverter): PhysicalPlaced {
  const offset = converter.toPhysicalOffset({ lineOffset: x, blockOffset: y }, logicalSize(fragment));
  return { fragment: physicalFragment(fragment, converter.mode), x: offset.x, y: offset.y };
}

function physicalFragment(fragment: Fragment, mode: WritingMode): PhysicalFragment {
  switch (fragment.kind) {
    case 'text':
      return physicalText(fragment, mode);
    case 'line':
      return physicalLine(fragment, mode);
    case 'box':
      return physicalBox(fragment, mode);
  }
}

function physicalText(fragment: TextFragment, mode: WritingMode): PhysicalTextFragment {
  const style = physicalStyle(fragment.style);
  if (!isVertical(mode)) return { ...fragment, style };
  return { ...fragment, style, ...toPhysicalSize(logicalSize(fragment), mode), rotation: rotationOf(mode) };
}

const rotationOf = (mode: WritingMode) => (mode === 'sideways-lr' ? 'counterclockwise' : 'clockwise');

function physicalLine(fragment: LineFragment, mode: WritingMode): PhysicalLineFragment {
  const converter = converterIn(fragment, toLineWritingMode(mode));
  const children = fragment.children.map((child) =>
    physicalPlaced(child, converter),
  ) as PhysicalLineFragment['children'];
  const style = physicalStyle(fragment.style);
  if (!isVertical(mode)) return { ...fragment, style, children };
  return { ...fragment, style, children, ...toPhysicalSize(logicalSize(fragment), mode), rotation: rotationOf(mode) };
}

function physicalBox(fragment: BoxFragment, outside: WritingMode): PhysicalBoxFragment {
  const { box, shift, overflow } = fragment;
  const change = ('writingModes' in box && box.writingModes) || undefined;
  const mode = change?.inside ?? outside;
  // The size of a writing-mode root is in the axes of its container.
  const size: Size = change ? outsideSize(fragment, change) : fragment;
  const converter = converterIn(size, mode);
  const outer = {
    style: physicalStyle(fragment.style),
    ...toPhysicalSize(logicalSize(fragment), outside),
    children: isLayered(box)
      ? fragment.children.map(({ fragment: layer, x, y }) => ({
          fragment: physicalFragment(layer, 'horizontal-tb'),
          x,
          y,
        }))
      : fragment.children.map((child) => physicalPlaced(child, converter)),
    overflow: overflow && converterIn(fragment, outside).toPhysicalRect(logicalRect(overflow)),
    details: fragment.details && physicalDetails(fragment.details, converter, size),
  };
  if (!isVertical(mode)) return { ...fragment, ...outer };
  return {
    ...fragment,
    ...outer,
    writingMode: mode,
    border: physicalEdges(fragment.border, mode),
    padding: physicalEdges(fragment.padding, mode),
    shift: shift && toPhysicalVector({ lineOffset: shift.x, blockOffset: shift.y }, mode),
  };
}

/** Layers are laid out in physical coordinates. */
const isLayered = (box: BoxFragment['box']): boolean => box.kind === 'replaced' && box.content.type === 'layers';

function physicalDetails(
  details: FragmentDetails,
  converter: WritingModeConverter,
  size: Size,
): PhysicalFragmentDetails {
  const { mode } = converter;
  // In a horizontal writing mode only the styles of columns need conversion.
  if (!isVertical(mode) && details.kind !== 'table') return details;
  const physical = (rect: Rect) => converter.toPhysicalRect(logicalRect(rect));
  switch (details.kind) {
    case 'table': {
      const { gridRect, collapsedBorders, columns } = details;
      return {
        kind: 'table',
        gridRect: gridRect && physical(gridRect),
        collapsedBorders: isVertical(mode)
          ? collapsedBorders?.map((border) => physicalBorder(border, physical(border.rect)))
          : collapsedBorders,
        columns: columns.map(({ style, rect }) => ({ style: physicalStyle(style), rect: physical(rect) })),
      };
    }
    case 'multicol':
      return { ...details, columnRules: details.columnRules.map(physical) };
    case 'grid':
      return { kind: 'grid', tracksRect: physical(details.tracksRect) };
    case 'fieldset':
      return { kind: 'fieldset', legendGap: physicalGap(details.legendGap, size, mode) };
    case 'math':
      return { ...details, bars: details.bars.map(physical) };
    case 'hidden-table-cell':
      return details;
  }
}

function physicalBorder({ side, style, color }: CollapsedBorder, rect: Rect): CollapsedBorder {
  return { rect, side: side === 'vertical' ? 'horizontal' : 'vertical', style, color };
}

/** Along a vertical side the gap is measured from the top. */
function physicalGap(gap: LegendGap, { width }: Size, mode: WritingMode): LegendGap {
  const x = mode === 'sideways-lr' ? width - gap.x - gap.width : gap.x;
  return { ...gap, x, side: PHYSICAL_SIDES[mode]['block-start'] };
}

function physicalEdges({ top, right, bottom, left }: Edges, mode: WritingMode): Edges {
  return toPhysicalBoxStrut({ blockStart: top, lineRight: right, blockEnd: bottom, lineLeft: left }, mode);
}

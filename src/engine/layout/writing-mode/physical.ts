/** From frames (css/frames.ts) to the page: places, sizes and styles of finished fragments as they are seen. */

import { type Frame, isVertical, lineFrame, physicalStyle, SIDES, type Side } from '../../css/compute/frames.js';
import type {
  BoxFragment,
  Edges,
  Fragment,
  LegendGap,
  LineFragment,
  Placed,
  Rect,
  Size,
  TextFragment,
} from '../algorithm/types.js';
import { physicalRect, turnedSize } from './turning.js';

/** @param size  of what the fragments are in, in the frame */
export function toPhysical(placed: readonly Placed<BoxFragment>[], size: Size, frame: Frame): Placed<BoxFragment>[] {
  return placed.map((each) => turned(each, size, frame) as Placed<BoxFragment>);
}

function turned({ fragment, x, y }: Placed, size: Size, frame: Frame): Placed {
  const rect = physicalRect({ x, y, width: fragment.width, height: fragment.height }, size, frame);
  return { fragment: turnedFragment(fragment, frame), x: rect.x, y: rect.y };
}

function turnedFragment(fragment: Fragment, frame: Frame): Fragment {
  switch (fragment.kind) {
    case 'text':
      return isVertical(frame) ? turnedText(fragment, frame) : fragment;
    case 'line':
      return turnedLine(fragment, frame);
    case 'box':
      return turnedBox(fragment, frame);
  }
}

function turnedText(fragment: TextFragment, frame: Frame): TextFragment {
  const { width, height } = fragment;
  return { ...fragment, style: physicalStyle(fragment.style), width: height, height: width, turn: turnOf(frame) };
}

/** How lines in the frame are turned. */
const turnOf = (frame: Frame) => (frame === 'sideways-lr' ? 'counterclockwise' : 'clockwise');

function turnedLine(fragment: LineFragment, frame: Frame): LineFragment {
  const inner = lineFrame(frame);
  const children = fragment.children.map((child) => turned(child, fragment, inner)) as LineFragment['children'];
  if (!isVertical(frame)) return { ...fragment, children };
  const { width, height } = fragment;
  return { ...fragment, children, width: height, height: width, turn: turnOf(frame) };
}

function turnedBox(fragment: BoxFragment, outside: Frame): BoxFragment {
  const { box, shift, overflow, style } = fragment;
  const change = ('frames' in box && box.frames) || undefined;
  const frame = change?.inside ?? outside;
  // The size is what the outside makes of it.
  const size: Size = change ? turnedSize(fragment, change) : fragment;
  const children = fragment.children.map((child) => turned(child, size, frame));
  const seen = isVertical(outside) ? { width: fragment.height, height: fragment.width } : {};
  if (!isVertical(frame))
    return { ...fragment, ...seen, children, overflow: overflow && physicalRect(overflow, fragment, outside) };
  const inFrame = (rect: Rect) => physicalRect(rect, size, frame);
  const { gridRect, collapsedBorders, columns, columnRules, tracksRect, legendGap } = fragment;
  return {
    ...fragment,
    ...seen,
    children,
    style: physicalStyle(style),
    frame,
    border: physicalEdges(fragment.border, frame),
    padding: physicalEdges(fragment.padding, frame),
    overflow: overflow && physicalRect(overflow, fragment, outside),
    ...(shift && { shift: physicalShift(shift, frame) }),
    ...(gridRect && { gridRect: inFrame(gridRect) }),
    ...(collapsedBorders && {
      collapsedBorders: collapsedBorders.map(({ rect, side, ...look }) => ({
        ...look,
        rect: inFrame(rect),
        side: side === 'vertical' ? 'horizontal' : 'vertical',
      })),
    }),
    ...(columns && {
      columns: columns.map((column) => ({ style: physicalStyle(column.style), rect: inFrame(column.rect) })),
    }),
    ...(columnRules && { columnRules: columnRules.map(inFrame) }),
    ...(tracksRect && { tracksRect: inFrame(tracksRect) }),
    ...(legendGap && { legendGap: turnedGap(legendGap, size, frame) }),
  };
}

/** Along a side that is upright the gap is measured from its top. */
function turnedGap(gap: LegendGap, { width }: Size, frame: Frame): LegendGap {
  const x = frame === 'sideways-lr' ? width - gap.x - gap.width : gap.x;
  return { ...gap, x, side: SIDES[frame].top };
}

function physicalEdges(edges: Edges, frame: Frame): Edges {
  const sides = SIDES[frame];
  const physical: Record<Side, number> = { top: 0, right: 0, bottom: 0, left: 0 };
  for (const side of ['top', 'right', 'bottom', 'left'] as const) physical[sides[side]] = edges[side];
  return physical;
}

function physicalShift({ x, y }: { readonly x: number; readonly y: number }, frame: Frame): { x: number; y: number } {
  switch (frame) {
    case 'horizontal-tb':
      return { x, y };
    case 'vertical-rl':
      return { x: -y, y: x };
    case 'vertical-lr':
      return { x: y, y: x };
    case 'sideways-lr':
      return { x: y, y: -x };
  }
}

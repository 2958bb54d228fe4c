/** Conversion of a writing-mode root's geometry to the axes of its container's writing mode. */

import { isOrthogonal, type WritingModeChange } from '../../css/compute/writing-mode.js';
import type { Rect, Size } from '../algorithm/geometry.js';
import type { AreaEdges, OutOfFlow } from '../positioned/out-of-flow.js';
import { toPhysicalSize, WritingModeConverter } from './converter.js';
import { layoutRect, logicalRect, logicalSize } from './geometry.js';

export function outsideSize({ width, height }: Size, { outside, inside }: WritingModeChange): Size {
  return isOrthogonal(outside, inside) ? { width: height, height: width } : { width, height };
}

/** @param size  of the root, in its own axes */
export function outsideRect(rect: Rect, size: Size, change: WritingModeChange): Rect {
  const [inside, outside] = converters(size, change);
  return layoutRect(outside.toLogicalRect(inside.toPhysicalRect(logicalRect(rect))));
}

/** Converts a static position in the root. @param size  of the root, in its own axes */
export function outsidePosition(item: OutOfFlow, size: Size, change: WritingModeChange): OutOfFlow {
  const [inside, outside] = converters(size, change);
  const position = { lineOffset: item.x, blockOffset: item.y, lineEdge: item.xEdge, blockEdge: item.yEdge };
  const found = outside.toLogicalStaticPosition(inside.toPhysicalStaticPosition(position));
  const area = item.area && outsideEdges(item.area, inside, outside);
  return { ...item, x: found.lineOffset, y: found.blockOffset, xEdge: found.lineEdge, yEdge: found.blockEdge, area };
}

const POINT = { width: 0, height: 0 };

function outsideEdges(edges: AreaEdges, inside: WritingModeConverter, outside: WritingModeConverter): AreaEdges {
  const { left, top, right, bottom } = edges;
  const corner = (lineOffset: number, blockOffset: number) =>
    outside.toLogicalOffset(inside.toPhysicalOffset({ lineOffset, blockOffset }, logicalSize(POINT)), POINT);
  const [one, other] = [corner(left, top), corner(right, bottom)];
  return {
    left: Math.min(one.lineOffset, other.lineOffset),
    top: Math.min(one.blockOffset, other.blockOffset),
    right: Math.max(one.lineOffset, other.lineOffset),
    bottom: Math.max(one.blockOffset, other.blockOffset),
  };
}

function converters(size: Size, { inside, outside }: WritingModeChange) {
  const physical = toPhysicalSize(logicalSize(size), inside);
  return [new WritingModeConverter(inside, physical), new WritingModeConverter(outside, physical)] as const;
}

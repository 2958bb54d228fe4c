/** Rectangles and points from one frame to another (css/frames.ts). */

import { type Frame, type FrameChange, isVertical } from '../../css/compute/frames.js';
import type { OutOfFlow, Rect, Size } from '../algorithm/types.js';

export function turnedSize({ width, height }: Size, { outside, inside }: FrameChange): Size {
  return isVertical(outside) === isVertical(inside) ? { width, height } : { width: height, height: width };
}

/** @param size  of what the rectangle is in, in the frame */
export function physicalRect({ x, y, width, height }: Rect, size: Size, frame: Frame): Rect {
  switch (frame) {
    case 'horizontal-tb':
      return { x, y, width, height };
    case 'vertical-rl':
      return { x: size.height - y - height, y: x, width: height, height: width };
    case 'vertical-lr':
      return { x: y, y: x, width: height, height: width };
    case 'sideways-lr':
      return { x: y, y: size.width - x - width, width: height, height: width };
  }
}

/** The way back. @param size  of what the rectangle is in, in the frame */
function framedRect({ x, y, width, height }: Rect, size: Size, frame: Frame): Rect {
  switch (frame) {
    case 'horizontal-tb':
      return { x, y, width, height };
    case 'vertical-rl':
      return { x: y, y: size.height - x - width, width: height, height: width };
    case 'vertical-lr':
      return { x: y, y: x, width: height, height: width };
    case 'sideways-lr':
      return { x: size.width - y - height, y: x, width: height, height: width };
  }
}

/** A rectangle in a box, as what is outside the box sees it. @param size  of the box, in the inner frame */
export function outsideRect(rect: Rect, size: Size, change: FrameChange): Rect {
  const physical = physicalRect(rect, size, change.inside);
  return framedRect(physical, turnedSize(size, change), change.outside);
}

type Edge = OutOfFlow['xEdge'];

const opposite = (edge: Edge): Edge => (edge === 'start' ? 'end' : edge === 'end' ? 'start' : edge);

/** Which edges of a box its static position stands for. */
function physicalEdges(x: Edge, y: Edge, frame: Frame): readonly [x: Edge, y: Edge] {
  switch (frame) {
    case 'horizontal-tb':
      return [x, y];
    case 'vertical-rl':
      return [opposite(y), x];
    case 'vertical-lr':
      return [y, x];
    case 'sideways-lr':
      return [y, opposite(x)];
  }
}

function framedEdges(x: Edge, y: Edge, frame: Frame): readonly [x: Edge, y: Edge] {
  switch (frame) {
    case 'horizontal-tb':
      return [x, y];
    case 'vertical-rl':
      return [y, opposite(x)];
    case 'vertical-lr':
      return [y, x];
    case 'sideways-lr':
      return [opposite(y), x];
  }
}

/** A static position in a box, as what is outside sees it. @param size  of the box, in the inner frame */
export function outsidePosition(item: OutOfFlow, size: Size, change: FrameChange): OutOfFlow {
  const { x, y } = outsideRect({ x: item.x, y: item.y, width: 0, height: 0 }, size, change);
  const physical = physicalEdges(item.xEdge, item.yEdge, change.inside);
  const [xEdge, yEdge] = framedEdges(...physical, change.outside);
  return { ...item, x, y, xEdge, yEdge };
}

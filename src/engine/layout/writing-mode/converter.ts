/**
 * Conversion of geometry between logical and physical coordinates. Modelled on Blink's `WritingModeConverter`.
 * Source: https://drafts.csswg.org/css-writing-modes-4/#logical-to-physical
 */

import { isVertical, type WritingMode } from '../../css/compute/writing-mode.js';
import type {
  BoxStrut,
  LogicalOffset,
  LogicalRect,
  LogicalSize,
  LogicalStaticPosition,
  PhysicalBoxStrut,
  PhysicalOffset,
  PhysicalRect,
  PhysicalSize,
  PhysicalStaticPosition,
  StaticPositionEdge,
} from './geometry.js';

export function toPhysicalSize({ inlineSize, blockSize }: LogicalSize, mode: WritingMode): PhysicalSize {
  return isVertical(mode) ? { width: blockSize, height: inlineSize } : { width: inlineSize, height: blockSize };
}

export function toPhysicalBoxStrut(strut: BoxStrut, mode: WritingMode): PhysicalBoxStrut {
  const { blockStart, lineRight, blockEnd, lineLeft } = strut;
  switch (mode) {
    case 'horizontal-tb':
      return { top: blockStart, right: lineRight, bottom: blockEnd, left: lineLeft };
    case 'vertical-rl':
      return { top: lineLeft, right: blockStart, bottom: lineRight, left: blockEnd };
    case 'vertical-lr':
      return { top: lineLeft, right: blockEnd, bottom: lineRight, left: blockStart };
    case 'sideways-lr':
      return { top: lineRight, right: blockEnd, bottom: lineLeft, left: blockStart };
  }
}

/** Converts a vector, such as a relative offset, which does not depend on the size of its container. */
export function toPhysicalVector({ lineOffset, blockOffset }: LogicalOffset, mode: WritingMode): PhysicalOffset {
  switch (mode) {
    case 'horizontal-tb':
      return { x: lineOffset, y: blockOffset };
    case 'vertical-rl':
      return { x: -blockOffset, y: lineOffset };
    case 'vertical-lr':
      return { x: blockOffset, y: lineOffset };
    case 'sideways-lr':
      return { x: blockOffset, y: -lineOffset };
  }
}

/** Converts geometry in a box or page area of the given size. */
export class WritingModeConverter {
  constructor(
    readonly mode: WritingMode,
    readonly outerSize: PhysicalSize,
  ) {}

  toPhysicalRect(rect: LogicalRect): PhysicalRect {
    const { lineOffset, blockOffset, inlineSize, blockSize } = rect;
    const { width, height } = this.outerSize;
    switch (this.mode) {
      case 'horizontal-tb':
        return { x: lineOffset, y: blockOffset, width: inlineSize, height: blockSize };
      case 'vertical-rl':
        return { x: width - blockOffset - blockSize, y: lineOffset, width: blockSize, height: inlineSize };
      case 'vertical-lr':
        return { x: blockOffset, y: lineOffset, width: blockSize, height: inlineSize };
      case 'sideways-lr':
        return { x: blockOffset, y: height - lineOffset - inlineSize, width: blockSize, height: inlineSize };
    }
  }

  toLogicalRect({ x, y, width, height }: PhysicalRect): LogicalRect {
    const outer = this.outerSize;
    switch (this.mode) {
      case 'horizontal-tb':
        return { lineOffset: x, blockOffset: y, inlineSize: width, blockSize: height };
      case 'vertical-rl':
        return { lineOffset: y, blockOffset: outer.width - x - width, inlineSize: height, blockSize: width };
      case 'vertical-lr':
        return { lineOffset: y, blockOffset: x, inlineSize: height, blockSize: width };
      case 'sideways-lr':
        return { lineOffset: outer.height - y - height, blockOffset: x, inlineSize: height, blockSize: width };
    }
  }

  /** @param innerSize  size of the box at the offset */
  toPhysicalOffset(offset: LogicalOffset, innerSize: LogicalSize): PhysicalOffset {
    const { x, y } = this.toPhysicalRect({ ...offset, ...innerSize });
    return { x, y };
  }

  toLogicalOffset(offset: PhysicalOffset, innerSize: PhysicalSize): LogicalOffset {
    const { lineOffset, blockOffset } = this.toLogicalRect({ ...offset, ...innerSize });
    return { lineOffset, blockOffset };
  }

  toPhysicalStaticPosition(position: LogicalStaticPosition): PhysicalStaticPosition {
    const { lineEdge, blockEdge } = position;
    const offset = this.toPhysicalOffset(position, { inlineSize: 0, blockSize: 0 });
    switch (this.mode) {
      case 'horizontal-tb':
        return { ...offset, xEdge: lineEdge, yEdge: blockEdge };
      case 'vertical-rl':
        return { ...offset, xEdge: opposite(blockEdge), yEdge: lineEdge };
      case 'vertical-lr':
        return { ...offset, xEdge: blockEdge, yEdge: lineEdge };
      case 'sideways-lr':
        return { ...offset, xEdge: blockEdge, yEdge: opposite(lineEdge) };
    }
  }

  toLogicalStaticPosition(position: PhysicalStaticPosition): LogicalStaticPosition {
    const { xEdge, yEdge } = position;
    const offset = this.toLogicalOffset(position, { width: 0, height: 0 });
    switch (this.mode) {
      case 'horizontal-tb':
        return { ...offset, lineEdge: xEdge, blockEdge: yEdge };
      case 'vertical-rl':
        return { ...offset, lineEdge: yEdge, blockEdge: opposite(xEdge) };
      case 'vertical-lr':
        return { ...offset, lineEdge: yEdge, blockEdge: xEdge };
      case 'sideways-lr':
        return { ...offset, lineEdge: opposite(yEdge), blockEdge: xEdge };
    }
  }
}

const opposite = (edge: StaticPositionEdge): StaticPositionEdge =>
  edge === 'start' ? 'end' : edge === 'end' ? 'start' : edge;

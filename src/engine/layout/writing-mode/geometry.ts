/**
 * Logical geometry, in the axes and sides of a writing mode, and physical geometry. Lengths in px.
 * Source: https://drafts.csswg.org/css-writing-modes-4/#abstract-box
 */

export interface LogicalSize {
  readonly inlineSize: number;
  readonly blockSize: number;
}

/** Offset from the block-start, line-left corner. */
export interface LogicalOffset {
  readonly lineOffset: number;
  readonly blockOffset: number;
}

export interface LogicalRect extends LogicalOffset, LogicalSize {}

/** Margins, borders or paddings. */
export interface BoxStrut {
  readonly blockStart: number;
  readonly lineRight: number;
  readonly blockEnd: number;
  readonly lineLeft: number;
}

export interface PhysicalSize {
  readonly width: number;
  readonly height: number;
}

/** Offset from the top left corner. */
export interface PhysicalOffset {
  readonly x: number;
  readonly y: number;
}

export interface PhysicalRect extends PhysicalOffset, PhysicalSize {}

export interface PhysicalBoxStrut {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** The edge of a box that is at a static position. */
export type StaticPositionEdge = 'start' | 'center' | 'end';

/** A static position: the point, and the edges of the box at it. */
export interface LogicalStaticPosition extends LogicalOffset {
  readonly lineEdge: StaticPositionEdge;
  readonly blockEdge: StaticPositionEdge;
}

/** `start` is the left or top edge. */
export interface PhysicalStaticPosition extends PhysicalOffset {
  readonly xEdge: StaticPositionEdge;
  readonly yEdge: StaticPositionEdge;
}

/** Converts a size of layout, where `width` is the inline size and `height` the block size. */
export const logicalSize = ({ width, height }: PhysicalSize): LogicalSize => ({ inlineSize: width, blockSize: height });

/** Converts a rectangle of layout, where x is the inline axis and y the block axis. */
export const logicalRect = ({ x, y, width, height }: PhysicalRect): LogicalRect => ({
  lineOffset: x,
  blockOffset: y,
  inlineSize: width,
  blockSize: height,
});

/** The inverse of `logicalRect`. */
export const layoutRect = ({ lineOffset, blockOffset, inlineSize, blockSize }: LogicalRect): PhysicalRect => ({
  x: lineOffset,
  y: blockOffset,
  width: inlineSize,
  height: blockSize,
});

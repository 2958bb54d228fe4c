/**
 * Geometry by the axes and sides of a writing mode, and physical geometry. px.
 * Source: https://drafts.csswg.org/css-writing-modes-4/#abstract-box
 */

export interface LogicalSize {
  readonly inlineSize: number;
  readonly blockSize: number;
}

/** From the corner of the block-start and line-left sides. */
export interface LogicalOffset {
  readonly lineOffset: number;
  readonly blockOffset: number;
}

export interface LogicalRect extends LogicalOffset, LogicalSize {}

/** Extents on the sides of a box, for margins, borders and paddings. */
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

/** From the top left corner. */
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

/** Which edge of a box a point stands for. */
export type StaticPositionEdge = 'start' | 'center' | 'end';

/** A static position: the point, and which edges of the box it stands for. */
export interface LogicalStaticPosition extends LogicalOffset {
  readonly lineEdge: StaticPositionEdge;
  readonly blockEdge: StaticPositionEdge;
}

/** `start` is the left or top edge. */
export interface PhysicalStaticPosition extends PhysicalOffset {
  readonly xEdge: StaticPositionEdge;
  readonly yEdge: StaticPositionEdge;
}

/**
 * The geometry of layout, which names its axes as in horizontal text: x is the inline axis and y the block axis of the
 * writing mode that the box is laid out in.
 */
export const logicalSize = ({ width, height }: PhysicalSize): LogicalSize => ({ inlineSize: width, blockSize: height });

export const logicalRect = ({ x, y, width, height }: PhysicalRect): LogicalRect => ({
  lineOffset: x,
  blockOffset: y,
  inlineSize: width,
  blockSize: height,
});

/** The way back into layout. */
export const layoutSize = ({ inlineSize, blockSize }: LogicalSize): PhysicalSize => ({
  width: inlineSize,
  height: blockSize,
});

export const layoutRect = ({ lineOffset, blockOffset, inlineSize, blockSize }: LogicalRect): PhysicalRect => ({
  x: lineOffset,
  y: blockOffset,
  width: inlineSize,
  height: blockSize,
});

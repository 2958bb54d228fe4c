/** Sizes, rectangles and edges, in CSS px in multiples of 1/64 (units.ts); x is the inline axis, y the block axis. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

export interface Edges {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export const NO_EDGES: Edges = { top: 0, right: 0, bottom: 0, left: 0 };

/** How far content may go beyond the sides of a page area without overflowing it, px. */
export interface Bleed {
  readonly blockStart: number;
  readonly blockEnd: number;
  readonly lineRight: number;
}

export const NO_BLEED: Bleed = { blockStart: 0, blockEnd: 0, lineRight: 0 };

/** min-content and max-content contributions of the border box in the inline axis. */
export interface MinMax {
  readonly min: number;
  readonly max: number;
}

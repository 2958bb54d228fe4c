/**
 * Layout lengths are CSS px in multiples of 1/64, Blink's LayoutUnit. A double holds them exactly, so sums need no
 * snapping; only values that come from outside (styles, percentages, glyph advances) do.
 */

const UNIT = 64;
/** Blink's largest LayoutUnit: 2^31 / 64 px. */
export const MAX_LENGTH = 33_554_431;

function clampLength(px: number): number {
  if (px > MAX_LENGTH) return MAX_LENGTH;
  if (px < -MAX_LENGTH) return -MAX_LENGTH;
  return Number.isNaN(px) ? 0 : px;
}

/** Towards zero: how lengths and percentages of styles become layout lengths. */
export function snap(px: number): number {
  return clampLength(Math.trunc(px * UNIT) / UNIT);
}

export function snapFloor(px: number): number {
  return clampLength(Math.floor(px * UNIT) / UNIT);
}

/** Upwards: how the width of shaped text becomes a layout length. */
export function snapCeil(px: number): number {
  return clampLength(Math.ceil(px * UNIT) / UNIT);
}

export function snapRound(px: number): number {
  return clampLength(Math.round(px * UNIT) / UNIT);
}

/**
 * Layout lengths: CSS px in multiples of 1/64, as Blink's LayoutUnit. Doubles represent them exactly, so sums need no
 * snapping; only input values (styles, percentages, glyph advances) do.
 */

/** Blink: `LayoutUnit::kFixedPointDenominator`. */
const UNIT = 64;
/** The smallest length, px. Blink: `LayoutUnit::Epsilon()`. */
export const LAYOUT_UNIT = 1 / UNIT;
/** Blink's `LayoutUnit::Max()`, (2^31 - 1) / 64 px, rounded down to whole px. */
export const MAX_LENGTH = 33_554_431;

function clampLength(px: number): number {
  if (px > MAX_LENGTH) return MAX_LENGTH;
  if (px < -MAX_LENGTH) return -MAX_LENGTH;
  return Number.isNaN(px) ? 0 : px;
}

/** Rounds towards zero, for lengths and percentages of styles. Blink: `LayoutUnit(float)`. */
export function snap(px: number): number {
  return clampLength(Math.trunc(px * UNIT) / UNIT);
}

export function snapFloor(px: number): number {
  return clampLength(Math.floor(px * UNIT) / UNIT);
}

/** Rounds up, for the width of shaped text. Blink: `LayoutUnit::FromFloatCeil`, `ShapeResult::SnappedWidth`. */
export function snapCeil(px: number): number {
  return clampLength(Math.ceil(px * UNIT) / UNIT);
}

export function snapRound(px: number): number {
  return clampLength(Math.round(px * UNIT) / UNIT);
}

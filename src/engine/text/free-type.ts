/** Sizes as FreeType has them, which gives Chromium on Linux its advances: in fixed point. */

/** px. Skia hands sizes over in 26.6 fixed point, rounded down (SkScalarToFDot6). @param size  px */
export const freeTypeSize = (size: number): number => Math.floor(size * 64 + 1e-6) / 64;

/**
 * px per font unit, 16.16 fixed point to units of 1/64 px: advances of fonts with 1,000 units per em are a little wider
 * than the size says, enough for a line to be too long.
 * Source: FT_Request_Metrics in FreeType's base/ftobjs.c
 */
export const freeTypeScale = (size: number, unitsPerEm: number): number =>
  Math.round((size * 64 * 65536) / unitsPerEm) / (64 * 65536);

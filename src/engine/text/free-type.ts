/** Font scaling in FreeType's fixed point arithmetic, which determines advances in Chromium on Linux. */

/** Rounds a size in px down to 26.6 fixed point. Source: Skia's SkScalarToFDot6 */
export const freeTypeSize = (size: number): number => Math.floor(size * 64 + 1e-6) / 64;

/** The size in px that text is shown at in a face. */
export const shownSize = (size: number, { sizeAdjust = 1 }: { readonly sizeAdjust?: number }): number =>
  freeTypeSize(size * sizeAdjust);

/**
 * px per font unit in 16.16 fixed point. Advances of fonts with 1,000 units per em get slightly wider, which can decide
 * whether a line fits.
 * Source: FT_Request_Metrics in FreeType's base/ftobjs.c
 */
export const freeTypeScale = (size: number, unitsPerEm: number): number =>
  Math.round((size * 64 * 65536) / unitsPerEm) / (64 * 65536);

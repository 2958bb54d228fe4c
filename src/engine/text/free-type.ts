/** Font scaling in FreeType's fixed point arithmetic, which determines advances in Chromium on Linux. */

/**
 * The size in px that a font is opened at, rounded down to hundredths in single precision.
 * Source: Blink's FontDescription::EffectiveFontSize
 */
export const effectiveSize = (size: number): number => Math.floor(Math.fround(Math.fround(size) * 100)) / 100;

/** The effective size, rounded down to 26.6 fixed point. Source: Skia's SkScalarToFDot6 */
export const freeTypeSize = (size: number): number => Math.floor(effectiveSize(size) * 64 + 1e-6) / 64;

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

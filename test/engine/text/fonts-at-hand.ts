/** The fonts tests use, loaded once per test file. */

import { FontLibrary } from '../../../src/engine/text/fonts.js';
import type { FontFace, FontRequest, ShapeStyle } from '../../../src/engine/text/types.js';
import { loadFonts } from '../../../src/fonts/fonts.js';

export const library = new FontLibrary(loadFonts());

export const request = (families: string | string[], more: Partial<FontRequest> = {}): FontRequest => ({
  families: typeof families === 'string' ? [families] : families,
  weight: 400,
  style: 'normal',
  stretch: 100,
  size: 16,
  ...more,
});

export const shapeStyle = (family: string, size: number, more: Partial<ShapeStyle> = {}): ShapeStyle => ({
  font: request(family, { size }),
  letterSpacing: 0,
  wordSpacing: 0,
  features: [],
  language: 'en',
  ...more,
});

/** A face that exists only in its description. */
export const face = (family: string, more: Partial<FontFace> = {}): FontFace => ({
  id: `${family} ${more.weight ?? 400} ${more.style ?? 'normal'} ${more.stretch ?? 100}`,
  family,
  uniqueFamily: family,
  weight: 400,
  style: 'normal',
  stretch: 100,
  unitsPerEm: 1000,
  ascent: 800,
  descent: 200,
  lineGap: 0,
  xHeight: 500,
  capHeight: 700,
  zeroAdvance: 500,
  averageAdvance: 500,
  boundsWidth: 1500,
  underlinePosition: 100,
  underlineThickness: 50,
  strikeoutPosition: 300,
  strikeoutThickness: 50,
  coverage: Uint32Array.of(0x20, 0x7e),
  color: false,
  data: () => new Uint8Array(),
  index: 0,
  ...more,
});

/**
 * The text stage: widths, break opportunities and visual order from characters and computed styles.
 * Layout calls it in this order: white space and text-transform, bidi levels, shaping, breaking.
 */

export {
  type BidiLevels,
  bidiLevels,
  type Direction,
  embeddingControls,
  lineLevels,
  reorderLine,
  type VisualRun,
  visualOrder,
} from './bidi.js';
export { FontLibrary, type FontLibraryOptions, type FontMatch } from './fonts.js';
export { graphemeBoundaries } from './graphemes.js';
export {
  BREAK,
  type BreakRange,
  type BreakStyle,
  breakOpportunities,
  FORCED_BREAK,
  HYPHEN_BREAK,
  NO_BREAK,
} from './line-break.js';
export { type ShapeOptions, TextShaper, type TextShaperOptions } from './shape.js';
export { type TextTransform, transformText } from './transform.js';
export type * from './types.js';
export { UnusableFonts } from './unusable-fonts.js';
export { WebFontCache, type WebFontOptions, WebFonts } from './web-fonts.js';
export { collapseWhitespace, type TextPiece, type WhiteSpaceCollapse } from './whitespace.js';

/** What the engine hands to a Typst compiler. */

import type { FontFace, PlacedGlyph } from '../text/types.js';

export interface TypstSource {
  /** The main file. Holds user text only as escaped string literals. */
  readonly text: string;
  /** Files the source names, by absolute virtual path (`/img/<hash>.png`); nothing else can be read. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Ids of the font faces (FontFace.id) the source uses. */
  readonly fonts: ReadonlySet<string>;
  /** Faces the document brings itself, by id, which the compiler does not know yet; default none. */
  readonly faces?: ReadonlyMap<string, FontFace>;
  /** Fonts to be made for this source; default none. */
  readonly composed?: readonly ComposedFont[];
}

/** A font whose glyphs are put together from those of a face. */
export interface ComposedFont {
  /** Unique by content. */
  readonly id: string;
  readonly typstFamily: string;
  /** With `glyf` outlines. */
  readonly face: FontFace;
  readonly glyphs: readonly ComposedGlyph[];
}

export interface ComposedGlyph {
  /** The character that shows it. */
  readonly code: number;
  readonly parts: readonly PlacedGlyph[];
  /** Font units. */
  readonly advance: number;
  /** What it is to be read as in the PDF, instead of its character. */
  readonly text: string;
}

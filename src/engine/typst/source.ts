/** The input of a Typst compiler. */

import type { Deadline } from '../deadline.js';
import type { FontFace, PlacedGlyph } from '../text/types.js';

export interface TypstSource {
  /** The main file; user text occurs only in escaped string literals. */
  readonly text: string;
  /** Files by absolute virtual path (`/img/<hash>.png`); the source can read no others. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Ids of the faces used (FontFace.id). */
  readonly fonts: ReadonlySet<string>;
  /** Faces of the document by id, which the compiler does not know yet; default none. */
  readonly faces?: ReadonlyMap<string, FontFace>;
  /** Fonts to create for this source; default none. */
  readonly composed?: readonly ComposedFont[];
  /** To check between several compiles; default none. */
  readonly deadline?: Deadline;
}

/** A font of composite glyphs built from the glyphs of a face. */
export interface ComposedFont {
  /** Hash of the content. */
  readonly id: string;
  readonly typstFamily: string;
  /** Has `glyf` outlines. */
  readonly face: FontFace;
  readonly glyphs: readonly ComposedGlyph[];
}

export interface ComposedGlyph {
  /** The character mapped to the glyph. */
  readonly code: number;
  readonly parts: readonly PlacedGlyph[];
  /** Font units. */
  readonly advance: number;
  /** The text the glyph stands for in the PDF, instead of its character. */
  readonly text: string;
}

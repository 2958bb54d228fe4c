/** What the engine hands to a Typst compiler. */

import type { FontFace } from '../text/types.js';

export interface TypstSource {
  /** The main file. Holds user text only as escaped string literals. */
  readonly text: string;
  /** Files the source names, by absolute virtual path (`/img/<hash>.png`); nothing else can be read. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Ids of the font faces (FontFace.id) the source uses. */
  readonly fonts: ReadonlySet<string>;
  /** Faces the document brings itself, by id, which the compiler does not know yet; default none. */
  readonly faces?: ReadonlyMap<string, FontFace>;
}

/** The input of a Typst compiler. */

import type { Deadline } from '../deadline.js';
import type { ComposedFont } from '../encode/composed-text.js';
import type { FontFace } from '../text/types.js';

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

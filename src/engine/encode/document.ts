/** What the engine hands to the native core. */

import type { ImageItem } from '../paint/display-list.js';
import type { FontFace } from '../text/types.js';
import type { ComposedFont } from '../typst/source.js';

export interface EncodedDocument {
  /** The display list as `format.ts` has it. */
  readonly list: Uint8Array;
  /** Fonts by the places that the list names them by. */
  readonly fonts: readonly (FontFace | ComposedFont)[];
  /** Images likewise. */
  readonly images: readonly EncodedImage[];
  /** Faces the document brings itself, by id, for text in drawings; default none. */
  readonly faces?: ReadonlyMap<string, FontFace>;
}

export interface EncodedImage {
  /** Of the image as the document has it (`ImageResource.key`); empty for drawings that the engine makes. */
  readonly key: string;
  readonly format: ImageItem['image']['format'];
  readonly bytes: Uint8Array;
  /** Enlarged pixels flow into each other. */
  readonly smooth: boolean;
}

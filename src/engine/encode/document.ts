/** The input of the native core. */

import type { Deadline } from '../deadline.js';
import type { ImageItem } from '../paint/display-list.js';
import type { FontFace } from '../text/types.js';
import type { ComposedFont } from './composed-text.js';

export interface EncodedDocument {
  /** The display list in the format of `format.ts`. */
  readonly list: Uint8Array;
  /** Fonts by their index in the list. */
  readonly fonts: readonly (FontFace | ComposedFont)[];
  /** Images by their index in the list. */
  readonly images: readonly EncodedImage[];
  /** Faces of the document by id, for text in drawings; default none. */
  readonly faces?: ReadonlyMap<string, FontFace>;
  /** Only documents of one scope share images and fonts of their own; default ''. */
  readonly scope?: string;
  /** To check between images; default none. */
  readonly deadline?: Deadline | undefined;
}

export interface EncodedImage {
  /** `ImageResource.key`; empty for drawings created by the engine. */
  readonly key: string;
  readonly format: ImageItem['image']['format'];
  readonly bytes: Uint8Array;
  /** Scale up with smooth interpolation. */
  readonly smooth: boolean;
}

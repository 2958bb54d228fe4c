/** The input of the native core. */

import type { Deadline } from '../deadline.js';
import type { ImageItem } from '../paint/display-list.js';
import type { FontFace } from '../text/types.js';
import type { ComposedFont } from './composed-text.js';

export interface EncodedDocument {
  /**
   * The display list in the format of `format.ts`: in one piece, or, of a long document, in several, each of which is
   * encoded when it is taken, once.
   */
  readonly lists: Iterable<EncodedList>;
  /** Fonts by their index in the lists: those of the lists that were taken. */
  readonly fonts: readonly (FontFace | ComposedFont)[];
  /** The same of images. */
  readonly images: readonly EncodedImage[];
  /** Faces of the document by id, for text in drawings; default none. */
  readonly faces?: ReadonlyMap<string, FontFace>;
  /** Only documents of one scope share images and fonts of their own; default ''. */
  readonly scope?: string;
  /** To check between images; default none. */
  readonly deadline?: Deadline | undefined;
}

/** Whole pages, and what belongs to the document. */
export interface EncodedList {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

export interface EncodedImage {
  /** `ImageResource.key`; empty for drawings created by the engine. */
  readonly key: string;
  readonly format: ImageItem['image']['format'];
  readonly bytes: Uint8Array;
  /** Scale up with smooth interpolation. */
  readonly smooth: boolean;
}

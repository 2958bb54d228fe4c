/** The engine's view of PDF writers. */

import type { Deadline } from '../deadline.js';
import type { Report } from '../diagnostics.js';
import type { TextShaper } from '../text/shape.js';
import type { FontFace } from '../text/types.js';
import type { DisplayList } from './display-list.js';

export interface DisplayListWriter {
  /** Turns a display list into the writer's input. */
  prepare(list: DisplayList, writing: Writing): PreparedList;
  /** Limitations of its PDFs; default none. */
  readonly gaps?: WriterGaps;
}

export interface WriterGaps {
  /** It writes colours in sRGB and in DeviceCMYK only. */
  readonly customColors: true;
  /** The structure of a document that it leaves out, in words. */
  lostStructure(list: DisplayList): readonly string[];
}

export interface Writing {
  /** Only documents of one scope share what is known of their parts. */
  readonly scope: string;
  /** Keys of images and ids of fonts that the document goes without. */
  readonly broken: ReadonlySet<string>;
  readonly report: Report;
  /** Faces of the document by id. */
  readonly faces: ReadonlyMap<string, FontFace>;
  readonly shaper: TextShaper;
  readonly deadline: Deadline | undefined;
  readonly time: <T>(stage: 'typst' | 'encode' | 'compile' | 'finish', run: () => T) => T;
}

export interface PreparedList {
  /**
   * Writes the PDF.
   * @throws UndecodableImages, UnusableFonts, EngineError render_timeout after the deadline
   */
  readonly write: () => Uint8Array;
  /**
   * Its images, drawings and fonts of the document, which the writer may refuse: equal ones are equal by scope and content;
   * undefined: not known before it is written, as it is long.
   */
  parts(): string[] | undefined;
}

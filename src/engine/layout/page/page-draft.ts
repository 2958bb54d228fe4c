import type { RunningElement } from '../../box/paged-media.js';
import type { Footnote } from '../../box/raw.js';
import type { PageStyle } from '../../css/compute/styled-document.js';
import type { WritingMode } from '../../css/compute/writing-mode.js';
import type { BoxFragment, Placed } from '../algorithm/fragment.js';
import type { Bleed, Size } from '../algorithm/geometry.js';
import type { PageGeometry } from './page-geometry.js';
import type { OnPage } from './page-references.js';

/** A page without its margin boxes. Lengths in px. */
export interface PageDraft {
  readonly geometry: PageGeometry;
  readonly style: PageStyle;
  readonly name: string;
  readonly blank: boolean;
  readonly side: 'left' | 'right';
  readonly groups: ReadonlyMap<string, number>;
  /** Writing mode of the document; undefined: all text is horizontal. */
  readonly writingMode: WritingMode | undefined;
  /** Size of the page area for layout, in the writing mode. */
  readonly width: number;
  readonly height: number;
  /** How far content may go beyond the page area, in the writing mode; px of layout. */
  readonly bleed: Bleed;
  /** Size of the initial containing block, in the writing mode. */
  readonly initial: Size;
  /** Offsets from the page area's origin, in the writing mode. */
  readonly content: Placed<BoxFragment>[];
  /** The same before content that crosses page edges was sliced: every box on the page that it is laid out on. */
  readonly unsliced: Placed<BoxFragment>[];
  /** Running elements with their anchors on the page. */
  readonly running: OnPage<RunningElement>[];
  /** Footnotes with calls on the page, in document order. */
  readonly footnotes: Footnote[];
  /** Where the content ends: the height of the page area without the page floats at its end and the footnotes. */
  contentHeight: number;
  /** Height of the page floats at the start. */
  startFloats: number;
  readonly floats: Placed<BoxFragment>[];
  /** The footnote area, and another one above it for calls in out-of-flow boxes. */
  readonly footnoteAreas: Placed<BoxFragment>[];
  /** Right edge of the content, including overflow. */
  contentWidth: number;
}

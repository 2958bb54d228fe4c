import type { Footnote } from '../../box/footnotes.js';
import type { RunningElement } from '../../box/running.js';
import type { PageStyle } from '../../css/compute/styled-document.js';
import type { WritingMode } from '../../css/compute/writing-mode.js';
import type { BoxFragment, Placed } from '../algorithm/fragment.js';
import type { Size } from '../algorithm/geometry.js';
import type { PageGeometry } from './page-geometry.js';
import type { OnPage } from './page-references.js';

/** A page before its margin boxes. */
export interface PageDraft {
  readonly geometry: PageGeometry;
  readonly style: PageStyle;
  readonly name: string;
  readonly blank: boolean;
  readonly side: 'left' | 'right';
  readonly groups: ReadonlyMap<string, number>;
  /** Of the document; undefined: it has horizontal writing only. */
  readonly writingMode: WritingMode | undefined;
  /** Page area that the content was laid out on, in its writing mode. */
  readonly width: number;
  readonly height: number;
  /** The initial containing block, in the writing mode. */
  readonly initial: Size;
  /** Relative to the page area, in the writing mode. */
  readonly content: Placed<BoxFragment>[];
  /** Elements that were taken out of the page's flow for its margin boxes. */
  readonly running: OnPage<RunningElement>[];
  /** Those whose calls are on the page, in document order. */
  readonly footnotes: Footnote[];
  /** Height of the page that footnotes leave to the content. */
  contentHeight: number;
  /** One, and one over it for calls in positioned boxes. */
  readonly footnoteAreas: Placed<BoxFragment>[];
  /** How far to the right the content reaches. */
  contentWidth: number;
}

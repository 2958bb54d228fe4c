/** The result of the layout stage: pages of fragments. */

import type { RunningElement } from '../../box/paged-media.js';
import type { Footnote } from '../../box/raw.js';
import type { PageSheet } from '../../css/compute/styled-document.js';
import type { ComputedStyle } from '../../css/properties/table.js';
import type { CounterStyleName } from '../../css/values/values.js';
import type { PhysicalBoxFragment, PhysicalPlaced } from '../algorithm/fragment.js';
import type { Edges, Rect } from '../algorithm/geometry.js';
import type { OnPage } from './page-references.js';

export interface Anchor {
  /** 0-based. */
  readonly page: number;
  /** From the page area's origin, px. */
  readonly x: number;
  readonly y: number;
}

export interface PageLayout {
  /** Page box, px. */
  readonly width: number;
  readonly height: number;
  /** undefined: the sheet is the page box. */
  readonly sheet: PageSheet | undefined;
  /** Page area (content box of the page). */
  readonly area: Rect;
  /** How far content may go beyond the sides of the page area, px. */
  readonly bleed: Edges;
  /** Style of the page context: background, border, padding. */
  readonly style: ComputedStyle;
  readonly margin: Edges;
  readonly border: Edges;
  readonly padding: Edges;
  /** Scale of `content`; < 1 if the document is wider than the page area and is laid out on an enlarged one. */
  readonly scale: number;
  /** Offsets from the page area's origin, unscaled. */
  readonly content: readonly PhysicalPlaced<PhysicalBoxFragment>[];
  /**
   * The same before content that crosses page edges was sliced: every box on the page that it is laid out on, which is the
   * page of its element for references, whatever is painted above or below it.
   */
  readonly unsliced: readonly PhysicalPlaced<PhysicalBoxFragment>[];
  /** Offsets from the page box. */
  readonly marginBoxes: readonly PhysicalPlaced<PhysicalBoxFragment>[];
  /** Style of the first page number in the margin boxes; undefined: they show none. */
  readonly numberStyle: CounterStyleName | undefined;
  /** The value that content gives the page counter; undefined: it counts on. */
  readonly pageNumber: number | undefined;
  readonly name: string;
  /** A blank page before a forced `left`, `right`, `recto` or `verso` break. */
  readonly blank: boolean;
  readonly side: 'left' | 'right';
  /** Number of the page, from 1, in its page groups, by name. */
  readonly groups: ReadonlyMap<string, number>;
  /** Running elements with their anchors on the page. */
  readonly running: readonly OnPage<RunningElement>[];
  /** Footnotes with calls on the page, in document order. */
  readonly footnotes: readonly Footnote[];
}

/** The name of a page in viewers. */
export interface PageLabel {
  readonly text: string;
  /** Of the page counter. */
  readonly value: number;
  /** The numbering of PDF that represents the value by the text; undefined: there is none. */
  readonly numbering: Numbering | undefined;
}

/** Numberings of PDF, under the names of equal counter styles. */
export type Numbering = 'decimal' | 'lower-roman' | 'upper-roman' | 'lower-alpha' | 'upper-alpha';

/** Pages of the documents around one whose page numbers go on. */
export interface PagesAround {
  readonly before: number;
  readonly after: number;
}

export interface DocumentLayout {
  /** In a long document, those that are painted may lose their fragments. */
  readonly pages: PageLayout[];
  readonly around: PagesAround;
  /** One for each page. */
  readonly labels: readonly PageLabel[];
  /** Targets of internal links by id. */
  readonly anchors: { get(id: string): Anchor | undefined };
}

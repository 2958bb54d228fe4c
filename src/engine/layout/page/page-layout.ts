/** What comes out of the layout stage: pages of fragments. */

import type { Footnote } from '../../box/footnotes.js';
import type { RunningElement } from '../../box/running.js';
import type { ComputedStyle } from '../../css/properties/table.js';
import type { PhysicalBoxFragment, PhysicalPlaced } from '../algorithm/fragment.js';
import type { Edges, Rect } from '../algorithm/geometry.js';
import type { OnPage } from './page-references.js';

export interface PageLayout {
  /** Page box, px. */
  readonly width: number;
  readonly height: number;
  /** Page area (content box of the page). */
  readonly area: Rect;
  /** Of the page context: background, border, padding. */
  readonly style: ComputedStyle;
  readonly margin: Edges;
  readonly border: Edges;
  readonly padding: Edges;
  /** < 1 when the document is wider than the page area and was laid out on an enlarged one; margin boxes excluded. */
  readonly scale: number;
  /** Relative to the page area's origin, unscaled. */
  readonly content: readonly PhysicalPlaced<PhysicalBoxFragment>[];
  /** Relative to the page box. */
  readonly marginBoxes: readonly PhysicalPlaced<PhysicalBoxFragment>[];
  readonly name: string;
  /** Made only to get to the right side. */
  readonly blank: boolean;
  readonly side: 'left' | 'right';
  /** See PageQuery. */
  readonly groups: ReadonlyMap<string, number>;
  /** Elements that were taken out of the flow here, for page-margin boxes. */
  readonly running: readonly OnPage<RunningElement>[];
  /** Those whose calls are on the page, in document order. */
  readonly footnotes: readonly Footnote[];
}

export interface DocumentLayout {
  readonly pages: readonly PageLayout[];
  /** Targets of internal links by id: page index and place in the page area. */
  readonly anchors: ReadonlyMap<string, { readonly page: number; readonly x: number; readonly y: number }>;
}

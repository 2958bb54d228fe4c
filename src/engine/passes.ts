/**
 * Runs the box and layout stages, once for most documents. With cross-references in generated content, or named strings
 * of its page, they repeat until the content agrees with the layout; so they do with containers whose size styles depend on, see
 * `container-passes.ts`. Where a document is too wide for its pages, so that they
 * are enlarged, lengths in viewport units follow, as in Blink's LocalFrameView::ForceLayoutForPagination.
 */

import { type KnownFacts, References } from './box/references.js';
import type { BlockBox } from './box/tree.js';
import { Report } from './diagnostics.js';
import type { HtmlDocument } from './html/dom.js';
import type { TooWide } from './layout/page/page.js';
import { pageFacts } from './layout/page/page-facts.js';
import type { DocumentLayout } from './layout/page/page-layout.js';

interface PassStages {
  build(references: References, report: Report): BlockBox;
  layOut(root: BlockBox, references: References, report: Report): DocumentLayout | TooWide;
  /** Computes styles for a page area that is enlarged by the factor. */
  enlarge(enlargement: number): void;
  /** Computes styles for the sizes of containers in a layout. @returns whether any changed */
  resizeContainers(layout: DocumentLayout, report: Report): boolean;
}

/** Layouts per document: page numbers that change the page breaks may never stabilize. */
const MAX_LAYOUTS = 5;
/** Box generations per layout; references to elements further up are resolved by generating boxes again. */
const MAX_BUILDS = 4;

/** @param report receives the diagnostics of the last pass */
export function layOutInPasses(document: HtmlDocument, stages: PassStages, report: Report): DocumentLayout {
  let known: KnownFacts | undefined;
  let layouts = 1;
  for (;;) {
    const pass = buildBoxes(document, stages, known);
    const layout = stages.layOut(pass.root, pass.references, pass.report);
    if ('enlargement' in layout) {
      report.addAll(layout.report.findings);
      stages.enlarge(layout.enlargement);
      layouts++;
      continue;
    }
    if (stages.resizeContainers(layout, pass.report)) continue;
    const { references } = pass;
    known = references.isEmpty ? undefined : references.found(pageFacts(layout));
    if (known && !references.agreesWith(known)) {
      if (layouts++ < MAX_LAYOUTS) continue;
      references.reportUnstable(known, pass.report);
    }
    report.addAll(pass.report.findings);
    return layout;
  }
}

/** Generates boxes until cross-references agree, except for those to pages. */
function buildBoxes(document: HtmlDocument, stages: PassStages, before: KnownFacts | undefined) {
  let known = before;
  for (let builds = 1; ; builds++) {
    const references = new References(document, known);
    const report = new Report();
    const root = stages.build(references, report);
    known = references.found();
    if (references.agreesWith(known) || builds === MAX_BUILDS) return { root, references, report };
  }
}

/**
 * Box and layout stages, once for most documents. Where generated content speaks of other places (cross-references,
 * strings of its page) they are repeated until what it says is so.
 */

import { type KnownFacts, References } from './box/references.js';
import type { BlockBox } from './box/tree.js';
import { Report } from './diagnostics.js';
import type { HtmlDocument } from './html/dom.js';
import type { DocumentLayout } from './layout/algorithm/types.js';
import { pageFacts } from './layout/page/page-facts.js';

export interface PassStages {
  build(references: References, report: Report): BlockBox;
  layOut(root: BlockBox, references: References, report: Report): DocumentLayout;
}

/** Numbers of pages that change the pages they are on may never come to rest. */
const MAX_LAYOUTS = 5;
/** What is asked about elements that come earlier in the document is found out by building the boxes again. */
const MAX_BUILDS = 4;

/** @param report  gets the diagnostics of the last pass */
export function layOutInPasses(document: HtmlDocument, stages: PassStages, report: Report): DocumentLayout {
  let known: KnownFacts | undefined;
  for (let layouts = 1; ; layouts++) {
    const pass = buildBoxes(document, stages, known);
    const layout = stages.layOut(pass.root, pass.references, pass.report);
    const { references } = pass;
    known = references.isUnused ? undefined : references.found(pageFacts(layout.pages));
    if (known && !references.holds(known)) {
      if (layouts < MAX_LAYOUTS) continue;
      references.reportUnsettled(known, pass.report);
    }
    report.addAll(pass.report);
    return layout;
  }
}

/** Boxes whose content agrees with each other, as far as that goes without pages. */
function buildBoxes(document: HtmlDocument, stages: PassStages, before: KnownFacts | undefined) {
  let known = before;
  for (let builds = 1; ; builds++) {
    const references = new References(document, known);
    const report = new Report();
    const root = stages.build(references, report);
    known = references.found();
    if (references.holds(known) || builds === MAX_BUILDS) return { root, references, report };
  }
}

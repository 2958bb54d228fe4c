/** The layout stage: lays out a box tree page by page, then the margin boxes, which depend on the number of pages. */

import type { BlockBox } from '../../box/tree.js';
import type { StyledDocument } from '../../css/compute/styled-document.js';
import { propagatesToCanvas } from '../../css/style-queries.js';
import { isVisuallyHidden } from '../../css/visually-hidden.js';
import { Report } from '../../diagnostics.js';
import type { Rect } from '../algorithm/geometry.js';
import type { LayoutInput } from '../algorithm/layout-context.js';
import { createLayoutContext } from '../algorithm/registry.js';
import { snap, snapRound } from '../algorithm/units.js';
import { startPageName } from '../fragmentation/page-names.js';
import { reportOverflow, reportTooWide } from '../overflow/overflow-report.js';
import { toPhysical } from '../writing-mode/physical.js';
import { Anchors } from './anchors.js';
import { layoutMarginBoxes, type MarginBoxOptions } from './margin-boxes.js';
import { NO_PAGES_AROUND, pageNumbers } from './page-counters.js';
import type { PageDraft } from './page-draft.js';
import { type PageGeometry, pageGeometry } from './page-geometry.js';
import { pageLabels } from './page-labels.js';
import type { DocumentLayout, PageLayout } from './page-layout.js';
import { withPageSums } from './page-sum-texts.js';
import { layoutPages } from './pages.js';

interface PageOptions extends MarginBoxOptions {
  /** Maximum number of pages. Default 1000. */
  readonly maxPages?: number;
  /** Of page areas, when styles have been computed for it; default: as the content needs. */
  readonly enlargement?: number;
}

/** In place of a layout: the styles of a document that is too wide depend on the size of its page area. */
export interface TooWide {
  /** For which styles are to be computed anew. */
  readonly enlargement: number;
  readonly report: Report;
}

const DEFAULT_MAX_PAGES = 1000;

/**
 * Maximum enlargement of the page area for a document that is too wide, and so the inverse of the minimum scale.
 * Blink: `kPrintingMaximumShrinkFactor` / `kPrintingMinimumShrinkFactor`, 2 / 1.33333 (print_context.h)
 */
const MAX_ENLARGEMENT = 1.5;

/**
 * @param root  the box of the `html` element
 * @throws EngineError document_too_complex: the document has more than `maxPages` pages, or more than a budget of `input`
 */
export function layoutDocument(
  input: Pick<LayoutInput, 'fonts' | 'shaper' | 'hyphenators' | 'report' | 'counts' | 'deadline' | 'budgets'>,
  root: BlockBox,
  styled: StyledDocument,
  options: PageOptions,
): DocumentLayout | TooWide {
  const shapedBefore = input.shaper.shapings;
  const name = startPageName(root, '');
  const firstPage = pageGeometry(styled.page({ index: 0, name, blank: false, side: 'right' }));
  const { fonts, shaper, hyphenators, report, counts, deadline, budgets } = input;
  const context = createLayoutContext({
    fonts,
    shaper,
    hyphenators,
    report,
    resources: options.resources,
    isHidden: (element) => isVisuallyHidden(element, (each) => styled.style(each)),
    counts,
    deadline,
    budgets,
    viewport: firstPage.area,
    quirks: styled.document.quirks,
    lineHeightQuirk: styled.document.mode !== 'no-quirks',
    caches: { byModule: new Map() },
  });
  const maxPages = options.maxPages ?? DEFAULT_MAX_PAGES;
  const principal = withPrincipalDirection(root);
  let { enlargement = 1 } = options;
  let drafts = layoutPages(context, principal, styled, { maxPages, enlargement });
  if (options.enlargement === undefined && widestRatio(drafts) > 1) {
    enlargement = Math.min(MAX_ENLARGEMENT, widestRatio(drafts));
    const tooWide = new Report();
    reportTooWide(tooWide, drafts, enlargement);
    if (styled.usesViewport) return { enlargement, report: tooWide };
    report.addAll(tooWide.findings);
    drafts = layoutPages(context, principal, styled, { maxPages, enlargement });
  }
  reportOverflow(input.report, drafts);
  if (options.references?.hasPageSums) drafts = withPageSums(context, drafts);
  const numbers = options.references?.setsPageNumbers ? pageNumbers(drafts) : undefined;
  const isRtl = principal.style.direction === 'rtl' && drafts[0]?.writingMode === undefined;
  const pages = layoutMarginBoxes(
    context,
    drafts.map((draft, index) => toPage(draft, isRtl, enlargement, numbers?.[index])),
    styled,
    { ...options, isRtl },
  );
  if (input.counts) input.counts.shapings += input.shaper.shapings - shapedBefore;
  const around = options.around ?? NO_PAGES_AROUND;
  const labels = pageLabels(pages, around, styled.counterStyles);
  return { pages, around, labels, anchors: new Anchors(pages) };
}

/** Propagates the body's direction. Source: https://drafts.csswg.org/css-writing-modes-4/#principal-flow */
function withPrincipalDirection(root: BlockBox): BlockBox {
  if (root.content.type !== 'blocks') return root;
  const body = root.content.children.find(({ element, origin }) => element.name === 'body' && origin === undefined);
  if (!body || body.style.direction === root.style.direction) return root;
  if (!propagatesToCanvas(root.style, body.style)) return root;
  return { ...root, style: { ...root.style, direction: body.style.direction } };
}

/** Tolerance for accumulated rounding of column and track sizes to layout units, px. */
const ROUNDING = 1 / 16;

/** Maximum ratio of content width to page area width, at least 1. */
function widestRatio(drafts: readonly PageDraft[]): number {
  const ratioOf = ({ contentWidth, width, bleed }: PageDraft) =>
    contentWidth - width <= ROUNDING + bleed.lineRight ? 1 : contentWidth / width;
  return Math.max(1, ...drafts.map(ratioOf));
}

/** From right to left, the right margin is rounded, and the left edge of the area follows. */
function rightToLeftArea({ area, width, margin, border, padding }: PageGeometry): Rect {
  const right = Math.round(snap(margin.right) + border.right + snap(padding.right));
  return { ...area, x: snapRound(width) - right - area.width };
}

function toPage(draft: PageDraft, isRtl: boolean, enlargement: number, pageNumber: number | undefined): PageLayout {
  const { geometry, style, name, unsliced } = draft;
  const content = toPhysical(draft.content, draft, draft.writingMode);
  const isSliced = draft.content.length !== unsliced.length || draft.content.some((part, at) => part !== unsliced[at]);
  return {
    width: geometry.width,
    height: geometry.height,
    sheet: style.sheet,
    area: isRtl ? rightToLeftArea(geometry) : geometry.area,
    bleed: geometry.bleed,
    style: style.style,
    border: geometry.border,
    padding: geometry.padding,
    margin: geometry.margin,
    scale: 1 / enlargement,
    content,
    unsliced: isSliced ? toPhysical(draft.unsliced, draft, draft.writingMode) : content,
    marginBoxes: [],
    numberStyle: undefined,
    pageNumber,
    name,
    blank: draft.blank,
    side: draft.side,
    groups: draft.groups,
    running: draft.running,
    footnotes: draft.footnotes,
  };
}

/** The diagnostic `LayoutOverflow`: content that overflows its page or a box of fixed size. */

import { isVertical, type WritingMode } from '../../css/compute/writing-mode.js';
import type { Report } from '../../diagnostics.js';
import { describeElement } from '../../html/dom.js';
import type { BoxFragment, Placed } from '../algorithm/fragment.js';
import type { Size } from '../algorithm/geometry.js';
import type { PageDraft } from '../page/page-draft.js';
import { isScrollContainer } from '../sizing/sizes.js';
import { outsideSize } from '../writing-mode/outside.js';
import { toPhysical } from '../writing-mode/physical.js';
import { extentOf } from './overflow.js';
import { fitsInside, scrollableSize } from './scrollable.js';
import { fragmentMatrix } from './transform.js';

/** Smaller overflow is not reported, px. */
const MIN_OVERFLOW = 1;

/**
 * Reports that the document is wider than its pages. Names the innermost box that extends furthest, on the first of the
 * widest pages.
 * @param enlargement  factor by which pages are enlarged before they are scaled down
 */
export function reportTooWide(report: Report, drafts: readonly PageDraft[], enlargement: number): void {
  const widest = Math.max(...drafts.map((draft) => draft.contentWidth));
  const draft = drafts.find((candidate) => candidate.contentWidth === widest);
  if (!draft) return;
  let at = furthest(draft.content, 0);
  for (let next = at; next && next.right > draft.width; next = furthest(next.fragment.children, next.left)) {
    at = next;
    // Positions inside a transformed box are not those on the page.
    if (fragmentMatrix(next.fragment, 0, 0)) break;
  }
  const direction = draft.writingMode && isVertical(draft.writingMode) ? 'vertically' : 'horizontally';
  const isCut = widest > draft.width * enlargement + MIN_OVERFLOW;
  const shrunk = `page shrunk to ${Math.round(100 / enlargement)}%${isCut ? ', what is still too wide cut off' : ''}`;
  if (at) reportBox(report, at.fragment, `${direction} by ${round(widest - draft.width)}px, ${shrunk}`);
}

/** @param how  direction and amount of the overflow, or where it is */
function reportBox(report: Report, { box: { element } }: BoxFragment, how: string): void {
  report.add('LayoutOverflow', `<${element.name}>`, `${describeElement(element)}: ${how}`);
}

/**
 * Reports a fixed box in the page margins, where pages show no content. What is beyond the sheet, too, or transformed is
 * hidden on purpose.
 * @param placed  relative to the page area, on a page that is not enlarged
 */
export function reportNotShown(report: Report, placed: Placed<BoxFragment>, page: PageDraft): void {
  if (fragmentMatrix(placed.fragment, 0, 0)) return;
  const { geometry, writingMode } = page;
  const [{ fragment, x, y } = placed] = toPhysical([placed], page, writingMode);
  const { width, height, style } = fragment;
  const left = x + geometry.area.x;
  const top = y + geometry.area.y;
  if (width === 0 || height === 0 || style.visibility !== 'visible' || style.opacity === 0) return;
  if (left < 0 || top < 0 || left + width > geometry.width || top + height > geometry.height) return;
  reportBox(report, placed.fragment, 'in the page margins, where no page shows it');
}

interface Reach {
  readonly fragment: BoxFragment;
  readonly left: number;
  readonly right: number;
}

/** The box that extends furthest to the right, its overflow included. */
function furthest(children: readonly Placed[], left: number): Reach | undefined {
  let best: Reach | undefined;
  for (const child of children) {
    const { fragment } = child;
    if (fragment.kind !== 'box') continue;
    const extent = extentOf(child);
    const right = left + extent.x + extent.width;
    if (!best || right > best.right) best = { fragment, left: left + child.x + (fragment.shift?.x ?? 0), right };
  }
  return best;
}

/** Reports each box that its direct content overflows, once per axis. */
export function reportOverflow(report: Report, drafts: readonly PageDraft[]): void {
  const reported = new Set<unknown>();
  for (const draft of drafts) {
    for (const placed of draft.content) visit(report, placed, reported, draft.writingMode ?? 'horizontal-tb');
  }
}

function visit(report: Report, placed: Placed<BoxFragment>, reported: Set<unknown>, outside: WritingMode): void {
  const { box } = placed.fragment;
  const change = ('writingModes' in box && box.writingModes) || undefined;
  const mode = change?.inside ?? outside;
  const fragment = change ? { ...placed.fragment, ...outsideSize(placed.fragment, change) } : placed.fragment;
  if (mayHaveExcess(fragment)) reportExcess(report, fragment, reported, mode);
  for (const child of fragment.children) {
    if (child.fragment.kind === 'box') visit(report, child as Placed<BoxFragment>, reported, mode);
  }
}

/** Few boxes have content outside of their border box, clip it, or have borders that it could be on. */
function mayHaveExcess({ border, overflow, style }: BoxFragment): boolean {
  if (overflow !== undefined || border.right >= MIN_OVERFLOW || border.bottom >= MIN_OVERFLOW) return true;
  return style['overflow-inline'] !== 'visible' || style['overflow-block'] !== 'visible';
}

function reportExcess(report: Report, fragment: BoxFragment, reported: Set<unknown>, mode: WritingMode): void {
  const { box, style } = fragment;
  if (UNREPORTED.has(box.element.name) || isVisuallyHidden(fragment)) return;
  const isWhole = isScrollContainer(style) && fragment.isFirst && fragment.isLast;
  if (isWhole && fitsInside(fragment)) return;
  const scrollable = isWhole ? scrollableSize(fragment) : undefined;
  const horizontal = isVertical(mode) ? 'height' : 'width';
  for (const axis of ['width', 'height'] as const) {
    const excess = excessOf(fragment, axis, scrollable);
    if (excess < MIN_OVERFLOW) continue;
    const key = `${box.id} ${axis}`;
    if (reported.has(key)) continue;
    reported.add(key);
    reportBox(report, fragment, `${axis === horizontal ? 'horizontally' : 'vertically'} by ${round(excess)}px`);
  }
}

/** Elements without a report: overflow of the page is reported by reportTooWide(); a `select` clips its label. */
const UNREPORTED: ReadonlySet<string> = new Set(['html', 'body', 'select']);

/**
 * Overflow of direct content past the padding edge, px; all scrollable overflow in a scroll container.
 * @param scrollable  `scrollableSize` of a scroll container
 */
function excessOf(fragment: BoxFragment, axis: 'width' | 'height', scrollable: Size | undefined): number {
  const { border, box, style } = fragment;
  const end = axis === 'width' ? fragment.width - border.right : fragment.height - border.bottom;
  // A text field clips its line, which is as high as its font.
  if (axis === 'height' && (!hasFixedHeight(fragment) || box.element.name === 'input')) return 0;
  if (scrollable) {
    const inner = axis === 'width' ? border.left + border.right : border.top + border.bottom;
    return scrollable[axis] - (fragment[axis] - inner);
  }
  const clips = style['overflow-inline'] !== 'visible' || style['overflow-block'] !== 'visible';
  // Nothing is outside of the border box.
  if (fragment.overflow === undefined && !clips && fragment[axis] - end < MIN_OVERFLOW) return 0;
  let contentEnd = end;
  for (const { fragment: child, x, y } of fragment.children) {
    if (child.kind === 'box' && !isUnintended(child)) continue;
    const start = axis === 'width' ? x : y;
    contentEnd = Math.max(contentEnd, start + (axis === 'width' ? widthOf(child) : child.height));
  }
  return contentEnd - end;
}

/** Whether a box hides text for screen readers: it is at most 1px large and clips. */
function isVisuallyHidden({ style, width, height }: BoxFragment): boolean {
  return width <= 1 && height <= 1 && isScrollContainer(style);
}

/** Whether overflow of a box is unintended. Floats, positioned boxes and markers may be outside on purpose. */
function isUnintended({ box, style }: BoxFragment): boolean {
  return box.kind !== 'marker' && style.position === 'static' && style.float === 'none';
}

function widthOf(fragment: Placed['fragment']): number {
  if (fragment.kind !== 'line') return fragment.width;
  return Math.max(0, ...fragment.children.map((child) => child.x + child.fragment.width)) - fragment.hanging;
}

function hasFixedHeight({ box }: BoxFragment): boolean {
  if (box.kind !== 'block') return false;
  return box.style['block-size'] !== 'auto' || box.style['max-block-size'] !== 'none';
}

function round(px: number): number {
  return Math.round(px * 100) / 100;
}

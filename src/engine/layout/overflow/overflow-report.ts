/** The diagnostic `LayoutOverflow`: content that overflows its page or a box of fixed size. */

import { isVertical, type WritingMode } from '../../css/compute/writing-mode.js';
import type { Report } from '../../diagnostics.js';
import { describeElement } from '../../html/dom.js';
import type { BoxFragment, Placed } from '../algorithm/fragment.js';
import type { Rect, Size } from '../algorithm/geometry.js';
import type { PageDraft } from '../page/page-draft.js';
import { isScrollContainer } from '../sizing/sizes.js';
import { outsideSize } from '../writing-mode/outside.js';
import { toPhysical } from '../writing-mode/physical.js';
import { clipsContent, PageInk, showsEdges, visitInk } from './ink.js';
import { extentOf } from './overflow.js';
import { fitsInside, scrollableSize } from './scrollable.js';
import { fragmentMatrix } from './transform.js';

/** Smaller overflow is not reported, px. */
const MIN_OVERFLOW = 1;
/** Smaller overflow that is not cut off makes no visible difference, px. */
const MIN_VISIBLE = 8;
/** A document that is shrunk by less looks the same. */
const MIN_SHRINKING = 0.005;

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
  if (!at) return;
  const how = `${direction} by ${round(widest - draft.width)}px, ${shrunk}`;
  if (isCut || enlargement > 1 + MIN_SHRINKING) reportBox(report, at.fragment, how);
  else report.notice('LayoutOverflow', ...described(at.fragment, how));
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

/** @param how  direction and amount of the overflow, or where it is */
function reportBox(report: Report, fragment: BoxFragment, how: string): void {
  report.add('LayoutOverflow', ...described(fragment, how));
}

const described = ({ box: { element } }: BoxFragment, how: string): [text: string, context: string] => [
  `<${element.name}>`,
  `${describeElement(element)}: ${how}`,
];

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

/**
 * Reports each box that its direct content overflows, once per axis: as a diagnostic where that shows, as a notice where
 * it is cut off by `overflow`, or remains on empty paper.
 */
export function reportOverflow(report: Report, drafts: readonly PageDraft[]): void {
  const reported = new Map<string, Overflow>();
  for (const draft of drafts) new OverflowFinder(draft, reported).find();
  for (const { fragment, how, isVisible } of reported.values()) {
    if (isVisible) reportBox(report, fragment, how);
    else report.notice('LayoutOverflow', ...described(fragment, how));
  }
}

interface Overflow {
  readonly fragment: BoxFragment;
  /** Direction and amount. */
  readonly how: string;
  readonly isVisible: boolean;
}

/** The overflowing boxes of a page. */
class OverflowFinder {
  #ink: PageInk | undefined;

  constructor(
    readonly draft: PageDraft,
    /** By box and axis. */
    readonly reported: Map<string, Overflow>,
  ) {}

  find(): void {
    const { content, writingMode = 'horizontal-tb' } = this.draft;
    for (const { fragment, x, y } of content) this.#visit(fragment, x, y, writingMode, EVERYWHERE);
  }

  /** @param x, y  of the fragment, @param shown  the part of the page that no box around it cuts off */
  #visit(fragment: BoxFragment, x: number, y: number, outside: WritingMode, shown: Rect): void {
    const { box, shift, style } = fragment;
    const change = ('writingModes' in box && box.writingModes) || undefined;
    const mode = change?.inside ?? outside;
    const sized = change ? { ...fragment, ...outsideSize(fragment, change) } : fragment;
    const [left, top] = [x + (shift?.x ?? 0), y + (shift?.y ?? 0)];
    if (mayHaveExcess(sized)) this.#reportExcess(sized, left, top, mode, shown);
    const { width, height } = fragment;
    const inside = clipsContent(style) ? intersection(shown, { x: left, y: top, width, height }) : shown;
    for (const child of fragment.children)
      if (child.fragment.kind === 'box') this.#visit(child.fragment, left + child.x, top + child.y, mode, inside);
  }

  #reportExcess(fragment: BoxFragment, x: number, y: number, mode: WritingMode, shown: Rect): void {
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
      if (this.reported.get(key)?.isVisible ?? false) continue;
      const how = `${axis === horizontal ? 'horizontally' : 'vertically'} by ${round(excess)}px`;
      const isVisible = excess >= MIN_VISIBLE && !clipsContent(style) && this.#shows(fragment, x, y, axis, shown);
      if (isVisible || !this.reported.has(key)) this.reported.set(key, { fragment, how, isVisible });
    }
  }

  /** Whether the content past an edge is seen to be outside: the edge shows, or there is other content. */
  #shows(fragment: BoxFragment, x: number, y: number, axis: 'width' | 'height', shown: Rect): boolean {
    const hasEdges = showsEdges(fragment);
    const { border, children } = fragment;
    const outside =
      axis === 'width'
        ? { ...shown, x: x + fragment.width - border.right, width: FAR }
        : { ...shown, y: y + fragment.height - border.bottom, height: FAR };
    const seen = intersection(shown, outside);
    let isFound = false;
    for (const { fragment: child, x: left, y: top } of children) {
      if (isFound) break;
      if (child.kind === 'box' && !isUnintended(child)) continue;
      const shift = child.kind === 'box' ? child.shift : undefined;
      const found = (ink: Rect) => {
        const excess = intersection(ink, seen);
        if (isFound || excess.width < MIN_OVERFLOW || excess.height < MIN_OVERFLOW) return;
        if (excess[axis] < MIN_VISIBLE) return;
        this.#ink ??= hasEdges ? undefined : new PageInk(this.draft.content);
        isFound = hasEdges || this.#ink!.overlaps(excess, fragment);
      };
      visitInk(child, x + left + (shift?.x ?? 0), y + top + (shift?.y ?? 0), found, seen);
    }
    return isFound;
  }
}

/** Farther than any page is large, px. */
const FAR = 1e7;
const EVERYWHERE: Rect = { x: -FAR, y: -FAR, width: 2 * FAR, height: 2 * FAR };

function intersection(a: Rect, b: Rect): Rect {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x);
  return { x, y, width, height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y) };
}

/** Few boxes have content outside of their border box, clip it, or have borders that it could be on. */
function mayHaveExcess({ border, overflow, style }: BoxFragment): boolean {
  return overflow !== undefined || border.right >= MIN_OVERFLOW || border.bottom >= MIN_OVERFLOW || clipsContent(style);
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
  // Nothing is outside of the border box.
  if (fragment.overflow === undefined && !clipsContent(style) && fragment[axis] - end < MIN_OVERFLOW) return 0;
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

/** The page loop: lays out pages until no break token remains. Source: https://drafts.csswg.org/css-page-3/ */

import type { Footnote } from '../../box/raw.js';
import type { BlockBox } from '../../box/tree.js';
import { getOrMake } from '../../collections/maps.js';
import { logicalStyle, physicalStyle } from '../../css/compute/logical-style.js';
import type { StyledDocument } from '../../css/compute/styled-document.js';
import { isVertical, PHYSICAL_SIDES, type WritingMode } from '../../css/compute/writing-mode.js';
import type { BreakBetween } from '../../css/properties/fragmentation.js';
import { EngineError } from '../../errors.js';
import { type BreakToken, isSamePlace } from '../algorithm/break-token.js';
import { constraintSpace, type FragmentainerSpace, fragmentainerSpace } from '../algorithm/constraint-space.js';
import type { BoxFragment, Placed } from '../algorithm/fragment.js';
import { type Bleed, type Edges, NO_BLEED, NO_EDGES } from '../algorithm/geometry.js';
import { layout } from '../algorithm/layout.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { cutOff, overflowsPage } from '../fragmentation/cut-page.js';
import { nextPageName, startPageName } from '../fragmentation/page-names.js';
import { extentOf } from '../overflow/overflow.js';
import { reportNotShown } from '../overflow/overflow-report.js';
import { type AbsoluteOnPage, placeAbsolutes } from '../positioned/absolutes.js';
import { movedAll, type OutOfFlow } from '../positioned/out-of-flow.js';
import { isAnchor } from '../positioned/positioned.js';
import { placeFixed } from './fixed-boxes.js';
import { type AreaPage, type FootnoteArea, FootnoteAreas, type PendingNotes } from './footnote-area.js';
import { callsIn, type FootnoteCall, footnoteOf, layoutWithFootnotes, type PageWithFootnotes } from './footnotes.js';
import type { PageDraft } from './page-draft.js';
import { floatsAt, type LaidOutFloat, PageFloats, stackFloats } from './page-floats.js';
import { pageGeometry } from './page-geometry.js';
import { blankStart, followingPage, NO_GROUPS, PageGroups, pageStart } from './page-groups.js';
import { runningOf } from './page-references.js';

interface PagesOptions {
  readonly maxPages: number;
  /** Factor by which page areas are enlarged; the result is scaled down by the same factor. */
  readonly enlargement: number;
}

/** Lays out all pages, without margin boxes. @param root  the box of the `html` element */
export function layoutPages(
  context: LayoutContext,
  root: BlockBox,
  styled: StyledDocument,
  options: PagesOptions,
): PageDraft[] {
  let expected: LateCalls = new Map();
  for (let round = 1; ; round++) {
    const loop = new PageLoop(context, root, styled, options, expected, round > 1 || options.enlargement !== 1);
    const pages = loop.run();
    if (round === MAX_ROUNDS || isSame(loop.lateCalls, expected)) return pages;
    expected = loop.lateCalls;
  }
}

/** Footnotes in boxes that are placed after all pages, by the index of the page with their call. */
type LateCalls = ReadonlyMap<number, readonly FootnoteCall[]>;

/** Layouts of documents with such footnotes, which take space from the content. */
const MAX_ROUNDS = 4;

function isSame(calls: LateCalls, others: LateCalls): boolean {
  if (calls.size !== others.size) return false;
  return [...calls].every(([page, list]) => {
    const other = others.get(page);
    return other?.length === list.length && list.every(({ note }, index) => note === other[index]!.note);
  });
}

const areaPage = ({ width, height, style }: PageDraft): AreaPage => ({ width, height, style: style.footnoteArea });

function inWritingMode(bleed: Edges, mode: WritingMode, enlargement: number): Bleed {
  if (bleed === NO_EDGES) return NO_BLEED;
  const sides = PHYSICAL_SIDES[mode];
  return {
    blockStart: bleed[sides['block-start']] * enlargement,
    blockEnd: bleed[sides['block-end']] * enlargement,
    lineRight: bleed[sides['line-right']] * enlargement,
  };
}

/** The initial containing block: an anonymous block around the root element. */
function createView(root: BlockBox, styled: StyledDocument): BlockBox {
  return {
    kind: 'block',
    id: -1,
    style: logicalStyle(styled.anonymous(physicalStyle(root.style), 'block'), 'horizontal-tb'),
    element: root.element,
    origin: 'anonymous',
    context: 'flow',
    newFormattingContext: false,
    content: { type: 'blocks', children: [root] },
    marker: undefined,
  };
}

/** Whether footnotes or page floats are below the content. */
const endsInside = ({ contentHeight, height }: PageDraft): boolean => contentHeight !== height;

/** The content of a page, and its footnotes. */
type ContentOnPage = Omit<PageWithFootnotes, 'area'> & { readonly area: FootnoteArea | undefined };

const NO_CALLS: readonly FootnoteCall[] = [];

class PageLoop {
  private readonly pages: PageDraft[] = [];
  private readonly view: BlockBox;
  /** Absolutely positioned boxes to lay out after all pages: see absolutes.ts. */
  private readonly absolutes: AbsoluteOnPage[] = [];
  private readonly fixed: OutOfFlow[] = [];
  private readonly groups = new PageGroups();
  private readonly areas: FootnoteAreas;
  private readonly floats: PageFloats;
  /** Footnotes that continue on the next page. */
  private carried: readonly PendingNotes[] = [];
  /** Footnotes with a call on a page; repeated headers repeat their calls. */
  private readonly called = new Set<Footnote>();
  readonly lateCalls = new Map<number, FootnoteCall[]>();
  private readonly late = new Set<Footnote>();

  constructor(
    private readonly context: LayoutContext,
    private readonly root: BlockBox,
    private readonly styled: StyledDocument,
    private readonly options: PagesOptions,
    private readonly expected: LateCalls,
    /** An earlier layout of the document has reported. */
    private readonly isSilent: boolean,
  ) {
    this.view = createView(root, styled);
    this.floats = new PageFloats(context, this.isRtl);
    this.areas = new FootnoteAreas(context, styled, root.writingModes?.inside ?? 'horizontal-tb');
  }

  run(): PageDraft[] {
    let token: BreakToken | undefined;
    /** Block size at the page's start that monolithic overflow of earlier pages takes, px. */
    let taken = 0;
    /** The forced break for which the side of the page is already correct. */
    let onSide: BreakToken | undefined;
    do {
      if (token?.forcedBreak && token !== onSide) taken -= this.skipToSide(token.forcedBreak, token);
      onSide = token;
      const name = token ? nextPageName(token, '') : startPageName(this.root, '');
      const page = this.addPage(name, false, this.groups.next(this.pages.length, pageStart(this.root, token)));
      // Content after a forced break starts after the page with the last monolithic overflow.
      if (taken >= page.height || (taken > 0 && token?.forcedBreak)) {
        taken -= page.height;
        continue;
      }
      const tall = taken > 0 ? undefined : this.putTallFloat(page);
      if (tall) {
        taken = tall;
        continue;
      }
      const result = this.layoutPage(page, token, Math.max(0, taken));
      if (!result) continue;
      this.recordOutOfFlow(page, result.outOfFlow);
      token = result.breakToken;
      taken = Math.max(0, result.monolithicOverflow ?? 0);
    } while (token);
    this.finishPages();
    this.placeAbsolutes();
    this.finishPages();
    for (const page of this.pages) page.unsliced.push(...page.content);
    this.sliceOverflow();
    placeFixed(this.context, this.fixed, this.pages, {
      rtl: this.isRtl,
      isAnchor: (item) => this.recordLate(0, item),
      notShown: (placed) => {
        if (!this.isSilent) reportNotShown(this.context.report, placed, this.pages[0]!);
      },
    });
    this.finishPages();
    for (const page of this.pages) {
      for (const part of [...page.floats, ...page.footnoteAreas]) {
        this.put(page, part);
        page.unsliced.push(part);
      }
    }
    return this.pages;
  }

  private addPage(name: string, blank: boolean, groups: ReadonlyMap<string, number>): PageDraft {
    const { pages, options, styled } = this;
    const index = pages.length;
    if (index >= options.maxPages) {
      throw new EngineError('document_too_complex', `The document has more than ${options.maxPages} pages`);
    }
    const side = this.sideOf(index);
    const style = styled.page({ index, name, blank, side, groups });
    const geometry = pageGeometry(style);
    if (geometry.isFallback) this.reportFallback(index);
    const writingMode = this.root.writingModes?.inside;
    const isRotated = writingMode !== undefined && isVertical(writingMode);
    const [inline, block] = isRotated ? (['height', 'width'] as const) : (['width', 'height'] as const);
    // The area is enlarged before it is rounded up to whole px.
    const height = Math.ceil(geometry.inner[block] * options.enlargement);
    const page: PageDraft = {
      geometry,
      style,
      name,
      blank,
      side,
      groups,
      writingMode,
      width: Math.ceil(geometry.inner[inline] * options.enlargement),
      height,
      bleed: inWritingMode(geometry.bleed, writingMode ?? 'horizontal-tb', options.enlargement),
      initial: {
        width: Math.floor(geometry.inner[inline] * options.enlargement),
        height: Math.floor(geometry.inner[block] * options.enlargement),
      },
      content: [],
      unsliced: [],
      running: [],
      footnotes: [],
      contentHeight: height,
      startFloats: 0,
      floats: [],
      footnoteAreas: [],
      contentWidth: 0,
    };
    pages.push(page);
    return page;
  }

  private reportFallback(index: number): void {
    if (this.isSilent) return;
    const context = `page ${index + 1}: margins, borders and paddings leave no page area; it is A4 instead`;
    this.context.report.add('UnsupportedValue', '@page', context);
  }

  /**
   * The first page is a right page, or a left one in right-to-left documents.
   * Source: https://drafts.csswg.org/css-page-3/#spread-pseudos
   */
  private sideOf(index: number): 'left' | 'right' {
    const rightFirst = this.root.style.direction === 'ltr';
    return (index % 2 === 0) === rightFirst ? 'right' : 'left';
  }

  /** Adds a blank page if the next page is on the wrong side. @returns its height, px; 0: none is added */
  private skipToSide(wanted: BreakBetween, token: BreakToken): number {
    const ltr = this.root.style.direction === 'ltr';
    const side = wanted === 'recto' ? (ltr ? 'right' : 'left') : wanted === 'verso' ? (ltr ? 'left' : 'right') : wanted;
    if (side !== 'left' && side !== 'right') return 0;
    const index = this.pages.length;
    if (this.sideOf(index) === side) return 0;
    return this.addPage(nextPageName(token, ''), true, this.groups.next(index, blankStart(this.root, token))).height;
  }

  private recordOutOfFlow(page: PageDraft, items: readonly OutOfFlow[]): void {
    const index = this.pages.indexOf(page);
    this.floats.add(items);
    for (const item of items) {
      if (this.recordAnchor(page, item)) continue;
      if (item.box.style.position === 'fixed' && !item.within) this.fixed.push(item);
      else this.absolutes.push({ item, page: index });
    }
  }

  /** Records the running element or footnote of an anchor, and page floats. @returns whether the box is an anchor */
  private recordAnchor(page: PageDraft | undefined, item: OutOfFlow): boolean {
    this.floats.add([item]);
    const running = runningOf(item);
    // Repeated headers repeat their anchors.
    if (running && !this.pages.some((each) => each.running.some(({ order }) => order === running.order)))
      page?.running.push(running);
    const call = footnoteOf(item);
    if (call && page && !this.called.has(call.note)) this.addFootnotes(page, [call]);
    return isAnchor(item.box);
  }

  /** Records the anchor of an item in a box that is placed after all pages. @returns whether it is one */
  private recordLate(index: number, item: OutOfFlow): boolean {
    const call = footnoteOf(item);
    if (call && !this.late.has(call.note)) {
      this.late.add(call.note);
      getOrMake(this.lateCalls, index, () => []).push({ ...call, isLate: true });
    }
    return this.recordAnchor(this.pages[index], item);
  }

  /**
   * Lays out a page again for each page float with its anchor on it that fits: what follows the anchor may move to the next
   * page, the float stays.
   * @returns undefined: the page has space for floats and footnotes only; the content resumes on the next one
   */
  private layoutPage(page: PageDraft, token: BreakToken | undefined, taken: number): LayoutResult | undefined {
    const floats: LaidOutFloat[] = [];
    this.takeFloats(page, taken, floats);
    let content = this.layoutContent(page, token, taken, floats);
    while (content.result && this.floats.hasNew(content.result.outOfFlow)) {
      const available = this.heightForFloats(page, floats, taken);
      const float = this.floats.takeNew(content.result.outOfFlow, page, available);
      if (!float) break;
      this.addFloat(page, float, floats);
      this.takeFloats(page, taken, floats); // those in it
      content = this.layoutContent(page, token, taken, floats);
    }
    const { result, calls, area, contentHeight } = content;
    page.contentHeight = contentHeight;
    page.startFloats = floatsAt('start', floats);
    page.floats.push(...stackFloats(floats, contentHeight));
    if (area) this.addArea(page, calls, area);
    if (!result) return undefined;
    const offset = taken + page.startFloats;
    this.put(page, { fragment: result.fragment, x: 0, y: offset });
    return offset === 0 ? result : { ...result, outOfFlow: movedAll(result.outOfFlow, 0, offset) };
  }

  /** @param taken  px of the page's start that monolithic overflow takes */
  private layoutContent(
    page: PageDraft,
    token: BreakToken | undefined,
    taken: number,
    floats: readonly LaidOutFloat[],
  ): ContentOnPage {
    const offset = taken + floatsAt('start', floats);
    const height = page.height - floatsAt('end', floats);
    const layoutIn = (size: number) => this.layoutIn(page, { size, offset, hasFloats: floats.length > 0 }, token);
    const whole = layoutIn(height);
    const late = this.expected.get(this.pages.length - 1) ?? NO_CALLS;
    if (this.carried.length === 0 && late.length === 0 && !whole?.outOfFlow.some(footnoteOf))
      return { result: whole, calls: [], area: undefined, contentHeight: height };
    return layoutWithFootnotes({
      page: areaPage(page),
      height,
      areas: this.areas,
      carried: this.carried,
      offset,
      layout: (size) => (size === height ? whole : layoutIn(size)),
      calls: (on) => {
        const calls = [...callsIn(on, offset), ...late].filter(({ note }) => !this.called.has(note));
        return calls.sort((a, b) => a.order - b.order);
      },
    });
  }

  /** Adds the floats that wait and fit on the page. */
  private takeFloats(page: PageDraft, taken: number, floats: LaidOutFloat[]): void {
    while (this.floats.isWaiting) {
      const float = this.floats.takeWaiting(page, this.heightForFloats(page, floats, taken));
      if (!float) return;
      this.addFloat(page, float, floats);
    }
  }

  private heightForFloats(page: PageDraft, floats: readonly LaidOutFloat[], taken: number): number {
    const footnotes = this.areas.layout(areaPage(page), this.carried, [], page.height).height;
    return page.height - taken - footnotes - floatsAt('start', floats) - floatsAt('end', floats);
  }

  /** Adds a float to those of a page; its footnotes precede the others. */
  private addFloat(page: PageDraft, float: LaidOutFloat, floats: LaidOutFloat[]): void {
    floats.push(float);
    const notes = callsIn(float, 0).flatMap(({ note }) => (this.called.has(note) ? [] : [note]));
    for (const note of notes) {
      this.called.add(note);
      page.footnotes.push(note);
    }
    this.carried = this.areas.pending(areaPage(page), this.carried, notes);
    this.recordOutOfFlow(page, float.outOfFlow);
  }

  /**
   * A waiting float that no page has space for is alone on this one, and goes on on the next.
   * @returns px that it takes there; undefined: there is none
   */
  private putTallFloat(page: PageDraft): number | undefined {
    const tall = this.floats.isWaiting
      ? this.floats.takeWaiting(page, Number.POSITIVE_INFINITY, page.height)
      : undefined;
    if (!tall) return undefined;
    this.addFloat(page, tall, []);
    this.put(page, { fragment: tall.fragment, x: tall.x, y: tall.top });
    return tall.height - page.height;
  }

  /** Adds footnotes to a page with finished content. */
  private addFootnotes(page: PageDraft, calls: readonly FootnoteCall[] = []): void {
    const notes = calls.map(({ note }) => note);
    const bottom = page.footnoteAreas.at(-1)?.y ?? page.height;
    this.addArea(page, calls, this.areas.layout(areaPage(page), this.carried, notes, bottom), bottom);
  }

  /** Adds pages for the remaining footnotes and page floats. */
  private finishPages(): void {
    for (let last = this.pages.at(-1); last; last = this.pages.at(-1)) {
      if (this.carried.length === 0 && !this.floats.isWaiting) return;
      const page = this.addPage(last.name, false, followingPage(last.groups));
      if (this.carried.length > 0) this.addFootnotes(page);
      else if (!this.putTallFloat(page)) {
        const floats: LaidOutFloat[] = [];
        this.takeFloats(page, 0, floats);
        page.floats.push(...stackFloats(floats, page.height - floatsAt('end', floats)));
      }
    }
  }

  /** @param bottom  block-end edge of the area, px */
  private addArea(page: PageDraft, calls: readonly FootnoteCall[], area: FootnoteArea, bottom = page.height): void {
    for (const { note } of calls) {
      this.called.add(note);
      page.footnotes.push(note);
    }
    this.carried = area.rest;
    const { fragment, x, top, height } = area;
    if (fragment) page.footnoteAreas.push({ fragment, x, y: bottom - height + top });
  }

  /** @returns undefined: no content fits in this height */
  private layoutIn(
    page: PageDraft,
    { size, offset, hasFloats }: { readonly size: number; readonly offset: number; readonly hasFloats: boolean },
    token: BreakToken | undefined,
  ): LayoutResult | undefined {
    const fragmentainer = fragmentainerSpace({ kind: 'page', size, offset, pageName: '' });
    const result = this.layoutOn(page, fragmentainer, token);
    if (!token || !result.breakToken || !isSamePlace(token, result.breakToken)) return result;
    if (offset !== 0 && !hasFloats) return result;
    return size < page.height || hasFloats
      ? undefined
      : this.layoutOn(page, fragmentainerSpace({ ...fragmentainer, mustProgress: true }), token);
  }

  private layoutOn(page: PageDraft, fragmentainer: FragmentainerSpace, token: BreakToken | undefined): LayoutResult {
    const { width, height } = page;
    const space = constraintSpace({
      availableWidth: width,
      availableHeight: height,
      percentageWidth: width,
      percentageHeight: height,
      fragmentainer,
    });
    return layout(this.context, this.view, space, token);
  }

  private put(page: PageDraft, placed: Placed<BoxFragment>): void {
    page.content.push(placed);
    this.widen(page, placed);
  }

  private widen(page: PageDraft, placed: Placed<BoxFragment>): void {
    const { x, width, height } = extentOf(placed);
    if (width === 0 || height === 0) return;
    page.contentWidth = Math.max(page.contentWidth, x + width);
  }

  private get isRtl(): boolean {
    return this.root.style.direction === 'rtl';
  }

  private placeAbsolutes(): void {
    const first = this.pages[0];
    if (!first || this.absolutes.length === 0) return;
    this.fixed.push(
      ...placeAbsolutes(this.context, this.absolutes, {
        pages: this.pages,
        rtl: this.isRtl,
        put: (index, placed) => this.put(this.pageAt(index), placed),
        changed: (index) => {
          const page = this.pageAt(index);
          for (const placed of page.content) this.widen(page, placed);
        },
        isAnchor: (index, item) => this.recordLate(index, item),
      }),
    );
  }

  private pageAt(index: number): PageDraft {
    while (this.pages.length <= index) this.addPage('', false, NO_GROUPS);
    return this.pages[index] as PageDraft;
  }

  /**
   * Slices content that overflows its page in the block axis: it continues on adjacent pages, and on new ones after the
   * last. Its width counts on its own page only. Source: https://drafts.csswg.org/css-break-3/#possible-breaks
   */
  private sliceOverflow(): void {
    const above = this.pages.map(({ content, bleed }, index) =>
      index > 0
        ? cutOff(content, { side: 'below', at: -bleed.blockStart, isInside: endsInside(this.pages[index - 1]!) })
        : [],
    );
    for (let index = 0; index < this.pages.length; index++) {
      const page = this.pages[index];
      if (!page) return;
      const { content, contentHeight } = page;
      const end = contentHeight === page.height ? page.height + page.bleed.blockEnd : contentHeight;
      if (index + 1 === this.pages.length && !overflowsPage(content, end)) break;
      const rest = cutOff(content, { side: 'above', at: end, isInside: endsInside(page) });
      if (rest.length === 0) continue;
      const next = this.pages[index + 1] ?? this.addPage(page.name, false, followingPage(page.groups));
      for (const part of rest) next.content.push({ ...part, y: part.y - contentHeight + next.startFloats });
    }
    let moving: Placed<BoxFragment>[] = [];
    for (let index = above.length - 1; index > 0; index--) {
      const page = this.pages[index - 1]!;
      moving = [...above[index]!, ...moving].map((part) => ({ ...part, y: part.y + page.contentHeight }));
      const further = index > 1 ? cutOff(moving, { side: 'below', at: 0 }) : [];
      for (const part of moving) page.content.push(part);
      moving = further;
    }
  }
}

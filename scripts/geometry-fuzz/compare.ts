/** Compares box geometry and scrollable overflow of a document in Chromium and Platen. */

import type { Browser, Page } from 'puppeteer-core';
import type { BoxFragment, PhysicalFragment } from '../../src/engine/layout/algorithm/fragment.js';
import { scrollableSize } from '../../src/engine/layout/overflow/scrollable.js';
import type { DocumentLayout } from '../../src/engine/layout/page/page-layout.js';
import { layOut } from '../../test/engine/layout/lay-out.js';
import { type FuzzDocument, write } from './document.js';

/** Border box relative to the page area. */
export type Box = readonly [x: number, y: number, width: number, height: number];

export type Boxes = Readonly<Record<string, Box>>;

/** scrollWidth and scrollHeight of boxes with hidden overflow. */
type Scrolls = Readonly<Record<string, readonly [width: number, height: number]>>;

interface Extent {
  readonly boxes: Boxes;
  readonly scrolls: Scrolls;
  readonly width: number;
  readonly height: number;
}

/** Large enough to avoid breaks and shrinking. */
const AREA = { width: 9000, height: 20_000 };
const PAGE_CSS = `<style>@page { size: ${AREA.width + 40}px ${AREA.height + 40}px; margin: 20px }</style>\n`;

/** px */
const TOLERANCE = 1;

export class Comparison {
  private constructor(private readonly page: Page) {}

  static async open(browser: Browser): Promise<Comparison> {
    const page = await browser.newPage();
    await page.emulateMediaType('print');
    await page.setViewport(AREA);
    return new Comparison(page);
  }

  /**
   * One line for every box that differs by more than the tolerance; empty when there is none.
   * undefined: the document exceeds the page and would be shrunk or broken.
   */
  async differences(document: FuzzDocument): Promise<string[] | undefined> {
    const html = write(document);
    const { boxes: theirs, scrolls, width, height } = await this.chromium(html);
    // Overflow to the right in a right-to-left document is not scrollable, but it is printed.
    const isTooLarge = ([x, y, boxWidth, boxHeight]: Box) =>
      boxWidth > 0 && boxHeight > 0 && (x + boxWidth > AREA.width || y + boxHeight > AREA.height);
    if (width > AREA.width || height > AREA.height || Object.values(theirs).some(isTooLarge)) return undefined;
    let ours: { readonly boxes: Boxes; readonly scrolls: Scrolls };
    try {
      ours = platen(html);
    } catch (error) {
      return [`Platen fails: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
    }
    const differing = Object.entries(theirs).flatMap(([id, box]) => {
      const mine = ours.boxes[id];
      // In Chromium, inline boxes on lines that are treated as zero-height have no rectangle.
      const isNothing = box[2] === 0 && box[3] === 0;
      if (isNothing && (!mine || mine[2] === 0 || mine[3] === 0)) return [];
      if (!mine) return [`#${id} is missing; it is ${show(box)}`];
      const same = box.every((value, i) => Math.abs(value - mine[i]!) <= TOLERANCE);
      return same ? [] : [`#${id}: ${show(mine)} instead of ${show(box)}`];
    });
    return differing.length > 0 ? differing : scrollDifferences(ours.scrolls, scrolls);
  }

  private async chromium(html: string): Promise<Extent> {
    return (await this.page.evaluate(`(${READ_BOXES})(${JSON.stringify(html)})`)) as Extent;
  }
}

/**
 * Runs in the page. Skips inline elements without borders and paddings or with blocks inside, whose rectangle in
 * Chromium covers their content.
 */
const READ_BOXES = `async (html) => {
  document.open();
  document.write(html);
  document.close();
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  const isInline = (element) => getComputedStyle(element).display === 'inline' && element.tagName !== 'IMG';
  const hasBox = (element) => {
    if (!isInline(element)) return true;
    const { paddingLeft, paddingRight, borderLeftWidth, borderRightWidth } = getComputedStyle(element);
    const edges = [paddingLeft, paddingRight, borderLeftWidth, borderRightWidth];
    return edges.some((edge) => edge !== '0px') && [...element.querySelectorAll('*')].every(isInline);
  };
  const elements = [...document.querySelectorAll('[id]')].filter(hasBox);
  const boxes = Object.fromEntries(elements.map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [element.id, [x, y, width, height]];
  }));
  const hides = (element) => getComputedStyle(element).overflowX === 'hidden' && element.tagName !== 'IMG';
  const scrolls = Object.fromEntries(elements.filter(hides).map((element) => {
    const { id, scrollWidth, scrollHeight } = element;
    return [id, [scrollWidth, scrollHeight]];
  }));
  const { scrollWidth, scrollHeight } = document.scrollingElement ?? document.documentElement;
  return { boxes, scrolls, width: scrollWidth, height: scrollHeight };
}`;

/** Compares scrollable overflow, if the boxes agree. */
function scrollDifferences(ours: Scrolls, theirs: Scrolls): string[] {
  return Object.entries(theirs).flatMap(([id, size]) => {
    const mine = ours[id];
    if (!mine || size.every((value, i) => Math.abs(value - mine[i]!) <= TOLERANCE)) return [];
    return [`#${id} scrolls over ${show(mine)} instead of ${show(size)}`];
  });
}

function platen(html: string): { boxes: Boxes; scrolls: Scrolls } {
  const doctype = /^<!DOCTYPE html>\n/.exec(html)?.[0] ?? '';
  const { layout } = layOut(doctype + PAGE_CSS + html.slice(doctype.length));
  if (layout.pages[0]?.scale !== 1) throw new Error('the document is too wide for the page');
  const { found, scrolls } = rectsOf(layout);
  return { boxes: Object.fromEntries([...found].map(([id, rects]) => [id, bounds(rects)])), scrolls };
}

function rectsOf(layout: DocumentLayout): { found: Map<string, Box[]>; scrolls: Scrolls } {
  const found = new Map<string, Box[]>();
  const scrolls: Record<string, readonly [number, number]> = {};
  const visit = (fragment: PhysicalFragment, left: number, top: number): void => {
    if (fragment.kind === 'text') return;
    const shift = fragment.kind === 'box' ? fragment.shift : undefined;
    const x = left + (shift?.x ?? 0);
    const y = top + (shift?.y ?? 0);
    if (fragment.kind === 'box' && fragment.box.origin === undefined && fragment.box.kind !== 'marker') {
      const id = fragment.box.element.attribute('id');
      const box: Box = [x, y, fragment.width, fragment.height];
      if (id) found.set(id, [...(found.get(id) ?? []), box]);
      if (id && fragment.style['overflow-x'] === 'hidden') {
        const { width, height } = scrollableSize(fragment as unknown as BoxFragment);
        scrolls[id] = [width, height];
      }
    }
    for (const child of fragment.children) visit(child.fragment, x + child.x, y + child.y);
  };
  layout.pages.forEach((page, index) => {
    for (const { fragment, x, y } of page.content) visit(fragment, x, y + index * AREA.height);
  });
  return { found, scrolls };
}

/** Source: https://drafts.csswg.org/cssom-view/#dom-element-getboundingclientrect */
function bounds(rects: readonly Box[]): Box {
  const visible = rects.filter(([, , width, height]) => width > 0 && height > 0);
  if (visible.length === 0) return rects[0]!;
  const left = Math.min(...visible.map(([x]) => x));
  const top = Math.min(...visible.map(([, y]) => y));
  const right = Math.max(...visible.map(([x, , width]) => x + width));
  const bottom = Math.max(...visible.map(([, y, , height]) => y + height));
  return [left, top, right - left, bottom - top];
}

function show(box: readonly number[]): string {
  return box.map((value) => Math.round(value * 100) / 100).join(' ');
}

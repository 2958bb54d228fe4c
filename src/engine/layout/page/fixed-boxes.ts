/**
 * Fixed boxes: on every page, relative to its page area. What of them is above or below it shows on the page where it
 * falls, as page areas follow one another. Source: https://drafts.csswg.org/css-position-3/#fixed-position
 */

import type { BoxFragment, Placed } from '../algorithm/fragment.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { cutOff } from '../fragmentation/cut-page.js';
import { extentOf } from '../overflow/overflow.js';
import { movedAll, type OutOfFlow } from '../positioned/out-of-flow.js';
import { layoutPositioned } from '../positioned/positioned.js';
import type { PageDraft } from './page-draft.js';

interface FixedBoxesOptions {
  readonly rtl: boolean;
  /** Records the running element or footnote of an anchor. @returns whether the box is an anchor */
  readonly isAnchor: (item: OutOfFlow) => boolean;
  /** Called for a box that no page shows, with its place on the first one. */
  readonly notShown: (placed: Placed<BoxFragment>) => void;
}

/** Adds the fixed boxes to all pages. They do not contribute to the width of the content. */
export function placeFixed(
  context: LayoutContext,
  items: readonly OutOfFlow[],
  pages: readonly PageDraft[],
  { rtl, isAnchor, notShown }: FixedBoxesOptions,
): void {
  const stack = new PageStack(pages);
  const queue = [...items];
  for (let item = queue.shift(); item; item = queue.shift()) {
    if (isAnchor(item)) continue;
    let first: Placed<BoxFragment> | undefined;
    let isShown = false;
    for (const [index, page] of pages.entries()) {
      const child = layoutPositioned(context, item, { x: 0, y: 0, ...page.initial }, rtl);
      // Nested fixed boxes are relative to the page, too.
      if (!first) queue.push(...movedAll(child.outOfFlow, child.x, child.y));
      first ??= child;
      const placed = isShown ? { ...child, fragment: { ...child.fragment, repeated: true } } : child;
      page.unsliced.push(placed);
      if (stack.put(placed, index)) isShown = true;
    }
    if (first && !isShown) notShown(first);
  }
}

/** The page areas below one another, without page margins. */
class PageStack {
  /** Block offset of each page. */
  readonly #tops: number[] = [];

  constructor(private readonly pages: readonly PageDraft[]) {
    let top = 0;
    for (const { height } of pages) {
      this.#tops.push(top);
      top += height;
    }
  }

  /**
   * Adds a box of a page to the content of the pages where its parts fall.
   * @param placed  relative to the page with this index
   * @returns whether it shows on any
   */
  put(placed: Placed<BoxFragment>, index: number): boolean {
    const page = this.pages[index]!;
    const content = [placed];
    const below = cutOff(content, { side: 'above', at: page.height + page.bleed.blockEnd });
    const above = cutOff(content, { side: 'below', at: -page.bleed.blockStart });
    page.content.push(...content);
    const isOnOthers = [...above, ...below].map((part) => this.#putOnOthers(part, index)).includes(true);
    return isOnOthers || content.some((part) => isBeside(part, page));
  }

  /** Adds the parts on other pages. @returns whether there are any */
  #putOnOthers(placed: Placed<BoxFragment>, from: number): boolean {
    const { y, height } = extentOf(placed);
    const origin = this.#tops[from]!;
    let isShown = false;
    for (let at = this.#firstBelow(origin + y); at < this.pages.length; at++) {
      const top = this.#tops[at]!;
      if (top >= origin + y + height) break;
      if (at === from) continue;
      const page = this.pages[at]!;
      const parts = [{ ...placed, y: placed.y + origin - top }];
      cutOff(parts, { side: 'above', at: page.height });
      cutOff(parts, { side: 'below', at: 0 });
      page.content.push(...parts);
      if (parts.some((part) => isBeside(part, page))) isShown = true;
    }
    return isShown;
  }

  /** Index of the first page that ends below the block offset. */
  #firstBelow(offset: number): number {
    let low = 0;
    let high = this.pages.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#tops[middle]! + this.pages[middle]!.height > offset) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** Whether a box is between the line-left and line-right edges of the page, at least in part. */
function isBeside(placed: Placed<BoxFragment>, { width, bleed }: PageDraft): boolean {
  const { x, width: extent } = extentOf(placed);
  return x < width + bleed.lineRight && x + extent > 0;
}

/**
 * Sums of their page in the content of a document, such as a repeated table head. Pages are laid out with placeholders,
 * as the amounts on a page are known only then; the lines with a sum are laid out again in the same box.
 */

import type { BlockBox, Box, InlineLevelBox } from '../../box/tree.js';
import { Report } from '../../diagnostics.js';
import { describeElement } from '../../html/dom.js';
import { constraintSpace } from '../algorithm/constraint-space.js';
import type { BoxFragment, Fragment, LineFragment, Placed } from '../algorithm/fragment.js';
import { layout } from '../algorithm/layout.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { PageDraft } from './page-draft.js';
import { PageSums } from './page-sums.js';

/** Replaces the placeholders on all pages. */
export function withPageSums(context: LayoutContext, pages: readonly PageDraft[]): PageDraft[] {
  const sums = new PageSums(pages);
  return pages.map((page, index) => {
    const texts = new PageSumTexts(context, sums, index);
    return {
      ...page,
      content: page.content.map(({ fragment, ...place }) => ({ ...place, fragment: texts.in(fragment) })),
    };
  });
}

class PageSumTexts {
  /** Boxes of the page are not those that the caches know. Their diagnostics exist already. */
  readonly #context: LayoutContext;

  constructor(
    private readonly context: LayoutContext,
    private readonly sums: PageSums,
    private readonly page: number,
  ) {
    this.#context = { ...context, report: new Report(), caches: { byModule: new Map() } };
  }

  in<Kind extends Fragment>(fragment: Kind): Kind;
  in(fragment: Fragment): Fragment {
    if (fragment.kind === 'text') return fragment;
    if (fragment.kind === 'box' && fragment.box.kind === 'block' && hasOwnSum(fragment.box))
      return this.#relaid(fragment, fragment.box);
    let isChanged = false;
    const children = fragment.children.map((child) => {
      const inside = this.in(child.fragment);
      if (inside === child.fragment) return child;
      isChanged = true;
      return { ...child, fragment: inside };
    });
    return isChanged ? ({ ...fragment, children } as BoxFragment | LineFragment) : fragment;
  }

  #relaid(fragment: BoxFragment, box: BlockBox): BoxFragment {
    if (!fragment.isFirst || !fragment.isLast) {
      this.#report(box, 'in a block that a page break divides');
      return fragment;
    }
    const placeholders = this.#children(fragment, box);
    const { children } = fragment;
    const first = [children[0], placeholders[0]] as const;
    const shift = { x: (first[0]?.x ?? 0) - (first[1]?.x ?? 0), y: (first[0]?.y ?? 0) - (first[1]?.y ?? 0) };
    const isSame =
      children.length === placeholders.length &&
      children.every((child, index) => {
        const other = placeholders[index]!;
        return isNear(child.x - other.x, shift.x) && isNear(child.y - other.y, shift.y);
      });
    if (!isSame || !isNear(shift.x, 0)) this.#report(box, 'beside a float, or with content out of its lines');
    const relaid = this.#children(fragment, this.#withSums(box));
    return { ...fragment, children: relaid.map((child) => ({ ...child, y: child.y + shift.y })) };
  }

  /** Lays out the content of a box of the fragment's size. */
  #children({ width, height, border }: BoxFragment, box: BlockBox): readonly Placed[] {
    const isCell = box.style.display === 'table-cell';
    const space = constraintSpace({
      availableWidth: width,
      availableHeight: height,
      percentageWidth: width,
      percentageHeight: height,
      fixedWidth: width,
      fixedHeight: isCell ? undefined : height,
      ...(isCell && { tableCell: { phase: 'final', border } }),
    });
    return layout(this.#context, box, space).fragment.children;
  }

  #withSums(box: BlockBox): BlockBox {
    const { content, firstLine } = box;
    if (content.type === 'blocks')
      return { ...box, content: { ...content, children: this.#replaced(content.children) } };
    return {
      ...box,
      content: { type: 'inlines', children: this.#replaced(content.children) },
      ...(firstLine && { firstLine: this.#withSums(firstLine) }),
    };
  }

  #replaced<Kind extends InlineLevelBox>(boxes: readonly Kind[]): Kind[] {
    return boxes.map((box): Kind => {
      const { kind } = box;
      if (kind === 'text' && box.pageSum) {
        const { name, of, text } = box.pageSum;
        return { ...box, text: text(this.sums.value(this.page, name, of)) };
      }
      if (kind === 'inline') return { ...box, children: this.#replaced(box.children) };
      return kind === 'block' ? (this.#withSums(box) as Box as Kind) : box;
    });
  }

  #report(box: BlockBox, why: string): void {
    this.context.report.add('UnsupportedValue', 'content: sum of a page', `${describeElement(box.element)}: ${why}`);
  }
}

/** Whether the lines of a block have a sum, outside of the blocks in them. */
function hasOwnSum({ content }: BlockBox): boolean {
  return content.type === 'inlines' && content.children.some(isSum);
}

function isSum(box: InlineLevelBox): boolean {
  return box.kind === 'text' ? box.pageSum !== undefined : box.kind === 'inline' && box.children.some(isSum);
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 1 / 32;

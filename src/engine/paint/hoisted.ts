/**
 * Absolutely positioned boxes whose containing block is outside of a stacking context that they belong to: the opacity of an
 * element that is not positioned applies to them. Their fragments are those of the containing block.
 * Source: https://drafts.csswg.org/css-position-4/#stacking-context; Blink: the tree of PaintLayers
 */

import type { StyledDocument } from '../css/compute/styled-document.js';
import { establishesStackingContext, isAbsolutelyPositioned } from '../css/style-queries.js';
import type { ElementNode } from '../html/dom.js';
import type { PhysicalBoxFragment, PhysicalFragment, PhysicalPlaced } from '../layout/algorithm/fragment.js';
import type { ClipNode } from './piece.js';

/** A box to be painted in another stacking context, at a place of the page. */
interface HoistedBox extends PhysicalPlaced<PhysicalBoxFragment> {
  /** Around the containing block's content. */
  readonly clip: ClipNode | undefined;
}

/** Those of one page. */
export class HoistedBoxes {
  readonly #waiting = new Map<ElementNode, HoistedBox[]>();

  constructor(private readonly styled: Pick<StyledDocument, 'style'>) {}

  /**
   * Sets aside the children that belong to stacking contexts further in.
   * @param container  the containing block; undefined: that of the page
   * @returns          the elements of these contexts, which `rest` wants
   */
  setAside(
    children: readonly PhysicalPlaced<PhysicalFragment>[],
    container: ElementNode | undefined,
    { x, y, clip }: { readonly x: number; readonly y: number; readonly clip: ClipNode | undefined },
  ): ReadonlyMap<PhysicalFragment, ElementNode> {
    let found: Map<PhysicalFragment, ElementNode> | undefined;
    for (const { fragment, x: dx, y: dy } of children) {
      if (fragment.kind !== 'box' || !isAbsolutelyPositioned(fragment.style)) continue;
      const context = this.#contextOf(fragment, container);
      if (!context) continue;
      found ??= new Map();
      found.set(fragment, context);
      const waiting = this.#waiting.get(context) ?? [];
      this.#waiting.set(context, waiting);
      waiting.push({ fragment, x: x + dx, y: y + dy, clip });
    }
    return found ?? NONE;
  }

  /** The boxes that wait for the stacking context of a box. */
  of({ box }: PhysicalBoxFragment): readonly HoistedBox[] {
    if (this.#waiting.size === 0 || ('origin' in box && box.origin !== undefined)) return [];
    const waiting = this.#waiting.get(box.element);
    if (waiting) this.#waiting.delete(box.element);
    return waiting ?? [];
  }

  /** The boxes set aside whose stacking context is not on the page. */
  rest(contexts: Iterable<ElementNode>): HoistedBox[] {
    const rest: HoistedBox[] = [];
    for (const element of contexts) {
      rest.push(...(this.#waiting.get(element) ?? []));
      this.#waiting.delete(element);
    }
    return rest;
  }

  /** The innermost element around a box, but inside of its containing block, that establishes a stacking context. */
  #contextOf({ box }: PhysicalBoxFragment, container: ElementNode | undefined): ElementNode | undefined {
    const isOfElement = !('origin' in box) || box.origin === undefined;
    let element = isOfElement ? box.element.parent : box.element;
    for (; element && element !== container; element = element.parent) {
      const style = this.styled.style(element);
      const isItem = element.parent !== null && /flex|grid/.test(this.styled.style(element.parent).display);
      if (style.display === 'contents' || style.display === 'none') continue;
      if (establishesStackingContext(style, isItem, style.display === 'inline')) return element;
    }
    return undefined;
  }
}

const NONE: ReadonlyMap<PhysicalFragment, ElementNode> = new Map();

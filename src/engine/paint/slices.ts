/**
 * Fragmented boxes under `box-decoration-break: slice`: their fragments share one background and one set of corners.
 * Source: https://drafts.csswg.org/css-break-3/#break-decoration
 */

import { PHYSICAL_SIDES } from '../css/compute/writing-mode.js';
import type { PhysicalBoxFragment, PhysicalPlaced } from '../layout/algorithm/fragment.js';
import type { Rect } from '../layout/algorithm/geometry.js';
import type { DocumentLayout } from '../layout/page/page-layout.js';

export type BoxHeights = ReadonlyMap<PhysicalBoxFragment['box'], number>;

/** The height of every fragmented box with its fragments joined; the width for vertical boxes. */
export function joinedHeights(layout: DocumentLayout): BoxHeights {
  const heights = new Map<PhysicalBoxFragment['box'], number>();
  const visit = ({ fragment }: PhysicalPlaced): void => {
    // Lines do not fragment, and an unfragmented box has no fragmented descendants.
    if (fragment.kind !== 'box' || (fragment.isFirst && fragment.isLast)) return;
    const height = fragment.consumed + (fragment.writingMode ? fragment.width : fragment.height);
    heights.set(fragment.box, Math.max(height, heights.get(fragment.box) ?? 0));
    fragment.children.forEach(visit);
  };
  for (const page of layout.pages) page.content.forEach(visit);
  return heights;
}

interface InlinePart {
  /** Width of the fragments before it and of all fragments, px. */
  readonly before: number;
  readonly total: number;
}

/** Inline boxes on several lines: their fragments are joined side by side. */
export class InlineSlices {
  #parts: Map<PhysicalBoxFragment, InlinePart> | undefined;

  constructor(private readonly layout: DocumentLayout) {}

  /**
   * The rectangle of all fragments joined, given that of one.
   * Source: Blink's InlineBoxFragmentPainterBase::PaintRectForImageStrip
   */
  joinedRect(rect: Rect, fragment: PhysicalBoxFragment): Rect {
    const part = this.measured().get(fragment);
    if (!part) return rect;
    const { before, total } = part;
    const start = fragment.style.direction === 'ltr' ? before : total - before - rect.width;
    return { ...rect, x: rect.x - start, width: total };
  }

  /** Measures all fragments, which must still be there, unless it was done before. */
  measured(): ReadonlyMap<PhysicalBoxFragment, InlinePart> {
    this.#parts ??= this.#measure();
    return this.#parts;
  }

  #measure(): Map<PhysicalBoxFragment, InlinePart> {
    const byBox = new Map<PhysicalBoxFragment['box'], PhysicalBoxFragment[]>();
    const visit = ({ fragment }: PhysicalPlaced): void => {
      if (fragment.kind === 'text') return;
      if (fragment.kind === 'box' && isSlicedInline(fragment)) {
        const known = byBox.get(fragment.box);
        if (known) known.push(fragment);
        else byBox.set(fragment.box, [fragment]);
      }
      fragment.children.forEach(visit);
    };
    for (const page of this.layout.pages) page.content.forEach(visit);
    const parts = new Map<PhysicalBoxFragment, InlinePart>();
    for (const fragments of byBox.values()) {
      const total = fragments.reduce((sum, { width }) => sum + width, 0);
      let before = 0;
      for (const fragment of fragments) {
        parts.set(fragment, { before, total });
        before += fragment.width;
      }
    }
    return parts;
  }
}

/** Whether a fragment is one of several of a horizontal inline box with one background. */
export function isSlicedInline({ box, isFirst, isLast, style, writingMode, repeated }: PhysicalBoxFragment): boolean {
  return (
    box.kind === 'inline' &&
    !(isFirst && isLast) &&
    !repeated &&
    writingMode === undefined &&
    style['box-decoration-break'] === 'slice' &&
    style['background-image'].some((image) => image !== 'none')
  );
}

/** Each fragment of a fieldset has a background of its own. Blink: `FieldsetPainter::PaintBoxDecorationBackground` */
const isFieldset = ({ element, origin }: PhysicalBoxFragment['box']): boolean =>
  origin === undefined && element.namespace === 'html' && element.name === 'fieldset';

/**
 * The rectangle of all fragments joined, given the rectangle of one. Cloned fragments each start anew, as large as all of them.
 * Blink: `BoxBackgroundPaintContext`
 */
export function joinedRect(
  rect: Rect,
  { box, consumed, style, writingMode }: PhysicalBoxFragment,
  heights: BoxHeights,
): Rect {
  const height = heights.get(box);
  if (height === undefined || isFieldset(box)) return rect;
  const before = style['box-decoration-break'] === 'clone' ? 0 : Math.round(consumed);
  const size = Math.round(height);
  if (!writingMode) return { ...rect, y: rect.y - before, height: size };
  return {
    ...rect,
    x: PHYSICAL_SIDES[writingMode]['block-start'] === 'left' ? rect.x - before : rect.x + rect.width + before - size,
    width: size,
  };
}

/**
 * Fragmented boxes under `box-decoration-break: slice`: their fragments share one background and one set of corners.
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

/** The rectangle of all fragments joined, given the rectangle of one. */
export function joinedRect(rect: Rect, { box, consumed, writingMode }: PhysicalBoxFragment, heights: BoxHeights): Rect {
  const height = heights.get(box);
  if (height === undefined) return rect;
  const before = Math.round(consumed);
  const size = Math.round(height);
  if (!writingMode) return { ...rect, y: rect.y - before, height: size };
  return {
    ...rect,
    x: PHYSICAL_SIDES[writingMode]['block-start'] === 'left' ? rect.x - before : rect.x + rect.width + before - size,
    width: size,
  };
}

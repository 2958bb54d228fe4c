/** Boxes that page breaks cut: their pieces share one background and one set of corners. */

import { SIDES } from '../css/compute/frames.js';
import type { BoxFragment, DocumentLayout, Placed, Rect } from '../layout/algorithm/types.js';

export type BoxHeights = ReadonlyMap<BoxFragment['box'], number>;

/** The height of every box in pieces, all of them joined; of one in vertical writing its width. */
export function joinedHeights(layout: DocumentLayout): BoxHeights {
  const heights = new Map<BoxFragment['box'], number>();
  const visit = ({ fragment }: Placed): void => {
    // Lines do not break; what is whole has nothing in pieces inside.
    if (fragment.kind !== 'box' || (fragment.isFirst && fragment.isLast)) return;
    const height = fragment.consumed + (fragment.frame ? fragment.width : fragment.height);
    heights.set(fragment.box, Math.max(height, heights.get(fragment.box) ?? 0));
    fragment.children.forEach(visit);
  };
  for (const page of layout.pages) page.content.forEach(visit);
  return heights;
}

/** The rectangle of all pieces joined, where this one is at `rect`. */
export function joinedRect(rect: Rect, { box, consumed, frame }: BoxFragment, heights: BoxHeights): Rect {
  const height = heights.get(box);
  if (height === undefined) return rect;
  const before = Math.round(consumed);
  const size = Math.round(height);
  if (!frame) return { ...rect, y: rect.y - before, height: size };
  return {
    ...rect,
    x: SIDES[frame].top === 'left' ? rect.x - before : rect.x + rect.width + before - size,
    width: size,
  };
}

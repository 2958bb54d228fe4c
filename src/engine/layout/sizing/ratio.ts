/** `aspect-ratio` of non-replaced boxes. Lengths in px. Source: https://drafts.csswg.org/css-sizing-4/#aspect-ratio */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import type { Edges } from '../algorithm/geometry.js';
import { snap } from '../algorithm/units.js';
import { horizontal, vertical } from './edges.js';

/** Whether the box is non-replaced with a preferred aspect ratio. */
export function hasRatio(box: BlockLevelBox): box is BlockBox {
  return box.kind === 'block' && Boolean(box.style['logical-aspect-ratio'].ratio);
}

/** Whether the ratio is of the border box; `auto <ratio>` is of the content box, whatever `box-sizing` is. */
function isOfBorderBox({ style }: BlockBox): boolean {
  return style['box-sizing'] === 'border-box' && !style['logical-aspect-ratio'].auto;
}

/** Border-box width for a border-box height. */
export function ratioWidth(box: BlockBox, borderPadding: Edges, height: number): number {
  const ratio = box.style['logical-aspect-ratio'].ratio ?? 1;
  if (isOfBorderBox(box)) return Math.max(snap(height * ratio), horizontal(borderPadding));
  return Math.max(0, snap((height - vertical(borderPadding)) * ratio)) + horizontal(borderPadding);
}

/** Border-box height for a border-box width. */
export function ratioHeight(box: BlockBox, borderPadding: Edges, width: number): number {
  const ratio = box.style['logical-aspect-ratio'].ratio ?? 1;
  if (isOfBorderBox(box)) return Math.max(snap(width / ratio), vertical(borderPadding));
  return Math.max(0, snap((width - horizontal(borderPadding)) / ratio)) + vertical(borderPadding);
}

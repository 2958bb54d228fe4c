/** Layout of atomic inlines. Source: https://drafts.csswg.org/css-display-3/#atomic-inline */

import type { BlockLevelBox } from '../../box/tree.js';
import { constraintSpace } from '../algorithm/constraint-space.js';
import type { BoxFragment } from '../algorithm/fragment.js';
import type { Edges } from '../algorithm/geometry.js';
import { layout } from '../algorithm/layout.js';
import { cacheOf, type LayoutContext, monolithic } from '../algorithm/layout-context.js';
import { snap } from '../algorithm/units.js';
import type { OutOfFlow } from '../positioned/out-of-flow.js';
import { resolveMargins } from '../sizing/edges.js';
import type { LineSpace } from './line-result.js';

interface AtomicLayout {
  readonly fragment: BoxFragment;
  readonly margin: Edges;
  /** Margin-box width, px. */
  readonly width: number;
  readonly outOfFlow: readonly OutOfFlow[];
}

interface CachedLayout extends AtomicLayout {
  readonly availableWidth: number;
  readonly percentageHeight: number | undefined;
}

/**
 * Lays out an atomic inline without fragmentation: it is monolithic. Caches the latest result per box, since the line
 * breaker may process an item several times.
 */
export function layoutAtomic(context: LayoutContext, box: BlockLevelBox, space: LineSpace): AtomicLayout {
  const cache = cacheOf<BlockLevelBox, CachedLayout>(context, 'inline/atomic');
  const { availableWidth, percentageHeight } = space;
  const known = cache.get(box);
  if (known && known.availableWidth === availableWidth && known.percentageHeight === percentageHeight) return known;
  const margin = resolveMargins(box.style, availableWidth);
  const { fragment, outOfFlow } = layout(
    monolithic(context),
    box,
    constraintSpace({
      availableWidth,
      availableHeight: percentageHeight,
      percentageWidth: availableWidth,
      percentageHeight,
      autoWidthBehavior: 'fit-content',
    }),
  );
  const width = margin.left + fragment.width + margin.right;
  const result = { fragment, margin, width, outOfFlow, availableWidth, percentageHeight };
  cache.set(box, result);
  return result;
}

/**
 * Extents of the margin box above and below the baseline, px. A box without a baseline is aligned by its bottom margin
 * edge, or by its centre if the line has a central baseline.
 * Source: https://www.w3.org/TR/CSS22/visudet.html#propdef-vertical-align
 */
export function atomicBaseline(
  box: BlockLevelBox,
  { fragment, margin }: AtomicLayout,
  isCentral: boolean,
): { readonly ascent: number; readonly descent: number } {
  const height = margin.top + fragment.height + margin.bottom;
  const baseline = ownBaseline(box, fragment);
  if (baseline === undefined && isCentral) return { ascent: snap(height / 2), descent: height - snap(height / 2) };
  if (baseline === undefined) return { ascent: height, descent: 0 };
  const ascent = margin.top + baseline;
  return { ascent, descent: height - ascent };
}

/** Baseline of an inline-block: its last line, unless it clips; of tables, flex and grid containers: the first one. */
function ownBaseline(box: BlockLevelBox, fragment: BoxFragment): number | undefined {
  if (box.kind === 'replaced') return undefined;
  if (box.kind === 'block' && box.baseline === 'last') return contentBaseline(fragment);
  if (box.kind === 'block' && box.baseline === 'margin-edge') return undefined;
  if (box.kind === 'block' && box.baseline === 'none') return fragment.height;
  if (box.kind === 'table' || box.context !== 'flow') return fragment.firstBaseline;
  const overflow = box.style['overflow-block'];
  if (overflow !== 'visible' && overflow !== 'clip') return undefined;
  return fragment.lineBaseline;
}

/** The last baseline of the only child, or else the bottom of the content box, from the parent's border edge. */
function contentBaseline({ children, height, border, padding }: BoxFragment): number {
  const content = children[0];
  if (content?.fragment.kind !== 'box' || content.fragment.lastBaseline === undefined)
    return height - border.bottom - padding.bottom;
  return content.y + content.fragment.lastBaseline;
}

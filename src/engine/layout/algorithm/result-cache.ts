/**
 * Caches layout results of boxes that establish a formatting context. Flex containers, grids and tables measure their
 * items before they lay them out; without the cache each level of nesting doubles the work of the level below.
 */

import type { BlockLevelBox, Box } from '../../box/tree.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import { hasPercentage, isPercentageSize } from '../../css/values/values.js';
import { type CachedResult, memoOf } from './box-memo.js';
import type { ConstraintSpace, SubgridAxis } from './constraint-space.js';
import { layout } from './layout.js';
import type { LayoutContext } from './layout-context.js';
import type { LayoutResult } from './result.js';

/** Covers the measure, stretch and final passes, each with a definite or indefinite percentage height. */
const MAX_ENTRIES = 6;

/** Like `layout`; `space` must have neither `flow` nor `fragmentainer`. */
export function layoutCached(context: LayoutContext, box: BlockLevelBox, space: ConstraintSpace): LayoutResult {
  const memo = memoOf(context, box);
  const latest = memo.results;
  if (latest) {
    // The available height of an orthogonal flow is that of its lines.
    const isOrthogonal = box.kind === 'block' && box.context === 'orthogonal';
    const withHeight = isOrthogonal || dependsOnHeight(context, box);
    for (let entry: CachedResult | undefined = latest; entry; entry = entry.earlier)
      if (isSameSpace(entry.space, space, withHeight)) return entry.result;
  }
  const result = layout(context, box, space);
  // To remember it takes more memory than the cell itself; its table's geometry is cached.
  if (space.tableCell && memo.inlineContent?.plainText && result.fragment.children.length === 1) return result;
  const earlier = latest && latest.count >= MAX_ENTRIES ? withoutEarliest(latest) : latest;
  memo.results = { space, result, earlier, count: (earlier?.count ?? 0) + 1 };
  return result;
}

function withoutEarliest({ space, result, earlier }: CachedResult): CachedResult | undefined {
  const rest = earlier && withoutEarliest(earlier);
  return earlier && { space, result, earlier: rest, count: (rest?.count ?? 0) + 1 };
}

/** @param withHeight  compares available and percentage resolution heights, too */
function isSameSpace(a: ConstraintSpace, b: ConstraintSpace, withHeight: boolean): boolean {
  return (
    a.availableWidth === b.availableWidth &&
    a.percentageWidth === b.percentageWidth &&
    a.fixedWidth === b.fixedWidth &&
    a.fixedHeight === b.fixedHeight &&
    a.contentHeight === b.contentHeight &&
    a.autoWidthBehavior === b.autoWidthBehavior &&
    // Cells are cached in the measure phase only, and their borders do not change.
    a.tableCell?.phase === b.tableCell?.phase &&
    isSameAxis(a.subgrid?.columns, b.subgrid?.columns) &&
    isSameAxis(a.subgrid?.rows, b.subgrid?.rows) &&
    (!withHeight ||
      (a.availableHeight === b.availableHeight &&
        a.percentageHeight === b.percentageHeight &&
        a.fixedHeightBehavior === b.fixedHeightBehavior))
  );
}

function isSameAxis(a: SubgridAxis | undefined, b: SubgridAxis | undefined): boolean {
  if (!a || !b) return a === b;
  return a.gap === b.gap && a.sizes.length === b.sizes.length && a.sizes.every((size, i) => size === b.sizes[i]);
}

/**
 * Whether layout of the box depends on the percentage resolution height or on the definiteness of its own height: a
 * descendant has a percentage height, an aspect ratio, or stretches to its container's height.
 */
export function dependsOnHeight(context: LayoutContext, box: Box): boolean {
  // Their styles are those of the boxes around them.
  if (box.kind === 'text' || box.kind === 'break') return false;
  const memo = memoOf(context, box);
  const known = memo.dependsOnHeight;
  if (known !== undefined) return known;
  const children = childBoxes(box);
  const depends =
    styleDependsOnHeight(box.style) ||
    wrapsAtHeight(box) ||
    limitsRows(box) ||
    children.some((child) => (child.kind === 'replaced' && isFlexOrGrid(box)) || dependsOnHeight(context, child));
  memo.dependsOnHeight = depends;
  return depends;
}

function wrapsAtHeight(box: Box): boolean {
  if (box.kind !== 'block' || box.context !== 'flex') return false;
  return box.style['flex-direction'].startsWith('column') && box.style['flex-wrap'] !== 'nowrap';
}

/** A grid with min-height or max-height distributes the remaining height among its rows. */
function limitsRows(box: Box): boolean {
  if (box.kind !== 'block' || box.context !== 'grid') return false;
  return (
    box.style['max-block-size'] !== 'none' ||
    (box.style['min-block-size'] !== 'auto' && box.style['min-block-size'] !== 0)
  );
}

/** Containers that stretch images, whose width then follows from their height. */
function isFlexOrGrid(box: Box): boolean {
  return box.kind === 'block' && (box.context === 'flex' || box.context === 'grid');
}

function styleDependsOnHeight(style: LogicalStyle): boolean {
  const isRelative = (value: LogicalStyle['block-size'] | LogicalStyle['max-block-size'] | 'content') =>
    value === 'stretch' || isPercentageSize(value);
  return (
    isRelative(style['block-size']) ||
    isRelative(style['min-block-size']) ||
    isRelative(style['max-block-size']) ||
    isRelative(style['flex-basis']) ||
    style['logical-aspect-ratio'].ratio !== undefined ||
    (style.position === 'relative' && (isInset(style['inset-block-start']) || isInset(style['inset-block-end']))) ||
    (style['row-gap'] !== 'normal' && hasPercentage(style['row-gap'])) ||
    style['grid-template-rows'] !== 'none' ||
    style['grid-auto-rows'].some((size) => typeof size === 'object')
  );
}

const isInset = (value: LogicalStyle['inset-block-start']) => value !== 'auto' && hasPercentage(value);

export function childBoxes(box: Box): readonly Box[] {
  switch (box.kind) {
    case 'block':
      return box.content.children;
    case 'inline':
      return box.children;
    case 'table':
      return [
        ...box.captions,
        ...box.sections.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.map((cell) => cell.box))),
      ];
    default:
      return [];
  }
}

/**
 * Layout results of boxes with a formatting context of their own, kept while a container measures before it lays out:
 * without them every level of nested flex containers, grids and tables would double the work of the level below.
 */

import type { BlockLevelBox, Box } from '../../box/tree.js';
import type { ComputedStyle } from '../../css/properties/table.js';
import { hasPercentage } from '../../css/values/values.js';
import { layout } from './layout.js';
import type { ConstraintSpace, LayoutContext, LayoutResult } from './types.js';

interface Entry {
  readonly key: string;
  readonly result: LayoutResult;
}

/** Measuring, stretching and the final size, with and without a height to refer to: more are rare. */
const ENTRIES = 6;

/** Like `layout` of a whole box; `space` must establish a formatting context and not be on a page. */
export function layoutCached(context: LayoutContext, box: BlockLevelBox, space: ConstraintSpace): LayoutResult {
  const cache = mapOf<readonly Entry[]>(context, 'cached');
  const key = keyOf(space, dependsOnHeight(context, box));
  const entries = cache.get(box) ?? [];
  const known = entries.find((entry) => entry.key === key);
  if (known) return known.result;
  const result = layout(context, box, space);
  cache.set(box, [{ key, result }, ...entries.slice(0, ENTRIES - 1)]);
  return result;
}

function keyOf(space: ConstraintSpace, withHeight: boolean): string {
  return [
    space.availableWidth,
    space.percentageWidth,
    space.fixedWidth,
    space.fixedHeight,
    space.contentHeight,
    space.shrinkToFit,
    space.tableCell?.phase,
    space.subgrid &&
      [space.subgrid.columns, space.subgrid.rows].map((axis) => axis && [axis.gap, ...axis.sizes]).join(';'),
    withHeight && [space.availableHeight, space.percentageHeight, space.fixedHeightIsIndefinite],
  ].join(' ');
}

/**
 * Whether the layout of the box changes with the heights that percentages refer to, or with its own height being
 * definite: something in it has a percentage height, a ratio, or aligns to its container's height.
 */
export function dependsOnHeight(context: LayoutContext, box: Box): boolean {
  const cache = mapOf<boolean>(context, 'depends-on-height');
  const known = cache.get(box);
  if (known !== undefined) return known;
  const children = childBoxes(box);
  const depends =
    styleDependsOnHeight(box.style) ||
    wrapsAtHeight(box) ||
    limitsRows(box) ||
    children.some((child) => (child.kind === 'replaced' && isFlexOrGrid(box)) || dependsOnHeight(context, child));
  cache.set(box, depends);
  return depends;
}

function wrapsAtHeight(box: Box): boolean {
  if (box.kind !== 'block' || box.context !== 'flex') return false;
  return box.style['flex-direction'].startsWith('column') && box.style['flex-wrap'] !== 'nowrap';
}

/** A grid that is as high as its limit allows has room for its rows to share, one that is fixed at it has not. */
function limitsRows(box: Box): boolean {
  if (box.kind !== 'block' || box.context !== 'grid') return false;
  return box.style['max-height'] !== 'none' || (box.style['min-height'] !== 'auto' && box.style['min-height'] !== 0);
}

/** Images there take their width from the height they are stretched to. */
function isFlexOrGrid(box: Box): boolean {
  return box.kind === 'block' && (box.context === 'flex' || box.context === 'grid');
}

function styleDependsOnHeight(style: ComputedStyle): boolean {
  const isRelative = (value: ComputedStyle['height'] | ComputedStyle['max-height'] | 'content') =>
    value === 'stretch' || (typeof value === 'object' && !('fitContent' in value) && hasPercentage(value));
  return (
    isRelative(style.height) ||
    isRelative(style['min-height']) ||
    isRelative(style['max-height']) ||
    isRelative(style['flex-basis']) ||
    style['aspect-ratio'].ratio !== undefined ||
    (style.position === 'relative' && (isInset(style.top) || isInset(style.bottom))) ||
    (style['row-gap'] !== 'normal' && hasPercentage(style['row-gap'])) ||
    style['grid-template-rows'] !== 'none' ||
    style['grid-auto-rows'].some((size) => typeof size === 'object')
  );
}

const isInset = (value: ComputedStyle['top']) => value !== 'auto' && hasPercentage(value);

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

function mapOf<Value>({ caches: { byModule } }: LayoutContext, name: string): Map<Box, Value> {
  const known = byModule.get(name) as Map<Box, Value> | undefined;
  if (known) return known;
  const made = new Map<Box, Value>();
  byModule.set(name, made);
  return made;
}

/**
 * Subgrids: grid items that share the tracks of their parent grid.
 * Source: https://drafts.csswg.org/css-grid-2/#subgrids
 */

import type { BlockLevelBox } from '../../box/tree.js';
import type { Edges } from '../algorithm/geometry.js';
import type { NamedLines, Span } from './placement.js';

export function isSubgrid(box: BlockLevelBox, axis: 'row' | 'column'): boolean {
  if (box.kind !== 'block' || box.context !== 'grid') return false;
  const list = box.style[axis === 'row' ? 'grid-template-rows' : 'grid-template-columns'];
  return list !== 'none' && list.subgrid;
}

/** Sum of margin, border and padding of a subgrid at each end of an axis, px. */
export interface Ends {
  readonly start: number;
  readonly end: number;
}

export function endsOf(axis: 'row' | 'column', edges: readonly Edges[], rtl: boolean): Ends {
  const sum = (side: keyof Edges) => edges.reduce((total, edge) => total + edge[side], 0);
  if (axis === 'row') return { start: sum('top'), end: sum('bottom') };
  return rtl ? { start: sum('right'), end: sum('left') } : { start: sum('left'), end: sum('right') };
}

/** Line names within a span of a grid; indices count from the first line of the span. */
export function namesWithin(names: NamedLines['names'], { start, end }: Span): NamedLines['names'] {
  const found = new Map<string, number[]>();
  for (const [name, lines] of names) {
    const inside = lines.filter((line) => line >= start && line <= end).map((line) => line - start);
    if (inside.length > 0) found.set(name, inside);
    else if (isClippedArea(name, names, start, end)) found.set(name, [name.endsWith('-start') ? 0 : end - start]);
  }
  return found;
}

/** Whether a line belongs to a named area that overlaps the subgrid only in part: it moves to the subgrid's edge. */
function isClippedArea(name: string, names: NamedLines['names'], start: number, end: number): boolean {
  const area = /^(.+)-(?:start|end)$/.exec(name)?.[1];
  const from = area === undefined ? undefined : names.get(`${area}-start`)?.[0];
  const to = area === undefined ? undefined : names.get(`${area}-end`)?.[0];
  return from !== undefined && to !== undefined && from < end && to > start;
}

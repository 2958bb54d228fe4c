/** Alignment in flex containers. Source: https://drafts.csswg.org/css-align-3/, css-flexbox-1 §8 */

import type { Alignment } from '../../css/values.js';
import { type FlexAxes, type FlexItem, mainMargins } from './item.js';

/** What part of the free space goes before a single thing: 0 start, ½ centre, 1 end; "start" is the reversed side too. */
export function freeShare({ value, safety }: Alignment, free: number, reversed: boolean): number {
  if (free < 0 && safety === 'safe') return reversed ? 1 : 0;
  switch (value) {
    case 'center':
      return 1 / 2;
    case 'flex-end':
    case 'last-baseline':
      return 1;
    case 'end':
    case 'self-end':
    case 'right':
      return reversed ? 0 : 1;
    case 'start':
    case 'self-start':
    case 'left':
      return reversed ? 1 : 0;
    default:
      return 0;
  }
}

interface Distribution {
  readonly before: number;
  readonly between: number;
}

/** Where free space goes among `count` things. Overflow falls back as css-align-3 §5.3 says. */
export function distributeSpace(alignment: Alignment, free: number, count: number, reversed: boolean): Distribution {
  const { value } = alignment;
  if (free > 0 && count > 0) {
    if (value === 'space-between') return { before: 0, between: count > 1 ? free / (count - 1) : 0 };
    if (value === 'space-around') return { before: free / count / 2, between: free / count };
    if (value === 'space-evenly') return { before: free / (count + 1), between: free / (count + 1) };
  }
  // Distributed alignment that does not fit is safe start (space-between) or safe centre.
  if (value.startsWith('space-')) return { before: 0, between: 0 };
  return { before: free * freeShare(alignment, free, reversed), between: 0 };
}

/** Step 12: auto margins, then justify-content. Sets `mainOffset`, from the main-start edge. */
export function justifyItems(
  items: readonly FlexItem[],
  axes: FlexAxes,
  justify: Alignment,
  mainSize: number,
  gap: number,
): void {
  const [start, end] = axes.isRow ? (['left', 'right'] as const) : (['top', 'bottom'] as const);
  const [first, last] = axes.mainReversed ? ([end, start] as const) : ([start, end] as const);
  const used = items.reduce((sum, item) => sum + item.main + mainMargins(axes, item.margin), gap * (items.length - 1));
  let free = mainSize - used;
  const autos = items.reduce(
    (sum, { box }) =>
      sum + Number(box.style[`margin-${start}`] === 'auto') + Number(box.style[`margin-${end}`] === 'auto'),
    0,
  );
  const share = autos > 0 && free > 0 ? free / autos : 0;
  if (share > 0) {
    for (const item of items) {
      const add = (side: typeof first) => (item.box.style[`margin-${side}`] === 'auto' ? share : item.margin[side]);
      item.margin = { ...item.margin, [start]: add(start), [end]: add(end) };
    }
    free = 0;
  }
  const { before, between } = distributeSpace(
    justify,
    free,
    items.length,
    axes.isRow && axes.mainReversed ? true : axes.mainReversed,
  );
  let offset = before;
  for (const item of items) {
    item.mainOffset = offset + item.margin[first];
    offset = item.mainOffset + item.main + item.margin[last] + gap + between;
  }
}

interface AlignedLine {
  cross: number;
  offset: number;
}

/** Steps 9 and 16: align-content stretches and places lines. */
export function alignLines(
  lines: readonly AlignedLine[],
  alignment: Alignment,
  crossSize: number,
  gap: number,
  wraps: boolean,
): void {
  const used = lines.reduce((sum, line) => sum + line.cross, 0) + gap * Math.max(0, lines.length - 1);
  const free = crossSize - used;
  const stretches = alignment.value === 'normal' || alignment.value === 'stretch';
  if (wraps && stretches && free > 0) for (const line of lines) line.cross += free / lines.length;
  const { before, between } =
    !wraps || stretches ? { before: 0, between: 0 } : distributeSpace(alignment, free, lines.length, false);
  let offset = before;
  for (const line of lines) {
    line.offset = offset;
    offset += line.cross + gap + between;
  }
}

/**
 * Vertical text is painted as the horizontal text it was laid out as, in coordinates that are turned by a right angle
 * about the page's corner: one turn for all text of a page, so that neighbours can go together.
 */

import type { LineFragment, TextFragment, Turn } from '../layout/algorithm/types.js';
import type { DisplayItem, GroupItem, PathCommand } from './display-list.js';

type Matrix = NonNullable<GroupItem['transform']>;

const MATRICES: Readonly<Record<Turn, Matrix>> = {
  clockwise: [0, 1, -1, 0, 0, 0],
  counterclockwise: [0, -1, 1, 0, 0, 0],
};

export function turned(children: readonly DisplayItem[], turn: Turn): GroupItem {
  return { kind: 'group', transform: MATRICES[turn], children };
}

export function turnAll(items: readonly DisplayItem[], turn: Turn | undefined): readonly DisplayItem[] {
  return turn && items.length > 0 ? [turned(items, turn)] : items;
}

/** Where a text is before it is turned, and how long. @param x, y of the fragment's top left on the page */
export function linePlace(
  { turn, width, height }: TextFragment,
  x: number,
  y: number,
): { readonly x: number; readonly y: number; readonly width: number } {
  if (!turn) return { x, y, width };
  return turn === 'clockwise' ? { x: y, y: -x - width, width: height } : { x: -y - height, y: x, width: height };
}

/**
 * A baseline across the line, as it is before the line is turned.
 * @param from  its distance from the fragment's top, or from what the turn has made of that
 */
export function baselineAcross(
  { turn, width }: TextFragment | LineFragment,
  x: number,
  y: number,
  from: number,
): number {
  if (!turn) return y + from;
  return turn === 'clockwise' ? -x - width + from : x + from;
}

export function transformedPath(commands: readonly PathCommand[], [a, b, c, d, e, f]: Matrix): PathCommand[] {
  return commands.map(([name, ...points]) => {
    const numbers = points as readonly number[];
    const moved = numbers.map((value, index) => {
      const [x, y] = index % 2 === 0 ? [value, numbers[index + 1]!] : [numbers[index - 1]!, value];
      return index % 2 === 0 ? a * x + c * y + e : b * x + d * y + f;
    });
    return [name, ...moved] as unknown as PathCommand;
  });
}

/**
 * Rotation of vertical text. It is painted as the horizontal text that layout made of it, rotated by a right angle
 * about the corner of the page: one transform for all text of a page, so that neighbours can be merged.
 */

import type { LineRotation, PhysicalLineFragment, PhysicalTextFragment } from '../layout/algorithm/fragment.js';
import type { DisplayItem, GroupItem, PathCommand } from './display-list.js';

type Matrix = NonNullable<GroupItem['transform']>;

const MATRICES: Readonly<Record<LineRotation, Matrix>> = {
  clockwise: [0, 1, -1, 0, 0, 0],
  counterclockwise: [0, -1, 1, 0, 0, 0],
};

export function rotatedGroup(children: readonly DisplayItem[], rotation: LineRotation): GroupItem {
  return { kind: 'group', transform: MATRICES[rotation], children };
}

export function rotateItems(items: readonly DisplayItem[], rotation: LineRotation | undefined): readonly DisplayItem[] {
  return rotation && items.length > 0 ? [rotatedGroup(items, rotation)] : items;
}

/** The origin and length of a text before rotation. @param x, y the fragment's top left on the page */
export function unrotatedLine(
  { rotation, width, height }: PhysicalTextFragment,
  x: number,
  y: number,
): { readonly x: number; readonly y: number; readonly width: number } {
  if (!rotation) return { x, y, width };
  return rotation === 'clockwise' ? { x: y, y: -x - width, width: height } : { x: -y - height, y: x, width: height };
}

/**
 * The position of a baseline across its line, before rotation.
 * @param from distance of the baseline from the line-over edge
 */
export function unrotatedBaseline(
  { rotation, width }: PhysicalTextFragment | PhysicalLineFragment,
  x: number,
  y: number,
  from: number,
): number {
  if (!rotation) return y + from;
  return rotation === 'clockwise' ? -x - width + from : x + from;
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

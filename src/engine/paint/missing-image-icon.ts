/** The icon in place of a missing image: a torn sheet with a landscape. */

import type { Color } from '../css/values/values.js';
import type { Rect } from '../layout/algorithm/geometry.js';
import type { DisplayItem, PathCommand } from './display-list.js';

type Point = readonly [x: number, y: number];

/** Coordinates of the shapes are in a grid of this size. */
const GRID = { width: 14, height: 16 };
const GREY: Color = { r: 151, g: 151, b: 151, a: 1 };
const SKY: Color = { r: 200, g: 218, b: 246, a: 1 };
const WHITE: Color = { r: 255, g: 255, b: 255, a: 1 };
const GREEN: Color = { r: 88, g: 174, b: 57, a: 1 };

/** Back to front: the two parts of the sheet, what is on each, the folded corner and the cloud. */
const SHAPES: readonly (readonly [Color, readonly Point[]])[] = [
  [
    GREY,
    [
      [0, 0],
      [10, 0],
      [14, 4],
      [14, 8],
      [6, 16],
      [0, 16],
    ],
  ],
  [
    GREY,
    [
      [14, 11],
      [14, 16],
      [9, 16],
    ],
  ],
  [
    SKY,
    [
      [1, 1],
      [9, 1],
      [9, 5],
      [13, 5],
      [13, 8],
      [6, 15],
      [1, 15],
    ],
  ],
  [
    SKY,
    [
      [13, 12],
      [13, 15],
      [10, 15],
    ],
  ],
  [
    GREEN,
    [
      [1, 15],
      [1, 14],
      [4.5, 10],
      [8, 10],
      [9.5, 11.5],
      [6, 15],
    ],
  ],
  [
    GREEN,
    [
      [10, 15],
      [11.5, 13.5],
      [13, 15],
    ],
  ],
  [
    WHITE,
    [
      [10, 1],
      [13, 4],
      [10, 4],
    ],
  ],
  [
    WHITE,
    [
      [2, 6],
      [2, 5],
      [3, 4],
      [4, 3],
      [6, 3],
      [7, 4],
      [7, 6],
    ],
  ],
];

export function missingImageIcon({ x, y, width, height }: Rect): DisplayItem[] {
  const at = ([left, top]: Point): [number, number] => [
    x + (left * width) / GRID.width,
    y + (top * height) / GRID.height,
  ];
  return SHAPES.map(([fill, points]) => {
    const commands = points.map((point, index): PathCommand => [index === 0 ? 'M' : 'L', ...at(point)]);
    return { kind: 'path', commands: [...commands, ['Z']], fill };
  });
}

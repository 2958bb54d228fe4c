import t from 'tap';
import {
  BoxShape,
  EllipseShape,
  type FloatShape,
  PolygonShape,
} from '../../../../src/engine/layout/shapes/float-shape.js';
import type { Radii } from '../../../../src/engine/layout/shapes/radii.js';
import { pathShape, RasterShape } from '../../../../src/engine/layout/shapes/raster-shape.js';

const round = (value: number) => Math.round(value * 1000) / 1000;

/** `left-right` of what the shape takes of a line. */
function taken(shape: FloatShape, top: number, height: number): string {
  const found = shape.excluded(top, height);
  return found ? `${round(found.left)}-${round(found.right)}` : 'nothing';
}

t.test('an ellipse takes what it takes at the height of the line that is closest to its center', async (t) => {
  const circle = new EllipseShape([50, 50], 50, 50);
  t.strictSame([circle.top, circle.bottom], [0, 100]);
  t.equal(taken(circle, 0, 10), '20-80', 'at the end of a line above the center: √(50² − 40²) on each side');
  t.equal(taken(circle, 90, 10), '20-80', 'at the start of a line below it');
  t.equal(taken(circle, 45, 10), '0-100', 'the whole width across the center');
  t.equal(taken(circle, 100, 10), 'nothing');
  t.equal(taken(new EllipseShape([10, 20], 10, 40), -4, 0), '2-18', 'a line without height');
  t.equal(taken(new EllipseShape([10, 20], 0, 40), 0, 9), 'nothing', 'without width');
});

t.test('a rounded box is narrower at its corners only, each side by its own', async (t) => {
  const radii: Radii = [
    [10, 20],
    [0, 0],
    [30, 30],
    [0, 0],
  ];
  const box = new BoxShape({ x: 5, y: 10, width: 100, height: 80 }, radii);
  t.strictSame([box.top, box.bottom], [10, 90]);
  t.equal(
    taken(box, 0, 14),
    '9-105',
    'the curve of the top left corner at y 14: 10 − 10 × √(1 − (16/20)²) from its edge',
  );
  t.equal(taken(box, 20, 30), '5-105', 'between the corners');
  t.equal(taken(box, 78, 50), '5-99', 'the bottom right corner at y 78: 30 − √(30² − 18²)');
  t.equal(taken(new BoxShape({ x: 5, y: 10, width: 0, height: 80 }, radii), 20, 9), 'nothing');
});

t.test('a polygon takes the extent of its edges in the line', async (t) => {
  const triangle = [
    [0, 0],
    [100, 50],
    [0, 100],
  ] as const;
  const shape = new PolygonShape([triangle], 0);
  t.equal(taken(shape, 0, 10), '0-20');
  t.equal(taken(shape, 30, 30), '0-100', 'a vertex inside of the line');
  t.equal(taken(shape, 90, 50), '0-20');
  t.equal(taken(shape, 100, 10), 'nothing', 'what touches the line is outside');
  t.equal(taken(shape, 40, 0), '0-80', 'a line without height');
});

t.test('a polygon with fewer than three points, or on one line, is empty', async (t) => {
  for (const points of [
    [],
    [[1, 1]],
    [
      [0, 0],
      [9, 9],
    ],
    [
      [0, 0],
      [9, 0],
      [3, 0],
    ],
  ] as const) {
    const { top, bottom } = new PolygonShape([points], 5);
    t.equal(top, bottom, JSON.stringify(points));
  }
});

t.test('a margin makes each edge of a polygon a stripe with round ends', async (t) => {
  const square = [
    [10, 10],
    [30, 10],
    [30, 30],
    [10, 30],
  ] as const;
  const shape = new PolygonShape([square], 5);
  t.strictSame([shape.top, shape.bottom], [5, 35]);
  t.equal(taken(shape, 15, 5), '5-35', 'beside an edge');
  t.equal(taken(shape, 0, 6), '7-33', 'at y 6, a disk around a corner: √(5² − 4²)');
  t.equal(taken(shape, 35, 5), 'nothing');
  const slanted = new PolygonShape(
    [
      [
        [0, 0],
        [30, 40],
        [0, 80],
      ],
    ],
    10,
  );
  t.equal(taken(slanted, 20, 0), '-10-27.5', 'parallel to the edge, 10px away: 15 + 10 × 5/4');
});

t.test('a path takes whole pixels, from the origin of the reference box on', async (t) => {
  const contour = [
    [-10, -10],
    [20.4, -10],
    [0.4, 20],
  ] as const;
  const shape = pathShape([contour], { width: 21, height: 20 }, 100, 0);
  t.strictSame([shape.top, shape.bottom], [0, 20], 'nothing of it above the reference box');
  t.equal(taken(shape, 0, 1), '0-14', '13.733 at the row’s start, and nothing left of the reference box');
  t.equal(taken(shape, 4.9, 5.05), '0-12', 'rows 4 to 8, without the fraction of the line');
  t.equal(pathShape([contour], { width: 21, height: 20 }, 12, 0).bottom, 12, 'ends with the margin box');
});

t.test('the margin of pixels is a disk in whole pixels, within the rows it is limited to', async (t) => {
  const row = (y: number) => (y === 10 || y === 14 ? { left: 20, right: 30 } : undefined);
  const shape = new RasterShape({ start: 0, end: 40, row }, 7, 16, 5);
  t.strictSame([shape.top, shape.bottom], [7, 16]);
  t.equal(taken(shape, 7, 1), '16-34', 'three rows above: ⌊√(5² − 3²)⌋');
  t.equal(taken(shape, 10, 1), '15-35');
  t.equal(taken(shape, 15, 1), '16-34');
  const bare = new RasterShape({ start: 0, end: 40, row }, 0, 40, 0);
  t.strictSame([bare.top, bare.bottom], [10, 15]);
  t.equal(taken(bare, 11, 2), '0-0', 'between its rows up to the edge of the reference box, as in Chromium');
  const { top, bottom } = new RasterShape({ start: 0, end: 40, row: () => undefined }, 0, 40, 9);
  t.equal(top, bottom, 'without pixels it is empty');
});

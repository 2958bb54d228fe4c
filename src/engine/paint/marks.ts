/** Marks around a page box, outside of its bleed. Source: https://drafts.csswg.org/css-page-3/#marks */

import { MARK_LENGTH, markOffset } from '../css/at-rules/page-sheet.js';
import type { Color, PathCommand } from '../css/values/values.js';
import type { PageLayout } from '../layout/page/page-layout.js';
import type { DisplayItem } from './display-list.js';
import { outline } from './rounded.js';

const BLACK: Color = { r: 0, g: 0, b: 0, a: 1 };
/** A quarter of a point, px. */
const LINE_WIDTH = 1 / 3;
/** Of the circle of a cross mark, as a part of the length of its lines. */
const RADIUS = 0.25;

/** Crop marks continue the edges of the page box at its corners; cross marks lie at the middle of each side. */
export function paintMarks({ width, height, sheet }: Pick<PageLayout, 'width' | 'height' | 'sheet'>): DisplayItem[] {
  if (!sheet?.marks.crop && !sheet?.marks.cross) return [];
  const offset = markOffset(sheet.bleed);
  const commands: PathCommand[] = [];
  const line = (x1: number, y1: number, x2: number, y2: number) => commands.push(['M', x1, y1], ['L', x2, y2]);
  if (sheet.marks.crop) {
    for (const [x, outwards] of [
      [0, -1],
      [width, 1],
    ] as const) {
      for (const y of [0, height]) line(x + outwards * offset, y, x + outwards * (offset + MARK_LENGTH), y);
    }
    for (const [y, outwards] of [
      [0, -1],
      [height, 1],
    ] as const) {
      for (const x of [0, width]) line(x, y + outwards * offset, x, y + outwards * (offset + MARK_LENGTH));
    }
  }
  if (sheet.marks.cross) {
    const away = offset + MARK_LENGTH / 2;
    for (const [x, y] of [
      [width / 2, -away],
      [width + away, height / 2],
      [width / 2, height + away],
      [-away, height / 2],
    ] as const) {
      line(x - MARK_LENGTH / 2, y, x + MARK_LENGTH / 2, y);
      line(x, y - MARK_LENGTH / 2, x, y + MARK_LENGTH / 2);
      commands.push(...circle(x, y, MARK_LENGTH * RADIUS));
    }
  }
  const path: DisplayItem = { kind: 'path', commands, stroke: { color: BLACK, width: LINE_WIDTH } };
  return [{ kind: 'tag', tag: { type: 'artifact' }, children: [path], order: 0 }];
}

function circle(x: number, y: number, r: number): PathCommand[] {
  const radius = [r, r] as const;
  return outline({ x: x - r, y: y - r, width: 2 * r, height: 2 * r }, [radius, radius, radius, radius]);
}

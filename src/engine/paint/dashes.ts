/**
 * Dashed and dotted lines with gaps fitted so that both ends are whole.
 * Source: Blink's StyledStrokeData (platform/graphics/styled_stroke_data.cc)
 */

import type { Color } from '../css/values/values.js';
import type { PathCommand, PathItem } from './display-list.js';

export interface LinePattern {
  readonly width: number;
  readonly color: Color;
  readonly style: 'dashed' | 'dotted';
  /** The path ends where it starts. */
  readonly closed?: boolean;
}

/** Dots up to this width are square. Source: StyledStrokeData::StrokeIsDashed */
const MAX_SQUARE_DOT = 3;

/** Dots are placed slightly closer than fitted, so that rounding does not drop the last one. */
const DOT_SLACK = 0.01;

/** @param path straight lines, or cubics when closed */
export function patternedLine(
  path: readonly PathCommand[],
  { width, color, style, closed = false }: LinePattern,
): PathItem {
  const length = pathLength(path);
  if (style === 'dotted' && width > MAX_SQUARE_DOT) {
    // Round caps extend half a width beyond the ends, so the ends move in.
    const inner = closed ? path : shortened(path, width / 2);
    const innerLength = closed ? length : Math.max(0, length - width);
    const gap = innerLength < width ? 2 * width : selectBestGap(innerLength, width, width, closed, true) - DOT_SLACK;
    return { kind: 'path', commands: inner, stroke: { color, width, cap: 'round', dash: [0, gap] } };
  }
  return { kind: 'path', commands: path, stroke: { color, width, ...dashes(length, width, style, closed) } };
}

function dashes(
  length: number,
  width: number,
  style: 'dashed' | 'dotted',
  closed: boolean,
): { dash?: readonly number[] } {
  const thick = width >= 3;
  const dash = style === 'dotted' ? width : width * (thick ? 2 : 3);
  const gap = style === 'dotted' ? width : width * (thick ? 1 : 2);
  if (length <= dash * 2) return {};
  if (length <= 2 * dash + gap) {
    const factor = length / (2 * dash + gap);
    return { dash: [dash * factor, gap * factor] };
  }
  return { dash: [dash, selectBestGap(length, dash, gap, closed, false)] };
}

/**
 * Fits a whole number of dashes with the gap nearest to the preferred one. Source: StyledStrokeData::SelectBestDashGap
 * @param centred the marks add no length to the path (dots); the result is then the distance of their centres
 */
function selectBestGap(length: number, dash: number, gap: number, closed: boolean, centred: boolean): number {
  const total = centred && !closed ? length + dash : length;
  const available = closed ? total : total + gap;
  const fewer = Math.max(closed ? 1 : 2, Math.floor(available / (dash + gap)));
  const gapFor = (count: number) => (total - count * dash) / (closed ? count : count - 1);
  const [wide, narrow] = [gapFor(fewer), gapFor(fewer + 1)];
  const best = narrow <= 0 || Math.abs(wide - gap) < Math.abs(narrow - gap) ? wide : narrow;
  return centred ? best + dash : best;
}

/** Samples of a cubic, enough to measure its length for dashes. */
const SAMPLES = 16;

function pathLength(path: readonly PathCommand[]): number {
  let [x, y] = [0, 0];
  let [startX, startY] = [0, 0];
  let length = 0;
  const to = (nextX: number, nextY: number) => {
    length += Math.hypot(nextX - x, nextY - y);
    [x, y] = [nextX, nextY];
  };
  for (const command of path) {
    if (command[0] === 'M') [x, y, startX, startY] = [command[1], command[2], command[1], command[2]];
    else if (command[0] === 'L') to(command[1], command[2]);
    else if (command[0] === 'Z') to(startX, startY);
    else {
      const [x0, y0] = [x, y];
      const [, x1, y1, x2, y2, x3, y3] = command;
      for (let i = 1; i <= SAMPLES; i++) {
        const t = i / SAMPLES;
        const s = 1 - t;
        const at = (a: number, b: number, c: number, d: number) =>
          s ** 3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t ** 3 * d;
        to(at(x0, x1, x2, x3), at(y0, y1, y2, y3));
      }
    }
  }
  return length;
}

/** Moves both ends of a straight line in. */
function shortened(path: readonly PathCommand[], by: number): readonly PathCommand[] {
  const [from, to] = path;
  if (from?.[0] !== 'M' || to?.[0] !== 'L') return path;
  const [dx, dy] = [to[1] - from[1], to[2] - from[2]];
  const length = Math.hypot(dx, dy);
  if (length <= 2 * by) {
    // A single dot in the middle. The line needs some length, or viewers draw nothing.
    const [x, y] = [from[1] + dx / 2, from[2] + dy / 2];
    return [
      ['M', x, y],
      ['L', x + 0.01, y],
    ];
  }
  const [ux, uy] = [(dx / length) * by, (dy / length) * by];
  return [
    ['M', from[1] + ux, from[2] + uy],
    ['L', to[1] - ux, to[2] - uy],
  ];
}

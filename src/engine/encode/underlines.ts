/**
 * Underlines with gaps where glyphs cross them.
 * Source: https://drafts.csswg.org/css-text-decor-4/#text-decoration-skip-ink-property; the width of gaps follows
 * Blink's TextPainter::ClipDecorationsStripe, which intersects glyphs with the stripe of the line (Skia's
 * getIntercepts).
 */

import type { PathCommand } from '../css/values/values.js';
import type { PathItem, TextItem, Underline } from '../paint/display-list.js';
import { type GlyphShape, joinOutlines } from '../text/outlines.js';

/** Limit of the gap on each side of a glyph; px. Source: kDecorationClipMaxDilation in Blink's text_painter.cc */
const MAX_DILATION = 13;

/** The line as one path; undefined when the gaps cover it. @param glyphs of the item */
export function underlinePath(item: TextItem, line: Underline, glyphs: readonly GlyphShape[]): PathItem | undefined {
  const { offset, thickness, color, dash } = line;
  const y = item.y + offset;
  const stripe = { top: y - thickness / 2, bottom: y + thickness / 2 };
  const dilation = Math.min(thickness, MAX_DILATION);
  const gaps = glyphs.flatMap((glyph): Interval[] => {
    const met = intersection(joinOutlines([glyph], item, item.x, item.y), stripe);
    return met ? [[met[0] - dilation, met[1] + dilation]] : [];
  });
  gaps.sort((a, b) => a[0] - b[0]);
  const commands = strokes(item.x, item.x + item.width, dash).flatMap(([from, to]): PathCommand[] =>
    outside(gaps, from, to).flatMap(([start, end]): PathCommand[] => [
      ['M', start, y],
      ['L', end, y],
    ]),
  );
  return commands.length > 0 ? { kind: 'path', commands, stroke: { color, width: thickness } } : undefined;
}

type Interval = readonly [from: number, to: number];

function strokes(from: number, to: number, dash: Underline['dash']): Interval[] {
  const [on = 0, off = 0] = dash ?? [];
  if (on + off <= 0) return [[from, to]];
  const count = Math.ceil((to - from) / (on + off));
  return Array.from({ length: count }, (_, i) => {
    const start = from + i * (on + off);
    return [start, Math.min(to, start + on)];
  });
}

/** The parts of [from, to] outside all gaps, which are sorted by their start. */
function outside(gaps: readonly Interval[], from: number, to: number): Interval[] {
  const rest: Interval[] = [];
  let at = from;
  for (const [start, end] of gaps) {
    if (start >= to) break;
    if (start > at) rest.push([at, start]);
    at = Math.max(at, end);
  }
  if (at < to) rest.push([at, to]);
  return rest;
}

/** Line segments per cubic Bézier curve. */
const STEPS = 8;

/** The horizontal extent of a path within a stripe. */
function intersection(path: readonly PathCommand[], stripe: { top: number; bottom: number }): Interval | undefined {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [x, y] = [0, 0];
  let [startX, startY] = [0, 0];
  const lineTo = (toX: number, toY: number) => {
    // Intersections with the edges of the stripe.
    for (const edge of [stripe.top, stripe.bottom]) {
      if (y < edge === toY < edge) continue;
      const at = x + ((edge - y) / (toY - y)) * (toX - x);
      min = Math.min(min, at);
      max = Math.max(max, at);
    }
    if (toY > stripe.top && toY < stripe.bottom) {
      min = Math.min(min, toX);
      max = Math.max(max, toX);
    }
    [x, y] = [toX, toY];
  };
  for (const command of path) {
    if (command[0] === 'M') [x, y, startX, startY] = [command[1], command[2], command[1], command[2]];
    else if (command[0] === 'L') lineTo(command[1], command[2]);
    else if (command[0] === 'Z') lineTo(startX, startY);
    else {
      const [, x1, y1, x2, y2, x3, y3] = command;
      const [x0, y0] = [x, y];
      for (let step = 1; step <= STEPS; step++) {
        const t = step / STEPS;
        const s = 1 - t;
        const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
        lineTo(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3);
      }
    }
  }
  return min <= max ? [min, max] : undefined;
}

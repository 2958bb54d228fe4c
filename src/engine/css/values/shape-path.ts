/** The path of `shape()`. Source: https://drafts.csswg.org/css-shapes-2/#shape-function */

import { PathBuilder } from './path-data.js';
import {
  type BasicShape,
  type ControlPoint,
  type PathCommand,
  type Position,
  resolveLength,
  type ShapeCommand,
} from './values.js';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** @param size  of the reference box, px; the path is relative to its top left corner */
export function shapePath({ start, commands }: Extract<BasicShape, { type: 'shape' }>, size: Size): PathCommand[] {
  const builder = new PathBuilder();
  builder.add('m', false, pointOf(start, size));
  for (const command of commands) addCommand(builder, command, size);
  return builder.path;
}

const pointOf = ({ x, y }: Position, { width, height }: Size): readonly [number, number] => [
  resolveLength(x, width),
  resolveLength(y, height),
];

function addCommand(builder: PathBuilder, command: ShapeCommand, size: Size): void {
  if (command.type === 'close') {
    builder.add('z', false, []);
    return;
  }
  const { by } = command;
  if (command.type === 'hline' || command.type === 'vline') {
    const isAcross = command.type === 'hline';
    builder.add(isAcross ? 'h' : 'v', by, [resolveLength(command.to, isAcross ? size.width : size.height)]);
    return;
  }
  const to = pointOf(command.to, size);
  if (command.type === 'move' || command.type === 'line') builder.add(command.type === 'move' ? 'm' : 'l', by, to);
  else if (command.type === 'arc') {
    const { rx, ry, angle, isLarge, isClockwise } = command;
    const radii =
      ry === undefined
        ? [rx, rx].map((radius) => resolveLength(radius, Math.hypot(size.width, size.height) / Math.SQRT2))
        : [resolveLength(rx, size.width), resolveLength(ry, size.height)];
    builder.add('a', by, [...radii, angle, isLarge ? 1 : 0, isClockwise ? 1 : 0, ...to]);
  } else {
    const [x, y] = builder.at;
    const end = by ? ([x + to[0], y + to[1]] as const) : to;
    const controls = command.controls.flatMap((control) => controlPoint(control, [x, y], end, size));
    const hasAll = command.controls.length === (command.type === 'curve' ? 2 : 1);
    const name = command.type === 'curve' ? (hasAll ? 'c' : 'q') : hasAll ? 's' : 't';
    builder.add(name, false, [...controls, ...end]);
  }
}

function controlPoint(
  control: ControlPoint,
  start: readonly [number, number],
  end: readonly [number, number],
  size: Size,
): [number, number] {
  const [x, y] = pointOf(control, size);
  const [ox, oy] = control.relativeTo === 'start' ? start : control.relativeTo === 'end' ? end : [0, 0];
  return [x + ox, y + oy];
}

/** Encodes colours, gradients and paths. */

import { type Color, type FillRule, type PathCommand, RENDERING_INTENTS } from '../css/values/values.js';
import type { Rect } from '../layout/algorithm/geometry.js';
import type { FittedGradient, GradientStop, PathItem, RectItem } from '../paint/display-list.js';
import { outline } from '../paint/rounded.js';
import { CAP, CMYK, FILL_RULE, OP, PAINT, SEGMENT, SPACE, SPECIAL } from './format.js';
import type { ListWriter } from './writer.js';

export function writeColor(writer: ListWriter, { r, g, b, cmyk, custom }: Color): void {
  if (custom && !writer.isInSrgb) {
    const { profile, components } = custom;
    const intent = RENDERING_INTENTS.indexOf(profile.intent);
    writer.integer(SPECIAL | (intent << 20) | (components.length << 16) | writer.space(profile.space));
    writer.integer(rgbWord(r, g, b));
    writer.numbers(...components);
    return;
  }
  if (cmyk && !writer.isInSrgb) {
    writer.integer(CMYK);
    writer.numbers(...cmyk);
    return;
  }
  writer.integer(rgbWord(r, g, b));
}

const rgbWord = (r: number, g: number, b: number): number => (byte(r) << 16) | (byte(g) << 8) | byte(b);

/** Writes the spaces of the colours so far. */
export function writeColorSpaces(writer: ListWriter): void {
  for (const space of writer.spaces) {
    writer.integer(OP.colorSpace);
    if (space.type === 'icc') {
      writer.integer(SPACE.profile);
      writer.integer(space.components);
      writer.bytes(space.bytes);
    } else {
      writer.integer(SPACE.separation);
      writer.text(space.colorant);
      writeColor(writer, space.alternate);
    }
  }
}

const byte = (value: number): number => Math.min(255, Math.max(0, Math.round(value))) || 0;

/** Opacity has 255 steps, as alpha in CSS serialization. */
export function writeOpacity(writer: ListWriter, opacity: number): void {
  writer.number(byte(opacity * 255) / 255);
}

/** @param rect the rectangle that a gradient is fitted to */
export function writePaint(writer: ListWriter, fill: Color | FittedGradient, alpha: number, rect: Rect): void {
  if (!('type' in fill)) {
    writer.integer(PAINT.color);
    writeColor(writer, fill);
    writeOpacity(writer, fill.a * alpha);
    return;
  }
  const { width, height } = rect;
  const [x, y] = [rect.x + width / 2, rect.y + height / 2];
  if (fill.type === 'linear') {
    // Source: https://drafts.csswg.org/css-images-3/#linear-gradient-syntax
    const radians = (fill.angle * Math.PI) / 180;
    const length = Math.abs(width * Math.sin(radians)) + Math.abs(height * Math.cos(radians));
    const [dx, dy] = [(Math.sin(radians) * length) / 2, (-Math.cos(radians) * length) / 2];
    writer.integer(PAINT.linear);
    writer.numbers(x - dx, y - dy, x + dx, y + dy);
  } else if (fill.type === 'radial') {
    writer.integer(PAINT.radial);
    writer.numbers(x, y, width / 2, height / 2);
  } else {
    writer.integer(PAINT.conic);
    writer.numbers(x, y, fill.from);
  }
  writeStops(writer, fill.stops, alpha);
}

function writeStops(writer: ListWriter, stops: readonly GradientStop[], alpha: number): void {
  writer.integer(stops.length);
  for (const { offset, color } of stops) {
    writer.number(Math.min(1, Math.max(0, offset)));
    writeColor(writer, color);
    writeOpacity(writer, color.a * alpha);
  }
}

function writeCommands(writer: ListWriter, commands: readonly PathCommand[]): void {
  const length = writer.reserve();
  const start = writer.length;
  for (const command of commands) {
    writer.integer(SEGMENT[command[0]]);
    for (let i = 1; i < command.length; i++) writer.number(command[i] as number);
  }
  writer.set(length, writer.length - start);
}

export function writeClip(writer: ListWriter, commands: readonly PathCommand[], rule: FillRule): void {
  writer.integer(OP.clip);
  writer.integer(FILL_RULE[rule]);
  writeCommands(writer, commands);
}

export function writeRect(writer: ListWriter, rect: RectItem, alpha: number): void {
  const { x, y, width, height, fill, radii } = rect;
  if (!radii) {
    writer.integer(OP.rect);
    writer.numbers(x, y, width, height);
    writePaint(writer, fill, alpha, rect);
    return;
  }
  writer.integer(OP.fill);
  writer.integer(FILL_RULE.nonzero);
  writePaint(writer, fill, alpha, rect);
  writeCommands(writer, outline(rect, radii));
}

/** Encodes the fill of a path, then its stroke. */
export function writePath(writer: ListWriter, { commands, fill, fillRule, stroke }: PathItem, alpha: number): void {
  if (fill) {
    writer.integer(OP.fill);
    writer.integer(FILL_RULE[fillRule ?? 'nonzero']);
    writePaint(writer, fill, alpha, NO_RECT);
    writeCommands(writer, commands);
  }
  if (stroke) {
    writer.integer(OP.stroke);
    writeColor(writer, stroke.color);
    writeOpacity(writer, stroke.color.a * alpha);
    writer.number(stroke.width);
    writer.integer(CAP[stroke.cap ?? 'butt']);
    writer.integer(stroke.dash?.length ?? 0);
    for (const length of stroke.dash ?? []) writer.number(length);
    writeCommands(writer, commands);
  }
}

const NO_RECT: Rect = { x: 0, y: 0, width: 0, height: 0 };

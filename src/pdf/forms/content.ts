/** Content streams of appearances. Source: ISO 32000-1, 12.7.3.3 */

import type { Color, PathCommand } from '../../engine/css/values/values.js';
import type { FieldMark, FieldWidget } from '../../engine/finishing.js';
import type { FieldFont, FieldFonts } from './fonts.js';

/** Points of a PDF for each px, in a widget of a size in points. */
export interface Scale {
  readonly x: number;
  readonly y: number;
  /** pt */
  readonly height: number;
}

export const number = (value: number): string => String(Number(value.toFixed(3)));
export const numbers = (...values: readonly number[]): string => values.map(number).join(' ');

export const fillColor = ({ r, g, b }: Color): string => `${numbers(r / 255, g / 255, b / 255)} rg`;

/** @returns path construction operators, for coordinates with y downwards */
function path(commands: readonly PathCommand[], scale: Scale): string {
  const placed = (points: readonly number[]) =>
    points.map((value, index) => (index % 2 === 0 ? value * scale.x : scale.height - value * scale.y));
  const operators = { M: 'm', L: 'l', C: 'c' } as const;
  return commands
    .map(([command, ...points]) => (command === 'Z' ? 'h' : `${numbers(...placed(points))} ${operators[command]}`))
    .join(' ');
}

/** The operators that show what a widget shows, without the marks around variable text. */
export function marksContent(marks: readonly FieldMark[], scale: Scale, fonts: FieldFonts): string {
  return marks.map((mark) => markContent(mark, scale, fonts)).join('\n');
}

function markContent(mark: FieldMark, scale: Scale, fonts: FieldFonts): string {
  if (mark.kind === 'path') return filled(mark.commands, mark.fill, scale);
  const font = fonts.of(mark.face);
  const bytes = font?.encode(mark.text);
  if (!font || !bytes) return filled(mark.outline(), mark.color, { ...scale });
  return textContent({ ...mark, font, bytes }, scale);
}

const filled = (commands: readonly PathCommand[], color: Color, scale: Scale): string =>
  commands.length === 0 || color.a === 0 ? '' : `${fillColor(color)} ${path(commands, scale)} f`;

interface EncodedText extends Pick<Extract<FieldMark, { kind: 'text' }>, 'x' | 'y' | 'size' | 'color'> {
  readonly letterSpacing: number;
  readonly wordSpacing: number;
  readonly font: FieldFont;
  readonly bytes: Uint8Array;
}

function textContent(text: EncodedText, scale: Scale): string {
  const { x, y, size, color, letterSpacing, wordSpacing, font, bytes } = text;
  const spacing = [
    letterSpacing !== 0 && `${number(letterSpacing * scale.x)} Tc`,
    wordSpacing !== 0 && `${number(wordSpacing * scale.x)} Tw`,
  ];
  return [
    'BT',
    fillColor(color),
    `/${font.key} ${number(size * scale.y)} Tf`,
    ...spacing.filter((one) => one !== false),
    `1 0 0 1 ${numbers(x * scale.x, scale.height - y * scale.y)} Tm`,
    `<${Buffer.from(bytes).toString('hex')}> Tj`,
    'ET',
  ].join(' ');
}

/** The default appearance of text that is typed. */
export function defaultAppearance({ font }: FieldWidget, scale: Scale, fonts: FieldFonts): string {
  const typed = fonts.of(font.face) ?? fonts.of(font.fallback);
  if (!typed) throw new Error('the font of form fields has no TrueType outlines');
  return `${fillColor(font.color)} /${typed.key} ${number(font.size * scale.y)} Tf`;
}

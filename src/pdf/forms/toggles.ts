/** Drawings of check boxes and radio buttons, as `engine/box/control-drawings.ts` has them for controls on a page. */

import type { FieldWidget, Toggle } from '../../engine/finishing.js';
import { fillColor, number, numbers } from './content.js';

/** Units of the drawings. */
const SIDE = 13;
const GREY = '0.463 g';
const GREY_LINE = '0.463 G';
const ACCENT = '0 0.459 1 rg';
const ACCENT_LINE = '0 0.459 1 RG';
const TICK = '2.6 6.5 m 5.2 3.9 l 10.4 10.4 l S';

/** Where a curve of a quarter circle has its control points, for a radius of 1. */
const KAPPA = 0.5523;

/** @param width, height  pt. @returns operators in the coordinates of the widget */
export function toggleContent(
  type: 'checkbox' | 'radio',
  { font }: Pick<FieldWidget, 'font'>,
  { look, isOn }: Toggle,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const side = Math.min(width, height);
  const place = `${numbers(side / SIDE, 0, 0, side / SIDE, (width - side) / 2, (height - side) / 2)} cm`;
  const opacity = look === 'disabled' ? '/GS gs' : '';
  const color = look === 'plain' ? fillColor(font.color) : '';
  const drawing = type === 'checkbox' ? box(look, isOn, color) : circle(look, isOn, color);
  return drawing === '' ? '' : `q ${place} ${opacity} ${drawing} Q`;
}

function box(look: Toggle['look'], isOn: boolean, color: string): string {
  if (look === 'plain') return isOn ? `${color.replace(/rg$/, 'RG')} 2 w ${TICK}` : '';
  const shape = roundedBox(0.5, 12, 2);
  if (!isOn) return `1 g ${GREY_LINE} 1 w ${shape} B`;
  const [fill, line] = look === 'disabled' ? [GREY, GREY_LINE] : [ACCENT, ACCENT_LINE];
  return `${fill} ${line} 1 w ${shape} B 1 G 2.08 w ${TICK}`;
}

function circle(look: Toggle['look'], isOn: boolean, color: string): string {
  const isAccent = isOn && look === 'native';
  if (look === 'plain') return isOn ? `${color} ${disc(3.9)} f` : '';
  const ring = `1 g ${isAccent ? ACCENT_LINE : GREY_LINE} 1 w ${disc(6)} B`;
  return isOn ? `${ring} ${isAccent ? ACCENT : GREY} ${disc(3.9)} f` : ring;
}

/** A square with a corner at `start`, `start`. */
function roundedBox(start: number, side: number, radius: number): string {
  const end = start + side;
  const bend = radius * (1 - KAPPA);
  return [
    `${numbers(start + radius, start)} m ${numbers(end - radius, start)} l`,
    `${numbers(end - bend, start, end, start + bend, end, start + radius)} c ${numbers(end, end - radius)} l`,
    `${numbers(end, end - bend, end - bend, end, end - radius, end)} c ${numbers(start + radius, end)} l`,
    `${numbers(start + bend, end, start, end - bend, start, end - radius)} c ${numbers(start, start + radius)} l`,
    `${numbers(start, start + bend, start + bend, start, start + radius, start)} c h`,
  ].join(' ');
}

function disc(radius: number): string {
  const middle = SIDE / 2;
  const [low, high, bend] = [middle - radius, middle + radius, radius * KAPPA];
  const m = number(middle);
  return [
    `${number(high)} ${m} m`,
    `${numbers(high, middle + bend, middle + bend, high)} ${m} ${number(high)} c`,
    `${numbers(middle - bend, high, low, middle + bend)} ${number(low)} ${m} c`,
    `${numbers(low, middle - bend, middle - bend, low)} ${m} ${number(low)} c`,
    `${numbers(middle + bend, low, high, middle - bend)} ${number(high)} ${m} c h`,
  ].join(' ');
}

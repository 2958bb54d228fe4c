/**
 * SVG drawings of form controls, after their appearance in Chromium (core/paint/theme_painter_default.cc,
 * NativeThemeBase).
 */

import type { Color } from '../css/values/values.js';
import type { ControlColors } from './accent.js';

const OUTLINE = '#767676';

/** Opacity of disabled controls. */
const DISABLED_OPACITY = 0.3;

function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">${content}</svg>`;
}

/** The line and the corners are the same in all sizes, the tick is scaled. */
export function checkbox({ isChecked, isDisabled, side, colors }: ControlState): string {
  const opacity = isDisabled ? ` opacity="${DISABLED_OPACITY}"` : '';
  const box = (fill: string, stroke: string) =>
    `<rect x=".5" y=".5" width="${side - 1}" height="${side - 1}" rx="2" fill="${fill}" stroke="${stroke}"/>`;
  if (!isChecked) return svg(side, side, `<g${opacity}>${box('#fff', OUTLINE)}</g>`);
  const color = isDisabled ? OUTLINE : hex(colors.accent);
  const paper = isDisabled ? '#fff' : hex(colors.paper);
  const at = (share: number) => round(side * share);
  const line = `M${at(0.2)} ${at(0.5)} ${at(0.4)} ${at(0.7)} ${at(0.8)} ${at(0.2)}`;
  const tick = `<path d="${line}" fill="none" stroke="${paper}" stroke-width="${at(0.16)}"/>`;
  return svg(side, side, `<g${opacity}>${box(color, color)}${tick}</g>`);
}

export function radioButton({ isChecked, isDisabled, side, colors }: ControlState): string {
  const opacity = isDisabled ? ` opacity="${DISABLED_OPACITY}"` : '';
  const isAccented = isChecked && !isDisabled;
  const color = isAccented ? hex(colors.accent) : OUTLINE;
  const paper = isAccented ? hex(colors.paper) : '#fff';
  const center = `cx="${side / 2}" cy="${side / 2}"`;
  const circle = `<circle ${center} r="${(side - 1) / 2}" fill="${paper}" stroke="${color}"/>`;
  const dot = isChecked ? `<circle ${center} r="${round(side * 0.3)}" fill="${color}"/>` : '';
  return svg(side, side, `<g${opacity}>${circle}${dot}</g>`);
}

/** Opaque. */
const hex = ({ r, g, b }: Color): string =>
  `#${[r, g, b].map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

const round = (value: number) => Math.round(value * 1000) / 1000;

interface ControlState {
  readonly isChecked: boolean;
  readonly isDisabled: boolean;
  /** Of the square, px. */
  readonly side: number;
  readonly colors: ControlColors;
}

/** The thumb of a slider. */
export const thumb = (side: number, color: Color): string =>
  svg(side, side, `<circle cx="${side / 2}" cy="${side / 2}" r="${(side - 1) / 2}" fill="${hex(color)}"/>`);

/** The arrow of a drop-down list. */
export const ARROW = {
  width: 10,
  height: 7,
  source: (color: string) =>
    svg(10, 7, `<path d="M1 1.5 5 5.5 9 1.5" fill="none" stroke="${color}" stroke-width="2"/>`),
};

/** Side of the square icon in date and time fields; px. */
export const PICKER_SIZE = 1.05;

export const CALENDAR = svg(
  14,
  14,
  '<path d="M3.5 1v1.5H2A1 1 0 0 0 1 3.5v9a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1v-9a1 1 0 0 0-1-1h-1.5V1H9.1v1.5H4.9V1zM2.4 5.5h9.2v6.6H2.4z" fill-rule="evenodd"/>',
);

export const CLOCK = svg(
  14,
  14,
  '<circle cx="7" cy="7" r="6" fill="none" stroke="#000" stroke-width="1.3"/><path d="M7 3.5V7.2L9.6 8.8" fill="none" stroke="#000" stroke-width="1.2"/>',
);

/** The resize handle of a text area. */
export const RESIZE_HANDLE = {
  size: 10,
  source: svg(10, 10, '<path d="M9 1 1 9M9 5.5 5.5 9" fill="none" stroke="#767676" stroke-width=".6"/>'),
};

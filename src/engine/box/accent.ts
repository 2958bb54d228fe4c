/**
 * Colors of native controls, by `accent-color`.
 * Source: Blink's ThemePainterDefault (core/paint/theme_painter_default.cc), NativeThemeBase
 */

import type { ComputedStyle } from '../css/properties/table.js';
import { contrastRatio } from '../css/values/luminance.js';
import { type Color, WHITE } from '../css/values/values.js';

const gray = (level: number, a = 1): Color => ({ r: level, g: level, b: level, a });

const ACCENT: Color = { r: 0, g: 117, b: 255, a: 1 };
const DARK = gray(59);

export interface ControlColors {
  readonly accent: Color;
  /** The tick of a check box, the inside of a radio button. */
  readonly paper: Color;
  readonly track: Color;
  readonly trackLine: Color;
}

const TRACKS = {
  light: { track: gray(239), trackLine: gray(118, 0.502) },
  dark: { track: DARK, trackLine: gray(133) },
} as const;

/** Below this contrast, controls have the colors of the dark scheme. Source: Blink's kMinimumContrast */
const MIN_CONTRAST = 3;

/** The colors of a native control that is enabled. */
export function controlColors(style: ComputedStyle): ControlColors {
  const declared = style['accent-color'];
  const accent = declared === 'auto' ? ACCENT : onWhite(declared);
  const isLegible = (other: Color) => declared === 'auto' || isEnough(accent, other);
  return {
    accent,
    paper: isLegible(WHITE) ? WHITE : DARK,
    ...TRACKS[isLegible(TRACKS.light.track) ? 'light' : 'dark'],
  };
}

function isEnough(accent: Color, light: Color): boolean {
  const contrast = contrastRatio(accent, light);
  return contrast >= MIN_CONTRAST || contrast >= contrastRatio(accent, DARK);
}

function onWhite({ r, g, b, a }: Color): Color {
  const blend = (channel: number) => 255 + (channel - 255) * a;
  return a === 1 ? { r, g, b, a } : { r: blend(r), g: blend(g), b: blend(b), a: 1 };
}

/** The colors of a slider that is disabled. */
export const DISABLED_COLORS: ControlColors = {
  accent: gray(203),
  paper: WHITE,
  track: gray(239, 0.302),
  trackLine: gray(118, 0.302),
};

/** Propagates text decorations. Source: https://drafts.csswg.org/css-text-decor-4/#line-decoration */

import type { ComputedStyle } from '../css/properties/table.js';
import { isFloating, isOutOfFlow } from '../css/style-queries.js';
import type { Color, LengthPercentage } from '../css/values/values.js';
import { fontRequest } from '../text/font-request.js';
import type { FontRequest } from '../text/types.js';

export interface AppliedDecoration {
  readonly lines: readonly ('underline' | 'overline' | 'line-through')[];
  readonly style: 'solid' | 'double' | 'dotted' | 'dashed' | 'wavy';
  readonly color: Color;
  readonly thickness: 'auto' | 'from-font' | LengthPercentage;
  readonly underlineOffset: 'auto' | LengthPercentage;
  readonly underlinePosition: 'auto' | 'from-font' | 'under' | 'left' | 'right';
  readonly skipInk: boolean;
  /** Font of the decorating box, which determines automatic thickness and position. */
  readonly font: FontRequest;
}

/**
 * Decorations that apply inside a box of a style; they do not propagate to floats, positioned boxes and atomic inlines.
 */
export function propagate(style: ComputedStyle, outer: readonly AppliedDecoration[]): readonly AppliedDecoration[] {
  const isolated = isOutOfFlow(style) || isFloating(style) || style.display.startsWith('inline-');
  const inherited = isolated ? [] : outer;
  const own = decorationOf(style);
  return own ? [...inherited, own] : inherited;
}

/** The decoration that a box adds itself. */
export function decorationOf(style: ComputedStyle): AppliedDecoration | undefined {
  const lines = style['text-decoration-line'];
  if (lines.length === 0) return undefined;
  return {
    lines,
    style: style['text-decoration-style'],
    color: lineColor(style),
    thickness: style['text-decoration-thickness'],
    underlineOffset: style['text-underline-offset'],
    underlinePosition: style['text-underline-position'],
    skipInk: style['text-decoration-skip-ink'] !== 'none',
    font: fontRequest(style),
  };
}

/** `currentcolor` is the colour of the glyphs: of their stroke if it has one. Blink: `DecorationColorIncludingFallback` */
function lineColor(style: ComputedStyle): Color {
  const { color, 'text-decoration-color': line } = style;
  if (line !== color) return line; // its computed value is this very colour
  const stroke = style['-webkit-text-stroke-width'] > 0 ? style['-webkit-text-stroke-color'] : 'currentcolor';
  if (stroke !== 'currentcolor' && stroke.a > 0) return stroke;
  const fill = style['-webkit-text-fill-color'];
  return fill === 'currentcolor' ? line : fill;
}

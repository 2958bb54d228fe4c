/** Propagates text decorations. Source: https://drafts.csswg.org/css-text-decor-4/#line-decoration */

import type { ComputedStyle } from '../css/properties/table.js';
import { fontRequest } from '../text/font-request.js';
import { isFloating, isOutOfFlow, type RawBox } from './raw.js';
import type { AppliedDecoration } from './tree.js';

/** Decorations that apply inside a box; they do not propagate to floats, positioned boxes and atomic inlines. */
export function propagate(box: RawBox, outer: readonly AppliedDecoration[]): readonly AppliedDecoration[] {
  const isolated = isOutOfFlow(box) || isFloating(box) || box.style.display.startsWith('inline-');
  const inherited = isolated ? [] : outer;
  const own = decorationOf(box.style);
  return own ? [...inherited, own] : inherited;
}

/** The decoration that a box adds itself. */
export function decorationOf(style: ComputedStyle): AppliedDecoration | undefined {
  const lines = style['text-decoration-line'];
  if (lines.length === 0) return undefined;
  return {
    lines,
    style: style['text-decoration-style'],
    color: style['text-decoration-color'],
    thickness: style['text-decoration-thickness'],
    underlineOffset: style['text-underline-offset'],
    underlinePosition: style['text-underline-position'],
    skipInk: style['text-decoration-skip-ink'] !== 'none',
    font: fontRequest(style),
  };
}

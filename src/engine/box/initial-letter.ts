/**
 * Initial letters: the first letter becomes a float as high as some lines, whose baseline is that of a line. A strut
 * before it makes room above the first line for a letter that is raised.
 * Source: https://drafts.csswg.org/css-inline-3/#initial-letter-styling
 */

import { anonymousStyle } from '../css/compute/compute.js';
import { lineHeightOf } from '../css/compute/line-height.js';
import { physicalChange } from '../css/compute/logical-style.js';
import { isVertical, writingModeOf } from '../css/compute/writing-mode.js';
import type { ComputedStyle } from '../css/properties/table.js';
import { hasPercentage, resolveLength } from '../css/values/values.js';
import { fontRequest } from '../text/font-request.js';
import type { FontLibrary } from '../text/fonts.js';
import type { FontMetrics } from '../text/types.js';
import type { RawBox } from './raw.js';

interface InitialLetter {
  readonly boxes: readonly RawBox[];
  /** Lines beside the letter. */
  readonly lines: number;
}

/**
 * @param letter     the box of `::first-letter`
 * @param container  style of the block container
 * @returns          undefined: `initial-letter` does not apply
 */
export function initialLetter(letter: RawBox, container: ComputedStyle, fonts: FontLibrary): InitialLetter | undefined {
  const value = letter.style['initial-letter'];
  if (!appliesInitialLetter(letter.style) || value === 'normal') return undefined;
  const { size, sink } = value;
  const root = metricsOf(container, fonts);
  const lineHeight = lineHeightOf(container, root.lineSpacing);
  const own = metricsOf(letter.style, fonts);
  // 1. The cap height reaches from the cap height of the first line to the baseline of the last.
  const capHeight = (size - 1) * lineHeight + root.capHeight;
  const fontSize = (capHeight / own.capHeight) * letter.style['font-size'];
  // 2. Baselines of the first line, and of the line that the letter stands on, from the first line's top.
  const baseline = root.ascent + Math.floor((lineHeight - root.ascent - root.descent) / 2);
  const raise = Math.max(0, (size - sink) * lineHeight);
  const letterBaseline = baseline + raise + (sink - 1) * lineHeight;
  const above = letter.style['padding-top'];
  const padding = hasPercentage(above) ? 0 : resolveLength(above, 0);
  const margin = letter.style['margin-top'];
  const ownMargin = margin === 'auto' || hasPercentage(margin) ? 0 : resolveLength(margin, 0);
  const top = letterBaseline - capHeight - padding - letter.style['border-top-width'] + ownMargin;
  const side = container.direction === 'rtl' ? 'right' : 'left';
  const change = physicalChange(letter.style, {
    display: 'block',
    float: side,
    'font-size': fontSize,
    'line-height': { number: 1 },
    'margin-top': top,
    'text-align': 'left',
    'text-indent': { length: 0, hanging: false, eachLine: false },
  });
  const style = { ...letter.style, ...change };
  const children = letter.children.map((child) => ({ ...child, style: { ...child.style, ...fontOf(style) } }));
  const box: RawBox = { ...letter, style, children, flow: 'initial-letter' };
  return { boxes: raise > 0 ? [box, strut(letter, container, baseline + raise)] : [box], lines: Math.ceil(sink) };
}

/** Whether a first letter with this style may be an initial letter. */
function appliesInitialLetter(style: ComputedStyle): boolean {
  return style.float === 'none' && style.position === 'static' && !isVertical(writingModeOf(style));
}

const fontOf = (style: ComputedStyle) => ({
  'font-size': style['font-size'],
  'line-height': style['line-height'],
  'text-align': style['text-align'],
  'text-indent': style['text-indent'],
});

const metricsOf = (style: ComputedStyle, fonts: FontLibrary): FontMetrics =>
  fonts.metrics(fonts.match(fontRequest(style)).primary, style['font-size']);

/** An empty inline block on the baseline. */
function strut(letter: RawBox, container: ComputedStyle, height: number): RawBox {
  const style = { ...anonymousStyle(container, 'inline-block'), ...physicalChange(container, { width: 0, height }) };
  return {
    kind: 'box',
    style,
    writingMode: letter.writingMode,
    element: letter.element,
    origin: 'anonymous',
    children: [],
  };
}

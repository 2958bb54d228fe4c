/** Used margins, borders and paddings. */

import type { ComputedStyle } from '../../css/properties/table.js';
import { hasPercentage, type LengthPercentage, resolveLength } from '../../css/values/values.js';
import type { Edges } from '../algorithm/types.js';
import { snap } from '../algorithm/units.js';

/** @param percentageWidth  what percentages refer to, the vertical ones too; 0 while measuring */
export function resolveMargins(style: ComputedStyle, percentageWidth: number): Edges {
  return {
    top: resolveMargin(style['margin-top'], percentageWidth),
    right: resolveMargin(style['margin-right'], percentageWidth),
    bottom: resolveMargin(style['margin-bottom'], percentageWidth),
    left: resolveMargin(style['margin-left'], percentageWidth),
  };
}

/** `auto` is 0 here; who gives room to auto margins looks at the style. */
function resolveMargin(value: LengthPercentage | 'auto', percentageWidth: number): number {
  return value === 'auto' ? 0 : snap(resolveLength(value, percentageWidth));
}

export function resolveBorders(style: ComputedStyle): Edges {
  return {
    top: style['border-top-width'],
    right: style['border-right-width'],
    bottom: style['border-bottom-width'],
    left: style['border-left-width'],
  };
}

export function resolvePadding(style: ComputedStyle, percentageWidth: number): Edges {
  return {
    top: resolvePaddingSide(style['padding-top'], percentageWidth),
    right: resolvePaddingSide(style['padding-right'], percentageWidth),
    bottom: resolvePaddingSide(style['padding-bottom'], percentageWidth),
    left: resolvePaddingSide(style['padding-left'], percentageWidth),
  };
}

function resolvePaddingSide(value: LengthPercentage, percentageWidth: number): number {
  return Math.max(0, snap(resolveLength(value, percentageWidth)));
}

export function sumEdges(a: Edges, b: Edges): Edges {
  return { top: a.top + b.top, right: a.right + b.right, bottom: a.bottom + b.bottom, left: a.left + b.left };
}

export function horizontal(edges: Edges): number {
  return edges.left + edges.right;
}

export function vertical(edges: Edges): number {
  return edges.top + edges.bottom;
}

/** Margins with percentages and auto as 0: what they add to intrinsic sizes. */
export function fixedMargin(value: LengthPercentage | 'auto'): number {
  return value === 'auto' || hasPercentage(value) ? 0 : snap(resolveLength(value, 0));
}

/** A specified width or height as a border-box length. Source: https://drafts.csswg.org/css-sizing-3/#box-sizing */
export function toBorderBox(style: ComputedStyle, length: number, borderPadding: number): number {
  return style['box-sizing'] === 'border-box' ? Math.max(length, borderPadding) : Math.max(0, length) + borderPadding;
}

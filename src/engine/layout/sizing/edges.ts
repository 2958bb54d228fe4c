/** Used margins, borders and paddings, px. */

import type { LogicalStyle } from '../../css/compute/logical-style.js';
import type { LogicalSide } from '../../css/compute/writing-mode.js';
import {
  hasPercentage,
  isLengthPercentage,
  type LengthPercentage,
  type MaxSize,
  resolveLength,
  type Size,
} from '../../css/values/values.js';
import type { Edges, Rect } from '../algorithm/geometry.js';
import { snap } from '../algorithm/units.js';

/** Logical sides by the sides of `Edges`. */
export const LOGICAL_SIDES = {
  top: 'block-start',
  right: 'line-right',
  bottom: 'block-end',
  left: 'line-left',
} as const satisfies Record<keyof Edges, LogicalSide>;

const SIDES = Object.values(LOGICAL_SIDES);

/** The edges of a style that do not depend on the containing block. */
interface FixedEdges {
  readonly border: Edges;
  /** undefined: some side is a percentage. */
  readonly padding: Edges | undefined;
  readonly margin: Edges | undefined;
  readonly borderPadding: Edges | undefined;
}

/** A document has few styles and many boxes, and layout asks for the edges of a box several times. */
const FIXED_EDGES = new WeakMap<LogicalStyle, FixedEdges>();

function fixedEdges(style: LogicalStyle): FixedEdges {
  let known = FIXED_EDGES.get(style);
  if (!known) {
    const border = bordersOf(style);
    const padding = hasPercentSide(style, 'padding') ? undefined : paddingOf(style, 0);
    const margin = hasPercentSide(style, 'margin') ? undefined : marginsOf(style, 0);
    known = { border, padding, margin, borderPadding: padding && sumEdges(border, padding) };
    FIXED_EDGES.set(style, known);
  }
  return known;
}

function hasPercentSide(style: LogicalStyle, name: 'padding' | 'margin'): boolean {
  return SIDES.some((side) => {
    const value = style[`${name}-${side}`];
    return value !== 'auto' && hasPercentage(value);
  });
}

/** A size without percentages, px; undefined for others. */
export function fixedLength(size: Size | MaxSize | 'content'): number | undefined {
  return isLengthPercentage(size) && !hasPercentage(size) ? snap(resolveLength(size, 0)) : undefined;
}

/** A size that is a percentage alone, 0 to 100; undefined for others. */
export function percentageOf(size: Size | MaxSize): number | undefined {
  return typeof size === 'object' && 'percent' in size && size.px === 0 ? size.percent : undefined;
}

/** @param percentageWidth  basis of percentages, also of vertical margins; 0 in computing intrinsic sizes */
export function resolveMargins(style: LogicalStyle, percentageWidth: number): Edges {
  return fixedEdges(style).margin ?? marginsOf(style, percentageWidth);
}

function marginsOf(style: LogicalStyle, percentageWidth: number): Edges {
  return {
    top: resolveMargin(style['margin-block-start'], percentageWidth),
    right: resolveMargin(style['margin-line-right'], percentageWidth),
    bottom: resolveMargin(style['margin-block-end'], percentageWidth),
    left: resolveMargin(style['margin-line-left'], percentageWidth),
  };
}

/** `auto` is 0; layout algorithms resolve auto margins from the style. */
function resolveMargin(value: LengthPercentage | 'auto', percentageWidth: number): number {
  return value === 'auto' ? 0 : snap(resolveLength(value, percentageWidth));
}

export function resolveBorders(style: LogicalStyle): Edges {
  return fixedEdges(style).border;
}

function bordersOf(style: LogicalStyle): Edges {
  return {
    top: style['border-block-start-width'],
    right: style['border-line-right-width'],
    bottom: style['border-block-end-width'],
    left: style['border-line-left-width'],
  };
}

export function resolvePadding(style: LogicalStyle, percentageWidth: number): Edges {
  return fixedEdges(style).padding ?? paddingOf(style, percentageWidth);
}

/** Border and padding together. */
export function resolveBorderPadding(style: LogicalStyle, percentageWidth: number): Edges {
  const { borderPadding, border } = fixedEdges(style);
  return borderPadding ?? sumEdges(border, paddingOf(style, percentageWidth));
}

function paddingOf(style: LogicalStyle, percentageWidth: number): Edges {
  return {
    top: resolvePaddingSide(style['padding-block-start'], percentageWidth),
    right: resolvePaddingSide(style['padding-line-right'], percentageWidth),
    bottom: resolvePaddingSide(style['padding-block-end'], percentageWidth),
    left: resolvePaddingSide(style['padding-line-left'], percentageWidth),
  };
}

function resolvePaddingSide(value: LengthPercentage, percentageWidth: number): number {
  return Math.max(0, snap(resolveLength(value, percentageWidth)));
}

export function sumEdges(a: Edges, b: Edges): Edges {
  return { top: a.top + b.top, right: a.right + b.right, bottom: a.bottom + b.bottom, left: a.left + b.left };
}

/** The padding box of a border box, from the corner of that. */
export function paddingBox(width: number, height: number, border: Edges): Rect {
  return {
    x: border.left,
    y: border.top,
    width: width - horizontal(border),
    height: Math.max(0, height - vertical(border)),
  };
}

export function horizontal(edges: Edges): number {
  return edges.left + edges.right;
}

export function vertical(edges: Edges): number {
  return edges.top + edges.bottom;
}

/** A margin in intrinsic contributions: percentages and `auto` are 0. */
export function fixedMargin(value: LengthPercentage | 'auto'): number {
  return value === 'auto' || hasPercentage(value) ? 0 : snap(resolveLength(value, 0));
}

/** `fixedLength` as a border-box length. */
export function fixedBorderBoxLength(
  style: LogicalStyle,
  size: Size | MaxSize | 'content',
  borderPadding: number,
): number | undefined {
  const length = fixedLength(size);
  return length === undefined ? undefined : toBorderBox(style, length, borderPadding);
}

/** A specified width or height as a border-box length. Source: https://drafts.csswg.org/css-sizing-3/#box-sizing */
export function toBorderBox(style: LogicalStyle, length: number, borderPadding: number): number {
  return style['box-sizing'] === 'border-box' ? Math.max(length, borderPadding) : Math.max(0, length) + borderPadding;
}

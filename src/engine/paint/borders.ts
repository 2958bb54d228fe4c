/**
 * Paints borders and outlines: mitred sides, fitted dashes, round dots, darkened bevels.
 * Source: https://drafts.csswg.org/css-backgrounds-3/#borders and Blink's BoxBorderPainter
 * (core/paint/box_border_painter.cc)
 */

import type { ComputedStyle } from '../css/properties/table.js';
import { isTableBox } from '../css/style-queries.js';
import { type BorderStyle, type Color, WHITE } from '../css/values/values.js';
import type { CollapsedBorder } from '../layout/algorithm/fragment.js';
import { type Edges, NO_EDGES, type Rect } from '../layout/algorithm/geometry.js';
import { BEVEL_BASE, bevelColor, sameColor } from './colors.js';
import { type LinePattern, patternedLine } from './dashes.js';
import { type DisplayItem, type PathCommand, type Radii, rectItem } from './display-list.js';
import { insetRadii, insetRect, outline, SQUARE_CORNERS } from './rounded.js';
import { SIDES, type Side, sideLine, sidePath } from './sides.js';

interface BorderSide {
  readonly side: Side;
  readonly width: number;
  readonly style: BorderStyle;
  readonly color: Color;
}

/** Names are not put together for each border. */
const BORDER_NAMES = {
  top: { style: 'border-top-style', color: 'border-top-color' },
  right: { style: 'border-right-style', color: 'border-right-color' },
  bottom: { style: 'border-bottom-style', color: 'border-bottom-color' },
  left: { style: 'border-left-style', color: 'border-left-color' },
} as const satisfies Record<Side, unknown>;

/** @param widths used widths; 0 on sides cut by a break. @param rect the border box, snapped */
export function paintBorders(style: ComputedStyle, rect: Rect, widths: Edges, radii: Radii | undefined): DisplayItem[] {
  const sides: BorderSide[] = [];
  for (const side of SIDES) {
    const width = widths[side];
    if (width <= 0) continue;
    const names = BORDER_NAMES[side];
    const border = effectiveStyle(style[names.style], width);
    const color = borderColor(style, names);
    if (border !== 'none' && color.a > 0) sides.push({ side, width, style: border, color });
  }
  return paintSides(sides, rect, widths, radii ?? SQUARE_CORNERS);
}

const BEVELS: ReadonlySet<BorderStyle> = new Set(['inset', 'outset', 'groove', 'ridge']);

/**
 * A bevel whose color is `currentcolor` has shades of a light grey, except at the boxes of tables.
 * Source: Blink's ComputedStyle::VisitedDependentColor, https://crbug.com/276231
 */
function borderColor(style: ComputedStyle, names: (typeof BORDER_NAMES)[Side]): Color {
  const color = style[names.color];
  return color === style.color && BEVELS.has(style[names.style]) && !isTableBox(style) ? BEVEL_BASE : color;
}

/**
 * @param rect the border box, snapped
 * Source: https://drafts.csswg.org/css-ui-4/#outline-props
 */
export function paintOutline(style: ComputedStyle, rect: Rect, radii: Radii | undefined): DisplayItem[] {
  const authored = style['outline-style'];
  const color = style['outline-color'];
  const offset = Math.max(style['outline-offset'], -Math.min(rect.width, rect.height) / 2);
  if (authored === 'auto') return paintFocusRing(rect, radii ?? SQUARE_CORNERS, offset, color);
  const width = style['outline-width'];
  const border = effectiveStyle(authored, width);
  if (width <= 0 || border === 'none' || color.a === 0) return [];
  const spread = -(offset + width);
  const edges = { top: spread, right: spread, bottom: spread, left: spread };
  const widths = { top: width, right: width, bottom: width, left: width };
  const sides = SIDES.map((side) => ({ side, width, style: border, color }));
  return paintSides(sides, insetRect(rect, edges), widths, radii ? insetRadii(radii, edges) : SQUARE_CORNERS);
}

/** Of lines and smallest corners of focus rings, in px. */
const RING = { width: 2, radius: 3 } as const;

/** Two rings, the outer one white, whatever width is declared. Source: Blink's OutlinePainter::PaintFocusRing */
function paintFocusRing(rect: Rect, radii: Radii, offset: number, color: Color): DisplayItem[] {
  const corner = (radius: number) => (radius === 0 ? RING.radius : Math.max(RING.radius, radius + offset));
  const corners = radii.map(([rx, ry]) => [corner(rx), corner(ry)] as const) as unknown as Radii;
  const ring = (outset: number, stroke: Color): DisplayItem => {
    const edges = { top: -outset, right: -outset, bottom: -outset, left: -outset };
    return {
      kind: 'path',
      commands: outline(insetRect(rect, edges), corners),
      stroke: { color: stroke, width: RING.width },
    };
  };
  return [ring(offset + 1, WHITE), ring(offset, color)];
}

/** A width too small for a style's detail is drawn solid. Source: Blink's BorderEdge::EffectiveStyle */
function effectiveStyle(style: BorderStyle, width: number): BorderStyle {
  if (style === 'hidden') return 'none';
  if (style === 'double' && width < 3) return 'solid';
  if ((style === 'groove' || style === 'ridge') && width < 2) return 'solid';
  return style;
}

function paintSides(sides: readonly BorderSide[], rect: Rect, widths: Edges, radii: Radii): DisplayItem[] {
  const [only] = sides;
  if (!only) return [];
  if (sides.length === 1 && only.style === 'solid' && radii === SQUARE_CORNERS && isOnlyWidth(widths, only.side))
    return [solidSide(only, rect, widths)];
  const items: DisplayItem[] = [];
  const dashed = sides.filter(({ style }) => style === 'dashed' || style === 'dotted');
  const filled = sides.filter(({ style }) => style !== 'dashed' && style !== 'dotted');
  for (const stripe of stripes(filled, widths, isRounded(radii))) items.push(...fillStripe(stripe, rect, radii));
  items.push(...paintDashed(dashed, rect, widths, radii));
  return items;
}

/** Most tables have lines below their rows, and nothing else. */
function solidSide({ side, color }: BorderSide, rect: Rect, widths: Edges): DisplayItem {
  const { x, y, width, height } = sideRect(rect, insetRect(rect, widths), side);
  return rectItem(x, y, width, height, color);
}

function isOnlyWidth({ top, right, bottom, left }: Edges, side: Side): boolean {
  return (
    (top === 0 || side === 'top') &&
    (right === 0 || side === 'right') &&
    (bottom === 0 || side === 'bottom') &&
    (left === 0 || side === 'left')
  );
}

/** A ring between two insets from the border box, in one colour. */
interface Stripe {
  readonly from: Edges;
  readonly to: Edges;
  readonly color: Color;
  readonly sides: Side[];
}

/** Groups sides of one colour into one stripe, so that no seam shows at the corners. */
function stripes(sides: readonly BorderSide[], widths: Edges, rounded: boolean): Stripe[] {
  const found: (Stripe & { readonly layer: string })[] = [];
  const add = (layer: string, side: Side, color: Color, from: Edges, to: Edges) => {
    const same = found.find((stripe) => stripe.layer === layer && sameColor(stripe.color, color));
    if (same) same.sides.push(side);
    else found.push({ layer, from, to, color, sides: [side] });
  };
  const thirds = mapEdges(widths, (width) => Math.floor((width + 1) / 3));
  const lastThirds = mapEdges(widths, (width) => width - Math.floor((width + 1) / 3));
  const halves = rounded ? mapEdges(widths, (width) => width / 2) : wholeHalves(widths);
  for (const { side, style, color } of sides) {
    const isTopLeft = side === 'top' || side === 'left';
    if (style === 'double') {
      add('outer third', side, color, NO_EDGES, thirds);
      add('inner third', side, color, lastThirds, widths);
    } else if (style === 'groove' || style === 'ridge') {
      const sunken = style === 'groove';
      add('outer half', side, bevelColor(color, isTopLeft === sunken), NO_EDGES, halves);
      add('inner half', side, bevelColor(color, isTopLeft !== sunken), halves, widths);
    } else if (style === 'inset' || style === 'outset') {
      add('whole', side, bevelColor(color, isTopLeft === (style === 'inset')), NO_EDGES, widths);
    } else add('whole', side, color, NO_EDGES, widths);
  }
  return found;
}

/** The outer halves of straight bevels, in whole pixels. */
const wholeHalves = ({ top, right, bottom, left }: Edges): Edges => ({
  top: Math.ceil(top / 2),
  right: Math.floor(right / 2),
  bottom: Math.floor(bottom / 2),
  left: Math.ceil(left / 2),
});

const mapEdges = (edges: Edges, map: (width: number) => number): Edges => ({
  top: map(edges.top),
  right: map(edges.right),
  bottom: map(edges.bottom),
  left: map(edges.left),
});

function fillStripe({ from, to, sides, color: fill }: Stripe, rect: Rect, radii: Radii): DisplayItem[] {
  const outer = { rect: insetRect(rect, from), radii: insetRadii(radii, from) };
  const inner = { rect: insetRect(rect, to), radii: insetRadii(radii, to) };
  const present = SIDES.filter((side) => to[side] > from[side]);
  const [only] = present;
  if (only && present.length === 1 && sides.length === 1 && !isRounded(outer.radii)) {
    const { x, y, width, height } = sideRect(outer.rect, inner.rect, only);
    return [rectItem(x, y, width, height, fill)];
  }
  if (sides.length === SIDES.length) {
    const commands = [...outline(outer.rect, outer.radii)];
    if (inner.rect.width > 0 && inner.rect.height > 0) commands.push(...outline(inner.rect, inner.radii));
    return [{ kind: 'path', commands, fill, fillRule: 'evenodd' }];
  }
  const commands: PathCommand[] = sides.flatMap((side) => sidePath(side, outer, inner));
  return [{ kind: 'path', commands, fill, fillRule: 'nonzero' }];
}

const isRounded = (radii: Radii): boolean => radii.some(([rx]) => rx > 0);

function sideRect(outer: Rect, inner: Rect, side: Side): Rect {
  if (side === 'top') return { ...outer, height: inner.y - outer.y };
  if (side === 'left') return { ...outer, width: inner.x - outer.x };
  const right = inner.x + inner.width;
  const bottom = inner.y + inner.height;
  if (side === 'right') return { ...outer, x: right, width: outer.x + outer.width - right };
  return { ...outer, y: bottom, height: outer.y + outer.height - bottom };
}

function paintDashed(sides: readonly BorderSide[], rect: Rect, widths: Edges, radii: Radii): DisplayItem[] {
  const [first] = sides;
  if (!first) return [];
  if (!isRounded(radii)) return sides.map((side) => patternedLine(centerLine(side, rect), patternOf(side)));
  const half = mapEdges(widths, (width) => width / 2);
  const middle = { rect: insetRect(rect, half), radii: insetRadii(radii, half) };
  const uniform = sides.every(({ width, style, color }) => {
    return width === first.width && style === first.style && sameColor(color, first.color);
  });
  if (uniform && sides.length === SIDES.length) {
    return [patternedLine(outline(middle.rect, middle.radii), { ...patternOf(first), closed: true })];
  }
  const outer = { rect, radii };
  const inner = { rect: insetRect(rect, widths), radii: insetRadii(radii, widths) };
  return sides.map((side) => patternedLine(sideLine(side.side, outer, inner, middle), patternOf(side)));
}

const patternOf = ({ width, style, color }: BorderSide): LinePattern => ({
  width,
  color,
  style: style === 'dotted' ? 'dotted' : 'dashed',
});

/** The centre line of a side with square corners. */
function centerLine({ side, width: thickness }: BorderSide, { x, y, width, height }: Rect): PathCommand[] {
  const half = thickness / 2;
  const horizontal = (offset: number): PathCommand[] => [
    ['M', x, y + offset],
    ['L', x + width, y + offset],
  ];
  const vertical = (offset: number): PathCommand[] => [
    ['M', x + offset, y],
    ['L', x + offset, y + height],
  ];
  if (side === 'top') return horizontal(half);
  if (side === 'bottom') return horizontal(height - half);
  return vertical(side === 'left' ? half : width - half);
}

/** Paints one segment of a collapsed table border; segments are not mitred. */
export function paintCollapsedBorder({ side, style, color }: CollapsedBorder, rect: Rect): DisplayItem[] {
  const width = side === 'horizontal' ? rect.height : rect.width;
  // Source: https://drafts.csswg.org/css-tables-3/#border-collapse-property: `inset` is drawn as ridge, `outset` as
  // groove.
  const mapped = style === 'inset' ? 'ridge' : style === 'outset' ? 'groove' : style;
  const border = effectiveStyle(mapped, width);
  if (width <= 0 || rect.width <= 0 || rect.height <= 0 || border === 'none' || color.a === 0) return [];
  const name: Side = side === 'horizontal' ? 'top' : 'left';
  if (border === 'dashed' || border === 'dotted') {
    return [
      patternedLine(centerLine({ side: name, width, style: border, color }, rect), {
        width,
        color,
        style: border,
      }),
    ];
  }
  const edges: Edges = { ...NO_EDGES, [name]: width };
  return paintSides([{ side: name, width, style: border, color }], rect, edges, SQUARE_CORNERS);
}

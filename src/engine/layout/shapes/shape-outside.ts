/** `shape-outside` of a float. Source: https://drafts.csswg.org/css-shapes-1/#shape-outside-property */

import type { BlockLevelBox } from '../../box/tree.js';
import { physicalStyle } from '../../css/compute/logical-style.js';
import { IDENTITY } from '../../css/compute/transform-matrix.js';
import { isVertical, type WritingMode, writingModeOf } from '../../css/compute/writing-mode.js';
import { type GeometryBox, type PathCommand, resolveLength } from '../../css/values/values.js';
import type { BoxFragment } from '../algorithm/fragment.js';
import type { Edges, Rect } from '../algorithm/geometry.js';
import { cacheOf, type LayoutContext } from '../algorithm/layout-context.js';
import { resolveBorders, resolveMargins, resolvePadding, sumEdges } from '../sizing/edges.js';
import { toPhysicalBoxStrut, WritingModeConverter } from '../writing-mode/converter.js';
import { type BoxStrut, layoutRect } from '../writing-mode/geometry.js';
import { type Point, type UsedShape, usedShape } from './basic-shape.js';
import { flatten } from './flatten.js';
import { BoxShape, boundsOf, EllipseShape, type FloatShape, PolygonShape, type ShapeOutside } from './float-shape.js';
import { imageShape } from './image-shape.js';
import { borderRadii, mapRadii, type Radii } from './radii.js';
import { pathShape } from './raster-shape.js';
import { shapePicture } from './shape-picture.js';

/**
 * The shape of a float's fragment. Each fragment has the shape of a box of its size with all edges, as in Chromium.
 * @param before          margins before the fragment; that at its block start is 0 where the float continues
 * @param containerWidth  inline size of the containing block, px
 * @returns               undefined: lines flow around the margin box
 */
export function shapeOutside(
  context: LayoutContext,
  box: BlockLevelBox,
  fragment: BoxFragment,
  before: Pick<Edges, 'left' | 'top'>,
  containerWidth: number,
): ShapeOutside | undefined {
  if (box.style['shape-outside'] === 'none') return undefined;
  const known = cacheOf<BlockLevelBox, KnownShape>(context, 'shapes/outside');
  const { isFirst, isLast, width, height } = fragment;
  const key = [isFirst, isLast, width, height, before.left, before.top, containerWidth].join(' ');
  const latest = known.get(box);
  if (latest?.key === key) return latest.shape;
  const shape = makeShape(context, box, fragment, before, containerWidth);
  known.set(box, { key, shape });
  return shape;
}

/** The latest shape of a float, which lines may be laid out around several times. */
interface KnownShape {
  readonly key: string;
  readonly shape: ShapeOutside | undefined;
}

function makeShape(
  context: LayoutContext,
  box: BlockLevelBox,
  fragment: BoxFragment,
  before: Pick<Edges, 'left' | 'top'>,
  containerWidth: number,
): ShapeOutside | undefined {
  const { style } = box;
  const value = style['shape-outside'];
  if (value === 'none') return undefined;
  const mode = ('writingModes' in box && box.writingModes?.outside) || writingModeOf(style);
  const shapeMargin = resolveLength(style['shape-margin'], containerWidth);
  if ('image' in value) {
    const content = referenceBox('content-box', fragment, before, containerWidth);
    const outer = referenceBox('margin-box', fragment, before, containerWidth);
    const isRotated = isVertical(mode);
    const physical = isRotated ? { width: content.height, height: content.width } : content;
    const edges = toPhysicalBoxStrut(logicalEdges(fragment), mode);
    const picture = shapePicture(context, box, value.image, { width: physical.width, height: physical.height }, edges);
    const threshold = style['shape-image-threshold'];
    const shape = picture && imageShape({ picture, threshold, margin: shapeMargin, content, outer, mode });
    return shape && { shape, x: content.x, y: content.y, height: content.height };
  }
  const reference = referenceBox(value.box, fragment, before, containerWidth);
  const { x, y, width, height } = reference;
  const size = isVertical(mode) ? { width: height, height: width } : { width, height };
  const used: UsedShape = value.shape
    ? usedShape(value.shape, size)
    : { type: 'box', rect: { x: 0, y: 0, ...size }, radii: borderRadii(physicalStyle(style), size) };
  const end = Math.ceil(referenceBox('margin-box', fragment, before, containerWidth).height - y);
  return { shape: logicalShape(used, new WritingModeConverter(mode, size), shapeMargin, end), x, y, height };
}

/** The reference box in the margin box. */
function referenceBox(
  box: GeometryBox,
  fragment: BoxFragment,
  before: Pick<Edges, 'left' | 'top'>,
  containerWidth: number,
): Rect {
  const { style, width, height, isFirst, isLast } = fragment;
  if (box === 'margin-box') {
    const { top, right, bottom, left } = resolveMargins(style, containerWidth);
    return { x: 0, y: 0, width: Math.max(0, width + left + right), height: Math.max(0, height + top + bottom) };
  }
  const outer = { x: before.left, y: before.top, width, height };
  if (box === 'border-box') return outer;
  const isWhole = isFirst && isLast;
  const border = isWhole ? fragment.border : resolveBorders(style);
  if (box === 'padding-box') return inset(outer, border);
  return inset(outer, sumEdges(border, isWhole ? fragment.padding : resolvePadding(style, containerWidth)));
}

const logicalEdges = ({ border, padding }: BoxFragment): BoxStrut => {
  const { top, right, bottom, left } = sumEdges(border, padding);
  return { blockStart: top, lineRight: right, blockEnd: bottom, lineLeft: left };
};

const inset = ({ x, y, width, height }: Rect, { top, right, bottom, left }: Edges): Rect => ({
  x: x + left,
  y: y + top,
  width: Math.max(0, width - left - right),
  height: Math.max(0, height - top - bottom),
});

/** Line segments per curve of a path. */
const CURVE_STEPS = 48;

/** @param end  block-end edge of the margin box */
function logicalShape(used: UsedShape, converter: WritingModeConverter, margin: number, end: number): FloatShape {
  const point = (at: Point): Point => logicalPoint(at, converter);
  switch (used.type) {
    case 'ellipse': {
      const [rx, ry] = isVertical(converter.mode) ? [used.ry, used.rx] : [used.rx, used.ry];
      return new EllipseShape(point(used.center), rx + margin, ry + margin);
    }
    case 'box': {
      const { x, y, width, height } = layoutRect(converter.toLogicalRect(used.rect));
      const rect = { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
      const radii = mapRadii(logicalRadii(used.radii, converter.mode), ([rx, ry]) => [rx + margin, ry + margin]);
      return new BoxShape(rect, radii);
    }
    case 'polygon':
      return new PolygonShape([used.points.map(point)], margin);
    case 'path':
      return logicalPath(used.commands, converter.mode, margin, end);
  }
}

function logicalPoint([x, y]: Point, converter: WritingModeConverter): Point {
  const { lineOffset, blockOffset } = converter.toLogicalOffset({ x, y }, { width: 0, height: 0 });
  return [lineOffset, blockOffset];
}

/** In vertical text, Chromium puts the path at the block-start and line-left edges of the reference box. */
function logicalPath(commands: readonly PathCommand[], mode: WritingMode, margin: number, end: number): FloatShape {
  const contours = flatten(commands, IDENTITY, CURVE_STEPS);
  const { right, bottom } = boundsOf(contours);
  const area = { width: Math.max(0, Math.ceil(right)), height: Math.max(0, Math.ceil(bottom)) };
  const converter = new WritingModeConverter(mode, area);
  const { width, height } = layoutRect(converter.toLogicalRect({ x: 0, y: 0, ...area }));
  const logical = contours.map((points) => points.map((at) => logicalPoint(at, converter)));
  return pathShape(logical, { width, height }, end, margin);
}

/** The physical corner at each logical corner: block-start line-left, then clockwise where lines go to the right. */
const CORNERS: Readonly<Record<WritingMode, readonly [number, number, number, number]>> = {
  'horizontal-tb': [0, 1, 2, 3],
  'vertical-rl': [1, 2, 3, 0],
  'vertical-lr': [0, 3, 2, 1],
  'sideways-lr': [3, 0, 1, 2],
};

function logicalRadii(radii: Radii, mode: WritingMode): Radii {
  if (mode === 'horizontal-tb') return radii;
  return mapRadii(radii, (_, corner) => {
    const [rx, ry] = radii[CORNERS[mode][corner]!]!;
    return [ry, rx];
  });
}

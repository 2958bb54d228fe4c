/** Basic shapes and their reference boxes. Source: https://drafts.csswg.org/css-shapes-1/#basic-shape-functions */

import type { BasicShape as LightningShape } from 'lightningcss';
import { all, complete, map, record, type Specified } from '../cascade/specified.js';
import type { Cursor } from '../syntax/tokens.js';
import { readLengthPercentage } from '../values/math.js';
import type { BasicShape, CornerRadius, GeometryBox, Image, Position, ShapeRadius, Url } from '../values/values.js';
import { position } from './parse.js';
import { imageOrNone, readGradientFunction } from './parse-image.js';
import { readShapeFunction } from './parse-shape-function.js';
import type { Parse } from './property.js';

export interface ClipShape {
  /** Default: the reference box itself. */
  readonly shape?: BasicShape;
  readonly box: GeometryBox;
}

/** Boxes of CSS layout, also for the SVG boxes. Source: https://drafts.csswg.org/css-masking-1/#typedef-geometry-box */
const BOXES: Readonly<Record<string, GeometryBox>> = {
  'border-box': 'border-box',
  'padding-box': 'padding-box',
  'content-box': 'content-box',
  'margin-box': 'margin-box',
  'fill-box': 'content-box',
  'stroke-box': 'border-box',
  'view-box': 'border-box',
};

interface LightningClipPath {
  readonly type: string;
  readonly shape?: LightningShape;
  readonly referenceBox?: string;
  /** A box, or a URL. */
  readonly value?: string | { readonly url: string };
}

export const clipPath: Parse<'none' | ClipShape | Url> = {
  typed: (value: LightningClipPath) => {
    if (value.type === 'none') return 'none';
    if (typeof value.value === 'object') return { type: 'url', url: String(value.value.url) };
    if (value.type === 'box') {
      const box = BOXES[String(value.value)];
      return box === undefined ? undefined : { box };
    }
    const shape = value.shape && readShape(value.shape);
    const box = BOXES[value.referenceBox ?? 'border-box'];
    return shape && box && record<{ shape: BasicShape; box: GeometryBox }>({ shape, box });
  },
  tokens: (cursor) => {
    const before = readBox(cursor);
    const shape = readShapeFunction(cursor);
    const box = before ?? readBox(cursor) ?? 'border-box';
    return shape && record<{ shape: BasicShape; box: GeometryBox }>({ shape, box });
  },
};

const readBox = (cursor: Cursor): GeometryBox | undefined => {
  const word = cursor.keyword(...Object.keys(BOXES));
  return word === undefined ? undefined : BOXES[word];
};

/** `shape-outside`: a shape in a reference box, the box itself, or the opaque part of an image in the content box. */
export type OutsideShape = ClipShape | { readonly image: Image };

export const shapeOutside: Parse<'none' | OutsideShape> = {
  tokens: (cursor) => {
    const image = imageOrNone.tokens?.(cursor) ?? readGradientFunction(cursor);
    if (image !== undefined) return map(image, (value) => (value === 'none' ? value : { image: value }));
    const before = readShapeBox(cursor);
    const shape = readShapeFunction(cursor);
    const box = before ?? readShapeBox(cursor);
    if (!shape) return box && { box };
    return record<{ shape: BasicShape; box: GeometryBox }>({ shape, box: box ?? 'margin-box' });
  },
};

/** Source: https://drafts.csswg.org/css-shapes-1/#typedef-shape-box */
const readShapeBox = (cursor: Cursor): GeometryBox | undefined =>
  cursor.keyword('margin-box', 'border-box', 'padding-box', 'content-box');

function readShape(shape: LightningShape): Specified<BasicShape> | undefined {
  switch (shape.type) {
    case 'inset': {
      const edges = complete(shape.value.rect.map(readLengthPercentage));
      const { topLeft, topRight, bottomRight, bottomLeft } = shape.value.radius;
      const corners = complete([topLeft, topRight, bottomRight, bottomLeft].map(readCorner));
      if (!edges || !corners) return undefined;
      return record<Extract<BasicShape, { type: 'inset' }>>({
        type: 'inset',
        edges: all(edges) as never,
        corners: all(corners) as never,
      });
    }
    case 'circle': {
      const [radius, center] = [readRadius(shape.value.radius), position.typed?.(shape.value.position as never)];
      if (radius === undefined || !center) return undefined;
      return record<Extract<BasicShape, { type: 'circle' }>>({ type: 'circle', radius, position: center });
    }
    case 'ellipse': {
      const [rx, ry] = [readRadius(shape.value.radiusX), readRadius(shape.value.radiusY)];
      const center = position.typed?.(shape.value.position as never);
      if (rx === undefined || ry === undefined || !center) return undefined;
      return record<Extract<BasicShape, { type: 'ellipse' }>>({ type: 'ellipse', rx, ry, position: center });
    }
    case 'polygon': {
      const points = complete(
        shape.value.points.map((point) => {
          const [x, y] = [readLengthPercentage(point.x), readLengthPercentage(point.y)];
          return x === undefined || y === undefined ? undefined : record<Position>({ x, y });
        }),
      );
      if (!points) return undefined;
      const { fillRule } = shape.value;
      return record<Extract<BasicShape, { type: 'polygon' }>>({ type: 'polygon', fillRule, points: all(points) });
    }
  }
}

type LightningLength = Parameters<typeof readLengthPercentage>[0];

function readCorner(corner: readonly LightningLength[]): Specified<CornerRadius> | undefined {
  const [x, y] = corner.map(readLengthPercentage);
  return x === undefined || y === undefined ? undefined : record<CornerRadius>({ x, y });
}

function readRadius(radius: { type: string; value?: LightningLength }): Specified<ShapeRadius> | undefined {
  if (radius.type === 'closest-side' || radius.type === 'farthest-side') return radius.type;
  return radius.value && readLengthPercentage(radius.value);
}

/** Basic shapes and their reference boxes. Source: https://drafts.csswg.org/css-shapes-1/#basic-shape-functions */

import type { BasicShape as LightningShape } from 'lightningcss';
import { all, complete, map, record, type Specified } from '../cascade/specified.js';
import type { Cursor } from '../syntax/tokens.js';
import { readLengthPercentage } from '../values/math.js';
import { readPathData } from '../values/path-data.js';
import type {
  BasicShape,
  CornerRadius,
  FillRule,
  GeometryBox,
  LengthPercentage,
  Position,
  ShapeRadius,
  Url,
} from '../values/values.js';
import { lengthPercentage, position } from './parse.js';
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
    const shape = readOtherShape(cursor);
    const box = before ?? readBox(cursor) ?? 'border-box';
    return shape && record<{ shape: BasicShape; box: GeometryBox }>({ shape, box });
  },
};

const readBox = (cursor: Cursor): GeometryBox | undefined => {
  const word = cursor.keyword(...Object.keys(BOXES));
  return word === undefined ? undefined : BOXES[word];
};

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

/** Functions that lightningcss does not parse. */
function readOtherShape(cursor: Cursor): Specified<BasicShape> | undefined {
  const found = cursor.anyFunction();
  if (!found) return undefined;
  const { name, args } = found;
  const shape =
    name === 'path' ? readPath(args) : name === 'rect' || name === 'xywh' ? readRect(name, args) : undefined;
  return args.done ? shape : undefined;
}

function readPath(args: Cursor): BasicShape | undefined {
  const fillRule: FillRule = args.keyword('nonzero', 'evenodd') ?? 'nonzero';
  args.comma();
  const data = args.string();
  return data === undefined ? undefined : { type: 'path', fillRule, commands: readPathData(data) };
}

/**
 * Converts `rect()` and `xywh()` to `inset()`.
 * Source: https://drafts.csswg.org/css-shapes-1/#basic-shape-computed-values
 */
function readRect(name: 'rect' | 'xywh', args: Cursor): Specified<BasicShape> | undefined {
  const values = complete(
    Array.from({ length: 4 }, (_, edge): Specified<LengthPercentage> | undefined => {
      if (name === 'rect' && args.keyword('auto')) return edge === 0 || edge === 3 ? 0 : { percent: 100, px: 0 };
      return args.lengthPercentage();
    }),
  );
  if (!values) return undefined;
  const corners = args.keyword('round') ? readCorners(args) : Array(4).fill({ x: 0, y: 0 });
  if (!corners) return undefined;
  return map(all([all(values), all(corners)] as readonly Specified<unknown>[]), (parts) => {
    const [[a, b, c, d], radii] = parts as [
      [LengthPercentage, LengthPercentage, LengthPercentage, LengthPercentage],
      never,
    ];
    const edges = name === 'rect' ? [a, fromFar([b]), fromFar([c]), d] : [b, fromFar([a, c]), fromFar([b, d]), a];
    return { type: 'inset', edges: edges as never, corners: radii };
  });
}

/** 100% minus the sum of the lengths. */
const fromFar = (lengths: readonly LengthPercentage[]): LengthPercentage => ({
  math: 'sum',
  args: [{ percent: 100, px: 0 }, ...lengths.map((length) => ({ math: 'scale', args: [length], factor: -1 }) as const)],
});

/** The value of `border-radius`, from tokens. */
function readCorners(args: Cursor): Specified<CornerRadius>[] | undefined {
  const radius = lengthPercentage('non-negative');
  const across = args.many((cursor) => radius.tokens?.(cursor));
  const down = args.delim('/') ? args.many((cursor) => radius.tokens?.(cursor)) : across;
  if (across.length === 0 || across.length > 4 || down.length === 0 || down.length > 4) return undefined;
  const four = <T>([a, b = a, c = a, d = b]: readonly T[]) => [a, b, c, d] as [T, T, T, T];
  const [xs, ys] = [four(across), four(down)];
  return xs.map((x, index) => record<CornerRadius>({ x: x!, y: ys[index]! }));
}

/**
 * Paints `border-image`: an image sliced into nine regions that are scaled and tiled around a box.
 * Source: https://drafts.csswg.org/css-backgrounds-3/#border-images
 */

import { concreteSize, naturalDimensions } from '../box/object-size.js';
import type { ComputedStyle } from '../css/properties/table.js';
import { resolveLength } from '../css/values/values.js';
import { EngineError } from '../errors.js';
import type { Edges, Rect } from '../layout/algorithm/geometry.js';
import { type Picture, pictureItem } from './background.js';
import type { DisplayItem } from './display-list.js';
import { insetRect } from './rounded.js';
import { SIDES, type Side } from './sides.js';

type Repeat = ComputedStyle['border-image-repeat']['x'];

/** @param border the border box, snapped @throws EngineError document_too_complex */
export function paintBorderImage(style: ComputedStyle, picture: Picture, border: Rect, borders: Edges): DisplayItem[] {
  const outsets = bySide((side, index) => {
    const outset = style['border-image-outset'][index]!;
    return typeof outset === 'number' ? outset : outset.factor * borders[side];
  });
  const area = insetRect(
    border,
    bySide((side) => -outsets[side]),
  );
  const natural = 'bytes' in picture ? naturalDimensions(picture) : {};
  const image = { x: 0, y: 0, ...concreteSize({}, natural, area) };
  const { offsets, fill } = style['border-image-slice'];
  const slices = bySide((side, index) => {
    const extent = isVertical(side) ? image.height : image.width;
    const offset = offsets[index]!;
    return Math.min(extent, typeof offset === 'number' ? offset : resolveLength(offset, extent));
  });
  const widths = fitWidths(
    bySide((side, index) => {
      const width = style['border-image-width'][index]!;
      // Of an image without a natural size, too. Blink: `ComputeEdgeWidth` (nine_piece_image_grid.cc)
      if (width === 'auto') return slices[side];
      if (typeof width === 'object' && 'factor' in width && !('math' in width)) return width.factor * borders[side];
      return resolveLength(width as never, isVertical(side) ? area.height : area.width);
    }),
    area,
  );
  const { x: across, y: down } = style['border-image-repeat'];
  const parts: DisplayItem[] = [];
  const [columns, rows] = [
    thirds(image.width, slices.left, slices.right),
    thirds(image.height, slices.top, slices.bottom),
  ];
  const [lefts, tops] = [thirds(area.width, widths.left, widths.right), thirds(area.height, widths.top, widths.bottom)];
  const whole = pictureItem(picture, image);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      const isMiddle = row === 1 && column === 1;
      if (isMiddle && !fill) continue;
      const source = {
        x: columns[column]!.start,
        y: rows[row]!.start,
        width: columns[column]!.size,
        height: rows[row]!.size,
      };
      const target = {
        x: area.x + lefts[column]!.start,
        y: area.y + tops[row]!.start,
        width: lefts[column]!.size,
        height: tops[row]!.size,
      };
      if (source.width <= 0 || source.height <= 0 || target.width <= 0 || target.height <= 0) continue;
      // The scale of an edge follows from its thickness; the middle takes the scales of the top and left edges.
      const scaleY =
        row === 1
          ? scaleOf(isMiddle ? [widths.left, slices.left, widths.right, slices.right] : [target.width, source.width])
          : undefined;
      const scaleX =
        column === 1
          ? scaleOf(isMiddle ? [widths.top, slices.top, widths.bottom, slices.bottom] : [target.height, source.height])
          : undefined;
      const xs = place(column === 1 ? across : 'stretch', target.x, target.width, source.width * (scaleX ?? 1));
      const ys = place(row === 1 ? down : 'stretch', target.y, target.height, source.height * (scaleY ?? 1));
      if (xs.starts.length * ys.starts.length > MAX_TILES) throw tooManyTiles();
      for (const y of ys.starts) {
        for (const x of xs.starts) parts.push(part(whole, source, { x, y, width: xs.size, height: ys.size }, target));
      }
    }
  }
  return parts;
}

const bySide = (value: (side: Side, index: number) => number): Edges => {
  const [top, right, bottom, left] = SIDES.map(value) as [number, number, number, number];
  return { top, right, bottom, left };
};

const isVertical = (side: Side): boolean => side === 'top' || side === 'bottom';

/** Scales all widths down by one factor when opposite ones overlap. */
function fitWidths(widths: Edges, { width, height }: Rect): Edges {
  const across = widths.left + widths.right;
  const down = widths.top + widths.bottom;
  const factor = Math.min(1, across > 0 ? width / across : 1, down > 0 ? height / down : 1);
  return bySide((side) => widths[side] * factor);
}

function thirds(extent: number, near: number, far: number): { readonly start: number; readonly size: number }[] {
  return [
    { start: 0, size: near },
    { start: near, size: Math.max(0, extent - near - far) },
    { start: extent - far, size: far },
  ];
}

/** The scale of the first pair of a border width and its slice that are both positive. */
function scaleOf([width = 0, slice = 0, otherWidth = 0, otherSlice = 0]: readonly number[]): number {
  if (width > 0 && slice > 0) return width / slice;
  return otherWidth > 0 && otherSlice > 0 ? otherWidth / otherSlice : 1;
}

/** Tiles of one region. */
const MAX_TILES = 100_000;

interface Tiles {
  readonly starts: readonly number[];
  readonly size: number;
}

/** Source: https://drafts.csswg.org/css-backgrounds-3/#the-border-image-repeat */
function place(repeat: Repeat, start: number, areaSize: number, size: number): Tiles {
  const spread = (count: number, first: number, step: number, tile: number): Tiles => ({
    starts: Array.from({ length: Math.min(count, MAX_TILES + 1) }, (_, index) => first + index * step),
    size: tile,
  });
  if (repeat === 'stretch' || size <= 0) return { starts: [start], size: areaSize };
  if (repeat === 'round') {
    const count = Math.max(1, Math.round(areaSize / size));
    return spread(count, start, areaSize / count, areaSize / count);
  }
  if (repeat === 'space') {
    const count = Math.floor(areaSize / size);
    const gap = (areaSize - count * size) / (count + 1);
    return spread(count, start + gap, size + gap, size);
  }
  // `repeat` centres one tile in the area.
  const before = Math.ceil((areaSize / size - 1) / 2);
  const first = start + (areaSize - size) / 2 - before * size;
  return spread(2 * before + 1, first, size, size);
}

function tooManyTiles(): EngineError {
  const limit = MAX_TILES.toLocaleString('en-US');
  return new EngineError(
    'document_too_complex',
    `A border-image has more than ${limit} tiles. Use a larger image, or border-image-repeat: stretch.`,
  );
}

/** Draws one region of the image, scaled to a tile and clipped to the area of that region. */
function part(whole: DisplayItem, source: Rect, tile: Rect, area: Rect): DisplayItem {
  const [kx, ky] = [tile.width / source.width, tile.height / source.height];
  const left = Math.max(tile.x, area.x);
  const top = Math.max(tile.y, area.y);
  const clip = {
    x: left,
    y: top,
    width: Math.min(tile.x + tile.width, area.x + area.width) - left,
    height: Math.min(tile.y + tile.height, area.y + area.height) - top,
  };
  const transform = [kx, 0, 0, ky, tile.x - source.x * kx, tile.y - source.y * ky] as const;
  return { kind: 'group', clip, transform, children: [whole] };
}

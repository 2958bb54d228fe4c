/**
 * Paints the background colour and images of a box, layer by layer.
 * Source: https://drafts.csswg.org/css-backgrounds-3/#backgrounds and Blink's BackgroundImageGeometry
 * (core/paint/background_image_geometry.cc)
 */

import type { ImageResource } from '../box/image-resources.js';
import { concreteSize, fitRatio, naturalDimensions } from '../box/object-size.js';
import type { ComputedStyle } from '../css/properties/table.js';
import {
  type BackgroundBox,
  type BackgroundSize,
  type Color,
  type Gradient,
  type LengthPercentage,
  type PathCommand,
  type RepeatStyle,
  resolveLength,
  type UrlReference,
} from '../css/values/values.js';
import { type Edges, NO_EDGES, type Rect, type Size } from '../layout/algorithm/geometry.js';
import { fitGradient } from '../layout/images/gradients.js';
import { sumEdges } from '../layout/sizing/edges.js';
import { boundsOf, contains, intersect } from './bounds.js';
import {
  type DisplayItem,
  type FittedGradient,
  type GroupItem,
  type ImageItem,
  type Radii,
  type RectItem,
  rectItem,
  type TilesItem,
} from './display-list.js';
import { isPixelated } from './replaced.js';
import { insetRadii, insetRect } from './rounded.js';

/** The areas of a box that its background depends on. All rectangles are snapped to whole px. */
export interface BackgroundArea {
  readonly border: Rect;
  readonly borderWidths: Edges;
  readonly padding: Edges;
  readonly radii: Radii | undefined;
  /** The border box that positions images: for a fragmented box, that of all its fragments joined. */
  readonly positioning: Rect;
  /**
   * The page area, which positions images with `background-attachment: fixed`. Default: they are positioned as
   * `scroll`.
   */
  readonly viewport?: Rect;
  /** Outlines of the text in the box, for `background-clip: text`. Default: no text. */
  readonly text?: () => readonly PathCommand[];
}

/** @returns the image behind a URL; undefined when it cannot be used, which the function has reported */
export type ImageSource = (reference: UrlReference) => ImageResource | undefined;

/** Whether a background paints anything, provided that its images load. */
export function hasBackground(style: ComputedStyle): boolean {
  return style['background-color'].a > 0 || style['background-image'].some((image) => image !== 'none');
}

export function paintBackground(style: ComputedStyle, area: BackgroundArea, images: ImageSource): DisplayItem[] {
  const layers = style['background-image'];
  const color = style['background-color'];
  const clips = style['background-clip'];
  if (layers.length === 1 && layers[0] === 'none' && clips[0] !== 'text')
    return color.a > 0 ? [colorRect(color, clipOf(clips[0]!, area))] : [];
  const painted: DisplayItem[] = [];
  const add = (index: number, items: readonly DisplayItem[]) => {
    const clipsToText = layered(clips, index) === 'text';
    painted.push(...(clipsToText && items.length > 0 ? clippedToText(items, area) : items));
  };
  if (color.a > 0) {
    // The colour lies below the bottom layer and shares its clip.
    const clip = clipOf(layered(clips, layers.length - 1), area);
    add(layers.length - 1, [colorRect(color, clip)]);
  }
  const modes = style['background-blend-mode'];
  let blends = false;
  for (let index = layers.length - 1; index >= 0; index--) {
    const image = layers[index]!;
    if (image === 'none') continue;
    const items = paintLayer(style, index, image, area, images);
    const blend = layered(modes, index);
    if (blend === 'normal' || items.length === 0) add(index, items);
    else add(index, [{ kind: 'group', blend, children: items }]);
    blends ||= blend !== 'normal';
  }
  // Layers blend with each other, not with the backdrop of the box.
  return blends ? [{ kind: 'group', isolated: true, children: painted }] : painted;
}

const colorRect = (fill: ComputedStyle['background-color'], { rect, radii }: Clip): RectItem =>
  rectItem(rect.x, rect.y, rect.width, rect.height, fill, radii);

function clippedToText(items: readonly DisplayItem[], { text }: BackgroundArea): DisplayItem[] {
  const commands = text?.() ?? [];
  return commands.length === 0 ? [] : [{ kind: 'group', shape: { commands, fillRule: 'nonzero' }, children: items }];
}

/** A list shorter than `background-image` repeats. */
const layered = <Value>(values: readonly Value[], index: number): Value => values[index % values.length]!;

interface Clip {
  readonly rect: Rect;
  readonly radii: Radii | undefined;
}

function clipOf(box: BackgroundBox, area: BackgroundArea): Clip {
  const edges = edgesOf(box, area);
  return {
    rect: insetRect(area.border, edges),
    radii: area.radii && insetRadii(area.radii, edges),
  };
}

function edgesOf(box: BackgroundBox, { borderWidths, padding }: BackgroundArea): Edges {
  if (box === 'border-box' || box === 'text') return NO_EDGES;
  if (box === 'padding-box') return borderWidths;
  return sumEdges(borderWidths, padding);
}

function paintLayer(
  style: ComputedStyle,
  index: number,
  image: Exclude<ComputedStyle['background-image'][number], 'none'>,
  area: BackgroundArea,
  images: ImageSource,
): DisplayItem[] {
  const clip = clipOf(layered(style['background-clip'], index), area);
  if (!(clip.rect.width > 0 && clip.rect.height > 0)) return [];
  const picture = image.type === 'url' ? images(image) : image;
  if (!picture) return [];
  const origin = edgesOf(layered(style['background-origin'], index), area);
  const isFixed = layered(style['background-attachment'], index) === 'fixed' && area.viewport !== undefined;
  const positioning = isFixed ? area.viewport! : insetRect(area.positioning, origin);
  const natural = 'bytes' in picture ? picture : undefined;
  const size = layered(style['background-size'], index);
  const repeat = layered(style['background-repeat'], index);
  const { width, height } = roundedSize(tileSize(size, positioning, natural, style.zoom), size, repeat, positioning);
  if (!(width > 0 && height > 0)) return [];
  const [positionX, positionY] = [style['background-position-x'], style['background-position-y']];
  const x = placeTiles(layered(positionX, index), repeat.x, positioning.x, positioning.width, width);
  const y = placeTiles(layered(positionY, index), repeat.y, positioning.y, positioning.height, height);
  const tile = { x: x.start, y: y.start, width, height };
  const tiles = fillWithTiles(picture, { tile, stepX: x.step, stepY: y.step }, clip.rect);
  return clippedTo(clip, isPixelated(style) ? tiles.map(pixelated) : tiles);
}

const pixelated = (item: DisplayItem): DisplayItem =>
  item.kind === 'image' || item.kind === 'tiles' ? { ...item, pixelated: true } : item;

/** Source: https://drafts.csswg.org/css-backgrounds-3/#the-background-size */
function tileSize(size: BackgroundSize, area: Rect, image: ImageResource | undefined, zoom: number): Size {
  const natural = image ? naturalDimensions(image, zoom) : {};
  if (typeof size === 'string') return fitRatio(natural, area, size);
  const width = size.width === 'auto' ? undefined : resolveLength(size.width, area.width);
  const height = size.height === 'auto' ? undefined : resolveLength(size.height, area.height);
  return concreteSize({ width, height }, natural, area);
}

/**
 * Changes a tile so that a whole number fits where `background-repeat` is `round`. With `round` on one axis, an `auto`
 * size on the other keeps the ratio. Source: https://drafts.csswg.org/css-backgrounds-3/#background-size
 */
function roundedSize(
  { width, height }: Size,
  size: BackgroundSize,
  repeat: ComputedStyle['background-repeat'][number],
  area: Rect,
): Size {
  const rounded = (tile: number, extent: number) => extent / Math.max(1, Math.round(extent / tile));
  const [roundsX, roundsY] = [repeat.x === 'round' && width > 0, repeat.y === 'round' && height > 0];
  const roundedWidth = roundsX ? rounded(width, area.width) : width;
  const roundedHeight = roundsY ? rounded(height, area.height) : height;
  if (typeof size === 'string' || roundsX === roundsY) return { width: roundedWidth, height: roundedHeight };
  if (roundsX && size.height === 'auto') return { width: roundedWidth, height: (height * roundedWidth) / width };
  if (roundsY && size.width === 'auto') return { width: (width * roundedHeight) / height, height: roundedHeight };
  return { width: roundedWidth, height: roundedHeight };
}

/** The tiles of one axis. */
interface TileAxis {
  readonly start: number;
  /** Distance from one tile to the next; 0 for a single tile. */
  readonly step: number;
}

/**
 * @param start, areaSize the positioning area
 * @param size            of a tile, rounded
 * Source: https://drafts.csswg.org/css-backgrounds-3/#the-background-repeat
 */
function placeTiles(
  position: LengthPercentage,
  repeat: RepeatStyle,
  start: number,
  areaSize: number,
  size: number,
): TileAxis {
  const placed = start + resolveLength(position, areaSize - size);
  if (repeat === 'space') {
    const count = Math.floor(areaSize / size);
    return count > 1 ? { start, step: size + (areaSize - count * size) / (count - 1) } : { start: placed, step: 0 };
  }
  return { start: placed, step: repeat === 'no-repeat' ? 0 : size };
}

export type Picture = ImageResource | Gradient;

/** The first tile, and the distances to the next ones; 0 for a single tile. */
type Tiling = Pick<TilesItem, 'tile' | 'stepX' | 'stepY'>;

function fillWithTiles(picture: Picture, { tile: first, stepX, stepY }: Tiling, clip: Rect): DisplayItem[] {
  const shown = intersect(clip, {
    x: stepX > 0 ? clip.x : first.x,
    y: stepY > 0 ? clip.y : first.y,
    width: stepX > 0 ? clip.width : first.width,
    height: stepY > 0 ? clip.height : first.height,
  });
  if (shown.width <= 0 || shown.height <= 0) return [];
  // Start with the tile that covers the start of the visible area.
  const tile = {
    ...first,
    x: stepX > 0 ? first.x + Math.floor((shown.x - first.x) / stepX) * stepX : first.x,
    y: stepY > 0 ? first.y + Math.floor((shown.y - first.y) / stepY) * stepY : first.y,
  };
  if (contains(tile, shown)) return [pictureItem(picture, tile)];
  const one = pictureItem(picture, tile);
  const hasGaps = stepX > tile.width || stepY > tile.height;
  if (one.kind === 'rect' && !('type' in one.fill) && !hasGaps) return [{ ...one, ...shown }];
  const columns = stepX > 0 ? Math.ceil((shown.x + shown.width - tile.x) / stepX) : 1;
  const rows = stepY > 0 ? Math.ceil((shown.y + shown.height - tile.y) / stepY) : 1;
  if (columns * rows <= MAX_SINGLE_TILES) return singleTiles(picture, { tile, stepX, stepY }, columns, rows);
  // A single row or column has a gap beside it: an edge that is not on whole pixels would show the next one.
  const steps = { stepX: stepX || 2 * tile.width, stepY: stepY || 2 * tile.height };
  const tiles = { kind: 'tiles', ...shown, tile, ...steps } as const;
  if ('bytes' in picture) return [{ ...tiles, picture }];
  const { rect, fill } = fitGradient(picture, tile);
  if ('type' in fill) return [{ ...tiles, picture: fill, ...(rect !== tile && { gradientRect: rect }) }];
  return [{ ...tiles, picture: solid(fill) }];
}

const solid = (color: Color): FittedGradient => ({
  type: 'linear',
  angle: 0,
  stops: [0, 1].map((offset) => ({ offset, color })),
});

/** More tiles than this become one pattern, which is smaller in the PDF. */
const MAX_SINGLE_TILES = 12;

function singleTiles(picture: Picture, { tile, stepX, stepY }: Tiling, columns: number, rows: number): DisplayItem[] {
  const items: DisplayItem[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      items.push(pictureItem(picture, { ...tile, x: tile.x + column * stepX, y: tile.y + row * stepY }));
    }
  }
  return items;
}

/** Paints one tile. A gradient whose geometry extends beyond the tile is clipped to it. */
export function pictureItem(picture: Picture, tile: Rect): ImageItem | RectItem | GroupItem {
  if ('bytes' in picture) return { kind: 'image', ...tile, image: picture, alt: undefined };
  const { rect, fill } = fitGradient(picture, tile);
  const item = { kind: 'rect', ...rect, fill } as const;
  if (!('type' in fill)) return { ...item, ...tile };
  return picture.type === 'linear-gradient' ? item : { kind: 'group', clip: tile, children: [item] };
}

function clippedTo({ rect, radii }: Clip, items: DisplayItem[]): DisplayItem[] {
  if (items.length === 0) return [];
  const rounded = radii?.some(([rx]) => rx > 0);
  const [only] = items;
  if (items.length === 1 && only?.kind === 'rect' && contains(rect, only)) {
    if (!rounded) return items;
    if (contains(only, rect)) return [rectItem(only.x, only.y, only.width, only.height, only.fill, radii)];
  }
  const isInside = items.every((item) => contains(rect, boundsOf(item)));
  if (isInside && !rounded) return items;
  const group: GroupItem = { kind: 'group', clip: rounded ? { ...rect, radii: radii! } : rect, children: items };
  return [group];
}

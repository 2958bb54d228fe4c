/** Emits display items as Typst statements. */

import { inSrgb } from '../css/values/device-cmyk.js';
import type { Deadline } from '../deadline.js';
import type { ComposedFont } from '../encode/composed-text.js';
import { TextComposer } from '../encode/composed-text.js';
import { embeddedImage, sizeDrawing } from '../encode/pictures.js';
import { drawingSource } from '../encode/svg-drawing.js';
import type { Rect } from '../layout/algorithm/geometry.js';
import type {
  DisplayItem,
  DrawingItem,
  FittedGradient,
  GroupItem,
  ImageItem,
  LinkAreaItem,
  LinkTarget,
  PathItem,
  Radii,
  RectItem,
  TilesItem,
} from '../paint/display-list.js';
import { outline } from '../paint/rounded.js';
import { shownSize } from '../text/free-type.js';
import { canvas, type ItemContext, type ItemEmitter, placed, type TagLimits } from './canvas.js';
import { nestTransform } from './matrix.js';
import { emitTag } from './tags.js';
import { createTextStyles, fontName, type TextStyles } from './text.js';
import {
  angle,
  array,
  type Code,
  call,
  colorCode,
  constant,
  definition,
  dictionary,
  keyword,
  type LocalName,
  length,
  literal,
  local,
  named,
  number,
  percent,
} from './writer.js';

const OUTERMOST: ItemContext = { alpha: 1, target: undefined, artifact: false, depth: 0 };

/** Emits the items of a document and collects the functions and files they use. */
export class Emitter implements ItemEmitter {
  readonly #composer = new TextComposer();
  readonly #styles: TextStyles = createTextStyles(this.#composer);
  readonly #shapes = new SharedShapes();
  readonly files = new Map<string, Uint8Array>();
  readonly #drawings = new Map<string, string>();
  readonly #probed = new Set<string>();

  constructor(
    readonly limits: TagLimits,
    private readonly deadline?: Deadline,
  ) {}

  /** The definitions for all items so far. */
  finish(): { definitions: Code[]; composed: readonly ComposedFont[] } {
    const composed = this.#composer.finish();
    const families = composed.map(({ uniqueFamily }, font) => constant(fontName(font), literal(uniqueFamily)));
    return {
      definitions: [...SHAPES, ...this.#shapes.definitions, ...families, ...this.#styles.definitions],
      composed,
    };
  }

  items(items: readonly DisplayItem[], context: ItemContext = OUTERMOST): Code[] {
    return items.flatMap((item) => this.#item(item, context));
  }

  inline(items: readonly DisplayItem[], context: ItemContext): Code | undefined {
    const [item] = items;
    if (items.length !== 1 || item?.kind !== 'text' || context.target) return undefined;
    return shownSize(item.size, item.face) === 0 ? undefined : this.#styles.inline(item, context.alpha);
  }

  #item(item: DisplayItem, context: ItemContext): Code[] {
    this.deadline?.check();
    switch (item.kind) {
      case 'text':
        if (shownSize(item.size, item.face) === 0) return [];
        return [this.#styles.place(item, context.alpha, context.target && linkTarget(context.target))];
      case 'rect':
        return [rectangle(item, context.alpha, this.#shapes)];
      case 'path':
        return [path(item, context.alpha, this.#shapes)];
      case 'image':
        return [...this.#probes([item], context.alpha < 1), this.#image(item, context)];
      case 'tiles':
        return [...this.#probes([item], context.alpha < 1), this.#tiles(item, context)];
      case 'link-area':
        return context.target ? [linkArea(item, context.target)] : [];
      case 'group':
        return this.#group(item, context);
      case 'drawing':
        return [...this.#probes([item.group, ...(item.group.mask?.items ?? [])], true), this.#drawing(item, context)];
      case 'tag':
        return emitTag(item, context, this);
      case 'anchor':
        return [];
    }
  }

  #group(group: GroupItem, context: ItemContext): Code[] {
    const alpha = context.alpha * (group.opacity ?? 1);
    if (alpha <= 0) return [];
    let inside = this.items(group.children, { ...context, alpha });
    if (inside.length === 0) return [];
    if (group.transform) inside = nestTransform(group.transform, canvas(inside));
    if (group.clip && inside.length > 0) inside = [clipped(group.clip, inside)];
    return inside;
  }

  /**
   * Typst silently drops undecodable images inside SVG images. To get an error for them, each one is also placed once
   * as a hidden image.
   */
  #probes(items: readonly DisplayItem[], embedded: boolean): Code[] {
    if (!embedded) return [];
    return imagesIn(items).flatMap(({ key, format, bytes }) => {
      if (format === 'svg' || this.#probed.has(key)) return [];
      this.#probed.add(key);
      const image = call('image', this.#file(key, format, bytes), ...size(1, 1));
      return [placed(0, 0, call('hide', image))];
    });
  }

  /** Files are identified by name: equal drawings share one. */
  #drawing(drawing: DrawingItem, context: ItemContext): Code {
    const source = drawingSource(drawing);
    const key = this.#drawings.get(source) ?? `drawing-${this.#drawings.size}`;
    this.#drawings.set(source, key);
    const file = { key, format: 'svg', bytes: new TextEncoder().encode(source) } as const;
    const { width, height, alt, x, y } = drawing;
    const path = context.alpha < 1 ? this.#translucent(file, context.alpha, false) : this.#file(key, 'svg', file.bytes);
    const image = call(
      'image',
      path,
      ...size(width, height),
      ...(alt === undefined ? [] : [named('alt', literal(alt))]),
    );
    return placed(x, y, alt === undefined && !context.artifact ? call('pdf.artifact', image) : image);
  }

  #image(item: ImageItem, context: ItemContext): Code {
    const image = this.#picture(
      item.image,
      item,
      item.alt,
      context.alpha,
      item.pixelated ? 'pixelated' : item.smooth ? 'smooth' : undefined,
    );
    const shown = item.alt === undefined && !context.artifact ? call('pdf.artifact', image) : image;
    return placed(item.x, item.y, context.target ? call('link', linkTarget(context.target), shown) : shown);
  }

  #picture(
    image: ImageItem['image'],
    { width, height }: { readonly width: number; readonly height: number },
    alt: string | undefined,
    alpha: number,
    scaling?: 'pixelated' | 'smooth',
  ): Code {
    const shown = image.format === 'svg' ? sizeDrawing(image, width, height) : image;
    // Typst applies the orientation to images outside SVG.
    const isWrapped = alpha < 1 || ('isAsStored' in shown && shown.isAsStored);
    const path = isWrapped
      ? this.#translucent(shown, alpha, scaling === 'pixelated')
      : this.#file(shown.key, shown.format, shown.bytes);
    return call(
      'image',
      path,
      named('width', length(width)),
      named('height', length(height)),
      named('fit', literal('stretch')),
      ...(scaling ? [named('scaling', literal(scaling))] : []),
      ...(alt === undefined ? [] : [named('alt', literal(alt))]),
    );
  }

  #file(key: string, format: string, bytes: Uint8Array): Code {
    const name = `/img/${key}.${format}`;
    this.files.set(name, bytes);
    return literal(name);
  }

  /** Wraps an image in an SVG, as Typst has no opacity for images, and no orientation but that of the file. */
  #translucent(image: ImageItem['image'], alpha: number, pixelated: boolean): Code {
    const source =
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" preserveAspectRatio="none">` +
      `${embeddedImage(image, pixelated, alpha)}</svg>`;
    return this.#file(`${image.key}-${Math.round(alpha * 1000)}`, 'svg', new TextEncoder().encode(source));
  }

  #tiles(item: TilesItem, context: ItemContext): Code {
    const { tile, stepX, stepY, picture } = item;
    const one =
      'bytes' in picture
        ? this.#picture(picture, tile, undefined, context.alpha, item.pixelated ? 'pixelated' : undefined)
        : gradientTile(gradient(picture, context.alpha), tile, item.gradientRect);
    const pattern = call(
      'tiling',
      named('size', array([length(tile.width), length(tile.height)])),
      named('spacing', array([length(stepX - tile.width), length(stepY - tile.height)])),
      named('relative', literal('self')),
      one,
    );
    // The pattern starts at the first tile, which the painted area may clip.
    const filled = { x: tile.x, y: tile.y, width: item.x + item.width - tile.x, height: item.y + item.height - tile.y };
    const rect = call('rect', ...size(filled.width, filled.height), named('fill', pattern));
    return clipped(item, [placed(filled.x, filled.y, rect)]);
  }
}

function imagesIn(items: readonly DisplayItem[]): ImageItem['image'][] {
  return items.flatMap((item): ImageItem['image'][] => {
    if (item.kind === 'image') return [item.image];
    if (item.kind === 'tiles') return 'bytes' in item.picture ? [item.picture] : [];
    if (item.kind === 'group') return imagesIn([...item.children, ...(item.mask?.items ?? [])]);
    return item.kind === 'tag' ? imagesIn(item.children) : [];
  });
}

const size = (width: number, height: number): Code[] => [
  named('width', length(width)),
  named('height', length(height)),
];

/** Functions in every source: a filled rectangle. */
const SHAPES: readonly Code[] = [
  definition(
    'f0',
    ['x', 'y', 'w', 'h', 't'],
    call(
      'place',
      named('dx', local('x')),
      named('dy', local('y')),
      call('rect', named('width', local('w')), named('height', local('h')), named('fill', local('t'))),
    ),
  ),
];

/** Shapes that repeat, such as bullets, become constants, which Typst evaluates once. */
class SharedShapes {
  readonly definitions: Code[] = [];
  readonly #names = new Map<Code, LocalName>();

  name(shape: Code): Code {
    let name = this.#names.get(shape);
    if (!name) {
      name = `d${this.#names.size}`;
      this.#names.set(shape, name);
      this.definitions.push(constant(name, shape));
    }
    return local(name);
  }
}

function rectangle({ x, y, width, height, fill, radii }: RectItem, alpha: number, shapes: SharedShapes): Code {
  const paint = 'type' in fill ? gradient(fill, alpha) : colorCode(fill, alpha);
  if (!radii) return call('f0', length(x), length(y), length(width), length(height), paint);
  if (!isPlainRadius(radii, width, height)) {
    const segments = outline({ x: 0, y: 0, width, height }, radii).map(segment);
    return placed(x, y, shapes.name(call('curve', named('fill', paint), ...segments)));
  }
  return placed(x, y, call('rect', ...size(width, height), named('fill', paint), named('radius', radius(radii))));
}

/** Typst supports circular corners of less than half a side; circles need a curve to be exact. */
function isPlainRadius(radii: Radii, width: number, height: number): boolean {
  const max = Math.min(width, height) / 2;
  return radii.every(([x, y]) => Math.abs(x - y) < 1e-3 && x < max);
}

/** Corner radii, taken from the vertical radii. */
function radius([[, a], [, b], [, c], [, d]]: Radii): Code {
  if (a === b && b === c && c === d) return length(a);
  return dictionary([
    named('top-left', length(a)),
    named('top-right', length(b)),
    named('bottom-right', length(c)),
    named('bottom-left', length(d)),
  ]);
}

/** Segments from which a path becomes a constant: text shadows repeat long paths that differ only in position. */
const LONG_PATH = 20;

function path({ commands, fill, fillRule, stroke }: PathItem, alpha: number, shapes: SharedShapes): Code {
  const args: Code[] = [];
  if (fill) args.push(named('fill', colorCode(fill, alpha)));
  if (fill && fillRule === 'evenodd') args.push(named('fill-rule', literal('even-odd')));
  if (stroke) {
    const entries = [named('paint', colorCode(stroke.color, alpha)), named('thickness', length(stroke.width))];
    if (stroke.cap && stroke.cap !== 'butt') entries.push(named('cap', literal(stroke.cap)));
    if (stroke.dash) entries.push(named('dash', array(stroke.dash.map(length))));
    args.push(named('stroke', dictionary(entries)));
  }
  const curve = call('curve', ...args, ...commands.map(segment));
  return call('place', commands.length < LONG_PATH ? curve : shapes.name(curve));
}

function segment(command: PathItem['commands'][number]): Code {
  const point = (x: number, y: number) => array([length(x), length(y)]);
  switch (command[0]) {
    case 'M':
      return call('curve.move', point(command[1], command[2]));
    case 'L':
      return call('curve.line', point(command[1], command[2]));
    case 'C':
      return call(
        'curve.cubic',
        point(command[1], command[2]),
        point(command[3], command[4]),
        point(command[5], command[6]),
      );
    case 'Z':
      return call('curve.close');
  }
}

function gradient(fill: FittedGradient, alpha: number): Code {
  const isInCmyk = fill.stops.every(({ color }) => color.cmyk && color.a * alpha === 1);
  const stops = fill.stops.map(({ offset, color }) => {
    return array([colorCode(isInCmyk ? color : inSrgb(color), alpha), percent(offset * 100)]);
  });
  const common = [...stops, named('space', keyword(isInCmyk ? 'cmyk' : 'rgb')), named('relative', literal('self'))];
  // 0deg is "to right" in Typst and "to top" in CSS.
  if (fill.type === 'linear') return call('gradient.linear', ...common, named('angle', angle(fill.angle - 90)));
  if (fill.type === 'conic') return call('gradient.conic', ...common, named('angle', angle(fill.from + 90)));
  return call('gradient.radial', ...common);
}

/** A tile that shows a gradient. Typst fits gradients to the rectangle they fill, so one that exceeds the tile is cut. */
function gradientTile(fill: Code, tile: Rect, fitted: Rect = tile): Code {
  const filled = call('rect', ...size(fitted.width, fitted.height), named('fill', fill));
  if (fitted === tile) return filled;
  const { width, height } = tile;
  return clipped({ x: 0, y: 0, width, height }, [placed(fitted.x - tile.x, fitted.y - tile.y, filled)]);
}

function clipped(clip: NonNullable<GroupItem['clip']>, statements: readonly Code[]): Code {
  const { x, y, width, height, radii } = clip;
  const stretch = radii ? cornerStretch(radii) : 1;
  const args = [...size(width / stretch, height), named('clip', keyword('true'))];
  if (radii) args.push(named('radius', radius(radii)));
  const inside = placed(-x, -y, canvas(statements));
  if (stretch === 1) return placed(x, y, call('block', ...args, inside));
  // Typst clips to circular corners only; elliptical ones are circles in a scaled coordinate space.
  const clippedBox = call('block', ...args, call('place', scaledX(1 / stretch, canvas([inside]))));
  return placed(x, y, scaledX(stretch, clippedBox));
}

const scaledX = (factor: number, body: Code): Code =>
  call(
    'scale',
    named('x', percent(factor * 100)),
    named('y', percent(100)),
    named('origin', keyword('top+left')),
    body,
  );

/** Ratio of the radii if all corners share it; else 1, which approximates the corners by circles. */
function cornerStretch(radii: Radii): number {
  const [first, ...others] = radii.filter(([x]) => x > 0).map(([x, y]) => x / y);
  if (first === undefined || Math.abs(first - 1) < 1e-3) return 1;
  return others.every((ratio) => Math.abs(ratio - first) < 1e-3) ? first : 1;
}

function linkTarget(target: LinkTarget): Code {
  if (target.type === 'url') return literal(target.url);
  return dictionary([
    named('page', number(target.page + 1)),
    named('x', length(target.x)),
    named('y', length(target.y)),
  ]);
}

function linkArea({ x, y, width, height }: LinkAreaItem, target: LinkTarget): Code {
  return placed(x, y, call('link', linkTarget(target), call('box', ...size(width, height))));
}

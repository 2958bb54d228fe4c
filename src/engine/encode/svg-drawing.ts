/**
 * Writes display items as SVG, for effects that PDF writers support in images only: masks, clips to shapes, blend modes,
 * group opacity, filters. Everything but filtered parts stays vector graphics in the PDF.
 */

import type { SvgEffect } from '../box/svg-effects.js';
import type { Color } from '../css/values/values.js';
import type { Rect } from '../layout/algorithm/geometry.js';
import { boundsOf, boundsOfAll, intersect } from '../paint/bounds.js';
import type {
  DisplayItem,
  DrawingItem,
  FittedGradient,
  GroupItem,
  ImageItem,
  PathCommand,
  PixelFilter,
  TextItem,
  TilesItem,
} from '../paint/display-list.js';
import { outline } from '../paint/rounded.js';
import { decimal, hexByte } from './numbers.js';
import { embeddedImage, sizeDrawing } from './pictures.js';

/** The SVG of a drawing. Its `width` and `height` set the resolution at which filtered parts are rasterized. */
export function drawingSource(drawing: DrawingItem): string {
  const { x, y, width, height } = drawing;
  const writer = new SvgWriter(drawing);
  const body = writer.group(drawing.group);
  // Writers rasterize filters at 4 pixels per px of the SVG's size.
  const scale = writer.density === 0 ? 1 : writer.density / RASTER_DENSITY;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${decimal(width * scale)}" height="${decimal(height * scale)}" ` +
    `viewBox="${decimal(x)} ${decimal(y)} ${decimal(width)} ${decimal(height)}">` +
    `${writer.definitions.length > 0 ? `<defs>${writer.definitions.join('')}</defs>` : ''}${body}</svg>`
  );
}

const RASTER_DENSITY = 4;
/** Pixels per CSS px of filters without a blur, which keep edges sharp. */
const SHARP_DENSITY = 3;
/** Pixels per standard deviation of a blur, enough to avoid banding. */
const BLUR_DENSITY = 3;
const MIN_DENSITY = 0.25;

const densityOf = ({ blur }: PixelFilter): number =>
  blur ? Math.max(MIN_DENSITY, Math.min(SHARP_DENSITY, BLUR_DENSITY / blur)) : SHARP_DENSITY;

class SvgWriter {
  readonly definitions: string[] = [];
  /** Highest density among the filters; 0 without filters. */
  density = 0;

  constructor(private readonly area: DrawingItem) {}

  items(items: readonly DisplayItem[]): string {
    return items.map((item) => this.#item(item)).join('');
  }

  group(group: GroupItem): string {
    const { clip, transform, shape, mask, filter, svgEffect, blend, isolated, opacity } = group;
    let body = this.items(group.children);
    const inner: string[] = [];
    if (filter) inner.push(this.#reference('filter', this.#filter(filter, group)));
    if (shape) inner.push(this.#reference('clip-path', this.#clipPath(shape.commands, shape.fillRule)));
    if (mask) inner.push(this.#reference('mask', this.#mask(mask)));
    if (opacity !== undefined && opacity < 1) inner.push(`opacity="${decimal(opacity)}"`);
    const style = [blend && blend !== 'normal' && `mix-blend-mode:${blend}`, isolated && 'isolation:isolate'];
    const styles = style.filter(Boolean).join(';');
    if (styles) inner.push(`style="${styles}"`);
    if (svgEffect) body = this.#svgEffect(svgEffect, body);
    if (inner.length > 0) body = `<g ${inner.join(' ')}>${body}</g>`;
    if (transform) body = `<g transform="matrix(${transform.map(decimal).join(' ')})">${body}</g>`;
    if (clip) {
      const path = this.#clipPath(outline(clip, clip.radii), 'nonzero');
      body = `<g ${this.#reference('clip-path', path)}>${body}</g>`;
    }
    return body;
  }

  #item(item: DisplayItem): string {
    switch (item.kind) {
      case 'group':
        return this.group(item);
      case 'rect': {
        const path = outline(item, item.radii);
        const { fill } = item;
        return 'type' in fill
          ? this.#gradientPath(path, fill, item)
          : `<path d="${data(path)}"${paint('fill', fill)}/>`;
      }
      case 'path':
        return this.#path(item);
      case 'image':
        return this.#image(item.image, item, item.pixelated);
      case 'tiles':
        return this.#tiles(item);
      case 'text':
        return text(item);
      case 'drawing':
        return this.group(item.group);
      case 'tag':
        return this.items(item.children);
      case 'link-area':
      case 'anchor':
        return '';
    }
  }

  #path({ commands, fill, fillRule, stroke }: Extract<DisplayItem, { kind: 'path' }>): string {
    const attributes = [fill ? paint('fill', fill) : ' fill="none"'];
    if (fillRule === 'evenodd') attributes.push(' fill-rule="evenodd"');
    if (stroke) {
      attributes.push(paint('stroke', stroke.color), ` stroke-width="${decimal(stroke.width)}"`);
      if (stroke.cap) attributes.push(` stroke-linecap="${stroke.cap}"`);
      if (stroke.dash) attributes.push(` stroke-dasharray="${stroke.dash.map(decimal).join(' ')}"`);
    }
    return `<path d="${data(commands)}"${attributes.join('')}/>`;
  }

  #image(image: ImageItem['image'], { x, y, width, height }: Rect, pixelated = false): string {
    const sized = image.format === 'svg' ? sizeDrawing(image, width, height) : image;
    const matrix = [width, 0, 0, height, x, y].map(decimal).join(' ');
    return `<g transform="matrix(${matrix})">${embeddedImage(sized, pixelated)}</g>`;
  }

  #tiles({ x, y, width, height, tile, stepX, stepY, picture, gradientRect = tile, pixelated }: TilesItem): string {
    const one =
      'bytes' in picture
        ? this.#image(picture, tile, pixelated)
        : this.#gradientPath(outline(tile), picture, gradientRect);
    const id = this.#define(
      (name) =>
        `<pattern id="${name}" patternUnits="userSpaceOnUse" x="${decimal(tile.x)}" y="${decimal(tile.y)}" ` +
        `width="${decimal(stepX)}" height="${decimal(stepY)}"><g transform="translate(${decimal(-tile.x)} ${decimal(-tile.y)})">${one}</g></pattern>`,
    );
    return `<rect x="${decimal(x)}" y="${decimal(y)}" width="${decimal(width)}" height="${decimal(height)}" fill="url(#${id})"/>`;
  }

  /** A path filled with a gradient that is fitted to a rectangle. */
  #gradientPath(path: readonly PathCommand[], gradient: FittedGradient, rect: Rect): string {
    if (gradient.type === 'conic') {
      const clip = this.#reference('clip-path', this.#clipPath(path, 'nonzero'));
      return `<g ${clip}>${conicWedges(gradient, rect)}</g>`;
    }
    const stops = gradient.stops
      .map(({ offset, color }) => `<stop offset="${decimal(offset)}"${paint('stop', color)}/>`)
      .join('');
    const id = this.#define((name) => {
      const { x, y, width, height } = rect;
      const [cx, cy] = [x + width / 2, y + height / 2];
      if (gradient.type === 'radial') {
        const matrix = [width / 2, 0, 0, height / 2, cx, cy].map(decimal).join(' ');
        return `<radialGradient id="${name}" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" gradientTransform="matrix(${matrix})">${stops}</radialGradient>`;
      }
      const radians = (gradient.angle * Math.PI) / 180;
      const length = Math.abs(width * Math.sin(radians)) + Math.abs(height * Math.cos(radians));
      const [dx, dy] = [(Math.sin(radians) * length) / 2, (-Math.cos(radians) * length) / 2];
      return (
        `<linearGradient id="${name}" gradientUnits="userSpaceOnUse" x1="${decimal(cx - dx)}" y1="${decimal(cy - dy)}" ` +
        `x2="${decimal(cx + dx)}" y2="${decimal(cy + dy)}">${stops}</linearGradient>`
      );
    });
    return `<path d="${data(path)}" fill="url(#${id})"/>`;
  }

  #clipPath(commands: readonly PathCommand[], rule: 'nonzero' | 'evenodd'): string {
    const evenOdd = rule === 'evenodd' ? ' clip-rule="evenodd"' : '';
    return this.#define((id) => `<clipPath id="${id}"><path d="${data(commands)}"${evenOdd}/></clipPath>`);
  }

  #mask({ items, mode }: NonNullable<GroupItem['mask']>): string {
    const body = this.items(items);
    const area = boundsOfAll(items);
    return this.#define((id) => `<mask id="${id}" style="mask-type:${mode}"${region('mask', area)}>${body}</mask>`);
  }

  /** The ids of its source become ids of the drawing. */
  #svgEffect({ attribute, source, id, x, y }: SvgEffect, body: string): string {
    if (attribute === 'filter') this.density = Math.max(this.density, SHARP_DENSITY);
    const prefix = this.#define((name) => withIdPrefix(source, `${name}-`));
    const reference = this.#reference(attribute, `${prefix}-${id}`);
    const [left, top] = [decimal(x), decimal(y)];
    const inside = `<g transform="translate(${decimal(-x)} ${decimal(-y)})">${body}</g>`;
    return `<g transform="translate(${left} ${top})"><g ${reference}>${inside}</g></g>`;
  }

  #filter(filter: PixelFilter, group: GroupItem): string {
    this.density = Math.max(this.density, densityOf(filter));
    const steps: string[] = [];
    if (filter.matrix) steps.push(`<feColorMatrix type="matrix" values="${filter.matrix.map(decimal).join(' ')}"/>`);
    if (filter.blur) steps.push(`<feGaussianBlur stdDeviation="${decimal(filter.blur)}"/>`);
    const inside = boundsOf({ kind: 'group', children: group.children, filter });
    const area = group.transform ? inside : intersect(inside, this.area);
    return this.#define(
      (id) =>
        `<filter id="${id}" color-interpolation-filters="sRGB"${region('filter', area)}>${steps.join('')}</filter>`,
    );
  }

  #define(write: (id: string) => string): string {
    // Reserve the index before writing, as nested definitions take the following ones.
    const index = this.definitions.push('') - 1;
    const id = `d${index}`;
    this.definitions[index] = write(id);
    return id;
  }

  #reference(attribute: string, id: string): string {
    return `${attribute}="url(#${id})"`;
  }
}

/** Adds a prefix to the ids of an SVG source, and to references to them. */
const withIdPrefix = (source: string, prefix: string): string =>
  source.replace(/<[^>]*>/g, (tag) =>
    tag
      .replace(/(\sid=")/g, `$1${prefix}`)
      .replace(/(\s(?:xlink:)?href="\s*#)/g, `$1${prefix}`)
      .replace(/(url\(\s*(?:&quot;|')?#)/g, `$1${prefix}`),
  );

const region = (kind: 'mask' | 'filter', { x, y, width, height }: Rect): string =>
  ` ${kind}Units="userSpaceOnUse" x="${decimal(x)}" y="${decimal(y)}" width="${decimal(width)}" height="${decimal(height)}"`;

const data = (commands: readonly PathCommand[]): string =>
  commands.map(([name, ...points]) => name + points.map((value) => decimal(value as number)).join(' ')).join('');

/** ` fill="#…" fill-opacity="…"`; for a gradient stop, its colour. */
function paint(kind: 'fill' | 'stroke' | 'stop', { r, g, b, a }: Color): string {
  const name = kind === 'stop' ? 'stop-color' : kind;
  const opacity = a < 1 ? ` ${kind}-opacity="${decimal(a)}"` : '';
  return ` ${name}="#${hexByte(r)}${hexByte(g)}${hexByte(b)}"${opacity}`;
}

/** Angle of a wedge of a conic gradient; degrees. */
const WEDGE = 1.5;

/** Approximates a conic gradient, which SVG lacks, by wedges that overlap to hide seams. */
function conicWedges({ from, stops }: Extract<FittedGradient, { type: 'conic' }>, rect: Rect): string {
  const [cx, cy] = [rect.x + rect.width / 2, rect.y + rect.height / 2];
  const radius = Math.hypot(rect.width, rect.height);
  const point = (turn: number) => {
    const radians = ((from + turn * 360) * Math.PI) / 180;
    return `${decimal(cx + radius * Math.sin(radians))} ${decimal(cy - radius * Math.cos(radians))}`;
  };
  const wedges: string[] = [];
  const add = (start: number, end: number, color: Color) => {
    const reach = color.a < 1 ? end : Math.min(1, end + WEDGE / 720);
    // Split at an eighth of a turn, so that the straight edges stay outside the rectangle.
    for (let at = start; at < reach; at += 0.125) {
      const to = Math.min(reach, at + 0.125);
      wedges.push(`<path d="M${decimal(cx)} ${decimal(cy)}L${point(at)}L${point(to)}Z"${paint('fill', color)}/>`);
    }
  };
  stops.slice(0, -1).forEach((stop, index) => {
    const next = stops[index + 1]!;
    const isFlat = (['r', 'g', 'b', 'a'] as const).every((channel) => stop.color[channel] === next.color[channel]);
    const steps = isFlat ? 1 : Math.max(1, Math.ceil(((next.offset - stop.offset) * 360) / WEDGE));
    for (let step = 0; step < steps; step++) {
      const at = (part: number) => stop.offset + ((next.offset - stop.offset) * part) / steps;
      if (at(step + 1) > at(step)) add(at(step), at(step + 1), between(stop.color, next.color, (step + 0.5) / steps));
    }
  });
  return wedges.join('');
}

const between = (from: Color, to: Color, weight: number): Color => ({
  r: from.r + (to.r - from.r) * weight,
  g: from.g + (to.g - from.g) * weight,
  b: from.b + (to.b - from.b) * weight,
  a: from.a + (to.a - from.a) * weight,
});

/** Text in a colour font. */
function text({ x, y, text: content, face, size, color }: TextItem): string {
  const escaped = content.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return (
    `<text x="${decimal(x)}" y="${decimal(y)}" font-family="'${face.uniqueFamily}'" font-size="${decimal(size)}" ` +
    `font-weight="${face.weight}"${paint('fill', color)} xml:space="preserve">${escaped}</text>`
  );
}

/**
 * `<image>`: URLs, gradients, image sets.
 * Source: https://drafts.csswg.org/css-images-4/
 */

import type {
  GradientItemFor_DimensionPercentageFor_Angle as AngularItem,
  DimensionPercentageFor_Angle,
  EndingShape,
  Gradient as LightningGradient,
  Image as LightningImage,
  GradientItemFor_DimensionPercentageFor_LengthValue as LinearItem,
  LineDirection,
  Resolution,
  TokenOrValue,
} from 'lightningcss';
import { all, complete, map, record, type Specified } from '../cascade/specified.js';
import { parseDeclaration, percentOf, printTokens, roundF32 } from '../syntax/lightning.js';
import type { Cursor } from '../syntax/tokens.js';
import { readColor } from '../values/color.js';
import { angle, percentage, readLength, readLengthPercentage } from '../values/math.js';
import { DPPX_PER_UNIT } from '../values/units.js';
import type {
  ColorStop,
  ConicGradient,
  Image,
  LengthPercentage,
  LinearGradient,
  Position,
  RadialGradient,
  Url,
} from '../values/values.js';
import { isSupportedPrefix, position } from './parse.js';
import type { Parse } from './property.js';

/** `<image> | none` */
export const imageOrNone: Parse<Image | 'none'> = {
  typed: (value: LightningImage) => readImage(value),
  tokens: (cursor) => cursor.keyword('none') ?? cursor.url() ?? readImageSet(cursor),
};

/** @returns undefined for unsupported images: other prefixes, and most of `-webkit-gradient()` */
function readImage(image: LightningImage): Specified<Image | 'none'> | undefined {
  switch (image.type) {
    case 'none':
      return 'none';
    case 'url':
      return { type: 'url', url: String(image.value.url) };
    case 'gradient':
      return readGradient(image.value);
    case 'image-set': {
      const best = bestOption(
        image.value.options.map((option) => ({ ...option, density: density(option.resolution) })),
      );
      const chosen = best && readImage(best.image);
      return chosen && map(chosen, (value) => withDensity(value, best.density));
    }
  }
}

/** The minimum resolution of at least 1dppx, as one CSS px is one device pixel (see `resolution` in media.ts). */
function bestOption<Option extends { readonly density: number }>(options: readonly Option[]): Option | undefined {
  const sorted = [...options].sort((a, b) => a.density - b.density);
  return sorted.find((option) => option.density >= 1) ?? sorted.at(-1);
}

const withDensity = (image: Image | 'none', density: number): Image | 'none' =>
  density === 1 || image === 'none' || image.type !== 'url' ? image : { ...image, density };

/**
 * `image-set()` of URLs, in properties that lightningcss does not know.
 * Source: https://drafts.csswg.org/css-images-4/#image-set-notation
 */
export function readImageSet(cursor: Cursor): Url | undefined {
  return cursor.attempt((inner) => {
    const args = inner.func('image-set') ?? inner.func('-webkit-image-set');
    const options = args?.list((option) => {
      const image = option.url() ?? option.attempt(quotedUrl);
      let resolution = option.take(resolutionOf);
      option.func('type');
      resolution ??= option.take(resolutionOf);
      return image && { image, density: resolution ?? 1 };
    });
    const best = args?.done && options ? bestOption(options) : undefined;
    return best && (withDensity(best.image, best.density) as Url);
  });
}

function quotedUrl(cursor: Cursor): Url | undefined {
  const url = cursor.string();
  return url === undefined ? undefined : { type: 'url', url };
}

/** A gradient, in properties that lightningcss does not know. */
export function readGradientFunction(cursor: Cursor): Specified<Image | 'none'> | undefined {
  return cursor.take((token) => {
    if (token.type !== 'function' || !/gradient$/i.test(token.value.name)) return undefined;
    const parsed = parseDeclaration(`background-image:${printTokens([token])}`);
    return parsed?.property === 'background-image' ? imageOrNone.typed?.(parsed.value[0] as never) : undefined;
  });
}

const resolutionOf = (token: TokenOrValue): number | undefined =>
  token.type === 'resolution' && token.value.value > 0 ? density(token.value) : undefined;

/** dppx; rounded, so that 96dpi are 1dppx. */
const density = (resolution: Resolution): number =>
  Number((roundF32(resolution.value) * DPPX_PER_UNIT[resolution.type]!).toFixed(4));

function readGradient(gradient: LightningGradient): Specified<Image> | undefined {
  if ('vendorPrefix' in gradient && !isSupportedPrefix(gradient.vendorPrefix)) return undefined;
  switch (gradient.type) {
    case 'linear':
    case 'repeating-linear': {
      const stops = readStops(gradient.items);
      return (
        stops &&
        record<LinearGradient>({
          type: 'linear-gradient',
          repeating: gradient.type === 'repeating-linear',
          angle: readDirection(gradient.direction, gradient.vendorPrefix.includes('webkit')),
          stops,
        })
      );
    }
    case 'radial':
    case 'repeating-radial': {
      const stops = readStops(gradient.items);
      const size = readShapeSize(gradient.shape);
      const center = readPosition(gradient.position);
      if (!stops || !size || !center) return undefined;
      return record<RadialGradient>({
        type: 'radial-gradient',
        repeating: gradient.type === 'repeating-radial',
        shape: gradient.shape.type,
        size,
        position: center,
        stops,
      });
    }
    case 'conic':
    case 'repeating-conic': {
      const stops = readAngularStops(gradient.items);
      const center = readPosition(gradient.position);
      if (!stops || !center) return undefined;
      return record<ConicGradient>({
        type: 'conic-gradient',
        repeating: gradient.type === 'repeating-conic',
        from: angle(gradient.angle.value, gradient.angle.type) ?? 0,
        position: center,
        stops,
      });
    }
    case 'webkit-gradient':
      return readOldGradient(gradient);
  }
}

type OldGradient = Extract<LightningGradient, { type: 'webkit-gradient' }>;

/**
 * `-webkit-gradient()`: linear gradients along an axis, from side to side.
 * Source: https://compat.spec.whatwg.org/#css-gradients-webkit-gradient
 */
function readOldGradient(gradient: OldGradient): Specified<Image> | undefined {
  if (gradient.kind !== 'linear') return undefined;
  const point = ({ x, y }: OldGradient['from']) => [axisPercent(x), axisPercent(y)] as const;
  const [fromX, fromY] = point(gradient.from);
  const [toX, toY] = point(gradient.to);
  let angle: number | undefined;
  if (fromX === toX && fromY === 0 && toY === 100) angle = 180;
  if (fromX === toX && fromY === 100 && toY === 0) angle = 0;
  if (fromY === toY && fromX === 0 && toX === 100) angle = 90;
  if (fromY === toY && fromX === 100 && toX === 0) angle = 270;
  if (angle === undefined) return undefined;
  const stops = gradient.stops
    .map((item) => ({ color: readColor(item.color), position: percentage(item.position) }))
    .sort((a, b) => a.position.percent - b.position.percent);
  return record<LinearGradient>({
    type: 'linear-gradient',
    repeating: false,
    angle,
    stops: all(stops.map((item) => record<ColorStop>(item))),
  });
}

/** Percentage of the axis; undefined for a length other than 0. */
function axisPercent(value: OldGradient['from']['x'] | OldGradient['from']['y']): number | undefined {
  if (value.type === 'center') return 50;
  if (value.type === 'side') return value.value === 'left' || value.value === 'top' ? 0 : 100;
  return value.value.type === 'percentage' ? percentOf(value.value.value) : value.value.value === 0 ? 0 : undefined;
}

const readPosition = (value: unknown): Specified<Position> | undefined => position.typed?.(value as never);

/**
 * Prefixed gradients name the side where the line starts, and measure angles counterclockwise from the right.
 * Source: https://compat.spec.whatwg.org/#css-gradients-webkit-linear-gradient
 */
function readDirection(direction: LineDirection, prefixed: boolean): LinearGradient['angle'] {
  const turn = prefixed ? 180 : 0;
  switch (direction.type) {
    case 'angle': {
      const degrees = angle(direction.value.value, direction.value.type) ?? 0;
      return prefixed ? 90 - degrees : degrees;
    }
    case 'horizontal':
      return ((direction.value === 'left' ? 270 : 90) + turn) % 360;
    case 'vertical':
      return ((direction.value === 'top' ? 0 : 180) + turn) % 360;
    case 'corner':
      return {
        toX: prefixed === (direction.horizontal === 'left') ? 'right' : 'left',
        toY: prefixed === (direction.vertical === 'top') ? 'bottom' : 'top',
      };
  }
}

function readShapeSize(shape: EndingShape): Specified<RadialGradient['size']> | undefined {
  if (shape.value.type === 'extent') return shape.value.value;
  if (shape.value.type === 'radius') {
    const radius = readLength(shape.value.value);
    return radius === undefined ? undefined : record({ rx: radius, ry: radius });
  }
  const [rx, ry] = [readLengthPercentage(shape.value.x), readLengthPercentage(shape.value.y)];
  return rx === undefined || ry === undefined ? undefined : record({ rx, ry });
}

function readStops(items: readonly LinearItem[]): Specified<readonly ColorStop[]> | undefined {
  const stops = items.map((item) => {
    const place = item.type === 'hint' ? item.value : item.position;
    return stop(item, place ? readLengthPercentage(place) : undefined, Boolean(place));
  });
  return finish(stops);
}

function readAngularStops(items: readonly AngularItem[]): Specified<readonly ColorStop[]> | undefined {
  const stops = items.map((item) => {
    const place = item.type === 'hint' ? item.value : item.position;
    return stop(item, place ? readTurn(place) : undefined, Boolean(place));
  });
  return finish(stops);
}

/** @returns undefined for an invalid position; without `placed` there is none */
function stop(
  item: LinearItem | AngularItem,
  place: Specified<LengthPercentage> | undefined,
  placed: boolean,
): Specified<ColorStop> | undefined {
  if (placed && place === undefined) return undefined;
  return record<ColorStop>({
    color: item.type === 'hint' ? undefined : readColor(item.color),
    position: place,
  });
}

function finish(stops: readonly (Specified<ColorStop> | undefined)[]): Specified<readonly ColorStop[]> | undefined {
  const known = complete(stops);
  return known && all(known);
}

function readTurn(value: DimensionPercentageFor_Angle): LengthPercentage | undefined {
  if (value.type === 'dimension') return angle(value.value.value, value.value.type);
  if (value.type === 'percentage') return percentage(value.value);
  return undefined;
}

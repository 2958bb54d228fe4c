/** Sliders. Source: Blink's core/html/resources/html.css, ThemePainterDefault::PaintSliderTrack and ::PaintSliderThumb */

import type { ComputedStyle } from '../css/properties/table.js';
import { type LengthPercentage, TRANSPARENT } from '../css/values/values.js';
import type { ElementNode } from '../html/dom.js';
import { parseFloatingPoint } from '../html/numbers.js';
import { controlColors, DISABLED_COLORS } from './accent.js';
import { thumb as thumbDrawing } from './control-drawings.js';
import {
  BORDER_COLOR,
  type Control,
  centeredRow,
  drawing,
  FULL,
  nativeBar,
  principal,
  rounded,
  type StyleChange,
  styledPart,
  uniformBorder,
} from './control-parts.js';
import type { RawBox } from './raw.js';

/** Sizes of native parts, px. */
const TRACK = 8;
const THUMB = 16;

/** `input type=range`: a track in a container, and a thumb in the track. Parts without native appearance have their styles. */
export function slider(control: Control, isDisabled: boolean): RawBox {
  const { element, style, styled } = control;
  const isNative = style.appearance !== 'none';
  const share = shareOf(element);
  const colors = isDisabled ? DISABLED_COLORS : controlColors(style);
  const thumbStyle = styled.pseudo(element, '::-webkit-slider-thumb');
  const hasNativeThumb = isNative || thumbStyle?.appearance !== 'none';
  const width = hasNativeThumb || !thumbStyle ? THUMB : outerWidth(thumbStyle);
  const direction = style.direction === 'rtl' ? -1 : 1;
  const thumb = styledPart(
    control,
    '::-webkit-slider-thumb',
    { position: 'relative', left: shift(width, share * direction), ...(hasNativeThumb && NATIVE_THUMB) },
    hasNativeThumb ? [drawing(control, thumbDrawing(THUMB, colors.accent))] : [],
  );
  const container = styledPart(control, '::-webkit-slider-container', {}, [
    styledPart(control, '::-webkit-slider-runnable-track', {}, [thumb]),
  ]);
  const isPlain = isNative && styled.pseudo(element, '::-webkit-slider-runnable-track')?.appearance === 'auto';
  const bar = { share: filled(share), colors, radius: TRACK / 2 };
  const track = isPlain ? nativeBar(control, bar, NATIVE_TRACK) : undefined;
  const position = style.position === 'static' ? 'relative' : style.position;
  const changes = { ...centeredRow(style, control.isItem), position, ...(isNative && WITHOUT_BACKGROUND) } as const;
  const children = [track, container].filter((child) => child !== undefined);
  return { ...principal(control, changes, children), baseline: 'none' };
}

/** The fraction of the range that the value is at. Source: https://html.spec.whatwg.org/multipage/input.html#range-state-(type=range) */
function shareOf(element: ElementNode): number {
  const attribute = (name: string) => parseFloatingPoint(element.attribute(name));
  const min = attribute('min') ?? 0;
  const max = Math.max(min, attribute('max') ?? 100);
  if (max === min) return 0;
  const base = attribute('min') ?? attribute('value') ?? 0;
  const value = Math.min(max, Math.max(min, attribute('value') ?? (min + max) / 2));
  return (onStep(value, { base, min, max, step: stepOf(element) }) - min) / (max - min);
}

/** undefined: any value. */
function stepOf(element: ElementNode): number | undefined {
  const text = element.attribute('step');
  if (text?.trim().toLowerCase() === 'any') return undefined;
  const step = parseFloatingPoint(text);
  return step !== undefined && step > 0 ? step : 1;
}

interface Steps {
  readonly base: number;
  readonly step: number | undefined;
  readonly min: number;
  readonly max: number;
}

/** The nearest value of a step within the range, the greater one of two. */
function onStep(value: number, { base, step, min, max }: Steps): number {
  if (step === undefined) return value;
  const first = Math.ceil((min - base) / step);
  const last = Math.floor((max - base) / step);
  if (last < first) return value;
  return base + Math.min(last, Math.max(first, Math.floor((value - base) / step + 0.5))) * step;
}

/** The part of the free space of the track before the thumb. */
function shift(width: LengthPercentage, share: number): LengthPercentage {
  if (typeof width === 'number') return { percent: share * 100, px: -share * width };
  if ('percent' in width) return { percent: share * (100 - width.percent), px: -share * width.px };
  return 0;
}

/** To the middle of the thumb. */
const filled = (share: number): LengthPercentage => ({ percent: share * 100, px: (0.5 - share) * THUMB });

/** Of the border box; that of the track for `auto`. */
function outerWidth(style: ComputedStyle): LengthPercentage {
  const { width } = style;
  if (typeof width !== 'number') return typeof width === 'object' && !('fitContent' in width) ? width : FULL;
  if (style['box-sizing'] === 'border-box') return width;
  const px = (name: 'padding-left' | 'padding-right') => (typeof style[name] === 'number' ? style[name] : 0);
  return width + px('padding-left') + px('padding-right') + style['border-left-width'] + style['border-right-width'];
}

const WITHOUT_BACKGROUND: StyleChange = {
  'background-color': TRANSPARENT,
  'background-image': ['none'],
  'border-top-color': TRANSPARENT,
  'border-right-color': TRANSPARENT,
  'border-bottom-color': TRANSPARENT,
  'border-left-color': TRANSPARENT,
};

const NATIVE_THUMB: StyleChange = {
  ...WITHOUT_BACKGROUND,
  ...uniformBorder(0, BORDER_COLOR),
  ...rounded(0),
  width: THUMB,
  height: THUMB,
  'padding-top': 0,
  'padding-right': 0,
  'padding-bottom': 0,
  'padding-left': 0,
  'box-shadow': [],
};

/** In the middle of the control. */
const NATIVE_TRACK: StyleChange = {
  position: 'absolute',
  top: 0,
  right: 1,
  bottom: 0,
  left: 1,
  'margin-top': 'auto',
  'margin-bottom': 'auto',
  height: TRACK,
  'max-height': FULL,
};

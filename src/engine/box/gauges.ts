/** Progress bars and meters. Source: Blink's core/html/resources/html.css, ThemePainterDefault::PaintProgressBar */

import type { ControlPart } from '../css/compute/styled-document.js';
import type { ComputedStyle } from '../css/properties/table.js';
import type { Color } from '../css/values/values.js';
import { parseFloatingPoint } from '../html/numbers.js';
import { controlColors } from './accent.js';
import {
  type Control,
  centeredRow,
  FULL,
  nativeBar,
  principal,
  rounded,
  type StyleChange,
  styledPart,
  uniformBorder,
} from './control-parts.js';
import type { RawBox } from './raw.js';

export function gauge(control: Control): RawBox {
  return control.element.name === 'meter' ? meter(control) : progress(control);
}

/** Share of an indeterminate progress bar in the frame of its animation that Chromium prints: measured. */
const UNKNOWN_SHARE = 0.2;

const percent = (share: number) => ({ percent: share * 100, px: 0 });

/** Without its native appearance, a bar consists of parts with styles of their own. */
function progress(control: Control): RawBox {
  const { element, style } = control;
  const value = parseFloatingPoint(element.attribute('value'));
  const max = positive(element.attribute('max')) ?? 1;
  const share = value === undefined ? undefined : clamp(value / max, 0, 1);
  if (style.appearance === 'auto') {
    const bar = { share: percent(share ?? UNKNOWN_SHARE), colors: controlColors(style), radius: ROUND };
    const track = nativeBar(control, bar, { width: FULL, height: percent(0.5) });
    const changes = centeredRow(style, control.isItem);
    return { ...principal(control, changes, [track]), baseline: 'margin-edge' };
  }
  return withParts(
    control,
    styledPart(control, '::-webkit-progress-inner-element', {}, [
      styledPart(control, '::-webkit-progress-bar', {}, [
        styledPart(control, '::-webkit-progress-value', { width: percent(share ?? 0) }),
      ]),
    ]),
  );
}

/** More than half of the height of any bar. */
const ROUND = 1000;

function withParts(control: Control, content: RawBox | undefined): RawBox {
  return { ...principal(control, {}, content ? [content] : []), baseline: 'margin-edge' };
}

type MeterValue = 'optimum' | 'suboptimum' | 'even-less-good';
const VALUES: readonly MeterValue[] = ['optimum', 'suboptimum', 'even-less-good'];

/** Source: https://html.spec.whatwg.org/multipage/form-elements.html#the-meter-element */
function meter(control: Control): RawBox {
  const attribute = (name: string) => parseFloatingPoint(control.element.attribute(name));
  const min = attribute('min') ?? 0;
  const max = Math.max(min, attribute('max') ?? 1);
  const value = clamp(attribute('value') ?? 0, min, max);
  const low = clamp(attribute('low') ?? min, min, max);
  const high = clamp(attribute('high') ?? max, low, max);
  const optimum = clamp(attribute('optimum') ?? (min + max) / 2, min, max);
  const region = (at: number) => (at < low ? 0 : at > high ? 2 : 1);
  const distance =
    optimum < low || optimum > high ? Math.abs(region(value) - region(optimum)) : region(value) === 1 ? 0 : 1;
  const kind = VALUES[distance]!;
  const width = percent(max > min ? (value - min) / (max - min) : 0);
  const native = (name: ControlPart, change: (style: ComputedStyle) => StyleChange): StyleChange => {
    const style = control.style.appearance === 'auto' && control.styled.pseudo(control.element, name);
    return style ? change(style) : {};
  };
  const valueName = `::-webkit-meter-${kind}-value` as const;
  const valueStyle = native(valueName, (style) => nativeBackground(style, METER_COLORS[kind]));
  return withParts(
    control,
    styledPart(control, '::-webkit-meter-inner-element', {}, [
      styledPart(control, '::-webkit-meter-bar', native('::-webkit-meter-bar', nativeMeterBar), [
        styledPart(control, valueName, { width, ...valueStyle }),
      ]),
    ]),
  );
}

const METER_TRACK: Color = { r: 239, g: 239, b: 239, a: 1 };
const METER_LINE: Color = { r: 118, g: 118, b: 118, a: 0.3 };
const METER_RADIUS = 20;
const METER_COLORS: Readonly<Record<MeterValue, Color>> = {
  optimum: { r: 16, g: 124, b: 16, a: 1 },
  suboptimum: { r: 255, g: 185, b: 0, a: 1 },
  'even-less-good': { r: 216, g: 59, b: 1, a: 1 },
};

/** The native style of the bar, as far as the author leaves it. */
function nativeMeterBar(style: ComputedStyle): StyleChange {
  return {
    ...nativeBackground(style, METER_TRACK),
    ...(style['border-top-style'] === 'none' && uniformBorder(1, METER_LINE)),
    ...(style['border-top-left-radius'].x === 0 && rounded(METER_RADIUS)),
    ...(style['overflow-x'] === 'visible' && { 'overflow-x': 'hidden', 'overflow-y': 'hidden' }),
  };
}

/** A plain color in place of the gradient of the user agent style sheet, which has five stops. */
function nativeBackground(style: ComputedStyle, color: Color): StyleChange {
  const [image] = style['background-image'];
  const isDeclared = typeof image !== 'object' || image.type !== 'linear-gradient' || image.stops.length !== 5;
  if (isDeclared) return {};
  return { 'background-image': ['none'], ...(style['background-color'].a === 0 && { 'background-color': color }) };
}

function positive(text: string | undefined): number | undefined {
  const value = parseFloatingPoint(text);
  return value !== undefined && value > 0 ? value : undefined;
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

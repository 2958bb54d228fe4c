/** Progress bars, meters and sliders: a track with round ends and a filled part. */

import type { Color } from '../css/values/values.js';
import { parseFloatingPoint } from '../html/numbers.js';
import { type Control, centeredRow, FULL, part, principal, rounded, uniformBorder } from './control-parts.js';
import type { RawBox } from './raw.js';

const rgb = (r: number, g: number, b: number, a = 1): Color => ({ r, g, b, a });

const TRACK = rgb(239, 239, 239);
const TRACK_LINE = rgb(118, 118, 118, 0.23);
const METER_LINE = rgb(118, 118, 118, 0.3);
const ACCENT = rgb(0, 117, 255);
const DISABLED = rgb(197, 197, 197);
const GOOD = rgb(16, 124, 16);
const FAIR = rgb(255, 185, 0);
const POOR = rgb(216, 59, 1);

/** `progress` and `meter`. */
export function gauge(control: Control): RawBox {
  const { element } = control;
  const { share, color, line } = element.name === 'meter' ? meter(control) : progress(control);
  return row(control, [bar(control, { share, color, line, height: { percent: 50, px: 0 }, radius: 1000 })]);
}

interface Gauge {
  /** 0..1 */
  readonly share: number;
  readonly color: Color;
  readonly line: Color;
}

/**
 * Share of an indeterminate progress bar in the frame of its animation that Chromium prints: measured.
 * Source: Blink's ThemePainterDefault::PaintProgressBar (core/paint/theme_painter_default.cc)
 */
const UNKNOWN_SHARE = 0.2;

function progress({ element }: Control): Gauge {
  const value = parseFloatingPoint(element.attribute('value'));
  const max = positive(element.attribute('max')) ?? 1;
  const share = value === undefined ? UNKNOWN_SHARE : clamp(value / max, 0, 1);
  return { share, color: ACCENT, line: TRACK_LINE };
}

/** Source: https://html.spec.whatwg.org/multipage/form-elements.html#the-meter-element */
function meter({ element }: Control): Gauge {
  const attribute = (name: string) => parseFloatingPoint(element.attribute(name));
  const min = attribute('min') ?? 0;
  const max = Math.max(min, attribute('max') ?? 1);
  const value = clamp(attribute('value') ?? 0, min, max);
  const low = clamp(attribute('low') ?? min, min, max);
  const high = clamp(attribute('high') ?? max, low, max);
  const optimum = clamp(attribute('optimum') ?? (min + max) / 2, min, max);
  const region = (at: number) => (at < low ? 0 : at > high ? 2 : 1);
  const distance =
    optimum < low || optimum > high ? Math.abs(region(value) - region(optimum)) : region(value) === 1 ? 0 : 1;
  const share = max > min ? (value - min) / (max - min) : 0;
  return { share, color: [GOOD, FAIR, POOR][distance]!, line: METER_LINE };
}

const TRACK_HEIGHT = 8;
const THUMB = 16;

/** `input type=range`. */
export function slider(control: Control, isDisabled: boolean): RawBox {
  const { element } = control;
  const min = parseFloatingPoint(element.attribute('min')) ?? 0;
  const max = Math.max(min, parseFloatingPoint(element.attribute('max')) ?? 100);
  const value = clamp(parseFloatingPoint(element.attribute('value')) ?? (min + max) / 2, min, max);
  const share = max > min ? (value - min) / (max - min) : 0;
  const color = isDisabled ? DISABLED : ACCENT;
  // The thumb stays within the track: its centre moves from half its width to half its width before the end.
  const left = { percent: share * 100, px: -share * THUMB };
  const thumb = part(control, {
    position: 'absolute',
    left,
    width: THUMB,
    height: THUMB,
    'background-color': color,
    ...rounded(THUMB / 2),
  });
  const track = bar(control, { share, color, line: TRACK_LINE, height: TRACK_HEIGHT, radius: TRACK_HEIGHT / 2 });
  const box = row(control, [track, thumb]);
  const position = control.style.position === 'static' ? 'relative' : control.style.position;
  return { ...box, style: { ...box.style, position } };
}

interface Bar extends Gauge {
  readonly height: number | { readonly percent: number; readonly px: number };
  readonly radius: number;
}

function bar(control: Control, { share, color, line, height, radius }: Bar): RawBox {
  const filled = part(control, { width: { percent: share * 100, px: 0 }, height: FULL, 'background-color': color });
  return part(
    control,
    {
      width: FULL,
      height,
      'box-sizing': 'border-box',
      'overflow-x': 'hidden',
      'overflow-y': 'hidden',
      'background-color': TRACK,
      ...uniformBorder(1, line),
      ...rounded(radius),
    },
    [filled],
  );
}

function row(control: Control, children: RawBox[]): RawBox {
  // A control without text has its bottom edge on the baseline, not that of its track.
  const foot = part(control, { width: 0, height: FULL });
  return { ...principal(control, centeredRow(control.style, control.isItem), [foot, ...children]), baseline: 'none' };
}

function positive(text: string | undefined): number | undefined {
  const value = parseFloatingPoint(text);
  return value !== undefined && value > 0 ? value : undefined;
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

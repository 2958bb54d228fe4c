/** Types of computed values. Lengths are in CSS px, angles in degrees. */

import type { Matrix3d } from './matrix-3d.js';

/** sRGB: channels 0..255 with fractions, alpha 0..1. Source: https://drafts.csswg.org/css-color-4/ */
export interface Color {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a: number;
  /** Set for `device-cmyk()`, whose conversion the channels are: writers of PDF keep it. */
  readonly cmyk?: Cmyk;
  /** Set for a color of a custom color space, whose conversion the channels are: writers of PDF keep it. */
  readonly custom?: CustomColor;
  /** Set for a color that is computed of `currentcolor`: what it is for a descendant that inherits it. */
  readonly ofCurrent?: (current: Color) => Color;
}

/** Cyan, magenta, yellow and black, 0..1. */
export type Cmyk = readonly [number, number, number, number];

/** Source: https://drafts.csswg.org/css-color-5/#descdef-color-profile-rendering-intent */
export const RENDERING_INTENTS = [
  'relative-colorimetric',
  'absolute-colorimetric',
  'perceptual',
  'saturation',
] as const;
export type RenderingIntent = (typeof RENDERING_INTENTS)[number];

/** The space of an ICC profile. */
export interface IccSpace {
  readonly type: 'icc';
  /** Equal for equal spaces. */
  readonly key: string;
  readonly components: 1 | 3 | 4;
  /** The profile. */
  readonly bytes: Uint8Array;
}

/** The tints of a colorant. */
export interface SeparationSpace {
  readonly type: 'separation';
  readonly key: string;
  readonly components: 1;
  readonly colorant: string;
  /** Painted where the colorant is missing. */
  readonly alternate: Color;
}

export interface ColorProfile {
  /** As declared: `--press`. */
  readonly name: string;
  readonly space: IccSpace | SeparationSpace;
  readonly intent: RenderingIntent;
  /** The conversion to sRGB. @param components  0..1 */
  toSrgb(components: readonly number[]): Omit<Color, 'a'>;
}

/** A color as written, in its own space. */
export interface CustomColor {
  readonly profile: ColorProfile;
  /** 0..1 */
  readonly components: readonly number[];
}

export const TRANSPARENT: Color = { r: 0, g: 0, b: 0, a: 0 };
export const BLACK: Color = { r: 0, g: 0, b: 0, a: 1 };
export const WHITE: Color = { r: 255, g: 255, b: 255, a: 1 };

/** CSS text of a color. */
export function colorText({ r, g, b, a }: Color): string {
  return `rgba(${Math.round(r)},${Math.round(g)},${Math.round(b)},${a})`;
}

/** `percent`% of the basis plus `px`: a percentage, or a sum of a percentage and a length. */
export interface Percentage {
  readonly percent: number;
  readonly px: number;
}

/** A math function of percentages, resolved when their basis is known. */
export interface MathFunction {
  readonly math: 'min' | 'max' | 'sum' | 'scale';
  /** For `scale`: one argument, multiplied by `factor`. */
  readonly args: readonly LengthPercentage[];
  readonly factor?: number;
}

/** px, or a value that depends on a basis. */
export type LengthPercentage = number | Percentage | MathFunction;

/** @returns px. @param basis  length of 100%, px */
export function resolveLength(value: LengthPercentage, basis: number): number {
  if (typeof value === 'number') return value;
  // Rounded to 0.0001px: 33.333333% of 900px are 300px.
  if ('percent' in value) return Math.round(value.percent * basis * 100) / 10_000 + value.px;
  const args = value.args.map((arg) => resolveLength(arg, basis));
  if (value.math === 'min') return Math.min(...args);
  if (value.math === 'max') return Math.max(...args);
  if (value.math === 'scale') return (args[0] ?? 0) * (value.factor ?? 1);
  return args.reduce((sum, arg) => sum + arg, 0);
}

/** Whether the value depends on its basis. It behaves as `auto` where the basis is indefinite. */
export function hasPercentage(value: LengthPercentage): boolean {
  if (typeof value === 'number') return false;
  if ('percent' in value) return true;
  return value.args.some(hasPercentage);
}

interface FitContent {
  readonly fitContent: LengthPercentage;
}

/** Whether a size is neither a keyword nor `fit-content()`. */
export function isLengthPercentage(size: Size | MaxSize | 'content'): size is LengthPercentage {
  return typeof size === 'number' || (typeof size === 'object' && !('fitContent' in size));
}

/** Whether a size is a percentage or contains one. */
export function isPercentageSize(size: Size | MaxSize | 'content'): boolean {
  return isLengthPercentage(size) && hasPercentage(size);
}

/** `width`, `height`, `min-*`: https://drafts.csswg.org/css-sizing-3/ */
export type Size = 'auto' | 'min-content' | 'max-content' | 'fit-content' | 'stretch' | FitContent | LengthPercentage;
/** `max-width`, `max-height` */
export type MaxSize =
  | 'none'
  | 'min-content'
  | 'max-content'
  | 'fit-content'
  | 'stretch'
  | FitContent
  | LengthPercentage;

export interface Position {
  readonly x: LengthPercentage;
  readonly y: LengthPercentage;
}

/** A URL as written, and its base. Source: https://drafts.csswg.org/css-values-4/#relative-urls */
export interface UrlReference {
  readonly url: string;
  /** URL of the style sheet that contains it; undefined: the document contains it. */
  readonly sheet?: string | undefined;
  /** Resolution of a raster image in dots per px, from an `image-set()`. Default: 1. */
  readonly density?: number;
}

export interface Url extends UrlReference {
  readonly type: 'url';
}

/** CSS text. */
export const urlText = ({ url }: UrlReference): string => `url("${url.replace(/["\\\n]/g, encodeURIComponent)}")`;

export interface ColorStop {
  /** undefined: a color hint between two stops. */
  readonly color: Color | undefined;
  /** In degrees or percent of a turn for conic gradients. */
  readonly position: LengthPercentage | undefined;
}

export interface LinearGradient {
  readonly type: 'linear-gradient';
  readonly repeating: boolean;
  /** Degrees clockwise from "to top", or a corner (`to top left`). */
  readonly angle: number | { readonly toX: 'left' | 'right'; readonly toY: 'top' | 'bottom' };
  readonly stops: readonly ColorStop[];
  readonly space?: ColorSpace;
}

export interface RadialGradient {
  readonly type: 'radial-gradient';
  readonly repeating: boolean;
  readonly shape: 'circle' | 'ellipse';
  readonly size:
    | 'closest-side'
    | 'closest-corner'
    | 'farthest-side'
    | 'farthest-corner'
    | { readonly rx: LengthPercentage; readonly ry: LengthPercentage };
  readonly position: Position;
  readonly stops: readonly ColorStop[];
  readonly space?: ColorSpace;
}

export interface ConicGradient {
  readonly type: 'conic-gradient';
  readonly repeating: boolean;
  readonly from: number;
  readonly position: Position;
  readonly stops: readonly ColorStop[];
  readonly space?: ColorSpace;
}

export type Gradient = LinearGradient | RadialGradient | ConicGradient;
/** Color space of interpolation; default: sRGB. Source: https://drafts.csswg.org/css-color-4/#interpolation-space */
export interface ColorSpace {
  readonly name: ColorSpaceName;
  /** Hue interpolation method of polar spaces; default: shorter. */
  readonly hue?: 'shorter' | 'longer' | 'increasing' | 'decreasing';
}

export type ColorSpaceName =
  | 'srgb'
  | 'srgb-linear'
  | 'display-p3'
  | 'a98-rgb'
  | 'prophoto-rgb'
  | 'rec2020'
  | 'lab'
  | 'oklab'
  | 'xyz-d50'
  | 'xyz-d65'
  | 'display-p3-linear'
  | 'hsl'
  | 'hwb'
  | 'lch'
  | 'oklch';

/** Source: https://drafts.csswg.org/css-images-3/ */
export type Image = Url | Gradient;

export type BorderStyle =
  | 'none'
  | 'hidden'
  | 'dotted'
  | 'dashed'
  | 'solid'
  | 'double'
  | 'groove'
  | 'ridge'
  | 'inset'
  | 'outset';

/** A corner's horizontal and vertical radius. */
export interface CornerRadius {
  readonly x: LengthPercentage;
  readonly y: LengthPercentage;
}

/** `-webkit-*`: block-level children are aligned, too. */
export type TextAlign =
  | 'start'
  | 'end'
  | 'left'
  | 'right'
  | 'center'
  | 'justify'
  | '-webkit-left'
  | '-webkit-right'
  | '-webkit-center';

export type BackgroundBox = 'border-box' | 'padding-box' | 'content-box' | 'text';
export type RepeatStyle = 'repeat' | 'no-repeat' | 'space' | 'round';
export type BackgroundSize =
  | 'cover'
  | 'contain'
  | { readonly width: LengthPercentage | 'auto'; readonly height: LengthPercentage | 'auto' };

export interface Shadow {
  readonly inset: boolean;
  readonly x: number;
  readonly y: number;
  readonly blur: number;
  readonly spread: number;
  readonly color: Color;
}

/** One item of `content`. Source: https://drafts.csswg.org/css-content-3/ */
export type ContentItem =
  | { readonly type: 'string'; readonly value: string }
  /** Alternative text. */
  | { readonly type: 'alternative'; readonly value: string }
  | { readonly type: 'attr'; readonly name: string; readonly fallback: string }
  | { readonly type: 'counter'; readonly name: string; readonly style: CounterStyleName }
  | { readonly type: 'counters'; readonly name: string; readonly separator: string; readonly style: CounterStyleName }
  | { readonly type: 'quote'; readonly value: 'open-quote' | 'close-quote' | 'no-open-quote' | 'no-close-quote' }
  | { readonly type: 'image'; readonly image: Image }
  | {
      readonly type: 'target-counter';
      readonly target: string | { readonly attr: string };
      readonly name: string;
      readonly separator?: string;
      readonly style: CounterStyleName;
    }
  | {
      readonly type: 'target-text';
      readonly target: string | { readonly attr: string };
      readonly part: 'content' | 'before' | 'after' | 'first-letter';
    }
  | {
      readonly type: 'string-ref';
      readonly name: string;
      readonly which: 'first' | 'start' | 'last' | 'first-except';
    }
  | { readonly type: 'element-ref'; readonly name: string; readonly which: 'first' | 'start' | 'last' | 'first-except' }
  | { readonly type: 'content'; readonly part: 'text' | 'before' | 'after' | 'first-letter' | 'marker' }
  | { readonly type: 'leader'; readonly pattern: string }
  | { readonly type: 'sum'; readonly name: string; readonly of: SumRange; readonly format: SumFormat };

/** The pages that a sum of `sum-set` adds up: all up to this one, this one, or those before. */
export type SumRange = 'running' | 'page' | 'carried';

/** Numbers and currencies are written as the locale does. */
export type SumFormat =
  | { readonly type: 'counter-style'; readonly style: CounterStyleName }
  /** Default: as many decimals as the values have. */
  | { readonly type: 'number'; readonly digits: number | undefined }
  | { readonly type: 'currency'; readonly code: string };

/** A predefined or `@counter-style` name, or `symbols()`. */
export type CounterStyleName =
  | string
  | {
      readonly system: 'cyclic' | 'numeric' | 'alphabetic' | 'symbolic' | 'fixed';
      readonly symbols: readonly string[];
    };

export interface CounterChange {
  readonly name: string;
  readonly value: number;
  /** `counter-reset: reversed(name)` */
  readonly reversed?: boolean;
}

/** One function of `transform`; lengths may be percentages of the reference box. */
export type TransformFunction =
  | { readonly type: 'translate'; readonly x: LengthPercentage; readonly y: LengthPercentage }
  | { readonly type: 'scale'; readonly x: number; readonly y: number }
  | { readonly type: 'rotate'; readonly angle: number }
  | { readonly type: 'skew'; readonly x: number; readonly y: number }
  | { readonly type: 'matrix'; readonly values: readonly [number, number, number, number, number, number] }
  | { readonly type: 'translate-z'; readonly z: number }
  | { readonly type: 'perspective'; readonly distance: number }
  | { readonly type: 'matrix3d'; readonly values: Matrix3d };

/** Degrees around an axis. */
export interface Rotation {
  readonly axis: readonly [number, number, number];
  readonly angle: number;
}

/** A command of a path, in px; curves are cubic. */
export type PathCommand =
  | readonly ['M', number, number]
  | readonly ['L', number, number]
  | readonly ['C', number, number, number, number, number, number]
  | readonly ['Z'];

export type FillRule = 'nonzero' | 'evenodd';
export type ShapeRadius = 'closest-side' | 'farthest-side' | LengthPercentage;

/** Percentages refer to the reference box. Source: https://drafts.csswg.org/css-shapes-1/#basic-shape-functions */
export type BasicShape =
  | {
      readonly type: 'inset';
      /** Top, right, bottom, left. */
      readonly edges: readonly [LengthPercentage, LengthPercentage, LengthPercentage, LengthPercentage];
      /** From the top left clockwise. */
      readonly corners: readonly [CornerRadius, CornerRadius, CornerRadius, CornerRadius];
    }
  | { readonly type: 'ellipse'; readonly rx: ShapeRadius; readonly ry: ShapeRadius; readonly position: Position }
  | { readonly type: 'circle'; readonly radius: ShapeRadius; readonly position: Position }
  | {
      readonly type: 'polygon';
      readonly fillRule: FillRule;
      readonly points: readonly Position[];
      /** Radius of the arcs at its corners, px. Source: https://drafts.csswg.org/css-shapes-2/#funcdef-polygon */
      readonly round?: number;
    }
  | { readonly type: 'path'; readonly fillRule: FillRule; readonly commands: readonly PathCommand[] }
  | {
      readonly type: 'shape';
      readonly fillRule: FillRule;
      readonly start: Position;
      readonly commands: readonly ShapeCommand[];
    };

/**
 * A command of `shape()`. Points of commands `by` are relative to where the command starts.
 * Source: https://drafts.csswg.org/css-shapes-2/#shape-function
 */
export type ShapeCommand =
  | PointCommand<'move'>
  | PointCommand<'line'>
  | AxisCommand<'hline'>
  | AxisCommand<'vline'>
  | CurveCommand<'curve'>
  | CurveCommand<'smooth'>
  | ArcCommand
  | { readonly type: 'close' };

export interface PointCommand<Type> {
  readonly type: Type;
  readonly by: boolean;
  readonly to: Position;
}

export interface AxisCommand<Type> {
  readonly type: Type;
  readonly by: boolean;
  readonly to: LengthPercentage;
}

export interface CurveCommand<Type> extends PointCommand<Type> {
  /** One or two for `curve`, at most one for `smooth`. */
  readonly controls: readonly ControlPoint[];
}

export interface ArcCommand extends PointCommand<'arc'> {
  readonly rx: LengthPercentage;
  /** Default: `rx`, whose percentage then is one of the diagonal of the reference box, divided by √2. */
  readonly ry?: LengthPercentage;
  /** Degrees. */
  readonly angle: number;
  readonly isLarge: boolean;
  readonly isClockwise: boolean;
}

/** A control point, and what it is an offset from. */
export interface ControlPoint extends Position {
  readonly relativeTo: 'start' | 'end' | 'origin';
}

export type GeometryBox = 'border-box' | 'padding-box' | 'content-box' | 'margin-box';

/** In the order of the native core's format. Source: https://drafts.fxtf.org/compositing/#ltblendmodegt */
export const BLEND_MODES = [
  'normal',
  'multiply',
  'screen',
  'overlay',
  'darken',
  'lighten',
  'color-dodge',
  'color-burn',
  'hard-light',
  'soft-light',
  'difference',
  'exclusion',
  'hue',
  'saturation',
  'color',
  'luminosity',
] as const;
export type BlendMode = (typeof BLEND_MODES)[number];

/** Source: https://drafts.csswg.org/filter-effects-1/#filter-functions */
export type FilterFunction =
  | { readonly type: 'blur'; readonly radius: number }
  | { readonly type: 'drop-shadow'; readonly shadow: Shadow }
  | {
      readonly type: 'brightness' | 'contrast' | 'grayscale' | 'invert' | 'opacity' | 'saturate' | 'sepia';
      readonly amount: { readonly factor: number };
    }
  | { readonly type: 'hue-rotate'; readonly angle: number }
  /** A `filter` element. */
  | Url;

export type TrackBreadth = LengthPercentage | { readonly fr: number } | 'auto' | 'min-content' | 'max-content';
export type TrackSize =
  | TrackBreadth
  | { readonly min: TrackBreadth; readonly max: TrackBreadth }
  | { readonly fitContent: LengthPercentage };
/** A component of a track list: line names, a track, or a repetition. */
export type TrackListItem =
  | { readonly type: 'names'; readonly names: readonly string[] }
  | { readonly type: 'track'; readonly size: TrackSize }
  | {
      readonly type: 'repeat';
      readonly count: number | 'auto-fill' | 'auto-fit';
      readonly items: readonly TrackListItem[];
    };
export type TrackList = 'none' | { readonly subgrid: boolean; readonly items: readonly TrackListItem[] };
/** One side of `grid-row`/`grid-column`. */
export interface GridLine {
  readonly span: boolean;
  readonly integer: number | undefined;
  readonly name: string | undefined;
}
export type GridPlacement = 'auto' | GridLine;

/** A box alignment keyword with its modifiers. Source: https://drafts.csswg.org/css-align-3/ */
export interface Alignment {
  readonly value:
    | 'auto'
    | 'normal'
    | 'stretch'
    | 'start'
    | 'end'
    | 'center'
    | 'flex-start'
    | 'flex-end'
    | 'self-start'
    | 'self-end'
    | 'left'
    | 'right'
    | 'baseline'
    | 'last-baseline'
    | 'space-between'
    | 'space-around'
    | 'space-evenly';
  readonly safety?: 'safe' | 'unsafe';
  readonly legacy?: boolean;
}

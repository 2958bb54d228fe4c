/**
 * Logical styles, which layout uses: sizes, margins, insets and others by the axes and sides of a writing mode. As its
 * position and size, the style of a box is in the writing mode of its container.
 * Sources: https://drafts.csswg.org/css-logical-1/, https://drafts.csswg.org/css-writing-modes-4/#abstract-box
 */

import { LOGICAL_GROUPS } from '../properties/logical.js';
import type { Corner, LogicalGroupMember } from '../properties/property.js';
import type { ComputedStyle, PropertyName } from '../properties/table.js';
import {
  isVertical,
  type LogicalSide,
  PHYSICAL_SIDES,
  type PhysicalSide,
  type WritingMode,
  writingModeOf,
} from './writing-mode.js';

/** Physical properties of one axis or side. */
type PhysicalName =
  | 'width'
  | 'height'
  | 'min-width'
  | 'min-height'
  | 'max-width'
  | 'max-height'
  | 'aspect-ratio'
  | 'contain-intrinsic-width'
  | 'contain-intrinsic-height'
  | 'overflow-x'
  | 'overflow-y'
  | PhysicalSide
  | `${'margin' | 'padding'}-${PhysicalSide}`
  | `border-${PhysicalSide}-${'width' | 'style' | 'color'}`
  | `border-${'top' | 'bottom'}-${'left' | 'right'}-radius`;

type SideValues = { readonly [Name in `inset-${LogicalSide}`]: ComputedStyle['top'] } & {
  readonly [Name in `margin-${LogicalSide}`]: ComputedStyle['margin-top'];
} & { readonly [Name in `padding-${LogicalSide}`]: ComputedStyle['padding-top'] } & {
  readonly [Name in `border-${LogicalSide}-width`]: ComputedStyle['border-top-width'];
} & { readonly [Name in `border-${LogicalSide}-style`]: ComputedStyle['border-top-style'] } & {
  readonly [Name in `border-${LogicalSide}-color`]: ComputedStyle['border-top-color'];
};

interface AxisValues {
  readonly 'inline-size': ComputedStyle['width'];
  readonly 'block-size': ComputedStyle['height'];
  readonly 'min-inline-size': ComputedStyle['min-width'];
  readonly 'min-block-size': ComputedStyle['min-height'];
  readonly 'max-inline-size': ComputedStyle['max-width'];
  readonly 'max-block-size': ComputedStyle['max-height'];
  readonly 'overflow-inline': ComputedStyle['overflow-x'];
  readonly 'overflow-block': ComputedStyle['overflow-y'];
  /** The size that size containment gives to the content; undefined: not contained. */
  readonly 'contained-inline-size': number | undefined;
  readonly 'contained-block-size': number | undefined;
  /** `aspect-ratio` as inline size / block size. */
  readonly 'logical-aspect-ratio': ComputedStyle['aspect-ratio'];
}

type LogicalValues = AxisValues & SideValues;

/** Properties with the same meaning in every writing mode. */
export type WritingModeIndependentStyle = Omit<ComputedStyle, PhysicalName>;

/**
 * A computed style by the axes and sides of a writing mode. The type is not assignable to `ComputedStyle`;
 * `physicalStyle` gives the physical values.
 */
export type LogicalStyle = WritingModeIndependentStyle & LogicalValues;

/** Members of every computed style for its logical values, so that all styles have the same hidden class. */
export const NO_LOGICAL_VALUES: Readonly<Record<keyof LogicalValues | keyof LogicalStyleCache, undefined>> = {
  'horizontal-style': undefined,
  'vertical-styles': undefined,
  'inline-size': undefined,
  'block-size': undefined,
  'min-inline-size': undefined,
  'min-block-size': undefined,
  'max-inline-size': undefined,
  'max-block-size': undefined,
  'overflow-inline': undefined,
  'overflow-block': undefined,
  'contained-inline-size': undefined,
  'contained-block-size': undefined,
  'logical-aspect-ratio': undefined,
  ...noSides(),
};

function noSides(): Record<keyof SideValues, undefined> {
  const names = (['block-start', 'line-right', 'block-end', 'line-left'] as const).flatMap((side) => [
    `inset-${side}`,
    `margin-${side}`,
    `padding-${side}`,
    `border-${side}-width`,
    `border-${side}-style`,
    `border-${side}-color`,
  ]);
  return Object.fromEntries(names.map((name) => [name, undefined])) as Record<keyof SideValues, undefined>;
}

type MutableLogicalStyle = { -readonly [Name in keyof LogicalStyle]: LogicalStyle[Name] };

/**
 * Cached logical styles in a computed style. Copies of a style contain them, too: they are valid only if they refer to
 * the style itself.
 */
interface LogicalStyleCache {
  /** The style itself when its logical values are set. */
  'horizontal-style': ComputedStyle | undefined;
  'vertical-styles': VerticalStyles | undefined;
}

class VerticalStyles {
  'vertical-rl': LogicalStyle | undefined = undefined;
  'vertical-lr': LogicalStyle | undefined = undefined;
  'sideways-lr': LogicalStyle | undefined = undefined;

  constructor(readonly style: ComputedStyle) {}
}

/**
 * The logical style of a computed style. The same style and writing mode give the same object; for `horizontal-tb` it
 * is the computed style itself.
 * @param style  not a result of `physicalStyle`
 * @param mode   writing mode of the container of the box
 */
export function logicalStyle(style: ComputedStyle, mode: WritingMode): LogicalStyle {
  const cache = style as unknown as LogicalStyleCache;
  if (mode === 'horizontal-tb') {
    const logical = style as unknown as MutableLogicalStyle;
    if (cache['horizontal-style'] !== style) {
      setLogicalValues(logical, style);
      cache['horizontal-style'] = style;
    }
    return logical;
  }
  let vertical = cache['vertical-styles'];
  if (vertical?.style !== style) {
    vertical = new VerticalStyles(style);
    cache['vertical-styles'] = vertical;
  }
  vertical[mode] ??= verticalStyle(style, mode);
  return vertical[mode];
}

function verticalStyle(style: ComputedStyle, mode: WritingMode): LogicalStyle {
  const logical = { ...style } as unknown as MutableLogicalStyle;
  setLogicalValues(logical, asHorizontal(style, mode));
  return logical;
}

/** @param horizontal  the values under the physical names of horizontal text */
function setLogicalValues(logical: MutableLogicalStyle, horizontal: ComputedStyle): void {
  // A loop over names takes five times as long.
  logical['inline-size'] = horizontal.width;
  logical['block-size'] = horizontal.height;
  logical['min-inline-size'] = horizontal['min-width'];
  logical['min-block-size'] = horizontal['min-height'];
  logical['max-inline-size'] = horizontal['max-width'];
  logical['max-block-size'] = horizontal['max-height'];
  const { contain } = horizontal;
  const isContained = contain.includes('size');
  const { 'contain-intrinsic-width': width, 'contain-intrinsic-height': height } = horizontal;
  const contained = (size: 'none' | number) => (size === 'none' ? 0 : size);
  logical['contained-inline-size'] = isContained || contain.includes('inline-size') ? contained(width) : undefined;
  logical['contained-block-size'] = isContained ? contained(height) : undefined;
  logical['overflow-inline'] = horizontal['overflow-x'];
  logical['overflow-block'] = horizontal['overflow-y'];
  logical['logical-aspect-ratio'] = horizontal['aspect-ratio'];
  logical['inset-block-start'] = horizontal.top;
  logical['inset-line-right'] = horizontal.right;
  logical['inset-block-end'] = horizontal.bottom;
  logical['inset-line-left'] = horizontal.left;
  logical['margin-block-start'] = horizontal['margin-top'];
  logical['margin-line-right'] = horizontal['margin-right'];
  logical['margin-block-end'] = horizontal['margin-bottom'];
  logical['margin-line-left'] = horizontal['margin-left'];
  logical['padding-block-start'] = horizontal['padding-top'];
  logical['padding-line-right'] = horizontal['padding-right'];
  logical['padding-block-end'] = horizontal['padding-bottom'];
  logical['padding-line-left'] = horizontal['padding-left'];
  logical['border-block-start-width'] = horizontal['border-top-width'];
  logical['border-line-right-width'] = horizontal['border-right-width'];
  logical['border-block-end-width'] = horizontal['border-bottom-width'];
  logical['border-line-left-width'] = horizontal['border-left-width'];
  logical['border-block-start-style'] = horizontal['border-top-style'];
  logical['border-line-right-style'] = horizontal['border-right-style'];
  logical['border-block-end-style'] = horizontal['border-bottom-style'];
  logical['border-line-left-style'] = horizontal['border-left-style'];
  logical['border-block-start-color'] = horizontal['border-top-color'];
  logical['border-line-right-color'] = horizontal['border-right-color'];
  logical['border-block-end-color'] = horizontal['border-bottom-color'];
  logical['border-line-left-color'] = horizontal['border-left-color'];
}

/** The computed style of a logical style, which contains the physical values, too. */
export function physicalStyle(style: LogicalStyle): ComputedStyle {
  return style as unknown as ComputedStyle;
}

/** The style with the values of a vertical writing mode under the physical names of horizontal text. */
function asHorizontal(style: ComputedStyle, mode: WritingMode): ComputedStyle {
  const { auto, ratio } = style['aspect-ratio'];
  const values: Record<string, unknown> = { ...style };
  for (const [name, physical] of NAMES[mode]) values[name] = style[physical];
  values['aspect-ratio'] = { auto, ratio: ratio && 1 / ratio };
  return values as unknown as ComputedStyle;
}

/**
 * The physical property in the writing mode for one in horizontal text: `margin-right` for `margin-top` in
 * `vertical-rl`.
 */
export function physicalName(mode: WritingMode, name: PropertyName): PropertyName {
  return NAMES[mode].get(name) ?? name;
}

const NAMES: Readonly<Record<WritingMode, ReadonlyMap<PropertyName, PropertyName>>> = {
  'horizontal-tb': new Map(),
  'vertical-rl': namesIn('vertical-rl'),
  'vertical-lr': namesIn('vertical-lr'),
  'sideways-lr': namesIn('sideways-lr'),
};

function namesIn(mode: WritingMode): ReadonlyMap<PropertyName, PropertyName> {
  const names = new Map<PropertyName, PropertyName>();
  for (const members of LOGICAL_GROUPS.values())
    for (const [at, name] of members) names.set(name, members.get(physicalPlace(mode, at))!);
  return names;
}

/** The physical side, corner or axis in a vertical writing mode for one in horizontal text. */
function physicalPlace(mode: WritingMode, at: LogicalGroupMember['at']): LogicalGroupMember['at'] {
  if (at === 'x') return 'y';
  if (at === 'y') return 'x';
  const to = PHYSICAL_SIDES[mode];
  const sides = { top: to['block-start'], right: to['line-right'], bottom: to['block-end'], left: to['line-left'] };
  if (at in sides) return sides[at as PhysicalSide];
  const [a, b] = at.split('-').map((side) => sides[side as PhysicalSide]);
  return (a === 'top' || a === 'bottom' ? `${a}-${b}` : `${b}-${a}`) as Corner;
}

/** Translates changes of a style from the names of horizontal text to the physical ones of its writing mode. */
export function physicalChange(style: ComputedStyle, change: Partial<ComputedStyle>): Partial<ComputedStyle> {
  const mode = writingModeOf(style);
  if (!isVertical(mode)) return change;
  const named = Object.entries(change).map(([name, value]) => [physicalName(mode, name as PropertyName), value]);
  return Object.fromEntries(named);
}

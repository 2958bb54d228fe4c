/**
 * Styles as layout reads them: sizes, margins, insets and the like by the axes and sides of a writing mode. The style of
 * a box is in the writing mode of what contains it, as its place and size are.
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

/** Properties of one axis or side. */
type PhysicalName =
  | 'width'
  | 'height'
  | 'min-width'
  | 'min-height'
  | 'max-width'
  | 'max-height'
  | 'aspect-ratio'
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
  /** `aspect-ratio` as inline size / block size. */
  readonly 'logical-aspect-ratio': ComputedStyle['aspect-ratio'];
}

type LogicalValues = AxisValues & SideValues;

/** What styles have in common that say the same in every writing mode. */
export type WritingModeIndependentStyle = Omit<ComputedStyle, PhysicalName>;

/**
 * A computed style by the axes and sides of a writing mode. It is no `ComputedStyle` and none is one: who needs the
 * physical values asks `physicalStyle`.
 */
export type LogicalStyle = WritingModeIndependentStyle & LogicalValues;

/** Room for the logical values in every computed style: so all styles have the same hidden class. */
export const NO_LOGICAL_VALUES: Readonly<Record<keyof LogicalValues | keyof Kept, undefined>> = {
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

/** What a computed style keeps. A copy of the style has it, too: it counts only where it names the style itself. */
interface Kept {
  /** The style, when its own logical values are those of horizontal text. */
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
 * The style by the axes and sides of a writing mode. The same style and writing mode give the same object; for
 * `horizontal-tb` it is the computed style itself, so that a box costs nothing.
 * @param style  not one that `physicalStyle` gives
 * @param mode   of what contains the style's box
 */
export function logicalStyle(style: ComputedStyle, mode: WritingMode): LogicalStyle {
  const kept = style as unknown as Kept;
  if (mode === 'horizontal-tb') {
    const logical = style as unknown as MutableLogicalStyle;
    if (kept['horizontal-style'] !== style) {
      setLogicalValues(logical, style);
      kept['horizontal-style'] = style;
    }
    return logical;
  }
  let vertical = kept['vertical-styles'];
  if (vertical?.style !== style) {
    vertical = new VerticalStyles(style);
    kept['vertical-styles'] = vertical;
  }
  vertical[mode] ??= verticalStyle(style, mode);
  return vertical[mode];
}

function verticalStyle(style: ComputedStyle, mode: WritingMode): LogicalStyle {
  const logical = { ...style } as unknown as MutableLogicalStyle;
  setLogicalValues(logical, asHorizontal(style, mode));
  return logical;
}

/** @param line  named as in horizontal text */
function setLogicalValues(logical: MutableLogicalStyle, line: ComputedStyle): void {
  // Member by member, by constant names: a loop over names takes five times as long.
  logical['inline-size'] = line.width;
  logical['block-size'] = line.height;
  logical['min-inline-size'] = line['min-width'];
  logical['min-block-size'] = line['min-height'];
  logical['max-inline-size'] = line['max-width'];
  logical['max-block-size'] = line['max-height'];
  logical['overflow-inline'] = line['overflow-x'];
  logical['overflow-block'] = line['overflow-y'];
  logical['logical-aspect-ratio'] = line['aspect-ratio'];
  logical['inset-block-start'] = line.top;
  logical['inset-line-right'] = line.right;
  logical['inset-block-end'] = line.bottom;
  logical['inset-line-left'] = line.left;
  logical['margin-block-start'] = line['margin-top'];
  logical['margin-line-right'] = line['margin-right'];
  logical['margin-block-end'] = line['margin-bottom'];
  logical['margin-line-left'] = line['margin-left'];
  logical['padding-block-start'] = line['padding-top'];
  logical['padding-line-right'] = line['padding-right'];
  logical['padding-block-end'] = line['padding-bottom'];
  logical['padding-line-left'] = line['padding-left'];
  logical['border-block-start-width'] = line['border-top-width'];
  logical['border-line-right-width'] = line['border-right-width'];
  logical['border-block-end-width'] = line['border-bottom-width'];
  logical['border-line-left-width'] = line['border-left-width'];
  logical['border-block-start-style'] = line['border-top-style'];
  logical['border-line-right-style'] = line['border-right-style'];
  logical['border-block-end-style'] = line['border-bottom-style'];
  logical['border-line-left-style'] = line['border-left-style'];
  logical['border-block-start-color'] = line['border-top-color'];
  logical['border-line-right-color'] = line['border-right-color'];
  logical['border-block-end-color'] = line['border-bottom-color'];
  logical['border-line-left-color'] = line['border-left-color'];
}

/** The computed style that a logical style is of: it has the physical values as well. */
export function physicalStyle(style: LogicalStyle): ComputedStyle {
  return style as unknown as ComputedStyle;
}

/** The style whose boxes are in horizontal text where those of this one are in text of the writing mode. */
function asHorizontal(style: ComputedStyle, mode: WritingMode): ComputedStyle {
  const { auto, ratio } = style['aspect-ratio'];
  const values: Record<string, unknown> = { ...style };
  for (const [name, physical] of NAMES[mode]) values[name] = style[physical];
  values['aspect-ratio'] = { auto, ratio: ratio && 1 / ratio };
  return values as unknown as ComputedStyle;
}

/** The physical property that stands for this one in horizontal text: for `margin-top` in `vertical-rl` it is `margin-right`. */
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

/** Values for a style, named as if its text were horizontal, by their physical names. */
export function physicalChange(style: ComputedStyle, change: Partial<ComputedStyle>): Partial<ComputedStyle> {
  const mode = writingModeOf(style);
  if (!isVertical(mode)) return change;
  const named = Object.entries(change).map(([name, value]) => [physicalName(mode, name as PropertyName), value]);
  return Object.fromEntries(named);
}

/**
 * Frames: the coordinates that writing modes are laid out in. In each of them text runs from left to right and blocks
 * follow each other from top to bottom; vertical writing is horizontal writing turned afterwards. A style "in a frame"
 * has the values of its physical sides where those sides are in the frame.
 * Source: https://drafts.csswg.org/css-writing-modes-4/#logical-to-physical
 */

import type { ComputedStyle, PropertyName } from '../properties/table.js';

/** Of the writing modes that flow in the same directions, one: `sideways-rl` flows as `vertical-rl`. */
export type Frame = Exclude<ComputedStyle['writing-mode'], 'sideways-rl'>;

export type Side = 'top' | 'right' | 'bottom' | 'left';

/** The physical sides that a frame's sides are. */
export const SIDES: Readonly<Record<Frame, Readonly<Record<Side, Side>>>> = {
  'horizontal-tb': { top: 'top', right: 'right', bottom: 'bottom', left: 'left' },
  'vertical-rl': { top: 'right', right: 'bottom', bottom: 'left', left: 'top' },
  'vertical-lr': { top: 'left', right: 'bottom', bottom: 'right', left: 'top' },
  'sideways-lr': { top: 'left', right: 'top', bottom: 'right', left: 'bottom' },
};

export function frameOf(style: ComputedStyle): Frame {
  const mode = style['writing-mode'];
  return mode === 'sideways-rl' ? 'vertical-rl' : mode;
}

/**
 * The frame of what is inside a line: in `vertical-lr` lines follow each other to the right, but the side over their
 * text is the right one too.
 */
export function lineFrame(frame: Frame): Frame {
  return frame === 'vertical-lr' ? 'vertical-rl' : frame;
}

/** Which characters of vertical text stand upright; undefined: none, all of it is on its side. */
export function uprightCharacters(style: ComputedStyle): 'mixed' | 'upright' | undefined {
  const mode = style['writing-mode'];
  if (mode !== 'vertical-rl' && mode !== 'vertical-lr') return undefined;
  const orientation = style['text-orientation'];
  return orientation === 'sideways' ? undefined : orientation;
}

export const isVertical = (frame: Frame): boolean => frame !== 'horizontal-tb';

/** Whether what is the width in one frame is the height in the other. */
export const isOrthogonal = (a: Frame, b: Frame): boolean => isVertical(a) !== isVertical(b);

type Names = ReadonlyMap<PropertyName, PropertyName>;

const SIDED: readonly ((side: Side) => PropertyName)[] = [
  (side) => side,
  (side) => `margin-${side}`,
  (side) => `padding-${side}`,
  (side) => `border-${side}-width`,
  (side) => `border-${side}-style`,
  (side) => `border-${side}-color`,
];

const TURNED: readonly (readonly [PropertyName, PropertyName])[] = [
  ['width', 'height'],
  ['min-width', 'min-height'],
  ['max-width', 'max-height'],
  ['overflow-x', 'overflow-y'],
];

function namesIn(frame: Frame): Names {
  const sides = SIDES[frame];
  const names = new Map<PropertyName, PropertyName>();
  for (const side of ['top', 'right', 'bottom', 'left'] as const)
    for (const name of SIDED) names.set(name(side), name(sides[side]));
  for (const [inline, block] of TURNED) {
    names.set(inline, block);
    names.set(block, inline);
  }
  for (const y of ['top', 'bottom'] as const)
    for (const x of ['left', 'right'] as const) names.set(radius(y, x), radius(sides[y], sides[x]));
  return names;
}

function radius(a: Side, b: Side): PropertyName {
  const [y, x] = a === 'top' || a === 'bottom' ? [a, b] : [b, a];
  return `border-${y as 'top' | 'bottom'}-${x as 'left' | 'right'}-radius`;
}

const NAMES: Readonly<Record<Frame, Names>> = {
  'horizontal-tb': new Map(),
  'vertical-rl': namesIn('vertical-rl'),
  'vertical-lr': namesIn('vertical-lr'),
  'sideways-lr': namesIn('sideways-lr'),
};

/** The physical property that a frame's property is: `margin-top` in `vertical-rl` is `margin-right`. */
export function physicalName(frame: Frame, name: PropertyName): PropertyName {
  return NAMES[frame].get(name) ?? name;
}

/** Values for a style, named as if its text were horizontal, by their physical names. */
export function physicalChange(style: ComputedStyle, change: Partial<ComputedStyle>): Partial<ComputedStyle> {
  const frame = frameOf(style);
  if (frame === 'horizontal-tb') return change;
  const named = Object.entries(change).map(([name, value]) => [physicalName(frame, name as PropertyName), value]);
  return Object.fromEntries(named);
}

/** Which physical style a style in a frame was made of; styles live as long as their document. */
const physicalStyles = new WeakMap<ComputedStyle, ComputedStyle>();
const framedStyles = new WeakMap<ComputedStyle, Map<Frame, ComputedStyle>>();

/** The style as a frame has it. The same style and frame give the same object. */
export function inFrame(style: ComputedStyle, frame: Frame): ComputedStyle {
  if (frame === 'horizontal-tb') return style;
  let known = framedStyles.get(style);
  if (!known) {
    known = new Map();
    framedStyles.set(style, known);
  }
  let framed = known.get(frame);
  if (!framed) {
    const { auto, ratio } = style['aspect-ratio'];
    const values: Record<string, unknown> = { ...style };
    for (const [name, physical] of NAMES[frame]) values[name] = style[physical];
    values['aspect-ratio'] = { auto, ratio: ratio && 1 / ratio };
    framed = values as unknown as ComputedStyle;
    known.set(frame, framed);
    physicalStyles.set(framed, style);
  }
  return framed;
}

/** What `inFrame` made the style of; any other style itself. */
export function physicalStyle(style: ComputedStyle): ComputedStyle {
  return physicalStyles.get(style) ?? style;
}

/** A box whose content is in another frame than what is around the box. */
export interface FrameChange {
  readonly outside: Frame;
  readonly inside: Frame;
}

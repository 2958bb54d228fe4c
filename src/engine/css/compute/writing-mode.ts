/**
 * Writing modes: which physical sides the flow-relative and line-relative sides are.
 * Source: https://drafts.csswg.org/css-writing-modes-4/#logical-to-physical
 */

import type { Side } from '../properties/property.js';
import type { ComputedStyle } from '../properties/table.js';

/** `sideways-rl` flows as `vertical-rl` does; in the latter characters may stand upright. */
export type WritingMode = Exclude<ComputedStyle['writing-mode'], 'sideways-rl'>;

export type { Side as PhysicalSide } from '../properties/property.js';

/**
 * Sides as layout has them: flow-relative in the block axis, line-relative in the inline axis. Line-left is where
 * left-to-right text starts, whatever `direction` says.
 * Source: https://drafts.csswg.org/css-writing-modes-4/#line-directions
 */
export type LogicalSide = 'block-start' | 'line-right' | 'block-end' | 'line-left';

export const PHYSICAL_SIDES: Readonly<Record<WritingMode, Readonly<Record<LogicalSide, Side>>>> = {
  'horizontal-tb': { 'block-start': 'top', 'line-right': 'right', 'block-end': 'bottom', 'line-left': 'left' },
  'vertical-rl': { 'block-start': 'right', 'line-right': 'bottom', 'block-end': 'left', 'line-left': 'top' },
  'vertical-lr': { 'block-start': 'left', 'line-right': 'bottom', 'block-end': 'right', 'line-left': 'top' },
  'sideways-lr': { 'block-start': 'left', 'line-right': 'top', 'block-end': 'right', 'line-left': 'bottom' },
};

export function writingModeOf(style: Pick<ComputedStyle, 'writing-mode'>): WritingMode {
  const mode = style['writing-mode'];
  return mode === 'sideways-rl' ? 'vertical-rl' : mode;
}

/**
 * The writing mode of what is inside a line: lines of `vertical-lr` follow each other to the right, but the side over
 * their text is the right one, too. Source: Blink's ToLineWritingMode
 */
export function toLineWritingMode(mode: WritingMode): WritingMode {
  return mode === 'vertical-lr' ? 'vertical-rl' : mode;
}

export const isVertical = (mode: WritingMode): boolean => mode !== 'horizontal-tb';

/** Whether the inline axis of one is the block axis of the other. */
export const isOrthogonal = (a: WritingMode, b: WritingMode): boolean => isVertical(a) !== isVertical(b);

/** Which characters of vertical text are upright; undefined: none, all of it is sideways. */
export function uprightCharacters(
  style: Pick<ComputedStyle, 'writing-mode' | 'text-orientation'>,
): 'mixed' | 'upright' | undefined {
  const mode = style['writing-mode'];
  if (mode !== 'vertical-rl' && mode !== 'vertical-lr') return undefined;
  const orientation = style['text-orientation'];
  return orientation === 'sideways' ? undefined : orientation;
}

/** A box whose content has another writing mode than what is around the box. */
export interface WritingModeChange {
  readonly outside: WritingMode;
  readonly inside: WritingMode;
}

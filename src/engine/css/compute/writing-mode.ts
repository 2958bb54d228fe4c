/**
 * Writing modes: maps flow-relative and line-relative sides to physical sides.
 * Source: https://drafts.csswg.org/css-writing-modes-4/#logical-to-physical
 */

import type { Side } from '../properties/property.js';
import type { ComputedStyle } from '../properties/table.js';

/** `sideways-rl` is laid out as `vertical-rl`, without upright characters. */
export type WritingMode = Exclude<ComputedStyle['writing-mode'], 'sideways-rl'>;

export type { Side as PhysicalSide } from '../properties/property.js';

/**
 * Sides in layout: flow-relative in the block axis, line-relative in the inline axis. Line-left is the start of
 * left-to-right text, independent of `direction`.
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
 * The writing mode of the contents of lines: in `vertical-lr`, lines progress to the right, but line-over is the right
 * side. Source: Blink's ToLineWritingMode in writing_mode.h
 */
export function toLineWritingMode(mode: WritingMode): WritingMode {
  return mode === 'vertical-lr' ? 'vertical-rl' : mode;
}

export const isVertical = (mode: WritingMode): boolean => mode !== 'horizontal-tb';

/** Whether the inline axis of one is the block axis of the other. */
export const isOrthogonal = (a: WritingMode, b: WritingMode): boolean => isVertical(a) !== isVertical(b);

/** Which characters of vertical text are upright; undefined: none. */
export function uprightCharacters(
  style: Pick<ComputedStyle, 'writing-mode' | 'text-orientation'>,
): 'mixed' | 'upright' | undefined {
  const mode = style['writing-mode'];
  if (mode !== 'vertical-rl' && mode !== 'vertical-lr') return undefined;
  const orientation = style['text-orientation'];
  return orientation === 'sideways' ? undefined : orientation;
}

/** The writing modes around and inside a box, where they differ. */
export interface WritingModeChange {
  readonly outside: WritingMode;
  readonly inside: WritingMode;
  /** Which positioned descendants the box around contains: no fixed ones, or all. undefined: none. */
  readonly contains?: 'absolute' | 'all' | undefined;
}

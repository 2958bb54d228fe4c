/** The laid-out content of a math box, around the baseline. Lengths in px. */

import type { BlockBox } from '../../box/tree.js';
import type { LineFragment } from '../algorithm/fragment.js';
import type { MinMax, Rect } from '../algorithm/geometry.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { MathChild, MathInput } from './math-child.js';

/** A child at a place: x of its border box from the left of the content box, y of its top from the baseline. */
export interface MathPart {
  readonly child: MathChild;
  readonly x: number;
  readonly y: number;
}

/** Glyphs at such a place. */
export interface MathLine {
  readonly line: LineFragment;
  readonly x: number;
  readonly y: number;
}

export interface MathContent {
  readonly ascent: number;
  readonly descent: number;
  /** In left-to-right order: the content box of right-to-left boxes is mirrored. */
  readonly parts: readonly MathPart[];
  readonly lines?: readonly MathLine[];
  /** Bars of fractions and radicals; y from the baseline. */
  readonly bars?: readonly Rect[];
  readonly italicsCorrection?: number;
}

/** One kind of layout. */
export interface MathAlgorithm {
  layout(input: MathInput): MathContent;
  /** Intrinsic widths of the content box. */
  sizes(context: LayoutContext, box: BlockBox): MinMax;
}

/** A part with the margin box of a child at x, and its baseline at y. */
export function partAt(child: MathChild, x: number, y: number): MathPart {
  const { margin, ascent } = child;
  return { child, x: x + margin.left, y: y - ascent + margin.top };
}

export const NO_WIDTH: MinMax = { min: 0, max: 0 };

export const plus = (a: MinMax, b: MinMax): MinMax => ({ min: a.min + b.min, max: a.max + b.max });

export const widest = (a: MinMax, b: MinMax): MinMax => ({ min: Math.max(a.min, b.min), max: Math.max(a.max, b.max) });

export const fixed = (width: number): MinMax => ({ min: width, max: width });

/** Advances of shaped text per UTF-16 unit: ligatures, letter and word spacing, sums. */

import { graphemeBoundaries } from './graphemes.js';
import type { Ligature, ShapeStyle } from './types.js';

/** UTF-16 units of texts that share the arrays of shaping. */
export const SCRATCH_UNITS = 2000;

/** Output of shaping, per UTF-16 unit. */
export interface ClusterAdvances {
  /** Advance of the cluster that starts here, px; 0 inside clusters. */
  readonly widths: Float64Array;
  /** 1 where a cluster starts. */
  readonly starts: Uint8Array;
  /** 1 where a break requires shaping both sides again. */
  readonly unsafe: Uint8Array;
}

/**
 * Divides the width of a ligature evenly between its characters, so that positions inside it exist.
 * @returns the ligatures; undefined: there are none
 */
export function splitLigatures(text: string, { widths, starts }: ClusterAdvances): Ligature[] | undefined {
  const ligatures: Ligature[] = [];
  for (let start = 0; start < text.length; ) {
    let end = start + 1;
    while (end < text.length && starts[end] === 0) end++;
    if (end - start > 1) {
      const boundaries = graphemeBoundaries(text.slice(start, end));
      const parts: number[] = [];
      for (let i = 0; i < end - start; i++) if (boundaries[i]) parts.push(start + i);
      const share = widths[start]! / parts.length;
      for (const index of parts) widths[index] = share;
      ligatures.push({ start, end });
    }
    start = end;
  }
  return ligatures.length > 0 ? ligatures : undefined;
}

/** Source: https://drafts.csswg.org/css-text-3/#spacing; characters with spacing as in Blink's ShapeResultSpacing */
export function addSpacing(text: string, style: ShapeStyle, { widths, starts }: ClusterAdvances): void {
  if (!hasSpacing(style)) return;
  for (let i = 0; i < text.length; i++) widths[i]! += spacingAfter(text.charCodeAt(i), style, starts[i] === 1);
}

const hasSpacing = ({ letterSpacing, wordSpacing }: ShapeStyle): boolean => letterSpacing !== 0 || wordSpacing !== 0;

/** Letter and word spacing after a unit, px. @param starts  whether it starts a cluster */
function spacingAfter(unit: number, { letterSpacing, wordSpacing }: ShapeStyle, starts: boolean): number {
  const extra = letterSpacing !== 0 && starts && takesLetterSpacing(unit) ? letterSpacing : 0;
  return isSpace(unit) ? extra + wordSpacing : extra;
}

export const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0xa0;

/**
 * Cursive scripts, whose letters do not get letter spacing.
 * Source: https://drafts.csswg.org/css-text-3/#cursive-script
 */
const CURSIVE = /[\p{scx=Arab}\p{scx=Syrc}\p{Script=Nkoo}\p{Script=Mong}\p{Script=Mand}\p{Script=Phag}]/u;
const INVISIBLE = /[\p{Cc}\p{Default_Ignorable_Code_Point}\ufffc]/u;

function takesLetterSpacing(unit: number): boolean {
  if (unit >= 0x20 && unit < 0x7f) return true;
  const char = String.fromCharCode(unit);
  return !INVISIBLE.test(char) && (unit < 0x600 || !CURSIVE.test(char));
}

const ALL_SAFE = new Uint8Array(SCRATCH_UNITS + 1);

/** The flags to keep with a text. Short texts without an unsafe position share theirs. */
export function unsafeBreaks({ unsafe }: ClusterAdvances, length: number): Uint8Array {
  if (length > SCRATCH_UNITS) return unsafe;
  for (let i = 0; i <= length; i++) if (unsafe[i] === 1) return unsafe.slice(0, length + 1);
  return ALL_SAFE;
}

/**
 * `prefixSums` of a text in which each unit has one glyph.
 * @param advances  of the glyphs
 * @param scale     px per unit of the advances
 */
export function scaledSums(text: string, style: ShapeStyle, advances: readonly number[], scale: number): number[] {
  const isSpaced = hasSpacing(style);
  const { length } = advances;
  const sums = new Array<number>(length + 1);
  let sum = 0;
  sums[0] = sum;
  for (let i = 0; i < length; i++) {
    const width = advances[i]! * scale;
    sum += isSpaced ? width + spacingAfter(text.charCodeAt(i), style, true) : width;
    sums[i + 1] = sum;
  }
  return sums;
}

/** Plain numbers, since a typed array of its own costs more than most texts are long. */
export function prefixSums(widths: Float64Array, length: number): number[] {
  const sums = new Array<number>(length + 1);
  let sum = 0;
  sums[0] = sum;
  for (let i = 0; i < length; i++) {
    sum += widths[i]!;
    sums[i + 1] = sum;
  }
  return sums;
}

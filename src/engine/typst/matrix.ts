/** CSS matrices as rotate, skew and scale of Typst. */

import type { GroupItem } from '../paint/display-list.js';
import { angle, type Code, call, keyword, length, named, percent } from './writer.js';

/**
 * Applies a matrix to code by the decomposition matrix = translate · rotate · skewX · scale.
 * @returns nothing when the matrix is singular
 */
export function nestTransform([a, b, c, d, e, f]: NonNullable<GroupItem['transform']>, body: Code): Code[] {
  const determinant = a * d - b * c;
  const scaleX = Math.hypot(a, b);
  if (Math.abs(determinant) < 1e-9 || scaleX < 1e-9) return [];
  const scaleY = determinant / scaleX;
  const turn = degrees(Math.atan2(b, a));
  const slant = degrees(Math.atan((a * c + b * d) / determinant));
  const origin = named('origin', keyword('top+left'));
  let nested = body;
  if (Math.abs(scaleX - 1) > 1e-9 || Math.abs(scaleY - 1) > 1e-9) {
    nested = call('scale', named('x', percent(scaleX * 100)), named('y', percent(scaleY * 100)), origin, nested);
  }
  if (Math.abs(slant) > 1e-9) nested = call('skew', named('ax', angle(slant)), origin, nested);
  if (Math.abs(turn) > 1e-9) nested = call('rotate', angle(turn), origin, nested);
  return [call('place', named('dx', length(e)), named('dy', length(f)), nested)];
}

const degrees = (radians: number) => (radians * 180) / Math.PI;

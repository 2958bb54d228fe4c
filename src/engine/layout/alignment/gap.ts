import type { LogicalStyle } from '../../css/compute/logical-style.js';
import { resolveLength } from '../../css/values/values.js';
import { snap } from '../algorithm/units.js';

/**
 * Used gap between flex lines and items, tracks or columns, px.
 * @param basis   of percentages, px
 * @param normal  used value of `normal`, px
 * Source: https://drafts.csswg.org/css-align-3/#column-row-gap
 */
export function usedGap(style: LogicalStyle, name: 'row-gap' | 'column-gap', basis: number, normal = 0): number {
  const value = style[name];
  return value === 'normal' ? normal : Math.max(0, snap(resolveLength(value, basis)));
}

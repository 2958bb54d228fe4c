/** `box-shadow` and `text-shadow`. */

import type { BoxShadow, TextShadow } from 'lightningcss';
import { all, complete, record, type Specified } from '../cascade/specified.js';
import { readColor } from '../values/color.js';
import { readLength } from '../values/math.js';
import type { Shadow } from '../values/values.js';
import type { Parse } from './property.js';

function readShadow(value: BoxShadow | TextShadow): Specified<Shadow> | undefined {
  const [x, y, blur, spread] = [value.xOffset, value.yOffset, value.blur, value.spread].map(readLength);
  if (x === undefined || y === undefined || blur === undefined || spread === undefined) return undefined;
  if (typeof blur === 'number' && blur < 0) return undefined;
  return record<Shadow>({ inset: 'inset' in value && value.inset, x, y, blur, spread, color: readColor(value.color) });
}

/** Front to back; `none` is the empty list. */
export const shadows: Parse<readonly Shadow[]> = {
  typed: (values: readonly (BoxShadow | TextShadow)[]) => {
    const known = complete(values.map(readShadow));
    return known && all(known);
  },
  tokens: (cursor) => cursor.keyword('none') && [],
};

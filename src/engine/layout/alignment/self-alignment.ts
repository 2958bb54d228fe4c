/** Self-alignment: `auto` is the value of the container. Source: https://drafts.csswg.org/css-align-3/#self-alignment */

import type { BlockLevelBox } from '../../box/tree.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import type { Alignment } from '../../css/values/values.js';

export function alignSelf({ style }: BlockLevelBox, container: LogicalStyle): Alignment {
  const own = style['align-self'];
  return own.value === 'auto' ? container['align-items'] : own;
}

export function justifySelf({ style }: BlockLevelBox, container: LogicalStyle): Alignment {
  const own = style['justify-self'];
  return own.value === 'auto' ? container['justify-items'] : own;
}

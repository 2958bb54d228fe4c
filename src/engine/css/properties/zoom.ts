/** CSS Viewport 1: `zoom`, which makes every length of an element and its descendants larger. */

import type { Cursor } from '../syntax/tokens.js';
import { type Parse, property } from './property.js';

/** 0 is no zoom at all, as in every browser. */
const zoomValue: Parse<number> = {
  tokens: (cursor: Cursor) => {
    if (cursor.keyword('normal', 'reset')) return 1;
    const factor = cursor.number() ?? (cursor.percentage()?.percent ?? Number.NaN) / 100;
    if (!(factor >= 0)) return undefined;
    return factor === 0 ? 1 : factor;
  },
};

export const zoom = {
  zoom: property<number>({
    spec: 'css-viewport-1/#zoom-property',
    initial: 1,
    inherits: false,
    support: 'full',
    parse: zoomValue,
  }),
};

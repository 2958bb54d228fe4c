/** CSS Viewport 1: `zoom`. */

import type { Cursor } from '../syntax/tokens.js';
import { type Parse, property } from './property.js';

/** A factor of 0 computes to 1. Source: Blink's StyleBuilderConverter::ConvertZoom */
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

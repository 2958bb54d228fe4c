/** List markers that are drawn, not set as text. Source: Blink's ListMarker::GetListStyleCategory */

import type { ComputedStyle } from '../css/properties/table.js';

const SYMBOLS = ['disc', 'circle', 'square', 'disclosure-open', 'disclosure-closed'] as const;
export type SymbolShape = (typeof SYMBOLS)[number];

/** The shape of a `list-style-type`; undefined: its markers are text. */
export function symbolOf(type: ComputedStyle['list-style-type']): SymbolShape | undefined {
  return SYMBOLS.find((symbol) => symbol === type);
}

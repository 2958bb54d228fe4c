/** The style of boxes that contain everything inside, positioned boxes too, in a place that layout gives them. */

import type { ComputedStyle } from '../css/properties/table.js';
import { IDENTITY } from './svg-coordinates.js';

/** Blink's LayoutSVGForeignObject: a block container in the place that the coordinate system of SVG gives it. */
export const CONTAINS_ALL = {
  display: 'flow-root',
  position: 'static',
  float: 'none',
  transform: [{ type: 'matrix', values: IDENTITY }],
  translate: 'none',
  rotate: 'none',
  scale: 'none',
  'transform-origin': { x: 0, y: 0 },
  'transform-box': 'border-box',
} satisfies Partial<ComputedStyle>;

import type { ComputedStyle } from '../css/properties/table.js';
import { TRANSPARENT } from '../css/values/values.js';

/** For a box inside of one that has the paddings, borders, backgrounds, shadows and outlines itself. */
export const UNDECORATED: Partial<ComputedStyle> = {
  'padding-top': 0,
  'padding-right': 0,
  'padding-bottom': 0,
  'padding-left': 0,
  'border-top-width': 0,
  'border-right-width': 0,
  'border-bottom-width': 0,
  'border-left-width': 0,
  'background-color': TRANSPARENT,
  'background-image': ['none'],
  'box-shadow': [],
  'outline-style': 'none',
  'outline-width': 0,
};

/** Boxes whose percentage sizes make their minimum contribution zero. */

import type { BlockLevelBox } from '../../box/tree.js';
import { isPercentageSize } from '../../css/values/values.js';
import type { ElementNode } from '../../html/dom.js';

/** Buttons, and what Chromium prints as several boxes. */
const RIGID_INPUTS = new Set(
  'button submit reset image checkbox radio color file hidden date time month week datetime-local'.split(' '),
);

/**
 * Whether a box is a replaced element with a percentage size, or a form control that is compressed like one; Chromium
 * does not compress controls by `max-inline-size`.
 * Source: https://drafts.csswg.org/css-sizing-3/#replaced-percentage-min-contribution
 */
export function isCompressed({ kind, style, element, origin }: BlockLevelBox): boolean {
  if (kind === 'replaced') return isPercentageSize(style['inline-size']) || isPercentageSize(style['max-inline-size']);
  return (
    isPercentageSize(style['inline-size']) && kind === 'block' && origin === undefined && isCompressibleControl(element)
  );
}

function isCompressibleControl(element: ElementNode): boolean {
  if (element.namespace !== 'html') return false;
  if (element.name === 'input') return !RIGID_INPUTS.has((element.attribute('type') ?? 'text').toLowerCase());
  return element.name === 'textarea' || element.name === 'select';
}

/** Boxes whose percentage sizes make their minimum contribution zero. */

import type { BlockLevelBox } from '../../box/tree.js';
import type { ElementNode } from '../../html/dom.js';

/** Of these, Chromium prints those that consist of several boxes as not compressible, and buttons. */
const RIGID_INPUTS = new Set(
  'button submit reset image checkbox radio color file hidden date time month week datetime-local'.split(' '),
);

/**
 * Whether a box is a replaced element, or a form control that is compressed like one.
 * Source: https://drafts.csswg.org/css-sizing-3/#replaced-percentage-min-contribution
 */
export function isCompressible({ kind, element, origin }: BlockLevelBox): boolean {
  return kind === 'replaced' || (kind === 'block' && origin === undefined && isCompressibleControl(element));
}

function isCompressibleControl(element: ElementNode): boolean {
  if (element.namespace !== 'html') return false;
  if (element.name === 'input') return !RIGID_INPUTS.has((element.attribute('type') ?? 'text').toLowerCase());
  return element.name === 'textarea' || element.name === 'select';
}

/**
 * Fieldsets and their legends.
 * Source: https://html.spec.whatwg.org/multipage/rendering.html#the-fieldset-and-legend-elements
 */

import type { ComputedStyle } from '../css/properties/table.js';
import { formattingContext } from './formatting-context.js';
import { isFloating, isInlineLevel, isOutOfFlow, type RawBox } from './raw.js';
import { contentStyle } from './split-box.js';

/**
 * Splits the rendered legend off a fieldset.
 * @returns undefined for other boxes, and without a legend
 * Source: https://html.spec.whatwg.org/multipage/rendering.html#rendered-legend
 */
export function takeLegend(raw: RawBox): { fieldset: RawBox; legend: RawBox } | undefined {
  if (raw.element.name !== 'fieldset' || raw.origin !== undefined) return undefined;
  const legend = raw.children.find(
    (child): child is RawBox =>
      child.kind === 'box' &&
      child.element.name === 'legend' &&
      child.origin === undefined &&
      !isOutOfFlow(child) &&
      !isFloating(child),
  );
  if (!legend) return undefined;
  const children = raw.children.filter((child) => child !== legend);
  const display = isInlineLevel(legend) ? 'flow-root' : legend.style.display;
  return { fieldset: { ...raw, children }, legend: { ...legend, style: { ...legend.style, display } } };
}

/** Moves the flex, grid or multi-column layout of a fieldset to its anonymous content box. */
export function withContentBox(raw: RawBox): RawBox {
  if (formattingContext(raw.style) === 'flow') return raw;
  const content: RawBox = {
    kind: 'box',
    style: contentStyle(raw.style, raw.style.display),
    ...(raw.writingMode && { writingMode: raw.writingMode }),
    element: raw.element,
    origin: 'anonymous',
    children: raw.children,
  };
  const style: ComputedStyle = {
    ...raw.style,
    display: 'flow-root',
    'column-count': 'auto',
    'column-width': 'auto',
  };
  return { ...raw, style, children: [content] };
}

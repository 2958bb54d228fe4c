/** The legend of a fieldset, in the middle of its border. Source: https://html.spec.whatwg.org/multipage/rendering.html#the-fieldset-and-legend-elements */

import type { BlockBox } from '../../box/tree.js';
import type { Edges } from '../algorithm/geometry.js';
import { layout } from '../algorithm/layout.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { snap } from '../algorithm/units.js';
import { resolveMargins } from '../sizing/edges.js';

export interface PlacedLegend {
  readonly result: LayoutResult;
  /** From the fieldset's top left. */
  readonly x: number;
  readonly y: number;
  /** How much higher than the border the legend is. */
  readonly rise: number;
  /** Where the fieldset's border and background begin. */
  readonly frameTop: number;
}

/** @param width  of the fieldset's content */
export function layoutLegend(
  context: LayoutContext,
  fieldset: BlockBox,
  legend: BlockBox,
  width: number,
  border: Edges,
  padding: Edges,
): PlacedLegend {
  const margin = resolveMargins(legend.style, width);
  const result = layout(context, legend, {
    availableWidth: width,
    availableHeight: undefined,
    percentageWidth: width,
    percentageHeight: undefined,
    autoWidthBehavior: 'fit-content',
  });
  const { width: legendWidth, height } = result.fragment;
  const rest = width - legendWidth - margin.left - margin.right;
  const x = border.left + padding.left + margin.left + alignment(fieldset, legend, rest);
  // Its margin at the top counts for nothing in Blink.
  const outer = height + margin.bottom;
  const y = Math.max(0, snap((border.top - height) / 2));
  const frameTop = Math.max(0, snap(y + (height - border.top) / 2));
  return { result, x, y, rise: Math.max(0, outer - border.top), frameTop };
}

/** How far the legend is from the start of the room it has. */
function alignment(fieldset: BlockBox, legend: BlockBox, rest: number): number {
  const { style } = legend;
  const [left, right] = [style['margin-line-left'], style['margin-line-right']];
  const isLtr = fieldset.style.direction === 'ltr';
  if (rest <= 0) return isLtr ? 0 : rest;
  if (left === 'auto') return right === 'auto' ? snap(rest / 2) : rest;
  if (right === 'auto') return 0;
  const align = style['text-align'];
  if (align.endsWith('center')) return snap(rest / 2);
  if (align.endsWith('left')) return 0;
  if (align.endsWith('right')) return rest;
  return (align === 'end') === isLtr ? rest : 0;
}

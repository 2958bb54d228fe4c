/**
 * Rendered legends, which are centred on the fieldset's block-start border.
 * Source: https://html.spec.whatwg.org/multipage/rendering.html#the-fieldset-and-legend-elements
 */

import type { BlockBox } from '../../box/tree.js';
import { constraintSpace } from '../algorithm/constraint-space.js';
import type { Edges } from '../algorithm/geometry.js';
import { layout } from '../algorithm/layout.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { snap } from '../algorithm/units.js';
import { resolveMargins } from '../sizing/edges.js';

export interface PlacedLegend {
  readonly result: LayoutResult;
  /** Offsets from the fieldset's border box, px. */
  readonly x: number;
  readonly y: number;
  /** Height of the legend in excess of the border, px. */
  readonly rise: number;
  /** Block-start edge of the fieldset's painted border and background, from its border box, px. */
  readonly borderOutset: number;
}

/** The fieldset's content-box width and used edges, px. */
interface FieldsetGeometry {
  readonly contentWidth: number;
  readonly border: Edges;
  readonly borderPadding: Edges;
}

export function layoutLegend(
  context: LayoutContext,
  fieldset: BlockBox,
  legend: BlockBox,
  { contentWidth: width, border, borderPadding }: FieldsetGeometry,
): PlacedLegend {
  const margin = resolveMargins(legend.style, width);
  const result = layout(
    context,
    legend,
    constraintSpace({
      availableWidth: width,
      availableHeight: undefined,
      percentageWidth: width,
      percentageHeight: undefined,
      autoWidthBehavior: 'fit-content',
    }),
  );
  const { width: legendWidth, height } = result.fragment;
  const rest = width - legendWidth - margin.left - margin.right;
  const x = borderPadding.left + margin.left + alignmentOffset(fieldset, legend, rest);
  // Without the block-start margin, which does not contribute to the legend's height.
  const outer = height + margin.bottom;
  const y = Math.max(0, snap((border.top - height) / 2));
  const borderOutset = Math.max(0, snap(y + (height - border.top) / 2));
  return { result, x, y, rise: Math.max(0, outer - border.top), borderOutset };
}

/**
 * Inline offset of the legend.
 * @param rest  free space, px
 */
function alignmentOffset(fieldset: BlockBox, legend: BlockBox, rest: number): number {
  const { style } = legend;
  const [left, right] = [style['margin-line-left'], style['margin-line-right']];
  const isLtr = fieldset.style.direction === 'ltr';
  if (rest <= 0) return isLtr ? 0 : rest;
  if (left === 'auto') return right === 'auto' ? snap(rest / 2) : rest;
  if (right === 'auto') return 0;
  // Not the values of `<center>` and `align`, which align blocks.
  const align = style['text-align'];
  if (align === 'center') return snap(rest / 2);
  if (align === 'left') return 0;
  if (align === 'right') return rest;
  return (align === 'end') === isLtr ? rest : 0;
}

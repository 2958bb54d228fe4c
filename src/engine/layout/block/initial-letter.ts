/**
 * The box of an initial letter: as wide as the ink of its glyphs, from the cap height to the baseline or to the end of
 * the ink below it. Blink: `CalculateInitialLetterBoxInlineSize` (initial_letter_utils.cc).
 */

import type { BlockBox } from '../../box/tree.js';
import type { ConstraintSpace } from '../algorithm/constraint-space.js';
import type { MinMax } from '../algorithm/geometry.js';
import type { Algorithm, LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { MAX_LENGTH, snapRound } from '../algorithm/units.js';
import { NO_EXCLUSIONS } from '../floats/exclusions.js';
import { inlineContent, layoutLine } from '../inline/inline.js';
import { overflowOf } from '../overflow/overflow.js';
import { resolveBorderPadding, resolveBorders, resolvePadding } from '../sizing/edges.js';
import { withBorderPadding } from '../sizing/intrinsic.js';
import { plainResult } from './plain-block.js';

export const initialLetterAlgorithm: Algorithm<BlockBox> = { layout: layoutInitialLetter, intrinsicSizes };

function intrinsicSizes(context: LayoutContext, box: BlockBox): MinMax {
  const { left, right } = inkOf(context, box);
  return withBorderPadding(box, { min: right - left, max: right - left });
}

function layoutInitialLetter(context: LayoutContext, box: BlockBox, space: ConstraintSpace): LayoutResult {
  const { style } = box;
  const lineSpace = {
    availableWidth: MAX_LENGTH,
    percentageHeight: undefined,
    bfcX: 0,
    bfcY: 0,
    exclusions: NO_EXCLUSIONS,
  };
  const { line } = layoutLine(context, box, lineSpace, undefined);
  const { left, right, under } = inkOf(context, box);
  const capHeight = snapRound(inlineContent(context, box).style.metrics.capHeight);
  const border = resolveBorders(style);
  const padding = resolvePadding(style, space.percentageWidth);
  const edges = resolveBorderPadding(style, space.percentageWidth);
  const width = edges.left + right - left + edges.right;
  const height = edges.top + capHeight + under + edges.bottom;
  const baseline = edges.top + capHeight;
  const narrow = { ...line, width: right - left };
  const children = [{ fragment: narrow, x: edges.left - left, y: baseline - line.baseline }];
  const overflow = overflowOf(style, width, height, border, [], undefined);
  return plainResult(box, { width, height, border, padding, children, baseline, overflow });
}

/** Edges of the ink in whole px. Blink: `gfx::ToEnclosingRect` of the glyph bounds. */
function inkOf(context: LayoutContext, box: BlockBox): { left: number; right: number; under: number } {
  const { items } = inlineContent(context, box);
  const text = items.find((item) => item.type === 'text');
  if (!text) return { left: 0, right: 0, under: 0 };
  const ink = context.shaper.ink(text.shaped);
  return { left: Math.floor(ink.left), right: Math.ceil(ink.right), under: Math.ceil(ink.under) };
}

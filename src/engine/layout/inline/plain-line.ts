/**
 * Fast path for a block whose only content is text that fits on one line, as in most table cells and headings: skips
 * line breaking, baseline alignment and bidi reordering. The result equals that of the general algorithm in inline.ts.
 */

import type { LineFragment } from '../algorithm/fragment.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { snapCeil } from '../algorithm/units.js';
import type { InlineContent, InlineItem, TextItem } from './inline-items.js';
import { textMetrics } from './line-box.js';
import { lineOverflow } from './line-overflow.js';
import type { LineResult, LineSpace } from './line-result.js';
import { isTrailing } from './pieces.js';
import { lastLineStart } from './place-line.js';
import type { InlineStyle } from './styles.js';
import { isComposedRun, plainTextFragment } from './text-fragment.js';

/**
 * The text item of content that is eligible for the fast path; undefined: it is not.
 * @param items  shaped items, all at bidi level 0
 */
export function plainTextOf(
  context: LayoutContext,
  items: readonly InlineItem[],
  root: InlineStyle,
): TextItem | undefined {
  const item = items[0];
  if (items.length !== 1 || item?.type !== 'text' || item.symbol || item.source) return undefined;
  const { style, shaped } = item;
  if (!style.collapses || style.isCentral || root.style['hanging-punctuation'].length > 0) return undefined;
  if (style.metrics !== root.metrics || style.lineHeight !== root.lineHeight) return undefined;
  const run = shaped.runs[0];
  if (shaped.runs.length !== 1 || !run?.glyphs || run.upright || run.features || run.level !== 0) return undefined;
  // With `line-height: normal`, a fallback font contributes to the line height.
  if (style.normalLineHeight && context.fonts.metrics(run.face, style.shape.font.size) !== style.metrics)
    return undefined;
  const { text } = shaped;
  if (isTrailing(text.charCodeAt(0)) || isTrailing(text.charCodeAt(text.length - 1))) return undefined;
  return isComposedRun(context, item, run, text) ? undefined : item;
}

/**
 * The only line of plain text, without floats beside it.
 * @param indent  of the line, px
 * @returns       undefined: the text does not fit, or the line needs the general algorithm
 */
export function plainLine(
  content: InlineContent,
  item: TextItem,
  availableWidth: number,
  indent: number,
): LineFragment | undefined {
  if (indent < 0) return undefined;
  const { end, style, shaped } = item;
  const width = Math.max(0, snapCeil(shaped.advances[end]!));
  const rest = availableWidth - (width + indent);
  if (rest < 0) return undefined;
  const left = lastLineStart(content, indent, rest);
  if (left === undefined) return undefined;
  const { ascent, descent } = textMetrics(style);
  const fragment = plainTextFragment(item, width);
  return {
    kind: 'line',
    style: content.box.style,
    width: availableWidth,
    height: Math.max(0, ascent + descent),
    baseline: ascent,
    alphabeticBaseline: undefined,
    children: [{ fragment, x: left, y: ascent - style.metrics.ascent }],
    isLast: true,
    isEmpty: false,
    hanging: 0,
    rotation: undefined,
  };
}

/**
 * @param indent  of the line, px
 * @returns       undefined: the line needs the general algorithm
 */
export function layoutPlainLine(
  content: InlineContent,
  item: TextItem,
  space: LineSpace,
  indent: number,
): LineResult | undefined {
  const { exclusions, availableWidth } = space;
  if (space.clamped || Math.max(exclusions.leftBottom, exclusions.rightBottom) > space.bfcY) return undefined;
  const line = plainLine(content, item, availableWidth, indent);
  return (
    line && {
      line,
      y: 0,
      height: line.height,
      empty: false,
      next: undefined,
      exclusions,
      floats: NONE,
      floatTokens: NONE,
      leading: undefined,
      outOfFlow: NONE,
      clearAfter: 'none',
      overflow: lineOverflow(line.children, availableWidth, line.height),
    }
  );
}

const NONE: readonly never[] = [];

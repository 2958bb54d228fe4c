/**
 * Fast path for text that fits on one line, alone in its block, as in most table cells and headings, or between forced
 * breaks, as in addresses: skips line breaking, baseline alignment and bidi reordering. The result equals that of the
 * general algorithm in inline.ts.
 */

import type { LineFragment, TextFragment } from '../algorithm/fragment.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { snapCeil } from '../algorithm/units.js';
import type { InlineContent, InlineItem, TextItem } from './inline-items.js';
import type { LinePosition } from './line.js';
import { textMetrics } from './line-box.js';
import { isTrailing } from './pieces.js';
import { lastLineStart } from './place-line.js';
import type { InlineStyle } from './styles.js';
import { isComposedRun, plainTextFragment } from './text-fragment.js';

/**
 * Whether content is eligible for the fast path: nothing but plain texts and forced breaks between them.
 * @param items  shaped items, all at bidi level 0
 */
export function isPlain(context: LayoutContext, items: readonly InlineItem[], root: InlineStyle): boolean {
  if (root.style['hanging-punctuation'].length > 0) return false;
  return items.every((item) => (item.type === 'text' ? isPlainText(context, item, root) : isPlainBreak(item, root)));
}

function isPlainText(context: LayoutContext, item: TextItem, root: InlineStyle): boolean {
  const { style, shaped, symbol, source } = item;
  if (symbol || source || !style.collapses || style.isCentral || !hasLineHeightOf(root, style)) return false;
  const { text, runs } = shaped;
  // Adjacent items are shaped together.
  if (text.length !== item.end - item.start) return false;
  const run = runs[0];
  if (runs.length !== 1 || !run?.glyphs || run.upright || run.features || run.level !== 0) return false;
  // With `line-height: normal`, a fallback font contributes to the line height.
  if (style.normalLineHeight && context.fonts.metrics(run.face, style.shape.font.size) !== style.metrics) return false;
  if (isTrailing(text.charCodeAt(0)) || isTrailing(text.charCodeAt(text.length - 1))) return false;
  return !isComposedRun(context, item, run, text);
}

const isPlainBreak = (item: InlineItem, root: InlineStyle): boolean =>
  item.type === 'control' &&
  item.control === 'break' &&
  item.box.kind === 'break' &&
  item.box.style.clear === 'none' &&
  hasLineHeightOf(root, item.style);

const hasLineHeightOf = (root: InlineStyle, { metrics, lineHeight }: InlineStyle): boolean =>
  metrics === root.metrics && lineHeight === root.lineHeight;

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
  const { style, shaped } = item;
  const width = Math.max(0, snapCeil(shaped.advances[shaped.text.length]!));
  const rest = availableWidth - (width + indent);
  if (rest < 0) return undefined;
  const left = lastLineStart(content, indent, rest);
  if (left === undefined) return undefined;
  return lineOfText(content, style, plainTextFragment(item, width), availableWidth, left, true);
}

/**
 * A line with one text, whose height is that of every plain line.
 * @param style  of the text
 * @param left   inline offset of the text, px
 */
export function lineOfText(
  content: InlineContent,
  style: InlineStyle,
  fragment: TextFragment,
  availableWidth: number,
  left: number,
  isLast: boolean,
): LineFragment {
  const { ascent, descent } = textMetrics(style);
  return {
    kind: 'line',
    style: content.box.style,
    width: availableWidth,
    height: Math.max(0, ascent + descent),
    baseline: ascent,
    alphabeticBaseline: undefined,
    children: [{ fragment, x: left, y: ascent - style.metrics.ascent }],
    isLast,
    isEmpty: false,
    hanging: 0,
    rotation: undefined,
  };
}

/**
 * The text between forced breaks that a line of plain content starts with, and where the next line starts.
 * @returns  undefined: the line starts inside a text, has none, or may be balanced with others
 */
export function plainLineAt(
  content: InlineContent,
  { index, offset }: LinePosition,
): { readonly item: TextItem; readonly next: LinePosition | undefined } | undefined {
  const { plainText } = content;
  if (plainText) return index === 0 && offset === 0 ? { item: plainText, next: undefined } : undefined;
  if (content.style.style['text-wrap-style'] !== 'auto') return undefined;
  const item = content.items[index];
  if (item?.type !== 'text' || item.start !== offset) return undefined;
  const after = nextLine(content, index);
  return after && { item, next: after.position };
}

/**
 * Where the line after a text of plain content starts; `position` is undefined at the end of the content.
 * @param index  of the text
 * @returns      undefined: the text does not end its line
 */
export function nextLine(
  { items }: InlineContent,
  index: number,
): { readonly position: LinePosition | undefined } | undefined {
  const follows = items[index + 1];
  if (follows?.type === 'text') return undefined;
  if (!follows || index + 2 >= items.length) return { position: undefined };
  const position: LinePosition = {
    kind: 'inline-token',
    index: index + 2,
    offset: follows.end,
    open: NONE,
    afterForcedBreak: true,
  };
  return { position };
}

const NONE: readonly never[] = [];

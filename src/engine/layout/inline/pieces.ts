/** The parts of inline items on one line, and their widths. Modelled on Blink's `InlineItemResult`. */

import type { SymbolShape } from '../../box/marker-symbols.js';
import { NO_BREAK } from '../../text/line-break.js';
import type { ShapedText } from '../../text/types.js';
import type { BoxFragment } from '../algorithm/fragment.js';
import type { Edges } from '../algorithm/geometry.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { snapCeil } from '../algorithm/units.js';
import type { OutOfFlow } from '../positioned/out-of-flow.js';
import type { InlineEdges } from './edges.js';
import type {
  AtomicItem,
  ControlItem,
  DetachedItem,
  InlineContent,
  LeaderItem,
  TagItem,
  TextItem,
} from './inline-items.js';
import type { InlineStyle } from './styles.js';
import { symbolWidth } from './symbols.js';

export type Piece = TextPiece | ControlPiece | TagPiece | AtomicPiece | LeaderPiece | DetachedPiece;

interface PieceBase {
  /** Index of the item. */
  readonly index: number;
  /** Range in the text of the content. */
  readonly start: number;
  end: number;
  /** Inline size, multiples of 1/64 px. */
  width: number;
}

export interface TextPiece extends PieceBase {
  readonly type: 'text';
  readonly item: TextItem;
  /** The piece starts, or ends, its shaped run on the line: the glyphs there are reshaped. */
  readonly startsLine: boolean;
  endsLine: boolean;
  /** The hyphen of a break at a soft hyphen; `width` includes it. */
  hyphen: ShapedText | undefined;
  /** Width trimmed from the full-width mark at its end, px. */
  endTrim: number;
  /** Expansion by `text-align: justify`. */
  expansion: Expansion | undefined;
}

/** Justification of one piece. Source: https://drafts.csswg.org/css-text-3/#expansion-opportunity */
export interface Expansion {
  /** Expansion per opportunity, px. */
  readonly each: number;
  /** Number of opportunities at spaces. */
  readonly spaces: number;
  /** Text offsets of the other opportunities, between ideographs. */
  readonly gaps: readonly number[];
}

export interface ControlPiece extends PieceBase {
  readonly type: 'control';
  readonly item: ControlItem;
}

interface TagPiece extends PieceBase, InlineEdges {
  readonly type: 'open' | 'close';
  readonly item: TagItem;
}

export interface AtomicPiece extends PieceBase {
  readonly type: 'atomic';
  readonly item: AtomicItem;
  readonly fragment: BoxFragment;
  readonly margin: Edges;
  readonly outOfFlow: readonly OutOfFlow[];
}

export interface LeaderPiece extends PieceBase {
  readonly type: 'leader';
  readonly item: LeaderItem;
}

export interface DetachedPiece extends PieceBase {
  readonly type: 'float' | 'out-of-flow';
  readonly item: DetachedItem;
}

/**
 * Unrounded width of the item's text from `start` to `end`, px. At a line's start or end inside a shaped run the glyphs
 * are reshaped (kerning, joining); elsewhere they are those of the run.
 */
export function textWidth(
  context: LayoutContext,
  item: TextItem,
  start: number,
  end: number,
  startsLine: boolean,
  mayEndLine: boolean,
): number {
  const { shaped, shapedStart } = item;
  const from = start - shapedStart;
  const to = end - shapedStart;
  const { advances } = shaped;
  const endsLine = mayEndLine && (item.exactEnd || shaped.text.charCodeAt(to) !== SPACE);
  if (startsLine && from > 0) {
    if (endsLine || !hasSafeBreak(item, start, end - 1)) return context.shaper.lineWidth(shaped, from, to);
    const last = shaped.text.length;
    return context.shaper.lineWidth(shaped, from, last) - (advances[last]! - advances[to]!);
  }
  if (endsLine && to < shaped.text.length) return context.shaper.lineWidth(shaped, 0, to) - advances[from]!;
  return advances[to]! - advances[from]!;
}

/** Whether the range contains an offset that is safe to break, in HarfBuzz's sense. */
function hasSafeBreak({ shaped, shapedStart }: TextItem, start: number, end: number): boolean {
  for (let at = end; at >= start; at--) if (shaped.unsafe[at - shapedStart] === 0) return true;
  return false;
}

export function textPieceWidth(context: LayoutContext, piece: TextPiece): number {
  const { item, start, end, startsLine, endsLine, hyphen, endTrim } = piece;
  if (item.symbol) return markerSymbolWidth(item.symbol, item);
  const text = Math.max(0, snapCeil(textWidth(context, item, start, end, startsLine, endsLine) - endTrim));
  return hyphen ? text + shapedWidth(hyphen) : text;
}

/** Width of a drawn list marker, px. */
export function markerSymbolWidth(symbol: SymbolShape, { style: { textAscent, style } }: TextItem): number {
  return symbolWidth(symbol, { ascent: textAscent, size: style['font-size'] });
}

export function shapedWidth(shaped: ShapedText): number {
  return snapCeil(shaped.advances[shaped.text.length]!);
}

export function shapeHyphen(context: LayoutContext, item: TextItem): ShapedText {
  return context.shaper.shape(item.style.hyphen, item.style.hyphenShape, {
    direction: item.level % 2 === 1 ? 'rtl' : 'ltr',
    level: item.level,
  });
}

/**
 * Width of a tab at inline position `position`, px; spaces are those of the block container. A tab narrower than half a
 * space extends to the next tab stop; the specification has 0.5ch.
 * Source: https://drafts.csswg.org/css-text-3/#white-space-phase-2
 */
export function tabWidth(
  context: LayoutContext,
  container: InlineStyle,
  { style: { style } }: ControlItem,
  position: number,
): number {
  const space = context.shaper.shape(' ', container.shape, { direction: 'ltr' }).advances[1]!;
  const size = style['tab-size'];
  const stop = typeof size === 'number' ? size : size.spaces * space;
  if (stop <= 0) return 0;
  const distance = stop - (position % stop);
  return snapCeil(distance < space / 2 ? distance + stop : distance);
}

export const SPACE = 0x20;
const ZERO_WIDTH_SPACE = 0x200b;

/** Includes zero width spaces, which may replace collapsed ones. */
export const isTrailing = (unit: number) => unit === SPACE || unit === ZERO_WIDTH_SPACE;

/** The end of text[start..end) without trailing spaces that hang or collapse. */
export function trimmedEnd(content: InlineContent, item: TextItem, start: number, end: number): number {
  const { style } = item;
  if (!style.collapses && (!style.wraps || style.breakStyle.breakSpaces)) return end;
  let trimmed = end;
  while (trimmed > start && isTrailing(content.text.charCodeAt(trimmed - 1))) trimmed--;
  return trimmed;
}

/** Largest index in [from, to] up to which the text, as shaped in its run, fits `remainingWidth` px. */
export function lastIndexWithin(item: TextItem, from: number, to: number, remainingWidth: number): number {
  const { advances } = item.shaped;
  const limit = advances[from - item.shapedStart]! + remainingWidth;
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (advances[middle - item.shapedStart]! <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The first break opportunity inside the item after `from`. */
export function firstBreak(content: InlineContent, item: TextItem, from: number): number | undefined {
  const breaks = item.style.breakAnywhere ? content.graphemes() : content.breaks();
  for (let at = from + 1; at < item.end; at++) if (breaks[at] !== NO_BREAK) return at;
  return undefined;
}

export function textPiece(
  context: LayoutContext,
  item: TextItem,
  index: number,
  start: number,
  end: number,
  startsLine: boolean,
): TextPiece {
  const piece: TextPiece = {
    type: 'text',
    item,
    index,
    start,
    end,
    width: 0,
    startsLine,
    endsLine: false,
    hyphen: undefined,
    endTrim: 0,
    expansion: undefined,
  };
  piece.width = textPieceWidth(context, piece);
  return piece;
}

export function detachedPiece(item: DetachedItem, index: number): DetachedPiece {
  return { type: item.type, item, index, start: item.start, end: item.end, width: 0 };
}

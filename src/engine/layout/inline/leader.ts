/**
 * Leaders: text repeated to fill the line between the content before and after it.
 * Source: https://drafts.csswg.org/css-content-3/#leaders
 */

import { BREAK, NO_BREAK } from '../../text/line-break.js';
import type { ShapedText } from '../../text/types.js';
import type { TextFragment } from '../algorithm/fragment.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { LAYOUT_UNIT, snap, snapCeil } from '../algorithm/units.js';
import type { LeaderItem, TextItem } from './inline-items.js';
import { reportMissingGlyphs } from './missing-glyphs.js';
import type { LeaderPiece, Piece, TextPiece } from './pieces.js';
import { textFragment } from './text-fragment.js';
import { runsOf } from './text-runs.js';

const SPACE = ' ';
/** Limit of copies for tiny or zero-width text; those next to the line's end are kept. */
const MAX_COPIES = 5000;
/** Limit of UTF-16 units of all copies, of which there is at least one. */
const MAX_UNITS = 50_000;

/** Distance between two copies of the text, px. */
function stepOf(context: LayoutContext, item: LeaderItem): number {
  const { text } = item.box;
  const { advances } = repeated(context, item, 2);
  return advances[2 * text.length]! - advances[text.length]!;
}

function repeated(context: LayoutContext, { box, style, level }: LeaderItem, count: number): ShapedText {
  const direction = level % 2 === 1 ? 'rtl' : 'ltr';
  return context.shaper.shape(box.text.repeat(count), style.shape, { direction, level });
}

/** Minimum width of a leader, px: one full copy of its text. */
export function minLeaderWidth(context: LayoutContext, item: LeaderItem): number {
  return Math.max(0, snapCeil(stepOf(context, item)));
}

/**
 * Sets a break opportunity before the leader and removes the one after it, so that it stays with the following content.
 * A leader without following content stays with the content before it, since it may not be alone on a line.
 */
export function setBreaksAroundLeader(text: string, { start, end }: LeaderItem, breaks: Uint8Array): void {
  let next = end;
  while (text[next] === SPACE) next++;
  for (let at = end; at <= next && at < text.length; at++) breaks[at] = NO_BREAK;
  if (start > 0 && text[start - 1] !== '\n') breaks[start] = next < text.length ? BREAK : NO_BREAK;
}

/**
 * Distributes the free space of a line equally to its leaders.
 * @param free  px
 * @returns false: the line has no leader
 */
export function fillLeaders(pieces: readonly Piece[], free: number): boolean {
  const leaders = pieces.filter((piece): piece is LeaderPiece => piece.type === 'leader');
  let rest = free;
  for (const [i, leader] of leaders.entries()) {
    const share = snap(rest / (leaders.length - i));
    leader.width += share;
    rest -= share;
  }
  return leaders.length > 0;
}

/**
 * The copies of the leader's text, on a grid from the line's end edge, which aligns the leaders of several lines. If no
 * copy fits the grid, there is one next to the following content.
 * @param x     left edge of the leader, px
 * @param edge  the line's end edge in its base direction
 */
export function leaderFragment(
  context: LayoutContext,
  { item, width }: LeaderPiece,
  x: number,
  edge: { readonly x: number; readonly direction: 'ltr' | 'rtl' },
): TextFragment {
  const step = stepOf(context, item);
  const isLtr = edge.direction === 'ltr';
  // Distances from the end edge.
  const [near, far] = isLtr ? [edge.x - x - width, edge.x - x] : [x - edge.x, x + width - edge.x];
  // The edges are rounded to layout units, the step is not.
  const first = Math.ceil((near - LAYOUT_UNIT) / step) * step;
  const max = Math.max(1, Math.min(MAX_COPIES, Math.floor(MAX_UNITS / item.box.text.length)));
  const fitting = Math.min(max, Math.floor((far - first + LAYOUT_UNIT) / step));
  const [end, count] = step > 0 && fitting > 0 ? [first, fitting] : [near, 1];
  const length = count * step;
  const left = isLtr ? edge.x - end - length - x : edge.x + end - x;
  const { piece, text } = pieceOf(item, repeated(context, item, count));
  const fragment = textFragment(context, { text }, piece);
  return { ...fragment, width, content: runsOf(fragment).map((run) => ({ ...run, x: run.x + left })) };
}

function pieceOf(item: LeaderItem, shaped: ShapedText): { readonly piece: TextPiece; readonly text: string } {
  const { text } = shaped;
  const place = { index: 0, start: 0, end: text.length, width: 0 };
  const ends = { startsLine: false, endsLine: false, hyphen: undefined, endTrim: 0, expansion: undefined };
  return { piece: { type: 'text', item: textItem(item, shaped), ...place, ...ends }, text };
}

function textItem({ box, style, level }: LeaderItem, shaped: ShapedText): TextItem {
  const place = { start: 0, end: shaped.text.length, shapedStart: 0, startsRun: true, exactEnd: false };
  return { type: 'text', box, style, level, shaped, ...place, symbol: undefined, source: undefined };
}

/** Reports the missing glyphs of a leader's text. */
export function reportMissingInLeader(context: LayoutContext, item: LeaderItem): void {
  reportMissingGlyphs(context, textItem(item, repeated(context, item, 1)));
}

/** Break opportunities in the text of a block container, which depend on its items too. */

import { BREAK, type BreakRange, breakOpportunities, NO_BREAK } from '../../text/line-break.js';
import type { AtomicItem, ControlItem, InlineItem } from './inline-items.js';
import { setBreaksAroundLeader } from './leader.js';
import { setBreaksAroundRuby } from './ruby-breaks.js';
import type { InlineStyle } from './styles.js';

/** Break opportunities of the text, without those inside content that does not wrap. */
export function findBreaks(text: string, items: readonly InlineItem[], root: InlineStyle): Uint8Array {
  const [first] = items;
  if (items.length === 1 && first?.type === 'text' && first.style.wraps && root.wraps)
    return breakOpportunities(text, first.style.breakStyle);
  const ranges: BreakRange[] = [];
  for (const { style, end } of items) {
    const last = ranges.at(-1);
    if (last && last.style === style.breakStyle) ranges[ranges.length - 1] = { end, style: style.breakStyle };
    else if (end > (last?.end ?? 0)) ranges.push({ end, style: style.breakStyle });
  }
  if ((ranges.at(-1)?.end ?? 0) < text.length) ranges.push({ end: text.length, style: root.breakStyle });
  const breaks = breakOpportunities(text, ranges);
  let hasRuby = false;
  for (const item of items) {
    if (item.type === 'atomic') {
      allowBreaksAround(text, item, breaks);
      hasRuby ||= item.box.kind === 'block' && item.box.isRubyPair === true;
    } else if (item.type === 'control' && item.control === 'bidi') moveBreakOutside(text, item, breaks);
  }
  if (hasRuby) setBreaksAroundRuby(text, items, breaks);
  for (const item of items) if (item.type === 'leader') setBreaksAroundLeader(text, item, breaks);
  if (items.some((item) => !item.style.wraps) || !root.wraps) forbidBreaks(text, breaks, items, root);
  return breaks;
}

/**
 * Adds the break opportunities before and after atomic inlines, regardless of adjacent characters.
 * Source: https://drafts.csswg.org/css-text-3/#line-break-details
 */
function allowBreaksAround(text: string, { start, end }: AtomicItem, breaks: Uint8Array): void {
  if (start > 0 && text[start - 1] !== '\n') breaks[start] = BREAK;
  if (end < text.length && text[end] !== '\n') breaks[end] = BREAK;
}

/** Moves break opportunities before opening and after closing bidi controls, to the edges of the box. */
function moveBreakOutside(text: string, { start, end }: ControlItem, breaks: Uint8Array): void {
  const isClosing = text[start] === '\u202c' || text[start] === '\u2069';
  const [inside, outside] = isClosing ? [start, end] : [end, start];
  for (let at = start + 1; at < end; at++) breaks[at] = NO_BREAK;
  if (breaks[inside] === NO_BREAK || inside >= text.length) return;
  if (outside > 0 && outside < text.length) breaks[outside] = breaks[inside]!;
  breaks[inside] = NO_BREAK;
}

/**
 * Removes the break opportunities inside text that does not wrap, and after its last space. Opportunities between two
 * items remain if one of the adjacent boxes wraps.
 * Source: https://drafts.csswg.org/css-text-3/#line-break-details
 */
function forbidBreaks(text: string, breaks: Uint8Array, items: readonly InlineItem[], root: InlineStyle): void {
  const open: InlineStyle[] = [root];
  let wrapsBefore = root.wraps;
  let wrapsHere = false;
  let leavesNoWrap = false;
  for (const item of items) {
    if (item.type === 'open') open.push(item.style);
    else if (item.type === 'close') {
      open.pop();
      leavesNoWrap ||= !item.style.wraps && open.at(-1)!.wraps;
    }
    const { start, end } = item;
    if (start === end) {
      wrapsHere ||= open.at(-1)!.wraps;
      continue;
    }
    const { wraps } = item.style;
    const isAfterSpace = text[start - 1] === ' ';
    if (isAfterSpace ? !wrapsBefore : !wrapsBefore && !wrapsHere && !wraps) breaks[start] = NO_BREAK;
    // After a box that does not wrap, there is an opportunity before a space, too.
    if (leavesNoWrap && wraps && item.style.collapses && text[start] === ' ') breaks[start] = BREAK;
    if (!wraps) breaks.fill(NO_BREAK, start + 1, end);
    wrapsBefore = wraps;
    wrapsHere = false;
    leavesNoWrap = false;
  }
}

/** Line breaks before and after ruby: by the characters of its base, as if it had no annotation. */

import type { BlockBox, InlineLevelBox } from '../../box/tree.js';
import { type BreakStyle, breakOpportunities } from '../../text/line-break.js';
import type { AtomicItem, InlineItem } from './inline-items.js';

/** Characters around a boundary that line breaking may look at. */
const CONTEXT = 8;

/**
 * Sets the break opportunities around ruby pairs.
 * @param text  in which an atomic inline is one character
 * Source: https://drafts.csswg.org/css-ruby-1/#line-breaks
 */
export function setBreaksAroundRuby(text: string, items: readonly InlineItem[], breaks: Uint8Array): void {
  const bases = new Map<number, string>();
  for (const item of items) {
    const base = item.type === 'atomic' ? baseText(item) : '';
    if (base) bases.set(item.start, base);
  }
  if (bases.size === 0) return;
  for (const item of items) {
    if (item.type !== 'atomic' || !bases.has(item.start)) continue;
    const { start, end, style } = item;
    if (start > 0 && text[start - 1] !== '\n') breaks[start] = breakAt(text, start, bases, style.breakStyle);
    if (end < text.length && text[end] !== '\n') breaks[end] = breakAt(text, end, bases, style.breakStyle);
  }
}

function breakAt(text: string, at: number, bases: ReadonlyMap<number, string>, style: BreakStyle): number {
  const withBases = (from: number, to: number) => {
    let result = '';
    for (let i = from; i < Math.min(to, text.length); i++) result += bases.get(i) ?? text[i];
    return result;
  };
  const before = withBases(Math.max(0, at - CONTEXT), at);
  return breakOpportunities(before + withBases(at, at + CONTEXT), style)[before.length]!;
}

/** The text of the base of a ruby pair; empty for other atomic inlines and bases that are not only text. */
function baseText({ box }: AtomicItem): string {
  if (box.kind !== 'block' || !box.isRubyPair || box.content.type !== 'blocks') return '';
  const base = box.content.children.find(
    (child): child is BlockBox => child.origin === 'anonymous' && child.kind === 'block',
  );
  return base?.content.type === 'inlines' ? textOf(base.content.children) : '';
}

function textOf(boxes: readonly InlineLevelBox[]): string {
  const parts = boxes.map((box) => {
    if (box.kind === 'text') return box.text.trim();
    return box.kind === 'inline' ? textOf(box.children) : '';
  });
  return parts.join('');
}

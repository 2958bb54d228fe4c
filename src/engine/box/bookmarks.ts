/**
 * Bookmarks from `bookmark-level` and `bookmark-label`.
 * Source: https://drafts.csswg.org/css-content-3/#bookmark-generation
 */

import type { ComputedStyle } from '../css/properties/table.js';
import type { ContentItem } from '../css/values/values.js';
import type { ElementNode } from '../html/dom.js';
import type { RawNode } from './raw.js';

/** Whether an element has the bookmark that painting gives headings: it needs none at its box. */
export function hasDefaultBookmark(element: ElementNode, style: ComputedStyle): boolean {
  const level = style['bookmark-level'];
  if (level !== headingLevel(element)) return false;
  const label = style['bookmark-label'];
  return level === 'none' || (label.length === 1 && label[0]?.type === 'content' && label[0].part === 'text');
}

/** Adds the bookmark of an element to its first box. */
export function withBookmark(nodes: RawNode[], style: ComputedStyle, text: (item: ContentItem) => string): RawNode[] {
  const level = style['bookmark-level'];
  const label = style['bookmark-label'];
  const box = nodes.find(({ kind }) => kind === 'box' || kind === 'replaced');
  if (box) box.bookmark = { level, label: level === 'none' ? '' : label.map(text).join('') };
  return nodes;
}

/** The `bookmark-level` of the user agent style sheet. */
export function headingLevel({ name, namespace }: ElementNode): 'none' | number {
  if (namespace !== 'html' || name.length !== 2 || !name.startsWith('h')) return 'none';
  const level = Number(name[1]);
  return level >= 1 && level <= 6 ? level : 'none';
}

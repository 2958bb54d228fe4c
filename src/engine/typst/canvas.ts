/** Code and types shared by the emitters of items and tags. */

import type { DisplayItem, LinkTarget } from '../paint/display-list.js';
import { type Code, call, length, named, sequence } from './writer.js';

/** px; wider than any line, so that Typst wraps nothing. */
export const UNBOUNDED = 50_000;

/** State inherited from the groups and tags around an item. */
export interface ItemContext {
  /** Product of the opacities of the groups around. */
  readonly alpha: number;
  readonly target: LinkTarget | undefined;
  readonly artifact: boolean;
  /** Number of tags around. */
  readonly depth: number;
}

/**
 * Which tags a document can afford. A run of text costs 35 µs to compile, a rectangle 4 µs. A table cell adds 140 bytes
 * and 20 µs, a paragraph 90 bytes and 40 µs; 5 µs each where they are a single run, as inline content.
 */
export interface TagLimits {
  readonly tables: boolean;
  readonly paragraphs: boolean;
}

export interface ItemEmitter {
  readonly limits: TagLimits;
  items(items: readonly DisplayItem[], context: ItemContext): Code[];
  /** Items that are a single run of text, as inline content; else undefined. */
  inline(items: readonly DisplayItem[], context: ItemContext): Code | undefined;
}

/** A block whose origin is that of the page. */
export const canvas = (statements: readonly Code[]): Code =>
  call('block', named('width', length(UNBOUNDED)), named('height', length(0)), sequence(statements));

export const placed = (x: number, y: number, body: Code): Code =>
  call('place', named('dx', length(x)), named('dy', length(y)), body);

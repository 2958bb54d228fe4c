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

/** Which tags a document can afford: a table cell costs 140 bytes and 30 µs, a paragraph 90 bytes and 40 µs. */
export interface TagLimits {
  readonly tables: boolean;
  readonly paragraphs: boolean;
}

export interface ItemEmitter {
  readonly limits: TagLimits;
  items(items: readonly DisplayItem[], context: ItemContext): Code[];
}

/** A block whose origin is that of the page. */
export const canvas = (statements: readonly Code[]): Code =>
  call('block', named('width', length(UNBOUNDED)), named('height', length(0)), sequence(statements));

export const placed = (x: number, y: number, body: Code): Code =>
  call('place', named('dx', length(x)), named('dy', length(y)), body);

/** What emitting items and emitting tags share. */

import type { DisplayItem, LinkTarget } from '../paint/display-list.js';
import { type Code, call, length, named, sequence } from './writer.js';

/** px; wider than any line, so that nothing wraps. */
export const UNBOUNDED = 50_000;

/** What the groups and tags around an item say about it. */
export interface ItemContext {
  /** Product of the opacities around. */
  readonly alpha: number;
  readonly target: LinkTarget | undefined;
  readonly artifact: boolean;
  /** Tags around. */
  readonly depth: number;
}

/** How much structure a document can afford: a table cell's costs 140 bytes and 30 µs, a paragraph's 90 and 40. */
export interface TagLimits {
  readonly tables: boolean;
  readonly paragraphs: boolean;
}

export interface ItemEmitter {
  readonly limits: TagLimits;
  items(items: readonly DisplayItem[], context: ItemContext): Code[];
}

/** Statements on a canvas of their own, whose origin is the page's. */
export const canvas = (statements: readonly Code[]): Code =>
  call('block', named('width', length(UNBOUNDED)), named('height', length(0)), sequence(statements));

export const placed = (x: number, y: number, body: Code): Code =>
  call('place', named('dx', length(x)), named('dy', length(y)), body);

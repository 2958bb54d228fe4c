/** What a line is before it has places: the types between breaking, stacking and placing, and what they share. */

import type { BlockLevelBox } from '../../box/tree.js';
import type { BreakToken } from '../algorithm/break-token.js';
import type { PlacedFloat } from '../algorithm/result.js';
import { type ExclusionSpace, opportunities } from '../floats/exclusions.js';
import type { FloatContainer } from '../floats/floats.js';
import { sideOf } from './edges.js';
import type { InlineItem, TagItem } from './inline-items.js';
import type { InlineToken, LineSpace } from './line-result.js';
import type { Piece } from './pieces.js';

/** Where a line starts. */
export interface LinePosition extends InlineToken {
  /** Of the item and the offset in the text. */
  readonly index: number;
  readonly offset: number;
  /** Inline boxes that started on earlier lines, outermost first. */
  readonly open: readonly TagItem[];
  readonly afterForcedBreak: boolean;
}

/** The room for a line between floats, in the block formatting context. */
export interface LineRoom {
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

/** The pieces of one line in logical order, with how it starts and ends. */
export interface BrokenLine {
  readonly pieces: readonly Piece[];
  readonly open: readonly TagItem[];
  /** Width of the content with the indent, without spaces that hang. */
  readonly width: number;
  readonly indent: number;
  /** No line box: nothing that counts is on it. */
  readonly empty: boolean;
  /** Nothing sticks out of the room. */
  readonly fits: boolean;
  readonly endsWithForcedBreak: boolean;
  readonly next: LinePosition | undefined;
  readonly room: LineRoom;
  readonly exclusions: ExclusionSpace;
  readonly floats: readonly PlacedFloat[];
  /** Floats that go to the next page as a whole. */
  readonly floatTokens: readonly BreakToken[];
  /** Floats that go below the line. */
  readonly laterFloats: readonly BlockLevelBox[];
  readonly clearAfter: 'none' | 'left' | 'right' | 'both';
}

/** What is known before the line is broken. */
export interface LineStart {
  readonly position: LinePosition;
  readonly indent: number;
  /** Floats of items before this index are placed already. */
  readonly floatsPlacedBefore: number;
  readonly exclusions: ExclusionSpace;
  readonly room: LineRoom;
}

/** The container of a float on a line with its top at `y`. */
export function floatContainer(space: LineSpace, y: number): FloatContainer {
  return {
    bfcX: space.bfcX,
    width: space.availableWidth,
    y,
    percentageHeight: space.percentageHeight,
    fragmentainer: space.fragmentainer,
  };
}

/** The room right at `y`. */
export function roomAt(space: LineSpace, exclusions: ExclusionSpace, y: number): LineRoom {
  const right = space.bfcX + space.availableWidth;
  const room = opportunities(exclusions, y, space.bfcX, right).next().value;
  return room ? { ...room, top: y } : { left: space.bfcX, right, top: y };
}

/** Edges and `wbr` make a line box too. */
export function makesLine(piece: Piece): boolean {
  if (piece.type === 'control') return piece.item.control !== 'bidi';
  if (piece.type !== 'open' && piece.type !== 'close') return false;
  const side = sideOf(piece.item);
  return piece.margin[side] !== 0 || piece.border[side] !== 0 || piece.padding[side] !== 0;
}

/** The inline boxes that are open after a line. */
export function openTags(before: readonly TagItem[], pieces: readonly Piece[]): TagItem[] {
  const open = [...before];
  for (const piece of pieces) {
    if (piece.type === 'open') open.push(piece.item);
    else if (piece.type === 'close') open.pop();
  }
  return open;
}

/** Text finds its own break; what takes no room does not make the line longer. */
export function checksByItself(item: InlineItem): boolean {
  if (item.type === 'control') return item.control !== 'break';
  return item.type === 'text' || item.type === 'close' || item.type === 'float';
}

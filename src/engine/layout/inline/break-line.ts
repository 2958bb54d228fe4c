/**
 * The line breaker: adds items until one does not fit, then rewinds to the last break opportunity that fits. Modelled
 * on Blink's `LineBreaker`. Spaces after the break belong to the line: they collapse or hang.
 * Source: https://drafts.csswg.org/css-text-3/#line-breaking
 */

import { HYPHEN_BREAK, NO_BREAK } from '../../text/line-break.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { layoutAtomic } from './atomic.js';
import { opensEmptyBox } from './content.js';
import { clonedEnds, clonedStarts, edgeWidth, sideOf, tagEdges } from './edges.js';
import { hangingEndOfLine } from './hanging-punctuation.js';
import type {
  AtomicItem,
  ControlItem,
  DetachedItem,
  InlineContent,
  InlineItem,
  LeaderItem,
  TagItem,
  TextItem,
} from './inline-items.js';
import { minLeaderWidth } from './leader.js';
import { type BrokenLine, createsLineBox, type LineStart, openTags, skipsOverflowCheck } from './line.js';
import {
  canBreakAfter,
  countNextToFloats,
  endAfter,
  endTrim,
  lastFit,
  type RemainingWidth,
  remainingAfter,
  type TextRange,
  TOLERANCE,
} from './line-end.js';
import { LineFloats } from './line-floats.js';
import type { LineSpace } from './line-result.js';
import {
  detachedPiece,
  firstBreak,
  type Piece,
  SPACE,
  shapeHyphen,
  type TextPiece,
  tabWidth,
  textPiece,
  textPieceWidth,
  textWidth,
  trimmedEnd,
} from './pieces.js';
import { hangs, resetTrailingSpaces, trailingSpaceWidth, trimLine } from './trim-line.js';

/** Breaks the line that starts at `start`. */
export function breakLine(
  context: LayoutContext,
  content: InlineContent,
  space: LineSpace,
  start: LineStart,
): BrokenLine {
  return new LineBreaker(context, content, space, start).run();
}

class LineBreaker {
  readonly #context: LayoutContext;
  readonly #content: InlineContent;
  readonly #space: LineSpace;
  readonly #start: LineStart;
  #pieces: Piece[] = [];
  #index: number;
  #offset: number;
  /** Inline position of the first piece: after the indent and the edges of cloned boxes, px. */
  readonly #origin: number;
  /** Inline position after all pieces so far, including trailing spaces, px. Blink: `LineBreaker::position_`. */
  #position: number;
  /** `trailing`: only spaces and closing tags after the break are added. Blink: `LineBreakState::kTrailing`. */
  #state: 'fitting' | 'overflowing' | 'trailing' | 'done' = 'fitting';
  /** The line has content after which spaces do not collapse. */
  #hasContent = false;
  #fits = true;
  #endsWithForcedBreak = false;
  #clearAfter: BrokenLine['clearAfter'] = 'none';
  readonly #floats: LineFloats;

  constructor(context: LayoutContext, content: InlineContent, space: LineSpace, start: LineStart) {
    this.#context = context;
    this.#content = content;
    this.#space = space;
    this.#start = start;
    this.#index = start.position.index;
    this.#offset = start.position.offset;
    this.#origin = start.indent + clonedStarts(start.position.open, space.availableWidth);
    this.#position = this.#origin;
    this.#floats = new LineFloats(context, space, start);
  }

  run(): BrokenLine {
    const { items } = this.#content;
    while (this.#state !== 'done') {
      this.#context.deadline?.check(); // a paragraph may be all of a document, and a line all of a paragraph
      const item = items[this.#index];
      if (!item) {
        if (this.#rewindsFromHere()) continue;
        break;
      }
      if (!skipsOverflowCheck(item) && this.#rewindsFromHere()) continue;
      if (this.#state === 'overflowing' && item.type !== 'close' && this.#isBreakAfterContent(item)) {
        this.#state = 'trailing';
      }
      this.#handleItem(item);
    }
    return this.#finish();
  }

  #handleItem(item: InlineItem): void {
    if (item.type === 'text') {
      if (this.#state === 'trailing') this.#handleTrailingSpaces(item);
      else this.#handleText(item);
    } else if (item.type === 'control') this.#handleControl(item);
    else if (item.type === 'close') this.#handleTag(item);
    else if (item.type === 'float') this.#handleFloat(item);
    // Other items after the break start the next line, except for empty inline boxes.
    else if (this.#state === 'trailing' && !opensEmptyBox(this.#content.items, this.#index)) this.#state = 'done';
    else if (item.type === 'atomic') this.#handleAtomic(item);
    else if (item.type === 'leader') this.#handleLeader(item);
    else if (item.type === 'open') this.#handleTag(item);
    else this.#push(detachedPiece(item, this.#index));
  }

  /** Adds a piece that ends with its item. */
  #push(piece: Piece): void {
    this.#pieces.push(piece);
    this.#position += piece.width;
    this.#index++;
    this.#offset = piece.end;
  }

  get #available(): number {
    const { opportunity } = this.#floats;
    return opportunity.right - opportunity.left + TOLERANCE;
  }

  // ---- text --------------------------------------------------------------------------------------------------------

  #handleText(item: TextItem): void {
    let from = Math.max(this.#offset, item.start);
    if (!this.#hasContent && item.style.collapses) {
      while (from < item.end && this.#content.text.charCodeAt(from) === SPACE) from++;
    }
    if (from === item.end) {
      this.#index++;
      this.#offset = from;
      return;
    }
    const remaining = this.#available - this.#position;
    const startsLine = this.#startsRun(item);
    if (this.#state === 'fitting') {
      // Trailing spaces count only if there is no break opportunity before the item's end.
      const mayEnd = this.#content.breaks()[item.end] !== NO_BREAK;
      const needed = mayEnd ? item.end : trimmedEnd(this.#content, item, from, item.end);
      // Spaces hang after tabs that hang.
      const hangsHere = needed === from && remaining < 0 && this.#remainingAfter().spaces >= 0;
      if (hangsHere || textWidth(this.#context, item, from, needed, startsLine, false) <= remaining) {
        this.#addText(item, from, item.end, startsLine);
        return;
      }
      const fit = this.#lastFit({ item, start: from, end: item.end, startsLine }, false);
      if (fit !== undefined) {
        this.#endInText(item, from, fit, startsLine);
        return;
      }
      if (this.#rewind(false)) return;
      const emergency = this.#emergencyBreak(item, from, startsLine);
      if (emergency !== undefined) {
        this.#endInText(item, from, emergency, startsLine);
        return;
      }
      if (this.#rewind(true)) return;
      this.#overflow();
      if (this.#breaksAtFirstOpportunity()) return;
    }
    const first = firstBreak(this.#content, item, from);
    if (first !== undefined) this.#endInText(item, from, first, startsLine);
    else this.#addText(item, from, item.end, startsLine);
  }

  /** Whether the line has no glyphs of the item's shaped run yet. */
  #startsRun(item: TextItem): boolean {
    for (let i = this.#pieces.length - 1; i >= 0; i--) {
      const piece = this.#pieces[i]!;
      if (piece.type === 'text') return piece.item.shaped !== item.shaped;
    }
    return true;
  }

  #addText(item: TextItem, start: number, end: number, startsLine: boolean): TextPiece {
    const piece = textPiece(this.#context, item, this.#index, start, end, startsLine);
    this.#hasContent = true;
    this.#push(piece);
    return piece;
  }

  /** Ends the line at `end` inside the item. */
  #endInText(item: TextItem, start: number, end: number, startsLine: boolean): void {
    const piece = this.#addText(item, start, end, startsLine);
    this.#endLineWith(piece);
    this.#trimEnd(piece);
    this.#position = this.#sumOfWidths();
    this.#index--;
    this.#state = 'trailing';
  }

  #endLineWith(piece: TextPiece): void {
    piece.endsLine = true;
    piece.width = textPieceWidth(this.#context, piece);
    this.#addHyphen(piece);
  }

  /** Trims the blank half of a full-width closing mark at the line's end, if the line overflows otherwise. */
  #trimEnd(piece: TextPiece): void {
    if (this.#sumOfWidths() <= this.#available) return;
    piece.endTrim = endTrim(this.#context, piece.item, piece.end);
    if (piece.endTrim > 0) piece.width = textPieceWidth(this.#context, piece);
  }

  #addHyphen(piece: Piece): void {
    if (piece.type !== 'text') return;
    if (this.#content.breaks()[piece.end] !== HYPHEN_BREAK) return;
    piece.hyphen = shapeHyphen(this.#context, piece.item);
    piece.width = textPieceWidth(this.#context, piece);
  }

  /** @param count  number of pieces before the text */
  #lastFit(range: TextRange, anywhere: boolean, count = this.#pieces.length): number | undefined {
    return lastFit(this.#context, this.#content, range, this.#remainingAfter(count), anywhere);
  }

  /** `overflow-wrap`: breaks after as many grapheme clusters as fit, at least one at the line's start. */
  #emergencyBreak(item: TextItem, from: number, startsLine: boolean): number | undefined {
    if (!item.style.breakAnywhere) return undefined;
    const fit = this.#lastFit({ item, start: from, end: item.end - 1, startsLine }, true);
    if (fit !== undefined || this.#hasContent) return fit;
    const first = firstBreak(this.#content, item, from);
    if (first !== undefined) this.#fits = false;
    return first;
  }

  /** Adds the collapsible or hanging spaces after the break. Blink: `LineBreaker::HandleTrailingSpaces`. */
  #handleTrailingSpaces(item: TextItem): void {
    const { text } = this.#content;
    const from = Math.max(this.#offset, item.start);
    let end = from;
    const { style } = item;
    if (style.collapses || hangs(style)) while (end < item.end && text.charCodeAt(end) === SPACE) end++;
    if (end > from && !style.collapses) {
      this.#addText(item, from, end, this.#startsRun(item));
      this.#index--;
    }
    this.#offset = end;
    if (end === item.end) this.#index++;
    else this.#state = 'done';
  }

  // ---- other items -------------------------------------------------------------------------------------------------

  #handleControl(item: ControlItem): void {
    const index = this.#index;
    if (item.control === 'break') {
      this.#push({ type: 'control', item, index, start: item.start, end: item.end, width: 0 });
      this.#hasContent = true;
      this.#endsWithForcedBreak = true;
      if (item.box.kind === 'break') this.#clearAfter = item.box.style.clear;
      // Closing tags directly after a forced break stay on its line.
      for (let next = this.#nextItem(); next?.type === 'close'; next = this.#nextItem()) this.#handleTag(next);
      this.#state = 'done';
      return;
    }
    if (item.control === 'opportunity' || item.control === 'bidi') {
      this.#push({ type: 'control', item, index, start: item.start, end: item.end, width: 0 });
      return;
    }
    const isHanging = hangs(item.style);
    if (this.#state === 'trailing' && !isHanging) {
      this.#state = 'done';
      return;
    }
    const width = tabWidth(this.#context, this.#content.style, item, this.#position);
    if (this.#state === 'fitting' && !isHanging && this.#position + width > this.#available) {
      if (this.#rewind(false)) return;
      this.#overflow();
      if (this.#breaksAtFirstOpportunity()) return;
    }
    this.#push({ type: 'control', item, index, start: item.start, end: item.end, width });
    this.#hasContent = true;
  }

  #nextItem(): InlineItem | undefined {
    return this.#content.items[this.#index];
  }

  #handleTag(item: TagItem): void {
    const edges = tagEdges(item, this.#space.availableWidth);
    const side = sideOf(item);
    const width = edgeWidth(edges, side);
    this.#push({ type: item.type, item, index: this.#index, start: item.start, end: item.end, width, ...edges });
  }

  #handleAtomic(item: AtomicItem): void {
    const atomic = layoutAtomic(this.#context, item.box, this.#space);
    const { start, end } = item;
    this.#push({ type: 'atomic', item, index: this.#index, start, end, ...atomic });
    this.#hasContent = true;
  }

  /** Adds a leader with its minimum width; the remaining space is distributed when the line is finished. */
  #handleLeader(item: LeaderItem): void {
    const { start, end } = item;
    this.#push({ type: 'leader', item, index: this.#index, start, end, width: minLeaderWidth(this.#context, item) });
    this.#hasContent = true;
  }

  #handleFloat(item: DetachedItem): void {
    if (this.#index >= this.#start.floatsPlacedBefore) {
      const space = trailingSpaceWidth(this.#context, this.#content, this.#pieces);
      const { shaped } = this.#floats.opportunity;
      // Floats are placed by their margin boxes, not between shapes.
      const available = shaped ? shaped.floatWidth + TOLERANCE : this.#available;
      this.#floats.place(item.box, this.#pieces.length, available - this.#position + space);
    }
    this.#push(detachedPiece(item, this.#index));
  }

  // ---- overflow ----------------------------------------------------------------------------------------------------

  /** Handles overflow by atomic inlines and edges, after closing tags, whose negative margins may compensate for it. */
  #rewindsFromHere(): boolean {
    if (this.#state !== 'fitting' || !this.#hasContent || this.#remainingAfter().end >= 0) return false;
    if (this.#rewind(false) || this.#rewind(true)) return true;
    this.#overflow();
    return this.#breaksAtFirstOpportunity();
  }

  #overflow(): void {
    this.#state = 'overflowing';
    this.#fits = false;
  }

  /** Ends an overflowing line at its first break opportunity, if the line has one already. */
  #breaksAtFirstOpportunity(): boolean {
    for (const [i, piece] of this.#pieces.entries()) {
      if (piece.end === piece.start) continue;
      if (piece.type === 'text') {
        const inside = firstBreak(this.#content, { ...piece.item, end: piece.end }, piece.start);
        if (inside !== undefined) {
          this.#cutInside(i, piece, inside);
          return true;
        }
      }
      if (canBreakAfter(this.#content, piece, false)) {
        this.#cutAfter(i);
        return true;
      }
    }
    return false;
  }

  #isBreakAfterContent(next: InlineItem): boolean {
    const last = this.#pieces.findLast((piece) => piece.end > piece.start);
    if (!last) return false;
    if (opensEmptyBox(this.#content.items, this.#index)) return false;
    // Inline boxes and out-of-flow boxes after the last character may start a line.
    const endsText = last.end >= this.#content.text.length && last.item.style.wraps;
    if (endsText && (next.type === 'open' || next.type === 'out-of-flow')) return true;
    if (!canBreakAfter(this.#content, last, false)) return false;
    this.#addHyphen(last);
    this.#position = this.#sumOfWidths();
    return true;
  }

  /** Ends the line at its last break opportunity that fits. Blink: `LineBreaker::RewindOverflow`. */
  #rewind(anywhere: boolean): boolean {
    for (let i = this.#pieces.length - 1; i >= 0; i--) {
      const piece = this.#pieces[i]!;
      if (piece.end === piece.start) continue;
      const isBreak = canBreakAfter(this.#content, piece, anywhere);
      if (isBreak && this.#remainingAfter(endAfter(this.#content, this.#pieces, i)).spaces >= 0) {
        this.#cutAfter(i);
        return true;
      }
      if (piece.type !== 'text') continue;
      const { item, start, end, startsLine } = piece;
      const inside = this.#lastFit({ item, start, end: end - 1, startsLine }, anywhere, i);
      if (inside !== undefined) {
        this.#cutInside(i, piece, inside);
        return true;
      }
    }
    return this.#rewindToFloats();
  }

  /**
   * Breaks after the leading floats of a line, if the content after them does not fit next to them: empty inline boxes
   * at the line's start stay with the floats.
   */
  #rewindToFloats(): boolean {
    const { opportunity } = this.#start;
    const count = opportunity.right - opportunity.left < this.#space.availableWidth ? this.#nextToFloats() : 0;
    if (count === 0) return false;
    this.#cut(count);
    this.#hasContent = false;
    const last = this.#pieces[count - 1]!;
    this.#index = last.index + 1;
    this.#offset = last.end;
    return true;
  }

  /** Ends the line after the i-th piece. */
  #cutAfter(i: number): void {
    this.#addHyphen(this.#pieces[i]!);
    const count = endAfter(this.#content, this.#pieces, i);
    this.#cut(count);
    this.#index = this.#pieces[count - 1]!.index + 1;
    this.#offset = this.#pieces[i]!.end;
  }

  #cutInside(i: number, piece: TextPiece, end: number): void {
    piece.end = end;
    this.#endLineWith(piece);
    this.#cut(i + 1);
    this.#trimEnd(piece);
    this.#position = this.#sumOfWidths();
    this.#index = piece.index;
    this.#offset = end;
  }

  #cut(count: number): void {
    this.#pieces.length = count;
    this.#position = this.#sumOfWidths();
    this.#state = 'trailing';
    this.#floats.rewindTo(count);
  }

  #remainingAfter(count = this.#pieces.length): RemainingWidth {
    return remainingAfter(this.#context, this.#content, this.#pieces, count, this.#origin, this.#available);
  }

  #nextToFloats(): number {
    return countNextToFloats(this.#content, this.#pieces, this.#start.floatsPlacedBefore);
  }

  /** Whether a line without content fits. */
  get #edgesFit(): boolean {
    return this.#remainingAfter().end >= 0 || this.#nextToFloats() === this.#pieces.length;
  }

  #sumOfWidths(): number {
    return this.#pieces.reduce((sum, piece) => sum + piece.width, this.#origin);
  }

  // ---- the finished line -------------------------------------------------------------------------------------------

  #finish(): BrokenLine {
    const trailing = trimLine(this.#context, this.#content, this.#pieces);
    const { indent, position } = this.#start;
    const direction = this.#content.directionAt(position.offset);
    if (!this.#content.isLeftToRight) resetTrailingSpaces(this.#context, this.#content, this.#pieces, direction);
    const isAtEnd = this.#index >= this.#content.items.length;
    // All tags of the content are closed at its end.
    const open = isAtEnd ? NO_TAGS : openTags(position.open, this.#pieces);
    const width = this.#sumOfWidths() + clonedEnds(open, this.#space.availableWidth);
    // Before a forced break spaces hang conditionally: only if they overflow (css-text-3 §4.1.2).
    const isLast = isAtEnd || this.#endsWithForcedBreak;
    const { opportunity, exclusions, floats, tokens, later } = this.#floats;
    const hang = isLast ? Math.min(trailing, Math.max(0, width - (opportunity.right - opportunity.left))) : trailing;
    const available = opportunity.right - opportunity.left;
    const punctuation = hangingEndOfLine(this.#context, this.#content, this.#pieces, available - (width - hang));
    return {
      pieces: this.#pieces,
      direction,
      open: position.open,
      width: width - hang - punctuation,
      hanging: hang + punctuation,
      indent,
      empty: !this.#hasContent && !this.#pieces.some(createsLineBox),
      fits: this.#fits && (this.#hasContent || this.#edgesFit),
      endsWithForcedBreak: this.#endsWithForcedBreak,
      next: isAtEnd
        ? undefined
        : {
            kind: 'inline-token',
            index: this.#index,
            offset: this.#offset,
            open,
            afterForcedBreak: this.#endsWithForcedBreak,
          },
      opportunity,
      exclusions,
      floats,
      floatTokens: tokens,
      laterFloats: later,
      clearAfter: this.#clearAfter,
    };
  }
}

const NO_TAGS: readonly TagItem[] = [];

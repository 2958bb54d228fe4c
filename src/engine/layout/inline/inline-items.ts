/** Inline content: a text and a list of items. Modelled on Blink's `InlineItem` and `InlineItemsData`. */

import type { SymbolShape } from '../../box/marker-symbols.js';
import type { BlockLevelBox, Box, BreakBox, InlineBox, MarkerBox, TextBox } from '../../box/tree.js';
import type { ShapedText } from '../../text/types.js';
import type { InlineStyle } from './styles.js';

export type InlineItem = TextItem | ControlItem | TagItem | AtomicItem | LeaderItem | DetachedItem;

/** A range of a text box at one bidi level, without control characters. */
export interface TextItem {
  readonly type: 'text';
  readonly box: TextBox;
  readonly style: InlineStyle;
  readonly start: number;
  readonly end: number;
  readonly level: number;
  /** The shaped run, which may include adjacent items, and its start offset in the text. */
  shaped: ShapedText;
  shapedStart: number;
  /** The item is not shaped together with the text before it. */
  readonly startsRun: boolean;
  /** The exact end is visible (alignment, backgrounds): a line end before a space is reshaped. */
  readonly exactEnd: boolean;
  /** The shape of a drawn list marker; undefined: text. */
  readonly symbol: SymbolShape | undefined;
  /** The source letters of the code units from `start` on, if they differ from the text (small capitals). */
  readonly source: { readonly start: number; readonly letters: readonly string[] } | undefined;
}

/** A control character: a forced break, a tab, a `wbr`, or the bidi controls of `unicode-bidi`. */
export interface ControlItem {
  readonly type: 'control';
  readonly control: 'break' | 'tab' | 'opportunity' | 'bidi';
  readonly box: TextBox | BreakBox | InlineBox;
  readonly style: InlineStyle;
  readonly start: number;
  readonly end: number;
  readonly level: number;
}

/** The start or end of an inline box. */
export type TagItem = Tag<'open'> | Tag<'close'>;

interface Tag<Type> {
  readonly type: Type;
  readonly box: InlineBox;
  readonly style: InlineStyle;
  readonly start: number;
  readonly end: number;
  readonly level: number;
}

export interface AtomicItem {
  readonly type: 'atomic';
  readonly box: BlockLevelBox;
  /** Style of the parent inline box or block container, which determines wrapping. */
  readonly style: InlineStyle;
  readonly start: number;
  readonly end: number;
  readonly level: number;
}

/** A leader: text that repeats to fill the line. */
export interface LeaderItem {
  readonly type: 'leader';
  readonly box: TextBox;
  readonly style: InlineStyle;
  readonly start: number;
  readonly end: number;
  readonly level: number;
}

/** A float, or an absolutely positioned box at its static position. */
export interface DetachedItem {
  readonly type: 'float' | 'out-of-flow';
  readonly box: BlockLevelBox;
  readonly style: InlineStyle;
  readonly start: number;
  readonly end: number;
  readonly level: number;
}

export interface InlineContent {
  readonly box: Box | MarkerBox;
  readonly style: InlineStyle;
  readonly text: string;
  readonly items: readonly InlineItem[];
  /** Base direction of the container; with `unicode-bidi: plaintext`, `directionAt` returns that of a paragraph. */
  readonly direction: 'ltr' | 'rtl';
  directionAt(offset: number): 'ltr' | 'rtl';
  /** Nothing but left-to-right texts in one font and the block's own style, and forced breaks: see plain-line.ts. */
  readonly hasPlainLines: boolean;
  /** The only item of content with plain lines, if it is a text. */
  readonly plainText: TextItem | undefined;
  /** All bidi levels are 0: visual order is logical order. */
  readonly isLeftToRight: boolean;
  /** Per index: NO_BREAK, BREAK, HYPHEN_BREAK or FORCED_BREAK before that code unit, with `text-wrap` applied. */
  breaks(): Uint8Array;
  /** Per index: 1 where a grapheme cluster starts. */
  graphemes(): Uint8Array;
}

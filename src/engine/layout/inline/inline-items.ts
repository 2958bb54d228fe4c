/** Inline content: one text with a list of items over it. After Blink's `InlineItem` and `InlineItemsData`. */

import type { BlockLevelBox, Box, BreakBox, InlineBox, MarkerBox, TextBox } from '../../box/tree.js';
import type { ShapedText } from '../../text/types.js';
import type { InlineStyle } from './styles.js';
import type { SymbolShape } from './symbols.js';

export type InlineItem = TextItem | ControlItem | TagItem | AtomicItem | LeaderItem | DetachedItem;

/** A stretch of one text box of one bidi level, without controls. */
export interface TextItem {
  readonly type: 'text';
  readonly box: TextBox;
  readonly style: InlineStyle;
  readonly start: number;
  readonly end: number;
  readonly level: number;
  /** The run it was shaped in, which may go on in the items around, and where that starts in the text. */
  shaped: ShapedText;
  shapedStart: number;
  /** Glyphs before it are not shaped together with it. */
  readonly startsRun: boolean;
  /** Where its end shows (alignment, backgrounds), a line that ends before a space is shaped anew there. */
  readonly exactEnd: boolean;
  /** A list marker that is drawn. */
  readonly symbol: SymbolShape | undefined;
  /** What the units of the text from `start` on stand for, where that is not what is written. */
  readonly source: { readonly start: number; readonly letters: readonly string[] } | undefined;
}

/** A character that is no glyph: a forced break, a tab, a `wbr`, the controls that `unicode-bidi` stands for. */
export interface ControlItem {
  readonly type: 'control';
  readonly control: 'break' | 'tab' | 'opportunity' | 'bidi';
  readonly box: TextBox | BreakBox | InlineBox;
  readonly style: InlineStyle;
  readonly start: number;
  readonly end: number;
  readonly level: number;
}

/** Where an inline box starts or ends. */
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
  /** Of the inline box (or block container) around it: decides about wrapping. */
  readonly style: InlineStyle;
  readonly start: number;
  readonly end: number;
  readonly level: number;
}

/** A text that fills the line. */
export interface LeaderItem {
  readonly type: 'leader';
  readonly box: TextBox;
  readonly style: InlineStyle;
  readonly start: number;
  readonly end: number;
  readonly level: number;
}

/** A float, or an absolutely positioned box whose static position is here. */
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
  /** Of the container; with `unicode-bidi: plaintext` each paragraph's own. */
  readonly direction: 'ltr' | 'rtl';
  readonly directionAt: (offset: number) => 'ltr' | 'rtl';
  /** Text of one font and the block's own style, left to right, and nothing else: see plain-line.ts. */
  readonly plainText: TextItem | undefined;
  /** Every level is 0: visual order is logical order. */
  readonly isLeftToRight: boolean;
  /** Per index: NO_BREAK, BREAK, HYPHEN_BREAK or FORCED_BREAK before that unit, `text-wrap` applied. */
  readonly breaks: () => Uint8Array;
  /** Per index: 1 where a grapheme cluster starts. */
  readonly graphemes: () => Uint8Array;
}

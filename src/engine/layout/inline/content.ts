/**
 * Collects the inline-level boxes of a block container into one text and a list of items, with bidi levels, shaping and
 * break opportunities. The text represents atomic inlines and leaders by U+FFFC and forced breaks by line feeds; floats
 * and out-of-flow boxes have no character. Modelled on Blink's `InlineItemsBuilder`.
 */

import type {
  BlockBox,
  BlockLevelBox,
  Box,
  BreakBox,
  InlineBox,
  InlineLevelBox,
  MarkerBox,
  TextBox,
} from '../../box/tree.js';
import { partitionPoint } from '../../collections/partition-point.js';
import { TextBuilder } from '../../collections/text-builder.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import { isFloating, isOutOfFlow } from '../../css/style-queries.js';
import { describeElement } from '../../html/dom.js';
import { type BidiParagraph, bidiLevels, embeddingControls } from '../../text/bidi.js';
import { reaches } from '../../text/code-units.js';
import { textAround } from '../../text/glyph-clusters.js';
import { graphemeBoundaries } from '../../text/graphemes.js';
import { reportMissingFonts } from '../../text/missing-fonts.js';
import type { LaterInput, ShapeOptions } from '../../text/shape.js';
import { capsStyle, smallCapsParts } from '../../text/small-caps.js';
import type { ShapedText } from '../../text/types.js';
import { memoOf } from '../algorithm/box-memo.js';
import { cacheOf, type LayoutContext } from '../algorithm/layout-context.js';
import type { ControlItem, DetachedItem, InlineContent, InlineItem, TextItem } from './inline-items.js';
import { findBreaks } from './item-breaks.js';
import { reportMissingInLeader } from './leader.js';
import { reportMissingGlyphs } from './missing-glyphs.js';
import { isPlain } from './plain-line.js';
import { type InlineStyle, inlineStyle } from './styles.js';
import { markerSymbol } from './symbols.js';

const OBJECT_REPLACEMENT = '\ufffc';
const ZERO_WIDTH_SPACE = '\u200b';

/** The inline content of a block container; cached per document. */
export function inlineContent(context: LayoutContext, box: BlockBox): InlineContent {
  return flattened(context, box, box.content.type === 'inlines' ? box.content.children : [], {});
}

/** The content of a list marker: it preserves spaces and does not wrap, regardless of its style. */
export function markerContent(context: LayoutContext, marker: MarkerBox): InlineContent {
  return flattened(context, marker, marker.children, { preserve: true });
}

interface FlattenOptions {
  readonly preserve?: boolean;
}

/** @param root  the box with the style of the line boxes */
function flattened(
  context: LayoutContext,
  root: Box | MarkerBox,
  children: readonly InlineLevelBox[],
  options: FlattenOptions,
): InlineContent {
  const memo = memoOf(context, root);
  let content = memo.inlineContent;
  if (!content) {
    const [first] = children;
    if (children.length === 1 && first?.kind === 'text') content = singleText(context, root, first, options);
    if (!content) {
      const builder = new InlineItemsBuilder(context, root, options);
      builder.addAll(children, builder.rootStyle);
      content = builder.finish(first?.kind === 'text' ? first.text : '');
    }
    memo.inlineContent = content;
  }
  return content;
}

/**
 * The content of a box with a single text, as in most table cells and headings.
 * @returns undefined: the text is not a single item, or not from left to right
 */
function singleText(
  context: LayoutContext,
  root: Box | MarkerBox,
  box: TextBox,
  { preserve }: FlattenOptions,
): InlineContent | undefined {
  const { text } = box;
  if (
    preserve ||
    text === '' ||
    text.length > LONG_CONTENT ||
    box.isLeader ||
    box.origin === '::marker' ||
    !isLeftToRight(root.style, text)
  )
    return undefined;
  const style = inlineStyle(context, box.style, box.element);
  if (!style.collapses || box.style['font-variant-caps'] !== 'normal' || /[\t\n]/.test(text)) return undefined;
  const rootStyle = inlineStyle(context, root.style, root.element);
  const item: TextItem = {
    type: 'text',
    box,
    style,
    start: 0,
    end: text.length,
    level: 0,
    shaped: NOT_SHAPED,
    shapedStart: 0,
    startsRun: false,
    exactEnd: rootStyle.alignsEnds || box.decorations.length > 0 || style.hasBackgroundOrBorder,
    symbol: undefined,
    source: undefined,
  };
  shapeGroup(context, text, text, [item]);
  const plainText = isPlain(context, [item], rootStyle) ? item : undefined;
  return new FlatContent(root, rootStyle, text, plainText ?? [item], 'ltr', undefined, plainText !== undefined, true);
}

/** Whether the content of a box has one bidi level, 0. */
function isLeftToRight(style: LogicalStyle, text: string): boolean {
  if (style.direction !== 'ltr' || style['unicode-bidi'] === 'plaintext') return false;
  return !blockOverride(style) && !hasRightToLeft(text);
}

/** An item without its bidi level. */
type Draft = InlineItem extends infer Item
  ? Item extends InlineItem
    ? { -readonly [K in keyof Item]: Item[K] }
    : never
  : never;

class InlineItemsBuilder {
  readonly rootStyle: InlineStyle;
  readonly #text = new TextBuilder();
  #length = 0;
  /** The text so far is empty, or ends with a line feed. */
  #startsLine = true;
  readonly #drafts: Draft[] = [];
  #hasBidiControls = false;
  readonly #exactEnds: boolean;

  constructor(
    readonly context: LayoutContext,
    readonly root: Box | MarkerBox,
    readonly options: FlattenOptions,
  ) {
    this.rootStyle = this.#styleOf(root);
    this.#exactEnds = this.rootStyle.alignsEnds;
  }

  #styleOf({ style, element }: Pick<Box, 'style' | 'element'>): InlineStyle {
    const own = inlineStyle(this.context, style, element);
    return this.options.preserve ? { ...own, collapses: false, wraps: false } : own;
  }

  addAll(children: readonly InlineLevelBox[], parent: InlineStyle): void {
    for (const child of children) this.#add(child, parent);
  }

  #add(box: InlineLevelBox, parent: InlineStyle): void {
    if (box.kind === 'text' && box.isLeader) this.#addLeader(box);
    else if (box.kind === 'text') this.#addText(box);
    else if (box.kind === 'break') this.#addBreak(box);
    else if (box.kind === 'inline') this.#addInline(box);
    else if (isOutOfFlow(box.style)) this.#addDetached('out-of-flow', box, parent);
    else if (isFloating(box.style)) this.#addDetached('float', box, parent);
    else {
      const start = this.#append(OBJECT_REPLACEMENT);
      this.#drafts.push({ type: 'atomic', box, style: parent, start, end: start + 1, level: 0 });
    }
  }

  #addLeader(box: TextBox): void {
    const start = this.#append(OBJECT_REPLACEMENT);
    const item = { type: 'leader', box, style: this.#styleOf(box), start, end: start + 1, level: 0 } as const;
    reportMissingInLeader(this.context, item);
    this.#drafts.push(item);
  }

  #addText(box: TextBox): void {
    const style = this.#styleOf(box);
    const { text } = box;
    let from = 0;
    for (let i = 0; i <= text.length; i++) {
      const unit = text.charCodeAt(i);
      const isControl = unit === 0x0a || unit === 0x09;
      if (!isControl && i < text.length) continue;
      if (i > from) this.#addCaps(box, style, text.slice(from, i));
      if (isControl) this.#addControl(unit === 0x0a ? 'break' : 'tab', box, style, unit === 0x0a ? '\n' : '\t');
      from = i + 1;
    }
  }

  #addCaps(box: TextBox, style: InlineStyle, text: string): void {
    const parts = smallCapsParts(this.context.shaper, style.style, style.shape, text);
    if (!parts) {
      this.#addTextRange(box, style, text);
      return;
    }
    const { metrics, textAscent, lineHeight } = style;
    for (const { text: part, caps, letters } of parts) {
      if (caps === 'own') {
        this.#addTextRange(box, style, part);
        continue;
      }
      const ofPart = capsStyle(box.style, caps);
      const inline = this.#styleOf({ style: ofPart, element: box.element });
      this.#addTextRange(
        { ...box, style: ofPart },
        { ...inline, metrics, textAscent, lineHeight },
        part,
        true,
        letters,
      );
    }
  }

  #addTextRange(box: TextBox, style: InlineStyle, text: string, startsRun = false, letters?: readonly string[]): void {
    const source = letters && { start: this.#length, letters };
    const lead = this.#leadingSpaces(style, text);
    if (lead > 0) this.#addItem(box, style, text.slice(0, lead), startsRun, source);
    if (lead < text.length) this.#addItem(box, style, text.slice(lead), startsRun || lead > 0, source);
  }

  /**
   * Length of preserved spaces at the start of a line, which are shaped as their own run.
   * Blink: `InlineItemsBuilder::InsertBreakOpportunityAfterLeadingPreservedSpaces`.
   */
  #leadingSpaces(style: InlineStyle, text: string): number {
    if (style.collapses || !style.wraps || !this.#startsLine) return 0;
    return text.length - text.trimStart().length;
  }

  #addItem(box: TextBox, style: InlineStyle, text: string, startsRun: boolean, source: TextItem['source']): void {
    const start = this.#append(text);
    this.#drafts.push({
      type: 'text',
      box,
      style,
      start,
      end: start + text.length,
      level: 0,
      shaped: NOT_SHAPED,
      shapedStart: 0,
      startsRun,
      exactEnd: this.#exactEnds || box.decorations.length > 0 || style.hasBackgroundOrBorder,
      symbol: box.origin === '::marker' ? markerSymbol(box.style) : undefined,
      source,
    });
  }

  #addControl(control: ControlItem['control'], box: ControlItem['box'], style: InlineStyle, text: string): void {
    const start = this.#append(text);
    this.#drafts.push({ type: 'control', control, box, style, start, end: start + text.length, level: 0 });
  }

  #addBreak(box: BreakBox): void {
    const style = this.#styleOf(box);
    if (box.forced) this.#addControl('break', box, style, '\n');
    // `wbr` is a break opportunity even with `white-space: nowrap`.
    else this.#addControl('opportunity', box, style.wraps ? style : { ...style, wraps: true }, ZERO_WIDTH_SPACE);
  }

  #addInline(box: InlineBox): void {
    const style = this.#styleOf(box);
    const controls = embeddingControls(box.style['unicode-bidi'], box.style.direction);
    if (controls) this.#hasBidiControls = true;
    // The control is outside the box, from which reordering may separate it.
    if (controls) this.#addControl('bidi', box, style, controls.open);
    const open = this.#length;
    this.#drafts.push({ type: 'open', box, style, start: open, end: open, level: 0 });
    this.addAll(box.children, style);
    const close = this.#length;
    this.#drafts.push({ type: 'close', box, style, start: close, end: close, level: 0 });
    if (controls) this.#addControl('bidi', box, style, controls.close);
  }

  #addDetached(type: DetachedItem['type'], box: BlockLevelBox, style: InlineStyle): void {
    const at = this.#length;
    this.#drafts.push({ type, box, style, start: at, end: at, level: 0 });
  }

  #append(text: string): number {
    const start = this.#length;
    this.#text.append(text);
    this.#length += text.length;
    if (text !== '') this.#startsLine = text.endsWith('\n');
    return start;
  }

  /** @param known  text that may be the whole text: of a long one, no copy is kept */
  finish(known: string): InlineContent {
    const { root, rootStyle } = this;
    const built = this.#text.toString();
    const text = built === known ? known : built;
    const plaintext = root.style['unicode-bidi'] === 'plaintext';
    const override = blockOverride(root.style);
    let { direction } = root.style;
    let items: InlineItem[] = this.#drafts;
    let isLeftToRight = true;
    let paragraphs: readonly BidiParagraph[] | undefined;
    if (direction === 'rtl' || plaintext || override || this.#hasBidiControls || hasRightToLeft(text)) {
      const bidi = bidiLevels(text, plaintext ? 'auto' : direction, override, this.context.deadline);
      direction = bidi.direction;
      if (plaintext) paragraphs = bidi.paragraphs;
      isLeftToRight = bidi.levels.every((level) => level === 0);
      if (!isLeftToRight) items = splitByLevel(items, bidi.levels, direction === 'rtl' ? 1 : 0);
    }
    if (text.length > LONG_CONTENT) items = divided(text, items);
    shapeItems(this.context, text, items);
    const hasPlainLines = isLeftToRight && direction === 'ltr' && isPlain(this.context, items, rootStyle);
    return new FlatContent(root, rootStyle, text, items, direction, paragraphs, hasPlainLines, isLeftToRight);
  }
}

class FlatContent implements InlineContent {
  #breaks: Uint8Array | undefined;
  #graphemes: Uint8Array | undefined;
  /** Most content is one plain text, and few ask for a list of it. */
  #items: readonly InlineItem[] | TextItem;

  constructor(
    readonly box: Box | MarkerBox,
    readonly style: InlineStyle,
    readonly text: string,
    items: readonly InlineItem[] | TextItem,
    readonly direction: 'ltr' | 'rtl',
    /** With directions of their own. */
    private readonly paragraphs: readonly BidiParagraph[] | undefined,
    readonly hasPlainLines: boolean,
    readonly isLeftToRight: boolean,
  ) {
    this.#items = items;
  }

  get items(): readonly InlineItem[] {
    if ('type' in this.#items) this.#items = [this.#items];
    return this.#items;
  }

  get plainText(): TextItem | undefined {
    if (!this.hasPlainLines) return undefined;
    const items = this.#items;
    if ('type' in items) return items;
    const [item] = items;
    return items.length === 1 && item?.type === 'text' ? item : undefined;
  }

  directionAt(offset: number): 'ltr' | 'rtl' {
    if (!this.paragraphs) return this.direction;
    const index = partitionPoint(this.paragraphs, ({ end }) => end <= offset);
    const paragraph = this.paragraphs[index] ?? this.paragraphs.at(-1);
    return (paragraph?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr';
  }

  breaks(): Uint8Array {
    this.#breaks ??= findBreaks(this.text, this.items, this.style);
    return this.#breaks;
  }

  graphemes(): Uint8Array {
    this.#graphemes ??= graphemeBoundaries(this.text);
    return this.#graphemes;
  }
}

/** UTF-16 units of content that is shaped segment by segment, each when a line needs it. No usual paragraph comes near. */
const LONG_CONTENT = 100_000;
/** UTF-16 units of a segment: such short texts are shaped by pairs. */
const SEGMENT = 1_500;
/** Units of a segment in which it may end after a space. */
const LAST_WORDS = 200;

/** Divides long texts into segments, at spaces where there are any. */
function divided(text: string, items: readonly InlineItem[]): InlineItem[] {
  const parts: InlineItem[] = [];
  for (const item of items) {
    if (item.type !== 'text' || item.symbol || item.end - item.start <= SEGMENT) {
      parts.push(item);
      continue;
    }
    let { start } = item;
    while (start < item.end) {
      const end = segmentEnd(text, start, item.end);
      parts.push({ ...item, start, end, startsRun: item.startsRun || start > item.start });
      start = end;
    }
  }
  return parts;
}

function segmentEnd(text: string, start: number, itemEnd: number): number {
  const last = start + SEGMENT;
  if (last >= itemEnd) return itemEnd;
  for (let at = last; at > last - LAST_WORDS; at--) if (text[at - 1] === ' ' && text[at] !== ' ') return at;
  // Not inside a cluster, unless that is longer than many a line.
  const from = last - LAST_WORDS;
  const boundaries = graphemeBoundaries(text.slice(from, last + 1));
  for (let at = last; at > from + 1; at--) if (boundaries[at - from] === 1) return at;
  return isLowSurrogate(text.charCodeAt(last)) ? last - 1 : last;
}

const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit < 0xe000;

/** The control character for the `unicode-bidi` of a block container, before its text; empty: none. */
function blockOverride(style: LogicalStyle): string {
  const isOverride = style['unicode-bidi'] === 'bidi-override' || style['unicode-bidi'] === 'isolate-override';
  return isOverride ? (embeddingControls('bidi-override', style.direction)?.open ?? '') : '';
}

const NOT_SHAPED: ShapedText = {
  text: '',
  runs: [],
  advances: [0],
  unsafe: new Uint8Array(1),
  ligatures: undefined,
};

/** Ranges of right-to-left scripts, their presentation forms, and bidi controls. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const hasRightToLeft = (text: string) => reaches(text, 0x590) && RIGHT_TO_LEFT.test(text);

/** Splits text items into bidi runs and sets the level of every item. */
function splitByLevel(drafts: readonly InlineItem[], levels: Uint8Array, baseLevel: number): InlineItem[] {
  const items: InlineItem[] = [];
  for (const draft of drafts) {
    if (draft.type !== 'text') {
      const level = levels[draft.start] ?? baseLevel;
      // An out-of-flow box is neutral: it takes the level of its neighbours if they agree.
      const agrees = draft.type !== 'out-of-flow' || levels[draft.start - 1] === level;
      // A leader separates runs, as a segment separator (tab) does.
      items.push({ ...draft, level: agrees && draft.type !== 'leader' ? level : baseLevel });
      continue;
    }
    for (let start = draft.start; start < draft.end; ) {
      const level = levels[start]!;
      let end = start + 1;
      // A drawn marker is one unit; its break opportunity takes the paragraph's level at the end of a line.
      while (end < draft.end && (levels[end] === level || draft.symbol)) end++;
      items.push({ ...draft, start, end, level });
      start = end;
    }
  }
  return items;
}

/** Shapes adjacent items of one style and level together, so that kerning and joining apply across tags. */
function shapeItems(context: LayoutContext, text: string, items: readonly InlineItem[]): void {
  const maxLength = text.length > LONG_CONTENT ? SEGMENT : Number.POSITIVE_INFINITY;
  for (let i = 0; i < items.length; i++) {
    const first = items[i]!;
    if (first.type !== 'text') continue;
    context.deadline?.check();
    const group: TextItem[] = [first];
    let end = first.end;
    for (let j = i + 1; j < items.length; j++) {
      const next = items[j]!;
      if (next.type === 'text') {
        if (
          next.startsRun ||
          next.start !== end ||
          next.level !== first.level ||
          next.style.shape !== first.style.shape ||
          next.end - first.start > maxLength
        )
          break;
        group.push(next);
        end = next.end;
        i = j;
      } else if (!isTransparentToShaping(next)) break;
    }
    shapeGroup(context, text, text.slice(first.start, end), group);
  }
}

/**
 * Shapes the text of adjacent items as one run.
 * @param all  text of the content, with whose other items the letters may join
 */
function shapeGroup(context: LayoutContext, all: string, text: string, group: readonly TextItem[]): void {
  const { start, level, style, box } = group[0]!;
  const around = text.length < all.length ? textAround(all, start, start + text.length) : undefined;
  const options =
    level === 0 && !around ? LEFT_TO_RIGHT : ({ direction: level % 2 === 1 ? 'rtl' : 'ltr', level, around } as const);
  const adjust = group.length > 1 ? (shaped: ShapedText) => withWholeLigatures(shaped, group) : unchanged;
  const shaped =
    all.length > LONG_CONTENT
      ? context.shaper.shapeLater(text, laterInput(context, { style: style.shape, options, adjust }))
      : adjust(context.shaper.shape(text, style.shape, options));
  reportMissingFonts(
    style.shape.font,
    context.fonts,
    context.report,
    () => describeElement(box.element),
    () => context.isHidden?.(box.element) === true,
  );
  for (const item of group) {
    item.shaped = shaped;
    item.shapedStart = start;
    reportMissingGlyphs(context, item);
  }
}

const unchanged = (shaped: ShapedText) => shaped;

/** The last input if it is the same: a log has as many texts as lines. */
function laterInput(context: LayoutContext, input: LaterInput): LaterInput {
  const known = cacheOf<'last', LaterInput>(context, 'inline/later-input');
  const last = known.get('last');
  if (last && last.style === input.style && last.options === input.options && last.adjust === input.adjust) return last;
  known.set('last', input);
  return input;
}

/** Nearly all texts share it. */
const LEFT_TO_RIGHT: ShapeOptions = { direction: 'ltr', level: 0, around: undefined };

/** Gives a ligature of several items to the first of them, as Blink's ShapeResult::CopyRanges. */
function withWholeLigatures(shaped: ShapedText, group: readonly TextItem[]): ShapedText {
  const { ligatures } = shaped;
  if (!ligatures) return shaped;
  const { start: first } = group[0]!;
  const shared = ligatures.filter(({ start, end }) => {
    const after = group[partitionPoint(group, (item) => item.start - first <= start)];
    return after !== undefined && after.start - first < end;
  });
  if (shared.length === 0) return shaped;
  const advances = [...shaped.advances];
  for (const { start, end } of shared) advances.fill(advances[end]!, start + 1, end);
  return { ...shaped, advances };
}

/**
 * Whether shaping continues across the item: only across tags without edges.
 * Source: https://drafts.csswg.org/css-text-3/#boundary-shaping
 */
function isTransparentToShaping(item: InlineItem): boolean {
  if (item.type !== 'open' && item.type !== 'close') return false;
  const { style } = item.box;
  if (style['vertical-align'] !== 'baseline') return false;
  const left = (item.type === 'open') === (style.direction === 'ltr');
  const zero = left
    ? [style['margin-line-left'], style['border-line-left-width'], style['padding-line-left']]
    : [style['margin-line-right'], style['border-line-right-width'], style['padding-line-right']];
  if (item.box.origin === '::marker') return false;
  return zero.every((length) => length === 0);
}

/** Whether an empty inline box starts at the index: one that contains at most other empty inline boxes. */
export function opensEmptyBox(items: readonly InlineItem[], index: number): boolean {
  let depth = 0;
  for (let i = index; i < items.length; i++) {
    const item = items[i]!;
    // A block-in-inline follows the box's first part.
    if (item.type === 'open' && item.box.continuesAfter) return false;
    if (item.type === 'open') depth++;
    else if (item.type !== 'close' || depth === 0) return false;
    else if (--depth === 0) return true;
  }
  return false;
}

/**
 * Intrinsic inline sizes of inline content, from the break opportunities and text widths of line layout.
 * Source: https://drafts.csswg.org/css-sizing-3/#intrinsic-sizes
 */

import type { SymbolShape } from '../../box/marker-symbols.js';
import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import { resolveLength } from '../../css/values/values.js';
import { breaksAtSpacesOnly, HYPHEN_BREAK, isBreakAtSpace, NO_BREAK } from '../../text/line-break.js';
import type { HeightSpace } from '../algorithm/constraint-space.js';
import type { MinMax } from '../algorithm/geometry.js';
import { type FloatWidths, type LayoutContext, NO_FLOATS } from '../algorithm/layout-context.js';
import { snap, snapCeil } from '../algorithm/units.js';
import { NO_HEIGHT } from '../sizing/heights.js';
import { outerMinMax } from '../sizing/intrinsic.js';
import { inlineContent } from './content.js';
import { edgeWidth, isCloned, sideOf, tagEdges } from './edges.js';
import { hangingStart } from './hanging-punctuation.js';
import type { AtomicItem, ControlItem, InlineContent, InlineItem, TagItem, TextItem } from './inline-items.js';
import { minLeaderWidth } from './leader.js';
import { markerSymbolWidth, SPACE, shapedWidth, shapeHyphen, tabWidth, textWidth, trimmedEnd } from './pieces.js';

/**
 * min-content and max-content width of a block container's lines, px; percentage widths resolve to 0.
 * @param before   widths of the floats next to the first line
 * @param heights  percentage resolution height of atomic inlines and floats
 */
export function inlineMinMax(
  context: LayoutContext,
  box: BlockBox,
  before = NO_FLOATS,
  heights: HeightSpace = NO_HEIGHT,
): MinMax {
  const all = measured(context, inlineContent(context, box), before, heights, false);
  if (!box.firstLine) return all;
  const first = inlineContent(context, box.firstLine);
  const { max } = measured(context, first, before, heights, true);
  const hasMore = first.items.some(isForcedBreak);
  return { min: all.min, max: Math.max(all.min, hasMore ? Math.max(all.max, max) : max) };
}

/** @param untilBreak  measures up to the first forced break only */
function measured(
  context: LayoutContext,
  content: InlineContent,
  before: FloatWidths,
  heights: HeightSpace,
  untilBreak: boolean,
): MinMax {
  const { plainText } = content;
  if (plainText && before === NO_FLOATS && !untilBreak) {
    const sizes = plainMinMax(content, plainText);
    if (sizes) return sizes;
  }
  const measurer = new Measurer(context, content, before, heights);
  for (const item of content.items) {
    measurer.add(item);
    if (untilBreak && isForcedBreak(item)) break;
  }
  return measurer.finish();
}

/**
 * The fast path for text that is alone in its block: the width of its longest word, and of the whole.
 * @returns undefined: indents, hyphens or emergency breaks need the general algorithm
 */
function plainMinMax(content: InlineContent, item: TextItem): MinMax | undefined {
  const { style, shaped, end } = item;
  const { length } = content.box.style['text-indent'];
  if (length !== 0 || content.style.style['hanging-punctuation'].length > 0 || style.breakAnywhereInMinContent)
    return undefined;
  const { advances } = shaped;
  const { text } = content;
  const atSpaces = style.wraps && content.style.wraps && breaksAtSpacesOnly(text, style.breakStyle);
  const breaks = atSpaces ? undefined : content.breaks();
  let min = 0;
  let start = 0;
  for (let at = 1; at <= end; at++) {
    if (at < end && (breaks ? breaks[at] === NO_BREAK : !isBreakAtSpace(text, at))) continue;
    if (breaks?.[at] === HYPHEN_BREAK) return undefined;
    const trimmed = trimmedEnd(content, item, start, at);
    min = Math.max(min, Math.abs(snapCeil(advances[trimmed]!) - snapCeil(advances[start]!)));
    start = at;
  }
  return { min, max: Math.max(min, snapCeil(advances[end]!)) };
}

const isForcedBreak = (item: InlineItem) => item.type === 'control' && item.control === 'break';

class Measurer {
  #min = 0;
  #max = 0;
  /** Width since the last break opportunity, with and without trailing spaces. */
  #segment = 0;
  #segmentTrimmed = 0;
  /** Width since the last forced break, with and without trailing spaces. */
  #line = 0;
  #lineTrimmed = 0;
  #floats: { left: number; right: number };
  /** Maximum width of adjacent floats that a later float clears. */
  #clearedFloats = 0;
  /** Width of the edges of open cloned boxes. */
  #cloned = 0;
  /** A forced break is pending, after the closing tags that follow it. */
  #breaksHere = false;
  /** There is a break opportunity here, unless a closing tag follows. */
  #mayBreak = false;
  /** https://quirks.spec.whatwg.org/#the-table-cell-width-calculation-quirk */
  readonly #imagesStick: boolean;
  /** The previous character represents an atomic inline. */
  #isAfterBox = false;
  /** It is an image that sticks to what follows. */
  #isAfterSticky = false;
  #isStart = true;
  /** The segment has only tags so far: spaces collapse as at a line's start. */
  #isBare = true;

  constructor(
    private readonly context: LayoutContext,
    private readonly content: InlineContent,
    before: FloatWidths,
    private readonly heights: HeightSpace,
  ) {
    this.#floats = { ...before };
    const { display, 'inline-size': width } = content.box.style;
    this.#imagesStick = context.quirks && display === 'table-cell' && width === 'auto';
    this.#indent(content.box.kind !== 'block' || !content.box.continues);
  }

  add(item: InlineItem): void {
    if (this.#breaksHere && item.type !== 'close') this.#forcedBreak(item.start < this.content.text.length);
    switch (item.type) {
      case 'text':
        if (item.symbol) this.#addSymbol(item.symbol, item);
        else this.#addText(item);
        break;
      case 'control':
        this.#addControl(item);
        break;
      case 'open':
        this.#startSegment();
        this.#addTag(item);
        break;
      case 'close':
        this.#addTag(item);
        break;
      case 'atomic':
        this.#addAtomic(item);
        break;
      case 'leader':
        this.#startSegment();
        this.#addContent(minLeaderWidth(this.context, item));
        break;
      case 'float':
        this.#addFloat(item.box);
    }
  }

  #addControl(item: ControlItem): void {
    if (item.control === 'break') this.#breaksHere = true;
    else if (item.control === 'tab') this.#addTab(item);
    else if (item.control === 'opportunity' || (item.control === 'bidi' && !this.#isAfterSticky))
      this.#mayBreak ||= this.#isBreak(item.end);
  }

  #addAtomic(item: AtomicItem): void {
    const isSticky = this.#imagesStick && item.box.kind === 'replaced';
    // Such an image sticks to the text before it and to all content after it (`LineBreaker::sticky_images_quirk_`).
    if (!isSticky || this.content.text[item.start - 1] === ' ' || this.#isAfterBox) this.#startSegment();
    const { min, max } = outerMinMax(this.context, item.box, NO_FLOATS, this.heights);
    this.#addContent(min, max);
    this.#mayBreak = !isSticky && this.#isBreak(item.end);
    this.#isAfterBox = true;
    this.#isAfterSticky = isSticky;
  }

  finish(): MinMax {
    this.#endSegment();
    this.#endLine();
    const min = Math.max(0, this.#min);
    return { min, max: Math.max(min, this.#max) };
  }

  #isBreak(index: number): boolean {
    return this.content.breaks()[index] !== NO_BREAK;
  }

  #startSegment(): void {
    if (this.#mayBreak) this.#endSegment();
  }

  #endSegment(): void {
    this.#min = Math.max(this.#min, this.#segmentTrimmed);
    this.#segment = this.#cloned;
    this.#segmentTrimmed = 0;
    this.#isBare = true;
    this.#mayBreak = false;
  }

  #endLine(): void {
    const floats = Math.max(this.#clearedFloats, this.#floats.left + this.#floats.right);
    this.#max = Math.max(this.#max, this.#lineTrimmed + floats);
    this.#line = 0;
    this.#lineTrimmed = 0;
    this.#floats = { left: 0, right: 0 };
    this.#clearedFloats = 0;
  }

  #forcedBreak(isFollowed: boolean): void {
    this.#breaksHere = false;
    this.#endSegment();
    this.#endLine();
    this.#isStart = true;
    if (isFollowed) this.#indent(false);
  }

  #indent(isFirst: boolean): void {
    const { length, hanging, eachLine } = this.content.box.style['text-indent'];
    const applies = (isFirst || eachLine) !== hanging;
    const punctuation = isFirst ? hangingStart(this.context, this.content, 0) : 0;
    if (!applies && punctuation === 0) return;
    const indent = (applies ? snap(resolveLength(length, 0)) : 0) - punctuation;
    this.#addSizes(indent, indent);
  }

  #addSizes(min: number, max: number): void {
    this.#segment += min;
    this.#segmentTrimmed = this.#segment;
    this.#line += max;
    this.#lineTrimmed = this.#line;
  }

  /** Adds content other than text, after which spaces do not collapse. */
  #addContent(min: number, max = min): void {
    this.#addSizes(min, max);
    this.#isStart = false;
    this.#isBare = false;
  }

  #addTab(item: ControlItem): void {
    this.#startSegment();
    const trimmed = this.#segmentTrimmed;
    const { style } = this.content;
    this.#addContent(
      tabWidth(this.context, style, item, this.#segment),
      tabWidth(this.context, style, item, this.#line),
    );
    // Preserved tabs hang at the ends of lines.
    if (item.style.wraps && !item.style.breakStyle.breakSpaces) this.#segmentTrimmed = trimmed;
    this.#mayBreak = this.#isBreak(item.end);
  }

  /** Adds the edges of a tag; a cloned box has both edges in every segment. */
  #addTag(item: TagItem): void {
    const edges = tagEdges(item, 0);
    if (!isCloned(item.box)) {
      this.#addEdge(edgeWidth(edges, sideOf(item)));
      return;
    }
    const width = edgeWidth(edges, 'left') + edgeWidth(edges, 'right');
    this.#cloned += item.type === 'open' ? width : -width;
    if (item.type === 'open') this.#addEdge(width);
  }

  /** Adds an edge, which does not end the trailing spaces before it. */
  #addEdge(width: number): void {
    this.#segment += width;
    this.#segmentTrimmed += width;
    this.#line += width;
    this.#lineTrimmed += width;
  }

  #addSymbol(symbol: SymbolShape, item: TextItem): void {
    this.#addContent(markerSymbolWidth(symbol, item));
    this.#mayBreak = this.#isBreak(item.end);
  }

  #addText(item: TextItem): void {
    const { content } = this;
    let start = item.start;
    if (this.#isStart && item.style.collapses)
      while (start < item.end && content.text.charCodeAt(start) === SPACE) start++;
    if (start === item.end) return;
    this.#isStart = false;
    this.#isAfterBox = false;
    this.#isAfterSticky = false;
    this.#addToLine(item, start);
    this.#startSegment();
    if (this.#isBare && item.style.collapses)
      while (start < item.end && content.text.charCodeAt(start) === SPACE) start++;
    if (start === item.end) return;
    const breaks = content.breaks();
    const anywhere = item.style.breakAnywhereInMinContent ? content.graphemes() : undefined;
    for (let at = start + 1; at < item.end; at++) {
      if (breaks[at] === NO_BREAK && !anywhere?.[at]) continue;
      const hyphen = breaks[at] === HYPHEN_BREAK ? shapedWidth(shapeHyphen(this.context, item)) : 0;
      this.#addToSegment(item, start, at, hyphen);
      this.#endSegment();
      start = at;
    }
    this.#addToSegment(item, start, item.end, 0);
    this.#isBare = false;
    this.#mayBreak = breaks[item.end] !== NO_BREAK || anywhere?.[item.end] === 1;
  }

  #addToSegment(item: TextItem, start: number, end: number, hyphen: number): void {
    const trimmed = trimmedEnd(this.content, item, start, end);
    const width = (to: number) => Math.abs(this.#position(item, to) - this.#position(item, start));
    // A range of spaces only does not change the trimmed width.
    if (trimmed > start) this.#segmentTrimmed = this.#segment + width(trimmed) + hyphen;
    this.#segment += width(end) + hyphen;
  }

  /**
   * Rounded position of a character from the item's left edge, px, without reshaping at line ends. Segment widths are
   * differences of rounded positions, as in Blink's `ShapeResult::CachedWidth`.
   */
  #position(item: TextItem, index: number): number {
    const before = textWidth(this.context, item, item.start, index, false, false);
    if (item.level % 2 === 0) return snapCeil(before);
    return snapCeil(textWidth(this.context, item, item.start, item.end, false, false) - before);
  }

  #addToLine(item: TextItem, start: number): void {
    const trimmed = item.style.collapses ? trimmedEnd(this.content, item, start, item.end) : item.end;
    const width = (to: number) => snapCeil(textWidth(this.context, item, start, to, start > item.start, to < item.end));
    if (trimmed > start) this.#lineTrimmed = this.#line + width(trimmed);
    this.#line += width(item.end);
  }

  #addFloat(box: BlockLevelBox): void {
    const { min, max } = outerMinMax(this.context, box, NO_FLOATS, this.heights);
    const { clear } = box.style;
    if (clear !== 'none') {
      this.#clearedFloats = Math.max(this.#clearedFloats, this.#floats.left + this.#floats.right);
      if (clear !== 'right') this.#floats.left = 0;
      if (clear !== 'left') this.#floats.right = 0;
    }
    this.#min = Math.max(this.#min, min);
    this.#floats[box.style.float === 'right' ? 'right' : 'left'] += max;
  }
}

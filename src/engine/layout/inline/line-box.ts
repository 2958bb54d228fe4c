/**
 * Block-axis layout of a line: heights of inline boxes, `vertical-align`, line height. Offsets are from the root inline
 * box's baseline, downwards, until the line's top is resolved.
 * Sources: https://www.w3.org/TR/CSS22/visudet.html#line-height, https://drafts.csswg.org/css-inline-3/
 * Rounding and the order of alignment follow Blink's `InlineLayoutStateStack` (inline_box_state.cc).
 */

import type { InlineBox } from '../../box/tree.js';
import { partitionPoint } from '../../collections/partition-point.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import type { ComputedStyle } from '../../css/properties/table.js';
import { containsAbsolute } from '../../css/style-queries.js';
import { hasPercentage, resolveLength } from '../../css/values/values.js';
import type { FontMetrics } from '../../text/types.js';
import type { Placed } from '../algorithm/fragment.js';
import { type Edges, NO_EDGES } from '../algorithm/geometry.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { snap, snapRound } from '../algorithm/units.js';
import { atomicBaseline } from './atomic.js';
import { edgeWidth, type InlineEdges, inlineEdges, isCloned, NO_INLINE_EDGES, withInlineSides } from './edges.js';
import type { InlineContent, TagItem } from './inline-items.js';
import type { BrokenLine } from './line.js';
import type { LineSpace } from './line-result.js';
import type { AtomicPiece, ControlPiece, DetachedPiece, LeaderPiece, TextPiece } from './pieces.js';
import { centralMetrics, hasBackgroundOrBorder, type InlineStyle, inlineStyle } from './styles.js';
import { inlineTrim } from './text-box.js';

/** A piece with its block offset. */
export interface Leaf {
  /** undefined: the placeholder of an inline box without content. */
  readonly piece: TextPiece | AtomicPiece | LeaderPiece | ControlPiece | DetachedPiece | undefined;
  readonly parent: BoxEntry | undefined;
  readonly level: number;
  /** Top of the font's ascent for text, of the border box for atomic inlines. */
  y: number;
}

/** An inline box on the line. */
export interface BoxEntry {
  readonly box: InlineBox;
  readonly style: InlineStyle;
  readonly parent: BoxEntry | undefined;
  /** Margins, borders and paddings on this line: none on the sides where the box continues. */
  margin: Edges;
  border: Edges;
  padding: Edges;
  startsHere: boolean;
  endsHere: boolean;
  /** Top of the border box. */
  y: number;
  readonly height: number;
}

export interface StackedLine {
  /** In logical order. */
  readonly leaves: readonly Leaf[];
  /** Offset from the line's top, px. */
  readonly baseline: number;
  readonly height: number;
}

/** Extent of an inline box above and below the baseline, px. Blink: `FontHeight`. */
interface Metrics {
  ascent: number;
  descent: number;
}

/** A box aligned to the edges of the line or of its aligned subtree, positioned when those are resolved. */
interface Pending {
  readonly align: 'top' | 'bottom';
  readonly state: BoxState;
  readonly metrics: Metrics;
}

interface BoxState {
  readonly entry: BoxEntry | undefined;
  readonly style: InlineStyle;
  /** Bidi level at the start of the box, for the position of an empty one. */
  readonly level: number;
  readonly firstLeaf: number;
  readonly firstBox: number;
  lastLeaf: number;
  lastBox: number;
  metrics: Metrics | undefined;
  readonly pending: Pending[];
}

export function stackLine(
  context: LayoutContext,
  content: InlineContent,
  line: BrokenLine,
  space: LineSpace,
): StackedLine {
  return new LineStacker(context, content, line, space).run();
}

class LineStacker {
  readonly #context: LayoutContext;
  readonly #content: InlineContent;
  readonly #line: BrokenLine;
  readonly #space: LineSpace;
  readonly #leaves: Leaf[] = [];
  readonly #boxes: BoxEntry[] = [];
  readonly #stack: BoxState[] = [];
  /** Only boxes with text, or edges where they have them, make a line as high as they are. */
  readonly #lineHeightQuirk: boolean;

  constructor(context: LayoutContext, content: InlineContent, line: BrokenLine, space: LineSpace) {
    this.#context = context;
    this.#content = content;
    this.#line = line;
    this.#space = space;
    this.#lineHeightQuirk = context.lineHeightQuirk;
  }

  run(): StackedLine {
    const root = this.#begin(this.#content.style, undefined, 0);
    // The strut. The quirk excepts lines of list items, unless they begin inside of inline boxes.
    const isListItem = this.#content.box.style.display.endsWith('list-item');
    if (!this.#lineHeightQuirk || (isListItem && this.#line.open.length === 0)) this.#addTextMetrics(root);
    for (const tag of this.#line.open) {
      this.#openBox(tag, NO_INLINE_EDGES, false);
    }
    for (const piece of this.#line.pieces) {
      switch (piece.type) {
        case 'open':
          this.#openBox(piece.item, piece, true);
          break;
        case 'close':
          this.#closeBox(piece);
          break;
        case 'text':
          this.#addText(piece);
          break;
        case 'leader':
          this.#addTextMetrics(this.#top);
          this.#addLetters(piece);
          break;
        case 'control':
          this.#addControl(piece);
          break;
        case 'atomic':
          this.#addAtomic(piece);
          break;
        default:
          this.#leaves.push({ piece, parent: this.#top.entry, level: piece.item.level, y: 0 });
      }
    }
    // The remaining boxes continue on the next line.
    while (this.#stack.length > 0) this.#end(false);
    const { ascent, descent } = this.#line.empty || !root.metrics ? { ascent: 0, descent: 0 } : root.metrics;
    for (const leaf of this.#leaves) leaf.y += ascent;
    for (const entry of this.#boxes) entry.y += ascent;
    return { leaves: this.#leaves, baseline: ascent, height: Math.max(0, ascent + descent) };
  }

  get #top(): BoxState {
    return this.#stack[this.#stack.length - 1]!;
  }

  #begin(style: InlineStyle, entry: BoxEntry | undefined, level: number): BoxState {
    const state: BoxState = {
      entry,
      style,
      level,
      firstLeaf: this.#leaves.length,
      firstBox: entry ? this.#boxes.length - 1 : this.#boxes.length,
      lastLeaf: 0,
      lastBox: 0,
      metrics: undefined,
      pending: [],
    };
    this.#stack.push(state);
    return state;
  }

  // ---- contents ----------------------------------------------------------------------------------------------------

  #openBox({ box, style, level }: TagItem, edges: InlineEdges, startsHere: boolean): void {
    const { ascent, descent } = style.metrics;
    // The box has its block-axis edges on every line.
    const all = inlineEdges(box, this.#space.availableWidth);
    const { border, padding } = all;
    const { over, under } = inlineTrim(style);
    const side = box.style.direction === 'ltr' ? 'left' : 'right';
    const ownSides = (whole: Edges, own: Edges) =>
      side === 'left' ? withInlineSides(whole, own.left, 0) : withInlineSides(whole, 0, own.right);
    const entry: BoxEntry = {
      box,
      style,
      parent: this.#top.entry,
      margin: isCloned(box) ? all.margin : ownSides(NO_EDGES, edges.margin),
      border: isCloned(box) ? border : ownSides(border, edges.border),
      padding: isCloned(box) ? padding : ownSides(padding, edges.padding),
      startsHere: startsHere && !box.continuesBefore,
      endsHere: false,
      y: -ascent + over - border.top - padding.top,
      height: ascent + descent - over - under + border.top + padding.top + border.bottom + padding.bottom,
    };
    this.#boxes.push(entry);
    const state = this.#begin(style, entry, level);
    const isPlain = edges.margin[side] === 0 && edges.border[side] === 0 && edges.padding[side] === 0;
    if (!this.#lineHeightQuirk || (startsHere && !isPlain)) this.#addTextMetrics(state);
  }

  #closeBox(piece: InlineEdges): void {
    const { entry } = this.#top;
    if (entry) {
      const side = entry.box.style.direction === 'ltr' ? 'right' : 'left';
      if (!isCloned(entry.box)) {
        const withEnd = (whole: Edges, own: Edges) =>
          side === 'left'
            ? withInlineSides(whole, own.left, whole.right)
            : withInlineSides(whole, whole.left, own.right);
        entry.margin = withEnd(entry.margin, piece.margin);
        entry.border = withEnd(entry.border, piece.border);
        entry.padding = withEnd(entry.padding, piece.padding);
      }
      entry.endsHere = !entry.box.continuesAfter;
      if (this.#lineHeightQuirk && edgeWidth(piece, side) !== 0) this.#addTextMetrics(this.#top);
    }
    this.#end();
  }

  #addText(piece: TextPiece): void {
    const state = this.#top;
    this.#addTextMetrics(state);
    if (state.style.normalLineHeight) this.#addFallbackFonts(state, piece);
    this.#addLetters(piece);
  }

  #addLetters(piece: TextPiece | LeaderPiece): void {
    const { entry, style } = this.#top;
    this.#leaves.push({ piece, parent: entry, level: piece.item.level, y: -style.metrics.ascent });
  }

  #addControl(piece: ControlPiece): void {
    const state = this.#top;
    const { control } = piece.item;
    if (control === 'break' || control === 'tab') this.#addControlMetrics(state, piece);
    this.#leaves.push({ piece, parent: state.entry, level: piece.item.level, y: -state.style.metrics.ascent });
  }

  /** A `br` has its own style and contributes to the line height as text does; in quirks mode, after nothing else only. */
  #addControlMetrics(state: BoxState, piece: ControlPiece): void {
    if (this.#lineHeightQuirk && piece.item.control === 'break' && state.metrics) return;
    if (piece.item.box.kind === 'text') this.#addTextMetrics(state);
    else unite(state, textMetrics(piece.item.style));
  }

  #addAtomic(piece: AtomicPiece): void {
    const { box } = piece.item;
    const { ascent, descent } = atomicBaseline(box, piece, this.#top.style.isCentral);
    const state = this.#begin(inlineStyle(this.#context, box.style, box.element), undefined, piece.item.level);
    const { over, under } = overhang(piece, this.#line.pieces[0]?.start === 0, this.#line.next === undefined);
    state.metrics = { ascent: ascent - over, descent: descent - under };
    const parent = this.#stack[this.#stack.length - 2]!.entry;
    this.#leaves.push({ piece, parent, level: piece.item.level, y: piece.margin.top - ascent });
    this.#end();
  }

  #addTextMetrics(state: BoxState): void {
    unite(state, textMetrics(state.style));
  }

  /** Adds the fallback fonts for `line-height: normal`. Blink: `InlineBoxState::AccumulateUsedFonts`. */
  #addFallbackFonts(state: BoxState, piece: TextPiece): void {
    const { shaped, shapedStart, style, symbol } = piece.item;
    if (symbol) return;
    const { fonts } = this.#context;
    const { size } = style.shape.font;
    const { runs } = shaped;
    for (let i = partitionPoint(runs, (run) => shapedStart + run.end <= piece.start); i < runs.length; i++) {
      const { start, face } = runs[i]!;
      if (shapedStart + start >= piece.end) break;
      const metrics = fonts.metrics(face, size);
      const aligned = style.isCentral ? centralMetrics(metrics) : metrics;
      if (aligned !== style.metrics) unite(state, withLeading(aligned, metrics.lineSpacing));
    }
  }

  // ---- alignment ---------------------------------------------------------------------------------------------------

  /** Closes the innermost box and aligns it in its parent. Blink: `InlineLayoutStateStack::EndBoxState`. */
  #end(isClosed = true): void {
    const state = this.#stack.pop()!;
    state.lastLeaf = this.#leaves.length;
    state.lastBox = this.#boxes.length;
    const parent = this.#stack.at(-1);
    const isBare = this.#leaves.slice(state.firstLeaf).every((leaf) => leaf.piece === undefined);
    if (state.entry && state.lastLeaf === state.firstLeaf) {
      this.#leaves.push({ piece: undefined, parent: state.entry, level: state.level, y: 0 });
      state.lastLeaf++;
    }
    this.#alignPending(state, parent);
    if (!parent || !state.metrics) return;
    // `vertical-align` does not apply to an undecorated box that starts at the line's end without content.
    const align =
      isBare && !isClosed && state.entry && !isDecorated(state.entry.box.style) ? 'baseline' : this.#alignmentOf(state);
    if (align === 'top' || align === 'bottom') {
      parent.pending.push({ align, state, metrics: state.metrics });
      return;
    }
    const shift = this.#baselineShift(state, parent, align);
    if (shift !== 0) this.#move(state, state.metrics, shift);
    unite(parent, state.metrics);
  }

  #alignmentOf(state: BoxState): ComputedStyle['vertical-align'] {
    return state.style.style['vertical-align'];
  }

  /** Positions boxes with `vertical-align: top` or `bottom` in their aligned subtree, or hands them to the parent. */
  #alignPending(state: BoxState, parent: BoxState | undefined): void {
    if (state.pending.length === 0) return;
    const align = this.#alignmentOf(state);
    if (parent && align !== 'top' && align !== 'bottom') {
      parent.pending.push(...state.pending);
      return;
    }
    const edges = edgesForTopAndBottom(state, this.#decoratedMetrics());
    for (const { align, state: child, metrics } of state.pending) {
      const shift = align === 'top' ? metrics.ascent - edges.ascent : edges.descent - metrics.descent;
      this.#move(child, metrics, shift);
      unite(state, metrics);
    }
  }

  /**
   * Extents of the decorated inline boxes on the line, with their line height, except for those aligned to the top or
   * bottom. Blink: the box fragments in `InlineLayoutStateStack::MetricsForTopAndBottomAlign`.
   */
  #decoratedMetrics(): Metrics[] {
    const found: Metrics[] = [];
    for (const { box, style, padding, y, height } of this.#boxes) {
      const align = box.style['vertical-align'];
      if (align === 'top' || align === 'bottom' || !isDecorated(box.style)) continue;
      const ascent = -y - padding.top;
      const descent = height + y - padding.bottom;
      const top = Math.floor((style.lineHeight - ascent - descent) / 2);
      found.push({ ascent: ascent + top, descent: style.lineHeight - ascent - top });
    }
    return found;
  }

  /** Baseline shift, px; positive: down. Blink: `InlineLayoutStateStack::ApplyBaselineShift`. */
  #baselineShift(state: BoxState, parent: BoxState, align: ComputedStyle['vertical-align']): number {
    const metrics = state.metrics!;
    const { metrics: font, style } = parent.style;
    switch (align) {
      case 'baseline':
      case 'top':
      case 'bottom':
        return 0;
      case 'sub':
        return snap(snapRound(style['font-size']) / 5) + 1;
      case 'super':
        return -(snap(snapRound(style['font-size']) / 3) + 1);
      case 'middle':
        return snap((metrics.ascent - metrics.descent) / 2) - snapRound(font.xHeight / 2);
      case '-webkit-baseline-middle':
        return snap((metrics.ascent - metrics.descent) / 2);
      case 'text-top':
        return metrics.ascent - font.ascent;
      case 'text-bottom':
        return font.descent - metrics.descent;
      default:
        return -snap(resolveLength(align, hasPercentage(align) ? state.style.lineHeight : 0));
    }
  }

  #move(state: BoxState, metrics: Metrics, shift: number): void {
    metrics.ascent -= shift;
    metrics.descent += shift;
    for (let i = state.firstLeaf; i < state.lastLeaf; i++) this.#leaves[i]!.y += shift;
    for (let i = state.firstBox; i < state.lastBox; i++) this.#boxes[i]!.y += shift;
  }
}

/**
 * Block-axis overhang of a ruby annotation: unlimited over the first line, else into the leading of the adjacent line.
 */
function overhang({ item, fragment }: AtomicPiece, isFirst: boolean, isLast: boolean): { over: number; under: number } {
  if (item.box.kind !== 'block' || !item.box.isRubyPair) return NO_OVERHANG;
  const isBase = (child: Placed) => child.fragment.kind === 'box' && child.fragment.box.origin === 'anonymous';
  const base = fragment.children.find(isBase);
  const annotation = fragment.children.find((child) => !isBase(child));
  if (base?.fragment.kind !== 'box' || !annotation) return NO_OVERHANG;
  const isUnder = item.box.style['flex-direction'] === 'column';
  const margin = base.fragment.style[isUnder ? 'margin-block-end' : 'margin-block-start'];
  const leading = margin === 'auto' ? 0 : -resolveLength(margin, 0);
  const max = Math.max(0, annotation.fragment.height - leading);
  if (isUnder) return { over: 0, under: isLast ? 0 : Math.min(max, leading) };
  return { over: isFirst ? max : Math.min(max, leading), under: 0 };
}

const NO_OVERHANG = { over: 0, under: 0 };

function unite(state: BoxState, { ascent, descent }: Metrics): void {
  if (!state.metrics) state.metrics = { ascent, descent };
  else {
    state.metrics.ascent = Math.max(state.metrics.ascent, ascent);
    state.metrics.descent = Math.max(state.metrics.descent, descent);
  }
}

/** The extent of text above and below its baseline, with leading. */
export function textMetrics(style: InlineStyle): Metrics {
  return withLeading(style.metrics, style.lineHeight);
}

/** Adds the leading: half of it above, rounded down to px. Blink: `FontHeight::AddLeading`. */
function withLeading({ ascent, descent }: FontMetrics, lineHeight: number): Metrics {
  const top = Math.floor((lineHeight - ascent - descent) / 2);
  return { ascent: ascent + top, descent: lineHeight - ascent - top };
}

/** Whether the box needs a box fragment: it has edges or a background, or contains positioned boxes. */
function isDecorated(style: LogicalStyle): boolean {
  return (
    hasBackgroundOrBorder(style) || containsAbsolute(style, true) || EDGES.some((property) => style[property] !== 0)
  );
}

const EDGES = [
  'margin-block-start',
  'margin-line-right',
  'margin-block-end',
  'margin-line-left',
  'padding-block-start',
  'padding-line-right',
  'padding-block-end',
  'padding-line-left',
] as const;

/**
 * Extent of the aligned subtree. A box aligned to one edge that is higher than the subtree extends it at the other.
 * Blink: `InlineLayoutStateStack::MetricsForTopAndBottomAlign`.
 */
function edgesForTopAndBottom(state: BoxState, decorated: readonly Metrics[]): Metrics {
  const all = state.metrics ? [state.metrics, ...decorated] : decorated;
  const ascent = all.length > 0 ? Math.max(...all.map((metrics) => metrics.ascent)) : 0;
  const descent = all.length > 0 ? Math.max(...all.map((metrics) => metrics.descent)) : 0;
  let edges: Metrics = { ascent, descent };
  for (const { align, metrics } of state.pending) {
    const height = metrics.ascent + metrics.descent;
    if (height <= edges.ascent + edges.descent) continue;
    edges = align === 'top' ? { ascent, descent: height - ascent } : { ascent: height - descent, descent };
  }
  return edges;
}

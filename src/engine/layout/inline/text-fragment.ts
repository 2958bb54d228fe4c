/** Text fragments: runs of one font face and one direction, with their offsets. */

import type { SymbolShape } from '../../box/marker-symbols.js';
import { partitionPoint } from '../../collections/partition-point.js';
import { mayTrim } from '../../text/text-spacing.js';
import type { GlyphCluster, GlyphRun, ShapedRange, ShapedText } from '../../text/types.js';
import type { TextFragment, TextRun } from '../algorithm/fragment.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { InlineContent, TextItem } from './inline-items.js';
import { type Expansion, shapedWidth, type TextPiece, textWidth } from './pieces.js';
import type { InlineStyle } from './styles.js';
import { symbolRect } from './symbols.js';

/** Creates the fragment of a text piece. */
export function textFragment(
  context: LayoutContext,
  content: Pick<InlineContent, 'text'>,
  piece: TextPiece,
): TextFragment {
  const { box, style } = piece.item;
  const { ascent, descent } = style.metrics;
  const { symbol, level } = piece.item;
  const whole = symbol ? undefined : wholeText(context, piece);
  return {
    kind: 'text',
    box,
    style: box.style,
    width: piece.width,
    height: ascent + descent,
    baseline: style.textAscent,
    content: symbol ? [] : (whole ?? textRuns(context, content, piece)),
    text: whole ? whole.text : content.text.slice(piece.start, piece.end),
    repeated: false,
    symbol: symbol && { shape: symbol, ...symbolPlace(symbol, style, level) },
    rotation: undefined,
  };
}

/** The shape result that a piece is all of, if it is one plain run: its runs are made when it is painted. */
function wholeText(context: LayoutContext, piece: TextPiece): ShapedText | undefined {
  const { item, start, end, hyphen, endTrim, expansion } = piece;
  const { shaped, shapedStart } = item;
  const { text, runs } = shaped;
  if (start !== shapedStart || end - start !== text.length || hyphen || endTrim > 0 || expansion) return undefined;
  const run = runs[0];
  if (runs.length !== 1 || !run?.glyphs || run.features) return undefined;
  return isComposedRun(context, item, run, text) ? undefined : shaped;
}

/** The fragment of plain text that is alone on its line. @param width  px, in layout units */
export function plainTextFragment({ box, style, shaped }: TextItem, width: number): TextFragment {
  const { ascent, descent } = style.metrics;
  const { text } = shaped;
  return {
    kind: 'text',
    box,
    style: box.style,
    width,
    height: ascent + descent,
    baseline: style.textAscent,
    content: shaped,
    text,
    repeated: false,
    symbol: undefined,
    rotation: undefined,
  };
}

/** Whether text extraction needs the glyph clusters of a run. @param text  of the run */
export function isComposedRun(context: LayoutContext, item: TextItem, run: GlyphRun, text: string): boolean {
  if (run.upright) return false;
  if (run.composed) return true;
  const hasSource = item.level % 2 === 0 && item.source !== undefined;
  return (hasSource && context.shaper.composes(run.face)) || (mayTrim(text) && context.shaper.trims(run.face));
}

/** The end of the ligature around the boundary of two items, which the first of them has; else the boundary. */
function afterLigature({ shaped: { ligatures, advances }, shapedStart }: TextItem, boundary: number): number {
  const at = boundary - shapedStart;
  if (!ligatures || advances[at] !== advances[at + 1]) return boundary;
  const ligature = ligatures[partitionPoint(ligatures, ({ end }) => end <= at)];
  return ligature && ligature.start < at ? ligature.end + shapedStart : boundary;
}

function symbolPlace(shape: SymbolShape, { textAscent, style }: InlineStyle, level: number) {
  const rtl = level % 2 === 1;
  return { rtl, rect: symbolRect(shape, { ascent: textAscent, size: style['font-size'] }, rtl) };
}

function textRuns(context: LayoutContext, content: Pick<InlineContent, 'text'>, piece: TextPiece): TextRun[] {
  const { item, hyphen } = piece;
  const { shaped, shapedStart, level } = item;
  const start = piece.startsLine ? piece.start : afterLigature(item, piece.start);
  const end = piece.endsLine ? piece.end : afterLigature(item, piece.end);
  const rtl = level % 2 === 1;
  const isCut = piece.expansion !== undefined || piece.endTrim > 0;
  const runs: TextRun[] = [];
  // Offsets from the piece's start in logical order; reversed below for right-to-left text.
  let at = 0;
  const first = partitionPoint(shaped.runs, (run) => run.end + shapedStart <= start);
  for (let index = first; index < shaped.runs.length; index++) {
    const run = shaped.runs[index]!;
    if (run.start + shapedStart >= end) break;
    const from = Math.max(start, run.start + shapedStart);
    const to = Math.min(end, run.end + shapedStart);
    if (from >= to) continue;
    for (const cut of isCut ? cuts(piece, from, to) : [{ from, to, gap: 0, trim: 0 }]) {
      const { from: start, to: end, gap, trim } = cut;
      const width = partWidth(context, piece, start, end) + justifiedSpaces(content, piece, start, end) - trim;
      runs.push(textRun(context, content, piece, run, { start, end, x: at, width, trim }));
      at += width + gap;
    }
  }
  if (hyphen) {
    runs.push(...shapedRuns(hyphen, at, rtl));
    at += shapedWidth(hyphen);
  }
  if (!rtl) return runs.length === 1 ? [runs[0]!] : runs; // `push` makes room for 17
  return runs.map((run) => ({ ...run, x: at - run.x - run.width })).reverse();
}

/** A part of a run; `start` and `end` are text offsets of the content. */
interface RunPart {
  readonly start: number;
  readonly end: number;
  readonly x: number;
  readonly width: number;
  /** Width trimmed from its last mark, px. */
  readonly trim: number;
}

function textRun(
  context: LayoutContext,
  content: Pick<InlineContent, 'text'>,
  piece: TextPiece,
  run: GlyphRun,
  { start, end, x, width, trim }: RunPart,
): TextRun {
  const { shaped, shapedStart, level } = piece.item;
  const startsPiece = piece.startsLine && start === piece.start;
  const endsLine = piece.endsLine && end === piece.end;
  const isWhole = run.features !== undefined && startsPiece && start > shapedStart;
  const part = trim > 0 || isWhole ? { ...run, features: trim > 0 ? HALVED : [] } : run;
  const text = content.text.slice(start, end);
  const rtl = level % 2 === 1;
  return {
    text,
    face: run.face,
    rtl,
    x,
    width,
    justify: piece.expansion?.each ?? 0,
    incomplete: !run.complete,
    features: part.features,
    shaped:
      part.features || !run.glyphs
        ? undefined
        : {
            shaped,
            run,
            start: start - shapedStart,
            end: end - shapedStart,
            startsLine: startsPiece,
            endsLine,
          },
    clusters: isComposedRun(context, piece.item, run, text)
      ? clustersOf(
          context,
          piece,
          part,
          { start, end, startsLine: startsPiece, endsLine },
          part === run ? undefined : width,
        )
      : undefined,
    uprights: run.upright
      ? () => context.shaper.uprights(shaped, run, start - shapedStart, end - shapedStart)
      : undefined,
  };
}

const HALVED = ['halt=1'];

/** @param width  width of the single cluster of a part with its own features, px; undefined: as shaped */
function clustersOf(
  context: LayoutContext,
  { item, expansion }: TextPiece,
  part: GlyphRun,
  { start, end, startsLine, endsLine }: Pick<ShapedRange, 'start' | 'end' | 'startsLine' | 'endsLine'>,
  width: number | undefined,
): () => readonly GlyphCluster[] {
  const { shaped, shapedStart, level } = item;
  const source = level % 2 === 1 ? undefined : item.source;
  const range = { shaped, run: part, start: start - shapedStart, end: end - shapedStart, startsLine, endsLine };
  return () => {
    const shown = context.shaper.clusters(range);
    if (width !== undefined) return shown.map((cluster) => ({ ...cluster, width }));
    const scale = part.face.unitsPerEm / item.style.shape.font.size;
    const clusters = source ? inSourceLetters(shown, start, source, scale) : shown;
    return expansion ? clusters.map((cluster) => expanded(cluster, expansion)) : clusters;
  };
}

/**
 * Replaces the text of the clusters from offset `start` on by the source letters, and merges those of one letter.
 * @param scale  font units per px
 */
function inSourceLetters(
  clusters: readonly GlyphCluster[],
  start: number,
  { start: sourceStart, letters }: NonNullable<TextItem['source']>,
  scale: number,
): GlyphCluster[] {
  const spelled: GlyphCluster[] = [];
  let at = start - sourceStart;
  for (const cluster of clusters) {
    const end = at + cluster.text.length;
    const text = letters.slice(at, end).join('');
    at = end;
    const last = spelled.at(-1);
    if (text !== '' || !last) {
      spelled.push({ ...cluster, text });
      continue;
    }
    const moved = cluster.glyphs.map((glyph) => ({ ...glyph, x: glyph.x + Math.round(last.width * scale) }));
    const width = last.width + cluster.width;
    spelled[spelled.length - 1] = { text: last.text, glyphs: [...last.glyphs, ...moved], width };
  }
  return spelled;
}

const expanded = (cluster: GlyphCluster, { each }: Expansion): GlyphCluster =>
  cluster.text === ' ' || cluster.text === '\u00a0' ? { ...cluster, width: cluster.width + each } : cluster;

/** The runs of generated text: a hyphen or an ellipsis. @param x  offset in logical order, px */
export function shapedRuns(shaped: ShapedText, x: number, rtl = false): TextRun[] {
  const { text, runs, advances } = shaped;
  return runs.map((run): TextRun => {
    const { start, end, face, complete, glyphs } = run;
    return {
      text: text.slice(start, end),
      face,
      rtl,
      x: x + advances[start]!,
      width: advances[end]! - advances[start]!,
      justify: 0,
      incomplete: !complete,
      features: undefined,
      shaped: glyphs && { shaped, run, start, end, startsLine: false, endsLine: false },
      clusters: undefined,
      uprights: undefined,
    };
  });
}

interface Cut {
  readonly from: number;
  readonly to: number;
  /** Space after it, px. */
  readonly gap: number;
  /** Width trimmed from its last mark, px. */
  readonly trim: number;
}

/** Splits [from, to) at the gaps between justified ideographs, and before a trimmed mark at the end. */
function* cuts({ expansion, end, endTrim }: TextPiece, from: number, to: number): Generator<Cut> {
  const last = endTrim > 0 && to === end ? to - 1 : to;
  let start = from;
  const gaps = expansion?.gaps ?? [];
  for (let index = partitionPoint(gaps, (gap) => gap <= from); index < gaps.length; index++) {
    const gap = gaps[index]!;
    if (gap > last) break;
    yield { from: start, to: gap, gap: expansion!.each, trim: 0 };
    start = gap;
  }
  if (start < last) yield { from: start, to: last, gap: 0, trim: 0 };
  if (last < to) yield { from: last, to, gap: 0, trim: endTrim };
}

function partWidth(context: LayoutContext, piece: TextPiece, from: number, to: number): number {
  const startsLine = piece.startsLine && from === piece.start;
  const endsLine = piece.endsLine && to === piece.end;
  return textWidth(context, piece.item, from, to, startsLine, endsLine);
}

function justifiedSpaces(content: Pick<InlineContent, 'text'>, piece: TextPiece, from: number, to: number): number {
  const { expansion } = piece;
  if (!expansion || expansion.spaces === 0) return 0;
  let count = 0;
  for (let i = from; i < to; i++) {
    const unit = content.text.charCodeAt(i);
    if (unit === 0x20 || unit === 0xa0) count++;
  }
  return count * expansion.each;
}

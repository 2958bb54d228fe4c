/** Text on a line, ready to paint: runs of one face and one direction with their places. */

import { mayTrim } from '../../text/text-spacing.js';
import type { GlyphCluster, ShapedText } from '../../text/types.js';
import type { TextFragment, TextRun } from '../algorithm/fragment.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { InlineContent, TextItem } from './inline-items.js';
import { type Expansion, shapedWidth, type TextPiece, textWidth } from './pieces.js';
import type { InlineStyle } from './styles.js';
import { type SymbolShape, symbolRect } from './symbols.js';

/** @param content  of it only the text counts */
export function textFragment(
  context: LayoutContext,
  content: Pick<InlineContent, 'text'>,
  piece: TextPiece,
): TextFragment {
  const { box, style } = piece.item;
  const { ascent, descent } = style.metrics;
  const { symbol, level } = piece.item;
  return {
    kind: 'text',
    box,
    style: box.style,
    width: piece.width,
    height: ascent + descent,
    baseline: style.textAscent,
    runs: symbol ? [] : textRuns(context, content, piece),
    text: content.text.slice(piece.start, piece.end),
    symbol: symbol && { shape: symbol, ...symbolPlace(symbol, style, level) },
  };
}

function symbolPlace(shape: SymbolShape, { textAscent, style }: InlineStyle, level: number) {
  const rtl = level % 2 === 1;
  return { rtl, rect: symbolRect(shape, { ascent: textAscent, size: style['font-size'] }, rtl) };
}

function textRuns(context: LayoutContext, content: Pick<InlineContent, 'text'>, piece: TextPiece): TextRun[] {
  const { item, start, end, hyphen } = piece;
  const { shaped, shapedStart, level } = item;
  const rtl = level % 2 === 1;
  const source = rtl ? undefined : item.source;
  const { size } = item.style.shape.font;
  const runs: TextRun[] = [];
  // Logical positions first: distance from the piece's start.
  let at = 0;
  for (const run of shaped.runs) {
    const from = Math.max(start, run.start + shapedStart);
    const to = Math.min(end, run.end + shapedStart);
    for (const { from: a, to: b, gap, trim } of cuts(piece, from, to)) {
      const justified = justifiedSpaces(content, piece, a, b) - trim;
      const width = partWidth(context, piece, a, b) + justified;
      const isWhole = run.features !== undefined && piece.startsLine && a === start && a > shapedStart;
      const part = trim > 0 || isWhole ? { ...run, features: trim > 0 ? ['halt=1'] : [] } : run;
      const text = content.text.slice(a, b);
      runs.push({
        text,
        face: run.face,
        rtl,
        x: at,
        width,
        justify: piece.expansion?.each ?? 0,
        incomplete: !run.complete,
        ...(part.features
          ? { features: part.features }
          : run.glyphs && {
              shaped: {
                shaped,
                run,
                start: a - shapedStart,
                end: b - shapedStart,
                startsLine: piece.startsLine && a === start,
                endsLine: piece.endsLine && b === end,
              },
            }),
        ...(run.upright && {
          uprights: () => context.shaper.uprights(shaped, run, a - shapedStart, b - shapedStart),
        }),
        ...(!run.upright &&
          (run.composed ||
            (source && context.shaper.composes(run.face)) ||
            (mayTrim(text) && context.shaper.trims(run.face))) && {
            clusters: () => {
              const shown = context.shaper.clusters(shaped, part, a - shapedStart, b - shapedStart);
              if (part !== run) return shown.map((cluster) => ({ ...cluster, width }));
              const clusters = source ? inSourceLetters(shown, a, source, run.face.unitsPerEm / size) : shown;
              return piece.expansion ? clusters.map((cluster) => expanded(cluster, piece.expansion!)) : clusters;
            },
          }),
      });
      at += width + gap;
    }
  }
  if (hyphen) {
    runs.push(...shapedRuns(hyphen, at, rtl));
    at += shapedWidth(hyphen);
  }
  if (!rtl) return runs;
  return runs.map((run) => ({ ...run, x: at - run.x - run.width })).reverse();
}

/**
 * The clusters of the text from `start` on, with the letters they stand for; those of one letter become one.
 * @param scale  px to the glyphs' units
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

/** The runs of a text that is no part of the content: a hyphen, an ellipsis. @param x  where it starts, logically */
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
      ...(glyphs && { shaped: { shaped, run, start, end, startsLine: false, endsLine: false } }),
    };
  });
}

interface Cut {
  readonly from: number;
  readonly to: number;
  /** The space after it. */
  readonly gap: number;
  /** What its last mark gives up. */
  readonly trim: number;
}

/** Parts of [from, to) between the gaps of justified ideographs; a mark that is halved at the end is one of its own. */
function* cuts({ expansion, end, endTrim }: TextPiece, from: number, to: number): Generator<Cut> {
  if (from >= to) return;
  const last = endTrim > 0 && to === end ? to - 1 : to;
  let start = from;
  for (const gap of expansion?.gaps ?? []) {
    if (gap <= from || gap > last) continue;
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

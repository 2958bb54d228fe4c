/**
 * Lays out the characters of an SVG `text` element with the fonts, shaping and bidi levels of all text, and gives pieces of
 * one font and direction with their places.
 * Source: https://svgwg.org/svg2-draft/text.html#TextLayoutAlgorithm, Blink's SvgTextLayoutAlgorithm
 */

import type { ComputedStyle } from '../../css/properties/table.js';
import type { ElementNode } from '../../html/dom.js';
import { bidiLevels, embeddingControls, isRightToLeft, visualOrder } from '../../text/bidi.js';
import { mirrored } from '../../text/bidi-types.js';
import { textAround } from '../../text/glyph-clusters.js';
import { graphemeBoundaries } from '../../text/graphemes.js';
import type { TextShaper } from '../../text/shape.js';
import type { FontFace, GlyphRun, ShapedText, ShapeStyle } from '../../text/types.js';
import type { CollectedText, TextLength, TextPart, TextShapes } from './collect.js';

/** A text of one element, face and direction. */
export interface PlacedText {
  readonly part: TextPart;
  /** With the characters whose glyphs show it, such as `)` for `(` from right to left. */
  readonly text: string;
  readonly face: FontFace;
  readonly shape: ShapeStyle;
  readonly rtl: boolean;
  /** False when the face lacks one of its characters. */
  readonly complete: boolean;
  /** Left end of the baseline. */
  readonly x: number;
  readonly y: number;
  /** Degrees. */
  readonly rotate: number;
  /** By which its glyphs are stretched. */
  readonly stretch: number;
}

/** Values of properties that only SVG has. */
export interface SvgTextValues extends TextShapes {
  anchor(element: ElementNode): string;
  /** Distance from the alphabetic baseline to the one that stands at `y`, downwards. */
  baselineShift(element: ElementNode): number;
}

/** A piece before it has its place. */
interface Piece {
  readonly segment: Segment;
  /** In the whole text. */
  readonly start: number;
  readonly end: number;
  readonly face: FontFace;
  readonly complete: boolean;
  readonly text: string;
  width: number;
  stretch: number;
  /** Of the outermost element with a length that the piece is in. */
  resolved: TextLength | undefined;
  /** From the start of the text in CSS layout, in which chunks follow each other. */
  left: number;
  x: number;
  y: number;
}

/** A range of one part and bidi level. */
interface Segment {
  readonly part: TextPart;
  readonly start: number;
  readonly level: number;
  readonly shaped: ShapedText;
  readonly shape: ShapeStyle;
  readonly width: number;
}

/** @param style  of the `text` element */
export function layOutText(
  collected: CollectedText,
  { direction, 'unicode-bidi': bidi }: Pick<ComputedStyle, 'direction' | 'unicode-bidi'>,
  values: SvgTextValues,
  shaper: TextShaper,
): PlacedText[] {
  const override = bidi.endsWith('override') ? (embeddingControls('bidi-override', direction)?.open ?? '') : '';
  const layout = new TextLayout(collected, direction, override, values, shaper);
  const placed: PlacedText[] = [];
  const chunks: { readonly start: number; readonly pieces: Piece[] }[] = [];
  let right = 0;
  for (const [start, end] of chunksOf(collected)) {
    const pieces = layout.pieces(start, end, right);
    chunks.push({ start, pieces });
    right = pieces.reduce((max, piece) => Math.max(max, piece.left + piece.width), right);
  }
  const lines = chunks.map(({ pieces }) => pieces);
  for (const length of collected.lengths) applyLength(lines, length);
  let [penX, penY] = [0, 0];
  for (const { start, pieces } of chunks) {
    const position = collected.positions.get(start) ?? {};
    const [x, y] = [position.x ?? penX, position.y ?? penY];
    const down = place(pieces, collected, x, y);
    const first = collected.parts.find((part) => part.start <= start && start < part.end);
    if (first) anchor(pieces, x + (position.dx ?? 0), values.anchor(first.element), first.style.direction);
    penX = pieces.length > 0 ? rightOf(pieces) : x;
    penY = y + down;
    for (const piece of pieces) placed.push(placedText(piece, collected, values));
  }
  return placed;
}

/** Ranges that begin where a character has an absolute position. Source: #TermAnchoredChunk */
function chunksOf({ text, positions }: CollectedText): [start: number, end: number][] {
  const starts = [...positions]
    .filter(([at, { x, y }]) => at > 0 && at < text.length && (x !== undefined || y !== undefined))
    .filter(([at]) => !MARK.test(text[at]!))
    .map(([at]) => at)
    .sort((a, b) => a - b);
  const edges = [0, ...starts, text.length];
  return edges.slice(1).map((end, index) => [edges[index]!, end] as [number, number]);
}

class TextLayout {
  constructor(
    private readonly collected: CollectedText,
    private readonly direction: ComputedStyle['direction'],
    /** A control character that begins each chunk. */
    private readonly override: string,
    private readonly values: SvgTextValues,
    private readonly shaper: TextShaper,
  ) {}

  /**
   * The pieces of a chunk in logical order, as CSS places them on a line.
   * @param left  where the chunk begins
   */
  pieces(start: number, end: number, left: number): Piece[] {
    const segments = this.#segments(start, end);
    const pieces = segments.map((segment) => this.#split(segment));
    for (const index of visualOrder(segments.map(({ level }) => level))) {
      for (const piece of pieces[index]!) piece.left += left;
      left += segments[index]!.width;
    }
    return pieces.flat();
  }

  #segments(start: number, end: number): Segment[] {
    const { parts, text } = this.collected;
    const levels = this.#levels(start, end);
    const segments: Segment[] = [];
    for (const part of parts) {
      const last = Math.min(part.end, end);
      let from = Math.max(part.start, start);
      while (from < last) {
        const level = levels[from - start]!;
        let to = from + 1;
        while (to < last && levels[to - start] === level) to++;
        const shape = this.#shapeOf(part);
        const options = {
          direction: level % 2 === 1 ? 'rtl' : 'ltr',
          level,
          around: textAround(text.slice(start, end), from - start, to - start),
        } as const;
        const shaped = this.shaper.shape(text.slice(from, to), shape, options);
        segments.push({ part, start: from, level, shaped, shape, width: shaped.advances.at(-1)! });
        from = to;
      }
    }
    return segments;
  }

  /** Bidi levels of a chunk, which is isolated from others. */
  #levels(start: number, end: number): Uint8Array {
    const { parts, text } = this.collected;
    const isPlain = this.direction === 'ltr' && this.override === '' && !MAY_REORDER.test(text);
    if (isPlain && parts.every(({ style }) => style['unicode-bidi'] === 'normal')) return new Uint8Array(end - start);
    let withControls = '';
    const places: number[] = [];
    for (const part of parts) {
      const [from, to] = [Math.max(part.start, start), Math.min(part.end, end)];
      if (from >= to) continue;
      const isInner = part.element.name !== 'text';
      const controls = isInner ? embeddingControls(part.style['unicode-bidi'], part.style.direction) : undefined;
      withControls += controls?.open ?? '';
      for (let at = from; at < to; at++) places[at - start] = withControls.length + at - from;
      withControls += text.slice(from, to) + (controls?.close ?? '');
    }
    const { levels } = bidiLevels(withControls, this.direction, this.override);
    return Uint8Array.from(places, (place) => levels[place]!);
  }

  #shapeOf({ style, element }: TextPart): ShapeStyle {
    return this.values.shape(style, element);
  }

  /** Divides a segment by faces, and where a character has a position or rotation of its own. */
  #split(segment: Segment): Piece[] {
    const { shaped, start, level, width } = segment;
    const { advances, runs } = shaped;
    const isRtl = level % 2 === 1;
    const pieces: Piece[] = [];
    for (const run of runs) {
      const { start: from, end, face, complete } = run;
      const own =
        run.composed && !isRtl ? this.#clusterEdges(shaped, run) : this.#ownPositions(shaped.text, start, from, end);
      const edges = [from, ...own, end];
      for (let i = 1; i < edges.length; i++) {
        for (const [first, last] of isRtl
          ? directed(shaped.text, edges[i - 1]!, edges[i]!)
          : [[edges[i - 1]!, edges[i]!]]) {
          const left = isRtl ? width - advances[last!]! : advances[first!]!;
          const text = shaped.text.slice(first, last);
          pieces.push({
            segment,
            start: start + first!,
            end: start + last!,
            stretch: 1,
            resolved: undefined,
            width: advances[last!]! - advances[first!]!,
            face,
            complete,
            text:
              isRtl && !isRightToLeft(text) && text.length === 1 ? mirrored(text) : this.#joined(text, start + first!),
            left,
            x: 0,
            y: 0,
          });
        }
      }
    }
    return pieces;
  }

  /**
   * Where clusters begin, but the first: of one with several glyphs, the renderer takes the widest for its advance.
   * Source: usvg's form_glyph_clusters
   */
  #clusterEdges(shaped: ShapedText, run: GlyphRun): number[] {
    const { start, end } = run;
    const boundaries = graphemeBoundaries(shaped.text);
    const edges: number[] = [];
    let at = start;
    for (const { text } of this.shaper.clusters({ shaped, run, start, end, startsLine: true, endsLine: true })) {
      if (at > start && boundaries[at] === 1 && !VIRAMA.test(shaped.text[at - 1]!)) edges.push(at);
      at += text.length;
    }
    return edges;
  }

  /** Between joiners where letters join with those of other pieces, which the renderer does not see. */
  #joined(text: string, start: number): string {
    const { text: whole } = this.collected;
    const [before, after] = [joinsAt(whole, start), joinsAt(whole, start + text.length)];
    return `${before ? MARK_AND_JOINER : ''}${text}${after ? JOINER_AND_MARK : ''}`;
  }

  /** Indices within a range of a shaped text, but its first, at which a piece begins. */
  #ownPositions(text: string, offset: number, from: number, to: number): number[] {
    const { positions, lengths } = this.collected;
    if (positions.size === 0 && lengths.length === 0) return [];
    const found: number[] = [];
    const spaced = lengths.filter(({ withGlyphs }) => !withGlyphs);
    const boundaries = spaced.length > 0 ? graphemeBoundaries(text) : [];
    for (let at = from + 1; at < to; at++) {
      if (boundaries[at] === 1 && spaced.some(({ start, end }) => start < offset + at && offset + at < end)) {
        found.push(at);
        continue;
      }
      const own = positions.get(offset + at);
      const isRotated = own?.rotate !== undefined && (own.rotate !== 0 || positions.get(offset + at - 1)?.rotate !== 0);
      if (own && (own.dx || own.dy || isRotated) && !MARK.test(this.collected.text[offset + at]!)) found.push(at);
    }
    return found;
  }
}

/**
 * Divides a range from right to left into what begins and ends with letters of that direction, and single characters around:
 * the renderer has paragraphs from left to right, in which they would be elsewhere.
 */
function directed(text: string, start: number, end: number): [number, number][] {
  let [first, last] = [start, end];
  while (first < end && !isRightToLeft(text[first]!)) first++;
  if (first === end) return singles(start, end);
  while (last > first && !isRightToLeft(text[last - 1]!) && !MARK.test(text[last - 1]!)) last--;
  return [...singles(start, first), [first, last], ...singles(last, end)];
}

/** Characters from right to left, and those that have an effect on the order. */
const MAY_REORDER = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/;
/** Signs that join consonants of Brahmic scripts to conjuncts. */
const VIRAMA = /^[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2]$/;
/** A joiner, and a mark that keeps it in the right-to-left run. */
const JOINER_AND_MARK = '\u200d\u200f';
const MARK_AND_JOINER = '\u200f\u200d';
/** Letters of scripts that join: Arabic and its relatives, Mongolian. */
const JOINING = /^[\u0620-\u08ff\u1820-\u18af\ua840-\ua877]$/;

const joinsAt = (text: string, at: number): boolean =>
  JOINING.test(text.charAt(at - 1)) && JOINING.test(text.charAt(at));

const MARK = /^\p{M}$/u;

const singles = (start: number, end: number): [number, number][] =>
  Array.from({ length: end - start }, (_, index) => [start + index, start + index + 1]);

/**
 * Gives an element its `textLength`, by space between its characters or by stretched glyphs. Text after it moves along.
 * Source: #TextLayoutAlgorithm, “Apply ‘textLength’ attribute”; Blink's SvgTextLayoutAlgorithm::ResolveTextLength
 * @param chunks  with one piece for each character of an element whose glyphs keep their widths
 */
function applyLength(chunks: readonly (readonly Piece[])[], applied: TextLength): void {
  const { start, end, length, withGlyphs } = applied;
  const own = chunks.flat().filter((piece) => piece.start >= start && piece.end <= end);
  if (own.length === 0) return;
  own.sort((a, b) => a.left - b.left);
  const { left } = own[0]!;
  const width = own.reduce((max, piece) => Math.max(max, piece.left + piece.width), left) - left;
  const excess = length - width;
  let shift = excess;
  if (!withGlyphs) {
    // An element inside that has its own length is one unit.
    const begins = own.map(({ resolved }, at) => resolved === undefined || resolved !== own[at - 1]?.resolved);
    const gaps = begins.filter(Boolean).length - 1;
    const space = gaps > 0 ? excess / gaps : 0;
    // Text after it is as far from the last unit as that from the one before.
    shift = space * (gaps + 1);
    let before = -1;
    for (const [at, piece] of own.entries()) {
      if (begins[at]) before += 1;
      piece.left += before * space;
    }
  } else if (width > 0) {
    for (const piece of own) {
      piece.left = left + ((piece.left - left) * length) / width;
      piece.width *= length / width;
      piece.stretch *= length / width;
    }
  }
  for (const piece of own) piece.resolved = applied;
  const chunk = chunks.find((pieces) => pieces.some((piece) => piece.start < end && piece.end >= end)) ?? [];
  for (const piece of chunk) if (piece.start >= end) piece.left += shift;
}

/**
 * Moves the pieces of a chunk to its position, and each on by its own `dx` and `dy`.
 * @returns by how much the text went down
 */
function place(pieces: readonly Piece[], { positions }: CollectedText, x: number, y: number): number {
  let [shiftX, shiftY] = [0, 0];
  // The first character stands at x, and those from right to left before it.
  const origin = x - (pieces[0]?.left ?? 0);
  for (const piece of pieces) {
    const { dx = 0, dy = 0 } = positions.get(piece.start) ?? {};
    shiftX += dx;
    shiftY += dy;
    piece.x = origin + piece.left + shiftX;
    piece.y = y + shiftY;
  }
  return shiftY;
}

const rightOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((max, piece) => Math.max(max, piece.x + piece.width), Number.NEGATIVE_INFINITY);

/** Aligns a chunk with `x`. Source: #TextLayoutAlgorithm, “Apply anchoring” */
function anchor(pieces: Piece[], x: number, value: string, direction: ComputedStyle['direction']): void {
  if (pieces.length === 0) return;
  const left = pieces.reduce((min, piece) => Math.min(min, piece.x), Number.POSITIVE_INFINITY);
  const right = rightOf(pieces);
  const isLeft = direction === 'ltr' ? value !== 'end' : value === 'end';
  const shift = x - (value === 'middle' ? (left + right) / 2 : isLeft ? left : right);
  for (const piece of pieces) piece.x += shift;
}

function placedText(piece: Piece, { positions }: CollectedText, values: SvgTextValues): PlacedText {
  const { segment, text, face, complete, x, y, start, stretch } = piece;
  const { part, shape, level } = segment;
  const rotate = positions.get(start)?.rotate ?? 0;
  return {
    part,
    text,
    face,
    complete,
    shape,
    rtl: level % 2 === 1,
    x,
    y: y + values.baselineShift(part.element),
    rotate,
    stretch,
  };
}

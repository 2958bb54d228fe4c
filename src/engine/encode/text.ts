/** Encodes text as glyphs. */

import type { TextItem } from '../paint/display-list.js';
import { shownSize } from '../text/free-type.js';
import { isSpace } from '../text/glyph-advances.js';
import { EMBOLDENING, type GlyphShape, type GlyphText, SLANT } from '../text/outlines.js';
import type { FontFace, GlyphRange, ShapedRange } from '../text/types.js';
import type { ComposedFont, ComposedGlyph } from './composed-text.js';
import { glyphIndex, type TextComposer } from './composed-text.js';
import { NONE, OP } from './format.js';
import { printable } from './printable.js';
import { writeColor, writeOpacity } from './shapes.js';
import { type ListWriter, WORDS_PER_GLYPH } from './writer.js';

/** Gives the glyphs of texts from left to right. */
export interface GlyphStrings {
  /** Glyphs as shaped in the paragraph. */
  ofRange(range: ShapedRange): GlyphRange;
  /** Glyphs of a text shaped on its own. */
  ofText(text: GlyphText): GlyphRange;
  /** Glyph outlines. */
  shapes(text: GlyphText): readonly GlyphShape[];
}

export class TextWriter {
  /** Faces, or indices of composed fonts, that `takeFonts` has not taken. */
  #fonts: (FontFace | number)[] = [];
  #composedFonts: readonly ComposedFont[] | undefined;
  readonly #fontIndices = new Map<string | number, number>();
  /** The space glyph by face id. */
  readonly #spaces = new Map<string, number>();

  constructor(
    private readonly writer: ListWriter,
    private readonly glyphs: GlyphStrings,
    private readonly composer: TextComposer,
  ) {}

  write(item: TextItem, alpha: number): void {
    const { writer } = this;
    const { face, color, x, y } = item;
    const size = shownSize(item.size, face);
    if (size === 0) return;
    const composed = this.composer.compose(item);
    if (face.syntheticOblique) {
      writer.integer(OP.transform);
      writer.numbers(1, 0, -SLANT, 1, SLANT * y, 0);
    }
    writer.integer(OP.text);
    writer.integer(composed ? this.#fontIndex(composed.font, composed.font) : this.#fontIndex(face.id, face));
    writer.numbers(size, x, y);
    writeColor(writer, color);
    writeOpacity(writer, color.a * alpha);
    const stroke = item.stroke ?? (face.syntheticBold ? { color, width: item.size * EMBOLDENING } : undefined);
    writer.number(stroke?.width ?? 0);
    writeColor(writer, stroke?.color ?? color);
    writeOpacity(writer, (stroke?.color ?? color).a * alpha);
    // The glyphs append their text piece by piece.
    const start = writer.textEnd;
    writer.integer(start);
    const length = writer.reserve();
    if (composed) this.#composed(composed.glyphs, face);
    else this.#shaped(item, size);
    writer.set(length, writer.textEnd - start);
    if (face.syntheticOblique) writer.integer(OP.pop);
  }

  /** The fonts that are new since the last call, by their index in the lists; before the first, all text is composed. */
  takeFonts(): (FontFace | ComposedFont)[] {
    this.#composedFonts ??= this.composer.finish();
    const fonts = this.#fonts;
    this.#fonts = [];
    return fonts.map((font) => (typeof font === 'number' ? this.#composedFonts![font]! : font));
  }

  #fontIndex(key: string | number, font: FontFace | number): number {
    let index = this.#fontIndices.get(key);
    if (index === undefined) {
      index = this.#fontIndices.size;
      this.#fontIndices.set(key, index);
      this.#fonts.push(font);
    }
    return index;
  }

  #composed(glyphs: readonly ComposedGlyph[], face: FontFace): void {
    const { writer } = this;
    const em = unitsPerEm(face);
    writer.integer(glyphs.length);
    writer.integer(0);
    for (const glyph of glyphs) {
      writer.integer(glyphIndex(glyph));
      writer.integer(writer.append(glyph.text));
      writer.number(Math.max(0, glyph.advance) / em);
    }
  }

  #shaped(item: TextItem, size: number): void {
    const { writer } = this;
    const parts = item.shaped?.map((range) => this.glyphs.ofRange(range)) ?? [this.glyphs.ofText(item)];
    const hasOffsets = parts.some(({ glyphs }) => glyphs.offsets.length > 0);
    const count = writer.reserve();
    writer.integer(hasOffsets ? 1 : 0);
    const run: RunState = { size, em: unitsPerEm(item.face), hasOffsets, written: 0, length: -1, invisible: '' };
    let start = 0;
    for (const [index, part] of parts.entries()) {
      const range = item.shaped?.[index];
      const end = range ? start + range.end - range.start : item.text.length;
      this.#part(item, part, start, end, run);
      start = end;
    }
    writer.set(count, run.written);
  }

  #spaceOf(face: FontFace): number {
    let space = this.#spaces.get(face.id);
    if (space === undefined) {
      const text = { text: ' ', face, features: [], rtl: false, language: undefined };
      space = this.glyphs.ofText({ ...text, size: 1, letterSpacing: 0, wordSpacing: 0 }).glyphs.ids[0] ?? NONE;
      this.#spaces.set(face.id, space);
    }
    return space;
  }

  /** Writes the glyphs of item.text[start..end). */
  #part(item: TextItem, part: GlyphRange, start: number, end: number, run: RunState): void {
    const { writer } = this;
    const { ids, clusters, advances, offsets } = part.glyphs;
    if (!clusters) {
      this.#units(item, part, start, run);
      return;
    }
    const { text } = item;
    const shift = start - part.start;
    let before = end; // for right-to-left text: the end of the cluster
    for (let i = part.from, last = i; i < part.to; i = last + 1) {
      const cluster = clusters[i]!;
      for (last = i; last + 1 < part.to && clusters[last + 1] === cluster; ) last++;
      const from = cluster + shift;
      const to = item.rtl ? before : last + 1 < part.to ? clusters[last + 1]! + shift : end;
      before = from;
      const shown = printable(text.slice(from, to));
      // Readers take a zero-width glyph for the start of another text.
      if (advances[i] === 0 && i === last && IGNORABLE.test(shown)) {
        if (run.length < 0) run.invisible += shown;
        else writer.add(run.length, writer.append(shown));
        continue;
      }
      const spaceGlyph = last > i ? this.#spaceOf(item.face) : NONE;
      for (let glyph = i; glyph <= last; glyph++) {
        // HarfBuzz replaces invisible characters by a space without advance.
        if (glyph > i && ids[glyph] === spaceGlyph && advances[glyph] === 0) continue;
        run.written++;
        const extra = glyph === last ? spacing(item, text.charCodeAt(from)) / run.size : 0;
        writer.integer(ids[glyph]!);
        if (glyph === i) {
          run.length = writer.length;
          writer.integer(writer.append(run.invisible + shown));
        } else writer.integer(NONE);
        writer.number(advances[glyph]! / run.em + extra);
        if (run.hasOffsets) {
          writer.number((offsets[2 * glyph] ?? 0) / run.em);
          writer.number((offsets[2 * glyph + 1] ?? 0) / run.em);
        }
      }
      run.invisible = '';
    }
  }

  /** Writes the glyphs of a text in which each unit has a visible one. */
  #units(item: TextItem, { glyphs, from, to }: GlyphRange, start: number, run: RunState): void {
    const { writer } = this;
    const { ids, advances } = glyphs;
    const { text, letterSpacing, wordSpacing } = item;
    const before = run.invisible === '' ? 0 : writer.append(run.invisible);
    run.invisible = '';
    run.written += to - from;
    if (letterSpacing === 0 && wordSpacing === 0 && !run.hasOffsets) {
      writer.glyphs(ids, advances, { from, to, em: run.em, text, start, before });
      if (to > from) run.length = writer.length - WORDS_PER_GLYPH + 1;
      return;
    }
    for (let i = from; i < to; i++) {
      const unit = text.charCodeAt(start + i - from);
      writer.integer(ids[i]!);
      run.length = writer.length;
      writer.integer(writer.appendUnit(unit) + (i === from ? before : 0));
      writer.number(advances[i]! / run.em + spacing(item, unit) / run.size);
      if (run.hasOffsets) writer.numbers(0, 0);
    }
  }
}

/** State of the text being written. */
interface RunState {
  readonly size: number;
  readonly em: number;
  readonly hasOffsets: boolean;
  /** Glyphs written. */
  written: number;
  /** Position of the text length of the last cluster; -1: there is none. */
  length: number;
  /** Text before the first visible glyph. */
  invisible: string;
}

const IGNORABLE = /^\p{Default_Ignorable_Code_Point}*$/u;

/** Units per em of the font file, before `size-adjust`. */
const unitsPerEm = ({ unitsPerEm, sizeAdjust = 1 }: FontFace): number => unitsPerEm * sizeAdjust;

const spacing = ({ letterSpacing, wordSpacing }: TextItem, unit: number): number =>
  isSpace(unit) ? letterSpacing + wordSpacing : letterSpacing;

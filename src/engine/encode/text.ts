/** Text runs as glyphs. */

import type { TextItem } from '../paint/display-list.js';
import { freeTypeSize } from '../text/free-type.js';
import { EMBOLDENING, type GlyphText, SLANT } from '../text/outlines.js';
import type { FontFace, GlyphString } from '../text/types.js';
import { glyphIndex, TextComposer } from '../typst/composed-text.js';
import type { ComposedFont, ComposedGlyph } from '../typst/source.js';
import { NONE, OP } from './format.js';
import { writeColor, writeOpacity } from './shapes.js';
import type { ListWriter } from './writer.js';

/** The glyphs of a text as it was shaped, from left to right. */
export type GlyphStrings = (text: GlyphText) => GlyphString;

export class TextWriter {
  readonly #composer = new TextComposer();
  /** Faces, and numbers of composed fonts. */
  readonly #fonts: (FontFace | number)[] = [];
  readonly #places = new Map<string | number, number>();

  constructor(
    private readonly writer: ListWriter,
    private readonly glyphs: GlyphStrings,
  ) {}

  write(item: TextItem, alpha: number): void {
    const { writer } = this;
    const { face, color, x, y } = item;
    const size = freeTypeSize(item.size * (face.sizeAdjust ?? 1));
    if (size === 0) return;
    const composed = this.#composer.compose(item);
    if (face.syntheticOblique) {
      writer.integer(OP.transform);
      writer.numbers(1, 0, -SLANT, 1, SLANT * y, 0);
    }
    writer.integer(OP.text);
    writer.integer(composed ? this.#place(composed.font, composed.font) : this.#place(face.id, face));
    writer.numbers(size, x, y);
    writeColor(writer, color);
    writeOpacity(writer, color.a * alpha);
    const stroke = item.stroke ?? (face.syntheticBold ? { color, width: item.size * EMBOLDENING } : undefined);
    writer.number(stroke?.width ?? 0);
    writeColor(writer, stroke?.color ?? color);
    writeOpacity(writer, (stroke?.color ?? color).a * alpha);
    // The glyphs add the text bit by bit.
    const start = writer.textEnd;
    writer.integer(start);
    const length = writer.reserve();
    if (composed) this.#composed(composed.glyphs, face);
    else this.#shaped(item, size);
    writer.set(length, writer.textEnd - start);
    if (face.syntheticOblique) writer.integer(OP.pop);
  }

  /** Of all texts so far, by the places that they have in the list. */
  finish(): (FontFace | ComposedFont)[] {
    const fonts = this.#composer.finish();
    return this.#fonts.map((font) => (typeof font === 'number' ? fonts[font]! : font));
  }

  #place(key: string | number, font: FontFace | number): number {
    let place = this.#places.get(key);
    if (place === undefined) {
      place = this.#fonts.length;
      this.#places.set(key, place);
      this.#fonts.push(font);
    }
    return place;
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
    const { text } = item;
    const { ids, clusters, advances, offsets } = this.glyphs(item);
    const count = ids.length;
    const em = unitsPerEm(item.face);
    writer.integer(count);
    writer.integer(offsets.length > 0 ? 1 : 0);
    let before = text.length; // of text from right to left: where the cluster ends
    for (let i = 0; i < count; i++) {
      const cluster = clusters[i]!;
      let last = i;
      while (last + 1 < count && clusters[last + 1] === cluster) last++;
      const end = item.rtl ? before : (clusters[last + 1] ?? text.length);
      before = cluster;
      const extra = spacing(item, text.charCodeAt(cluster)) / size;
      for (let first = i; ; i++) {
        writer.integer(ids[i]!);
        writer.integer(i === first ? writer.append(printable(text.slice(cluster, end))) : NONE);
        writer.number(advances[i]! / em + (i === last ? extra : 0));
        if (offsets.length > 0) writer.numbers(offsets[2 * i]! / em, offsets[2 * i + 1]! / em);
        if (i === last) break;
      }
    }
  }
}

/** Of the font file. */
const unitsPerEm = ({ unitsPerEm, sizeAdjust = 1 }: FontFace): number => unitsPerEm * sizeAdjust;

const spacing = ({ letterSpacing, wordSpacing }: TextItem, unit: number): number =>
  unit === 0x20 || unit === 0xa0 ? letterSpacing + wordSpacing : letterSpacing;

const UNPRINTABLE = /[\n\v\f\r\u0085\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const LINE_BREAKS = /[\n\v\f\r\u0085\u2028\u2029]/g;
/** Layout has resolved directions: in the PDF they say nothing. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const printable = (text: string): string =>
  UNPRINTABLE.test(text) ? text.replace(LINE_BREAKS, ' ').replace(BIDI_CONTROLS, '') : text;

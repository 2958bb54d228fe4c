/**
 * Fonts of form fields: simple TrueType fonts in WinAnsiEncoding, which every viewer can type with. They are embedded as
 * subsets with all characters of the encoding.
 * Source: ISO 32000-1, 9.6.3 and annex D
 */

import type { FontFace } from '../../engine/text/types.js';
import { type SubsetFont, subsetFont } from '../../fonts/subset-font.js';
import { type Dict, dict, flateStream, name, type Ref } from '../syntax/objects.js';
import type { PdfObjects } from '../syntax/read.js';

/** The characters of codes 0x80 to 0x9f; 0 where there is none. */
const UPPER = [
  0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d, 0, 0,
  0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
];
const FIRST = 0x20;
const LAST = 0xff;
/** Codes that stand for the glyph of another character. */
const SAME_GLYPH = new Map([
  [0xa0, 0x20],
  [0xad, 0x2d],
]);

/** By code; 0: the code has no character. */
const CHARACTERS = Array.from({ length: LAST + 1 }, (_, code) => {
  if (code < FIRST || code === 0x7f) return 0;
  return code >= 0x80 && code < 0xa0 ? UPPER[code - 0x80]! : code;
});
const CODES = new Map(CHARACTERS.flatMap((character, code) => (character > 0 ? [[character, code] as const] : [])));

const CODE_POINTS = [...CODES.keys()].sort((a, b) => a - b);

const NONSYMBOLIC = 1 << 5;
const ITALIC = 1 << 6;
/** Fonts do not state it; viewers do not need it for embedded fonts. */
const STEM = 80;

export interface FieldFont {
  /** Its name in the resources. */
  readonly key: string;
  readonly ref: Ref;
  /** The bytes of a text; undefined when it has characters that the font cannot show. */
  encode(text: string): Uint8Array | undefined;
}

/** The fonts of one document. */
export class FieldFonts {
  readonly #fonts = new Map<string, FieldFont | undefined>();

  constructor(private readonly file: PdfObjects) {}

  /** undefined: the face is no TrueType font. */
  of(face: FontFace): FieldFont | undefined {
    const { id } = face;
    if (this.#fonts.has(id)) return this.#fonts.get(id);
    const subset = face.color ? undefined : subsetOf(face);
    const key = `F${[...this.#fonts.values()].filter(Boolean).length}`;
    const font = subset && this.#add(face, subset, key);
    this.#fonts.set(id, font);
    return font;
  }

  /** Of all fonts so far. */
  resources(): Dict {
    const fonts: Dict = new Map();
    for (const font of this.#fonts.values()) if (font) fonts.set(font.key, font.ref);
    return fonts;
  }

  #add(face: FontFace, subset: SubsetFont, key: string): FieldFont {
    const { advances, unitsPerEm, bytes, bounds } = subset;
    const em = (units: number) => Math.round((units * 1000) / unitsPerEm);
    const ratio = unitsPerEm / face.unitsPerEm; // of a face with `size-adjust`
    const descriptor = dict({
      Type: name('FontDescriptor'),
      FontName: name(subset.name),
      Flags: NONSYMBOLIC | (face.style === 'normal' ? 0 : ITALIC),
      FontBBox: bounds.map(em),
      ItalicAngle: face.style === 'normal' ? 0 : -12,
      Ascent: em(face.ascent * ratio),
      Descent: -em(face.descent * ratio),
      CapHeight: em(face.capHeight * ratio),
      StemV: STEM,
      FontFile2: this.file.add(flateStream(dict({ Length1: bytes.length }), bytes)),
    });
    const advance = (code: number) => advances.get(SAME_GLYPH.get(code) ?? CHARACTERS[code]!) ?? 0;
    const ref = this.file.add(
      dict({
        Type: name('Font'),
        Subtype: name('TrueType'),
        BaseFont: name(subset.name),
        FirstChar: FIRST,
        LastChar: LAST,
        Widths: CHARACTERS.slice(FIRST).map((_, index) => em(advance(FIRST + index))),
        Encoding: name('WinAnsiEncoding'),
        FontDescriptor: this.file.add(descriptor),
      }),
    );
    return { key, ref, encode: (text) => encoded(text, advances) };
  }
}

/** By face, as documents share fonts and making a subset takes milliseconds. */
const SUBSETS = new WeakMap<FontFace, SubsetFont | undefined>();

function subsetOf(face: FontFace): SubsetFont | undefined {
  if (!SUBSETS.has(face)) SUBSETS.set(face, subsetFont(face, CODE_POINTS));
  return SUBSETS.get(face);
}

function encoded(text: string, advances: ReadonlyMap<number, number>): Uint8Array | undefined {
  const codes = [...text].map((character) => {
    const codePoint = character.codePointAt(0)!;
    const code = CODES.get(codePoint);
    return code !== undefined && advances.has(SAME_GLYPH.get(code) ?? codePoint) ? code : 0;
  });
  return codes.every((code) => code > 0) ? Uint8Array.from(codes) : undefined;
}

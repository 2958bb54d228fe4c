/**
 * Reads the tables of an OpenType face that layout needs, without its outlines: a 25 MB font costs a few kilobytes.
 * Numbers are in font units unless noted. There are two readers: the engine is not to import this one, and finds
 * tables in the bytes of a loaded face with `engine/text/sfnt.ts`.
 * Source: https://learn.microsoft.com/typography/opentype/spec/otff
 */

import type { FontFace } from '../engine/text/types.js';
import { type CharacterMap, readCharacterMap } from './opentype-cmap.js';

/** Random access to a font file. `read` throws OpenTypeError for a range outside the file. */
export interface FontFile {
  readonly size: number;
  read(offset: number, length: number): DataView;
}

/** The file is not a font, or too damaged to be used. */
export class OpenTypeError extends Error {
  override readonly name = 'OpenTypeError';
}

export interface Table {
  readonly tag: string;
  readonly checksum: number;
  readonly offset: number;
  readonly length: number;
}

/** The content of a font file about one face: a `FontFace` without the identity assigned by the loader. */
export interface ParsedFace extends Omit<FontFace, 'id' | 'typstFamily' | 'data' | 'index'> {
  readonly postScriptName: string;
  /** Has an `fvar` table; all values belong to the default instance. */
  readonly variable: boolean;
}

const SFNT_VERSIONS = new Set([0x00010000, 0x4f54544f /* OTTO */, 0x74727565 /* true */]);
const COLLECTION = 0x74746366; // ttcf
const COLOR_TABLES = ['COLR', 'CBDT', 'sbix', 'SVG '];
const MAX_TABLES = 256;
const MAX_FACES = 256;
/** OS/2 usWidthClass 1 to 9 in percent. */
const WIDTHS = [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200];

/** Offsets of the table directories in a file: one, or one per face of a collection. */
export function faceOffsets(file: FontFile): number[] {
  const start = file.read(0, 12);
  if (start.getUint32(0) !== COLLECTION) return [0];
  const count = start.getUint32(8);
  if (count === 0 || count > MAX_FACES) throw new OpenTypeError(`invalid number of faces in the collection: ${count}`);
  const offsets = file.read(12, count * 4);
  return Array.from({ length: count }, (_, i) => offsets.getUint32(i * 4));
}

/** The table directory at an offset; all tables are verified to be within the file. */
export function readTables(file: FontFile, offset: number): Map<string, Table> {
  const start = file.read(offset, 12);
  const version = start.getUint32(0);
  if (!SFNT_VERSIONS.has(version)) throw new OpenTypeError('not a TrueType or OpenType font');
  const count = start.getUint16(4);
  if (count === 0 || count > MAX_TABLES) throw new OpenTypeError(`invalid number of tables: ${count}`);
  const records = file.read(offset + 12, count * 16);
  const tables = new Map<string, Table>();
  for (let i = 0; i < count; i++) {
    const at = i * 16;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((n) => records.getUint8(at + n)));
    const table = {
      tag,
      checksum: records.getUint32(at + 4),
      offset: records.getUint32(at + 8),
      length: records.getUint32(at + 12),
    };
    if (table.offset + table.length > file.size) throw new OpenTypeError(`table ${tag} is truncated`);
    tables.set(tag, table);
  }
  return tables;
}

/** Parses one face. Throws OpenTypeError when a required table is missing or malformed. */
export function parseFace(file: FontFile, tables: ReadonlyMap<string, Table>): ParsedFace {
  const reader = new TableReader(file, tables);
  const head = reader.required('head', 54);
  const unitsPerEm = head.getUint16(18);
  if (unitsPerEm < 16 || unitsPerEm > 16384) throw new OpenTypeError(`invalid units per em: ${unitsPerEm}`);
  if (!['glyf', 'CFF ', 'CFF2', ...COLOR_TABLES].some((tag) => tables.has(tag))) {
    throw new OpenTypeError('no outlines');
  }
  const os2 = readOs2(reader.optional('OS/2', 78));
  const hhea = reader.required('hhea', 36);
  const names = readNames(reader.required('name', 6));
  const family = names.get(16) ?? names.get(1);
  if (!family) throw new OpenTypeError('no family name');
  const subfamily = names.get(17) ?? names.get(2) ?? '';
  const glyphCount = reader.required('maxp', 6).getUint16(4);
  const map = readCharacterMap(reader.required('cmap', 4), glyphCount);
  const outlines = new GlyphReader(reader, map, head.getInt16(50) === 1, hhea.getUint16(34), glyphCount);
  const post = reader.optional('post', 12);
  const macStyle = head.getUint16(44);
  return {
    postScriptName: names.get(6) ?? '',
    family,
    weight: cssWeight(os2?.weight ?? (macStyle & 1 ? 700 : 400), subfamily),
    style: os2 ? os2.style : macStyle & 2 ? 'italic' : 'normal',
    stretch: WIDTHS[(os2?.width ?? 5) - 1] ?? 100,
    unitsPerEm,
    ...lineMetrics(hhea, os2),
    xHeight: os2?.xHeight || outlines.topOf('x'),
    capHeight: os2?.capHeight || outlines.topOf('H'),
    zeroAdvance: outlines.advanceOf('0') ?? unitsPerEm / 2,
    averageAdvance: os2?.averageAdvance || (outlines.advanceOf('x') ?? unitsPerEm / 2),
    boundsWidth: Math.max(0, head.getInt16(40) - head.getInt16(36)),
    underlinePosition: post ? -post.getInt16(8) : 0,
    underlineThickness: post ? post.getInt16(10) : 0,
    strikeoutPosition: os2?.strikeoutPosition ?? 0,
    strikeoutThickness: os2?.strikeoutThickness ?? 0,
    coverage: map.coverage,
    color: COLOR_TABLES.some((tag) => tables.has(tag)),
    variable: tables.has('fvar'),
  };
}

class TableReader {
  constructor(
    readonly file: FontFile,
    readonly tables: ReadonlyMap<string, Table>,
  ) {}

  optional(tag: string, minLength: number): DataView | undefined {
    const table = this.tables.get(tag);
    return table && table.length >= minLength ? this.file.read(table.offset, table.length) : undefined;
  }

  required(tag: string, minLength: number): DataView {
    const view = this.optional(tag, minLength);
    if (!view) throw new OpenTypeError(`table ${tag.trim()} is missing or too short`);
    return view;
  }

  /** A slice of a table; undefined when the table is shorter. */
  slice(tag: string, offset: number, length: number): DataView | undefined {
    const table = this.tables.get(tag);
    return table && offset + length <= table.length ? this.file.read(table.offset + offset, length) : undefined;
  }
}

type Os2 = NonNullable<ReturnType<typeof readOs2>>;

export function readOs2(table: DataView | undefined) {
  if (!table) return undefined;
  const version = table.getUint16(0);
  if (version === 0xffff) return undefined; // FreeType's mark of a table not to be trusted
  const selection = table.getUint16(62);
  const hasHeights = version >= 2 && table.byteLength >= 90;
  return {
    averageAdvance: table.getInt16(2),
    weight: table.getUint16(4),
    width: table.getUint16(6),
    strikeoutThickness: table.getInt16(26),
    strikeoutPosition: table.getInt16(28),
    style: selection & 1 ? 'italic' : version >= 4 && selection & 0x200 ? 'oblique' : 'normal',
    useTypoMetrics: (selection & 0x80) !== 0,
    typoAscender: table.getInt16(68),
    typoDescender: table.getInt16(70),
    typoLineGap: table.getInt16(72),
    winAscent: table.getUint16(74),
    winDescent: table.getUint16(76),
    xHeight: hasHeights ? table.getInt16(86) : 0,
    capHeight: hasHeights ? table.getInt16(88) : 0,
  } as const;
}

/**
 * Ascent, descent and line gap as Skia gets them from FreeType on Linux: those of `hhea`; the OS/2 typographic metrics when
 * the font requests it (USE_TYPO_METRICS); if `hhea` is empty, the typographic or else the Windows metrics.
 * Source: https://gitlab.freedesktop.org/freetype/freetype/-/blob/master/src/sfnt/sfobjs.c (sfnt_load_face)
 */
export function lineMetrics(
  hhea: DataView,
  os2: Os2 | undefined,
): { ascent: number; descent: number; lineGap: number } {
  // A negative line gap counts as 0. Source: https://drafts.csswg.org/css-inline-3/#ascent-descent
  const gap = (value: number) => Math.max(0, value);
  const typo = os2 && { ascent: os2.typoAscender, descent: -os2.typoDescender, lineGap: gap(os2.typoLineGap) };
  if (typo && os2.useTypoMetrics) return typo;
  const ascent = hhea.getInt16(4);
  const descent = -hhea.getInt16(6);
  if (ascent !== 0 || descent !== 0 || !typo) return { ascent, descent, lineGap: gap(hhea.getInt16(8)) };
  if (typo.ascent !== 0 || typo.descent !== 0) return typo;
  return { ascent: os2.winAscent, descent: os2.winDescent, lineGap: 0 };
}

/** Thin and ExtraLight faces often declare 250 to 275, as Windows used to embolden lower classes. */
function cssWeight(weightClass: number, subfamily: string): number {
  if (weightClass >= 250 && weightClass <= 275) {
    if (/\b(?:extra|ultra)[ -]?light\b/i.test(subfamily)) return 200;
    if (/\bthin\b/i.test(subfamily)) return 100;
  }
  if (weightClass >= 1 && weightClass <= 9) return weightClass * 100;
  return weightClass >= 1 && weightClass <= 1000 ? weightClass : 400;
}

const PLATFORM_UNICODE = 0;
const PLATFORM_MAC = 1;
const PLATFORM_WINDOWS = 3;
const ENGLISH_US = 0x409;

/** Names by id: US English if available, else the first. */
function readNames(table: DataView): Map<number, string> {
  const count = table.getUint16(2);
  const storage = table.getUint16(4);
  const best = new Map<number, { rank: number; text: string }>();
  for (let i = 0; i < count; i++) {
    const at = 6 + i * 12;
    if (at + 12 > table.byteLength) break;
    const platform = table.getUint16(at);
    const language = table.getUint16(at + 4);
    const id = table.getUint16(at + 6);
    const rank = nameRank(platform, language);
    if (rank <= (best.get(id)?.rank ?? 0)) continue;
    const text = decodeName(table, platform, storage + table.getUint16(at + 10), table.getUint16(at + 8));
    if (text) best.set(id, { rank, text });
  }
  return new Map([...best].map(([id, { text }]) => [id, text]));
}

/** '' when the table lacks the name. */
export const postScriptNameIn = (table: DataView): string => readNames(table).get(6) ?? '';

function nameRank(platform: number, language: number): number {
  if (platform === PLATFORM_WINDOWS) return language === ENGLISH_US ? 5 : (language & 0x3ff) === 9 ? 4 : 2;
  if (platform === PLATFORM_UNICODE) return 3;
  return platform === PLATFORM_MAC && language === 0 ? 1 : 0;
}

function decodeName(table: DataView, platform: number, offset: number, length: number): string {
  if (offset + length > table.byteLength) return '';
  let text = '';
  if (platform === PLATFORM_MAC) {
    for (let i = 0; i < length; i++) {
      const byte = table.getUint8(offset + i);
      if (byte > 0x7e) return ''; // Mac OS Roman proper: such a font has a Unicode name as well
      text += String.fromCharCode(byte);
    }
  } else {
    for (let i = 0; i + 1 < length; i += 2) text += String.fromCharCode(table.getUint16(offset + i));
  }
  return text.replaceAll('\0', '').trim();
}

/** Measures single glyphs. */
class GlyphReader {
  constructor(
    readonly reader: TableReader,
    readonly map: CharacterMap,
    readonly longLoca: boolean,
    readonly advanceCount: number,
    readonly glyphCount: number,
  ) {}

  advanceOf(character: string): number | undefined {
    const glyph = this.map.glyphOf(character.codePointAt(0)!);
    if (glyph === 0 || this.advanceCount === 0) return undefined;
    return this.reader.slice('hmtx', Math.min(glyph, this.advanceCount - 1) * 4, 2)?.getUint16(0);
  }

  /**
   * Top of the glyph's bounding box; 0 if unknown. Skia uses it for fonts without an x-height.
   * Source: SkScalerContext_FreeType::generateFontMetrics
   */
  topOf(character: string): number {
    const glyph = this.map.glyphOf(character.codePointAt(0)!);
    if (glyph === 0 || glyph >= this.glyphCount) return 0;
    const entry = this.longLoca ? this.reader.slice('loca', glyph * 4, 4) : this.reader.slice('loca', glyph * 2, 2);
    if (!entry) return 0;
    const offset = this.longLoca ? entry.getUint32(0) : entry.getUint16(0) * 2;
    return Math.max(0, this.reader.slice('glyf', offset, 10)?.getInt16(8) ?? 0);
  }
}

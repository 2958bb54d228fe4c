/**
 * Reads what layout needs to know of an OpenType face from its tables, without reading the outlines: a 25 MB font
 * costs a few kilobytes. All numbers are in font units unless said.
 * Source: https://learn.microsoft.com/typography/opentype/spec/otff
 */

import type { FontFace } from '../engine/text/types.js';
import { type CharacterMap, readCharacterMap } from './opentype-cmap.js';

/** Random access to a font file. `read` throws OpenTypeError when the range is not inside the file. */
export interface FontFile {
  readonly size: number;
  read(offset: number, length: number): DataView;
}

/** The file is not a font, or too damaged to be used as one. */
export class OpenTypeError extends Error {
  override readonly name = 'OpenTypeError';
}

export interface Table {
  readonly tag: string;
  readonly checksum: number;
  readonly offset: number;
  readonly length: number;
}

/** What a font file says of one face: a `FontFace` without the identity the loader gives it. */
export interface ParsedFace extends Omit<FontFace, 'id' | 'typstFamily' | 'data' | 'index'> {
  readonly postScriptName: string;
  /** Has an `fvar` table; its numbers are those of the default instance. */
  readonly variable: boolean;
}

const SFNT_VERSIONS = new Set([0x00010000, 0x4f54544f /* OTTO */, 0x74727565 /* true */]);
const COLLECTION = 0x74746366; // ttcf
const COLOR_TABLES = ['COLR', 'CBDT', 'sbix', 'SVG '];
const MAX_TABLES = 256;
const MAX_FACES = 256;
/** OS/2 usWidthClass 1 to 9 in percent. */
const WIDTHS = [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200];

/** Offsets of the table directories in a file: one, or those of a collection. */
export function faceOffsets(file: FontFile): number[] {
  const start = file.read(0, 12);
  if (start.getUint32(0) !== COLLECTION) return [0];
  const count = start.getUint32(8);
  if (count === 0 || count > MAX_FACES) throw new OpenTypeError(`a collection of ${count} faces`);
  const offsets = file.read(12, count * 4);
  return Array.from({ length: count }, (_, i) => offsets.getUint32(i * 4));
}

/** The table directory at an offset; every table it names lies inside the file. */
export function readTables(file: FontFile, offset: number): Map<string, Table> {
  const start = file.read(offset, 12);
  const version = start.getUint32(0);
  if (!SFNT_VERSIONS.has(version)) throw new OpenTypeError('not a TrueType or OpenType font');
  const count = start.getUint16(4);
  if (count === 0 || count > MAX_TABLES) throw new OpenTypeError(`a font of ${count} tables`);
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
    if (table.offset + table.length > file.size) throw new OpenTypeError(`its table ${tag} is cut off`);
    tables.set(tag, table);
  }
  return tables;
}

/** Reads one face. Throws OpenTypeError when a table that no font can do without is missing or malformed. */
export function parseFace(file: FontFile, tables: ReadonlyMap<string, Table>): ParsedFace {
  const reader = new TableReader(file, tables);
  const head = reader.required('head', 54);
  const unitsPerEm = head.getUint16(18);
  if (unitsPerEm < 16 || unitsPerEm > 16384) throw new OpenTypeError(`${unitsPerEm} units per em`);
  if (!['glyf', 'CFF ', 'CFF2', ...COLOR_TABLES].some((tag) => tables.has(tag))) {
    throw new OpenTypeError('it has no outlines');
  }
  const os2 = readOs2(reader.optional('OS/2', 78));
  const hhea = reader.required('hhea', 36);
  const names = readNames(reader.required('name', 6));
  const family = names.get(16) ?? names.get(1);
  if (!family) throw new OpenTypeError('it has no family name');
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
    if (!view) throw new OpenTypeError(`its table ${tag.trim()} is missing or too short`);
    return view;
  }

  /** A piece of a table, or nothing when the table does not reach that far. */
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
 * Ascent, descent and line gap as Chromium on Linux gets them, through Skia, from FreeType: `hhea`, except that OS/2
 * typo metrics win when the font asks for it, and fill in (else the win metrics) when `hhea` is empty.
 * Source: https://gitlab.freedesktop.org/freetype/freetype/-/blob/master/src/sfnt/sfobjs.c (sfnt_load_face)
 */
export function lineMetrics(
  hhea: DataView,
  os2: Os2 | undefined,
): { ascent: number; descent: number; lineGap: number } {
  // https://drafts.csswg.org/css-inline-3/#ascent-descent: a negative line gap counts as none.
  const gap = (value: number) => Math.max(0, value);
  const typo = os2 && { ascent: os2.typoAscender, descent: -os2.typoDescender, lineGap: gap(os2.typoLineGap) };
  if (typo && os2.useTypoMetrics) return typo;
  const ascent = hhea.getInt16(4);
  const descent = -hhea.getInt16(6);
  if (ascent !== 0 || descent !== 0 || !typo) return { ascent, descent, lineGap: gap(hhea.getInt16(8)) };
  if (typo.ascent !== 0 || typo.descent !== 0) return typo;
  return { ascent: os2.winAscent, descent: os2.winDescent, lineGap: 0 };
}

/** Thin and ExtraLight faces often carry 250 to 275: Windows used to embolden lower classes. */
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

/** The names by id, each in the best language there is: US English, then whatever comes first. */
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

/** '' when the table does not tell it. */
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

/** Single measures of single glyphs. */
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

  /** The top of the glyph's box (0 when unknown): what Skia takes for fonts that do not state their x-height. */
  topOf(character: string): number {
    const glyph = this.map.glyphOf(character.codePointAt(0)!);
    if (glyph === 0 || glyph >= this.glyphCount) return 0;
    const entry = this.longLoca ? this.reader.slice('loca', glyph * 4, 4) : this.reader.slice('loca', glyph * 2, 2);
    if (!entry) return 0;
    const offset = this.longLoca ? entry.getUint32(0) : entry.getUint16(0) * 2;
    return Math.max(0, this.reader.slice('glyf', offset, 10)?.getInt16(8) ?? 0);
  }
}

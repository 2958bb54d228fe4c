/**
 * Reads the tables of an OpenType face that layout needs, without its outlines: a 25 MB font costs a few kilobytes.
 * Numbers are in font units unless noted.
 * Source: https://learn.microsoft.com/typography/opentype/spec/otff
 */

import type { FontFace } from '../engine/text/types.js';
import { type CharacterMap, readCharacterMap } from './character-map.js';
import { lineMetrics, readOs2 } from './line-metrics.js';
import { NAME_ID, readNames } from './name-table.js';
import { type FontFile, OpenTypeError, type Table } from './table-directory.js';
import {
  GLYPH_HEADER,
  HEAD,
  HHEA,
  LONG_HOR_METRIC,
  LONG_OFFSETS,
  MATH,
  MATH_CONSTANTS,
  MAXP,
  NAME,
  OS2,
  POST,
} from './table-fields.js';

/** The content of a font file about one face: a `FontFace` without the identity assigned by the loader. */
export interface ParsedFace extends Omit<FontFace, 'id' | 'uniqueFamily' | 'data' | 'index'> {
  readonly postScriptName: string;
  /** Has an `fvar` table; all values belong to the default instance. */
  readonly variable: boolean;
}

const COLOR_TABLES = ['COLR', 'CBDT', 'sbix', 'SVG '];
/** Limits of `head.unitsPerEm`. */
const MIN_UNITS_PER_EM = 16;
const MAX_UNITS_PER_EM = 16384;
/** Bits of `head.macStyle`. */
const MAC_STYLE = { bold: 1 << 0, italic: 1 << 1 } as const;
/** OS/2 usWidthClass 1 to 9 in percent. */
const WIDTHS = [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200];

/** Parses one face. Throws OpenTypeError when a required table is missing or malformed. */
export function parseFace(file: FontFile, tables: ReadonlyMap<string, Table>): ParsedFace {
  const reader = new TableReader(file, tables);
  const head = reader.required('head', HEAD.size);
  const unitsPerEm = head.getUint16(HEAD.unitsPerEm);
  if (unitsPerEm < MIN_UNITS_PER_EM || unitsPerEm > MAX_UNITS_PER_EM)
    throw new OpenTypeError(`invalid units per em: ${unitsPerEm}`);
  if (!['glyf', 'CFF ', 'CFF2', ...COLOR_TABLES].some((tag) => tables.has(tag))) {
    throw new OpenTypeError('no outlines');
  }
  const os2 = readOs2(reader.optional('OS/2', OS2.size));
  const hhea = reader.required('hhea', HHEA.size);
  const names = readNames(reader.required('name', NAME.nameRecords));
  const family = names.get(NAME_ID.typographicFamily) ?? names.get(NAME_ID.family);
  if (!family) throw new OpenTypeError('no family name');
  const subfamily = names.get(NAME_ID.typographicSubfamily) ?? names.get(NAME_ID.subfamily) ?? '';
  const glyphCount = reader.required('maxp', MAXP.size).getUint16(MAXP.numGlyphs);
  const map = readCharacterMap(reader.required('cmap', 4), glyphCount);
  const outlines = new GlyphReader(
    reader,
    map,
    head.getInt16(HEAD.indexToLocFormat) === LONG_OFFSETS,
    hhea.getUint16(HHEA.numberOfHMetrics),
    glyphCount,
  );
  const post = reader.optional('post', POST.sizeToThickness);
  const macStyle = head.getUint16(HEAD.macStyle);
  return {
    postScriptName: names.get(NAME_ID.postScript) ?? '',
    family,
    weight: cssWeight(os2?.weight ?? (macStyle & MAC_STYLE.bold ? 700 : 400), subfamily),
    style: os2 ? os2.style : macStyle & MAC_STYLE.italic ? 'italic' : 'normal',
    stretch: WIDTHS[(os2?.width ?? 5) - 1] ?? 100,
    unitsPerEm,
    ...lineMetrics(hhea, os2),
    xHeight: os2?.xHeight || outlines.topOf('x'),
    capHeight: os2?.capHeight || outlines.topOf('H'),
    zeroAdvance: outlines.advanceOf('0') ?? unitsPerEm / 2,
    averageAdvance: os2?.averageAdvance || (outlines.advanceOf('x') ?? unitsPerEm / 2),
    boundsWidth: Math.max(0, head.getInt16(HEAD.xMax) - head.getInt16(HEAD.xMin)),
    bounds: { over: head.getInt16(HEAD.yMax), under: -head.getInt16(HEAD.yMin) },
    ...scriptScales(reader),
    underlinePosition: post ? -post.getInt16(POST.underlinePosition) : 0,
    underlineThickness: post ? post.getInt16(POST.underlineThickness) : 0,
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

/** The scales of script levels, which are the first constants of a `MATH` table; 0 means none. */
function scriptScales(reader: TableReader): Pick<FontFace, 'scriptScales'> {
  const constants = reader.slice('MATH', MATH.mathConstants, 2)?.getUint16(0);
  const scales = constants === undefined ? undefined : reader.slice('MATH', constants, MATH_CONSTANTS.size);
  if (!scales) return {};
  const percent = (offset: number, fallback: number) => (scales.getInt16(offset) || fallback) / 100;
  return {
    scriptScales: {
      script: percent(MATH_CONSTANTS.scriptPercentScaleDown, 71),
      scriptScript: percent(MATH_CONSTANTS.scriptScriptPercentScaleDown, 50.41),
    },
  };
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
    return this.reader.slice('hmtx', Math.min(glyph, this.advanceCount - 1) * LONG_HOR_METRIC.size, 2)?.getUint16(0);
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
    return Math.max(0, this.reader.slice('glyf', offset, GLYPH_HEADER.size)?.getInt16(GLYPH_HEADER.yMax) ?? 0);
  }
}

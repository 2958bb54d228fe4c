/**
 * Fonts of a document: turns untrusted bytes into a font for HarfBuzz and Typst.
 * The font is rebuilt from the tables needed for text; everything else in the file is dropped.
 */

import type { OpenedFont, OpenFont } from '../engine/text/types.js';
import { checkOutlines } from './check-outlines.js';
import { instantiateFont, readAxes } from './font-instance.js';
import { unifyLineMetrics } from './line-metrics.js';
import { nameTable, postScriptNameIn } from './name-table.js';
import { parseFace } from './parse-face.js';
import { assembleFont, fileOf, OpenTypeError, readTables, tablesOfFace } from './table-directory.js';
import { NAME, TABLE_DIRECTORY, tagList } from './table-fields.js';
import { readWoff, WOFF } from './woff.js';
import { readWoff2, WOFF2 } from './woff2.js';

/** Total bytes of the unpacked tables of a font. */
export const MAX_FONT_BYTES = 30_000_000;

/** Tables that HarfBuzz or Typst reads. */
const KEPT_TABLES = new Set(
  tagList(
    'OS/2 cmap head hhea hmtx maxp post cvt  fpgm prep gasp glyf loca CFF  CFF2 VORG vhea vmtx ' +
      'BASE GDEF GPOS GSUB JSTF MATH kern kerx morx mort ankr trak feat ' +
      'COLR CPAL CBDT CBLC sbix SVG  fvar avar gvar cvar HVAR MVAR STAT VVAR',
  ),
);

/**
 * Opens a TrueType, OpenType, WOFF or WOFF2 font, or the first font of a collection.
 * A variable font is instantiated at `location`.
 * Never throws: a problem of the file is returned as `failure`.
 */
export const openFont: OpenFont = (file, location) => {
  try {
    return open(file, location);
  } catch (error) {
    if (error instanceof OpenTypeError) return { failure: error.message };
    // A read past the end of a table: damage that the parser did not check for.
    if (error instanceof RangeError) return { failure: 'the file is damaged' };
    throw error;
  }
};

function open(file: Uint8Array, location: ReadonlyMap<string, number> = new Map()): OpenedFont {
  const tables = unpack(file);
  checkOutlines(tables);
  const axes = readAxes(tables.get('fvar'));
  const whole = assemble(tables);
  const bytes = axes.length > 0 ? instantiateFont(whole, location) : whole;
  unifyLineMetrics(bytes);
  const font = fileOf(bytes);
  const { family: _, postScriptName: __, variable: ___, ...face } = parseFace(font, readTables(font, 0));
  if (face.coverage.length === 0) throw new OpenTypeError('no characters');
  return { ...face, axes, bytes };
}

function unpack(file: Uint8Array): Map<string, Uint8Array> {
  if (file.length < TABLE_DIRECTORY.tableRecords) throw new OpenTypeError('the file is truncated');
  const signature = new DataView(file.buffer, file.byteOffset).getUint32(0);
  if (signature === WOFF2) return readWoff2(file, MAX_FONT_BYTES);
  if (signature === WOFF) return readWoff(file, MAX_FONT_BYTES);
  const tables = new Map<string, Uint8Array>();
  for (const { tag, offset, length } of tablesOfFace(fileOf(file), 0).values()) {
    tables.set(tag, file.subarray(offset, offset + length));
  }
  return tables;
}

/** The PostScript name, which names the font in the PDF; nothing else depends on it. */
function nameOf(name: Uint8Array | undefined): string {
  if (!name || name.length < NAME.nameRecords) return 'DocumentFont';
  const own = postScriptNameIn(new DataView(name.buffer, name.byteOffset, name.byteLength));
  return /^[\w.-]{1,63}$/.test(own) ? own : 'DocumentFont';
}

function assemble(source: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const kept = [...source].filter(([tag]) => KEPT_TABLES.has(tag));
  const entries = [...kept, ['name', nameTable(nameOf(source.get('name')))] as const].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  // Tables of a file may overlap, so that their sum exceeds the size of the file.
  return assembleFont(
    entries.map(([tag, bytes]) => ({ tag, bytes })),
    MAX_FONT_BYTES,
  );
}

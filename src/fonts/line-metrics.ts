/** The metrics of the OS/2 and `hhea` tables. Source: https://learn.microsoft.com/typography/opentype/spec/os2 */

import { fileOf, readTables } from './table-directory.js';
import { HHEA, OS2 } from './table-fields.js';

type Os2 = NonNullable<ReturnType<typeof readOs2>>;

/** A table that is not to be trusted. Source: FreeType, sfnt_load_face (sfobjs.c) */
const UNTRUSTED_VERSION = 0xffff;

/** Bits of `fsSelection`. Source: https://learn.microsoft.com/typography/opentype/spec/os2#fsselection */
const FS_SELECTION = { italic: 1 << 0, useTypoMetrics: 1 << 7, oblique: 1 << 9 } as const;

export function readOs2(table: DataView | undefined) {
  if (!table) return undefined;
  const version = table.getUint16(OS2.version);
  if (version === UNTRUSTED_VERSION) return undefined;
  const selection = table.getUint16(OS2.fsSelection);
  const hasHeights = version >= 2 && table.byteLength >= OS2.sizeWithHeights;
  return {
    averageAdvance: table.getInt16(OS2.xAvgCharWidth),
    weight: table.getUint16(OS2.usWeightClass),
    width: table.getUint16(OS2.usWidthClass),
    strikeoutThickness: table.getInt16(OS2.yStrikeoutSize),
    strikeoutPosition: table.getInt16(OS2.yStrikeoutPosition),
    style:
      selection & FS_SELECTION.italic
        ? 'italic'
        : version >= 4 && selection & FS_SELECTION.oblique
          ? 'oblique'
          : 'normal',
    useTypoMetrics: (selection & FS_SELECTION.useTypoMetrics) !== 0,
    typoAscender: table.getInt16(OS2.sTypoAscender),
    typoDescender: table.getInt16(OS2.sTypoDescender),
    typoLineGap: table.getInt16(OS2.sTypoLineGap),
    winAscent: table.getUint16(OS2.usWinAscent),
    winDescent: table.getUint16(OS2.usWinDescent),
    xHeight: hasHeights ? table.getInt16(OS2.sxHeight) : 0,
    capHeight: hasHeights ? table.getInt16(OS2.sCapHeight) : 0,
  } as const;
}

/**
 * Ascent, descent and line gap as Skia gets them from FreeType on Linux: those of `hhea`; the OS/2 typographic metrics
 * when the font requests it (USE_TYPO_METRICS); if `hhea` is empty, the typographic or else the Windows metrics.
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
  const ascent = hhea.getInt16(HHEA.ascender);
  const descent = -hhea.getInt16(HHEA.descender);
  if (ascent !== 0 || descent !== 0 || !typo) return { ascent, descent, lineGap: gap(hhea.getInt16(HHEA.lineGap)) };
  if (typo.ascent !== 0 || typo.descent !== 0) return typo;
  return { ascent: os2.winAscent, descent: os2.winDescent, lineGap: 0 };
}

/**
 * Copies the line metrics in use to the typographic metrics of OS/2: Typst writes these into the PDF, where viewers use
 * them for the height of selected text.
 * @param font  a single font, not a collection; changed in place
 */
export function unifyLineMetrics(font: Uint8Array): void {
  const file = fileOf(font);
  const tables = readTables(file, 0);
  const [hhea, os2] = [tables.get('hhea'), tables.get('OS/2')];
  if (!hhea || !os2 || hhea.length < HHEA.size || os2.length < OS2.size) return;
  const view = file.read(os2.offset, os2.length);
  const { ascent, descent, lineGap } = lineMetrics(file.read(hhea.offset, hhea.length), readOs2(view));
  view.setInt16(OS2.sTypoAscender, ascent);
  view.setInt16(OS2.sTypoDescender, -descent);
  view.setInt16(OS2.sTypoLineGap, lineGap);
}

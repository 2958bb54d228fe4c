/**
 * Byte offsets of fields in OpenType tables, under the names that the specification gives them, and the sizes of what
 * is always there. Source: https://learn.microsoft.com/typography/opentype/spec/ (a page per table)
 */

/** Four characters as a 32-bit number. */
export const tagNumber = (tag: string): number =>
  [...tag].reduce((number, character) => ((number << 8) | character.charCodeAt(0)) >>> 0, 0);

/** @param text  tags of four characters each, separated by a space; the space after the last may be missing */
export const tagList = (text: string): string[] => text.match(/.{4}(?: |$)/g)!.map((tag) => tag.slice(0, 4));

/** The first field of a font file. Source: https://learn.microsoft.com/typography/opentype/spec/otff */
export const SFNT_VERSION = {
  trueType: 0x00010000,
  cff: tagNumber('OTTO'),
  appleTrueType: tagNumber('true'),
  collection: tagNumber('ttcf'),
} as const;

/** Source: https://learn.microsoft.com/typography/opentype/spec/otff#ttc-header */
export const COLLECTION_HEADER = { numFonts: 8, tableDirectoryOffsets: 12 } as const;

/** Source: https://learn.microsoft.com/typography/opentype/spec/otff#table-directory */
export const TABLE_DIRECTORY = {
  sfntVersion: 0,
  numTables: 4,
  searchRange: 6,
  entrySelector: 8,
  rangeShift: 10,
  tableRecords: 12,
} as const;

export const TABLE_RECORD = { tag: 0, checksum: 4, offset: 8, length: 12, size: 16 } as const;

/** Source: https://learn.microsoft.com/typography/opentype/spec/head */
export const HEAD = {
  unitsPerEm: 18,
  xMin: 36,
  yMin: 38,
  xMax: 40,
  yMax: 42,
  macStyle: 44,
  indexToLocFormat: 50,
  size: 54,
} as const;

/** `head.indexToLocFormat` of a `loca` table of 32-bit offsets. */
export const LONG_OFFSETS = 1;

/** Source: https://learn.microsoft.com/typography/opentype/spec/hhea */
export const HHEA = { ascender: 4, descender: 6, lineGap: 8, numberOfHMetrics: 34, size: 36 } as const;

/** Source: https://learn.microsoft.com/typography/opentype/spec/hmtx */
export const LONG_HOR_METRIC = { advanceWidth: 0, size: 4 } as const;

/** Source: https://learn.microsoft.com/typography/opentype/spec/math */
export const MATH = { mathConstants: 4 } as const;
/** The first fields of the table of constants. */
export const MATH_CONSTANTS = { scriptPercentScaleDown: 0, scriptScriptPercentScaleDown: 2, size: 4 } as const;

/** Source: https://learn.microsoft.com/typography/opentype/spec/maxp */
export const MAXP = {
  numGlyphs: 4,
  maxSizeOfInstructions: 26,
  maxComponentElements: 28,
  maxComponentDepth: 30,
  /** Of version 0.5, the shorter one. */
  size: 6,
} as const;

/** Source: https://learn.microsoft.com/typography/opentype/spec/os2 */
export const OS2 = {
  version: 0,
  xAvgCharWidth: 2,
  usWeightClass: 4,
  usWidthClass: 6,
  yStrikeoutSize: 26,
  yStrikeoutPosition: 28,
  fsSelection: 62,
  sTypoAscender: 68,
  sTypoDescender: 70,
  sTypoLineGap: 72,
  usWinAscent: 74,
  usWinDescent: 76,
  /** Of version 0. */
  size: 78,
  sxHeight: 86,
  sCapHeight: 88,
  /** Up to and including `sCapHeight`, since version 2. */
  sizeWithHeights: 90,
} as const;

/** Source: https://learn.microsoft.com/typography/opentype/spec/post */
export const POST = {
  version: 0,
  underlinePosition: 8,
  underlineThickness: 10,
  sizeToThickness: 12,
  size: 32,
} as const;

/** Source: https://learn.microsoft.com/typography/opentype/spec/name */
export const NAME = { count: 2, storageOffset: 4, nameRecords: 6 } as const;
export const NAME_RECORD = {
  platformID: 0,
  encodingID: 2,
  languageID: 4,
  nameID: 6,
  length: 8,
  stringOffset: 10,
  size: 12,
} as const;

/** Source: https://learn.microsoft.com/typography/opentype/spec/glyf#glyph-headers */
export const GLYPH_HEADER = { numberOfContours: 0, xMin: 2, yMin: 4, xMax: 6, yMax: 8, size: 10 } as const;

/** Source: https://learn.microsoft.com/typography/opentype/spec/fvar */
export const FVAR = { axesArrayOffset: 4, axisCount: 8 } as const;

/**
 * The table directory of OpenType fonts in memory. There are two readers: the engine must not import
 * `src/fonts/table-directory.ts`, which verifies font files; this one only finds tables. `Face.referenceTable` of
 * harfbuzzjs is no substitute: it never releases its reference, so the font would stay in memory after its face.
 * Source: https://learn.microsoft.com/en-us/typography/opentype/spec/otff
 */

// The offsets of the specification.
const COLLECTION = 0x74746366; // "ttcf"
const COLLECTION_OFFSETS = 12;
const NUM_TABLES = 4;
const TABLE_RECORDS = 12;
const TABLE_RECORD = { offset: 8, size: 16 } as const;

/**
 * Offsets of the tables of a font, in bytes from the start of the file, by tag.
 * @param index  index of the font in a collection; otherwise 0
 * @throws RangeError when the file is truncated
 */
export function tableOffsets(view: DataView, index: number): Map<string, number> {
  const isCollection = view.getUint32(0) === COLLECTION;
  const start = isCollection ? view.getUint32(COLLECTION_OFFSETS + 4 * index) : 0;
  const tables = new Map<string, number>();
  for (let i = 0; i < view.getUint16(start + NUM_TABLES); i++) {
    const record = start + TABLE_RECORDS + TABLE_RECORD.size * i;
    const tag = [0, 1, 2, 3].map((byte) => String.fromCharCode(view.getUint8(record + byte))).join('');
    tables.set(tag, view.getUint32(record + TABLE_RECORD.offset));
  }
  return tables;
}

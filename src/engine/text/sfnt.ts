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
const TABLE_RECORD = { offset: 8, length: 12, size: 16 } as const;

/**
 * Offsets of the tables of a font, in bytes from the start of the file, by tag.
 * @param index  index of the font in a collection; otherwise 0
 * @throws RangeError when the file is truncated
 */
export function tableOffsets(view: DataView, index: number): Map<string, number> {
  return new Map([...tableRanges(view, index)].map(([tag, { offset }]) => [tag, offset]));
}

/** Copies of the tables with these tags, which do not retain the file; short ones of a truncated file. */
export function copyTables(view: DataView, index: number, tags: readonly string[]): Map<string, DataView> {
  const file = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const ranges = tableRanges(view, index);
  const copies = new Map<string, DataView>();
  for (const tag of tags) {
    const range = ranges.get(tag);
    if (!range) continue;
    copies.set(tag, new DataView(file.slice(range.offset, range.offset + range.length).buffer));
  }
  return copies;
}

function tableRanges(view: DataView, index: number): Map<string, { readonly offset: number; readonly length: number }> {
  const isCollection = view.getUint32(0) === COLLECTION;
  const start = isCollection ? view.getUint32(COLLECTION_OFFSETS + 4 * index) : 0;
  const tables = new Map<string, { readonly offset: number; readonly length: number }>();
  for (let i = 0; i < view.getUint16(start + NUM_TABLES); i++) {
    const record = start + TABLE_RECORDS + TABLE_RECORD.size * i;
    const tag = [0, 1, 2, 3].map((byte) => String.fromCharCode(view.getUint8(record + byte))).join('');
    const [offset, length] = [TABLE_RECORD.offset, TABLE_RECORD.length].map((field) => view.getUint32(record + field));
    tables.set(tag, { offset: offset!, length: length! });
  }
  return tables;
}

/**
 * The table directory of OpenType fonts in memory. There are two readers: the engine must not import
 * `src/fonts/opentype.ts`, which verifies font files and parses metrics; this one only finds tables. `Face.referenceTable` of
 * harfbuzzjs is no substitute: it never releases its reference, so the font would stay in memory after its face.
 * Source: https://learn.microsoft.com/en-us/typography/opentype/spec/otff
 */

/**
 * Offsets of the tables of a font, in bytes from the start of the file, by tag.
 * @param index  index of the font in a collection; otherwise 0
 * @throws RangeError when the file is truncated
 */
export function tableOffsets(view: DataView, index: number): Map<string, number> {
  const isCollection = view.getUint32(0) === 0x74746366; // "ttcf"
  const start = isCollection ? view.getUint32(12 + 4 * index) : 0;
  const tables = new Map<string, number>();
  for (let i = 0; i < view.getUint16(start + 4); i++) {
    const record = start + 12 + 16 * i;
    const tag = [0, 1, 2, 3].map((byte) => String.fromCharCode(view.getUint8(record + byte))).join('');
    tables.set(tag, view.getUint32(record + 8));
  }
  return tables;
}

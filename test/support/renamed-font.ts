/** Fonts under other names, so that no installed font is taken for them. */

import { nameTable } from '../../src/fonts/name-table.js';
import { assembleFont, fileOf, tablesOfFace } from '../../src/fonts/table-directory.js';

/**
 * Copies a face under another name.
 * @param font   the bytes of a font file; `index` selects a face of a collection
 * @param name   printable ASCII; becomes the family name and the PostScript name
 */
export function renameFont(font: Uint8Array, index: number, name: string): Uint8Array {
  const names = nameTable(name);
  const tables = [...tablesOfFace(fileOf(font), index).values()].map(({ tag, checksum, offset, length }) =>
    tag === 'name' ? { tag, bytes: names } : { tag, checksum, bytes: font.subarray(offset, offset + length) },
  );
  return assembleFont(tables);
}

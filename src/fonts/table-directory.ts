/**
 * The table directory of OpenType font files: finds the tables of a face, and makes a font of tables. The engine is not
 * to import this module; it finds tables in the bytes of a loaded face with `engine/text/sfnt.ts`.
 * Source: https://learn.microsoft.com/typography/opentype/spec/otff#table-directory
 */

import { COLLECTION_HEADER, SFNT_VERSION, TABLE_DIRECTORY, TABLE_RECORD } from './table-fields.js';

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

const SFNT_VERSIONS: ReadonlySet<number> = new Set([
  SFNT_VERSION.trueType,
  SFNT_VERSION.cff,
  SFNT_VERSION.appleTrueType,
]);
/** Far more than the specification defines. */
const MAX_TABLES = 256;
const MAX_FACES = 256;

/** Random access to a font in memory. */
export function fileOf(bytes: Uint8Array): FontFile {
  return {
    size: bytes.length,
    read(offset, length) {
      if (offset + length > bytes.length) throw new OpenTypeError('the file is truncated');
      return new DataView(bytes.buffer, bytes.byteOffset + offset, length);
    },
  };
}

/** Offsets of the table directories in a file: one, or one per face of a collection. */
export function faceOffsets(file: FontFile): number[] {
  const start = file.read(0, COLLECTION_HEADER.tableDirectoryOffsets);
  if (start.getUint32(TABLE_DIRECTORY.sfntVersion) !== SFNT_VERSION.collection) return [0];
  const count = start.getUint32(COLLECTION_HEADER.numFonts);
  if (count === 0 || count > MAX_FACES) throw new OpenTypeError(`invalid number of faces in the collection: ${count}`);
  const offsets = file.read(COLLECTION_HEADER.tableDirectoryOffsets, count * 4);
  return Array.from({ length: count }, (_, i) => offsets.getUint32(i * 4));
}

/** The table directory of a face of a file. @throws OpenTypeError for an index past the last face */
export function tablesOfFace(file: FontFile, index: number): Map<string, Table> {
  const offset = faceOffsets(file)[index];
  if (offset === undefined) throw new OpenTypeError(`no face with index ${index}`);
  return readTables(file, offset);
}

/** The table directory at an offset; all tables are verified to be within the file. */
export function readTables(file: FontFile, offset: number): Map<string, Table> {
  const start = file.read(offset, TABLE_DIRECTORY.tableRecords);
  const version = start.getUint32(TABLE_DIRECTORY.sfntVersion);
  if (!SFNT_VERSIONS.has(version)) throw new OpenTypeError('not a TrueType or OpenType font');
  const count = start.getUint16(TABLE_DIRECTORY.numTables);
  checkTableCount(count);
  const records = file.read(offset + TABLE_DIRECTORY.tableRecords, count * TABLE_RECORD.size);
  const tables = new Map<string, Table>();
  for (let i = 0; i < count; i++) {
    const at = i * TABLE_RECORD.size;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((n) => records.getUint8(at + n)));
    const table = {
      tag,
      checksum: records.getUint32(at + TABLE_RECORD.checksum),
      offset: records.getUint32(at + TABLE_RECORD.offset),
      length: records.getUint32(at + TABLE_RECORD.length),
    };
    if (table.offset + table.length > file.size) throw new OpenTypeError(`table ${tag} is truncated`);
    tables.set(tag, table);
  }
  return tables;
}

/** @throws OpenTypeError */
export function checkTableCount(count: number): void {
  if (count === 0 || count > MAX_TABLES) throw new OpenTypeError(`invalid number of tables: ${count}`);
}

/** A table directory for consecutive tables, each padded to 4 bytes, and their offsets. */
export function layOutTables(tables: readonly Omit<Table, 'offset'>[]): {
  head: Uint8Array;
  places: number[];
  length: number;
} {
  const head = new Uint8Array(TABLE_DIRECTORY.tableRecords + tables.length * TABLE_RECORD.size);
  const view = new DataView(head.buffer);
  const hasCff = tables.some(({ tag }) => tag === 'CFF ' || tag === 'CFF2');
  const power = 31 - Math.clz32(tables.length);
  const searchRange = TABLE_RECORD.size << power;
  view.setUint32(TABLE_DIRECTORY.sfntVersion, hasCff ? SFNT_VERSION.cff : SFNT_VERSION.trueType);
  view.setUint16(TABLE_DIRECTORY.numTables, tables.length);
  view.setUint16(TABLE_DIRECTORY.searchRange, searchRange);
  view.setUint16(TABLE_DIRECTORY.entrySelector, power);
  view.setUint16(TABLE_DIRECTORY.rangeShift, tables.length * TABLE_RECORD.size - searchRange);
  const places: number[] = [];
  let end = head.length;
  for (const [i, { tag, checksum, length }] of tables.entries()) {
    const at = TABLE_DIRECTORY.tableRecords + i * TABLE_RECORD.size;
    for (let n = 0; n < 4; n++) view.setUint8(at + TABLE_RECORD.tag + n, tag.charCodeAt(n));
    view.setUint32(at + TABLE_RECORD.checksum, checksum);
    view.setUint32(at + TABLE_RECORD.offset, end);
    view.setUint32(at + TABLE_RECORD.length, length);
    places.push(end);
    end += Math.ceil(length / 4) * 4;
  }
  return { head, places, length: end };
}

export interface TableContent {
  readonly tag: string;
  /** Default 0: HarfBuzz and Typst do not verify it. */
  readonly checksum?: number;
  readonly bytes: Uint8Array;
}

/** A font of the tables, in their order. @throws OpenTypeError when it has more than `maxBytes` */
export function assembleFont(tables: readonly TableContent[], maxBytes = Number.POSITIVE_INFINITY): Uint8Array {
  const { head, places, length } = layOutTables(
    tables.map(({ tag, checksum = 0, bytes }) => ({ tag, checksum, length: bytes.length })),
  );
  if (length > maxBytes) throw new OpenTypeError(`larger than ${maxBytes / 1e6} MB`);
  const font = new Uint8Array(length);
  font.set(head);
  for (const [i, { bytes }] of tables.entries()) font.set(bytes, places[i]);
  return font;
}

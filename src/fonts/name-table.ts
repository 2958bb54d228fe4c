/** The `name` table. Source: https://learn.microsoft.com/typography/opentype/spec/name */

import { NAME, NAME_RECORD } from './table-fields.js';

/** Source: https://learn.microsoft.com/typography/opentype/spec/name#name-ids */
export const NAME_ID = {
  family: 1,
  subfamily: 2,
  postScript: 6,
  typographicFamily: 16,
  typographicSubfamily: 17,
} as const;

const PLATFORM_UNICODE = 0;
const PLATFORM_MAC = 1;
const PLATFORM_WINDOWS = 3;
/** Encoding of the Windows platform: the BMP, in UTF-16. */
const WINDOWS_UNICODE = 1;
/** Languages of the Windows platform; the lower ten bits are those of the primary language. */
const ENGLISH_US = 0x409;
const PRIMARY_LANGUAGE = 0x3ff;
const ENGLISH = 0x09;
/** Language of the Macintosh platform. */
const MAC_ENGLISH = 0;

/** Names by id: US English if available, else the first. */
export function readNames(table: DataView): Map<number, string> {
  const count = table.getUint16(NAME.count);
  const storage = table.getUint16(NAME.storageOffset);
  const best = new Map<number, { rank: number; text: string }>();
  for (let i = 0; i < count; i++) {
    const at = NAME.nameRecords + i * NAME_RECORD.size;
    if (at + NAME_RECORD.size > table.byteLength) break;
    const field = (offset: number) => table.getUint16(at + offset);
    const platform = field(NAME_RECORD.platformID);
    const id = field(NAME_RECORD.nameID);
    const rank = nameRank(platform, field(NAME_RECORD.languageID));
    if (rank <= (best.get(id)?.rank ?? 0)) continue;
    const text = decodeName(table, platform, storage + field(NAME_RECORD.stringOffset), field(NAME_RECORD.length));
    if (text) best.set(id, { rank, text });
  }
  return new Map([...best].map(([id, { text }]) => [id, text]));
}

/** '' when the table lacks the name. */
export const postScriptNameIn = (table: DataView): string => readNames(table).get(NAME_ID.postScript) ?? '';

function nameRank(platform: number, language: number): number {
  if (platform === PLATFORM_WINDOWS)
    return language === ENGLISH_US ? 5 : (language & PRIMARY_LANGUAGE) === ENGLISH ? 4 : 2;
  if (platform === PLATFORM_UNICODE) return 3;
  return platform === PLATFORM_MAC && language === MAC_ENGLISH ? 1 : 0;
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

/** A `name` table with the family and PostScript names, which are the same. @param name printable ASCII */
export function nameTable(name: string): Uint8Array {
  const ids = [NAME_ID.family, NAME_ID.postScript];
  const storage = NAME.nameRecords + ids.length * NAME_RECORD.size;
  const length = name.length * 2;
  const table = new Uint8Array(storage + length);
  const view = new DataView(table.buffer);
  view.setUint16(NAME.count, ids.length);
  view.setUint16(NAME.storageOffset, storage);
  for (const [i, id] of ids.entries()) {
    const at = NAME.nameRecords + i * NAME_RECORD.size;
    view.setUint16(at + NAME_RECORD.platformID, PLATFORM_WINDOWS);
    view.setUint16(at + NAME_RECORD.encodingID, WINDOWS_UNICODE);
    view.setUint16(at + NAME_RECORD.languageID, ENGLISH_US);
    view.setUint16(at + NAME_RECORD.nameID, id);
    view.setUint16(at + NAME_RECORD.length, length);
    view.setUint16(at + NAME_RECORD.stringOffset, 0);
  }
  for (let i = 0; i < name.length; i++) view.setUint16(storage + i * 2, name.charCodeAt(i));
  return table;
}

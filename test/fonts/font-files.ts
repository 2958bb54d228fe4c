/** Font files for tests: real ones with some table changed, taken away or put into a collection. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { assembleFont, fileOf, readTables, type TableContent } from '../../src/fonts/table-directory.js';

const resolve = createRequire(import.meta.url).resolve;

export const arimo = readFileSync(resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf'));
export const thai = readFileSync(resolve('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'));
export const thaiBold = readFileSync(resolve('@expo-google-fonts/noto-sans-thai/700Bold/NotoSansThai_700Bold.ttf'));

/** Changes the bytes of a table in place, gives it other bytes, or takes it out (`undefined`). */
export type Patch = ((table: DataView) => void) | Uint8Array | undefined;

export function patched(font: Uint8Array, patches: Record<string, Patch>): Buffer {
  const all = { ...Object.fromEntries(tablesOf(font)), ...added(patches) };
  const tables = Object.entries(all).flatMap(([tag, bytes]): TableContent | [] => {
    if (!(tag in patches)) return { tag, bytes };
    const patch = patches[tag];
    if (patch === undefined) return [];
    const copy = patch instanceof Uint8Array ? patch : Uint8Array.from(bytes);
    if (typeof patch === 'function') patch(new DataView(copy.buffer));
    return { tag, bytes: copy };
  });
  return Buffer.from(assembleFont(tables).buffer);
}

/**
 * A font with axes that change no outline.
 * @param axes  by tag: the least, the default and the greatest value
 */
export function variable(font: Uint8Array, axes: Readonly<Record<string, readonly [number, number, number]>>): Buffer {
  const entries = Object.entries(axes);
  const fvar = Buffer.alloc(16 + 20 * entries.length);
  const head = [1, 0, 16, 2, entries.length, 20, 0, 4 + 4 * entries.length];
  for (const [i, value] of head.entries()) fvar.writeUInt16BE(value, 2 * i);
  for (const [i, [tag, values]] of entries.entries()) {
    const at = 16 + 20 * i;
    fvar.write(tag, at, 'latin1');
    for (const [part, value] of values.entries()) fvar.writeInt32BE(value * 65536, at + 4 + 4 * part);
    fvar.writeUInt16BE(256, at + 18); // the axis's name
  }
  return patched(font, { fvar });
}

/** A collection file of whole fonts, none of their tables shared. */
export function collection(fonts: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(12 + fonts.length * 4);
  head.write('ttcf', 'latin1');
  head.writeUInt32BE(0x00010000, 4);
  head.writeUInt32BE(fonts.length, 8);
  const parts: Buffer[] = [];
  let end = head.length;
  for (const [i, font] of fonts.entries()) {
    head.writeUInt32BE(end, 12 + i * 4);
    const part = Buffer.from(font);
    const count = part.readUInt16BE(4);
    for (let at = 12; at < 12 + count * 16; at += 16) part.writeUInt32BE(part.readUInt32BE(at + 8) + end, at + 8);
    parts.push(part);
    end += part.length;
  }
  return Buffer.concat([head, ...parts]);
}

export function tablesOf(font: Uint8Array): [string, Uint8Array][] {
  const tables = readTables(fileOf(font), 0).values();
  return [...tables].map(({ tag, offset, length }) => [tag, font.subarray(offset, offset + length)]);
}

const added = (patches: Record<string, Patch>): Record<string, Uint8Array> =>
  Object.fromEntries(
    Object.entries(patches).filter((entry): entry is [string, Uint8Array] => entry[1] instanceof Uint8Array),
  );

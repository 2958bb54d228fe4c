/** Fonts with the glyphs of a few characters of another font, for text that is typed into a PDF. */

import { createHash } from 'node:crypto';
import type { FontFace } from '../engine/text/types.js';
import { ByteWriter } from './bytes.js';
import { readCharacterMap } from './character-map.js';
import { joinGlyphs, metrics, Outlines, patched, postTable, SourceFont, viewOf } from './glyph-tables.js';
import { nameTable } from './name-table.js';
import { assembleFont } from './table-directory.js';
import { HEAD, HHEA, LONG_OFFSETS, MAXP } from './table-fields.js';

export interface SubsetFont {
  /** A TrueType font file. */
  readonly bytes: Uint8Array;
  /** PostScript name, with the tag of a subset. Source: ISO 32000-1, 9.6.4 */
  readonly name: string;
  readonly unitsPerEm: number;
  /** xMin, yMin, xMax, yMax of all glyphs of the source; font units. */
  readonly bounds: readonly [number, number, number, number];
  /** By code point, font units; characters that the source lacks are missing. */
  readonly advances: ReadonlyMap<number, number>;
}

/**
 * @param codePoints  of the Basic Multilingual Plane, ascending
 * @returns undefined for a font without TrueType outlines
 */
export function subsetFont(face: FontFace, codePoints: readonly number[]): SubsetFont | undefined {
  const source = new SourceFont(face);
  if (source.table('glyf').length === 0) return undefined;
  const glyphCount = viewOf(source.table('maxp')).getUint16(MAXP.numGlyphs);
  const characters = readCharacterMap(viewOf(source.table('cmap')), glyphCount);
  const mapped = codePoints.map((code) => ({ code, id: characters.glyphOf(code) })).filter(({ id }) => id > 0);
  const outlines = new Outlines(source, mapped.length + 1);
  const kept = [outlines.kept(0), ...mapped.map(({ id }) => outlines.kept(id))];
  const all = [...kept, ...outlines.referred()];
  const { glyf, loca } = joinGlyphs(all);
  const advances = [source.advance(0), ...mapped.map(({ id }) => source.advance(id))];
  const tag = createHash('sha256').update(glyf).update(face.id).digest();
  const letters = [...tag.subarray(0, 6)].map((byte) => String.fromCharCode(65 + (byte % 26))).join('');
  const name = `${letters}+${face.id.replace(/[^A-Za-z0-9-]/g, '') || 'Font'}`;
  const head = viewOf(source.table('head'));
  const tables: [string, Uint8Array][] = [
    ['OS/2', source.table('OS/2')],
    ['cmap', characterMap(mapped.map(({ code }) => code))],
    ['glyf', glyf],
    ['head', patched(source.table('head'), [HEAD.indexToLocFormat, LONG_OFFSETS])],
    ['hhea', patched(source.table('hhea'), [HHEA.numberOfHMetrics, all.length])],
    ['hmtx', metrics(all, advances)],
    ['loca', loca],
    ['maxp', patched(source.table('maxp'), [MAXP.numGlyphs, all.length], [MAXP.maxSizeOfInstructions, 0])],
    ['name', nameTable(name)],
    ['post', postTable(source.table('post'))],
  ];
  const present = tables.filter(([, bytes]) => bytes.length > 0);
  return {
    bytes: assembleFont(present.map(([tag, bytes]) => ({ tag, bytes }))),
    name,
    unitsPerEm: head.getUint16(HEAD.unitsPerEm),
    bounds: [0, 2, 4, 6].map((at) => head.getInt16(HEAD.xMin + at)) as [number, number, number, number],
    advances: new Map(mapped.map(({ code }, index) => [code, advances[index + 1]!])),
  };
}

const FORMAT_4 = 4;
const LAST = 0xffff;

/**
 * Maps the n-th code point to glyph n + 1, with one segment per code point.
 * Source: https://learn.microsoft.com/typography/opentype/spec/cmap#format-4-segment-mapping-to-delta-values
 */
function characterMap(codePoints: readonly number[]): Uint8Array {
  const count = codePoints.length + 1; // the last segment ends the table
  const writer = new ByteWriter(28 + 8 * count);
  for (const value of [0, 1, 3, 1]) writer.uint16(value); // version, one table: Windows, Unicode
  writer.uint32(12);
  const power = 31 - Math.clz32(count);
  for (const value of [FORMAT_4, 16 + 8 * count, 0, 2 * count, 2 << power, power, 2 * count - (2 << power)])
    writer.uint16(value);
  for (const code of [...codePoints, LAST]) writer.uint16(code);
  writer.uint16(0);
  for (const code of [...codePoints, LAST]) writer.uint16(code);
  for (const [index, code] of codePoints.entries()) writer.uint16((index + 1 - code) & LAST);
  writer.uint16(1);
  for (let index = 0; index < count; index += 1) writer.uint16(0);
  return writer.bytes();
}

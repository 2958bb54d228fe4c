/**
 * Validates the outlines of an untrusted font before other parsers read it: glyphs lie within their table, and
 * composite glyphs are neither cyclic nor excessive.
 * Source: https://learn.microsoft.com/typography/opentype/spec/glyf
 */

import { ByteReader } from './bytes.js';
import { COMPONENT, placementBytes } from './composite-glyph.js';
import { OpenTypeError } from './table-directory.js';
import { GLYPH_HEADER, HEAD, HHEA, LONG_HOR_METRIC, LONG_OFFSETS, MAXP } from './table-fields.js';

/** Simple glyphs that a composite glyph may expand to. */
const MAX_PARTS = 2000;

/** Throws OpenTypeError, or RangeError when a table ends early. */
export function checkOutlines(tables: ReadonlyMap<string, Uint8Array>): void {
  const table = (tag: string): ByteReader => {
    const bytes = tables.get(tag);
    if (!bytes) throw new OpenTypeError(`table ${tag} is missing`);
    return new ByteReader(bytes);
  };
  const maxp = table('maxp');
  maxp.at = MAXP.numGlyphs;
  const count = maxp.uint16();
  if (count === 0) throw new OpenTypeError('no glyphs');
  checkAdvances(table('hhea'), table('hmtx').source.length, count);
  if (tables.has('glyf')) {
    const head = table('head');
    head.at = HEAD.indexToLocFormat;
    const places = glyphOffsets(table('loca'), head.int16() === LONG_OFFSETS, count);
    checkGlyphs(table('glyf'), places);
  }
}

function checkAdvances(hhea: ByteReader, length: number, glyphCount: number): void {
  hhea.at = HHEA.numberOfHMetrics;
  const advances = hhea.uint16();
  if (advances === 0 || advances > glyphCount || length < advances * LONG_HOR_METRIC.size) {
    throw new OpenTypeError('table hmtx is damaged');
  }
}

function glyphOffsets(loca: ByteReader, long: boolean, count: number): Uint32Array {
  return Uint32Array.from({ length: count + 1 }, () => (long ? loca.uint32() : loca.uint16() * 2));
}

function checkGlyphs(glyf: ByteReader, places: Uint32Array): void {
  const count = places.length - 1;
  for (let glyph = 0; glyph < count; glyph++) {
    if (places[glyph]! > places[glyph + 1]! || places[glyph + 1]! > glyf.source.length) {
      throw new OpenTypeError('table loca is damaged');
    }
  }
  /** Number of simple glyphs by glyph; 0: unknown, -1: being counted. */
  const parts = new Int32Array(count);
  const countParts = (glyph: number): number => {
    if (glyph >= count) throw new OpenTypeError('a composite glyph refers to a missing glyph');
    if (parts[glyph] === -1) throw new OpenTypeError('a composite glyph contains itself');
    if (parts[glyph] !== 0) return parts[glyph]!;
    parts[glyph] = -1;
    let sum = 0;
    for (const component of componentsOf(glyf, places[glyph]!, places[glyph + 1]!)) sum += countParts(component);
    if (sum > MAX_PARTS) throw new OpenTypeError(`a composite glyph has more than ${MAX_PARTS} parts`);
    parts[glyph] = Math.max(sum, 1);
    return parts[glyph]!;
  };
  for (let glyph = 0; glyph < count; glyph++) countParts(glyph);
}

function componentsOf(glyf: ByteReader, start: number, end: number): number[] {
  glyf.at = start;
  if (start === end || glyf.int16() >= 0) return [];
  glyf.at = start + GLYPH_HEADER.size;
  const components: number[] = [];
  for (let more = true; more; ) {
    const flags = glyf.uint16();
    components.push(glyf.uint16());
    glyf.skip(placementBytes(flags));
    if (glyf.at > end) throw new OpenTypeError('a composite glyph is truncated');
    more = (flags & COMPONENT.isFollowed) !== 0;
  }
  return components;
}

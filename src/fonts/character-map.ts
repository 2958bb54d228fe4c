/**
 * The `cmap` table of an OpenType face: maps characters to glyphs.
 * Source: https://learn.microsoft.com/typography/opentype/spec/cmap
 */

export interface CharacterMap {
  /** As `FontFace.coverage`. */
  readonly coverage: Uint32Array;
  /** 0 when the face has no glyph for the code point. */
  glyphOf(codePoint: number): number;
}

/** A range of code points with its glyph mapping. Plain numbers, as Japanese fonts have 5,000 ranges. */
interface Segment {
  readonly first: number;
  readonly last: number;
  /** Added to a code point, or to an entry of the glyph array, to get the glyph; modulo 65536. */
  readonly delta: number;
  /** Offset of the glyph array for the range; 0 when there is none. */
  readonly glyphs: number;
}

const LAST_CODE_POINT = 0x10ffff;
/** Base of the private use characters in symbol fonts, which old documents address as Latin-1. */
const SYMBOL_BASE = 0xf000;

/** Never fails: malformed parts are skipped; a face without a usable table covers nothing. */
export function readCharacterMap(cmap: DataView, glyphCount: number): CharacterMap {
  const { segments, symbol } = bestSubtable(cmap);
  const glyphIn = ({ first, delta, glyphs }: Segment, code: number): number => {
    let glyph = code;
    if (glyphs !== 0) {
      const place = glyphs + (code - first) * 2;
      glyph = place + 2 <= cmap.byteLength ? cmap.getUint16(place) : 0;
      if (glyph === 0) return 0;
    }
    glyph = (glyph + delta) & 0xffff;
    return glyph < glyphCount ? glyph : 0;
  };
  const glyphOf = (code: number): number => {
    const segment = segments.find(({ first, last }) => first <= code && code <= last);
    const glyph = segment ? glyphIn(segment, code) : 0;
    return glyph === 0 && symbol && code <= 0xff ? glyphOf(SYMBOL_BASE + code) : glyph;
  };
  const coverage: number[] = [];
  if (symbol) for (let code = 0x20; code <= 0xff; code++) if (glyphOf(code) !== 0) cover(coverage, code);
  for (const segment of segments) {
    const { first, last, delta, glyphs } = segment;
    const glyph = (first + delta) & 0xffff;
    if (glyphs === 0 && glyph > 0 && glyph + last - first < glyphCount) cover(coverage, first, last);
    else for (let code = first; code <= last; code++) if (glyphIn(segment, code) !== 0) cover(coverage, code);
  }
  return { coverage: new Uint32Array(coverage), glyphOf };
}

/** Appends the code points from `first` to `last` to ascending ranges, but for those that the last range has. */
function cover(ranges: number[], first: number, last = first): void {
  const end = ranges.length - 1;
  const covered = end >= 0 ? ranges[end]! : -2;
  if (covered >= last) return;
  if (covered >= first - 1) ranges[end] = last;
  else ranges.push(first, last);
}

function bestSubtable(cmap: DataView): { segments: Segment[]; symbol: boolean } {
  const count = cmap.getUint16(2);
  let best: { rank: number; segments: Segment[]; symbol: boolean } = { rank: 0, segments: [], symbol: false };
  for (let i = 0; i < count && 4 + i * 8 + 8 <= cmap.byteLength; i++) {
    const platform = cmap.getUint16(4 + i * 8);
    const encoding = cmap.getUint16(6 + i * 8);
    const rank = subtableRank(platform, encoding);
    if (rank <= best.rank) continue;
    const segments = readSegments(cmap, cmap.getUint32(8 + i * 8));
    if (segments) best = { rank, segments, symbol: platform === 3 && encoding === 0 };
  }
  return best;
}

/** Prefers full Unicode to the BMP to symbols. */
function subtableRank(platform: number, encoding: number): number {
  if (platform === 3) return encoding === 10 ? 5 : encoding === 1 ? 3 : encoding === 0 ? 1 : 0;
  if (platform === 0) return encoding === 4 || encoding === 6 ? 4 : encoding <= 3 ? 2 : 0;
  return 0;
}

function readSegments(cmap: DataView, offset: number): Segment[] | undefined {
  try {
    const format = cmap.getUint16(offset);
    if (format === 4) return segmentsOfFormat4(cmap, offset);
    if (format === 12) return segmentsOfFormat12(cmap, offset);
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined; // the subtable says it is longer than the table
    throw error;
  }
}

function segmentsOfFormat4(cmap: DataView, offset: number): Segment[] {
  const doubled = cmap.getUint16(offset + 6) & ~1; // twice the number of segments
  const ends = offset + 14;
  const starts = ends + doubled + 2;
  const deltas = starts + doubled;
  const rangeOffsets = deltas + doubled;
  const segments: Segment[] = [];
  for (let at = 0, previous = -1; at < doubled; at += 2) {
    const first = cmap.getUint16(starts + at);
    const last = cmap.getUint16(ends + at);
    const delta = cmap.getUint16(deltas + at);
    const rangeOffset = cmap.getUint16(rangeOffsets + at);
    if (first > last || first <= previous) continue;
    previous = last;
    // The offset counts from its own position in the table, which is before the glyph array.
    const glyphs = rangeOffset === 0 || rangeOffset === 0xffff ? 0 : rangeOffsets + at + rangeOffset;
    segments.push({ first, last, delta, glyphs });
  }
  return segments;
}

function segmentsOfFormat12(cmap: DataView, offset: number): Segment[] {
  const count = cmap.getUint32(offset + 12);
  const segments: Segment[] = [];
  for (let i = 0, previous = -1; i < count; i++) {
    const at = offset + 16 + i * 12;
    const first = cmap.getUint32(at);
    const last = cmap.getUint32(at + 4);
    const glyph = cmap.getUint32(at + 8);
    if (first > last || first <= previous || last > LAST_CODE_POINT) continue;
    previous = last;
    segments.push({ first, last, delta: glyph - first, glyphs: 0 });
  }
  return segments;
}

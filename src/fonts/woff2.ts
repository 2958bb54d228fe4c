/**
 * Unpacks WOFF2: one Brotli stream, in which outlines and side bearings are transformed to compress better.
 * Source: https://www.w3.org/TR/WOFF2/
 */

import { brotliDecompressSync } from 'node:zlib';
import { ByteReader, ByteWriter } from './bytes.js';
import { COMPONENT, placementBytes } from './composite-glyph.js';
import { checkTableCount, OpenTypeError } from './table-directory.js';
import { HEAD, HHEA, LONG_OFFSETS, SFNT_VERSION, tagList, tagNumber } from './table-fields.js';

export const WOFF2 = tagNumber('wOF2');

/** Source: https://www.w3.org/TR/WOFF2/#woff20Header */
const HEADER = { flavor: 4, numTables: 12, totalCompressedSize: 20, size: 48 } as const;

/** Tags by their index in a table directory. Source: https://www.w3.org/TR/WOFF2/#table_dir_format */
const KNOWN_TAGS = tagList(
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX ' +
    'vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat ' +
    'fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill',
);
const ARBITRARY_TAG = 63;

interface Entry {
  readonly tag: string;
  readonly transformed: boolean;
  /** Bytes in the decompressed stream. */
  readonly length: number;
}

/**
 * @param maxBytes  limit for the total size of the tables
 * @returns the tables by tag; for a collection those of its first font
 * Throws OpenTypeError, or RangeError when data ends early.
 */
export function readWoff2(file: Uint8Array, maxBytes: number): Map<string, Uint8Array> {
  const reader = new ByteReader(file);
  reader.at = HEADER.flavor;
  const flavor = reader.uint32();
  reader.at = HEADER.numTables;
  const count = reader.uint16();
  checkTableCount(count);
  reader.at = HEADER.totalCompressedSize;
  const compressedSize = reader.uint32();
  reader.at = HEADER.size;
  const entries = Array.from({ length: count }, () => readEntry(reader));
  const chosen =
    flavor === SFNT_VERSION.collection ? readFirstOfCollection(reader, count) : entries.map((_, index) => index);
  const size = entries.reduce((sum, { length }) => sum + length, 0);
  if (size > maxBytes) throw new OpenTypeError(`it exceeds, unpacked, ${Math.floor(maxBytes / 1e6)} MB`);
  const stream = decompress(reader.bytes(compressedSize), size);
  const starts: number[] = [];
  for (let i = 0, at = 0; i < count; at += entries[i]!.length, i++) starts.push(at);
  const tables = new Map<string, Uint8Array>();
  const transformed = new Set<string>();
  for (const index of chosen) {
    const { tag, length, transformed: changed } = entries[index]!;
    tables.set(tag, stream.subarray(starts[index]!, starts[index]! + length));
    if (changed) transformed.add(tag);
  }
  restore(tables, transformed);
  return tables;
}

function readEntry(reader: ByteReader): Entry {
  const flags = reader.uint8();
  const index = flags & 0x3f;
  const tag = index === ARBITRARY_TAG ? reader.tag() : KNOWN_TAGS[index]!;
  const version = flags >> 6;
  const length = readBase128(reader);
  const isOutline = tag === 'glyf' || tag === 'loca';
  const transformed = isOutline ? version !== 3 : version !== 0;
  if (!transformed) return { tag, transformed, length };
  if (isOutline ? version !== 0 : tag !== 'hmtx' || version !== 1) {
    throw new OpenTypeError(`table ${tag} has an unknown transform`);
  }
  return { tag, transformed, length: readBase128(reader) };
}

/** https://www.w3.org/TR/WOFF2/#collection_dir_format */
function readFirstOfCollection(reader: ByteReader, tableCount: number): number[] {
  reader.skip(4);
  const fonts = read255(reader);
  if (fonts === 0) throw new OpenTypeError('invalid number of faces in the collection: 0');
  let first: number[] = [];
  for (let font = 0; font < fonts; font++) {
    const count = read255(reader);
    reader.skip(4);
    const indices = Array.from({ length: count }, () => read255(reader));
    if (indices.some((index) => index >= tableCount))
      throw new OpenTypeError('a face of the collection refers to missing tables');
    if (font === 0) first = indices;
  }
  return first;
}

function decompress(stream: Uint8Array, size: number): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = brotliDecompressSync(stream, { maxOutputLength: Math.max(size, 1) });
  } catch (cause) {
    throw new OpenTypeError('the compressed data is damaged', { cause });
  }
  if (bytes.length !== size) throw new OpenTypeError('the compressed data is too short');
  return bytes;
}

/** https://www.w3.org/TR/WOFF2/#UIntBase128 */
function readBase128(reader: ByteReader): number {
  let value = 0;
  for (let i = 0; i < 5; i++) {
    const byte = reader.uint8();
    if (i === 0 && byte === 0x80) break;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      if (value > 0xffffffff) break;
      return value;
    }
  }
  throw new OpenTypeError('the table directory is damaged');
}

/** https://www.w3.org/TR/WOFF2/#255UInt16-0 */
function read255(reader: ByteReader): number {
  const code = reader.uint8();
  if (code === 253) return reader.uint16();
  if (code === 254) return reader.uint8() + 506;
  return code === 255 ? reader.uint8() + 253 : code;
}

function restore(tables: Map<string, Uint8Array>, transformed: ReadonlySet<string>): void {
  if (transformed.has('glyf') !== transformed.has('loca'))
    throw new OpenTypeError('tables glyf and loca must be transformed together');
  let leftEdges: Int16Array | undefined;
  if (transformed.has('glyf')) {
    const outlines = restoreOutlines(tables.get('glyf')!);
    tables.set('glyf', outlines.glyf);
    tables.set('loca', outlines.loca);
    leftEdges = outlines.leftEdges;
    const head = Uint8Array.from(tables.get('head') ?? []);
    if (head.length < HEAD.size) throw new OpenTypeError('table head is missing or too short');
    new DataView(head.buffer).setInt16(HEAD.indexToLocFormat, LONG_OFFSETS);
    tables.set('head', head);
  }
  if (transformed.has('hmtx')) {
    if (!leftEdges) throw new OpenTypeError('table hmtx is transformed without glyf');
    tables.set('hmtx', restoreSideBearings(tables.get('hmtx')!, tables.get('hhea'), leftEdges));
  }
}

/** The streams of a transformed `glyf` table, each read sequentially. */
interface Streams {
  readonly contours: ByteReader;
  readonly points: ByteReader;
  readonly flags: ByteReader;
  readonly glyphs: ByteReader;
  readonly composites: ByteReader;
  readonly boxes: ByteReader;
  readonly instructions: ByteReader;
}

/** https://www.w3.org/TR/WOFF2/#glyf_table_format */
function restoreOutlines(table: Uint8Array): { glyf: Uint8Array; loca: Uint8Array; leftEdges: Int16Array } {
  const header = new ByteReader(table);
  header.skip(2);
  const options = header.uint16();
  const count = header.uint16();
  header.skip(2);
  const sizes = Array.from({ length: 7 }, () => header.uint32());
  const [contours, points, flags, glyphs, composites, boxes, instructions] = sizes.map(
    (size) => new ByteReader(header.bytes(size)),
  ) as [ByteReader, ByteReader, ByteReader, ByteReader, ByteReader, ByteReader, ByteReader];
  const streams: Streams = { contours, points, flags, glyphs, composites, boxes, instructions };
  const hasBox = boxes.bytes(4 * Math.floor((count + 31) / 32));
  const overlaps = options & 1 ? header.bytes(Math.floor((count + 7) / 8)) : undefined;
  const bit = (bits: Uint8Array | undefined, index: number) =>
    ((bits?.[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;

  const glyf = new ByteWriter(table.length * 2);
  const loca = new ByteWriter(count * 4 + 4);
  const leftEdges = new Int16Array(count);
  for (let glyph = 0; glyph < count; glyph++) {
    loca.uint32(glyf.length);
    const contourCount = streams.contours.int16();
    const boxed = bit(hasBox, glyph);
    if (contourCount === 0) {
      if (boxed) throw new OpenTypeError('an empty glyph has a bounding box');
    } else {
      if (contourCount < -1) throw new OpenTypeError(`invalid number of contours: ${contourCount}`);
      leftEdges[glyph] =
        contourCount > 0
          ? restoreSimple(streams, contourCount, boxed, bit(overlaps, glyph), glyf)
          : restoreComposite(streams, boxed, glyf);
      glyf.align(4);
    }
  }
  loca.uint32(glyf.length);
  return { glyf: glyf.bytes(), loca: loca.bytes(), leftEdges };
}

/** @returns the left edge of the glyph's bounding box */
function restoreComposite(streams: Streams, boxed: boolean, glyf: ByteWriter): number {
  if (!boxed) throw new OpenTypeError('a composite glyph has no bounding box');
  const { composites, boxes, glyphs, instructions } = streams;
  glyf.int16(-1);
  const box = boxes.bytes(8);
  glyf.append(box);
  let hasInstructions = false;
  for (let more = true; more; ) {
    const flags = composites.uint16();
    glyf.uint16(flags);
    glyf.append(composites.bytes(2 + placementBytes(flags)));
    hasInstructions ||= (flags & COMPONENT.hasInstructions) !== 0;
    more = (flags & COMPONENT.isFollowed) !== 0;
  }
  if (hasInstructions) {
    const length = read255(glyphs);
    glyf.uint16(length);
    glyf.append(instructions.bytes(length));
  }
  return new ByteReader(box).int16();
}

interface Points {
  readonly dx: Int32Array;
  readonly dy: Int32Array;
  readonly onCurve: Uint8Array;
}

/** @returns the left edge of the glyph's bounding box */
function restoreSimple(
  streams: Streams,
  contourCount: number,
  boxed: boolean,
  overlapping: boolean,
  glyf: ByteWriter,
): number {
  const ends: number[] = [];
  let count = 0;
  for (let contour = 0; contour < contourCount; contour++) {
    count += read255(streams.points);
    ends.push(count - 1);
  }
  if (count > 0xffff) throw new OpenTypeError('a glyph has too many points');
  const points = readPoints(streams, count);
  const instructions = streams.instructions.bytes(read255(streams.glyphs));
  const box = boxed ? readBox(streams.boxes) : boxOf(points);
  glyf.int16(contourCount);
  for (const edge of box) glyf.int16(edge);
  for (const end of ends) glyf.uint16(end);
  glyf.uint16(instructions.length);
  glyf.append(instructions);
  writePoints(points, overlapping, glyf);
  return box[0];
}

type Box = readonly [left: number, bottom: number, right: number, top: number];

const readBox = (boxes: ByteReader): Box => [boxes.int16(), boxes.int16(), boxes.int16(), boxes.int16()];

function boxOf({ dx, dy }: Points): Box {
  if (dx.length === 0) return [0, 0, 0, 0];
  let [x, y] = [0, 0];
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < dx.length; i++) {
    x += dx[i]!;
    y += dy[i]!;
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.min(bottom, y);
    top = Math.max(top, y);
  }
  return [left, bottom, right, top];
}

/** Points are triplets: flag, x delta, y delta. Source: https://www.w3.org/TR/WOFF2/#triplet_decoding */
function readPoints({ flags, glyphs }: Streams, count: number): Points {
  const kinds = flags.bytes(count);
  const points = { dx: new Int32Array(count), dy: new Int32Array(count), onCurve: new Uint8Array(count) };
  for (let i = 0; i < count; i++) {
    const kind = kinds[i]! & 0x7f;
    points.onCurve[i] = kinds[i]! & 0x80 ? 0 : 1;
    const [dx, dy] = distance(kind, glyphs);
    points.dx[i] = kind & 1 ? dx : -dx;
    // The first kinds move along one axis and encode the sign in this bit.
    const positive = kind < 20 ? kind & 1 : kind & 2;
    points.dy[i] = positive ? dy : -dy;
  }
  return points;
}

/** Absolute distance of a point from the one before it. */
function distance(kind: number, data: ByteReader): readonly [dx: number, dy: number] {
  const first = data.uint8();
  if (kind < 10) return [0, ((kind & 14) << 7) + first];
  if (kind < 20) return [(((kind - 10) & 14) << 7) + first, 0];
  if (kind < 84) {
    const base = kind - 20;
    return [1 + (base & 0x30) + (first >> 4), 1 + ((base & 0x0c) << 2) + (first & 0x0f)];
  }
  const second = data.uint8();
  if (kind < 120) {
    const base = kind - 84;
    return [1 + (Math.floor(base / 12) << 8) + first, 1 + (((base % 12) >> 2) << 8) + second];
  }
  const third = data.uint8();
  if (kind < 124) return [(first << 4) + (second >> 4), ((second & 0x0f) << 8) + third];
  return [(first << 8) + second, (third << 8) + data.uint8()];
}

const ON_CURVE = 0x01;
const OVERLAP = 0x40;
/** For x; the flags for y are twice as large. */
const SHORT = 0x02;
const SAME_OR_POSITIVE = 0x10;

/**
 * Source: https://learn.microsoft.com/typography/opentype/spec/glyf#simple-glyph-description; flags are not repeated.
 */
function writePoints({ dx, dy, onCurve }: Points, overlapping: boolean, glyf: ByteWriter): void {
  const axes = [dx, dy] as const;
  for (let i = 0; i < dx.length; i++) {
    let flags = (onCurve[i] ? ON_CURVE : 0) | (overlapping && i === 0 ? OVERLAP : 0);
    for (const [axis, steps] of axes.entries()) {
      const step = steps[i]!;
      if (step === 0) flags |= SAME_OR_POSITIVE << axis;
      else if (Math.abs(step) < 256) flags |= (SHORT | (step > 0 ? SAME_OR_POSITIVE : 0)) << axis;
    }
    glyf.uint8(flags);
  }
  for (const steps of axes) {
    for (const step of steps) {
      if (step === 0) continue;
      if (Math.abs(step) < 256) glyf.uint8(Math.abs(step));
      else glyf.int16(step);
    }
  }
}

const NO_PROPORTIONAL_BEARINGS = 1;
const NO_MONOSPACED_BEARINGS = 2;

/**
 * Restores omitted side bearings, which equal the left edges of glyphs.
 * Source: https://www.w3.org/TR/WOFF2/#hmtx_table_format
 */
function restoreSideBearings(table: Uint8Array, hhea: Uint8Array | undefined, leftEdges: Int16Array): Uint8Array {
  if (!hhea || hhea.length < HHEA.size) throw new OpenTypeError('table hhea is missing or too short');
  const glyphCount = leftEdges.length;
  const advanceCount = new DataView(hhea.buffer, hhea.byteOffset).getUint16(HHEA.numberOfHMetrics);
  if (advanceCount > glyphCount) throw new OpenTypeError('more advances than glyphs');
  const reader = new ByteReader(table);
  const flags = reader.uint8();
  const advances = Array.from({ length: advanceCount }, () => reader.uint16());
  const bearings: number[] = [];
  for (let glyph = 0; glyph < glyphCount; glyph++) {
    const omitted = flags & (glyph < advanceCount ? NO_PROPORTIONAL_BEARINGS : NO_MONOSPACED_BEARINGS);
    bearings.push(omitted ? leftEdges[glyph]! : reader.int16());
  }
  const hmtx = new ByteWriter(glyphCount * 4);
  for (const [glyph, bearing] of bearings.entries()) {
    if (glyph < advanceCount) hmtx.uint16(advances[glyph]!);
    hmtx.int16(bearing);
  }
  return hmtx.bytes();
}

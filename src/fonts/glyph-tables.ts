/**
 * Tables of TrueType fonts that are made of glyphs of another font.
 * Source: https://learn.microsoft.com/typography/opentype/spec/glyf
 */

import type { FontFace } from '../engine/text/types.js';
import { ByteWriter } from './bytes.js';
import { COMPONENT, placementBytes } from './composite-glyph.js';
import { fileOf, tablesOfFace } from './table-directory.js';
import { GLYPH_HEADER, HEAD, HHEA, LONG_HOR_METRIC, LONG_OFFSETS, POST } from './table-fields.js';

/** The tables of a font with TrueType outlines. */
export class SourceFont {
  readonly #bytes: Uint8Array;
  readonly #tables: ReturnType<typeof tablesOfFace>;
  readonly #loca: DataView;
  readonly #hmtx: DataView;
  readonly #isLong: boolean;
  readonly #advances: number;

  constructor(face: Pick<FontFace, 'data' | 'index'>) {
    this.#bytes = face.data();
    this.#tables = tablesOfFace(fileOf(this.#bytes), face.index);
    this.#loca = viewOf(this.table('loca'));
    this.#hmtx = viewOf(this.table('hmtx'));
    this.#isLong = viewOf(this.table('head')).getUint16(HEAD.indexToLocFormat) === LONG_OFFSETS;
    this.#advances = viewOf(this.table('hhea')).getUint16(HHEA.numberOfHMetrics);
  }

  /** A view, not a copy; empty for a missing table. */
  table(tag: string): Uint8Array {
    const table = this.#tables.get(tag);
    return table ? this.#bytes.subarray(table.offset, table.offset + table.length) : new Uint8Array(0);
  }

  /** Font units. */
  advance(glyph: number): number {
    return this.#hmtx.getUint16(LONG_HOR_METRIC.size * Math.min(glyph, this.#advances - 1));
  }

  /** The outline without instructions; empty for a glyph without ink, or that is not whole in the tables. */
  glyph(id: number): Uint8Array {
    if (this.#loca.byteLength < (this.#isLong ? 4 : 2) * (id + 2)) return new Uint8Array(0);
    const at = (index: number) =>
      this.#isLong ? this.#loca.getUint32(4 * index) : 2 * this.#loca.getUint16(2 * index);
    const bytes = this.table('glyf').subarray(at(id), at(id + 1));
    if (bytes.length < GLYPH_HEADER.size) return new Uint8Array(0);
    return isComposite(bytes) ? bytes : withoutInstructions(bytes);
  }
}

const isComposite = (glyph: Uint8Array) =>
  glyph.length >= GLYPH_HEADER.size && viewOf(glyph).getInt16(GLYPH_HEADER.numberOfContours) < 0;

function withoutInstructions(glyph: Uint8Array): Uint8Array {
  const view = viewOf(glyph);
  const end = GLYPH_HEADER.size + 2 * view.getInt16(GLYPH_HEADER.numberOfContours);
  const count = end + 2 <= glyph.length ? view.getUint16(end) : glyph.length;
  if (end + 2 + count > glyph.length) return new Uint8Array(0);
  const bytes = new Uint8Array(glyph.length - count);
  bytes.set(glyph.subarray(0, end)); // a count of 0 follows
  bytes.set(glyph.subarray(end + 2 + count), end + 2);
  return bytes;
}

/** Renumbers the components of composite glyphs. */
export class Outlines {
  readonly #ids = new Map<number, number>();

  constructor(
    readonly source: SourceFont,
    /** Number of the first component. */
    readonly first: number,
  ) {}

  /** The new number of a component. */
  number(id: number): number {
    let number = this.#ids.get(id);
    if (number === undefined) {
      number = this.first + this.#ids.size;
      this.#ids.set(id, number);
    }
    return number;
  }

  /** A glyph under its new number, with components under theirs. */
  kept(id: number): Uint8Array {
    const glyph = this.source.glyph(id);
    return isComposite(glyph) ? this.#renumbered(glyph) : glyph;
  }

  /** The components in the order of their numbers. */
  referred(): Uint8Array[] {
    const glyphs: Uint8Array[] = [];
    // The map grows as components of components are found.
    for (const id of this.#ids.keys()) glyphs.push(this.kept(id));
    return glyphs;
  }

  #renumbered(glyph: Uint8Array): Uint8Array {
    const copy = glyph.slice();
    const view = viewOf(copy);
    let at: number = GLYPH_HEADER.size;
    for (let flags: number = COMPONENT.isFollowed; flags & COMPONENT.isFollowed; ) {
      if (at + 4 > copy.length) return new Uint8Array(0);
      flags = view.getUint16(at);
      view.setUint16(at, flags & ~COMPONENT.hasInstructions);
      view.setUint16(at + 2, this.number(view.getUint16(at + 2)));
      at += 4 + placementBytes(flags);
    }
    return copy.subarray(0, at);
  }
}

/** The tables `glyf` and `loca`, with long offsets. */
export function joinGlyphs(glyphs: readonly Uint8Array[]): { glyf: Uint8Array; loca: Uint8Array } {
  const glyf = new ByteWriter(100 * glyphs.length);
  const loca = new ByteWriter(4 * glyphs.length + 4);
  for (const glyph of glyphs) {
    loca.uint32(glyf.length);
    glyf.append(glyph);
    glyf.align(4);
  }
  loca.uint32(glyf.length);
  return { glyf: glyf.bytes(), loca: loca.bytes() };
}

/** Side bearings are those of the outlines, as the position of a composite glyph depends on them. */
export function metrics(glyphs: readonly Uint8Array[], advances: readonly number[]): Uint8Array {
  const writer = new ByteWriter(4 * glyphs.length);
  for (const [i, glyph] of glyphs.entries()) {
    writer.uint16(advances[i] ?? 0);
    writer.int16(glyph.length > 0 ? viewOf(glyph).getInt16(GLYPH_HEADER.xMin) : 0);
  }
  return writer.bytes();
}

const POST_WITHOUT_NAMES = 0x00030000;

/** A `post` table without glyph names. */
export function postTable(source: Uint8Array): Uint8Array {
  const table = new Uint8Array(POST.size);
  table.set(source.subarray(0, POST.size));
  viewOf(table).setUint32(POST.version, POST_WITHOUT_NAMES);
  return table;
}

/** A copy with 16-bit numbers replaced at some offsets; offsets past its end are ignored. */
export function patched(
  table: Uint8Array,
  ...changes: readonly (readonly [offset: number, value: number])[]
): Uint8Array {
  const copy = table.slice();
  const view = viewOf(copy);
  for (const [offset, value] of changes) if (offset + 2 <= copy.length) view.setUint16(offset, value);
  return copy;
}

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

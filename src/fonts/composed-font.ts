/**
 * Composed fonts: created for one document, with composite glyphs built from those of another font, each mapped to one
 * private use character. Source: https://learn.microsoft.com/typography/opentype/spec/glyf
 */

import type { FontFace } from '../engine/text/types.js';
import type { ComposedFont, ComposedGlyph } from '../engine/typst/source.js';
import { ByteWriter } from './bytes.js';
import { COMPONENT, placementBytes } from './composite-glyph.js';
import { nameTable } from './name-table.js';
import { assembleFont, fileOf, tablesOfFace } from './table-directory.js';
import { GLYPH_HEADER, HEAD, HHEA, LONG_HOR_METRIC, LONG_OFFSETS, MAXP, POST } from './table-fields.js';

/** The face of a composed font for the compiler. Its bytes are created on first use. */
export function composedFace({ id, typstFamily, face, glyphs }: ComposedFont): FontFace {
  let bytes: Uint8Array | undefined;
  const data = () => {
    bytes ??= composeFont(face, glyphs, typstFamily);
    return bytes;
  };
  return { ...face, id, typstFamily, index: 0, ofDocument: true, data };
}

/** @param name the PostScript name, which identifies the font in the PDF */
function composeFont(face: FontFace, glyphs: readonly ComposedGlyph[], name: string): Uint8Array {
  const source = new SourceFont(face);
  const outlines = new Outlines(source, glyphs.length + 1);
  const composites = glyphs.map((glyph) => outlines.compose(glyph));
  // Components follow the composites and may have components themselves.
  const all = [source.glyph(0), ...composites, ...outlines.referred()];
  const { glyf, loca } = joinGlyphs(all);
  const advances = [source.advance(0), ...glyphs.map(({ advance }) => Math.max(0, advance))];
  const tables: [string, Uint8Array][] = [
    ['OS/2', source.table('OS/2')],
    ['cmap', characterMap(glyphs)],
    ['glyf', glyf],
    ['head', patched(source.table('head'), [HEAD.indexToLocFormat, LONG_OFFSETS])],
    ['hhea', patched(source.table('hhea'), [HHEA.numberOfHMetrics, all.length])],
    ['hmtx', metrics(all, advances)],
    ['loca', loca],
    [
      'maxp',
      patched(
        source.table('maxp'),
        [MAXP.numGlyphs, all.length],
        [MAXP.maxSizeOfInstructions, 0],
        [MAXP.maxComponentElements, MAX_PARTS],
        [MAXP.maxComponentDepth, MAX_DEPTH],
      ),
    ],
    ['name', nameTable(name)],
    ['post', postTable(source.table('post'))],
  ];
  return assembleFont(tables.map(([tag, bytes]) => ({ tag, bytes })));
}

/** Components of a glyph; text stacks no more marks on one letter. */
const MAX_PARTS = 64;
/** Levels of components; fonts have one or two. */
const MAX_DEPTH = 8;

class SourceFont {
  readonly #bytes: Uint8Array;
  readonly #tables: ReturnType<typeof tablesOfFace>;
  readonly #loca: DataView;
  readonly #hmtx: DataView;
  readonly #isLong: boolean;
  readonly #advances: number;

  constructor(face: FontFace) {
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

  advance(glyph: number): number {
    return this.#hmtx.getUint16(LONG_HOR_METRIC.size * Math.min(glyph, this.#advances - 1));
  }

  /** The outline without instructions; empty for a glyph without ink. */
  glyph(id: number): Uint8Array {
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
  const count = view.getUint16(end);
  const bytes = new Uint8Array(glyph.length - count);
  bytes.set(glyph.subarray(0, end)); // a count of 0 follows
  bytes.set(glyph.subarray(end + 2 + count), end + 2);
  return bytes;
}

/** Renumbers the components of composite glyphs. */
class Outlines {
  readonly #ids = new Map<number, number>();

  constructor(
    readonly source: SourceFont,
    /** Number of the first component. */
    readonly first: number,
  ) {}

  #number(id: number): number {
    let number = this.#ids.get(id);
    if (number === undefined) {
      number = this.first + this.#ids.size;
      this.#ids.set(id, number);
    }
    return number;
  }

  compose({ parts }: ComposedGlyph): Uint8Array {
    const drawn = parts
      .slice(0, MAX_PARTS)
      .map((part) => ({ ...part, outline: this.source.glyph(part.id) }))
      .filter(({ outline }) => outline.length > 0);
    if (drawn.length === 0) return new Uint8Array(0);
    const bounds = [Infinity, Infinity, -Infinity, -Infinity];
    for (const { outline, x, y } of drawn) {
      const view = viewOf(outline);
      for (const [i, shift] of [x, y, x, y].entries()) {
        const edge = view.getInt16(GLYPH_HEADER.xMin + 2 * i) + shift;
        bounds[i] = i < 2 ? Math.min(bounds[i]!, edge) : Math.max(bounds[i]!, edge);
      }
    }
    const writer = new ByteWriter(GLYPH_HEADER.size + 8 * drawn.length);
    const { argumentsAreWords, argumentsAreOffsets, isFollowed } = COMPONENT;
    writer.int16(-1);
    for (const edge of bounds) writer.int16(edge);
    for (const [i, { id, x, y }] of drawn.entries()) {
      writer.uint16(argumentsAreWords | argumentsAreOffsets | (i < drawn.length - 1 ? isFollowed : 0));
      writer.uint16(this.#number(id));
      writer.int16(x);
      writer.int16(y);
    }
    return writer.bytes();
  }

  /** The components in the order of their numbers. */
  referred(): Uint8Array[] {
    const glyphs: Uint8Array[] = [];
    // The map grows as components of components are found.
    for (const id of this.#ids.keys()) {
      const glyph = this.source.glyph(id);
      glyphs.push(isComposite(glyph) ? this.#renumbered(glyph) : glyph);
    }
    return glyphs;
  }

  #renumbered(glyph: Uint8Array): Uint8Array {
    const copy = glyph.slice();
    const view = viewOf(copy);
    let at: number = GLYPH_HEADER.size;
    for (let flags: number = COMPONENT.isFollowed; flags & COMPONENT.isFollowed; ) {
      flags = view.getUint16(at);
      view.setUint16(at, flags & ~COMPONENT.hasInstructions);
      view.setUint16(at + 2, this.#number(view.getUint16(at + 2)));
      at += 4 + placementBytes(flags);
    }
    return copy.subarray(0, at);
  }
}

function joinGlyphs(glyphs: readonly Uint8Array[]): { glyf: Uint8Array; loca: Uint8Array } {
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
function metrics(glyphs: readonly Uint8Array[], advances: readonly number[]): Uint8Array {
  const writer = new ByteWriter(4 * glyphs.length);
  for (const [i, glyph] of glyphs.entries()) {
    writer.uint16(advances[i] ?? 0);
    writer.int16(glyph.length > 0 ? viewOf(glyph).getInt16(GLYPH_HEADER.xMin) : 0);
  }
  return writer.bytes();
}

const FORMAT_12 = 12;

/** Maps the n-th character to glyph n + 1, with one group per character. */
function characterMap(glyphs: readonly ComposedGlyph[]): Uint8Array {
  const groups = glyphs.map(({ code }, i) => ({ code, glyph: i + 1 })).sort((a, b) => a.code - b.code);
  const writer = new ByteWriter(28 + 12 * groups.length);
  for (const value of [0, 1, 3, 10]) writer.uint16(value); // version, one table: Windows, all of Unicode
  writer.uint32(12);
  writer.uint16(FORMAT_12);
  writer.uint16(0);
  writer.uint32(16 + 12 * groups.length);
  writer.uint32(0);
  writer.uint32(groups.length);
  for (const { code, glyph } of groups) {
    writer.uint32(code);
    writer.uint32(code);
    writer.uint32(glyph);
  }
  return writer.bytes();
}

const POST_WITHOUT_NAMES = 0x00030000;

/** A `post` table without glyph names. */
function postTable(source: Uint8Array): Uint8Array {
  const table = new Uint8Array(POST.size);
  table.set(source.subarray(0, POST.size));
  viewOf(table).setUint32(POST.version, POST_WITHOUT_NAMES);
  return table;
}

/** A copy with 16-bit numbers replaced at some offsets; offsets past its end are ignored. */
function patched(table: Uint8Array, ...changes: readonly (readonly [offset: number, value: number])[]): Uint8Array {
  const copy = table.slice();
  const view = viewOf(copy);
  for (const [offset, value] of changes) if (offset + 2 <= copy.length) view.setUint16(offset, value);
  return copy;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

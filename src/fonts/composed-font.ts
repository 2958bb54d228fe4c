/**
 * Composed fonts: created for one document, with composite glyphs built from those of another font, each mapped to one
 * private use character. Source: https://learn.microsoft.com/typography/opentype/spec/glyf
 */

import type { ComposedFont, ComposedGlyph } from '../engine/encode/composed-text.js';
import type { FontFace } from '../engine/text/types.js';
import { ByteWriter } from './bytes.js';
import { COMPONENT } from './composite-glyph.js';
import { joinGlyphs, metrics, Outlines, patched, postTable, SourceFont, viewOf } from './glyph-tables.js';
import { nameTable } from './name-table.js';
import { assembleFont } from './table-directory.js';
import { GLYPH_HEADER, HEAD, HHEA, LONG_OFFSETS, MAXP } from './table-fields.js';

/** The face of a composed font for the compiler. Its bytes are created on first use. */
export function composedFace({ id, uniqueFamily, face, glyphs }: ComposedFont): FontFace {
  let bytes: Uint8Array | undefined;
  const data = () => {
    bytes ??= composeFont(face, glyphs, uniqueFamily);
    return bytes;
  };
  return { ...face, id, uniqueFamily, index: 0, ofDocument: true, data };
}

/** @param name the PostScript name, which identifies the font in the PDF */
function composeFont(face: FontFace, glyphs: readonly ComposedGlyph[], name: string): Uint8Array {
  const source = new SourceFont(face);
  const outlines = new Outlines(source, glyphs.length + 1);
  const composites = glyphs.map((glyph) => composeGlyph(glyph, outlines));
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

function composeGlyph({ parts }: ComposedGlyph, outlines: Outlines): Uint8Array {
  const drawn = parts
    .slice(0, MAX_PARTS)
    .map((part) => ({ ...part, outline: outlines.source.glyph(part.id) }))
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
    writer.uint16(outlines.number(id));
    writer.int16(x);
    writer.int16(y);
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

import { deflateSync } from 'node:zlib';
import * as hb from 'harfbuzzjs';
import t from 'tap';
import { compress, decompress } from 'woff2-encoder';
import type { OpenedFont } from '../../src/engine/text/types.js';
import { MAX_FONT_BYTES, openFont } from '../../src/fonts/document-fonts.js';
import { SourceFont } from '../../src/fonts/glyph-tables.js';
import { readWoff2 } from '../../src/fonts/woff2.js';
import { createRenderer } from '../../src/index.js';
import { arimo, collection, patched, tablesOf, thai, thaiBold, variable as withAxes } from './font-files.js';

const woff2 = Buffer.from(await compress(thai));

function opened(file: Uint8Array, location?: ReadonlyMap<string, number>): OpenedFont {
  const font = openFont(file, location);
  if ('failure' in font) throw new Error(font.failure);
  return font;
}

const failure = (file: Uint8Array) => {
  const font = openFont(file);
  return 'failure' in font ? font.failure : undefined;
};

/** The properties of a face, without its bytes. */
const description = ({ bytes: _, ...face }: OpenedFont) => ({ ...face, coverage: [...face.coverage] });

/** Every glyph of a font: its outline, advance and box. */
function glyphs(font: Uint8Array): string[] {
  const face = new hb.Font(new hb.Face(new hb.Blob(font), 0));
  return Array.from({ length: 200 }, (_, glyph) =>
    [face.glyphToPath(glyph), face.glyphHAdvance(glyph), JSON.stringify(face.glyphExtents(glyph))].join(' '),
  );
}

/** The simplest file: every table on its own, compressed when that makes it smaller. */
function woff(font: Uint8Array, lie: { readonly length?: number } = {}): Buffer {
  const tables = tablesOf(font);
  const head = Buffer.alloc(44 + tables.length * 20);
  head.write('wOFF', 'latin1');
  head.writeUInt32BE(0x00010000, 4);
  head.writeUInt16BE(tables.length, 12);
  const parts: Buffer[] = [head];
  let end = head.length;
  for (const [i, [tag, bytes]] of tables.entries()) {
    const packed = deflateSync(bytes);
    const stored = packed.length < bytes.length ? packed : Buffer.from(bytes);
    head.write(tag, 44 + i * 20, 'latin1');
    for (const [n, value] of [end, stored.length, lie.length ?? bytes.length].entries()) {
      head.writeUInt32BE(value, 48 + i * 20 + n * 4);
    }
    const padded = Buffer.concat([stored, Buffer.alloc(-stored.length & 3)]);
    parts.push(padded);
    end += padded.length;
  }
  head.writeUInt32BE(end, 8);
  return Buffer.concat(parts);
}

t.test('a font is the same font in every wrapping', async (t) => {
  const plain = opened(thai);
  t.match(plain, { weight: 400, style: 'normal', unitsPerEm: 1000, axes: [] });
  for (const [name, file] of Object.entries({ woff: woff(thai), woff2, collection: collection([thai, arimo]) })) {
    t.strictSame(description(opened(file)), description(plain), name);
    t.strictSame(glyphs(opened(file).bytes), glyphs(thai), `${name}: glyphs`);
  }
});

t.test('WOFF2 outlines and side bearings come out as the reference decoder has them', async (t) => {
  for (const font of [arimo, thaiBold]) {
    const file = Buffer.from(await compress(font));
    const expected = Buffer.from(await decompress(file));
    const tables = new Map(tablesOf(opened(file).bytes));
    t.strictSame(glyphs(opened(file).bytes), glyphs(expected));
    for (const [tag, bytes] of tablesOf(expected)) {
      // Outlines are the same, written at other lengths.
      if (!tables.has(tag) || ['glyf', 'loca', 'head', 'name'].includes(tag)) continue;
      t.ok(Buffer.from(bytes).equals(tables.get(tag)!), tag);
    }
  }
});

t.test('names are not needed: a font for the web often has none', async (t) => {
  t.strictSame(description(opened(patched(thai, { name: undefined }))), description(opened(thai)));
  t.equal(failure(patched(thai, { name: undefined, post: undefined, 'OS/2': undefined })), undefined);
});

t.test('what says nothing about text is left behind', async (t) => {
  const tags = tablesOf(opened(patched(thai, { DSIG: new Uint8Array(100), junk: new Uint8Array(9) })).bytes).map(
    ([tag]) => tag,
  );
  t.notOk(tags.includes('DSIG') || tags.includes('junk'));
});

t.test('a file that is no font, or too damaged, is refused with a reason', async (t) => {
  t.equal(failure(Buffer.from('')), 'the file is truncated');
  t.equal(failure(Buffer.from('<!DOCTYPE html><p>404</p>')), 'not a TrueType or OpenType font');
  t.equal(failure(patched(thai, { cmap: undefined })), 'table cmap is missing or too short');
  t.equal(failure(patched(thai, { hmtx: new Uint8Array(4) })), 'table hmtx is damaged');
  t.equal(failure(patched(thai, { glyf: new Uint8Array(4) })), 'table loca is damaged');
  t.equal(failure(patched(thai, { loca: undefined })), 'table loca is missing');
  t.equal(failure(patched(thai, { maxp: (table) => table.setUint16(4, 0) })), 'no glyphs');
  t.match(failure(thai.subarray(0, 2000)), /^table \w+ is truncated$/);
  t.equal(failure(woff2.subarray(0, 2000)), 'the file is damaged');
  t.match(failure(woff(thai, { length: 10 })), /is damaged/);
});

t.test('a file that unpacks to more than the limit is not unpacked', async (t) => {
  const message = `it exceeds, unpacked, ${MAX_FONT_BYTES / 1e6} MB`;
  t.equal(failure(woff(thai, { length: MAX_FONT_BYTES + 1 })), message);
  t.throws(() => readWoff2(woff2, thai.length / 2), { message: /^it exceeds, unpacked,/ });
  const large = patched(thai, { CBDT: new Uint8Array(MAX_FONT_BYTES) });
  t.equal(failure(large), `larger than ${MAX_FONT_BYTES / 1e6} MB`);
});

/** A glyph of other glyphs, or of nothing. */
function composite(parts: readonly number[]): Buffer {
  const glyph = Buffer.alloc(10 + parts.length * 6 + (parts.length % 2) * 2);
  glyph.writeInt16BE(parts.length > 0 ? -1 : 0);
  for (const [i, part] of parts.entries()) {
    glyph.writeUInt16BE(i < parts.length - 1 ? 0x20 : 0, 10 + i * 6);
    glyph.writeUInt16BE(part, 12 + i * 6);
  }
  return glyph;
}

function withGlyphs(...outlines: Buffer[]): Buffer {
  const count = Buffer.from(tablesOf(thai).find(([tag]) => tag === 'maxp')![1]).readUInt16BE(4);
  const loca = Buffer.alloc((count + 1) * 4);
  let end = 0;
  for (let glyph = 0; glyph <= count; glyph++) {
    loca.writeUInt32BE(end, glyph * 4);
    end += outlines[glyph]?.length ?? 0;
  }
  const head = (table: DataView) => table.setInt16(50, 1);
  return patched(thai, { glyf: Buffer.concat(outlines), loca, head });
}

t.test('glyphs that contain themselves, or multiply, are refused', async (t) => {
  t.equal(failure(withGlyphs(composite([]), composite([0]))), undefined);
  t.equal(failure(withGlyphs(composite([1]), composite([0]))), 'a composite glyph contains itself');
  t.equal(failure(withGlyphs(composite([60000]))), 'a composite glyph refers to a missing glyph');
  const tenfold = Array.from({ length: 5 }, (_, i) => composite(i === 0 ? [] : Array<number>(10).fill(i - 1)));
  t.equal(failure(withGlyphs(...tenfold)), 'a composite glyph has more than 2000 parts');
});

/** A weight axis, at whose end the digit zero is wider by 100 units. */
function variable(): Buffer {
  const tables = new Map(tablesOf(thai).map(([tag, bytes]) => [tag, Buffer.from(bytes)]));
  const count = tables.get('maxp')!.readUInt16BE(4);
  const fvar = Buffer.alloc(16 + 20);
  for (const [i, value] of [1, 0, 16, 2, 1, 20, 0, 8].entries()) fvar.writeUInt16BE(value, i * 2);
  fvar.write('wght', 16, 'latin1');
  for (const [i, value] of [400, 400, 900].entries()) fvar.writeUInt32BE(value * 65536, 20 + i * 4);
  const zero = shape(thai, '0')[0]!;
  const loca = tables.get('loca')!;
  const long = tables.get('head')!.readInt16BE(50) === 1;
  const outline = tables.get('glyf')!.subarray(long ? loca.readUInt32BE(zero * 4) : loca.readUInt16BE(zero * 2) * 2);
  const points = outline.readUInt16BE(10 + (outline.readInt16BE(0) - 1) * 2) + 1;
  const advance = points + 1; // the second of the points that stand for a glyph's edges
  const deltas = [1, 0x80, advance >> 8, advance & 0xff, 0x40, 0, 100, 0x80];
  const [counts, size] = [
    [0, 1, 0, 10],
    [0, deltas.length],
  ];
  const data = Buffer.from([...counts, ...size, 0xa0, 0, 0x40, 0, ...deltas]);
  const gvar = Buffer.alloc(20 + (count + 1) * 4);
  for (const [i, value] of [1, 0, 1, 0].entries()) gvar.writeUInt16BE(value, i * 2);
  gvar.writeUInt32BE(gvar.length, 8);
  gvar.writeUInt16BE(count, 12);
  gvar.writeUInt16BE(1, 14); // places are 32 bits
  gvar.writeUInt32BE(gvar.length, 16);
  for (let glyph = zero + 1; glyph <= count; glyph++) gvar.writeUInt32BE(data.length, 20 + glyph * 4);
  return patched(thai, { fvar, gvar: Buffer.concat([gvar, data]) });
}

/** @returns the glyphs */
function shape(font: Uint8Array, text: string): number[] {
  const buffer = new hb.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  hb.shape(new hb.Font(new hb.Face(new hb.Blob(font), 0)), buffer);
  return buffer.getGlyphInfos().map(({ codepoint }) => codepoint);
}

t.test('a variable font becomes a static one, at its default or where it is asked for', async (t) => {
  const font = variable();
  const zero = (location?: ReadonlyMap<string, number>) => opened(font, location).zeroAdvance;
  const regular = opened(thai).zeroAdvance;
  t.strictSame(opened(font).axes, [{ tag: 'wght', min: 400, default: 400, max: 900 }]);
  t.equal(zero(), regular);
  t.equal(zero(new Map([['wght', 900]])), regular + 100);
  t.equal(zero(new Map([['wght', 650]])), regular + 50);
  t.notOk(tablesOf(opened(font).bytes).some(([tag]) => tag === 'fvar'));
});

t.test('axes may go below zero', async (t) => {
  const { axes } = opened(withAxes(thai, { slnt: [-12.5, 0, 0], wght: [100, 400, 900] }));
  t.strictSame(axes, [
    { tag: 'slnt', min: -12.5, default: 0, max: 0 },
    { tag: 'wght', min: 100, default: 400, max: 900 },
  ]);
});

t.test('mutated fonts are opened or refused, and can be shaped when opened', async (t) => {
  let seed = 1;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const sources = [thai, woff(thai), woff2, variable()];
  let shaped = 0;
  for (let n = 0; n < 500; n++) {
    const file = Buffer.from(sources[n % sources.length]!);
    for (let i = random(12); i >= 0; i--) {
      // Directories and headers are where it hurts most.
      file[random(2) ? random(file.length) : random(Math.min(1000, file.length))] = random(256);
    }
    const font = openFont(random(20) ? file : file.subarray(0, random(file.length)));
    if ('failure' in font) {
      if (!/\w/.test(font.failure)) t.fail('no reason');
      continue;
    }
    shape(font.bytes, 'ภาษาไทย ที่ ABC');
    shaped++;
  }
  t.ok(shaped > 20, `${shaped} of 500 were opened`);
});

t.test('a substitution by a glyph that the font does not have failed the render', async (t) => {
  const source = new SourceFont({ data: () => thai, index: 0 });
  const count = source.table('loca').length / (source.table('head')[51] === 1 ? 4 : 2) - 1;
  t.ok(source.glyph(36).length > 0);
  for (const id of [count, count + 1, 0xffff]) t.equal(source.glyph(id).length, 0);
});

t.test('a lookup that puts a glyph in place that the font does not have failed the render', async (t) => {
  const font = patched(arimo, { GSUB: singleSubstitution(glyphOf(arimo, 'V'), 0xfffe) });
  const renderer = createRenderer();
  t.teardown(() => renderer.close());
  const html = '<style>@font-face { font-family: m; src: url(m) }</style><p style="font: 20px m">AVA';
  const { pages, diagnostics } = await renderer.render({ html, assets: () => font });
  t.equal(pages, 1);
  t.strictSame(diagnostics, []);
});

t.test('a font made two hundred glyphs of each character', async (t) => {
  const renderer = createRenderer();
  t.teardown(() => renderer.close());
  const html = `<style>@font-face { font-family: m; src: url(m) }</style><p style="font: 20px m">${'VAV '.repeat(2000)}`;
  const render = (glyphs: number) => {
    const font = patched(arimo, { GSUB: multipleSubstitution(glyphOf(arimo, 'V'), glyphs) });
    return renderer.render({ html, assets: () => font });
  };
  t.match((await render(200)).diagnostics, [{ kind: 'MissingFont' }]);
  t.strictSame((await render(4)).diagnostics, [], 'as many as of a decomposed letter');
});

function glyphOf(font: Uint8Array, character: string): number {
  const glyph = new hb.Font(new hb.Face(new hb.Blob(font), 0)).nominalGlyph(character.codePointAt(0)!);
  if (!glyph) throw new Error(`no glyph for ${character}`);
  return glyph;
}

const singleSubstitution = (glyph: number, by: number): Uint8Array => substitution(1, [2, 8, 1, by, 1, 1, glyph]);

/** By so many of itself. */
const multipleSubstitution = (glyph: number, count: number): Uint8Array =>
  substitution(2, [1, 10 + 2 * count, 1, 8, count, ...new Array<number>(count).fill(glyph), 1, 1, glyph]);

/**
 * `GSUB` with one lookup, for every script: https://learn.microsoft.com/typography/opentype/spec/gsub
 * @param subtable  16-bit words
 */
function substitution(type: number, subtable: readonly number[]): Uint8Array {
  const tag = (name: string) => [
    name.charCodeAt(0) * 256 + name.charCodeAt(1),
    name.charCodeAt(2) * 256 + name.charCodeAt(3),
  ];
  const scripts = [1, ...tag('DFLT'), 8, 4, 0, 0, 0xffff, 1, 0];
  const features = [1, ...tag('ccmp'), 8, 0, 1, 0];
  const lookups = [1, 4, type, 0, 1, 8, ...subtable];
  const [featuresAt, lookupsAt] = [10 + 2 * scripts.length, 10 + 2 * (scripts.length + features.length)];
  const table = Buffer.from(
    Uint16Array.from([1, 0, 10, featuresAt, lookupsAt, ...scripts, ...features, ...lookups]).buffer,
  );
  return table.swap16();
}

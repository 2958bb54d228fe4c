import t from 'tap';
import { parseFace } from '../../src/fonts/parse-face.js';
import { faceOffsets, fileOf, OpenTypeError, readTables } from '../../src/fonts/table-directory.js';
import { arimo, collection, patched, thai } from './font-files.js';

const parse = (font: Uint8Array) => parseFace(fileOf(font), readTables(fileOf(font), 0));

/** Sets 16-bit fields of a table: { offset: value }. */
const fields =
  (values: Record<number, number>) =>
  (table: DataView): void => {
    for (const [offset, value] of Object.entries(values)) table.setInt16(Number(offset), value);
  };
const SELECTION = 62;
const REGULAR = 0x40;
const USE_TYPO_METRICS = 0x80;
const TYPO = 68;
const WIN = 74;

t.test('a face is described in its own units', async (t) => {
  const { coverage: _, ...face } = parse(arimo);
  t.same(face, {
    postScriptName: 'Arimo-Regular',
    family: 'Arimo',
    weight: 400,
    style: 'normal',
    stretch: 100,
    unitsPerEm: 2048,
    ascent: 1854,
    descent: 434,
    lineGap: 67,
    xHeight: 1082,
    capHeight: 1409,
    zeroAdvance: 1139,
    averageAdvance: 1191,
    boundsWidth: 6715,
    bounds: { over: 2136, under: 797 },
    underlinePosition: 217,
    underlineThickness: 150,
    strikeoutPosition: 530,
    strikeoutThickness: 102,
    color: false,
    variable: false,
  });
});

t.test('ascent and descent come from where FreeType takes them', async (t) => {
  const selection = { [SELECTION]: REGULAR };
  const typo = fields({ ...selection, [TYPO]: 1500, [TYPO + 2]: -400, [TYPO + 4]: 90, [WIN]: 1700, [WIN + 2]: 450 });
  const noHhea = fields({ 4: 0, 6: 0, 8: 0 });
  const metrics = (font: Uint8Array) => {
    const { ascent, descent, lineGap } = parse(font);
    return [ascent, descent, lineGap];
  };
  t.strictSame(metrics(patched(arimo, { 'OS/2': typo })), [1854, 434, 67], 'hhea');
  const useTypo = (table: DataView) => {
    typo(table);
    table.setUint16(SELECTION, REGULAR | USE_TYPO_METRICS);
  };
  t.strictSame(metrics(patched(arimo, { 'OS/2': useTypo })), [1500, 400, 90], 'OS/2 typo, when the font asks for it');
  t.strictSame(
    metrics(patched(arimo, { 'OS/2': typo, hhea: noHhea })),
    [1500, 400, 90],
    'OS/2 typo, when hhea is empty',
  );
  const noTypo = fields({ ...selection, [TYPO]: 0, [TYPO + 2]: 0, [WIN]: 1700, [WIN + 2]: 450 });
  t.strictSame(
    metrics(patched(arimo, { 'OS/2': noTypo, hhea: noHhea })),
    [1700, 450, 0],
    'OS/2 win, when typo is empty',
  );
  t.strictSame(metrics(patched(arimo, { 'OS/2': undefined })), [1854, 434, 67], 'hhea, when there is no OS/2');
  const negative = patched(arimo, { 'OS/2': typo, hhea: fields({ 8: -200 }) });
  t.strictSame(metrics(negative), [1854, 434, 0], 'a negative line gap counts as none');
});

t.test('a font that does not state its x-height and cap height has those of its x and H', async (t) => {
  const old = parse(patched(arimo, { 'OS/2': fields({ 0: 1 }) }));
  t.strictSame([old.xHeight, old.capHeight], [1082, 1409]);
});

t.test('a font without OS/2 is as bold and slanted as its head says', async (t) => {
  const face = parse(patched(arimo, { 'OS/2': undefined, head: fields({ 44: 3 }) }));
  t.match(face, { weight: 700, style: 'italic', stretch: 100 });
});

t.test('style, width and weight are read from OS/2', async (t) => {
  const face = (values: Record<number, number>) => parse(patched(arimo, { 'OS/2': fields(values) }));
  t.match(face({ [SELECTION]: 0x01 }), { style: 'italic' });
  t.match(face({ [SELECTION]: 0x200 }), { style: 'oblique' });
  t.match(face({ 6: 3 }), { stretch: 75 });
  t.match(face({ 6: 77 }), { stretch: 100 }, 'a width class that does not exist');
  t.match(face({ 4: 650 }), { weight: 650 });
  t.match(face({ 4: 7 }), { weight: 700 }, 'an old scale of 1 to 9');
  t.match(face({ 4: 0 }), { weight: 400 });
});

t.test('Thin and ExtraLight keep their CSS weights though their class avoids the lowest values', async (t) => {
  const names = (subfamily: string) => nameTable({ 1: 'House', 6: 'House', 16: 'House', 17: subfamily });
  const weight = (subfamily: string, weightClass: number) =>
    parse(patched(arimo, { name: names(subfamily), 'OS/2': fields({ 4: weightClass }) })).weight;
  t.strictSame([weight('Thin', 250), weight('ExtraLight', 250), weight('Ultra Light Italic', 275)], [100, 200, 200]);
  t.equal(weight('Book', 250), 250);
});

t.test('the family is the typographic one, in English when there is', async (t) => {
  const family = (name: Uint8Array) => parse(patched(arimo, { name })).family;
  t.equal(family(nameTable({ 1: 'House Medium', 16: 'House' })), 'House');
  t.equal(family(nameTable({ 1: 'House Medium' })), 'House Medium');
  t.equal(family(nameTable({ 1: 'Maison' }, 0x40c, { 1: 'House' }, 0x409)), 'House');
  t.equal(family(nameTable({ 1: 'メゾン' }, 0x411)), 'メゾン', 'else whatever there is');
  t.throws(() => family(nameTable({ 6: 'House' })), { message: 'no family name' });
});

t.test('coverage lists what has a glyph', async (t) => {
  const covers = (coverage: Uint32Array, code: number) =>
    coverage.some((first, i) => i % 2 === 0 && first <= code && code <= coverage[i + 1]!);
  const { coverage } = parse(thai);
  t.ok(covers(coverage, 0x0e01));
  t.notOk(covers(coverage, 0x4e00));
  t.ok(
    coverage.every((code, i) => i === 0 || code >= coverage[i - 1]! + (i % 2 === 0 ? 2 : 0)),
    'sorted, disjoint, not even touching',
  );
});

t.test('format 12 maps whole groups, but for glyph 0 and glyphs that do not exist', async (t) => {
  const groups = [
    [0x41, 0x43, 1],
    [0x50, 0x51, 0],
    [0x1f600, 0x1f601, 2],
    [0x1f700, 0x1f700, 60000],
  ];
  const { coverage } = parse(patched(arimo, { cmap: cmapOfFormat12(groups) }));
  t.strictSame([...coverage], [0x41, 0x43, 0x51, 0x51, 0x1f600, 0x1f601]);
});

t.test('malformed groups are left out, and none is walked twice', async (t) => {
  const groups = [
    [0x41, 0x43, 1],
    [0x42, 0x10ffff, 1],
    [0x61, 0x60, 1],
    [0x70, 0xffffffff, 1],
    [0x62, 0x62, 1],
  ];
  const { coverage } = parse(patched(arimo, { cmap: cmapOfFormat12(groups) }));
  t.strictSame([...coverage], [0x41, 0x43, 0x62, 0x62]);
  const cut = cmapOfFormat12(groups).subarray(0, 50);
  t.equal(parse(patched(arimo, { cmap: cut })).coverage.length, 0, 'a table shorter than it says covers nothing');
});

t.test('colour and variations are noticed', async (t) => {
  t.equal(parse(patched(arimo, { COLR: new Uint8Array(14) })).color, true);
  t.equal(parse(patched(arimo, { fvar: new Uint8Array(16) })).variable, true);
});

t.test('what is no usable font says why', async (t) => {
  const refusals: [string, Uint8Array, RegExp][] = [
    ['an empty file', new Uint8Array(0), /truncated/],
    ['a text', Buffer.from('this is not a font at all'), /not a TrueType or OpenType font/],
    ['a WOFF2', Buffer.from('wOF2 and then something'), /not a TrueType or OpenType font/],
    ['half a font', arimo.subarray(0, arimo.length / 2), /is truncated/],
    ['no head', patched(arimo, { head: undefined }), /head is missing/],
    ['no cmap', patched(arimo, { cmap: undefined }), /cmap is missing/],
    ['no outlines', patched(arimo, { glyf: undefined }), /no outlines/],
    ['no em', patched(arimo, { head: fields({ 18: 0 }) }), /invalid units per em: 0/],
  ];
  for (const [what, font, message] of refusals) t.throws(() => parse(font), { name: 'OpenTypeError', message }, what);
  t.throws(() => faceOffsets(fileOf(collection([]))), { message: /faces in the collection: 0/ });
});

t.test('damaged fonts are read or refused, never anything else', async (t) => {
  const random = generator(42);
  let refused = 0;
  for (let round = 0; round < 400; round++) {
    const font = Buffer.from(thai);
    // Mostly in the directory and the small tables at the front, where damage matters.
    const reach = round % 2 === 0 ? 400 : font.length;
    for (let n = 0; n < 8; n++) font[random(reach)] = random(256);
    try {
      for (const offset of faceOffsets(fileOf(font))) parseFace(fileOf(font), readTables(fileOf(font), offset));
    } catch (error) {
      refused++;
      if (!(error instanceof OpenTypeError || error instanceof RangeError)) throw error;
    }
  }
  t.ok(refused > 0 && refused < 400, 'some of each');
});

/** A small deterministic generator of integers below a limit. */
function generator(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** A `name` table with names by id, in one or two Windows languages. */
function nameTable(...parts: (Record<number, string> | number)[]): Uint8Array {
  const records: { id: number; language: number; text: Buffer }[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const language = (parts[i + 1] as number | undefined) ?? 0x409;
    for (const [id, text] of Object.entries(parts[i] as Record<number, string>)) {
      records.push({ id: Number(id), language, text: Buffer.from(text, 'utf16le').swap16() });
    }
  }
  const head = Buffer.alloc(6 + records.length * 12);
  head.writeUInt16BE(records.length, 2);
  head.writeUInt16BE(head.length, 4);
  let offset = 0;
  for (const [i, { id, language, text }] of records.entries()) {
    const record = [3, 1, language, id, text.length, offset];
    for (const [n, value] of record.entries()) head.writeUInt16BE(value, 6 + i * 12 + n * 2);
    offset += text.length;
  }
  return Uint8Array.from(Buffer.concat([head, ...records.map(({ text }) => text)]));
}

/** A `cmap` with one subtable: groups of [first, last, glyph of the first]. */
function cmapOfFormat12(groups: readonly number[][]): Uint8Array {
  const table = Buffer.alloc(12 + 16 + groups.length * 12);
  table.writeUInt16BE(1, 2);
  table.writeUInt16BE(3, 4);
  table.writeUInt16BE(10, 6);
  table.writeUInt32BE(12, 8);
  table.writeUInt16BE(12, 12);
  table.writeUInt32BE(table.length - 12, 16);
  table.writeUInt32BE(groups.length, 24);
  for (const [i, group] of groups.entries()) {
    for (const [n, value] of group.entries()) table.writeUInt32BE(value, 28 + i * 12 + n * 4);
  }
  return Uint8Array.from(table);
}

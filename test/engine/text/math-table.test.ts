import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import t from 'tap';
import { HarfBuzzFont } from '../../../src/engine/text/harfbuzz.js';
import { MathFont, planAssembly } from '../../../src/engine/text/math-font.js';
import { type GlyphPart, readMathTable } from '../../../src/engine/text/math-table.js';

const { resolve } = createRequire(import.meta.url);
const bytes = (name: string) => new Uint8Array(readFileSync(resolve(`@expo-google-fonts/${name}`)));
const stix = bytes('stix-two-math/400Regular/STIXTwoMath_400Regular.ttf');
const table = readMathTable(stix, 0)!;
const font = new MathFont(new HarfBuzzFont(stix, 0), { unitsPerEm: 1000 }, table);
const PARENTHESIS = 0x28;
const ARROW = 0x2192;

t.test('reads the constants by their names', async (t) => {
  const { constants } = table;
  t.equal(constants.scriptPercentScaleDown, 70);
  t.equal(constants.scriptScriptPercentScaleDown, 55);
  t.equal(constants.axisHeight, 258);
  t.equal(constants.fractionRuleThickness, 68);
  t.equal(constants.radicalDegreeBottomRaisePercent, 55);
});

t.test('a font without the table, or with a damaged one, is no math font', async (t) => {
  t.equal(readMathTable(bytes('tinos/400Regular/Tinos_400Regular.ttf'), 0), undefined);
  t.equal(readMathTable(stix.subarray(0, 2000), 0), undefined);
});

t.test('a glyph has size variants and an assembly in its stretch axis', async (t) => {
  const glyph = font.glyph(PARENTHESIS)!;
  const construction = table.construction(glyph, 'vertical')!;
  t.ok(construction.variants.length > 3);
  t.equal(construction.parts!.filter(({ isExtender }) => isExtender).length, 1);
  t.equal(table.construction(glyph, 'horizontal'), undefined);
  t.ok(table.construction(font.glyph(ARROW)!, 'horizontal'));
  t.equal(table.construction(font.glyph(0x61)!, 'vertical'), undefined);
});

t.test('a stretched glyph is the first that is large enough: itself, a variant, then an assembly', async (t) => {
  const stretched = (target: number) => font.stretch(PARENTHESIS, 'vertical', target, 20)!;
  const heights = [10, 30, 500].map((target) => {
    const { glyphs, ascent, descent } = stretched(target);
    return { count: glyphs.length, covers: ascent + descent >= target };
  });
  t.strictSame(heights[0], { count: 1, covers: true });
  t.strictSame(heights[1], { count: 1, covers: true });
  t.ok(heights[2]!.count > 3 && heights[2]!.covers);
  t.equal(stretched(10).glyphs[0]!.id, font.glyph(PARENTHESIS));
  t.not(stretched(30).glyphs[0]!.id, font.glyph(PARENTHESIS));
  t.equal(stretched(500).descent, 0, 'an assembly stands on the baseline');
  t.equal(font.stretch(0x10ffff, 'vertical', 10, 20), undefined, 'the font has no such glyph');
});

t.test('a glyph of a font that is none for formulas has one size', async (t) => {
  const tinos = bytes('tinos/400Regular/Tinos_400Regular.ttf');
  const plain = new MathFont(new HarfBuzzFont(tinos, 0), { unitsPerEm: 2048 }, undefined);
  const { glyphs, italicsCorrection } = plain.stretch(PARENTHESIS, 'vertical', 500, 20)!;
  t.strictSame([glyphs.length, italicsCorrection], [1, 0]);
});

const part = (glyph: number, fullAdvance: number, connector: number, isExtender = false): GlyphPart => ({
  glyph,
  startConnector: connector,
  endConnector: connector,
  fullAdvance,
  isExtender,
});
const BRACKET = [part(1, 100, 40), part(2, 50, 40, true), part(3, 100, 40)];

t.test('extenders repeat until the parts cover the size, and overlap by what is left', async (t) => {
  const plan = planAssembly(BRACKET, 300, 10)!;
  // 200 + 3 · 50 − 4 · o ≥ 300 with an overlap from 10 to 40
  t.equal(plan.size, 300);
  t.strictSame(
    plan.places.map(({ glyph, at }) => [glyph, at]),
    [
      [1, 0],
      [2, 87.5],
      [2, 125],
      [2, 162.5],
      [3, 200],
    ],
  );
});

t.test('without need no extender is used, and parts overlap as far as they may', async (t) => {
  t.strictSame(planAssembly(BRACKET, 10, 10), {
    places: [
      { glyph: 1, at: 0 },
      { glyph: 3, at: 60 },
    ],
    size: 160,
  });
});

t.test('parts that cannot grow make no assembly', async (t) => {
  t.equal(planAssembly([part(1, 100, 40), part(3, 100, 40)], 300, 10), undefined, 'no extender');
  t.equal(planAssembly([part(1, 100, 5), part(2, 50, 5, true)], 300, 10), undefined, 'connectors are too short');
  t.equal(planAssembly([part(2, 10, 10, true)], 300, 10), undefined, 'an extender that overlaps wholly');
});

t.test('a vast size is limited', async (t) => {
  t.ok(planAssembly(BRACKET, 1e9, 10)!.places.length <= 2_000);
});

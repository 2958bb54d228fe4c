import * as hb from 'harfbuzzjs';
import t from 'tap';
import { GlyphBuffer, HarfBuzzFont, joinFeatures, parseFeatures } from '../../../src/engine/text/harfbuzz.js';
import type { FontFace } from '../../../src/engine/text/types.js';
import { library, request } from './fonts-at-hand.js';

/** A face in our binding and in the package's wrapper, which is the reference. */
function load(family: string) {
  const face: FontFace = library.match(request(family)).primary;
  const data = face.data();
  const theirFace = new hb.Face(new hb.Blob(data), face.index);
  return { ours: new HarfBuzzFont(data, face.index), theirFace, theirs: new hb.Font(theirFace) };
}

const arimo = load('Arimo');
const buffer = new GlyphBuffer();

function shapedByReference(
  font: hb.Font,
  text: string,
  { direction = hb.Direction.LTR as hb.Direction, script = 'Latn', language = 'en', features = [] as string[] },
) {
  const reference = new hb.Buffer();
  reference.addText(text);
  reference.setDirection(direction);
  reference.setScript(script);
  reference.setLanguage(language);
  hb.shape(
    font,
    reference,
    features.map((feature) => hb.Feature.fromString(feature)!),
  );
  const positions = reference.getGlyphPositions();
  return reference.getGlyphInfos().map(({ codepoint, cluster, flags }, i) => {
    const { xAdvance, xOffset, yOffset } = positions[i]!;
    return [codepoint, cluster, xAdvance, xOffset, yOffset, (flags & hb.GlyphFlag.UNSAFE_TO_BREAK) !== 0];
  });
}

const glyphs = () =>
  Array.from({ length: buffer.length }, (_, i) => [
    buffer.glyph(i),
    buffer.cluster(i),
    buffer.xAdvance(i),
    buffer.xOffset(i),
    buffer.yOffset(i),
    buffer.isUnsafeToBreak(i),
  ]);

const NO_FEATURES = parseFeatures([]);

t.test('glyphs are those of the package’s wrapper', async (t) => {
  const cases = [
    { family: 'Arimo', text: 'AVATAR To Way 0123,45', direction: 'ltr', script: 'Latn', features: [] },
    { family: 'Arimo', text: 'office AV fi', direction: 'ltr', script: 'Latn', features: ['liga=0', 'kern[3:7]=0'] },
    { family: 'Noto Sans', text: 'e\u0301x\u0323\u0302 ffi', direction: 'ltr', script: 'Latn', features: ['smcp'] },
    { family: 'Noto Sans Arabic', text: 'مرحبا بالعالم', direction: 'rtl', script: 'Arab', features: [] },
    { family: 'Noto Sans Devanagari', text: 'क्षत्रिय', direction: 'ltr', script: 'Deva', features: [] },
    { family: 'Noto Sans JP', text: '「縦書き」', direction: 'ttb', script: 'Hani', features: ['vert'] },
  ] as const;
  const directions = { ltr: hb.Direction.LTR, rtl: hb.Direction.RTL, ttb: hb.Direction.TTB };
  for (const { family, text, direction, script, features } of cases) {
    const { ours, theirs } = load(family);
    const run = { font: ours, text, offset: 0, length: text.length, direction, script, language: 'en' } as const;
    buffer.shape({ ...run, features: parseFeatures(features) });
    const reference = { direction: directions[direction], script, features: [...features] };
    t.strictSame(glyphs(), shapedByReference(theirs, text, reference), text);
  }
});

t.test('a run is shaped in its context, and nothing of former runs is left', async (t) => {
  const shape = (text: string, offset: number, length: number, features = NO_FEATURES) => {
    const { ours: font } = arimo;
    buffer.shape({ font, text, offset, length, direction: 'ltr', script: 'Latn', language: 'en', features });
    return glyphs();
  };
  const alone = shape('To', 0, 2);
  shape('x'.repeat(5000), 0, 5000, parseFeatures(['kern=0', 'liga=0']));
  t.strictSame(shape('To', 0, 2), alone);
  t.strictSame(
    shape('(To)', 1, 2).map(([glyph, cluster]) => [glyph, cluster]),
    alone.map(([glyph, cluster]) => [glyph, Number(cluster) + 1]),
  );
});

t.test('invalid features and languages are ignored', async (t) => {
  t.equal(parseFeatures(['', 'ä', 'liga=', 'x'.repeat(200)]).length, 0);
  t.equal(joinFeatures(parseFeatures(['liga=0']), parseFeatures(['kern=0', 'halt[2:3]'])).length / 4, 3);
  const run = { font: arimo.ours, text: 'To', offset: 0, length: 2, direction: 'ltr', script: 'Latn' } as const;
  for (const language of ['', 'ä', 'x'.repeat(100_000), 'a b']) {
    buffer.shape({ ...run, language, features: NO_FEATURES });
    t.equal(buffer.length, 2);
  }
});

t.test('metrics and outlines of glyphs are those of the package’s wrapper', async (t) => {
  const { ours, theirs, theirFace } = arimo;
  for (const char of ['A', 'g', ' ', '\u{1f600}']) {
    const glyph = theirs.nominalGlyph(char.codePointAt(0)!);
    t.equal(ours.nominalGlyph(char.codePointAt(0)!), glyph);
    if (glyph === undefined) continue;
    t.equal(ours.horizontalAdvance(glyph), theirs.glyphHAdvance(glyph));
    t.strictSame({ ...ours.extents(glyph) }, { ...theirs.glyphExtents(glyph) });
    const points = theirs.glyphToJson(glyph);
    const outline = ours.outline(glyph);
    t.strictSame(
      outline.map(([type, ...values]) => [type, ...values.slice(-2)]),
      points.map(({ type, values }) => [type === 'Q' ? 'C' : type, ...values.slice(-2)]),
    );
  }
  t.strictSame(ours.featureTags('GPOS'), theirFace.getTableFeatureTags('GPOS'));
});

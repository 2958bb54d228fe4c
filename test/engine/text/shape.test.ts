import t from 'tap';
import { TextShaper } from '../../../src/engine/text/shape.js';
import type { ShapeStyle } from '../../../src/engine/text/types.js';
import { library, request, shapeStyle } from './fonts-at-hand.js';

const shaper = new TextShaper(library);
const LTR = { direction: 'ltr' } as const;
/** FreeType's fixed-point scale makes advances of some fonts differ from the design by less than this shows. */
const rounded = (px: number) => Math.round(px * 100) / 100;
const width = (text: string, style: ShapeStyle) => shaper.shape(text, style, LTR).advances[text.length]!;

t.test('widths are Chromium’s', async (t) => {
  // px, rounded up to 1/64.
  for (const [text, family, size, letterSpacing, expected] of [
    ['Hamburgefonstiv AVATAR WMi 0123', 'Arimo', 13, 0, 211.453125],
    ['Hamburgefonstiv AVATAR WMi 0123', 'Arimo', 11.5, 0, 187.0625],
    ['Hamburgefonstiv AVATAR WMi 0123', 'Tinos', 16, 0, 247.78125],
    ['Hamburgefonstiv AVATAR WMi 0123', 'Cousine', 13.37, 0, 248.53125],
    ['Hamburgefonstiv AVATAR WMi 0123', 'Arimo', 15, 0.3, 253.28125],
    ['order “c”? “c”? it’s “end.”quote”', 'Tinos', 13.3333, 0, 175.015625],
    ['number to word—', 'Noto Sans', 16, 0, 138.375],
    ['☃', 'Cousine', 12, 0, 14.953125],
  ] as const) {
    const actual = width(text, shapeStyle(family, size, { letterSpacing }));
    t.ok(actual <= expected && actual > expected - 1 / 32, `${text} in ${size}px ${family}: ${actual}`);
  }
});

t.test('runs are shaped whole: the space takes part in kerning', async (t) => {
  const style = shapeStyle('Arial', 100);
  t.ok(width('A Y', style) < width('A', style) + width(' ', style) + width('Y', style));
});

t.test('advances are put on the first unit of a cluster', async (t) => {
  const { advances } = shaper.shape('e\u0301x😀y', shapeStyle('Arial', 16), LTR);
  t.equal(advances[1], advances[2]);
  t.ok(advances[3]! > advances[2]!);
  t.equal(advances[4], advances[5]);
  t.equal(advances.length, 7);
});

t.test('a ligature is cut into equal parts', async (t) => {
  const style = shapeStyle('Noto Sans', 100, { features: ['dlig=1'] });
  const { advances } = shaper.shape('ffi', style, LTR);
  t.ok(advances[1]! > 0 && advances[2]! > advances[1]! && advances[3]! > advances[2]!);
});

t.test('letter-spacing follows every cluster, word-spacing every space', async (t) => {
  const plain = width('ab c\u00a0d', shapeStyle('Arial', 16, { features: ['liga=0'] }));
  t.equal(width('ab c\u00a0d', shapeStyle('Arial', 16, { letterSpacing: 2 })), plain + 12);
  t.equal(width('ab c\u00a0d', shapeStyle('Arial', 16, { wordSpacing: 3 })), plain + 6);
  const invisible = 'a\u200b\u00ad\u2060\u200d';
  t.equal(
    width(invisible, shapeStyle('Arial', 16, { letterSpacing: 2 })),
    width(invisible, shapeStyle('Arial', 16)) + 2,
  );
});

t.test('letter-spacing leaves joined letters alone', async (t) => {
  const arabic = (letterSpacing: number) =>
    shaper.shape('سلام عليكم', shapeStyle('Noto Sans Arabic', 16, { letterSpacing }), { direction: 'rtl' })
      .advances[10]!;
  t.equal(arabic(5), arabic(0) + 5, 'only the space grows');
});

t.test('tabs and line feeds have no width', async (t) => {
  t.equal(width('\t\n', shapeStyle('Arial', 16)), 0);
});

t.test('features reach the font', async (t) => {
  t.not(width('AVATAR', shapeStyle('Arial', 16)), width('AVATAR', shapeStyle('Arial', 16, { features: ['kern=0'] })));
});

t.test('a line is as wide as its text alone', async (t) => {
  const style = shapeStyle('Arial', 40);
  const text = 'AVATAR To V. A Y fi';
  const shaped = shaper.shape(text, style, LTR);
  for (let start = 0; start < text.length; start++) {
    for (let end = start + 1; end <= text.length; end++) {
      const difference = Math.abs(shaper.lineWidth(shaped, start, end) - width(text.slice(start, end), style));
      if (difference > 1e-9) t.fail(`${text.slice(start, end)} differs by ${difference}`);
    }
  }
  t.not(shaper.lineWidth(shaped, 0, 1), shaped.advances[1], 'A before V is narrower than A alone');
});

t.test('runs say face, level and what is missing', async (t) => {
  const { runs } = shaper.shape('ab日ཀ', shapeStyle('Arial', 16), { direction: 'rtl', level: 3 });
  t.strictSame(
    runs.map(({ start, end, face, level, complete }) => [start, end, face.id, level, complete]),
    [
      [0, 2, 'Arimo-Regular', 3, true],
      [2, 3, 'NotoSansJP-Regular', 3, true],
      [3, 4, 'Arimo-Regular', 3, false],
    ],
  );
});

t.test('letters join across the text of one run, right to left too', async (t) => {
  const style = shapeStyle('Noto Sans Arabic', 16);
  const whole = shaper.shape('سلام', style, { direction: 'rtl' }).advances[4]!;
  t.not(
    whole,
    ['س', 'ل', 'ا', 'م'].reduce((sum, letter) => sum + width(letter, style), 0),
  );
});

t.test('letters join with those around the text, and across the end of a line', async (t) => {
  const style = shapeStyle('Noto Sans Arabic', 16);
  const alone = shaper.shape('\u0633', style, { direction: 'rtl' });
  const joined = shaper.shape('\u0633', style, { direction: 'rtl', around: { before: '\u0628', after: '\u0628' } });
  t.not(joined.advances[1], alone.advances[1]);
  t.equal(joined, shaper.shape('\u0633', style, { direction: 'rtl', around: { before: '\u0628', after: '\u0628' } }));
  t.notOk(alone.runs[0]!.composed);
  t.ok(joined.runs[0]!.composed, 'its glyph is kept');
  const [cluster] = shaper.clusters({
    shaped: joined,
    run: joined.runs[0]!,
    start: 0,
    end: 1,
    startsLine: false,
    endsLine: false,
  });
  t.equal(cluster!.text, '\u0633');
  t.equal(cluster!.width, joined.advances[1]);
  const whole = shaper.shape('\u0628\u0633\u0628', style, { direction: 'rtl' });
  t.equal(shaper.lineWidth(whole, 1, 2), joined.advances[1]);
});

t.test('the letters of a part have the forms that they have in the word', async (t) => {
  const shaped = shaper.shape('السلام', shapeStyle('Noto Sans Arabic', 16), { direction: 'rtl' });
  const run = shaped.runs[0]!;
  const part = (start: number, end: number) =>
    shaper
      .clusters({ shaped, run, start, end, startsLine: false, endsLine: false })
      .flatMap(({ glyphs }) => glyphs.map(({ id }) => id));
  t.strictSame([...part(4, 6), ...part(2, 4), ...part(0, 2)], part(0, 6));
  const [cut] = shaper.clusters({ shaped, run, start: 2, end: 4, startsLine: true, endsLine: true });
  t.not(cut?.glyphs[0]?.id, part(2, 4)[0], 'across the end of a line, lam has no form of its ligature with alef');
});

t.test('the same text in an equal style is shaped once', async (t) => {
  t.equal(shaper.shape('once', shapeStyle('Arial', 16), LTR), shaper.shape('once', shapeStyle('Arial', 16), LTR));
  t.not(shaper.shape('once', shapeStyle('Arial', 16), LTR), shaper.shape('once', shapeStyle('Arial', 17), LTR));
});

t.test('a full cache forgets the oldest text', async (t) => {
  const small = new TextShaper(library, { cacheUnits: 200 });
  const first = small.shape('first', shapeStyle('Arial', 16), LTR);
  t.equal(small.shape('first', shapeStyle('Arial', 16), LTR), first);
  for (let i = 0; i < 20; i++) small.shape(`text ${i}`, shapeStyle('Arial', 16), LTR);
  t.not(small.shape('first', shapeStyle('Arial', 16), LTR), first);
});

t.test('the hyphen of a soft hyphen is a minus where the font has no hyphen', async (t) => {
  t.equal(shaper.hyphen(shapeStyle('Arial', 16)), '\u2010');
  t.equal(shaper.hyphen(shapeStyle('Courier New', 16)), '-');
});

t.test('full-width punctuation gives up its blank half beside more of it, when asked', async (t) => {
  const style = shapeStyle('Noto Sans JP', 16);
  const trimmed = { ...style, textSpacingTrim: 'normal' } as const;
  t.equal(rounded(width('「」（）', style)), 64);
  t.equal(rounded(width('あ」（い', trimmed)), 56);
  t.equal(rounded(width('あ。」い', trimmed)), 56);
  t.equal(rounded(width('あ、い', trimmed)), 48);
  const { runs } = shaper.shape('あ」（い', trimmed, LTR);
  t.strictSame(
    runs.map(({ start, features }) => [start, features]),
    [
      [0, undefined],
      [2, ['halt=1']],
      [3, undefined],
    ],
  );
});

t.test('a closing bracket may give up its half at the end of a line, a comma may not', async (t) => {
  const style = { ...shapeStyle('Noto Sans JP', 16), textSpacingTrim: 'normal' } as const;
  const shaped = shaper.shape('あ」い、う', style, LTR);
  t.equal(rounded(shaper.endTrim(shaped, 2)), 8);
  t.equal(shaper.endTrim(shaped, 4), 0);
  t.equal(shaper.endTrim(shaped, 5), 0);
});

t.test('one shaper serves languages side by side', async (t) => {
  const style = (language: string) => ({
    ...shapeStyle('sans-serif', 16, { language }),
    font: request('sans-serif', { language }),
  });
  t.equal(shaper.shape('漢', style('ja'), LTR).runs[0]!.face.id, 'NotoSansJP-Regular');
  t.equal(shaper.shape('漢', style('ko'), LTR).runs[0]!.face.id, 'NotoSansKR-Regular');
});

t.test('long texts of many faces take time by their length only', async (t) => {
  const style = shapeStyle('Arial', 16);
  const text = 'a日 한'.repeat(4000);
  const { runs, advances } = shaper.shape(text, style, LTR);
  t.equal(runs.length, 16_000);
  t.ok(advances[text.length]! > 0);
});

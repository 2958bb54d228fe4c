import t from 'tap';
import { INITIAL_STYLE } from '../../../src/engine/css/compute/compute.js';
import { FontLibrary } from '../../../src/engine/text/fonts.js';
import type { FontRequest } from '../../../src/engine/text/types.js';
import { face, library, request } from './fonts-at-hand.js';

const primary = (families: string | string[], more?: Partial<FontRequest>) =>
  library.match(request(families, more)).primary.id;

t.test('the classic families have metric-compatible substitutes', async (t) => {
  for (const name of ['Arial', 'helvetica', 'Liberation Sans', 'sans-serif', 'system-ui'])
    t.equal(primary(name), 'Arimo-Regular', name);
  for (const name of ['Times New Roman', 'TIMES', 'serif', 'ui-serif']) t.equal(primary(name), 'Tinos-Regular', name);
  for (const name of ['Courier New', 'monospace', 'ui-monospace']) t.equal(primary(name), 'Cousine-Regular', name);
});

t.test('names nobody has are passed over; the list ends with the default family', async (t) => {
  t.equal(primary(['Nope', 'Courier']), 'Cousine-Regular');
  t.equal(primary(['Nope']), 'Tinos-Regular');
  t.equal(primary([]), 'Tinos-Regular');
  t.equal(primary(['constructor', '__proto__', 'Courier']), 'Cousine-Regular');
  t.strictSame(
    library.match(request(['Arial', 'Helvetica', 'monospace'])).list.map((face) => face.id),
    ['Arimo-Regular', 'Cousine-Regular', 'Tinos-Regular'],
  );
});

t.test('a family with the requested name takes precedence over its substitute', async (t) => {
  const fonts = new FontLibrary([face('Arimo'), face('Arial')]);
  t.equal(fonts.match(request('arial')).primary.family, 'Arial');
});

t.test(
  'Latin letters beside Han stay in the default font, which Japanese, Chinese and Korean have of their own',
  async (t) => {
    const han = (families: string, language: string) =>
      library.facesFor(['a', '漢', 'b'], request(families, { language })).map(({ face }) => face.id);
    t.strictSame(han('Nope', 'ja'), ['NotoSansJP-Regular', 'NotoSansJP-Regular', 'NotoSansJP-Regular']);
    t.strictSame(han('sans-serif', 'ja-JP'), ['NotoSansJP-Regular', 'NotoSansJP-Regular', 'NotoSansJP-Regular']);
    t.strictSame(han('Nope', 'en'), ['Tinos-Regular', 'NotoSansJP-Regular', 'Tinos-Regular']);
  },
);

t.test('the initial font family is the standard font of the language', async (t) => {
  const initial = INITIAL_STYLE['font-family'];
  const family = (families: readonly string[], language: string) =>
    library.match(request([...families], { language })).primary.family;
  t.equal(family(initial, 'en'), 'Tinos');
  t.equal(family(initial, 'ja'), 'Noto Sans JP');
  t.equal(family(initial, 'hi'), 'Noto Sans Devanagari');
  t.equal(family(['serif'], 'ja'), 'Tinos', 'serif is another one');
  t.equal(family(['sans-serif'], 'mr'), 'Noto Sans Devanagari');
  t.equal(family(initial, 'th'), 'Tinos', 'languages without a font of their own');
});

t.test('weights: 400 and 500 stand in for each other, lighter ones look down, bolder ones up', async (t) => {
  const weights = (...at: number[]) => new FontLibrary(at.map((weight) => face('F', { weight })));
  const pick = (fonts: FontLibrary, weight: number) => fonts.match(request('F', { weight })).primary.weight;
  t.equal(pick(weights(300, 500, 700), 400), 500);
  t.equal(pick(weights(300, 700), 400), 300);
  t.equal(pick(weights(300, 400, 700), 500), 400);
  t.equal(pick(weights(600, 700), 450), 600);
  t.equal(pick(weights(100, 400, 900), 300), 100);
  t.equal(pick(weights(400, 900), 600), 900);
  t.equal(pick(weights(200, 400), 600), 400);
  t.equal(pick(weights(500, 900), 200), 500);
});

t.test('stretch counts before style, style before weight', async (t) => {
  const fonts = new FontLibrary([
    face('F', { stretch: 75, style: 'italic' }),
    face('F', { stretch: 100, style: 'normal', weight: 700 }),
    face('F', { stretch: 100, style: 'italic', weight: 100 }),
  ]);
  t.equal(fonts.match(request('F', { stretch: 80 })).primary.stretch, 75);
  t.equal(fonts.match(request('F', { style: 'oblique', weight: 700 })).primary.weight, 100);
  t.equal(fonts.match(request('F', { weight: 100 })).primary.weight, 700);
});

t.test('metrics are whole pixels, as Chromium rounds them', async (t) => {
  // [size, ascent, line spacing] measured in Chromium
  for (const [family, size, ascent, lineSpacing] of [
    ['Arimo', 8, 7, 9],
    ['Arimo', 13.3333, 12, 15],
    ['Arimo', 16, 14, 18],
    ['Arimo', 40, 36, 45],
    ['Tinos', 5, 4, 5],
    ['Tinos', 16, 14, 18],
    ['Cousine', 12, 10, 14],
    ['Cousine', 100, 83, 113],
    ['Noto Sans', 10, 11, 14],
    ['Noto Sans JP', 11, 13, 16],
    // Sizes in pt, whose third decimal is cut off.
    ['Tinos', (8 * 4) / 3, 9, 11],
    ['Arimo', (14.5 * 4) / 3, 17, 22],
    ['Noto Sans', (20 * 4) / 3, 28, 36],
    ['Noto Sans Arabic', (23.75 * 4) / 3, 44, 67],
    ['Noto Sans Hebrew', (37.25 * 4) / 3, 53, 68],
  ] as const) {
    const metrics = library.metrics(library.match(request(family)).primary, size);
    t.match(metrics, { ascent, lineSpacing }, `${family} ${size}px`);
  }
});

t.test('the advance of 0 is that of text, whose size FreeType rounds down to 26.6 fixed point', async (t) => {
  const { zeroAdvance } = library.metrics(library.match(request('Noto Sans')).primary, 10.6667);
  t.equal(zeroAdvance.toFixed(4), '6.0954'); // 1000ch are 6095.4375px in Chromium
});

const faces = (text: string, more?: Partial<FontRequest>, family = 'Arial') => {
  const clusters = Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment);
  return library
    .facesFor(clusters, request(family, more))
    .map(({ face, complete }) => (complete ? face.id : `no ${face.id}`));
};

t.test('characters the family lacks come from families that have them', async (t) => {
  t.strictSame(faces('aא'), ['Arimo-Regular', 'Arimo-Regular']);
  t.strictSame(faces('ไ'), ['NotoSansThai-Regular']);
  t.strictSame(faces('مر'), ['NotoSansArabic-Regular', 'NotoSansArabic-Regular']);
  t.strictSame(faces('न'), ['NotoSans-Regular']);
  t.strictSame(faces('日'), ['NotoSansJP-Regular']);
  t.strictSame(faces('✓'), ['NotoSansSymbols2-Regular']);
});

t.test('a face that stands in is a regular one, made bold from weight 600 on', async (t) => {
  const standIn = (weight: number, language?: string) =>
    library.facesFor(['日'], request('Arial', { weight, ...(language && { language }) }))[0]!.face;
  t.match(standIn(500), { id: 'NotoSansJP-Regular', syntheticBold: undefined });
  t.match(standIn(600), { id: 'NotoSansJP-Regular', syntheticBold: true });
  t.match(standIn(700, 'ja'), { id: 'NotoSansJP-Bold', syntheticBold: undefined });
});

t.test('marks stay with their letter, in the form the face has', async (t) => {
  t.strictSame(faces('e\u0301'), ['Arimo-Regular']);
  t.strictSame(faces('\u2011\u00a0\u2009\u00ad'), ['Arimo-Regular', 'Arimo-Regular', 'Arimo-Regular', 'Arimo-Regular']);
});

t.test('emoji are drawn in colour, text presentation is not', async (t) => {
  for (const emoji of ['😀', '👍🏽', '👨‍👩‍👧', '🇩🇪', '❤\ufe0f', '☺\ufe0f', '1\ufe0f\u20e3', '©\ufe0f'])
    t.strictSame(faces(emoji), ['NotoColorEmoji'], emoji);
  for (const plain of ['☺', '☺\ufe0e', '©', '1', '#']) t.strictSame(faces(plain), ['Arimo-Regular'], plain);
  t.strictSame(faces('❤\ufe0e'), ['NotoSansSymbols2-Regular']);
});

t.test('a fallback face serves what is around it, letters having the first say', async (t) => {
  t.strictSame(faces('✓日'), ['NotoSansJP-Regular', 'NotoSansJP-Regular']);
  t.strictSame(faces('☃'), ['NotoColorEmoji']);
  t.strictSame(faces('★☃'), ['NotoSansSymbols2-Regular', 'NotoSansSymbols2-Regular']);
  t.strictSame(faces('★😀☃'), ['NotoSansSymbols2-Regular', 'NotoColorEmoji', 'NotoColorEmoji']);
});

t.test('a character nobody has is the primary face’s to draw, and said to be missing', async (t) => {
  t.strictSame(faces('aཀ'), ['Arimo-Regular', 'no Arimo-Regular']);
});

t.test('a library needs a face', async (t) => {
  t.throws(() => new FontLibrary([]), TypeError);
});

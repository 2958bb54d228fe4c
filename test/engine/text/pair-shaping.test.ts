import t from 'tap';
import { GlyphLookups } from '../../../src/engine/text/glyph-lookups.js';
import { GlyphBuffer, HarfBuzzFont, parseFeatures } from '../../../src/engine/text/harfbuzz.js';
import { mayShapeByPairs, PairShaper } from '../../../src/engine/text/pair-shaping.js';
import { loadFonts } from '../../../src/fonts/fonts.js';
import { sample, share } from '../../support/sample.js';

const CHARACTERS =
  ' 0123456789.,:;-–—/()&%#*!?"\'’“”€£$@+=abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZäöüßéñçÅØŁőąıžΑθικЯжйї';
const JAPANESE =
  'のにをはがでとたしてもなるいうきくけこさすせそちつぬねひふへほまみむめやゆよらりれろわんゃゅょっァアイウエオカキクコサシスタッテトナニハフホマミムメラリルレロンヴー日本語東京会社請求書金額合計年月円税込一二三十百千万々〆、。・「」（）！？：〜…　ＡＢ１２㍻㈱ｱﾊﾞﾟ';
const PROSE =
  'AVATAR WAVE fi ffi fluff 11.10 1/2 3⁄4 To Ty Yo. r, f’ L’été Lj l·l ij ÍJ́ 0xff -> != www a\u0301 x\u00ady\u200bz \u00a0'.split(
    ' ',
  );

/** Whose texts are of CHARACTERS. */
const PLAIN_SCRIPTS = new Set(['Latn', 'Zyyy']);

const faces = loadFonts().filter(({ color }) => !color);
const buffer = new GlyphBuffer();

interface Glyphs {
  readonly ids: readonly number[];
  readonly advances: readonly number[];
  readonly unsafe: readonly number[];
}

for (const names of [[], ['kern=0'], ['liga=0', 'clig=0'], ['smcp=1', 'onum=1'], ['frac=1']]) {
  t.test(`texts put together from pairs are HarfBuzz’s, features: ${names.join(' ') || 'none'}`, async (t) => {
    const features = parseFeatures(names);
    let shapedByPairs = 0;
    let shapedInJapanese = 0;
    for (const face of faces) {
      const data = face.data();
      const tags = names.map((name) => name.slice(0, 4));
      const lookups = GlyphLookups.read(data, face.index, tags);
      if (!lookups) continue;
      const font = new HarfBuzzFont(data, face.index);
      for (const script of ['Latn', 'Zyyy', 'Hani', 'Hira', 'Kana']) {
        const shape = (text: string) =>
          buffer.shape({
            font,
            text,
            offset: 0,
            length: text.length,
            direction: 'ltr',
            script,
            language: 'en',
            features,
          });
        const shaper = new PairShaper({ font, lookups, script, buffer, shape });
        const all = texts(PLAIN_SCRIPTS.has(script) ? CHARACTERS : JAPANESE);
        const differing = sample(all, `${face.id} ${script} ${names}`).filter((text) => {
          const output = { ids: [], advances: [], unsafe: new Uint8Array(text.length) };
          if (!shaper.shape(text, output)) return false;
          shapedByPairs++;
          if (!PLAIN_SCRIPTS.has(script) && /^[\u3040-\u9fff]+$/.test(text)) shapedInJapanese++;
          shape(text);
          return JSON.stringify({ ...output, unsafe: [...output.unsafe] }) !== JSON.stringify(bufferGlyphs());
        });
        t.strictSame(differing, [], `${face.id} ${script}`);
      }
    }
    t.ok(shapedByPairs > share(500), `${shapedByPairs} texts are plain`);
    t.ok(shapedInJapanese > share(50), `${shapedInJapanese} Japanese texts are plain`);
  });
}

t.test('only plain runs qualify', async (t) => {
  const run = { start: 0, end: 5, face: faces[0]!, level: 0, complete: true, script: 'Latn' };
  t.ok(mayShapeByPairs(run));
  for (const other of [{ level: 1 }, { complete: false }, { upright: true }, { script: 'Arab' }, { end: 100_000 }])
    t.notOk(mayShapeByPairs({ ...run, ...other }), JSON.stringify(other));
});

t.test('a font that ends within its tables is left to HarfBuzz', async (t) => {
  const face = faces.find(({ family }) => family === 'Arimo')!;
  const data = face.data();
  t.ok(GlyphLookups.read(data, face.index, []));
  t.equal(GlyphLookups.read(data.subarray(0, 500), face.index, []), undefined);
});

t.test('a font with more subtables, or ligatures of a glyph, than texts need is left to HarfBuzz', async (t) => {
  const read = (subtables: number, ligatures: number) => GlyphLookups.read(ligatureFont(subtables, ligatures), 0, []);
  t.ok(read(2000, 1));
  t.equal(read(2001, 1), undefined);
  t.equal(typeof read(1, 1000)?.concern(1), 'function');
  t.equal(read(1, 1001)?.concern(1), 'always');
  t.equal(read(1, 1000)?.concern(2), 'never');
});

/** A font of a `GSUB` table in which glyph 1 begins ligatures of two. All subtables are the same one. */
function ligatureFont(subtables: number, ligatures: number): Uint8Array {
  const tag = (name: string) => [
    name.charCodeAt(0) * 256 + name.charCodeAt(1),
    name.charCodeAt(2) * 256 + name.charCodeAt(3),
  ];
  const scripts = [0];
  const features = [1, ...tag('liga'), 8, 0, 1, 0];
  const lookups = [1, 4];
  const lookup = [4, 0, subtables, ...Array<number>(subtables).fill(6 + 2 * subtables)];
  const subtable = [1, 8, 1, 14, 1, 1, 1];
  const set = [ligatures, ...Array<number>(ligatures).fill(2 + 2 * ligatures), 9, 2, 1];
  const header = [1, 0, 10, 12, 12 + 2 * features.length];
  const table = [...header, ...scripts, ...features, ...lookups, ...lookup, ...subtable, ...set];
  const directory = [1, 0, 1, 0, 0, 0, ...tag('GSUB'), 0, 0, 0, 28, 0, 2 * table.length];
  const view = new DataView(new ArrayBuffer(2 * (directory.length + table.length)));
  for (const [index, value] of [...directory, ...table].entries()) view.setUint16(2 * index, value);
  return new Uint8Array(view.buffer);
}

/** Words, and pseudo-random characters. */
function texts(alphabet: string): string[] {
  const characters = [...alphabet];
  let state = 1;
  const below = (limit: number) => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return (state >> 8) % limit;
  };
  const any = Array.from({ length: 60 }, () =>
    Array.from({ length: 1 + below(12) }, () => characters[below(characters.length)]).join(''),
  );
  return [...PROSE, ...PROSE.map((word, i) => `${word} ${PROSE[i + 1] ?? ''}`), ...any];
}

function bufferGlyphs(): Glyphs {
  const indices = Array.from({ length: buffer.length }, (_, i) => i);
  return {
    ids: indices.map((i) => buffer.glyph(i)),
    advances: indices.map((i) => buffer.xAdvance(i)),
    unsafe: indices.map((i) => (buffer.isUnsafeToBreak(i) ? 1 : 0)),
  };
}

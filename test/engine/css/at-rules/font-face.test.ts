import t from 'tap';
import { parseStylesheet } from '../../../../src/engine/css/syntax/stylesheet.js';

function read(css: string) {
  const { items, findings } = parseStylesheet(css, { origin: 'author', place: 'sheet' });
  return {
    faces: items.flatMap((item) => (item.type === 'font-face' ? [item.rule] : [])),
    diagnostics: findings.map(({ kind, text }) => `${kind}: ${text}`),
  };
}

const face = (descriptors: string) => read(`@font-face { font-family: F; src: url(f.ttf); ${descriptors} }`).faces[0]!;

t.test('descriptors have initial values', async (t) => {
  t.match(face(''), {
    family: 'F',
    weight: [400, 400],
    style: 'normal',
    stretch: [100, 100],
    unicodeRange: undefined,
    ascent: undefined,
    sizeAdjust: 1,
    place: 'sheet, line 1',
  });
});

t.test('sources keep their order, with format and technology', async (t) => {
  const { sources } = read(
    '@font-face { font-family: F; src: local(Foo Bar), url(a) format("WOFF2") tech(variations), url(b) format(truetype) }',
  ).faces[0]!;
  t.strictSame(sources, [
    { type: 'local', name: 'Foo Bar' },
    { type: 'url', url: 'a', format: 'woff2', tech: ['variations'] },
    { type: 'url', url: 'b', format: 'truetype', tech: [] },
  ]);
});

t.test('an invalid source does not drop the others', async (t) => {
  const { faces, diagnostics } = read(
    '@font-face { font-family: F; src: future(a), url(b) format("odd"), local("C d") }',
  );
  t.strictSame(faces[0]!.sources, [
    { type: 'url', url: 'b', format: 'odd', tech: [] },
    { type: 'local', name: 'C d' },
  ]);
  t.strictSame(diagnostics, []);
});

t.test('the last src descriptor wins', async (t) => {
  const { sources } = face('src: url(old.eot); src: url(old.eot?#iefix) format("embedded-opentype"), url(new.woff)');
  t.strictSame(
    sources.map((source) => source.type === 'url' && source.url),
    ['old.eot?#iefix', 'new.woff'],
  );
});

t.test('weights, widths and slants may be ranges', async (t) => {
  t.match(face('font-weight: 900 100; font-stretch: 75% 125%; font-style: oblique 10deg 20deg'), {
    weight: [100, 900],
    stretch: [75, 125],
    style: 'oblique',
  });
  t.match(face('font-weight: bold; font-stretch: condensed; font-style: oblique 0deg'), {
    weight: [700, 700],
    stretch: [75, 75],
    style: 'normal',
  });
});

t.test('unicode ranges are sorted and merged', async (t) => {
  t.strictSame(
    face('unicode-range: U+400-4FF, U+0?, U+10-1F, U+20AC').unicodeRange,
    [0, 0x1f, 0x400, 0x4ff, 0x20ac, 0x20ac],
  );
});

t.test('metrics are overridden in fractions of the font size', async (t) => {
  t.match(face('ascent-override: 90%; descent-override: normal; line-gap-override: 0%; size-adjust: 110.5%'), {
    ascent: 0.9,
    descent: undefined,
    lineGap: 0,
    sizeAdjust: 1.105,
  });
});

t.test('invalid descriptors get notices, unsupported ones are kept for text in the font', async (t) => {
  const { diagnostics, faces } = read(
    '@font-face { font-family: F; src: url(f); font-display: swap; size-adjust: -1%; font-feature-settings: "liga" 0; odd: 1 }',
  );
  t.strictSame(diagnostics, ['InvalidCss: size-adjust: -1%', 'UnsupportedProperty: odd: 1']);
  t.strictSame(faces[0]!.unsupported, ['font-feature-settings: "liga" 0']);
});

t.test('a rule without a family or a source defines nothing', async (t) => {
  const { faces, diagnostics } = read('@font-face { font-family: F } @font-face { src: url(f) }');
  t.strictSame(faces, []);
  t.strictSame(diagnostics, ['InvalidCss: @font-face', 'InvalidCss: @font-face']);
});

import t from 'tap';
import { parseStylesheet } from '../../../src/engine/css/syntax/stylesheet.js';
import { Report } from '../../../src/engine/diagnostics.js';
import { FontLibrary } from '../../../src/engine/text/fonts.js';
import type { FontStyle, OpenedFont, OpenFont } from '../../../src/engine/text/types.js';
import { WebFontCache, WebFonts } from '../../../src/engine/text/web-fonts.js';
import { face, request } from './fonts-at-hand.js';

const installed = [face('Tinos'), face('Tinos', { weight: 700 }), face('Arimo'), face('Emoji', { color: true })];
const base = new FontLibrary(installed);

/** Files are texts: what their font covers and varies, or that they are broken. */
const openFont: OpenFont = (file, location) => {
  const text = Buffer.from(file).toString();
  if (text.startsWith('broken')) return { failure: 'the file is damaged' };
  const { id: _, family: __, uniqueFamily: ___, data: ____, index: _____, ...font } = face('');
  const coverage = text.includes('cyrillic') ? Uint32Array.of(0x400, 0x4ff) : font.coverage;
  const axes = text.includes('variable') ? [{ tag: 'wght', min: 200, max: 800 }] : [];
  if (text.includes('optical')) axes.push({ tag: 'opsz', min: 8, max: 40 }, { tag: 'slnt', min: -10, max: 0 });
  const weight = location?.get('wght') ?? 400;
  const bytes = Buffer.from(`${text} ${[...(location ?? [])].join(' ')}`.trim());
  return { ...font, coverage, axes, weight, bytes } satisfies OpenedFont;
};

const cache = new WebFontCache(openFont);

/** @param files  by URL */
function fonts(css: string, files: Record<string, string> = {}, unusable?: ReadonlySet<string>) {
  const { items } = parseStylesheet(css, { origin: 'author', place: 'sheet' });
  const rules = items.flatMap((item) => (item.type === 'font-face' ? [item.rule] : []));
  const report = new Report();
  const asked: string[] = [];
  const load = ({ url }: { readonly url: string }) => {
    asked.push(url);
    const text = files[url] ?? (url in files ? undefined : url);
    return text === 'missing' || text === undefined ? { failure: 'no such file or asset' } : Buffer.from(text);
  };
  const web = new WebFonts(rules, { cache, load, installed, report, ...(unusable && { unusable }) });
  const library = base.withFamilies(web);
  const text = (id: string) => Buffer.from(web.opened.get(id)!.data()).toString();
  return {
    library,
    web,
    asked,
    missing: () => report.diagnostics.map(({ kind, text, context }) => `${kind} ${text}: ${context}`),
    /** The URLs of the faces a request gets; names of installed ones. */
    faces: (families: string[], more = {}) =>
      library.match(request(families, more)).list.map((one) => (one.ofDocument ? text(one.id) : one.id)),
  };
}

const rule = (url: string, more = '', family = 'F') =>
  `@font-face { font-family: ${family}; src: url(${url}); ${more} }`;

t.test('a family of the document is found, whatever the case of its name', async (t) => {
  const { faces, library, missing } = fonts(rule('a', '', '"My Font"'));
  t.strictSame(faces(['my font']), ['a', 'Tinos 400 normal 100']);
  t.equal(library.match(request(['my font'])).primary.family, 'My Font');
  t.strictSame(missing(), []);
});

t.test('it comes before an installed family of the same name, in this document only', async (t) => {
  t.strictSame(fonts(rule('a', '', 'Arimo')).faces(['Arimo'])[0], 'a');
  t.equal(base.match(request(['Arimo'])).primary.id, 'Arimo 400 normal 100');
});

t.test('a generic family is nothing that a document can define', async (t) => {
  t.strictSame(fonts(rule('a', '', 'serif')).faces(['serif']), ['Tinos 400 normal 100']);
});

t.test('a font is loaded only when text asks for it, and once', async (t) => {
  const { faces, asked } = fonts(rule('a') + rule('b', 'font-weight: bold') + rule('c', '', 'G'));
  t.strictSame(asked, []);
  faces(['F']);
  faces(['F'], { size: 99 });
  t.strictSame(asked, ['a']);
});

t.test('the rule nearest in width, then slant, then weight is taken', async (t) => {
  const { faces } = fonts(
    rule('light', 'font-weight: 300') +
      rule('wide', 'font-stretch: 125%') +
      rule('heavy', 'font-weight: 600 900') +
      rule('italic', 'font-style: italic'),
  );
  const first = (more: object) => faces(['F'], more)[0];
  t.equal(first({}), 'light');
  t.equal(first({ weight: 700 }), 'heavy');
  t.equal(first({ weight: 500 }), 'light');
  t.equal(first({ stretch: 150 }), 'wide');
  t.equal(first({ style: 'oblique', weight: 900 }), 'italic');
});

t.test('rules that differ in unicode-range only make one face, the last one first', async (t) => {
  const { faces, library } = fonts(
    rule('latin', 'unicode-range: U+20-7E') +
      rule('cyrillic', 'unicode-range: U+400-4FF') +
      rule('x', 'unicode-range: U+58'),
  );
  t.strictSame(faces(['F']), ['x', 'cyrillic', 'latin', 'Tinos 400 normal 100']);
  const chosen = library.facesFor(['A', 'X', 'ж'], request(['F'])).map(({ face }) => face.coverage.join());
  t.strictSame(chosen, ['32,126', '88,88', '1024,1279']);
});

t.test('the first face that has the space is the one lines are as high as', async (t) => {
  const { library } = fonts(rule('cyrillic', 'unicode-range: U+400-4FF') + rule('b', '', 'G'));
  t.equal(library.match(request(['F', 'G'])).primary.family, 'G');
  t.equal(library.match(request(['F'])).primary.family, 'Tinos');
});

t.test('the first source that can be used is used', async (t) => {
  const css = `@font-face { font-family: F; src: local("Nobody Has"), url(a.eot) format("embedded-opentype"),
    url(b) tech(incremental), url(broken), url(gone), url(good), url(late) }`;
  const { faces, asked, missing } = fonts(css, { gone: 'missing' });
  t.equal(faces(['F'])[0], 'good');
  t.strictSame(asked, ['broken', 'gone', 'good']);
  t.strictSame(missing(), []);
});

t.test('a font without a usable source is reported once, where text asks for it', async (t) => {
  const { faces, missing } = fonts(rule('broken', '', 'Arimo'));
  t.strictSame(missing(), []);
  t.strictSame(faces(['Arimo'])[0], 'Arimo 400 normal 100', 'the installed family is next');
  faces(['Arimo'], { weight: 700 });
  t.strictSame(missing(), ['MissingFont Arimo: sheet, line 1, column 1: broken: the file is damaged']);
});

t.test('when the best rule has no font the next best has its turn', async (t) => {
  t.equal(fonts(rule('a') + rule('broken', 'font-weight: 700')).faces(['F'], { weight: 700 })[0], 'a');
});

t.test('local() names an installed face by its full or PostScript name, not by its family', async (t) => {
  const local = (name: string) => fonts(`@font-face { font-family: F; src: local("${name}") }`).faces(['F'])[0];
  t.equal(local('Tinos Bold'), 'Tinos 700 normal 100');
  t.equal(local('arimo'), 'Arimo 400 normal 100');
  t.equal(local('Arimo 400 normal 100'), 'Arimo 400 normal 100', 'the id stands for the PostScript name');
  t.equal(fonts('@font-face { font-family: F; src: local(Helvetica) }').missing().length, 0);
});

t.test('metrics follow the overrides, and size-adjust scales all of them', async (t) => {
  const { library } = fonts(
    rule('a', 'ascent-override: 50%; descent-override: 25%; line-gap-override: 10%; size-adjust: 200%'),
  );
  const { primary } = library.match(request(['F']));
  const metrics = library.metrics(primary, 100);
  t.match(metrics, { ascent: 100, descent: 50, lineGap: 20, xHeight: 100 });
  t.equal(metrics.zeroAdvance.toFixed(3), '100.000', 'an advance is scaled in fixed point');
});

t.test('two rules for one font keep their metrics apart', async (t) => {
  const { library } = fonts(rule('a') + rule('a', 'ascent-override: 10%', 'G'));
  const ascent = (family: string) => library.metrics(library.match(request([family])).primary, 100).ascent;
  t.strictSame([ascent('F'), ascent('G'), ascent('F')], [80, 10, 80]);
});

t.test('equal fonts have equal ids in all documents; equal names with other fonts have not', async (t) => {
  const key = (url: string) => fonts(rule(url)).library.key(request(['F']));
  t.equal(key('a'), key('a'));
  t.not(key('a'), key('b'));
});

t.test('a variable font is opened at the weight asked for, inside the range of the rule and of the font', async (t) => {
  const { library, missing } = fonts(rule('variable', 'font-weight: 100 700'));
  const weight = (wanted: number) => library.match(request(['F'], { weight: wanted })).primary.weight;
  t.strictSame([weight(100), weight(450), weight(900)], [200, 450, 700]);
  t.strictSame(missing(), []);
});

t.test('places on axes are those of the size and of the settings, the last of which win', async (t) => {
  const settings = 'font-variation-settings: "wght" 300, "XXXX" 1';
  const { faces, missing } = fonts(rule('optical-variable', settings));
  const first = (more: object) => faces(['F'], more)[0];
  t.equal(first({ size: 12.4 }), 'optical-variable wght,300 opsz,12');
  t.equal(first({ size: 72 }), 'optical-variable wght,300 opsz,40', 'as far as the axis goes');
  t.equal(first({ size: 12, opticalSizing: false }), 'optical-variable wght,300');
  const variations = [
    { tag: 'slnt', value: -20 },
    { tag: 'wght', value: 500 },
  ];
  t.equal(first({ size: 12, variations }), 'optical-variable wght,500 opsz,12 slnt,-10');
  t.strictSame(missing(), []);
});

t.test('a range of angles from 0 on has upright text and slants it no further than it goes', async (t) => {
  const slant = (angles: string, style: FontStyle) => {
    const { faces } = fonts(rule('optical-variable', `font-style: oblique ${angles}`));
    return Number(/slnt,(\S+)/.exec(faces(['F'], { style, opticalSizing: false })[0]!)?.[1] ?? Number.NaN);
  };
  t.equal(slant('0deg 15deg', 'normal'), 0);
  t.equal(slant('0deg 15deg', 'italic'), -10, 'as far as the axis goes');
  t.equal(slant('0deg 5deg', 'oblique'), -5);
  t.equal(slant('', 'normal'), -10, 'without angles, there is no upright face');
});

t.test('many sizes do not use up the fonts that a document may have', async (t) => {
  const { faces, missing } = fonts(rule('optical-variable'));
  const sizes = Array.from({ length: 100 }, (_, i) => faces(['F'], { size: 10 + i / 3 })[0]);
  t.ok(sizes.every((found) => found?.startsWith('optical-variable wght,400')));
  const many = fonts(['a', 'b', 'c'].map((name) => rule(`optical-variable-${name}`, '', name)).join(''));
  const all = ['a', 'b', 'c'].flatMap((name) =>
    Array.from({ length: 31 }, (_, i) => many.faces([name], { size: 9 + i })[0]),
  );
  t.ok(all.every((found) => found?.startsWith('optical-variable-')));
  t.match(many.missing(), [/^UnsupportedValue font-optical-sizing: auto: optical-variable-b/]);
  t.strictSame(missing(), []);
});

t.test('what a family lacks is made from what it has', async (t) => {
  const { library } = fonts(rule('a') + rule('b', 'font-weight: 500 900', 'G') + rule('c', 'font-style: oblique', 'H'));
  const made = (family: string, more: object) => {
    const { syntheticBold = false, syntheticOblique = false } = library.match(request([family], more)).primary;
    return `${syntheticBold ? 'bold' : ''}${syntheticOblique ? 'oblique' : ''}`;
  };
  t.equal(made('F', {}), '');
  t.equal(made('F', { weight: 500 }), '');
  t.equal(made('F', { weight: 600 }), 'bold');
  t.equal(made('F', { weight: 900, style: 'italic' }), 'boldoblique');
  t.equal(made('G', { weight: 900 }), '');
  t.equal(made('H', { style: 'italic' }), '');
  t.equal(made('Arimo', { weight: 700 }), 'bold', 'installed families, too');
  t.equal(made('Tinos', { weight: 900 }), '', 'a bold face is bold enough');
  t.equal(made('Emoji', { weight: 900, style: 'italic' }), '', 'colours stay as they are');
});

t.test('a face made from another is one and the same wherever it is used', async (t) => {
  const { library } = fonts(rule('a'));
  const bold = (size: number) => library.match(request(['F', `${size}`], { weight: 700 })).primary;
  t.equal(bold(1), bold(2));
});

t.test('a font that turned out unusable is missing', async (t) => {
  const first = fonts(rule('a'));
  const { id } = first.library.match(request(['F'])).primary;
  const { faces, missing } = fonts(rule('a'), {}, new Set([id]));
  t.equal(faces(['F'])[0], 'Tinos 400 normal 100');
  t.strictSame(missing(), ['MissingFont F: sheet, line 1, column 1: a: the font is unusable']);
});

t.test('a document has a limited number of fonts', async (t) => {
  const { faces, missing } = fonts(Array.from({ length: 70 }, (_, i) => rule(`font${i}`, '', `F${i}`)).join(''));
  for (let i = 0; i < 70; i++) faces([`F${i}`]);
  t.equal(missing().length, 6);
  t.match(missing()[0], /^MissingFont F64: .*a document may use at most 64 fonts/);
});

t.test('without a weight, or with an automatic one, a variable font has all of its axis', async (t) => {
  for (const descriptors of ['', 'font-weight: auto', 'font-weight: 400; font-weight: auto']) {
    const { faces, library } = fonts(rule('variable', descriptors));
    t.equal(faces(['F'], { weight: 700 })[0], 'variable wght,700', descriptors);
    t.equal(faces(['F'], { weight: 100 })[0], 'variable wght,200', 'as far as the axis goes');
    t.notOk(library.match(request(['F'], { weight: 700 })).list[0]!.syntheticBold, 'and is not made bold');
  }
  const { library } = fonts(rule('static', ''));
  t.ok(library.match(request(['F'], { weight: 700 })).list[0]!.syntheticBold, 'a static font is');
});

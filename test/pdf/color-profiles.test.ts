/** Colours of `@color-profile` rules in the PDF. Source: https://drafts.csswg.org/css-color-5/#custom-color */

import t from 'tap';
import { createRenderer } from '../../src/index.js';
import { decodedStream } from '../../src/pdf/syntax/filters.js';
import { isName, Name, type PdfObject, PdfString, Ref, Stream } from '../../src/pdf/syntax/objects.js';
import { readPdf } from '../../src/pdf/syntax/read.js';
import { CORE } from '../support/engines.js';
import {
  CMYK_PROFILE,
  EMPTY_PROFILE,
  GRAY_PROFILE,
  LAB_PROFILE,
  LINK_PROFILE,
  RGB_PROFILE,
} from '../support/icc-profiles.js';
import { dataUrl } from '../support/images.js';

const STYLE = '@page { size: 200px; margin: 0 } body { margin: 0 } div { height: 20px }';

const url = (profile: Uint8Array): string => `url(${dataUrl('application/vnd.iccprofile', Buffer.from(profile))})`;
const press = `@color-profile --press { src: ${url(CMYK_PROFILE)} }`;
const spot = '@color-profile --spot { components: "PANTONE 032 C"; alternate: device-cmyk(0 0.9 0.86 0) }';

const page = (css: string, body: string): string =>
  `<!doctype html><title>t</title><style>${STYLE}${css}</style>${body}`;

/** All content streams of a PDF. */
function contentOf(pdf: Uint8Array): string {
  const streams = [...readPdf(pdf).objects.values()].filter(
    (object): object is Stream => object instanceof Stream && !object.dict.has('N') && !object.dict.has('Length1'),
  );
  return streams.map((stream) => Buffer.from(decodedStream(stream)).toString('latin1')).join('\n');
}

/** Colour spaces that are arrays, as text; and the profiles of those that have one. */
function spacesOf(pdf: Uint8Array) {
  const { objects } = readPdf(pdf);
  const arrays = [...objects.values()].filter((object) => Array.isArray(object) && object[0] instanceof Name);
  const spaces = (arrays as PdfObject[][]).filter(([kind]) => isName(kind, 'ICCBased') || isName(kind, 'Separation'));
  const profiles = spaces.flatMap(([, second]) => (second instanceof Ref ? [objects.get(second.number)] : []));
  return { spaces: spaces.map(textOf).sort(), profiles: profiles.filter((object) => object instanceof Stream) };
}

function textOf(object: PdfObject | undefined): string {
  if (object instanceof Name) return `/${object.text}`;
  if (object instanceof Ref) return 'ref';
  if (object instanceof PdfString) return 'string';
  if (Array.isArray(object)) return `[${object.map(textOf).join(' ')}]`;
  if (object instanceof Map) return `<<${[...object].map(([key, value]) => `/${key} ${textOf(value)}`).join(' ')}>>`;
  return String(object);
}

const renderer = createRenderer({ engine: CORE });
t.teardown(() => renderer.close());

async function render(css: string, body: string, options: Partial<Parameters<typeof renderer.render>[0]> = {}) {
  const { pdf, diagnostics } = await renderer.render({ html: page(css, body), ...options });
  const texts = diagnostics.map(({ kind, text, context }) => `${kind} ${text.slice(0, 60)} | ${context}`);
  return { pdf, content: contentOf(pdf), ...spacesOf(pdf), diagnostics: texts };
}

t.test('a colour has the components of the style sheet in the space of its profile', async (t) => {
  const { content, spaces, profiles, diagnostics } = await render(
    press,
    `<p style="color: color(--press 0 1 12.5% none)">text</p>
     <div style="background: color(--press 0 0 0 1)"></div>
     <div style="border: 3px dashed color(--press 0.25 0 0 0)"></div>`,
  );
  t.strictSame(diagnostics, []);
  t.match(content, /\/C0 cs\n0 0 0 1 scn\n/);
  t.match(content, /\n0 1 0\.125 0 scn\n/, 'the space is set already');
  t.match(content, /\/C0 CS\n0\.25 0 0 0 SCN\n/);
  t.strictSame(spaces, ['[/ICCBased ref]']);
  t.equal(profiles[0]!.dict.get('N'), 4);
  t.ok(Buffer.from(decodedStream(profiles[0]!)).equals(CMYK_PROFILE), 'the profile is as it was');
});

t.test('profiles of gray and RGB', async (t) => {
  const { content, profiles } = await render(
    `@color-profile --gray { src: ${url(GRAY_PROFILE)} } @color-profile --rgb { src: ${url(RGB_PROFILE)} }`,
    '<div style="background: color(--gray 0.5)"></div><div style="background: color(--rgb 0.2 0.3 0.4)"></div>',
  );
  t.match(content, /\n0\.5 scn\n/);
  t.match(content, /\n0\.2 0\.3 0\.4 scn\n/);
  t.strictSame(profiles.map(({ dict }) => dict.get('N')).sort(), [1, 3]);
});

t.test('a profile is in the file once, and only if it is used', async (t) => {
  const { profiles, content } = await render(
    `${press} @color-profile --same { src: ${url(CMYK_PROFILE)}; rendering-intent: perceptual }
     @color-profile --other { src: ${url(GRAY_PROFILE)} }`,
    `<div style="background: color(--press 1 0 0 0)"></div><div style="background: color(--same 0 0 1 0)"></div>
     <div style="background: red"></div>`,
  );
  t.equal(profiles.length, 1);
  t.match(content, /\/Perceptual ri\n0 0 1 0 scn\n/);
  t.match(content, /\/RelativeColorimetric ri\n1 0 0 rg\n/, 'what follows has the default intent');
});

t.test('documents in one file share a profile', async (t) => {
  const html = page(press, '<div style="background: color(--press 1 0 0 0)"></div>');
  const { pdf } = await renderer.merge({ documents: [{ html }, { html }] });
  t.equal(spacesOf(pdf).spaces.length, 1);
});

t.test('a spot colour is a separation with tints of its alternate', async (t) => {
  const { content, spaces, diagnostics } = await render(
    `${spot} @color-profile --gold { components: "Gold"; alternate: rgb(255 204 0) }`,
    `<div style="background: color(--spot 0.3)"></div><p style="color: color(--spot 1)">text</p>
     <p style="color: color(--gold 100%)">text</p>`,
  );
  t.strictSame(diagnostics, []);
  t.match(content, /\/C0 cs\n0\.3 scn\n/);
  t.match(content, /\n1 scn\n/);
  t.strictSame(spaces, [
    '[/Separation /Gold /DeviceRGB <</FunctionType 2 /N 1 /Domain [0 1] /C0 [1 1 1] /C1 [1 0.8 0]>>]',
    '[/Separation /PANTONE 032 C /DeviceCMYK <</FunctionType 2 /N 1 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 0.9 0.86 0]>>]',
  ]);
});

t.test('a colorant has one alternate', async (t) => {
  const { spaces, diagnostics } = await render(
    `${spot} @color-profile --again { components: "PANTONE 032 C"; alternate: red }`,
    '<p style="color: color(--spot 1)">text</p><p style="color: color(--again 0.5)">text</p>',
  );
  t.equal(spaces.length, 1);
  t.strictSame(diagnostics, [
    'UnsupportedValue components: "PANTONE 032 C" | <style> 1, line 1, column 165: another rule has another alternate',
  ]);
});

t.test('opacity stays beside a colour; references have it', async (t) => {
  const { content, diagnostics } = await render(
    `${press} :root { --ink: color(--press 0 1 1 0) }`,
    '<p style="color: var(--ink); opacity: 0.5">half</p><p style="color: color(--press 1 0 0 0 / 0.25)">quarter</p>',
  );
  t.strictSame(diagnostics, []);
  t.match(content, '0 1 1 0 scn\n');
  t.match(content, '1 0 0 0 scn\n');
});

t.test('gradients, blending, mixed colours and drawings have the conversion', async (t) => {
  for (const body of [
    '<div style="background: linear-gradient(color(--press 0 0 0 1), color(--press 0 0 0 0))"></div>',
    '<div style="mix-blend-mode: multiply; background: color(--press 0 0 0 1)"></div>',
    '<div style="background: color-mix(in srgb, color(--press 0 0 0 1), white)"></div>',
    '<svg width="20" height="20"><rect width="9" height="9" fill="color(--press 0 0 0 1)"/></svg>',
    '<svg width="20" height="20"><rect width="9" height="9" style="stroke: color(--press 0 0 0 1)"/></svg>',
  ]) {
    const { spaces, content, diagnostics } = await render(press, body);
    t.strictSame(diagnostics, [], body);
    t.strictSame(spaces, [], body);
    t.notMatch(content, / scn\n(?!.*\/P)/, body);
  }
});

t.test('attributes of drawings: ICC colours, device-cmyk() and what is wrong', async (t) => {
  const rect = (fill: string) => `<svg width="20" height="20"><rect width="9" height="9" fill="${fill}"/></svg>`;
  t.match((await render(press, rect('color(--press 0 0 0 1)'))).content, /\b0 g\s/);
  t.match((await render('', rect('device-cmyk(0 1 0 0)'))).content, /\b1 0 1 rg\s/);
  t.match((await render(spot, rect('color(--spot 1)'))).content, /\b1 0\.1\d* 0\.14\d* rg\s/);
  t.strictSame((await render('', rect('color(--none 1)'))).diagnostics, [
    'InvalidCss color(--none 1) | html > body > svg > rect: no @color-profile --none',
  ]);
});

t.test('the last rule of a name counts', async (t) => {
  const { content } = await render(
    `${spot} @color-profile --spot { src: ${url(GRAY_PROFILE)} }`,
    '<p style="color: color(--spot 0.5)">text</p>',
  );
  t.match(content, /0\.5 scn\n/);
  t.equal(
    (await render(`${spot} @media screen { ${press} }`, '<p style="color: color(--press 0 0 0 1)">a')).spaces.length,
    0,
  );
});

t.test('colours that are invalid', async (t) => {
  const { diagnostics, spaces } = await render(
    press,
    `<p style="color: color(--nothing 1)">a</p><p style="color: color(--press 1 0 0)">b</p>
     <p style="background: red; background: color(--press 1 0 0 0 / x)">c</p>`,
  );
  t.equal(spaces.length, 0);
  t.strictSame(diagnostics, [
    'InvalidCss color:color(--nothing 1) | style of html > body > p:nth-of-type(1): no @color-profile --nothing',
    'InvalidCss color:color(--press 1 0 0) | style of html > body > p:nth-of-type(2): 3 components, --press has 4',
    'InvalidCss background:color(--press 1 0 0 0 / x) | style of html > body > p:nth-of-type(3): not a color',
  ]);
});

t.test('descriptors that are invalid or unknown', async (t) => {
  const place = '<style> 1, line 1, column';
  const { diagnostics } = await render(
    `@color-profile --a { rendering-intent: fast; src: url(a.icc); x: y } @color-profile --b { components: "B" }
     @color-profile c { src: url(a.icc) } @color-profile device-cmyk { src: url(a.icc) } @color-profile --d {}
     @color-profile --e { components: cyan, magenta; src: 3 }`,
    '',
  );
  t.strictSame(
    diagnostics.map((line) => line.replace(/ \| .*/, '')),
    [
      'InvalidCss rendering-intent: fast',
      'UnsupportedProperty x: y',
      'InvalidCss @color-profile --b',
      'InvalidCss @color-profile c',
      'UnsupportedAtRule @color-profile device-cmyk',
      'InvalidCss @color-profile --d',
      'InvalidCss src: 3',
      'InvalidCss @color-profile --e',
      'MissingAsset a.icc',
    ],
    place,
  );
});

t.test('a profile comes from the assets, as a use of its own', async (t) => {
  const requests: string[] = [];
  const assets = async (name: string, request: { readonly for: string; readonly from: string | undefined }) => {
    requests.push(`${name} ${request.for} ${request.from}`);
    if (name === 'css/print.css') return Buffer.from('@color-profile --press { src: url(../press.icc) }');
    return name === 'press.icc' ? CMYK_PROFILE : 'blocked';
  };
  const html = `<link rel="stylesheet" href="css/print.css">${page(
    '@color-profile --other { src: url(other.icc) }',
    '<p style="color: color(--press 0 0 0 1)">a<p style="color: color(--other 0 0 0 1)">b',
  )}`;
  const { pdf, diagnostics } = await renderer.render({ html, assets });
  t.strictSame(requests, [
    'css/print.css style undefined',
    'press.icc color-profile css/print.css',
    'other.icc color-profile undefined',
  ]);
  t.equal(spacesOf(pdf).spaces.length, 1);
  t.strictSame(
    diagnostics.map(({ kind, text }) => `${kind} ${text}`),
    ['BlockedResource other.icc'],
    'colours of a profile that failed are not reported again',
  );
  const remote = await render('@color-profile --x { src: url(https://example.com/x.icc) }', '');
  t.match(remote.diagnostics.join(), /^BlockedResource https:\/\/example\.com\/x\.icc .*not fetched/);
});

t.test('profiles that PDF does not take cost a diagnostic', async (t) => {
  const damaged = Buffer.from(CMYK_PROFILE);
  damaged.writeUInt32BE(0xffff_ffff, 128);
  const future = Buffer.from(CMYK_PROFILE);
  future[8] = 5;
  for (const [profile, message] of [
    [Buffer.from('no profile'), 'not an ICC profile'],
    [Buffer.alloc(200), 'not an ICC profile'],
    [CMYK_PROFILE.subarray(0, 600), 'an ICC profile whose size is not that of the file'],
    [Buffer.alloc(8_000_001), 'the profile has 8000001 bytes, the limit is 8000000'],
    [LINK_PROFILE, 'an ICC profile of the class "link"'],
    [LAB_PROFILE, 'an ICC profile of colors in "Lab "'],
    [EMPTY_PROFILE, 'a damaged ICC profile'],
    [damaged, 'a damaged ICC profile'],
    [future, 'an ICC profile of version 5'],
  ] as const) {
    const { pdf, diagnostics } = await renderer.render({
      html: page('@color-profile --x { src: url(x.icc) }', '<p style="color: color(--x 0 0 0 1)">text'),
      assets: () => profile,
    });
    t.strictSame(
      diagnostics.map(({ kind, text, context }) => `${kind} ${text} ${context}`),
      [`MissingAsset x.icc <style> 1, line 1, column ${STYLE.length + 1}: ${message}`],
    );
    t.equal(spacesOf(pdf).spaces.length, 0);
  }
});

t.test('PDF/A keeps profiles; alternates in CMYK are converted, with a diagnostic', async (t) => {
  const { pdf, spaces, content, diagnostics } = await render(
    press + spot,
    '<p style="color: color(--press 0 1 0 0)">text</p><p style="color: color(--spot 0.5)">text</p>',
    { standard: 'pdf/a-2b' },
  );
  t.match(content, '0 1 0 0 scn\n');
  t.strictSame(
    spaces.map((space) => space.slice(0, 41)),
    ['[/ICCBased ref]', '[/Separation /PANTONE 032 C /DeviceRGB <<'],
  );
  t.strictSame(diagnostics, [
    'UnsupportedValue device-cmyk(0 0.9 0.86 0) | pdf/a-2b: converted to sRGB, the only colours of the file',
  ]);
  t.match(Buffer.from(pdf).toString('latin1'), '<pdfaid:conformance>B</pdfaid:conformance>');
});

t.test('Typst has no such spaces: the conversion, with a diagnostic for each colour', async (t) => {
  const typst = createRenderer({ engine: 'typst' });
  const html = page(press, '<p style="color: color(--press 0 0 0 1)">text</p>');
  const { pdf, diagnostics } = await typst.render({ html });
  await typst.close();
  t.strictSame(diagnostics, [
    {
      kind: 'UnsupportedValue',
      text: 'color(--press 0 0 0 1)',
      context: 'engine: converted to sRGB, use the native core',
      count: 1,
    },
  ]);
  t.ok(spacesOf(pdf).profiles.every(({ dict }) => dict.get('N') !== 4));
});

t.test('SVG images have no profiles', async (t) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><style>${spot} rect { fill: color(--spot 1) }</style><rect width="9" height="9"/></svg>`;
  const { diagnostics } = await render('', `<img alt="" src="${dataUrl('image/svg+xml', Buffer.from(svg))}">`);
  t.match(diagnostics.join(), /^UnsupportedAtRule @color-profile/);
  const drawn = svg.replace('color(--spot 1)', 'device-cmyk(0 1 0 0)');
  const converted = await render('', `<img alt="" src="${dataUrl('image/svg+xml', Buffer.from(drawn))}">`);
  t.match(converted.content, /\b1 0 1 rg\s/);
});

t.test('@supports knows the colours', async (t) => {
  const { content } = await render(
    `${spot} @supports (color: color(--spot 1)) { p { color: color(--spot 1) } }`,
    '<p>text</p>',
  );
  t.match(content, /1 scn\n/);
});

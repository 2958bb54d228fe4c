/**
 * SVG drawings that are small and become large: what they take is counted before it is drawn, stops at the deadline, and
 * stays within the memory of the core, in the addon as in WebAssembly.
 */

import t from 'tap';
import { type CoreBinding, createCore } from '../native/core.js';
import { coreAddonPath, openCoreAddon } from '../native/core-addon.js';
import { loadCoreModule, openCoreInstance } from '../native/core-webassembly.js';
import { readImage } from '../src/engine/box/images.js';
import { Deadline } from '../src/engine/deadline.js';
import { Engine } from '../src/engine/render.js';
import { openFont } from '../src/fonts/document-fonts.js';
import { loadFonts } from '../src/fonts/fonts.js';
import { loadPatterns } from '../src/hyphenation.js';
import { createRenderer } from '../src/index.js';
import { documentOf } from '../src/writers/images-in-drawings.js';
import { createWriter, loadModule } from '../src/writers/writer.js';
import { dataUrl } from './support/images.js';

const MB = 1024 ** 2;
const ENGINES = coreAddonPath() === undefined ? (['wasm'] as const) : (['core', 'wasm'] as const);

const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join('');

/** @param levels  each of ten elements that refer to the level below */
function tower(levels: number, level: (content: string, id: string) => string, element: (reference: string) => string) {
  const content = (at: number) => times(10, () => element(at === 0 ? '' : `c${at - 1}`));
  return times(levels, (at) => level(content(at), `c${at}`)) + element(`c${levels - 1}`);
}

const url = (property: string, id: string) => (id ? ` ${property}="url(#${id})"` : '');
const userSpace = 'patternUnits="userSpaceOnUse"';

const TOWERS: Readonly<Record<string, (levels: number) => string>> = {
  clipPath: (levels) =>
    tower(
      levels,
      (content, id) => `<clipPath id="${id}">${content}</clipPath>`,
      (id) => `<rect width="9" height="9"${url('clip-path', id)}/>`,
    ),
  mask: (levels) =>
    tower(
      levels,
      (content, id) => `<mask id="${id}">${content}</mask>`,
      (id) => `<rect width="9" height="9" fill="#fff"${url('mask', id)}/>`,
    ),
  pattern: (levels) =>
    tower(
      levels,
      (content, id) => `<pattern id="${id}" width="9" height="9" ${userSpace}>${content}</pattern>`,
      (id) => `<rect width="9" height="9"${url('fill', id)}/>`,
    ),
  marker: (levels) =>
    tower(
      levels,
      (content, id) => `<marker id="${id}" markerWidth="9" markerHeight="9">${content}</marker>`,
      (id) => `<path d="M0 0L9 9" stroke="red"${url('marker-end', id)}/>`,
    ),
  g: (levels) =>
    tower(
      levels,
      (content, id) => `<defs><g id="${id}">${content}</g></defs>`,
      (id) => (id ? `<use href="#${id}"/>` : '<rect width="9" height="9"/>'),
    ),
  symbol: (levels) =>
    tower(
      levels,
      (content, id) => `<symbol id="${id}">${content}</symbol>`,
      (id) => (id ? `<use href="#${id}"/>` : '<rect width="9" height="9"/>'),
    ),
  filter: (levels) =>
    tower(
      levels,
      (content, id) =>
        `<filter id="f${id}">${times(10, () => `<feImage href="#${id}"/>`)}</filter><g id="${id}">${content}</g>`,
      (id) => `<rect width="9" height="9"${url('filter', id && `f${id}`)}/>`,
    ),
};

/** Drawings without levels that become large, or take the square of their size. */
const LARGE: Readonly<Record<string, string>> = {
  'markers at the vertices of a long path': `<marker id="m">${times(20, () => '<rect width="1" height="1"/>')}</marker>
    <path marker-mid="url(#m)" d="M0 0${times(100_000, (i) => `L${i % 400} ${i % 399}`)}"/>`,
  'a long text': `<text>${'ab c'.repeat(50_000)}</text>`,
  'a pattern for each glyph': `<pattern id="p" width="9" height="9">${times(900, () => '<rect width="9" height="9"/>')}</pattern>
    <text fill="url(#p)">${'ab c'.repeat(1000)}</text>`,
  'stops at one place': `<linearGradient id="g">${times(100_000, () => '<stop offset="0.5"/>')}</linearGradient>
    <rect width="9" height="9" fill="url(#g)"/>`,
  'stops that are copied': `<linearGradient id="g">${times(9000, (i) => `<stop offset="${i / 9000}"/>`)}</linearGradient>
    ${times(9000, () => '<rect width="9" height="9" fill="url(#g)"/>')}`,
  'selectors that are tried in all ways': `<style>x g g g g g g g g g rect { fill: red }</style>
    ${'<g>'.repeat(190)}<rect width="9" height="9"/>${'</g>'.repeat(190)}`,
  'a pattern that is inside of itself thousands of times': `<pattern id="p" width="9" height="9">
    ${times(19_000, () => '<rect width="9" height="9" fill="url(#p)"/>')}</pattern>`,
  'crossing edges in a filter': `<filter id="f"><feOffset/></filter>
    <path filter="url(#f)" d="M0 0${times(300_000, (i) => `L${(i * 7919) % 400} ${(i * 104_729) % 399}`)}"/>`,
};

const circle = (element: string, property: string) =>
  ['ab', 'bc', 'ca']
    .map(
      ([id, next]) =>
        `<${element} id="${id}" width="9" height="9"><path d="M0 0L9 9L3 4" ${property}="url(#${next})"/></${element}>`,
    )
    .join('');

/** References in circles, which ended the process. */
const CIRCLES: Readonly<Record<string, string>> = {
  'clip paths': `${circle('clipPath', 'clip-path')}<rect width="9" height="9" clip-path="url(#a)"/>`,
  masks: `${circle('mask', 'mask')}<rect width="9" height="9" mask="url(#a)"/>`,
  patterns: `${circle('pattern', 'fill')}<rect width="9" height="9" fill="url(#a)"/>`,
  'patterns by styles': `<style>rect { fill: url(#a) }</style>${circle('pattern', 'fill')}<rect width="9" height="9"/>`,
  'an inherited pattern': `<g fill="url(#p)"><pattern id="p" width="9" height="9"><rect width="9" height="9"/></pattern></g>
    <rect width="9" height="9" fill="url(#p)"/>`,
  'a mask and a pattern': `<mask id="m"><rect width="9" height="9" fill="url(#p)"/></mask>
    <pattern id="p" width="9" height="9"><rect width="9" height="9" mask="url(#m)"/></pattern>
    <rect width="9" height="9" mask="url(#m)"/>`,
  'a mask and a filter': `<mask id="m"><rect width="9" height="9" filter="url(#f)"/></mask>
    <filter id="f"><feImage href="#r"/></filter><rect id="r" width="9" height="9" mask="url(#m)"/>`,
};

const file = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">${inner}</svg>`;

for (const engine of ENGINES) {
  t.test(`with ${engine}`, async (t) => {
    const renderer = createRenderer({ engine });
    t.teardown(() => renderer.close());

    for (const [name, drawing] of Object.entries(TOWERS)) {
      t.test(`a tower of ${name} was drawn for minutes, and could not be stopped`, async (t) => {
        const expected = {
          code: 'document_too_complex',
          message:
            /^An SVG drawing takes more than 2,000,000 operations at <\w+( id="\w+")?>, with everything that it refers to/,
        };
        await t.rejects(renderer.render({ html: file(drawing(9)) }), expected);
        const image = dataUrl('image/svg+xml', Buffer.from(file(drawing(9))));
        await t.rejects(renderer.render({ html: `<img src="${image}">` }), expected);
        const inside = dataUrl('image/svg+xml', Buffer.from(file(`<image width="9" height="9" href="${image}"/>`)));
        await t.rejects(renderer.render({ html: `<img src="${inside}">` }), { code: 'document_too_complex' });
        t.equal((await renderer.render({ html: file(drawing(2)) })).pages, 1, 'a low one is drawn');
      });
    }

    for (const [name, drawing] of Object.entries(LARGE))
      t.test(`${name} took minutes`, async (t) => {
        const image = dataUrl('image/svg+xml', Buffer.from(file(drawing)));
        await t.rejects(renderer.render({ html: `<img src="${image}">` }), {
          code: 'document_too_complex',
          message: /^An SVG drawing takes more than 2,000,000 operations/,
        });
      });

    t.test('arcs of endless radius could not be stopped, and endless offsets were a fault', async (t) => {
      for (const shape of [
        '<path d="M1 1h5a-1e38 2 0 0 1 2 4z"/>',
        '<path d="M1 1a1e&#51;8 2 0 0 1 2 4" stroke="red" stroke-dasharray="1 2"/>',
        `<path d="M1 1a1${'0'.repeat(60)} 2 0 0 1 2 4"/>`,
        '<rect width="1e38" height="1e38" rx="1e38"/>',
        '<circle r="1e38"/>',
        '<filter id="f"><feOffset dx="1e9"/></filter><rect width="9" height="9" filter="url(#f)"/>',
        '<filter id="f"><feDropShadow dx="1" dy="-2147483648"/></filter><rect width="9" height="9" filter="url(#f)"/>',
      ]) {
        const image = dataUrl('image/svg+xml', Buffer.from(file(shape)));
        const nested = file(`<image width="9" height="9" href="${image}"/>`);
        for (const html of [file(shape), `<img src="${image}">`, nested])
          t.equal((await renderer.render({ html })).pages, 1, shape);
      }
    });

    t.test('references in a circle ended the process', async (t) => {
      for (const [name, drawing] of Object.entries(CIRCLES)) {
        const { pages, diagnostics } = await renderer.render({ html: file(drawing) });
        t.equal(pages, 1, name);
        t.strictSame(diagnostics, [], name);
      }
    });

    t.test('elements through many levels exhausted the stack', async (t) => {
      const nested = (levels: number, inner: string) =>
        '<g opacity=".5">'.repeat(levels) + inner + '</g>'.repeat(levels);
      const image = (drawing: string) => dataUrl('image/svg+xml', Buffer.from(file(drawing)));
      const shape = '<rect width="9" height="9"/>';
      const patterns = times(
        90,
        (i) =>
          `<pattern id="p${i}" width="9" height="9">${nested(20, `<rect width="9" height="9" fill="url(#p${i + 1})"/>`)}</pattern>`,
      );
      const images = (levels: number): string =>
        levels === 0 ? shape : nested(90, `<image width="9" height="9" href="${image(images(levels - 1))}"/>`);
      for (const [drawing, message] of [
        [nested(1000, shape), /through more than 512 levels, such as <g>/],
        [
          '<svg width="9" height="9">'.repeat(900) + '</svg>'.repeat(900),
          /through more than 512 levels, such as <svg>/,
        ],
        [`${patterns}<rect width="9" height="9" fill="url(#p0)"/>`, /through more than 512 levels/],
        [images(8), /SVG images are in one another through more than 4 levels/],
      ] as const)
        await t.rejects(renderer.render({ html: `<img src="${image(drawing)}">` }), {
          code: 'document_too_complex',
          message,
        });
      for (const drawing of [nested(400, shape), images(3)])
        t.equal((await renderer.render({ html: `<img src="${image(drawing)}">` })).pages, 1);
    });

    t.test('references through many levels exhausted the stack', async (t) => {
      const chain = times(
        10_000,
        (i) => `<clipPath id="c${i}"><rect width="9" height="9" clip-path="url(#c${i + 1})"/></clipPath>`,
      );
      const image = dataUrl(
        'image/svg+xml',
        Buffer.from(file(`${chain}<rect width="9" height="9" clip-path="url(#c0)"/>`)),
      );
      await t.rejects(renderer.render({ html: `<img src="${image}">` }), {
        code: 'document_too_complex',
        message: /refer to one another through more than 100 levels, such as <clipPath>/,
      });
    });
  });
}

const imageOf = (inner: string) => {
  const image = readImage(Buffer.from(file(inner)));
  if ('failure' in image) throw new Error(image.message);
  return image;
};

const OPEN: Readonly<Record<(typeof ENGINES)[number], () => Promise<() => CoreBinding>>> = {
  core: async () => () => openCoreAddon(),
  wasm: async () => {
    const module = await loadCoreModule();
    return () => openCoreInstance(module);
  },
};

/** Each takes some seconds, most of it in one stage of the core. */
const LONG: Readonly<Record<string, string>> = {
  'while it is read': times(100_000, (i) => `<rect width="9" height="${(i % 99) + 1}"/>`),
  'while filters are drawn': `<filter id="f"><feGaussianBlur stdDeviation="3"/></filter><g filter="url(#f)">
    ${times(2000, (i) => `<g opacity=".5"><rect width="${(i % 99) + 300}" height="400"/></g>`)}</g>`,
};

for (const engine of ENGINES)
  t.test(`${engine} stops a drawing at the deadline`, async (t) => {
    const core = createCore({ fonts: [], open: await OPEN[engine]() });
    t.teardown(() => core.close());
    for (const [when, inner] of Object.entries(LONG)) {
      let asked = 0;
      const document = (end: number) => {
        asked = 0;
        const deadline = new Deadline(() => {
          asked += 1;
          return asked > end ? 2 : 0;
        }, 1);
        // Another drawing each time: those that were read are kept.
        return { ...documentOf(imageOf(`${inner}<desc>${end}</desc>`)), deadline };
      };
      core.write(document(Number.POSITIVE_INFINITY));
      const all = asked;
      t.ok(all > 50, `${when}: asked ${all} times`);
      t.throws(() => core.write(document(Math.round(all / 2))), { code: 'render_timeout' }, when);
      const other = new Deadline(() => {
        asked += 1;
        if (asked === 20) throw new Error('what the clock says');
        return 0;
      }, 1);
      asked = 0;
      t.throws(() => core.write({ ...document(0), deadline: other }), { message: 'what the clock says' }, when);
      t.ok(
        core.write(documentOf(imageOf('<rect width="9" height="9"/>'))).length > 500,
        'the next document is written',
      );
    }
  });

for (const engine of ENGINES)
  t.test(`a drawing in ${engine} took more memory than its limit`, async (t) => {
    const fonts = loadFonts();
    const engineOf = new Engine({ fonts, openFont, loadPatterns, clock: () => 0 });
    const maxMemory = 48 * MB;
    const writer = createWriter(engine, { fonts, module: await loadModule(engine, maxMemory), maxMemory });
    t.teardown(() => writer.close());
    const large = times(150_000, (i) => `<rect width="9" height="${(i % 99) + 1}"/>`);
    const image = dataUrl('image/svg+xml', Buffer.from(file(large)));
    t.throws(() => engineOf.render({ html: `<img src="${image}">` }, writer), { code: 'document_too_large' });
    t.equal(
      engineOf.render({ html: file('<rect width="9" height="9"/>') }, writer).pages,
      1,
      'the writer stays usable',
    );
  });

/**
 * Holds the core against Typst, which is the reference: the same text at the same places, the same pages, links,
 * bookmarks, title and structure. The core as WebAssembly writes the same bytes as the addon, where that is built.
 */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { createCore } from '../../native/core.js';
import { coreAddonPath, openCoreAddon } from '../../native/core-addon.js';
import { coreModulePath, loadCoreModule, openCoreInstance } from '../../native/core-webassembly.js';
import { hashOfSources, SOURCES_SECTION } from '../../scripts/core-sources.mjs';
import type { Color } from '../../src/engine/css/values/values.js';
import { encodeDisplayList } from '../../src/engine/encode/encode.js';
import type { GlyphStrings } from '../../src/engine/encode/text.js';
import type { DisplayList } from '../../src/engine/paint/display-list.js';
import { wholeString } from '../../src/engine/text/glyph-clusters.js';
import type { ShapedRange } from '../../src/engine/text/types.js';
import { createRenderer, type RendererOptions } from '../../src/index.js';
import { ROOT as PROJECT } from '../support/build.js';
import { CORE } from '../support/engines.js';
import { type Line, type PageFacts, type PdfFacts, pdfFacts } from '../support/pdf-facts.js';
import { sample, share } from '../support/sample.js';
import { suiteSample } from '../support/suite.js';

const ROOT = pathToFileURL(`${PROJECT}/`);

/** pt that a line may begin away from where the other engine has it. */
const TOLERANCE = 0.3;

interface Case {
  readonly name: string;
  readonly html: string;
  readonly data?: Record<string, unknown>;
}

const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

const examples = readdirSync(new URL('examples/', ROOT))
  .filter((name) => name.endsWith('.html'))
  .map((name): Case => {
    const path = `examples/${basename(name, '.html')}`;
    return { name: path, html: read(`${path}.html`), data: JSON.parse(read(`${path}.json`)) };
  });

const fixtures: readonly Case[] = suiteSample('core contract');
const sampled = sample(examples, 'core contract of examples');

for (const [kind, cases] of [
  ['examples', sampled],
  ['fixtures', fixtures],
] as const) {
  t.test(`${kind} are the same by the core as by Typst`, async (t) => {
    const renderers = ([CORE, 'typst'] as const).map((engine) => createRenderer({ engine } satisfies RendererOptions));
    for (const { name, html, data } of cases) {
      const [ours, reference] = await Promise.all(
        renderers.map(async (renderer) => {
          const { pdf, diagnostics } = await renderer.render({ html, ...(data && { data }) });
          return { facts: await pdfFacts(pdf), diagnostics };
        }),
      );
      t.strictSame(ours!.diagnostics, reference!.diagnostics, `${name}: diagnostics`);
      t.strictSame(differences(ours!.facts, reference!.facts, /writing-mode|rotate/.test(html)), [], name);
    }
    for (const renderer of renderers) await renderer.close();
  });
}

const NO_ADDON = coreAddonPath() === undefined && 'the addon is not built: npm run build:core';

t.test('the core as WebAssembly writes the bytes of the addon', { skip: NO_ADDON }, async (t) => {
  const [addon, webAssembly] = (['core', 'wasm'] as const).map((engine) => createRenderer({ engine }));
  for (const { name, html, data } of [...sampled, ...fixtures]) {
    const input = { html, ...(data && { data }) };
    const [ours, other] = [await addon!.render(input), await webAssembly!.render(input)];
    t.ok(Buffer.compare(ours.pdf, other.pdf) === 0, name);
    t.strictSame(ours.diagnostics, other.diagnostics, `${name}: diagnostics`);
  }
  await addon!.close();
  await webAssembly!.close();
});

t.test('the module is that of these sources: npm run build:core -- --wasm', async (t) => {
  const module = new WebAssembly.Module(readFileSync(coreModulePath()!));
  const [section] = WebAssembly.Module.customSections(module, SOURCES_SECTION);
  t.equal(section && Buffer.from(section).toString(), hashOfSources());
});

function differences(ours: PdfFacts, reference: PdfFacts, isRotated: boolean): string[] {
  const found: string[] = [];
  const compare = (what: string, mine: unknown, theirs: unknown) => {
    const [a, b] = [JSON.stringify(mine), JSON.stringify(theirs)];
    if (a !== b) found.push(`${what}: ${a} instead of ${b}`);
  };
  compare('title', ours.title, reference.title);
  // Typst writes English where a document says nothing.
  if (ours.language !== undefined) compare('language', ours.language, reference.language);
  compare('outline', ours.outline, reference.outline);
  compare('pages', ours.pages.length, reference.pages.length);
  ours.pages.forEach((page, index) => {
    const other = reference.pages[index];
    if (!other) return;
    found.push(...pageDifferences(page, other, isRotated).map((difference) => `page ${index + 1}: ${difference}`));
  });
  return found;
}

/**
 * Typst begins a table anew on each page and has no rows without content: `test/pdf/tables.test.ts` tests tables of the
 * core by themselves.
 */
const TABLE_PARTS = new Set(['Table', 'THead', 'TBody', 'TFoot', 'TR', 'cell']);

function pageDifferences(page: PageFacts, other: PageFacts, isRotated: boolean): string[] {
  const found: string[] = [];
  if (page.size.some((length, side) => Math.abs(length - other.size[side]!) > 0.01))
    found.push(`size ${page.size} instead of ${other.size}`);
  for (const what of ['links', 'structure'] as const) {
    const [mine, theirs] = [page, other].map((one) => one[what].filter((part) => !TABLE_PARTS.has(part))) as [
      string[],
      string[],
    ];
    const at = [...mine, ...theirs].findIndex((_, i) => mine[i] !== theirs[i]);
    if (at >= 0) found.push(`${what}: ${mine[at]} instead of ${theirs[at]}`);
  }
  const all = ({ lines }: PageFacts) => sorted(lines.map(({ text }) => text).join(''));
  if (all(page) !== all(other)) found.push(`text ${all(page)} instead of ${all(other)}`);
  // pdf.js has no baselines for turned text.
  return isRotated ? found : [...found, ...lineDifferences(page.lines, other.lines)];
}

function lineDifferences(lines: readonly Line[], others: readonly Line[]): string[] {
  const left = [...others];
  const strange = lines.filter((line) => {
    const at = left.findIndex((other) => sorted(other.text) === sorted(line.text) && !isAway(line, other));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const shown = ({ text, start, end, y }: Line) =>
    `"${text}" at ${[start, end, y].map((value) => value.toFixed(2)).join(' ')}`;
  return [...strange.map((line) => `also ${shown(line)}`), ...left.map((line) => `not ${shown(line)}`)];
}

const isAway = (a: Line, b: Line): boolean =>
  Math.abs(a.start - b.start) > TOLERANCE || Math.abs(a.y - b.y) > TOLERANCE;

/** Where texts touch, which one pdf.js tells first is a matter of rounding. */
const sorted = (text: string): string => [...text].sort().join('');

t.test('the same document has the same bytes whatever was written before', async (t) => {
  const fresh = async (before: readonly Case[]) => {
    const renderer = createRenderer({ engine: CORE });
    for (const { html, data } of before) await renderer.render({ html, ...(data && { data }) });
    const { pdf } = await renderer.render({ html: examples[0]!.html, data: examples[0]!.data! });
    await renderer.close();
    return Buffer.from(pdf);
  };
  t.ok((await fresh([])).equals(await fresh(examples)), 'after other documents');
});

t.test('malformed lists are refused with the place, and nothing stops', async (t) => {
  const module = await loadCoreModule();
  const open = CORE === 'core' ? openCoreAddon : () => openCoreInstance(module);
  const core = createCore({ fonts: [], open });
  const refusal = (list: Uint8Array): string => {
    try {
      core.write({ lists: [{ bytes: list, isLast: true }], fonts: [], images: [] });
      return 'written';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const list = listOf(DRAWN);
  t.equal(refusal(list), 'written');
  for (let length = 0; length < list.length; length++)
    t.match(refusal(list.slice(0, length)), /^malformed display list at byte \d+: /, `${length} bytes`);
  // A linear congruential generator: the same bytes every time.
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  };
  for (let round = 0; round < share(2000); round++) {
    const changed = list.slice();
    for (let i = 0; i < 4; i++) changed[16 + (((random() << 8) | random()) % (list.length - 16))] = random();
    const said = refusal(changed);
    t.ok(said === 'written' || said.startsWith('malformed display list at byte '), said);
  }
  core.close();
});

for (const [name, opened] of [
  ['the module', async () => openCoreInstance(await loadCoreModule())],
  ['the addon', async () => openCoreAddon()],
] as const) {
  const skip = name === 'the addon' && !isAddonCurrent() && 'it is not built from these sources';
  t.test(`one call of the writer was not interrupted: ${name}`, { skip }, async (t) => {
    const core = await opened();
    const pages = Array.from({ length: 50 }, () => DRAWN.pages[0]!);
    const list = listOf({ ...DRAWN, pages });
    const nothing = new Uint32Array();
    let asked = 0;
    const whole = core.write(list, nothing, nothing, () => ++asked < 0);
    t.ok(asked >= pages.length, `it asks before each page: ${asked} times`);
    asked = 0;
    t.throws(() => core.write(list, nothing, nothing, () => ++asked === 10), { message: 'it is late' });
    t.equal(asked, 10, 'and goes no further');
    t.strictSame(
      core.write(list, nothing, nothing, () => false),
      whole,
      'it stays usable',
    );
  });
}

function isAddonCurrent(): boolean {
  const addon = coreAddonPath();
  if (addon === undefined) return false;
  const folder = new URL('native/core/src/', ROOT);
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return sources.every((name) => statSync(new URL(name, folder)).mtimeMs < statSync(addon).mtimeMs);
}

const NO_GLYPHS: GlyphStrings = {
  ofRange: () => wholeString({ first: 0, ids: [], clusters: [], advances: [], offsets: [] }),
  ofText: () => NO_GLYPHS.ofRange({} as ShapedRange),
  shapes: () => [],
};

const listOf = (list: DisplayList): Uint8Array =>
  [...encodeDisplayList(list, { glyphs: NO_GLYPHS, broken: new Set() }).lists][0]!.bytes;

const BLACK: Color = { r: 0, g: 0, b: 0, a: 1 };
const CYAN: Color = { r: 0, g: 255, b: 255, a: 1, cmyk: [1, 0, 0, 0] };
const STOPS = [
  { offset: 0, color: BLACK },
  { offset: 1, color: { r: 255, g: 0, b: 0, a: 0.5 } },
];
const BOX = { x: 10, y: 10, width: 100, height: 50 };

/** Of every kind of operation that takes neither font nor image. */
const DRAWN: DisplayList = {
  metadata: { title: 'Title', description: 'About', authors: ['A', 'B'], keywords: ['one'] },
  language: 'en',
  faces: new Set(),
  pages: [
    {
      width: 600,
      height: 800,
      items: [
        {
          kind: 'rect',
          ...BOX,
          fill: BLACK,
          radii: [
            [5, 5],
            [5, 5],
            [0, 0],
            [8, 4],
          ],
        },
        { kind: 'rect', ...BOX, fill: { type: 'linear', angle: 45, stops: STOPS } },
        { kind: 'rect', ...BOX, fill: { type: 'radial', stops: STOPS } },
        { kind: 'rect', ...BOX, fill: { type: 'conic', from: 30, stops: STOPS } },
        { kind: 'rect', ...BOX, fill: CYAN },
        {
          kind: 'rect',
          ...BOX,
          fill: { type: 'linear', angle: 90, stops: STOPS.map((stop) => ({ ...stop, color: CYAN })) },
        },
        {
          kind: 'path',
          commands: [['M', 0, 0], ['L', 50, 0], ['C', 60, 10, 60, 20, 50, 30], ['Z']],
          fill: BLACK,
          fillRule: 'evenodd',
          stroke: { color: BLACK, width: 2, dash: [3, 1], cap: 'round' },
        },
        {
          kind: 'tiles',
          ...BOX,
          tile: { x: 0, y: 0, width: 10, height: 10 },
          stepX: 12,
          stepY: 12,
          picture: { type: 'radial', stops: STOPS },
          gradientRect: { x: -5, y: -5, width: 20, height: 20 },
        },
        {
          kind: 'group',
          clip: BOX,
          transform: [1, 0, 0.5, 1, 3, 4],
          opacity: 0.5,
          children: [{ kind: 'rect', ...BOX, fill: BLACK }],
        },
        {
          kind: 'drawing',
          ...BOX,
          alt: 'A picture',
          group: {
            kind: 'group',
            blend: 'multiply',
            isolated: true,
            opacity: 0.5,
            mask: { mode: 'luminance', items: [{ kind: 'rect', ...BOX, fill: BLACK }] },
            shape: { commands: [['M', 0, 0], ['L', 50, 0], ['L', 50, 50], ['Z']], fillRule: 'nonzero' },
            children: [{ kind: 'rect', ...BOX, fill: BLACK }],
          },
        },
        {
          kind: 'tag',
          tag: { type: 'heading', level: 1, outline: 'Heading' },
          order: 0,
          children: [
            {
              kind: 'tag',
              tag: { type: 'link', target: { type: 'anchor', page: 0, x: 5, y: 5 } },
              children: [{ kind: 'link-area', ...BOX }],
              order: 0,
            },
            {
              kind: 'tag',
              tag: { type: 'link', target: { type: 'url', url: 'https://example.com/' } },
              children: [{ kind: 'link-area', ...BOX }],
              order: 0,
            },
          ],
        },
      ],
    },
  ],
};

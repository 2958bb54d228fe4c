/**
 * Hands damaged inputs to a parser, by the million: each must be read or refused as documented, in bounded time. The same
 * seed draws the same inputs. A find is written into a folder; the exit code is then 1.
 *
 *   npm run fuzz:parsers -- NAME [--seed N] [--inputs N] [--seconds N] [-o FOLDER]
 *
 * NAME is html, css, svg, fonts, images, pdf, records, json or templates. Whole documents, with all stages: document-fuzz.ts.
 */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { brotliCompressSync, brotliDecompressSync, constants, crc32, deflateSync, inflateSync } from 'node:zlib';
import { compress } from 'woff2-encoder';
import { CoreComplexityError, CoreMemoryError } from '../native/core.js';
import { loadCoreModule, openCoreInstance } from '../native/core-webassembly.js';
import { readImage } from '../src/engine/box/images.js';
import { parseStylesheet } from '../src/engine/css/syntax/stylesheet.js';
import { Deadline } from '../src/engine/deadline.js';
import { EngineError } from '../src/engine/errors.js';
import type { ElementNode } from '../src/engine/html/dom.js';
import { parseHtml } from '../src/engine/html/parse.js';
import { compileTemplate } from '../src/engine/template/expand.js';
import { openFont } from '../src/fonts/document-fonts.js';
import { loadFonts } from '../src/fonts/fonts.js';
import { subsetFont } from '../src/fonts/subset-font.js';
import { createRenderer } from '../src/index.js';
import { ImportError, importPages } from '../src/pdf/imports/importer.js';
import { JoinError, Joiner } from '../src/pdf/join/join.js';
import { PdfObjects } from '../src/pdf/syntax/read.js';
import { RecordsError } from '../src/records/record.js';
import { readRecords } from '../src/records/records.js';
import { ServiceError } from '../src/service/errors.js';
import { createValidator } from '../src/service/http/body-validator.js';
import { parseJson } from '../src/service/http/media-type.js';
import { BatchRequest, MergeRequest, RenderRequest } from '../src/service/http/schemas.js';
import { PIXEL_JPEG, png } from '../test/support/images.js';
import { mutateDocument, randomness } from '../test/support/mutations.js';
import { mutateBytes } from './fuzz/mutate-bytes.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    inputs: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '3600' },
    output: { type: 'string', short: 'o', default: 'fuzz-finds' },
  },
});
/** Seconds of the processor after which an input is a find. */
const SLOW = 2;
/** Seconds of the processor after which it will not end; and bytes of an input that a find has, at most. */
const HANGS = 30;
const MAX_INPUT = 1_000_000;
const WATCHDOG = `
  const { mkdirSync, writeFileSync } = require('node:fs');
  const { shared, path, output, seconds } = require('node:worker_threads').workerData;
  const state = new Int32Array(shared, 0, 2);
  const used = () => process.cpuUsage().user / 1e6;
  let [last, since] = [0, used()];
  setInterval(() => {
    const now = Atomics.load(state, 0);
    if (now !== last) [last, since] = [now, used()];
    else if (used() - since > seconds) {
      mkdirSync(output, { recursive: true });
      writeFileSync(path, new Uint8Array(shared, 8, state[1]));
      process.stdout.write(path + ': does not end, input ' + now + '\\n');
      process.kill(process.pid, 'SIGKILL');
    }
  }, 1000);`;
/** Characters of a seed that is a text: short ones are parsed often. */
const MAX_TEXT = 600;

interface Parser {
  readonly seeds: () => (string | Uint8Array)[] | Promise<(string | Uint8Array)[]>;
  readonly mutate?: (seed: Uint8Array, others: readonly Uint8Array[], random: () => number) => Uint8Array;
  /** @returns whether the input was accepted @throws what an input may not cause */
  readonly parse: (input: Uint8Array) => boolean | Promise<boolean>;
}

const text = (input: Uint8Array): string => Buffer.from(input).toString('utf8');

/** Calls the parser; its refusals, which these classes are, are no faults. */
function accepts(refusals: readonly (abstract new (...args: never[]) => Error)[], parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch (error) {
    if (refusals.some((refusal) => error instanceof refusal)) return false;
    throw error;
  }
}

const suite = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));

/** Parts of documents that a pattern finds. */
const partsOf = (pattern: RegExp): string[] =>
  [...suite('test/suite'), ...suite('examples')]
    .flatMap((html) => [...html.matchAll(pattern)].map(([whole, inside]) => inside ?? whole))
    .map((part) => part.slice(0, MAX_TEXT));

function checkTree(element: ElementNode): void {
  for (const child of element.children) {
    if (child.kind !== 'element') continue;
    if (child.parent !== element) throw new Error(`<${child.name}> has another parent`);
    checkTree(child);
  }
}

const counts = { inputs: 0, accepted: 0, panics: 0, finds: 0 };
const module = await loadCoreModule();
let core = openCoreInstance(module);

/** @returns whether the core takes what it is given */
function coreAccepts(add: () => number, remove: (handle: number) => void): boolean {
  try {
    remove(add());
    return true;
  } catch (error) {
    const isRefused = error instanceof CoreComplexityError || error instanceof CoreMemoryError;
    if (core.hasEnded) {
      core = openCoreInstance(module);
      // A panic of a library is a refusal, too: the image is missing, and the instance replaced.
      if (!isRefused) counts.panics += 1;
    }
    return false;
  }
}

/** For drawings; seconds. */
const MAX_TIME = 20;
const renderer = createRenderer({ engine: 'wasm', limits: { maxTime: MAX_TIME } });
const never = () => false;
const validators = [RenderRequest, BatchRequest, MergeRequest].map((schema) => createValidator(schema));

const PARSERS: Readonly<Record<string, Parser>> = {
  html: {
    seeds: () => [...suite('test/suite'), ...suite('examples')].map((html) => html.slice(-MAX_TEXT)),
    parse: (input) => accepts([EngineError], () => checkTree(parseHtml(text(input)).root)),
  },
  css: {
    seeds: () => [
      ...partsOf(/<style[^>]*>([\s\S]*?)<\/style>/g),
      ...partsOf(/style="([^"]*)"/g).map((style) => `a { ${style} }`),
    ],
    parse(input) {
      parseStylesheet(text(input), { origin: 'author', place: 'a' });
      return true;
    },
  },
  svg: {
    seeds: () => DRAWINGS.map((inside) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`),
    // What is no XML is refused before anything else.
    mutate: (seed, others, random) =>
      random() < 0.8 ? mutatedAttributes(seed, random) : mutateBytes(seed, others, random),
    // As documents do, which bound some attributes first, and with a time limit.
    async parse(input) {
      try {
        const { diagnostics } = await renderer.render({ html: '<img src="i" width="40">', assets: () => input });
        return diagnostics.length === 0;
      } catch (error) {
        if (!(error instanceof EngineError) || error.code === 'compile_failed') throw error;
        return false;
      }
    },
  },
  fonts: {
    async seeds() {
      const fonts = loadFonts();
      const characters = [...'AVfiao1'].map((character) => character.charCodeAt(0)).sort((one, other) => one - other);
      const small = fonts.slice(0, 3).flatMap((face) => subsetFont(face, characters)?.bytes ?? []);
      return [...small, ...(await Promise.all(small.map(async (bytes) => await compress(Buffer.from(bytes)))))];
    },
    mutate: (seed, others, random) =>
      isWoff2(seed) && random() < 0.7 ? mutatedWoff2(seed, others, random) : mutateBytes(seed, others, random),
    parse(input) {
      const font = openFont(input);
      if ('failure' in font) return false;
      return coreAccepts(
        () => core.addFont(font.bytes, 0, never),
        (handle) => core.removeFont(handle),
      );
    },
  },
  images: {
    seeds: () => [
      png(5, 5),
      PIXEL_JPEG,
      Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
      Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64'),
      Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64'),
    ],
    mutate: (seed, others, random) => {
      const mutated = mutateBytes(seed, others, random);
      return seed[0] === 0x89 && random() < 0.7 ? withChecksums(mutated, random) : mutated;
    },
    parse(input) {
      const image = readImage(input, { maxImageBytes: 1e6, maxImagePixels: 1e6 });
      if ('failure' in image || image.format === 'svg') return false;
      return coreAccepts(
        () => core.addImage(image.bytes, image.format, true, 0, never),
        (handle) => core.removeImage(handle),
      );
    },
  },
  pdf: {
    async seeds() {
      const renderer = createRenderer({ engine: 'wasm' });
      const html = '<title>a</title><p>a <a href="#b">b</a><input name="f">';
      const pdfs = [await renderer.render({ html: '<p>a' }), await renderer.render({ html, forms: true })];
      await renderer.close();
      return [...pdfs.map(({ pdf }) => pdf), PLAIN_PDF];
    },
    parse(input) {
      const deadline = new Deadline(() => performance.now(), 60_000);
      const isImported = accepts([ImportError], () =>
        importPages(new PdfObjects(new Map(), new Map()), input, 'append', deadline),
      );
      const isJoined = accepts([JoinError], () => {
        const joiner = new Joiner();
        joiner.add(input);
        joiner.end();
      });
      return isImported || isJoined;
    },
  },
  records: {
    seeds: () => ['{"a": 1}\n{"a": "é", "b": [null, {}]}\r\n\n', 'a,b;c\n"1, 2",3\r\n"x ""y""\nz",\n', 'a\tb\n1\t2'],
    async parse(input) {
      let isRead = true;
      for (const format of ['ndjson', 'csv'] as const) {
        const middle = input.length >> 1;
        const chunks = async function* () {
          yield input.subarray(0, middle);
          yield input.subarray(middle);
        };
        try {
          for await (const record of readRecords(chunks(), { format, maxLength: 300 }))
            if ('json' in record) JSON.parse(record.json);
        } catch (error) {
          if (!(error instanceof RecordsError)) throw error;
          isRead = false;
        }
      }
      return isRead;
    },
  },
  json: {
    seeds: () =>
      [
        { html: '<p>{{a}}', data: { a: [1, 'é', null, { b: true }] }, title: 't', attachments: [] },
        { template: 'x', output: 'url', letterhead: { data: 'asset:a', repeat: false }, strict: true, locale: 'de' },
        { html: '{{a}}', data: [{ a: 1 }, {}], output: 'merged', callback_url: 'https://a.example/' },
        { documents: [{ html: 'a', data: {} }, { template: 'b' }], toc: true },
      ].map((body) => JSON.stringify(body)),
    parse: (input) => {
      const results = validators.map((validate) => accepts([ServiceError], () => validate(parseJson(input))));
      return results.includes(true);
    },
  },
  templates: {
    seeds: () => [...suite('examples').map((html) => html.slice(-MAX_TEXT)), ...partsOf(/\{\{[^{}]*\}\}/g)],
    parse: (input) =>
      accepts([EngineError], () => {
        const deadline = new Deadline(() => performance.now(), 60_000);
        return compileTemplate(text(input)).expand({ data: DATA, now: 0, deadline });
      }),
  },
};

const DATA = { a: 1, items: [{ name: 'a', price: 1.5, date: '2026-01-31' }], empty: [], name: 'é' };

/** A file whose objects and table are text. */
const PLAIN_PDF = Buffer.from(
  `%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R/StructTreeRoot<</K[5 0 R]>>/Names<</Dests<</Names[(a)[3 0 R/Fit]]>>>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 9 9]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/Contents 4 0 R/StructParents 0/Annots[<</Subtype/Link/Rect[0 0 1 1]/Dest(a)>>]>>endobj
4 0 obj<</Length 12>>stream
0 0 9 9 re f
endstream endobj
5 0 obj<</S/P/K[0]/Pg 3 0 R>>endobj
xref
0 6
0000000000 65535 f 
0000000009 00000 n 
0000000122 00000 n 
0000000189 00000 n 
0000000309 00000 n 
0000000366 00000 n 
trailer<</Root 1 0 R/Size 6/Info<</Title(a)>>>>
startxref
403
%%EOF`,
  'latin1',
);

const DRAWINGS = [
  '<path d="M1 1h5a3 2 0 0 1 2 4z" fill="red" stroke="#00f" stroke-width="2" stroke-dasharray="1 2"/>',
  '<g transform="rotate(30 1 2) scale(2) skewX(3)"><rect x="1" y="1" width="3" height="3" rx="1" opacity="0.5"/></g>',
  '<defs><linearGradient id="a"><stop offset="0.1" stop-color="red"/><stop offset="90%"/></linearGradient></defs><circle cx="3" cy="3" r="2" fill="url(#a)"/>',
  '<radialGradient id="a" cx="0.5" r="1" fx="0.1" spreadMethod="repeat" gradientTransform="scale(2)"><stop offset="0"/><stop offset="1"/></radialGradient><ellipse rx="3" ry="1" stroke="url(#a)"/>',
  '<symbol id="a" viewBox="0 0 2 2"><path d="M0 0q1 1 2 2t3 3c1 1 2 2 3 0s1 2 3 4"/></symbol><use href="#a" x="1" width="3"/>',
  '<clipPath id="a" clipPathUnits="objectBoundingBox"><rect width="1" height="0.5"/></clipPath><line x2="9" y2="9" clip-path="url(#a)" stroke="red"/>',
  '<mask id="a" maskUnits="userSpaceOnUse"><rect width="9" height="9" fill="#fff"/></mask><polygon points="1,2 3,4 5,1" mask="url(#a)"/>',
  '<pattern id="a" width="2" height="2" patternUnits="userSpaceOnUse"><path d="M0 0L1 1"/></pattern><rect width="9" height="9" fill="url(#a)"/>',
  '<marker id="a" markerWidth="2" orient="auto" refX="1"><path d="M0 0L1 1"/></marker><polyline points="0 0 3 3 6 0" marker-mid="url(#a)" marker-end="url(#a)"/>',
  '<filter id="a" x="-1"><feGaussianBlur stdDeviation="1"/><feOffset dx="1"/><feFlood flood-color="red"/><feComposite operator="in" in2="SourceAlpha"/></filter><rect width="3" height="3" filter="url(#a)"/>',
  '<style>.a { fill: red; stroke-width: 2px } rect > g, #b:first-child { opacity: .3 }</style><rect class="a" width="9" height="9"/>',
  '<text x="1 2" y="3" font-size="2" text-anchor="middle" rotate="10">a<tspan dx="1" dy="1">b</tspan></text>',
  '<svg x="1" width="4" height="4" viewBox="0 0 2 1" preserveAspectRatio="xMinYMax slice"><switch><g><rect width="2" height="1"/></g></switch></svg>',
  '<image width="9" height="9" href="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"/>',
];
const NUMBERS = ['0', '-1', '1e-9', '1e9', '-1e38', '0.5', '65536', 'NaN', '1e99', '', '7 7', '100%', '3em'];
const WORDS = ['none', 'url(#a)', 'inherit', 'rect', 'auto', 'a', 'userSpaceOnUse', 'M', 'context-fill', '#fff', ''];
const ELEMENTS = ['g', 'use', 'svg', 'mask', 'path', 'text', 'tspan', 'stop', 'filter', 'image', 'symbol', 'pattern'];

/** Replaces numbers, words of attributes and names of elements; what is XML stays so. */
function mutatedAttributes(seed: Uint8Array, random: () => number): Uint8Array {
  const oneOf = (values: readonly string[]) => values[Math.floor(random() * values.length)]!;
  let svg = text(seed);
  for (let count = 1 + Math.floor(random() * 4); count > 0; count -= 1) {
    const kind = random();
    if (kind < 0.6) svg = replaceOne(svg, /-?\d+(?:\.\d+)?(?=[^<>]*>)/g, () => oneOf(NUMBERS));
    else if (kind < 0.8) svg = replaceOne(svg, /(?<=")[\w#()-]*(?=")/g, () => oneOf(WORDS));
    else if (kind < 0.9)
      svg = replaceOne(svg, /\s[\w-]+(?==")/g, () => ` ${oneOf(['x', 'width', 'href', 'style', 'd'])}`);
    else {
      const name = oneOf(ELEMENTS);
      svg = replaceOne(svg, /<(\w+)([^<>]*)\/>/g, (whole) => `<${name}${whole.slice(1).replace(/^\w+/, '')}`);
    }
  }
  return new Uint8Array(Buffer.from(svg));

  function replaceOne(source: string, pattern: RegExp, by: (match: string) => string): string {
    const places = [...source.matchAll(pattern)].slice(1);
    if (places.length === 0) return source;
    const { 0: match, index } = places[Math.floor(random() * places.length)]!;
    return source.slice(0, index) + by(match) + source.slice(index + match.length);
  }
}

const WOFF2_HEADER = 48;
const isWoff2 = (file: Uint8Array): boolean => Buffer.from(file.subarray(0, 4)).toString('latin1') === 'wOF2';

/** Damages what is compressed, and the table directory before it. */
function mutatedWoff2(seed: Uint8Array, others: readonly Uint8Array[], random: () => number): Uint8Array {
  const file = Buffer.from(seed);
  const size = file.readUInt32BE(20);
  const start = file.length - size - (-size & 3) < WOFF2_HEADER ? WOFF2_HEADER : startOfData(file, size);
  const inside = brotliDecompressSync(file.subarray(start, start + size));
  const mutated = Buffer.from(mutateBytes(inside, others, random).subarray(0, inside.length));
  const whole = Buffer.concat([mutated, Buffer.alloc(inside.length - mutated.length)]);
  const data = brotliCompressSync(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  const head = Buffer.from(file.subarray(0, start));
  if (random() < 0.2) head[WOFF2_HEADER + Math.floor(random() * (start - WOFF2_HEADER))] = Math.floor(random() * 256);
  head.writeUInt32BE(data.length, 20);
  return new Uint8Array(Buffer.concat([head, data]));
}

/** The only place where compressed data of this length begins. */
function startOfData(file: Buffer, size: number): number {
  for (let start = file.length - size; start >= WOFF2_HEADER; start -= 1) {
    try {
      brotliDecompressSync(file.subarray(start, start + size));
      return start;
    } catch {
      // Padding is behind it.
    }
  }
  throw new Error('no compressed data');
}

/** Gives the chunks of a PNG their checksums again, and sometimes damages pixels instead of compressed data. */
function withChecksums(file: Uint8Array, random: () => number): Uint8Array {
  const bytes = Buffer.from(file);
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (at + 12 + length > bytes.length) break;
    const type = bytes.subarray(at + 4, at + 8);
    let data = bytes.subarray(at + 8, at + 8 + length);
    if (type.toString('latin1') === 'IDAT' && random() < 0.5) {
      try {
        const pixels = inflateSync(data, { maxOutputLength: 10_000 });
        data = deflateSync(mutateBytes(pixels, [pixels], random), { level: 1 });
      } catch {
        // Already damaged.
      }
    }
    const body = Buffer.concat([type, data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    parts.push(frame.subarray(0, 4), body, frame.subarray(4));
    at += 12 + length;
  }
  return new Uint8Array(Buffer.concat(parts));
}

const [name = ''] = positionals;
const parser = PARSERS[name];
if (!parser) throw new Error(`name one of ${Object.keys(PARSERS).join(', ')}`);
const random = randomness(Number(values.seed));
const seeds = await parser.seeds();
const texts = seeds.filter((seed) => typeof seed === 'string');
const files = seeds.map((seed) => (typeof seed === 'string' ? new Uint8Array(Buffer.from(seed)) : seed));
const began = process.cpuUsage();
const until = performance.now() + Number(values.seconds) * 1000;
const used = () => {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
};
const watched = watchdog();
while (counts.inputs < Number(values.inputs) && performance.now() < until) {
  const input = nextInput();
  watched(input);
  const before = used();
  try {
    if (await parser.parse(input)) counts.accepted += 1;
    const took = used() - before;
    if (took > SLOW) report(input, `${took.toFixed(1)} s of processor time`);
  } catch (error) {
    report(input, (error as Error).stack ?? `${error}`);
  }
  counts.inputs += 1;
}
const memory = Math.round(process.memoryUsage().rss / 1024 ** 2);
console.log(JSON.stringify({ parser: name, seed: values.seed, ...counts, processor: Math.round(used()), memory }));
process.exitCode = counts.finds === 0 ? 0 : 1;

/**
 * Ends this process, with a find, when an input takes all of its time for long: nothing else ends native code.
 * @returns what is to be called with each input
 */
function watchdog(): (input: Uint8Array) => void {
  const shared = new SharedArrayBuffer(8 + MAX_INPUT);
  const state = new Int32Array(shared, 0, 2);
  const bytes = new Uint8Array(shared, 8);
  const path = join(values.output, `${name}-${values.seed}-hangs`);
  const workerData = { shared, path, output: values.output, seconds: HANGS };
  new Worker(WATCHDOG, { eval: true, workerData }).unref();
  return (input) => {
    bytes.set(input.subarray(0, MAX_INPUT));
    state[1] = Math.min(input.length, MAX_INPUT);
    Atomics.add(state, 0, 1);
  };
}

/** Texts are damaged as documents, and sometimes byte by byte. */
function nextInput(): Uint8Array {
  const index = Math.floor(random() * files.length);
  const seed = seeds[index]!;
  if (typeof seed === 'string' && !parser!.mutate && random() < 0.8)
    return new Uint8Array(Buffer.from(mutateDocument(seed, texts, random).slice(0, 4 * MAX_TEXT)));
  return (parser!.mutate ?? mutateBytes)(files[index]!, files, random);
}

function report(input: Uint8Array, problem: string): void {
  counts.finds += 1;
  mkdirSync(values.output, { recursive: true });
  const path = join(values.output, `${name}-${values.seed}-${counts.inputs}`);
  writeFileSync(path, input);
  writeFileSync(`${path}.txt`, `${problem}\n`);
  console.log(`${path}: ${problem.split('\n', 3).join(' ').slice(0, 300)}`);
}

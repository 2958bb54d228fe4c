/**
 * Renders documents with damaged fonts or images, and joins and imports damaged PDFs: each must be used or refused as
 * documented, in bounded time. Files that run code which none before them ran are damaged further: `coverage.ts`. A find
 * is written into a folder; the exit code is then 1.
 *
 *   npm run fuzz:files -- fonts|images|pdfs [--seed N] [--seconds N] [--engine wasm|core|typst] [-o FOLDER]
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRenderer, EngineError, type PdfBackendChoice } from '../src/index.js';
import { JoinError, Joiner } from '../src/pdf/join/join.js';
import { PIXEL_JPEG, png } from '../test/support/images.js';
import { randomness } from '../test/support/mutations.js';
import { Coverage } from './fuzz/coverage.js';
import { mutateBytes } from './fuzz/mutate-bytes.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '300' },
    engine: { type: 'string', default: 'wasm' },
    output: { type: 'string', short: 'o', default: 'fuzz-finds' },
  },
});
const random = randomness(Number(values.seed));
/** Seconds of the processor after which a file is a find. */
const SLOW = 10;
const MAX_TIME = 60;

interface Target {
  readonly seeds: () => Uint8Array[] | Promise<Uint8Array[]>;
  /** @throws what a file may not cause */
  readonly use: (file: Uint8Array) => Promise<void>;
}

const TARGETS: Readonly<Record<string, Target>> = {
  fonts: {
    seeds: () =>
      [
        '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf',
        '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
      ].map((path) => readFileSync(createRequire(import.meta.url).resolve(path))),
    async use(file) {
      const html = '<style>@font-face { font-family: m; src: url(m) }</style><p style="font: 20px m">AVA fi กำ 12';
      await renderer.render({ html, assets: () => file });
    },
  },
  images: {
    seeds: () => [
      png(20, 20),
      PIXEL_JPEG,
      Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
      Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64'),
      Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h5a3 2 0 0 1 2 4z"/></svg>'),
    ],
    async use(file) {
      const html = '<img src="i" width=40><div style="background: url(i) 3px / 9px">a</div>';
      const { diagnostics } = await renderer.render({ html, assets: () => file });
      const validated = await renderer.validate({ html, assets: () => file });
      if (JSON.stringify(validated.diagnostics) !== JSON.stringify(diagnostics))
        throw new Error('validate and render do not agree');
    },
  },
  pdfs: {
    seeds: async () => {
      const html = '<title>a</title><h1 id=a>A</h1><p>text <a href="#a">link</a><img src="i"><input name=f>';
      const options = [{}, { standard: 'pdf/a-3a' }, { forms: true }] as const;
      const rendered = await Promise.all(
        options.map((more) => renderer.render({ html, assets: () => png(4, 4), ...more })),
      );
      return rendered.map(({ pdf }) => pdf);
    },
    async use(file) {
      try {
        const joiner = new Joiner();
        joiner.add(file);
        joiner.add(file);
        joiner.end();
      } catch (error) {
        if (!(error instanceof JoinError)) throw error;
      }
      await renderer.render({ html: '<p>a', letterhead: file, append: [file] });
    },
  },
};

const target = TARGETS[positionals[0] ?? ''];
if (!target) throw new Error(`name one of ${Object.keys(TARGETS).join(', ')}`);
let renderer = open();
const seeds = await target.seeds();
const coverage = await Coverage.start(/\/(?:src|native)\//);
/** Files that ran new code. */
const files = [...seeds];
const counts = { files: 0, refused: 0, finds: 0 };
for (const seed of seeds) await problemOf(seed);
await coverage.hasGrown();
const until = performance.now() + Number(values.seconds) * 1000;
while (performance.now() < until) {
  const file = mutateBytes(files[Math.floor(random() * files.length)]!, files, random);
  const before = process.cpuUsage();
  const problem = await problemOf(file);
  const { user, system } = process.cpuUsage(before);
  const took = (user + system) / 1e6;
  counts.files += 1;
  if (problem !== undefined) await report(file, problem);
  else if (took > SLOW) await report(file, `${took.toFixed(1)} s of processor time`);
  else if (await coverage.hasGrown()) files.push(file);
}
await renderer.close();
console.log(JSON.stringify({ target: positionals[0], ...values, ...counts, kept: files.length - seeds.length }));
process.exitCode = counts.finds === 0 ? 0 : 1;

function open() {
  return createRenderer({ engine: values.engine as PdfBackendChoice, limits: { maxTime: MAX_TIME } });
}

async function problemOf(file: Uint8Array): Promise<string | undefined> {
  try {
    await target!.use(file);
  } catch (error) {
    // The only refusal that is a fault of the engine.
    if (!(error instanceof EngineError) || error.code === 'compile_failed') return (error as Error).stack;
    counts.refused += 1;
  }
  return undefined;
}

async function report(file: Uint8Array, problem: string): Promise<void> {
  counts.finds += 1;
  mkdirSync(values.output, { recursive: true });
  const name = join(values.output, `${positionals[0]}-${values.seed}-${counts.files}`);
  writeFileSync(name, file);
  writeFileSync(`${name}.txt`, `${problem}\n`);
  console.log(`${name}: ${problem.split('\n', 2).join(' ').slice(0, 200)}`);
  await renderer.close();
  renderer = open();
}

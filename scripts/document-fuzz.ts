/**
 * Renders documents with mistakes, drawn from those of the suite and the examples: each must be rendered or refused as
 * documented, in bounded time, and validated as rendered. The same seed draws the same documents. A find is written
 * into a folder; the exit code is then 1.
 *
 *   npm run fuzz:documents -- [--seed N] [--seconds N] [--engine wasm|core|typst] [--guided] [-o FOLDER]
 *
 * With `--guided`, documents that run code which none before them ran are drawn from as well: `fuzz/coverage.ts`.
 */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRenderer, EngineError, type PdfBackendChoice } from '../src/index.js';
import { mutateDocument, randomness } from '../test/support/mutations.js';
import { Coverage } from './fuzz/coverage.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '300' },
    engine: { type: 'string', default: 'wasm' },
    guided: { type: 'boolean', default: false },
    output: { type: 'string', short: 'o', default: 'fuzz-finds' },
  },
});
const seed = Number(values.seed);
/** Seconds for one document, and of the processor after which it is a find. */
const MAX_TIME = 60;
const SLOW = 10;

const read = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
const documents = [...read('test/suite'), ...read('examples')];

const coverage = values.guided ? await Coverage.start(/\/(?:src|native)\//) : undefined;
let renderer = open();
const counts: Record<string, number> = { documents: 0, kept: 0, rendered: 0, finds: 0 };
const until = performance.now() + Number(values.seconds) * 1000;
for (let index = 0; performance.now() < until; index += 1) {
  const random = randomness(Math.imul(seed, 0x9e3779b1) + index);
  const base = documents[Math.floor(random() * documents.length)]!;
  const html = mutateDocument(base, documents, random);
  const before = process.cpuUsage();
  const problem = await problemOf(html);
  const { user, system } = process.cpuUsage(before);
  const took = (user + system) / 1e6;
  counts['documents']! += 1;
  if (problem !== undefined) report(index, html, problem);
  else if (took > SLOW) report(index, html, `${took.toFixed(1)} s of processor time`);
  else if (await coverage?.hasGrown()) {
    documents.push(html);
    counts['kept']! += 1;
  }
}
await renderer.close();
console.log(JSON.stringify({ seed, engine: values.engine, ...counts }));
process.exitCode = counts['finds'] === 0 ? 0 : 1;

function open() {
  return createRenderer({ engine: values.engine as PdfBackendChoice, limits: { maxTime: MAX_TIME } });
}

/** @returns what is wrong with the outcome, if anything is */
async function problemOf(html: string): Promise<string | undefined> {
  const [validated, rendered] = [
    await outcomeOf(() => renderer.validate({ html })),
    await outcomeOf(() => renderer.render({ html })),
  ];
  const { code } = rendered;
  counts[code ?? 'rendered'] = (counts[code ?? 'rendered'] ?? 0) + 1;
  if (rendered.problem !== undefined) {
    await renderer.close();
    renderer = open();
    return rendered.problem;
  }
  const agrees = validated.outcome === rendered.outcome;
  return agrees ? undefined : `validate: ${validated.outcome}\nrender: ${rendered.outcome}`;
}

interface Outcome {
  readonly outcome: string;
  readonly code?: string;
  readonly problem?: string;
}

async function outcomeOf(run: () => Promise<{ pages: number; diagnostics: readonly unknown[] }>): Promise<Outcome> {
  try {
    const { pages, diagnostics } = await run();
    return { outcome: JSON.stringify({ pages, diagnostics }) };
  } catch (error) {
    const { stack, message } = error as Error;
    // The only refusal that is a fault of the engine.
    const isRefused = error instanceof EngineError && error.code !== 'compile_failed';
    if (isRefused) return { outcome: `${error.code} ${message}`, code: error.code };
    return { outcome: message, code: 'fault', problem: stack ?? message };
  }
}

function report(index: number, html: string, problem: string): void {
  counts['finds']! += 1;
  mkdirSync(values.output, { recursive: true });
  const name = join(values.output, `${seed}-${index}`);
  writeFileSync(`${name}.html`, html);
  writeFileSync(`${name}.txt`, `${problem}\n`);
  console.log(`${name}: ${problem.split('\n', 2).join(' ').slice(0, 200)}`);
}

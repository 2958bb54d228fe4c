/** Renders one document with several engines, interleaved. */

import { join } from 'node:path';
import { Contender } from './contender.js';
import type { BenchDocument } from './documents/documents.js';
import { type Fidelity, fidelityOf } from './fidelity.js';

export interface Measurement {
  readonly version: string;
  readonly runs: number;
  /** Milliseconds of a render. */
  readonly min: number;
  readonly median: number;
  readonly p95: number;
  /** Median milliseconds by stage, if the engine reports them. */
  readonly stages?: Readonly<Record<string, number>>;
  /** Of the PDF. */
  readonly bytes: number;
  /** Maximum bytes after a turn. */
  readonly memory: number;
  /** Bytes that a render allocates on the JavaScript heap. */
  readonly allocated?: number;
  readonly fidelity?: Fidelity;
}

export interface MeasureOptions {
  readonly engines: readonly string[];
  readonly runs: number;
  readonly rivals: string;
  /** For PDF files. */
  readonly folder: string;
  readonly onProgress: (text: string) => void;
}

/**
 * Renders, and milliseconds, after which JIT compilers and caches are warm: whichever comes first, but two renders. V8 has
 * compiled what a short document needs after some 600.
 */
const WARM_UP = { renders: 1000, milliseconds: 6000 };

/**
 * Renders in rounds, as those that count: an engine that idles while others warm up gives back memory.
 * @param onError  default: throws
 */
async function warmUp(
  contenders: Iterable<Contender>,
  html: () => string,
  onError: (contender: Contender, error: unknown) => Promise<void> = (_, error) => {
    throw error;
  },
): Promise<void> {
  const isCold = ({ renders, milliseconds }: { renders: number; milliseconds: number }) =>
    renders < 2 || (renders < WARM_UP.renders && milliseconds < WARM_UP.milliseconds);
  let cold = Array.from(contenders, (contender) => ({ contender, renders: 0, milliseconds: 0 }));
  for (; cold.length > 0; cold = cold.filter(isCold)) {
    for (const engine of cold) {
      engine.renders += 1;
      try {
        engine.milliseconds += (await engine.contender.render({ html: html() })).milliseconds ?? 0;
      } catch (error) {
        await onError(engine.contender, error);
        engine.renders = Number.POSITIVE_INFINITY;
      }
    }
  }
}

/** The document to compare with Chromium, and to count layout of. */
export const SAMPLE = 1;

export type Measurements = Readonly<Record<string, Measurement | { readonly error: string }>>;

/**
 * Renders, and milliseconds, after which it is another engine's turn: whichever comes first. A farm renders one document
 * after the other; after a pause, the caches of the processor have what others left there, which takes some documents to
 * replace. So memory, which takes the kernel longer to sum up than a short document takes to render, is measured after
 * the turn.
 */
const TURN = { renders: 100, milliseconds: 250 };

/** @param document  the nth of the round */
async function turn(contender: Contender, document: (n: number) => string, taken: Samples): Promise<void> {
  let spent = 0;
  for (let n = 0; n < TURN.renders && spent < TURN.milliseconds; n += 1) {
    const reply = await contender.render({ html: document(n) });
    taken.add(reply);
    spent += reply.milliseconds ?? 0;
  }
  taken.addMemory(await contender.memory());
}

/** Rounds with a turn of each engine, always in the same order, so that noise hits all alike. */
export async function measure(document: BenchDocument, options: MeasureOptions): Promise<Measurements> {
  const result: Record<string, Measurement | { error: string }> = {};
  const samples = new Map<Contender, Samples>();
  let seed = SAMPLE;
  const another = () => {
    seed += 1;
    return document.html(seed);
  };
  try {
    for (const name of options.engines.filter((name) => !document.without?.includes(name))) {
      options.onProgress(`${document.title}: ${name} starts`);
      try {
        const contender = await Contender.start(name, options.rivals);
        samples.set(contender, new Samples());
        const file = pdfFile(options, name);
        await contender.render({ html: document.html(SAMPLE), file });
      } catch (error) {
        result[name] = { error: (error as Error).message };
        await drop(samples, name);
      }
    }
    options.onProgress(`${document.title}: warm-up`);
    await warmUp([...samples.keys()], another, async ({ name }, error) => {
      result[name] = { error: (error as Error).message };
      await drop(samples, name);
    });
    for (let run = 1; run <= options.runs; run += 1) {
      options.onProgress(`${document.title}: round ${run} of ${options.runs}`);
      const documents: string[] = [];
      const nth = (n: number) => {
        documents[n] ??= another();
        return documents[n];
      };
      for (const [contender, taken] of samples) await turn(contender, nth, taken);
    }
  } finally {
    await Promise.all([...samples.keys()].map((contender) => contender.close()));
  }
  for (const [{ name, version }, taken] of samples)
    result[name] = {
      version,
      ...taken.summary(),
      ...judged(options, name, samples),
      ...(await allocation(document, name, options)),
    };
  return result;
}

const pdfFile = (options: MeasureOptions, name: string) => join(options.folder, `${name}.pdf`);

async function drop(samples: Map<Contender, Samples>, name: string): Promise<void> {
  const contender = [...samples.keys()].find((other) => other.name === name);
  if (!contender) return;
  samples.delete(contender);
  await contender.close();
}

function judged(options: MeasureOptions, name: string, all: ReadonlyMap<Contender, Samples>): { fidelity?: Fidelity } {
  const reference = [...all.keys()].find((contender) => contender.name.startsWith('chromium'));
  if (!reference || name === 'platen-validate') return {};
  return { fidelity: fidelityOf(pdfFile(options, name), pdfFile(options, reference.name)) };
}

/** Of Platen alone: other engines do not allocate on a JavaScript heap. */
async function allocation(
  document: BenchDocument,
  name: string,
  options: MeasureOptions,
): Promise<{ allocated?: number }> {
  if (!name.startsWith('platen')) return {};
  const contender = await Contender.start(name, options.rivals, { allocation: true });
  try {
    let seed = 0;
    await warmUp([contender], () => {
      seed += 1;
      return document.html(SAMPLE + seed);
    });
    const { allocated } = await contender.render({ html: document.html(SAMPLE), allocation: true });
    return allocated !== undefined && allocated > 0 ? { allocated } : {};
  } finally {
    await contender.close();
  }
}

class Samples {
  readonly #times: number[] = [];
  readonly #stages = new Map<string, number[]>();
  #bytes = 0;
  #memory = 0;

  add({ milliseconds = 0, stages = {}, bytes = 0 }: Awaited<ReturnType<Contender['render']>>): void {
    this.#times.push(milliseconds);
    for (const [stage, time] of Object.entries(stages)) {
      const times = this.#stages.get(stage);
      if (times) times.push(time);
      else this.#stages.set(stage, [time]);
    }
    this.#bytes = bytes;
  }

  addMemory(bytes: number): void {
    this.#memory = Math.max(this.#memory, bytes);
  }

  summary() {
    return {
      runs: this.#times.length,
      min: percentile(this.#times, 0),
      median: percentile(this.#times, 0.5),
      p95: percentile(this.#times, 0.95),
      bytes: this.#bytes,
      memory: this.#memory,
      ...(this.#stages.size > 0 && {
        stages: Object.fromEntries([...this.#stages].map(([stage, times]) => [stage, percentile(times, 0.5)])),
      }),
    };
  }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

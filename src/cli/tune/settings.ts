/** The settings that `platen tune` tries, and which of them in which order. */

import type { PdfBackend } from '../../engine/document.js';

/** Sizes are in bytes. */
export interface TunedSettings {
  readonly processes: number;
  readonly threads: number;
  readonly engine: PdfBackend;
  readonly youngMemory: number;
  /** Of Typst as WebAssembly; without effect on other engines. */
  readonly recycle: number;
}

/** Settings that differ from one another in one respect. */
export interface Step {
  readonly name: string;
  candidates(best: TunedSettings): readonly TunedSettings[];
}

const MB = 1e6;
const YOUNG_MEMORIES = [25 * MB, 50 * MB, 100 * MB, 200 * MB];
const RECYCLES = [64 * MB, 128 * MB, 256 * MB, 512 * MB];

/** @param engines  those that there are here */
export function steps(cores: number, engines: readonly PdfBackend[]): readonly Step[] {
  return [
    {
      name: 'engine',
      candidates: (best) => engines.filter((engine) => engine !== best.engine).map((engine) => ({ ...best, engine })),
    },
    {
      name: 'processes and threads',
      candidates: (best) =>
        layouts(cores)
          .filter(([processes, threads]) => processes !== best.processes || threads !== best.threads)
          .map(([processes, threads]) => ({ ...best, processes, threads })),
    },
    {
      name: 'young generation',
      candidates: (best) =>
        YOUNG_MEMORIES.filter((size) => size !== best.youngMemory).map((youngMemory) => ({ ...best, youngMemory })),
    },
    {
      name: 'recycling',
      candidates: (best) =>
        best.engine !== 'core'
          ? RECYCLES.filter((size) => size !== best.recycle).map((recycle) => ({ ...best, recycle }))
          : [],
    },
  ];
}

/** Processes and threads that use all cores, from one process to one for each core, and some with a thread more. */
function layouts(cores: number): (readonly [processes: number, threads: number])[] {
  const counts = [1, 2, Math.round(cores / 4), Math.round(cores / 2), cores];
  const processes = [...new Set(counts)].filter((count) => count >= 1 && count <= cores).sort((a, b) => a - b);
  const even = processes.map((count) => [count, Math.floor(cores / count)] as const);
  const [first, last] = [even[0]!, even[Math.min(1, even.length - 1)]!];
  const more = [first, last].map(([count, threads]) => [count, threads + 1] as const);
  return [...even, ...more].filter(([count, threads], index, all) => {
    return all.findIndex((other) => other[0] === count && other[1] === threads) === index;
  });
}

/** As an operator sets them: environment variables of the service. */
export function variables({
  processes,
  threads,
  engine,
  youngMemory,
  recycle,
}: TunedSettings): Readonly<Record<string, string>> {
  return {
    PROCESSES: String(processes),
    THREADS: String(threads),
    RENDER_ENGINE: engine,
    RENDER_YOUNG_MEMORY: megabytes(youngMemory),
    ...(engine !== 'core' && { RENDER_RECYCLE: megabytes(recycle) }),
  };
}

/** For a column of a table. */
export function label({ processes, threads, engine, youngMemory, recycle }: TunedSettings): string {
  const recycling = engine !== 'core' ? `, recycled at ${megabytes(recycle)}` : '';
  return `${processes} × ${threads}, ${engine}, young ${megabytes(youngMemory)}${recycling}`;
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / MB)}MB`;
}

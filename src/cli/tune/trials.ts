/** Runs settings in processes of their own, and measures them. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { TUNE_PROCESS } from '../../entry-points.js';
import type { RenderPoolOptions } from '../../service/pool/pool.js';
import type { TrialOrder, TrialReport, TrialTimes, TuneDocument } from './messages.js';
import { type Duel, type Measurement, MeasurementError, type Measurer } from './search.js';
import type { TunedSettings } from './settings.js';

interface TrialsOptions {
  /** Of the threads of one process; what is tuned replaces its part. */
  readonly pool: Omit<RenderPoolOptions, 'onError' | 'onBroken'>;
  readonly locale: string;
  readonly documents: readonly TuneDocument[];
  /** Documents in flight, in all processes together: the same for all settings, so that latencies compare. */
  readonly inFlight: number;
}

/** Share of a trial's time, after the start, in which threads compile their JavaScript. */
const WARM_UP = 0.6;
const MIN_MEASURED_MS = 1000;
/** Rounds of a comparison. */
const ROUNDS = 6;

export class Trials implements Measurer {
  readonly #options: TrialsOptions;
  readonly #open = new Set<Contender>();

  constructor(options: TrialsOptions) {
    this.#options = options;
  }

  readonly measure = async (settings: TunedSettings, seconds: number): Promise<Measurement | string> => {
    const since = performance.now();
    const contender = this.#start(settings);
    try {
      await contender.opened;
      const left = Math.max(seconds * 1000 - (performance.now() - since), 2 * MIN_MEASURED_MS);
      const warmUp = left * WARM_UP;
      return measurement([await contender.run(warmUp, left - warmUp)]);
    } catch (error) {
      return (error as Error).message;
    } finally {
      await this.#end(contender);
    }
  };

  readonly compare = async (present: TunedSettings, best: TunedSettings, seconds: number): Promise<Duel> => {
    const since = performance.now();
    const contenders = [this.#start(present), this.#start(best)] as const;
    try {
      await Promise.all(contenders.map(({ opened }) => opened));
      const left = Math.max(seconds * 1000 - (performance.now() - since), 2 * ROUNDS * MIN_MEASURED_MS);
      const warmUp = (left * WARM_UP) / 2;
      const duration = (left - 2 * warmUp) / (2 * ROUNDS);
      for (const contender of contenders) await contender.run(0, warmUp);
      const rounds: Round[][] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        // Each begins every other round: what follows a pause of the other is not always the same.
        for (const index of round % 2 === 0 ? [0, 1] : [1, 0])
          rounds[index]!.push(await contenders[index]!.run(0, duration));
      }
      const won = rounds[0]!.filter((own, index) => rateOf([own]) < rateOf([rounds[1]![index]!])).length;
      return { present: measurement(rounds[0]!), best: measurement(rounds[1]!), won, rounds: ROUNDS };
    } catch (error) {
      throw new MeasurementError(`settings that were measured before fail: ${(error as Error).message}`, {
        cause: error,
      });
    } finally {
      for (const contender of contenders) await this.#end(contender);
    }
  };

  /** Ends all processes. */
  async close(): Promise<void> {
    await Promise.all([...this.#open].map((contender) => this.#end(contender)));
  }

  #start(settings: TunedSettings): Contender {
    const contender = new Contender(settings, this.#options);
    this.#open.add(contender);
    return contender;
  }

  async #end(contender: Contender): Promise<void> {
    await contender.close();
    this.#open.delete(contender);
  }
}

/** A run of all processes of a contender. */
interface Round {
  readonly results: readonly TrialTimes[];
  /** Milliseconds. */
  readonly duration: number;
}

/** The processes of one choice of settings. */
class Contender {
  readonly opened: Promise<unknown>;
  readonly #processes: readonly MeasuredProcess[];
  readonly #inFlight: number;

  constructor(settings: TunedSettings, { pool, locale, documents, inFlight }: TrialsOptions) {
    const { processes, threads, engine, youngMemory, recycle } = settings;
    this.#inFlight = inFlight;
    this.#processes = Array.from({ length: processes }, () => new MeasuredProcess());
    const own = { ...pool, backend: engine, threads, youngMemory, renewAt: recycle, queueLimit: inFlight };
    this.opened = Promise.all(
      this.#processes.map((process, index) => {
        const first = Math.floor((documents.length * index) / processes);
        return process.order({ type: 'open', setup: { pool: own, locale, documents, first } });
      }),
    );
    this.opened.catch(() => undefined); // awaited by the caller
  }

  async run(warmUp: number, duration: number): Promise<Round> {
    const count = this.#processes.length;
    const results = await Promise.all(
      this.#processes.map(async (process, index) => {
        const inFlight = Math.floor((this.#inFlight + index) / count);
        const report = await process.order({ type: 'run', warmUp, duration, inFlight });
        return report.type === 'measured' ? report.result : { times: [], memory: 0 };
      }),
    );
    return { results, duration };
  }

  async close(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.close()));
  }
}

class MeasuredProcess {
  readonly #child: ChildProcess = fork(TUNE_PROCESS, [], { serialization: 'advanced', stdio: 'ignore' });
  readonly #exited = once(this.#child, 'exit');

  /** Sends an order and waits for its report. @throws Error when it fails, or the process ends */
  async order(order: TrialOrder): Promise<TrialReport> {
    const report = await new Promise<TrialReport>((resolve, reject) => {
      const onExit = (code: number | null) => reject(new Error(`a process ended with ${code ?? 'a signal'}`));
      this.#child.once('exit', onExit);
      this.#child.once('message', (message: TrialReport) => {
        this.#child.off('exit', onExit);
        resolve(message);
      });
      this.#child.send(order, (error) => error && reject(error));
    });
    if (report.type === 'failed') throw new Error(report.reason);
    return report;
  }

  async close(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }
}

function measurement(rounds: readonly Round[]): Measurement {
  const times = rounds.flatMap(({ results }) => results.flatMap((result) => result.times)).sort((a, b) => a - b);
  const memories = rounds.map(({ results }) => results.reduce((sum, { memory }) => sum + memory, 0));
  return {
    rate: rateOf(rounds),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    memory: Math.max(...memories),
  };
}

/** Documents per second. */
function rateOf(rounds: readonly Round[]): number {
  const documents = rounds.flatMap(({ results }) => results).reduce((sum, { times }) => sum + times.length, 0);
  return (documents / rounds.reduce((sum, { duration }) => sum + duration, 0)) * 1000;
}

/** @param sorted  NaN when it is empty */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

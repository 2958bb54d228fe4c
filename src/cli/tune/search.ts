/**
 * Searches for the fastest settings in a limited time: one step after the other, from the best so far; at the end, the
 * best and the present settings run in turns, since the load of a machine changes in minutes.
 */

import type { Step, TunedSettings } from './settings.js';

export interface Measurement {
  /** Documents per second. */
  readonly rate: number;
  /** Milliseconds of a document, from its submission to its PDF. */
  readonly p50: number;
  readonly p99: number;
  /** Bytes: the sum of the processes' largest resident sets. */
  readonly memory: number;
}

export interface Trial {
  readonly step: string;
  readonly settings: TunedSettings;
  /** A failure: the reason. */
  readonly result: Measurement | string;
}

/** The present settings and the fastest others, in turns. */
export interface Duel {
  readonly present: Measurement;
  readonly best: Measurement;
  /** Rounds that the best settings won. */
  readonly won: number;
  readonly rounds: number;
}

export interface Tuning {
  readonly trials: readonly Trial[];
  /** Candidates that there was no time for. */
  readonly untried: readonly TunedSettings[];
  /** Undefined when no candidate was faster than the present settings. */
  readonly duel: (Duel & { readonly settings: TunedSettings }) | undefined;
  /** The settings to use: the present ones, unless others are proven faster. */
  readonly chosen: TunedSettings;
}

export interface Measurer {
  /** @param seconds  including the start of the processes */
  measure(settings: TunedSettings, seconds: number): Promise<Measurement | string>;
  /** Runs two settings in turns. @throws MeasurementError */
  compare(present: TunedSettings, best: TunedSettings, seconds: number): Promise<Duel>;
}

interface SearchOptions extends Measurer {
  readonly present: TunedSettings;
  readonly steps: readonly Step[];
  /** For all of it. */
  readonly seconds: number;
  /** A clock in seconds. */
  readonly now: () => number;
  readonly onTrial?: (trial: Trial) => void;
}

/** Settings that must work do not. */
export class MeasurementError extends Error {
  override readonly name = 'MeasurementError';
}

/** Less is noise. */
const MIN_GAIN = 1.02;
/** The comparison at the end takes the time of so many trials. */
const DUEL_TRIALS = 4;
/** Seconds of one trial; less measures nothing. */
const MIN_TRIAL_SECONDS = 4;

/** @throws MeasurementError */
export async function search(options: SearchOptions): Promise<Tuning> {
  const { present, seconds, now, measure, compare, onTrial } = options;
  const until = now() + seconds;
  const planned = options.steps.reduce((sum, step) => sum + step.candidates(present).length, 1);
  const share = Math.max(MIN_TRIAL_SECONDS, seconds / (planned + DUEL_TRIALS));
  const trials: Trial[] = [];
  const untried: TunedSettings[] = [];
  const tried = async (step: string, settings: TunedSettings) => {
    const trial = { step, settings, result: await measure(settings, share) };
    trials.push(trial);
    onTrial?.(trial);
    return trial.result;
  };
  const first = await tried('present settings', present);
  if (typeof first === 'string') throw new MeasurementError(`the present settings cannot be measured: ${first}`);
  let best = { settings: present, result: first };
  for (const step of options.steps) {
    const start = best;
    for (const settings of step.candidates(start.settings)) {
      if (now() + share * (1 + DUEL_TRIALS) > until + share / 2) {
        untried.push(settings);
        continue;
      }
      const result = await tried(step.name, settings);
      if (typeof result !== 'string' && result.rate >= best.result.rate * MIN_GAIN) best = { settings, result };
    }
  }
  if (best.settings === present) return { trials, untried, duel: undefined, chosen: present };
  const duel = await compare(present, best.settings, Math.max(MIN_TRIAL_SECONDS, until - now()));
  const isFaster = duel.best.rate >= duel.present.rate * MIN_GAIN && duel.won * 2 > duel.rounds;
  return { trials, untried, duel: { ...duel, settings: best.settings }, chosen: isFaster ? best.settings : present };
}

/** The output of `platen tune`. */

import { table } from '../table.js';
import type { Measurement, Trial, Tuning } from './search.js';
import { label, megabytes, type TunedSettings, variables } from './settings.js';

export interface Conditions {
  readonly cores: number;
  /** Mean number of processes that wanted a processor, in the minute before. */
  readonly load: number;
  readonly documents: number;
  readonly inFlight: number;
  readonly seconds: number;
}

/** The line of a trial that has ended. */
export function trialLine({ step, settings, result }: Trial): string {
  const outcome = typeof result === 'string' ? `failed: ${result}` : `${result.rate.toFixed(1)} documents/s`;
  return `${step}: ${label(settings)}: ${outcome}\n`;
}

export function describe(tuning: Tuning, conditions: Conditions, present: TunedSettings): string {
  const { cores, load, documents, inFlight } = conditions;
  return [
    `${cores} processors, load ${load.toFixed(1)} before; ${documents} documents in turn, ${inFlight} in flight\n\n`,
    curve(tuning),
    tuning.untried.length > 0
      ? `\nNo time for: ${tuning.untried.map(label).join('; ')}. Set --seconds higher to try them.\n`
      : '',
    `\n${conclusion(tuning, present)}\n\n`,
    ...Object.entries(variables(tuning.chosen)).map(([name, value]) => `${name}=${value}\n`),
  ].join('');
}

function curve({ trials, duel }: Tuning): string {
  const rows = trials.map(({ step, settings, result }) =>
    typeof result === 'string'
      ? [step, label(settings), `failed: ${result}`, '', '', '']
      : [step, label(settings), ...cells(result)],
  );
  if (duel)
    rows.push(
      ['in turns', `present: ${label(trials[0]!.settings)}`, ...cells(duel.present)],
      ['', `fastest: ${label(duel.settings)}`, ...cells(duel.best)],
    );
  return table([['tried', 'processes × threads, settings', 'documents/s', 'p50 ms', 'p99 ms', 'memory'], ...rows]);
}

function cells({ rate, p50, p99, memory }: Measurement): string[] {
  return [rate.toFixed(1), p50.toFixed(1), p99.toFixed(1), megabytes(memory)];
}

function conclusion({ duel, chosen, trials }: Tuning, present: TunedSettings): string {
  if (!duel) return `The present settings win: none of the ${trials.length - 1} others was faster by 2 %.`;
  const gain = `${((duel.best.rate / duel.present.rate - 1) * 100).toFixed(1)} %`;
  const rounds = `in ${duel.won} of ${duel.rounds} rounds in turns`;
  if (chosen === present) return `The present settings win: the fastest others gain ${gain}, ${rounds}.`;
  return `These settings are ${gain} faster than the present ones, ${rounds}:`;
}

export function toJson({ trials, untried, duel, chosen }: Tuning, conditions: Conditions, present: TunedSettings) {
  return {
    ...conditions,
    trials: trials.map(({ step, settings, result }) => ({
      step,
      settings: variables(settings),
      ...(typeof result === 'string' ? { failure: result } : result),
    })),
    untried: untried.map(variables),
    ...(duel && { compared: { ...duel, settings: variables(duel.settings) } }),
    isPresent: chosen === present,
    settings: variables(chosen),
  };
}

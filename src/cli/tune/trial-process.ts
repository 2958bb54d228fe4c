/** A process that `platen tune` measures: the render threads of one HTTP process, kept busy. */

import { RenderPool } from '../../service/pool/pool.js';
import type { TrialOrder, TrialReport, TrialSetup, TrialTimes } from './messages.js';

const PARTY = { account: 'tune', key: 'tune' };
const KB = 1024;

export class TrialProcess {
  readonly #report: (report: TrialReport) => void;
  #setup: TrialSetup | undefined;
  #pool: RenderPool | undefined;
  #next = 0;
  /** Why the threads cannot go on. */
  #broken: Error | undefined;

  constructor(report: (report: TrialReport) => void) {
    this.#report = report;
  }

  async execute(order: TrialOrder): Promise<void> {
    try {
      if (this.#broken) throw this.#broken;
      if (order.type === 'open') await this.#open(order.setup);
      else this.#report({ type: 'measured', result: await this.#run(order) });
    } catch (error) {
      this.#report({ type: 'failed', reason: (error as Error).message });
    }
  }

  async #open(setup: TrialSetup): Promise<void> {
    this.#setup = setup;
    this.#next = setup.first;
    const onBroken = (error: unknown) => {
      this.#broken = error as Error;
      this.#report({ type: 'failed', reason: this.#broken.message });
    };
    this.#pool = await RenderPool.open({ ...setup.pool, onBroken });
    this.#report({ type: 'open' });
  }

  /** Keeps `inFlight` documents in flight. @throws Error when one is refused */
  async #run({ warmUp, duration, inFlight }: TrialOrder & { readonly type: 'run' }): Promise<TrialTimes> {
    const since = performance.now() + warmUp;
    const until = since + duration;
    const times: number[] = [];
    const keepBusy = async () => {
      for (;;) {
        const submitted = performance.now();
        if (submitted >= until) return;
        await this.#render();
        const done = performance.now();
        if (done >= since && done < until) times.push(done - submitted);
      }
    };
    await Promise.all(Array.from({ length: inFlight }, keepBusy));
    return { times, memory: process.resourceUsage().maxRSS * KB };
  }

  async #render(): Promise<void> {
    const { documents, locale } = this.#setup!;
    const { html, partials, json, assets } = documents[this.#next++ % documents.length]!;
    const pool = this.#pool!;
    const task = {
      kind: 'render',
      scope: '',
      json: new TextEncoder().encode(`{"data":${json}}`),
      source: html,
      locale,
      title: null,
      strict: false,
      standard: [],
      partials,
      assets,
      now: 0,
    } as const;
    const { outcome } = await pool.run(pool.admit(PARTY), task, new AbortController().signal);
    if ('refusal' in outcome) throw new Error(outcome.refusal.message);
  }
}

/** Messages between `platen tune` and the processes that it measures: plain data. */

import type { RenderPoolOptions } from '../../service/pool/pool.js';

/** A document to render again and again. */
export interface TuneDocument {
  readonly html: string;
  readonly partials: Readonly<Record<string, string>>;
  /** The values of the template, as the text of a JSON object. */
  readonly json: string;
  /** Images, fonts and style sheets, by URL in lower case. */
  readonly assets: ReadonlyMap<string, Uint8Array>;
}

export interface TrialSetup {
  readonly pool: Omit<RenderPoolOptions, 'onError' | 'onBroken'>;
  readonly locale: string;
  readonly documents: readonly TuneDocument[];
  /** Index of the first document to render: processes begin at different ones. */
  readonly first: number;
}

export type TrialOrder =
  | { readonly type: 'open'; readonly setup: TrialSetup }
  | {
      readonly type: 'run';
      /** Milliseconds before times are taken, and in which they are. */
      readonly warmUp: number;
      readonly duration: number;
      /** Documents in flight. */
      readonly inFlight: number;
    };

export interface TrialTimes {
  /** Milliseconds of each document, from its submission to its PDF. */
  readonly times: readonly number[];
  /** Bytes: the largest resident set of the process. */
  readonly memory: number;
}

export type TrialReport =
  | { readonly type: 'open' }
  | { readonly type: 'measured'; readonly result: TrialTimes }
  | { readonly type: 'failed'; readonly reason: string };

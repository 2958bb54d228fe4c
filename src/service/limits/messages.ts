/** Messages between an HTTP process and the primary about rate limits. */

import type { Decision, Rate } from './limiter.js';

export interface TakeMessage {
  readonly type: 'limit:take';
  /** Unique among the messages of the sender. */
  readonly id: number;
  readonly key: string;
  readonly rate: Rate;
  /** Tokens to charge; undefined: one is taken if there is one. */
  readonly charge?: number;
}

export interface DecisionMessage {
  readonly type: 'limit:decision';
  readonly id: number;
  readonly decision: Decision;
}

export function isTakeMessage(message: unknown): message is TakeMessage {
  return typeOf(message) === 'limit:take';
}

export function isDecisionMessage(message: unknown): message is DecisionMessage {
  return typeOf(message) === 'limit:decision';
}

/** Other parts of the service send messages over the same channel. */
function typeOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined;
}

/** One end of the channel between two processes: `process`, a `cluster.Worker`, a `ChildProcess`. */
export interface Channel {
  send?(message: unknown, callback: (error: Error | null) => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  off(event: 'message', listener: (message: unknown) => void): unknown;
}

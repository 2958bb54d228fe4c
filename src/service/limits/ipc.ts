/** One limiter for all processes of a host: the primary counts, the HTTP processes ask it over IPC. */

import { FallbackLimiter, type StateListener, withTimeLimit } from './fallback.js';
import type { Decision, Rate } from './limiter.js';
import type { MemoryLimiter } from './memory.js';
import { type Channel, type DecisionMessage, isDecisionMessage, isTakeMessage, type TakeMessage } from './messages.js';

/** The primary's side: answers the requests of one process until it ends. */
export function serveLimits(channel: Channel, limiter: MemoryLimiter): void {
  channel.on('message', (message) => {
    if (!isTakeMessage(message)) return;
    const { id, key, rate, charge } = message;
    const decision = charge === undefined ? limiter.takeNow(key, rate) : limiter.chargeNow(key, rate, charge);
    const answer: DecisionMessage = { type: 'limit:decision', id, decision };
    channel.send?.(answer, () => undefined); // the process may have ended
  });
}

/** A primary that ended closes the channel; one that is silent for so long hangs. */
const ANSWER_MS = 3000;

interface Pending {
  readonly answer: (decision: Decision) => void;
  readonly fail: (error: Error) => void;
}

interface IpcLimiterOptions {
  /** To the primary. */
  readonly channel: Channel;
  /** Number of processes that share the primary's counts. */
  readonly processes: number;
  readonly onStateChange?: StateListener | undefined;
}

/** The side of an HTTP process. */
export class IpcLimiter extends FallbackLimiter {
  readonly #channel: Channel;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;

  constructor({ channel, processes, onStateChange }: IpcLimiterOptions) {
    super({ ask: (key, rate, charge) => this.#ask(key, rate, charge), processes, onStateChange });
    this.#channel = channel;
    channel.on('message', this.#receive);
  }

  async #ask(key: string, rate: Rate, charge?: number): Promise<Decision> {
    const id = ++this.#lastId;
    const answer = new Promise<Decision>((resolve, reject) => {
      this.#pending.set(id, { answer: resolve, fail: reject });
      const message: TakeMessage = {
        type: 'limit:take',
        id,
        key,
        rate,
        ...(charge !== undefined && { charge }),
      };
      if (!this.#channel.send) throw new Error('the primary has ended');
      this.#channel.send(message, (error) => error && reject(error)); // throws when the channel is closed
    });
    return withTimeLimit(ANSWER_MS, answer).finally(() => this.#pending.delete(id));
  }

  readonly #receive = (message: unknown): void => {
    if (isDecisionMessage(message)) this.#pending.get(message.id)?.answer(message.decision);
  };

  override async close(): Promise<void> {
    this.#channel.off('message', this.#receive);
    for (const { fail } of this.#pending.values()) fail(new Error('the limiter is closed'));
    await super.close();
  }
}

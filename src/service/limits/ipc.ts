/** One limiter for all processes of a host: the primary counts, the others ask it. */

import type { Decision, Limiter, LimiterState, Rate } from './limiter.js';
import { MemoryLimiter, shareOf } from './memory.js';
import { type Channel, type DecisionMessage, isDecisionMessage, isTakeMessage, type TakeMessage } from './messages.js';

/** The primary's side: answers one process's questions for as long as it lives. */
export function serveLimits(channel: Channel, limiter: MemoryLimiter): void {
  channel.on('message', (message) => {
    if (!isTakeMessage(message)) return;
    const { id, key, rate } = message;
    const answer: DecisionMessage = { type: 'limit:decision', id, decision: limiter.takeNow(key, rate) };
    channel.send?.(answer, () => undefined); // a process that is gone needs no answer
  });
}

/** The primary does nothing that takes long; past this it is gone. */
const ANSWER_SECONDS = 1;

interface Question {
  readonly answer: (decision: Decision) => void;
  readonly timer: NodeJS.Timeout;
}

/** An HTTP process's side. */
export class IpcLimiter implements Limiter {
  readonly #channel: Channel;
  readonly #processes: number;
  readonly #local = new MemoryLimiter();
  readonly #questions = new Map<number, Question>();
  #lastId = 0;
  #state: LimiterState = 'shared';

  /**
   * @param channel    to the primary
   * @param processes  how many processes ask it: without it, each allows its part
   */
  constructor(channel: Channel, processes: number) {
    this.#channel = channel;
    this.#processes = processes;
    channel.on('message', this.#receive);
  }

  get state(): LimiterState {
    return this.#state;
  }

  take(key: string, rate: Rate): Promise<Decision> {
    return new Promise((resolve) => {
      const id = ++this.#lastId;
      const giveUp = () => {
        if (!this.#settle(id)) return;
        this.#state = 'local';
        resolve(this.#local.takeNow(key, shareOf(rate, this.#processes)));
      };
      this.#questions.set(id, { answer: resolve, timer: setTimeout(giveUp, ANSWER_SECONDS * 1000) });
      const message: TakeMessage = { type: 'limit:take', id, key, rate };
      try {
        if (this.#channel.send) this.#channel.send(message, (error) => error && giveUp());
        else giveUp();
      } catch {
        giveUp(); // the channel is closed
      }
    });
  }

  readonly #receive = (message: unknown): void => {
    if (!isDecisionMessage(message)) return;
    const question = this.#settle(message.id);
    if (!question) return;
    this.#state = 'shared';
    question.answer(message.decision);
  };

  #settle(id: number): Question | undefined {
    const question = this.#questions.get(id);
    this.#questions.delete(id);
    clearTimeout(question?.timer);
    return question;
  }

  async close(): Promise<void> {
    this.#channel.off('message', this.#receive);
    await this.#local.close();
  }
}

/**
 * Admission to the render threads: a bounded queue with a time limit, in which accounts take turns (fair-queue.ts).
 * Piscina's own queue has neither bound nor time limit for abortable tasks, so it never gets more tasks than it has
 * threads.
 */

import { ClientGone, ServiceError } from '../errors.js';
import type { AdaptiveLimit } from './adaptive-limit.js';
import { FairQueue, type Party } from './fair-queue.js';

export interface GateOptions {
  /** Tasks that may run at once. */
  readonly slots: number;
  /**
   * One more may run once all of them have run for so many milliseconds, of an account that runs nothing besides bulk:
   * slow documents of some accounts and batches do not hold every thread while others wait. An account whose renders
   * take longer on average waits for as long as they take, so that slow ones do not hold the spare thread, too.
   * undefined: never.
   */
  readonly spareAfter?: number;
  /** Tasks that may run and wait, besides bulk. */
  readonly limit: Pick<AdaptiveLimit, 'current' | 'add'>;
  /** Seconds that a task may wait. */
  readonly maxWait: number;
  /** A clock in milliseconds; default: that of the process. */
  readonly now?: () => number;
}

/** Called with the milliseconds that a task ran. */
type OnTime = (milliseconds: number) => void;

interface Waiting {
  readonly party: Party;
  readonly enter: () => void;
  readonly refuse: (error: Error) => void;
}

/** A task that wants a slot. */
interface Applicant {
  readonly party: Party;
  readonly urgency?: number;
  readonly signal: AbortSignal;
  readonly onTime?: OnTime | undefined;
  /** Seconds; default: no limit. */
  readonly maxWait?: number;
}

/** A task that runs. */
export interface Entry {
  readonly queue: FairQueue<Waiting>;
  readonly party: Party;
  readonly onTime: OnTime | undefined;
  /** Milliseconds that it waited. */
  readonly waited: number;
  /** Milliseconds charged in advance. */
  readonly charged: number;
  readonly since: number;
}

export class Gate {
  readonly #options: GateOptions;
  readonly #queue = new FairQueue<Waiting>();
  /** Tasks that run when no other task waits. */
  readonly #bulk = new FairQueue<Waiting>();
  readonly #inside = new Set<Entry>();
  #spareTimer: NodeJS.Timeout | undefined;
  #isShut = false;
  readonly #now: () => number;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  get inside(): number {
    return this.#inside.size;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** Whether an account that runs nothing besides bulk has had other tasks, and may have more. */
  get expectsOthers(): boolean {
    return this.#queue.knowsIdle;
  }

  /** Tasks that may run and wait now. */
  get limit(): number {
    return this.#options.limit.current;
  }

  /**
   * Takes a place in the queue, or refuses at once. When the queue is full, an account with fewer places takes that of
   * the account with the most.
   * @param urgency  among the tasks of its account: from 0, the most urgent, to 7; default 3
   * @throws ServiceError `busy`, `shutting_down`
   */
  admit(party: Party, onTime?: OnTime, urgency?: number): Place {
    if (this.#isShut) throw new ServiceError('shutting_down');
    const { slots, limit, maxWait } = this.#options;
    const ahead = this.inside + this.waiting - slots; // in the queue
    const expected = ahead < 0 ? 0 : this.#queue.expectedWait(party.account, slots) / 1000;
    if (expected > maxWait) throw busy(expected);
    if (ahead >= Math.max(0, limit.current - slots)) {
      const last = this.#queue.latestOfLongest(this.#queue.lengthOf(party.account) + 1);
      if (!last) throw busy(expected);
      last.refuse(busy(maxWait));
    }
    this.#queue.reserve(party);
    const enter = (signal: AbortSignal) => this.enter(party, signal, onTime, urgency);
    return new Place(enter, () => this.#queue.release(party));
  }

  /**
   * Waits for a slot. Leave it with `leave`.
   * @throws ServiceError `busy` after `maxWait`, or in favour of an account with fewer places; ClientGone
   */
  enter(party: Party, signal: AbortSignal, onTime?: OnTime, urgency?: number): Promise<Entry> {
    const { maxWait } = this.#options;
    return this.#wait(this.#queue, { party, signal, onTime, maxWait, ...(urgency !== undefined && { urgency }) });
  }

  /**
   * Waits for a slot that no other task waits for, without time limit. Leave it with `leave`.
   * @throws ServiceError `shutting_down`; ClientGone when `signal` is aborted
   */
  enterBulk(party: Party, signal: AbortSignal, onTime?: OnTime, urgency?: number): Promise<Entry> {
    if (this.#isShut) return Promise.reject(new ServiceError('shutting_down'));
    return this.#wait(this.#bulk, { party, signal, onTime, ...(urgency !== undefined && { urgency }) });
  }

  #wait(queue: FairQueue<Waiting>, { party, signal, onTime, maxWait, urgency }: Applicant): Promise<Entry> {
    if (signal.aborted) return Promise.reject(new ClientGone());
    if (this.inside < this.#options.slots) return Promise.resolve(this.#begin({ queue, party, onTime, waited: 0 }));
    return new Promise((resolve, reject) => {
      const since = this.#now();
      const stop = () => {
        queue.remove(party, waiting);
        clearTimeout(timer);
        signal.removeEventListener('abort', onGone);
      };
      const refuse = (error: Error) => {
        stop();
        reject(error);
      };
      const onGone = () => refuse(new ClientGone());
      const timer = maxWait === undefined ? undefined : setTimeout(() => refuse(busy(maxWait)), maxWait * 1000);
      const waiting: Waiting = {
        party,
        enter: () => {
          // Before it leaves the queue, which forgets the accounts when it is idle.
          const entry = this.#begin({ queue, party, onTime, waited: this.#now() - since });
          stop();
          resolve(entry);
        },
        refuse,
      };
      queue.push(party, waiting, urgency);
      signal.addEventListener('abort', onGone);
      this.#openSpare();
    });
  }

  /** @param end  when it had run, by the clock; default: now */
  leave(entry: Entry, end: number = this.#now()): void {
    const { queue, party, charged, since, waited, onTime } = entry;
    const milliseconds = end - since;
    this.#inside.delete(entry);
    queue.end(party, charged, milliseconds);
    if (queue === this.#queue) this.#options.limit.add({ waited, ran: milliseconds }, this.#now());
    onTime?.(milliseconds);
    if (this.inside < this.#options.slots) (this.#queue.next() ?? this.#bulk.next())?.enter();
    this.#openSpare();
  }

  #begin(begun: Omit<Entry, 'charged' | 'since'>): Entry {
    const entry = { ...begun, charged: begun.queue.begin(begun.party), since: this.#now() };
    this.#inside.add(entry);
    return entry;
  }

  /** Lets a task use the spare thread, at once or when the running ones have run for long enough. */
  #openSpare(): void {
    clearTimeout(this.#spareTimer);
    const { slots, spareAfter } = this.#options;
    if (spareAfter === undefined || this.inside !== slots) return;
    const queue = this.#queue;
    const ran = this.#now() - Math.max(...[...this.#inside].map(({ since }) => since));
    const isIdle = (account: string) => queue.runningOf(account) === 0;
    const next = queue.next((account) => isIdle(account) && Math.max(spareAfter, queue.meanOf(account)) <= ran);
    const mean = next ? undefined : queue.shortestMean(isIdle);
    next?.enter();
    if (mean === undefined) return;
    this.#spareTimer = setTimeout(() => this.#openSpare(), Math.ceil(Math.max(spareAfter, mean) - ran));
  }

  /** Admits no further tasks; those admitted may still enter, unless they are bulk. */
  shut(): void {
    this.#isShut = true;
    refuseAll(this.#bulk);
  }

  /** Refuses waiting tasks, too. */
  close(): void {
    this.shut();
    clearTimeout(this.#spareTimer);
    refuseAll(this.#queue);
  }
}

function refuseAll(queue: FairQueue<Waiting>): void {
  for (let next = queue.next(); next; next = queue.next()) next.refuse(new ServiceError('shutting_down'));
}

function busy(expectedSeconds: number): ServiceError {
  return new ServiceError('busy', undefined, { retryAfterSeconds: Math.max(1, Math.ceil(expectedSeconds)) });
}

/** A place in the queue, either used for one entry or released. */
export class Place {
  readonly #enter: (signal: AbortSignal) => Promise<Entry>;
  readonly #release: () => void;
  #isHeld = true;

  constructor(enter: (signal: AbortSignal) => Promise<Entry>, release: () => void) {
    this.#enter = enter;
    this.#release = release;
  }

  /** As `Gate.enter`. */
  enter(signal: AbortSignal): Promise<Entry> {
    if (!this.#isHeld) throw new Error('the place was used or released');
    const entering = this.#enter(signal);
    this.release();
    return entering;
  }

  /** Releases the place, unless it was used. */
  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#release();
  }
}

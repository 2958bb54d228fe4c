/**
 * The order in which waiting renders get a thread: accounts take turns by the thread time they have used, and so do the
 * keys of an account, so that slow documents wait behind those of their own account. Among those of one account, urgent
 * ones come first; an account cannot get ahead of others by calling its own urgent.
 * Start-time fair queueing: an account that begins to wait starts at the time of the one served last, and each render
 * moves its account on by the time it took.
 * Source: https://doi.org/10.1109/90.649569
 */

import { BoundedCache } from '../../engine/collections/bounded-cache.js';
import { getOrMake } from '../../engine/collections/maps.js';
import { UrgentFirst } from './urgent-first.js';

/** Whose render it is. */
export interface Party {
  readonly account: string;
  readonly key: string;
}

/** One account or key. */
interface Flow {
  /** Milliseconds of thread time, on the clock of the queue. */
  served: number;
  running: number;
  /** Places that were admitted and do not wait yet. */
  reserved: number;
}

interface KeyFlow<T> extends Flow {
  readonly waiting: UrgentFirst<T>;
}

interface AccountFlow<T> extends Flow {
  waiting: number;
  readonly keys: Map<string, KeyFlow<T>>;
}

/** Weight of the latest render in the moving average of an account's run times. */
const SMOOTHING = 0.1;
/** Assumed run time of an account's first render. */
const FIRST_GUESS_MS = 100;
/** Accounts whose mean run time is known. */
const MAX_KNOWN = 10_000;
/** Idle accounts that are behind schedule; more are forgotten. */
const MAX_IDLE = 10_000;

export class FairQueue<T> {
  readonly #accounts = new Map<string, AccountFlow<T>>();
  readonly #meanMs = new BoundedCache<string, number>(MAX_KNOWN);
  /** `served` of the account that was served last. */
  #now = 0;
  #waiting = 0;
  #reserved = 0;
  #running = 0;

  /** Renders that wait, and places that may still do so. */
  get length(): number {
    return this.#waiting + this.#reserved;
  }

  /** Whether an account that runs nothing has had renders. */
  get knowsIdle(): boolean {
    let known = 0;
    for (const [id, { running }] of this.#accounts) if (running > 0 && this.#meanMs.get(id) !== undefined) known += 1;
    return this.#meanMs.size > known;
  }

  /** Mean milliseconds of an account's renders. */
  meanOf(account: string): number {
    return this.#meanMs.get(account) ?? FIRST_GUESS_MS;
  }

  /** The shortest mean of the accounts that wait; undefined: none does. @param isAllowed  by account */
  shortestMean(isAllowed: (account: string) => boolean): number | undefined {
    let shortest: number | undefined;
    for (const [id, { waiting }] of this.#accounts) {
      if (waiting > 0 && isAllowed(id)) shortest = Math.min(shortest ?? Number.POSITIVE_INFINITY, this.meanOf(id));
    }
    return shortest;
  }

  /** Renders of an account that wait, and places that may do so. */
  lengthOf(account: string): number {
    const flow = this.#accounts.get(account);
    return flow ? flow.waiting + flow.reserved : 0;
  }

  runningOf(account: string): number {
    return this.#accounts.get(account)?.running ?? 0;
  }

  reserve(party: Party): void {
    for (const flow of this.#flowsOf(party)) flow.reserved += 1;
    this.#reserved += 1;
  }

  release(party: Party): void {
    for (const flow of this.#flowsOf(party)) flow.reserved -= 1;
    this.#reserved -= 1;
    this.#forgetIfIdle();
  }

  push(party: Party, item: T, urgency?: number): void {
    const [account, key] = this.#flowsOf(party);
    account.waiting += 1;
    key.waiting.add(item, urgency);
    this.#waiting += 1;
  }

  /** @returns whether it was waiting */
  remove(party: Party, item: T): boolean {
    const [account, key] = this.#flowsOf(party);
    if (!key.waiting.delete(item)) return false;
    account.waiting -= 1;
    this.#waiting -= 1;
    this.#forgetIfIdle();
    return true;
  }

  /** The next to be served, which stays in the queue. @param isAllowed  by account */
  next(isAllowed: (account: string) => boolean = () => true): T | undefined {
    let first: AccountFlow<T> | undefined;
    for (const [id, flow] of this.#accounts) {
      if (flow.waiting > 0 && (!first || flow.served < first.served) && isAllowed(id)) first = flow;
    }
    let firstKey: KeyFlow<T> | undefined;
    for (const key of first?.keys.values() ?? []) {
      if (key.waiting.size > 0 && (!firstKey || isBefore(key, firstKey))) firstKey = key;
    }
    return firstKey?.waiting.first;
  }

  /** The latest of the least urgent of the account with the most renders waiting, if those are more than `count`. */
  latestOfLongest(count: number): T | undefined {
    let longest: AccountFlow<T> | undefined;
    for (const flow of this.#accounts.values()) if (flow.waiting > (longest?.waiting ?? count)) longest = flow;
    let longestKey: KeyFlow<T> | undefined;
    for (const key of longest?.keys.values() ?? []) {
      if (key.waiting.size > (longestKey?.waiting.size ?? 0)) longestKey = key;
    }
    return longestKey?.waiting.last;
  }

  /**
   * A render begins. The mean time of its account is charged at once, or its other renders would begin before it ends.
   * @returns the milliseconds charged
   */
  begin(party: Party): number {
    const mean = this.meanOf(party.account);
    const [account] = this.#flowsOf(party);
    this.#now = Math.max(this.#now, account.served);
    for (const flow of this.#flowsOf(party)) {
      flow.running += 1;
      flow.served += mean;
    }
    this.#running += 1;
    return mean;
  }

  /** @param charged  what `begin` returned */
  end(party: Party, charged: number, milliseconds: number): void {
    for (const flow of this.#flowsOf(party)) {
      flow.running -= 1;
      flow.served += milliseconds - charged;
    }
    this.#running -= 1;
    const mean = this.meanOf(party.account);
    this.#meanMs.set(party.account, mean + (milliseconds - mean) * SMOOTHING);
    this.#forgetIfIdle();
  }

  /** Milliseconds until a new render of an account would begin, if accounts share the threads evenly. */
  expectedWait(account: string, slots: number): number {
    const own = this.meanOf(account);
    let others = 0;
    let work = own;
    for (const [id, flow] of this.#accounts) {
      if (id !== account && (isActive(flow) || flow.reserved > 0)) others += 1;
      work += (flow.waiting + flow.reserved) * this.meanOf(id);
    }
    return Math.min(work, (this.lengthOf(account) + 1) * own * (others + 1)) / slots;
  }

  #flowsOf({ account, key }: Party): [AccountFlow<T>, KeyFlow<T>] {
    const flow = getOrMake(this.#accounts, account, () => ({
      served: this.#now,
      running: 0,
      reserved: 0,
      waiting: 0,
      keys: new Map(),
    }));
    const ofKey = getOrMake(flow.keys, key, () => ({
      served: 0,
      running: 0,
      reserved: 0,
      waiting: new UrgentFirst<T>(),
    }));
    if (!isActive(flow)) flow.served = Math.max(flow.served, this.#now);
    if (ofKey.running === 0 && ofKey.waiting.size === 0) ofKey.served = Math.max(ofKey.served, minServed(flow));
    return [flow, ofKey];
  }

  /** Forgets the time that accounts have used: it matters only while others wait. */
  #forgetIfIdle(): void {
    if (this.#running + this.length === 0) {
      this.#accounts.clear();
      this.#now = 0;
    } else if (this.#accounts.size > MAX_IDLE) {
      for (const [id, flow] of this.#accounts) if (!isActive(flow) && flow.reserved === 0) this.#accounts.delete(id);
    }
  }
}

/** Of two keys of an account. */
function isBefore<T>(one: KeyFlow<T>, other: KeyFlow<T>): boolean {
  const difference = one.waiting.urgency - other.waiting.urgency;
  return difference < 0 || (difference === 0 && one.served < other.served);
}

function isActive<T>(flow: AccountFlow<T>): boolean {
  return flow.running > 0 || flow.waiting > 0;
}

/** Of the active keys of an account. */
function minServed<T>(account: AccountFlow<T>): number {
  let min = Number.POSITIVE_INFINITY;
  for (const key of account.keys.values()) {
    if (key.running > 0 || key.waiting.size > 0) min = Math.min(min, key.served);
  }
  return min === Number.POSITIVE_INFINITY ? 0 : min;
}

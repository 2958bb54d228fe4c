/**
 * Bounds the bytes of request bodies that a process holds at once, from their arrival to the reply, with large answers
 * until they are read, and the part of one account: many large bodies that wait for a render thread, or clients that do
 * not read, would otherwise end the process.
 */

import { ServiceError } from '../errors.js';

interface BodyBudgetOptions {
  /** Bytes. */
  readonly total: number;
  /** Bytes of one account. */
  readonly perAccount: number;
}

export class BodyBudget {
  readonly #options: BodyBudgetOptions;
  readonly #accounts = new Map<string, number>();
  #held = 0;

  constructor(options: BodyBudgetOptions) {
    this.#options = options;
  }

  /** Bytes held. */
  get held(): number {
    return this.#held;
  }

  get isFull(): boolean {
    return this.#held >= this.#options.total;
  }

  /**
   * The part of one request.
   * @param contentLength  undefined: the body is chunked, or there is none
   * @param account        if it is known already
   * @throws ServiceError `busy`, `body_too_large`
   */
  open(contentLength: number | undefined, account?: string): BodyLease {
    const lease = new BodyLease(this, account);
    if (contentLength !== undefined) lease.grow(contentLength);
    return lease;
  }

  /** @throws ServiceError `busy`, `body_too_large` */
  take(bytes: number, account: string | undefined): void {
    const { total, perAccount } = this.#options;
    if (bytes > Math.min(total, perAccount)) {
      throw new ServiceError('body_too_large', `The body has ${bytes} bytes, of which no process may hold as many`);
    }
    if (this.#held + bytes > total) throw new ServiceError('busy', 'Too many large requests are being answered');
    this.#held += bytes;
    if (account !== undefined) this.#charge(account, bytes, perAccount);
  }

  /** Counts bytes, also beyond the limits. */
  add(bytes: number, account: string | undefined): void {
    this.#held += bytes;
    if (account !== undefined) this.#accounts.set(account, (this.#accounts.get(account) ?? 0) + bytes);
  }

  /** Counts bytes that are already held for an account. @throws ServiceError `busy`; then they are not counted */
  assign(bytes: number, account: string): void {
    this.#charge(account, bytes, this.#options.perAccount);
  }

  #charge(account: string, bytes: number, limit: number): void {
    const held = (this.#accounts.get(account) ?? 0) + bytes;
    if (held > limit) throw new ServiceError('busy', 'Too many large requests of the account are being answered');
    this.#accounts.set(account, held);
  }

  /** @param ofAccount  bytes that were counted for the account */
  give(bytes: number, account: string | undefined, ofAccount: number): void {
    this.#held -= bytes;
    if (account === undefined) return;
    const left = (this.#accounts.get(account) ?? 0) - ofAccount;
    if (left > 0) this.#accounts.set(account, left);
    else this.#accounts.delete(account);
  }
}

/** The bytes that one request holds. */
export class BodyLease {
  readonly #budget: BodyBudget;
  #bytes = 0;
  #ofAccount = 0;
  #account: string | undefined;

  constructor(budget: BodyBudget, account: string | undefined) {
    this.#budget = budget;
    this.#account = account;
  }

  /** @throws ServiceError `busy`, `body_too_large` */
  grow(bytes: number): void {
    const before = this.#budget.held;
    try {
      this.#budget.take(bytes, this.#account);
      if (this.#account !== undefined) this.#ofAccount += bytes;
    } finally {
      this.#bytes += this.#budget.held - before;
    }
  }

  /** Gives back bytes that are no longer held. */
  shrink(bytes: number): void {
    const ofAccount = Math.min(bytes, this.#ofAccount);
    this.#budget.give(bytes, this.#account, ofAccount);
    this.#bytes -= bytes;
    this.#ofAccount -= ofAccount;
  }

  /**
   * Counts an answer, which is held until its client has read it. It is never refused, as it may have cost a credit: the
   * requests after it are.
   */
  addAnswer(bytes: number): void {
    this.#budget.add(bytes, this.#account);
    this.#bytes += bytes;
    if (this.#account !== undefined) this.#ofAccount += bytes;
  }

  /** @throws ServiceError `busy` */
  assign(account: string): void {
    this.#budget.assign(this.#bytes, account);
    this.#account = account;
    this.#ofAccount = this.#bytes;
  }

  release(): void {
    this.#budget.give(this.#bytes, this.#account, this.#ofAccount);
    this.#bytes = 0;
    this.#ofAccount = 0;
  }
}

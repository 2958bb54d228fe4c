/** What a render's admission and its end are told and tell. */

import type { StoredFile } from '../files/files.js';

/** The answer that every request with the same Idempotency-Key and body gets. */
export interface StoredOutcome {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; left out when the body is the file's. */
  readonly body?: unknown;
  /** The body is the bytes of this file. */
  readonly fileId?: string;
}

export interface IdempotencyKey {
  /** 1 to 255 characters of the client's. */
  readonly key: string;
  /** SHA-256 of the request's body. */
  readonly bodyHash: Buffer;
}

/** What an Idempotency-Key stands for: its twin runs, had another body, or is done. */
export type Twin =
  | { readonly state: 'running' }
  | { readonly state: 'mismatch' }
  | { readonly state: 'done'; readonly outcome: StoredOutcome };

export interface Reserve {
  readonly accountId: string;
  readonly keyId: string | null;
  readonly output: 'pdf' | 'url';
  readonly templateId?: string;
  readonly templateVersion?: number;
  readonly idempotency?: IdempotencyKey;
}

export type Reserved =
  | {
      readonly state: 'reserved';
      readonly renderId: string;
      /** The balance once this render is charged. */
      readonly creditsRemaining: number;
    }
  | { readonly state: 'no_credits'; readonly balance: number }
  | Twin;

export interface Commit {
  readonly renderId: string;
  readonly pages: number;
  /** Of the PDF. */
  readonly bytes: number;
  /** Their number. */
  readonly diagnostics: number;
  readonly milliseconds: number;
  /** Bytes that `Files.store` put away: from now on the file exists. */
  readonly file?: StoredFile;
  /** What requests with the same Idempotency-Key get. */
  readonly outcome?: StoredOutcome;
}

export interface Refund {
  readonly renderId: string;
  /** Why, for the log of renders: an error code. */
  readonly code: string;
  /** What requests with the same Idempotency-Key get; left out: the key is free again. */
  readonly outcome?: StoredOutcome;
}

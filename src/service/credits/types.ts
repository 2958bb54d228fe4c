/** The parameters and results of reserving, charging and refunding a credit. */

import type { Diagnostic } from '../../engine/diagnostics.js';
import type { ServiceErrorCode } from '../errors.js';
import type { StoredFile } from '../files/files.js';

/**
 * The outcome of a render as stored in Postgres, which every request with the same Idempotency-Key and body gets.
 * Changing its fields needs a migration.
 */
export type StoredOutcome = StoredPdf | LinkOutcome | BatchOutcome | Refusal;

export interface PdfOutcome {
  readonly kind: 'pdf';
  readonly renderId: string;
  readonly pages: number;
  readonly creditsRemaining: number;
  /** Number of diagnostics. */
  readonly diagnostics: number;
}

interface StoredPdf extends PdfOutcome {
  readonly fileId: string;
}

export interface LinkOutcome {
  readonly kind: 'link';
  /** Of the file. */
  readonly id: string;
  readonly url: string;
  /** Unix seconds. */
  readonly expiresAt: number;
  readonly pages: number;
  /** Size of the PDF. */
  readonly bytes: number;
  readonly creditsRemaining: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Where they were asked for. */
  readonly notices?: readonly Diagnostic[];
}

/** The document is rendered as a batch of one record. */
export interface BatchOutcome {
  readonly kind: 'batch';
  readonly batchId: string;
}

/** The document was refused, as it would be again. */
export interface Refusal {
  readonly kind: 'refusal';
  readonly code: ServiceErrorCode;
  readonly message: string;
  readonly diagnostics?: readonly Diagnostic[];
}

export interface IdempotencyKey {
  /** 1 to 255 characters, chosen by the client. */
  readonly key: string;
  /** SHA-256 of the request's body. */
  readonly bodyHash: Buffer;
}

export interface BatchClaim {
  readonly accountId: string;
  readonly batchId: string;
  readonly idempotency: IdempotencyKey;
}

/** The request that used an Idempotency-Key first: it is still running, had another body, or is done. */
export type EarlierRequest =
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
  | EarlierRequest;

export interface Commit {
  readonly renderId: string;
  readonly pages: number;
  /** Size of the PDF. */
  readonly bytes: number;
  /** Number of diagnostics. */
  readonly diagnostics: number;
  readonly milliseconds: number;
  /** Parts of `milliseconds` by stage, in the order in which the stages began. */
  readonly stages: Readonly<Record<string, number>>;
  /** Its bytes are stored by `Files.put`; the commit makes it exist. */
  readonly file?: StoredFile;
  /** For later requests with the same Idempotency-Key. */
  readonly outcome?: StoredOutcome;
}

export interface Refund {
  readonly renderId: string;
  /** The reason, for the render log: an error code. */
  readonly code: string;
  /** For later requests with the same Idempotency-Key; without it the key is free again. */
  readonly outcome?: StoredOutcome;
}

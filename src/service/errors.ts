/** The errors of the service: one table of codes, one class. */

import type { Diagnostic } from '../engine/diagnostics.js';

export const SERVICE_ERRORS = {
  invalid_json: { status: 400, title: 'The body is not valid JSON' },
  invalid_image: { status: 400, title: 'The body is not a PNG or JPEG image' },
  invalid_pdf: { status: 400, title: 'The body is not a PDF' },
  invalid_profile: { status: 400, title: 'The body is not an ICC profile that PDF takes' },
  malformed_request: { status: 400, title: 'The request is not valid HTTP' },
  missing_parameter: { status: 400, title: 'A required parameter is missing' },
  missing_api_key: { status: 401, title: 'Send an API key as "Authorization: Bearer <API_KEY>"' },
  invalid_api_key: { status: 401, title: 'The API key does not exist or was revoked' },
  not_signed_in: { status: 401, title: 'Sign in to the portal first' },
  sign_in_failed: { status: 401, title: 'The e-mail address or the password is wrong' },
  no_credits: { status: 402, title: 'The account has no credits left' },
  sign_up_closed: { status: 403, title: 'Ask the operator of this service for an account' },
  forged_request: { status: 403, title: 'The request does not come from a page of the portal: reload the page' },
  invalid_signature: { status: 403, title: 'The link is not signed by this service, or was changed' },
  not_found: { status: 404, title: 'The resource does not exist' },
  method_not_allowed: { status: 405, title: 'The path does not support this method' },
  request_timeout: { status: 408, title: 'The request did not arrive in time' },
  idempotency_in_progress: { status: 409, title: 'A request with this Idempotency-Key is still running' },
  batch_not_finished: { status: 409, title: 'The batch is still running' },
  version_conflict: { status: 409, title: 'A later version of the template was saved meanwhile' },
  link_expired: { status: 410, title: 'The link has expired' },
  precondition_failed: { status: 412, title: 'The resource was changed meanwhile: get it again' },
  body_too_large: { status: 413, title: 'The body is larger than the limit' },
  unsupported_media_type: { status: 415, title: 'The content type of the body is not accepted' },
  range_not_satisfiable: { status: 416, title: 'The file has no such range of bytes' },
  unknown_host: { status: 421, title: 'The service does not answer for this host' },
  invalid_request: { status: 422, title: 'The request is not valid' },
  invalid_locale: { status: 422, title: 'The locale is not a BCP 47 language tag' },
  template_not_found: { status: 422, title: 'The account has no such template' },
  template_invalid: { status: 422, title: 'The template does not compile' },
  template_failed: { status: 422, title: 'The template failed during expansion' },
  document_too_large: { status: 422, title: 'The document is larger than the limit' },
  document_too_complex: { status: 422, title: 'The document exceeds the limit of nesting or parts' },
  render_timeout: { status: 422, title: 'The render took longer than the limit' },
  document_not_supported: { status: 422, title: 'The document uses a feature that is not fully supported' },
  storage_full: { status: 422, title: 'The account has no room for more files' },
  idempotency_mismatch: { status: 422, title: 'The Idempotency-Key was used before with another body' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'The service failed' },
  busy: { status: 503, title: 'The service is busy' },
  starting: { status: 503, title: 'The service is starting' },
  shutting_down: { status: 503, title: 'The service is shutting down' },
  storage_unavailable: { status: 503, title: 'The storage of the service cannot be reached' },
} as const satisfies Record<string, { readonly status: number; readonly title: string }>;

export type ServiceErrorCode = keyof typeof SERVICE_ERRORS;

interface ServiceErrorDetail {
  /** For the log, never for the client. */
  readonly cause?: unknown;
  /** Credits, for `no_credits`. */
  readonly balance?: number;
  readonly diagnostics?: readonly Diagnostic[];
  /** Whole seconds, >= 1. */
  readonly retryAfterSeconds?: number;
  /** Further response headers, e.g. `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The client disconnected: its request is dropped without an answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
  constructor() {
    super('the client disconnected');
  }
}

/** A request is refused. `message` is safe to show to the client. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly balance: number | undefined;
  readonly diagnostics: readonly Diagnostic[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(
    readonly code: ServiceErrorCode,
    message: string = SERVICE_ERRORS[code].title,
    detail: ServiceErrorDetail = {},
  ) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.status = SERVICE_ERRORS[code].status;
    this.balance = detail.balance;
    this.diagnostics = detail.diagnostics;
    this.retryAfterSeconds = detail.retryAfterSeconds;
    this.headers = detail.headers;
  }
}

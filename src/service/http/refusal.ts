/** What a client is told when its request is not answered with what it asked for. */

import { SERVICE_ERRORS, ServiceError } from '../errors.js';
import type { Reply } from './route.js';
import type { ErrorBody } from './schemas.js';

/** Whatever is no ServiceError is a fault of ours, and none of its words are for a client. */
export function toServiceError(error: unknown): ServiceError {
  return error instanceof ServiceError ? error : new ServiceError('internal', undefined, { cause: error });
}

const DEFAULT_RETRY_SECONDS = 1;

export function refuse(error: ServiceError): Reply {
  const { code, message, status, balance, diagnostics, retryAfterSeconds, headers } = error;
  const json: ErrorBody = {
    error: {
      code,
      message,
      ...(balance !== undefined && { balance }),
      ...(diagnostics && { diagnostics: [...diagnostics] }),
    },
  };
  const retry = retryAfterSeconds ?? (needsRetryAfter(code) ? DEFAULT_RETRY_SECONDS : undefined);
  return {
    status,
    json,
    headers: {
      ...headers,
      ...(retry !== undefined && { 'Retry-After': String(Math.max(1, Math.ceil(retry))) }),
      ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    },
  };
}

/** Every answer that says "not now" says when. */
export function needsRetryAfter(code: ServiceError['code']): boolean {
  const { status } = SERVICE_ERRORS[code];
  return status === 429 || status === 503 || code === 'idempotency_in_progress';
}

/** The replies to refused and failed requests. */

import { SERVICE_ERRORS, ServiceError } from '../errors.js';
import type { Reply } from './route.js';
import type { ErrorBody } from './schemas.js';

/** Any other error is a fault of the service, whose message must not reach the client. */
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
      ...(isOfKey(code) && { 'WWW-Authenticate': 'Bearer' }),
    },
  };
}

/** The API expects a key; the portal asks for a sign-in. */
function isOfKey(code: ServiceError['code']): boolean {
  return code === 'missing_api_key' || code === 'invalid_api_key';
}

/** The request can be repeated later, and Retry-After says when. */
export function needsRetryAfter(code: ServiceError['code']): boolean {
  const { status } = SERVICE_ERRORS[code];
  return status === 429 || status === 503 || code === 'idempotency_in_progress';
}

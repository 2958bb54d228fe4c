/**
 * The length of a request body must be told in one way: a proxy that understands it otherwise would take a part of one
 * request for another (request smuggling).
 * Source: https://www.rfc-editor.org/rfc/rfc9112#section-6.3
 */

import { ServiceError } from '../errors.js';

/** @returns a ServiceError `malformed_request`; undefined: the framing is right */
export function framingProblem(headers: ReadonlyMap<string, string>): ServiceError | undefined {
  const length = headers.get('content-length');
  const coding = headers.get('transfer-encoding');
  if (length !== undefined && !/^\d{1,15}$/.test(length)) {
    return new ServiceError('malformed_request', 'Content-Length: must be one whole number, given once');
  }
  if (coding !== undefined && (length !== undefined || coding.toLowerCase() !== 'chunked')) {
    return new ServiceError(
      'malformed_request',
      'Transfer-Encoding: only chunked is supported, without Content-Length',
    );
  }
  return undefined;
}

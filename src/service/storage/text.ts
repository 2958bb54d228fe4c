import { ServiceError } from '../errors.js';

/**
 * Refuses what Postgres cannot keep.
 * @throws ServiceError `invalid_request`
 */
export function checkText(field: string, value: string): void {
  if (value.includes('\0')) throw new ServiceError('invalid_request', `${field} holds the character U+0000`);
}

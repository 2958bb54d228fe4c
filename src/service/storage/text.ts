import { ServiceError } from '../errors.js';

/**
 * Refuses text that Postgres cannot store.
 * @throws ServiceError `invalid_request`
 */
export function checkText(field: string, value: string): void {
  if (value.includes('\0')) throw new ServiceError('invalid_request', `${field} contains the character U+0000`);
}
